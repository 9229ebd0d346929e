/*
 * Islands on the fast path (points.h) that are one long chain of round rods: each body has two
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

/* constants of a row: 1/m, m, c, s, b (3), c b.b */
enum { TW_CHAIN_CONSTANTS = 8 };

/* results of the forward sweep that the backward one needs: for the bodies of a row, one per lane,
 * and the joints to their left */
typedef struct tw_chain_row {
    tw_lanes arm[3]; /* a, from the centre to the left point */
    /* velocity of the left point relative to the centre; for corrections only */
    tw_lanes beside[3];
    tw_lanes factor[3]; /* L10, L20, L21 of D = L diag L^T */
    tw_lanes next[9];   /* diag^-1 L^-1 E, [row][column] */
    tw_lanes first[9];  /* diag^-1 L^-1 S */
    tw_lanes own[3];    /* diag^-1 L^-1 (right side of A lambda); then lambda */
    bool tied;          /* S counts */
} tw_chain_row;

/* index in memory of row r, column c of a symmetric block */
static const int TW_CHAIN_AT[3][3] = {{0, 1, 3}, {1, 2, 4}, {3, 4, 5}};

/* What is left of a segment in each lane. Symmetric blocks: xx xy yy xz yz zz. */
typedef struct tw_chain_ends {
    tw_lanes first[6], last[6]; /* C of the joint before the segment, D of the joint behind it */
    tw_lanes across[9];         /* S: block [row of the last joint][column of the first joint] */
    tw_lanes of_first[3], of_last[3];       /* right sides of A lambda */
    tw_lanes whole_first[3], whole_last[3]; /* diagonals of C and D before elimination */
    /* sizes of the right sides' terms, as in tw_points_motion.a */
    tw_lanes sizes_first, sizes_last;
} tw_chain_ends;

/* figures of the elimination within segments, for error estimates */
typedef struct tw_chain_known {
    tw_lanes sizes2;        /* sums of squares of sizes */
    tw_lanes inverse, most; /* largest 1 / pivot, largest diagonal entry */
    tw_lanes_bits good;     /* no joint is too nearly singular (TW_POINTS_RATIO) */
} tw_chain_known;

/* Forces below this (N) count as 0: where a chain begins to fall, the force decreases by a factor
 * of about four from joint to joint, and denormal numbers at the far end would be slow. */
#define TW_CHAIN_NOTHING 1e-60

/* x y z and velocity of the points before and behind each segment */
typedef struct tw_chain_tips {
    tw_lanes first[6], last[6];
} tw_chain_tips;

/* largest differences of the joints within segments from their goals (pose, rate); largest
 * coordinate of their points (extent) */
typedef struct tw_chain_off {
    tw_lanes pose, rate, extent;
    tw_lanes turning2; /* omega squared */
} tw_chain_off;

/* Size of a correction. most2: largest squared displacement m^-1 force or rotation I^-1 torque of a
 * body; moved: squared displacement; carried: square of the momenta carried along, both in the mass
 * metric (settle.h) */
typedef struct tw_chain_moves {
    tw_lanes most2, moved, carried;
} tw_chain_moves;

enum { TW_CHAIN_JOINS = TW_LANES + 1 };

struct tw_points_chain {
    int rows;
    double k, d;            /* law of all its joints */
    tw_lanes_bits late;     /* lanes of shorter segments, which begin with row 1 */
    int (*state)[TW_LANES]; /* [rows] */
    int *constants;         /* [rows], in tw_points.constant */
    int ground[2];          /* grounds at both ends, in the batch; -1: a free end */
    tw_lanes (*aim)[6];     /* [rows] goals of D, D' of the joint to the left of each row */
    /* goals of D, D' of the joints before, between and behind the segments */
    double aim_join[TW_CHAIN_JOINS][6];
};

/* the loops over a chain (chain_kernel.c), built twice, as in kernel.c */
typedef struct tw_chain_kernel {
    /* forward sweep at a state: sets rows, *ends, *known, and rates of positions and orientations;
     * sizes only if the state is not a stage (at->k NULL) */
    void (*forward)(const tw_points *f, const tw_points_chain *c, vec3 gravity,
                    const tw_points_at *at, double *ydot, tw_chain_ends *ends,
                    tw_chain_known *known);
    /* backward sweep: rates of momenta, from lambda of the joints before and behind each segment */
    void (*backward)(const tw_points *f, const tw_points_chain *c, vec3 gravity,
                     const tw_lanes first[3], const tw_lanes last[3], double *ydot);
    /* tw_points_kernel.swiftness for a chain, right after the rates at y; last: lambda of the
     * joints behind the segments */
    void (*swiftness)(const tw_points *f, const tw_points_chain *c, const double *y,
                      const tw_lanes last[3], tw_swift *most);
    /* sets c->aim: goals of D and D', as law[0] D + law[1] D' and law[2] D + law[3] D' of those at
     * y; *tips: at y */
    void (*aim)(const tw_points *f, const tw_points_chain *c, const double *y, const double law[4],
                tw_chain_tips *tips);
    /* forward sweep for a correction at y, of D or (rate) of D', to the goals c->aim: sets rows,
     * *ends, *known; *off: differences from the goals */
    void (*towards)(const tw_points *f, const tw_points_chain *c, const double *y, bool rate,
                    tw_chain_ends *ends, tw_chain_known *known, tw_chain_tips *tips,
                    tw_chain_off *off);
    /* backward sweep of a correction: `moves` finds lambda and its effect on the bodies; `displace`
     * applies it to the poses in y, and to angular momenta if they are carried along; `push`
     * applies it to the momenta */
    void (*moves)(const tw_points *f, const tw_points_chain *c, const tw_lanes first[3],
                  const tw_lanes last[3], tw_chain_moves *moves);
    void (*displace)(const tw_points *f, const tw_points_chain *c, const tw_lanes last[3],
                     bool carries, double *y);
    void (*push)(const tw_points *f, const tw_points_chain *c, const tw_lanes last[3], double *y);
} tw_chain_kernel;

extern const tw_chain_kernel tw_chain_kernel_plain, tw_chain_kernel_wide;

/* *chain: the island is such a chain, and gets a batch of its own */
tw_status tw_chain_is(tw_plan *p, int island, bool *chain);

/* sets b->chain if the batch is a single island that is such a chain, else NULL */
tw_status tw_chain_find(tw_plan *p, tw_points_batch *b);

static inline const tw_chain_kernel *tw_chain_kernel_of(const tw_points *f) {
#ifdef TW_WIDER
    if (f->kernel == &tw_points_kernel_wide) return &tw_chain_kernel_wide;
#endif
    (void)f;
    return &tw_chain_kernel_plain;
}

/* rates of the chain's bodies; false: A is too nearly singular, the chain must take the general
 * path */
bool tw_chain_rates(tw_dynamics *d, const tw_points_batch *b, vec3 gravity, const tw_points_at *at,
                    double *ydot, tw_swift *swift);

/* right side of a solution: for rates, or for corrections of poses or velocities */
typedef enum tw_chain_side { TW_CHAIN_RATES, TW_CHAIN_POSES, TW_CHAIN_VELOCITIES } tw_chain_side;

/* figures of a solution for error estimates, see tw_points_note */
typedef struct tw_chain_pivots {
    double least, most, sizes2;
} tw_chain_pivots;

/* first, last: lambda of the joints before and behind each segment; false: A is too nearly singular
 */
bool tw_chain_join(const tw_points *f, const tw_points_batch *b, tw_chain_side side,
                   const tw_chain_ends *ends, const tw_chain_known *known, tw_lanes first[3],
                   tw_lanes last[3], tw_chain_pivots *pivots);

/* chain_settle.c: tw_points_settle for a chain. tw_chain_aim: goals of D and D' a time h after the
 * state y; tw_chain_settle: corrects the state y of that time to the goals. At each call the
 * grounds must be at the places of its time. */
void tw_chain_aim(const tw_points *f, const tw_points_batch *b, const double *y, double h);
void tw_chain_settle(const tw_dynamics *d, const tw_points_batch *b, double *y, bool *changed);

#endif
