/* Random numbers for tests: the same on every machine and in every run [xorshift64*, Vigna 2016].
 */
#ifndef TW_TESTS_RANDOM_H
#define TW_TESTS_RANDOM_H

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

#endif
