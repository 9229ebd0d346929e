/*
 * A hinge: a ball joint whose two axes coincide, so that one rotation is free (5 rows: 3 m, 2 rad).
 *
 * formulation "align": the angle between the axes as a vector (_align.h), regular up to 180
 * degrees; from rest it decays along a great circle with theta_0 (1 + t/tau) exp(-t/tau).
 *
 * formulation "quaternion" [K06 ex. 4, with its derivatives corrected]: with the rotation q = (s,
 * v) of a's frame relative to b's, and two directions n of b perpendicular to the axis,
 *
 *     D = Re(n q) = -n . v,   D' = -n . v',   q' = 1/2 w q,   q'' = 1/2 w' q - 1/4 |w|^2 q,
 *     J = -1/2 (s n + v x n) for w of a, its opposite for b.
 *
 * The length of D is the sine of half the angle between the axes. At 180 degrees the rank of J
 * drops; within TW_OPPOSITE of that the angle counts as 180 degrees minus TW_OPPOSITE, and the
 * joint leaves at once with the rate 2 / tau. Once assembled, both formulations permit the same
 * motions and exert the same forces, so the motion is the same.
 */
#include "kinds/constraints/joints/_joint.h"

enum { ALIGN, QUATERNION };

static const char *const formulations[] = {"align", "quaternion", NULL};

typedef struct own {
    tw_joint j; /* first: _joint.h */
    int formulation;
} own;

static int rows(const void *o) {
    (void)o;
    return 5;
}

/* rotates q away from opposite axes until it is TW_OPPOSITE from them, if it is nearer; sqrt(s^2 +
 * v_z^2) is the sine of half the angle that is missing to 180 degrees */
static void leave_opposite(quat *q) {
    const double least = 0.5 * TW_OPPOSITE;
    double n = sqrt(q->w * q->w + q->z * q->z);
    if (n >= least) return;
    q->w = n > 0 ? q->w * (least / n) : least;
    q->z = n > 0 ? q->z * (least / n) : 0;
    *q = q_normalized(*q);
}

static void quaternion(tw_joint_motion *m, const tw_terms *out, int row) {
    leave_opposite(&m->q);
    tw_joint_quat r = tw_joint_quat_rates(m);
    vec3 v = {m->q.x, m->q.y, m->q.z};
    out->D[row] = -m->q.x;
    out->D[row + 1] = -m->q.y;
    out->D1[row] = -r.d1.x;
    out->D1[row + 1] = -r.d1.y;
    out->bias[row] = -r.d2.x;
    out->bias[row + 1] = -r.d2.y;
    for (int i = 0; i < 2; i++) {
        vec3 n = {i == 0, i == 1, 0};
        vec3 g = v3_scale(v3_madd(v3_cross(v, n), m->q.w, n), -0.5);
        tw_joint_turn_row(m, out, row + i, g);
    }
}

static void terms(const tw_terms_in *in, tw_terms *out) {
    const own *o = in->own;
    tw_joint_motion m = tw_joint_look(&o->j, in, in->body_slot);
    tw_joint_points(&m, out, 0);
    if (o->formulation == QUATERNION)
        quaternion(&m, out, 3);
    else
        tw_joint_align(&m, out, 3);
}

static const tw_param params[] = {
    TW_JOINT_BODIES,
    TW_JOINT_POINTS,
    TW_JOINT_AXES,
    TW_JOINT_DAMPING("N m s", "viscous: torque against the turning, per rad/s"),
    TW_JOINT_FRICTION("N m", "dry: the torque with which it slips, and sticks below it"),
    {.name = "formulation",
     .offset = offsetof(own, formulation),
     .type = TW_PARAM_CHOICE,
     .choices = formulations,
     .preset = {ALIGN},
     .doc = "of the two rows that align the axes: align (an angle) or quaternion (Kleppmann's)"},
};

const tw_constraint_kind tw_constraint_hinge = {
    .kind = {.name = "hinge",
             .doc = "a hinge: two bodies share a point and an axis (5 rows)",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .level = TW_POSITION_LEVEL,
    .rows = rows,
    .terms = terms,
    .torque_point = tw_joint_torque_point,
    .begin = tw_joint_begin,
    .coordinates = 1u << TW_COORDINATE_ANGLE,
    .coordinate = tw_joint_coordinate,
    .commit = tw_joint_commit,
    .turns = tw_joint_turns,
    .damping = tw_joint_damping,
    .friction = tw_joint_friction,
};
