/*
 * A body has a given orientation: that of the world's axes rotated by a quaternion, that of another
 * body, or a function of time; times an offset, in the axes of that goal, which may vary, too.
 *
 *     G = to offset,   q = G^-1 Q,   D = the rotation vector of q            (3 rows, rad)
 *
 * Q: orientation of the body; G: goal. D has the goal's axes; |D| is the angle, and from rest the
 * body rotates about one axis, D(t) = D_0 (1 + t/tau) exp(-t/tau). The derivatives are those of
 * _rotation.h with w = G^-1 (omega - omega_G). D is regular up to 180 degrees. There both ways back
 * are equally short: the body moves as if it had to rotate by slightly less than a half turn about
 * u, where of u and -u the one is taken whose last component (of x, y, z in the goal's axes) that
 * is not zero is positive.
 */
#include "kinds/constraints/axes/_rotation.h"
#include "model/field/kind.h"

/* q counts as a half turn if its real part, cos(angle / 2), is smaller than this */
#define HALF_TURN 1e-9

typedef struct own {
    tw_id body;
    tw_turn to;
    tw_value offset;
} own;

static int rows(const void *o) {
    (void)o;
    return 3;
}

/* an orientation with its angular velocity and acceleration */
typedef struct axes {
    quat q;
    /* alpha: the part of the angular acceleration that is known, without the accelerations of
     * bodies */
    vec3 omega, alpha;
} axes;

/* orientation, angular velocity and acceleration of a varying quaternion at time t; a quaternion
 * that varies is normalised first. For a unit q, q'' = 1/2 (alpha - 1/2 |omega|^2) q gives alpha */
static axes axes_of(const tw_value *v, double t) {
    double c[3][TW_VALUE_MAX];
    tw_value_eval(v, t, 2, c);
    quat q = {c[0][0], c[0][1], c[0][2], c[0][3]}, back = q_conj(q);
    quat q1 = {c[1][0], c[1][1], c[1][2], c[1][3]}, q2 = {c[2][0], c[2][1], c[2][2], c[2][3]};
    double s = 2 / q_dot(q, q);
    quat w = q_mul(q1, back), a = q_mul(q2, back);
    axes g = {.q = q_normalized(q), .omega = v3_scale(v3(w.x, w.y, w.z), s)};
    g.alpha = v3_madd(v3_scale(v3(a.x, a.y, a.z), s), -s * q_dot(q, q1), g.omega);
    return g;
}

/* motion of the goal's axes: the orientation `inner` relative to the body in `slot` or (slot < 0)
 * to the world */
static axes goal_of(const tw_terms_in *in, const own *o, int slot) {
    axes outer, inner = axes_of(&o->offset, in->t), g;
    if (slot >= 0)
        outer = (axes){in->body[slot]->q, in->body[slot]->omega, {0, 0, 0}};
    else
        outer = axes_of(&o->to.v, in->t);
    vec3 omega = q_rotate(outer.q, inner.omega), alpha = q_rotate(outer.q, inner.alpha);
    g.q = q_normalized(q_mul(outer.q, inner.q));
    g.omega = v3_add(outer.omega, omega);
    g.alpha = v3_add(outer.alpha, v3_add(alpha, v3_cross(outer.omega, omega)));
    return g;
}

static quat off_the_half_turn(quat q) {
    if (fabs(q.w) >= HALF_TURN) return q;
    double last = fabs(q.z) > HALF_TURN ? q.z : fabs(q.y) > HALF_TURN ? q.y : q.x;
    return last < 0 ? (quat){0, -q.x, -q.y, -q.z} : (quat){0, q.x, q.y, q.z};
}

static void terms(const tw_terms_in *in, tw_terms *out) {
    const own *o = in->own;
    int a = in->body_slot[0], b = in->body_slot[1];
    const tw_body_motion *body = in->body[a];
    axes g = goal_of(in, o, b);
    mat3 G = q_matrix(g.q);
    vec3 w = m3_tmul_v(&G, v3_sub(body->omega, g.omega));
    vec3 bias = v3_neg(m3_tmul_v(&G, v3_add(v3_cross(g.omega, body->omega), g.alpha)));
    quat q = off_the_half_turn(q_normalized(q_mul(q_conj(g.q), body->q)));
    tw_rotation R = tw_rotation_of(q, w, bias);
    v3_store(out->D, R.phi.v);
    v3_store(out->D1, R.phi.d1);
    v3_store(out->bias, R.phi.d2);
    for (int i = 0; i < 3; i++) {
        vec3 torque = m3_mul_v(&G, v3_load(R.K.m[i]));
        tw_row_add(out, i, a, v3_zero(), torque);
        tw_row_add(out, i, b, v3_zero(), v3_neg(torque));
    }
}

static tw_status begin(void *self, const struct tw_world *w) {
    const own *o = self;
    (void)w;
    if (tw_id_equal(o->body, o->to.body))
        return tw_fail(TW_ARGUMENT, "field 'to': expected another body than 'body'");
    return TW_OK;
}

static const tw_param params[] = {
    {.name = "body",
     .offset = offsetof(own, body),
     .type = TW_PARAM_BODY,
     .flags = TW_REQUIRED,
     .doc = "the body to turn"},
    {.name = "to",
     .offset = offsetof(own, to),
     .type = TW_PARAM_TURN,
     .flags = TW_REQUIRED | TW_OR_BODY | TW_FRAME_ROTATION,
     .preset = {1, 0, 0, 0},
     .doc = "the goal: a quaternion, a body, or a function of t"},
    {.name = "offset",
     .offset = offsetof(own, offset),
     .type = TW_PARAM_VALUE4,
     .preset = {1, 0, 0, 0},
     .doc = "a further turn, in the goal's own axes"},
};

const tw_constraint_kind tw_constraint_orientation = {
    .kind = {.name = "orientation",
             .doc =
                 "a body has the orientation of a quaternion, a body or a function of t (3 rows)",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .level = TW_POSITION_LEVEL,
    .angular = true,
    .rows = rows,
    .terms = terms,
    .begin = begin,
};
