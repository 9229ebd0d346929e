/*
 * Crossings of curves in the picture. The visibility of a curve changes only at crossings with
 * other curves, where the curve turns back in depth, and where it enters a solid [Appel 1967]. A
 * crossing changes the visibility of a curve only if the other curve is nearer to the eye and is an
 * edge of what hides the things behind it: a crease between two visible faces hides nothing.
 */
#include "figure/impl.h"

#include "base/math/whole.h"

#include <stdlib.h>

enum { CELL = 16 };

typedef struct piece {
    int curve;
    size_t at; /* sample */
} piece;

typedef struct grid {
    int columns, rows;
    /* [columns rows + 1] the pieces in cell i are piece[first[i]] .. piece[first[i + 1] - 1] */
    size_t *first;
    piece *piece;
} grid;

/* c: range of cells that the piece of curve from sample `at` to the next one may cross: first
 * column, first row, last column, last row */
static void cells_of(const fig_scene *s, const grid *g, size_t at, int c[4]) {
    const fig_spot *a = &s->sample.data[at].s, *b = &s->sample.data[at + 1].s;
    c[0] = tw_whole((fmin(a->x, b->x) + FIG_MARGIN) / CELL, 0, g->columns - 1);
    c[1] = tw_whole((fmin(a->y, b->y) + FIG_MARGIN) / CELL, 0, g->rows - 1);
    c[2] = tw_whole((fmax(a->x, b->x) + FIG_MARGIN) / CELL, 0, g->columns - 1);
    c[3] = tw_whole((fmax(a->y, b->y) + FIG_MARGIN) / CELL, 0, g->rows - 1);
}

/* sorts the pieces of curves into the grid's cells, in two passes: with `count` counts the pieces
 * in every cell, without it stores them in the cells' lists */
static void file(const fig_scene *s, grid *g, bool count) {
    for (size_t k = 0; k < s->curve.count; k++) {
        const fig_curve *c = &s->curve.data[k];
        if (c->back) continue;
        for (size_t i = c->sample; i + 1 < c->sample + c->samples; i++) {
            int at[4];
            if (s->sample.data[i].gap) continue;
            cells_of(s, g, i, at);
            for (int y = at[1]; y <= at[3]; y++)
                for (int x = at[0]; x <= at[2]; x++) {
                    size_t *n = &g->first[y * g->columns + x];
                    if (count)
                        n[1]++;
                    else
                        g->piece[(*n)++] = (piece){(int)k, i};
                }
        }
    }
}

static tw_status note(fig_scene *s, int curve, const fig_sample *a, double part) {
    fig_crossing c = {curve, a[0].u + part * (a[1].u - a[0].u)};
    return tw_push(&s->crossing, c);
}

static bool covers(const fig_curve *c) {
    return c->kind != TW_LINE_CREASE;
}

/* If the pieces p and q cross in the picture, adds the crossing to the one that is farther from the
 * eye, to both if their depths are about equal, unless the nearer one is a crease, which covers
 * nothing. It is added only if it lies in the cell whose corner is (x0, y0), since the same two
 * pieces can meet in several cells' lists */
static tw_status meet(fig_scene *s, const piece *p, const piece *q, double x0, double y0) {
    const fig_sample *a = &s->sample.data[p->at], *b = &s->sample.data[q->at];
    if (p->curve == q->curve && (p->at > q->at ? p->at - q->at : q->at - p->at) < 2) return TW_OK;
    const fig_curve *c = &s->curve.data[p->curve], *d = &s->curve.data[q->curve];
    if (!covers(c) && !covers(d)) return TW_OK;
    double px = a[1].s.x - a[0].s.x, py = a[1].s.y - a[0].s.y;
    double qx = b[1].s.x - b[0].s.x, qy = b[1].s.y - b[0].s.y;
    double ox = b[0].s.x - a[0].s.x, oy = b[0].s.y - a[0].s.y, det = px * qy - py * qx;
    if (fabs(det) < 1e-12) return TW_OK;
    double u = (ox * qy - oy * qx) / det, v = (ox * py - oy * px) / det;
    const double rest = 1e-6;
    if (u < -rest || v < -rest || u > 1 + rest || v > 1 + rest) return TW_OK;
    double x = a[0].s.x + u * px - x0, y = a[0].s.y + u * py - y0;
    if (x < 0 || y < 0 || x >= CELL || y >= CELL) return TW_OK;
    double za = a[0].s.z + u * (a[1].s.z - a[0].s.z), zb = b[0].s.z + v * (b[1].s.z - b[0].s.z);
    double same = 1e-3 * s->unit;
    if (covers(d) && za > zb - same) TW_TRY(note(s, p->curve, a, fmin(fmax(u, 0), 1)));
    if (covers(c) && zb > za - same) TW_TRY(note(s, q->curve, b, fmin(fmax(v, 0), 1)));
    return TW_OK;
}

static int by_curve(const void *a, const void *b) {
    const fig_crossing *p = a, *q = b;
    if (p->curve != q->curve) return p->curve < q->curve ? -1 : 1;
    return p->u < q->u ? -1 : p->u > q->u;
}

static tw_status find(fig_scene *s, grid *g) {
    size_t cells = (size_t)g->columns * (size_t)g->rows;
    file(s, g, true);
    for (size_t i = 0; i < cells; i++) g->first[i + 1] += g->first[i];
    g->piece = malloc((g->first[cells] + 1) * sizeof *g->piece);
    if (!g->piece) return tw_fail_memory();
    file(s, g, false);
    for (size_t i = cells; i > 0; i--) g->first[i] = g->first[i - 1];
    g->first[0] = 0;
    for (size_t i = 0; i < cells; i++) {
        double x = (double)(i % (size_t)g->columns) * CELL - FIG_MARGIN;
        double y = (double)(i / (size_t)g->columns) * CELL - FIG_MARGIN;
        if (i % 64 == 0) TW_TRY(tw_poll_ask(s->o->poll));
        for (size_t j = g->first[i]; j < g->first[i + 1]; j++)
            for (size_t k = g->first[i]; k < j; k++)
                TW_TRY(meet(s, &g->piece[j], &g->piece[k], x, y));
    }
    if (s->crossing.count)
        qsort(s->crossing.data, s->crossing.count, sizeof *s->crossing.data, by_curve);
    return TW_OK;
}

tw_status fig_cross(fig_scene *s) {
    grid g = {.columns = (int)((s->eye.width + 2 * FIG_MARGIN) / CELL) + 1,
              .rows = (int)((s->eye.height + 2 * FIG_MARGIN) / CELL) + 1};
    g.first = calloc((size_t)g.columns * (size_t)g.rows + 2, sizeof *g.first);
    tw_status st = g.first ? find(s, &g) : tw_fail_memory();
    free(g.first);
    free(g.piece);
    return st;
}
