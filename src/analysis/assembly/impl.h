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

/* one constraint of the island */
typedef struct tw_assembly_block {
    tw_block *b;
    int index;  /* index in the pass */
    int row;    /* index of its first row among the island's */
    int slots;  /* number of slots that are free bodies */
    int *slot;  /* [slots] in the bind */
    int *place; /* [slots] in the island */
    size_t at;  /* offset of its rows in A: [rows][slots][6] */
} tw_assembly_block;

/* occurrences of a body */
typedef struct tw_assembly_use {
    int block, slot;
} tw_assembly_use;

/* the island's constraints, evaluated and linearised at one pose */
typedef struct tw_linear {
    double *pose;     /* [7 bodies] */
    double *A;        /* w J M^-1/2 */
    double *D;        /* [rows] w D */
    double cost;      /* |w D|^2 / 2 */
    double deviation; /* largest unweighted |D| of a constraint */
    int worst;        /* its constraint, as an index in the pass */
} tw_linear;

typedef struct tw_assembly {
    tw_dynamics *d;
    tw_arena memory;
    double t, tolerance, scale; /* scale: size of the island, m */
    int left;                   /* evaluations that may still be made */
    int bodies, blocks, rows, columns, width;
    const int *body; /* [bodies] in the world */
    tw_assembly_block *block;
    tw_assembly_use *use; /* sorted by body */
    int *use_from;        /* [bodies + 1] */
    tw_linear now, trial;
    /* scratch of the linear algebra: gram a band, the others [rows] */
    double *gram, *lambda, *rest, *right;
    double *z, *step; /* [columns] */
    /* scratch of solve_exact, for small islands; NULL for others */
    double *dense, *long_z, *work;
    double diagonal;       /* largest entry on the diagonal of A A^T */
    double *rate;          /* [rows] sqrt(k), 1/s: how fast each D falls in the flow */
    int joints;            /* number of joints whose turns are counted (turns.c) */
    tw_constraint **joint; /* [joints] */
    tw_assembly_report *report;
} tw_assembly;

/* ---- assemble.c ----------------------------------------------------------------------------- */

/* collects the constraints and poses of an island and evaluates them at a->now; a->rows = 0: there
 * are none. The caller has set d, t, tolerance, left, report */
tw_status tw_assembly_open(tw_assembly *a, const tw_island *isl, const bool *skip, const double *y);
/* sets the free bodies of the world to the poses of y; velocities stay */
void tw_assembly_show(tw_dynamics *d, const double *y);

/* ---- order.c -------------------------------------------------------------------------------- */

/* order [blocks of the island]: a permutation of the indices of isl->block */
tw_status tw_assembly_order(const tw_dynamics *d, const tw_island *isl, tw_arena *memory,
                            int *order);

/* ---- linear.c ------------------------------------------------------------------------------- */

/* sets the motions of the pass: the island's bodies at rest in these poses */
void tw_assembly_place(const tw_assembly *a, const double *pose);
/* evaluates the constraints at l->pose; false: one is not finite, named in d->culprit */
bool tw_assembly_evaluate(tw_assembly *a, tw_linear *l);
/* factors A A^T + mu diagonal; false: not positive definite */
bool tw_assembly_factor(tw_assembly *a, const tw_linear *l, double mu);
/* tw_assembly_factor with mu, 10 mu, ..: the first for which the matrix is positive definite;
 * false: none */
bool tw_assembly_factor_safe(tw_assembly *a, const tw_linear *l, double mu);
/* z = A^T (A A^T + mu)^-1 b by the factors; refine: corrects toward mu = 0; b is kept */
void tw_assembly_solve(tw_assembly *a, const tw_linear *l, const double *b, bool refine, double *z);
/* z = A^+ b, factors included; false: A vanishes or is not finite */
bool tw_assembly_solve_exact(tw_assembly *a, const tw_linear *l, const double *b, double *z);
/* z = A^T b */
void tw_assembly_transposed(const tw_assembly *a, const tw_linear *l, const double *b, double *z);
/* cost that the linear model predicts after the step z: |A z + D|^2 / 2 */
double tw_assembly_model(const tw_assembly *a, const tw_linear *l, const double *z);
/* to: poses `from` moved by z; returns the largest angle of a body, rad; to NULL: only that */
double tw_assembly_move(const tw_assembly *a, const double *from, const double *z, double *to);
/* change of position and rotation vector of a body in pose p, per unit of its step z [6] */
void tw_assembly_velocity(const tw_assembly *a, int body, const double *p, const double *z, vec3 *v,
                          vec3 *omega);
/* out [7]: derivative of the pose p for linear and angular velocities v, omega */
void tw_assembly_pose_rate(const double *p, vec3 v, vec3 omega, double *out);
/* out [rows] = A z, the change of w D by z */
void tw_assembly_image(const tw_assembly *a, const tw_linear *l, const double *z, double *out);
double tw_assembly_length(const tw_assembly *a, const double *z);
/* relative gradient |A^T D| / (|A| |D|) of the cost; 0 when D = 0 */
double tw_assembly_gradient(tw_assembly *a, const tw_linear *l);

/* ---- turns.c: angles of joints over several turns ------------------------------------------- */

tw_status tw_assembly_joints(tw_assembly *a, const tw_island *isl);
/* counts the joints' turns on, from the last count to the pass's present motions */
void tw_assembly_count(tw_assembly *a);
/* save and load a->now.pose and the joints' angles there: [tw_assembly_numbers], poses first */
size_t tw_assembly_numbers(const tw_assembly *a);
void tw_assembly_save(const tw_assembly *a, double *to);
void tw_assembly_load(tw_assembly *a, const double *from);

/* a->trial, just evaluated, becomes a->now */
static inline void tw_assembly_accept(tw_assembly *a) {
    tw_linear l = a->now;
    a->now = a->trial;
    a->trial = l;
    tw_assembly_count(a);
}

/* ---- the three stages: each starts at a->now and leaves its result there ------------------- */

/* flow.c: follows the path of the animated assembly; stops where Newton's steps would take the same
 * path, or where it cannot go on */
tw_status tw_assembly_flow(tw_assembly *a);
/* steps.c: Levenberg-Marquardt; true: within the tolerance; false: progress is slow */
bool tw_assembly_steps(tw_assembly *a);
/* minimum.c: Newton's method with the whole second derivative, which leaves saddles. Stops when |w
 * D| has halved (*minimum = false), or in a local minimum */
tw_status tw_assembly_minimum(tw_assembly *a, bool *minimum);

/* compare.c: follows the animated assembly from the poses `start` and reports whether the poses
 * `end` are on its branch; a->now is overwritten */
tw_status tw_assembly_compare(tw_assembly *a, const double *start, const double *end);

/* ---- pair.c: an integrator for the paths of flow.c and compare.c ---------------------------- */

enum { TW_PAIR_STAGES = 7 };

/* Dormand and Prince's pair of order 5(4), with step control */
typedef struct tw_pair {
    bool (*rates)(void *context, double s, const double *y, double *out); /* false: not finite */
    void *context;
    double tolerance; /* bound on the error of a step, relative to size */
    int bodies, n;    /* n: numbers in all; numbers 3 .. 6 of each body are its quaternion */
    double s, h;      /* position on the path, and length of the next step */
    double *y;        /* [n] */
    double *size;     /* [n] */
    double *k[TW_PAIR_STAGES]; /* [n]; k[0]: the rates at y */
    double *next;              /* [n] */
} tw_pair;

bool tw_pair_prepare(tw_pair *p, tw_arena *memory, int numbers_of_a_body);
/* tries one step; false: rejected: s and y stay, h is shorter */
bool tw_pair_step(tw_pair *p);

#endif
