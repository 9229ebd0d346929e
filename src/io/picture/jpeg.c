/*
 * JPEG; see jpeg.h. libjpeg reports errors by longjmp, and only warns of damaged data, which it
 * replaces by grey: a warning is an error here, except for extra bytes between parts, which cameras
 * write. A progressive picture can have any number of passes, each over the whole picture, so a
 * small file could take very long: more passes than real programs write are an error, too.
 */
#include "io/picture/jpeg.h"

#include "base/file.h"
#include "shape/map/pixmap.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

enum { PASSES = 100 };

typedef struct reader {
    /* must be the first member: libjpeg has a pointer to it, which is cast to the struct */
    struct jpeg_error_mgr error;
    struct jpeg_progress_mgr progress;
    jmp_buf out;
    char why[JMSG_LENGTH_MAX];
    bool full; /* no memory */
    uint8_t *rgba, *line;
} reader;

_Noreturn static void give_up(j_common_ptr j) {
    reader *r = (reader *)j->err;
    r->full = r->error.msg_code == JERR_OUT_OF_MEMORY;
    r->error.format_message(j, r->why);
    longjmp(r->out, 1);
}

static void hear(j_common_ptr j, int level) {
    if (level < 0 && j->err->msg_code != JWRN_EXTRANEOUS_DATA) give_up(j);
}

static void count_passes(j_common_ptr j) {
    if (!j->is_decompressor || ((j_decompress_ptr)j)->input_scan_number <= PASSES) return;
    reader *r = (reader *)j->err;
    snprintf(r->why, sizeof r->why, "it comes in more than %d passes", PASSES);
    longjmp(r->out, 1);
}

/* converts a line of pixels from CMYK inks to RGBA; Adobe's programs store inks inverted: 255 is no
 * ink */
static void print_line(const uint8_t *cmyk, uint8_t *rgba, int width) {
    for (int x = 0; x < width; x++) {
        for (int k = 0; k < 3; k++)
            rgba[4 * x + k] = (uint8_t)(cmyk[4 * x + k] * cmyk[4 * x + 3] / 255);
        rgba[4 * x + 3] = 255;
    }
}

/* allocates the picture and the line buffer; false: memory ran out */
static bool allocate(reader *r, int width, int height) {
    r->rgba = malloc(4 * (size_t)width * (size_t)height);
    r->line = malloc(4 * (size_t)width);
    return r->rgba && r->line;
}

static tw_status decode(struct jpeg_decompress_struct *j, reader *r, const void *bytes, size_t size,
                        int *width, int *height) {
    jpeg_create_decompress(j);
    j->progress = &r->progress;
    jpeg_mem_src(j, bytes, (unsigned long)size);
    jpeg_read_header(j, TRUE);
    bool inks = j->jpeg_color_space == JCS_CMYK || j->jpeg_color_space == JCS_YCCK;
    j->out_color_space = inks ? JCS_CMYK : JCS_EXT_RGBA;
    /* the integer version of the cosine transform gives the same bytes on every machine */
    j->dct_method = JDCT_ISLOW;
    *width = (int)j->image_width;
    *height = (int)j->image_height;
    TW_TRY(tw_pixmap_check(*width, *height, TW_IO));
    TW_TRY(tw_file_may_hold(*width, *height));
    if (!allocate(r, *width, *height)) return tw_fail_memory();
    jpeg_start_decompress(j);
    while (j->output_scanline < j->output_height) {
        uint8_t *to = r->rgba + 4 * (size_t)*width * j->output_scanline;
        jpeg_read_scanlines(j, &(JSAMPROW){inks ? r->line : to}, 1);
        if (inks) print_line(r->line, to, *width);
    }
    jpeg_finish_decompress(j);
    return TW_OK;
}

/* decodes a picture; the library reports errors by a longjmp to this function */
static tw_status guard(struct jpeg_decompress_struct *j, reader *r, const void *bytes, size_t size,
                       int *width, int *height) {
    if (setjmp(r->out) == 0) return decode(j, r, bytes, size, width, height);
    return r->full ? tw_fail_memory() : tw_fail(TW_IO, "the picture is damaged: %s", r->why);
}

bool tw_is_jpeg(const void *bytes, size_t size) {
    return size >= 3 && !memcmp(bytes, "\xff\xd8\xff", 3);
}

tw_status tw_jpeg_read(const void *bytes, size_t size, int *width, int *height, uint8_t **rgba) {
    struct jpeg_decompress_struct j = {0};
    reader r = {.rgba = NULL};
    j.err = jpeg_std_error(&r.error);
    r.error.error_exit = give_up;
    r.error.emit_message = hear;
    r.progress.progress_monitor = count_passes;
    tw_status s = guard(&j, &r, bytes, size, width, height);
    jpeg_destroy_decompress(&j);
    free(r.line);
    if (s == TW_OK)
        *rgba = r.rgba;
    else
        free(r.rgba);
    return s;
}
