/* Draws curves as strokes of straight pieces about 2 pixels long or shorter, straight lines as one
 * piece, and cuts dashes from them; see lines.h. */
#include "picture/lines/lines.h"

#include "figure/figure.h"
#include "picture/drawing/canvas.h"

#include <math.h>
#include <stdlib.h>

/* lengths for a picture 540 pixels high, pixels; larger pictures scale them. weights: widths of
 * visible lines by kind; thin: width of hidden lines; on, off: dash and gap of hidden lines */
static const double weights[TW_LINE_KINDS] = {1.8, 1.0, 1.2}, thin = 0.8, on = 5, off = 4;

static const tw_ink black = {0.07f, 0.07f, 0.08f, 1}, white = {0.95f, 0.97f, 1, 1},
                    faint = {0.95f, 0.97f, 1, 0.5f};

typedef TW_ARRAY(double) places;

static tw_status add(places *p, double x, double y) {
    TW_TRY(tw_push(p, x));
    return tw_push(p, y);
}

static tw_status flatten(const tw_figure *f, const tw_line *l, places *p) {
    const tw_bezier *z = f->piece.data + l->first;
    p->count = 0;
    TW_TRY(add(p, z[0].x[0], z[0].y[0]));
    for (size_t i = 0; i < l->count; i++) {
        double length = 0;
        for (int k = 0; k < 3; k++) {
            double dx = z[i].x[k + 1] - z[i].x[k], dy = z[i].y[k + 1] - z[i].y[k];
            length += sqrt(dx * dx + dy * dy);
        }
        int n = z[i].straight ? 1 : (int)fmin(ceil(0.5 * length), 4096);
        for (int j = 1; j <= n; j++) {
            double t = (double)j / n, s = 1 - t,
                   b[4] = {s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t};
            double x = 0, y = 0;
            for (int k = 0; k < 4; k++) x += b[k] * z[i].x[k], y += b[k] * z[i].y[k];
            TW_TRY(add(p, x, y));
        }
    }
    return TW_OK;
}

/* longest piece that is cut into dashes, in units of the lengths above; longer pieces reach far
 * outside the picture and are drawn solid */
static const double DASHED_MOST = 1e5;

/* draws the path p as dashes; dash: scratch for one dash */
static tw_status dashed(tw_image *image, const places *p, double unit, tw_ink ink, places *dash) {
    double left = on * unit;
    bool drawn = true;
    dash->count = 0;
    TW_TRY(add(dash, p->data[0], p->data[1]));
    for (size_t i = 2; i + 1 < p->count; i += 2) {
        double x = p->data[i - 2], y = p->data[i - 1];
        double dx = p->data[i] - x, dy = p->data[i + 1] - y, l = sqrt(dx * dx + dy * dy), at = 0;
        while (l < DASHED_MOST * unit && l - at >= left) {
            at += left;
            TW_TRY(add(dash, x + at / l * dx, y + at / l * dy));
            if (drawn)
                TW_TRY(tw_canvas_path(image, dash->data, (int)(dash->count / 2), NULL, thin * unit,
                                      ink));
            drawn = !drawn;
            left = (drawn ? on : off) * unit;
            dash->count = 0;
            TW_TRY(add(dash, x + at / l * dx, y + at / l * dy));
        }
        left -= l - at;
        TW_TRY(add(dash, p->data[i], p->data[i + 1]));
    }
    if (!drawn) return TW_OK;
    return tw_canvas_path(image, dash->data, (int)(dash->count / 2), NULL, thin * unit, ink);
}

static tw_status draw(const tw_figure *f, tw_lines lines, tw_image *image) {
    double unit = fmax(image->height / 540.0, 0.5);
    places p = {0}, dash = {0};
    tw_status s = TW_OK;
    for (size_t i = 0; i < f->line.count && s == TW_OK; i++) {
        const tw_line *l = &f->line.data[i];
        tw_ink ink = lines == TW_LINES_INK ? black : white;
        s = flatten(f, l, &p);
        if (s != TW_OK) break;
        s = l->hidden ? dashed(image, &p, unit, faint, &dash)
                      : tw_canvas_path(image, p.data, (int)(p.count / 2), NULL,
                                       weights[l->kind] * unit, ink);
    }
    tw_array_free(&p);
    tw_array_free(&dash);
    return s;
}

tw_status tw_lines_draw(const tw_frame *frame, const tw_picture_options *o, tw_image *image) {
    if (frame->lines == TW_LINES_NONE) return TW_OK;
    tw_figure figure;
    tw_figure_options how = {.width = o->width,
                             .height = o->height,
                             .hidden = frame->lines == TW_LINES_BLUEPRINT,
                             .poll = o->poll};
    tw_status s = tw_figure_make(frame, &how, &figure);
    if (s == TW_OK) s = draw(&figure, frame->lines, image);
    tw_figure_free(&figure);
    return s;
}
