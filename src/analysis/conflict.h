/*
 * The notice about constraints that cannot all hold. Judged where assembly has come to rest: a
 * constraint is in conflict when what is left of its equation keeps it more than its tolerance away
 * from where it should be, |residual| tau^2 > tolerance with |D| > tolerance, while its deviation
 * no longer moves, tau |D'| <= max(tolerance, |D| / 100). Which of them contradict each other is
 * then found by static assembly.
 */
#ifndef TW_ANALYSIS_CONFLICT_H
#define TW_ANALYSIS_CONFLICT_H

#include "dynamics/dynamics.h"

/* the constraints in conflict at the world's present state: fills list [most], *count = how many
 * there are */
tw_status tw_conflicts(tw_dynamics *d, tw_constraint **list, int most, int *count);

/* lists unmet constraints that no bounded force keeps from being met; if `away`, only those that do
 * not approach. rows: of all constraints of the scene */
tw_status tw_conflicts_coming(tw_dynamics *d, bool away, tw_constraint **list, int most, int *count,
                              int *rows);

/* never: whatever the start, these cannot all hold, as far as static assembly can tell; text: a
 * space, and the smallest sets by names and script lines */
tw_status tw_conflict_never(tw_dynamics *d, tw_constraint *const *list, int count, int most,
                            bool *never, char *text, size_t size);

/*
 * Judges them where static assembly ends (diagnose.h). conflict: they cannot all hold; text: which,
 * the smallest sets by names and script lines, or, in an island of more than `most` rows, all that
 * are bent. conflict false: they could all hold, and the text says that they rest all the same (in
 * a singular pose, or held by drives)
 */
tw_status tw_conflict_explain(tw_dynamics *d, tw_constraint *const *list, int count, int most,
                              bool *conflict, char *text, size_t size);

#endif
