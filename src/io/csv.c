/* Comma-separated values; see csv.h. */
#include "io/csv.h"

#include "base/file.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct tw_csv {
    tw_file *file;
    FILE *out;
    size_t row, fields; /* complete rows; fields of this row */
    size_t expected;    /* fields of the first row */
    tw_status status;   /* the first failure */
    size_t wrong_row, wrong_fields;
};

tw_status tw_csv_open(const char *path, tw_csv **csv) {
    tw_csv *c = calloc(1, sizeof *c);
    if (!c) return tw_fail_memory();
    tw_status s = tw_file_open(path, &c->file);
    if (s != TW_OK) {
        free(c);
        return s;
    }
    c->out = tw_file_stream(c->file);
    *csv = c;
    return TW_OK;
}

/* the stream remembers its own failures until commit */
static void put(tw_csv *c, const char *s, size_t n) {
    if (n) fwrite(s, 1, n, c->out);
}

static void begin_field(tw_csv *c) {
    if (c->fields++) put(c, ",", 1);
}

void tw_csv_text(tw_csv *c, const char *text) {
    begin_field(c);
    /* an empty text in quotes: a row of one empty field would be an empty line */
    if (*text && !strpbrk(text, ",\"\r\n")) {
        put(c, text, strlen(text));
        return;
    }
    put(c, "\"", 1);
    for (const char *s = text; *s;) {
        size_t n = strcspn(s, "\"");
        put(c, s, n);
        s += n;
        if (*s) {
            put(c, "\"\"", 2);
            s++;
        }
    }
    put(c, "\"", 1);
}

void tw_csv_number(tw_csv *c, double x) {
    begin_field(c);
    char text[TW_TEXT_DOUBLE];
    tw_status s = tw_text_double(text, sizeof text, x);
    if (s == TW_OK)
        put(c, text, strlen(text));
    else if (c->status == TW_OK)
        c->status = s;
}

void tw_csv_integer(tw_csv *c, long long n) {
    begin_field(c);
    fprintf(c->out, "%lld", n);
}

void tw_csv_end_row(tw_csv *c) {
    put(c, "\n", 1);
    c->row++;
    if (c->row == 1) c->expected = c->fields;
    if (c->fields != c->expected && c->status == TW_OK) {
        c->status = TW_ARGUMENT;
        c->wrong_row = c->row;
        c->wrong_fields = c->fields;
    }
    c->fields = 0;
}

tw_status tw_csv_commit(tw_csv *c) {
    tw_status s = c->status;
    if (s == TW_OK && c->fields) { /* a row without an end */
        s = TW_ARGUMENT;
        c->wrong_row = c->row + 1;
        c->wrong_fields = c->fields;
    }
    if (s == TW_MEMORY)
        tw_fail_memory();
    else if (s != TW_OK)
        tw_fail(s, "a table of %zu columns: row %zu has %zu fields or no end", c->expected,
                c->wrong_row, c->wrong_fields);
    if (s == TW_OK)
        s = tw_file_commit(c->file);
    else
        tw_file_discard(c->file);
    free(c);
    return s;
}

void tw_csv_discard(tw_csv *c) {
    if (!c) return;
    tw_file_discard(c->file);
    free(c);
}
