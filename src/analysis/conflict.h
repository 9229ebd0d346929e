/* The notice about constraints that cannot all hold, judged once assembly has come to rest. A
 * position-level constraint whose force is not at its bound is in conflict if it is not met, |D| >
 * tolerance, if the residual of its equation holds it away from its goal by more than its
 * tolerance, |residual| tau^2 > tolerance, and if its deviation no longer moves, tau |D'| <=
 * max(tolerance, |D| / 100). Which of them contradict each other is then found by static
 * assembly. */
#ifndef TW_ANALYSIS_CONFLICT_H
#define TW_ANALYSIS_CONFLICT_H

#include "dynamics/dynamics.h"

/* fills list [most] with constraints that are in conflict at the world's present state; *count:
 * number of all of them, which may exceed `most` */
tw_status tw_conflicts(tw_dynamics *d, tw_constraint **list, int most, int *count);

/* fills list [most] with position-level constraints that are not met although no bound limits their
 * force; away: only those whose |D| grows. *count: number of all of them, which may exceed `most`;
 * *rows: number of rows of all constraints of the scene */
tw_status tw_conflicts_coming(tw_dynamics *d, bool away, tw_constraint **list, int most, int *count,
                              int *rows);

/* *never: true if sets that contradict each other are found in the islands of the constraints in
 * `list`, and none of these sets can be met from any start, as far as static assembly can tell.
 * Then text [size] names up to four of them with script lines, after a space. Islands of more than
 * `most` rows are not searched */
tw_status tw_conflict_never(tw_dynamics *d, tw_constraint *const *list, int count, int most,
                            bool *never, char *text, size_t size);

/* Judges the islands of the constraints in `list` where static assembly ends (diagnose.h).
 * *conflict = true: not all are met there, and text [size] names up to four of the smallest
 * contradicting sets with script lines, or, if none was found (an island of more than `most` rows
 * is not searched), all constraints of `list`. *conflict = false: they could all be met, and the
 * text says why they may rest nevertheless (in a singular pose, or held by drives) */
tw_status tw_conflict_explain(tw_dynamics *d, tw_constraint *const *list, int count, int most,
                              bool *conflict, char *text, size_t size);

#endif
