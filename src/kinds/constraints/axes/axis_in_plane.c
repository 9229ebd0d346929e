/*
 * An axis stays in a plane: perpendicular to a normal n of the world or of another body.
 *
 * Without the field `axis`, it is the axis about which the body is rotated [K06 ex. 4], as of a
 * two-axis joystick. With q = (w, v) = Q G^-1 the rotation that takes G into the body's orientation
 * Q, where G is the orientation of the world's axes or of `to`, times `offset`,
 *
 *     D = 2 asin(C),  C = n . v,   D' = (w n + v x n) / s . (omega - omega_G),  s^2 = 1 - C^2
 *
 * (1 row, rad). D is the angle, not its sine, so that |J| = 1 everywhere. q and -q are one rotation
 * but give D opposite signs: the product of the two stored quaternions is used as it is. There is
 * no derivative only where the rotation is a half turn about n: within TW_OPPOSITE of that, the
 * rotation counts as smaller by TW_OPPOSITE.
 *
 * With the field `axis`, it is that axis a of the body:
 *
 *     D = asin(c),  c = a . n                  (1 row, rad): the angle of the axis out of the plane
 *
 * From rest it decays as D_0 (1 + t/tau) exp(-t/tau). The axis may lie in the plane in either
 * direction; D has no other zeros. There is no derivative only along n, where all ways into the
 * plane are equally short: within TW_OPPOSITE of n, the axis counts as TW_OPPOSITE away from it,
 * toward a direction perpendicular to n (v3_orthogonal of the normal as given, fixed to the body of
 * the normal; of a normal that is a function of time, v3_orthogonal of its present value).
 */
#include "kinds/constraints/_across.h"
#include "kinds/constraints/axes/_align.h"

typedef struct own {
    tw_id body, to;
    tw_value axis, normal;
    quat offset;
} own;

static int rows(const void *o) {
    (void)o;
    return 1;
}

/* jet of an axis at the angle TW_OPPOSITE (rad) from the normal n, or (side -1) from -n, fixed to
 * the constrained body; it takes the place of an axis that is nearer */
static tw_jet3 off_the_normal(const tw_terms_in *in, const tw_vector_motion *n, double side) {
    vec3 local = n->slot < 0 ? n->v : m3_tmul_v(&in->body[n->slot]->R, n->v);
    vec3 across = j3_fixed_to(in, n->slot, v3_orthogonal(local)).v;
    vec3 axis = v3_normalized(v3_madd(v3_scale(n->v, side), TW_OPPOSITE, across));
    return j3_carried(axis, in->body[in->body_slot[0]]->omega);
}

static quat pure(vec3 v) {
    return (quat){0, v.x, v.y, v.z};
}

/* (u q - q v) / 2, where u and v are quaternions with real part 0: the derivative of q when its
 * target axes rotate with u and its source axes with v */
static quat half_between(vec3 u, quat q, vec3 v) {
    quat a = q_mul(pure(u), q), b = q_mul(q, pure(v));
    return (quat){0.5 * (a.w - b.w), 0.5 * (a.x - b.x), 0.5 * (a.y - b.y), 0.5 * (a.z - b.z)};
}

static vec3 part(quat q) {
    return v3(q.x, q.y, q.z);
}

/* row without the field `axis`: the axis of the body's rotation lies in the plane */
static void rotation_terms(const tw_terms_in *in, tw_terms *out) {
    const own *o = in->own;
    const tw_vector_motion *n = &in->vector[1];
    const tw_body_motion *body = in->body[in->body_slot[0]];
    const tw_body_motion *to = in->body_slot[1] < 0 ? NULL : in->body[in->body_slot[1]];
    vec3 phi = to ? to->omega : v3_zero();
    quat G = to ? q_mul(to->q, o->offset) : o->offset;
    quat q = q_normalized(q_mul(body->q, q_conj(G)));
    vec3 torque = v3_madd(v3_cross(part(q), n->v), q.w, n->v);
    if (v3_length(torque) < 0.5 * TW_OPPOSITE) {
        q = q_normalized((quat){0.5 * TW_OPPOSITE, q.x, q.y, q.z});
        torque = v3_madd(v3_cross(part(q), n->v), q.w, n->v);
    }
    quat q1 = half_between(body->omega, q, phi), q2 = half_between(body->omega, q1, phi);
    tw_jet1 C = j3_dot(j3_of(n), (tw_jet3){part(q), part(q1), part(q2)});
    double s = v3_length(torque);
    tw_jet1 D = j_chain(2 * tw_atan2(C.v, s), 2 / s, 2 * C.v / (s * s * s), C);
    out->D[0] = D.v;
    out->D1[0] = D.d1;
    out->bias[0] = D.d2;
    torque = v3_scale(torque, 1 / s);
    tw_row_add(out, 0, in->body_slot[0], v3_zero(), torque);
    tw_row_add(out, 0, in->body_slot[1], v3_zero(), v3_neg(torque));
}

/* row with the field `axis`: that direction, fixed to the body, lies in the plane */
static void axis_terms(const tw_terms_in *in, tw_terms *out) {
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

static void terms(const tw_terms_in *in, tw_terms *out) {
    const own *o = in->own;
    if (tw_value_is_unset(&o->axis))
        rotation_terms(in, out);
    else
        axis_terms(in, out);
}

static tw_status begin(void *self, const struct tw_world *w) {
    const own *o = self;
    const quat *q = &o->offset;
    (void)w;
    if (!tw_value_is_unset(&o->axis) && (q->x != 0 || q->y != 0 || q->z != 0))
        return tw_fail(TW_ARGUMENT, "field 'offset': expected without 'axis' only");
    if (tw_id_equal(o->body, o->to))
        return tw_fail(TW_ARGUMENT, "field 'to': expected another body than 'body'");
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
     .flags = TW_UNSET_OK,
     .range = TW_NOT_ZERO,
     .carrier = "body",
     .preset = {TW_UNSET, TW_UNSET, TW_UNSET},
     .doc = "an axis of the body, in body coordinates; unset: the axis of its rotation"},
    {.name = "normal",
     .offset = offsetof(own, normal),
     .type = TW_PARAM_AXIS,
     .flags = TW_REQUIRED | TW_FRAME_VECTOR,
     .range = TW_NOT_ZERO,
     .carrier = "to",
     .doc = "direction that it stays perpendicular to, in coordinates of `to` or the world"},
    {.name = "to",
     .offset = offsetof(own, to),
     .type = TW_PARAM_BODY,
     .flags = TW_UNSET_OK,
     .doc = "body that carries the normal; unset: the world"},
    {.name = "offset",
     .offset = offsetof(own, offset),
     .type = TW_PARAM_QUAT,
     .preset = {1, 0, 0, 0},
     .doc = "without an axis: the reference orientation, in the axes of `to`"},
};

const tw_constraint_kind tw_constraint_axis_in_plane = {
    .kind = {.name = "axis_in_plane",
             .doc = "the axis of a body's rotation, or one of its own, stays in a plane (1 row)",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .level = TW_POSITION_LEVEL,
    .angular = true,
    .rows = rows,
    .terms = terms,
    .begin = begin,
};
