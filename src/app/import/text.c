/* Writes the output of a chunk of lua/tauwerk to a file; see text.h. */
#include "app/import/text.h"

#include "app/base/report.h"
#include "app/base/stop.h"
#include "app/base/whole.h"
#include "app/run/run.h"
#include "base/array.h"
#include "library/scripts.h"

#include <stdlib.h>
#include <string.h>

typedef struct text {
    TW_ARRAY(char) letters;
    bool full; /* true: memory for a part of the text ran out */
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

static tw_status run_robot(void *context, tw_script *script) {
    const tw_robot_text *job = context;
    TW_TRY(tw_script_sets(script, job->sets.data, job->sets.count));
    return tw_script_do_robot(script, job->file, job->chunk, job->argc, job->argv);
}

static tw_status convert(tw_robot_text *job, tw_report *report, text *t) {
    tw_script_options script_options = {.output = add,
                                        .output_context = t,
                                        .notice = tw_report_notice,
                                        .notice_context = report,
                                        .poll.ask = tw_stop_poll,
                                        .bounds = tw_trust_bounds(&job->trust, NULL),
                                        .memory = tw_trust_heap(&job->trust, 0)};
    TW_TRY(tw_limits(job->limit_time, 0));
    TW_TRY(tw_trust_memory(&job->trust, 0));
    TW_TRY(tw_script_with(&script_options, run_robot, job));
    if (t->full) return tw_fail_memory();
    return tw_write_whole(put, t, job->output);
}

tw_status tw_robot_text_write(tw_robot_text *job) {
    tw_report *report = NULL;
    text t = {0};
    TW_TRY(tw_trust_settle(&job->trust, job->command, false));
    TW_TRY(tw_report_create(true, false, &report));
    tw_status status = convert(job, report, &t);
    tw_kept kept = tw_failure_keep(status);
    tw_array_free(&t.letters);
    tw_status closed = tw_report_close(report);
    return status == TW_OK ? closed : tw_failure_again(&kept);
}
