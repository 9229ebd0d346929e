/*
 * Private header of static assembly: one island's poses, its linearised constraints and the steps
 * that are made with them.
 *
 * Poses: 7 numbers per body of the island, x (3) q (4). A step z has 6 numbers per body: dx = z /
 * sqrt(m), dtheta = R C z with I^-1 = R C C^T R^T; so |z| is the length in the mass metric.
 */
#ifndef TW_ANALYSIS_ASSEMBLY_IMPL_H
#define TW_ANALYSIS_ASSEMBLY_IMPL_H

#include "analysis/assembly/assemble.h"
#include "dynamics/pass/pass.h"
#include "model/joint.h"

enum { TW_POSE = 7 };

/* a constraint of the island */
typedef struct tw_assembly_block {
    tw_block *b;
    int index;  /* index of the constraint's block in the pass */
    int row;    /* index of its first row among the island's rows */
    int slots;  /* number of slots whose bodies are free */
    int *slot;  /* [slots] indices of these slots in the constraint's tw_bind */
    int *place; /* [slots] indices of their bodies in the island */
    size_t at;  /* index in A of the constraint's first number; its part of A is [rows][slots][6] */
} tw_assembly_block;

/* a use of a body by a constraint */
typedef struct tw_assembly_use {
    int block, slot;
} tw_assembly_use;

/* the island's constraints, evaluated and linearised at the poses `pose` */
typedef struct tw_linear {
    double *pose;     /* [7 bodies] */
    double *A;        /* w J M^-1/2, constraint by constraint */
    double *D;        /* [rows] w D */
    double cost;      /* |w D|^2 / 2 */
    double deviation; /* largest |D| of a constraint, not weighted */
    int worst;        /* the constraint with the largest |D|, as an index in the pass */
} tw_linear;

typedef struct tw_assembly {
    tw_dynamics *d;
    tw_arena memory;
    /* t: time; tolerance: largest |D| that counts as met; scale: size of the island, m */
    double t, tolerance, scale;
    int left; /* number of evaluations that may still be made */
    int bodies, blocks, rows, columns, width;
    const int *body; /* [bodies] index in the world of each body of the island */
    tw_assembly_block *block;
    tw_assembly_use *use; /* uses of all bodies, sorted by body */
    int *use_from;        /* [bodies + 1] index in `use` of each body's first use */
    tw_linear now, trial;
    /* scratch of linear.c: gram: the band of A A^T; the other three [rows] */
    double *gram, *lambda, *rest, *right;
    double *z, *step; /* [columns] */
    /* scratch of tw_assembly_solve_exact; NULL for islands that are too large for it */
    double *dense, *long_z, *work;
    double diagonal; /* largest diagonal entry of A A^T */
    /* [rows] sqrt(k), 1/s: relative rate at which each D falls in the first stage (flow.c) */
    double *rate;
    int joints;            /* number of joints of which whole turns are counted (turns.c) */
    tw_constraint **joint; /* [joints] */
    tw_assembly_report *report;
    tw_kept stopped; /* failure with which the dynamics' poll has asked to stop */
} tw_assembly;

/* ---- assemble.c ----------------------------------------------------------------------------- */

/* Collects the constraints of the island (without those in `skip`) and its poses from y, and
 * evaluates them at a->now. a->rows = 0: there are none. The caller must have set d, t, tolerance,
 * left and report */
tw_status tw_assembly_open(tw_assembly *a, const tw_island *isl, const bool *skip, const double *y);
/* frees the island's memory; the status of the assembly, which has ended with s: the failure
 * a->stopped comes before s */
tw_status tw_assembly_close(tw_assembly *a, tw_status s);
/* stores the poses of y in the world's free bodies; velocities are unchanged */
void tw_assembly_show(tw_dynamics *d, const double *y);

/* ---- order.c -------------------------------------------------------------------------------- */

/* order [blocks of the island]: indices of isl->block in the order that makes A A^T a narrow
 * band */
tw_status tw_assembly_order(const tw_dynamics *d, const tw_island *isl, tw_arena *memory,
                            int *order);

/* ---- linear.c ------------------------------------------------------------------------------- */

/* sets the motions of the island's bodies in the pass: at rest in the poses `pose` */
void tw_assembly_place(const tw_assembly *a, const double *pose);
/* evaluates the constraints at l->pose and linearises them there; false: one is not finite, and its
 * label is in d->culprit; or a->stopped is a failure, and no evaluation is left */
bool tw_assembly_evaluate(tw_assembly *a, tw_linear *l);
/* factors A A^T + mu a->diagonal into a->gram; false: not positive definite */
bool tw_assembly_factor(tw_assembly *a, const tw_linear *l, double mu);
/* tw_assembly_factor with the first of mu, 10 mu, 100 mu, ... for which it succeeds; false: with
 * none */
bool tw_assembly_factor_safe(tw_assembly *a, const tw_linear *l, double mu);
/* z = A^T (A A^T + mu a->diagonal)^-1 b, with the factor in a->gram; refine: iterates toward the
 * solution for mu = 0; b is not changed */
void tw_assembly_solve(tw_assembly *a, const tw_linear *l, const double *b, bool refine, double *z);
/* z = A^+ b, including the factorisation (approximately in an island that is too large for the
 * dense QR factorisation, if rows are redundant); false: A is 0 or not finite, or could not be
 * factored */
bool tw_assembly_solve_exact(tw_assembly *a, const tw_linear *l, const double *b, double *z);
/* z = A^T b */
void tw_assembly_transposed(const tw_assembly *a, const tw_linear *l, const double *b, double *z);
/* cost that the linear model predicts after the step z: |A z + w D|^2 / 2 */
double tw_assembly_model(const tw_assembly *a, const tw_linear *l, const double *z);
/* to: the poses `from` moved by the step z; NULL: not wanted. Returns the largest rotation of a
 * body, rad */
double tw_assembly_move(const tw_assembly *a, const double *from, const double *z, double *to);
/* *v, *omega: displacement and rotation vector of a body in pose p by its part z [6] of a step */
void tw_assembly_velocity(const tw_assembly *a, int body, const double *p, const double *z, vec3 *v,
                          vec3 *omega);
/* out [7]: derivative of the pose p [7] for linear velocity v and angular velocity omega */
void tw_assembly_pose_rate(const double *p, vec3 v, vec3 omega, double *out);
/* out [rows] = A z: the change of w D by the step z, to first order */
void tw_assembly_image(const tw_assembly *a, const tw_linear *l, const double *z, double *out);
double tw_assembly_length(const tw_assembly *a, const double *z);
/* relative gradient |A^T w D| / (|A| |w D|) of the cost at l; 0 where D = 0 */
double tw_assembly_gradient(tw_assembly *a, const tw_linear *l);

/* ---- turns.c: angles of joints over several turns ------------------------------------------- */

tw_status tw_assembly_joints(tw_assembly *a, const tw_island *isl);
/* counts the joints' turns on the way from the pose at which they were counted last to the present
 * motions of the pass */
void tw_assembly_count(tw_assembly *a);
/* tw_assembly_save copies a->now.pose and the joints' angles there to an array of
 * tw_assembly_numbers doubles, poses first; tw_assembly_load copies them back */
size_t tw_assembly_numbers(const tw_assembly *a);
void tw_assembly_save(const tw_assembly *a, double *to);
void tw_assembly_load(tw_assembly *a, const double *from);

/* makes a->trial, which was evaluated last, the present poses a->now, and counts the joints'
 * turns */
static inline void tw_assembly_accept(tw_assembly *a) {
    tw_linear l = a->now;
    a->now = a->trial;
    a->trial = l;
    tw_assembly_count(a);
}

/* ---- the three stages: each starts at a->now and leaves its result there ------------------- */

/* flow.c: follows the path of the animated assembly without inertia; ends where Newton's steps
 * would take the same path, or where it cannot continue */
tw_status tw_assembly_flow(tw_assembly *a);
/* steps.c: Levenberg-Marquardt steps; true: every deviation is within the tolerance; false:
 * progress is too slow, no step lowers the cost, or all evaluations are made */
bool tw_assembly_steps(tw_assembly *a);
/* minimum.c: Newton's method with the whole second derivative, which leaves saddles. Ends when |w
 * D| has halved or every deviation is within the tolerance; with *minimum = true in a local
 * minimum; or when no step lowers the cost, or all evaluations are made */
tw_status tw_assembly_minimum(tw_assembly *a, bool *minimum);

/* compare.c: follows the animated assembly from the poses `start`, and reports in a->report whether
 * the poses `end` are on its branch; overwrites a->now */
tw_status tw_assembly_compare(tw_assembly *a, const double *start, const double *end);

/* ---- pair.c: an integrator for the paths of flow.c and compare.c ---------------------------- */

enum { TW_PAIR_STAGES = 7 };

/* Dormand and Prince's Runge-Kutta pair of order 5(4), with step control */
typedef struct tw_pair {
    /* rates out [n] of y at the parameter s; false: a rate is not finite */
    bool (*rates)(void *context, double s, const double *y, double *out);
    void *context;
    double tolerance; /* largest error of a step, relative to `size` */
    /* bodies: number of bodies; n: length of y; numbers 3 .. 6 of each body are its quaternion */
    int bodies, n;
    double s, h;               /* parameter of the path, and length of the next step */
    double *y;                 /* [n] */
    double *size;              /* [n] */
    double *k[TW_PAIR_STAGES]; /* [n] rates of the stages; k[0]: the rates at y */
    double *next;              /* [n] */
} tw_pair;

bool tw_pair_prepare(tw_pair *p, tw_arena *memory, int numbers_of_a_body);
/* tries one step from (s, y); false: it is rejected, so that s and y are unchanged and h is
 * shorter */
bool tw_pair_step(tw_pair *p);

#endif
