/*
 * Writing OpenEXR with OpenEXRCore: one part of scan lines, ZIP compression in blocks of 16 lines.
 * The library lays out header, table and blocks; it writes to memory, and the memory is then
 * written to the file, which appears whole or not at all. Blocks are compressed here, one after the
 * other by one thread, not by the library: libdeflate takes a third of zlib's time, and the bytes
 * do not depend on zlib's version.
 */
#include "base/file.h"
#include "io/picture/image.h"

#include <libdeflate.h>
#include <openexr.h>
#include <stdlib.h>
#include <string.h>

enum { LINES = 16, LEVEL = 4 };

static const float half_most = 65504; /* largest number that a half (16-bit float) can represent */

typedef struct memory {
    unsigned char *data;
    uint64_t size, capacity;
    bool full; /* true: memory ran out */
} memory;

typedef struct encoder {
    memory out;
    exr_context_t file;
    exr_encode_pipeline_t pipeline;
    struct libdeflate_compressor *deflate;
    int width, height;
    const tw_exr_channel *channel;
    size_t count;
    float *work; /* [count][LINES][width] */
} encoder;

/* ---- the library's stream ------------------------------------------------------------------ */

static int64_t write_memory(exr_const_context_t c, void *context, const void *from, uint64_t n,
                            uint64_t at, exr_stream_error_func_ptr_t error) {
    memory *m = &((encoder *)context)->out;
    if (at + n > m->capacity) {
        uint64_t room = 2 * m->capacity + at + n;
        unsigned char *more = realloc(m->data, room);
        if (!more) {
            m->full = true;
            error(c, EXR_ERR_OUT_OF_MEMORY, "no memory for the file");
            return -1;
        }
        m->data = more;
        m->capacity = room;
    }
    /* the library first leaves a gap for the table of blocks and writes the table last; until then
     * the gap is filled with 0 */
    if (at > m->size) memset(m->data + m->size, 0, at - m->size);
    memcpy(m->data + at, from, n);
    if (at + n > m->size) m->size = at + n;
    return (int64_t)n;
}

static void *allocate(size_t n) {
    return malloc(n);
}

static void release(void *p) {
    free(p);
}

/* the library's error callback: prints nothing, since the library's functions also return the
 * error */
static void say_nothing(exr_const_context_t c, exr_result_t code, const char *text) {
    (void)c, (void)code, (void)text;
}

static tw_status result(exr_result_t r) {
    if (r == EXR_ERR_SUCCESS) return TW_OK;
    if (r == EXR_ERR_OUT_OF_MEMORY) return tw_fail_memory();
    return tw_fail(TW_IO, "OpenEXR: %s", exr_get_default_error_message(r));
}

#define EXR_TRY(call) TW_TRY(result(call))

/* ---- blocks -------------------------------------------------------------------------------- */

/* *buffer, enlarged to at least n bytes (*room: its size); NULL: no memory. The pipeline owns the
 * buffer, and frees it at its end */
static void *room_for(void **buffer, size_t *room, size_t n) {
    if (*buffer && *room >= n) return *buffer;
    void *more = realloc(*buffer, n);
    if (!more) return NULL;
    *buffer = more;
    *room = n;
    return more;
}

/* Compresses a block's bytes as the format requires: bytes at even offsets before those at odd
 * ones, each replaced by its difference from the byte before, then deflate; stores the bytes
 * uncompressed if the result is not shorter */
static exr_result_t compress(exr_encode_pipeline_t *p) {
    encoder *e = p->encoding_user_data;
    size_t n = p->packed_bytes, half = (n + 1) / 2;
    const unsigned char *from = p->packed_buffer;
    unsigned char *split = room_for(&p->scratch_buffer_1, &p->scratch_alloc_size_1, n);
    unsigned char *to = room_for(&p->compressed_buffer, &p->compressed_alloc_size, n);
    if (!split || !to) return EXR_ERR_OUT_OF_MEMORY;
    for (size_t i = 0; i < n; i++) split[(i & 1) ? half + i / 2 : i / 2] = from[i];
    for (size_t i = n; i-- > 1;) split[i] = (unsigned char)(split[i] - split[i - 1] + 128);
    size_t made = libdeflate_zlib_compress(e->deflate, split, n, to, n);
    bool fewer = made > 0 && made < n;
    if (!fewer) memcpy(to, from, n);
    p->compressed_bytes = fewer ? made : n;
    return EXR_ERR_SUCCESS;
}

/* x limited to the range of halves; infinities become the largest half, NaN becomes 0 */
static float for_half(float x) {
    if (!(x == x)) return 0;
    return x > half_most ? half_most : x < -half_most ? -half_most : x;
}

/* copies `lines` lines of a channel, from line y on, to `to`, without gaps between pixels; values
 * are limited to the range of halves unless c->whole */
static void copy_lines(const encoder *e, const tw_exr_channel *c, int y, int lines, float *to) {
    size_t n = (size_t)lines * (size_t)e->width;
    const float *from = c->data + (size_t)y * (size_t)e->width * c->step;
    for (size_t i = 0; i < n; i++)
        to[i] = c->whole ? from[i * c->step] : for_half(from[i * c->step]);
}

static const tw_exr_channel *find(const encoder *e, const char *name) {
    for (size_t i = 0; i < e->count; i++)
        if (!strcmp(e->channel[i].name, name)) return &e->channel[i];
    return NULL;
}

static tw_status put_block(encoder *e, int y) {
    exr_chunk_info_t block;
    exr_encode_pipeline_t *p = &e->pipeline;
    int lines = e->height - y < LINES ? e->height - y : LINES;
    EXR_TRY(exr_write_scanline_chunk_info(e->file, 0, y, &block));
    EXR_TRY(y ? exr_encoding_update(e->file, 0, &block, p)
              : exr_encoding_initialize(e->file, 0, &block, p));
    for (int i = 0; i < p->channel_count; i++) {
        exr_coding_channel_info_t *c = &p->channels[i];
        float *to = e->work + (size_t)i * LINES * (size_t)e->width;
        copy_lines(e, find(e, c->channel_name), y, lines, to);
        c->encode_from_ptr = (const uint8_t *)to;
        c->user_data_type = EXR_PIXEL_FLOAT;
        c->user_bytes_per_element = sizeof(float);
        c->user_pixel_stride = sizeof(float);
        c->user_line_stride = (int32_t)sizeof(float) * e->width;
    }
    if (!y) {
        EXR_TRY(exr_encoding_choose_default_routines(e->file, 0, p));
        p->encoding_user_data = e;
        p->compress_fn = compress;
    }
    EXR_TRY(exr_encoding_run(e->file, 0, p));
    return TW_OK;
}

/* ---- the file ------------------------------------------------------------------------------ */

static tw_status put_header(encoder *e, const tw_exr_text *text, size_t texts) {
    int part;
    EXR_TRY(exr_add_part(e->file, "rgba", EXR_STORAGE_SCANLINE, &part));
    EXR_TRY(exr_initialize_required_attr_simple(e->file, part, e->width, e->height,
                                                EXR_COMPRESSION_ZIP));
    for (size_t i = 0; i < e->count; i++)
        EXR_TRY(exr_add_channel(e->file, part, e->channel[i].name,
                                e->channel[i].whole ? EXR_PIXEL_FLOAT : EXR_PIXEL_HALF,
                                EXR_PERCEPTUALLY_LOGARITHMIC, 1, 1));
    for (size_t i = 0; i < texts; i++)
        EXR_TRY(exr_attr_set_string(e->file, part, text[i].name, text[i].value));
    EXR_TRY(exr_write_header(e->file));
    return TW_OK;
}

static tw_status encode(encoder *e, const tw_exr_text *text, size_t texts) {
    exr_context_initializer_t init = EXR_DEFAULT_CONTEXT_INITIALIZER;
    init.error_handler_fn = say_nothing;
    init.alloc_fn = allocate;
    init.free_fn = release;
    init.user_data = e;
    init.write_fn = write_memory;
    e->work = malloc(e->count * LINES * (size_t)e->width * sizeof *e->work);
    e->deflate = libdeflate_alloc_compressor(LEVEL);
    if (!e->work || !e->deflate) return tw_fail_memory();
    EXR_TRY(exr_start_write(&e->file, "picture", EXR_WRITE_FILE_DIRECTLY, &init));
    TW_TRY(put_header(e, text, texts));
    for (int y = 0; y < e->height; y += LINES) TW_TRY(put_block(e, y));
    return TW_OK;
}

tw_status tw_exr_write_channels(const char *path, int width, int height,
                                const tw_exr_channel *channel, size_t count,
                                const tw_exr_text *text, size_t texts) {
    TW_TRY(tw_picture_size_check(width, height));
    encoder e = {.width = width, .height = height, .channel = channel, .count = count};
    tw_status s = encode(&e, text, texts);
    tw_kept kept = tw_failure_keep(s);
    if (e.file) exr_encoding_destroy(e.file, &e.pipeline);
    /* also writes the table of blocks */
    exr_result_t ended = e.file ? exr_finish(&e.file) : EXR_ERR_SUCCESS;
    s = s == TW_OK ? result(ended) : tw_failure_again(&kept);
    if (e.out.full) s = tw_fail_memory();
    if (s == TW_OK) s = tw_file_write(path, e.out.data, e.out.size);
    free(e.out.data);
    free(e.work);
    if (e.deflate) libdeflate_free_compressor(e.deflate);
    return s;
}
