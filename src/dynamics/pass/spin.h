/* Free rotation of a rigid body, exact at any speed. */
#ifndef TW_DYNAMICS_PASS_SPIN_H
#define TW_DYNAMICS_PASS_SPIN_H

#include "base/math/vec.h"

/* The orientation (body to world) after h seconds of free rotation from q with constant angular
 * momentum L (world axes, kg m^2/s). I_inv: inverse inertia, body axes */
quat tw_spin(const mat3 *I_inv, quat q, vec3 L, double h);

#endif
