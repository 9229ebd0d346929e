/* Union-find: trees over numbered things, each with the number of its parent; a root is its own. */
#ifndef TW_BASE_TREE_H
#define TW_BASE_TREE_H

/* returns the root of the tree of i, and halves the path to it for later calls */
static inline int tw_tree_root(int *parent, int i) {
    while (parent[i] != i) i = parent[i] = parent[parent[i]];
    return i;
}

#endif
