/*
 * Implementation of --update: replaces goldens by the new records, all or none: the old files are
 * kept in memory and are restored if one file cannot be written. A golden is written after its
 * pictures. See check.h.
 */
#include "app/check/check.h"

#include "base/file.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATH = 4096 };

/* a file as it was before the update */
typedef struct touched {
    /* path of the file, and its contents before the update; data NULL: the file did not exist */
    char *path, *data;
    size_t size;
} touched;

typedef TW_ARRAY(touched) journal;

static tw_status remember(journal *j, const char *path) {
    touched t = {.path = strdup(path)};
    tw_status s = t.path ? TW_OK : tw_fail_memory();
    tw_file_kind kind = TW_FILE_NONE;
    if (s == TW_OK) s = tw_file_look(path, true, &kind);
    if (s == TW_OK && kind != TW_FILE_NONE) s = tw_file_read(path, &t.data, &t.size);
    if (s == TW_OK && tw_push(j, t) != TW_OK) s = tw_fail_memory();
    if (s == TW_OK) return TW_OK;
    free(t.path);
    free(t.data);
    return s;
}

/* restores the files in reverse order, as far as possible; its own failures are ignored, since an
 * earlier one is reported */
static void undo(journal *j) {
    for (size_t i = j->count; i-- > 0;) {
        touched *t = &j->data[i];
        if (t->data)
            tw_file_write(t->path, t->data, t->size);
        else
            unlink(t->path);
    }
}

static void forget(journal *j) {
    for (size_t i = 0; i < j->count; i++) {
        free(j->data[i].path);
        free(j->data[i].data);
    }
    tw_array_free(j);
}

static bool same_file(const char *path, const char *data, size_t size) {
    char *old;
    size_t n;
    if (tw_file_absent(path) || tw_file_read(path, &old, &n) != TW_OK) return false;
    bool same = n == size && !memcmp(old, data, n);
    free(old);
    return same;
}

/* copies a file of the run to its place among the goldens; *changed: set if the file there was
 * different */
static tw_status put(journal *j, const char *from_folder, const char *from, const char *to_folder,
                     const char *to, bool *changed) {
    char source[PATH], goal[PATH], *data;
    size_t size;
    if (snprintf(source, sizeof source, "%s/%s", from_folder, from) >= PATH ||
        snprintf(goal, sizeof goal, "%s/%s", to_folder, to) >= PATH)
        return tw_fail(TW_IO, "the path of '%s' is too long", to);
    TW_TRY(tw_file_read(source, &data, &size));
    tw_status s = TW_OK;
    if (!same_file(goal, data, size)) {
        *changed = true;
        s = remember(j, goal);
        if (s == TW_OK) s = tw_file_write(goal, data, size);
    }
    free(data);
    return s;
}

static bool has_picture(const tw_golden *g, const char *file) {
    for (size_t i = 0; i < g->scenes.count; i++)
        for (size_t k = 0; k < g->scenes.data[i].pictures.count; k++)
            if (!strcmp(g->scenes.data[i].pictures.data[k].file, file)) return true;
    return false;
}

/* removes pictures of the old golden that the new one does not have */
static tw_status drop_pictures(journal *j, const tw_check_case *c) {
    for (size_t i = 0; i < c->golden.scenes.count; i++)
        for (size_t k = 0; k < c->golden.scenes.data[i].pictures.count; k++) {
            char path[PATH];
            const char *file = c->golden.scenes.data[i].pictures.data[k].file;
            snprintf(path, sizeof path, "%s/%s", c->golden_folder, file);
            if (has_picture(&c->fresh, file) || tw_file_absent(path)) continue;
            TW_TRY(remember(j, path));
            if (unlink(path) != 0) return tw_fail(TW_IO, "cannot remove '%s'", path);
        }
    return TW_OK;
}

static tw_status update_case(journal *j, const tw_check_case *c, bool *changed) {
    char file[PATH];
    TW_TRY(tw_folder_make(c->golden_folder));
    for (size_t i = 0; i < c->fresh.scenes.count; i++) {
        const tw_golden_scene *s = &c->fresh.scenes.data[i];
        for (size_t k = 0; k < s->pictures.count; k++)
            TW_TRY(put(j, c->work, s->pictures.data[k].file, c->golden_folder,
                       s->pictures.data[k].file, changed));
    }
    snprintf(file, sizeof file, "%s.golden", c->stem);
    TW_TRY(put(j, c->work, "record", c->golden_folder, file, changed));
    return drop_pictures(j, c);
}

static void tell(const tw_check_case *c) {
    if (c->missing) {
        printf("new        %s: %s\n", c->script, c->golden_path);
        return;
    }
    size_t n = 0;
    printf("rewritten  %s:\n", c->script);
    for (size_t i = 0; i < c->comparisons.count; i++) {
        const tw_comparison *k = &c->comparisons.data[i];
        for (size_t f = 0; f < k->findings.count; f++, n++) {
            const tw_finding *found = &k->findings.data[f];
            printf("           %s", found->text);
            if (found->count > 1 || found->largest > 0)
                printf(" (%zu differ, by up to %.3g)", found->count, found->largest);
            putchar('\n');
        }
    }
    if (!n) printf("           nothing beyond the tolerances\n");
}

tw_status tw_check_update(tw_check_cases *cases, size_t *written) {
    journal j = {0};
    bool *changed = calloc(cases->count + 1, sizeof *changed);
    tw_status s = changed ? TW_OK : tw_fail_memory();
    *written = 0;
    for (size_t i = 0; s == TW_OK && i < cases->count; i++)
        if (!cases->data[i].test) s = update_case(&j, &cases->data[i], &changed[i]);
    if (s == TW_OK) {
        for (size_t i = 0; i < cases->count; i++) {
            if (changed[i]) tell(&cases->data[i]);
            *written += changed[i];
        }
    } else {
        tw_kept kept = tw_failure_keep(s);
        undo(&j);
        s = tw_fail(s, "check: no golden was changed: %s", kept.text);
    }
    forget(&j);
    free(changed);
    return s;
}
