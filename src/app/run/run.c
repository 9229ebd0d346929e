/*
 * The commands run and bake: options, the script, its scenes one after the other or as one film;
 * see run.h. A failure ends the run at once, a failed check only at its end.
 */
#include "app/base/stop.h"
#include "app/render/manifest.h"
#include "app/run/impl.h"
#include "base/file.h"
#include "base/process/self.h"
#include "library/resume.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the script ---------------------------------------------------------------------------- */

static tw_status run_scenes(void *context, tw_script *script) {
    tw_running *r = context;
    r->script = script;
    r->checks = (tw_tally){.report = tw_run_tell_check, .context = r};
    TW_TRY(tw_script_sets(r->script, r->o.sets.data, r->o.sets.count));
    tw_keep_open(r->script, r->report, &r->keep);
    if (!r->keep.off) TW_TRY(tw_resume_note(r->script, r->o.script));
    TW_TRY(tw_script_do_file(r->script, r->o.script, 0, NULL));
    int n = tw_script_returned(r->script);
    if (n == 0 && !tw_script_cut(r->script))
        return tw_fail(TW_SCRIPT,
                       "%s: the script returns no scene to animate; end it with 'return scene', or "
                       "run it with 'tauwerk lua %s'",
                       r->o.script, r->o.script);
    const tw_script_film *film = tw_script_cut(r->script);
    r->keep.off |= n > 1 || film;
    if (film)
        TW_TRY(tw_run_film(r, film));
    else
        for (int i = 0; i < n; i++) TW_TRY(tw_run_scene(r, tw_script_nth(r->script, i)));
    TW_TRY(tw_tally_script(&r->checks, r->script));
    return tw_tally_status(&r->checks);
}

static tw_status run_script(tw_running *r) {
    double began = tw_clock();
    TW_TRY(tw_self_digest(&r->program));
    TW_TRY(tw_digest_file(r->o.script, &r->source));
    TW_TRY(tw_limits(r->o.limit_time, r->o.limit_memory));
    TW_TRY(tw_trust_memory(&r->o.trust, r->o.limit_memory));
    /* a sandboxed script can write only into a folder that exists */
    if (r->o.trust.sandbox && r->o.folder) TW_TRY(tw_folder_make(r->o.folder));
    if (r->o.summary) TW_TRY(tw_summary_open(r->o.summary, &r->summary));
    tw_script_options options = {.output = tw_report_print,
                                 .output_context = r->report,
                                 .notice = tw_report_notice,
                                 .notice_context = r->report,
                                 .progress = tw_report_progress,
                                 .progress_context = r->report,
                                 .solved = r->o.solved,
                                 .poll.ask = tw_stop_poll,
                                 .bounds = tw_trust_bounds(&r->o.trust, r->o.folder),
                                 .memory = tw_trust_heap(&r->o.trust, r->o.limit_memory)};
    tw_status status = tw_script_with(&options, run_scenes, r);
    tw_report_end(r->report);
    tw_report_result(r->report, NULL, status, 0, tw_clock() - began);
    return status;
}

/* malloc'ed: the words of the command line, separated by spaces; NULL: no memory */
static char *joined(int argc, char *const *argv) {
    size_t n = 1;
    for (int i = 0; i < argc; i++) n += strlen(argv[i]) + 1;
    char *text = calloc(n, 1);
    for (int i = 0; text && i < argc; i++) {
        if (i) strcat(text, " ");
        strcat(text, argv[i]);
    }
    return text;
}

static tw_status check_video(const tw_run_options *o) {
    if (o->no_render) return tw_fail(TW_USAGE, "run: --video needs pictures, without --no-render");
    if (o->format != TW_FORMAT_PNG)
        return tw_fail(TW_USAGE, "run: --video is made of pictures in the format png");
    if (!strcmp(o->video, "-"))
        return tw_fail(TW_USAGE, "run: option '--video': expected a file; 'tauwerk movie DIR -o -' "
                                 "writes to the standard output");
    return TW_OK;
}

static tw_status read_options(const tw_option_table *table, int argc, char *const *argv,
                              tw_run_options *o) {
    int used;
    TW_TRY(tw_options_read(table, argc, argv, o, &used));
    if (!o->script)
        return tw_fail(TW_USAGE, "%s: expected a script, got none (see 'tauwerk help %s')",
                       table->command, table->command);
    if (table == &tw_bake_table && !o->bake)
        return tw_fail(TW_USAGE, "bake: option '-o': expected FILE.twb, got none");
    TW_TRY(tw_check_pictures(table, o));
    TW_TRY(tw_trust_settle(&o->trust, table->command, false));
    if (o->jobs && !o->sweeps.count) return tw_fail(TW_USAGE, "run: option '--jobs' needs --sweep");
    return o->video ? check_video(o) : TW_OK;
}

static tw_status run_as(const tw_option_table *table, int argc, char *const *argv) {
    tw_running r = {.o = {.quality = TW_QUALITY_NORMAL,
                          .format = TW_FORMAT_ANY,
                          .ground = TW_CATCH_UNSAID,
                          .range = {.step = 1}}};
    char *words = joined(argc, argv);
    tw_status status = words ? TW_OK : tw_fail_memory();
    r.o.words = words;
    if (status == TW_OK) status = read_options(table, argc, argv, &r.o);
    bool sweep = status == TW_OK && r.o.sweeps.count > 0;
    if (sweep) status = tw_sweep(&r.o, argc, argv);
    if (status == TW_OK && !sweep) status = tw_report_create(r.o.quiet, r.o.json, &r.report);
    if (status == TW_OK && !sweep) status = run_script(&r);
    tw_kept kept = tw_failure_keep(status);
    tw_status closed = tw_report_close(r.report);
    /* failed checks are a result of the run, so the summary is written */
    if (status == TW_OK || status == TW_MISMATCH) {
        tw_status summed = tw_summary_close(r.summary);
        if (closed == TW_OK) closed = summed;
    } else {
        tw_summary_discard(r.summary);
    }
    tw_array_free(&r.o.sets);
    tw_array_free(&r.o.sweeps);
    free(words);
    return status == TW_OK ? closed : tw_failure_again(&kept);
}

tw_status tw_run(int argc, char *const *argv) {
    return run_as(&tw_run_table, argc, argv);
}

tw_status tw_bake(int argc, char *const *argv) {
    return run_as(&tw_bake_table, argc, argv);
}

tw_status tw_render_baked(int argc, char *const *argv) {
    char *words = joined(argc, argv);
    if (!words) return tw_fail_memory();
    tw_status status = tw_render_words(argc, argv, words);
    free(words);
    return status;
}
