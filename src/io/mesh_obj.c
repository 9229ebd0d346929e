/* Wavefront OBJ: the lines `v x y z` and `f a/.. b/.. c/..`; vertices count from 1, or back from
 * the last one by negative numbers. All other lines are passed over. */
#include "io/mesh_scan.h"

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

static tw_status face(tw_scan *s, tw_mesh_builder *b) {
    char text[TW_WORD_TEXT];
    tw_word w;
    int line = s->line;
    while (tw_scan_word(s, true, &w)) {
        if (*w.at == '#') break;
        tw_word first = {w.at, 0};
        while (first.size < w.size && w.at[first.size] != '/') first.size++;
        long long n;
        if (!tw_word_integer(first, &n) || n == 0)
            return tw_fail(TW_ARGUMENT, "line %d: expected the number of a vertex, got '%s'",
                           s->line, tw_word_text(w, text));
        if (n < 0 && -n > (long long)b->data->vertex_count)
            return tw_fail(TW_ARGUMENT, "line %d: no vertex %lld; there are %zu before", s->line, n,
                           b->data->vertex_count);
        TW_TRY(tw_mesh_add_corner(b, n < 0 ? (long long)b->data->vertex_count + n : n - 1, line));
    }
    return tw_mesh_close_face(b, line);
}

tw_status tw_mesh_read_obj(tw_scan *s, tw_mesh_builder *b) {
    do {
        tw_word w;
        if (!tw_scan_word(s, true, &w)) continue;
        if (tw_word_is(w, "v")) TW_TRY(vertex(s, b));
        if (tw_word_is(w, "f")) TW_TRY(face(s, b));
    } while (tw_scan_line(s));
    return TW_OK;
}
