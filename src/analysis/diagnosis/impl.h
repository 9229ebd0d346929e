/* Private header of the diagnosis; see diagnose.h. */
#ifndef TW_ANALYSIS_DIAGNOSIS_IMPL_H
#define TW_ANALYSIS_DIAGNOSIS_IMPL_H

#include "analysis/diagnosis/diagnose.h"
#include "base/array.h"
#include "base/math/random.h"
#include "dynamics/pass/pass.h"
#include "model/joint.h"

/* singular values of the scaled J below this count as 0: where two constraints touch, an assembly
 * to D = 1e-12 still leaves 1e-6 */
#define TW_RANK_CUTOFF 1e-5

/* most rows of an island (and half its columns) for a dense singular value decomposition */
enum { TW_DENSE_RANK = 150 };

/* ---- rank.c: an island at the pose that the pass shows -------------------------------------- */

/* the scaled J: for each row the 6 columns of each body in its constraint */
typedef struct tw_sparse_rows {
    int rows, columns;
    int *first; /* [rows + 1] */
    int *body;  /* [first[rows]] index in the island */
    double *x;  /* [first[rows]][6] */
} tw_sparse_rows;

typedef struct tw_sparse_rank tw_sparse_rank;

typedef struct tw_rank {
    int rows, columns, rank;
    double
        *left; /* [rows x (rows - rank)] by columns of length 1: combinations of rows that are 0 */
    /* [columns x (columns - rank)] by columns: motions with J v = 0; NULL: see sparse */
    double *right;
    double *scale;   /* [rows] 1 / |row| */
    double *rate;    /* [rows] scaled: required values of J v; 0 where nothing is driven */
    bool orthogonal; /* are the columns of `left` orthogonal? */
    tw_sparse_rows A;
    tw_sparse_rank *sparse; /* factor of large islands, in place of `right` */
} tw_rank;

/* evaluates an island's constraints at poses y with all its bodies at rest: sets D, D1, bias, J of
 * the pass. TW_NONFINITE: the text names the constraint */
tw_status tw_diagnose_look(tw_dynamics *d, double t, const double *y, const tw_island *isl);
/* rank and null spaces of the island's J, as evaluated; in [blocks of the pass]: constraints to
 * include; NULL: all */
tw_status tw_rank_of(tw_dynamics *d, const tw_island *isl, const bool *in, tw_rank *r);
void tw_rank_free(tw_rank *r);
/* is each of rows row .. row + rows - 1 a combination of the other rows? */
bool tw_rank_dependent(const tw_rank *r, int row, int rows);
/* *most: largest entry of the required rates' part that no velocity can give; rows unscaled */
tw_status tw_rank_contradiction(tw_rank *r, double *most);
/* Curvature of D along a motion with J v = 0, at poses y: the part of it [rows], rows scaled, that
 * no acceleration can compensate. Where it is 0 the motion is possible to second order. Overwrites
 * the pass's motions */
tw_status tw_rank_bend(tw_dynamics *d, double t, const double *y, const tw_island *isl, tw_rank *r,
                       const double *motion, double *part);
/* motion [columns], zeros on entry: a random motion with J v = 0 */
void tw_rank_motion(const tw_rank *r, tw_random *random, double *motion);
/* moves the island's poses in y along a motion with J v = 0; amount: m, or rad, of the fastest body
 */
void tw_rank_move(const tw_dynamics *d, const tw_island *isl, const double *motion, double amount,
                  double *y);

/* ---- turns.c: joints that count turns ------------------------------------------------------- */

typedef struct tw_turn_list {
    int count;
    tw_constraint **joint; /* [count] */
    tw_turns *before;      /* [count] turns to restore */
} tw_turn_list;

tw_status tw_turn_list_begin(const tw_world *w, tw_turn_list *list);
/* sets the counts of all joints to these angles [count] at time t */
void tw_turn_list_show(const tw_turn_list *list, const double *angle, double t);
void tw_turn_list_note(const tw_turn_list *list, double *angle);
/* restores the turns of the world; frees the list */
void tw_turn_list_end(tw_turn_list *list);

/* ---- circuits.c ------------------------------------------------------------------------------ */

typedef struct tw_poses {
    double t;
    size_t states;
    const tw_turn_list *turns;
    const double
        *y[2]; /* [states + turns->count] each: another pose of the motion; the judged pose */
} tw_poses;

/* adds the circuits of an island to o, at the first of the two poses with the given rank, or else
 * at the second. Overwrites the pass's motions */
tw_status tw_circuits_find(tw_dynamics *d, const tw_island *isl, const tw_poses *at, int rank,
                           tw_diagnosis *o);

/* ---- sparse.c: rank of large islands -------------------------------------------------------- */

/* rank of r->A; r has rows, columns and A; sets rank, left, sparse */
tw_status tw_sparse_rank_of(tw_rank *r);
/* removes from motion [columns] its components along the rows, so that J v = 0 */
void tw_sparse_motion(tw_sparse_rank *s, double *motion);
void tw_sparse_rank_free(tw_sparse_rank *s);

/* ---- sets.c: minimal sets ------------------------------------------------------------------- */

/* answers whether constraints can all hold; in [blocks of the pass]. A "no" is certain only if
 * `thorough` */
typedef struct tw_oracle {
    tw_status (*holds)(void *context, const bool *in, bool thorough, bool *yes);
    void *context;
    int blocks; /* blocks of the pass */
    /* cost of all answers so far: approximate number of entries of J that were read */
    const double *work;
} tw_oracle;

typedef TW_ARRAY(bool *) tw_block_sets;

/* shrinks a set that cannot hold to a minimal one; thorough: which answers of the oracle to use */
tw_status tw_minimal_set(const tw_oracle *o, bool thorough, bool *set);
/* finds every minimal subset of `from` [blocks] that cannot hold and adds it to `sets`, which may
 * contain some already. *complete becomes false if they were too many or the search took too long
 */
tw_status tw_minimal_sets(const tw_oracle *o, const bool *from, tw_block_sets *sets,
                          bool *complete);
void tw_block_sets_free(tw_block_sets *sets);

#endif
