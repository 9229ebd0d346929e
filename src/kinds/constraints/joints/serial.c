/*
 * A serial joint: up to three sliders, then up to three hinges, between two bodies without bodies
 * between them (6 rows minus one for each freedom); see _serial.h for the coordinates.
 *
 *     D: the displacement perpendicular to the slides (m), then, depending on the number of
 *     rotations, one: the angle between the axes as a vector; two: the change of the angle between
 *     their axes; none: the rotation as a vector.
 *
 * Each freedom is an object of its own, to which limits, motors and springs can refer: the first
 * object has the rows, the others have rows = false and only stand for their coordinate.
 */
#include "kinds/constraints/joints/_serial.h"

static int rows(const void *own) {
    return tw_serial_rows(own);
}

static void terms(const tw_terms_in *in, tw_terms *out) {
    const tw_serial *s = in->own;
    tw_joint_motion m = tw_joint_look(&s->j, in, in->body_slot);
    tw_serial_terms(s, &m, out);
}

static void coordinate(const tw_joint_ref *joint, const tw_terms_in *in, tw_coordinate which,
                       double scale, const tw_terms *out, int row) {
    const tw_serial *s = joint->own;
    (void)which; /* `which` is ignored: each object has one coordinate */
    if (s->free) return;
    tw_joint_motion m = tw_joint_look(&s->j, in, joint->body_slot);
    tw_serial_coordinate(s, &m, in->t, scale, out, row);
}

static void commit(const tw_joint_ref *joint, void *own, const tw_terms_in *in) {
    tw_serial *s = own;
    if (s->free || !tw_serial_turns(s)) return;
    double angle = 0, speed = 0, bias = 0, J[6 * TW_TERMS_SLOTS] = {0};
    tw_terms row = {1, in->slots, &angle, &speed, &bias, J, NULL};
    coordinate(joint, in, TW_COORDINATE_ANGLE, 1, &row, 0);
    tw_joint_motion m = tw_joint_look(&s->j, in, joint->body_slot);
    /* near singular poses rates have no bound, so they are limited */
    double most = 10 * v3_length(m.w);
    s->j.turns = (tw_turns){angle, fmin(fmax(speed, -most), most), in->t};
}

static tw_turns *turns(void *own) {
    return &((tw_serial *)own)->j.turns;
}

static bool slides(const void *own) {
    return !tw_serial_turns(own);
}

static tw_status begin(void *own, const struct tw_world *w) {
    tw_serial *s = own, next = *s;
    if (s->free && !tw_value_is_unset(&s->j.friction))
        return tw_fail(TW_ARGUMENT, "field 'friction': a free joint has no coordinate");
    if (s->j.begun) return TW_OK;
    TW_TRY(tw_serial_choose(&next, w));
    next.j.turns = (tw_turns){.time = w->time};
    next.j.begun = true;
    *s = next;
    return TW_OK;
}

#define AXIS(FIELD, INDEX, FLAGS, RANGE, UNIT, DOC)                                               \
    {                                                                                             \
        .name = #FIELD #INDEX, .offset = offsetof(tw_serial, FIELD) + (INDEX - 1) * sizeof(vec3), \
        .type = TW_PARAM_VEC3, .flags = TW_UNSET_OK | TW_AT_CREATION | FLAGS, .range = RANGE,     \
        .unit = UNIT, TW_JOINT_UNSET, .doc = DOC                                                  \
    }
#define SLIDE(INDEX)                                       \
    AXIS(slide, INDEX, TW_FRAME_VECTOR, TW_NOT_ZERO, NULL, \
         "axis of slider " #INDEX ", in the world: both bodies are in place now")
#define TURN(INDEX)                                       \
    AXIS(turn, INDEX, TW_FRAME_VECTOR, TW_NOT_ZERO, NULL, \
         "axis of hinge " #INDEX ", after the sliders, in the world now")
#define AT(INDEX)                                \
    AXIS(at, INDEX, TW_FRAME_POINT, TW_ANY, "m", \
         "a point on the axis of hinge " #INDEX ", in the world now")

static const tw_param params[] = {
    TW_JOINT_BODIES,
    SLIDE(1),
    SLIDE(2),
    SLIDE(3),
    TURN(1),
    TURN(2),
    TURN(3),
    AT(1),
    AT(2),
    AT(3),
    {.name = "coordinate",
     .offset = offsetof(tw_serial, coordinate),
     .type = TW_PARAM_INTEGER,
     .flags = TW_AT_CREATION,
     .range = TW_POSITIVE,
     .preset = {1},
     .doc = "number of the freedom that `angle`, `position` and `speed` read, sliders first"},
    TW_JOINT_DAMPING("N m s or N s/m", "torque or force against its coordinate's rate, per rate"),
    TW_JOINT_FRICTION("N m or N", "dry friction of its coordinate"),
    {.name = "rows",
     .offset = offsetof(tw_serial, rows),
     .type = TW_PARAM_BOOL,
     .flags = TW_AT_CREATION,
     .preset = {1},
     .doc = "it holds the bodies together; false: it has its coordinate alone"},
    {.name = "free",
     .offset = offsetof(tw_serial, free),
     .type = TW_PARAM_BOOL,
     .flags = TW_AT_CREATION,
     .doc = "no axes and no rows: a free joint"},
};

const tw_constraint_kind tw_constraint_serial = {
    .kind = {.name = "serial",
             .doc = "up to three sliders, then up to three hinges in a row, without bodies between "
                    "(6 rows less the freedoms)",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(tw_serial)},
    .level = TW_POSITION_LEVEL,
    .rows = rows,
    .terms = terms,
    .torque_point = tw_joint_torque_point,
    .begin = begin,
    .coordinates = 1u << TW_COORDINATE_ANGLE | 1u << TW_COORDINATE_POSITION,
    .coordinate = coordinate,
    .slides = slides,
    .damping = tw_joint_damping,
    .friction = tw_joint_friction,
    .commit = commit,
    .turns = turns,
};
