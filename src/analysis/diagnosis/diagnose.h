/*
 * Diagnosis of a scene's constraints: rank, remaining freedoms, redundant constraints, and minimal
 * sets that cannot all hold.
 *
 * Everything is judged where static assembly ends (assemble.h), not at the present pose: a
 * constraint that is not met yet is no conflict. At that pose J is the Jacobian of all constraints
 * in force, with rows and bodies scaled so that numbers are comparable.
 *
 *   rank       of J; freedoms = 6 bodies - rank
 *   redundant  every row of the constraint is a combination of rows of others, also at other poses
 *              of the assembled motion, and it is in no conflict: it could be removed without
 *              changing the motion. Of k equal constraints any one could be removed, so all k are
 *              listed. Constraints with force directions W of their own are never listed.
 *   circuit    a set some rows of which follow from the others, while all smaller sets are
 *              independent: a loop that closes (circuits.c), in islands of up to 300 rows
 *   singular   dependent in this pose but not at other poses of the assembled motion; or dependent
 *              to first order only, where there are no other poses (spheres that touch)
 *   conflict   a set that cannot all hold though every smaller one can. "always": not from other
 *              starting poses either. Positions first; then velocities (drives, moving paths),
 *              which are linear.
 */
#ifndef TW_ANALYSIS_DIAGNOSIS_DIAGNOSE_H
#define TW_ANALYSIS_DIAGNOSIS_DIAGNOSE_H

#include "dynamics/dynamics.h"

typedef struct tw_conflict {
    int count;
    tw_constraint **item; /* [count] constraints of the set, in the order of the world */
    /* least deviation that the set alone leaves: largest |D|, or, with `rates`, residual rate */
    double deviation;
    bool rates; /* do the set's required velocities contradict each other, and not its positions? */
    bool always;
} tw_conflict;

typedef struct tw_circuit {
    int count;
    tw_constraint **item; /* [count] constraints of the circuit, in the order of the world */
    /* rows: number of rows of the circuit's constraints; surplus: number of these rows that follow
     * from the others */
    int rows, surplus;
} tw_circuit;

typedef struct tw_diagnosis {
    int rows, rank, freedoms;
    /* at the judged and other poses of the assembled motion: largest rank, and least number of
     * freedoms */
    int generic_rank, generic_freedoms;
    bool assembled;   /* is every constraint within its tolerance at the judged pose? */
    double deviation; /* the largest |D| at the judged pose */
    int redundants, singulars, conflicts;
    /* [redundants], [singulars] constraints, in the order of the world */
    tw_constraint **redundant, **singular;
    tw_conflict *conflict; /* [conflicts] */
    int circuits;
    tw_circuit *circuit; /* [circuits] */
    /* were all minimal sets found? A search is stopped early if there are very many or it takes too
     * long, and an island with too many rows is not searched (tw_diagnose_positions) */
    bool complete;
} tw_diagnosis;

/* diagnoses the world at its present state, which does not change; *out must be freed by
 * tw_diagnosis_free */
tw_status tw_diagnose(tw_dynamics *d, tw_diagnosis *out);
/* Diagnoses only the islands of the constraints in `list`, and only their positions: sets the
 * members conflict, assembled, deviation and complete of *out. Minimal sets are not searched in
 * islands of more than most_rows rows; 0: in all */
tw_status tw_diagnose_positions(tw_dynamics *d, tw_constraint *const *list, int count,
                                int most_rows, tw_diagnosis *out);
void tw_diagnosis_free(tw_diagnosis *x);

#endif
