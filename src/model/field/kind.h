/*
 * What a kind of body, force or constraint is: one const struct at the end of its own file in
 * src/kinds/, found by the build from the file's name. A kind declares its parameters and computes;
 * it never prints or knows Lua.
 *
 * Before it calls a kind, the engine computes the motions of all points, directions and bodies that
 * its parameters refer to, each sort in the order of the table:
 *   point motions:  from rows of type POINT, POINTS and PLACE, and VEC3 with TW_CARRIED_POINT;
 *   vector motions: from rows of type AXIS and DIRECTION;
 *   body motions:   from rows of type BODY and TURN, and from BODIES with TW_LISTED;
 *   joints:         from rows of type JOINT; their bodies become participants too.
 * The distinct bodies among them, and those in other lists (BODIES), are the participants, numbered
 * by `slot` in order of appearance.
 * A kind may keep scratch in its own struct: one object is evaluated by one thread at a time.
 */
#ifndef TW_MODEL_FIELD_KIND_H
#define TW_MODEL_FIELD_KIND_H

#include "base/math/vec.h"
#include "model/field/form.h"
#include "model/field/param.h"
#include "shape/shape.h"

struct tw_world;

/* motion of one body at one instant, in world axes */
typedef struct tw_body_motion {
    vec3 x;       /* position of the centre of mass, m */
    quat q;       /* orientation: rotates body axes to world axes; of unit length */
    mat3 R;       /* rotation matrix from body axes to world axes */
    vec3 v;       /* m/s */
    vec3 omega;   /* rad/s */
    vec3 L;       /* angular momentum about the centre of mass, kg m^2/s, world axes */
    double m;     /* kg */
    double m_inv; /* inverse of the mass, 1/kg; 0 for fixed and driven bodies */
    mat3 I_inv;   /* inverse inertia, world axes, 1/(kg m^2); 0 for fixed and driven bodies */
    /* acceleration and angular acceleration that the path of a driven body prescribes, m/s^2,
     * rad/s^2; 0 for other bodies */
    vec3 a, alpha;
    const struct tw_form *form; /* shapes of the body, in body axes */
} tw_body_motion;

/* motion of a point: its acceleration is a + alpha x b + bias, with the accelerations a (of the
 * centre of mass) and alpha of its body */
typedef struct tw_point_motion {
    vec3 x, v; /* position and velocity of the point, world, m, m/s */
    /* vector from the centre of mass of the point's body to the point, m, world axes; 0 for points
     * in the world */
    vec3 b;
    /* acceleration, m/s^2, without that of the body: omega x (omega x b), and terms of motion
     * relative to the body; for a point in the world: its whole acceleration */
    vec3 bias;
    int slot; /* slot of the point's body; -1: the point is in the world */
} tw_point_motion;

/* a direction that may turn: its second derivative is alpha x v + bias, with alpha of its body */
typedef struct tw_vector_motion {
    vec3 v;  /* world, unit */
    vec3 d1; /* dv/dt */
    /* second derivative without alpha x v, 1/s^2: omega x (omega x v), and terms of motion relative
     * to the body; for a direction in the world the whole d2v/dt2 */
    vec3 bias;
    int slot;
} tw_vector_motion;

typedef struct tw_kind {
    const char *name, *doc;
    const tw_param *params;
    int param_count;
    /* size of the kind's own struct, bytes; the offsets in `params` are in this struct */
    size_t size;
    /* name of the script function that makes such an object from two points, e.g. "connect":
     * messages call an object without a name of its own "connect(p, q)". NULL: there is no such
     * function */
    const char *verb;
} tw_kind;

/* ---- bodies ------------------------------------------------------------------------------- */

/* argument of a point method: a number or a text, as tw_point_method.argument says */
typedef struct tw_point_argument {
    double number;    /* value of an argument of type "integer" or "number" */
    const char *text; /* "text" */
} tw_point_argument;

typedef struct tw_point_method {
    const char *name;     /* corner */
    const char *argument; /* type of the method's argument: "integer", "number" or "text" */
    const char *doc;
    /* body coordinates of the point, m; TW_ARGUMENT: the argument is not valid, the message says
     * which is */
    tw_status (*point)(const void *own, const tw_point_argument *a, vec3 *local);
} tw_point_method;

typedef struct tw_point_field {
    const char *name; /* end1 */
    const char *doc;
    vec3 (*point)(const void *own);
} tw_point_field;

/* a read-only number of a body that is computed from its parameters */
typedef struct tw_number_field {
    const char *name; /* pitch */
    const char *doc;
    double (*number)(const void *own);
} tw_number_field;

typedef struct tw_body_kind {
    tw_kind kind;
    /* fills *form, of which only the density is set; if it fails, the form may be partly filled */
    tw_status (*form)(const void *own, tw_form *form);
    /* called at creation: computes parameters that follow from others (a length from two ends);
     * NULL: nothing to compute */
    tw_status (*begin)(void *own);
    /* the named points of the kind's bodies: an array whose last entry has the name NULL; NULL:
     * there are none */
    const tw_point_field *fields;
    /* the methods of the kind's bodies that give points: an array whose last entry has the name
     * NULL; NULL: there are none */
    const tw_point_method *methods;
    /* the read-only numbers of the kind's bodies: an array whose last entry has the name NULL;
     * NULL: there are none */
    const tw_number_field *numbers;
} tw_body_kind;

extern const tw_body_kind *const tw_body_kinds[]; /* all kinds of bodies; NULL at the end */

/* ---- forces ------------------------------------------------------------------------------- */

typedef struct tw_wrench {
    vec3 force;  /* force on the body at its centre of mass, N, world axes */
    vec3 torque; /* torque on the body about its centre of mass, N m, world axes */
} tw_wrench;

typedef struct tw_force_in {
    double t;
    const void *own;
    const tw_point_motion *point;
    const tw_vector_motion *vector;
    const tw_body_motion *const *body; /* [slots] participants */
    /* [number of rows BODY and TURN, and of bodies in listed BODIES] slot of the body that the k-th
     * of these refers to; -1: that field is unset, or (TURN) names no body */
    const int *body_slot;
    int slots;
    /* [number of JOINT rows] the joint that the k-th JOINT row refers to; its kind is NULL if that
     * field is unset */
    const struct tw_joint_ref *joint;
} tw_force_in;

typedef struct tw_force_kind {
    tw_kind kind;
    /* adds the object's forces and torques on the participating bodies to out [slots] */
    void (*apply)(const tw_force_in *in, tw_wrench *out);
    /* potential energy, J; NULL: the force is not conservative */
    double (*potential)(const tw_force_in *in);
    /* called at creation and after each assignment: checks the parameters together, and may compute
     * constants from the present pose (the rest length); if it fails, it has changed nothing. NULL:
     * nothing to check */
    tw_status (*begin)(void *own, const struct tw_world *w);
} tw_force_kind;

extern const tw_force_kind *const tw_force_kinds[];

/* ---- constraints -------------------------------------------------------------------------- */

typedef enum tw_level {
    /* the constraint keeps D'' + d D' + k D = 0, for a deviation D of positions */
    TW_POSITION_LEVEL,
    /* the constraint keeps V' + V/tau = 0, for a velocity V, which is stored in the member D;
     * `bias` is that of V', and D1 is not used */
    TW_VELOCITY_LEVEL,
    TW_ACCELERATION_LEVEL /* the constraint keeps J x'' + bias = 0; D and D1 are not used */
} tw_level;

/* greatest numbers of rows and of slots of a kind without fields that are lists; constraints by a
 * formula may have any number */
enum { TW_TERMS_ROWS = 6, TW_TERMS_SLOTS = 4 };

/* motion that a joint leaves free, measured by a number that is zero in the pose in which the joint
 * is made */
typedef enum tw_coordinate {
    /* angle, rad: rotation of body a relative to b about the axis, right-handed, counted over full
     * turns */
    TW_COORDINATE_ANGLE,
    TW_COORDINATE_POSITION, /* position, m: displacement of body a relative to b along the axis */
    TW_COORDINATE_COUNT
} tw_coordinate;

/* A joint's angle with its full turns, when they were last counted. From the poses at a later time
 * t the angle is known except for full turns; of the possible values the one nearest to angle +
 * speed * (t - time) is taken */
typedef struct tw_turns {
    double angle, speed; /* rad, rad/s */
    double time;         /* s */
} tw_turns;

/* a joint (a constraint with coordinates) to which another object refers by a field of type
 * JOINT */
typedef struct tw_joint_ref {
    const struct tw_constraint_kind *kind;
    const void *own;
    /* [rows of type TW_PARAM_BODY in the joint's table of parameters] slot of the body to which the
     * k-th of them refers; -1: unset */
    const int *body_slot;
} tw_joint_ref;

typedef struct tw_terms_in {
    double t;
    const void *own;
    const tw_point_motion *point;
    const tw_vector_motion *vector;
    const tw_body_motion *const *body; /* [slots] */
    /* [number of rows BODY and TURN, and of bodies in listed BODIES] slot of the body that the k-th
     * of these refers to; -1: that field is unset, or (TURN) names no body */
    const int *body_slot;
    int slots;
    /* [number of JOINT rows] the joint that the k-th JOINT row refers to; its kind is NULL if that
     * field is unset */
    const tw_joint_ref *joint;
} tw_terms_in;

/* terms of a constraint's equation, all zero before `terms` is called; notation: [BB88 fig. 11],
 * [K06] */
typedef struct tw_terms {
    int rows, slots;
    /* [rows] each: the deviation D; D1: its rate D'; bias: the part of D'' = J x'' + bias that does
     * not depend on the accelerations x'' */
    double *D, *D1, *bias;
    /* [rows][slots][6]: derivatives of D' by the velocity (3 numbers, Gamma m in the paper) and
     * the angular velocity (3, Lambda I) of the body in each slot */
    double *J;
    /* [dof][slots][6]: force (3 numbers) and torque (3) on the body in each slot for a unit of
     * force unknown i (G and H in the paper), for kinds whose force is not J^T lambda; NULL for
     * other kinds */
    double *W;
} tw_terms;

/* bounds of a limit's deviation D. When D meets a bound, its rate becomes -restitution times the
 * rate before */
typedef struct tw_bounds1 {
    tw_jet1 lower, upper; /* the bounds, with their time derivatives; may be infinite */
    double restitution;
} tw_bounds1;

typedef struct tw_constraint_kind {
    tw_kind kind;
    tw_level level; /* ask tw_level_of */
    /* number of rows of the constraint's equation; it may depend on the parameters */
    int (*rows)(const void *own);
    /* number of force unknowns, for kinds that set W; NULL or a result of 0: the force is J^T
     * lambda */
    int (*dof)(const void *own);
    void (*terms)(const tw_terms_in *in, tw_terms *out);
    bool angular; /* unit of the deviation: true: rad (tolerance 1e-4 rad); false: m */
    /* true: the constraint drives angles of joints only, so that its force is 0 and only its torque
     * acts; NULL: it does if `angular` is true */
    bool (*turns_only)(const void *own, const struct tw_world *w);
    /* true: D is the first point minus the second one in world axes, three rows at position level,
     * so that the engine may compute the terms without calling `terms` */
    bool connects;
    /* for kinds with the fields a and b (BODY) and the rows of `connects`: sets at[0], at[1] to the
     * points of a and b, in coordinates of these bodies, or of the world where b is unset; NULL:
     * the kind has no such rows, or refers to its points by fields of type POINT */
    void (*ends)(const void *own, vec3 at[2]);
    /* called at creation and after each assignment: checks the parameters together, and may compute
     * constants from the present poses (frames, branches of solutions); if it fails, it has changed
     * nothing. NULL: nothing to check */
    tw_status (*begin)(void *own, const struct tw_world *w);
    /* the level, if it depends on the object's parameters; NULL: it is always `level` */
    tw_level (*choose_level)(const void *own);
    /* the coordinates that the joint has, as bits 1 << tw_coordinate; 0: the kind is no joint. The
     * function `coordinate` adds `scale` times a coordinate to D, D1, bias and J of a row of
     * another constraint; it may read only t and the motions of bodies in `in` */
    unsigned coordinates;
    void (*coordinate)(const tw_joint_ref *joint, const tw_terms_in *in, tw_coordinate which,
                       double scale, const tw_terms *out, int row);
    /* for a joint with both coordinates: true if its fields (limits, friction, damping) refer to
     * the length, false if to the angle; NULL: false */
    bool (*slides)(const void *own);
    /* viscous damping of a joint's coordinate, N m s/rad or N s/m, >= 0; NULL: no damping */
    double (*damping)(const void *own, double t);
    /* dry friction of a joint's coordinate, N m or N, which is the greatest torque or force of a
     * motor that stands for it (field `dry`); NULL: the joint has no friction */
    const tw_value *(*friction)(const void *own);
    /* the joint to which this constraint belongs (as the motor that is its dry friction): the
     * constraint acts only while that joint is enabled. NULL, or a result without an id: it belongs
     * to no joint */
    tw_id (*part_of)(const void *own);
    /* point about which the constraint's torque is taken for max_torque, in coordinates of the
     * first body; NULL: that body's centre of mass */
    vec3 (*torque_point)(const void *own);
    /* greatest torque (torque true) or force of the constraint, which takes the place of its field
     * max_torque or max_force; NULL: those fields hold */
    const tw_value *(*bound)(const void *own, const tw_joint_ref *joint, bool torque);
    /* for limits: the constraint's one row keeps D between these bounds
     * (dynamics/contact/contact.h); NULL: the constraint keeps D = 0 */
    tw_bounds1 (*bounds)(const void *own, double t);
    /* counts full turns; called at the end of each accepted piece of motion; NULL: the kind counts
     * no turns */
    void (*commit)(const tw_joint_ref *joint, void *own, const tw_terms_in *in);
    /* memory of the count of turns that `commit` writes; NULL if `commit` is NULL */
    tw_turns *(*turns)(void *own);
} tw_constraint_kind;

static inline tw_level tw_level_of(const tw_constraint_kind *k, const void *own) {
    return k->choose_level ? k->choose_level(own) : k->level;
}

extern const tw_constraint_kind *const tw_constraint_kinds[];

/* ---- props: model/prop.h ------------------------------------------------------------------ */

typedef struct tw_prop_kind tw_prop_kind;

/* ---- for terms functions ------------------------------------------------------------------ */

static inline double *tw_row(const tw_terms *o, int row, int slot) {
    return o->J + ((size_t)row * (size_t)o->slots + (size_t)slot) * 6;
}

/* adds the term lin . v + ang . omega of a row's D' to its J, for the body in `slot`; does nothing
 * if slot < 0 */
static inline void tw_row_add(const tw_terms *o, int row, int slot, vec3 lin, vec3 ang) {
    if (slot < 0) return;
    double *j = tw_row(o, row, slot);
    j[0] += lin.x, j[1] += lin.y, j[2] += lin.z;
    j[3] += ang.x, j[4] += ang.y, j[5] += ang.z;
}

/* adds to a row the terms of n . x, for a point's position x and a constant vector n: to J, D1 and
 * bias. D is not set: the caller adds its own deviation */
static inline void tw_row_point(const tw_terms *o, int row, const tw_point_motion *p, vec3 n) {
    tw_row_add(o, row, p->slot, n, v3_cross(p->b, n));
    o->D1[row] += v3_dot(n, p->v);
    o->bias[row] += v3_dot(n, p->bias);
}

#endif
