/*
 * Four numbers at a time, for loops that are compiled twice, for any processor and for those with
 * AVX2 (processor.h). A lane is one of the four numbers. Lanes do not mix unless a function's
 * comment says so, and a b + c is never fused, so both builds give the same bits.
 */
#ifndef TW_BASE_MATH_LANES_H
#define TW_BASE_MATH_LANES_H

#include <math.h>
#include <stdbool.h>
#ifdef __AVX__
#include <immintrin.h>
#endif

/* name of a function as compiled in this build: for AVX2, or plain */
#ifdef TW_WIDE
#define TW_BUILT(name) name##_wide
#else
#define TW_BUILT(name) name##_plain
#endif

enum { TW_LANES = 4 };

/* four doubles, at an address that need not be aligned to their size */
typedef double tw_lanes
    __attribute__((vector_size(TW_LANES * sizeof(double)), aligned(8), may_alias));

/* result of a comparison: in each lane all bits set (true) or none (false) */
typedef long long tw_lanes_bits __attribute__((vector_size(TW_LANES * sizeof(long long))));

static inline tw_lanes tw_get(const double *from) {
    return *(const tw_lanes *)(const void *)from;
}

static inline void tw_put(double *to, tw_lanes a) {
    *(tw_lanes *)(void *)to = a;
}

static inline tw_lanes tw_all(double x) {
    return (tw_lanes){x, x, x, x};
}

/* selects by lane: that of a if all bits of `which` are set, that of b if none is */
static inline tw_lanes tw_choose(tw_lanes_bits which, tw_lanes a, tw_lanes b) {
#ifdef __AVX__
    return _mm256_blendv_pd(b, a, (__m256d)which);
#else
    return (tw_lanes)((which & (tw_lanes_bits)a) | (~which & (tw_lanes_bits)b));
#endif
}

/* maximum of a and b in each lane; b where a is NaN */
static inline tw_lanes tw_larger(tw_lanes a, tw_lanes b) {
#ifdef __AVX__
    return _mm256_max_pd(a, b);
#else
    return tw_choose(a > b, a, b);
#endif
}

static inline tw_lanes tw_absolute(tw_lanes a) {
    const long long m = 0x7fffffffffffffff;
    return (tw_lanes)((tw_lanes_bits)a & (tw_lanes_bits){m, m, m, m});
}

static inline tw_lanes tw_root_of(tw_lanes a) {
#ifdef __AVX__
    return _mm256_sqrt_pd(a);
#else
    return (tw_lanes){sqrt(a[0]), sqrt(a[1]), sqrt(a[2]), sqrt(a[3])};
#endif
}

/* tw_any: true: the comparison is true in some lane; tw_every: in all lanes */
static inline bool tw_any(tw_lanes_bits which) {
#ifdef __AVX__
    return _mm256_movemask_pd((__m256d)which) != 0;
#else
    return (which[0] | which[1] | which[2] | which[3]) != 0;
#endif
}

static inline bool tw_every(tw_lanes_bits which) {
#ifdef __AVX__
    return _mm256_movemask_pd((__m256d)which) == 15;
#else
    return (which[0] & which[1] & which[2] & which[3]) != 0;
#endif
}

/* the vector (sum of a's lanes, sum of b's lanes, sum of c's lanes, 0) */
static inline tw_lanes tw_sums(tw_lanes a, tw_lanes b, tw_lanes c) {
    tw_lanes ab =
        __builtin_shufflevector(a, b, 0, 4, 2, 6) + __builtin_shufflevector(a, b, 1, 5, 3, 7);
    tw_lanes zero = tw_all(0);
    tw_lanes cz =
        __builtin_shufflevector(c, zero, 0, 4, 2, 6) + __builtin_shufflevector(c, zero, 1, 5, 3, 7);
    return __builtin_shufflevector(ab, cz, 0, 1, 4, 5) +
           __builtin_shufflevector(ab, cz, 2, 3, 6, 7);
}

#endif
