/* Draws a frame as lines, and its marks, on a page of vector graphics; see figure.h. */
#include "library/picture/figure.h"

#include "base/text/path.h"
#include "figure/figure.h"
#include "io/text/page.h"
#include "picture/drawing/drawing.h"

#include <math.h>

const tw_page_style tw_page_styles[TW_PAGE_STYLES] = {
    {"ink", 0xffffff, 0x111111, 0x777777, true, false},
    {"blueprint", 0x17406d, 0xf2f6fa, 0x8fb0d0, false, true},
};

/* weights: widths of silhouettes, of creases, and of curves where solids meet; thin: width of
 * hidden lines; on, off: lengths of their dashes and gaps. In pixels of a picture 540 pixels
 * high */
static const double weights[TW_LINE_KINDS] = {1.6, 0.9, 1.1}, thin = 0.7, on = 4, off = 3;

/* font size (em) divided by the height of a line of text, for all DejaVu fonts */
static const double em = 1 / 1.164;

static void put_line(tw_page *p, const tw_figure *f, const tw_line *l, const tw_page_style *s,
                     double unit) {
    const tw_bezier *z = f->piece.data + l->first;
    tw_page_move(p, z[0].x[0], z[0].y[0]);
    for (size_t i = 0; i < l->count; i++) {
        if (z[i].straight)
            tw_page_line(p, z[i].x[3], z[i].y[3]);
        else
            tw_page_curve(p, z[i].x[1], z[i].y[1], z[i].x[2], z[i].y[2], z[i].x[3], z[i].y[3]);
    }
    if (l->closed) tw_page_close(p);
    tw_pen_ink ink = {.rgb = s->line, .width = weights[l->kind] * unit};
    if (l->hidden) ink = (tw_pen_ink){s->hidden, thin * unit, on * unit, off * unit};
    tw_page_stroke(p, ink);
}

/* ---- marks ---------------------------------------------------------------------------------- */

/* true: the ink differs from the paper by more than 0.2 in luminance, computed from sRGB values */
static bool stands_out(tw_ink ink, const tw_page_style *s) {
    static const double part[3] = {0.2126, 0.7152, 0.0722};
    const double c[3] = {(double)ink.r, (double)ink.g, (double)ink.b};
    double apart = 0;
    for (int i = 0; i < 3; i++)
        apart += part[i] * (fmin(c[i], 1) - (s->paper >> (16 - 8 * i) & 255) / 255.0);
    return fabs(apart) > 0.2;
}

/* Colour of a mark on paper. Marks have colours made for pictures, where dark edges surround them,
 * so on light paper greys become dark and colours deeper; colours that the script has chosen (own)
 * are changed only if they would not stand out from the paper. Transparent colours are mixed with
 * the paper */
static unsigned color_of(tw_ink ink, bool own, const tw_page_style *s) {
    bool kept = own && stands_out(ink, s);
    double c[3] = {(double)ink.r, (double)ink.g, (double)ink.b}, a = fmin((double)ink.a, 1);
    double most = fmax(c[0], fmax(c[1], c[2])), least = fmin(c[0], fmin(c[1], c[2]));
    unsigned rgb = 0;
    for (int i = 0; i < 3; i++) {
        double paper = (s->paper >> (16 - 8 * i) & 255) / 255.0, v = c[i];
        if (s->light && !kept) {
            double grey = 1 - 0.9 * v, deep = 0.15 + 0.75 * (v - least);
            double colored = fmin((most - least) / 0.3, 1);
            v = grey + colored * (0.8 * deep - grey);
        }
        v = paper + a * (fmin(fmax(v, 0), 1) - paper);
        rgb = rgb << 8 | (unsigned)(255 * v + 0.5);
    }
    return rgb;
}

static void put_mark(tw_page *p, const tw_drawing *d, const tw_drawn *m, const tw_page_style *s) {
    const double *xy = d->xy.data + 2 * m->first;
    unsigned rgb = m->plate ? s->paper : color_of(m->ink, m->own, s);
    tw_pen_ink ink = {.rgb = rgb, .width = m->size};
    switch (m->kind) {
    case TW_DRAWN_PATH:
    case TW_DRAWN_AREA:
        tw_page_move(p, xy[0], xy[1]);
        for (size_t i = 1; i < m->count; i++) tw_page_line(p, xy[2 * i], xy[2 * i + 1]);
        if (m->kind == TW_DRAWN_AREA) {
            tw_page_close(p);
            tw_page_fill(p, rgb);
        } else {
            tw_page_stroke(p, ink);
        }
        break;
    case TW_DRAWN_DISC:
    case TW_DRAWN_RING:
        tw_page_circle(p, xy[0], xy[1], m->radius);
        if (m->kind == TW_DRAWN_DISC)
            tw_page_fill(p, rgb);
        else
            tw_page_stroke(p, ink);
        break;
    case TW_DRAWN_TEXT:
        tw_page_text(p, m->font, xy[0], xy[1], em * m->size, rgb, d->text.data + m->text);
        break;
    }
}

static tw_status put_marks(tw_page *p, const tw_frame *f, const tw_page_options *o) {
    tw_drawing d = {.failed = false};
    tw_image image = {.width = o->width, .height = o->height, .drawing = &d};
    tw_picture_options options = {.width = o->width, .height = o->height};
    tw_status st = tw_picture_mark(f, &options, &image);
    if (st == TW_OK && d.failed) st = tw_fail_memory();
    for (size_t i = 0; i < d.all.count && st == TW_OK; i++)
        put_mark(p, &d, &d.all.data[i], o->style);
    tw_drawing_free(&d);
    return st;
}

static tw_status put_all(tw_page *p, const tw_frame *f, const tw_page_options *o) {
    const tw_page_style *s = o->style;
    tw_figure figure;
    tw_figure_options options = {
        .width = o->width, .height = o->height, .hidden = o->hidden, .poll = o->poll};
    tw_status st = tw_figure_make(f, &options, &figure);
    double unit = fmax(o->height / 540.0, 0.6);
    for (size_t i = 0; i < figure.line.count && st == TW_OK; i++)
        put_line(p, &figure, &figure.line.data[i], s, unit);
    tw_figure_free(&figure);
    return st == TW_OK ? put_marks(p, f, o) : st;
}

tw_status tw_frame_figure(const tw_frame *f, const tw_page_options *o, const char *path,
                          int *missing) {
    const tw_page_style *style = o->style;
    tw_page *p;
    TW_TRY(tw_page_create(o->width, o->height, style->paper, tw_ends_in(path, ".pdf"), &p));
    tw_status s = put_all(p, f, o);
    *missing = tw_page_missing(p);
    if (s == TW_OK) return tw_page_write(p, path);
    tw_page_discard(p);
    return s;
}
