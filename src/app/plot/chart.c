/* Data of charts, and drawing of charts with axes; see chart.h. */
#include "app/plot/pen.h"
#include "base/math/elementary.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = 960,
    LEFT = 76,
    RIGHT = 272, /* right margin, with the legend, pixels */
    TOP = 34,
    PANEL = 250,
    BETWEEN = 44,
    BOTTOM = 44,
    LETTERS = 13,
    PAPER = 0xffffff,
    DARK = 0x303030,
    GRID = 0xe2e2e2,
    FRAME = 0x909090
};

/* colours of the curves; also colour-blind people can distinguish them (Okabe and Ito 2008) */
static const unsigned colours[] = {0x0072b2, 0xd55e00, 0x009e73, 0xcc79a7,
                                   0xe69f00, 0x56b4e9, 0x7a5c3e, 0x555555};

enum { COLOURS = sizeof colours / sizeof colours[0] };

/* ---- data ----------------------------------------------------------------------------------- */

tw_status tw_chart_panel(tw_chart *chart, const char *title, const char *unit, bool magnitude,
                         tw_panel **panel) {
    for (size_t i = 0; i < chart->panel.count; i++) {
        *panel = &chart->panel.data[i];
        if (!strcmp((*panel)->title, title) && !strcmp((*panel)->unit, unit)) return TW_OK;
    }
    tw_panel p = {.title = strdup(title), .unit = strdup(unit), .magnitude = magnitude};
    if (p.title && p.unit && tw_push(&chart->panel, p) == TW_OK) {
        *panel = &chart->panel.data[chart->panel.count - 1];
        return TW_OK;
    }
    free(p.title);
    free(p.unit);
    return tw_fail_memory();
}

tw_status tw_panel_curve(tw_panel *panel, const char *name, bool dashed, tw_curve **curve) {
    tw_curve c = {.name = strdup(name), .dashed = dashed};
    if (c.name && tw_push(&panel->curve, c) == TW_OK) {
        *curve = &panel->curve.data[panel->curve.count - 1];
        return TW_OK;
    }
    free(c.name);
    return tw_fail_memory();
}

tw_status tw_curve_add(tw_curve *curve, double t, double value) {
    TW_TRY(tw_push(&curve->xy, t));
    return tw_push(&curve->xy, value);
}

void tw_chart_free(tw_chart *chart) {
    for (size_t i = 0; i < chart->panel.count; i++) {
        tw_panel *p = &chart->panel.data[i];
        for (size_t k = 0; k < p->curve.count; k++) {
            free(p->curve.data[k].name);
            tw_array_free(&p->curve.data[k].xy);
        }
        tw_array_free(&p->curve);
        free(p->title);
        free(p->unit);
    }
    tw_array_free(&chart->panel);
    free(chart->title);
}

/* ---- axes ----------------------------------------------------------------------------------- */

static double power_of_ten(int e) {
    double p = 1;
    for (int i = 0; i < abs(e); i++) p *= 10;
    return e < 0 ? 1 / p : p;
}

/* least step of the form 1, 2 or 5 times a power of ten that divides `range` into at most `most`
 * steps */
static double tick_step(double range, int most) {
    if (!(range > 0) || !isfinite(range)) return 1;
    for (int e = -300; e < 300; e++)
        for (int m = 0; m < 3; m++) {
            double step = (double[]){1, 2, 5}[m] * power_of_ten(e);
            if (range / step <= most) return step;
        }
    return range;
}

static double log10_of(double x) {
    return tw_log(x) / 2.302585092994046;
}

typedef struct axis {
    double lo, hi; /* range of the values, or, if `log`, of their decimal logarithms */
    double step;
    bool log;
    double p0, p1; /* pixels */
} axis;

static double place(const axis *a, double value) {
    double v = a->log ? (value > 0 ? log10_of(value) : a->lo) : value;
    v = v < a->lo && a->log ? a->lo : v;
    return a->p0 + (a->p1 - a->p0) * (v - a->lo) / (a->hi - a->lo);
}

/* axis of a panel: it begins and ends at a tick, and includes all values of the panel; a
 * logarithmic one of those above 1e-18 the uppermost 14 decades */
static axis axis_of(const tw_panel *p, bool log) {
    axis a = {.lo = INFINITY, .hi = -INFINITY, .log = log && p->magnitude};
    for (size_t i = 0; i < p->curve.count; i++)
        for (size_t k = 1; k < p->curve.data[i].xy.count; k += 2) {
            double v = p->curve.data[i].xy.data[k];
            if (a.log) v = v > 1e-18 ? log10_of(v) : NAN;
            if (!isfinite(v)) continue;
            a.lo = fmin(a.lo, v);
            a.hi = fmax(a.hi, v);
        }
    if (!(a.lo <= a.hi)) a.lo = a.hi = 0;
    if (a.log) {
        a.hi = ceil(a.hi - 1e-9);
        a.lo = fmax(floor(a.lo), a.hi - 14);
        if (a.lo >= a.hi) a.lo = a.hi - 1;
        a.step = fmax(1, ceil((a.hi - a.lo) / 7));
        return a;
    }
    if (p->magnitude) a.lo = fmin(a.lo, 0);
    /* a curve that is constant except for rounding gets an axis around its value, not one that
     * magnifies the rounding */
    double scale = fmax(fabs(a.lo), fabs(a.hi));
    if (a.hi - a.lo <= 1e-9 * scale || a.hi == a.lo) {
        double room = scale > 0 ? 0.1 * scale : 1;
        if (!p->magnitude || a.lo < 0) a.lo -= room;
        a.hi += room;
    }
    a.step = tick_step(a.hi - a.lo, 6);
    a.lo = a.step * floor(a.lo / a.step + 1e-9);
    a.hi = a.step * ceil(a.hi / a.step - 1e-9);
    return a;
}

static tw_status put_x(tw_pen *pen, const axis *x, double y0, double y1, bool names) {
    double first = ceil(x->lo / x->step - 1e-9);
    for (int i = 0; (first + i) * x->step <= x->hi + 1e-9 * x->step; i++) {
        double t = (first + i) * x->step, at = place(x, t);
        char text[40];
        TW_TRY(tw_pen_line(pen, at, y0, at, y1, (tw_svg_ink){GRID, 1, false}));
        snprintf(text, sizeof text, "%.6g", fabs(t) < 1e-9 * x->step ? 0.0 : t);
        if (names) TW_TRY(tw_pen_text(pen, at, y1 + 17, LETTERS, TW_SVG_MIDDLE, DARK, text));
    }
    return TW_OK;
}

static tw_status put_y(tw_pen *pen, const axis *y, double x0, double x1) {
    int n = (int)floor((y->hi - y->lo) / y->step + 1e-6);
    for (int i = 0; i <= n; i++) {
        double v = y->lo + i * y->step,
               at = y->p0 + (y->p1 - y->p0) * i * y->step / (y->hi - y->lo);
        char text[40];
        if (fabs(v) < 1e-9 * y->step) v = 0;
        TW_TRY(tw_pen_line(pen, x0, at, x1, at, (tw_svg_ink){GRID, 1, false}));
        if (y->log)
            snprintf(text, sizeof text, "1e%.0f", v);
        else
            snprintf(text, sizeof text, "%.6g", v);
        TW_TRY(tw_pen_text(pen, x0 - 7, at + 0.35 * LETTERS, LETTERS, TW_SVG_END, DARK, text));
    }
    return TW_OK;
}

/* ---- curves --------------------------------------------------------------------------------- */

static tw_status put_curve(tw_pen *pen, const tw_curve *c, const axis *x, const axis *y,
                           tw_svg_ink ink) {
    size_t n = c->xy.count / 2, k = 0;
    double *xy = malloc((c->xy.count + 2) * sizeof *xy);
    if (!xy) return tw_fail_memory();
    tw_status s = TW_OK;
    for (size_t i = 0; s == TW_OK && i <= n; i++) {
        bool gap = i == n || !isfinite(c->xy.data[2 * i]) || !isfinite(c->xy.data[2 * i + 1]);
        if (gap) {
            if (k > 1) s = tw_pen_path(pen, xy, k, ink);
            k = 0;
            continue;
        }
        xy[2 * k] = place(x, c->xy.data[2 * i]);
        xy[2 * k++ + 1] = place(y, c->xy.data[2 * i + 1]);
    }
    free(xy);
    return s;
}

static tw_status put_legend(tw_pen *pen, const tw_curve *c, int row, double y0, tw_svg_ink ink) {
    double x = WIDTH - RIGHT + 16, y = y0 + 10 + 20 * row;
    TW_TRY(tw_pen_line(pen, x, y, x + 26, y, ink));
    return tw_pen_text(pen, x + 34, y + 0.35 * LETTERS, LETTERS, TW_SVG_START, DARK, c->name);
}

static tw_status put_panel(tw_pen *pen, const tw_chart *chart, const tw_panel *p, double top,
                           bool last) {
    axis x = {.lo = chart->x0, .hi = chart->x1, .p0 = LEFT, .p1 = WIDTH - RIGHT};
    axis y = axis_of(p, chart->log);
    double y0 = top, y1 = top + PANEL;
    x.step = tick_step(x.hi - x.lo, 10);
    y.p0 = y1, y.p1 = y0;
    char title[200];
    snprintf(title, sizeof title, "%s%s%s%s", p->title, *p->unit ? " (" : "", p->unit,
             *p->unit ? ")" : "");
    TW_TRY(tw_pen_text(pen, LEFT, y0 - 9, LETTERS, TW_SVG_START, DARK, title));
    TW_TRY(put_x(pen, &x, y0, y1, true));
    TW_TRY(put_y(pen, &y, x.p0, x.p1));
    double frame[] = {x.p0, y0, x.p0, y1, x.p1, y1};
    TW_TRY(tw_pen_path(pen, frame, 3, (tw_svg_ink){FRAME, 1, false}));
    int colour = -1, row = 0;
    for (size_t i = 0; i < p->curve.count; i++) {
        const tw_curve *c = &p->curve.data[i];
        if (!c->dashed) colour++;
        unsigned rgb = colours[(colour < 0 ? 0 : colour) % COLOURS];
        /* the closed form coincides with the curve that it belongs to: a thin dark line leaves both
         * visible */
        tw_svg_ink ink = c->dashed ? (tw_svg_ink){DARK, 1.2, true} : (tw_svg_ink){rgb, 2.6, false};
        TW_TRY(put_curve(pen, c, &x, &y, ink));
        if (*c->name && row < (PANEL - 10) / 20) TW_TRY(put_legend(pen, c, row++, y0, ink));
    }
    return last ? tw_pen_text(pen, 0.5 * (x.p0 + x.p1), y1 + 36, LETTERS, TW_SVG_MIDDLE, DARK,
                              "time (s)")
                : TW_OK;
}

static tw_status draw(tw_pen *pen, const void *context) {
    const tw_chart *chart = context;
    double top = TOP + 22;
    TW_TRY(tw_pen_text(pen, LEFT, 24, 16, TW_SVG_START, DARK, chart->title));
    for (size_t i = 0; i < chart->panel.count; i++) {
        TW_TRY(put_panel(pen, chart, &chart->panel.data[i], top, i + 1 == chart->panel.count));
        top += PANEL + BETWEEN;
    }
    return TW_OK;
}

tw_status tw_chart_write(const tw_chart *chart, const char *path) {
    int n = (int)chart->panel.count;
    int height = TOP + 22 + n * PANEL + (n - 1) * BETWEEN + BOTTOM;
    return tw_pen_write(path, WIDTH, height, PAPER, draw, chart);
}
