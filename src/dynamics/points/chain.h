/*
 * Islands on the fast path (points.h) that are one long chain of round rods: each body has two
 * points, opposite each other, and turns alike about all axes across the line between them; a joint
 * at each point, or at the end of the chain none. The cost of such a chain is mostly the sequence
 * of steps from block to block of A. So it is cut into as many segments as there are lanes, and all
 * of them go through the same loop at once.
 *
 * A round rod with the arm a = R b of its left point has I^-1 = c + s a a^T, so that w = c L alone
 * moves this point: relative to the centre it has the velocity w x a and the acceleration w x (w x
 * a). Pushed there by the force f and at the right point by the force g, the two points accelerate
 * by (1/m + K) f + (1/m - K) g and (1/m - K) f + (1/m + K) g, with K = c (a.a - a a^T). With
 * lambda_i on the left of body i and -lambda_{i+1} on its right, A is block tridiagonal,
 *
 *     A_ii = (1/m + K)_{i-1} + (1/m + K)_i,   E_i = A_{i,i+1} = (K - 1/m)_i.
 *
 * The joints within a segment are eliminated from its first body to its last. Each is tied to the
 * next one by E, and to the joint before the segment by S, which is filled in on the way:
 *
 *     D <- A_ii,   S' = -E D^-1 S,   C -= S^T D^-1 S,   D' -= E D^-1 E,
 *
 * so that what is left of a segment are C, S and D, between the joint before it and the one behind
 * it. For four segments these are five joints, which are solved for next [nested dissection: George
 * 1973, SIAM J. Numer. Anal. 10, 345], and the segments follow, from the last body back to the
 * first.
 *
 * Each lane is a segment, and row i has the i-th bodies of all segments. Shorter segments begin one
 * row later: their first body also stands in row 0, where it is computed but has no effect.
 */
#ifndef TW_DYNAMICS_POINTS_CHAIN_H
#define TW_DYNAMICS_POINTS_CHAIN_H

#include "dynamics/points/plan.h"

/* number of constants of a body in a row (each with one lane per segment): 1/m, m, c, s, b (3), c
 * b.b */
enum { TW_CHAIN_CONSTANTS = 8 };

/* results of the forward sweep for a row, one body per lane, and for the joints to the left of
 * these bodies; the backward sweep needs them */
typedef struct tw_chain_row {
    tw_lanes arm[3]; /* arm a of the left point from the body's centre, world axes */
    /* velocity of the left point relative to the centre; only set for corrections */
    tw_lanes beside[3];
    tw_lanes factor[3]; /* L10, L20, L21 of D = L diag L^T */
    tw_lanes next[9];   /* diag^-1 L^-1 E, [row][column] */
    tw_lanes first[9];  /* diag^-1 L^-1 S */
    /* diag^-1 L^-1 times the right side of A lambda; after the backward sweep lambda */
    tw_lanes own[3];
    bool tied; /* S counts */
} tw_chain_row;

/* index in a symmetric block, stored as 6 numbers, of row r, column c */
static const int TW_CHAIN_AT[3][3] = {{0, 1, 3}, {1, 2, 4}, {3, 4, 5}};

/* What elimination leaves of each segment, one per lane. Symmetric blocks: xx xy yy xz yz zz. */
typedef struct tw_chain_ends {
    /* block C of the joint before the segment, block D of the joint behind it */
    tw_lanes first[6], last[6];
    /* block S, which couples the two: [row of the joint behind][column of the joint before] */
    tw_lanes across[9];
    tw_lanes of_first[3], of_last[3]; /* right sides of A lambda of the joint before, and behind */
    tw_lanes whole_first[3], whole_last[3]; /* diagonals of C and D before elimination */
    /* sums of the sizes of the terms of these right sides, as in tw_points_motion.a */
    tw_lanes sizes_first, sizes_last;
} tw_chain_ends;

/* figures of the elimination within segments, from which errors are estimated */
typedef struct tw_chain_known {
    tw_lanes sizes2;        /* sum of squares of the right sides' sizes */
    tw_lanes inverse, most; /* largest reciprocal of a pivot, largest diagonal entry */
    tw_lanes_bits good;     /* all bits set: no joint was too nearly singular (TW_POINTS_RATIO) */
} tw_chain_known;

/* Forces below this (N) are set to 0: where a chain begins to fall, the force decreases by a factor
 * of about four from joint to joint, and denormal numbers at the far end would be slow. */
#define TW_CHAIN_NOTHING 1e-60

/* position and velocity (x y z each) of the left point of each segment's first body, and of the
 * right point of its last body */
typedef struct tw_chain_tips {
    tw_lanes first[6], last[6];
} tw_chain_tips;

/* Largest values in each segment. Over its joints: components of D (pose) and D' (rate) less their
 * goals, coordinates of the points (extent). Over its bodies: omega^2 (turning2) */
typedef struct tw_chain_off {
    tw_lanes pose, rate, extent;
    tw_lanes turning2; /* omega squared */
} tw_chain_off;

/* Size of a correction by forces or impulses, in each segment. most2: the largest square of a
 * body's displacement m^-1 force or rotation I^-1 torque. moved: sum of squares of all
 * displacements. carried: sum of squares of the changes of momenta that go along with them. Sums
 * are taken in the mass metric (settle.h) */
typedef struct tw_chain_moves {
    tw_lanes most2, moved, carried;
} tw_chain_moves;

enum { TW_CHAIN_JOINS = TW_LANES + 1 };

struct tw_points_chain {
    int rows;
    double k, d; /* coefficients of the law D'' + d D' + k D = 0 of all joints */
    /* all bits set in the lanes of shorter segments, whose first body stands in row 1 (and,
     * repeated, in row 0) */
    tw_lanes_bits late;
    int (*state)[TW_LANES]; /* [rows] */
    int *constants;         /* [rows] index of a row's constants in tw_points.constant */
    /* index in the batch of the ground at the chain's left and right end; -1: that end is free */
    int ground[2];
    /* [rows] goals of D (0 .. 2) and D' (3 .. 5) of the joint to the left of each body */
    tw_lanes (*aim)[6];
    /* goals of D (0 .. 2) and D' (3 .. 5) of the joints before, between and behind the segments */
    double aim_join[TW_CHAIN_JOINS][6];
};

/* the loops over a chain (chain_kernel.c), compiled for two kinds of processors, like the loops of
 * kernel.c */
typedef struct tw_chain_kernel {
    /* Forward sweep at the state *at: sets f->row, *ends, *known, and in ydot the rates of
     * positions and orientations. The sizes in these (for error estimates) are 0 if at->k is not
     * NULL, that is at a state within a step */
    void (*forward)(const tw_points *f, const tw_points_chain *c, vec3 gravity,
                    const tw_points_at *at, double *ydot, tw_chain_ends *ends,
                    tw_chain_known *known);
    /* backward sweep: sets in ydot the rates of momenta; first, last: lambda of the joints before
     * and behind each segment */
    void (*backward)(const tw_points *f, const tw_points_chain *c, vec3 gravity,
                     const tw_lanes first[3], const tw_lanes last[3], double *ydot);
    /* raises *most to the fastest rates of the chain's motion, as tw_points_kernel.swiftness does;
     * to be called right after both sweeps at y; last: lambda of the joints behind the segments */
    void (*swiftness)(const tw_points *f, const tw_points_chain *c, const double *y,
                      const tw_lanes last[3], tw_swift *most);
    /* sets c->aim from D and D' of the joints at y: the goal of D is law[0] D + law[1] D', that of
     * D' is law[2] D + law[3] D'; *tips: outer points of the segments at y */
    void (*aim)(const tw_points *f, const tw_points_chain *c, const double *y, const double law[4],
                tw_chain_tips *tips);
    /* forward sweep for a correction at y to the goals c->aim: of D, or with `rate` of D'. Sets
     * f->row, *ends, *known and *tips; *off: differences from the goals */
    void (*towards)(const tw_points *f, const tw_points_chain *c, const double *y, bool rate,
                    tw_chain_ends *ends, tw_chain_known *known, tw_chain_tips *tips,
                    tw_chain_off *off);
    /* Backward sweep of a correction. `moves` computes lambda and *moves. Then `displace` applies
     * the correction to the poses in y, with `carries` also to the angular momenta; `push` applies
     * it to the momenta in y */
    void (*moves)(const tw_points *f, const tw_points_chain *c, const tw_lanes first[3],
                  const tw_lanes last[3], tw_chain_moves *moves);
    void (*displace)(const tw_points *f, const tw_points_chain *c, const tw_lanes last[3],
                     bool carries, double *y);
    void (*push)(const tw_points *f, const tw_points_chain *c, const tw_lanes last[3], double *y);
} tw_chain_kernel;

extern const tw_chain_kernel tw_chain_kernel_plain, tw_chain_kernel_wide;

/* *chain: is the island a long chain of round rods? Such an island gets a batch of its own */
tw_status tw_chain_is(tw_plan *p, int island, bool *chain);

/* sets b->chain if the batch is a single island that is a long chain of round rods; otherwise
 * NULL */
tw_status tw_chain_find(tw_plan *p, tw_points_batch *b);

static inline const tw_chain_kernel *tw_chain_kernel_of(const tw_points *f) {
#ifdef TW_WIDER
    if (f->kernel == &tw_points_kernel_wide) return &tw_chain_kernel_wide;
#endif
    (void)f;
    return &tw_chain_kernel_plain;
}

/* sets ydot of the chain's bodies and raises *swift (unless NULL) to the rates of motion; false: A
 * is too nearly singular, and the chain must take the general path */
bool tw_chain_rates(tw_dynamics *d, const tw_points_batch *b, vec3 gravity, const tw_points_at *at,
                    double *ydot, tw_swift *swift);

/* kind of right side: for rates of motion, or for corrections of poses or of velocities */
typedef enum tw_chain_side { TW_CHAIN_RATES, TW_CHAIN_POSES, TW_CHAIN_VELOCITIES } tw_chain_side;

/* figures of a solution for the error estimates of tw_points_note */
typedef struct tw_chain_pivots {
    double least, most, sizes2;
} tw_chain_pivots;

/* solves for lambda of the joints before (first) and behind (last) each segment; *pivots: figures
 * of the whole elimination; false: A is too nearly singular */
bool tw_chain_join(const tw_points *f, const tw_points_batch *b, tw_chain_side side,
                   const tw_chain_ends *ends, const tw_chain_known *known, tw_lanes first[3],
                   tw_lanes last[3], tw_chain_pivots *pivots);

/* chain_settle.c: the work of tw_points_settle for a chain. tw_chain_aim sets the goals of D and D'
 * a time h after the state y. tw_chain_settle corrects a state y at that later time to them;
 * *changed becomes true if it changed y. Grounds must be at their places of the time of y */
void tw_chain_aim(const tw_points *f, const tw_points_batch *b, const double *y, double h);
void tw_chain_settle(const tw_dynamics *d, const tw_points_batch *b, double *y, bool *changed);

#endif
