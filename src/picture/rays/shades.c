/*
 * Which solids may stand between a tile's surfaces and the sun: few, so rays to the sun are tested
 * against them one by one instead of against the whole tree.
 *
 * The tile's surfaces lie in boxes: one around its ground, and the boxes of the solids in its list,
 * cut to the pyramid of its corners' rays. Boxes are projected along the sun's direction to
 * rectangles. A solid whose rectangle does not overlap that of the surfaces, after widening by the
 * sun's angular width times the distance, throws no shadow there. Errors are on the safe side (too
 * many solids).
 */
#include "picture/rays/scene.h"

enum { DEPTH = 64 };

typedef struct box {
    float lo[3], hi[3];
} box;

static inline float least(float a, float b) {
    return a < b ? a : b;
}

static inline float most(float a, float b) {
    return a > b ? a : b;
}

static float dot(const float *a, const float *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void grow(box *to, const box *b) {
    for (int i = 0; i < 3; i++) {
        to->lo[i] = b->lo[i] < to->lo[i] ? b->lo[i] : to->lo[i];
        to->hi[i] = b->hi[i] > to->hi[i] ? b->hi[i] : to->hi[i];
    }
}

/* shrinks the box to what may lie in the pyramid of the four unit vectors d from the eye, at
 * distances from .. to; false: nothing is left */
static bool cut(box *b, float d[4][3], float from, float to) {
    for (int i = 0; i < 3; i++) {
        float lo = INFINITY, hi = -INFINITY;
        for (int k = 0; k < 4; k++) {
            float p = d[k][i] * from, q = d[k][i] * to;
            lo = least(lo, least(p, q));
            hi = most(hi, most(p, q));
        }
        float pad = 1e-4f * to;
        b->lo[i] = most(b->lo[i], lo - pad);
        b->hi[i] = least(b->hi[i], hi + pad);
        if (b->lo[i] > b->hi[i]) return false;
    }
    return true;
}

/* *b: part of the solid's box that the tile may show. d: directions of the tile's corners; bulge:
 * value of `corners` for them; false: the tile shows none of it */
static bool seen_of(const tw_solid *a, float d[4][3], float bulge, box *b) {
    float nearest = 0, farthest = 0;
    for (int i = 0; i < 3; i++) {
        b->lo[i] = a->lo[i];
        b->hi[i] = a->hi[i];
    }
    for (int round = 0; round < 3; round++) {
        nearest = farthest = 0;
        for (int i = 0; i < 3; i++) {
            float gap = most(most(b->lo[i], -b->hi[i]), 0);
            float far = most(fabsf(b->lo[i]), fabsf(b->hi[i]));
            nearest += gap * gap;
            farthest += far * far;
        }
        /* a point of the pyramid is a sum of multiples of the corner vectors, the lengths of which
         * add up to at most `bulge` times the point's distance */
        if (!cut(b, d, sqrtf(nearest) * 0.9999f, sqrtf(farthest) * 1.0001f * bulge)) return false;
    }
    return true;
}

/* true: a solid in the box lo .. hi may cast a shadow of sun m on the box `on`. *wide: width of the
 * penumbra at that distance */
static bool shades(const tw_lamp *m, const box *on, const float *lo, const float *hi, float *wide) {
    float along = 0, reach = 0, s = 0, t = 0, ws = 0, wt = 0;
    for (int i = 0; i < 3; i++) {
        float way = (lo[i] + hi[i] - on->lo[i] - on->hi[i]) / 2;
        float half = (hi[i] - lo[i] + on->hi[i] - on->lo[i]) / 2 * 1.0001f;
        along += way * m->to[i];
        reach += half * fabsf(m->to[i]);
        s += way * m->s[i];
        t += way * m->t[i];
        ws += half * fabsf(m->s[i]);
        wt += half * fabsf(m->t[i]);
    }
    float far = along + reach;
    *wide = far * sqrtf(2 * m->k) * 1.1f;
    return far >= 0 && fabsf(s) <= ws + *wide && fabsf(t) <= wt + *wide;
}

/* adds those of the solids order[0 .. n - 1] that may shade the box `on` to list `to` of *out;
 * false: they are too many */
static bool add(const tw_view *s, const box *on, const int32_t *order, int n, int to,
                tw_shades *out) {
    const tw_lamp *m = &s->lamp[out->sun];
    for (int i = 0; i < n; i++) {
        const tw_solid *b = &s->solid[order[i]];
        float wide;
        if (!shades(m, on, b->lo, b->hi, &wide)) continue;
        if (out->count[to] == TW_SHADES) return false;
        int k = out->count[to]++;
        float far = fabsf(b->center[0]) + fabsf(b->center[1]) + fabsf(b->center[2]);
        out->solid[to][k] = order[i];
        out->s[to][k] = dot(b->center, m->s);
        out->t[to][k] = dot(b->center, m->t);
        out->radius[to][k] = (b->radius + wide) * 1.0001f + 1e-5f * far;
    }
    return true;
}

static bool add_from_tree(const tw_view *s, const box *on, int to, tw_shades *out) {
    int stack[DEPTH], depth = 0;
    if (s->node_count > 0) stack[depth++] = 0;
    while (depth > 0) {
        const tw_tree_node *n = &s->node[stack[--depth]];
        float wide;
        if (!shades(&s->lamp[out->sun], on, n->lo, n->hi, &wide)) continue;
        if (n->count == 0) {
            stack[depth++] = n->first + 1;
            stack[depth++] = n->first;
        } else if (!add(s, on, s->order + n->first, n->count, to, out)) {
            return false;
        }
    }
    return true;
}

/* d: unit vectors from the eye through the four corners (x, y). Returns a bound on (sum of the
 * lengths of nonnegative multiples of d) / (length of their sum) */
static float corners(const tw_eye *e, const double *x, const double *y, float d[4][3]) {
    double least = 1;
    vec3 c[4];
    for (int k = 0; k < 4; k++) {
        double a = 2 * x[k & 1] / e->width - 1, b = 1 - 2 * y[k >> 1] / e->height;
        vec3 f = v3_load(e->forward), r = v3_load(e->right), u = v3_load(e->up);
        c[k] = v3_normalized(v3_madd(v3_madd(f, a, r), b, u));
        d[k][0] = (float)c[k].x;
        d[k][1] = (float)c[k].y;
        d[k][2] = (float)c[k].z;
    }
    for (int k = 1; k < 4; k++) least = fmin(least, v3_dot(c[0], c[k]));
    return (float)(1 / fmax(least, 0.1));
}

/* *b: flat box around the ground that the block of pixels shows; false: it shows the horizon */
static bool seen_ground(const tw_view *s, double x0, double y0, double x1, double y1, box *b) {
    *b = (box){{INFINITY, INFINITY, s->ground_z}, {-INFINITY, -INFINITY, s->ground_z}};
    return tw_over_ground(s, x0, y0, x1, y1, b->lo, b->hi);
}

void tw_shades_make(const tw_view *s, double x0, double y0, double x1, double y1,
                    const tw_tile *tile, const tw_shades *within, tw_shades *out) {
    int sun = 0;
    bool ground = s->has_ground && !tile->sky, known;
    out->sun = -1;
    out->count[0] = out->count[1] = 0;
    if (s->eye.lens > 0 || s->eye.pose_count || s->eye.parallel || (ground && !tile->over.known))
        return;
    while (sun < s->lamp_count && s->lamp[sun].kind != TW_LIGHT_SUN) sun++;
    if (sun == s->lamp_count || s->lamp[sun].k > 0.01f || (within && within->sun != sun)) return;
    float d[4][3];
    double x[2] = {x0, x1}, y[2] = {y0, y1};
    float bulge = corners(&s->eye, x, y, d);
    box all = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}}, b;
    out->sun = sun;
    for (int i = 0; i < tile->near_count; i++)
        if (seen_of(&s->solid[tile->near[i]], d, bulge, &b)) grow(&all, &b);
    known = true;
    if (all.lo[0] <= all.hi[0])
        known = within ? add(s, &all, within->solid[1], within->count[1], 1, out)
                       : add_from_tree(s, &all, 1, out);
    if (known && ground && !(sun < 32 && tile->over.suns >> sun & 1)) {
        known = seen_ground(s, x0, y0, x1, y1, &b);
        if (known)
            known = within ? add(s, &b, within->solid[0], within->count[0], 0, out)
                           : add_from_tree(s, &b, 0, out);
    }
    if (!known) out->sun = -1;
}

/* *lo, *hi: least and greatest of the numbers a, one per sample, of the samples `on` */
static void bounds(const fv *a, const iv *on, float *lo, float *hi) {
    fv l = fv_all(INFINITY), h = fv_all(-INFINITY);
    for (int g = 0; g < TW_GROUPS; g++) {
        l = fv_min(fv_select(on[g], a[g], l), l);
        h = fv_max(fv_select(on[g], a[g], h), h);
    }
    *lo = fv_least(l);
    *hi = -fv_least(-h);
}

void tw_shades_cast(const tw_view *s, const tw_shades *of, int to, tw_packet *p) {
    const tw_lamp *m = &s->lamp[of->sun];
    int32_t list[TW_SHADES];
    int n = 0;
    float s0, s1, t0, t1;
    fv a[TW_GROUPS], b[TW_GROUPS];
    fv3 across = f3_all(m->s[0], m->s[1], m->s[2]), along = f3_all(m->t[0], m->t[1], m->t[2]);
    for (int g = 0; g < TW_GROUPS; g++) {
        a[g] = f3_dot(p->o[g], across);
        b[g] = f3_dot(p->o[g], along);
    }
    bounds(a, p->active, &s0, &s1);
    bounds(b, p->active, &t0, &t1);
    for (int i = 0; i < of->count[to]; i++) {
        float x = of->s[to][i], y = of->t[to][i], r = of->radius[to][i];
        if (x + r >= s0 && x - r <= s1 && y + r >= t0 && y - r <= t1) list[n++] = of->solid[to][i];
    }
    tw_unoccluded_of(s, p, list, n);
}
