/*
 * The tree over the solids: it tells which of them rays may meet, and in which order.
 *
 * A binary tree of boxes. A node is split where the sum of its halves' surface areas, each times
 * its number of solids, is least [Goldsmith and Salmon 1987], with the centres sorted into sixteen
 * bins on each axis [Wald 2007]; or, where that finds no split, and from half the greatest depth
 * on, at the median of the longest side, ties by number. The tree and the order of tests are the
 * same on all machines. For rays (meet.c), two levels of this tree are joined into one node with
 * four children.
 */
#include "base/math/whole.h"
#include "picture/again/wake.h"
#include "picture/rays/scene.h"

#include <stdlib.h>
#include <string.h>

enum { LEAF = 1, DEPTH = 64, BINS = 16 };

static void grow_box(float *lo, float *hi, const tw_solid *b) {
    for (int i = 0; i < 3; i++) {
        lo[i] = b->lo[i] < lo[i] ? b->lo[i] : lo[i];
        hi[i] = b->hi[i] > hi[i] ? b->hi[i] : hi[i];
    }
}

static float middle(const tw_solid *b, int axis) {
    return b->lo[axis] + b->hi[axis];
}

/* partitions a [n] so that the n/2 solids with the smallest centres along `axis` come first
 * (quickselect); of equal centres the lower number comes first */
static void split_median(const tw_view *s, int32_t *a, int n, int axis) {
    int lo = 0, hi = n - 1, k = n / 2;
    while (lo < hi) {
        int32_t pivot = a[lo + (hi - lo) / 2];
        float v = middle(&s->solid[pivot], axis);
        int i = lo, j = hi;
        while (i <= j) {
            for (;; i++) {
                float w = middle(&s->solid[a[i]], axis);
                if (!(w < v || (w <= v && a[i] < pivot))) break;
            }
            for (;; j--) {
                float w = middle(&s->solid[a[j]], axis);
                if (!(w > v || (w >= v && a[j] > pivot))) break;
            }
            if (i <= j) {
                int32_t t = a[i];
                a[i++] = a[j];
                a[j--] = t;
            }
        }
        if (k <= j)
            hi = j;
        else if (k >= i)
            lo = i;
        else
            return;
    }
}

typedef struct bin {
    float lo[3], hi[3];
    int count;
} bin;

static const bin empty_bin = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}, 0};

static void merge(bin *to, const bin *b) {
    for (int i = 0; i < 3; i++) {
        to->lo[i] = b->lo[i] < to->lo[i] ? b->lo[i] : to->lo[i];
        to->hi[i] = b->hi[i] > to->hi[i] ? b->hi[i] : to->hi[i];
    }
    to->count += b->count;
}

static float weight(const bin *b) {
    float w[3];
    if (b->count == 0) return 0;
    for (int i = 0; i < 3; i++) w[i] = b->hi[i] - b->lo[i];
    return (w[0] * w[1] + w[1] * w[2] + w[2] * w[0]) * (float)b->count;
}

static int bin_of(const tw_solid *b, int axis, float lo, float scale) {
    return tw_whole((middle(b, axis) - lo) * scale, 0, BINS - 1);
}

/* least cost of splitting the solids a [n] at a boundary between two bins of their centres along
 * one axis; *at: first bin of the second half. lo, scale: start of the bins and bins per length */
static float best_split(const tw_view *s, const int32_t *a, int n, int axis, float lo, float scale,
                        int *at) {
    bin bins[BINS], from_right[BINS], left = empty_bin;
    float best = INFINITY;
    for (int k = 0; k < BINS; k++) bins[k] = empty_bin;
    for (int i = 0; i < n; i++) {
        const tw_solid *b = &s->solid[a[i]];
        bin *to = &bins[bin_of(b, axis, lo, scale)];
        grow_box(to->lo, to->hi, b);
        to->count++;
    }
    from_right[BINS - 1] = bins[BINS - 1];
    for (int k = BINS - 2; k >= 0; k--) {
        from_right[k] = from_right[k + 1];
        merge(&from_right[k], &bins[k]);
    }
    for (int k = 1; k < BINS; k++) {
        merge(&left, &bins[k - 1]);
        float cost = weight(&left) + weight(&from_right[k]);
        if (left.count == 0 || left.count == n || !(cost < best)) continue;
        best = cost;
        *at = k;
    }
    return best;
}

/* reorders the solids a [n] into two groups, one after the other, which are separated along the
 * axis *along where the expected cost of rays is least, or at the median if no such place is found
 * or `depth` is at least DEPTH / 2; returns the size of the first group. lo, hi: range of the
 * solids' doubled centres */
static int part(const tw_view *s, int32_t *a, int n, const float *lo, const float *hi, int depth,
                int32_t *along) {
    float best = INFINITY;
    int axis = 0, at = 0;
    for (int k = 0; k < 3 && depth < DEPTH / 2; k++) {
        int first = 0;
        if (!(hi[k] - lo[k] > 1e-30f)) continue;
        float cost = best_split(s, a, n, k, lo[k], BINS / (hi[k] - lo[k]), &first);
        if (!(cost < best)) continue;
        best = cost;
        axis = k;
        at = first;
    }
    if (!(best < INFINITY)) {
        float w[3] = {hi[0] - lo[0], hi[1] - lo[1], hi[2] - lo[2]};
        axis = w[0] >= w[1] && w[0] >= w[2] ? 0 : w[1] >= w[2] ? 1 : 2;
        split_median(s, a, n, axis);
        *along = axis;
        return n / 2;
    }
    float scale = BINS / (hi[axis] - lo[axis]);
    int first = 0;
    for (int i = 0; i < n; i++) {
        if (bin_of(&s->solid[a[i]], axis, lo[axis], scale) >= at) continue;
        int32_t t = a[i];
        a[i] = a[first];
        a[first++] = t;
    }
    *along = axis;
    return first;
}

/* radius of a ball about the centre of the node's box that contains the balls of all its solids. A
 * test that the ball of a solid passes is then also passed by all nodes above the solid */
static float reach_of(const tw_view *s, const tw_tree_node *n) {
    float most = 0;
    for (int i = n->first; i < n->first + n->count; i++) {
        const tw_solid *b = &s->solid[s->order[i]];
        float dd = 0;
        for (int k = 0; k < 3; k++) {
            float d = b->center[k] - (n->lo[k] + n->hi[k]) / 2;
            dd += d * d;
        }
        float reach = sqrtf(dd) + b->radius;
        most = reach > most ? reach : most;
    }
    return most * 1.0001f;
}

static void build(tw_view *s, int at, int first, int count, int depth) {
    tw_tree_node *n = &s->node[at];
    *n = (tw_tree_node){
        {INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}, first, count, 0, 0};
    float lo[3] = {INFINITY, INFINITY, INFINITY}, hi[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (int i = first; i < first + count; i++) {
        const tw_solid *b = &s->solid[s->order[i]];
        grow_box(n->lo, n->hi, b);
        for (int k = 0; k < 3; k++) {
            float m = middle(b, k);
            lo[k] = m < lo[k] ? m : lo[k];
            hi[k] = m > hi[k] ? m : hi[k];
        }
    }
    n->reach = reach_of(s, n);
    if (count <= LEAF) return;
    int half = part(s, s->order + first, count, lo, hi, depth, &n->axis), child = s->node_count;
    s->node_count += 2;
    n->first = child;
    n->count = 0;
    build(s, child, first, half, depth + 1);
    build(s, child + 1, first + half, count - half, depth + 1);
}

static void put_child(const tw_view *s, tw_tree_four *to, int k, int node) {
    const tw_tree_node *n = &s->node[node];
    for (int i = 0; i < 3; i++) {
        to->side[0][i][k] = n->lo[i];
        to->side[1][i][k] = n->hi[i];
    }
    to->first[k] = n->first;
    to->count[k] = n->count;
    to->children |= 1u << k;
}

/* sets to->order. axis: axes of the three splits: children 0, 1 lie lower than 2, 3 along axis[0];
 * 0 lower than 1 along axis[1]; 2 lower than 3 along axis[2] */
static void put_order(tw_tree_four *to, const int32_t axis[3]) {
    for (int32_t signs = 0; signs < 8; signs++) {
        int32_t order = 0;
        for (int k = 0; k < 4; k++) {
            int32_t half = (k >> 1) ^ 1 ^ (signs >> axis[0] & 1);
            int32_t child = 2 * half + ((k & 1) ^ 1 ^ (signs >> axis[1 + half] & 1));
            order |= child << 2 * k;
        }
        to->order[signs] = (uint8_t)order;
    }
}

/* makes a node with up to four children from a binary node: its children are the binary node's
 * grandchildren (and those children that are leaves); returns its number */
static int join(tw_view *s, int node) {
    int at = s->four_count++;
    tw_tree_four *to = &s->four[at];
    memset(to, 0, sizeof *to);
    if (s->node[node].count > 0) { /* the root is a leaf: it becomes the only child */
        put_child(s, to, 0, node);
        return at;
    }
    int32_t axis[3] = {s->node[node].axis};
    for (int half = 0; half < 2; half++) {
        int child = s->node[node].first + half;
        const tw_tree_node *c = &s->node[child];
        axis[1 + half] = c->axis;
        if (c->count > 0) {
            put_child(s, to, 2 * half, child);
            continue;
        }
        for (int k = 0; k < 2; k++) put_child(s, to, 2 * half + k, c->first + k);
    }
    put_order(to, axis);
    for (int k = 0; k < 4; k++)
        if (to->children >> k & 1 && to->count[k] == 0) {
            int half = s->node[node].first + k / 2;
            to->first[k] = join(s, s->node[half].first + k % 2);
        }
    return at;
}

tw_status tw_tree_make(tw_view *s) {
    int n = s->solid_count;
    s->order = calloc((size_t)n + 1, sizeof *s->order);
    s->node = calloc(2 * (size_t)n + 1, sizeof *s->node);
    s->four = calloc((size_t)n + 1, sizeof *s->four);
    if (!s->order || !s->node || !s->four) return tw_fail_memory();
    n = 0;
    for (int i = 0; i < s->solid_count; i++)
        if (!s->mapped || !s->solid[i].mesh) s->order[n++] = i;
    s->node_count = n > 0;
    if (n == 0) return TW_OK;
    build(s, 0, 0, n, 0);
    join(s, 0);
    return TW_OK;
}

/* true: the ball may reach into the cone whose apex is the eye */
static bool cone_meets(const float c[3], float r, const float axis[3], float cosine, float sine) {
    float t = c[0] * axis[0] + c[1] * axis[1] + c[2] * axis[2];
    float cc = c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
    if (cc <= r * r) return true;
    float across = sqrtf(cc - t * t > 0 ? cc - t * t : 0);
    /* false if the ball's centre is farther than r from the cone; where the apex is the nearest
     * point, the distance from it, which the caller has tested, decides */
    if (t * cosine + across * sine < 0) return false;
    return across * cosine - t * sine <= r;
}

/* true: the box, enlarged by r on all sides, may reach between the beam's planes */
static bool pyramid_meets(const tw_beam *beam, const float *lo, const float *hi, float r) {
    for (int k = 0; k < 4; k++) {
        const float *n = beam->plane[k];
        float most = beam->inside[k], size = fabsf(most);
        for (int i = 0; i < 3; i++) {
            most += n[i] * (n[i] > 0 ? hi[i] : lo[i]);
            size += fabsf(lo[i]) + fabsf(hi[i]);
        }
        if (most < -r - 1e-5f * size) return false;
    }
    return true;
}

static bool beam_meets(const tw_view *s, const tw_beam *beam, const float *center, float radius,
                       const float *lo, const float *hi) {
    /* rays that start anywhere on a lens see around things. So solids are enlarged by the lens's
     * radius near the eye, and, beyond the focus, in proportion to the distance */
    float lens = s->eye.lens, spread = lens > 0 ? lens / s->eye.focus : 0;
    float far = sqrtf(center[0] * center[0] + center[1] * center[1] + center[2] * center[2]);
    float reach = s->eye.reach, grow = lens + spread * (far + radius);
    /* an eye that moves by `reach` widens the beam further */
    if (beam->wide) return true;
    grow += reach + spread * reach;
    return (beam->prism ||
            cone_meets(center, radius + grow, beam->axis, beam->cosine, beam->sine)) &&
           pyramid_meets(beam, lo, hi, grow);
}

static bool beam_meets_node(const tw_view *s, const tw_beam *beam, const tw_tree_node *a) {
    float c[3];
    for (int i = 0; i < 3; i++) c[i] = (a->hi[i] + a->lo[i]) / 2;
    return beam_meets(s, beam, c, a->reach, a->lo, a->hi);
}

/* number of the child of a node, 0 or 1, whose box's centre is nearer to the eye */
static int nearer_child(const tw_view *s, const tw_tree_node *a) {
    float far[2] = {0, 0};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 3; i++) {
            const tw_tree_node *b = &s->node[a->first + k];
            far[k] += (b->lo[i] + b->hi[i]) * (b->lo[i] + b->hi[i]);
        }
    return far[1] < far[0];
}

int tw_tree_beam(const tw_view *s, const tw_beam *beam, int32_t *list) {
    int stack[DEPTH], depth = 0, n = 0;
    for (int i = 0; s->wake && i < s->wake->count; i++)
        tw_wake_met = tw_wake_met || beam_meets_node(s, beam, &s->wake->box[i]);
    if (s->node_count > 0) stack[depth++] = 0;
    while (depth > 0) {
        const tw_tree_node *a = &s->node[stack[--depth]];
        if (!beam_meets_node(s, beam, a)) continue;
        if (a->count == 0) {
            /* near nodes come first in the list: a packet that has hit a near solid need not test
             * the ones behind it */
            int near = nearer_child(s, a);
            stack[depth++] = a->first + 1 - near;
            stack[depth++] = a->first + near;
            continue;
        }
        for (int i = a->first; i < a->first + a->count; i++) {
            const tw_solid *b = &s->solid[s->order[i]];
            if (beam_meets(s, beam, b->center, b->radius, b->lo, b->hi)) list[n++] = s->order[i];
        }
    }
    return n;
}

int tw_beam_list(const tw_view *s, const tw_beam *beam, const int32_t *from, int count,
                 int32_t *list) {
    int n = 0;
    for (int i = 0; i < count; i++) {
        const tw_solid *b = &s->solid[from[i]];
        if (beam_meets(s, beam, b->center, b->radius, b->lo, b->hi)) list[n++] = from[i];
    }
    return n;
}
