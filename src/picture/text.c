/* Letters: a real font through stb_truetype, loaded once; see canvas.h. */
#include "picture/canvas.h"

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

/* goes through the letters: pen position before each */
static double walk(const char *utf8, double scale, void (*letter)(void *, int glyph, double x),
                   void *context) {
    double x = 0;
    int previous = 0;
    while (*utf8) {
        int glyph = stbtt_FindGlyphIndex(&font.info, next_code(&utf8)), advance, bearing;
        stbtt_GetGlyphHMetrics(&font.info, glyph, &advance, &bearing);
        if (previous) x += scale * stbtt_GetGlyphKernAdvance(&font.info, previous, glyph);
        if (letter) letter(context, glyph, x);
        x += scale * advance;
        previous = glyph;
    }
    return x;
}

static double scale_of(double size) {
    return stbtt_ScaleForPixelHeight(&font.info, (float)size);
}

tw_status tw_text_measure(const char *utf8, double size, double *width, double *ascent,
                          double *descent) {
    TW_TRY(font_ready());
    int up, down, gap;
    stbtt_GetFontVMetrics(&font.info, &up, &down, &gap);
    *width = walk(utf8, scale_of(size), NULL, NULL);
    *ascent = scale_of(size) * up;
    *descent = -scale_of(size) * down;
    return TW_OK;
}

typedef struct pen {
    tw_image *image;
    double x, y, scale;
    tw_ink ink;
    int halo; /* pixels of dark around the letters; 0: the letters themselves */
} pen;

static void halo_pixel(const pen *p, int x, int y, float coverage) {
    tw_ink dark = {0.05f, 0.05f, 0.06f, 0.35f * p->ink.a};
    for (int dy = -p->halo; dy <= p->halo; dy++)
        for (int dx = -p->halo; dx <= p->halo; dx++)
            if (dx * dx + dy * dy <= p->halo * p->halo)
                tw_canvas_pixel(p->image, x + dx, y + dy, coverage / (float)p->halo, dark);
}

static void draw_letter(void *context, int glyph, double at) {
    pen *p = context;
    double x = p->x + at, ix = floor(x), iy = floor(p->y);
    if (!(fabs(ix) < 1e6 && fabs(iy) < 1e6)) return;
    int w = 0, h = 0, left = 0, top = 0;
    unsigned char *bitmap =
        stbtt_GetGlyphBitmapSubpixel(&font.info, (float)p->scale, (float)p->scale, (float)(x - ix),
                                     (float)(p->y - iy), glyph, &w, &h, &left, &top);
    for (int j = 0; bitmap && j < h; j++)
        for (int i = 0; i < w; i++) {
            float coverage = (float)bitmap[j * w + i] / 255;
            if (!(coverage > 0)) continue;
            if (p->halo)
                halo_pixel(p, (int)ix + left + i, (int)iy + top + j, coverage);
            else
                tw_canvas_pixel(p->image, (int)ix + left + i, (int)iy + top + j, coverage, p->ink);
        }
    stbtt_FreeBitmap(bitmap, NULL);
}

tw_status tw_text_draw(tw_image *image, double x, double y, double size, const char *utf8,
                       tw_ink ink) {
    TW_TRY(font_ready());
    if (!isfinite(x + y) || !(size > 0 && size < 4096)) return TW_OK;
    pen p = {image, x, y, scale_of(size), ink, size < 24 ? 1 : 2};
    walk(utf8, p.scale, draw_letter, &p);
    p.halo = 0;
    walk(utf8, p.scale, draw_letter, &p);
    return TW_OK;
}
