/* Union-find: disjoint sets as trees over the numbers 0 .. n - 1; parent[i] is the parent of i, and
 * a root is its own parent. */
#ifndef TW_BASE_TREE_H
#define TW_BASE_TREE_H

/* returns the root of the tree of i; shortens later searches by linking each number on the way to
 * its grandparent (path halving) */
static inline int tw_tree_root(int *parent, int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

#endif
