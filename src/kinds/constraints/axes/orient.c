/*
 * An axis b of a body points along a direction N of the world or of another body.
 *
 * measure "align" (2 rows, rad): the angle theta between b and N as a vector in a plane,
 *
 *     D = f(c) (U . b, W . b),   c = N . b = cos theta,   f = theta / sin theta,   |D| = theta,
 *
 * with U, W, N orthonormal (azimuthal equidistant chart of the sphere of directions, _align.h). It
 * is regular up to 180 degrees: J has rank 2 at the goal, no other direction has D = 0, and from
 * rest the axis moves on a great circle with theta(t) = theta_0 (1 + t/tau) exp(-t/tau). At 180
 * degrees, where all ways back are equally short, it moves in the plane of N and U. U is fixed to
 * the body, or the world, to which N belongs. If N is a function of time, b and N exchange their
 * roles, and U is fixed to the body of b; one of the two must be constant.
 *
 * measure "cosine" (1 row) [BB88 C.3]: D = b . N - 1, met by a pure torque of 3 unknowns, so the
 * paper's numbers are d = 1 row and f = 3 unknowns. Its gradient, sin theta, vanishes at the goal:
 * there it cannot resist a disturbance, and the angle decays with the time constant 2 tau. It is
 * kept as in the paper; its island is solved as a non-square system.
 */
#include "kinds/constraints/axes/_align.h"

enum { ALIGN, COSINE };

static const char *const measures[] = {"align", "cosine", NULL};

typedef struct own {
    tw_id body;
    tw_value axis;
    tw_direction to;
    int measure;
} own;

static int rows(const void *o) {
    return ((const own *)o)->measure == COSINE ? 1 : 2;
}

static int dof(const void *o) {
    return ((const own *)o)->measure == COSINE ? 3 : 0;
}

/* angular velocity of the body in `slot`; slot < 0: of the world, 0 */
static vec3 omega_of(const tw_terms_in *in, int slot) {
    return slot < 0 ? v3_zero() : in->body[slot]->omega;
}

static vec3 to_world(const tw_terms_in *in, int slot, vec3 v) {
    return slot < 0 ? v : m3_mul_v(&in->body[slot]->R, v);
}

/* the two rows of measure "align" for the direction b relative to n, with U and W fixed to the
 * body, or the world, to which n belongs; n_local: the constant coordinates of n in its axes */
static void align(const tw_terms_in *in, const tw_vector_motion *b, const tw_vector_motion *n,
                  vec3 n_local, tw_terms *out) {
    vec3 u_world = to_world(in, n->slot, v3_orthogonal(v3_normalized(n_local)));
    tw_jet3 N = j3_of(n), B = j3_of(b), U = j3_carried(u_world, omega_of(in, n->slot));
    tw_jet3 W = j3_cross(N, U);
    if (v3_dot(N.v, B.v) < -1 + 0.5 * TW_OPPOSITE * TW_OPPOSITE)
        B.v = v3_normalized(v3_madd(v3_neg(N.v), TW_OPPOSITE, U.v));
    tw_jet1 x = j3_dot(U, B), y = j3_dot(W, B), z = j3_dot(N, B);
    tw_align a = tw_align_of((tw_jet3){{x.v, y.v, z.v}, {x.d1, y.d1, z.d1}, {x.d2, y.d2, z.d2}});
    for (int i = 0; i < 2; i++) {
        out->D[i] = a.D[i].v;
        out->D1[i] = a.D[i].d1;
        out->bias[i] = a.D[i].d2;
        /* dD_i = g . db with the gradient g in world axes; when its body rotates by dw, b changes
         * by dw x b, so dD_i = (b x g) . dw */
        vec3 g = v3_madd(v3_scale(U.v, a.gradient[i].x), a.gradient[i].y, W.v);
        vec3 torque = v3_cross(B.v, v3_madd(g, a.gradient[i].z, N.v));
        tw_row_add(out, i, b->slot, v3_zero(), torque);
        tw_row_add(out, i, n->slot, v3_zero(), v3_neg(torque));
    }
}

static void cosine(const tw_terms_in *in, tw_terms *out) {
    const tw_vector_motion *b = &in->vector[0], *n = &in->vector[1];
    tw_jet1 c = j3_dot(j3_of(b), j3_of(n));
    out->D[0] = c.v - 1;
    out->D1[0] = c.d1;
    out->bias[0] = c.d2;
    vec3 torque = v3_cross(b->v, n->v);
    tw_row_add(out, 0, b->slot, v3_zero(), torque);
    tw_row_add(out, 0, n->slot, v3_zero(), v3_neg(torque));
    /* W of measure "cosine": the one row has three unknowns, the components of a torque on the body
     * (G = 0, H = 1); the opposite torque acts on the other body */
    for (int i = 0; i < 3; i++) {
        double *w = out->W + (size_t)i * (size_t)out->slots * 6;
        if (b->slot >= 0) w[b->slot * 6 + 3 + i] += 1;
        if (n->slot >= 0) w[n->slot * 6 + 3 + i] -= 1;
    }
}

static void terms(const tw_terms_in *in, tw_terms *out) {
    const own *o = in->own;
    const tw_vector_motion *b = &in->vector[0], *n = &in->vector[1];
    if (o->measure == COSINE)
        cosine(in, out);
    else if (tw_value_is_constant(&o->to.v))
        align(in, b, n, v3_load(o->to.v.c), out);
    else
        align(in, n, b, v3_load(o->axis.c), out);
}

static tw_status begin(void *self, const struct tw_world *w) {
    (void)w;
    const own *o = self;
    if (tw_id_equal(o->body, o->to.body))
        return tw_fail(TW_ARGUMENT, "field 'to': expected another body than 'body'");
    if (o->measure == ALIGN && !tw_value_is_constant(&o->to.v) && !tw_value_is_constant(&o->axis))
        return tw_fail(TW_ARGUMENT,
                       "field 'axis': expected a constant, because 'to' varies with time");
    return TW_OK;
}

static const tw_param params[] = {
    {.name = "body",
     .offset = offsetof(own, body),
     .type = TW_PARAM_BODY,
     .flags = TW_REQUIRED,
     .doc = "the body to turn"},
    {.name = "axis",
     .offset = offsetof(own, axis),
     .type = TW_PARAM_AXIS,
     .flags = TW_REQUIRED,
     .range = TW_NOT_ZERO,
     .carrier = "body",
     .doc = "its axis, in body coordinates"},
    {.name = "to",
     .offset = offsetof(own, to),
     .type = TW_PARAM_DIRECTION,
     .flags = TW_REQUIRED | TW_FRAME_VECTOR,
     .range = TW_NOT_ZERO,
     .doc = "the goal: a direction of the world, or {body, axis}"},
    {.name = "measure",
     .offset = offsetof(own, measure),
     .type = TW_PARAM_CHOICE,
     .choices = measures,
     .preset = {ALIGN},
     .doc = "align (2 rows, rad) or the paper's cosine (1 row, 3 unknowns)"},
};

const tw_constraint_kind tw_constraint_orient = {
    .kind = {.name = "orient",
             .doc = "an axis of a body points along a direction of the world or of a body",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .level = TW_POSITION_LEVEL,
    .angular = true,
    .rows = rows,
    .dof = dof,
    .terms = terms,
    .begin = begin,
};
