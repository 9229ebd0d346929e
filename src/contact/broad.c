#include "contact/broad.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 32, DIGITS = 256 };

/* largest number of boxes for which no tree is built, but each box is compared with every other
 * one */
enum { FEW = 8 };

/* number of pairs of boxes between two calls of poll, less one: a power of two less one. Where all
 * boxes overlap, there are n^2/2 pairs: half a second for ten thousand boxes */
enum { POLL_MASK = (1 << 16) - 1 };

static tw_status ask(const tw_broad *b, size_t pair) {
    return (pair & POLL_MASK) == 0 ? tw_poll_ask(b->poll) : TW_OK;
}

/* inserts two zero bits after each of the ten lowest bits of x */
static uint64_t spread(uint64_t x) {
    x = (x | (x << 16)) & 0x030000FFu;
    x = (x | (x << 8)) & 0x0300F00Fu;
    x = (x | (x << 4)) & 0x030C30C3u;
    return (x | (x << 2)) & 0x09249249u;
}

static uint64_t cell(double x, double lo, double scale) {
    double c = (x - lo) * scale;
    return c > 0 ? c < 1023 ? (uint64_t)c : 1023 : 0;
}

static vec3 center(const tw_bounds *b) {
    return v3(0.5 * b->lo.x + 0.5 * b->hi.x, 0.5 * b->lo.y + 0.5 * b->hi.y,
              0.5 * b->lo.z + 0.5 * b->hi.z);
}

/* Computes codes of the boxes' centres along a Morton curve, which runs through a grid of equal
 * cubes. If the grid covered all centres, a single box far away would make its cubes too large. So
 * it covers only some standard deviations about the mean of the centres; a centre outside of it
 * gets the code of the nearest cube. */
static void encode(const tw_bounds *box, int32_t n, uint64_t *code) {
    vec3 mean = v3_zero(), square = v3_zero();
    for (int32_t i = 0; i < n; i++) mean = v3_madd(mean, 1.0 / n, center(&box[i]));
    for (int32_t i = 0; i < n; i++) {
        vec3 d = v3_sub(center(&box[i]), mean);
        square = v3_madd(square, 1.0 / n, v3(d.x * d.x, d.y * d.y, d.z * d.z));
    }
    double reach = 3 * sqrt(fmax(square.x, fmax(square.y, square.z)));
    double scale = reach > 0 && reach < INFINITY ? 1024 / (2 * reach) : 0;
    for (int32_t i = 0; i < n; i++) {
        vec3 c = center(&box[i]);
        uint64_t k = spread(cell(c.x, mean.x - reach, scale)) << 2 |
                     spread(cell(c.y, mean.y - reach, scale)) << 1 |
                     spread(cell(c.z, mean.z - reach, scale));
        code[i] = k << 32 | (uint32_t)i;
    }
}

/* sorts a [n] by the upper 32 bits of its numbers, in four passes of eight bits (radix sort);
 * numbers with equal upper bits keep their order; b [n]: scratch */
static void sort_codes(uint64_t *a, uint64_t *b, int32_t n) {
    for (int shift = 32; shift < 64; shift += 8) {
        size_t at[DIGITS + 1] = {0};
        for (int32_t i = 0; i < n; i++) at[((a[i] >> shift) & 255) + 1]++;
        for (int d = 0; d < DIGITS; d++) at[d + 1] += at[d];
        for (int32_t i = 0; i < n; i++) b[at[(a[i] >> shift) & 255]++] = a[i];
        uint64_t *t = a;
        a = b;
        b = t;
    }
}

static double smaller(double a, double b) {
    return b < a ? b : a;
}

static double larger(double a, double b) {
    return b > a ? b : a;
}

static tw_bounds join(const tw_bounds *a, const tw_bounds *b) {
    return (tw_bounds){
        v3(smaller(a->lo.x, b->lo.x), smaller(a->lo.y, b->lo.y), smaller(a->lo.z, b->lo.z)),
        v3(larger(a->hi.x, b->hi.x), larger(a->hi.y, b->hi.y), larger(a->hi.z, b->hi.z))};
}

typedef struct tree {
    tw_bounds *level[LEVELS];
    int32_t count[LEVELS];
    int top;
} tree;

/* An empty box. It overlaps no other box, not even an unbounded one, and a union with it as the
 * second operand is the other box. It is appended to a level of the tree that has an odd number of
 * nodes, so that every node above has two children */
static const tw_bounds nothing = {{NAN, NAN, NAN}, {NAN, NAN, NAN}};

/* builds the tree above its n leaves node[0 .. n); the array must have room for 2 n + 2 LEVELS
 * nodes */
static void build(tree *t, tw_bounds *node, int32_t n) {
    t->top = 0;
    t->level[0] = node;
    t->count[0] = n;
    while (t->count[t->top] > 1) {
        tw_bounds *below = t->level[t->top];
        int32_t m = t->count[t->top], half = (m + 1) / 2;
        if (m % 2 == 1) below[m] = nothing;
        tw_bounds *here = below + 2 * half;
        for (int32_t i = 0; i < half; i++) here[i] = join(&below[2 * i], &below[2 * i + 1]);
        t->level[++t->top] = here;
        t->count[t->top] = half;
    }
}

/* Writes to b->spare all pairs (i, k), i < k, of leaves whose boxes overlap. Goes down the tree
 * level by level: only nodes with the same parent, or with overlapping parents, can overlap */
static tw_status query(tw_broad *b, const tree *t) {
    b->spare.count = 0;
    for (int level = t->top - 1; level >= 0; level--) {
        const tw_bounds *box = t->level[level];
        size_t pairs = b->spare.count, n = 0, nodes = (size_t)t->count[level + 1];
        TW_TRY(tw_reserve(&b->pair, nodes + 4 * pairs + 1));
        tw_pair *out = b->pair.data;
        for (int32_t i = 0; i < 2 * (int32_t)nodes; i += 2) {
            out[n] = (tw_pair){i, i + 1};
            n += tw_bounds_meet(&box[i], &box[i + 1]);
        }
        for (size_t at = 0; at < pairs; at++) {
            TW_TRY(ask(b, at));
            int32_t x = 2 * b->spare.data[at].a, y = 2 * b->spare.data[at].b;
            for (int32_t i = x; i < x + 2; i++)
                for (int32_t k = y; k < y + 2; k++) {
                    out[n] = (tw_pair){i, k};
                    n += tw_bounds_meet(&box[i], &box[k]);
                }
        }
        TW_TRY(tw_reserve(&b->spare, n));
        if (n > 0) memcpy(b->spare.data, out, n * sizeof *out);
        b->spare.count = n;
    }
    return TW_OK;
}

/* b->pair: translates the pairs of leaves into pairs of boxes, without pairs within one group */
static tw_status name(tw_broad *b, const int32_t *group) {
    TW_TRY(tw_reserve(&b->pair, b->spare.count));
    size_t n = 0;
    for (size_t i = 0; i < b->spare.count; i++) {
        TW_TRY(ask(b, i));
        int32_t x = (int32_t)(b->code.data[b->spare.data[i].a] & 0xffffffffu),
                y = (int32_t)(b->code.data[b->spare.data[i].b] & 0xffffffffu);
        b->pair.data[n] = x < y ? (tw_pair){x, y} : (tw_pair){y, x};
        n += !(group && group[x] == group[y]);
    }
    b->pair.count = n;
    return TW_OK;
}

/* sorts the pairs by a, and those of equal a by b: by two stable sorts, the first one by b */
static tw_status sort_pairs(tw_broad *b, int32_t n) {
    size_t m = b->pair.count;
    TW_TRY(tw_reserve(&b->spare, m));
    TW_TRY(tw_reserve(&b->tally, (size_t)n + 1));
    int32_t *at = b->tally.data;
    tw_pair *from = b->pair.data, *to = b->spare.data;
    for (int pass = 0; pass < 2; pass++) {
        memset(at, 0, ((size_t)n + 1) * sizeof *at);
        for (size_t i = 0; i < m; i++) at[(pass ? from[i].a : from[i].b) + 1]++;
        for (int32_t i = 0; i < n; i++) at[i + 1] += at[i];
        for (size_t i = 0; i < m; i++) {
            TW_TRY(ask(b, i));
            to[at[pass ? from[i].a : from[i].b]++] = from[i];
        }
        tw_pair *t = from;
        from = to;
        to = t;
    }
    return TW_OK;
}

static tw_status compare_all(tw_broad *b, const tw_bounds *box, const int32_t *group, int32_t n) {
    for (int32_t i = 0; i < n; i++)
        for (int32_t k = i + 1; k < n; k++) {
            if ((group && group[i] == group[k]) || !tw_bounds_meet(&box[i], &box[k])) continue;
            TW_TRY(tw_push(&b->pair, ((tw_pair){i, k})));
        }
    return TW_OK;
}

tw_status tw_broad_find(tw_broad *b, const tw_bounds *box, const int32_t *group, int32_t n,
                        tw_poll poll) {
    b->pair.count = 0;
    b->poll = poll;
    if (n <= FEW) return compare_all(b, box, group, n);
    TW_TRY(tw_reserve(&b->code, (size_t)n));
    TW_TRY(tw_reserve(&b->other, (size_t)n));
    TW_TRY(tw_reserve(&b->node, 2 * (size_t)n + 2 * LEVELS));
    encode(box, n, b->code.data);
    sort_codes(b->code.data, b->other.data, n);
    for (int32_t i = 0; i < n; i++) b->node.data[i] = box[b->code.data[i] & 0xffffffffu];
    tree t;
    build(&t, b->node.data, n);
    TW_TRY(query(b, &t));
    TW_TRY(name(b, group));
    return b->pair.count ? sort_pairs(b, n) : TW_OK;
}

void tw_broad_free(tw_broad *b) {
    tw_array_free(&b->pair);
    tw_array_free(&b->spare);
    tw_array_free(&b->code);
    tw_array_free(&b->other);
    tw_array_free(&b->node);
    tw_array_free(&b->tally);
}
