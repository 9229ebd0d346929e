/* Choice of the reader of a mesh, and functions that the readers share; see mesh.h. */
#include "io/mesh/scan.h"

#include "base/text/text.h"

#include <ctype.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- words ---------------------------------------------------------------------------------- */

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' || c == 0;
}

bool tw_scan_word(tw_scan *s, bool joined, tw_word *w) {
    for (; s->at < s->end && *s->at != '\n'; s->at++) {
        if (is_space(*s->at)) continue;
        if (joined && *s->at == '\\') {
            const char *p = s->at + 1;
            while (p < s->end && is_space(*p)) p++;
            if (p < s->end && *p == '\n') {
                s->at = p;
                s->line++;
                continue;
            }
        }
        const char *from = s->at;
        while (s->at < s->end && *s->at != '\n' && !is_space(*s->at) &&
               !(joined && *s->at == '\\' && s->at > from))
            s->at++;
        *w = (tw_word){from, (size_t)(s->at - from)};
        return true;
    }
    return false;
}

bool tw_scan_line(tw_scan *s) {
    while (s->at < s->end && *s->at != '\n') s->at++;
    if (s->at < s->end) {
        s->at++;
        s->line += s->line < INT_MAX;
    }
    return s->at < s->end;
}

bool tw_scan_any(tw_scan *s, tw_word *w) {
    while (!tw_scan_word(s, false, w))
        if (!tw_scan_line(s)) return false;
    return true;
}

bool tw_word_is(tw_word w, const char *text) {
    return w.size == strlen(text) && memcmp(w.at, text, w.size) == 0;
}

/* quick parser for numbers of up to 15 digits with a power of ten of at most 22: both are exact as
 * doubles, so there is only one rounding and *x equals the result of strtod. False: the word has
 * another form */
static bool simple_number(tw_word w, double *x) {
    static const double power[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                   1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                   1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    const char *p = w.at, *end = w.at + w.size;
    bool minus = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+')) p++;
    double digits = 0;
    int count = 0, shift = 0, exponent = 0;
    bool point = false;
    for (; p < end && (isdigit((unsigned char)*p) || (*p == '.' && !point)); p++) {
        if (*p == '.') {
            point = true;
            continue;
        }
        digits = digits * 10 + (*p - '0');
        count++;
        shift -= point;
    }
    if (count == 0 || count > 15) return false;
    if (p < end && (*p == 'e' || *p == 'E')) {
        p++;
        bool down = p < end && *p == '-';
        if (p < end && (*p == '-' || *p == '+')) p++;
        int n = 0;
        for (; p < end && isdigit((unsigned char)*p) && n < 3; p++, n++)
            exponent = exponent * 10 + (*p - '0');
        if (n == 0) return false;
        if (down) exponent = -exponent;
    }
    exponent += shift;
    if (p != end || exponent < -22 || exponent > 22) return false;
    double v = exponent < 0 ? digits / power[-exponent] : digits * power[exponent];
    *x = minus ? -v : v;
    return true;
}

bool tw_word_number(tw_word w, double *x) {
    if (simple_number(w, x)) return true;
    char buf[512];
    if (w.size >= sizeof buf) return false;
    memcpy(buf, w.at, w.size);
    buf[w.size] = 0;
    return tw_text_parse_double(buf, x);
}

bool tw_word_integer(tw_word w, long long *i) {
    const char *p = w.at, *end = w.at + w.size;
    bool minus = p < end && *p == '-';
    if (p < end && (*p == '-' || *p == '+')) p++;
    if (p == end || end - p > 18) return false;
    long long n = 0;
    for (; p < end; p++) {
        if (!isdigit((unsigned char)*p)) return false;
        n = 10 * n + (*p - '0');
    }
    *i = minus ? -n : n;
    return true;
}

const char *tw_word_text(tw_word w, char *buf) {
    size_t n = w.size < TW_WORD_TEXT - 1 ? w.size : TW_WORD_TEXT - 1;
    for (size_t i = 0; i < n; i++) buf[i] = w.at[i] >= ' ' && w.at[i] <= '~' ? w.at[i] : '?';
    buf[n] = 0;
    return buf;
}

/* ---- lists ---------------------------------------------------------------------------------- */

/* enlarges *list, which has `count` elements of `size` bytes and room for *room, if there is no
 * room for one more; false: memory ran out */
static bool grow(void *list, size_t *room, size_t count, size_t size) {
    void **p = list;
    if (count < *room) return true;
    size_t n = *room ? 2 * *room : 64;
    void *more = realloc(*p, n * size);
    if (!more) return false;
    *p = more;
    *room = n;
    return true;
}

tw_status tw_mesh_add_vertex(tw_mesh_builder *b, const double *v) {
    tw_mesh_data *d = b->data;
    if (d->vertex_count >= 3 * (size_t)TW_MESH_TRIANGLES)
        return tw_fail(TW_ARGUMENT, "more than %d vertices", 3 * TW_MESH_TRIANGLES);
    if (!grow(&d->vertex, &b->vertex_room, d->vertex_count, 3 * sizeof *v)) return tw_fail_memory();
    memcpy(d->vertex + 3 * d->vertex_count++, v, 3 * sizeof *v);
    return TW_OK;
}

tw_status tw_mesh_add_spot(tw_mesh_builder *b, const double *uv) {
    if (b->spot_count >= 3 * (size_t)TW_MESH_TRIANGLES)
        return tw_fail(TW_ARGUMENT, "more than %d places on a picture", 3 * TW_MESH_TRIANGLES);
    if (!grow(&b->spot, &b->spot_room, b->spot_count, 2 * sizeof *b->spot)) return tw_fail_memory();
    /* adding 0 turns -0 into 0, so that equal numbers have equal bits (vertices: shape/mesh/mesh.c)
     */
    for (size_t k = 0; k < 2; k++) b->spot[2 * b->spot_count + k] = (float)uv[k] + 0.0f;
    b->spot_count++;
    return TW_OK;
}

/* stores the texture coordinates of the newest triangle. From the first triangle on that has some,
 * all triangles have entries (NaN: none), also those before it. spot: as in tw_mesh_add_triangle */
static tw_status keep_spots(tw_mesh_builder *b, const int32_t *spot) {
    tw_mesh_data *d = b->data;
    size_t from = d->spot ? d->triangle_count - 1 : 0;
    bool any = spot && (spot[0] >= 0 || spot[1] >= 0 || spot[2] >= 0);
    if (!any && !d->spot) return TW_OK;
    while (b->list_room < d->triangle_count)
        if (!grow(&d->spot, &b->list_room, b->list_room, 6 * sizeof *d->spot))
            return tw_fail_memory();
    for (size_t i = 6 * from; i < 6 * d->triangle_count; i++) d->spot[i] = NAN;
    if (!any) return TW_OK;
    float *to = d->spot + 6 * (d->triangle_count - 1);
    for (size_t k = 0; k < 3; k++)
        if (spot[k] >= 0) memcpy(to + 2 * k, b->spot + 2 * (size_t)spot[k], 2 * sizeof *to);
    return TW_OK;
}

tw_status tw_mesh_add_triangle(tw_mesh_builder *b, const int32_t *v, const int32_t *spot,
                               int line) {
    tw_mesh_data *d = b->data;
    if (d->triangle_count >= TW_MESH_TRIANGLES)
        return tw_fail(TW_ARGUMENT, "more than %d triangles", TW_MESH_TRIANGLES);
    size_t room = b->triangle_room;
    if (!grow(&d->triangle, &room, d->triangle_count, 3 * sizeof *v)) return tw_fail_memory();
    if (b->lines && !grow(&d->line, &b->triangle_room, d->triangle_count, sizeof *d->line))
        return tw_fail_memory();
    b->triangle_room = room;
    memcpy(d->triangle + 3 * d->triangle_count, v, 3 * sizeof *v);
    if (b->lines) d->line[d->triangle_count] = line;
    d->triangle_count++;
    return keep_spots(b, spot);
}

/* ---- which ---------------------------------------------------------------------------------- */

static bool ends_with(const char *name, const char *ending) {
    size_t n = strlen(name), k = strlen(ending);
    if (n < k) return false;
    for (size_t i = 0; i < k; i++)
        if (tolower((unsigned char)name[n - k + i]) != ending[i]) return false;
    return true;
}

tw_status tw_mesh_parse(const char *name, const char *text, size_t size, tw_mesh_data *data) {
    static const struct {
        const char *ending;
        tw_status (*read)(tw_scan *s, tw_mesh_builder *b);
        bool lines;
    } readers[] = {{".obj", tw_mesh_read_obj, true},
                   {".stl", tw_mesh_read_stl, false},
                   {".ply", tw_mesh_read_ply, false}};
    *data = (tw_mesh_data){0};
    for (size_t i = 0; i < sizeof readers / sizeof *readers; i++) {
        if (!ends_with(name, readers[i].ending)) continue;
        tw_scan scan = {text, text + size, 1};
        tw_mesh_builder b = {.data = data, .lines = readers[i].lines};
        tw_status s = readers[i].read(&scan, &b);
        free(b.corner);
        free(b.spot);
        if (s == TW_OK && data->triangle_count == 0)
            s = tw_fail(TW_ARGUMENT, "no faces in the file");
        if (s != TW_OK) tw_mesh_data_free(data);
        return s;
    }
    return tw_fail(TW_ARGUMENT, "expected a file .obj, .stl or .ply");
}
