/* `tauwerk stubs`, and where the stubs are; see stubs.h. */
#include "app/reference/stubs.h"

#include "app/base/whole.h"
#include "base/file.h"
#include "base/process/self.h"

#include <string.h>

typedef struct stubs_options {
    const char *file;
} stubs_options;

static const tw_option options[] = {
    TW_OPTION_OUTPUT(stubs_options, "FILE", file),
};

const tw_option_table tw_stubs_table = {
    .command = "stubs", .option = options, .count = sizeof options / sizeof *options};

tw_status tw_stubs_folder(char *path, size_t size, bool *there) {
    static const char *const places[] = {"../share/tauwerk/library", "library"};
    char exe[3000], file[3200], *slash;
    *there = false;
    TW_TRY(tw_self_folder(exe, sizeof exe));
    if (!*exe) return TW_OK;
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        snprintf(file, sizeof file, "%s/%s/tauwerk.lua", exe, places[i]);
        tw_file_kind kind;
        TW_TRY(tw_file_look(file, true, &kind));
        if (kind == TW_FILE_NONE) continue;
        /* the path may not contain "..", since it is written into files */
        bool up = i == 0 && (slash = strrchr(exe, '/'));
        if (up) *slash = '\0';
        *there = snprintf(path, size, "%s/%s", exe, places[i] + (up ? 3 : 0)) < (int)size;
        return TW_OK;
    }
    return TW_OK;
}

static tw_status put_stubs(FILE *out, const void *of) {
    (void)of;
    return tw_stubs_write(out);
}

tw_status tw_stubs_command(int argc, char *const *argv) {
    stubs_options o = {0};
    int used;
    TW_TRY(tw_options_read(&tw_stubs_table, argc, argv, &o, &used));
    return tw_write_whole(put_stubs, NULL, o.file);
}
