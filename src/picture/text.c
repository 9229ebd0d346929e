/*
 * Letters: the outlines of a real font, without hinting, through stb_truetype, loaded once; see
 * canvas.h.
 *
 * A line of text becomes one mask of coverage; the dark halo is that mask blurred, so that it is as
 * thick as the letters ask for at any size and nothing is blended twice. Small letters begin on
 * whole rows of pixels, where their horizontal strokes stay crisp, and are made a little bolder:
 * strokes thinner than a pixel look paler than they are.
 */
#include "picture/canvas.h"
#include "picture/drawing/drawing.h"

#include "base/elementary.h"
#include "base/file.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#define STBTT_ifloor(x) ((int)floor(x))
#define STBTT_iceil(x) ((int)ceil(x))
#define STBTT_sqrt(x) sqrt(x)
#define STBTT_pow(x, y) tw_pow(x, y)
#define STBTT_fmod(x, y) fmod(x, y)
#define STBTT_cos(x) tw_cos(x)
#define STBTT_acos(x) tw_acos(x)
#define STBTT_fabs(x) fabs(x)
#define STBTT_STATIC
#define STB_TRUETYPE_IMPLEMENTATION
#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#endif
#include <stb_truetype.h>
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif

static struct {
    pthread_once_t once;
    stbtt_fontinfo info;
    char *data;
    bool ready;
    char reason[512];
} font = {.once = PTHREAD_ONCE_INIT};

static void load(void) {
    const char *path = getenv("TAUWERK_FONT");
    if (!path || !*path) path = TW_FONT;
    size_t size;
    if (tw_file_read(path, &font.data, &size) != TW_OK) {
        snprintf(font.reason, sizeof font.reason, "no letters: %s (package fonts-dejavu-core)",
                 tw_failure());
        return;
    }
    const unsigned char *bytes = (const unsigned char *)font.data;
    int offset = size > 12 ? stbtt_GetFontOffsetForIndex(bytes, 0) : -1;
    font.ready = offset >= 0 && stbtt_InitFont(&font.info, bytes, offset);
    if (!font.ready)
        snprintf(font.reason, sizeof font.reason, "no letters: '%s' is not a TrueType font", path);
}

static tw_status font_ready(void) {
    pthread_once(&font.once, load);
    return font.ready ? TW_OK : tw_fail(TW_IO, "%s", font.reason);
}

/* the next code point; a bad byte stands for itself */
static int next_code(const char **s) {
    const unsigned char *p = (const unsigned char *)*s;
    int n = *p >= 0xf0 ? 3 : *p >= 0xe0 ? 2 : *p >= 0xc0 ? 1 : 0, code = n ? *p & (0x3f >> n) : *p;
    for (int i = 1; i <= n; i++) {
        if ((p[i] & 0xc0) != 0x80) {
            *s += 1;
            return *p;
        }
        code = code << 6 | (p[i] & 0x3f);
    }
    *s += n + 1;
    return code;
}

/* what a line of text consists of, in pixels from its beginning */
typedef struct letter {
    int glyph;
    double x, y, scale; /* y: below the baseline */
} letter;

enum { LOWER = 14, UPPER = 15 }; /* set lower and smaller from here on; back again */

static double scale_of(double size) {
    return stbtt_ScaleForPixelHeight(&font.info, (float)size);
}

/* goes through the letters; returns the width */
static double walk(const char *utf8, double size, void (*see)(void *, const letter *),
                   void *context) {
    double x = 0, whole = scale_of(size), small = 0.68 * whole;
    letter l = {.scale = whole};
    int previous = 0;
    while (*utf8) {
        int code = next_code(&utf8), advance, bearing;
        if (code == LOWER || code == UPPER) {
            l.scale = code == LOWER ? small : whole;
            l.y = code == LOWER ? 0.16 * size : 0;
            previous = 0;
            continue;
        }
        l.glyph = stbtt_FindGlyphIndex(&font.info, code);
        stbtt_GetGlyphHMetrics(&font.info, l.glyph, &advance, &bearing);
        if (previous) x += l.scale * stbtt_GetGlyphKernAdvance(&font.info, previous, l.glyph);
        l.x = x;
        if (see) see(context, &l);
        x += l.scale * advance;
        previous = l.glyph;
    }
    return x;
}

tw_status tw_text_measure(const char *utf8, double size, double *width, double *ascent,
                          double *descent) {
    TW_TRY(font_ready());
    int up, down, gap;
    stbtt_GetFontVMetrics(&font.info, &up, &down, &gap);
    *width = walk(utf8, size, NULL, NULL);
    *ascent = scale_of(size) * up;
    *descent = -scale_of(size) * down;
    return TW_OK;
}

/* ---- the mask ------------------------------------------------------------------------------- */

typedef struct mask {
    int x, y, width, height; /* in the picture */
    float *cell, *spare;     /* [height][width] */
    double left, base;       /* where the line begins */
    bool failed;
} mask;

static void add_letter(void *context, const letter *l) {
    mask *m = context;
    double x = m->left + l->x, y = m->base + l->y, ix = floor(x), iy = floor(y);
    int w = 0, h = 0, left = 0, top = 0;
    if (x > m->x + m->width || m->failed) return;
    unsigned char *bitmap =
        stbtt_GetGlyphBitmapSubpixel(&font.info, (float)l->scale, (float)l->scale, (float)(x - ix),
                                     (float)(y - iy), l->glyph, &w, &h, &left, &top);
    if (!bitmap) {
        m->failed = w > 0 && h > 0;
        return;
    }
    int x0 = (int)ix + left - m->x, y0 = (int)iy + top - m->y;
    for (int j = 0; j < h; j++)
        for (int i = 0; i < w; i++) {
            int cx = x0 + i, cy = y0 + j;
            if (cx < 0 || cy < 0 || cx >= m->width || cy >= m->height) continue;
            float c = (float)bitmap[j * w + i] / 255, *cell = &m->cell[cy * m->width + cx];
            if (c > *cell) *cell = c;
        }
    stbtt_FreeBitmap(bitmap, NULL);
}

/* mean of 2 r + 1 neighbours along a row or column of n cells */
static void blur_line(const float *from, float *to, int n, int stride, int r) {
    float sum = 0, share = 1 / (float)(2 * r + 1);
    for (int i = 0; i < r && i < n; i++) sum += from[i * stride];
    for (int i = 0; i < n; i++) {
        if (i + r < n) sum += from[(i + r) * stride];
        if (i - r - 1 >= 0) sum -= from[(i - r - 1) * stride];
        to[i * stride] = sum > 0 ? sum * share : 0;
    }
}

/* the coverage, twice blurred, into the spare cells */
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

/* the part of the line with its halo that is in the picture; false: none */
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

static tw_status draw(tw_image *image, double x, double y, double size, const char *utf8,
                      tw_ink ink, bool halo) {
    double width, up, down;
    if (image->drawing) return tw_drawing_text(image->drawing, x, y, size, utf8, ink);
    TW_TRY(tw_text_measure(utf8, size, &width, &up, &down));
    if (!isfinite(x + y) || !(size > 0 && size < 4096)) return TW_OK;
    int r = size < 24 ? 1 : (int)(size / 14);
    mask m = {.left = x, .base = size < 24 ? floor(y + 0.5) : y};
    if (!place(image, x, m.base, width, up, down + 0.2 * size, 2 * r + 2, &m)) return TW_OK;
    size_t cells = (size_t)m.width * (size_t)m.height;
    m.cell = calloc(3 * cells, sizeof *m.cell);
    if (!m.cell) return tw_fail_memory();
    m.spare = m.cell + cells;
    walk(utf8, size, add_letter, &m);
    if (!m.failed) {
        tw_ink dark = {0.03f, 0.03f, 0.04f, 0.72f * ink.a};
        if (halo) {
            blur(&m, m.spare + cells, r);
            paint(image, &m, m.spare, 2.4f, 0, dark);
        }
        paint(image, &m, m.cell, 1, size < 20 ? 0.45f : 0, ink);
    }
    free(m.cell);
    return m.failed ? tw_fail_memory() : TW_OK;
}

tw_status tw_text_draw(tw_image *image, double x, double y, double size, const char *utf8,
                       tw_ink ink) {
    return draw(image, x, y, size, utf8, ink, true);
}

tw_status tw_text_draw_plain(tw_image *image, double x, double y, double size, const char *utf8,
                             tw_ink ink) {
    return draw(image, x, y, size, utf8, ink, false);
}
