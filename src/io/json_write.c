/* JSON, the writer; see json.h. */
#include "base/text.h"
#include "io/json.h"
#include "io/utf8.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

static void keep_failure(tw_json_writer *w, tw_status s, const char *text) {
    if (w->status != TW_OK) return;
    w->status = s;
    snprintf(w->failure, sizeof w->failure, "%s", text);
}

void tw_json_begin(tw_json_writer *w, FILE *out, int lines) {
    *w = (tw_json_writer){.out = out, .lines = lines};
}

static void new_line(tw_json_writer *w, int depth) {
    fputc('\n', w->out);
    for (int i = 0; i < depth; i++) fputs("  ", w->out);
}

/* what stands between an item and the one before it */
static void separate(tw_json_writer *w) {
    int level = w->depth - 1;
    bool own_line = w->depth <= w->lines;
    if (w->some[level]) fputs(own_line ? "," : ", ", w->out);
    if (own_line) new_line(w, w->depth);
    w->some[level] = true;
}

/* before every value; false when none may stand here */
static bool begin_value(tw_json_writer *w) {
    if (w->status != TW_OK) return false;
    bool in_object = w->depth > 0 && w->closing[w->depth - 1] == '}';
    if (w->done || in_object != w->named) {
        keep_failure(w, TW_ARGUMENT,
                     w->done ? "JSON: a value after the end" : "JSON: a member without a name");
        return false;
    }
    if (w->depth > 0 && !w->named) separate(w);
    w->named = false;
    if (w->depth == 0) w->done = true;
    return true;
}

static void open_level(tw_json_writer *w, char opening, char closing) {
    if (!begin_value(w)) return;
    if (w->depth == TW_JSON_DEPTH) {
        keep_failure(w, TW_ARGUMENT, "JSON: too many levels");
        return;
    }
    fputc(opening, w->out);
    w->done = false;
    w->closing[w->depth] = closing;
    w->some[w->depth] = false;
    w->depth++;
}

void tw_json_object(tw_json_writer *w) {
    open_level(w, '{', '}');
}

void tw_json_array(tw_json_writer *w) {
    open_level(w, '[', ']');
}

void tw_json_end(tw_json_writer *w) {
    if (w->status != TW_OK) return;
    if (w->depth == 0 || w->named) {
        keep_failure(w, TW_ARGUMENT, "JSON: an end without a beginning or after a name");
        return;
    }
    w->depth--;
    if (w->some[w->depth] && w->depth < w->lines) new_line(w, w->depth);
    fputc(w->closing[w->depth], w->out);
    w->done = w->depth == 0;
}

static void put_character(FILE *out, const char *s, size_t n) {
    static const char plain[] = "\"\\\b\f\n\r\t", escape[] = "\"\\bfnrt";
    const char *p = n == 1 && *s ? strchr(plain, *s) : NULL;
    if (p)
        fprintf(out, "\\%c", escape[p - plain]);
    else if (n == 1 && (unsigned char)*s < 0x20)
        fprintf(out, "\\u%04x", (unsigned)*s);
    else
        fwrite(s, 1, n, out);
}

static void put_text(tw_json_writer *w, const char *text, size_t size) {
    fputc('"', w->out);
    for (size_t i = 0; i < size;) {
        size_t n = tw_utf8_length(text + i, size - i);
        if (n == 0) {
            keep_failure(w, TW_ARGUMENT, "JSON: a text that is not UTF-8");
            return;
        }
        put_character(w->out, text + i, n);
        i += n;
    }
    fputc('"', w->out);
}

void tw_json_name(tw_json_writer *w, const char *name) {
    if (w->status != TW_OK) return;
    if (w->depth == 0 || w->closing[w->depth - 1] != '}' || w->named) {
        keep_failure(w, TW_ARGUMENT, "JSON: a name outside of an object");
        return;
    }
    separate(w);
    put_text(w, name, strlen(name));
    fputs(": ", w->out);
    w->named = true;
}

void tw_json_bytes(tw_json_writer *w, const char *text, size_t size) {
    if (begin_value(w)) put_text(w, text, size);
}

void tw_json_text(tw_json_writer *w, const char *text) {
    tw_json_bytes(w, text, strlen(text));
}

void tw_json_number(tw_json_writer *w, double x) {
    if (!begin_value(w)) return;
    char text[TW_TEXT_DOUBLE];
    if (!isfinite(x)) {
        keep_failure(w, TW_ARGUMENT, "JSON: a number that is not finite");
        return;
    }
    tw_status s = tw_text_double(text, sizeof text, x);
    if (s == TW_OK)
        fputs(text, w->out);
    else
        keep_failure(w, s, tw_failure());
}

void tw_json_integer(tw_json_writer *w, int64_t n) {
    if (begin_value(w)) fprintf(w->out, "%" PRId64, n);
}

void tw_json_boolean(tw_json_writer *w, bool b) {
    if (begin_value(w)) fputs(b ? "true" : "false", w->out);
}

void tw_json_null(tw_json_writer *w) {
    if (begin_value(w)) fputs("null", w->out);
}

tw_status tw_json_finish(tw_json_writer *w) {
    if (!w->done) keep_failure(w, TW_ARGUMENT, "JSON: the value is not finished");
    if (w->status != TW_OK) return tw_fail(w->status, "%s", w->failure);
    fputc('\n', w->out);
    return ferror(w->out) ? tw_fail(TW_IO, "JSON cannot be written") : TW_OK;
}
