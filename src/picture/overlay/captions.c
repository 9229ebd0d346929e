/*
 * Captions: the texts that a script puts into the picture, at places of the picture, one below the
 * other, or at points in space.
 *
 * A caption without a colour of its own has light letters with a dark halo or, where the picture's
 * border is bright, dark letters with a light halo. The border is used for this choice because it
 * changes less than the inner part of the picture, so that letters keep their colour over a film.
 */
#include "picture/overlay/overlay.h"

#include "base/text/color.h"
#include "picture/drawing/drawing.h"

#include <math.h>
#include <string.h>

enum { LINES = 16, LINE = 512 };

/* line: the first n bytes of p, less an incomplete character at their end; *width: width of that
 * text, pixels */
static tw_status begin_of(tw_font font, const char *p, size_t n, double size, char line[LINE],
                          double *width) {
    double up, down;
    while (n > 1 && ((unsigned char)p[n] & 0xc0) == 0x80) n--;
    memcpy(line, p, n);
    line[n] = '\0';
    return tw_text_measure_in(font, line, size, width, &up, &down);
}

/* Cuts the next line off *text, which then points behind it. line: at most `room` pixels wide,
 * broken at a space if there is one; *width: its width, pixels */
static tw_status next_line(tw_font font, const char **text, double size, double room,
                           char line[LINE], double *width) {
    const char *p = *text;
    size_t whole = strcspn(p, "\n"), n = whole < LINE - 1 ? whole : LINE - 1;
    TW_TRY(begin_of(font, p, n, size, line, width));
    if (*width > room && n > 1) {
        size_t fits = 1, over = n; /* numbers of bytes: `fits` is narrow enough, `over` too wide */
        while (over - fits > 1) {
            size_t middle = fits + (over - fits) / 2;
            TW_TRY(begin_of(font, p, middle, size, line, width));
            *(*width <= room ? &fits : &over) = middle;
        }
        n = fits;
        /* shortens the line to the end of the last word that fits */
        while (n > 1 && (p[n] != ' ' || p[n - 1] == ' ')) n--;
        if (n == 1 && p[1] != ' ') n = fits;
        TW_TRY(begin_of(font, p, n, size, line, width));
    }
    n = strlen(line);
    p += n;
    while (*p == ' ' && n < whole) p++, n++;
    if (n == whole && *p == '\n') p++;
    *text = p;
    return TW_OK;
}

/* [place] height that captions have used so far at this place of the picture, so that the next one
 * is put beside them */
typedef struct stacks {
    double used[TW_AT_POINT + 1];
} stacks;

/* [place] positions of the captions in the picture: columns: 0 left, 1 right; rows: 0 top, 1 bottom
 */
static const double columns[] = {
    [TW_AT_BOTTOM] = 0.5,  [TW_AT_TOP] = 0.5,       [TW_AT_TOP_LEFT] = 0,
    [TW_AT_TOP_RIGHT] = 1, [TW_AT_BOTTOM_LEFT] = 0, [TW_AT_BOTTOM_RIGHT] = 1,
    [TW_AT_LEFT] = 0,      [TW_AT_RIGHT] = 1,       [TW_AT_CENTER] = 0.5,
};
static const double rows[] = {
    [TW_AT_BOTTOM] = 1,    [TW_AT_TOP] = 0,         [TW_AT_TOP_LEFT] = 0,
    [TW_AT_TOP_RIGHT] = 0, [TW_AT_BOTTOM_LEFT] = 1, [TW_AT_BOTTOM_RIGHT] = 1,
    [TW_AT_LEFT] = 0.5,    [TW_AT_RIGHT] = 0.5,     [TW_AT_CENTER] = 0.5,
};

/* *x: place of the caption's anchor, *y: upper edge of its text, pixels; false: the caption belongs
 * to a point in space that is behind the eye */
static bool locate(const tw_overlay_layer *l, const tw_caption *c, double tall, double pitch,
                   stacks *s, double *x, double *y) {
    if (c->at == TW_AT_POINT) {
        if (tw_overlay_project(l, c->point, x, y) <= 1e-6) return false;
        *x += (0.5 - c->anchor_x) * l->edge;
        *y += (0.5 - c->anchor_y) * l->edge - c->anchor_y * tall;
        return true;
    }
    double used = s->used[c->at], row = rows[c->at];
    double room = l->image->height - 2 * l->edge - tall;
    *x = l->edge + columns[c->at] * (l->image->width - 2 * l->edge);
    *y = l->edge + row * room + (row == 1 ? -used : used);
    s->used[c->at] += tall + 0.2 * pitch;
    return true;
}

static tw_ink ink_of(const tw_caption *c, bool bright) {
    static const tw_ink dark = {0.07f, 0.07f, 0.08f, 1};
    tw_ink ink = bright ? dark : tw_overlay_inks[TW_CLASS_NEUTRAL];
    if (c->has_color)
        ink = (tw_ink){.r = (float)tw_srgb_signal(c->color.r),
                       .g = (float)tw_srgb_signal(c->color.g),
                       .b = (float)tw_srgb_signal(c->color.b)};
    ink.a = (float)c->opacity;
    return ink;
}

/* draws the caption's plate behind letters of this ink: a light plate behind dark letters, a dark
 * one behind light ones */
static void draw_plate(tw_overlay_layer *l, const tw_caption *c, const tw_box *b, double pitch,
                       tw_ink ink) {
    tw_ink plate = tw_text_halo(ink);
    double pad = 0.16 * pitch;
    plate.a = (float)(0.72 * c->opacity);
    tw_canvas_plate(l->image, b->x0 - 1.6 * pad, b->y0 - 0.5 * pad, b->x1 + 1.6 * pad,
                    b->y1 + 0.5 * pad, 0.2 * pitch, plate);
}

static tw_status draw_caption(tw_overlay_layer *l, const tw_caption *c, bool bright, stacks *s) {
    char line[LINES][LINE];
    double width[LINES], up, down, w, size = fmax(c->size * l->image->height, 11);
    double room = l->image->width - 2 * l->edge, x0, y0;
    int n = 0;
    for (const char *p = c->text; *p && n < LINES; n++)
        TW_TRY(next_line(c->font, &p, size, room, line[n], &width[n]));
    TW_TRY(tw_text_measure_in(c->font, "", size, &w, &up, &down));
    double pitch = up + down;
    if (!locate(l, c, n * pitch, pitch, s, &x0, &y0)) return TW_OK;
    double widest = 0;
    for (int i = 0; i < n; i++) widest = fmax(widest, width[i]);
    tw_box all = {x0 - c->anchor_x * widest, y0, x0 + (1 - c->anchor_x) * widest, y0 + n * pitch};
    if (c->plate && n) draw_plate(l, c, &all, pitch, ink_of(c, bright));
    for (int i = 0; i < n; i++) {
        double x = x0 - c->anchor_x * width[i], y = y0 + i * pitch;
        TW_TRY(tw_push(&l->taken, ((tw_box){x, y, x + width[i], y + pitch})));
        if (l->image->drawing) l->image->drawing->own = c->has_color;
        TW_TRY(tw_text_draw_in(l->image, c->font, x, y + up, size, line[i], ink_of(c, bright)));
    }
    if (l->image->drawing) l->image->drawing->own = false;
    return TW_OK;
}

bool tw_overlay_bright(const tw_image *image) {
    if (image->drawing) return false;
    enum { BRIGHT = 190 }; /* sRGB byte above which the picture's border counts as bright */
    int w = image->width, h = image->height, band = h / 24 + 1;
    uint64_t sum = 0, count = 0;
    for (int y = 0; y < h; y++)
        for (int x = 0; x < w; x++) {
            if (x >= band && x < w - band && y >= band && y < h - band) x = w - band;
            const uint8_t *p = image->srgb + 4 * ((size_t)y * (size_t)w + (size_t)x);
            if (p[3] < 128) continue;
            sum += (unsigned)(2 * p[0] + 7 * p[1] + p[2]);
            count++;
        }
    return count > 0 && sum > 10 * BRIGHT * count;
}

tw_status tw_overlay_captions(tw_overlay_layer *l) {
    stacks s = {{0}};
    bool bright = l->f->caption_count > 0 && tw_overlay_bright(l->image);
    for (size_t i = 0; i < l->f->caption_count; i++)
        if (l->f->caption[i].opacity > 0) TW_TRY(draw_caption(l, &l->f->caption[i], bright, &s));
    return TW_OK;
}
