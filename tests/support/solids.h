/* A frame with a few solids. */
#ifndef TW_TESTS_SOLIDS_H
#define TW_TESTS_SOLIDS_H

#include "frame/frame.h"

#include <string.h>

typedef struct scene {
    tw_frame f;
    tw_frame_item item[64];
    tw_pose pose[64];
    tw_frame_light light[2];
} scene;

/* without solids, lights and camera */
static inline void scene_clear(scene *s) {
    memset(s, 0, sizeof *s);
    s->f.item = s->item;
    s->f.pose = s->pose;
    s->f.pose_count = 1;
    s->f.light = s->light;
}

/* a camera of which all is given; sharp at 1 m, upright */
static inline tw_camera camera_at(vec3 eye, vec3 target, double fov) {
    return (tw_camera){.eye = eye,
                       .target = target,
                       .up = {0, 0, 1},
                       .fov = fov,
                       .focus = 1,
                       .has_eye = true,
                       .has_target = true,
                       .has_fov = true,
                       .has_focus = true};
}

static inline void scene_add(scene *s, tw_shape shape, vec3 x, quat q, tw_material m) {
    size_t i = s->f.item_count++;
    s->pose[i] = (tw_pose){x, q};
    s->item[i] =
        (tw_frame_item){.shape = shape, .first_pose = i, .material = m, .tag = (uint32_t)i + 1};
}

static inline tw_material lambert(double r, double g, double b) {
    return (tw_material){
        .model = TW_SURFACE_LAMBERT, .color = {r, g, b}, .opacity = 1, .roughness = 1};
}

#endif
