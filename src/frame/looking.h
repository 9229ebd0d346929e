/* A frame's camera, for placing marks before the film is drawn. Lengths in the picture are in
 * picture heights, y downward. */
#ifndef TW_FRAME_LOOKING_H
#define TW_FRAME_LOOKING_H

#include "base/math/elementary.h"
#include "frame/frame.h"

typedef struct tw_looking {
    vec3 at, right, up, forward;
    double k; /* picture heights per unit of x / z in the camera's axes; orthographic: per metre */
    double width; /* width of the picture in picture heights */
    bool parallel;
} tw_looking;

static inline tw_looking tw_looking_of(const tw_camera *c, double aspect) {
    tw_looking e = {
        .at = c->eye, .forward = v3_normalized(v3_sub(c->target, c->eye)), .width = aspect};
    vec3 r = v3_cross(e.forward, c->up);
    e.right = v3_length(r) > 1e-9 ? v3_normalized(r) : v3_orthogonal(e.forward);
    e.up = v3_cross(e.right, e.forward);
    e.parallel = c->projection == TW_ORTHOGRAPHIC;
    e.k = e.parallel ? 1 / c->height : 0.5 / tw_tan(0.5 * c->fov);
    return e;
}

/* *x, *y: place of p in the picture, picture heights from its upper left corner; false: p is behind
 * the eye, and they are not set */
static inline bool tw_looking_project(const tw_looking *e, vec3 p, double *x, double *y) {
    vec3 d = v3_sub(p, e->at);
    double z = v3_dot(d, e->forward);
    if (!(z > 1e-6)) return false;
    if (e->parallel) z = 1;
    *x = 0.5 * e->width + e->k * v3_dot(d, e->right) / z;
    *y = 0.5 - e->k * v3_dot(d, e->up) / z;
    return true;
}

#endif
