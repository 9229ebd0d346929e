/* Private header of the fast way; see points.h. */
#ifndef TW_DYNAMICS_POINTS_IMPL_H
#define TW_DYNAMICS_POINTS_IMPL_H

#include "base/math/lanes.h"
#include "dynamics/points/points.h"
#include "numeric/linear/sparse/sparse.h"

enum {
    TW_POINTS_MOST = 8, /* points of one body, at most */
    TW_POINTS_PAIRS = TW_POINTS_MOST * (TW_POINTS_MOST + 1) / 2
};

/* a point's present motion; fourth components are 0, except of a */
typedef struct tw_points_motion {
    double x[4], v[4];
    double a[4]; /* acceleration without constraint forces; tw_points.alike: a + d v + k x, and the
                    sum of the sizes of these terms */
    double arm[4]; /* arm from the centre of mass */
} tw_points_motion;

/* four bodies with equal numbers of points, held or not; unused lanes repeat the last body */
typedef struct tw_points_group {
    int lanes, slots;                  /* bodies, points of each */
    int point;                         /* point k of lane j is point + TW_LANES k + j */
    int pair;                          /* pair n of lane j is pair + TW_LANES n + j */
    bool single;                       /* each point is held by one joint */
    bool rod;                          /* two points, opposite each other */
    bool plain;                        /* a rod: S_11 = S_00 = -S_10 and symmetric */
    bool pushed;                       /* forces other than gravity act on one of the bodies */
    signed char like[TW_POINTS_PAIRS]; /* S_n = sign S_like; -1: its own */
    signed char sign[TW_POINTS_PAIRS];
    bool symmetric[TW_POINTS_PAIRS]; /* S_n, in each lane */
    bool even[TW_POINTS_PAIRS]; /* K_n goes to one place in each lane, unchanged, or negated (turn
                                   -1) */
    signed char turn[TW_POINTS_PAIRS];
    bool straight[TW_POINTS_PAIRS]; /* K_n is also copied somewhere unchanged */
    bool transposed[TW_POINTS_PAIRS];
} tw_points_group;

/* place in A to which a K is added: columns of a block, or of its transpose */
typedef struct tw_points_target {
    int to, stride; /* place in tw_points.numbers, and stride */
    bool negative, transposed;
    bool first; /* first target of a place: sets it; others add */
} tw_points_target;

typedef struct tw_points_joint {
    int p, q; /* points: D = x_p - x_q */
    int at;   /* first row in tw_points.lambda */
    double k, d;
} tw_points_joint;

/* a joint that holds a point */
typedef struct tw_points_hold {
    int at, joint;
    double sign;
} tw_points_hold;

/* an island of a batch */
typedef struct tw_points_part {
    int begin, end, at;     /* joints, rows in lambda */
    int first_body, bodies; /* bodies: places in tw_points_form.member */
    tw_sparse *sparse;
    size_t numbers; /* first of its own, of tw_points.numbers */
} tw_points_part;

/* Layout shared by batches that are alike: islands that are connected in the same way, of bodies
 * with the same points. All places are those within the batch. */
typedef struct tw_points_form {
    int groups, pairs, joints, islands;
    int points, grounds; /* points of bodies; points of grounds, which follow */
    int size;            /* size of lambda: padded rows */
    bool own;            /* form of one batch only: k or d of a joint varies */
    tw_points_group *group;
    tw_points_joint *joint;
    tw_points_part *island;
    int *member;  /* places group * TW_LANES + lane of the bodies of each island */
    int *targets; /* [pairs + 1] first target of each pair */
    tw_points_target *target;
    int *holds; /* [points + grounds + 1] first hold of each point */
    tw_points_hold *hold;
} tw_points_form;

typedef struct tw_points_chain tw_points_chain; /* chain.h */

/* some islands and their bodies, few enough for the cache: all batches use the same memory for
 * intermediate results */
typedef struct tw_points_batch {
    const tw_points_form *form;
    tw_points_chain *chain; /* the single island as a chain, for rates; NULL: general */
    int group, island, ground, joint, row; /* first ones */
} tw_points_batch;

/* state of an island; indexed over all batches */
typedef struct tw_points_island {
    int island;   /* index in the dynamics */
    bool general; /* the island goes the general way in this pass */
    bool varies;  /* k or d of a joint */
    /* for settle: the island is corrected (off); its poses deviate by more than the tolerance
     * (far); largest deviation (m); share of it that the last correction left */
    bool off, far;
    double difference, contraction;
    double extent; /* for settle: its points' largest distance from the origin along an axis (m) */
} tw_points_island;

/* a point that does not move with a free body */
typedef struct tw_points_ground {
    int which; /* index of a point of `bind` */
    tw_bind *bind;
    bool still, known;
    tw_points_motion motion;
} tw_points_ground;

/* effect of lambda on a body */
typedef struct tw_points_change {
    double force[4], torque[4]; /* sums over its points, about the centre of mass */
    double turn[4];             /* I^-1 torque */
    double later[4];            /* -(omega x arm) x lambda */
    double size[4];             /* of m^-1 force and of turn the larger, squared; force and torque
                                   squared in the mass metric; later likewise; omega squared */
} tw_points_change;

/* D and D' of all joints at a state */
typedef struct tw_points_seen {
    double t, *y, *D, *D1;
    bool known;         /* D and D1 are set; false: only t and y are */
    unsigned long used; /* value of tw_points.uses at the last use */
} tw_points_seen;

/* beginning and end of a step, and a frame within it */
enum { TW_POINTS_SEEN = 3 };

/* differences of an island's joints from their law */
typedef struct tw_points_difference {
    double pose, rate; /* the largest of D, of D' */
    double extent;     /* how far the points are from the origin, the largest of each axis */
} tw_points_difference;

/* a state y, or y + h k where there is a k */
typedef struct tw_points_at {
    const double *y, *k;
    double h;
} tw_points_at;

/* the loops over bodies and joints of a batch, built for one kind of processor (kernel.c) */
typedef struct tw_points_kernel {
    /* places and velocities of all points */
    void (*look)(const struct tw_points *f, const tw_points_batch *b, const double *y);
    /* A of all islands */
    void (*fill)(const struct tw_points *f, const tw_points_batch *b, const double *y);
    /* `look` and `fill` in one pass, with the points' accelerations a and the first seven rates of
     * each body. If joints are alike, x and v are set only where `places`, else only arms, of a rod
     * one */
    void (*begin_rates)(const struct tw_points *f, const tw_points_batch *b,
                        const tw_wrench *external, vec3 gravity, const tw_points_at *at,
                        bool places, double *ydot);
    /* sets lambda = -r of an island; returns the sum of the squares of the terms of r */
    double (*right_side)(const struct tw_points *f, const tw_points_batch *b,
                         const tw_points_part *part);
    /* the rates of momenta, from lambda */
    void (*end_rates)(const struct tw_points *f, const tw_points_batch *b,
                      const tw_wrench *external, vec3 gravity, double *ydot);
    /* D and D' of all joints */
    void (*see)(const struct tw_points *f, const tw_points_batch *b, const tw_points_seen *to);
    /* D and D' of joints [begin, end), all of the same k and d, a time later, into f->D, f->D1; D
     * is then of_D D + of_D1 D' */
    void (*foresee)(const struct tw_points *f, const tw_points_batch *b, int begin, int end,
                    double of_D, double of_D1, const tw_points_seen *seen);
    /* sets lambda to the goal of D minus D, or of D' where `rate`; returns the differences */
    tw_points_difference (*differences)(const struct tw_points *f, const tw_points_batch *b,
                                        const tw_points_part *part, bool rate);
    /* effect of lambda on all bodies at y, into f->change */
    void (*changes)(const struct tw_points *f, const tw_points_batch *b, const double *y);
    /* like `changes`, but sets only forces, torques and size[0] */
    void (*impulses)(const struct tw_points *f, const tw_points_batch *b, const double *y);
    /* raises *most to the bodies' rates of motion; to be called right after the rates at y */
    void (*swiftness)(const struct tw_points *f, const tw_points_batch *b, const double *y,
                      tw_swift *most);
} tw_points_kernel;

extern const tw_points_kernel tw_points_kernel_plain, tw_points_kernel_wide;

typedef struct tw_points {
    const tw_points_kernel *kernel;
    bool alike; /* all joints have these constant k and d */
    double k, d;
    int groups, islands, batches, grounds, size; /* counts over all batches */
    tw_points_batch *batch;
    tw_points_island *island;
    tw_points_ground *ground;
    int (*state)[TW_LANES], (*body)[TW_LANES]; /* [groups] of each lane */
    int *constants;                            /* [groups] in `constant` */
    /* constants of a group: 1/m, m, I^-1 (6), then per point b (3), then per pair k >= l S_kl
     * (9); groups of equal bodies share them */
    tw_lanes *constant;
    int *block; /* block of the pass, of each joint */
    /* scratch of the current batch */
    double *numbers;          /* A of its islands */
    tw_points_motion *motion; /* motion of its points */
    double *lambda, *D, *D1;  /* padded rows */
    tw_points_change *change; /* changes by place */
    struct tw_chain_row *row; /* rows of its chain */

    tw_points_seen seen[TW_POINTS_SEEN];
    unsigned long uses;
    int waits; /* index of the entry of `seen` whose D and D' the next evaluation sets; -1: none */
    double factored; /* time of the pass in which A was factored; NAN: none, or `numbers` no longer
                        holds all of it */
    bool shared;     /* the form is shared by batches */
    bool alone;      /* all free bodies go the fast way, and gravity is the only force */
    bool general;    /* some island went the general way in the last pass */
} tw_points;

/* a batch's islands */
static inline tw_points_island *tw_points_islands_of(const tw_points *f, const tw_points_batch *b) {
    return f->island + b->island;
}

/* Bounds below which solutions need refinement: on the product of a joint's pivots, each relative
 * to its diagonal element; and on the least pivot, relative to the largest diagonal element. (Of a
 * straight chain of n joints it is some 2 / n of that, whatever the order; at ten thousand that is
 * too little.) */
#define TW_POINTS_RATIO 1e-4
#define TW_POINTS_LEAST 1e-8

/* replaces a of a ground by a + d v + k x */
void tw_points_sum_up(tw_points_motion *to, double k, double d);

/* Records the solution of an island of a batch: the sum of the squares of the right side's terms,
 * the least pivot, the largest diagonal element */
void tw_points_note(tw_dynamics *d, const tw_points_batch *b, int island, double sizes2,
                    double least, double most);

/* places and velocities of all points of a batch at y, and of its grounds wherever they are */
void tw_points_look(const tw_dynamics *d, const tw_points_batch *b, const double *y);
/* the grounds at (t, y), outside of a pass */
void tw_points_look_at_grounds(tw_dynamics *d, double t, const double *y);
/* A of all islands of a batch at y */
void tw_points_fill(tw_dynamics *d, const tw_points_batch *b, const double *y);
/* factors A of an island; false: it is singular, or so nearly that solutions need refinement */
bool tw_points_factor(const tw_points_part *part, tw_sparse_pivots *pivots);

#endif
