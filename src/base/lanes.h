/*
 * Four numbers at a time, for loops that are built twice, plainly and for processors with AVX2
 * (base/processor.h). Lanes do not mix but where it is written out, and a b + c is never fused, so
 * both builds give the same bits.
 */
#ifndef TW_BASE_LANES_H
#define TW_BASE_LANES_H

enum { TW_LANES = 4 };

/* any address will do */
typedef double tw_lanes
    __attribute__((vector_size(TW_LANES * sizeof(double)), aligned(8), may_alias));

/* what a comparison of lanes gives: all bits, or none */
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

#endif
