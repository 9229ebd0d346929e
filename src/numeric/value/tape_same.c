/* Comparison of expression tapes; see tape_same.h. */
#include "numeric/value/tape_same.h"

#include "numeric/value/tape_impl.h"

#include <string.h>

static bool same_node(const tw_tape_node *a, const tw_tape_node *b) {
    return a->op == b->op && memcmp(a->arg, b->arg, sizeof a->arg) == 0 &&
           memcmp(&a->value, &b->value, sizeof a->value) == 0;
}

bool tw_tape_same(const tw_tape *a, const tw_tape *b) {
    if (a->inputs != b->inputs || a->outputs != b->outputs || a->length != b->length) return false;
    for (int i = 0; i < a->length; i++)
        if (!same_node(&a->node[i], &b->node[i])) return false;
    return memcmp(a->output, b->output, (size_t)a->outputs * sizeof *a->output) == 0;
}
