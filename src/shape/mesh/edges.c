/* Checks of a mesh's data: vertices at the same place, triangles without area, edges that do not
 * join two triangles; and names of all these for error messages. See mesh.h. */
#include "shape/mesh/impl.h"

#include "numeric/linear/exact.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- names ---------------------------------------------------------------------------------- */

/* name of the edge from vertex a to vertex b, such as "3-7", written to buf [TW_MESH_NAME] */
static const char *edge_name(const tw_mesh_data *d, int32_t a, int32_t b, char *buf) {
    const double *p = d->vertex + 3 * (size_t)a, *q = d->vertex + 3 * (size_t)b;
    if (d->anonymous)
        snprintf(buf, TW_MESH_NAME, "{%.6g, %.6g, %.6g}-{%.6g, %.6g, %.6g}", p[0], p[1], p[2], q[0],
                 q[1], q[2]);
    else
        snprintf(buf, TW_MESH_NAME, "%lld-%lld", (long long)a + 1, (long long)b + 1);
    return buf;
}

const char *tw_mesh_triangle_name(const tw_mesh_data *d, int32_t t, char *buf) {
    if (d->line)
        snprintf(buf, TW_MESH_NAME, "triangle %lld (line %d)", (long long)t + 1, (int)d->line[t]);
    else
        snprintf(buf, TW_MESH_NAME, "triangle %lld", (long long)t + 1);
    return buf;
}

/* ---- one place, one vertex ------------------------------------------------------------------ */

tw_status tw_mesh_weld(const tw_mesh_data *d, int32_t *same) {
    size_t room = 16;
    while (room < 2 * d->vertex_count) room *= 2;
    int32_t *table = malloc(room * sizeof *table);
    if (!table) return tw_fail_memory();
    for (size_t i = 0; i < room; i++) table[i] = -1;
    for (size_t i = 0; i < d->vertex_count; i++) {
        const double *v = d->vertex + 3 * i;
        size_t at = (size_t)tw_hash_end(tw_hash_bytes(tw_hash_begin(), v, 3 * sizeof *v));
        for (at &= room - 1;; at = (at + 1) & (room - 1)) {
            if (table[at] < 0) table[at] = (int32_t)i;
            if (memcmp(d->vertex + 3 * (size_t)table[at], v, 3 * sizeof *v) == 0) break;
        }
        same[i] = table[at];
    }
    free(table);
    return TW_OK;
}

tw_status tw_mesh_data_weld(tw_mesh_data *d) {
    int32_t *same = malloc((d->vertex_count + 1) * sizeof *same);
    if (!same) return tw_fail_memory();
    /* turns -0 into 0, since welding compares the bits of numbers */
    for (size_t i = 0; i < 3 * d->vertex_count; i++) d->vertex[i] += 0.0;
    tw_status s = tw_mesh_weld(d, same);
    int32_t n = 0;
    for (size_t i = 0; s == TW_OK && i < d->vertex_count; i++) {
        if ((size_t)same[i] < i) {
            same[i] = same[same[i]];
            continue;
        }
        memmove(d->vertex + 3 * (size_t)n, d->vertex + 3 * i, 3 * sizeof *d->vertex);
        same[i] = n++;
    }
    if (s == TW_OK) {
        for (size_t i = 0; i < 3 * d->triangle_count; i++) d->triangle[i] = same[d->triangle[i]];
        d->vertex_count = (size_t)n;
    }
    free(same);
    return s;
}

/* ---- triangles ------------------------------------------------------------------------------ */

tw_status tw_mesh_check_triangles(const tw_mesh_data *d) {
    char name[TW_MESH_NAME];
    for (size_t i = 0; i < d->triangle_count; i++) {
        const double *v[3];
        for (size_t k = 0; k < 3; k++) v[k] = d->vertex + 3 * (size_t)d->triangle[3 * i + k];
        int area = 0;
        for (int a = 0; a < 3 && !area; a++) {
            int b = (a + 1) % 3;
            double p[3][2];
            for (int k = 0; k < 3; k++) {
                p[k][0] = v[k][a];
                p[k][1] = v[k][b];
            }
            area = tw_exact_side2(p[0], p[1], p[2]);
        }
        if (!area)
            return tw_fail(TW_ARGUMENT, "%s has no area: its corners lie on a line",
                           tw_mesh_triangle_name(d, (int32_t)i, name));
    }
    return TW_OK;
}

/* ---- edges ---------------------------------------------------------------------------------- */

/* one side of a triangle; it is stored in the list of the end whose vertex has the smaller number
 */
typedef struct side {
    int32_t to;    /* the end whose vertex has the larger number */
    int32_t where; /* number of the side: 3 triangle + corner at which it starts */
} side;

static int by_vertex(const void *a, const void *b) {
    const side *p = a, *q = b;
    if (p->to != q->to) return p->to < q->to ? -1 : 1;
    return p->where < q->where ? -1 : p->where > q->where;
}

static int32_t start_of(const tw_mesh_data *d, const int32_t *same, int32_t where) {
    return same[d->triangle[where]];
}

static int32_t end_of(const tw_mesh_data *d, const int32_t *same, int32_t where) {
    return same[d->triangle[where / 3 * 3 + (where % 3 + 1) % 3]];
}

/* checks the n sides s of triangles that lie on the edge from vertex `low` to s->to: there must be
 * two, in opposite directions */
static tw_status check_run(const tw_mesh_data *d, const int32_t *same, int32_t low, const side *s,
                           size_t n) {
    bool turned = n == 2 && start_of(d, same, s[0].where) != start_of(d, same, s[1].where);
    if (turned) return TW_OK;
    char edge[TW_MESH_NAME], one[TW_MESH_NAME], two[TW_MESH_NAME];
    edge_name(d, low, s[0].to, edge);
    tw_mesh_triangle_name(d, s[0].where / 3, one);
    if (n == 1)
        return tw_fail(TW_ARGUMENT, "edge %s belongs to one triangle only: the mesh is open at %s",
                       edge, one);
    tw_mesh_triangle_name(d, s[1].where / 3, two);
    if (n > 2)
        return tw_fail(TW_ARGUMENT, "edge %s belongs to %zu triangles, %s and %s among them", edge,
                       n, one, two);
    return tw_fail(TW_ARGUMENT,
                   "edge %s: %s and %s run through it in the same direction: one of them is "
                   "inside-out",
                   edge, one, two);
}

static int32_t root_of(int32_t *parent, int32_t i) {
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

/* union-find: joins the sets of triangles a and b; the smaller root becomes the root */
static void join(int32_t *parent, int32_t a, int32_t b) {
    a = root_of(parent, a);
    b = root_of(parent, b);
    if (a < b)
        parent[b] = a;
    else
        parent[a] = b;
}

/* replaces each triangle's parent in the union-find by the number, from 0, of its connected part;
 * parts are numbered in the order of their first triangles. Returns the number of parts */
static int32_t number(int32_t *parent, size_t n) {
    int32_t count = 0;
    /* the root of a set has the smallest index, so it comes first; it gets the mark -1 - number,
     * which the others of its set copy */
    for (size_t i = 0; i < n; i++) {
        int32_t p = parent[i];
        if (p == (int32_t)i) {
            parent[i] = -1 - count++;
        } else {
            while (p >= 0 && parent[p] >= 0) p = parent[p];
            parent[i] = parent[p];
        }
    }
    for (size_t i = 0; i < n; i++) parent[i] = -1 - parent[i];
    return count;
}

static tw_status check_sides(const tw_mesh_data *d, const int32_t *same, size_t *first, side *all,
                             int32_t *across, int32_t *shell, int32_t *shells) {
    size_t n = 3 * d->triangle_count;
    for (size_t i = 0; i < n; i++) {
        int32_t a = start_of(d, same, (int32_t)i), b = end_of(d, same, (int32_t)i);
        first[(a < b ? a : b) + 1]++;
    }
    for (size_t i = 0; i < d->vertex_count; i++) first[i + 1] += first[i];
    for (size_t i = 0; i < n; i++) {
        int32_t a = start_of(d, same, (int32_t)i), b = end_of(d, same, (int32_t)i);
        all[first[a < b ? a : b]++] = (side){a < b ? b : a, (int32_t)i};
    }
    for (size_t i = 0; i < d->triangle_count; i++) shell[i] = (int32_t)i;
    /* filling the lists has moved first[v] from the beginning to the end of vertex v's sides in
     * `all` */
    size_t from = 0;
    for (size_t v = 0; v < d->vertex_count; v++) {
        size_t to = first[v];
        if (to > from) qsort(all + from, to - from, sizeof *all, by_vertex);
        while (from < to) {
            size_t k = 1;
            while (from + k < to && all[from + k].to == all[from].to) k++;
            TW_TRY(check_run(d, same, (int32_t)v, all + from, k));
            across[all[from].where] = all[from + 1].where / 3;
            across[all[from + 1].where] = all[from].where / 3;
            join(shell, all[from].where / 3, all[from + 1].where / 3);
            from += k;
        }
    }
    *shells = number(shell, d->triangle_count);
    return TW_OK;
}

tw_status tw_mesh_check_edges(const tw_mesh_data *d, const int32_t *same, int32_t *across,
                              int32_t *shell, int32_t *shells) {
    size_t *first = calloc(d->vertex_count + 1, sizeof *first);
    side *all = malloc(3 * d->triangle_count * sizeof *all);
    tw_status s =
        first && all ? check_sides(d, same, first, all, across, shell, shells) : tw_fail_memory();
    free(first);
    free(all);
    return s;
}
