/* Private header of the diagnosis; see diagnose.h. */
#ifndef TW_ANALYSIS_DIAGNOSIS_IMPL_H
#define TW_ANALYSIS_DIAGNOSIS_IMPL_H

#include "analysis/diagnosis/diagnose.h"
#include "base/array.h"
#include "base/math/random.h"
#include "dynamics/pass/pass.h"
#include "model/joint.h"

/* singular values of the scaled J below this count as 0. Where one constraint touches another one
 * tangentially a singular value is 0, but at a pose assembled to D = 1e-12 it may be as large as
 * 1e-6, the root of D */
#define TW_RANK_CUTOFF 1e-5

/* largest number of rows of an island for which dense singular value decomposition is used; its
 * number of columns may be at most twice that */
enum { TW_DENSE_RANK = 150 };

/* ---- rank.c: an island at the pose that the pass shows -------------------------------------- */

/* the scaled J: an entry is the 6 columns of a free body in a row; each row has an entry for each
 * free body of its constraint */
typedef struct tw_sparse_rows {
    int rows, columns;
    int *first; /* [rows + 1] index of the first entry of each row */
    int *body;  /* [first[rows]] index in the island of each entry's body */
    double *x;  /* [first[rows]][6] */
} tw_sparse_rows;

typedef struct tw_sparse_rank tw_sparse_rank;

typedef struct tw_rank {
    int rows, columns, rank;
    /* [rows x (rows - rank)] column-major: columns of length 1, each the coefficients of a
     * combination of rows that is 0 */
    double *left;
    /* [columns x (columns - rank)] column-major: motions v with J v = 0; NULL: `sparse` is used
     * instead */
    double *right;
    double *scale; /* [rows] scale factor of each row: 1 / its length; 1 for rows of zeros */
    /* [rows] values of J v that rows require, scaled like the rows; 0 for rows without a drive */
    double *rate;
    bool orthogonal; /* are the columns of `left` orthogonal? */
    tw_sparse_rows A;
    /* factor of a large island, used in place of `right`; NULL: there is none */
    tw_sparse_rank *sparse;
} tw_rank;

/* evaluates an island's constraints at the poses in y, with all its bodies at rest: sets D, D1,
 * bias and J in the pass. TW_NONFINITE: D, D1 or J is not finite; the message names the
 * constraint */
tw_status tw_diagnose_look(tw_dynamics *d, double t, const double *y, const tw_island *isl);
/* *r: rank and null spaces of the island's J, as evaluated last; in [blocks of the pass]:
 * constraints that count; NULL: all. To be freed by tw_rank_free */
tw_status tw_rank_of(tw_dynamics *d, const tw_island *isl, const bool *in, tw_rank *r);
void tw_rank_free(tw_rank *r);
/* is each of the rows row .. row + rows - 1 a combination of the rows of r outside of this range?
 * Also false if memory runs out */
bool tw_rank_dependent(const tw_rank *r, int row, int rows);
/* most: the required rates have a part that no velocity can give; *most is its largest entry, in
 * the rows' own units */
tw_status tw_rank_contradiction(tw_rank *r, double *most);
/* Computes the curvature of D along a motion with J v = 0 that begins at the poses in y. part
 * [rows], scaled like the rows: the part of the curvature that no acceleration can compensate;
 * where it is 0, the motion is possible to second order. Overwrites the motions in the pass */
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
    tw_turns *before;      /* [count] the joints' turns in the world, to be restored at the end */
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
    /* two states with angles of joints, [states + turns->count] each: y[0] the pose that was tried
     * last, if possible another one of the assembled motion; y[1] the judged pose */
    const double *y[2];
} tw_poses;

/* adds to *o the circuits of an island that exist at the first of the two poses in `at`, if the
 * rank there is `rank`, otherwise at the second. Overwrites the motions in the pass */
tw_status tw_circuits_find(tw_dynamics *d, const tw_island *isl, const tw_poses *at, int rank,
                           tw_diagnosis *o);

/* ---- sparse.c: rank of large islands -------------------------------------------------------- */

/* computes the rank of r->A, whose size must have been set: sets r->rank, r->left and r->sparse;
 * calls d->poll for each row */
tw_status tw_sparse_rank_of(const tw_dynamics *d, tw_rank *r);
/* subtracts from motion [columns] its part in the span of the rows, so that J v = 0 for the result
 * v */
void tw_sparse_motion(tw_sparse_rank *s, double *motion);
void tw_sparse_rank_free(tw_sparse_rank *s);

/* ---- sets.c: minimal sets ------------------------------------------------------------------- */

/* an oracle answers the question whether the constraints marked in `in` [blocks of the pass] can
 * all be met. Its answer "no" may be a mistake, and is trusted only if `thorough` was true */
typedef struct tw_oracle {
    tw_status (*holds)(void *context, const bool *in, bool thorough, bool *yes);
    void *context;
    int blocks; /* number of blocks of the pass */
    /* cost of all answers so far: approximate number of entries of J that were read */
    const double *work;
} tw_oracle;

typedef TW_ARRAY(bool *) tw_block_sets;

/* reduces `set` [blocks], which cannot be met, to a minimal set; thorough: asks the oracle for
 * thorough answers */
tw_status tw_minimal_set(const tw_oracle *o, bool thorough, bool *set);
/* adds to `sets` every minimal subset of `from` [blocks] that cannot be met; sets that are in the
 * list already are not added again. *complete becomes false if there are too many sets or the
 * search takes too long */
tw_status tw_minimal_sets(const tw_oracle *o, const bool *from, tw_block_sets *sets,
                          bool *complete);
void tw_block_sets_free(tw_block_sets *sets);

#endif
