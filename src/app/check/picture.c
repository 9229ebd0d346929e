/* Comparison of a run's pictures with those of its golden; see compare.h and io/picture/likeness.h.
 */
#include "app/check/compare.h"

#include "base/file.h"
#include "io/picture/image.h"
#include "io/picture/likeness.h"
#include "io/picture/pixmap.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { RANK_PICTURE = 9 };

static tw_status join(const char *folder, const char *file, const char *ending, char **path) {
    size_t n = strlen(folder) + strlen(file) + strlen(ending) + 2;
    *path = malloc(n);
    if (!*path) return tw_fail_memory();
    snprintf(*path, n, "%s/%s%s", folder, file, ending);
    return TW_OK;
}

static tw_status load(const char *path, tw_pixmap **map) {
    char *bytes;
    size_t size;
    TW_TRY(tw_file_read(path, &bytes, &size));
    tw_status s = tw_pixmap_parse(bytes, size, map);
    free(bytes);
    return s;
}

/* compares two pictures of the same size; if they differ, writes a picture of the difference as a
 * PNG */
static tw_status measure(const tw_pixmap *golden, const tw_pixmap *fresh, tw_shown_picture *p,
                         bool *same) {
    const tw_pixmap_level *a = &golden->level[0], *b = &fresh->level[0];
    size_t bytes = (size_t)a->width * (size_t)a->height * 4;
    *same = !memcmp(a->rgba, b->rgba, bytes);
    p->dssim = 0;
    if (*same) return TW_OK;
    uint8_t *map = malloc(bytes);
    if (!map) return tw_fail_memory();
    tw_status s = tw_likeness(a->width, a->height, a->rgba, b->rgba, &p->dssim, map);
    if (s == TW_OK) s = tw_png_write(p->map, a->width, a->height, map, false);
    free(map);
    return s;
}

static tw_status compare_loaded(tw_comparison *c, tw_shown_picture *p, const tw_pixmap *golden,
                                const tw_pixmap *fresh, bool *drawn) {
    const tw_pixmap_level *a = &fresh->level[0], *b = &golden->level[0];
    if (a->width != b->width || a->height != b->height)
        return tw_comparison_add(c, "picture", p->frame, RANK_PICTURE, NULL,
                                 "picture of frame %d: %d x %d pixels, in the golden %d x %d",
                                 p->frame, a->width, a->height, b->width, b->height);
    bool same;
    double allowed = c->fresh->allowed[TW_ALLOWED_PICTURE];
    TW_TRY(measure(golden, fresh, p, &same));
    *drawn = !same;
    if (same || (allowed > 0 && p->dssim <= allowed)) return TW_OK;
    return tw_comparison_add(c, "picture", p->frame, RANK_PICTURE, NULL,
                             "picture of frame %d: other pixels, dissimilarity %.3g, allowed %g",
                             p->frame, p->dssim, allowed);
}

static tw_status compare_files(tw_comparison *c, tw_shown_picture *p) {
    tw_pixmap *golden, *fresh;
    bool drawn = false;
    if (tw_file_absent(p->golden)) {
        tw_status s = tw_comparison_add(c, "picture", p->frame, RANK_PICTURE, NULL,
                                        "picture of frame %d: the golden's '%.300s' is missing",
                                        p->frame, p->golden);
        free(p->golden);
        free(p->map);
        p->golden = p->map = NULL;
        return s;
    }
    TW_TRY(load(p->fresh, &fresh));
    tw_status s = load(p->golden, &golden);
    if (s == TW_OK) {
        s = compare_loaded(c, p, golden, fresh, &drawn);
        tw_pixmap_drop(golden);
    } else if (s != TW_MEMORY) {
        s = tw_comparison_add(c, "picture", p->frame, RANK_PICTURE, NULL,
                              "picture of frame %d: the golden's '%.200s' cannot be read: %.200s",
                              p->frame, p->golden, tw_failure());
    }
    tw_pixmap_drop(fresh);
    if (!drawn) {
        free(p->map);
        p->map = NULL;
    }
    return s;
}

tw_status tw_compare_pictures(const char *golden_folder, const char *fresh_folder,
                              tw_comparison *c) {
    const tw_golden_scene *a = c->fresh, *b = c->golden;
    size_t n = a->pictures.count;
    if ((n || b->pictures.count) && strcmp(a->look, b->look) != 0)
        return tw_comparison_add(
            c, "picture", 0, RANK_PICTURE, NULL,
            "the pictures have %s%s, in the golden %s%s: compare with the same --look",
            *a->look ? "the look " : "the scene's own look", a->look,
            *b->look ? "the look " : "the scene's own look", b->look);
    bool other = n != b->pictures.count;
    for (size_t i = 0; i < n && !other; i++)
        other = a->pictures.data[i].frame != b->pictures.data[i].frame;
    if (other)
        return tw_comparison_add(c, "picture", 0, RANK_PICTURE, NULL,
                                 "there are pictures of other frames than in the golden (%zu, in "
                                 "the golden %zu)",
                                 n, b->pictures.count);
    for (size_t i = 0; i < n; i++) {
        const char *file = a->pictures.data[i].file;
        tw_shown_picture p = {.frame = a->pictures.data[i].frame};
        tw_status s = join(golden_folder, b->pictures.data[i].file, "", &p.golden);
        if (s == TW_OK) s = join(fresh_folder, file, "", &p.fresh);
        if (s == TW_OK) s = join(fresh_folder, file, ".map.png", &p.map);
        if (s == TW_OK) s = compare_files(c, &p);
        if (s == TW_OK) s = tw_push(&c->pictures, p);
        if (s == TW_OK) continue;
        free(p.golden);
        free(p.fresh);
        free(p.map);
        return s;
    }
    return TW_OK;
}
