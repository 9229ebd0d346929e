/*
 * Finds the scripts to check and their goldens; see check.h. In a folder: all *.lua in it and
 * below, except files and folders whose names begin with _ or a point.
 */
#include "app/check/check.h"
#include "base/file.h"
#include "base/text/path.h"

#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef TW_ARRAY(char *) names;

static void free_names(names *n) {
    for (size_t i = 0; i < n->count; i++) free(n->data[i]);
    tw_array_free(n);
}

static char *text(const char *a, const char *b, const char *c) {
    size_t n = strlen(a) + strlen(b) + strlen(c) + 1;
    char *s = malloc(n);
    if (s) snprintf(s, n, "%s%s%s", a, b, c);
    return s;
}

/* ---- goldens ------------------------------------------------------------------------------- */

/* *out: the folder for goldens of scripts in `folder`: --golden DIR plus the path of `folder`
 * relative to the working folder, or, if it is outside of that, its absolute path */
static tw_status place_in(const char *golden, const char *folder, char **out) {
    char here[PATH_MAX], there[PATH_MAX];
    if (!getcwd(here, sizeof here) || !realpath(folder, there))
        return tw_fail(TW_IO, "cannot find the folder '%s'", folder);
    size_t n = strlen(here);
    const char *rest = there;
    if (!strncmp(there, here, n) && (there[n] == '/' || !there[n])) rest = there + n;
    while (*rest == '/') rest++;
    *out = text(golden, *rest ? "/" : "", rest);
    return *out ? TW_OK : tw_fail_memory();
}

static tw_status fill_case(const tw_check_options *o, tw_check_case *c) {
    const char *slash = strrchr(c->script, '/');
    const char *base = tw_path_name(c->script);
    char *folder = slash ? strndup(c->script, (size_t)(slash - c->script) + (slash == c->script))
                         : strdup(".");
    if (!folder) return tw_fail_memory();
    tw_status s = TW_OK;
    if (o->golden)
        s = place_in(o->golden, folder, &c->golden_folder);
    else
        c->golden_folder = slash ? text(folder, "/", "golden") : strdup("golden");
    free(folder);
    TW_TRY(s);
    c->stem = strndup(base, tw_path_stem(base, ".lua"));
    if (!c->golden_folder || !c->stem) return tw_fail_memory();
    char *end = text("/", c->stem, ".golden");
    c->golden_path = end ? text(c->golden_folder, end, "") : NULL;
    free(end);
    return c->golden_path ? TW_OK : tw_fail_memory();
}

/* adds a case for a script, unless it is there already; takes ownership of its malloc'ed path */
static tw_status add(const tw_check_options *o, char *script, tw_check_cases *cases) {
    tw_check_case c = {.script = script};
    for (size_t i = 0; i < cases->count; i++)
        if (!strcmp(cases->data[i].script, script)) return free(script), TW_OK;
    if (tw_push(cases, c) != TW_OK) return free(script), tw_fail_memory();
    return fill_case(o, &cases->data[cases->count - 1]);
}

/* ---- folders ------------------------------------------------------------------------------- */

static int by_name(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static tw_status list(const char *folder, names *out) {
    DIR *d = opendir(folder);
    if (!d) return tw_fail_system("cannot read the folder '%s'", folder);
    tw_status s = TW_OK;
    for (struct dirent *e; s == TW_OK && (e = tw_folder_next(d, folder, &s));) {
        if (e->d_name[0] == '.' || e->d_name[0] == '_') continue;
        char *name = strdup(e->d_name);
        if (!name || tw_push(out, name) != TW_OK) {
            free(name);
            s = tw_fail_memory();
        }
    }
    closedir(d);
    if (out->count) qsort(out->data, out->count, sizeof *out->data, by_name);
    return s;
}

static tw_status walk(const tw_check_options *o, const char *folder, int depth,
                      tw_check_cases *cases) {
    names n = {0};
    if (depth > 40) return tw_fail(TW_IO, "'%s': folders are nested too deeply", folder);
    tw_status s = list(folder, &n);
    for (size_t i = 0; s == TW_OK && i < n.count; i++) {
        tw_file_kind own = TW_FILE_NONE, goal = TW_FILE_NONE;
        bool here = !strcmp(folder, ".");
        char *path = here ? strdup(n.data[i]) : text(folder, "/", n.data[i]);
        bool scene = path && tw_ends_in(path, ".lua");
        if (!path) s = tw_fail_memory();
        if (s == TW_OK) s = tw_file_look(path, false, &own);
        if (s == TW_OK && scene) s = tw_file_look(path, true, &goal);
        if (s == TW_OK && own == TW_FILE_FOLDER) {
            s = walk(o, path, depth + 1, cases);
        } else if (s == TW_OK && scene && (goal == TW_FILE_REGULAR || goal == TW_FILE_NONE)) {
            /* a broken link is added as a script, so that its failure is reported */
            s = add(o, path, cases);
            path = NULL;
        }
        free(path);
    }
    free_names(&n);
    return s;
}

tw_status tw_check_find(const tw_check_options *o, tw_check_cases *cases) {
    static const char *const here[] = {"."};
    const char *const *paths = o->paths.count ? o->paths.data : here;
    for (size_t i = 0, n = o->paths.count ? o->paths.count : 1; i < n; i++) {
        tw_file_kind kind;
        TW_TRY(tw_file_look(paths[i], true, &kind));
        if (kind == TW_FILE_NONE)
            return tw_fail(TW_IO, "there is no file or folder '%s'", paths[i]);
        char *path = strdup(paths[i]);
        if (!path) return tw_fail_memory();
        for (size_t k = strlen(path); k > 1 && path[k - 1] == '/'; k--) path[k - 1] = '\0';
        if (kind != TW_FILE_FOLDER) {
            TW_TRY(add(o, path, cases));
            continue;
        }
        tw_status s = walk(o, path, 0, cases);
        free(path);
        TW_TRY(s);
    }
    return cases->count ? TW_OK : tw_fail(TW_USAGE, "check: there is no scene in %s", paths[0]);
}
