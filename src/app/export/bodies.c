/*
 * Export of a script's scene as glTF or USD: a node for each body, in body axes, with a mesh that
 * has one primitive for each of its shapes.
 */
#include "app/export/glb.h"

#include <stdlib.h>

typedef struct collector {
    const tw_scene *scene;
    double begin; /* s */
    tw_courses courses;
} collector;

static const tw_frame_item *item_of(const tw_frame *f, uint32_t tag) {
    for (size_t i = 0; i < f->item_count; i++)
        if (f->item[i].tag == tag) return &f->item[i];
    return NULL;
}

static tw_status add_parts(tw_course *c, const tw_body_state *b, const tw_frame *f) {
    for (int s = 0; s < b->shapes; s++) {
        const tw_frame_item *item = item_of(f, tw_body_tag(b, s));
        if (!item) continue;
        tw_gltf_part part = {.material = tw_course_material(&item->material)};
        tw_status status = tw_gltf_triangles(&b->shape[s], &b->shape_pose[s], &part.triangles);
        if (status == TW_OK) status = tw_push(&c->part, part);
        if (status != TW_OK) {
            tw_triangles_free(&part.triangles);
            return status;
        }
    }
    return TW_OK;
}

static tw_status look(void *context, int number, double t, const tw_frame *frame) {
    collector *c = context;
    size_t n = tw_scene_state_of(c->scene).bodies;
    (void)number;
    TW_TRY(tw_push(&c->courses.time, t - c->begin));
    for (size_t i = 0; i < n; i++) {
        const tw_body_state b = tw_body_state_of(c->scene, i);
        tw_course *one = NULL;
        TW_TRY(tw_course_of(&c->courses, b.o.serial, b.o.name, i, b.pose, &one));
        TW_TRY(tw_course_add(one, b.pose, b.visible));
        if (b.visible && !one->part.count) TW_TRY(add_parts(one, &b, frame));
    }
    return tw_courses_end_frame(&c->courses);
}

tw_status tw_export_glb(tw_scene *scene, const char *path, tw_report *report) {
    tw_scene_state now = tw_scene_state_of(scene);
    collector c = {.scene = scene, .begin = now.time};
    tw_film film = {.planned = 0};
    tw_scene_look looks = {.frame = look, .context = &c, .film = &film};
    tw_status s = tw_scene_play(scene, &looks, report);
    now = tw_scene_state_of(scene); /* events of the script may have changed the scene's name */
    tw_glb glb = {now.name, now.width, now.height, film.frames.data, film.frames.count};
    if (s == TW_OK && !glb.frames) s = tw_fail(TW_SCRIPT, "%s: the film has no frames", now.name);
    if (s == TW_OK) s = tw_courses_write(&c.courses, &glb, path);
    tw_film_drop(&film);
    tw_courses_free(&c.courses);
    return s;
}
