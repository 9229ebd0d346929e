/*
 * A motor: drives a coordinate of a joint, by a constraint (1 row).
 *
 *     angle = f(t):     D = angle - f,  D' = angle' - f',  bias'' of the joint - f''   (rad)
 *     position = f(t):  D = position - f, likewise                                     (m)
 *     speed = f(t):     V = angle' - f (of a slider: position' - f), V' = ... - f', velocity level
 *
 * The script gives exactly one of the three; its value may be changed later, but not which one. The
 * angle counts full turns. The motor acts between the joint's two bodies.
 *
 * A motor made with `dry` is a joint's friction: its bound limits lambda, the torque or force along
 * the coordinate.
 */
#include "model/joint.h"

typedef struct own {
    tw_id joint;
    tw_value speed, angle, position;
    bool dry;
} own;

static int rows(const void *o) {
    (void)o;
    return 1;
}

static tw_level level(const void *o) {
    return tw_value_is_unset(&((const own *)o)->speed) ? TW_POSITION_LEVEL : TW_VELOCITY_LEVEL;
}

static void terms(const tw_terms_in *in, tw_terms *out) {
    const own *o = in->own;
    const tw_joint_ref *joint = &in->joint[0];
    bool turns = joint->kind->coordinates >> TW_COORDINATE_ANGLE & 1;
    if (!tw_value_is_unset(&o->speed)) {
        joint->kind->coordinate(joint, in, turns ? TW_COORDINATE_ANGLE : TW_COORDINATE_POSITION, 1,
                                out, 0);
        tw_jet1 f = tw_value_jet1(&o->speed, in->t);
        out->D[0] = out->D1[0] - f.v;
        out->D1[0] = 0;
        out->bias[0] -= f.d1;
        return;
    }
    bool angle = !tw_value_is_unset(&o->angle);
    tw_jet1 f = tw_value_jet1(angle ? &o->angle : &o->position, in->t);
    joint->kind->coordinate(joint, in, angle ? TW_COORDINATE_ANGLE : TW_COORDINATE_POSITION, 1, out,
                            0);
    out->D[0] -= f.v;
    out->D1[0] -= f.d1;
    out->bias[0] -= f.d2;
}

static tw_id part_of(const void *self) {
    const own *o = self;
    return o->dry ? o->joint : (tw_id){0};
}

/* bound of a motor with `dry`: the field `friction` of the joint, as largest torque (torque = true)
 * or force; NULL: no such bound */
static const tw_value *bound(const void *self, const tw_joint_ref *joint, bool torque) {
    const own *o = self;
    if (!o->dry || !joint->kind) return NULL;
    bool turns = joint->kind->coordinates >> TW_COORDINATE_ANGLE & 1;
    if (joint->kind->slides && joint->kind->slides(joint->own)) turns = false;
    return turns == torque ? joint->kind->friction(joint->own) : NULL;
}

static bool turns_only(const void *self, const struct tw_world *w) {
    const own *o = self;
    const tw_constraint *c = tw_world_joint(w, o->joint);
    if (!tw_value_is_unset(&o->position)) return false;
    return c && tw_joint_is_angle(c);
}

static tw_status begin(void *self, const struct tw_world *w) {
    const own *o = self;
    const tw_constraint *c = tw_world_joint(w, o->joint);
    int given = !tw_value_is_unset(&o->speed) + !tw_value_is_unset(&o->angle) +
                !tw_value_is_unset(&o->position);
    if (given != 1)
        return tw_fail(TW_ARGUMENT, "expected one of 'speed', 'angle' and 'position', got %s",
                       given ? "more" : "none of them");
    if (!tw_value_is_unset(&o->angle) && !tw_joint_has(c, TW_COORDINATE_ANGLE))
        return tw_fail(TW_ARGUMENT, "field 'angle': %s '%s' has no angle", c->o.kind->name,
                       c->o.name);
    if (!tw_value_is_unset(&o->position) && !tw_joint_has(c, TW_COORDINATE_POSITION))
        return tw_fail(TW_ARGUMENT, "field 'position': %s '%s' has no position", c->o.kind->name,
                       c->o.name);
    if (o->dry && tw_value_is_unset(&o->speed))
        return tw_fail(TW_ARGUMENT, "field 'dry': expected a motor with 'speed'");
    if (o->dry && !((const tw_constraint_kind *)c->o.kind)->friction)
        return tw_fail(TW_ARGUMENT, "field 'dry': %s '%s' has no friction", c->o.kind->name,
                       c->o.name);
    return TW_OK;
}

static const tw_param params[] = {
    {.name = "joint",
     .offset = offsetof(own, joint),
     .type = TW_PARAM_JOINT,
     .flags = TW_REQUIRED | TW_AT_CREATION,
     .doc = "the joint that it drives"},
    {.name = "speed",
     .offset = offsetof(own, speed),
     .type = TW_PARAM_VALUE,
     .flags = TW_UNSET_OK,
     .unit = "rad/s or m/s",
     .preset = {TW_UNSET},
     .doc = "speed of turning, or of sliding if it cannot turn"},
    {.name = "angle",
     .offset = offsetof(own, angle),
     .type = TW_PARAM_VALUE,
     .flags = TW_UNSET_OK,
     .unit = "rad",
     .preset = {TW_UNSET},
     .doc = "instead of a speed: the angle, over all turns"},
    {.name = "position",
     .offset = offsetof(own, position),
     .type = TW_PARAM_VALUE,
     .flags = TW_UNSET_OK,
     .unit = "m",
     .preset = {TW_UNSET},
     .doc = "instead of a speed: the position along the axis"},
    {.name = "dry",
     .offset = offsetof(own, dry),
     .type = TW_PARAM_BOOL,
     .flags = TW_AT_CREATION,
     .doc = "it is the joint's dry friction: bounded by its field friction"},
};

const tw_constraint_kind tw_constraint_motor = {
    .kind = {.name = "motor",
             .doc = "drives a joint: its speed, angle or position is a function of time (1 row)",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .level = TW_POSITION_LEVEL,
    .rows = rows,
    .terms = terms,
    .begin = begin,
    .turns_only = turns_only,
    .choose_level = level,
    .bound = bound,
    .part_of = part_of,
};
