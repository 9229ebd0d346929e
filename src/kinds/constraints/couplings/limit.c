/*
 * A limit: keeps a coordinate of a joint between two bounds (1 row, only where a bound is reached).
 *
 *     lower <= q <= upper,   q: the angle over all turns (rad), or the position (m)
 *
 * D = q here, with D' and the bias of q''. A limit is no equation: its row is part of the
 * complementarity problem of contacts (dynamics/contact/contact.h), where q - lower and upper - q
 * are treated like gaps, with forces that can only push. A coordinate that reaches a bound at the
 * rate -v leaves it at restitution v. The deviation that scripts read is how far q is beyond its
 * bounds. A coordinate that starts beyond its bounds returns by the decay law of constraints
 * (dynamics/limit.h).
 */
#include "model/joint.h"

typedef struct own {
    tw_id joint;
    tw_value lower, upper;
    tw_value restitution;
    int coordinate;
    int which; /* coordinate that is limited, a tw_coordinate; chosen when the limit is made */
} own;

static const char *const coordinates[] = {"auto", "angle", "position", NULL};

static int rows(const void *o) {
    (void)o;
    return 1;
}

static void terms(const tw_terms_in *in, tw_terms *out) {
    const own *o = in->own;
    const tw_joint_ref *joint = &in->joint[0];
    joint->kind->coordinate(joint, in, (tw_coordinate)o->which, 1, out, 0);
}

static tw_bounds1 bounds(const void *self, double t) {
    const own *o = self;
    tw_bounds1 b = {{-INFINITY, 0, 0}, {INFINITY, 0, 0}, tw_value1(&o->restitution, t)};
    if (!tw_value_is_unset(&o->lower)) b.lower = tw_value_jet1(&o->lower, t);
    if (!tw_value_is_unset(&o->upper)) b.upper = tw_value_jet1(&o->upper, t);
    return b;
}

static bool turns_only(const void *self, const struct tw_world *w) {
    const own *o = self;
    const tw_constraint *c = tw_world_joint(w, o->joint);
    return o->which == TW_COORDINATE_ANGLE && c && tw_joint_is_angle(c);
}

static tw_status begin(void *self, const struct tw_world *w) {
    own *o = self;
    const tw_constraint *c = tw_world_joint(w, o->joint);
    bool angle = tw_joint_has(c, TW_COORDINATE_ANGLE);
    bool position = tw_joint_has(c, TW_COORDINATE_POSITION);
    if (!angle && !position)
        return tw_fail(TW_ARGUMENT, "field 'joint': %s '%s' has neither an angle nor a position",
                       c->o.kind->name, c->o.name);
    if ((o->coordinate == 1 && !angle) || (o->coordinate == 2 && !position))
        return tw_fail(TW_ARGUMENT, "field 'coordinate': %s '%s' has no %s", c->o.kind->name,
                       c->o.name, coordinates[o->coordinate]);
    if (tw_value_is_unset(&o->lower) && tw_value_is_unset(&o->upper))
        return tw_fail(TW_ARGUMENT, "expected 'lower' or 'upper', got none of them");
    if (!tw_value_is_unset(&o->lower) && !tw_value_is_unset(&o->upper) &&
        tw_value_is_constant(&o->lower) && tw_value_is_constant(&o->upper) &&
        o->lower.c[0] > o->upper.c[0])
        return tw_fail(TW_ARGUMENT, "field 'upper': expected at least lower = %g, got %g",
                       o->lower.c[0], o->upper.c[0]);
    o->which = o->coordinate == 2 || !angle ? TW_COORDINATE_POSITION : TW_COORDINATE_ANGLE;
    return TW_OK;
}

static const tw_param params[] = {
    {.name = "joint",
     .offset = offsetof(own, joint),
     .type = TW_PARAM_JOINT,
     .flags = TW_REQUIRED | TW_AT_CREATION,
     .doc = "the joint that it limits"},
    {.name = "lower",
     .offset = offsetof(own, lower),
     .type = TW_PARAM_VALUE,
     .flags = TW_UNSET_OK,
     .unit = "rad or m",
     .preset = {TW_UNSET},
     .doc = "lower bound of the angle (over all turns) or position"},
    {.name = "upper",
     .offset = offsetof(own, upper),
     .type = TW_PARAM_VALUE,
     .flags = TW_UNSET_OK,
     .unit = "rad or m",
     .preset = {TW_UNSET},
     .doc = "upper bound"},
    {.name = "restitution",
     .offset = offsetof(own, restitution),
     .type = TW_PARAM_VALUE,
     .range = TW_UNIT_RANGE,
     .doc = "ratio of the speeds after and before an impact at a bound"},
    {.name = "coordinate",
     .offset = offsetof(own, coordinate),
     .type = TW_PARAM_CHOICE,
     .flags = TW_AT_CREATION,
     .choices = coordinates,
     .doc = "the limited coordinate, for joints with both; auto: the angle"},
};

const tw_constraint_kind tw_constraint_limit = {
    .kind = {.name = "limit",
             .doc = "keeps the angle or position of a joint between two bounds (1 row)",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .level = TW_POSITION_LEVEL,
    .rows = rows,
    .terms = terms,
    .begin = begin,
    .turns_only = turns_only,
    .bounds = bounds,
};
