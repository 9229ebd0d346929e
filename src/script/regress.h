/*
 * For `tauwerk check`: largest differences of a new run from the recorded one (`scene.check`), and
 * a hash of the whole state.
 */
#ifndef TW_SCRIPT_REGRESS_H
#define TW_SCRIPT_REGRESS_H

#include "model/field/param.h"
#include "script/script.h"

#include <stdint.h>

/* A tolerance e allows |new - recorded| <= e max(1, |recorded|); 0: the same bits. */
typedef struct tw_tolerances {
    double tolerance; /* default for those tolerances below that the script does not give, except
                         `picture` */
    double position, orientation, velocity, angular_velocity;
    double energy, deviation, residual, force, contact; /* NAN: as `tolerance` */
    double picture; /* largest structural dissimilarity of pictures, 0 .. 1 */
    bool hash;      /* compare hashes of the state */
    /* number of recorded samples; number of pictures; width of the pictures, pixels */
    int samples, pictures, width;
} tw_tolerances;

/* rows of the fields of scene.check; their offsets are in tw_tolerances */
extern const tw_param tw_tolerance_params[];
extern const int tw_tolerance_param_count;

const tw_tolerances *tw_scene_tolerances(const tw_scene *scene);

/* hash of the exact bits of time, names, poses, velocities, switches, and joints' turns and passed
 * limits */
uint64_t tw_scene_hash(tw_scene *scene);

#endif
