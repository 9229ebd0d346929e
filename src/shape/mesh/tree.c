/*
 * The tree over the triangles of a mesh, and the extent of the mesh, which is found by means of it.
 *
 * Boxes are in single precision about the centre of mass. A node is split where the cost of the
 * surface area heuristic over sixteen bins is least [Wald 2007]. The order of all steps is fixed:
 * the same mesh gives the same tree. Rounding is monotone, so boxes that overlap still overlap when
 * rounded.
 */
#include "shape/mesh/impl.h"

#include "base/math/whole.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* DEEP: from this depth on, nodes are split into halves with equal numbers of triangles, so that
 * the tree is less deep than TW_MESH_DEPTH */
enum { BINS = 16, DEEP = 40 };

typedef struct box {
    float lo[3], hi[3];
} box;

static const box nothing = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};

static void grow(box *b, const box *c) {
    for (int i = 0; i < 3; i++) {
        b->lo[i] = c->lo[i] < b->lo[i] ? c->lo[i] : b->lo[i];
        b->hi[i] = c->hi[i] > b->hi[i] ? c->hi[i] : b->hi[i];
    }
}

static float area(const box *b) {
    float x = b->hi[0] - b->lo[0], y = b->hi[1] - b->lo[1], z = b->hi[2] - b->lo[2];
    return x < 0 ? 0 : x * y + y * z + z * x;
}

typedef struct builder {
    tw_mesh *m;
    box *of; /* per triangle */
    int32_t *spare;
} builder;

static float center(const box *b, int axis) {
    return 0.5f * b->lo[axis] + 0.5f * b->hi[axis];
}

static int bin_of(float c, float lo, float scale) {
    return tw_whole((c - lo) * scale, 0, BINS - 1);
}

/* *axis, *plane: the cheapest split of the triangles t [n]: bins before number *plane, and the
 * others; false: no such plane separates them */
static bool best_split(const builder *b, const int32_t *t, int32_t n, const box *centers, int *axis,
                       int *plane) {
    float best = INFINITY;
    for (int a = 0; a < 3; a++) {
        float width = centers->hi[a] - centers->lo[a];
        if (!(width > 0)) continue;
        float scale = (float)BINS / width;
        if (!isfinite(scale)) continue;
        box bin[BINS], sum = nothing;
        int32_t count[BINS] = {0}, left = 0;
        float cost[BINS];
        for (int k = 0; k < BINS; k++) bin[k] = nothing;
        for (int32_t i = 0; i < n; i++) {
            int k = bin_of(center(&b->of[t[i]], a), centers->lo[a], scale);
            count[k]++;
            grow(&bin[k], &b->of[t[i]]);
        }
        for (int k = 0; k < BINS - 1; k++) {
            grow(&sum, &bin[k]);
            left += count[k];
            cost[k] = left ? area(&sum) * (float)left : INFINITY;
        }
        sum = nothing;
        for (int k = BINS - 1; k > 0; k--) {
            grow(&sum, &bin[k]);
            int32_t right = n - left;
            float c = right ? cost[k - 1] + area(&sum) * (float)right : INFINITY;
            /* c: cost (area of the box times number of triangles, summed) of a split before bin k:
             * cost[k - 1] of the bins before it, which hold `left` triangles, plus that of the
             * others */
            if (c < best) {
                best = c;
                *axis = a;
                *plane = k;
            }
            left -= count[k - 1];
        }
    }
    return best < INFINITY;
}

/* moves the triangles before the plane to the front of t and keeps the order within both groups;
 * returns the number of those in front */
static int32_t partition(const builder *b, int32_t *t, int32_t n, const box *centers, int axis,
                         int plane) {
    float lo = centers->lo[axis], scale = (float)BINS / (centers->hi[axis] - lo);
    int32_t l = 0, r = 0;
    for (int32_t i = 0; i < n; i++) {
        if (bin_of(center(&b->of[t[i]], axis), lo, scale) < plane)
            t[l++] = t[i];
        else
            b->spare[r++] = t[i];
    }
    memcpy(t + l, b->spare, (size_t)r * sizeof *t);
    return l;
}

static void build(builder *b, int32_t at, int32_t first, int32_t count, int depth) {
    tw_mesh *m = b->m;
    int32_t *t = m->order + first;
    box all = nothing, centers = nothing;
    for (int32_t i = 0; i < count; i++) {
        const box *c = &b->of[t[i]];
        grow(&all, c);
        box mid;
        for (int a = 0; a < 3; a++) mid.lo[a] = mid.hi[a] = center(c, a);
        grow(&centers, &mid);
    }
    tw_mesh_node *n = &m->node[at];
    memcpy(n->lo, all.lo, sizeof n->lo);
    memcpy(n->hi, all.hi, sizeof n->hi);
    n->first = first;
    n->count = count;
    if (count <= TW_MESH_LEAF) return;
    int axis = 0, plane = 0;
    int32_t left = count / 2;
    if (depth < DEEP && best_split(b, t, count, &centers, &axis, &plane))
        left = partition(b, t, count, &centers, axis, plane);
    if (left == 0 || left == count) left = count / 2;
    int32_t child = m->node_count;
    m->node_count += 2;
    n->first = child;
    n->count = 0;
    build(b, child, first, left, depth + 1);
    build(b, child + 1, first + left, count - left, depth + 1);
}

static void corners_of(const tw_mesh *m, size_t t, float *c) {
    for (size_t k = 0; k < 3; k++) {
        double p[3];
        v3_store(p, v3_sub(tw_mesh_vertex(m, (size_t)m->triangle[3 * t + k]), m->com));
        for (size_t a = 0; a < 3; a++) c[3 * k + a] = (float)p[a];
    }
}

static void fill(builder *b) {
    tw_mesh *m = b->m;
    size_t n = m->triangle_count;
    for (size_t i = 0; i < n; i++) {
        float c[9];
        corners_of(m, i, c);
        b->of[i] = nothing;
        for (int k = 0; k < 3; k++) {
            box point;
            memcpy(point.lo, c + 3 * k, sizeof point.lo);
            memcpy(point.hi, c + 3 * k, sizeof point.hi);
            grow(&b->of[i], &point);
        }
        m->order[i] = (int32_t)i;
    }
    m->node_count = 1;
    build(b, 0, 0, (int32_t)n, 0);
    for (size_t i = 0; i < n; i++) corners_of(m, (size_t)m->order[i], m->corner + 9 * i);
    for (size_t i = 0; i < 3 * n; i++) {
        vec3 v = v3_sub(tw_mesh_vertex(m, (size_t)m->triangle[i]), m->com);
        m->radius = fmax(m->radius, v3_length(v));
    }
}

tw_status tw_mesh_tree(tw_mesh *m) {
    size_t n = m->triangle_count;
    builder b = {.m = m, .of = malloc(n * sizeof *b.of), .spare = malloc(n * sizeof *b.spare)};
    m->node = malloc(2 * n * sizeof *m->node);
    m->order = malloc(n * sizeof *m->order);
    m->corner = malloc(9 * n * sizeof *m->corner);
    bool room = b.of && b.spare && m->node && m->order && m->corner;
    if (room) fill(&b);
    free(b.of);
    free(b.spare);
    return room ? TW_OK : tw_fail_memory();
}

/* ---- extent --------------------------------------------------------------------------------- */

static double bound(const tw_mesh_node *n, const double *d) {
    double s = 0;
    for (int i = 0; i < 3; i++) s += d[i] * (double)(d[i] > 0 ? n->hi[i] : n->lo[i]);
    return s;
}

double tw_mesh_extent(const tw_mesh *m, vec3 n) {
    /* the slack makes up for rounding of the boxes */
    double best = -INFINITY, d[3], slack = 1e-6 * m->radius;
    int32_t stack[TW_MESH_DEPTH + 2];
    int depth = 0;
    v3_store(d, n);
    stack[depth++] = 0;
    while (depth > 0) {
        const tw_mesh_node *a = &m->node[stack[--depth]];
        if (bound(a, d) + slack < best) continue;
        if (a->count == 0) {
            int nearer = bound(&m->node[a->first + 1], d) > bound(&m->node[a->first], d);
            stack[depth++] = a->first + !nearer;
            stack[depth++] = a->first + nearer;
            continue;
        }
        for (int32_t i = a->first; i < a->first + a->count; i++)
            for (size_t k = 0; k < 3; k++) {
                size_t v = (size_t)m->triangle[3 * (size_t)m->order[i] + k];
                best = fmax(best, v3_dot(v3_sub(tw_mesh_vertex(m, v), m->com), n));
            }
    }
    return best;
}
