/*
 * Recording of a tape. A builder appends operations and keeps a hash table of them, so that no
 * operation is recorded twice. Operations on constants are computed at once. A few operations are
 * replaced by one of their operands, but only where the result has the same bits for every value,
 * so that the tape computes what the script wrote (x * 0 and x + 0 stay, since infinity * 0 is NaN
 * and -0 + 0 is 0). tw_tape_finish keeps only nodes that the outputs need.
 *
 * The builder owns its nodes and table until tw_tape_builder_destroy; a finished tape is a copy.
 */
#include "base/array.h"
#include "numeric/value/tape_impl.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct tw_tape_builder {
    tw_status state; /* TW_OK, or the first failure, after which every new node is -1 */
    int inputs;
    TW_ARRAY(tw_tape_node) nodes;
    int *table;        /* [table_size] indices of nodes, -1 where empty; open addressing */
    size_t table_size; /* a power of two, more than twice the number of nodes */
};

enum { MAX_NODES = 1 << 28 };

static uint64_t bits(double x) {
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

static bool same(const tw_tape_node *p, const tw_tape_node *q) {
    return p->op == q->op && p->arg[0] == q->arg[0] && p->arg[1] == q->arg[1] &&
           p->arg[2] == q->arg[2] && bits(p->value) == bits(q->value);
}

static uint64_t mix(uint64_t h, uint64_t x) {
    h = (h ^ x) * 0x9E3779B97F4A7C15u;
    return h ^ (h >> 29);
}

static size_t hash(const tw_tape_node *n) {
    uint64_t h = mix(0, (uint64_t)n->op);
    for (int k = 0; k < 3; k++) h = mix(h, (uint64_t)n->arg[k]);
    return (size_t)mix(h, bits(n->value));
}

/* index in the table of the node that equals n, or of the empty place where n belongs */
static size_t find(const tw_tape_builder *b, const tw_tape_node *n) {
    size_t i = hash(n) & (b->table_size - 1);
    while (b->table[i] >= 0 && !same(n, &b->nodes.data[b->table[i]]))
        i = (i + 1) & (b->table_size - 1);
    return i;
}

static tw_node broken(tw_tape_builder *b, tw_status s) {
    if (b->state == TW_OK) b->state = s;
    return -1;
}

static tw_status grow_table(tw_tape_builder *b) {
    size_t size = b->table_size ? 2 * b->table_size : 64;
    int *table = malloc(size * sizeof *table);
    if (!table) return tw_fail_memory();
    for (size_t i = 0; i < size; i++) table[i] = -1;
    free(b->table);
    b->table = table;
    b->table_size = size;
    for (size_t i = 0; i < b->nodes.count; i++) table[find(b, &b->nodes.data[i])] = (int)i;
    return TW_OK;
}

static tw_node record(tw_tape_builder *b, tw_tape_node n) {
    if (2 * (b->nodes.count + 1) >= b->table_size) {
        if (b->nodes.count >= MAX_NODES || grow_table(b) != TW_OK) return broken(b, TW_MEMORY);
    }
    size_t place = find(b, &n);
    if (b->table[place] >= 0) return b->table[place];
    if (tw_push(&b->nodes, n) != TW_OK) return broken(b, TW_MEMORY);
    return b->table[place] = (int)b->nodes.count - 1;
}

tw_status tw_tape_builder_create(int inputs, tw_tape_builder **builder) {
    *builder = NULL;
    if (inputs < 0) return tw_fail(TW_ARGUMENT, "a tape cannot have %d inputs", inputs);
    tw_tape_builder *b = calloc(1, sizeof *b);
    if (!b) return tw_fail_memory();
    b->inputs = inputs;
    *builder = b;
    return TW_OK;
}

void tw_tape_builder_destroy(tw_tape_builder *b) {
    if (!b) return;
    tw_array_free(&b->nodes);
    free(b->table);
    free(b);
}

tw_node tw_tape_const(tw_tape_builder *b, double value) {
    if (b->state != TW_OK) return -1;
    return record(b, (tw_tape_node){.op = TW_TAPE_CONST, .value = value});
}

tw_node tw_tape_input(tw_tape_builder *b, int input) {
    if (b->state != TW_OK) return -1;
    if (input < 0 || input >= b->inputs) return broken(b, TW_ARGUMENT);
    return record(b, (tw_tape_node){.op = TW_TAPE_INPUT, .arg = {input}});
}

static bool is_const(const tw_tape_builder *b, tw_node x) {
    return b->nodes.data[x].op == TW_TAPE_CONST;
}

bool tw_tape_constant(const tw_tape_builder *b, tw_node x, double *value) {
    if (x < 0 || (size_t)x >= b->nodes.count || !is_const(b, x)) return false;
    *value = b->nodes.data[x].value;
    return true;
}

/* is node x the constant `value`, to the bit (0 is not -0)? */
static bool is(const tw_tape_builder *b, tw_node x, double value) {
    return is_const(b, x) && bits(b->nodes.data[x].value) == bits(value);
}

static bool is_op(const tw_tape_builder *b, tw_node x, tw_tape_op op) {
    return b->nodes.data[x].op == op;
}

/* a node whose value equals op(x, y, z) to the bit for all inputs, for example one of the operands;
 * -1: there is none */
static tw_node same_as(tw_tape_builder *b, tw_tape_op op, tw_node x, tw_node y, tw_node z) {
    switch (op) {
    case TW_TAPE_ADD:
        return is(b, y, -0.0) ? x : is(b, x, -0.0) ? y : -1;
    case TW_TAPE_SUB:
        return is(b, y, 0.0) ? x : -1;
    case TW_TAPE_MUL:
        return is(b, y, 1) ? x : is(b, x, 1) ? y : -1;
    case TW_TAPE_DIV:
        return is(b, y, 1) ? x : -1;
    case TW_TAPE_POW:
        return is(b, y, 1) ? x : -1;
    case TW_TAPE_NEG:
        return is_op(b, x, TW_TAPE_NEG) ? b->nodes.data[x].arg[0] : -1;
    case TW_TAPE_ABS:
        return is_op(b, x, TW_TAPE_ABS) ? x : -1;
    case TW_TAPE_FLOOR:
        return is_op(b, x, TW_TAPE_FLOOR) ? x : -1;
    case TW_TAPE_MIN:
    case TW_TAPE_MAX:
        return x == y ? x : -1;
    case TW_TAPE_SELECT:
        if (is_const(b, x)) return b->nodes.data[x].value >= 0 ? y : z;
        return y == z ? y : -1;
    default:
        return -1;
    }
}

/* moves signs outward where the result is equal to the bit: x + (-y) becomes x - y, (-x) y becomes
 * -(x y). Returns the new node; -1: no sign can be moved */
static tw_node without_sign(tw_tape_builder *b, tw_tape_op op, tw_node x, tw_node y) {
    bool minus_x = is_op(b, x, TW_TAPE_NEG), minus_y = is_op(b, y, TW_TAPE_NEG);
    tw_node plain_x = b->nodes.data[x].arg[0], plain_y = b->nodes.data[y].arg[0];
    if (op == TW_TAPE_ADD && minus_y) return tw_tape_apply(b, TW_TAPE_SUB, x, plain_y, 0);
    if (op == TW_TAPE_ADD && minus_x) return tw_tape_apply(b, TW_TAPE_SUB, y, plain_x, 0);
    if (op == TW_TAPE_SUB && minus_y) return tw_tape_apply(b, TW_TAPE_ADD, x, plain_y, 0);
    if (op != TW_TAPE_MUL || !(minus_x || minus_y)) return -1;
    tw_node product =
        tw_tape_apply(b, TW_TAPE_MUL, minus_x ? plain_x : x, minus_y ? plain_y : y, 0);
    return minus_x && minus_y ? product : tw_tape_apply(b, TW_TAPE_NEG, product, 0, 0);
}

tw_node tw_tape_apply(tw_tape_builder *b, tw_tape_op op, tw_node x, tw_node y, tw_node z) {
    if (b->state != TW_OK) return -1;
    if (op <= TW_TAPE_INPUT || op >= TW_TAPE_OP_COUNT) return broken(b, TW_ARGUMENT);
    int operands = tw_tape_operands(op);
    tw_tape_node n = {.op = op, .arg = {x, operands > 1 ? y : 0, operands > 2 ? z : 0}};
    bool constant = true;
    for (int k = 0; k < operands; k++) {
        if (n.arg[k] < 0 || (size_t)n.arg[k] >= b->nodes.count) return broken(b, TW_ARGUMENT);
        constant = constant && is_const(b, n.arg[k]);
    }
    const tw_tape_node *d = b->nodes.data;
    if (constant)
        return tw_tape_const(
            b, tw_tape_op_value(op, d[n.arg[0]].value, d[n.arg[1]].value, d[n.arg[2]].value));
    tw_node known = same_as(b, op, n.arg[0], n.arg[1], n.arg[2]);
    if (known < 0 && operands == 2) known = without_sign(b, op, n.arg[0], n.arg[1]);
    if (known >= 0 || b->state != TW_OK) return known;

    /* operands are ordered, so that a + b and b + a become one node */
    if ((op == TW_TAPE_ADD || op == TW_TAPE_MUL) && n.arg[0] > n.arg[1]) {
        n.arg[0] = y;
        n.arg[1] = x;
    }
    return record(b, n);
}

/* map[i]: index in the tape of node i of the builder, -1 if no output needs it; returns the tape's
 * length */
static int number(const tw_tape_builder *b, const tw_node *outputs, int count, int *map) {
    int total = (int)b->nodes.count, length = 0;
    for (int i = 0; i < total; i++) map[i] = -1;
    for (int k = 0; k < count; k++) map[outputs[k]] = 0;
    for (int i = total - 1; i >= 0; i--) {
        const tw_tape_node *n = &b->nodes.data[i];
        if (map[i] < 0) continue;
        for (int k = 0; k < tw_tape_operands(n->op); k++) map[n->arg[k]] = 0;
    }
    for (int i = 0; i < total; i++)
        if (map[i] == 0) map[i] = length++;
    return length;
}

static void fill(tw_tape *t, const tw_tape_builder *b, const tw_node *outputs, const int *map) {
    for (int k = 0; k < t->inputs; k++) t->input[k] = -1;
    for (size_t i = 0; i < b->nodes.count; i++) {
        if (map[i] < 0) continue;
        tw_tape_node *n = &t->node[map[i]];
        *n = b->nodes.data[i];
        if (n->op == TW_TAPE_INPUT) t->input[n->arg[0]] = map[i];
        for (int k = 0; k < tw_tape_operands(n->op); k++) n->arg[k] = map[n->arg[k]];
        t->partials += tw_tape_operands(n->op);
    }
    for (int k = 0; k < t->outputs; k++) t->output[k] = map[outputs[k]];
}

tw_status tw_tape_finish(tw_tape_builder *b, const tw_node *outputs, int count, tw_tape **tape) {
    *tape = NULL;
    if (b->state == TW_MEMORY) return tw_fail_memory();
    if (b->state != TW_OK) return tw_fail(b->state, "a tape was recorded with wrong operands");
    if (count < 1) return tw_fail(TW_ARGUMENT, "a tape needs an output");
    for (int k = 0; k < count; k++)
        if (outputs[k] < 0 || (size_t)outputs[k] >= b->nodes.count)
            return tw_fail(TW_ARGUMENT, "output %d of a tape is not a node", k + 1);

    int *map = malloc(b->nodes.count * sizeof *map);
    tw_tape *t = calloc(1, sizeof *t);
    if (!map || !t) {
        free(map);
        free(t);
        return tw_fail_memory();
    }
    atomic_init(&t->references, 1);
    t->inputs = b->inputs;
    t->outputs = count;
    t->length = number(b, outputs, count, map);
    t->node = malloc((size_t)t->length * sizeof *t->node);
    t->output = malloc((size_t)count * sizeof *t->output);
    /* one element more, so that the size is never 0 */
    t->input = malloc(((size_t)t->inputs + 1) * sizeof *t->input);
    if (!t->node || !t->output || !t->input) {
        free(map);
        tw_tape_release(t);
        return tw_fail_memory();
    }
    fill(t, b, outputs, map);
    free(map);
    *tape = t;
    return TW_OK;
}
