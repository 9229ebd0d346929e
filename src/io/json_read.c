/*
 * JSON, the reader; see json.h. Recursive descent over the grammar of RFC 8259; the depth is
 * limited, so that no text can exhaust the stack. Nodes and texts live in the document's arena.
 */
#include "base/arena.h"
#include "base/file.h"
#include "base/text.h"
#include "io/json.h"
#include "io/utf8.h"

#include <stdlib.h>
#include <string.h>

struct tw_json_document {
    tw_arena memory;
    tw_json *root;
};

typedef struct reader {
    const char *name; /* of the text, for messages */
    const char *at, *end;
    const char *line_begin; /* of the line that `at` stands in */
    const char *counted;    /* up to here this line's characters are counted: */
    int column;             /* so many, plus one */
    int line, depth;
    tw_arena *memory;
} reader;

/* counts on from the last position asked for, so that long lines do not cost their square */
static int column_of(reader *r, const char *p) {
    if (r->counted < r->line_begin || r->counted > p) {
        r->counted = r->line_begin;
        r->column = 1;
    }
    for (; r->counted < p; r->counted++)
        if (((unsigned char)*r->counted & 0xc0) != 0x80) r->column++;
    return r->column;
}

static tw_status wrong(reader *r, const char *p, const char *text) {
    return tw_fail(TW_IO, "%s:%d:%d: %s", r->name, r->line, column_of(r, p), text);
}

/* the message names what stands there */
static tw_status expected(reader *r, const char *what) {
    char got[32];
    if (r->at == r->end) {
        snprintf(got, sizeof got, "the end");
    } else {
        size_t n = tw_utf8_length(r->at, (size_t)(r->end - r->at));
        unsigned char c = (unsigned char)*r->at;
        if (n == 0 || c < 0x20 || c == 0x7f)
            snprintf(got, sizeof got, "byte 0x%02x", c);
        else
            snprintf(got, sizeof got, "'%.*s'", (int)n, r->at);
    }
    return tw_fail(TW_IO, "%s:%d:%d: expected %s, got %s", r->name, r->line, column_of(r, r->at),
                   what, got);
}

static void skip_space(reader *r) {
    for (; r->at < r->end; r->at++) {
        if (*r->at == '\n') {
            r->line++;
            r->line_begin = r->at + 1;
        } else if (*r->at != ' ' && *r->at != '\t' && *r->at != '\r') {
            return;
        }
    }
}

static bool take(reader *r, char c) {
    if (r->at == r->end || *r->at != c) return false;
    r->at++;
    return true;
}

static bool take_word(reader *r, const char *word) {
    size_t n = strlen(word);
    if ((size_t)(r->end - r->at) < n || memcmp(r->at, word, n) != 0) return false;
    r->at += n;
    return true;
}

/* ---- texts ---- */

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

static tw_status read_hex4(reader *r, unsigned *code) {
    *code = 0;
    for (int i = 0; i < 4; i++) {
        int d = r->at < r->end ? hex_digit(*r->at) : -1;
        if (d < 0) return expected(r, "a hexadecimal digit");
        *code = *code * 16 + (unsigned)d;
        r->at++;
    }
    return TW_OK;
}

static char *put_code(char *out, unsigned c) {
    if (c < 0x80) {
        *out++ = (char)c;
    } else if (c < 0x800) {
        *out++ = (char)(0xc0 | (c >> 6));
        *out++ = (char)(0x80 | (c & 0x3f));
    } else if (c < 0x10000) {
        *out++ = (char)(0xe0 | (c >> 12));
        *out++ = (char)(0x80 | ((c >> 6) & 0x3f));
        *out++ = (char)(0x80 | (c & 0x3f));
    } else {
        *out++ = (char)(0xf0 | (c >> 18));
        *out++ = (char)(0x80 | ((c >> 12) & 0x3f));
        *out++ = (char)(0x80 | ((c >> 6) & 0x3f));
        *out++ = (char)(0x80 | (c & 0x3f));
    }
    return out;
}

/* after the backslash and the u: one character, by two escapes when it is a surrogate pair */
static tw_status read_unicode(reader *r, char **out) {
    const char *begin = r->at - 2;
    unsigned c, low;
    TW_TRY(read_hex4(r, &c));
    if (c >= 0xdc00 && c <= 0xdfff) return wrong(r, begin, "half of a surrogate pair");
    if (c >= 0xd800 && c <= 0xdbff) {
        if (!take_word(r, "\\u")) return wrong(r, begin, "half of a surrogate pair");
        TW_TRY(read_hex4(r, &low));
        if (low < 0xdc00 || low > 0xdfff) return wrong(r, begin, "half of a surrogate pair");
        c = 0x10000 + ((c - 0xd800) << 10) + (low - 0xdc00);
    }
    *out = put_code(*out, c);
    return TW_OK;
}

static tw_status read_escape(reader *r, char **out) {
    static const char escape[] = "\"\\/bfnrt", plain[] = "\"\\/\b\f\n\r\t";
    if (take(r, 'u')) return read_unicode(r, out);
    const char *p = r->at < r->end && *r->at ? strchr(escape, *r->at) : NULL;
    if (!p) return expected(r, "one of \" \\ / b f n r t u after \\");
    *(*out)++ = plain[p - escape];
    r->at++;
    return TW_OK;
}

/* bytes between the quotes, as written; where they end is found by skipping what follows a
 * backslash */
static size_t text_bound(const reader *r) {
    const char *p = r->at;
    while (p < r->end && *p != '"') p += *p == '\\' && p + 1 < r->end ? 2 : 1;
    return (size_t)(p - r->at);
}

/* after the opening quote; no escape is shorter than what it stands for */
static tw_status read_text(reader *r, const char **text, size_t *length) {
    char *begin = tw_arena_alloc(r->memory, text_bound(r) + 1), *out = begin;
    if (!begin) return tw_fail_memory();
    while (!take(r, '"')) {
        if (r->at == r->end) return expected(r, "'\"'");
        if (take(r, '\\')) {
            TW_TRY(read_escape(r, &out));
            continue;
        }
        size_t n = tw_utf8_length(r->at, (size_t)(r->end - r->at));
        if (n == 0) return expected(r, "UTF-8");
        if ((unsigned char)*r->at < 0x20) return expected(r, "an escape for a control character");
        memcpy(out, r->at, n);
        out += n;
        r->at += n;
    }
    *out = '\0';
    *text = begin;
    *length = (size_t)(out - begin);
    return TW_OK;
}

/* ---- numbers ---- */

static tw_status read_digits(reader *r) {
    if (r->at == r->end || *r->at < '0' || *r->at > '9') return expected(r, "a digit");
    while (r->at < r->end && *r->at >= '0' && *r->at <= '9') r->at++;
    return TW_OK;
}

static tw_status read_number(reader *r, double *x) {
    const char *begin = r->at;
    take(r, '-');
    if (!take(r, '0')) TW_TRY(read_digits(r));
    if (take(r, '.')) TW_TRY(read_digits(r));
    if (take(r, 'e') || take(r, 'E')) {
        if (!take(r, '-')) take(r, '+');
        TW_TRY(read_digits(r));
    }
    size_t n = (size_t)(r->at - begin);
    char *copy = tw_arena_alloc(r->memory, n + 1);
    if (!copy) return tw_fail_memory();
    memcpy(copy, begin, n);
    if (!tw_text_parse_double(copy, x))
        return wrong(r, begin, "a number beyond the largest double");
    return TW_OK;
}

/* ---- values ---- */

static int by_name(const void *a, const void *b) {
    const tw_json *x = *(const tw_json *const *)a, *y = *(const tw_json *const *)b;
    size_t n = x->name_length < y->name_length ? x->name_length : y->name_length;
    int c = memcmp(x->name, y->name, n);
    if (c) return c;
    return x->name_length < y->name_length ? -1 : x->name_length > y->name_length;
}

/* no name twice */
static tw_status check_names(const reader *r, const tw_json *object) {
    if (object->count < 2) return TW_OK;
    const tw_json **sorted = malloc(object->count * sizeof *sorted);
    if (!sorted) return tw_fail_memory();
    size_t n = 0;
    for (const tw_json *j = object->first; j; j = j->next) sorted[n++] = j;
    qsort(sorted, n, sizeof *sorted, by_name);
    tw_status s = TW_OK;
    for (size_t i = 1; i < n && s == TW_OK; i++)
        if (by_name(&sorted[i - 1], &sorted[i]) == 0)
            s = tw_fail(TW_IO, "%s:%d:%d: the name '%s' stands twice in this object", r->name,
                        object->line, object->column, sorted[i]->name);
    free(sorted);
    return s;
}

static tw_status read_value(reader *r, tw_json **value);

static tw_status read_member(reader *r, tw_json **member) {
    const char *name;
    size_t length;
    if (!take(r, '"')) return expected(r, "a name in quotes");
    TW_TRY(read_text(r, &name, &length));
    skip_space(r);
    if (!take(r, ':')) return expected(r, "':'");
    skip_space(r);
    TW_TRY(read_value(r, member));
    (*member)->name = name;
    (*member)->name_length = length;
    return TW_OK;
}

/* after the opening bracket */
static tw_status read_items(reader *r, tw_json *parent, char closing) {
    if (r->depth == TW_JSON_DEPTH) return wrong(r, r->at - 1, "too many levels");
    r->depth++;
    const tw_json **link = &parent->first;
    skip_space(r);
    bool first = true;
    while (!take(r, closing)) {
        if (!first) {
            if (!take(r, ',')) return expected(r, closing == '}' ? "',' or '}'" : "',' or ']'");
            skip_space(r);
        }
        tw_json *item;
        TW_TRY(closing == '}' ? read_member(r, &item) : read_value(r, &item));
        *link = item;
        link = &item->next;
        parent->count++;
        skip_space(r);
        first = false;
    }
    r->depth--;
    return closing == '}' ? check_names(r, parent) : TW_OK;
}

static tw_status read_value(reader *r, tw_json **value) {
    tw_json *j = tw_arena_new(r->memory, tw_json, 1);
    if (!j) return tw_fail_memory();
    j->line = r->line;
    j->column = column_of(r, r->at);
    *value = j;
    char c = r->at < r->end ? *r->at : '\0';
    if (c == '-' || (c >= '0' && c <= '9')) {
        j->type = TW_JSON_NUMBER;
        return read_number(r, &j->number);
    }
    if (take(r, '"')) {
        j->type = TW_JSON_TEXT;
        return read_text(r, &j->text, &j->length);
    }
    if (take(r, '{')) {
        j->type = TW_JSON_OBJECT;
        return read_items(r, j, '}');
    }
    if (take(r, '[')) {
        j->type = TW_JSON_ARRAY;
        return read_items(r, j, ']');
    }
    if (take_word(r, "true")) {
        j->type = TW_JSON_BOOLEAN;
        j->boolean = true;
    } else if (take_word(r, "false")) {
        j->type = TW_JSON_BOOLEAN;
    } else if (!take_word(r, "null")) {
        return expected(r, "a value");
    }
    return TW_OK;
}

tw_status tw_json_read(const char *name, const char *text, size_t size, tw_json_document **doc) {
    tw_json_document *d = calloc(1, sizeof *d);
    if (!d) return tw_fail_memory();
    reader r = {.name = name,
                .at = text,
                .end = text + size,
                .line_begin = text,
                .counted = text,
                .column = 1,
                .line = 1,
                .memory = &d->memory};
    skip_space(&r);
    tw_status s = read_value(&r, &d->root);
    if (s == TW_OK) {
        skip_space(&r);
        if (r.at != r.end) s = expected(&r, "the end");
    }
    if (s == TW_OK)
        *doc = d;
    else
        tw_json_free(d);
    return s;
}

tw_status tw_json_read_file(const char *path, tw_json_document **doc) {
    char *text;
    size_t size;
    TW_TRY(tw_file_read(path, &text, &size));
    tw_status s = tw_json_read(path, text, size, doc);
    free(text);
    return s;
}

const tw_json *tw_json_root(const tw_json_document *doc) {
    return doc->root;
}

void tw_json_free(tw_json_document *doc) {
    if (!doc) return;
    tw_arena_free(&doc->memory);
    free(doc);
}

const tw_json *tw_json_member(const tw_json *j, const char *name) {
    if (!j || j->type != TW_JSON_OBJECT) return NULL;
    size_t n = strlen(name);
    for (j = j->first; j; j = j->next)
        if (j->name_length == n && memcmp(j->name, name, n) == 0) return j;
    return NULL;
}

const tw_json *tw_json_item(const tw_json *j, size_t i) {
    if (!j || j->type != TW_JSON_ARRAY) return NULL;
    for (j = j->first; j && i > 0; j = j->next) i--;
    return j;
}
