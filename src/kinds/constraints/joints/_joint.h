/*
 * Common to all joints: two bodies a and b (b may be the world), and on each of them a frame, a
 * point with a right-handed set of axes that is fixed to its body. The joint is assembled, with
 * angle and position zero, when the two frames coincide.
 *
 *     given at, axis:  the frames are made to coincide now: the present pose is the assembled one.
 *     given at_a, at_b, axis_a, axis_b (body coordinates; of the world where b is none):
 *         the frame on b has z = axis_b; the frame on a has the same coordinates, rotated by the
 *         smallest rotation that takes axis_b into axis_a. So with axis_a = axis_b, the angle is
 *         zero where a and b have the same orientation.
 *
 * All relative quantities are in the axes of the frame on b, the columns of B: the displacement rho
 * = B^T (x_a - x_b) of the two points, the rotation q of a's frame relative to b's, q' = 1/2 w q
 * with w = B^T (omega_a - omega_b). With r = x_a - x_b, their second derivatives without the
 * accelerations are
 *
 *     B rho''_bias = r'' - 2 omega_b x r' + omega_b x (omega_b x r),
 *     w'_bias = -B^T (omega_b x omega_a).
 *
 * A force along an axis of B acts at a's point, its reaction on b at the same point of space, so
 * that both momenta are conserved at all times; the three forces of a ball joint act at the two
 * points.
 */
#ifndef TW_KINDS_CONSTRAINTS_JOINTS_JOINT_H
#define TW_KINDS_CONSTRAINTS_JOINTS_JOINT_H

#include "base/math/elementary.h"
#include "kinds/constraints/axes/_align.h"
#include "kinds/constraints/axes/_rotation.h"
#include "model/joint.h"

#include <string.h>

#define TW_PI 3.14159265358979323846

/* a joint's frame on one of its bodies: origin x and orientation q of its axes, in body
 * coordinates */
typedef struct tw_joint_frame {
    vec3 x;
    quat q;
} tw_joint_frame;

typedef struct tw_joint {
    tw_id a, b;
    vec3 at, at_a, at_b, axis, axis_a, axis_b;
    /* members from here to `turns` are computed when the joint is made, and again when the script
     * assigns a vector above */
    bool begun;
    vec3 was[6]; /* the six vectors above when the members below were computed last */
    tw_joint_frame on_a, on_b;
    tw_turns turns;
    /* along the joint's coordinate: viscous damping, N m s or N s/m, and dry friction, N m or N;
     * unset: there is none, or the kind has no such fields */
    tw_value damping, friction;
    bool rubs; /* true: a motor with `dry` produces this joint's friction */
} tw_joint;

/* relative motion of a joint's two frames at one instant */
typedef struct tw_joint_motion {
    int a, b; /* slots */
    mat3 B;   /* axes of the frame on b, as columns, world coordinates */
    quat q;   /* orientation of a's frame relative to b's */
    /* w: angular velocity of a relative to b, in the axes B; w_bias: its derivative without the
     * accelerations */
    vec3 w, w_bias;
    /* r = x_a - x_b, world axes; r1: its derivative; bias: its second derivative without the
     * accelerations */
    vec3 r, r1, bias;
    vec3 arm_a, arm_b; /* from each body's centre of mass to the joint's point on it, world axes */
    tw_jet3 rho;       /* r in the axes B, with first and second derivative (jet) */
} tw_joint_motion;

/* motion of the body in this slot; slot < 0: of the world, which is at rest */
static inline const tw_body_motion *tw_joint_body(const tw_terms_in *in, int slot) {
    static const tw_body_motion world = {.q = {1, 0, 0, 0},
                                         .R = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
    return slot < 0 ? &world : in->body[slot];
}

/* the members of *m that describe the rotation: a, b, B, q, w, w_bias; the others become 0 */
static inline void tw_joint_turn(const tw_joint *j, const tw_terms_in *in, const int *body_slot,
                                 tw_joint_motion *m) {
    *m = (tw_joint_motion){.a = body_slot[0], .b = body_slot[1]};
    const tw_body_motion *a = in->body[m->a], *b = tw_joint_body(in, m->b);
    quat qa = q_mul(a->q, j->on_a.q), qb = q_mul(b->q, j->on_b.q);
    m->B = q_matrix(qb);
    m->q = q_normalized(q_mul(q_conj(qb), qa));
    m->w = m3_tmul_v(&m->B, v3_sub(a->omega, b->omega));
    m->w_bias = v3_neg(m3_tmul_v(&m->B, v3_cross(b->omega, a->omega)));
}

static inline tw_joint_motion tw_joint_look(const tw_joint *j, const tw_terms_in *in,
                                            const int *body_slot) {
    tw_joint_motion m;
    tw_joint_turn(j, in, body_slot, &m);
    const tw_body_motion *a = in->body[m.a], *b = tw_joint_body(in, m.b);
    m.arm_a = m3_mul_v(&a->R, j->on_a.x);
    m.arm_b = m3_mul_v(&b->R, j->on_b.x);
    m.r = v3_sub(v3_add(a->x, m.arm_a), v3_add(b->x, m.arm_b));
    vec3 va = v3_cross(a->omega, m.arm_a), vb = v3_cross(b->omega, m.arm_b);
    m.r1 = v3_sub(v3_add(a->v, va), v3_add(b->v, vb));
    m.bias = v3_sub(v3_cross(a->omega, va), v3_cross(b->omega, vb));
    vec3 turning = v3_cross(b->omega, m.r);
    vec3 second = v3_madd(m.bias, -2, v3_cross(b->omega, m.r1));
    m.rho.v = m3_tmul_v(&m.B, m.r);
    m.rho.d1 = m3_tmul_v(&m.B, v3_sub(m.r1, turning));
    m.rho.d2 = m3_tmul_v(&m.B, v3_add(second, v3_cross(b->omega, turning)));
    return m;
}

static inline double tw_part(vec3 v, int i) {
    return i == 0 ? v.x : i == 1 ? v.y : v.z;
}

/* ---- rows ----------------------------------------------------------------------------------- */

/* adds to row `row` of J the coefficients of a quantity whose rate is g . w; g in the axes B */
static inline void tw_joint_turn_row(const tw_joint_motion *m, const tw_terms *out, int row,
                                     vec3 g) {
    vec3 torque = m3_mul_v(&m->B, g);
    tw_row_add(out, row, m->a, v3_zero(), torque);
    tw_row_add(out, row, m->b, v3_zero(), v3_neg(torque));
}

/* adds `scale` times rho_i, the displacement of a's point along axis i of B, to a row */
static inline void tw_joint_along(const tw_joint_motion *m, double scale, const tw_terms *out,
                                  int row, int i) {
    vec3 n = v3_scale(m3_column(&m->B, i), scale);
    out->D[row] += scale * tw_part(m->rho.v, i);
    out->D1[row] += scale * tw_part(m->rho.d1, i);
    out->bias[row] += scale * tw_part(m->rho.d2, i);
    tw_row_add(out, row, m->a, n, v3_cross(m->arm_a, n));
    tw_row_add(out, row, m->b, v3_neg(n), v3_neg(v3_cross(v3_add(m->arm_b, m->r), n)));
}

/* sets 3 rows from `row` on: the joint's two points coincide, in world axes [BB88 C.2] */
static inline void tw_joint_points(const tw_joint_motion *m, const tw_terms *out, int row) {
    const vec3 axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    v3_store(out->D + row, m->r);
    v3_store(out->D1 + row, m->r1);
    v3_store(out->bias + row, m->bias);
    for (int i = 0; i < 3; i++) {
        vec3 n = axes[i];
        tw_row_add(out, row + i, m->a, n, v3_cross(m->arm_a, n));
        tw_row_add(out, row + i, m->b, v3_neg(n), v3_neg(v3_cross(m->arm_b, n)));
    }
}

/* jet, in the axes B, of the z axis of the frame on a */
static inline tw_jet3 tw_joint_axis(const tw_joint_motion *m) {
    tw_jet3 s = {q_rotate(m->q, v3(0, 0, 1)), {0, 0, 0}, {0, 0, 0}};
    if (s.v.z < -1 + 0.5 * TW_OPPOSITE * TW_OPPOSITE) s.v = v3_normalized(v3(TW_OPPOSITE, 0, -1));
    s.d1 = v3_cross(m->w, s.v);
    s.d2 = v3_add(v3_cross(m->w_bias, s.v), v3_cross(m->w, s.d1));
    return s;
}

/* sets 2 rows from `row` on: the z axes of both frames coincide; D is the angle between them as a
 * vector (_align.h). At 180 degrees a's axis moves in the plane of x and z of the frame on b. */
static inline void tw_joint_align(const tw_joint_motion *m, const tw_terms *out, int row) {
    tw_jet3 s = tw_joint_axis(m);
    tw_align a = tw_align_of(s);
    for (int i = 0; i < 2; i++) {
        out->D[row + i] = a.D[i].v;
        out->D1[row + i] = a.D[i].d1;
        out->bias[row + i] = a.D[i].d2;
        tw_joint_turn_row(m, out, row + i, v3_cross(s.v, a.gradient[i]));
    }
}

/* sets 3 rows from `row` on: both frames have the same orientation; D is the rotation between them
 * as a vector, in the axes B (_rotation.h) */
static inline void tw_joint_rotation(const tw_joint_motion *m, const tw_terms *out, int row) {
    tw_rotation R = tw_rotation_of(m->q, m->w, m->w_bias);
    v3_store(out->D + row, R.phi.v);
    v3_store(out->D1 + row, R.phi.d1);
    v3_store(out->bias + row, R.phi.d2);
    for (int i = 0; i < 3; i++) tw_joint_turn_row(m, out, row + i, v3_load(R.K.m[i]));
}

/* ---- coordinates ---------------------------------------------------------------------------- */

/* d1, d2: first and second time derivatives of the relative orientation q; d2 without the
 * accelerations */
typedef struct tw_joint_quat {
    quat d1, d2;
} tw_joint_quat;

static inline tw_joint_quat tw_joint_quat_rates(const tw_joint_motion *m) {
    double s = -0.25 * v3_dot(m->w, m->w);
    quat d2 = q_rate(m->q, m->w_bias);
    d2 = (quat){d2.w + s * m->q.w, d2.x + s * m->q.x, d2.y + s * m->q.y, d2.z + s * m->q.z};
    return (tw_joint_quat){q_rate(m->q, m->w), d2};
}

/* The orientation q. Where the two z axes are so nearly opposite that the twist about them is
 * undefined, it is tilted by the rotation (1, 0, -TW_OPPOSITE / 2, 0), as tw_joint_axis tilts the
 * axis */
static inline quat tw_joint_not_opposite(quat q) {
    if (q.w * q.w + q.z * q.z >= 0.25 * TW_OPPOSITE * TW_OPPOSITE) return q;
    return q_normalized((quat){0.5 * TW_OPPOSITE * q.y, q.x, q.y, 0.5 * TW_OPPOSITE * q.x});
}

/*
 * Adds `scale` times the angle about the axis to a row: theta = 2 atan2(z, w), the twist of q; with
 * n = w^2 + z^2
 *
 *     theta' = 2 (w z' - z w') / n = w_z + ((w y + z x) w_x + (z y - w x) w_y) / n
 *
 * where w, x, y, z are the components of q and w_x, w_y, w_z those of the angular velocity. A
 * number of whole turns is added so that the angle is nearest to the one predicted for time t.
 */
static inline void tw_joint_angle(const tw_joint *j, const tw_joint_motion *motion, double t,
                                  double scale, const tw_terms *out, int row) {
    tw_joint_motion tilted = *motion;
    tilted.q = tw_joint_not_opposite(motion->q);
    const tw_joint_motion *m = &tilted;
    quat q = m->q;
    tw_joint_quat r = tw_joint_quat_rates(m);
    double n = q.w * q.w + q.z * q.z, raw = 2 * tw_atan2(q.z, q.w);
    double predicted = j->turns.angle + j->turns.speed * (t - j->turns.time);
    double angle = raw + 2 * TW_PI * floor((predicted - raw) / (2 * TW_PI) + 0.5);
    double k = q.w * r.d1.z - q.z * r.d1.w, n1 = 2 * (q.w * r.d1.w + q.z * r.d1.z);
    double k1 = q.w * r.d2.z - q.z * r.d2.w;
    out->D[row] += scale * angle;
    out->D1[row] += scale * 2 * k / n;
    out->bias[row] += scale * 2 * (k1 - k * n1 / n) / n;
    vec3 g = {(q.w * q.y + q.z * q.x) / n, (q.z * q.y - q.w * q.x) / n, 1};
    tw_joint_turn_row(m, out, row, v3_scale(g, scale));
}

/* tw_joint_coordinate, tw_joint_commit: the functions `coordinate` and `commit` for kinds of joints
 * whose struct begins with a tw_joint */
static inline void tw_joint_coordinate(const tw_joint_ref *joint, const tw_terms_in *in,
                                       tw_coordinate which, double scale, const tw_terms *out,
                                       int row) {
    const tw_joint *j = joint->own;
    tw_joint_motion m;
    if (which == TW_COORDINATE_ANGLE) {
        tw_joint_turn(j, in, joint->body_slot, &m);
        tw_joint_angle(j, &m, in->t, scale, out, row);
        return;
    }
    m = tw_joint_look(j, in, joint->body_slot);
    tw_joint_along(&m, scale, out, row, 2);
}

static inline void tw_joint_commit(const tw_joint_ref *joint, void *own, const tw_terms_in *in) {
    tw_joint *j = own;
    double angle = 0, speed = 0, bias = 0, J[6 * TW_TERMS_SLOTS] = {0};
    tw_terms row = {1, in->slots, &angle, &speed, &bias, J, NULL};
    tw_joint_coordinate(joint, in, TW_COORDINATE_ANGLE, 1, &row, 0);
    j->turns.angle = angle;
    /* where the axes are nearly opposite, the rate of the angle is unbounded; it is limited to |w|
     */
    tw_joint_motion m = tw_joint_look(j, in, joint->body_slot);
    double most = v3_length(m.w);
    j->turns.speed = fmin(fmax(speed, -most), most);
    j->turns.time = in->t;
}

static inline const tw_value *tw_joint_friction(const void *own) {
    return &((const tw_joint *)own)->friction;
}

/* a's point */
static inline vec3 tw_joint_torque_point(const void *own) {
    return ((const tw_joint *)own)->on_a.x;
}

static inline double tw_joint_damping(const void *own, double t) {
    return tw_value1(&((const tw_joint *)own)->damping, t);
}

static inline tw_turns *tw_joint_turns(void *own) {
    return &((tw_joint *)own)->turns;
}

/* ---- beginning ------------------------------------------------------------------------------ */

static inline bool tw_joint_is(vec3 v) {
    return !isnan(v.x);
}

/* checks that the script gave either the vector `now` (world coordinates) or both `a` and `b` (body
 * coordinates); *world: it gave `now` */
static inline tw_status tw_joint_choice(const char *name, const char *name_a, const char *name_b,
                                        vec3 now, vec3 a, vec3 b, bool *world) {
    *world = tw_joint_is(now);
    if (*world && (tw_joint_is(a) || tw_joint_is(b)))
        return tw_fail(
            TW_ARGUMENT,
            "field '%s': expected either '%s' (of the world, now) or '%s' and '%s' (body "
            "coordinates), got both",
            name, name, name_a, name_b);
    if (*world || (tw_joint_is(a) && tw_joint_is(b))) return TW_OK;
    if (!tw_joint_is(a) && !tw_joint_is(b))
        return tw_fail(TW_ARGUMENT, "field '%s' is missing: expected it, or '%s' and '%s'", name,
                       name_a, name_b);
    const char *lone = tw_joint_is(a) ? name_a : name_b, *other = lone == name_a ? name_b : name_a;
    return tw_fail(TW_ARGUMENT, "field '%s' is missing: expected it beside '%s'", other, lone);
}

/* pose of the body `id` now; no such body: the identity, which is the world's frame */
static inline tw_pose tw_joint_pose(const tw_world *w, tw_id id) {
    const tw_body *b = tw_world_body(w, id);
    return b ? tw_body_pose(b) : (tw_pose){{0, 0, 0}, {1, 0, 0, 0}};
}

/* body coordinates of a point x given in world coordinates */
static inline vec3 tw_joint_local(tw_pose p, vec3 x) {
    return q_rotate(q_conj(p.q), v3_sub(x, p.x));
}

static inline bool tw_joint_same(vec3 a, vec3 b) {
    if (!tw_joint_is(a) || !tw_joint_is(b)) return tw_joint_is(a) == tw_joint_is(b);
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

/* true: since the copy `was` was made, the script has changed v[0] (world) or the pair v[1], v[2]
 * (body coordinates); the other of the two forms then becomes unset */
static inline bool tw_joint_assigned(vec3 v[3], const vec3 was[3]) {
    const vec3 unset = {TW_UNSET, TW_UNSET, TW_UNSET};
    if (!tw_joint_same(v[0], was[0]))
        v[1] = v[2] = unset;
    else if (!tw_joint_same(v[1], was[1]) || !tw_joint_same(v[2], was[2]))
        v[0] = unset;
    else
        return false;
    return true;
}

/* *points, *axes: true if the points (the axes) of both frames must be computed from the fields,
 * because the joint is new or the script has assigned these fields */
static inline void tw_joint_news(tw_joint *j, bool *points, bool *axes) {
    vec3 at[3] = {j->at, j->at_a, j->at_b}, axis[3] = {j->axis, j->axis_a, j->axis_b};
    *points = *axes = true;
    if (!j->begun) return;
    *points = tw_joint_assigned(at, j->was);
    *axes = tw_joint_assigned(axis, j->was + 3);
    j->at = at[0], j->at_a = at[1], j->at_b = at[2];
    j->axis = axis[0], j->axis_a = axis[1], j->axis_b = axis[2];
}

static inline void tw_joint_chosen(tw_joint *j) {
    const vec3 now[6] = {j->at, j->at_a, j->at_b, j->axis, j->axis_a, j->axis_b};
    memcpy(j->was, now, sizeof now);
    j->begun = true;
}

static inline tw_status tw_joint_begin_points(tw_joint *j, const tw_world *w) {
    bool world;
    if (tw_id_equal(j->a, j->b))
        return tw_fail(TW_ARGUMENT, "field 'b': expected another body than 'a'");
    TW_TRY(tw_joint_choice("at", "at_a", "at_b", j->at, j->at_a, j->at_b, &world));
    if (world) {
        j->at_a = tw_joint_local(tw_joint_pose(w, j->a), j->at);
        j->at_b = tw_joint_local(tw_joint_pose(w, j->b), j->at);
    }
    j->on_a.x = j->at_a;
    j->on_b.x = j->at_b;
    return TW_OK;
}

/* sets the axes of both frames so that they coincide in the poses that the bodies have now, with z
 * along `axis` (world) */
static inline void tw_joint_posed(tw_joint *j, const tw_world *w, vec3 axis) {
    quat W = q_between(v3(0, 0, 1), v3_normalized(axis));
    j->on_a.q = q_mul(q_conj(tw_joint_pose(w, j->a).q), W);
    j->on_b.q = q_mul(q_conj(tw_joint_pose(w, j->b).q), W);
}

static inline void tw_joint_apart(tw_joint *j, vec3 axis_a, vec3 axis_b) {
    vec3 a = v3_normalized(axis_a), b = v3_normalized(axis_b);
    j->on_b.q = q_between(v3(0, 0, 1), b);
    j->on_a.q = q_mul(q_between(b, a), j->on_b.q);
}

static inline tw_status tw_joint_begin_axes(tw_joint *j, const tw_world *w) {
    bool world;
    TW_TRY(tw_joint_choice("axis", "axis_a", "axis_b", j->axis, j->axis_a, j->axis_b, &world));
    if (world) {
        tw_joint_posed(j, w, j->axis);
        j->axis_a = q_rotate(j->on_a.q, v3(0, 0, 1));
        j->axis_b = q_rotate(j->on_b.q, v3(0, 0, 1));
    } else {
        tw_joint_apart(j, j->axis_a, j->axis_b);
    }
    return TW_OK;
}

/* begins to count turns: the angle that the joint has now counts as one in (-pi, pi] */
static inline void tw_joint_begin_count(tw_joint *j, const tw_world *w) {
    const tw_body *a = tw_world_body(w, j->a), *b = tw_world_body(w, j->b);
    tw_body_motion motion[2] = {tw_body_motion_now(a)};
    if (b) motion[1] = tw_body_motion_now(b);
    const tw_body_motion *body[2] = {&motion[0], &motion[1]};
    const int body_slot[2] = {0, b ? 1 : -1};
    tw_joint_ref joint = {NULL, j, body_slot};
    tw_terms_in in = {
        .t = w->time, .own = j, .body = body, .body_slot = body_slot, .slots = b ? 2 : 1};
    j->turns = (tw_turns){.time = w->time};
    tw_joint_commit(&joint, j, &in);
    if (j->turns.angle <= -TW_PI) j->turns.angle += 2 * TW_PI;
}

/* the function `begin` of joint kinds that have an axis */
static inline tw_status tw_joint_begin(void *own, const struct tw_world *w) {
    tw_joint *j = own, next = *j;
    bool points, axes, rubs = !tw_value_is_unset(&j->friction);
    if (j->begun && rubs && !j->rubs)
        return tw_fail(TW_ARGUMENT, "field 'friction': it can be changed where it was given when "
                                    "the joint was made (0 is enough)");
    next.rubs = j->rubs || rubs;
    tw_joint_news(&next, &points, &axes);
    if (points) TW_TRY(tw_joint_begin_points(&next, w));
    if (axes) {
        TW_TRY(tw_joint_begin_axes(&next, w));
        tw_joint_begin_count(&next, w);
    }
    tw_joint_chosen(&next);
    *j = next;
    return TW_OK;
}

/* ---- fields --------------------------------------------------------------------------------- */

#define TW_JOINT_UNSET .preset = {TW_UNSET, TW_UNSET, TW_UNSET}

#define TW_JOINT_BODIES                                                                  \
    {.name = "a",                                                                        \
     .offset = offsetof(tw_joint, a),                                                    \
     .type = TW_PARAM_BODY,                                                              \
     .flags = TW_REQUIRED | TW_AT_CREATION,                                              \
     .doc = "the first body"},                                                           \
    {                                                                                    \
        .name = "b", .offset = offsetof(tw_joint, b), .type = TW_PARAM_BODY,             \
        .flags = TW_UNSET_OK | TW_AT_CREATION, .doc = "the second body; none: the world" \
    }

#define TW_JOINT_POINTS                                                                        \
    {.name = "at",                                                                             \
     .offset = offsetof(tw_joint, at),                                                         \
     .type = TW_PARAM_VEC3,                                                                    \
     .flags = TW_UNSET_OK | TW_FRAME_POINT,                                                    \
     .unit = "m",                                                                              \
     TW_JOINT_UNSET,                                                                           \
     .doc = "where the joint is, in the world: both bodies are in place now"},                 \
        {.name = "at_a",                                                                       \
         .offset = offsetof(tw_joint, at_a),                                                   \
         .type = TW_PARAM_VEC3,                                                                \
         .flags = TW_UNSET_OK | TW_CARRIED_POINT,                                              \
         .unit = "m",                                                                          \
         .carrier = "a",                                                                       \
         TW_JOINT_UNSET,                                                                       \
         .doc = "instead of at: the point on a, in its coordinates"},                          \
    {                                                                                          \
        .name = "at_b", .offset = offsetof(tw_joint, at_b), .type = TW_PARAM_VEC3,             \
        .flags = TW_UNSET_OK | TW_CARRIED_POINT | TW_FRAME_POINT, .unit = "m", .carrier = "b", \
        TW_JOINT_UNSET, .doc = "and the point on b, in its coordinates or the world's"         \
    }

#define TW_JOINT_DAMPING(UNIT, DOC)                                                       \
    {                                                                                     \
        .name = "damping", .offset = offsetof(tw_joint, damping), .type = TW_PARAM_VALUE, \
        .range = TW_NOT_NEGATIVE, .unit = UNIT, .doc = DOC                                \
    }

#define TW_JOINT_FRICTION(UNIT, DOC)                                                        \
    {                                                                                       \
        .name = "friction", .offset = offsetof(tw_joint, friction), .type = TW_PARAM_VALUE, \
        .flags = TW_UNSET_OK, .range = TW_NOT_NEGATIVE, .unit = UNIT, .preset = {TW_UNSET}, \
        .doc = DOC                                                                          \
    }

#define TW_JOINT_AXES                                                                  \
    {.name = "axis",                                                                   \
     .offset = offsetof(tw_joint, axis),                                               \
     .type = TW_PARAM_VEC3,                                                            \
     .flags = TW_UNSET_OK | TW_FRAME_VECTOR,                                           \
     .range = TW_NOT_ZERO,                                                             \
     TW_JOINT_UNSET,                                                                   \
     .doc = "its axis, in the world: both bodies are in place now"},                   \
        {.name = "axis_a",                                                             \
         .offset = offsetof(tw_joint, axis_a),                                         \
         .type = TW_PARAM_VEC3,                                                        \
         .flags = TW_UNSET_OK,                                                         \
         .range = TW_NOT_ZERO,                                                         \
         .carrier = "a",                                                               \
         TW_JOINT_UNSET,                                                               \
         .doc = "instead of axis: the axis on a, in its coordinates"},                 \
    {                                                                                  \
        .name = "axis_b", .offset = offsetof(tw_joint, axis_b), .type = TW_PARAM_VEC3, \
        .flags = TW_UNSET_OK | TW_FRAME_VECTOR, .range = TW_NOT_ZERO, .carrier = "b",  \
        TW_JOINT_UNSET,                                                                \
        .doc = "and the axis on b, in its coordinates or the world's; with equal "     \
               "coordinates, angle zero is where a and b have the same orientation"    \
    }

#endif
