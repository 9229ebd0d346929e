/*
 * The notice about constraints that cannot all hold. Judged where assembly has come to rest: a
 * constraint is in conflict when what is left of its equation keeps it more than its tolerance away
 * from where it should be, |residual| tau^2 > tolerance with |D| > tolerance, while its deviation
 * no longer moves, tau |D'| <= max(tolerance, |D| / 100).
 */
#ifndef TW_DYNAMICS_CONFLICT_H
#define TW_DYNAMICS_CONFLICT_H

#include "dynamics/dynamics.h"

/* the constraints in conflict at the world's present state: fills list [most], *count = how many
 * there are */
tw_status tw_conflicts(tw_dynamics *d, tw_constraint **list, int most, int *count);

/* their names and script lines as one text, into buf */
void tw_conflict_text(tw_constraint *const *list, int count, double t, char *buf, size_t size);

#endif
