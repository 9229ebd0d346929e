/*
 * The colours of an OpenEXR file by OpenEXRCore: its first part, if that has scan lines, with the
 * channels R, G, B, or Y, of any type and compression.
 */
#include "io/picture/lightmap.h"

#include "base/file.h"

#include <errno.h>
#include <openexr.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

typedef struct input {
    const unsigned char *bytes;
    size_t size;
} input;

static int64_t read_memory(exr_const_context_t c, void *context, void *to, uint64_t n, uint64_t at,
                           exr_stream_error_func_ptr_t error) {
    const input *in = context;
    (void)c, (void)error;
    if (at >= in->size) return 0;
    if (n > in->size - at) n = in->size - at;
    memcpy(to, in->bytes + at, (size_t)n);
    return (int64_t)n;
}

static int64_t size_of_memory(exr_const_context_t c, void *context) {
    (void)c;
    return (int64_t)((const input *)context)->size;
}

/* the library's error callback: prints nothing, since the library's functions also return the
 * error */
static void say_nothing(exr_const_context_t c, exr_result_t code, const char *text) {
    (void)c, (void)code, (void)text;
}

/* set by our allocator for the library if a request fails: the library then may report a damaged
 * file instead */
static _Thread_local bool no_memory;

static void *allocate(size_t n) {
    void *p = malloc(n);
    if (!p) no_memory = true;
    return p;
}

static void release(void *p) {
    free(p);
}

static tw_status result(exr_result_t r) {
    if (r == EXR_ERR_SUCCESS) return TW_OK;
    if (r == EXR_ERR_OUT_OF_MEMORY || no_memory) return tw_fail_memory();
    return tw_fail(TW_IO, "the light map is damaged: %s", exr_get_default_error_message(r));
}

#define EXR_TRY(call) TW_TRY(result(call))

typedef struct reader {
    exr_context_t file;
    exr_decode_pipeline_t pipeline;
    bool begun; /* true: the pipeline is initialized, and must be destroyed */
    int width, height, top, lines;
    float *rgb;
} reader;

/* set of the colours that a channel gives, bits 1 red, 2 green, 4 blue: R 1, G 2, B 4, Y
 * (luminance) 7, others 0 */
static unsigned colors_of(const char *name) {
    static const char *const names[] = {"R", "G", "B"};
    for (int k = 0; k < 3; k++)
        if (!strcmp(name, names[k])) return 1u << k;
    return strcmp(name, "Y") ? 0 : 7;
}

static tw_status look_at_header(reader *r) {
    exr_storage_t storage;
    exr_attr_box2i_t box;
    EXR_TRY(exr_get_storage(r->file, 0, &storage));
    if (storage != EXR_STORAGE_SCANLINE)
        return tw_fail(TW_IO, "expected an OpenEXR file of scan lines, got tiles or depths");
    EXR_TRY(exr_get_data_window(r->file, 0, &box));
    EXR_TRY(exr_get_scanlines_per_chunk(r->file, 0, &r->lines));
    int64_t width = (int64_t)box.max.x - box.min.x + 1, height = (int64_t)box.max.y - box.min.y + 1;
    if (width < 1 || height < 1 || width > TW_LIGHTMAP_MOST || height > TW_LIGHTMAP_MOST)
        return tw_fail(TW_IO, "expected a light map of at most %d texels a side, got %lld x %lld",
                       TW_LIGHTMAP_MOST, (long long)width, (long long)height);
    TW_TRY(tw_file_may_hold((int)width, (int)height));
    r->width = (int)width;
    r->height = (int)height;
    r->top = box.min.y;
    r->rgb = calloc(3 * (size_t)width * (size_t)height, sizeof *r->rgb);
    return r->rgb ? TW_OK : tw_fail_memory();
}

/* true: the file has no channel R, G or B, so only Y can give its colours */
static bool is_grey(const reader *r) {
    bool grey = true;
    for (int i = 0; i < r->pipeline.channel_count; i++) {
        unsigned colors = colors_of(r->pipeline.channels[i].channel_name);
        grey = grey && (colors == 0 || colors == 7);
    }
    return grey;
}

/* reads the block of lines from `line` on into r->rgb (Y into the first colour); *found: the
 * block's colours, bits as in colors_of */
static tw_status read_block(reader *r, int line, unsigned *found) {
    exr_chunk_info_t chunk;
    exr_decode_pipeline_t *p = &r->pipeline;
    EXR_TRY(exr_read_scanline_chunk_info(r->file, 0, r->top + line, &chunk));
    bool first = !r->begun;
    EXR_TRY(first ? exr_decoding_initialize(r->file, 0, &chunk, p)
                  : exr_decoding_update(r->file, 0, &chunk, p));
    r->begun = true;
    bool grey = is_grey(r);
    *found = 0;
    for (int i = 0; i < p->channel_count; i++) {
        exr_coding_channel_info_t *c = &p->channels[i];
        unsigned colors = colors_of(c->channel_name);
        c->decode_to_ptr = NULL;
        if (!colors || c->height == 0 || (colors == 7 && !grey)) continue;
        if (c->x_samples != 1 || c->y_samples != 1)
            return tw_fail(TW_IO, "expected a value of channel %s at each texel", c->channel_name);
        int k = colors == 7 ? 0 : (int)(colors >> 1);
        *found |= colors;
        c->user_bytes_per_element = sizeof(float);
        c->user_data_type = EXR_PIXEL_FLOAT;
        c->user_pixel_stride = 3 * sizeof(float);
        c->user_line_stride = r->width * 3 * (int)sizeof(float);
        c->decode_to_ptr = (uint8_t *)(r->rgb + 3 * (size_t)line * (size_t)r->width + k);
    }
    if (*found != 7) return tw_fail(TW_IO, "expected the channels R, G and B, or Y");
    if (first) EXR_TRY(exr_decoding_choose_default_routines(r->file, 0, p));
    errno = 0;
    exr_result_t how = exr_decoding_run(r->file, 0, p);
    /* zlib, which the library calls, allocates memory itself; if that fails, the library reports a
     * damaged block */
    if (how != EXR_ERR_SUCCESS && errno == ENOMEM) return tw_fail_memory();
    return result(how);
}

static tw_status read_all(reader *r) {
    unsigned found;
    TW_TRY(look_at_header(r));
    for (int line = 0; line < r->height; line += r->lines) TW_TRY(read_block(r, line, &found));
    if (!is_grey(r)) return TW_OK;
    for (size_t i = 0; i < (size_t)r->width * (size_t)r->height; i++)
        r->rgb[3 * i + 1] = r->rgb[3 * i + 2] = r->rgb[3 * i];
    return TW_OK;
}

tw_status tw_exr_read(const void *bytes, size_t size, int *width, int *height, float **rgb) {
    input in = {bytes, size};
    exr_context_initializer_t init = EXR_DEFAULT_CONTEXT_INITIALIZER;
    reader r = {.file = NULL};
    no_memory = false;
    init.error_handler_fn = say_nothing;
    init.alloc_fn = allocate;
    init.free_fn = release;
    init.user_data = &in;
    init.read_fn = read_memory;
    init.size_fn = size_of_memory;
    tw_status s = result(exr_start_read(&r.file, "light map", &init));
    if (s == TW_OK) s = read_all(&r);
    if (r.begun) exr_decoding_destroy(r.file, &r.pipeline);
    if (r.file) exr_finish(&r.file);
    if (s != TW_OK) {
        free(r.rgb);
        return s;
    }
    *width = r.width;
    *height = r.height;
    *rgb = r.rgb;
    return TW_OK;
}
