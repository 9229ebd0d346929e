/*
 * The places at which two convex bodies touch. Each body has a face (or edge, or corner) that is
 * extreme along the normal. The face whose plane is more nearly orthogonal to the normal is the
 * reference. The other face is cut by the planes that contain an edge of the reference and its
 * normal [Sutherland and Hodgman 1974]; the corners of what remains are touches, if their gaps are
 * within the margin. Two edges that are nearly parallel touch at the ends of the part where they
 * lie beside each other.
 *
 * The number (feature) of a corner of the cut polygon is made from the two edges that meet there,
 * of one body or of both, so that it does not change while the bodies slide on each other. If no
 * face is nearly orthogonal to the normal, each face is replaced by one of its edges.
 */
#include "contact/convex/convex.h"

#include <math.h>

enum { CUT = TW_FACE_CORNERS, ENOUGH = 2 * TW_FACE_CORNERS, FOUND = 2 * TW_FACE_CORNERS + 1 };
_Static_assert((int)FOUND <= (int)TW_MOST_TOUCHES, "tw_touch_thin has room for a manifold");

static const double squarely = 0.9, parallel = 0.1;

static void put(tw_face *f, vec3 p, unsigned in, unsigned out) {
    if (f->count >= ENOUGH) return;
    f->corner[f->count] = p;
    f->in[f->count] = (unsigned char)in;
    f->out[f->count++] = (unsigned char)out;
}

/* removes from a face the part in which n . x > d; edge: number that the new edge gets */
static void cut(tw_face *f, vec3 n, double d, unsigned edge) {
    tw_face g = {.count = 0};
    bool open = f->count == 2;
    for (int i = 0; i < f->count; i++) {
        int j = i + 1 < f->count ? i + 1 : 0;
        vec3 p = f->corner[i], q = f->corner[j];
        double dp = v3_dot(n, p) - d, dq = v3_dot(n, q) - d;
        if (dp <= 0) put(&g, p, f->in[i], f->out[i]);
        if (open && i == 1) break;
        if ((dp <= 0) == (dq <= 0)) continue;
        vec3 x = v3_madd(p, dp / (dp - dq), v3_sub(q, p));
        if (dp <= 0)
            put(&g, x, f->out[i], edge);
        else
            put(&g, x, edge, f->out[i]);
    }
    f->count = g.count;
    for (int i = 0; i < g.count; i++) {
        f->corner[i] = g.corner[i];
        f->in[i] = g.in[i];
        f->out[i] = g.out[i];
    }
}

typedef struct found {
    tw_touch t[FOUND];
    int n;
} found;

/* cuts the polygon or edge f by the planes through the edges of the reference face r, and lists its
 * remaining corners whose gap is within the margin; side: +1 if r belongs to b, -1 if to a */
static void on_reference(const tw_face *r, tw_face *f, vec3 n, double side, double margin,
                         found *out) {
    for (int i = 0; i < r->count && f->count > 0; i++) {
        vec3 p = r->corner[i], e = v3_sub(r->corner[i + 1 < r->count ? i + 1 : 0], p);
        /* normal of the plane through an edge of r, outward */
        vec3 outward = v3_cross(e, v3_scale(n, side));
        double slack = 1e-9 * v3_length(e) * v3_length(e);
        cut(f, outward, v3_dot(outward, p) + slack, (unsigned)(CUT + i));
    }
    double across = v3_dot(r->normal, n) * side;
    for (int i = 0; i < f->count; i++) {
        vec3 p = f->corner[i];
        double gap = v3_dot(v3_sub(p, r->corner[0]), r->normal) / across;
        if (!(gap <= margin)) continue;
        unsigned name = f->in[i] * 64u + f->out[i];
        out->t[out->n++] = (tw_touch){.point = v3_madd(p, -0.5 * gap * side, n),
                                      .normal = n,
                                      .gap = gap,
                                      .feature = ((side > 0 ? 1u : 2u) << 28) ^ (name << 16) ^
                                                 (r->id * 131u + f->id)};
    }
}

/* replaces the face f by its edge that is furthest along n; false: f is a circular cap, which has
 * no straight edge */
static bool to_edge(const tw_convex *c, vec3 n, tw_face *f) {
    if (f->count == 2) return true;
    if (c->shape && c->core->rims) return false;
    int best = 0;
    double most = -INFINITY;
    for (int i = 0; i < f->count; i++) {
        vec3 p = f->corner[i], q = f->corner[i + 1 < f->count ? i + 1 : 0];
        double along = v3_dot(v3_sub(p, f->corner[0]), n) + v3_dot(v3_sub(q, f->corner[0]), n);
        if (along > most) best = i;
        most = fmax(most, along);
    }
    vec3 p = f->corner[best], q = f->corner[best + 1 < f->count ? best + 1 : 0];
    f->corner[0] = p;
    f->corner[1] = q;
    f->count = 2;
    return true;
}

/* lists as touches the ends of the part where two nearly parallel edges lie beside each other;
 * false: they are not parallel, or there is no such part */
static bool on_edges(const tw_face *a, const tw_face *b, vec3 n, double margin, found *out) {
    vec3 d = v3_sub(a->corner[1], a->corner[0]), e = v3_sub(b->corner[1], b->corner[0]);
    double dd = v3_dot(d, d), ee = v3_dot(e, e), de = v3_dot(d, e);
    vec3 c = v3_cross(d, e);
    if (!(dd > 0 && ee > 0) || v3_dot(c, c) > parallel * parallel * dd * ee) return false;
    double s0 = v3_dot(v3_sub(b->corner[0], a->corner[0]), d) / dd,
           s1 = v3_dot(v3_sub(b->corner[1], a->corner[0]), d) / dd;
    double lo = fmax(0, fmin(s0, s1)), hi = fmin(1, fmax(s0, s1));
    if (!(hi > lo)) return false;
    double s[2] = {lo, hi};
    for (int i = 0; i < 2; i++) {
        vec3 p = v3_madd(a->corner[0], s[i], d);
        double t = v3_dot(v3_sub(p, b->corner[0]), d) / de;
        vec3 q = v3_madd(b->corner[0], t, e);
        double gap = v3_dot(v3_sub(p, q), n);
        if (!(gap <= margin)) continue;
        out->t[out->n++] = (tw_touch){.point = v3_scale(v3_add(p, q), 0.5),
                                      .normal = n,
                                      .gap = gap,
                                      .feature = (3u << 28) | (unsigned)i};
    }
    return out->n > 0;
}

double tw_touch_unlike(const tw_touch *a, const tw_touch *b, double size) {
    vec3 d = v3_sub(a->point, b->point), e = v3_sub(a->normal, b->normal);
    return v3_dot(d, d) + size * size * v3_dot(e, e);
}

int tw_touch_thin(tw_touch *t, int count, double size) {
    double far[TW_MOST_TOUCHES];
    bool taken[TW_MOST_TOUCHES] = {false};
    int next = 0, n = 0;
    if (count <= TW_TOUCHES) return count;
    for (int i = 0; i < count; i++) {
        far[i] = INFINITY;
        if (t[i].gap < t[next].gap) next = i;
    }
    for (int k = 0; k < TW_TOUCHES; k++) {
        taken[next] = true;
        int best = -1;
        for (int i = 0; i < count; i++) {
            far[i] = fmin(far[i], tw_touch_unlike(&t[i], &t[next], size));
            if (!taken[i] && (best < 0 || far[i] > far[best])) best = i;
        }
        next = best;
    }
    for (int i = 0; i < count; i++)
        if (taken[i]) t[n++] = t[i];
    return n;
}

static void lift(tw_face *f, vec3 by) {
    for (int i = 0; i < f->count; i++) f->corner[i] = v3_add(f->corner[i], by);
}

/* adds the deepest place to the list, unless a touch in the list is as deep: it may not be a corner
 * of a face (but a place on a rim, or the crossing of two edges) */
static void keep_deepest(const tw_touch *deepest, double size, found *f) {
    double tolerance = 1e-6 * size;
    for (int i = 0; i < f->n; i++)
        if (f->t[i].gap <= deepest->gap + tolerance) return;
    f->t[f->n++] = *deepest;
}

int tw_convex_manifold(const tw_convex *a, const tw_convex *b, const tw_touch *deepest,
                       double margin, tw_touch out[TW_TOUCHES]) {
    tw_face fa, fb;
    found f = {.n = 0};
    vec3 n = deepest->normal;
    out[0] = *deepest;
    if (!(a->size > 0 && b->size > 0)) return 1;
    tw_convex_face(a, v3_neg(n), &fa);
    tw_convex_face(b, n, &fb);
    if (fa.count == 1 || fb.count == 1) return 1;
    lift(&fa, v3_scale(n, -a->radius));
    lift(&fb, v3_scale(n, b->radius));
    double ca = fa.count > 2 ? -v3_dot(fa.normal, n) : 0;
    double cb = fb.count > 2 ? v3_dot(fb.normal, n) : 0;
    if (fmax(ca, cb) > squarely) {
        /* if both faces are equally orthogonal to n, that of b is always the reference, so that the
         * choice does not flicker */
        if (cb >= ca - 1e-6)
            on_reference(&fb, &fa, n, 1, margin, &f);
        else
            on_reference(&fa, &fb, n, -1, margin, &f);
    } else if (to_edge(a, v3_neg(n), &fa) && to_edge(b, n, &fb)) {
        if (!on_edges(&fa, &fb, n, margin, &f)) return 1;
    } else {
        return 1;
    }
    keep_deepest(deepest, a->size + b->size, &f);
    f.n = tw_touch_thin(f.t, f.n, 0);
    for (int i = 0; i < f.n; i++) out[i] = f.t[i];
    return f.n;
}
