/*
 * Strokes, discs and boxes by their distance functions: the coverage of a pixel is 1/2 minus the
 * signed distance of its centre from the shape, clamped to 0 .. 1; see canvas.h.
 *
 * Ink is put over the picture by the usual `over` of premultiplied colours, and the result is
 * written back with straight alpha, which the picture has. The arithmetic is done with sRGB values,
 * not light: marks have flat colours, and their edges look even in that way.
 */
#include "picture/drawing/canvas.h"

#include "picture/drawing/drawing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void tw_canvas_pixel(tw_image *image, int x, int y, float coverage, tw_ink ink) {
    if (image->drawing || x < 0 || y < 0 || x >= image->width || y >= image->height) return;
    float a = coverage * ink.a;
    if (!(a > 0)) return;
    if (a > 1) a = 1;
    uint8_t *p = image->srgb + 4 * ((size_t)y * (size_t)image->width + (size_t)x);
    const float c[3] = {ink.r, ink.g, ink.b};
    float under = (float)p[3] / 255, whole = a + under * (1 - a);
    for (int i = 0; i < 3; i++) {
        float v = (c[i] * a * 255 + (float)p[i] * under * (1 - a)) / whole;
        p[i] = (uint8_t)(v + 0.5f);
    }
    p[3] = (uint8_t)(whole * 255 + 0.5f);
}

/* ---- strokes -------------------------------------------------------------------------------- */

typedef struct piece {
    double x0, y0, x1, y1;
    float strength;
} piece;

/* clips the segment from (a, c) to (b, d) to the range lo .. hi of its first coordinate; false:
 * nothing is left */
static bool clip(double *a, double *b, double *c, double *d, double lo, double hi) {
    for (int side = 0; side < 2; side++) {
        double *in = side ? b : a, *out = side ? a : b, *inc = side ? d : c, *outc = side ? c : d;
        for (int k = 0; k < 2; k++) {
            double edge = k ? hi : lo;
            int beyond = k ? *in > edge : *in < edge, other = k ? *out > edge : *out < edge;
            if (!beyond) continue;
            if (other) return false;
            double u = (edge - *in) / (*out - *in);
            *inc += u * (*outc - *inc);
            *in = edge;
        }
    }
    return true;
}

static double distance(const piece *s, double x, double y) {
    double dx = s->x1 - s->x0, dy = s->y1 - s->y0, l2 = dx * dx + dy * dy;
    double u = l2 > 0 ? ((x - s->x0) * dx + (y - s->y0) * dy) / l2 : 0;
    u = fmin(fmax(u, 0), 1);
    double ex = x - (s->x0 + u * dx), ey = y - (s->y0 + u * dy);
    return sqrt(ex * ex + ey * ey);
}

/* *lo, *hi: first and last column of row y that the piece, drawn as a stroke with the half width r,
 * may cover */
static void reach(const piece *s, double r, int y, double *lo, double *hi) {
    *lo = fmin(s->x0, s->x1), *hi = fmax(s->x0, s->x1);
    double dy = s->y1 - s->y0, all = r + 2;
    if (fabs(dy) > 1e-9) {
        double slope = (s->x1 - s->x0) / dy, at = s->x0 + (y + 0.5 - s->y0) * slope;
        double wide = all * sqrt(1 + slope * slope) + fabs(slope);
        *lo = fmax(*lo - all, at - wide);
        *hi = fmin(*hi + all, at + wide);
    } else {
        *lo -= all;
        *hi += all;
    }
}

/* a stroke is drawn in bands of BAND rows, which bounds the memory for its coverage */
enum { BAND = 32 };

/* covered columns of a row: from .. to - 1; none if from >= to */
typedef struct span {
    int from, to;
} span;

/* raises cell, the coverage of the pixels in the rows y0 .. y1 - 1 and the `width` columns from x0
 * on, to the coverage by this piece where that is greater; extends covered [rows] to the columns of
 * the piece */
static void cover(const piece *s, double r, int x0, int width, int y0, int y1, float *cell,
                  span *covered) {
    int from = (int)fmax(floor(fmin(s->y0, s->y1) - r - 1), y0);
    int to = (int)fmin(ceil(fmax(s->y0, s->y1) + r + 1), y1 - 1);
    for (int y = from; y <= to; y++) {
        double lo, hi;
        reach(s, r, y, &lo, &hi);
        float *row = cell + (size_t)(y - y0) * (size_t)width;
        int first = (int)fmax(floor(lo), x0), last = (int)fmin(hi, x0 + width - 1);
        span *in = &covered[y - y0];
        if (first - x0 < in->from) in->from = first - x0;
        if (last + 1 - x0 > in->to) in->to = last + 1 - x0;
        for (int x = first; x <= last; x++) {
            double c = r + 0.5 - distance(s, x + 0.5, y + 0.5);
            float v = (float)fmin(fmin(c, 1), 2 * r) * s->strength;
            if (c > 0 && v > row[x - x0]) row[x - x0] = v;
        }
    }
}

static tw_status draw_pieces(tw_image *image, const piece *p, int n, double r, tw_ink ink) {
    double lx = INFINITY, ly = INFINITY, hx = -INFINITY, hy = -INFINITY;
    for (int i = 0; i < n; i++) {
        lx = fmin(lx, fmin(p[i].x0, p[i].x1)), hx = fmax(hx, fmax(p[i].x0, p[i].x1));
        ly = fmin(ly, fmin(p[i].y0, p[i].y1)), hy = fmax(hy, fmax(p[i].y0, p[i].y1));
    }
    if (!(fabs(lx) + fabs(ly) + fabs(hx) + fabs(hy) + r < 1e9)) return TW_OK; /* nowhere near */
    int x0 = (int)fmax(floor(lx - r - 1), 0), x1 = (int)fmin(ceil(hx + r + 1), image->width - 1);
    int y0 = (int)fmax(floor(ly - r - 1), 0), y1 = (int)fmin(ceil(hy + r + 1), image->height - 1);
    if (x1 < x0 || y1 < y0) return TW_OK;
    int width = x1 - x0 + 1;
    float *cell = malloc((size_t)width * BAND * sizeof *cell);
    if (!cell) return tw_fail_memory();
    for (int top = y0; top <= y1; top += BAND) {
        int bottom = top + BAND < y1 + 1 ? top + BAND : y1 + 1;
        memset(cell, 0, (size_t)width * BAND * sizeof *cell);
        span covered[BAND];
        for (int y = 0; y < BAND; y++) covered[y] = (span){width, 0};
        for (int i = 0; i < n; i++) cover(&p[i], r, x0, width, top, bottom, cell, covered);
        for (int y = top; y < bottom; y++)
            for (int x = covered[y - top].from; x < covered[y - top].to; x++)
                tw_canvas_pixel(image, x0 + x, y, cell[(y - top) * width + x], ink);
    }
    free(cell);
    return TW_OK;
}

tw_status tw_canvas_path(tw_image *image, const double *xy, int n, const float *strength,
                         double width, tw_ink ink) {
    if (image->drawing) return tw_drawing_path(image->drawing, xy, n, strength, width, ink);
    double border = width + 2;
    piece *p = malloc((size_t)(n > 1 ? n : 1) * sizeof *p);
    if (!p) return tw_fail_memory();
    int count = 0;
    for (int i = 0; i + 1 < n; i++) {
        const double *a = xy + 2 * i;
        piece s = {a[0], a[1], a[2], a[3], strength ? strength[i] : 1};
        if (!isfinite(s.x0 + s.y0 + s.x1 + s.y1)) continue;
        if (!clip(&s.x0, &s.x1, &s.y0, &s.y1, -border, image->width + border)) continue;
        if (!clip(&s.y0, &s.y1, &s.x0, &s.x1, -border, image->height + border)) continue;
        p[count++] = s;
    }
    tw_status s = count ? draw_pieces(image, p, count, 0.5 * width, ink) : TW_OK;
    free(p);
    return s;
}

tw_status tw_canvas_line(tw_image *image, double x0, double y0, double x1, double y1, double width,
                         tw_ink ink) {
    const double xy[] = {x0, y0, x1, y1};
    return tw_canvas_path(image, xy, 2, NULL, width, ink);
}

/* ---- surfaces ------------------------------------------------------------------------------- */

typedef struct shape {
    double x, y, r, w, hx, hy;
    const double *tx, *ty;
} shape;

/* blends ink into the pixels of the box lx .. hx, ly .. hy that the shape s covers; edge: signed
 * distance from its edge, negative inside */
static void fill(tw_image *image, double lx, double ly, double hx, double hy,
                 double (*edge)(const shape *, double, double), const shape *s, tw_ink ink) {
    if (!(hx >= lx && hy >= ly) || !(fabs(lx) + fabs(ly) + fabs(hx) + fabs(hy) < 1e9)) return;
    int x0 = (int)fmax(floor(lx - 1), 0), x1 = (int)fmin(ceil(hx + 1), image->width - 1);
    int y0 = (int)fmax(floor(ly - 1), 0), y1 = (int)fmin(ceil(hy + 1), image->height - 1);
    for (int y = y0; y <= y1; y++)
        for (int x = x0; x <= x1; x++) {
            double c = 0.5 - edge(s, x + 0.5, y + 0.5);
            if (c > 0) tw_canvas_pixel(image, x, y, (float)fmin(c, 1), ink);
        }
}

static double disc(const shape *s, double x, double y) {
    double dx = x - s->x, dy = y - s->y;
    return sqrt(dx * dx + dy * dy) - s->r;
}

void tw_canvas_disc(tw_image *image, double x, double y, double radius, tw_ink ink) {
    if (image->drawing) {
        tw_drawing_round(image->drawing, x, y, radius, 0, ink);
        return;
    }
    shape s = {.x = x, .y = y, .r = radius};
    fill(image, x - radius, y - radius, x + radius, y + radius, disc, &s, ink);
}

static double ring(const shape *s, double x, double y) {
    return fabs(disc(s, x, y)) - s->w;
}

void tw_canvas_ring(tw_image *image, double x, double y, double radius, double width, tw_ink ink) {
    if (image->drawing) {
        tw_drawing_round(image->drawing, x, y, radius, width, ink);
        return;
    }
    shape s = {.x = x, .y = y, .r = radius, .w = 0.5 * width};
    double all = radius + s.w;
    fill(image, x - all, y - all, x + all, y + all, ring, &s, ink);
}

static double box(const shape *s, double x, double y) {
    double dx = fabs(x - s->x) - s->hx, dy = fabs(y - s->y) - s->hy;
    double ox = fmax(dx, 0), oy = fmax(dy, 0);
    return sqrt(ox * ox + oy * oy) + fmin(fmax(dx, dy), 0) - s->r;
}

void tw_canvas_box(tw_image *image, double x0, double y0, double x1, double y1, double round,
                   tw_ink ink) {
    if (image->drawing) {
        tw_drawing_area(image->drawing, (double[]){x0, y0, x1, y0, x1, y1, x0, y1}, 4, ink);
        return;
    }
    shape s = {.x = 0.5 * (x0 + x1), .y = 0.5 * (y0 + y1)};
    s.r = fmin(round, 0.5 * fmin(x1 - x0, y1 - y0));
    s.hx = 0.5 * (x1 - x0) - s.r;
    s.hy = 0.5 * (y1 - y0) - s.r;
    fill(image, x0, y0, x1, y1, box, &s, ink);
}

/* greatest signed distance from the sides of a triangle, positive outside */
static double triangle(const shape *s, double x, double y) {
    double most = -INFINITY;
    double area = (s->tx[1] - s->tx[0]) * (s->ty[2] - s->ty[0]) -
                  (s->ty[1] - s->ty[0]) * (s->tx[2] - s->tx[0]);
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        double ex = s->tx[j] - s->tx[i], ey = s->ty[j] - s->ty[i], l = sqrt(ex * ex + ey * ey);
        double d = l > 0 ? ((x - s->tx[i]) * ey - (y - s->ty[i]) * ex) / l : INFINITY;
        most = fmax(most, area > 0 ? d : -d);
    }
    return most;
}

void tw_canvas_plate(tw_image *image, double x0, double y0, double x1, double y1, double round,
                     tw_ink ink) {
    if (image->drawing) image->drawing->plate = true;
    tw_canvas_box(image, x0, y0, x1, y1, round, ink);
    if (image->drawing) image->drawing->plate = false;
}

void tw_canvas_triangle(tw_image *image, const double x[3], const double y[3], tw_ink ink) {
    if (image->drawing) {
        tw_drawing_area(image->drawing, (double[]){x[0], y[0], x[1], y[1], x[2], y[2]}, 3, ink);
        return;
    }
    shape s = {.tx = x, .ty = y};
    fill(image, fmin(x[0], fmin(x[1], x[2])), fmin(y[0], fmin(y[1], y[2])),
         fmax(x[0], fmax(x[1], x[2])), fmax(y[0], fmax(y[1], y[2])), triangle, &s, ink);
}
