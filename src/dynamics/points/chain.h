/*
 * Islands of the fast way (points.h) that are one long chain of round rods: each body has two
 * points, opposite each other, and turns alike about all axes across the line between them; a joint
 * at each point, or at the end of the chain none. The cost of such a chain is mostly the sequence
 * of steps from block to block of A. So it is cut into as many segments as there are lanes, and all
 * of them go through the same loop at once.
 *
 * I^-1 = c + s a a^T of a round rod with the arm a = R b of its left point, so that this moves with
 * w = c L alone: by w x a and w x (w x a) about the centre. Pushed there by f and at the right
 * point by g, they accelerate by (1/m + K) f + (1/m - K) g and (1/m - K) f + (1/m + K) g, with K =
 * c (a.a - a a^T). With lambda_i on the left of body i and -lambda_{i+1} on its right, A is block
 * tridiagonal,
 *
 *     A_ii = (1/m + K)_{i-1} + (1/m + K)_i,   E_i = A_{i,i+1} = (K - 1/m)_i.
 *
 * The joints within a segment are eliminated from its first body to its last. Each is tied to the
 * next one by E, and to the joint before the segment by S, which is filled in on the way:
 *
 *     D <- A_ii,   S' = -E D^-1 S,   C -= S^T D^-1 S,   D' -= E D^-1 E,
 *
 * so that what is left of a segment are C, S and D, between the joint before it and the one behind
 * it. Those five joints are solved for then [nested dissection: George 1973, SIAM J. Numer. Anal.
 * 10, 345], and the segments follow, from the last body back to the first.
 *
 * Lanes are segments here. Where their lengths differ, the shorter ones begin a row later: the
 * first row repeats their first body and counts for nothing.
 */
#ifndef TW_DYNAMICS_POINTS_CHAIN_H
#define TW_DYNAMICS_POINTS_CHAIN_H

#include "dynamics/points/plan.h"

/* The constants of a row: 1/m, m, c, s, b (3), c b.b */
enum { TW_CHAIN_CONSTANTS = 8 };

/* what a row keeps from the forward sweep for the backward one: of the body in each lane, and of
 * the joint to its left */
typedef struct tw_chain_row {
    tw_lanes arm[3]; /* arm from the centre to the left point */
    /* velocity of the left point about the centre; for corrections only */
    tw_lanes beside[3];
    tw_lanes factor[3]; /* L10, L20, L21 of D = L diag L^T */
    tw_lanes next[9];   /* diag^-1 L^-1 E, [row][column] */
    tw_lanes first[9];  /* diag^-1 L^-1 S */
    tw_lanes own[3];    /* diag^-1 L^-1 (right side of A lambda); then lambda */
    bool tied;          /* S counts */
} tw_chain_row;

/* index of row r, column c of a symmetric block in memory */
static const int TW_CHAIN_AT[3][3] = {{0, 1, 3}, {1, 2, 4}, {3, 4, 5}};

/* Reduced system of a segment in each lane. Symmetric blocks: xx xy yy xz yz zz. */
typedef struct tw_chain_ends {
    tw_lanes first[6], last[6]; /* C, and D of the joint behind the segment */
    tw_lanes across[9];         /* S, a block [row of the last joint][column of the first joint] */
    tw_lanes of_first[3], of_last[3];       /* right sides of A lambda */
    tw_lanes whole_first[3], whole_last[3]; /* diagonals of C and D before elimination */
    tw_lanes sizes_first, sizes_last;       /* sizes of their terms, as tw_points_motion.a */
} tw_chain_ends;

/* known values of all joints within segments */
typedef struct tw_chain_known {
    tw_lanes sizes2;        /* sums of the squares of sizes */
    tw_lanes inverse, most; /* greatest 1 / pivot, diagonal element */
    tw_lanes_bits good;     /* no product of the pivots of a joint is small */
} tw_chain_known;

/* Forces below this (N) count as 0: where a chain begins to fall, the force decreases by a factor
 * of about four from joint to joint, and denormal numbers at the far end would be slow. */
#define TW_CHAIN_NOTHING 1e-60

/* places and velocities of the points before and behind the segments: x y z, x y z */
typedef struct tw_chain_tips {
    tw_lanes first[6], last[6];
} tw_chain_tips;

/* largest deviations of the joints within segments (pose, rate), and largest distance of bodies
 * from the origin along an axis (extent) */
typedef struct tw_chain_off {
    tw_lanes pose, rate, extent;
    tw_lanes turning2; /* omega squared */
} tw_chain_off;

/* Effect of a correction on bodies. most2: greatest of m^-1 force and I^-1 torque, squared; moved:
 * squared displacement; carried: part carried along by turning bodies, squared, both in the mass
 * metric (settle.h) */
typedef struct tw_chain_moves {
    tw_lanes most2, moved, carried;
} tw_chain_moves;

enum { TW_CHAIN_JOINS = TW_LANES + 1 };

struct tw_points_chain {
    int rows;
    double k, d;            /* coefficients of all its joints */
    tw_lanes_bits late;     /* lanes that begin with the second row */
    int (*state)[TW_LANES]; /* [rows] */
    int *constants;         /* [rows], in tw_points.constant */
    int ground[2]; /* grounds of the batch at the chain's begin and end; -1: that end is free */
    tw_lanes (*aim)[6]; /* [rows] goals of D and D' of the joint before a row */
    /* goals of the joints before, between and behind segments */
    double aim_join[TW_CHAIN_JOINS][6];
};

/* the loops (chain_kernel.c), built twice, as in kernel.c */
typedef struct tw_chain_kernel {
    /* sets the first seven rates of all bodies, rows, *ends and *known; sizes only at a state that
     * is not a stage within a step */
    void (*forward)(const tw_points *f, const tw_points_chain *c, vec3 gravity,
                    const tw_points_at *at, double *ydot, tw_chain_ends *ends,
                    tw_chain_known *known);
    /* the rates of momenta, from lambda of the joints before and behind each segment */
    void (*backward)(const tw_points *f, const tw_points_chain *c, vec3 gravity,
                     const tw_lanes first[3], const tw_lanes last[3], double *ydot);
    /* tw_points_kernel.swiftness, right after the rates at y; lambda behind each segment */
    void (*swiftness)(const tw_points *f, const tw_points_chain *c, const double *y,
                      const tw_lanes last[3], tw_swift *most);
    /* c->aim, as law[0] D + law[1] D' and law[2] D + law[3] D' of those at y; tips at y */
    void (*aim)(const tw_points *f, const tw_points_chain *c, const double *y, const double law[4],
                tw_chain_tips *tips);
    /* sets up rows and *ends for a correction of D at y, or of D' where `rate`, to the goals
     * c->aim; *off: deviations from them */
    void (*towards)(const tw_points *f, const tw_points_chain *c, const double *y, bool rate,
                    tw_chain_ends *ends, tw_chain_known *known, tw_chain_tips *tips,
                    tw_chain_off *off);
    /* finds lambda of all rows and its effect on the bodies, and applies it to y: to poses and,
     * where they are carried along, angular momenta; or to momenta */
    void (*moves)(const tw_points *f, const tw_points_chain *c, const tw_lanes first[3],
                  const tw_lanes last[3], tw_chain_moves *moves);
    void (*displace)(const tw_points *f, const tw_points_chain *c, const tw_lanes last[3],
                     bool carries, double *y);
    void (*push)(const tw_points *f, const tw_points_chain *c, const tw_lanes last[3], double *y);
} tw_chain_kernel;

extern const tw_chain_kernel tw_chain_kernel_plain, tw_chain_kernel_wide;

/* is an island such a chain? Then it has a batch of its own. */
tw_status tw_chain_is(tw_plan *p, int island, bool *chain);

/* is the island of a batch such a chain? Then b->chain is it, else NULL. */
tw_status tw_chain_find(tw_plan *p, tw_points_batch *b);

static inline const tw_chain_kernel *tw_chain_kernel_of(const tw_points *f) {
#ifdef TW_WIDER
    if (f->kernel == &tw_points_kernel_wide) return &tw_chain_kernel_wide;
#endif
    (void)f;
    return &tw_chain_kernel_plain;
}

/* sets the rates of the chain's bodies; false: it must go the general way */
bool tw_chain_rates(tw_dynamics *d, const tw_points_batch *b, vec3 gravity, const tw_points_at *at,
                    double *ydot, tw_swift *swift);

/* choice of the right side */
typedef enum tw_chain_side { TW_CHAIN_RATES, TW_CHAIN_POSES, TW_CHAIN_VELOCITIES } tw_chain_side;

/* pivots and sizes of a solution, see tw_points_note */
typedef struct tw_chain_pivots {
    double least, most, sizes2;
} tw_chain_pivots;

/* lambda of the joints before and behind each segment; false: A is nearly singular */
bool tw_chain_join(const tw_points *f, const tw_points_batch *b, tw_chain_side side,
                   const tw_chain_ends *ends, const tw_chain_known *known, tw_lanes first[3],
                   tw_lanes last[3], tw_chain_pivots *pivots);

/* chain_settle.c: tw_points_settle for a chain. tw_chain_aim sets the goals of D and D' a time h
 * after the state y; tw_chain_settle corrects the state y of that time to them. At each call the
 * grounds must be where they are at that time. */
void tw_chain_aim(const tw_points *f, const tw_points_batch *b, const double *y, double h);
void tw_chain_settle(const tw_dynamics *d, const tw_points_batch *b, double *y, bool *changed);

#endif
