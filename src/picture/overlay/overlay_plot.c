/*
 * Draws the curve of a constraint's deviation |D(t)|: the computed values as a thick line up to
 * the present time, the closed form as a thin line over the whole axis of time, the time constant
 * tau as a tick. The axes are the same in all pictures of the film; when the time has passed the
 * end of the axis of time, the axis moves along with it.
 */
#include "base/math/elementary.h"
#include "frame/marks/film/plots.h"
#include "frame/marks/film/sides.h"
#include "picture/overlay/overlay.h"

#include <math.h>
#include <stdio.h>

enum { POINTS = 160, BETWEEN = 6 };

static const double above = 1.08; /* the axis of |D| ends at this multiple of the largest value */

typedef struct axes {
    double x0, y0, x1, y1; /* box in which the curve is drawn, pixels; y1: its lower edge */
    double begin, span, top;
} axes;

void tw_overlay_plot_size(const tw_overlay_layer *l, double *width, double *height) {
    *width = fmax(TW_CURVE_WIDTH * l->image->height, 8.6 * l->text);
    *height = fmax(TW_CURVE_HEIGHT * l->image->height, 3.7 * l->text);
}

static double across(const axes *a, double t) {
    return a->x0 + (a->x1 - a->x0) * (t - a->begin) / a->span;
}

static double over(const axes *a, double value) {
    return a->y1 - (a->y1 - a->y0) * fmin(value / a->top, above);
}

static tw_status draw_law(const tw_overlay_layer *l, const tw_plot *p, const axes *a, tw_ink ink) {
    double xy[2 * (POINTS + 1)];
    for (int i = 0; i <= POINTS; i++) {
        double t = a->begin + a->span * i / POINTS;
        xy[2 * i] = across(a, t);
        xy[2 * i + 1] = over(a, tw_plot_law(p, t - p->begin));
    }
    return tw_canvas_path(l->image, xy, POINTS + 1, NULL, 0.9 * l->unit, ink);
}

static tw_status draw_values(const tw_overlay_layer *l, const tw_plot *p, const axes *a,
                             tw_ink ink) {
    double xy[2 * (BETWEEN + 1)];
    const tw_plot_sample *s = p->sample;
    for (size_t i = 0; i + 1 < p->count; i++) {
        int n = 0;
        for (int k = 0; k <= BETWEEN; k++) {
            double t = s[i].t + (s[i + 1].t - s[i].t) * k / BETWEEN;
            if (t < a->begin) continue;
            xy[2 * n] = across(a, t);
            xy[2 * n++ + 1] = over(a, tw_plot_between(&s[i], &s[i + 1], t));
        }
        if (n > 1) TW_TRY(tw_canvas_path(l->image, xy, n, NULL, 2 * l->unit, ink));
    }
    double x = across(a, s[p->count - 1].t), y = over(a, p->value);
    tw_canvas_disc(l->image, x, y, 3 * l->unit, tw_overlay_dark);
    tw_canvas_disc(l->image, x, y, 2.2 * l->unit, tw_overlay_inks[TW_CLASS_NEUTRAL]);
    return TW_OK;
}

static tw_status draw_axes(const tw_overlay_layer *l, const axes *a) {
    tw_ink grey = {0.8f, 0.8f, 0.82f, 0.7f};
    double xy[] = {a->x0, a->y0 - 0.06 * (a->y1 - a->y0), a->x0, a->y1, a->x1, a->y1};
    return tw_canvas_path(l->image, xy, 3, NULL, 0.8 * l->unit, grey);
}

/* draws the tick one tau after the curve's beginning, and the word tau if it fits */
static tw_status draw_tau(const tw_overlay_layer *l, const tw_plot *p, const axes *a) {
    double t = p->begin + p->tau;
    if (t <= a->begin || t > a->begin + a->span) return TW_OK;
    double x = across(a, t), up, down, w;
    tw_ink ink = tw_overlay_inks[TW_CLASS_NEUTRAL];
    TW_TRY(tw_canvas_line(l->image, x, a->y1 - 4 * l->unit, x, a->y1 - l->unit, l->unit, ink));
    double size = 0.9 * l->text;
    TW_TRY(tw_text_measure("\u03c4", size, &w, &up, &down));
    return tw_text_draw(l->image, x - 0.5 * w, a->y1 - 0.12 * size + up, size, "\u03c4", ink);
}

/* draws the curve's name; a name wider than `room` pixels is cut and ends in dots */
static tw_status draw_title(const tw_overlay_layer *l, const char *text, double x, double y,
                            double room, tw_ink ink) {
    char title[96];
    double w, up, down;
    snprintf(title, sizeof title, "%.80s", text);
    TW_TRY(tw_text_measure(title, l->text, &w, &up, &down));
    for (int n = (int)sizeof title - 16; w > room && n > 1; n--) {
        if (((unsigned char)text[n] & 0xc0) == 0x80) continue;
        snprintf(title, sizeof title, "%.*s\u2026", n, text);
        TW_TRY(tw_text_measure(title, l->text, &w, &up, &down));
    }
    return tw_text_draw(l->image, x, y + up, l->text, title, ink);
}

tw_status tw_overlay_plot(tw_overlay_layer *l, const tw_plot *p, const tw_box *box) {
    double pad = 0.35 * l->text, w, up, down;
    tw_ink ground = {0.05f, 0.06f, 0.08f, 0.62f}, ink = tw_overlay_inks[TW_CLASS_DEVIATION];
    tw_ink white = tw_overlay_inks[TW_CLASS_NEUTRAL];
    tw_canvas_box(l->image, box->x0, box->y0, box->x1, box->y1, 0.4 * l->text, ground);
    axes a = {.x0 = box->x0 + 2 * pad,
              .y0 = box->y0 + pad + 1.15 * l->text,
              .x1 = box->x1 - pad,
              .y1 = box->y1 - pad - 0.75 * l->text,
              .span = p->span,
              .top = p->top > 0 ? p->top : 1};
    double now = p->sample[p->count - 1].t;
    a.begin = fmax(p->begin, now - p->span);
    char tau[40];
    snprintf(tau, sizeof tau, "\u03c4 = %.3g s", p->tau);
    TW_TRY(tw_text_measure(tau, l->text, &w, &up, &down));
    double x = box->x1 - pad - w;
    TW_TRY(tw_text_draw(l->image, x, box->y0 + 0.5 * pad + up, l->text, tau, white));
    TW_TRY(draw_title(l, p->text, box->x0 + pad, box->y0 + 0.5 * pad, x - box->x0 - 2 * pad, ink));
    TW_TRY(draw_axes(l, &a));
    if (p->lawful) {
        white.a = 0.75f;
        TW_TRY(draw_law(l, p, &a, white));
    }
    TW_TRY(draw_values(l, p, &a, ink));
    return draw_tau(l, p, &a);
}
