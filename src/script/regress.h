/*
 * For `tauwerk check`: largest differences of a new run from the recorded one (`scene.check`), and
 * a hash of the whole state.
 */
#ifndef TW_SCRIPT_REGRESS_H
#define TW_SCRIPT_REGRESS_H

#include "model/field/param.h"
#include "script/script.h"

#include <stdint.h>

/* largest differences that are allowed. A tolerance e allows |new - recorded| <= e max(1,
 * |recorded|); 0: the bits must be the same. */
typedef struct tw_tolerances {
    /* default for those of the tolerances below that the script does not set, except for `picture`
     */
    double tolerance;
    double position, orientation, velocity, angular_velocity;
    /* NAN: the script does not set it, and `tolerance` is used */
    double energy, deviation, residual, force, contact;
    double picture; /* largest structural dissimilarity of two pictures, 0 .. 1 */
    bool hash;      /* true: hashes of the state are compared, too */
    /* number of recorded samples; number of pictures; width of the pictures, pixels */
    int samples, pictures, width;
} tw_tolerances;

/* rows of the fields of scene.check; their offsets are in tw_tolerances */
extern const tw_param tw_tolerance_params[];
extern const int tw_tolerance_param_count;

const tw_tolerances *tw_scene_tolerances(const tw_scene *scene);

/* hash of the exact bits of time, names, poses, velocities and masses of bodies, what is enabled,
 * and the joints' counted turns and exceeded limits */
uint64_t tw_scene_hash(tw_scene *scene);

#endif
