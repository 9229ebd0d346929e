/*
 * Export of a film as animated glTF or USD: a node for each body of a script's scene (bodies.c), or
 * for each solid in the pictures of a baked film (twb.c); the camera of the film, and the lights
 * and the ground of its first frame.
 *
 * Things that are created or removed, shown or hidden during the film have no size while they are
 * not visible. Lights keep the scene's own numbers (W/m^2, W/sr) as intensities.
 */
#include "app/export/glb.h"
#include "app/version.h"
#include "base/text/path.h"
#include "io/gltf/usd.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- courses -------------------------------------------------------------------------------- */

tw_gltf_material tw_course_material(const tw_material *m) {
    tw_gltf_material g = {.color = {m->color.r, m->color.g, m->color.b, m->opacity},
                          .metallic = m->model == TW_SURFACE_GGX ? 1 : m->metallic,
                          .roughness = m->model == TW_SURFACE_LAMBERT ? 1 : m->roughness,
                          .emission = {m->emission.r, m->emission.g, m->emission.b}};
    return g;
}

/* finds a course by its key. Things keep their order from frame to frame, so `hint`, which is tried
 * first, is nearly always right */
tw_course *tw_course_find(const tw_courses *c, uint32_t key, size_t hint) {
    size_t n = c->course.count;
    for (size_t k = 0; k < n; k++)
        if (c->course.data[(hint + k) % n].key == key) return &c->course.data[(hint + k) % n];
    return NULL;
}

tw_status tw_course_of(tw_courses *c, uint32_t key, const char *name, size_t hint, tw_pose pose,
                       tw_course **out) {
    *out = tw_course_find(c, key, hint);
    if (*out) return TW_OK;
    tw_course made = {.key = key, .name = strdup(name)};
    if (!made.name) return tw_fail_memory();
    if (tw_push(&c->course, made) != TW_OK) {
        free(made.name);
        return TW_MEMORY;
    }
    *out = &c->course.data[c->course.count - 1];
    /* for the frames before its first one the thing has the pose of that one */
    for (size_t k = 0; k + 1 < c->time.count; k++) TW_TRY(tw_course_add(*out, pose, false));
    return TW_OK;
}

tw_status tw_course_add(tw_course *course, tw_pose pose, bool there) {
    TW_TRY(tw_push(&course->pose, pose));
    return tw_push(&course->there, there);
}

tw_status tw_courses_end_frame(tw_courses *c) {
    for (size_t i = 0; i < c->course.count; i++) {
        tw_course *one = &c->course.data[i];
        if (one->pose.count == c->time.count) continue;
        tw_pose last = one->pose.data[one->pose.count - 1];
        TW_TRY(tw_course_add(one, last, false));
    }
    return TW_OK;
}

/* ---- camera, lights, ground ----------------------------------------------------------------- */

/* the rotation that takes the axes to the given unit vectors x, y, z */
static quat turn_to(vec3 x, vec3 y, vec3 z) {
    double trace = x.x + y.y + z.z;
    quat q;
    if (trace > 0)
        q = (quat){1 + trace, y.z - z.y, z.x - x.z, x.y - y.x};
    else if (x.x >= y.y && x.x >= z.z)
        q = (quat){y.z - z.y, 1 + x.x - y.y - z.z, x.y + y.x, z.x + x.z};
    else if (y.y >= z.z)
        q = (quat){z.x - x.z, x.y + y.x, 1 - x.x + y.y - z.z, y.z + z.y};
    else
        q = (quat){x.y - y.x, z.x + x.z, y.z + z.y, 1 - x.x - y.y + z.z};
    return q_normalized(q);
}

/* pose of the camera's node; a camera of glTF looks along its -z axis, with y up */
static tw_pose camera_pose(const tw_camera *k) {
    vec3 back = v3_sub(k->eye, k->target), up = k->up;
    double length = v3_length(back);
    back = length > 0 ? v3_scale(back, 1 / length) : v3(0, -1, 0);
    vec3 right = v3_cross(up, back);
    if (v3_length(right) < 1e-12)
        right = v3_cross(fabs(back.z) < 0.9 ? v3(0, 0, 1) : v3(0, 1, 0), back);
    right = v3_scale(right, 1 / v3_length(right));
    return (tw_pose){k->eye, turn_to(right, v3_cross(back, right), back)};
}

/* sun that is added to a film without lights of its own, as the renderer does (picture/view.c) */
static const tw_frame_light sun = {
    .kind = TW_LIGHT_SUN, .to = {-0.42, -0.52, 0.74}, .irradiance = {2.75, 2.55, 2.2}};

static bool light_node(const tw_frame_light *l, tw_gltf_node *n, tw_pose *pose) {
    tw_rgb c = l->kind == TW_LIGHT_SUN ? l->irradiance : l->power;
    double most = fmax(c.r, fmax(c.g, c.b));
    vec3 to = l->kind == TW_LIGHT_SUN ? v3_scale(l->to, -1) : l->direction;
    if (l->kind == TW_LIGHT_SKY || l->kind == TW_LIGHT_ENVIRONMENT || !(most > 0)) return false;
    *n = (tw_gltf_node){.name = "light", .role = TW_GLTF_LIGHT, .pose = pose, .pose_count = 1};
    n->color[0] = c.r / most, n->color[1] = c.g / most, n->color[2] = c.b / most;
    n->intensity = most;
    n->light = l->kind == TW_LIGHT_SUN     ? TW_GLTF_SUN
               : l->kind == TW_LIGHT_POINT ? TW_GLTF_POINT
                                           : TW_GLTF_SPOT;
    n->cone = l->kind == TW_LIGHT_AREA ? 1.57 : fmin(fmax(l->cone, 0.01), 1.57);
    /* an area light is a disc: its intensity along its axis is radiance times area */
    if (l->kind == TW_LIGHT_AREA) n->intensity *= 3.14159265358979323846 * l->radius * l->radius;
    pose->x = l->kind == TW_LIGHT_SUN ? v3(0, 0, 0) : l->position;
    double length = v3_length(to);
    pose->q = length > 0 ? q_between(v3(0, 0, -1), v3_scale(to, 1 / length)) : q_identity();
    return true;
}

/* *part: a large thin plate whose upper side is at the ground's height */
static tw_status ground_part(const tw_frame *f, tw_gltf_part *part) {
    tw_shape plate = {TW_SHAPE_BOX, {200, 200, 0.01}, NULL};
    tw_pose pose = {{0, 0, -0.005}, q_identity()};
    part->material = tw_course_material(&f->ground);
    return tw_gltf_triangles(&plate, &pose, &part->triangles);
}

/* ---- the file ------------------------------------------------------------------------------- */

typedef TW_ARRAY(tw_gltf_node) nodes;

static tw_status add_bodies(const tw_courses *c, nodes *list) {
    for (size_t i = 0; i < c->course.count; i++) {
        const tw_course *one = &c->course.data[i];
        tw_gltf_node n = {.name = one->name,
                          .role = TW_GLTF_THING,
                          .part = one->part.data,
                          .parts = one->part.count,
                          .pose = one->pose.data,
                          .pose_count = one->pose.count,
                          .there = one->there.data};
        TW_TRY(tw_push(list, n));
    }
    return TW_OK;
}

static tw_status add_camera(tw_courses *c, const tw_glb *glb, nodes *list) {
    for (size_t i = 0; i < glb->frames; i++)
        TW_TRY(tw_push(&c->camera, camera_pose(&glb->frame[i]->camera)));
    const tw_camera *k = &glb->frame[0]->camera;
    bool parallel = k->projection == TW_ORTHOGRAPHIC;
    tw_gltf_node n = {.name = "camera",
                      .role = TW_GLTF_CAMERA,
                      .pose = c->camera.data,
                      .pose_count = c->camera.count,
                      .fov = k->fov,
                      .height = parallel ? k->height : 0,
                      .far = 100 * (k->height + v3_length(v3_sub(k->target, k->eye))),
                      .aspect = (double)glb->width / glb->height,
                      .near = 0.01};
    return tw_push(list, n);
}

tw_status tw_courses_write(tw_courses *c, const tw_glb *glb, const char *path) {
    const tw_frame *first = glb->frame[0];
    nodes list = {0};
    tw_gltf_part ground = {0};
    tw_pose ground_pose = {{0, 0, first->ground_height}, q_identity()};
    size_t lights = first->light_count ? first->light_count : 1;
    tw_pose *light = malloc(lights * sizeof *light);
    tw_status s = light ? add_bodies(c, &list) : tw_fail_memory();
    if (s == TW_OK) s = add_camera(c, glb, &list);
    for (size_t i = 0; s == TW_OK && i < lights; i++) {
        tw_gltf_node n;
        if (light_node(first->light_count ? &first->light[i] : &sun, &n, &light[i]))
            s = tw_push(&list, n);
    }
    if (s == TW_OK && first->has_ground) {
        s = ground_part(first, &ground);
        tw_gltf_node n = {.name = "ground",
                          .role = TW_GLTF_THING,
                          .part = &ground,
                          .parts = 1,
                          .pose = &ground_pose,
                          .pose_count = 1};
        if (s == TW_OK) s = tw_push(&list, n);
    }
    tw_gltf_scene scene = {.name = glb->name,
                           .generator = "tauwerk " TW_VERSION,
                           .node = list.data,
                           .node_count = list.count,
                           .time = c->time.data,
                           .time_count = c->time.count};
    if (s == TW_OK)
        s = tw_ends_in(path, ".usda") ? tw_usd_write(path, &scene) : tw_gltf_write(path, &scene);
    tw_triangles_free(&ground.triangles);
    tw_array_free(&list);
    free(light);
    return s;
}

void tw_courses_free(tw_courses *c) {
    for (size_t i = 0; i < c->course.count; i++) {
        tw_course *one = &c->course.data[i];
        for (size_t k = 0; k < one->part.count; k++)
            tw_triangles_free(&one->part.data[k].triangles);
        tw_array_free(&one->part);
        tw_array_free(&one->pose);
        tw_array_free(&one->there);
        free(one->name);
    }
    tw_array_free(&c->course);
    tw_array_free(&c->time);
    tw_array_free(&c->camera);
}
