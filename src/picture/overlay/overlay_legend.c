/*
 * The legend: meanings of the colours and signs that occur in the film, and the scale of arrows, as
 * a table in the upper right corner that stays the same over the film.
 */
#include "base/math/elementary.h"
#include "picture/overlay/overlay.h"

#include <math.h>
#include <stdio.h>

typedef enum emblem { ARROW, LINE, POINT, NAIL, CONTACT, FORCE_BAR, TORQUE_BAR } emblem;

typedef struct row {
    emblem sign;
    tw_ink ink;
    double length; /* length of the bar that shows a scale, pixels; 0: the row has none */
    char text[64];
} row;

enum { ROWS = TW_CLASS_COUNT + 8 };

double tw_overlay_round(double x) {
    /* beyond this range the power of ten below would become 0 or infinite */
    if (!(x > 1e-290 && x < 1e290)) return 0;
    double e = tw_exp(floor(tw_log(x) / 2.302585092994046) * 2.302585092994046);
    /* the logarithm of an exact power of ten may have been rounded below a whole number */
    while (10 * e <= x * (1 + 1e-12)) e *= 10;
    return (x >= 5 * e ? 5 : x >= 2 * e ? 2 : 1) * e;
}

static void add(row *list, int *n, emblem sign, tw_ink ink, const char *text) {
    list[*n] = (row){.sign = sign, .ink = ink};
    snprintf(list[(*n)++].text, sizeof list->text, "%s", text);
}

static void add_bar(const tw_overlay_layer *l, row *list, int *n, emblem sign, double scale,
                    const char *unit) {
    double metre = l->image->height / l->view, most = 0.11 * l->image->height;
    if (!(scale > 0) || !isfinite(scale * metre)) return;
    double value = tw_overlay_round(most / (scale * metre));
    /* no bar where tw_overlay_round has no number: the scale is extremely small or large */
    if (!(value > 0)) return;
    list[*n] = (row){
        .sign = sign, .ink = tw_overlay_inks[TW_CLASS_NEUTRAL], .length = value * scale * metre};
    static const char *const prefix[] = {"\u00b5", "m", "", "k", "M", "G"};
    int p = 2;
    for (; p < 5 && value >= 999.5; p++) value /= 1000;
    for (; p > 0 && value < 0.01; p--) value *= 1000;
    snprintf(list[(*n)++].text, sizeof list->text, "%.4g %s%s", value, prefix[p], unit);
}

static bool has(const tw_frame *f, tw_mark_kind kind) {
    return f->kinds >> kind & 1;
}

static int rows_of(const tw_overlay_layer *l, row *list) {
    static const struct {
        tw_mark_class class_;
        const char *text;
    } arrows[] = {
        {TW_CLASS_GRAVITY, "gravity"},
        {TW_CLASS_SPRING, "spring"},
        {TW_CLASS_DRAG, "drag"},
        {TW_CLASS_APPLIED, "applied force"},
        {TW_CLASS_CONSTRAINT, "constraint"},
        {TW_CLASS_REACTION, "its reaction"},
        {TW_CLASS_SPLIT_EXTERNAL, "F\016g\017 against forces"},
        {TW_CLASS_SPLIT_VELOCITY, "F\016v\017 against velocity"},
        {TW_CLASS_SPLIT_DEVIATION, "F\016D\017 against deviation"},
        {TW_CLASS_CONTACT, "contact"},
    };
    const tw_frame *f = l->f;
    bool force = has(f, TW_MARK_ARROW) || has(f, TW_MARK_TORQUE);
    int n = 0;
    for (size_t i = 0; i < sizeof arrows / sizeof *arrows; i++)
        if (force && f->classes >> arrows[i].class_ & 1)
            add(list, &n, ARROW, tw_overlay_inks[arrows[i].class_], arrows[i].text);
    if (has(f, TW_MARK_LINK) || has(f, TW_MARK_ANGLE)) {
        if (f->classes >> TW_CLASS_DEVIATION & 1)
            add(list, &n, LINE, tw_overlay_inks[TW_CLASS_DEVIATION], "deviation D");
        if (f->classes >> TW_CLASS_CONFLICT & 1)
            add(list, &n, LINE, tw_overlay_inks[TW_CLASS_CONFLICT], "conflict");
    }
    if (has(f, TW_MARK_POINT))
        add(list, &n, POINT, tw_overlay_inks[TW_CLASS_NEUTRAL], "control point");
    if (has(f, TW_MARK_NAIL)) add(list, &n, NAIL, tw_overlay_nail, "nail");
    if (has(f, TW_MARK_CONTACT))
        add(list, &n, CONTACT, tw_overlay_inks[TW_CLASS_CONTACT], "contact point");
    if (has(f, TW_MARK_ARROW)) add_bar(l, list, &n, FORCE_BAR, f->force_scale, "N");
    if (has(f, TW_MARK_TORQUE)) add_bar(l, list, &n, TORQUE_BAR, f->torque_scale, "N\u00b7m");
    return n;
}

static tw_status draw_bar(tw_overlay_layer *l, const row *r, double x, double y) {
    double t = 3 * l->unit, e = x + r->length;
    TW_TRY(tw_canvas_line(l->image, x, y, e, y, 1.4 * l->unit, r->ink));
    TW_TRY(tw_canvas_line(l->image, x, y - t, x, y + t, 1.4 * l->unit, r->ink));
    if (r->sign == FORCE_BAR)
        return tw_canvas_line(l->image, e, y - t, e, y + t, 1.4 * l->unit, r->ink);
    tw_canvas_disc(l->image, x, y, 1.8 * l->unit, r->ink); /* a radius */
    double arc[2 * 9];
    for (int i = 0; i < 9; i++) {
        double a = 0.5 * (i - 4) / 4.0;
        arc[2 * i] = x + r->length * tw_cos(a);
        arc[2 * i + 1] = y + fmin(r->length, 10 * l->unit) * tw_sin(a);
    }
    return tw_canvas_path(l->image, arc, 9, NULL, 1.4 * l->unit, r->ink);
}

static tw_status draw_sign(tw_overlay_layer *l, const row *r, double x, double y, double width) {
    double head = 8 * l->unit, middle = x + 0.5 * width;
    switch (r->sign) {
    case ARROW:
        TW_TRY(tw_canvas_line(l->image, x, y, x + width - 0.8 * head, y, 2.2 * l->unit, r->ink));
        tw_overlay_head(l, x + width, y, 1, 0, head, r->ink);
        return TW_OK;
    case LINE:
        return tw_canvas_line(l->image, x, y, x + width, y, 1.8 * l->unit, r->ink);
    case POINT:
    case NAIL:
        tw_canvas_disc(l->image, middle, y, 2.7 * l->unit, r->ink);
        if (r->sign == NAIL) tw_canvas_disc(l->image, middle, y, 1.1 * l->unit, tw_overlay_dark);
        return TW_OK;
    case CONTACT:
        TW_TRY(tw_canvas_line(l->image, middle, y, middle, y - 8 * l->unit, 1.1 * l->unit, r->ink));
        tw_canvas_ring(l->image, middle, y, 3.2 * l->unit, 1.1 * l->unit, r->ink);
        return TW_OK;
    case FORCE_BAR:
    case TORQUE_BAR:
        return draw_bar(l, r, x, y);
    }
    return TW_OK;
}

tw_status tw_overlay_legend(tw_overlay_layer *l) {
    row list[ROWS];
    int n = rows_of(l, list);
    double w, up, down, widest = 0, sign = 24 * l->unit;
    double size = fmax(l->image->height / 46.0, 9.5), pad = 0.5 * size;
    TW_TRY(tw_text_measure("", size, &w, &up, &down));
    double pitch = fmax((l->image->height < 400 ? 1 : 1.12) * (up + down), 1.02 * size);
    for (int i = 0; i < n; i++) {
        TW_TRY(tw_text_measure(list[i].text, size, &w, &up, &down));
        widest = fmax(widest, fmax(sign, list[i].length) + w);
    }
    if (!n) return TW_OK;
    double x1 = l->image->width - l->edge, x0 = x1 - widest - 3 * pad, y0 = l->edge;
    double y1 = y0 + n * pitch + 1.2 * pad;
    tw_ink ground = {0.05f, 0.06f, 0.08f, 0.62f}, white = tw_overlay_inks[TW_CLASS_NEUTRAL];
    tw_canvas_box(l->image, x0, y0, x1, y1, 0.4 * size, ground);
    TW_TRY(tw_push(&l->taken, ((tw_box){x0, y0, x1, y1})));
    for (int i = 0; i < n; i++) {
        double y = y0 + 0.6 * pad + i * pitch, x = x0 + pad;
        TW_TRY(draw_sign(l, &list[i], x, y + 0.5 * pitch, sign));
        double text = x + fmax(sign, list[i].length) + pad;
        TW_TRY(tw_text_draw(l->image, text, y + up, size, list[i].text, white));
    }
    return TW_OK;
}
