/*
 * The notice about constraints that cannot all hold, judged once assembly has come to rest. A
 * constraint is in conflict if the residual of its equation keeps it more than its tolerance away
 * from its goal, |residual| tau^2 > tolerance with |D| > tolerance, while its deviation no longer
 * moves, tau |D'| <= max(tolerance, |D| / 100). Which of them contradict each other is then found
 * by static assembly.
 */
#ifndef TW_ANALYSIS_CONFLICT_H
#define TW_ANALYSIS_CONFLICT_H

#include "dynamics/dynamics.h"

/* lists the constraints in conflict at the world's present state: fills list [most]; *count: all of
 * them, may exceed `most` */
tw_status tw_conflicts(tw_dynamics *d, tw_constraint **list, int most, int *count);

/* lists the position-level constraints that are not met although no bound limits their force; away:
 * only those whose |D| grows. *count: all of them; *rows: number of rows of all constraints of the
 * scene */
tw_status tw_conflicts_coming(tw_dynamics *d, bool away, tw_constraint **list, int most, int *count,
                              int *rows);

/* *never: as far as static assembly can tell, the constraints of `list` cannot all hold from any
 * start. Then text [size] has the smallest contradicting sets: names and script lines, after a
 * space */
tw_status tw_conflict_never(tw_dynamics *d, tw_constraint *const *list, int count, int most,
                            bool *never, char *text, size_t size);

/*
 * Judges the constraints of `list` where static assembly ends (diagnose.h). *conflict: they cannot
 * all hold; text names the smallest contradicting sets with script lines, or, in an island of more
 * than `most` rows, all that deviate. *conflict false: they could all hold, and the text says why
 * they may rest anyway (in a singular pose, or held by drives)
 */
tw_status tw_conflict_explain(tw_dynamics *d, tw_constraint *const *list, int count, int most,
                              bool *conflict, char *text, size_t size);

#endif
