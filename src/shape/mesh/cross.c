/*
 * Test whether triangles of a mesh meet elsewhere than at their common corners and edges.
 *
 * Pairs whose boxes overlap are found by walking the tree against itself; each pair is decided
 * exactly. Two triangles without a common corner meet if an edge of one meets the other triangle.
 * With one common corner they meet if, in either triangle, the edge opposite to that corner meets
 * the other one. With a common edge they meet if they lie in one plane, both on the same side of
 * the edge. Before these tests, cheap tests by rounded arithmetic with a margin find most pairs
 * that are apart.
 */
#include "shape/mesh/impl.h"

#include "numeric/linear/exact.h"

#include <math.h>

typedef struct triangle {
    vec3 p[3];
    int32_t v[3]; /* welded vertices */
} triangle;

/* ---- a segment and a triangle --------------------------------------------------------------- */

typedef struct plane_point {
    double c[2];
} plane_point;

static plane_point drop(vec3 v, int axis) {
    const double c[3] = {v.x, v.y, v.z};
    return (plane_point){{c[(axis + 1) % 3], c[(axis + 2) % 3]}};
}

static int side2(plane_point a, plane_point b, plane_point c) {
    return tw_exact_side2(a.c, b.c, c.c);
}

/* true: r, a point of the line through p and q, lies between p and q */
static bool between(plane_point p, plane_point q, plane_point r) {
    for (int i = 0; i < 2; i++)
        if (r.c[i] < fmin(p.c[i], q.c[i]) || r.c[i] > fmax(p.c[i], q.c[i])) return false;
    return true;
}

static bool segments_meet(plane_point a, plane_point b, plane_point p, plane_point q) {
    int s0 = side2(a, b, p), s1 = side2(a, b, q), s2 = side2(p, q, a), s3 = side2(p, q, b);
    if (s0 * s1 < 0 && s2 * s3 < 0) return true;
    return (s0 == 0 && between(a, b, p)) || (s1 == 0 && between(a, b, q)) ||
           (s2 == 0 && between(p, q, a)) || (s3 == 0 && between(p, q, b));
}

/* true: the segment p q meets the triangle t, all of them in one plane */
static bool meet_flat(vec3 p, vec3 q, const vec3 *t) {
    for (int axis = 0; axis < 3; axis++) {
        plane_point a = drop(t[0], axis), b = drop(t[1], axis), c = drop(t[2], axis);
        int turn = side2(a, b, c);
        if (!turn) continue;
        plane_point u = drop(p, axis), v = drop(q, axis);
        if (side2(a, b, u) * turn >= 0 && side2(b, c, u) * turn >= 0 && side2(c, a, u) * turn >= 0)
            return true;
        return segments_meet(a, b, u, v) || segments_meet(b, c, u, v) || segments_meet(c, a, u, v);
    }
    return true; /* not reached: triangles without area have been refused before */
}

static bool segment_meets(vec3 p, vec3 q, const vec3 *t) {
    int s = tw_exact_side3(t[0], t[1], t[2], p), e = tw_exact_side3(t[0], t[1], t[2], q);
    if (s * e > 0) return false;
    if (s == 0 && e == 0) return meet_flat(p, q, t);
    int a = tw_exact_side3(p, q, t[0], t[1]), b = tw_exact_side3(p, q, t[1], t[2]),
        c = tw_exact_side3(p, q, t[2], t[0]);
    return (a >= 0 && b >= 0 && c >= 0) || (a <= 0 && b <= 0 && c <= 0);
}

/* ---- two triangles -------------------------------------------------------------------------- */

/* true: x and y lie on the negative side of the plane through o with normal n, by more than
 * rounding errors */
static bool clearly_behind(vec3 n, vec3 o, vec3 x, vec3 y) {
    vec3 u = v3_sub(x, o), v = v3_sub(y, o);
    double a = v3_dot(n, u), b = v3_dot(n, v);
    if (!(a < 0 && b < 0)) return false;
    double margin = 1e-24 * v3_dot(n, n);
    return a * a > margin * v3_dot(u, u) && b * b > margin * v3_dot(v, v);
}

/* true: a plane through o separates, by more than rounding errors, the triangles (o, p, q) and (o,
 * r, s), which have only the corner o in common */
static bool apart_at(vec3 o, vec3 p, vec3 q, vec3 r, vec3 s) {
    vec3 u = v3_sub(p, o), v = v3_sub(q, o), n = v3_cross(u, v);
    return clearly_behind(v3_cross(n, u), o, r, s) || clearly_behind(v3_cross(v, n), o, r, s) ||
           clearly_behind(n, o, r, s) || clearly_behind(v3_neg(n), o, r, s);
}

static bool meet_at_corner(const triangle *a, int i, const triangle *b, int j) {
    vec3 o = a->p[i], p = a->p[(i + 1) % 3], q = a->p[(i + 2) % 3];
    vec3 r = b->p[(j + 1) % 3], s = b->p[(j + 2) % 3];
    if (apart_at(o, p, q, r, s) || apart_at(o, r, s, p, q)) return false;
    return segment_meets(p, q, b->p) || segment_meets(r, s, a->p);
}

static bool meet_at_edge(const triangle *a, int i, const triangle *b, int j) {
    /* p q: the common edge; r, s: the corner opposite to it in a and in b */
    vec3 p = a->p[(i + 1) % 3], q = a->p[(i + 2) % 3], r = a->p[i], s = b->p[j];
    if (tw_exact_side3(p, q, r, s) != 0) return false;
    for (int axis = 0; axis < 3; axis++) {
        int turn = side2(drop(p, axis), drop(q, axis), drop(r, axis));
        if (turn) return turn == side2(drop(p, axis), drop(q, axis), drop(s, axis));
    }
    return true;
}

static bool beyond(const triangle *a, const triangle *b) {
    int s = tw_exact_side3(a->p[0], a->p[1], a->p[2], b->p[0]);
    return s && s == tw_exact_side3(a->p[0], a->p[1], a->p[2], b->p[1]) &&
           s == tw_exact_side3(a->p[0], a->p[1], a->p[2], b->p[2]);
}

/* true: each of a, b, c is less than each of d, e, f; all are finite */
static bool below(double a, double b, double c, double d, double e, double f) {
    double most = a > b ? a : b, least = d < e ? d : e;
    return (most > c ? most : c) < (least < f ? least : f);
}

static bool apart(double a, double b, double c, double d, double e, double f) {
    return below(a, b, c, d, e, f) || below(d, e, f, a, b, c);
}

static bool boxes_apart(const triangle *a, const triangle *b) {
    const vec3 *p = a->p, *q = b->p;
    return apart(p[0].x, p[1].x, p[2].x, q[0].x, q[1].x, q[2].x) ||
           apart(p[0].y, p[1].y, p[2].y, q[0].y, q[1].y, q[2].y) ||
           apart(p[0].z, p[1].z, p[2].z, q[0].z, q[1].z, q[2].z);
}

static bool meet(const triangle *a, const triangle *b) {
    if (boxes_apart(a, b)) return false;
    int common = 0, i_common = 0, j_common = 0, i_sum = 0, j_sum = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (a->v[i] == b->v[j]) {
                common++;
                i_common = i, j_common = j;
                i_sum += i, j_sum += j;
            }
    if (common == 3) return true;
    if (common == 2) return meet_at_edge(a, 3 - i_sum, b, 3 - j_sum);
    if (common == 1) return meet_at_corner(a, i_common, b, j_common);
    if (beyond(a, b) || beyond(b, a)) return false;
    for (int k = 0; k < 3; k++)
        if (segment_meets(a->p[k], a->p[(k + 1) % 3], b->p) ||
            segment_meets(b->p[k], b->p[(k + 1) % 3], a->p))
            return true;
    return false;
}

/* ---- all pairs ------------------------------------------------------------------------------ */

typedef struct search {
    const tw_mesh *m;
    const int32_t *same;
    int32_t found[2];
    bool done;
} search;

static triangle load(const search *s, int32_t at) {
    triangle t;
    for (size_t k = 0; k < 3; k++) {
        int32_t v = s->m->triangle[3 * (size_t)s->m->order[at] + k];
        t.v[k] = s->same[v];
        t.p[k] = tw_mesh_vertex(s->m, (size_t)v);
    }
    return t;
}

static void try_pair(search *s, const triangle *a, int32_t i, int32_t j) {
    triangle b = load(s, j);
    if (!meet(a, &b)) return;
    int32_t p = s->m->order[i], q = s->m->order[j];
    s->found[0] = p < q ? p : q;
    s->found[1] = p < q ? q : p;
    s->done = true;
}

static void leaves(search *s, const tw_mesh_node *a, const tw_mesh_node *b) {
    for (int32_t i = a->first; i < a->first + a->count && !s->done; i++) {
        triangle t = load(s, i);
        int32_t from = a == b ? i + 1 : b->first;
        for (int32_t j = from; j < b->first + b->count && !s->done; j++) try_pair(s, &t, i, j);
    }
}

static bool overlap(const tw_mesh_node *a, const tw_mesh_node *b) {
    for (int i = 0; i < 3; i++)
        if (a->lo[i] > b->hi[i] || b->lo[i] > a->hi[i]) return false;
    return true;
}

static float size(const tw_mesh_node *n) {
    return (n->hi[0] - n->lo[0]) + (n->hi[1] - n->lo[1]) + (n->hi[2] - n->lo[2]);
}

/* tests all pairs of a triangle in node a and a triangle in node b; the recursion is at most twice
 * as deep as the tree */
static void walk_two(search *s, const tw_mesh_node *a, const tw_mesh_node *b) {
    if (s->done || !overlap(a, b)) return;
    if (a->count && b->count) {
        leaves(s, a, b);
        return;
    }
    const tw_mesh_node *node = s->m->node;
    bool split_b = a->count || (!b->count && size(b) > size(a));
    if (split_b) {
        walk_two(s, a, &node[b->first]);
        walk_two(s, a, &node[b->first + 1]);
    } else {
        walk_two(s, &node[a->first], b);
        walk_two(s, &node[a->first + 1], b);
    }
}

static void walk_one(search *s, const tw_mesh_node *a) {
    if (s->done) return;
    if (a->count) {
        leaves(s, a, a);
        return;
    }
    const tw_mesh_node *l = &s->m->node[a->first], *r = l + 1;
    walk_one(s, l);
    walk_one(s, r);
    walk_two(s, l, r);
}

tw_status tw_mesh_check_crossing(const tw_mesh *m, const tw_mesh_data *d, const int32_t *same) {
    search s = {.m = m, .same = same};
    walk_one(&s, m->node);
    if (!s.done) return TW_OK;
    char one[TW_MESH_NAME], two[TW_MESH_NAME];
    return tw_fail(TW_ARGUMENT, "%s and %s cross or touch: the mesh crosses itself",
                   tw_mesh_triangle_name(d, s.found[0], one),
                   tw_mesh_triangle_name(d, s.found[1], two));
}
