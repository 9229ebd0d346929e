/* Four numbers at a time (base/math/lanes.h), for the loops of the sparse solver; these are
 * compiled twice, for plain and wide vectors, and chosen when a solver is made (sparse.c). */
#ifndef TW_NUMERIC_LINEAR_SPARSE_SPARSE_LANES_H
#define TW_NUMERIC_LINEAR_SPARSE_SPARSE_LANES_H

#include "numeric/linear/sparse/sparse_impl.h"

#include <math.h>

enum {
    ROWS = 6, /* ROWS: largest number of rows of a block for which the loops are unrolled */
    /* LINK: number of rows of a link's panel (tw_sparse_panel.link): two blocks of three rows,
     * padded to four each */
    LINK = 2 * TW_LANES
};

typedef tw_lanes lanes;
typedef tw_lanes_bits bits;

static inline lanes *at(double *x) {
    return (lanes *)(void *)x;
}

static inline lanes lane0(lanes a) {
    return __builtin_shufflevector(a, a, 0, 0, 0, 0);
}

static inline lanes lane1(lanes a) {
    return __builtin_shufflevector(a, a, 1, 1, 1, 1);
}

static inline lanes lane2(lanes a) {
    return __builtin_shufflevector(a, a, 2, 2, 2, 2);
}

/* lane 0 of a, lane 1 of b, lane 2 of c, lane 3 of d */
static inline lanes pick(lanes a, lanes b, lanes c, lanes d) {
    return __builtin_shufflevector(__builtin_shufflevector(a, b, 0, 5, 2, 3),
                                   __builtin_shufflevector(c, d, 0, 1, 2, 7), 0, 1, 6, 7);
}

/* (a0 + a1) + (a2 + a3) */
static inline double sum_of(lanes a) {
    return (a[0] + a[1]) + (a[2] + a[3]);
}

static inline double greatest_of(lanes a) {
    return fmax(fmax(a[0], a[1]), fmax(a[2], a[3]));
}

#endif
