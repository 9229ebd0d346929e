/* Opens and runs scripts for commands, and counts their checks; see scripts.h. */
#include "library/scripts.h"

#include <string.h>

tw_status tw_script_with(const tw_script_options *options,
                         tw_status (*work)(void *context, tw_script *script), void *context) {
    tw_script *script;
    TW_TRY(tw_script_create(options, &script));
    tw_status s = work(context, script);
    tw_kept kept = tw_failure_keep(s);
    tw_script_destroy(script);
    return tw_failure_again(&kept);
}

tw_status tw_script_sets(tw_script *script, const char *const *set, size_t count) {
    for (size_t i = 0; i < count; i++) {
        char name[256];
        size_t n = strcspn(set[i], "=");
        if (n >= sizeof name) return tw_fail(TW_USAGE, "the name in --set %s is too long", set[i]);
        if (!set[i][n]) return tw_fail(TW_USAGE, "--set: expected NAME=VALUE, got '%s'", set[i]);
        memcpy(name, set[i], n);
        name[n] = '\0';
        TW_TRY(tw_script_set(script, name, set[i] + n + 1));
    }
    return TW_OK;
}

/* ---- running -------------------------------------------------------------------------------- */

tw_status tw_script_do_file(tw_script *script, const char *path, int argc, char *const *argv) {
    return tw_script_run_file(script, path, argc, argv);
}

tw_status tw_script_do_text(tw_script *script, const char *path, const char *text, size_t size) {
    return tw_script_run_text(script, path, text, size);
}

tw_status tw_script_do_robot(tw_script *script, const char *path, const char *chunk, int argc,
                             char *const *argv) {
    return tw_script_run_robot(script, path, chunk, argc, argv);
}

tw_status tw_script_need_scenes(const tw_script *script, const char *path) {
    if (tw_script_scene_count(script)) return TW_OK;
    return tw_fail(TW_SCRIPT, "%s: the script returns no scene; end it with 'return scene'", path);
}

tw_status tw_script_run_scenes(tw_script *script, const char *path) {
    TW_TRY(tw_script_run_file(script, path, 0, NULL));
    return tw_script_need_scenes(script, path);
}

/* ---- results -------------------------------------------------------------------------------- */

int tw_script_returned(const tw_script *script) {
    return tw_script_scene_count(script);
}

tw_scene *tw_script_nth(const tw_script *script, int i) {
    return tw_script_scene(script, i);
}

const tw_script_film *tw_script_cut(const tw_script *script) {
    return tw_script_film_of(script);
}

const char *tw_script_borrowed(const tw_scene *scene) {
    return tw_scene_module(scene);
}

void tw_script_called_by(const tw_script *script, char *name, size_t size) {
    tw_script_name(script, name, size);
}

void tw_script_shot_of(const tw_script_shot *shot, const struct tw_pace *p, double *from,
                       double *to) {
    tw_script_shot_span(shot, p, from, to);
}

static tw_status add(tw_tally *t, tw_status s, int passed, int failed) {
    t->passed += passed;
    t->failed += failed;
    return s;
}

tw_status tw_tally_scene(tw_tally *t, tw_scene *scene) {
    int passed = 0, failed = 0;
    tw_status s = tw_scene_checks(scene, t->report, t->context, &passed, &failed);
    return add(t, s, passed, failed);
}

void tw_tally_leave(tw_scene *scene) {
    tw_scene_unasked(scene);
}

tw_status tw_tally_script(tw_tally *t, tw_script *script) {
    int passed = 0, failed = 0;
    tw_status s = tw_script_checks(script, t->report, t->context, &passed, &failed);
    return add(t, s, passed, failed);
}

tw_status tw_tally_status(const tw_tally *t) {
    if (!t->failed) return TW_OK;
    return tw_fail(TW_MISMATCH, "%d of %d checks failed", t->failed, t->failed + t->passed);
}

/* ---- the prompt ----------------------------------------------------------------------------- */

tw_status tw_prompt_run(tw_script *script, const tw_prompt *p) {
    return tw_script_prompt(script, p);
}

void tw_prompt_complete(tw_script *script, const char *text, const tw_completion *c) {
    tw_script_complete(script, text, c);
}
