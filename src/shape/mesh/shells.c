/*
 * Test that the parts of a mesh are separate solids, cavities in solids, solids in cavities, and so
 * on.
 *
 * Parts do not cross (cross.c), so one vertex tells where a part lies: the winding number of the
 * other parts around it is 0 outside the solid and 1 within it. A part whose triangles face outward
 * must lie outside, a cavity within. The winding number is the sum over the triangles that the ray
 * from the vertex along +x meets. Where the ray passes exactly through edges and corners, each edge
 * is decided by one rule that gives the same result for both of its triangles, as if the ray were
 * moved a little aside.
 */
#include "shape/mesh/impl.h"

#include "numeric/linear/exact.h"

#include <math.h>
#include <stdlib.h>

typedef struct shells {
    const tw_mesh *m;
    const int32_t *shell;
} shells;

/* +1 or -1 if the edge from p to q, projected along x, crosses the half line z = o.z, y > o.y
 * upward or downward; otherwise 0 */
static int crosses(vec3 p, vec3 q, vec3 o) {
    bool p_above = p.z > o.z, q_above = q.z > o.z;
    if (p_above == q_above) return 0;
    /* computed from the lower end to the upper one, so that both triangles of the edge get the same
     * result */
    vec3 lo = p_above ? q : p, hi = p_above ? p : q;
    const double a[2] = {lo.y, lo.z}, b[2] = {hi.y, hi.z}, c[2] = {o.y, o.z};
    if (tw_exact_side2(a, b, c) <= 0) return 0;
    return q_above ? 1 : -1;
}

/* contribution of triangle t, +1, -1 or 0, to the winding number around o: that of the ray from o
 * along +x */
static int winding(const vec3 *t, vec3 o) {
    int w = crosses(t[0], t[1], o) + crosses(t[1], t[2], o) + crosses(t[2], t[0], o);
    if (w == 0) return 0;
    /* only triangles in front of o count: where w > 0, the triangle's normal has a positive x, so o
     * must be behind its plane */
    return tw_exact_side3(t[0], t[1], t[2], o) * w < 0 ? w : 0;
}

static int depth_of(const shells *s, vec3 o, int32_t own) {
    const tw_mesh *m = s->m;
    vec3 local = v3_sub(o, m->com);
    float x = (float)local.x, y = (float)local.y, z = (float)local.z;
    int32_t stack[TW_MESH_DEPTH + 2];
    int depth = 0, sum = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        const tw_mesh_node *n = &m->node[stack[--depth]];
        if (n->hi[0] < x || n->lo[1] > y || n->hi[1] < y || n->lo[2] > z || n->hi[2] < z) continue;
        if (n->count == 0) {
            stack[depth++] = n->first;
            stack[depth++] = n->first + 1;
            continue;
        }
        for (int32_t i = n->first; i < n->first + n->count; i++) {
            size_t number = (size_t)m->order[i];
            if (s->shell[number] == own) continue;
            vec3 t[3];
            for (size_t k = 0; k < 3; k++)
                t[k] = tw_mesh_vertex(m, (size_t)m->triangle[3 * number + k]);
            sum += winding(t, o);
        }
    }
    return sum;
}

static void measure(const shells *s, double *volume, int32_t *first, int32_t count) {
    const tw_mesh *m = s->m;
    for (int32_t i = 0; i < count; i++) first[i] = -1;
    for (size_t i = 0; i < m->triangle_count; i++) {
        int32_t k = s->shell[i];
        if (first[k] < 0) first[k] = (int32_t)i;
        vec3 o = tw_mesh_vertex(m, (size_t)m->triangle[3 * (size_t)first[k]]), v[3];
        for (size_t c = 0; c < 3; c++)
            v[c] = v3_sub(tw_mesh_vertex(m, (size_t)m->triangle[3 * i + c]), o);
        volume[k] += v3_dot(v[0], v3_cross(v[1], v[2]));
    }
}

static tw_status check(const shells *s, const tw_mesh_data *d, int32_t count, double *volume,
                       int32_t *first) {
    char name[TW_MESH_NAME];
    measure(s, volume, first, count);
    for (int32_t k = 0; k < count; k++) {
        vec3 o = tw_mesh_vertex(s->m, (size_t)s->m->triangle[3 * (size_t)first[k]]);
        int depth = depth_of(s, o, k);
        tw_mesh_triangle_name(d, first[k], name);
        if (volume[k] >= 0 && depth != 0)
            return tw_fail(TW_ARGUMENT,
                           "the part with %s lies inside another part but is turned outward; a "
                           "cavity is turned inward",
                           name);
        if (volume[k] < 0 && depth != 1)
            return tw_fail(TW_ARGUMENT,
                           "the part with %s is inside-out and not a cavity of another part", name);
    }
    return TW_OK;
}

tw_status tw_mesh_check_shells(const tw_mesh *m, const tw_mesh_data *d, const int32_t *shell,
                               int32_t count) {
    if (count == 1) return TW_OK;
    shells s = {m, shell};
    double *volume = calloc((size_t)count, sizeof *volume);
    int32_t *first = malloc((size_t)count * sizeof *first);
    tw_status status = volume && first ? check(&s, d, count, volume, first) : tw_fail_memory();
    free(volume);
    free(first);
    return status;
}
