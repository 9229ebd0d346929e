/* Strokes and discs by their distance functions: coverage is 1/2 - distance, clamped; see canvas.h.
 */
#include "picture/canvas.h"

#include <math.h>

void tw_canvas_pixel(tw_image *image, int x, int y, float coverage, tw_ink ink) {
    if (x < 0 || y < 0 || x >= image->width || y >= image->height) return;
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

/* calls cover(shape, x, y) for the pixels of a box, in signed distance to the shape's edge */
typedef struct shape {
    double x0, y0, x1, y1, r;
    const double *tx, *ty;
} shape;

static void fill(tw_image *image, double lx, double ly, double hx, double hy,
                 double (*distance)(const shape *, double, double), const shape *s, tw_ink ink) {
    if (!(hx >= lx && hy >= ly) || !(fabs(lx) + fabs(ly) + fabs(hx) + fabs(hy) < 1e9)) return;
    int x0 = (int)fmax(floor(lx - 1), 0), x1 = (int)fmin(ceil(hx + 1), image->width - 1);
    int y0 = (int)fmax(floor(ly - 1), 0), y1 = (int)fmin(ceil(hy + 1), image->height - 1);
    for (int y = y0; y <= y1; y++)
        for (int x = x0; x <= x1; x++) {
            double c = 0.5 - distance(s, x + 0.5, y + 0.5);
            if (c > 0) tw_canvas_pixel(image, x, y, (float)fmin(c, 1), ink);
        }
}

static double segment(const shape *s, double x, double y) {
    double dx = s->x1 - s->x0, dy = s->y1 - s->y0, l2 = dx * dx + dy * dy;
    double u = l2 > 0 ? ((x - s->x0) * dx + (y - s->y0) * dy) / l2 : 0;
    u = fmin(fmax(u, 0), 1);
    double ex = x - (s->x0 + u * dx), ey = y - (s->y0 + u * dy);
    return sqrt(ex * ex + ey * ey) - s->r;
}

/* the part of a segment inside the picture and a border around it; false: none */
static int clip(double *a, double *b, double *c, double *d, double lo, double hi) {
    /* one coordinate at a time: (a, b) along it, (c, d) across */
    for (int side = 0; side < 2; side++) {
        double *in = side ? b : a, *out = side ? a : b, *inc = side ? d : c, *outc = side ? c : d;
        for (int k = 0; k < 2; k++) {
            double edge = k ? hi : lo;
            int beyond = k ? *in > edge : *in < edge, other = k ? *out > edge : *out < edge;
            if (!beyond) continue;
            if (other) return 0;
            double u = (edge - *in) / (*out - *in);
            *inc += u * (*outc - *inc);
            *in = edge;
        }
    }
    return 1;
}

void tw_canvas_line(tw_image *image, double x0, double y0, double x1, double y1, double width,
                    tw_ink ink) {
    double border = width + 2;
    if (!isfinite(x0 + y0 + x1 + y1)) return;
    if (!clip(&x0, &x1, &y0, &y1, -border, image->width + border)) return;
    if (!clip(&y0, &y1, &x0, &x1, -border, image->height + border)) return;
    shape s = {.x0 = x0, .y0 = y0, .x1 = x1, .y1 = y1, .r = 0.5 * width};
    /* in pieces, so that a long slanted line does not visit its whole box */
    double l = sqrt((x1 - x0) * (x1 - x0) + (y1 - y0) * (y1 - y0));
    if (l <= 64) {
        fill(image, fmin(x0, x1) - s.r, fmin(y0, y1) - s.r, fmax(x0, x1) + s.r, fmax(y0, y1) + s.r,
             segment, &s, ink);
        return;
    }
    /* row by row, only where the line is */
    int top = (int)fmax(floor(fmin(y0, y1) - s.r - 1), 0);
    int bottom = (int)fmin(ceil(fmax(y0, y1) + s.r + 1), image->height - 1);
    for (int y = top; y <= bottom; y++) {
        double lo = fmin(x0, x1), hi = fmax(x0, x1), dy = y1 - y0;
        if (fabs(dy) > 1e-9) {
            double slope = (x1 - x0) / dy,
                   reach = (s.r + 2) * sqrt(1 + slope * slope) + fabs(slope);
            double at = x0 + (y + 0.5 - y0) * slope;
            lo = fmax(lo - s.r - 2, at - reach);
            hi = fmin(hi + s.r + 2, at + reach);
        } else {
            lo -= s.r + 2;
            hi += s.r + 2;
        }
        for (int x = (int)fmax(floor(lo), 0); x <= (int)fmin(hi, image->width - 1); x++) {
            double c = 0.5 - segment(&s, x + 0.5, y + 0.5);
            if (c > 0) tw_canvas_pixel(image, x, y, (float)fmin(c, 1), ink);
        }
    }
}

static double disc(const shape *s, double x, double y) {
    double dx = x - s->x0, dy = y - s->y0;
    return sqrt(dx * dx + dy * dy) - s->r;
}

void tw_canvas_disc(tw_image *image, double x, double y, double radius, tw_ink ink) {
    shape s = {.x0 = x, .y0 = y, .r = radius};
    fill(image, x - radius, y - radius, x + radius, y + radius, disc, &s, ink);
}

/* the largest distance to one of the three sides, positive outside */
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

void tw_canvas_triangle(tw_image *image, const double x[3], const double y[3], tw_ink ink) {
    shape s = {.tx = x, .ty = y};
    fill(image, fmin(x[0], fmin(x[1], x[2])), fmin(y[0], fmin(y[1], y[2])),
         fmax(x[0], fmax(x[1], x[2])), fmax(y[0], fmax(y[1], y[2])), triangle, &s, ink);
}
