/*
 * Rest with contacts and joint limits: the pose to which a model descends from where it is.
 *
 * A copy of the world moves by steps of `timestep`, whose contacts, with friction, and limits are
 * those of any motion. Whenever the kinetic energy begins to fall all velocities become 0 (kinetic
 * damping, [Cundall 1976]), so that the motion leads downhill and ends where nothing accelerates
 * any more. Fields that are functions of time keep their present values; formulas of custom kinds
 * in which time occurs do not.
 *
 * Whether that rest is stable is found by pushes: the bodies are displaced a little, at random, and
 * descend again.
 */
#ifndef TW_TIMELINE_DESCENT_H
#define TW_TIMELINE_DESCENT_H

#include "dynamics/dynamics.h"

typedef struct tw_descent {
    bool found;
    /* after every push each body comes to rest within a hundred times the push from where it was */
    bool stable;
    /* after every push each body returns: no friction, and no freedom without stiffness, lets it
     * rest beside */
    bool unique;
    int steps; /* number of steps of `timestep` up to rest, pushes not included */
    /* largest acceleration from rest at the last pose, m/s^2 or rad/s^2, and the index in
     * world.body of its body; -1: there is no body that can move */
    double acceleration;
    int body;
    double deviation; /* largest |D| of a constraint at rest, m or rad */
    /* if no rest was found because a body leaves without end: its displacement, m; otherwise 0 */
    vec3 leaves;
} tw_descent;

/* Moves the world of d to rest; velocities become 0. If none is found in `most` steps, the world is
 * unchanged. tolerance: accelerations, m/s^2 and rad/s^2, that count as rest; 0: 1e-6 of the
 * largest acceleration by gravity and forces. extent: of the model, m (analysis/rest/rest.h) */
tw_status tw_descent_find(tw_dynamics *d, double tolerance, double extent, int most, tw_descent *r);

#endif
