/*
 * An axis of a body stays in a plane: perpendicular to a normal n of the world or of another body.
 * The joystick of [K06 ex. 4] tilts freely and turns about neither of the other axes.
 *
 *     D = asin(c),  c = a . n                  (1 row, rad): how far the axis is out of the plane
 *
 * The angle, not its sine: |J| = 1 everywhere (that of the sine is cos D), so from rest it decays
 * as D_0 (1 + t/tau) exp(-t/tau). Both ways of lying in the plane are goals; there is no false one.
 * Only along n, where every way down is as short, there is no derivative: within TW_OPPOSITE of it
 * the axis counts as that far from it, toward a fixed direction across n (v3_orthogonal of the
 * normal as given, carried along; of a function of time: of its value at each moment).
 */
#include "kinds/constraints/_across.h"
#include "kinds/constraints/_align.h"

typedef struct own {
    tw_id body, to;
    tw_value axis, normal;
} own;

static int rows(const void *o) {
    (void)o;
    return 1;
}

/* the axis that stands in for one along the normal; its body carries it */
static tw_jet3 off_the_normal(const tw_terms_in *in, const tw_vector_motion *n, double side) {
    vec3 local = n->slot < 0 ? n->v : m3_tmul_v(&in->body[n->slot]->R, n->v);
    vec3 across = j3_fixed_to(in, n->slot, v3_orthogonal(local)).v;
    vec3 axis = v3_normalized(v3_madd(v3_scale(n->v, side), TW_OPPOSITE, across));
    return j3_carried(axis, in->body[in->body_slot[0]]->omega);
}

static void terms(const tw_terms_in *in, tw_terms *out) {
    const tw_vector_motion *a = &in->vector[0], *n = &in->vector[1];
    tw_jet3 A = j3_of(a), N = j3_of(n);
    if (v3_length(v3_cross(A.v, N.v)) < TW_OPPOSITE)
        A = off_the_normal(in, n, v3_dot(A.v, N.v) < 0 ? -1 : 1);
    vec3 torque = v3_cross(A.v, N.v);
    tw_jet1 c = j3_dot(A, N);
    double s = v3_length(torque); /* cos D */
    tw_jet1 D = j_chain(tw_atan2(c.v, s), 1 / s, c.v / (s * s * s), c);
    out->D[0] = D.v;
    out->D1[0] = D.d1;
    out->bias[0] = D.d2;
    torque = v3_scale(torque, 1 / s);
    tw_row_add(out, 0, a->slot, v3_zero(), torque);
    tw_row_add(out, 0, n->slot, v3_zero(), v3_neg(torque));
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
     .range = TW_NOT_ZERO,
     .carrier = "body",
     .preset = {0, 0, 1},
     .doc = "its axis, in body coordinates"},
    {.name = "normal",
     .offset = offsetof(own, normal),
     .type = TW_PARAM_AXIS,
     .flags = TW_REQUIRED | TW_FRAME_VECTOR,
     .range = TW_NOT_ZERO,
     .carrier = "to",
     .doc = "what it stays perpendicular to, in coordinates of `to` or the world"},
    {.name = "to",
     .offset = offsetof(own, to),
     .type = TW_PARAM_BODY,
     .flags = TW_UNSET_OK,
     .doc = "the body that carries the normal; none: the world"},
};

const tw_constraint_kind tw_constraint_axis_in_plane = {
    .kind = {.name = "axis_in_plane",
             .doc = "an axis of a body stays perpendicular to a normal (1 row)",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .level = TW_POSITION_LEVEL,
    .angular = true,
    .rows = rows,
    .terms = terms,
};
