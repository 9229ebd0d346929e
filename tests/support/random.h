/* Random numbers for tests: the same in every run and, if no two are drawn in one expression, with
 * every compiler [xorshift64*, Vigna 2016]. */
#ifndef TW_TESTS_RANDOM_H
#define TW_TESTS_RANDOM_H

#include "base/math/vec.h"

#include <stdint.h>

static uint64_t random_state = 88172645463325252u;

static inline uint64_t random_bits(void) {
    random_state ^= random_state >> 12;
    random_state ^= random_state << 25;
    random_state ^= random_state >> 27;
    return random_state * 2685821657736338717u;
}

static inline double uniform(double a, double b) {
    return a + (b - a) * ((double)(random_bits() >> 11) * 0x1p-53);
}

/* 0 .. n - 1 */
static inline int random_int(int n) {
    return (int)(random_bits() % (uint64_t)n);
}

/* Draws one after the other: the order of arguments is the compiler's choice. */
static inline vec3 random_vec(double s) {
    double x = uniform(-s, s), y = uniform(-s, s), z = uniform(-s, s);
    return v3(x, y, z);
}

static inline quat random_turn(void) {
    double w = uniform(-1, 1);
    vec3 v = random_vec(1);
    return q_normalized((quat){w, v.x, v.y, v.z});
}

#endif
