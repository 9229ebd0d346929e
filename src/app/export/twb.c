/*
 * Export of a baked film as glTF or USD. A baked film does not have the scene's bodies, only the
 * solids in its pictures, so each solid is a node, named by its number.
 */
#include "app/export/glb.h"
#include "io/store/store.h"
#include "library/film.h"
#include "library/frames.h"

#include <stdio.h>
#include <stdlib.h>

static tw_status add_item(tw_courses *c, const tw_frame *f, size_t i) {
    const tw_frame_item *item = &f->item[i];
    tw_pose pose = f->pose[item->first_pose];
    char name[40];
    tw_course *one = NULL;
    snprintf(name, sizeof name, "solid%lu", (unsigned long)item->tag);
    TW_TRY(tw_course_of(c, item->tag, name, i, pose, &one));
    /* several items of a frame may have the same tag; only the first is a node */
    if (one->pose.count == c->time.count) return TW_OK;
    TW_TRY(tw_course_add(one, pose, true));
    if (one->part.count) return TW_OK;
    tw_pose here = {{0, 0, 0}, q_identity()};
    tw_gltf_part part = {.material = tw_course_material(&item->material)};
    tw_status s = tw_gltf_triangles(&item->shape, &here, &part.triangles);
    if (s == TW_OK) s = tw_push(&one->part, part);
    if (s != TW_OK) tw_triangles_free(&part.triangles);
    return s;
}

/* time since the film began, s; in a retimed film this differs from the scene's time */
static double film_time(const tw_frame *f, const tw_store_head *h) {
    double u = (f->number - 1) / h->fps;
    return f->time == h->begin + u ? f->time - h->begin : u;
}

static tw_status add_frame(tw_courses *c, const tw_frame *f, const tw_store_head *h) {
    TW_TRY(tw_push(&c->time, film_time(f, h)));
    for (size_t i = 0; i < f->item_count; i++) TW_TRY(add_item(c, f, i));
    return tw_courses_end_frame(c);
}

static tw_status read_frames(tw_store *store, tw_frame **all, size_t count) {
    for (size_t k = 0; k < count; k++) {
        all[k] = calloc(1, sizeof *all[k]);
        if (!all[k]) return tw_fail_memory();
        TW_TRY(tw_store_frame(store, k, all[k]));
        tw_frame_freeze(all[k]);
    }
    const tw_store_head *h = tw_store_head_of(store);
    return tw_frames_complete(all, count, (double)h->width / h->height);
}

static tw_status write(tw_store *store, const char *from, const char *path) {
    const tw_store_head *h = tw_store_head_of(store);
    size_t count = tw_store_count(store);
    if (!tw_store_end_of(store))
        return tw_fail(TW_IO, "%s: the film is not whole: %zu of %d frames", from, count,
                       h->planned);
    if (h->parts > 1)
        return tw_fail(TW_USAGE,
                       "export: %s is a film of %d scenes and cards, a glTF file holds one scene: "
                       "bake the scenes by themselves",
                       from, h->parts);
    if (!count) return tw_fail(TW_IO, "%s: the film has no frames", from);
    tw_frame **all = calloc(count, sizeof *all);
    if (!all) return tw_fail_memory();
    tw_courses c = {.time = {0}};
    tw_status s = read_frames(store, all, count);
    for (size_t k = 0; s == TW_OK && k < count; k++) s = add_frame(&c, all[k], h);
    tw_glb glb = {h->scene, h->width, h->height, all, count};
    if (s == TW_OK) s = tw_courses_write(&c, &glb, path);
    for (size_t k = 0; k < count; k++) tw_frame_drop(all[k]);
    free(all);
    tw_courses_free(&c);
    return s;
}

tw_status tw_export_baked(const char *from, const char *path) {
    tw_store *store;
    TW_TRY(tw_store_open(from, &store));
    tw_status s = write(store, from, path);
    tw_store_close(store);
    return s;
}
