/* Private header of the fast path; see points.h. */
#ifndef TW_DYNAMICS_POINTS_IMPL_H
#define TW_DYNAMICS_POINTS_IMPL_H

#include "base/math/lanes.h"
#include "dynamics/points/points.h"
#include "numeric/linear/sparse/sparse.h"

enum {
    TW_POINTS_MOST = 8, /* most points that one body may have */
    TW_POINTS_PAIRS = TW_POINTS_MOST * (TW_POINTS_MOST + 1) / 2
};

/* motion of a point at a state: x y z, and a fourth number, which is 0 except in `a` */
typedef struct tw_points_motion {
    double x[4], v[4];
    /* acceleration without constraint forces; if tw_points.alike: a + d v + k x, and as fourth
     * number the sum of the sizes of these three terms */
    double a[4];
    double arm[4]; /* from the body's centre of mass to the point, world axes */
} tw_points_motion;

/* four bodies, one per lane, all with the same number of points; lanes without a body of their own
 * repeat the last one */
typedef struct tw_points_group {
    int lanes, slots; /* lanes: number of bodies; slots: number of points of each */
    int point;        /* point k of lane j has the index point + TW_LANES k + j in the batch */
    /* pair n (of two points of one body, or of a point with itself) of lane j has the index pair +
     * TW_LANES n + j in the batch */
    int pair;
    bool single; /* every point has exactly one joint */
    bool rod;    /* bodies have two points, opposite each other */
    bool plain;  /* rods for which S_11 = S_00 = -S_10 is symmetric (0 and 1: the two points) */
    bool pushed; /* a force object, or the damping of a joint's coordinate, acts on some body */
    /* S_n is the matrix S of pair n. S_n = sign[n] S_m for m = like[n] < n; like[n] = -1: no
     * earlier pair has the same matrix */
    signed char like[TW_POINTS_PAIRS];
    signed char sign[TW_POINTS_PAIRS];
    bool symmetric[TW_POINTS_PAIRS]; /* is S_n symmetric for all four bodies? */
    /* has K_n exactly one target (place in A) for each body, all with the same sign `turn`? */
    bool even[TW_POINTS_PAIRS];
    signed char turn[TW_POINTS_PAIRS];
    /* straight: K_n has a target that is not transposed; transposed: it has one that is */
    bool straight[TW_POINTS_PAIRS];
    bool transposed[TW_POINTS_PAIRS];
} tw_points_group;

/* a place in A to which K of a pair of points is added: the columns of a block of A, or of the
 * block's transpose */
typedef struct tw_points_target {
    /* index in tw_points.numbers of the first column, and distance of successive columns */
    int to, stride;
    bool negative, transposed;
    /* is this the first write to its block in an evaluation? It sets the block, later ones add to
     * it */
    bool first;
} tw_points_target;

typedef struct tw_points_joint {
    int p, q; /* indices in the batch of the two points that the joint connects, D = x_p - x_q */
    int at;   /* first row of the joint in tw_points.lambda */
    double k, d;
} tw_points_joint;

/* a joint at a point: its first row in lambda, its index, sign (+-1) of the point in D */
typedef struct tw_points_hold {
    int at, joint;
    double sign;
} tw_points_hold;

/* an island, as part of a batch */
typedef struct tw_points_part {
    /* joints of the island: begin <= index < end; at: its first row in tw_points.lambda */
    int begin, end, at;
    /* the island's bodies: index of the first in tw_points_form.member, and number */
    int first_body, bodies;
    tw_sparse *sparse;
    size_t numbers; /* index in tw_points.numbers of the island's part of A */
} tw_points_part;

/* Layout of a batch, shared by batches that are alike: islands connected in the same way, of bodies
 * with the same points. All indices are within the batch. */
typedef struct tw_points_form {
    int groups, pairs, joints, islands;
    int points, grounds; /* number of points on bodies, and of grounds, which follow them */
    int size;            /* length of lambda, rounded up to whole vectors */
    bool own;            /* this form is not shared, since k or d of a joint varies */
    tw_points_group *group;
    tw_points_joint *joint;
    tw_points_part *island;
    int *member;  /* [bodies] place of each body (group * TW_LANES + lane), island by island */
    int *targets; /* [pairs + 1] index in `target` of the first target of each pair */
    tw_points_target *target;
    int *holds; /* [points + grounds + 1] index in `hold` of the first entry of each point */
    tw_points_hold *hold;
} tw_points_form;

typedef struct tw_points_chain tw_points_chain; /* chain.h */

/* a set of islands with their bodies: so few that their intermediate results fit the cache. Batches
 * are evaluated one after another, in the same memory */
typedef struct tw_points_batch {
    const tw_points_form *form;
    /* the batch's single island, if it is a long chain of rods; otherwise NULL */
    tw_points_chain *chain;
    int group, island, ground, joint, row; /* first ones */
} tw_points_batch;

/* an island on the fast path, and its state in the present pass */
typedef struct tw_points_island {
    int island; /* index of the island in tw_dynamics.island */
    /* must the island take the general path in this pass, since A is too nearly singular? */
    bool general;
    bool varies; /* does k or d of one of the island's joints depend on time? */
    /* For settle.c. off: the island is to be corrected in this step. far: it differs from the law
     * by more than tw_settle_close (dynamics/step/settle.h). difference: the largest difference of
     * its poses, m. contraction: factor that the last correction left of it */
    bool off, far;
    double difference, contraction;
    double extent; /* for settle.c: largest coordinate of the island's points, m */
} tw_points_island;

/* a ground: a point, in the world or on a body that is not free, to which a joint connects */
typedef struct tw_points_ground {
    int which; /* which of the joint's two points it is, 0 or 1 */
    tw_bind *bind;
    bool still, known;
    tw_points_motion motion;
} tw_points_ground;

/* effect of constraint forces or impulses lambda on one body */
typedef struct tw_points_change {
    /* sum of the forces at its points, and their torque about the centre of mass */
    double force[4], torque[4];
    double turn[4]; /* I^-1 torque */
    /* change of L that goes along with a displacement: the sum over its points of -(omega x arm) x
     * lambda */
    double later[4];
    /* four squares: of the larger of displacement m^-1 force and rotation; of force and torque, and
     * of `later`, both in the mass metric; of omega */
    double size[4];
} tw_points_change;

/* record of D and D' of all joints at a state */
typedef struct tw_points_seen {
    double t, *y, *D, *D1;
    bool known; /* are D and D1 valid? Otherwise only t and y are */
    /* value of the counter tw_points.uses when the record was last used: the oldest record is
     * overwritten */
    unsigned long used;
} tw_points_seen;

/* number of records kept: for the begin and the end of a step, and for a time within it */
enum { TW_POINTS_SEEN = 3 };

/* differences of an island's joints from their goals */
typedef struct tw_points_difference {
    double pose, rate; /* largest component of the difference of D, and of D' */
    double extent;     /* largest coordinate of the island's points, m */
} tw_points_difference;

/* a state: y, or, if k is not NULL, y + h k */
typedef struct tw_points_at {
    const double *y, *k;
    double h;
} tw_points_at;

/* the loops over the bodies and joints of a batch, compiled for one kind of processor (kernel.c) */
typedef struct tw_points_kernel {
    /* sets x, v and arm of all points of the batch */
    void (*look)(const struct tw_points *f, const tw_points_batch *b, const double *y);
    /* computes A of all islands of the batch */
    void (*fill)(const struct tw_points *f, const tw_points_batch *b, const double *y);
    /* In one pass over the bodies: sets the points' motion, A, and in ydot the rates of positions
     * and orientations. If all joints have the same k and d (tw_points.alike), x and v of points
     * are set only with `places`, and of a rod's two points only the first one gets its arm */
    void (*begin_rates)(const struct tw_points *f, const tw_points_batch *b,
                        const tw_wrench *external, vec3 gravity, const tw_points_at *at,
                        bool places, double *ydot);
    /* sets lambda of an island to -r; returns the sum of the squares of the terms of r */
    double (*right_side)(const struct tw_points *f, const tw_points_batch *b,
                         const tw_points_part *part);
    /* sets in ydot the rates of momenta, from lambda */
    void (*end_rates)(const struct tw_points *f, const tw_points_batch *b,
                      const tw_wrench *external, vec3 gravity, double *ydot);
    /* sets to->D, to->D1 of all joints from the points' motion */
    void (*see)(const struct tw_points *f, const tw_points_batch *b, const tw_points_seen *to);
    /* sets the goals f->D, f->D1 of the joints [begin, end), which have equal k and d, for a time
     * after the record `seen`: the goal of D is of_D D + of_D1 D', that of D' likewise with the
     * other two numbers */
    void (*foresee)(const struct tw_points *f, const tw_points_batch *b, int begin, int end,
                    double of_D, double of_D1, const tw_points_seen *seen);
    /* sets lambda of an island to the goals of its joints minus D, or with `rate` minus D'; returns
     * the largest differences */
    tw_points_difference (*differences)(const struct tw_points *f, const tw_points_batch *b,
                                        const tw_points_part *part, bool rate);
    /* sets f->change, at the state y, to the changes of each body's motion that the constraint
     * forces lambda make */
    void (*changes)(const struct tw_points *f, const tw_points_batch *b, const double *y);
    /* like `changes`, but sets only force, torque and size[0] */
    void (*impulses)(const struct tw_points *f, const tw_points_batch *b, const double *y);
    /* raises *most to the fastest rates of the bodies' motion (base/math/swift.h); to be called
     * right after the rates at y were computed */
    void (*swiftness)(const struct tw_points *f, const tw_points_batch *b, const double *y,
                      tw_swift *most);
} tw_points_kernel;

extern const tw_points_kernel tw_points_kernel_plain, tw_points_kernel_wide;

typedef struct tw_points {
    const tw_points_kernel *kernel;
    bool alike; /* do all joints have the same constant k and d? */
    double k, d;
    /* numbers of groups, islands, batches and grounds in all batches; size: sum of the lengths of
     * lambda of all batches, the length of a record of D in `seen` */
    int groups, islands, batches, grounds, size;
    tw_points_batch *batch;
    tw_points_island *island;
    tw_points_ground *ground;
    /* [groups] of each lane: index of the body's first number in the state vector; index of the
     * body */
    int (*state)[TW_LANES], (*body)[TW_LANES];
    int *constants; /* [groups] index of the group's constants in `constant` */
    /* Constants of the groups, four lanes each: 1/m, m, I^-1 (6), b (3) of each point, S_kl (9) of
     * each pair of points k >= l. A group of the same bodies as the group before uses the same
     * constants */
    tw_lanes *constant;
    int *block; /* [joints] index of the joint's block in the pass */
    /* intermediate results of the batch that is computed at present */
    double *numbers;          /* A of all islands of the batch */
    tw_points_motion *motion; /* motion of the batch's points */
    double *lambda, *D, *D1;  /* padded rows */
    tw_points_change *change; /* [bodies of the batch] changes of motion by lambda, by place */
    struct tw_chain_row *row; /* rows of the batch's chain, if it has one */

    tw_points_seen seen[TW_POINTS_SEEN];
    unsigned long uses;
    /* index of the record in `seen` into which the next evaluation writes D and D'; -1: none */
    int waits;
    /* time of the pass in which A of all islands was put into `numbers` and factored; NAN: there is
     * none */
    double factored;
    /* do several batches use `numbers`, one after another, so that A of a batch does not last? */
    bool shared;
    bool alone;   /* all free bodies take the fast path, and gravity is the only force */
    bool general; /* some island took the general path in the last pass */
} tw_points;

/* the first of a batch's islands */
static inline tw_points_island *tw_points_islands_of(const tw_points *f, const tw_points_batch *b) {
    return f->island + b->island;
}

/* Bounds below which A is too nearly singular for the fast path. RATIO: of the product of a joint's
 * pivots, each relative to its diagonal entry, in islands of up to TW_POINTS_LONG joints. A pivot
 * is the inverse of an effective mass: at a joint that holds n bodies it falls as 1 / n in
 * directions in which all of these follow, of which there may be two. So the bound falls as 1 / n^2
 * in larger islands. (The product is about 2 / n in a straight chain of n joints, in any order of
 * elimination, and 3e-5 in a tree of 1,000 boxes.) LEAST: of the least pivot relative to the
 * largest diagonal entry. */
#define TW_POINTS_RATIO 1e-4
#define TW_POINTS_LEAST 1e-8

/* islands with more joints than this are large */
enum { TW_POINTS_LONG = 48 };

/* replaces the acceleration a of a ground by a + d v + k x, and a[3] by the sum of the sizes of
 * these three terms */
void tw_points_sum_up(tw_points_motion *to, double k, double d);

/* Stores the estimated rounding errors of an island's solution. sizes2: sum of the squares of the
 * right side's terms; least: the least pivot; most: the largest diagonal entry */
void tw_points_note(tw_dynamics *d, const tw_points_batch *b, int island, double sizes2,
                    double least, double most);

/* sets the motion of all points of a batch at the state y; the grounds keep the motion computed
 * last */
void tw_points_look(const tw_dynamics *d, const tw_points_batch *b, const double *y);
/* computes the motion of all grounds at (t, y), at a time for which no pass is evaluated */
void tw_points_look_at_grounds(tw_dynamics *d, double t, const double *y);
/* computes A, in f->numbers, of all islands of a batch at y */
void tw_points_fill(tw_dynamics *d, const tw_points_batch *b, const double *y);
/* factors A of an island; *pivots: the least and greatest pivot, for estimates of rounding; false:
 * A is singular, or too nearly so */
bool tw_points_factor(const tw_points_part *part, tw_sparse_pivots *pivots);

#endif
