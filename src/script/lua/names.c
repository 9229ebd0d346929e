/*
 * Names of the scenes that a script returns. They are also the names of their films, so they must
 * differ. Of the scenes that the script does not name, the first gets the script's name FILE, the
 * others FILE-2, FILE-3, ...; names that are in use already are skipped.
 */
#include "base/text/path.h"
#include "script/lua/state.h"

#include <stdlib.h>
#include <string.h>

/* true: the two names would give films the same file name */
static bool alike(const char *a, const char *b) {
    char x[TW_PATH_WORD], y[TW_PATH_WORD];
    tw_path_word(a, x);
    tw_path_word(b, y);
    return !strcmp(x, y);
}

static const char *name_of(const tw_scene *scene) {
    return scene->world->set.name ? scene->world->set.name : "";
}

static tw_status refuse(const tw_scene *a, const tw_scene *b) {
    const tw_place *p = &b->named_at, *q = &a->named_at;
    return tw_fail(TW_SCRIPT,
                   "%s:%d: field 'name': expected a name for each of the scenes that the script "
                   "returns, got '%s' again: %s:%d calls a scene '%s' (their files would be the "
                   "same)",
                   p->file, p->line, name_of(b), q->file, q->line, name_of(a));
}

/* fails if the script returns a scene twice, or gives two scenes names that stand for the same file
 */
static tw_status check_given(const tw_script *s) {
    tw_scene *const *all = s->returned.data;
    for (size_t i = 0; i < s->returned.count; i++)
        for (size_t k = 0; k < i; k++) {
            if (all[i] == all[k])
                return tw_fail(TW_SCRIPT, "%s: the script returns the scene '%s' twice", s->file,
                               name_of(all[i]));
            if (all[i]->named && all[k]->named && alike(name_of(all[i]), name_of(all[k])))
                return refuse(all[k], all[i]);
        }
    return TW_OK;
}

/* true: a scene that the script has named, or an unnamed one before the k-th, has that name */
static bool taken(const tw_script *s, size_t k, const char *name) {
    for (size_t i = 0; i < s->returned.count; i++) {
        const tw_scene *scene = s->returned.data[i];
        if ((scene->named || i < k) && alike(name_of(scene), name)) return true;
    }
    return false;
}

tw_status tw_script_name_scenes(tw_script *s) {
    TW_TRY(check_given(s));
    for (size_t k = 0; k < s->returned.count; k++) {
        tw_scene *scene = s->returned.data[k];
        const char *stem = name_of(scene);
        if (scene->named || !taken(s, k, stem)) continue;
        size_t size = strlen(stem) + 24;
        char *name = malloc(size);
        if (!name) return tw_fail_memory();
        unsigned n = 2;
        do snprintf(name, size, "%s-%u", stem, n++);
        while (taken(s, k, name));
        free(scene->world->set.name);
        scene->world->set.name = name;
    }
    return TW_OK;
}
