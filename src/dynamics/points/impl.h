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

/* motion of a point at a state; fourth components are 0, except a[3] */
typedef struct tw_points_motion {
    double x[4], v[4];
    /* acceleration without constraint forces; if tw_points.alike: a + d v + k x, and as fourth
     * number the sum of the sizes of these three terms */
    double a[4];
    double arm[4]; /* from the body's centre of mass to the point, world axes */
} tw_points_motion;

/* four bodies, one per lane, all with the same number of points; unused lanes repeat the last
 * body */
typedef struct tw_points_group {
    int lanes, slots; /* bodies, points of each */
    int point;        /* point k of lane j has the index point + TW_LANES k + j in the batch */
    /* pair n (of two points of one body, or of a point with itself) of lane j has the index pair +
     * TW_LANES n + j in the batch */
    int pair;
    bool single; /* every point has exactly one joint */
    bool rod;    /* bodies have two points, opposite each other */
    bool plain;  /* a rod with symmetric S_11 = S_00 = -S_10 */
    bool pushed; /* a force object or a joint's damping acts on some body */
    /* S_n = sign[n] S_m with m = like[n] < n; -1: no earlier pair is like it */
    signed char like[TW_POINTS_PAIRS];
    signed char sign[TW_POINTS_PAIRS];
    bool symmetric[TW_POINTS_PAIRS]; /* S_n, in each lane */
    bool even[TW_POINTS_PAIRS];      /* K_n has exactly one target in each lane, with sign `turn` */
    signed char turn[TW_POINTS_PAIRS];
    bool straight[TW_POINTS_PAIRS]; /* K_n has a target that is not transposed; one that is */
    bool transposed[TW_POINTS_PAIRS];
} tw_points_group;

/* a place in A to which K of a pair of points is added: columns of a block, or of its transpose */
typedef struct tw_points_target {
    int to, stride; /* index in tw_points.numbers of the place, and distance of its columns */
    bool negative, transposed;
    bool first; /* the first write to this block in a pass: it sets, later ones add */
} tw_points_target;

typedef struct tw_points_joint {
    int p, q; /* indices in the batch of its points, with D = x_p - x_q */
    int at;   /* first row in tw_points.lambda */
    double k, d;
} tw_points_joint;

/* a joint at a point: its first row in lambda, its index, sign (+-1) of the point in D */
typedef struct tw_points_hold {
    int at, joint;
    double sign;
} tw_points_hold;

/* an island, as part of a batch */
typedef struct tw_points_part {
    int begin, end, at;     /* joints, rows in lambda */
    int first_body, bodies; /* bodies: places in tw_points_form.member */
    tw_sparse *sparse;
    size_t numbers; /* index in tw_points.numbers of the island's part of A */
} tw_points_part;

/* Layout of a batch, shared by batches that are alike: islands connected in the same way, of bodies
 * with the same points. All indices are within the batch. */
typedef struct tw_points_form {
    int groups, pairs, joints, islands;
    int points, grounds; /* number of points on bodies, and of grounds, which follow them */
    int size;            /* length of lambda, padded */
    bool own;            /* this form is not shared, since k or d of a joint varies */
    tw_points_group *group;
    tw_points_joint *joint;
    tw_points_part *island;
    int *member;  /* [bodies] place, group * TW_LANES + lane, of the bodies, island by island */
    int *targets; /* [pairs + 1] index in `target` of each pair's first one */
    tw_points_target *target;
    int *holds; /* [points + grounds + 1] index in `hold` of each point's first one */
    tw_points_hold *hold;
} tw_points_form;

typedef struct tw_points_chain tw_points_chain; /* chain.h */

/* some islands with their bodies: so few that their intermediate results fit the cache. All batches
 * use the same memory for these */
typedef struct tw_points_batch {
    const tw_points_form *form;
    /* the batch's single island, if it is a long chain of rods; otherwise NULL */
    tw_points_chain *chain;
    int group, island, ground, joint, row; /* first ones */
} tw_points_batch;

/* an island on the fast path, and its state in the present pass */
typedef struct tw_points_island {
    int island;   /* index in the dynamics */
    bool general; /* A is too nearly singular in this pass: it takes the general path */
    bool varies;  /* k or d of one of its joints depends on time */
    /* For settle.c. off: to be corrected; far: its poses differ from the law by more than the
     * tolerance; difference: the largest one, m; contraction: factor by which the last correction
     * reduced it */
    bool off, far;
    double difference, contraction;
    double extent; /* for settle.c: largest coordinate of its points, m */
} tw_points_island;

/* a ground: a point, in the world or on a body that is not free, to which a joint connects */
typedef struct tw_points_ground {
    int which; /* index, 0 or 1, of this point among the two of the joint */
    tw_bind *bind;
    bool still, known;
    tw_points_motion motion;
} tw_points_ground;

/* effect of constraint forces or impulses lambda on one body */
typedef struct tw_points_change {
    double force[4], torque[4]; /* sum over its points, and torque about the centre of mass */
    double turn[4];             /* I^-1 torque */
    double later[4]; /* change of L if it is carried along: -(omega x arm) x lambda, summed */
    /* squares of four sizes: larger of m^-1 force and turn; force and torque, and later, each in
     * the mass metric; omega */
    double size[4];
} tw_points_change;

/* record of D and D' of all joints at a state */
typedef struct tw_points_seen {
    double t, *y, *D, *D1;
    bool known;         /* are D and D1 valid? Otherwise only t and y are */
    unsigned long used; /* tw_points.uses when last used */
} tw_points_seen;

/* number of records: for begin and end of a step, and a time within it */
enum { TW_POINTS_SEEN = 3 };

/* differences of an island's joints from their goals */
typedef struct tw_points_difference {
    double pose, rate; /* largest component of the difference of D, and of D' */
    double extent;     /* largest coordinate of the island's points, m */
} tw_points_difference;

/* the state y, or, if k is not NULL, y + h k */
typedef struct tw_points_at {
    const double *y, *k;
    double h;
} tw_points_at;

/* the loops over the bodies and joints of a batch, compiled for one kind of processor (kernel.c) */
typedef struct tw_points_kernel {
    /* sets x, v and arm of all points */
    void (*look)(const struct tw_points *f, const tw_points_batch *b, const double *y);
    /* A of all islands */
    void (*fill)(const struct tw_points *f, const tw_points_batch *b, const double *y);
    /* In one pass over the bodies: sets the points' motion, A, and in ydot the rates of positions
     * and orientations. If all joints are alike, x and v of points are left out unless `places`;
     * and then only the first point of a rod has an arm */
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
    /* sets the goals f->D, f->D1 of joints [begin, end), which have equal k and d, a time after
     * `seen`: goal of D: of_D D + of_D1 D'; of D' accordingly */
    void (*foresee)(const struct tw_points *f, const tw_points_batch *b, int begin, int end,
                    double of_D, double of_D1, const tw_points_seen *seen);
    /* sets lambda of an island to the goal minus D, or (rate) minus D', of its joints; returns the
     * largest differences */
    tw_points_difference (*differences)(const struct tw_points *f, const tw_points_batch *b,
                                        const tw_points_part *part, bool rate);
    /* sets f->change, at the state y, to the changes of each body's motion that the constraint
     * forces lambda make */
    void (*changes)(const struct tw_points *f, const tw_points_batch *b, const double *y);
    /* like `changes`, but sets only force, torque and size[0] */
    void (*impulses)(const struct tw_points *f, const tw_points_batch *b, const double *y);
    /* raises *most to the rates of the bodies' motion (base/math/swift.h); call right after the
     * rates at y */
    void (*swiftness)(const struct tw_points *f, const tw_points_batch *b, const double *y,
                      tw_swift *most);
} tw_points_kernel;

extern const tw_points_kernel tw_points_kernel_plain, tw_points_kernel_wide;

typedef struct tw_points {
    const tw_points_kernel *kernel;
    bool alike; /* do all joints have the same constant k and d? */
    double k, d;
    int groups, islands, batches, grounds, size; /* counts over all batches */
    tw_points_batch *batch;
    tw_points_island *island;
    tw_points_ground *ground;
    int (*state)[TW_LANES], (*body)[TW_LANES]; /* [groups] of each lane */
    int *constants;                            /* [groups] in `constant` */
    /* constants of groups, four lanes each: 1/m, m, I^-1 (6), b (3) of each point, S_kl (9) of each
     * pair k >= l. Successive groups of equal bodies share them */
    tw_lanes *constant;
    int *block; /* [joints] index of the joint's block in the pass */
    /* intermediate results of the batch in work */
    double *numbers;          /* A of its islands */
    tw_points_motion *motion; /* motion of its points */
    double *lambda, *D, *D1;  /* padded rows */
    tw_points_change *change; /* changes by place */
    struct tw_chain_row *row; /* rows of its chain */

    tw_points_seen seen[TW_POINTS_SEEN];
    unsigned long uses;
    /* index of the record in `seen` into which the next evaluation writes D and D'; -1: none */
    int waits;
    /* time of the pass whose A is in `numbers`, factored; NAN: no A is, or not that of all
     * islands */
    double factored;
    bool shared;  /* several batches use `numbers` one after another */
    bool alone;   /* all free bodies take the fast path, and gravity is the only force */
    bool general; /* some island took the general path in the last pass */
} tw_points;

/* a batch's islands */
static inline tw_points_island *tw_points_islands_of(const tw_points *f, const tw_points_batch *b) {
    return f->island + b->island;
}

/* Bounds below which A is too nearly singular for the fast path. RATIO: of the product of a joint's
 * pivots, each relative to its diagonal entry. LEAST: of the least pivot relative to the largest
 * diagonal entry. (That is about 2 / n for a straight chain of n joints, whatever the order, and
 * too little at ten thousand.) */
#define TW_POINTS_RATIO 1e-4
#define TW_POINTS_LEAST 1e-8

/* replaces a of a ground by a + d v + k x, and a[3] by the sum of the sizes of these terms */
void tw_points_sum_up(tw_points_motion *to, double k, double d);

/* Stores the estimated rounding errors of an island's solution. sizes2: sum of the squares of the
 * right side's terms; least: the least pivot; most: the largest diagonal entry */
void tw_points_note(tw_dynamics *d, const tw_points_batch *b, int island, double sizes2,
                    double least, double most);

/* sets the motion of all points of a batch at the state y; grounds are as last computed */
void tw_points_look(const tw_dynamics *d, const tw_points_batch *b, const double *y);
/* computes the motion of all grounds at (t, y), outside of a pass */
void tw_points_look_at_grounds(tw_dynamics *d, double t, const double *y);
/* computes A, in f->numbers, of all islands of a batch at y */
void tw_points_fill(tw_dynamics *d, const tw_points_batch *b, const double *y);
/* factors A of an island; *pivots: least and greatest pivots, to judge rounding; false: A is
 * singular, or too nearly so */
bool tw_points_factor(const tw_points_part *part, tw_sparse_pivots *pivots);

#endif
