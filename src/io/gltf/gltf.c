/*
 * Writes a glTF file: a header, a JSON chunk, a binary chunk [Khronos, glTF 2.0, chapter 4]; see
 * gltf.h. The binary chunk is filled while the JSON is written; its size so far is the offset of
 * what is added next. Each accessor has a buffer view of its own.
 */
#include "io/gltf/gltf.h"

#include "base/file.h"
#include "base/text/memo.h"
#include "base/text/text.h"
#include "io/gltf/impl.h"

#include <stdlib.h>
#include <string.h>

enum { FLOAT = 5126, UNSIGNED = 5125, VERTICES = 34962, INDICES = 34963 };

/* ---- text ----------------------------------------------------------------------------------- */

void tw_gltf_text(FILE *out, const char *s) {
    fputc('"', out);
    for (char piece[TW_TEXT_JSON]; *s;) {
        tw_text_json(&s, piece);
        fputs(piece, out);
    }
    fputc('"', out);
}

/* writes n numbers as JSON text, rounded to 32-bit floats, with enough digits to read these back
 * exactly */
void tw_gltf_numbers(FILE *out, const double *x, int n) {
    fputc('[', out);
    for (int i = 0; i < n; i++) fprintf(out, "%s%.17g", i ? "," : "", (double)(float)x[i]);
    fputc(']', out);
}

/* ---- the binary part ------------------------------------------------------------------------ */

static void put_bytes(tw_gltf *g, const void *data, size_t size) {
    if (g->failed || tw_reserve(&g->binary, g->binary.count + size + 4) != TW_OK) {
        g->failed = true;
        return;
    }
    if (size) memcpy(g->binary.data + g->binary.count, data, size);
    g->binary.count += size;
    while (g->binary.count % 4) g->binary.data[g->binary.count++] = 0;
}

static size_t put_accessor(tw_gltf *g, tw_accessor a, const void *data, size_t size) {
    a.offset = g->binary.count;
    a.bytes = size;
    put_bytes(g, data, size);
    if (tw_push(&g->accessor, a) != TW_OK) g->failed = true;
    return g->accessor.count - 1;
}

size_t tw_gltf_floats(tw_gltf *g, const float *x, size_t count, int width, bool vertices,
                      bool bounds) {
    tw_accessor a = {.count = count,
                     .type = FLOAT,
                     .width = width,
                     .target = vertices ? VERTICES : 0,
                     .bounds = bounds};
    for (size_t i = 0; i < count; i++)
        for (int c = 0; c < width && bounds; c++) {
            double v = (double)x[i * (size_t)width + (size_t)c];
            if (i == 0 || v < a.lo[c]) a.lo[c] = v;
            if (i == 0 || v > a.hi[c]) a.hi[c] = v;
        }
    return put_accessor(g, a, x, count * (size_t)width * sizeof *x);
}

size_t tw_gltf_indices(tw_gltf *g, const uint32_t *x, size_t count) {
    tw_accessor a = {.count = count, .type = UNSIGNED, .width = 1, .target = INDICES};
    return put_accessor(g, a, x, count * sizeof *x);
}

static void put_accessors(tw_gltf *g, FILE *out) {
    static const char *const types[] = {"", "SCALAR", "VEC2", "VEC3", "VEC4"};
    fputs(",\n\"accessors\":[", out);
    for (size_t i = 0; i < g->accessor.count; i++) {
        const tw_accessor *a = &g->accessor.data[i];
        fprintf(out, "%s\n{\"bufferView\":%zu,\"componentType\":%d,\"count\":%zu,\"type\":\"%s\"",
                i ? "," : "", i, a->type, a->count, types[a->width]);
        if (a->bounds) {
            fputs(",\"min\":", out);
            tw_gltf_numbers(out, a->lo, a->width);
            fputs(",\"max\":", out);
            tw_gltf_numbers(out, a->hi, a->width);
        }
        fputc('}', out);
    }
    fputs("],\n\"bufferViews\":[", out);
    for (size_t i = 0; i < g->accessor.count; i++) {
        const tw_accessor *a = &g->accessor.data[i];
        fprintf(out, "%s\n{\"buffer\":0,\"byteOffset\":%zu,\"byteLength\":%zu", i ? "," : "",
                a->offset, a->bytes);
        if (a->target) fprintf(out, ",\"target\":%d", a->target);
        fputc('}', out);
    }
    fprintf(out, "],\n\"buffers\":[{\"byteLength\":%zu}]", g->binary.count);
}

/* ---- the file ------------------------------------------------------------------------------- */

static void put_word(FILE *out, size_t x) {
    for (int i = 0; i < 4; i++) fputc((int)(x >> (8 * i) & 255), out);
}

static tw_status put_file(const char *path, const char *json, size_t size, const tw_gltf *g) {
    size_t padded = (size + 3) / 4 * 4, binary = g->binary.count;
    size_t total = 12 + 8 + padded + (binary ? 8 + binary : 0);
    if (total > 0xffffffffu) return tw_fail(TW_IO, "%s would be larger than 4 GB", path);
    tw_file *file;
    TW_TRY(tw_file_open(path, &file));
    FILE *out = tw_file_stream(file);
    fputs("glTF", out);
    put_word(out, 2);
    put_word(out, total);
    put_word(out, padded);
    fputs("JSON", out);
    fwrite(json, 1, size, out);
    for (size_t i = size; i < padded; i++) fputc(' ', out);
    if (binary) {
        put_word(out, binary);
        fwrite("BIN\0", 1, 4, out);
        fwrite(g->binary.data, 1, binary, out);
    }
    return tw_file_commit(file);
}

tw_status tw_gltf_write(const char *path, const tw_gltf_scene *scene) {
    tw_gltf g = {.scene = scene};
    char *json = NULL;
    size_t size = 0;
    FILE *out = tw_memo_open(&json, &size);
    if (!out) return tw_fail_memory();
    fputs("{\"asset\":{\"version\":\"2.0\",\"generator\":", out);
    tw_gltf_text(out, scene->generator);
    fputs("}", out);
    tw_gltf_nodes(&g, out);
    if (g.accessor.count) put_accessors(&g, out);
    fputs("}\n", out);
    bool failed = g.failed || ferror(out);
    if (fclose(out) != 0 || failed || !json) {
        free(json);
        tw_array_free(&g.binary);
        tw_array_free(&g.accessor);
        return tw_fail_memory();
    }
    tw_status s = put_file(path, json, size, &g);
    free(json);
    tw_array_free(&g.binary);
    tw_array_free(&g.accessor);
    return s;
}
