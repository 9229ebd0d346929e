/*
 * PLY: a header of elements and their properties, then their values, as text or binary. Read are
 * x, y, z of `vertex` and the list vertex_indices (or vertex_index) of `face`; everything else is
 * skipped, by the size of its type.
 */
#include "io/mesh/scan.h"

#include <math.h>
#include <string.h>

enum { ELEMENTS = 16, PROPERTIES = 64 };

typedef enum type { INT8, UINT8, INT16, UINT16, INT32, UINT32, REAL32, REAL64, TYPES } type;

typedef enum role { OTHER, X, Y, Z, INDICES } role;

typedef struct property {
    type type;
    bool list;
    type count; /* of a list: type of the number that gives its length */
    role role;
} property;

typedef struct element {
    size_t count;
    bool vertices, faces;
    property property[PROPERTIES];
    int property_count;
} element;

typedef struct ply {
    tw_scan *s;
    tw_mesh_builder *b;
    enum { TEXT, LITTLE, BIG } format;
    element element[ELEMENTS];
    int element_count;
} ply;

/* ---- header --------------------------------------------------------------------------------- */

static bool read_type(tw_word w, type *t) {
    static const char *const names[2][TYPES] = {
        {"char", "uchar", "short", "ushort", "int", "uint", "float", "double"},
        {"int8", "uint8", "int16", "uint16", "int32", "uint32", "float32", "float64"}};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < TYPES; i++)
            if (tw_word_is(w, names[k][i])) {
                *t = (type)i;
                return true;
            }
    return false;
}

static tw_status bad(const ply *p, const char *what, tw_word w) {
    char text[TW_WORD_TEXT];
    return tw_fail(TW_ARGUMENT, "line %d: expected %s, got '%s'", p->s->line, what,
                   tw_word_text(w, text));
}

static tw_status next(ply *p, const char *what, tw_word *w) {
    if (tw_scan_word(p->s, false, w)) return TW_OK;
    return tw_fail(TW_ARGUMENT, "line %d: expected %s at the end of the line", p->s->line, what);
}

static tw_status read_format(ply *p) {
    tw_word w;
    TW_TRY(next(p, "a format", &w));
    if (tw_word_is(w, "ascii"))
        p->format = TEXT;
    else if (tw_word_is(w, "binary_little_endian"))
        p->format = LITTLE;
    else if (tw_word_is(w, "binary_big_endian"))
        p->format = BIG;
    else
        return bad(p, "ascii, binary_little_endian or binary_big_endian", w);
    return TW_OK;
}

static tw_status read_element(ply *p) {
    tw_word name, w;
    long long n;
    TW_TRY(next(p, "the name of an element", &name));
    TW_TRY(next(p, "a number of elements", &w));
    if (!tw_word_integer(w, &n) || n < 0) return bad(p, "a number of elements", w);
    /* more elements than the rest of the file can have: each takes at least one byte (binary) or
     * one line (text) */
    if (n > p->s->end - p->s->at)
        return tw_fail(TW_ARGUMENT, "line %d: %lld elements, more than the file can hold",
                       p->s->line, n);
    if (p->element_count == ELEMENTS)
        return tw_fail(TW_ARGUMENT, "line %d: more than %d elements", p->s->line, ELEMENTS);
    element *e = &p->element[p->element_count++];
    *e = (element){.count = (size_t)n,
                   .vertices = tw_word_is(name, "vertex"),
                   .faces = tw_word_is(name, "face")};
    return TW_OK;
}

static role role_of(const element *e, tw_word name, bool list) {
    static const char *const axes[] = {"x", "y", "z"};
    for (int i = 0; e->vertices && !list && i < 3; i++)
        if (tw_word_is(name, axes[i])) return (role)(X + i);
    if (e->faces && list &&
        (tw_word_is(name, "vertex_indices") || tw_word_is(name, "vertex_index")))
        return INDICES;
    return OTHER;
}

static tw_status read_property(ply *p) {
    tw_word w;
    property q = {0};
    if (!p->element_count)
        return tw_fail(TW_ARGUMENT, "line %d: a property of no element", p->s->line);
    element *e = &p->element[p->element_count - 1];
    if (e->property_count == PROPERTIES)
        return tw_fail(TW_ARGUMENT, "line %d: more than %d properties", p->s->line, PROPERTIES);
    TW_TRY(next(p, "a type", &w));
    q.list = tw_word_is(w, "list");
    if (q.list) {
        TW_TRY(next(p, "a type", &w));
        if (!read_type(w, &q.count) || q.count >= REAL32) return bad(p, "an integer type", w);
        TW_TRY(next(p, "a type", &w));
    }
    if (!read_type(w, &q.type)) return bad(p, "a type like float", w);
    TW_TRY(next(p, "the name of a property", &w));
    q.role = role_of(e, w, q.list);
    e->property[e->property_count++] = q;
    return TW_OK;
}

static tw_status read_header(ply *p) {
    tw_word w;
    bool format = false;
    if (!tw_scan_word(p->s, false, &w) || !tw_word_is(w, "ply"))
        return tw_fail(TW_ARGUMENT, "line 1: expected 'ply'");
    while (tw_scan_line(p->s)) {
        if (!tw_scan_word(p->s, false, &w)) continue;
        if (tw_word_is(w, "end_header")) {
            if (!format)
                return tw_fail(TW_ARGUMENT, "line %d: the header has no format", p->s->line);
            tw_scan_line(p->s);
            return TW_OK;
        }
        if (tw_word_is(w, "format")) {
            TW_TRY(read_format(p));
            format = true;
        } else if (tw_word_is(w, "element")) {
            TW_TRY(read_element(p));
        } else if (tw_word_is(w, "property")) {
            TW_TRY(read_property(p));
        } else if (!tw_word_is(w, "comment") && !tw_word_is(w, "obj_info")) {
            return bad(p, "a line of the header", w);
        }
    }
    return tw_fail(TW_ARGUMENT, "line %d: the file ends before 'end_header'", p->s->line);
}

/* ---- values --------------------------------------------------------------------------------- */

static tw_status ends(const ply *p) {
    if (p->format == TEXT)
        return tw_fail(TW_ARGUMENT, "line %d: the file ends before all its values", p->s->line);
    return tw_fail(TW_ARGUMENT, "the file ends before all its values");
}

static tw_status read_binary(ply *p, type t, double *x) {
    static const size_t sizes[TYPES] = {1, 1, 2, 2, 4, 4, 4, 8};
    size_t n = sizes[t];
    if ((size_t)(p->s->end - p->s->at) < n) return ends(p);
    uint64_t bits = 0;
    for (size_t i = 0; i < n; i++) {
        unsigned char byte = (unsigned char)p->s->at[p->format == BIG ? i : n - 1 - i];
        bits = bits << 8 | byte;
    }
    p->s->at += n;
    if (t == REAL64) {
        memcpy(x, &bits, sizeof *x);
    } else if (t == REAL32) {
        uint32_t half = (uint32_t)bits;
        float f;
        memcpy(&f, &half, sizeof f);
        *x = (double)f;
    } else if (t == INT8 || t == INT16 || t == INT32) {
        uint64_t top = (uint64_t)1 << (8 * n - 1);
        *x = (double)(int64_t)(bits & (top - 1)) - (bits & top ? (double)top : 0);
    } else {
        *x = (double)bits;
    }
    return TW_OK;
}

static tw_status read_number(ply *p, type t, double *x) {
    if (p->format != TEXT) return read_binary(p, t, x);
    tw_word w;
    if (!tw_scan_any(p->s, &w)) return ends(p);
    if (!tw_word_number(w, x)) return bad(p, "a number", w);
    return TW_OK;
}

static tw_status whole(const ply *p, double x, long long *i) {
    if (!(fabs(x) < 1e15 && x == floor(x))) {
        if (p->format == TEXT)
            return tw_fail(TW_ARGUMENT, "line %d: expected a whole number, got %g", p->s->line, x);
        return tw_fail(TW_ARGUMENT, "expected a whole number, got %g", x);
    }
    *i = (long long)x;
    return TW_OK;
}

static tw_status read_list(ply *p, const property *q) {
    double x;
    long long n = 0, i = 0;
    int line = p->format == TEXT ? p->s->line : 0;
    TW_TRY(read_number(p, q->count, &x));
    TW_TRY(whole(p, x, &n));
    if (n < 0 || n > p->s->end - p->s->at) return ends(p);
    for (long long k = 0; k < n; k++) {
        TW_TRY(read_number(p, q->type, &x));
        if (q->role != INDICES) continue;
        TW_TRY(whole(p, x, &i));
        if (k == 0 && p->format == TEXT) line = p->s->line;
        TW_TRY(tw_mesh_add_corner(p->b, i, -1, line));
    }
    return q->role == INDICES ? tw_mesh_close_face(p->b, line) : TW_OK;
}

static tw_status read_one(ply *p, const element *e) {
    double v[3] = {0, 0, 0}, x;
    for (int i = 0; i < e->property_count; i++) {
        const property *q = &e->property[i];
        if (q->list) {
            TW_TRY(read_list(p, q));
            continue;
        }
        TW_TRY(read_number(p, q->type, &x));
        if (q->role >= X && q->role <= Z) v[q->role - X] = x;
    }
    return e->vertices ? tw_mesh_add_vertex(p->b, v) : TW_OK;
}

static bool has(const element *e, role r) {
    for (int i = 0; i < e->property_count; i++)
        if (e->property[i].role == r) return true;
    return false;
}

tw_status tw_mesh_read_ply(tw_scan *s, tw_mesh_builder *b) {
    ply p = {.s = s, .b = b};
    TW_TRY(read_header(&p));
    b->lines = p.format == TEXT;
    for (int i = 0; i < p.element_count; i++) {
        const element *e = &p.element[i];
        if (e->vertices && !(has(e, X) && has(e, Y) && has(e, Z)))
            return tw_fail(TW_ARGUMENT, "the element 'vertex' has no x, y, z");
        if (e->faces && !has(e, INDICES))
            return tw_fail(TW_ARGUMENT, "the element 'face' has no list 'vertex_indices'");
        if (!e->property_count) continue;
        for (size_t k = 0; k < e->count; k++) TW_TRY(read_one(&p, e));
    }
    return TW_OK;
}
