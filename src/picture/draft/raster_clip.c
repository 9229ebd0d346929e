/*
 * Triangles that cross the plane of the eye, or reach far outside the picture: clipped in double
 * precision to the range of the grid [Sutherland, Hodgman 1974]. An edge that two triangles share
 * is always cut from the same end, so that both get the same corner to the bit and no crack opens;
 * see raster.h.
 */
#include "picture/draft/raster.h"

enum { GUARD = 2047, MOST = 16 };

typedef struct corner {
    double c[4]; /* X, Y, w, q of the corner: its projection before the division by w (raster.h) */
} corner;

static double side(const corner *a, const double *plane) {
    double s = a->c[0] * plane[0] + a->c[1] * plane[1] + a->c[2] * plane[2] + plane[3];
    return plane[4] != 0 ? s + a->c[3] * plane[4] : s;
}

static bool before(const corner *a, const corner *b) {
    for (int i = 0; i < 4; i++)
        if (a->c[i] < b->c[i] || a->c[i] > b->c[i]) return a->c[i] < b->c[i];
    return false;
}

static corner cut(const corner *a, const corner *b, const double *plane) {
    if (before(b, a)) {
        const corner *swap = a;
        a = b;
        b = swap;
    }
    double da = side(a, plane), db = side(b, plane), k = da / (da - db);
    corner r;
    for (int i = 0; i < 4; i++) r.c[i] = a->c[i] + k * (b->c[i] - a->c[i]);
    return r;
}

static int clip(const corner *from, int n, const double *plane, corner *to) {
    int m = 0;
    for (int i = 0; i < n && m + 2 <= MOST; i++) {
        const corner *a = &from[i], *b = &from[(i + 1) % n];
        bool in = side(a, plane) >= 0, next = side(b, plane) >= 0;
        if (in) to[m++] = *a;
        if (in != next) to[m++] = cut(a, b, plane);
    }
    return m;
}

/* sets corner k of t to the projected place of a, rounded in the same way as corners of triangles
 * that are not clipped; false: it is outside the range of the grid */
static bool set(const tw_projection *p, const corner *a, int k, tw_triangle *t) {
    float x = (float)a->c[0], y = (float)a->c[1], w = (float)a->c[2], q = (float)a->c[3];
    if (!p->parallel) {
        q = 1 / w;
        x *= q;
        y *= q;
    }
    const float reach = 2 * (float)TW_RASTER_WINDOW;
    if (!(fabsf(x) <= reach && fabsf(y) <= reach && fabsf(q) < INFINITY)) return false;
    t->x[k] = (int32_t)floorf(x * TW_RASTER_SUB + 0.5f);
    t->y[k] = (int32_t)floorf(y * TW_RASTER_SUB + 0.5f);
    t->q[k] = q;
    return true;
}

void tw_raster_slowly(const tw_raster *r, tw_chunk *chunk, const tw_triangle *like,
                      const float from[3][4], bool both_sides) {
    const tw_projection *p = &r->projection;
    /* true: the first clipping plane limits the depth q, since w is always 1; false: it limits w */
    bool deep = p->parallel && isfinite(p->far);
    const double planes[5][5] = {{0, 0, 1, deep ? p->far - 1 : -p->near, deep ? -1 : 0},
                                 {1, 0, GUARD, 0, 0},
                                 {0, 1, GUARD, 0, 0},
                                 {-1, 0, p->width + GUARD, 0, 0},
                                 {0, -1, p->height + GUARD, 0, 0}};
    corner a[MOST], b[MOST];
    int n = 3;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < 4; i++) a[k].c[i] = (double)from[k][i];
    for (int k = 0; k < 5 && n > 0; k++) {
        n = clip(a, n, planes[k], b);
        for (int i = 0; i < n; i++) a[i] = b[i];
    }
    for (int i = 1; i + 1 < n; i++) {
        tw_triangle *t = tw_chunk_next(chunk);
        if (!t) return;
        *t = *like;
        if (set(p, &a[0], 0, t) && set(p, &a[i], 1, t) && set(p, &a[i + 1], 2, t))
            tw_raster_put(r, chunk, t, both_sides);
    }
}
