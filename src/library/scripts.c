/* Scripts of commands; see scripts.h. */
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

tw_status tw_script_need_scenes(const tw_script *script, const char *path) {
    if (tw_script_scene_count(script)) return TW_OK;
    return tw_fail(TW_SCRIPT, "%s: the script returns no scene; end it with 'return scene'", path);
}

tw_status tw_script_run_scenes(tw_script *script, const char *path) {
    TW_TRY(tw_script_run_file(script, path, 0, NULL));
    return tw_script_need_scenes(script, path);
}
