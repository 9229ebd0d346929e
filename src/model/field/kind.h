/*
 * What a kind of body, force or constraint is: one const struct at the end of its own file in
 * src/kinds/, found by the build from the file's name. A kind declares its parameters and computes;
 * it never allocates, prints or knows Lua.
 *
 * Before a kind is asked, the engine resolves what its parameters refer to into motions:
 *   point motions  from the rows of type POINT, POINTS and PLACE, in the order of the table,
 *   vector motions from the rows of type AXIS and DIRECTION, in the order of the table,
 *   body motions   from the rows of type BODY, and BODIES that are listed, in their order,
 *   joints         from the rows of type JOINT; their bodies become participants too.
 * A kind may keep scratch in its own struct: one object is evaluated by one thread at a time.
 * The distinct bodies among them are the participants; `slot` counts them, in order of appearance.
 */
#ifndef TW_MODEL_FIELD_KIND_H
#define TW_MODEL_FIELD_KIND_H

#include "base/math/vec.h"
#include "model/field/form.h"
#include "model/field/param.h"
#include "shape/shape.h"

struct tw_world;

/* kinematics of one body at one instant; world axes */
typedef struct tw_body_motion {
    vec3 x;                     /* centre of mass, m */
    quat q;                     /* body to world, unit */
    mat3 R;                     /* body to world */
    vec3 v;                     /* m/s */
    vec3 omega;                 /* rad/s */
    vec3 L;                     /* angular momentum about the centre of mass, kg m^2/s */
    double m;                   /* kg */
    double m_inv;               /* 1/kg; 0 for fixed and driven bodies */
    mat3 I_inv;                 /* world; 0 for fixed and driven bodies */
    vec3 a, alpha;              /* known accelerations of driven bodies; 0 for others */
    const struct tw_form *form; /* shapes, body axes */
} tw_body_motion;

/* a point: acceleration = a + alpha x b + bias, with a, alpha of its body */
typedef struct tw_point_motion {
    vec3 x, v; /* world position and velocity */
    vec3 b;    /* x - centre of mass; 0 in the world */
    vec3 bias; /* omega x (omega x b) + motion in the body; in the world: the whole acceleration */
    int slot;  /* slot of its body; -1: the world */
} tw_point_motion;

/* a direction: second derivative = alpha x v + bias */
typedef struct tw_vector_motion {
    vec3 v;    /* world, unit */
    vec3 d1;   /* dv/dt */
    vec3 bias; /* omega x (omega x v) + motion in the body; in the world: the whole d2v/dt2 */
    int slot;
} tw_vector_motion;

typedef struct tw_kind {
    const char *name, *doc;
    const tw_param *params;
    int param_count;
    size_t size; /* size of the kind's own struct that params point into */
    /* verb of scripts that makes it of two points, "connect": messages say "connect(p, q)" of an
     * object without a name. NULL: there is none */
    const char *verb;
} tw_kind;

/* ---- bodies ------------------------------------------------------------------------------- */

/* the argument of a point method, as its kind's `argument` says */
typedef struct tw_point_argument {
    double number;    /* "integer" and "number" */
    const char *text; /* "text" */
} tw_point_argument;

typedef struct tw_point_method {
    const char *name;     /* corner */
    const char *argument; /* "integer", "number" or "text" */
    const char *doc;
    /* local coordinates; TW_ARGUMENT with the expected value */
    tw_status (*point)(const void *own, const tw_point_argument *a, vec3 *local);
} tw_point_method;

typedef struct tw_point_field {
    const char *name; /* end1 */
    const char *doc;
    vec3 (*point)(const void *own);
} tw_point_field;

/* read-only number that follows from the parameters */
typedef struct tw_number_field {
    const char *name; /* pitch */
    const char *doc;
    double (*number)(const void *own);
} tw_number_field;

typedef struct tw_body_kind {
    tw_kind kind;
    /* fills a form that is empty but for the density; failures may leave it filled in part */
    tw_status (*form)(const void *own, tw_form *form);
    /* once, at creation: fills parameters that others give (a length by two ends); NULL: none */
    tw_status (*begin)(void *own);
    const tw_point_field *fields;   /* ends with a NULL name; NULL: none */
    const tw_point_method *methods; /* ends with a NULL name; NULL: none */
    const tw_number_field *numbers; /* ends with a NULL name; NULL: none */
} tw_body_kind;

extern const tw_body_kind *const tw_body_kinds[]; /* NULL at the end */

/* ---- forces ------------------------------------------------------------------------------- */

typedef struct tw_wrench {
    vec3 force;  /* N, world, at the centre of mass */
    vec3 torque; /* N m, world, about the centre of mass */
} tw_wrench;

typedef struct tw_force_in {
    double t;
    const void *own;
    const tw_point_motion *point;
    const tw_vector_motion *vector;
    const tw_body_motion *const *body; /* [slots] participants */
    const int *body_slot;              /* slot of the k-th BODY row; -1 when unset */
    int slots;
    const struct tw_joint_ref *joint; /* joint of the k-th JOINT row; kind NULL when unset */
} tw_force_in;

typedef struct tw_force_kind {
    tw_kind kind;
    /* adds to out [slots] */
    void (*apply)(const tw_force_in *in, tw_wrench *out);
    /* J; NULL: not conservative */
    double (*potential)(const tw_force_in *in);
    /* at creation and after each assignment: checks the parameters as a whole, may choose constants
     * (a rest posed now); must not fail half-way; NULL: none */
    tw_status (*begin)(void *own, const struct tw_world *w);
} tw_force_kind;

extern const tw_force_kind *const tw_force_kinds[];

/* ---- constraints -------------------------------------------------------------------------- */

typedef enum tw_level {
    TW_POSITION_LEVEL, /* D'' + d D' + k D = 0 */
    TW_VELOCITY_LEVEL, /* V' + V/tau = 0; V stands in D, its derivative's bias in bias, D1 unused */
    TW_ACCELERATION_LEVEL /* J x'' + bias = 0; D and D1 unused */
} tw_level;

/* most rows and slots of a kind without lists; constraints of scripts have any number */
enum { TW_TERMS_ROWS = 6, TW_TERMS_SLOTS = 4 };

/* coordinate that a joint leaves free; zero when assembled */
typedef enum tw_coordinate {
    TW_COORDINATE_ANGLE,    /* rad, multi-turn: of a relative to b, right-handed about the axis */
    TW_COORDINATE_POSITION, /* m: of a relative to b along the axis */
    TW_COORDINATE_COUNT
} tw_coordinate;

/* turns of a joint when they were counted last: the next angle is the one nearest to where this
 * count points at that time */
typedef struct tw_turns {
    double angle, speed; /* rad, rad/s */
    double time;         /* s */
} tw_turns;

/* another constraint with coordinates that a kind refers to by a row of type JOINT */
typedef struct tw_joint_ref {
    const struct tw_constraint_kind *kind;
    const void *own;
    const int *body_slot; /* slot of its k-th BODY row among the participants; -1 when unset */
} tw_joint_ref;

typedef struct tw_terms_in {
    double t;
    const void *own;
    const tw_point_motion *point;
    const tw_vector_motion *vector;
    const tw_body_motion *const *body; /* [slots] */
    const int *body_slot;              /* slot of the k-th BODY row; -1 when unset */
    int slots;
    const tw_joint_ref *joint; /* joint of the k-th JOINT row; kind NULL when unset */
} tw_terms_in;

/* terms of a constraint in the equation, all zero at call; [BB88 fig. 11], [K06] */
typedef struct tw_terms {
    int rows, slots;
    double *D, *D1, *bias; /* [rows] D, D', and J' x' + explicit time terms: D'' = J x'' + bias */
    double
        *J; /* [rows][slots][6]: Gamma m (linear 3), Lambda I (angular 3) as a row on (v, omega) */
    double *W; /* [dof][slots][6]: kinds whose applied force is not J^T lambda give G, H here:
                  wrench on slot s = sum_i Fc_i W[i][s]; NULL for the others */
} tw_terms;

/* bounds of a row, and its rebound: rate after = -restitution times rate before */
typedef struct tw_bounds1 {
    tw_jet1 lower, upper; /* bounds; may be infinite */
    double restitution;
} tw_bounds1;

typedef struct tw_constraint_kind {
    tw_kind kind;
    tw_level level;               /* ask tw_level_of */
    int (*rows)(const void *own); /* number of rows; may depend on the parameters */
    int (*dof)(const void *own);  /* NULL: force J^T lambda; else f, 0 meaning J^T lambda too */
    void (*terms)(const tw_terms_in *in, tw_terms *out);
    bool angular; /* the deviation is in rad (tolerance 1e-4 rad), else m */
    /* D = x of its first point - x of its second, world axes, three rows at position level: the
     * engine may compute that by itself */
    bool connects;
    /* at creation and after each assignment: checks the parameters as a whole, may choose constants
     * (frames, branches) from the present poses; must not fail half-way; NULL: none */
    tw_status (*begin)(void *own, const struct tw_world *w);
    /* level chosen by the parameters; NULL: `level` */
    tw_level (*choose_level)(const void *own);
    /* joints with coordinates: bits 1 << tw_coordinate. `coordinate` adds scale times one of them
     * to a row: D, D1, bias and J; it reads t and the motions of bodies only */
    unsigned coordinates;
    void (*coordinate)(const tw_joint_ref *joint, const tw_terms_in *in, tw_coordinate which,
                       double scale, const tw_terms *out, int row);
    /* joints that also have an angle: do their fields refer to the coordinate of length? NULL: no
     */
    bool (*slides)(const void *own);
    /* viscous torque or force per rate of the coordinate, N m s or N s/m, >= 0; NULL: none */
    double (*damping)(const void *own, double t);
    /* dry friction of the coordinate, N m or N, which a motor with `dry` is bounded by; NULL: none
     */
    const tw_value *(*friction)(const void *own);
    /* joint that the constraint is a part of: it acts while the joint is enabled; NULL, or none: it
     * stands alone */
    tw_id (*part_of)(const void *own);
    /* bound of its torque or force in place of max_torque and max_force; NULL: those */
    const tw_value *(*bound)(const void *own, const tw_joint_ref *joint, bool torque);
    /* one row that is no equation: D stays within bounds (dynamics/contact/contact.h); NULL: D = 0
     */
    tw_bounds1 (*bounds)(const void *own, double t);
    /* counts turns: called at the end of each accepted piece of motion; NULL: nothing to count */
    void (*commit)(const tw_joint_ref *joint, void *own, const tw_terms_in *in);
    tw_turns *(*turns)(void *own); /* the count that commit keeps; with commit only */
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

/* adds dir . (lin v + ang-part): J row += (lin, ang) on a slot; nothing for the world */
static inline void tw_row_add(const tw_terms *o, int row, int slot, vec3 lin, vec3 ang) {
    if (slot < 0) return;
    double *j = tw_row(o, row, slot);
    j[0] += lin.x, j[1] += lin.y, j[2] += lin.z;
    j[3] += ang.x, j[4] += ang.y, j[5] += ang.z;
}

/* row += n . x_P with constant n: D is left to the caller; J, D1, bias are added */
static inline void tw_row_point(const tw_terms *o, int row, const tw_point_motion *p, vec3 n) {
    tw_row_add(o, row, p->slot, n, v3_cross(p->b, n));
    o->D1[row] += v3_dot(n, p->v);
    o->bias[row] += v3_dot(n, p->bias);
}

#endif
