/* STL, text and binary. Binary: 80 bytes without meaning, the number of triangles, and 50 bytes for
 * each: normal and corners as little-endian floats, two bytes without meaning. A binary file is
 * recognised by its size, which follows from the number of triangles. */
#include "io/mesh/scan.h"

#include <math.h>
#include <string.h>

static uint32_t word32(const char *at) {
    const unsigned char *p = (const unsigned char *)at;
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static double real32(const char *at) {
    uint32_t bits = word32(at);
    float f;
    memcpy(&f, &bits, sizeof f);
    return (double)f;
}

static tw_status add(tw_mesh_builder *b, double v[3][3]) {
    int32_t t[3];
    for (int k = 0; k < 3; k++) {
        t[k] = (int32_t)b->data->vertex_count;
        TW_TRY(tw_mesh_add_vertex(b, v[k]));
    }
    return tw_mesh_add_triangle(b, t, NULL, 0);
}

static tw_status read_binary(tw_scan *s, tw_mesh_builder *b, uint32_t count) {
    const char *at = s->at + 84;
    for (uint32_t i = 0; i < count; i++, at += 50) {
        double v[3][3];
        for (int k = 0; k < 9; k++) {
            v[k / 3][k % 3] = real32(at + 12 + 4 * k);
            if (!isfinite(v[k / 3][k % 3]))
                return tw_fail(TW_ARGUMENT, "triangle %lld: expected finite coordinates, got %g",
                               (long long)i + 1, v[k / 3][k % 3]);
        }
        TW_TRY(add(b, v));
    }
    return TW_OK;
}

/* reads the next word; fails unless it is `what` */
static tw_status expect(tw_scan *s, const char *what) {
    tw_word w;
    char text[TW_WORD_TEXT];
    if (!tw_scan_any(s, &w))
        return tw_fail(TW_ARGUMENT, "line %d: the file ends where '%s' is expected", s->line, what);
    if (!tw_word_is(w, what))
        return tw_fail(TW_ARGUMENT, "line %d: expected '%s', got '%s'", s->line, what,
                       tw_word_text(w, text));
    return TW_OK;
}

static tw_status numbers(tw_scan *s, double *v) {
    tw_word w;
    char text[TW_WORD_TEXT];
    for (int i = 0; i < 3; i++) {
        if (!tw_scan_any(s, &w))
            return tw_fail(TW_ARGUMENT, "line %d: the file ends where a number is expected",
                           s->line);
        if (!tw_word_number(w, &v[i]))
            return tw_fail(TW_ARGUMENT, "line %d: expected a number, got '%s'", s->line,
                           tw_word_text(w, text));
    }
    return TW_OK;
}

/* reads the rest of a facet (a triangle), after the word "facet" */
static tw_status facet(tw_scan *s, tw_mesh_builder *b) {
    double v[3][3], normal[3];
    TW_TRY(expect(s, "normal"));
    TW_TRY(numbers(s, normal));
    TW_TRY(expect(s, "outer"));
    TW_TRY(expect(s, "loop"));
    for (int k = 0; k < 3; k++) {
        TW_TRY(expect(s, "vertex"));
        TW_TRY(numbers(s, v[k]));
    }
    TW_TRY(expect(s, "endloop"));
    TW_TRY(expect(s, "endfacet"));
    return add(b, v);
}

static tw_status read_text(tw_scan *s, tw_mesh_builder *b) {
    tw_word w;
    char text[TW_WORD_TEXT];
    while (tw_scan_any(s, &w)) {
        if (!tw_word_is(w, "solid"))
            return tw_fail(TW_ARGUMENT, "line %d: expected 'solid', got '%s'", s->line,
                           tw_word_text(w, text));
        tw_scan_line(s); /* skips the name of the solid */
        for (;;) {
            if (!tw_scan_any(s, &w))
                return tw_fail(TW_ARGUMENT, "line %d: the file ends before 'endsolid'", s->line);
            if (tw_word_is(w, "endsolid")) break;
            if (!tw_word_is(w, "facet"))
                return tw_fail(TW_ARGUMENT, "line %d: expected 'facet' or 'endsolid', got '%s'",
                               s->line, tw_word_text(w, text));
            TW_TRY(facet(s, b));
        }
        tw_scan_line(s);
    }
    return TW_OK;
}

tw_status tw_mesh_read_stl(tw_scan *s, tw_mesh_builder *b) {
    size_t size = (size_t)(s->end - s->at);
    b->data->anonymous = true;
    uint64_t count = size >= 84 ? word32(s->at + 80) : 0;
    bool binary = size >= 84 && size == 84 + 50 * count;
    tw_scan look = *s;
    tw_word w;
    /* a binary file may begin with the word "solid", too; only a text has no bytes 0 */
    bool text = tw_scan_any(&look, &w) && tw_word_is(w, "solid") &&
                !memchr(s->at, 0, size < 512 ? size : 512);
    if (!binary && !text) {
        if (size < 84)
            return tw_fail(TW_ARGUMENT,
                           "the file is neither a text STL nor a binary one: it has "
                           "%zu bytes",
                           size);
        return tw_fail(TW_ARGUMENT,
                       "the file says %llu triangles, which take %llu bytes, but has %zu",
                       (unsigned long long)count, 84 + 50 * (unsigned long long)count, size);
    }
    TW_TRY(binary ? read_binary(s, b, (uint32_t)count) : read_text(s, b));
    return tw_mesh_data_weld(b->data);
}
