/*
 * A universal joint: two bodies share a point, and an axis of one stays perpendicular to an axis of
 * the other (4 rows: 3 m, 1 rad). The two axes are those of its cross.
 *
 *     D = (x_a - x_b, asin c),   c = axis_a . axis_b
 *
 * asin c is a right angle less the angle between the axes. Its derivatives with
 * f' = 1 / s, f'' = c / s^3, s^2 = 1 - c^2; axes closer to parallel than 1e-5 rad count as 1e-5 rad
 * apart, in the plane of x and z of the frame on b.
 */
#include "kinds/constraints/joints/_joint.h"

typedef struct own {
    tw_joint j; /* the two axes of the cross are z of the frame on a, and z of the frame on b */
    vec3 axis2, was2;
} own;

static int rows(const void *o) {
    (void)o;
    return 4;
}

static void terms(const tw_terms_in *in, tw_terms *out) {
    const own *o = in->own;
    tw_joint_motion m = tw_joint_look(&o->j, in, in->body_slot);
    tw_joint_points(&m, out, 0);
    /* s: axis of the frame on a, in the axes of the frame on b */
    vec3 s = q_rotate(m.q, v3(0, 0, 1));
    if (fabs(s.z) > 1 - 0.5 * TW_OPPOSITE * TW_OPPOSITE)
        s = v3_normalized(v3(TW_OPPOSITE, 0, copysign(1, s.z)));
    vec3 d1 = v3_cross(m.w, s), d2 = v3_add(v3_cross(m.w_bias, s), v3_cross(m.w, d1));
    double s2 = s.x * s.x + s.y * s.y, root = sqrt(s2);
    tw_jet1 D =
        j_chain(tw_atan2(s.z, root), 1 / root, s.z / (s2 * root), (tw_jet1){s.z, d1.z, d2.z});
    out->D[3] = D.v;
    out->D1[3] = D.d1;
    out->bias[3] = D.d2;
    tw_joint_turn_row(&m, out, 3, v3_cross(s, v3(0, 0, 1 / root)));
}

/* Axis on b (world) if the script gives none: perpendicular to a's axis and to the arm from the
 * joint to b's centre of mass, so that the cross transmits b's rotation about that arm to a. If b
 * is the world or its centre lies on a's axis: perpendicular to a's axis and to the arm to a's
 * centre; if that fails, too, to z or x of the world */
static vec3 second_axis(const tw_joint *j, const struct tw_world *w) {
    tw_pose a = tw_joint_pose(w, j->a), b = tw_joint_pose(w, j->b);
    const vec3 arm[4] = {tw_world_body(w, j->b) ? q_rotate(b.q, j->on_b.x) : v3(0, 0, 0),
                         q_rotate(a.q, j->on_a.x), v3(0, 0, 1), v3(1, 0, 0)};
    vec3 first = v3_normalized(j->axis), second = {0, 0, 0};
    for (int i = 0; i < 4; i++) {
        double length = v3_length(arm[i]);
        if (!(length > 0)) continue;
        /* arm[i] points from the centre of mass to the joint; its negative, scaled to length 1,
         * points from the joint to the centre */
        second = v3_cross(first, v3_scale(arm[i], -1 / length));
        if (v3_length(second) > 1e-6) break;
    }
    return second;
}

static tw_status begin_axes(own *next, const struct tw_world *w) {
    tw_joint *j = &next->j;
    bool world;
    TW_TRY(tw_joint_choice("axis", "axis_a", "axis_b", j->axis, j->axis_a, j->axis_b, &world));
    if (!world && tw_joint_is(next->axis2))
        return tw_fail(TW_ARGUMENT, "field 'axis2': expected beside 'axis' only");
    if (world) {
        vec3 second = tw_joint_is(next->axis2) ? next->axis2 : second_axis(j, w);
        j->axis_a = q_rotate(q_conj(tw_joint_pose(w, j->a).q), j->axis);
        j->axis_b = q_rotate(q_conj(tw_joint_pose(w, j->b).q), second);
    }
    j->on_a.q = q_between(v3(0, 0, 1), v3_normalized(j->axis_a));
    j->on_b.q = q_between(v3(0, 0, 1), v3_normalized(j->axis_b));
    return TW_OK;
}

static tw_status begin(void *self, const struct tw_world *w) {
    own *o = self, next = *o;
    tw_joint *j = &next.j;
    bool points, axes;
    bool other = j->begun && !tw_joint_same(next.axis2, next.was2);
    tw_joint_news(j, &points, &axes);
    /* axis2 was assigned: it replaces the pair axis_a, axis_b, which becomes unset */
    if (other) j->axis_a = j->axis_b = (vec3){TW_UNSET, TW_UNSET, TW_UNSET};
    if (axes && !other && o->j.begun && !tw_joint_is(j->axis)) next.axis2 = j->axis;
    if (points) TW_TRY(tw_joint_begin_points(j, w));
    if (axes || other) TW_TRY(begin_axes(&next, w));
    tw_joint_chosen(j);
    next.was2 = next.axis2;
    *o = next;
    return TW_OK;
}

static const tw_param params[] = {
    TW_JOINT_BODIES,
    TW_JOINT_POINTS,
    TW_JOINT_AXES,
    {.name = "axis2",
     .offset = offsetof(own, axis2),
     .type = TW_PARAM_VEC3,
     .flags = TW_UNSET_OK | TW_FRAME_VECTOR,
     .range = TW_NOT_ZERO,
     TW_JOINT_UNSET,
     .doc =
         "beside axis, which is a's: the axis on b, in the world; default: perpendicular to axis "
         "and to the arm from the joint to b's centre"},
};

const tw_constraint_kind tw_constraint_universal = {
    .kind = {.name = "universal",
             .doc = "a universal joint: two bodies share a point, and an axis of one stays "
                    "perpendicular to one of the other (4 rows)",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .level = TW_POSITION_LEVEL,
    .rows = rows,
    .terms = terms,
    .torque_point = tw_joint_torque_point,
    .begin = begin,
};
