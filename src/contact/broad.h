/*
 * Which boxes overlap? At each call a tree of boxes is built in O(n log n): boxes are sorted along
 * a Morton curve through their centres, and each two neighbours get a parent, a box that contains
 * both; so do each two of these parents, and so on. A box that is much larger than the others
 * widens only the boxes above it.
 *
 * The result is sorted and depends on the boxes alone. Memory is kept from call to call.
 */
#ifndef TW_CONTACT_BROAD_H
#define TW_CONTACT_BROAD_H

#include "base/array.h"
#include "base/poll.h"
#include "shape/shape.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct tw_pair {
    int32_t a, b; /* indices of two boxes that overlap, a < b */
} tw_pair;

typedef struct tw_broad {
    TW_ARRAY(tw_pair) pair; /* result: sorted by a, and for equal a by b */
    TW_ARRAY(tw_pair) spare;
    TW_ARRAY(uint64_t) code;
    TW_ARRAY(uint64_t) other;
    /* scratch: boxes of the tree's nodes, level by level from the leaves upwards */
    TW_ARRAY(tw_bounds) node;
    TW_ARRAY(int32_t) tally;
    tw_poll poll; /* callback of the present search */
} tw_broad;

/* Finds all pairs of boxes that overlap or touch, except pairs with equal groups; box, group [n];
 * group NULL: no pair is excepted. poll is asked every few thousand pairs; a status other than
 * TW_OK ends the search, which returns it */
tw_status tw_broad_find(tw_broad *b, const tw_bounds *box, const int32_t *group, int32_t n,
                        tw_poll poll);
void tw_broad_free(tw_broad *b);

/* do the boxes overlap or touch? Always makes all six comparisons, since branches would be
 * mispredicted */
static inline bool tw_bounds_meet(const tw_bounds *a, const tw_bounds *b) {
    return (a->lo.x <= b->hi.x) & (b->lo.x <= a->hi.x) & (a->lo.y <= b->hi.y) &
           (b->lo.y <= a->hi.y) & (a->lo.z <= b->hi.z) & (b->lo.z <= a->hi.z);
}

#endif
