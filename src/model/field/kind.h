/*
 * What a kind of body, force or constraint is: one const struct at the end of its own file in
 * src/kinds/, found by the build from the file's name. A kind declares its parameters and computes;
 * it never allocates, prints or knows Lua.
 *
 * Before it calls a kind, the engine resolves what its parameters refer to into motions:
 *   point motions  from the rows of type POINT, POINTS and PLACE, in the order of the table,
 *   vector motions from the rows of type AXIS and DIRECTION, in the order of the table,
 *   body motions   from the rows of type BODY, and BODIES that are listed, in their order,
 *   joints         from the rows of type JOINT; their bodies become participants too.
 * The distinct bodies among them are the participants, numbered by `slot` in order of appearance.
 * A kind may keep scratch in its own struct: one object is evaluated by one thread at a time.
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
    vec3 x;        /* centre of mass, m */
    quat q;        /* body to world, unit */
    mat3 R;        /* body to world */
    vec3 v;        /* m/s */
    vec3 omega;    /* rad/s */
    vec3 L;        /* angular momentum about the centre of mass, kg m^2/s */
    double m;      /* kg */
    double m_inv;  /* 1/kg; 0 for fixed and driven bodies */
    mat3 I_inv;    /* inverse inertia, world axes, 1/(kg m^2); 0 for fixed and driven bodies */
    vec3 a, alpha; /* accelerations of a driven body, given by its path; 0 for other bodies */
    const struct tw_form *form; /* shapes, body axes */
} tw_body_motion;

/* a point: acceleration = a + alpha x b + bias, with a, alpha of its body */
typedef struct tw_point_motion {
    vec3 x, v; /* world position and velocity */
    vec3 b;    /* x - centre of mass of the point's body; 0 for points in the world */
    vec3 bias; /* omega x (omega x b) + motion in the body; point in the world: its acceleration */
    int slot;  /* slot of the point's body; -1: in the world */
} tw_point_motion;

/* a direction: second derivative = alpha x v + bias */
typedef struct tw_vector_motion {
    vec3 v;    /* world, unit */
    vec3 d1;   /* dv/dt */
    vec3 bias; /* omega x (omega x v) + motion in the body; of a direction in the world: d2v/dt2 */
    int slot;
} tw_vector_motion;

typedef struct tw_kind {
    const char *name, *doc;
    const tw_param *params;
    int param_count;
    size_t size; /* bytes of the kind's own struct, into which the offsets of `params` point */
    /* verb by which scripts make such an object from two points, "connect": messages call an object
     * without a name "connect(p, q)". NULL: none */
    const char *verb;
} tw_kind;

/* ---- bodies ------------------------------------------------------------------------------- */

/* argument of a point method, of the type that tw_point_method.argument names */
typedef struct tw_point_argument {
    double number;    /* "integer" and "number" */
    const char *text; /* "text" */
} tw_point_argument;

typedef struct tw_point_method {
    const char *name;     /* corner */
    const char *argument; /* "integer", "number" or "text" */
    const char *doc;
    /* body coordinates of the point, m; TW_ARGUMENT: which argument was expected */
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
    /* fills a form that holds only its density; after a failure it may be partly filled */
    tw_status (*form)(const void *own, tw_form *form);
    /* at creation: computes parameters that follow from others (length from ends); NULL: none */
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
    const int *body_slot; /* [BODY rows] slot of the body that the k-th BODY row names; -1: unset */
    int slots;
    const struct tw_joint_ref *joint; /* joint that the k-th JOINT row names; kind NULL: unset */
} tw_force_in;

typedef struct tw_force_kind {
    tw_kind kind;
    /* adds to out [slots] */
    void (*apply)(const tw_force_in *in, tw_wrench *out);
    /* J; NULL: not conservative */
    double (*potential)(const tw_force_in *in);
    /* at creation and after each assignment: checks the parameters as a whole and may set constants
     * (rest of the present pose); a failure changes nothing; NULL: none */
    tw_status (*begin)(void *own, const struct tw_world *w);
} tw_force_kind;

extern const tw_force_kind *const tw_force_kinds[];

/* ---- constraints -------------------------------------------------------------------------- */

typedef enum tw_level {
    TW_POSITION_LEVEL, /* D'' + d D' + k D = 0 */
    TW_VELOCITY_LEVEL, /* V' + V/tau = 0; V is stored in D, the bias of V' in bias, D1 is unused */
    TW_ACCELERATION_LEVEL /* J x'' + bias = 0; D and D1 unused */
} tw_level;

/* most rows and slots of a kind whose table has no lists; formulas may have any number */
enum { TW_TERMS_ROWS = 6, TW_TERMS_SLOTS = 4 };

/* coordinate of a joint that it leaves free; zero in the pose in which the joint is made */
typedef enum tw_coordinate {
    TW_COORDINATE_ANGLE,    /* rad, multi-turn: of a relative to b, right-handed about the axis */
    TW_COORDINATE_POSITION, /* m: of a relative to b along the axis */
    TW_COORDINATE_COUNT
} tw_coordinate;

/* Turns of a joint at the last count. A later angle is known up to whole turns: taken is the one
 * nearest to angle + speed * (t - time) */
typedef struct tw_turns {
    double angle, speed; /* rad, rad/s */
    double time;         /* s */
} tw_turns;

/* joint (a constraint with coordinates) that another object refers to by a row of type JOINT */
typedef struct tw_joint_ref {
    const struct tw_constraint_kind *kind;
    const void *own;
    const int *body_slot; /* [BODY rows of the joint] slot of the k-th one's body; -1: unset */
} tw_joint_ref;

typedef struct tw_terms_in {
    double t;
    const void *own;
    const tw_point_motion *point;
    const tw_vector_motion *vector;
    const tw_body_motion *const *body; /* [slots] */
    const int *body_slot; /* [BODY rows] slot of the body that the k-th BODY row names; -1: unset */
    int slots;
    const tw_joint_ref *joint; /* joint that the k-th JOINT row names; kind NULL: unset */
} tw_terms_in;

/* terms of a constraint's equation, all zero when `terms` is called; [BB88 fig. 11], [K06] */
typedef struct tw_terms {
    int rows, slots;
    double *D, *D1, *bias; /* [rows] D, D', and bias: D'' = J x'' + bias */
    double
        *J; /* [rows][slots][6]: Gamma m (linear 3), Lambda I (angular 3) as a row on (v, omega) */
    double *W; /* [dof][slots][6]: wrench on slot s = sum_i Fc_i W[i][s] (G, H), for kinds whose
                  force is not J^T lambda; NULL for other kinds */
} tw_terms;

/* bounds of a limit's deviation D; at a bound, rate after = -restitution times rate before */
typedef struct tw_bounds1 {
    tw_jet1 lower, upper; /* bounds; may be infinite */
    double restitution;
} tw_bounds1;

typedef struct tw_constraint_kind {
    tw_kind kind;
    tw_level level;               /* ask tw_level_of */
    int (*rows)(const void *own); /* number of rows; may depend on the parameters */
    int (*dof)(const void *own);  /* number of force unknowns; NULL or 0: force J^T lambda */
    void (*terms)(const tw_terms_in *in, tw_terms *out);
    bool angular; /* true: the deviation is in rad (tolerance 1e-4 rad); false: in m */
    /* D = (first point) - (second point), world axes, three rows at position level: then the engine
     * may compute the terms without calling `terms` */
    bool connects;
    /* at creation and after each assignment: checks the parameters as a whole and may set constants
     * (frames, branches) from the present poses; a failure changes nothing; NULL: none */
    tw_status (*begin)(void *own, const struct tw_world *w);
    /* level chosen by the object's parameters; NULL: always `level` */
    tw_level (*choose_level)(const void *own);
    /* coordinates of a joint, as bits 1 << tw_coordinate. `coordinate` adds scale times one of them
     * to a row: to D, D1, bias and J; it reads t and the motions of bodies only */
    unsigned coordinates;
    void (*coordinate)(const tw_joint_ref *joint, const tw_terms_in *in, tw_coordinate which,
                       double scale, const tw_terms *out, int row);
    /* joint with both coordinates: do its fields (limits, friction, damping) refer to the length
     * instead of the angle? NULL: no */
    bool (*slides)(const void *own);
    /* viscous damping of a joint's coordinate, N m s/rad or N s/m, >= 0; NULL: none */
    double (*damping)(const void *own, double t);
    /* dry friction of a joint's coordinate, N m or N; it bounds motors with `dry`. NULL: the joint
     * has none */
    const tw_value *(*friction)(const void *own);
    /* the joint of which this constraint is a part: the constraint acts only while that joint is
     * enabled; NULL or the empty id: none */
    tw_id (*part_of)(const void *own);
    /* bound of its torque (or force), in place of its fields max_..; NULL: those */
    const tw_value *(*bound)(const void *own, const tw_joint_ref *joint, bool torque);
    /* limits: the single row keeps D within these bounds (dynamics/contact/contact.h); NULL: D =
     * 0 */
    tw_bounds1 (*bounds)(const void *own, double t);
    /* counts turns, at the end of each accepted piece of motion; NULL: the kind counts none */
    void (*commit)(const tw_joint_ref *joint, void *own, const tw_terms_in *in);
    tw_turns *(*turns)(void *own); /* the count that `commit` updates; NULL if `commit` is NULL */
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

/* adds (lin, ang) to J of a row, for a term lin . v + ang . omega of D'; no-op if slot < 0 */
static inline void tw_row_add(const tw_terms *o, int row, int slot, vec3 lin, vec3 ang) {
    if (slot < 0) return;
    double *j = tw_row(o, row, slot);
    j[0] += lin.x, j[1] += lin.y, j[2] += lin.z;
    j[3] += ang.x, j[4] += ang.y, j[5] += ang.z;
}

/* adds n . x of a point, n constant, to a row: to J, D1 and bias; the caller adds to D */
static inline void tw_row_point(const tw_terms *o, int row, const tw_point_motion *p, vec3 n) {
    tw_row_add(o, row, p->slot, n, v3_cross(p->b, n));
    o->D1[row] += v3_dot(n, p->v);
    o->bias[row] += v3_dot(n, p->bias);
}

#endif
