/* Animated PNG; see apng.h. */
#include "io/picture/apng.h"

#include "io/picture/image.h"
#include "io/picture/png/png_parts.h"

#include <stdlib.h>
#include <string.h>

enum { CONTROL = 8, FRAME = 26 }; /* sizes of the data of the chunks acTL and fcTL, bytes */

struct tw_apng {
    FILE *out;
    /* offset of the chunk acTL in the file, where the number of pictures is written at the end */
    long control;
    int width, height, above, below;
    /* number of pictures written so far; number of chunks fcTL and fdAT so far */
    uint32_t pictures, chunks;
    uint8_t *last; /* [height][width][4] the previous picture */
};

typedef struct box {
    int x, y, width, height;
} box;

static tw_status put(tw_apng *a, const uint8_t *data, size_t size) {
    return fwrite(data, 1, size, a->out) == size ? TW_OK : tw_fail(TW_IO, "cannot write the film");
}

static tw_status put_control(tw_apng *a) {
    uint8_t chunk[TW_PNG_CHUNK + CONTROL];
    tw_png_put32(chunk + 8, a->pictures);
    tw_png_put32(chunk + 12, 0); /* number of repetitions; 0: the animation repeats for ever */
    tw_png_chunk(chunk, "acTL", CONTROL);
    return put(a, chunk, sizeof chunk);
}

static tw_status put_head(tw_apng *a) {
    uint8_t head[TW_PNG_SIGNATURE + TW_PNG_CHUNK + TW_PNG_HEADER];
    memcpy(head, tw_png_signature, TW_PNG_SIGNATURE);
    tw_png_header(head + TW_PNG_SIGNATURE + 8, a->width, a->height, false);
    tw_png_chunk(head + TW_PNG_SIGNATURE, "IHDR", TW_PNG_HEADER);
    TW_TRY(put(a, head, sizeof head));
    a->control = ftell(a->out);
    return a->control < 0
               ? tw_fail(TW_IO,
                         "cannot write the film: expected a regular file, got a pipe or a device")
               : put_control(a);
}

tw_status tw_apng_open(FILE *out, int width, int height, int above, int below, tw_apng **apng) {
    TW_TRY(tw_picture_size_check(width, height));
    tw_apng *a = calloc(1, sizeof *a);
    if (!a) return tw_fail_memory();
    *a = (tw_apng){.out = out, .width = width, .height = height, .above = above, .below = below};
    /* the format has 16 bits for each of `above` and `below`, so both are divided by ten until
     * they fit */
    while (a->above > UINT16_MAX) {
        a->above /= 10;
        a->below = (a->below + 5) / 10;
    }
    a->last = malloc(4 * (size_t)width * (size_t)height);
    tw_status s = a->last ? put_head(a) : tw_fail_memory();
    if (s == TW_OK)
        *apng = a;
    else
        tw_apng_free(a);
    return s;
}

/* smallest rectangle with all changes since the previous picture, at least one pixel; the whole
 * picture if it is the first */
static box changed(const tw_apng *a, const uint8_t *rgba) {
    size_t row = 4 * (size_t)a->width;
    int top = 0, bottom = a->height - 1, left = a->width - 1, right = 0;
    if (!a->pictures) return (box){0, 0, a->width, a->height};
    while (top < bottom && !memcmp(rgba + row * (size_t)top, a->last + row * (size_t)top, row))
        top++;
    while (bottom > top &&
           !memcmp(rgba + row * (size_t)bottom, a->last + row * (size_t)bottom, row))
        bottom--;
    for (int y = top; y <= bottom; y++) {
        const uint8_t *now = rgba + row * (size_t)y, *was = a->last + row * (size_t)y;
        int x = 0, end = a->width - 1;
        while (x < left && !memcmp(now + 4 * x, was + 4 * x, 4)) x++;
        while (end > right && !memcmp(now + 4 * end, was + 4 * end, 4)) end--;
        left = x;
        right = end;
    }
    return right < left ? (box){0, top, 1, 1}
                        : (box){left, top, right - left + 1, bottom - top + 1};
}

static tw_status put_frame(tw_apng *a, box b) {
    uint8_t chunk[TW_PNG_CHUNK + FRAME], *to = chunk + 8;
    const int numbers[] = {b.width, b.height, b.x, b.y};
    tw_png_put32(to, a->chunks++);
    for (int i = 0; i < 4; i++) tw_png_put32(to + 4 + 4 * i, (uint32_t)numbers[i]);
    tw_png_put32(to + 20, (uint32_t)a->below << 16 | (uint32_t)a->above);
    to[24] = to[25] = 0; /* stays, replaces */
    tw_png_chunk(chunk, "fcTL", FRAME);
    return put(a, chunk, sizeof chunk);
}

tw_status tw_apng_put(tw_apng *a, const uint8_t *rgba) {
    box b = changed(a, rgba);
    bool first = !a->pictures;
    size_t before = first ? 8 : 12, size;
    const uint8_t *from = rgba + 4 * ((size_t)b.y * (size_t)a->width + (size_t)b.x);
    uint8_t *data = tw_png_packed(from, b.width, b.height, (size_t)a->width, false, before, &size);
    if (!data) return tw_fail_memory();
    tw_status s = put_frame(a, b);
    if (!first) {
        tw_png_put32(data + 8, a->chunks++);
        size += 4;
    }
    uint8_t *end = tw_png_chunk(data, first ? "IDAT" : "fdAT", size);
    if (s == TW_OK) s = put(a, data, (size_t)(end - data));
    free(data);
    memcpy(a->last, rgba, 4 * (size_t)a->width * (size_t)a->height);
    a->pictures++;
    return s;
}

tw_status tw_apng_end(tw_apng *a) {
    uint8_t end[TW_PNG_CHUNK];
    tw_png_chunk(end, "IEND", 0);
    TW_TRY(put(a, end, sizeof end));
    if (fseek(a->out, a->control, SEEK_SET)) return tw_fail(TW_IO, "cannot write the film");
    return put_control(a);
}

void tw_apng_free(tw_apng *a) {
    if (a) free(a->last);
    free(a);
}
