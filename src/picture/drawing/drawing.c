/* See drawing.h. */
#include "picture/drawing/drawing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* true: this is the ink of the dark edges that overlay.c draws around marks; drawings leave them
 * out */
static bool is_edge(tw_ink ink) {
    return ink.a < 1 && ink.r < 0.05f && ink.g < 0.05f && ink.b < 0.07f;
}

static tw_status add(tw_drawing *d, tw_drawn one, const double *xy, size_t n) {
    if ((is_edge(one.ink) && !d->own && !d->plate) || !(one.ink.a > 0)) return TW_OK;
    one.own = d->own;
    one.plate = d->plate;
    for (size_t i = 0; i < 2 * n; i++)
        if (!isfinite(xy[i])) return TW_OK;
    one.first = d->xy.count / 2;
    one.count = n;
    tw_status s = tw_reserve(&d->xy, d->xy.count + 2 * n);
    if (s == TW_OK) s = tw_push(&d->all, one);
    if (s != TW_OK) {
        d->failed = true;
        return tw_fail_memory();
    }
    memcpy(d->xy.data + d->xy.count, xy, 2 * n * sizeof *xy);
    d->xy.count += 2 * n;
    return TW_OK;
}

tw_status tw_drawing_path(tw_drawing *d, const double *xy, int n, const float *strength,
                          double width, tw_ink ink) {
    for (int i = 0; i + 1 < n;) {
        int j = i + 1;
        while (strength && j + 1 < n && strength[j] == strength[i]) j++;
        if (!strength) j = n - 1;
        tw_drawn one = {.kind = TW_DRAWN_PATH, .size = width, .ink = ink};
        if (strength) one.ink.a *= strength[i];
        TW_TRY(add(d, one, xy + 2 * i, (size_t)(j - i + 1)));
        i = j;
    }
    return TW_OK;
}

void tw_drawing_round(tw_drawing *d, double x, double y, double radius, double width, tw_ink ink) {
    const double xy[2] = {x, y};
    tw_drawn one = {.kind = width > 0 ? TW_DRAWN_RING : TW_DRAWN_DISC,
                    .size = width,
                    .radius = radius,
                    .ink = ink};
    (void)add(d, one, xy, 1);
}

void tw_drawing_area(tw_drawing *d, const double *xy, int n, tw_ink ink) {
    (void)add(d, (tw_drawn){.kind = TW_DRAWN_AREA, .ink = ink}, xy, (size_t)n);
}

tw_status tw_drawing_text(tw_drawing *d, tw_font font, double x, double y, double size,
                          const char *utf8, tw_ink ink) {
    const double xy[2] = {x, y};
    size_t n = strlen(utf8) + 1, at = d->text.count;
    if (tw_reserve(&d->text, at + n) != TW_OK) {
        d->failed = true;
        return tw_fail_memory();
    }
    memcpy(d->text.data + at, utf8, n);
    d->text.count += n;
    tw_drawn one = {.kind = TW_DRAWN_TEXT, .size = size, .ink = ink, .text = at, .font = font};
    return add(d, one, xy, 1);
}

void tw_drawing_free(tw_drawing *d) {
    tw_array_free(&d->all);
    tw_array_free(&d->xy);
    tw_array_free(&d->text);
}
