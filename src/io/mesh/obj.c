/* Wavefront OBJ: the lines `v x y z`, `vt u v` and `f a/t/.. b/t/.. c/t/..`, t: number of the
 * corner's texture coordinates, or nothing; numbers count from 1, negative ones count backwards
 * from the newest line of the kind. All other lines are ignored. */
#include "io/mesh/scan.h"

#include <math.h>
#include <string.h>

static tw_status vertex(tw_scan *s, tw_mesh_builder *b) {
    double v[3];
    char text[TW_WORD_TEXT];
    tw_word w;
    for (int i = 0; i < 3; i++) {
        if (!tw_scan_word(s, true, &w))
            return tw_fail(TW_ARGUMENT, "line %d: expected three coordinates, got %d", s->line, i);
        if (!tw_word_number(w, &v[i]))
            return tw_fail(TW_ARGUMENT, "line %d: expected a number, got '%s'", s->line,
                           tw_word_text(w, text));
    }
    return tw_mesh_add_vertex(b, v);
}

static tw_status spot(tw_scan *s, tw_mesh_builder *b) {
    double uv[2] = {0, 0};
    char text[TW_WORD_TEXT];
    tw_word w;
    for (int i = 0; i < 2 && tw_scan_word(s, true, &w); i++)
        if (!tw_word_number(w, &uv[i]) || !(fabs(uv[i]) <= 1e30))
            return tw_fail(TW_ARGUMENT, "line %d: expected a number, got '%s'", s->line,
                           tw_word_text(w, text));
    return tw_mesh_add_spot(b, uv);
}

/* converts a number of a face, the word up to '/', to an index from 0 into the `count` vertices or
 * texture coordinates read so far. what: name of these, for errors */
static tw_status number(const tw_scan *s, tw_word w, const char *what, size_t count,
                        long long *index) {
    char text[TW_WORD_TEXT];
    tw_word first = {w.at, 0};
    long long n;
    while (first.size < w.size && w.at[first.size] != '/') first.size++;
    if (!tw_word_integer(first, &n) || n == 0)
        return tw_fail(TW_ARGUMENT, "line %d: expected the number of a %s, got '%s'", s->line, what,
                       tw_word_text(w, text));
    if (n < 0 && -n > (long long)count)
        return tw_fail(TW_ARGUMENT, "line %d: no %s %lld; there are %zu before", s->line, what, n,
                       count);
    *index = n < 0 ? (long long)count + n : n - 1;
    return TW_OK;
}

static tw_status face(tw_scan *s, tw_mesh_builder *b) {
    tw_word w;
    int line = s->line;
    while (tw_scan_word(s, true, &w)) {
        if (*w.at == '#') break;
        long long v, t = -1;
        TW_TRY(number(s, w, "vertex", b->data->vertex_count, &v));
        const char *slash = memchr(w.at, '/', w.size), *end = w.at + w.size;
        if (slash && slash + 1 < end && slash[1] != '/')
            TW_TRY(number(s, (tw_word){slash + 1, (size_t)(end - slash - 1)}, "place on a picture",
                          b->spot_count, &t));
        TW_TRY(tw_mesh_add_corner(b, v, t, line));
    }
    return tw_mesh_close_face(b, line);
}

tw_status tw_mesh_read_obj(tw_scan *s, tw_mesh_builder *b) {
    do {
        tw_word w;
        if (!tw_scan_word(s, true, &w)) continue;
        if (tw_word_is(w, "v")) TW_TRY(vertex(s, b));
        if (tw_word_is(w, "vt")) TW_TRY(spot(s, b));
        if (tw_word_is(w, "f")) TW_TRY(face(s, b));
    } while (tw_scan_line(s));
    return TW_OK;
}
