#include "app/import/import.h"

#include "app/base/report.h"
#include "app/base/stop.h"
#include "app/base/trust.h"
#include "app/base/whole.h"
#include "app/run/run.h"
#include "base/array.h"
#include "script/script.h"

#include <stdlib.h>
#include <string.h>

typedef struct import_options {
    const char *robot, *file;
    double limit_time;
    tw_trust trust;
} import_options;

static const tw_option options[] = {
    TW_OPTION_OUTPUT(import_options, "SCENE.lua", file),
    TW_OPTION_LIMIT_TIME(import_options, limit_time),
    TW_OPTION_TRUST(import_options, trust),
};

const tw_option_table tw_import_table = {.command = "import",
                                         .option = options,
                                         .count = sizeof options / sizeof *options,
                                         .only_word = "file",
                                         .word_place = offsetof(import_options, robot)};

typedef struct text {
    TW_ARRAY(char) letters;
    bool full; /* there was no memory for some */
} text;

static void add(void *context, const char *letters, size_t length) {
    text *t = context;
    size_t n = t->letters.count;
    t->full = t->full || tw_reserve(&t->letters, n + length) != TW_OK;
    if (t->full) return;
    memcpy(t->letters.data + n, letters, length);
    t->letters.count = n + length;
}

static tw_status put(FILE *out, const void *of) {
    const text *t = of;
    fwrite(t->letters.data, 1, t->letters.count, out);
    return TW_OK;
}

static tw_status convert(const import_options *o, tw_report *report, text *t) {
    tw_script *script;
    tw_script_options script_options = {.output = add,
                                        .output_context = t,
                                        .notice = tw_report_notice,
                                        .notice_context = report,
                                        .poll = tw_stop_poll,
                                        .bounds = tw_trust_bounds(&o->trust, NULL),
                                        .memory = tw_trust_heap(&o->trust, 0)};
    TW_TRY(tw_limits(o->limit_time, 0));
    TW_TRY(tw_trust_memory(&o->trust, 0));
    TW_TRY(tw_script_create(&script_options, &script));
    tw_status status = tw_script_run_robot(script, o->robot, "tauwerk.robot.write");
    tw_kept kept = tw_failure_keep(status);
    tw_script_destroy(script);
    TW_TRY(tw_failure_again(&kept));
    if (t->full) return tw_fail_memory();
    return tw_write_whole(put, t, o->file);
}

tw_status tw_import_command(int argc, char *const *argv) {
    import_options o = {0};
    tw_report *report = NULL;
    text t = {0};
    int used;
    TW_TRY(tw_options_read(&tw_import_table, argc, argv, &o, &used));
    if (!o.robot) return tw_fail(TW_USAGE, "import: expected a robot's file: .urdf, .xml, .sdf");
    TW_TRY(tw_trust_settle(&o.trust, "import", false));
    TW_TRY(tw_report_create(true, false, &report));
    tw_status status = convert(&o, report, &t);
    tw_kept kept = tw_failure_keep(status);
    tw_array_free(&t.letters);
    tw_status closed = tw_report_close(report);
    return status == TW_OK ? closed : tw_failure_again(&kept);
}
