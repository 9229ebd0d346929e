/*
 * Graphs: axes with ticks at round numbers and a faint grid; closed forms as thin lines, values up
 * to now as thick lines with a dot at their end. They stand on a plate, which is dark, or light
 * where the picture's border is bright.
 */
#include "base/text/color.h"
#include "picture/overlay/overlay.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* [number of the curve] default colours of curves: on_dark: on a dark plate; on_light: on a light
 * one */
static const tw_ink on_dark[TW_GRAPH_CURVES] = {
    {1.00f, 0.66f, 0.25f, 1}, {0.40f, 0.78f, 1.00f, 1}, {0.58f, 0.90f, 0.46f, 1},
    {1.00f, 0.52f, 0.62f, 1}, {0.80f, 0.66f, 1.00f, 1}, {0.98f, 0.92f, 0.42f, 1},
    {0.42f, 0.92f, 0.82f, 1}, {0.86f, 0.86f, 0.88f, 1},
};
static const tw_ink on_light[TW_GRAPH_CURVES] = {
    {0.82f, 0.33f, 0.02f, 1}, {0.05f, 0.38f, 0.70f, 1}, {0.16f, 0.50f, 0.12f, 1},
    {0.78f, 0.12f, 0.28f, 1}, {0.45f, 0.24f, 0.72f, 1}, {0.56f, 0.46f, 0.00f, 1},
    {0.00f, 0.46f, 0.42f, 1}, {0.25f, 0.25f, 0.28f, 1},
};

typedef struct chart {
    tw_overlay_layer *l;
    const tw_graph *g;
    tw_box box, area; /* box of the plate, and the part of it in which curves are drawn, pixels */
    double text;      /* height of a line of text, pixels */
    /* true: there is room for the title, for the y axis' label, for numbers at ticks */
    bool title, label, numbers;
    /* where the names of curves stand: nowhere, beside the title, in a row of their own */
    enum { NO_NAMES, BESIDE, BELOW } names;
    tw_ink ink, faint, plate;
    const tw_ink *palette;
} chart;

static double across(const chart *c, double x) {
    double u = (x - c->g->from[0]) / (c->g->to[0] - c->g->from[0]);
    return c->area.x0 + u * (c->area.x1 - c->area.x0);
}

static double over(const chart *c, double y) {
    double u = (y - c->g->from[1]) / (c->g->to[1] - c->g->from[1]);
    return c->area.y1 - u * (c->area.y1 - c->area.y0);
}

static tw_ink faded(tw_ink ink, double by) {
    ink.a *= (float)by;
    return ink;
}

static tw_status letters(const chart *c, const char *text, double x, double y, double anchor,
                         double size, tw_ink ink) {
    double w, up, down;
    TW_TRY(tw_text_measure(text, size, &w, &up, &down));
    return tw_text_draw_plain(c->l->image, x - anchor * w, y + up, size, text, ink);
}

/* ---- axes ----------------------------------------------------------------------------------- */

/* distance between the ticks of an axis, in the axis' unit, chosen so that three to eight ticks fit
 */
static double tick_step(const tw_graph *g, int axis) {
    return tw_overlay_round((g->to[axis] - g->from[axis]) / 3);
}

static void tick_text(double value, double step, char text[32]) {
    if (fabs(value) < 1e-6 * step) value = 0;
    snprintf(text, 32, "%s%.5g", value < 0 ? "\u2212" : "", fabs(value));
}

/* *k: tick number i of an axis lies at the value k step; false: the axis has fewer ticks. There are
 * none where the range is less than about 1e-9 of the values, which rounding could not tell apart
 */
static bool tick(const tw_graph *g, int axis, double step, int i, double *k) {
    enum { MOST = 32 };
    if (!(step > 0) || i >= MOST) return false;
    *k = ceil(g->from[axis] / step - 1e-9) + i;
    return fabs(*k) < 1e9 && *k * step <= g->to[axis] + 1e-9 * step;
}

/* *room: width of the widest number beside the y axis, pixels */
static tw_status room_for_numbers(const chart *c, double *room) {
    double step = tick_step(c->g, 1), k, w, up, down;
    char text[32];
    *room = 0;
    if (!c->numbers) return TW_OK;
    for (int i = 0; tick(c->g, 1, step, i, &k); i++) {
        tick_text(k * step, step, text);
        TW_TRY(tw_text_measure(text, c->text, &w, &up, &down));
        *room = fmax(*room, w);
    }
    return TW_OK;
}

/* number of ticks of the y axis from one number to the next: 1, 2, 4, ..., so that numbers do not
 * overlap in small pictures */
static double number_each(const chart *c) {
    double step = tick_step(c->g, 1), room = over(c, 0) - over(c, step), each = 1;
    if (!(room > 0)) return 1;
    while (each * room < 1.05 * c->text && each < 32) each *= 2;
    return each;
}

/* draws the ticks and numbers of one axis (0: x, 1: y); until: greatest x in pixels that numbers
 * may reach */
static tw_status draw_ticks(const chart *c, int axis, double until) {
    double step = tick_step(c->g, axis), thin = 0.7 * c->l->unit, k, w, up, down;
    /* last: right end of the previous number, pixels */
    double each = number_each(c), last = -HUGE_VAL;
    char text[32];
    for (int i = 0; tick(c->g, axis, step, i, &k); i++) {
        double v = k * step, x = across(c, v), y = over(c, v);
        bool zero = k == 0;
        tw_ink ink = faded(c->faint, zero ? 2.2 : 1);
        tick_text(v, step, text);
        TW_TRY(tw_text_measure(text, c->text, &w, &up, &down));
        if (axis == 0) {
            TW_TRY(tw_canvas_line(c->l->image, x, c->area.y0, x, c->area.y1, thin, ink));
            if (c->numbers && x + 0.5 * w < until && x - 0.5 * w > last) {
                last = x + 0.5 * w + 0.3 * c->text;
                TW_TRY(letters(c, text, x, c->area.y1 + 0.15 * c->text, 0.5, c->text, c->ink));
            }
        } else {
            TW_TRY(tw_canvas_line(c->l->image, c->area.x0, y, c->area.x1, y, thin, ink));
            if (c->numbers && fmod(k, each) == 0)
                TW_TRY(letters(c, text, c->area.x0 - 0.35 * c->text, y - 0.5 * (up + down), 1,
                               c->text, c->ink));
        }
    }
    return TW_OK;
}

static tw_status draw_axes(const chart *c) {
    double until = c->box.x1, w, up, down;
    if (c->g->x_label && c->numbers) {
        TW_TRY(tw_text_measure(c->g->x_label, c->text, &w, &up, &down));
        TW_TRY(
            letters(c, c->g->x_label, c->area.x1, c->area.y1 + 0.15 * c->text, 1, c->text, c->ink));
        until = c->area.x1 - w - 0.3 * c->text;
    }
    TW_TRY(draw_ticks(c, 0, until));
    TW_TRY(draw_ticks(c, 1, 0));
    double xy[] = {c->area.x0, c->area.y0, c->area.x0, c->area.y1, c->area.x1, c->area.y1};
    return tw_canvas_path(c->l->image, xy, 3, NULL, c->l->unit, faded(c->ink, 0.7));
}

/* ---- curves --------------------------------------------------------------------------------- */

/* clips the segment p: x0, y0, x1, y1 to the box; false: it lies outside */
static bool clip(const tw_box *b, double p[4]) {
    double from = 0, to = 1, d[2] = {p[2] - p[0], p[3] - p[1]};
    const double lo[2] = {b->x0, b->y0}, hi[2] = {b->x1, b->y1};
    for (int k = 0; k < 2; k++) {
        if (d[k] == 0) {
            if (p[k] < lo[k] || p[k] > hi[k]) return false;
            continue;
        }
        double u = (lo[k] - p[k]) / d[k], v = (hi[k] - p[k]) / d[k];
        from = fmax(from, fmin(u, v)), to = fmin(to, fmax(u, v));
    }
    if (!(from <= to)) return false;
    double x = p[0], y = p[1];
    p[0] = x + from * d[0], p[1] = y + from * d[1];
    p[2] = x + to * d[0], p[3] = y + to * d[1];
    return true;
}

enum { STROKE = 512 }; /* greatest number of points drawn as one stroke */

typedef struct stroke {
    double xy[2 * STROKE];
    int n;
} stroke;

static tw_status end_stroke(const chart *c, stroke *s, double width, tw_ink ink) {
    tw_status status =
        s->n > 1 ? tw_canvas_path(c->l->image, s->xy, s->n, NULL, width, ink) : TW_OK;
    s->n = 0;
    return status;
}

static tw_ink curve_ink(const chart *c, const tw_graph_curve *curve, int number) {
    tw_ink ink = c->palette[number % TW_GRAPH_CURVES];
    if (curve->has_color)
        ink = (tw_ink){(float)tw_srgb_signal(curve->color.r), (float)tw_srgb_signal(curve->color.g),
                       (float)tw_srgb_signal(curve->color.b), 1};
    return faded(ink, c->g->opacity * (curve->thin ? 0.85 : 1));
}

static tw_status draw_curve(const chart *c, const tw_graph_curve *curve, tw_ink ink) {
    double width = (curve->thin ? 1 : 2.4) * c->l->unit;
    stroke s = {.n = 0};
    for (size_t i = 1; i < curve->count; i++) {
        const double *v = curve->xy + 2 * (i - 1);
        double p[4] = {across(c, v[0]), over(c, v[1]), across(c, v[2]), over(c, v[3])};
        bool there = isfinite(p[0] + p[1] + p[2] + p[3]) && clip(&c->area, p);
        bool joins = there && s.n > 0 && s.n < STROKE && s.xy[2 * s.n - 2] == p[0] &&
                     s.xy[2 * s.n - 1] == p[1];
        if (!joins) TW_TRY(end_stroke(c, &s, width, ink));
        if (!there) continue;
        if (s.n == 0) memcpy(s.xy, p, 2 * sizeof *p), s.n = 1;
        memcpy(s.xy + 2 * s.n++, p + 2, 2 * sizeof *p);
    }
    return end_stroke(c, &s, width, ink);
}

/* draws the dot at the newest point of a curve */
static void draw_end(const chart *c, const tw_graph_curve *curve, tw_ink ink) {
    if (curve->thin || !curve->count) return;
    const double *v = curve->xy + 2 * (curve->count - 1);
    double x = across(c, v[0]), y = over(c, v[1]), r = 3.4 * c->l->unit;
    if (!(x >= c->area.x0 - r && x <= c->area.x1 + r && y >= c->area.y0 - r && y <= c->area.y1 + r))
        return;
    tw_canvas_disc(c->l->image, x, y, r, faded(c->ink, 1));
    tw_canvas_disc(c->l->image, x, y, 0.72 * r, ink);
}

static tw_status draw_curves(const chart *c) {
    for (int pass = 0; pass < 2; pass++) {
        int number = 0;
        for (int i = 0; i < c->g->curves; i++) {
            const tw_graph_curve *curve = &c->g->curve[i];
            if (curve->thin != (pass == 0)) continue;
            /* closed forms are white or black, unless the script has chosen a colour */
            tw_ink ink = curve_ink(c, curve, number++);
            if (curve->thin && !curve->has_color) ink = faded(c->ink, 0.75);
            TW_TRY(draw_curve(c, curve, ink));
            draw_end(c, curve, ink);
        }
    }
    return TW_OK;
}

/* ---- all of it ------------------------------------------------------------------------------ */

/* lengths in line heights. TITLE: size of the title's letters; the others: space before, and length
 * of, the dash in front of a curve's name, and space behind it */
#define TITLE 1.08
#define NAME_GAP 0.3
#define NAME_DASH 0.9
#define NAME_APART 0.7

/* draws the names of the curves with their dashes at height y, from right to left */
static tw_status draw_names(const chart *c, double y) {
    double x = c->area.x1, w, up, down, dash = NAME_DASH * c->text;
    int number = -1;
    for (int i = 0; i < c->g->curves; i++) number += !c->g->curve[i].thin;
    for (int i = c->g->curves; i-- > 0;) {
        const tw_graph_curve *curve = &c->g->curve[i];
        if (curve->thin) continue;
        tw_ink ink = curve_ink(c, curve, number--);
        if (!curve->name) continue;
        TW_TRY(tw_text_measure(curve->name, c->text, &w, &up, &down));
        TW_TRY(letters(c, curve->name, x, y, 1, c->text, c->ink));
        x -= w + NAME_GAP * c->text;
        TW_TRY(tw_canvas_line(c->l->image, x - dash, y + 0.5 * (up + down), x,
                              y + 0.5 * (up + down), 2.4 * c->l->unit, ink));
        x -= dash + NAME_APART * c->text;
    }
    return TW_OK;
}

/* *room: width of the names of all curves, pixels; 0: no curve has a name */
static tw_status room_for_names(const chart *c, double *room) {
    double w, up, down;
    *room = 0;
    for (int i = 0; i < c->g->curves; i++) {
        if (c->g->curve[i].thin || !c->g->curve[i].name) continue;
        TW_TRY(tw_text_measure(c->g->curve[i].name, c->text, &w, &up, &down));
        *room += w + (NAME_GAP + NAME_DASH + NAME_APART) * c->text;
    }
    return TW_OK;
}

/* *enough: the plate is wide enough for title and names in one row */
static tw_status wide(const chart *c, bool *enough) {
    double names = 0, title = 0, up, down, room = c->box.x1 - c->box.x0 - 1.2 * c->text;
    if (c->names) TW_TRY(room_for_names(c, &names));
    if (c->title) TW_TRY(tw_text_measure(c->g->title, TITLE * c->text, &title, &up, &down));
    *enough = (c->names == BESIDE ? title + names : fmax(title, names)) <= room;
    return TW_OK;
}

/* sets `box`, the plate, and `area`, where curves are drawn on it */
static tw_status place(chart *c) {
    const tw_overlay_layer *l = c->l;
    const tw_graph *g = c->g;
    double W = l->image->width, H = l->image->height, w = g->width * W, h = g->height * H;
    double x = g->placed ? g->x * W : l->edge + g->x * (W - 2 * l->edge - w);
    double y = g->placed ? g->y * H : l->edge + g->y * (H - 2 * l->edge - h);
    double pad = 0.6 * c->text, numbers;
    TW_TRY(room_for_numbers(c, &numbers));
    c->box = (tw_box){x, y, x + w, y + h};
    double rows = (c->title || c->names == BESIDE) + (c->names == BELOW) + c->label,
           below = c->numbers ? 1.1 * c->text : 0;
    c->area = (tw_box){x + pad + numbers + 0.35 * c->text, y + pad + (0.2 + 1.2 * rows) * c->text,
                       x + w - 1.2 * pad, y + h - pad - below};
    return TW_OK;
}

static bool roomy(const chart *c) {
    return c->area.x1 > c->area.x0 + c->text && c->area.y1 > c->area.y0 + c->text;
}

/* Makes the graph fit into a small picture. First the names go below the title, and letters shrink
 * to SMALL pixels; then the y axis' label, the names, the title and the numbers are left out, in
 * this order, or, if the graph is too narrow, the label after the title. The curves stay. */
static tw_status fit(chart *c) {
    enum { SMALL = 7 };
    const tw_graph *g = c->g;
    double names;
    bool enough;
    TW_TRY(room_for_names(c, &names));
    c->title = g->title, c->label = g->y_label, c->numbers = true;
    c->names = names > 0 ? BESIDE : NO_NAMES;
    for (;;) {
        TW_TRY(place(c));
        TW_TRY(wide(c, &enough));
        if (enough && roomy(c)) return TW_OK;
        if (!enough && c->names == BESIDE && c->title)
            c->names = BELOW;
        else if (c->text > SMALL)
            c->text = fmax(SMALL, 0.9 * c->text);
        else if (c->label && enough)
            c->label = false;
        else if (c->names)
            c->names = NO_NAMES;
        else if (c->title)
            c->title = false;
        else if (c->label)
            c->label = false;
        else if (c->numbers)
            c->numbers = false;
        else
            break;
    }
    c->text = 0.1 * fmin(c->box.x1 - c->box.x0,
                         /* on a plate so small that no text fits there is only a margin, a tenth of
                          * its shorter edge, that is left free */
                         c->box.y1 - c->box.y0);
    return place(c);
}

static tw_status draw_graph(tw_overlay_layer *l, const tw_graph *g, bool bright) {
    chart c = {.l = l, .g = g, .text = l->text, .palette = bright ? on_light : on_dark};
    c.ink = faded(bright ? (tw_ink){0.10f, 0.10f, 0.12f, 1} : (tw_ink){0.93f, 0.94f, 0.95f, 1},
                  g->opacity);
    c.faint = faded(c.ink, 0.16);
    c.plate = bright ? (tw_ink){1, 1, 1, 0.80f} : (tw_ink){0.05f, 0.06f, 0.08f, 0.74f};
    TW_TRY(fit(&c));
    TW_TRY(tw_push(&l->taken, c.box));
    tw_canvas_plate(l->image, c.box.x0, c.box.y0, c.box.x1, c.box.y1, 0.4 * c.text,
                    faded(c.plate, g->opacity));
    double y = c.box.y0 + 0.35 * c.text;
    TW_TRY(draw_axes(&c));
    TW_TRY(draw_curves(&c));
    double x = c.box.x0 + 0.6 * c.text, row = 1.2 * c.text;
    if (c.title) TW_TRY(letters(&c, g->title, x, y, 0, TITLE * c.text, c.ink));
    if (c.names == BELOW) y += row;
    if (c.names) TW_TRY(draw_names(&c, y));
    if (c.title || c.names) y += row;
    return c.label ? letters(&c, g->y_label, x, y, 0, c.text, c.ink) : TW_OK;
}

/* true: the axis can have ticks: its ends are finite and its range exceeds rounding of its values
 */
static bool has_ticks(const tw_graph *g, int axis) {
    double from = g->from[axis], to = g->to[axis], most = fmax(fabs(from), fabs(to));
    return to > from && isfinite(to - from) && to - from > fmax(1e-9 * most, 1e-300);
}

tw_status tw_overlay_graphs(tw_overlay_layer *l) {
    bool bright = l->f->graph_count > 0 && tw_overlay_bright(l->image);
    for (size_t i = 0; i < l->f->graph_count; i++) {
        const tw_graph *g = &l->f->graph[i];
        if (g->opacity > 0 && has_ticks(g, 0) && has_ticks(g, 1)) TW_TRY(draw_graph(l, g, bright));
    }
    return TW_OK;
}
