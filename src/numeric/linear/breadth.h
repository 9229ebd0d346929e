/*
 * Breadth-first order of what is joined to nodes, so that items with common nodes stand near each
 * other: the order of Cuthill and McKee [George & Liu 1981, 4.3], in which A A^T has a narrow band
 * where items are rows of A, or blocks of rows, and nodes are bodies.
 */
#ifndef TW_NUMERIC_LINEAR_BREADTH_H
#define TW_NUMERIC_LINEAR_BREADTH_H

#include "base/status.h"

typedef struct tw_joined {
    int items, nodes;
    const int *first; /* [items + 1] */
    const int *node;  /* [first[items]] nodes of item i: node[first[i]] .. node[first[i + 1] - 1] */
} tw_joined;

/* order [items]: every connected part begins at an end of the structure, the item reached last from
 * its first one */
tw_status tw_breadth_order(const tw_joined *j, int *order);

#endif
