/*
 * Limits that a joint stands beyond, when it is made or put there: they come back as constraints
 * are met, D = q - bound, D'' + (2/tau) D' + D/tau^2 = 0, by a row that pulls as well as pushes,
 * and stop at the bound. From then on the bound pushes only, like a contact (contact_limit.c).
 */
#ifndef TW_DYNAMICS_LIMIT_H
#define TW_DYNAMICS_LIMIT_H

#include "dynamics/dynamics.h"

/* before a stepper starts at the world's present state: which limits does a joint stand beyond? */
tw_status tw_limits_begin(tw_dynamics *d);

/* at the world's present state: those that it has come back to are constraints no more, and the
 * stepper has to start anew */
tw_status tw_limits_arrive(tw_dynamics *d);

#endif
