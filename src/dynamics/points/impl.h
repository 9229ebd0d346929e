/* Private header of the fast path; see points.h. */
#ifndef TW_DYNAMICS_POINTS_IMPL_H
#define TW_DYNAMICS_POINTS_IMPL_H

#include "base/math/lanes.h"
#include "dynamics/points/points.h"
#include "numeric/linear/sparse/sparse.h"

enum {
    TW_POINTS_MOST = 8, /* most points of one body */
    TW_POINTS_PAIRS = TW_POINTS_MOST * (TW_POINTS_MOST + 1) / 2
};

/* motion of a point at a state; fourth components are 0, but for a */
typedef struct tw_points_motion {
    double x[4], v[4];
    double a[4];   /* acceleration without constraint forces; if tw_points.alike: a + d v + k x, and
                      the sum of the sizes of these three terms */
    double arm[4]; /* from the body's centre of mass */
} tw_points_motion;

/* four bodies, one per lane, with equal numbers of points; unused lanes repeat the last body */
typedef struct tw_points_group {
    int lanes, slots;                  /* bodies, points of each */
    int point;                         /* point k of lane j has index point + TW_LANES k + j */
    int pair;                          /* pair n of lane j has index pair + TW_LANES n + j */
    bool single;                       /* every point has exactly one joint */
    bool rod;                          /* two points, opposite each other */
    bool plain;                        /* a rod with S_11 = S_00 = -S_10, symmetric */
    bool pushed;                       /* a force object or damping acts on some body */
    signed char like[TW_POINTS_PAIRS]; /* S_n = sign S_like; like -1: no such pair */
    signed char sign[TW_POINTS_PAIRS];
    bool symmetric[TW_POINTS_PAIRS]; /* S_n, in each lane */
    bool even[TW_POINTS_PAIRS];      /* K_n has one target in each lane; turn: its sign */
    signed char turn[TW_POINTS_PAIRS];
    bool straight[TW_POINTS_PAIRS]; /* K_n has a target that is not transposed */
    bool transposed[TW_POINTS_PAIRS];
} tw_points_group;

/* a place in A to which a K is added: the columns of a block, or of its transpose */
typedef struct tw_points_target {
    int to, stride; /* index in tw_points.numbers, and stride */
    bool negative, transposed;
    bool first; /* first write to its block: sets, others add */
} tw_points_target;

typedef struct tw_points_joint {
    int p, q; /* points (indices in the batch) with D = x_p - x_q */
    int at;   /* first row in tw_points.lambda */
    double k, d;
} tw_points_joint;

/* a joint at a point: first row in lambda, index, sign of the point in D */
typedef struct tw_points_hold {
    int at, joint;
    double sign;
} tw_points_hold;

/* an island of a batch */
typedef struct tw_points_part {
    int begin, end, at;     /* joints, rows in lambda */
    int first_body, bodies; /* bodies: places in tw_points_form.member */
    tw_sparse *sparse;
    size_t numbers; /* index of its part of A in tw_points.numbers */
} tw_points_part;

/* Layout of a batch, shared by batches that are alike: islands connected in the same way, of bodies
 * with the same points. All indices are within the batch. */
typedef struct tw_points_form {
    int groups, pairs, joints, islands;
    int points, grounds; /* points of bodies; grounds, which follow them */
    int size;            /* length of lambda, with padding */
    bool own;            /* not shared: k or d of a joint varies */
    tw_points_group *group;
    tw_points_joint *joint;
    tw_points_part *island;
    int *member;  /* place (group * TW_LANES + lane) of the bodies of each island */
    int *targets; /* [pairs + 1] index of each pair's first target */
    tw_points_target *target;
    int *holds; /* [points + grounds + 1] index of each point's first hold */
    tw_points_hold *hold;
} tw_points_form;

typedef struct tw_points_chain tw_points_chain; /* chain.h */

/* some islands and their bodies, few enough that the cache has room for their intermediate results;
 * all batches use the same memory for these */
typedef struct tw_points_batch {
    const tw_points_form *form;
    tw_points_chain *chain;                /* the single island as a chain; NULL: it is none */
    int group, island, ground, joint, row; /* first ones */
} tw_points_batch;

/* an island on the fast path, and its present state */
typedef struct tw_points_island {
    int island;   /* index in the dynamics */
    bool general; /* in this pass it takes the general path */
    bool varies;  /* k or d of a joint depends on time */
    /* for settle.c: off: to be corrected; far: poses differ from the law by more than the
     * tolerance; largest difference, m; factor by which the last correction reduced it */
    bool off, far;
    double difference, contraction;
    double extent; /* for settle.c: largest coordinate of its points, m */
} tw_points_island;

/* ground: a point in the world, or on a fixed or driven body */
typedef struct tw_points_ground {
    int which; /* 0 or 1: which of the joint's points */
    tw_bind *bind;
    bool still, known;
    tw_points_motion motion;
} tw_points_ground;

/* effect of the forces lambda on a body */
typedef struct tw_points_change {
    double force[4], torque[4]; /* sums over its points, about the centre of mass */
    double turn[4];             /* I^-1 torque */
    double later[4];            /* -(omega x arm) x lambda: change of L if carried along */
    /* squares of the sizes of: the larger of m^-1 force and turn; force and torque together, in the
     * mass metric; later, in the mass metric; omega */
    double size[4];
} tw_points_change;

/* D and D' of all joints at a state, recorded */
typedef struct tw_points_seen {
    double t, *y, *D, *D1;
    bool known;         /* D and D1 are valid; false: only t and y */
    unsigned long used; /* tw_points.uses when last used */
} tw_points_seen;

/* number of records: begin and end of a step, and a frame within it */
enum { TW_POINTS_SEEN = 3 };

/* differences of an island's joints from their goals */
typedef struct tw_points_difference {
    double pose, rate; /* the largest component of D, and of D' */
    double extent;     /* largest coordinate of the points, m */
} tw_points_difference;

/* a state: y, or y + h k if k is not NULL */
typedef struct tw_points_at {
    const double *y, *k;
    double h;
} tw_points_at;

/* the loops over the bodies and joints of a batch, built for one kind of processor (kernel.c) */
typedef struct tw_points_kernel {
    /* motion of all points: x, v, arm */
    void (*look)(const struct tw_points *f, const tw_points_batch *b, const double *y);
    /* A of all islands */
    void (*fill)(const struct tw_points *f, const tw_points_batch *b, const double *y);
    /* motion of points, A, and rates of positions and orientations in one pass over the bodies;
     * also a of each point. If all joints are alike, x and v are left out unless `places`; of a
     * rod's points only the first then has an arm */
    void (*begin_rates)(const struct tw_points *f, const tw_points_batch *b,
                        const tw_wrench *external, vec3 gravity, const tw_points_at *at,
                        bool places, double *ydot);
    /* sets lambda of an island to -r; returns the sum of the squares of r's terms */
    double (*right_side)(const struct tw_points *f, const tw_points_batch *b,
                         const tw_points_part *part);
    /* rates of momenta, from lambda */
    void (*end_rates)(const struct tw_points *f, const tw_points_batch *b,
                      const tw_wrench *external, vec3 gravity, double *ydot);
    /* *to: D and D' of all joints, from the points' motion */
    void (*see)(const struct tw_points *f, const tw_points_batch *b, const tw_points_seen *to);
    /* goals f->D, f->D1 of joints [begin, end), of equal k and d, some time later: D becomes of_D D
     * + of_D1 D', D' accordingly */
    void (*foresee)(const struct tw_points *f, const tw_points_batch *b, int begin, int end,
                    double of_D, double of_D1, const tw_points_seen *seen);
    /* sets lambda of an island to goal minus D, or (rate) goal minus D'; returns the differences */
    tw_points_difference (*differences)(const struct tw_points *f, const tw_points_batch *b,
                                        const tw_points_part *part, bool rate);
    /* f->change: effect of lambda on all bodies at y */
    void (*changes)(const struct tw_points *f, const tw_points_batch *b, const double *y);
    /* like `changes`, but only force, torque and size[0] */
    void (*impulses)(const struct tw_points *f, const tw_points_batch *b, const double *y);
    /* raises *most to rates of the bodies' motion; call right after the rates at y */
    void (*swiftness)(const struct tw_points *f, const tw_points_batch *b, const double *y,
                      tw_swift *most);
} tw_points_kernel;

extern const tw_points_kernel tw_points_kernel_plain, tw_points_kernel_wide;

typedef struct tw_points {
    const tw_points_kernel *kernel;
    bool alike; /* all joints have the same constant k and d */
    double k, d;
    int groups, islands, batches, grounds, size; /* counts over all batches */
    tw_points_batch *batch;
    tw_points_island *island;
    tw_points_ground *ground;
    int (*state)[TW_LANES], (*body)[TW_LANES]; /* [groups] of each lane */
    int *constants;                            /* [groups] in `constant` */
    /* constants of groups: 1/m, m, I^-1 (6), per point b (3), per pair k >= l S_kl (9); successive
     * groups of equal bodies share them */
    tw_lanes *constant;
    int *block; /* [joints] index of its block in the pass */
    /* intermediate results of the current batch */
    double *numbers;          /* A of its islands */
    tw_points_motion *motion; /* motion of its points */
    double *lambda, *D, *D1;  /* padded rows */
    tw_points_change *change; /* changes by place */
    struct tw_chain_row *row; /* rows of its chain */

    tw_points_seen seen[TW_POINTS_SEEN];
    unsigned long uses;
    int waits;       /* entry of `seen` whose D and D' the next evaluation records; -1: none */
    double factored; /* time of the pass whose A is in `numbers`, factored; NAN: not, or not for all
                        islands */
    bool shared;     /* several batches use `numbers` in turn */
    bool alone;      /* all free bodies take the fast path, under gravity only */
    bool general;    /* some island took the general path in the last pass */
} tw_points;

/* a batch's islands */
static inline tw_points_island *tw_points_islands_of(const tw_points *f, const tw_points_batch *b) {
    return f->island + b->island;
}

/* Bounds below which A is too nearly singular for the fast path: on the product of a joint's
 * pivots, each relative to its diagonal entry; and on the least pivot, relative to the largest
 * diagonal entry. (For a straight chain of n joints that is about 2 / n, whatever the order; at ten
 * thousand it is too little.) */
#define TW_POINTS_RATIO 1e-4
#define TW_POINTS_LEAST 1e-8

/* a of a ground becomes a + d v + k x and the sum of sizes */
void tw_points_sum_up(tw_points_motion *to, double k, double d);

/* Stores error estimates of an island's solution: from the sum of squares of the right side's
 * terms, the least pivot, the largest diagonal entry */
void tw_points_note(tw_dynamics *d, const tw_points_batch *b, int island, double sizes2,
                    double least, double most);

/* motion of all points of a batch at y, and of its grounds as last computed */
void tw_points_look(const tw_dynamics *d, const tw_points_batch *b, const double *y);
/* computes the grounds at (t, y), outside of a pass */
void tw_points_look_at_grounds(tw_dynamics *d, double t, const double *y);
/* computes A of all islands of a batch at y */
void tw_points_fill(tw_dynamics *d, const tw_points_batch *b, const double *y);
/* factors A of an island; false: it is singular, or too nearly so */
bool tw_points_factor(const tw_points_part *part, tw_sparse_pivots *pivots);

#endif
