/* Draws to an SVG or to a picture; see pen.h. The PNG has twice the pixels of the SVG. */
#include "app/plot/pen.h"

#include "base/file.h"
#include "base/text/path.h"
#include "library/picture/paper.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    SCALE = 2,
    RUN = 200
}; /* SCALE: pixels of the PNG for each pixel of the SVG; RUN: most points of a stroke */

struct tw_pen {
    FILE *svg;
    /* picture on which strokes are drawn, which becomes the PNG; NULL: the output is an SVG */
    tw_paper *paper;
};

/* draws a long line in runs of at most RUN points, each beginning where the previous one ended;
 * lines are opaque, so the seams are invisible */
static tw_status stroke(tw_pen *pen, const double *xy, size_t n, tw_svg_ink ink) {
    double piece[2 * RUN];
    for (size_t from = 0; from + 1 < n; from += RUN - 1) {
        size_t k = n - from < RUN ? n - from : RUN;
        for (size_t i = 0; i < 2 * k; i++) piece[i] = SCALE * xy[2 * from + i];
        TW_TRY(tw_paper_stroke(pen->paper, piece, (int)k, SCALE * ink.width,
                               tw_paper_ink_of(ink.rgb)));
    }
    return TW_OK;
}

/* draws a dashed line: dashes 6 pixels long with gaps of 4 pixels */
static tw_status dashes(tw_pen *pen, const double *xy, size_t n, tw_svg_ink ink) {
    double left = 6;
    bool on = true;
    for (size_t i = 0; i + 1 < n; i++) {
        double x = xy[2 * i], y = xy[2 * i + 1], dx = xy[2 * i + 2] - x, dy = xy[2 * i + 3] - y;
        double length = sqrt(dx * dx + dy * dy), at = 0;
        while (length - at > 1e-9) {
            double step = fmin(left, length - at);
            double piece[] = {x + dx * at / length, y + dy * at / length,
                              x + dx * (at + step) / length, y + dy * (at + step) / length};
            if (on) TW_TRY(stroke(pen, piece, 2, ink));
            at += step;
            left -= step;
            if (left > 1e-9) continue;
            on = !on;
            left = on ? 6 : 4;
        }
    }
    return TW_OK;
}

tw_status tw_pen_path(tw_pen *pen, const double *xy, size_t n, tw_svg_ink ink) {
    if (!pen->svg) return ink.dashed ? dashes(pen, xy, n, ink) : stroke(pen, xy, n, ink);
    tw_svg_path(pen->svg, xy, n, ink);
    return TW_OK;
}

tw_status tw_pen_line(tw_pen *pen, double x0, double y0, double x1, double y1, tw_svg_ink ink) {
    return tw_pen_path(pen, (double[]){x0, y0, x1, y1}, 2, ink);
}

tw_status tw_pen_text(tw_pen *pen, double x, double y, double size, tw_svg_anchor anchor,
                      unsigned rgb, const char *utf8) {
    if (pen->svg) {
        tw_svg_text(pen->svg, x, y, size, anchor, rgb, utf8);
        return TW_OK;
    }
    double width, up;
    /* tw_paper_text takes the height of a line of text, SVG the em size of the font */
    double high = 1.164 * SCALE * size;
    TW_TRY(tw_paper_measure(utf8, high, &width, &up));
    double left = anchor == TW_SVG_START ? 0 : anchor == TW_SVG_MIDDLE ? 0.5 * width : width;
    return tw_paper_text(pen->paper, SCALE * x - left, SCALE * y, high, utf8, tw_paper_ink_of(rgb));
}

static tw_status write_svg(const char *path, int width, int height, unsigned paper,
                           tw_status (*draw)(tw_pen *, const void *), const void *context) {
    tw_file *file;
    TW_TRY(tw_file_open(path, &file));
    tw_pen pen = {.svg = tw_file_stream(file)};
    tw_svg_begin(pen.svg, width, height, paper);
    tw_status s = draw(&pen, context);
    tw_svg_end(pen.svg);
    if (s == TW_OK) return tw_file_commit(file);
    tw_file_discard(file);
    return s;
}

tw_status tw_pen_write(const char *path, int width, int height, unsigned paper,
                       tw_status (*draw)(tw_pen *pen, const void *context), const void *context) {
    if (tw_ends_in(path, ".svg")) return write_svg(path, width, height, paper, draw, context);
    tw_pen pen = {.svg = NULL};
    TW_TRY(tw_paper_create(SCALE * width, SCALE * height, paper, &pen.paper));
    tw_status s = draw(&pen, context);
    if (s == TW_OK) s = tw_paper_write(pen.paper, path);
    tw_paper_free(pen.paper);
    return s;
}
