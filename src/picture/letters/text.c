/*
 * Letters: the outlines of real fonts (font.h), without hinting; see canvas.h.
 *
 * A line of text is drawn into one mask of coverage. The halo is that mask blurred: its width
 * follows the size of the letters, and where halos of letters overlap nothing is blended twice.
 * Small letters begin on whole rows of pixels, where their horizontal strokes stay crisp, and are
 * made a little bolder: strokes thinner than a pixel look paler than they are.
 */
#include "base/text/utf8.h"
#include "picture/drawing/canvas.h"
#include "picture/drawing/drawing.h"
#include "picture/letters/font.h"
#include "picture/letters/stb.h"

#include <stdlib.h>
#include <string.h>

/* a glyph and its place, pixels from the beginning of the line's baseline */
typedef struct letter {
    const stbtt_fontinfo *info;
    int glyph;
    double x, y, scale; /* y: below the baseline */
} letter;

enum {
    LOWER = 14,
    UPPER = 15
    /* control characters in a text: after LOWER, letters are subscripts, lower and smaller; after
     * UPPER they are normal again */
};

static double scale_of(const stbtt_fontinfo *face, double size) {
    return (double)stbtt_ScaleForPixelHeight(face, (float)size);
}

/* calls `see` for each letter of a line, in order; *width: width of the line, pixels. Ends at the
 * first status other than TW_OK */
static tw_status walk(tw_font font, const char *utf8, double size,
                      tw_status (*see)(void *, const letter *), void *context, double *width) {
    const stbtt_fontinfo *face;
    TW_TRY(tw_font_face(font, &face));
    double x = 0, whole = scale_of(face, size), small = 0.68 * whole, scale = whole;
    letter l = {.y = 0};
    tw_glyph g, previous = {0};
    while (*utf8) {
        int code = tw_utf8_next(&utf8), advance, bearing;
        if (code == LOWER || code == UPPER) {
            scale = code == LOWER ? small : whole;
            l.y = code == LOWER ? 0.16 * size : 0;
            previous = (tw_glyph){0};
            continue;
        }
        TW_TRY(tw_font_glyph(font, code, &g));
        l.info = g.info, l.glyph = g.index, l.scale = scale * g.factor;
        stbtt_GetGlyphHMetrics(g.info, g.index, &advance, &bearing);
        if (previous.index && previous.info == g.info)
            x += l.scale * stbtt_GetGlyphKernAdvance(g.info, previous.index, g.index);
        l.x = x;
        if (see) TW_TRY(see(context, &l));
        x += l.scale * advance;
        previous = g;
    }
    *width = x;
    return TW_OK;
}

tw_status tw_text_measure_in(tw_font font, const char *utf8, double size, double *width,
                             double *ascent, double *descent) {
    const stbtt_fontinfo *face;
    int up, down, gap;
    TW_TRY(tw_font_face(font, &face));
    TW_TRY(walk(font, utf8, size, NULL, NULL, width));
    stbtt_GetFontVMetrics(face, &up, &down, &gap);
    *ascent = scale_of(face, size) * up;
    *descent = -scale_of(face, size) * down;
    return TW_OK;
}

tw_status tw_text_measure(const char *utf8, double size, double *width, double *ascent,
                          double *descent) {
    return tw_text_measure_in(TW_FONT_SANS, utf8, size, width, ascent, descent);
}

tw_status tw_text_missing(tw_font font, const char *utf8, int *code) {
    *code = 0;
    while (*utf8 && !*code) {
        tw_glyph g;
        int next = tw_utf8_next(&utf8);
        if (next == LOWER || next == UPPER || next == '\n') continue;
        TW_TRY(tw_font_glyph(font, next, &g));
        if (g.missing) *code = next;
    }
    return TW_OK;
}

/* ---- the mask ------------------------------------------------------------------------------- */

typedef struct mask {
    int x, y, width, height; /* the mask's box in the picture, pixels */
    float *cell, *spare;     /* [height][width] */
    double left, base;       /* place in the picture where the line's baseline begins, pixels */
} mask;

static tw_status add_letter(void *context, const letter *l) {
    mask *m = context;
    double x = m->left + l->x, y = m->base + l->y, ix = floor(x), iy = floor(y);
    if (x > m->x + m->width) return TW_OK;
    tw_font_pixels p;
    TW_TRY(tw_font_bitmap(&(tw_font_place){l->info, l->glyph, l->scale, x - ix, y - iy}, &p));
    int x0 = (int)ix + p.left - m->x, y0 = (int)iy + p.top - m->y;
    for (int j = 0; p.coverage && j < p.height; j++)
        for (int i = 0; i < p.width; i++) {
            int cx = x0 + i, cy = y0 + j;
            if (cx < 0 || cy < 0 || cx >= m->width || cy >= m->height) continue;
            float c = (float)p.coverage[j * p.width + i] / 255;
            float *cell = &m->cell[cy * m->width + cx];
            if (c > *cell) *cell = c;
        }
    tw_font_free(p.coverage);
    return TW_OK;
}

/* to: for each of n cells, `stride` apart, the mean of the 2 r + 1 cells around it */
static void blur_line(const float *from, float *to, int n, int stride, int r) {
    float sum = 0, share = 1 / (float)(2 * r + 1);
    for (int i = 0; i < r && i < n; i++) sum += from[i * stride];
    for (int i = 0; i < n; i++) {
        if (i + r < n) sum += from[(i + r) * stride];
        if (i - r - 1 >= 0) sum -= from[(i - r - 1) * stride];
        to[i * stride] = sum > 0 ? sum * share : 0;
    }
}

/* turns the mask's coverage into its halo: blurs it twice with the radius r, pixels */
static void blur(mask *m, float *scratch, int r) {
    memcpy(m->spare, m->cell, (size_t)m->width * (size_t)m->height * sizeof *m->cell);
    for (int pass = 0; pass < 2; pass++) {
        for (int y = 0; y < m->height; y++)
            blur_line(m->spare + y * m->width, scratch + y * m->width, m->width, 1, r);
        for (int x = 0; x < m->width; x++)
            blur_line(scratch + x, m->spare + x, m->height, m->width, r);
    }
}

static void paint(tw_image *image, const mask *m, const float *cell, float gain, float bold,
                  tw_ink ink) {
    for (int y = 0; y < m->height; y++)
        for (int x = 0; x < m->width; x++) {
            float c = cell[y * m->width + x] * gain;
            if (!(c > 0)) continue;
            c = c < 1 ? c * (1 + bold * (1 - c)) : 1;
            tw_canvas_pixel(image, m->x + x, m->y + y, c, ink);
        }
}

/* sets the mask's box to what lies in the picture of a line of text and its halo; false: nothing
 * does */
static bool place(const tw_image *image, double x, double y, double width, double up, double down,
                  double around, mask *m) {
    double x0 = fmax(floor(x - around), -around), y0 = fmax(floor(y - up - around), -around);
    double x1 = fmin(ceil(x + width + around), image->width + around);
    double y1 = fmin(ceil(y + down + around), image->height + around);
    if (!(x1 > x0 && y1 > y0)) return false;
    m->x = (int)floor(x0), m->y = (int)floor(y0);
    m->width = (int)(x1 - m->x) + 1, m->height = (int)(y1 - m->y) + 1;
    return true;
}

/* draws a line of text; halo NULL: without a halo */
static tw_status draw(tw_image *image, tw_font font, double x, double y, double size,
                      const char *utf8, tw_ink ink, const tw_ink *halo) {
    double width, up, down;
    if (image->drawing) return tw_drawing_text(image->drawing, font, x, y, size, utf8, ink);
    TW_TRY(tw_text_measure_in(font, utf8, size, &width, &up, &down));
    if (!isfinite(x + y) || !(size > 0 && size < 4096)) return TW_OK;
    int r = size < 24 ? 1 : (int)(size / 14);
    mask m = {.left = x, .base = size < 24 ? floor(y + 0.5) : y};
    if (!place(image, x, m.base, width, up, down + 0.2 * size, 2 * r + 2, &m)) return TW_OK;
    size_t cells = (size_t)m.width * (size_t)m.height;
    m.cell = calloc(3 * cells, sizeof *m.cell);
    if (!m.cell) return tw_fail_memory();
    m.spare = m.cell + cells;
    tw_status s = walk(font, utf8, size, add_letter, &m, &width);
    if (s == TW_OK) {
        if (halo) {
            blur(&m, m.spare + cells, r);
            paint(image, &m, m.spare, 2.4f, 0, *halo);
        }
        paint(image, &m, m.cell, 1, size < 20 ? 0.45f : 0, ink);
    }
    free(m.cell);
    return s;
}

tw_ink tw_text_halo(tw_ink ink) {
    /* luma of the ink, which approximates its perceived brightness */
    float light = 0.2126f * ink.r + 0.7152f * ink.g + 0.0722f * ink.b;
    if (light < 0.45f) return (tw_ink){0.98f, 0.98f, 0.97f, 0.72f * ink.a};
    return (tw_ink){0.03f, 0.03f, 0.04f, 0.72f * ink.a};
}

tw_status tw_text_draw_in(tw_image *image, tw_font font, double x, double y, double size,
                          const char *utf8, tw_ink ink) {
    tw_ink halo = tw_text_halo(ink);
    return draw(image, font, x, y, size, utf8, ink, &halo);
}

tw_status tw_text_draw(tw_image *image, double x, double y, double size, const char *utf8,
                       tw_ink ink) {
    tw_ink dark = {0.03f, 0.03f, 0.04f, 0.72f * ink.a};
    return draw(image, TW_FONT_SANS, x, y, size, utf8, ink, &dark);
}

tw_status tw_text_draw_plain(tw_image *image, double x, double y, double size, const char *utf8,
                             tw_ink ink) {
    return draw(image, TW_FONT_SANS, x, y, size, utf8, ink, NULL);
}
