/*
 * Meetings of two meshes, found by descending both meshes' trees of boxes to pairs of triangles;
 * see impl.h.
 *
 * Each triangle of a pair cuts the line in which the planes of the two meet in an interval; where
 * the two intervals overlap the triangles cross [Moeller 1997].
 */
#include "figure/impl.h"

typedef struct box {
    vec3 mid;
    double r; /* radius of a ball about `mid` that contains the box, m */
} box;

static box box_of(const fig_solid *s, const tw_mesh_node *n) {
    vec3 lo = v3((double)n->lo[0], (double)n->lo[1], (double)n->lo[2]);
    vec3 hi = v3((double)n->hi[0], (double)n->hi[1], (double)n->hi[2]);
    return (box){fig_to_world(s, v3_scale(v3_lerp(lo, hi, 0.5), s->scale)),
                 0.5 * s->scale * v3_length(v3_sub(hi, lo)) * 1.0001};
}

typedef struct tri {
    vec3 p[3], n;
} tri;

static tri tri_of(const fig_solid *s, size_t t) {
    tri a;
    for (size_t k = 0; k < 3; k++) a.p[k] = fig_to_world(s, fig_mesh_corner(s, t, k));
    a.n = v3_normalized(v3_cross(v3_sub(a.p[1], a.p[0]), v3_sub(a.p[2], a.p[0])));
    return a;
}

/* at: the two points in which sides of triangle a cross the plane of b; false: a is entirely on one
 * side of that plane */
static bool through(const tri *a, const tri *b, vec3 at[2]) {
    double d[3];
    int n = 0;
    for (int k = 0; k < 3; k++) d[k] = v3_dot(b->n, v3_sub(a->p[k], b->p[0]));
    for (int k = 0; k < 3; k++) {
        int j = (k + 1) % 3;
        if ((d[k] < 0) == (d[j] < 0)) continue;
        if (n < 2) at[n] = v3_lerp(a->p[k], a->p[j], d[k] / (d[k] - d[j]));
        n++;
    }
    return n == 2;
}

static tw_status cross(fig_scene *s, int a, int b, size_t t, size_t u) {
    tri p = tri_of(&s->solid.data[a], t), q = tri_of(&s->solid.data[b], u);
    vec3 in_p[2], in_q[2], along = v3_cross(p.n, q.n);
    if (v3_length(along) < 0.02 || !through(&p, &q, in_p) || !through(&q, &p, in_q)) return TW_OK;
    double p0 = v3_dot(along, in_p[0]), p1 = v3_dot(along, in_p[1]);
    double q0 = v3_dot(along, in_q[0]), q1 = v3_dot(along, in_q[1]);
    double lo = fmax(fmin(p0, p1), fmin(q0, q1)), hi = fmin(fmax(p0, p1), fmax(q0, q1));
    if (!(hi > lo) || p0 == p1) return TW_OK;
    fig_curve c = {.form = FIG_SEGMENT,
                   .role = FIG_MEETING,
                   .kind = TW_LINE_MEETING,
                   .own = a,
                   .other = b,
                   .a = v3_lerp(in_p[0], in_p[1], (lo - p0) / (p1 - p0)),
                   .b = v3_lerp(in_p[0], in_p[1], (hi - p0) / (p1 - p0)),
                   .n1 = p.n,
                   .n2 = q.n,
                   .u1 = 1};
    return tw_push(&s->curve, c);
}

static tw_status nodes(fig_scene *s, int a, int b, int32_t i, int32_t j) {
    const fig_solid *p = &s->solid.data[a], *q = &s->solid.data[b];
    const tw_mesh_node *m = &p->mesh->node[i], *n = &q->mesh->node[j];
    box x = box_of(p, m), y = box_of(q, n);
    if (v3_length(v3_sub(x.mid, y.mid)) > x.r + y.r) return TW_OK;
    if (fig_outside(&s->eye, x.mid, x.r)) return TW_OK;
    bool first = m->count == 0 && (n->count != 0 || x.r >= y.r);
    if (first) {
        TW_TRY(nodes(s, a, b, m->first, j));
        return nodes(s, a, b, m->first + 1, j);
    }
    if (n->count == 0) {
        TW_TRY(nodes(s, a, b, i, n->first));
        return nodes(s, a, b, i, n->first + 1);
    }
    for (int32_t k = m->first; k < m->first + m->count; k++)
        for (int32_t l = n->first; l < n->first + n->count; l++)
            TW_TRY(cross(s, a, b, (size_t)p->mesh->order[k], (size_t)q->mesh->order[l]));
    return TW_OK;
}

tw_status fig_meet_mesh_mesh(fig_scene *s, int a, int b) {
    return nodes(s, a, b, 0, 0);
}
