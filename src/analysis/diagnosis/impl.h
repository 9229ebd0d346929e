/* Private header of the diagnosis; see diagnose.h. */
#ifndef TW_ANALYSIS_DIAGNOSIS_IMPL_H
#define TW_ANALYSIS_DIAGNOSIS_IMPL_H

#include "analysis/diagnosis/diagnose.h"
#include "base/array.h"
#include "base/math/random.h"
#include "dynamics/pass/pass.h"
#include "model/joint.h"

/* singular values of the scaled J below this are 0: D = 1e-12 leaves 1e-6 where two
 * constraints touch */
#define TW_RANK_CUTOFF 1e-5

/* islands of up to so many rows (and twice the columns): singular values */
enum { TW_DENSE_RANK = 150 };

/* ---- rank.c: an island at the pose that the pass shows -------------------------------------- */

/* the scaled J: of each row the 6 columns of the bodies that it holds */
typedef struct tw_sparse_rows {
    int rows, columns;
    int *first; /* [rows + 1] */
    int *body;  /* [first[rows]] place in the island */
    double *x;  /* [first[rows]][6] */
} tw_sparse_rows;

typedef struct tw_sparse_rank tw_sparse_rank;

typedef struct tw_rank {
    int rows, columns, rank;
    double
        *left; /* [rows x (rows - rank)] by columns of length 1: combinations of rows that vanish */
    double *right; /* [columns x (columns - rank)] by columns: motions that no row sees; or NULL */
    double *scale; /* [rows] 1 / |row| */
    double *rate;  /* [rows] scaled: goals of J v; 0 where nothing is driven */
    bool orthogonal; /* the columns of left are */
    tw_sparse_rows A;
    tw_sparse_rank *sparse; /* factor of large islands, in place of `right` */
} tw_rank;

/* the terms of an island's constraints at poses y with all its bodies at rest: fills D, D1, bias, J
 * of the pass. TW_NONFINITE names the constraint */
tw_status tw_diagnose_look(tw_dynamics *d, double t, const double *y, const tw_island *isl);
/* rank and null spaces; in: [blocks of the pass] which constraints count (NULL: all) */
tw_status tw_rank_of(tw_dynamics *d, const tw_island *isl, const bool *in, tw_rank *r);
void tw_rank_free(tw_rank *r);
/* is each row of these a combination of rows of other constraints? */
bool tw_rank_dependent(const tw_rank *r, int row, int rows);
/* the part of the rates that no velocity can give: the largest entry, rows not scaled */
tw_status tw_rank_contradiction(tw_rank *r, double *most);
/* How D bends along a motion that no row sees, at poses y: the part of it [rows], rows scaled, that
 * no acceleration can make up for. Where it is 0 the motion goes on to second order. Spoils the
 * pass */
tw_status tw_rank_bend(tw_dynamics *d, double t, const double *y, const tw_island *isl, tw_rank *r,
                       const double *motion, double *part);
/* a random motion [columns] that no row sees */
void tw_rank_motion(const tw_rank *r, tw_random *random, double *motion);
/* poses moved along a motion that no row sees; `amount` m or rad of the fastest body */
void tw_rank_move(const tw_dynamics *d, const tw_island *isl, const double *motion, double amount,
                  double *y);

/* ---- turns.c: joints that count turns ------------------------------------------------------- */

typedef struct tw_turn_list {
    int count;
    tw_constraint **joint; /* [count] */
    tw_turns *before;      /* [count] turns to restore */
} tw_turn_list;

tw_status tw_turn_list_begin(const tw_world *w, tw_turn_list *list);
/* angles [count] from which joints count on */
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
        *y[2]; /* [states + turns->count] each: another pose of the motion, the judged one */
} tw_poses;

/* adds the circuits of an island, at the first of these poses whose rank is that one, else at the
 * second. Spoils the pass */
tw_status tw_circuits_find(tw_dynamics *d, const tw_island *isl, const tw_poses *at, int rank,
                           tw_diagnosis *o);

/* ---- sparse.c: the same for large islands --------------------------------------------------- */

/* r has rows, columns and A; fills rank, left, sparse */
tw_status tw_sparse_rank_of(tw_rank *r);
/* removes from motion [columns] its part along the rows */
void tw_sparse_motion(tw_sparse_rank *s, double *motion);
void tw_sparse_rank_free(tw_sparse_rank *s);

/* ---- sets.c: minimal sets ------------------------------------------------------------------- */

/* can these constraints all hold? in [blocks of the pass]. "no" is certain only when thorough */
typedef struct tw_oracle {
    tw_status (*holds)(void *context, const bool *in, bool thorough, bool *yes);
    void *context;
    int blocks;         /* blocks of the pass */
    const double *work; /* cost of all questions so far: entries of J that were read, about */
} tw_oracle;

typedef TW_ARRAY(bool *) tw_block_sets;

/* shrinks a set that cannot hold, by quick or thorough answers of the oracle */
tw_status tw_minimal_set(const tw_oracle *o, bool thorough, bool *set);
/* every minimal subset of `from` [blocks] that cannot hold; sets may have some of them already.
 * *complete turns false when there were too many to find them all, or finding more took too long */
tw_status tw_minimal_sets(const tw_oracle *o, const bool *from, tw_block_sets *sets,
                          bool *complete);
void tw_block_sets_free(tw_block_sets *sets);

#endif
