/* Convex bodies: extreme points and faces of the cores of shapes (shape/core.h) in the world, and
 * of triangles. */
#include "contact/convex/convex.h"

#include <math.h>

tw_convex tw_convex_of(const tw_shape *s, const tw_pose *pose) {
    const tw_core *core = tw_shape_of(s)->core;
    return (tw_convex){.shape = s,
                       .core = core,
                       .x = pose->x,
                       .R = q_matrix(pose->q),
                       .radius = core->rounding ? core->rounding(s) : 0,
                       .size = core->size ? core->size(s) : tw_shape_radius(s)};
}

vec3 tw_convex_support(const tw_convex *c, vec3 d) {
    if (!c->shape) {
        double a = v3_dot(c->corner[0], d), b = v3_dot(c->corner[1], d),
               e = v3_dot(c->corner[2], d);
        return a >= b && a >= e ? c->corner[0] : b >= e ? c->corner[1] : c->corner[2];
    }
    if (c->shape->type == TW_SHAPE_SPHERE) return c->x;
    return v3_add(c->x, m3_mul_v(&c->R, c->core->support(c->shape, m3_tmul_v(&c->R, d))));
}

vec3 tw_convex_support_turn(const tw_convex *c, vec3 d, vec3 u) {
    if (!tw_convex_curved(c)) return v3_zero();
    return m3_mul_v(&c->R, c->core->turn(c->shape, m3_tmul_v(&c->R, d), m3_tmul_v(&c->R, u)));
}

static void local_face(const tw_convex *c, vec3 d, tw_face *f) {
    if (c->core->face) {
        c->core->face(c->shape, d, f);
        return;
    }
    f->count = 1;
    f->corner[0] = c->core->support(c->shape, d);
    f->id = 0;
}

static void triangle_face(const tw_convex *c, vec3 d, tw_face *f) {
    vec3 n = v3_normalized(
        v3_cross(v3_sub(c->corner[1], c->corner[0]), v3_sub(c->corner[2], c->corner[0])));
    bool back = v3_dot(n, d) < 0;
    f->normal = back ? v3_neg(n) : n;
    f->count = 3;
    f->id = back;
    for (int i = 0; i < 3; i++) f->corner[i] = c->corner[back ? 2 - i : i];
}

void tw_convex_face(const tw_convex *c, vec3 d, tw_face *f) {
    f->normal = v3_zero();
    if (c->shape) {
        local_face(c, m3_tmul_v(&c->R, d), f);
        f->normal = m3_mul_v(&c->R, f->normal);
        for (int i = 0; i < f->count; i++)
            f->corner[i] = v3_add(c->x, m3_mul_v(&c->R, f->corner[i]));
    } else {
        triangle_face(c, d, f);
    }
    for (int i = 0; i < f->count; i++) {
        f->in[i] = (unsigned char)(i ? i - 1 : f->count - 1);
        f->out[i] = (unsigned char)i;
    }
}
