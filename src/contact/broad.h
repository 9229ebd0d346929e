/*
 * Which boxes overlap? A tree over the boxes along the Morton curve of their centres, built again
 * at each call in O(n log n): nodes of two neighbours, nodes of two such nodes, and so on. A box
 * that is much larger than the others widens only its own branch.
 *
 * The result is sorted and depends on the boxes alone. Memory is kept from call to call.
 */
#ifndef TW_CONTACT_BROAD_H
#define TW_CONTACT_BROAD_H

#include "base/array.h"
#include "shape/shape.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct tw_pair {
    int32_t a, b; /* a < b */
} tw_pair;

typedef struct tw_broad {
    TW_ARRAY(tw_pair) pair; /* pairs sorted by a, then b */
    TW_ARRAY(tw_pair) spare;
    TW_ARRAY(uint64_t) code;
    TW_ARRAY(uint64_t) other;
    TW_ARRAY(tw_bounds) node; /* scratch: boxes of all nodes, level by level, leaves first */
    TW_ARRAY(int32_t) tally;
} tw_broad;

/* finds all pairs of boxes that overlap or touch and whose groups differ; group [n]; NULL: all
 * differ */
tw_status tw_broad_find(tw_broad *b, const tw_bounds *box, const int32_t *group, int32_t n);
void tw_broad_free(tw_broad *b);

/* do the boxes overlap or touch? All six comparisons are made, since branches would be
 * unpredictable */
static inline bool tw_bounds_meet(const tw_bounds *a, const tw_bounds *b) {
    return (a->lo.x <= b->hi.x) & (b->lo.x <= a->hi.x) & (a->lo.y <= b->hi.y) &
           (b->lo.y <= a->hi.y) & (a->lo.z <= b->hi.z) & (b->lo.z <= a->hi.z);
}

#endif
