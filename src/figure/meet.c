/*
 * Where solids run into each other; see impl.h.
 *
 * The surface of one solid is divided into triangles in its own coordinates (patch.h). The gap to
 * the other solid (fig_gap) changes by no more than the distance moved, so a triangle whose middle
 * is further from that solid than from its own corners does not meet it and is discarded. The
 * others are divided until they are about `leaf` pixels large; then the gap's signs at the corners
 * show where the curve enters and leaves.
 *
 * If all corners are outside, a thin part or a tip may still pass between them. Gaps are convex
 * (those of rings except for a known bound, fig_dent), so a gap is nowhere below its tangents.
 * Triangles for which the tangents allow a crossing are divided further, down to `fine` pixels or
 * half of the solid's thickness; solids thinner than `sheet` pixels are treated as `sheet` pixels
 * thick.
 *
 * Whether a side is divided depends on its two ends only, so that the two triangles beside it
 * agree, and the curve has no cracks; only a side that no curve crosses may be divided for one of
 * them alone. Surfaces that touch, or lie in each other, do not cross: their normals are parallel
 * there, and no curve is drawn.
 */
#include "figure/patch.h"

#include <stdlib.h>
#include <string.h>

enum {
    DEPTH = 24,
    /* largest number of triangles for one pair of solids, about 100 times the usual number */
    TRIANGLES = 1 << 21
};

static const double leaf = 2; /* pixels */
/* `leaf` for meshes, pixels; smaller, since on meshes the chords themselves are drawn, not a curve
 * near them */
static const double leaf_mesh = 0.3;
/* least depth of a penetration that is found, pixels; thinner ones may be missed */
static const double fine = 0.25;
/* surfaces that cross by less than this multiple of `fine` only touch */
static const double touches = 0.05;
static const double sheet = 0.04; /* pixels */
/* sine of the angle between normals below which surfaces count as parallel */
static const double parallel = 0.02;

typedef struct corner {
    double u, v;
    vec3 p; /* world */
    double gap;
    vec3 slope; /* gradient of the gap, world axes */
} corner;

typedef struct cutting {
    fig_scene *s;
    /* indices of two solids: the surface of a is divided into triangles, and the gap is the
     * distance of their points from b */
    int a, b;
    /* part of a's surface that is being divided; NULL: it is a triangle of a mesh */
    const fig_patch *patch;
    vec3 tri[3];       /* corners of the triangle of a mesh, world, m */
    vec3 normal;       /* unit normal of the triangle of a mesh, world */
    double leaf, fine; /* pixels; m */
    /* thickness by which b is enlarged on each side, so that a thin solid is found, m */
    double more;
    double dent;          /* fig_dent of b, 1/m */
    int triangles;        /* number of triangles made so far */
    TW_ARRAY(vec3) piece; /* chords of the curve, each as its two ends */
} cutting;

static corner corner_at(const cutting *k, double u, double v) {
    corner c = {.u = u, .v = v};
    if (k->patch)
        c.p = fig_to_world(&k->s->solid.data[k->a], fig_patch_at(k->patch, u, v));
    else
        c.p = v3_madd(v3_madd(k->tri[0], u, v3_sub(k->tri[1], k->tri[0])), v,
                      v3_sub(k->tri[2], k->tri[0]));
    c.gap = fig_gap(&k->s->solid.data[k->b], c.p, &c.slope) - k->more;
    return c;
}

/* bound for the distance between a's surface and the straight side from corner a to corner b, m */
static double bulge(const cutting *k, const corner *a, const corner *b) {
    double d = fabs(a->u - b->u) + fabs(a->v - b->v);
    return k->patch ? k->patch->bulge * d * d / 8 : 0;
}

/* true: the tangents of the gap allow that it changes its sign twice between corners a and b, at
 * which it has the same sign */
static bool may_cross(const cutting *k, const corner *a, const corner *b) {
    vec3 way = v3_sub(b->p, a->p);
    double l2 = v3_dot(way, way);
    double margin = bulge(k, a, b) + 0.5 * k->dent * l2 - touches * k->fine;
    if (a->gap < 0) return fmax(a->gap, b->gap) > -margin;
    /* from, to: change of the gap along the side from a to b, extrapolated by the tangent at a, and
     * by that at b */
    double from = v3_dot(a->slope, way), to = v3_dot(b->slope, way), low = fmin(a->gap, b->gap);
    if (from < 0 && to > 0) {
        double u = (b->gap - to - a->gap) / (from - to);
        low = a->gap + from * fmin(fmax(u, 0), 1);
    }
    return low < margin;
}

/* true: the tangents of the gap at the corners, at which it is not negative, allow that it is below
 * `more` somewhere in the triangle */
static bool may_hold(const cutting *k, const corner *c[3], const corner *mid, double more) {
    double margin = more - touches * k->fine;
    const corner *at[4] = {mid, c[0], c[1], c[2]};
    for (int i = 0; i < 4; i++) {
        double low = INFINITY;
        for (int j = 0; j < 3; j++) {
            vec3 d = v3_sub(c[j]->p, at[i]->p);
            low = fmin(low, at[i]->gap + v3_dot(at[i]->slope, d) - 0.5 * k->dent * v3_dot(d, d));
        }
        if (low >= margin) return false;
    }
    return true;
}

/* true: the triangle lies in b's surface, since the gap is about 0 and its gradients are parallel
 * to the triangle's normal; then no curve is looked for in it */
static bool lies_in(const cutting *k, const corner *c[3], const corner *mid, double size) {
    const corner *at[4] = {mid, c[0], c[1], c[2]};
    double nothing = 0.25 * parallel * size;
    vec3 normal = v3_cross(v3_sub(c[1]->p, c[0]->p), v3_sub(c[2]->p, c[0]->p));
    if (k->dent > 0 || k->more > 0) return false;
    for (int i = 0; i < 4; i++) {
        double across = v3_length(v3_cross(at[i]->slope, normal));
        if (fabs(at[i]->gap) > nothing) return false;
        if (across > 0.5 * parallel * v3_length(at[i]->slope) * v3_length(normal)) return false;
    }
    return true;
}

/* true: the side between two corners must be divided. The result depends on these corners only, so
 * that both triangles of the side get the same */
static bool divides(const cutting *k, const corner *a, const corner *b, int depth) {
    if (depth >= DEPTH) return false;
    double l = v3_length(v3_sub(a->p, b->p)) + 2 * bulge(k, a, b);
    if ((a->gap < 0) == (b->gap < 0) && l > k->fine && may_cross(k, a, b)) return true;
    fig_spot p = fig_project(&k->s->eye, a->p), q = fig_project(&k->s->eye, b->p);
    double z = fmax(fmin(p.z, q.z) - l, k->s->eye.near);
    /* near the eye a pixel is very small; the side need not be divided more finely than a fifth of
     * its larger depth requires */
    if (!k->s->eye.parallel) z = fmax(z, 0.2 * fmax(p.z, q.z));
    return l > k->leaf * fig_pixel(&k->s->eye, z);
}

/* point between two corners with gaps of different signs at which the gap is 0; the order of the
 * corners does not matter, so that both triangles of the side get the same bits */
static vec3 root_between(const cutting *k, corner a, corner b) {
    if (a.gap > b.gap || (a.gap == b.gap && (a.u > b.u || (a.u == b.u && a.v > b.v)))) {
        corner c = a;
        a = b;
        b = c;
    }
    for (int i = 0; i < 60 && v3_length(v3_sub(a.p, b.p)) > 1e-13 * k->s->unit; i++) {
        /* a step of the secant method, limited so that it stays away from both ends; every third
         * step bisects instead */
        double w = i % 3 == 2 ? 0.5 : a.gap / (a.gap - b.gap);
        w = fmin(fmax(w, 0.02), 0.98);
        corner m = corner_at(k, a.u + w * (b.u - a.u), a.v + w * (b.v - a.v));
        if (m.gap == 0) return m.p;
        if (m.gap < 0)
            a = m;
        else
            b = m;
    }
    return a.p;
}

static bool crosses(const cutting *k, vec3 p) {
    vec3 m = k->normal, n;
    if (k->patch) fig_gap(&k->s->solid.data[k->a], p, &m);
    fig_gap(&k->s->solid.data[k->b], p, &n);
    return v3_length(v3_cross(v3_normalized(m), v3_normalized(n))) > parallel;
}

static tw_status cut_leaf(cutting *k, const corner *c[3]) {
    vec3 at[3];
    int n = 0;
    for (int i = 0; i < 3; i++) {
        const corner *a = c[i], *b = c[(i + 1) % 3];
        if ((a->gap < 0) != (b->gap < 0)) at[n++] = root_between(k, *a, *b);
    }
    if (n != 2 || !crosses(k, v3_lerp(at[0], at[1], 0.5))) return TW_OK;
    if (v3_length(v3_sub(at[0], at[1])) == 0) return TW_OK;
    TW_TRY(tw_push(&k->piece, at[0]));
    return tw_push(&k->piece, at[1]);
}

static tw_status cut(cutting *k, const corner *a, const corner *b, const corner *c, int depth);

/* divides a triangle at the middles of its `count` sides that are `on` into count + 1 triangles,
 * and cuts these */
static tw_status divide(cutting *k, const corner *c[3], const bool on[3], int count, int depth) {
    corner m[3];
    for (int i = 0; i < 3; i++)
        if (on[i])
            m[i] = corner_at(k, 0.5 * (c[i]->u + c[(i + 1) % 3]->u),
                             0.5 * (c[i]->v + c[(i + 1) % 3]->v));
    depth++;
    if (count == 3) {
        for (int i = 0; i < 3; i++) TW_TRY(cut(k, c[i], &m[i], &m[(i + 2) % 3], depth));
        return cut(k, &m[0], &m[1], &m[2], depth);
    }
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, l = (i + 2) % 3;
        if (count == 1 && on[i]) {
            TW_TRY(cut(k, c[i], &m[i], c[l], depth));
            return cut(k, &m[i], c[j], c[l], depth);
        }
        if (count == 2 && on[i] && on[j]) {
            TW_TRY(cut(k, c[i], &m[i], c[l], depth));
            TW_TRY(cut(k, &m[i], &m[j], c[l], depth));
            return cut(k, &m[i], c[j], &m[j], depth);
        }
    }
    return TW_OK;
}

static tw_status cut(cutting *k, const corner *a, const corner *b, const corner *c, int depth) {
    if (++k->triangles > TRIANGLES)
        return tw_fail(
            TW_ARGUMENT,
            "two solids cross along more than %d triangles: they cannot be drawn as a figure",
            TRIANGLES);
    vec3 mid = v3_scale(v3_add(v3_add(a->p, b->p), c->p), 1.0 / 3);
    double l = fmax(fmax(v3_length(v3_sub(a->p, mid)), v3_length(v3_sub(b->p, mid))),
                    v3_length(v3_sub(c->p, mid)));
    double more = fmax(fmax(bulge(k, a, b), bulge(k, b, c)), bulge(k, c, a));
    corner at = {.p = mid};
    at.gap = fig_gap(&k->s->solid.data[k->b], mid, &at.slope) - k->more;
    /* no gap counts as near 0 if the bound it is compared with is not finite */
    bool near = fabs(at.gap) <= l + 2 * more && isfinite(l + 2 * more);
    if (!near || fig_outside(&k->s->eye, mid, l + 2 * more)) return TW_OK;
    const corner *all[3] = {a, b, c};
    if (more <= 0.25 * parallel * l && lies_in(k, all, &at, l)) return TW_OK;
    bool on[3];
    int count = 0;
    for (int i = 0; i < 3; i++) count += on[i] = divides(k, all[i], all[(i + 1) % 3], depth);
    /* b may have a tip within the triangle, so the triangle is divided although no curve crosses
     * its sides; neighbours need not agree, since no curve leaves the triangle */
    if (!count && depth < DEPTH && l > k->fine && a->gap >= 0 && b->gap >= 0 && c->gap >= 0 &&
        may_hold(k, all, &at, 2 * more)) {
        on[0] = on[1] = on[2] = true;
        count = 3;
    }
    return count ? divide(k, all, on, count, depth) : cut_leaf(k, all);
}

/* ---- chains --------------------------------------------------------------------------------- */

typedef struct tip {
    vec3 p;
    size_t piece; /* end of a chord: 2 times the index of the chord, + 1 for its second end */
} tip;

static int by_place(const void *a, const void *b) {
    const tip *p = a, *q = b;
    if (p->p.x != q->p.x) return p->p.x < q->p.x ? -1 : 1;
    if (p->p.y != q->p.y) return p->p.y < q->p.y ? -1 : 1;
    if (p->p.z != q->p.z) return p->p.z < q->p.z ? -1 : 1;
    return p->piece < q->piece ? -1 : p->piece > q->piece;
}

/* next[i]: the end of another chord at the same place as end i; i itself, if there is none */
static tw_status pair_ends(const cutting *k, size_t *next) {
    size_t n = k->piece.count;
    tip *all = malloc((n + 1) * sizeof *all);
    if (!all) return tw_fail_memory();
    for (size_t i = 0; i < n; i++) {
        all[i] = (tip){k->piece.data[i], i};
        next[i] = i;
    }
    qsort(all, n, sizeof *all, by_place);
    for (size_t i = 0; i + 1 < n; i++) {
        vec3 d = v3_sub(all[i].p, all[i + 1].p);
        if (d.x != 0 || d.y != 0 || d.z != 0) continue;
        next[all[i].piece] = all[i + 1].piece;
        next[all[i + 1].piece] = all[i].piece;
        i++;
    }
    free(all);
    return TW_OK;
}

static tw_status add_chain(cutting *k, size_t first) {
    fig_scene *s = k->s;
    fig_curve c = {.form = FIG_CHAIN,
                   .role = FIG_MEETING,
                   .kind = TW_LINE_MEETING,
                   .own = k->a,
                   .other = k->b,
                   .first = first,
                   .count = s->point.count - first};
    c.u1 = (double)(c.count - 1);
    return tw_push(&s->curve, c);
}

static tw_status follow(cutting *k, const size_t *next, bool *used, size_t from) {
    fig_scene *s = k->s;
    size_t first = s->point.count, at = from;
    TW_TRY(tw_push(&s->point, k->piece.data[at]));
    for (;;) {
        size_t other = at ^ 1;
        used[at / 2] = true;
        TW_TRY(tw_push(&s->point, k->piece.data[other]));
        if (next[other] == other || used[next[other] / 2]) break;
        at = next[other];
    }
    return add_chain(k, first);
}

/* joins the chords to chains: first those that begin at a free end, then closed ones */
static tw_status follow_all(cutting *k, const size_t *next, bool *used) {
    for (size_t i = 0; i < k->piece.count; i++)
        if (next[i] == i && !used[i / 2]) TW_TRY(follow(k, next, used, i));
    for (size_t i = 0; i < k->piece.count; i += 2)
        if (!used[i / 2]) TW_TRY(follow(k, next, used, i));
    return TW_OK;
}

static tw_status chains(cutting *k) {
    size_t n = k->piece.count;
    if (n == 0) return TW_OK;
    size_t *next = malloc(n * sizeof *next);
    bool *used = calloc(n / 2, sizeof *used);
    tw_status st = next && used ? pair_ends(k, next) : tw_fail_memory();
    if (st == TW_OK) st = follow_all(k, next, used);
    free(next);
    free(used);
    return st;
}

/* adds the chords that were found on a triangle of a mesh as curves, each with the normals of both
 * surfaces */
static tw_status chords(cutting *k) {
    for (size_t i = 0; i + 1 < k->piece.count; i += 2) {
        vec3 a = k->piece.data[i], b = k->piece.data[i + 1], n;
        fig_gap(&k->s->solid.data[k->b], v3_lerp(a, b, 0.5), &n);
        fig_curve c = {.form = FIG_SEGMENT,
                       .role = FIG_MEETING,
                       .kind = TW_LINE_MEETING,
                       .own = k->a,
                       .other = k->b,
                       .a = a,
                       .b = b,
                       .n1 = k->normal,
                       .n2 = v3_normalized(n),
                       .u1 = 1};
        TW_TRY(tw_push(&k->s->curve, c));
    }
    return TW_OK;
}

/* ---- pairs ---------------------------------------------------------------------------------- */

static tw_status cut_patch(cutting *k, const fig_patch *p) {
    k->patch = p;
    k->piece.count = 0;
    for (int j = 0; j < p->nv; j++)
        for (int i = 0; i < p->nu; i++) {
            double du = (p->u1 - p->u0) / p->nu, dv = (p->v1 - p->v0) / p->nv;
            double u = p->u0 + i * du, v = p->v0 + j * dv;
            double U = i + 1 == p->nu ? p->u1 : p->u0 + (i + 1) * du;
            double V = j + 1 == p->nv ? p->v1 : p->v0 + (j + 1) * dv;
            corner a = corner_at(k, u, v), b = corner_at(k, U, v), c = corner_at(k, U, V),
                   d = corner_at(k, u, V);
            TW_TRY(cut(k, &a, &b, &c, 0));
            TW_TRY(cut(k, &a, &c, &d, 0));
        }
    return chains(k);
}

static tw_status cut_triangle(cutting *k, size_t t) {
    const fig_solid *o = &k->s->solid.data[k->a];
    k->patch = NULL;
    k->piece.count = 0;
    for (size_t i = 0; i < 3; i++) k->tri[i] = fig_to_world(o, fig_mesh_corner(o, t, i));
    k->normal = v3_normalized(v3_cross(v3_sub(k->tri[1], k->tri[0]), v3_sub(k->tri[2], k->tri[0])));
    corner a = corner_at(k, 0, 0), b = corner_at(k, 1, 0), c = corner_at(k, 0, 1);
    TW_TRY(cut(k, &a, &b, &c, 0));
    return chords(k);
}

/* cuts those triangles of mesh a whose bounding boxes are near the surface of b */
static tw_status cut_mesh(cutting *k) {
    const fig_solid *a = &k->s->solid.data[k->a], *b = &k->s->solid.data[k->b];
    int32_t stack[TW_MESH_DEPTH + 2];
    int depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        const tw_mesh_node *n = &a->mesh->node[stack[--depth]];
        vec3 lo = v3((double)n->lo[0], (double)n->lo[1], (double)n->lo[2]);
        vec3 hi = v3((double)n->hi[0], (double)n->hi[1], (double)n->hi[2]);
        vec3 mid = fig_to_world(a, v3_scale(v3_lerp(lo, hi, 0.5), a->scale));
        double r = 0.5 * a->scale * v3_length(v3_sub(hi, lo)) * 1.0001;
        if (fabs(fig_gap(b, mid, NULL)) > r || fig_outside(&k->s->eye, mid, r)) continue;
        if (n->count == 0) {
            stack[depth++] = n->first;
            stack[depth++] = n->first + 1;
            continue;
        }
        for (int32_t i = n->first; i < n->first + n->count; i++)
            TW_TRY(cut_triangle(k, (size_t)a->mesh->order[i]));
    }
    return TW_OK;
}

/* sets k->more, k->fine and k->dent, from the size of a pixel at the least depth at which a and b
 * can meet */
static void measure(cutting *k, const fig_solid *a, const fig_solid *b) {
    double z = fig_project(&k->s->eye, a->x).z, near = z - a->radius;
    if (b->type != FIG_GROUND) near = fmax(near, fig_project(&k->s->eye, b->x).z - b->radius);
    /* near the eye a pixel is very small; the surface need not be divided more finely than a fifth
     * of a's depth requires */
    if (!k->s->eye.parallel) near = fmax(fmax(near, 0.2 * z), k->s->eye.near);
    double pixel = fig_pixel(&k->s->eye, near), thin = fig_thickness(b);
    k->more = fmax(0, 0.5 * (sheet * pixel - thin));
    k->fine = fmin(fine * pixel, 0.5 * (thin + 2 * k->more));
    k->dent = fig_dent(b);
}

static tw_status meet(fig_scene *s, int a, int b) {
    if (s->solid.data[a].type == TW_SHAPE_MESH && s->solid.data[b].type == TW_SHAPE_MESH)
        return fig_meet_mesh_mesh(s, a, b);
    bool turn = s->solid.data[b].type == TW_SHAPE_MESH || s->solid.data[a].type == FIG_GROUND;
    cutting k = {.s = s, .a = turn ? b : a, .b = turn ? a : b, .leaf = leaf};
    const fig_solid *o = &s->solid.data[k.a], *other = &s->solid.data[k.b];
    tw_status st = TW_OK;
    measure(&k, o, other);
    if (o->type == TW_SHAPE_MESH) {
        k.leaf = leaf_mesh;
        st = cut_mesh(&k);
    } else {
        fig_patch patch[FIG_PATCHES];
        int n = fig_patches(o, patch);
        for (int i = 0; i < n && st == TW_OK; i++) st = cut_patch(&k, &patch[i]);
    }
    tw_array_free(&k.piece);
    return st;
}

/* true: the balls around the two solids overlap; if b is the ground: the ball of a reaches its
 * height */
static bool near(const fig_solid *a, const fig_solid *b) {
    if (b->type == FIG_GROUND) return fabs(a->x.z - b->height) < a->radius;
    return v3_length(v3_sub(a->x, b->x)) < a->radius + b->radius;
}

/* true: two capsules of equal radius share an end, as the pieces of a coil or a trail do: their
 * surfaces join there without an edge */
static bool continues(const fig_solid *a, const fig_solid *b) {
    if (a->type != TW_SHAPE_CAPSULE || b->type != TW_SHAPE_CAPSULE) return false;
    double r = a->p[0], same = 1e-6 * r;
    if (fabs(r - b->p[0]) > same) return false;
    for (int i = -1; i <= 1; i += 2)
        for (int j = -1; j <= 1; j += 2) {
            vec3 p = fig_to_world(a, v3(0, 0, 0.5 * i * a->p[1]));
            vec3 q = fig_to_world(b, v3(0, 0, 0.5 * j * b->p[1]));
            if (v3_length(v3_sub(p, q)) < same) return true;
        }
    return false;
}

typedef struct reach {
    double lo;
    int solid;
} reach;

static int by_lo(const void *a, const void *b) {
    const reach *p = a, *q = b;
    if (p->lo != q->lo) return p->lo < q->lo ? -1 : 1;
    return p->solid < q->solid ? -1 : 1;
}

/* adds the meetings of all pairs of solids whose balls overlap, except capsules one of which
 * continues the other; r [n]: the solids, sorted by the least x of their balls */
static tw_status meet_all(fig_scene *s, reach *r, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const fig_solid *a = &s->solid.data[r[i].solid];
        TW_TRY(tw_poll_ask(s->o->poll));
        for (size_t j = i + 1; j < n; j++) {
            const fig_solid *b = &s->solid.data[r[j].solid];
            if (r[j].lo > a->x.x + a->radius) break;
            int lo = r[i].solid < r[j].solid ? r[i].solid : r[j].solid;
            if (near(a, b) && !continues(a, b))
                TW_TRY(meet(s, lo, lo == r[i].solid ? r[j].solid : r[i].solid));
        }
    }
    return TW_OK;
}

tw_status fig_meetings(fig_scene *s) {
    size_t n = 0, all = s->solid.count;
    reach *r = malloc((all + 1) * sizeof *r);
    if (!r) return tw_fail_memory();
    for (size_t i = 0; i < all; i++) {
        const fig_solid *o = &s->solid.data[i];
        if (o->drawn && o->type != FIG_GROUND) r[n++] = (reach){o->x.x - o->radius, (int)i};
    }
    qsort(r, n, sizeof *r, by_lo);
    tw_status st = meet_all(s, r, n);
    bool ground = all > 0 && s->solid.data[all - 1].type == FIG_GROUND;
    for (size_t i = 0; i < n && ground && st == TW_OK; i++)
        if (near(&s->solid.data[r[i].solid], &s->solid.data[all - 1]))
            st = meet(s, r[i].solid, (int)all - 1);
    free(r);
    return st;
}
