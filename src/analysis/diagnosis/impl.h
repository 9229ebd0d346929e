/* Private header of the diagnosis; see diagnose.h. */
#ifndef TW_ANALYSIS_DIAGNOSIS_IMPL_H
#define TW_ANALYSIS_DIAGNOSIS_IMPL_H

#include "analysis/diagnosis/diagnose.h"
#include "base/array.h"
#include "base/math/random.h"
#include "dynamics/pass/pass.h"
#include "model/joint.h"

/* singular values of the scaled J below this count as 0: where two constraints touch, an assembly
 * to D = 1e-12 leaves some of 1e-6 */
#define TW_RANK_CUTOFF 1e-5

/* dense singular value decomposition is used for islands of at most this many rows, and half as
 * many columns */
enum { TW_DENSE_RANK = 150 };

/* ---- rank.c: an island at the pose that the pass shows -------------------------------------- */

/* the scaled J: each row has 6 columns for each free body of its constraint */
typedef struct tw_sparse_rows {
    int rows, columns;
    int *first; /* [rows + 1] */
    int *body;  /* [first[rows]] index of the body in the island */
    double *x;  /* [first[rows]][6] */
} tw_sparse_rows;

typedef struct tw_sparse_rank tw_sparse_rank;

typedef struct tw_rank {
    int rows, columns, rank;
    double
        /* [rows x (rows - rank)] column-major, columns of length 1: combinations of rows that are
         * 0 */
        *left;
    /* [columns x (columns - rank)] column-major: motions with J v = 0; NULL: `sparse` is used */
    double *right;
    double *scale; /* [rows] 1 / |row| */
    /* [rows] values of J v that the rows require, scaled like them; 0 where nothing is driven */
    double *rate;
    bool orthogonal; /* are the columns of `left` orthogonal? */
    tw_sparse_rows A;
    tw_sparse_rank *sparse; /* factor of a large island, which replaces `right`; otherwise NULL */
} tw_rank;

/* evaluates an island's constraints in the poses of y with all its bodies at rest: sets D, D1, bias
 * and J in the pass. TW_NONFINITE: the message names the constraint */
tw_status tw_diagnose_look(tw_dynamics *d, double t, const double *y, const tw_island *isl);
/* *r: rank and null spaces of the island's J, as evaluated last; in [blocks of the pass]:
 * constraints that count; NULL: all. To be freed by tw_rank_free */
tw_status tw_rank_of(tw_dynamics *d, const tw_island *isl, const bool *in, tw_rank *r);
void tw_rank_free(tw_rank *r);
/* is each of the rows row .. row + rows - 1 a combination of the other rows of r? */
bool tw_rank_dependent(const tw_rank *r, int row, int rows);
/* *most: largest entry, in the rows' own units, of the part of the required rates that no velocity
 * can give */
tw_status tw_rank_contradiction(tw_rank *r, double *most);
/* Curvature of D along a motion with J v = 0 from the poses of y. part [rows], scaled like the
 * rows: what no acceleration can compensate; where it is 0, the motion is possible to second order.
 * Overwrites the pass's motions */
tw_status tw_rank_bend(tw_dynamics *d, double t, const double *y, const tw_island *isl, tw_rank *r,
                       const double *motion, double *part);
/* motion [columns], all 0 on entry: becomes a random motion with J v = 0 */
void tw_rank_motion(const tw_rank *r, tw_random *random, double *motion);
/* moves the island's poses in y along a motion with J v = 0; amount: displacement, m, or rotation,
 * rad, of the body that moves most */
void tw_rank_move(const tw_dynamics *d, const tw_island *isl, const double *motion, double amount,
                  double *y);

/* ---- turns.c: joints that count turns ------------------------------------------------------- */

typedef struct tw_turn_list {
    int count;
    tw_constraint **joint; /* [count] */
    tw_turns *before;      /* [count] turns to restore */
} tw_turn_list;

tw_status tw_turn_list_begin(const tw_world *w, tw_turn_list *list);
/* sets the angles of all listed joints to angle [count] at time t */
void tw_turn_list_show(const tw_turn_list *list, const double *angle, double t);
void tw_turn_list_note(const tw_turn_list *list, double *angle);
/* restores the angles that the world had at tw_turn_list_begin, and frees the list */
void tw_turn_list_end(tw_turn_list *list);

/* ---- circuits.c ------------------------------------------------------------------------------ */

typedef struct tw_poses {
    double t;
    size_t states;
    const tw_turn_list *turns;
    const double
        /* two states with angles of joints, [states + turns->count] each: another pose of the
         * assembled motion; the judged pose */
        *y[2];
} tw_poses;

/* adds the circuits of an island to *o, as found at the first of the two poses if the rank there is
 * `rank`, else at the second. Overwrites the pass's motions */
tw_status tw_circuits_find(tw_dynamics *d, const tw_island *isl, const tw_poses *at, int rank,
                           tw_diagnosis *o);

/* ---- sparse.c: rank of large islands -------------------------------------------------------- */

/* computes the rank of r->A, whose size must be set in r: sets rank, left and sparse */
tw_status tw_sparse_rank_of(tw_rank *r);
/* removes from motion [columns] its part along the rows, so that J v = 0 */
void tw_sparse_motion(tw_sparse_rank *s, double *motion);
void tw_sparse_rank_free(tw_sparse_rank *s);

/* ---- sets.c: minimal sets ------------------------------------------------------------------- */

/* answers the question whether the constraints marked in in [blocks of the pass] can all be met. A
 * "no" is certain only if `thorough` */
typedef struct tw_oracle {
    tw_status (*holds)(void *context, const bool *in, bool thorough, bool *yes);
    void *context;
    int blocks; /* blocks of the pass */
    /* cost of all answers so far: number of entries of J that were read, approximately */
    const double *work;
} tw_oracle;

typedef TW_ARRAY(bool *) tw_block_sets;

/* reduces `set` [blocks], which cannot be met, to a minimal set; thorough: asks the oracle for
 * thorough answers */
tw_status tw_minimal_set(const tw_oracle *o, bool thorough, bool *set);
/* adds to `sets`, which may contain some, every minimal subset of `from` [blocks] that cannot be
 * met. *complete becomes false if there are too many or the search takes too long */
tw_status tw_minimal_sets(const tw_oracle *o, const bool *from, tw_block_sets *sets,
                          bool *complete);
void tw_block_sets_free(tw_block_sets *sets);

#endif
