/*
 * What do the constraints of a scene do to each other? Rank, remaining freedoms, constraints that
 * could go, and minimal sets that cannot all hold.
 *
 * Everything is judged where static assembly ends (assemble.h), not at the present pose: a
 * constraint that is not met yet is no conflict. At that pose J is the Jacobian of all constraints
 * in force, rows and bodies scaled to be comparable.
 *
 *   rank       of J; freedoms = 6 bodies - rank
 *   redundant  every row of the constraint is a combination of rows of others and the constraint
 *              carries no conflict: it could go without changing the motion. Of k constraints that
 *              say the same each could go, so all k are listed.
 *   circuit    a set some rows of which follow from the others, though those of no smaller set do:
 *              a loop that closes (circuits.c), of islands of up to 300 rows
 *   singular   dependent in this pose only: at other poses of the assembled motion it is not, or
 *              it is so to first order only and there are no others (spheres that touch)
 *   conflict   a set that cannot all hold though every smaller one can. "always": not from other
 *              starting poses either. Positions first; then velocities (drives, moving paths),
 *              which are linear.
 */
#ifndef TW_ANALYSIS_DIAGNOSIS_DIAGNOSE_H
#define TW_ANALYSIS_DIAGNOSIS_DIAGNOSE_H

#include "dynamics/dynamics.h"

typedef struct tw_conflict {
    int count;
    tw_constraint **item; /* [count] in the order of the world */
    /* deviation of the set alone at its best: the largest |D|, or of the rates */
    double deviation;
    bool rates; /* velocities contradict each other, not positions */
    bool always;
} tw_conflict;

typedef struct tw_circuit {
    int count;
    tw_constraint **item; /* [count] in the order of the world */
    /* rows of all constraints; number of rows that follow from the others */
    int rows, surplus;
} tw_circuit;

typedef struct tw_diagnosis {
    int rows, rank, freedoms;
    /* rank and freedoms at the other poses of the assembled motion */
    int generic_rank, generic_freedoms;
    bool assembled;   /* every constraint within its tolerance */
    double deviation; /* the largest |D| */
    int redundants, singulars, conflicts;
    tw_constraint **redundant, **singular; /* [redundants], [singulars] in the order of the world */
    tw_conflict *conflict;                 /* [conflicts] */
    int circuits;
    tw_circuit *circuit; /* [circuits] */
    bool complete;       /* every minimal set was found (there may be very many) */
} tw_diagnosis;

/* diagnoses the world as it stands without changing it; the caller frees the diagnosis */
tw_status tw_diagnose(tw_dynamics *d, tw_diagnosis *out);
/* only what cannot hold by its positions in the islands of these constraints: conflicts, assembled,
 * deviation, complete. In islands of more than most_rows rows sets are not looked for */
tw_status tw_diagnose_positions(tw_dynamics *d, tw_constraint *const *list, int count,
                                int most_rows, tw_diagnosis *out);
void tw_diagnosis_free(tw_diagnosis *x);

#endif
