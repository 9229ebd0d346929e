/* Draws strokes, letters and smaller pictures for commands; see paper.h. */
#include "library/picture/paper.h"

#include "io/picture/image.h"
#include "picture/drawing/canvas.h"
#include "shape/map/pixmap.h"

#include <math.h>
#include <stdlib.h>

struct tw_paper {
    tw_image image;
    uint8_t rgb[3]; /* colour of the blank paper */
};

tw_status tw_paper_create(int width, int height, unsigned rgb, tw_paper **paper) {
    tw_paper *p = calloc(1, sizeof *p);
    if (!p) return tw_fail_memory();
    tw_status s = tw_image_create(width, height, &p->image);
    if (s != TW_OK) {
        free(p);
        return s;
    }
    for (int c = 0; c < 3; c++) p->rgb[c] = (uint8_t)(rgb >> (16 - 8 * c));
    for (size_t i = 0; i < (size_t)width * (size_t)height; i++) {
        uint8_t *to = p->image.srgb + 4 * i;
        for (int c = 0; c < 3; c++) to[c] = p->rgb[c];
        to[3] = 255;
    }
    *paper = p;
    return TW_OK;
}

void tw_paper_free(tw_paper *p) {
    if (p) tw_image_free(&p->image);
    free(p);
}

tw_status tw_paper_write(const tw_paper *p, const char *path) {
    return tw_png_write(path, p->image.width, p->image.height, p->image.srgb, false);
}

/* ---- strokes and letters -------------------------------------------------------------------- */

tw_paper_ink tw_paper_ink_of(unsigned rgb) {
    return (tw_paper_ink){(float)(rgb >> 16 & 255) / 255, (float)(rgb >> 8 & 255) / 255,
                          (float)(rgb & 255) / 255};
}

static tw_ink opaque(tw_paper_ink ink) {
    return (tw_ink){ink.r, ink.g, ink.b, 1};
}

tw_status tw_paper_stroke(tw_paper *p, const double *xy, int n, double width, tw_paper_ink ink) {
    return tw_canvas_path(&p->image, xy, n, NULL, width, opaque(ink));
}

tw_status tw_paper_measure(const char *utf8, double size, double *width, double *ascent) {
    double descent;
    return tw_text_measure(utf8, size, width, ascent, &descent);
}

tw_status tw_paper_text(tw_paper *p, double x, double y, double size, const char *utf8,
                        tw_paper_ink ink) {
    return tw_text_draw_plain(&p->image, x, y, size, utf8, opaque(ink));
}

tw_status tw_paper_label(tw_paper *p, double x, double y, double size, const char *utf8,
                         tw_paper_ink ink) {
    return tw_text_draw(&p->image, x, y, size, utf8, opaque(ink));
}

/* ---- smaller pictures ----------------------------------------------------------------------- */

/* mean light of the area x0 .. x1, y0 .. y1 (pixels) of a picture laid over the paper's colour, as
 * sRGB */
static void mean(const tw_paper *paper, const uint8_t *rgba, int width, int height, double x0,
                 double y0, double x1, double y1, uint8_t out[3]) {
    const float *table = tw_pixmap_light();
    double sum[3] = {0, 0, 0}, area = 0;
    for (int j = (int)y0; j < height && j < y1; j++)
        for (int i = (int)x0; i < width && i < x1; i++) {
            double w = (fmin(i + 1, x1) - fmax(i, x0)) * (fmin(j + 1, y1) - fmax(j, y0));
            const uint8_t *p = rgba + 4 * ((size_t)j * (size_t)width + (size_t)i);
            double alpha = p[3] / 255.0;
            for (int c = 0; c < 3; c++)
                sum[c] +=
                    w * (alpha * (double)table[p[c]] + (1 - alpha) * (double)table[paper->rgb[c]]);
            area += w;
        }
    for (int c = 0; c < 3; c++) out[c] = tw_pixmap_byte(area > 0 ? sum[c] / area : 0);
}

void tw_paper_picture(tw_paper *paper, const uint8_t *rgba, int width, int height, int x, int y,
                      int w, int h) {
    double k = fmin(1, fmin((double)w / width, (double)h / height));
    int tw = (int)fmax(1, floor(width * k + 0.5)), th = (int)fmax(1, floor(height * k + 0.5));
    double kx = (double)width / tw, ky = (double)height / th;
    const tw_image *image = &paper->image;
    x += (w - tw) / 2;
    y += (h - th) / 2;
    for (int j = 0; j < th; j++)
        for (int i = 0; i < tw; i++) {
            size_t at = (size_t)(y + j) * (size_t)image->width + (size_t)(x + i);
            mean(paper, rgba, width, height, i * kx, j * ky, (i + 1) * kx, (j + 1) * ky,
                 image->srgb + 4 * at);
        }
}
