/* Breadth-first order of items that have nodes in common, so that such items stand near each other:
 * the order of Cuthill and McKee [George & Liu 1981, 4.3], but without sorting neighbours by their
 * number of neighbours. Example: items are rows of a matrix A, or blocks of rows, and nodes are the
 * bodies with entries in them; then A A^T has a narrow band. */
#ifndef TW_NUMERIC_LINEAR_BREADTH_H
#define TW_NUMERIC_LINEAR_BREADTH_H

#include "base/status.h"

typedef struct tw_joined {
    int items, nodes;
    const int *first; /* [items + 1] index in `node` of each item's first node */
    const int *node;  /* [first[items]] nodes of item i: node[first[i]] .. node[first[i + 1] - 1] */
} tw_joined;

/* order [items]: the items in that order. The first connected part begins at one of its ends, the
 * item that a first search reaches last; every other part begins at its item of lowest number */
tw_status tw_breadth_order(const tw_joined *j, int *order);

#endif
