/*
 * A torsion spring with a damper between two bodies; b may be the world. The rotation of a relative
 * to b is q = Q_b^-1 Q_a, its angular velocity W = R_a^T (omega_a - omega_b) in a's axes, q' = 1/2
 * q W.
 *
 * With an axis n (a unit vector in a's axes), q = (w, v) and p = v . n, the twist theta about n is
 *
 *     theta = 2 atan2(p, w) in (-pi, pi],   theta' = g . W,
 *     g = (w^2 n + w n x v + p v) / (w^2 + p^2),
 *     T on a = -(k (theta - rest) + c theta') R_a g,   potential k (theta - rest)^2 / 2
 *
 * (g = n if the bodies rotate relative to each other about the axis alone). Where the twist passes
 * pi, the torque changes its sign; where q takes n into -n (w = p = 0) there is no twist, and no
 * torque.
 *
 * Without an axis: with the rotation vector phi of rest^-1 q, in a's axes, |phi| <= pi,
 *
 *     T on a = -R_a (k phi + c W),   potential k |phi|^2 / 2
 *
 * The torque on b is -T. `rest` is a number with an axis, a quaternion without; "posed" means the
 * rotation that the bodies have when the spring is made.
 */
#include "base/math/elementary.h"
#include "model/world.h"

typedef struct own {
    tw_id a, b;
    tw_value stiffness, damping;
    tw_turn rest;
    vec3 axis;
} own;

static bool has_axis(const own *o) {
    return !isnan(o->axis.x);
}

/* rotation of a relative to b, as the one of the quaternions q and -q whose real part is >= 0 */
static quat turn_of(quat qa, quat qb) {
    quat q = q_normalized(q_mul(q_conj(qb), qa));
    return q.w < 0 ? (quat){-q.w, -q.x, -q.y, -q.z} : q;
}

static double twist_of(quat q, vec3 n, vec3 *g) {
    vec3 v = {q.x, q.y, q.z};
    double p = v3_dot(v, n), s = q.w * q.w + p * p;
    *g = v3_zero();
    if (!(s > 1e-18)) return 0;
    vec3 sum = v3_madd(v3_scale(n, q.w * q.w), q.w, v3_cross(n, v));
    *g = v3_scale(v3_madd(sum, p, v), 1 / s);
    return 2 * tw_atan2(p, q.w);
}

/* rotation vector phi of rest^-1 q, |phi| <= pi */
static vec3 bend_of(const own *o, quat q, double t) {
    double c[3][TW_VALUE_MAX];
    tw_value_eval(&o->rest.v, t, 0, c);
    quat rest = q_normalized((quat){c[0][0], c[0][1], c[0][2], c[0][3]});
    q = turn_of(q, rest);
    vec3 v = {q.x, q.y, q.z};
    double s = v3_length(v);
    return v3_scale(v, s > 0 ? 2 * tw_atan2(s, q.w) / s : 2);
}

static quat turn_now(const tw_force_in *in) {
    int b = in->body_slot[1];
    return turn_of(in->body[in->body_slot[0]]->q, b < 0 ? q_identity() : in->body[b]->q);
}

static void apply(const tw_force_in *in, tw_wrench *out) {
    const own *o = in->own;
    int slot_a = in->body_slot[0], slot_b = in->body_slot[1];
    const tw_body_motion *a = in->body[slot_a];
    vec3 omega_b = slot_b < 0 ? v3_zero() : in->body[slot_b]->omega, T, g;
    vec3 W = m3_tmul_v(&a->R, v3_sub(a->omega, omega_b));
    double k = tw_value1(&o->stiffness, in->t), c = tw_value1(&o->damping, in->t);
    if (has_axis(o)) {
        double theta = twist_of(turn_now(in), v3_normalized(o->axis), &g);
        T = v3_scale(g, -(k * (theta - tw_value1(&o->rest.v, in->t)) + c * v3_dot(g, W)));
    } else {
        T = v3_madd(v3_scale(bend_of(o, turn_now(in), in->t), -k), -c, W);
    }
    T = m3_mul_v(&a->R, T);
    out[slot_a].torque = v3_add(out[slot_a].torque, T);
    if (slot_b >= 0) out[slot_b].torque = v3_sub(out[slot_b].torque, T);
}

static double potential(const tw_force_in *in) {
    const own *o = in->own;
    double k = tw_value1(&o->stiffness, in->t);
    if (!has_axis(o)) {
        vec3 phi = bend_of(o, turn_now(in), in->t);
        return 0.5 * k * v3_dot(phi, phi);
    }
    vec3 g;
    double d = twist_of(turn_now(in), v3_normalized(o->axis), &g) - tw_value1(&o->rest.v, in->t);
    return 0.5 * k * d * d;
}

/* value of the field `rest` if the script gives "posed" or nothing: the relative rotation that the
 * bodies have now */
static tw_value rest_of(const own *o, const struct tw_world *w) {
    const tw_body *a = tw_world_body(w, o->a), *b = tw_world_body(w, o->b);
    quat q = q_identity();
    vec3 g;
    if (o->rest.posed) q = turn_of(a->orientation, b ? b->orientation : q_identity());
    if (has_axis(o)) return tw_value_scalar(twist_of(q, v3_normalized(o->axis), &g));
    return tw_value_constant((const double[]){q.w, q.x, q.y, q.z}, 4);
}

static tw_status begin(void *self, const struct tw_world *w) {
    own *o = self;
    const tw_value *v = &o->rest.v;
    if (tw_id_equal(o->a, o->b))
        return tw_fail(TW_ARGUMENT, "field 'b': expected another body than 'a'");
    if (o->rest.posed || (v->dim == 4 && tw_value_is_unset(v))) {
        tw_value rest = rest_of(o, w);
        tw_value_clear(&o->rest.v);
        o->rest.v = rest;
        o->rest.posed = false;
        return TW_OK;
    }
    if (has_axis(o) && v->dim != 1)
        return tw_fail(TW_ARGUMENT, "field 'rest': expected a number, because there is an axis");
    if (!has_axis(o) && v->dim != 4)
        return tw_fail(TW_ARGUMENT,
                       "field 'rest': expected a quaternion, because there is no axis");
    return TW_OK;
}

static const tw_param params[] = {
    {.name = "a",
     .offset = offsetof(own, a),
     .type = TW_PARAM_BODY,
     .flags = TW_REQUIRED,
     .doc = "one body"},
    {.name = "b",
     .offset = offsetof(own, b),
     .type = TW_PARAM_BODY,
     .flags = TW_UNSET_OK,
     .doc = "the other body; unset: the world"},
    {.name = "stiffness",
     .offset = offsetof(own, stiffness),
     .type = TW_PARAM_VALUE,
     .flags = TW_REQUIRED,
     .range = TW_NOT_NEGATIVE,
     .unit = "N m/rad",
     .doc = "k"},
    {.name = "damping",
     .offset = offsetof(own, damping),
     .type = TW_PARAM_VALUE,
     .range = TW_NOT_NEGATIVE,
     .unit = "N m s/rad",
     .doc = "c, against the rate of the turn"},
    {.name = "rest",
     .offset = offsetof(own, rest),
     .type = TW_PARAM_TURN,
     .flags = TW_UNSET_OK | TW_OR_ANGLE | TW_OR_POSED,
     .preset = {TW_UNSET, TW_UNSET, TW_UNSET, TW_UNSET},
     .doc = "the turn of a relative to b without torque: with an axis an angle (rad), else a "
            "quaternion; \"posed\": as it is now; default: none"},
    {.name = "axis",
     .offset = offsetof(own, axis),
     .type = TW_PARAM_VEC3,
     .flags = TW_UNSET_OK,
     .range = TW_NOT_ZERO,
     .carrier = "a",
     .preset = {TW_UNSET, TW_UNSET, TW_UNSET},
     .doc = "acts on the twist about this axis alone, in coordinates of a"},
};

const tw_force_kind tw_force_torsion_spring = {
    .kind = {.name = "torsion_spring",
             .doc = "a torsion spring with a damper between two bodies, or a body and the world",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .apply = apply,
    .potential = potential,
    .begin = begin,
};
