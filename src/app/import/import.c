#include "app/import/import.h"

#include "app/base/whole.h"
#include "app/import/text.h"

static const tw_option options[] = {
    TW_OPTION_OUTPUT(tw_robot_text, "SCENE.lua", output),
    TW_OPTION_LIMIT_TIME(tw_robot_text, limit_time),
    TW_OPTION_TRUST(tw_robot_text, trust),
};

const tw_option_table tw_import_table = {.command = "import",
                                         .option = options,
                                         .count = sizeof options / sizeof *options,
                                         .only_word = "file",
                                         .word_place = offsetof(tw_robot_text, file)};

tw_status tw_import_command(int argc, char *const *argv) {
    tw_robot_text o = {.command = "import", .chunk = "tauwerk.robot.write"};
    int used;
    TW_TRY(tw_options_read(&tw_import_table, argc, argv, &o, &used));
    if (!o.file) return tw_fail(TW_USAGE, "import: expected a robot's file: .urdf, .xml, .sdf");
    return tw_robot_text_write(&o);
}
