/*
 * Random numbers that are the same on every machine: xoshiro256**, seeded through splitmix64.
 * A generator is a plain struct; a copy of it gives the same numbers again.
 */
#ifndef TW_BASE_MATH_RANDOM_H
#define TW_BASE_MATH_RANDOM_H

#include "base/math/vec.h"

#include <stdint.h>

typedef struct tw_random {
    uint64_t s[4];
} tw_random;

tw_random tw_random_seed(uint64_t seed);
uint64_t tw_random_u64(tw_random *r);
double tw_random_uniform(tw_random *r); /* uniformly distributed in [0, 1), a multiple of 2^-53 */
vec3 tw_random_direction(tw_random *r); /* uniformly distributed on the unit sphere */
quat tw_random_rotation(tw_random *r);  /* uniformly distributed over all rotations */

#endif
