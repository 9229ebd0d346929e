/*
 * JSON and CSV: what is written reads back the same, byte for byte where the format fixes them;
 * texts that are not JSON are refused with line, column and reason; memory and streams that fail
 * are told.
 */
#include "io/json.h"
#include "io/csv.h"

#include "base/file.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "../support/fail_malloc.h"
#include "../support/random.h"

/* ---- reading ---- */

static tw_json_document *read_text(const char *text) {
    tw_json_document *d = NULL;
    tw_status s = tw_json_read("t.json", text, strlen(text), &d);
    if (s != TW_OK) fail_msg("%s", tw_failure());
    return d;
}

static void values_are_read(void **state) {
    (void)state;
    tw_json_document *d =
        read_text(" { \"a\" : [ 1 , -2.5e-3 , true , false , null ] ,\r\n"
                  "\t\"b\\n\\u00e9\" : { } , \"\" : \"x\\u0000y\" , \"c\" : [] } \n");
    const tw_json *root = tw_json_root(d), *a = tw_json_member(root, "a");
    assert_int_equal(root->type, TW_JSON_OBJECT);
    assert_int_equal(root->count, 4);
    assert_int_equal(a->type, TW_JSON_ARRAY);
    assert_int_equal(a->count, 5);
    assert_true(tw_json_item(a, 0)->number == 1);
    assert_true(tw_json_item(a, 1)->number == -2.5e-3);
    assert_int_equal(tw_json_item(a, 2)->type, TW_JSON_BOOLEAN);
    assert_true(tw_json_item(a, 2)->boolean);
    assert_int_equal(tw_json_item(a, 3)->type, TW_JSON_BOOLEAN);
    assert_false(tw_json_item(a, 3)->boolean);
    assert_int_equal(tw_json_item(a, 4)->type, TW_JSON_NULL);
    assert_null(tw_json_item(a, 5));
    const tw_json *b = tw_json_member(root, "b\n\xc3\xa9");
    assert_int_equal(b->type, TW_JSON_OBJECT);
    assert_int_equal(b->count, 0);
    assert_int_equal(b->line, 2);
    assert_int_equal(b->column, 16);
    const tw_json *text = tw_json_member(root, "");
    assert_int_equal(text->length, 3);
    assert_memory_equal(text->text, "x\0y", 4);
    /* wrong types lead nowhere */
    assert_null(tw_json_member(root, "x"));
    assert_null(tw_json_member(a, "a"));
    assert_null(tw_json_item(root, 0));
    assert_null(tw_json_item(tw_json_member(tw_json_member(root, "c"), "d"), 0));
    tw_json_free(d);
}

static void characters_are_read(void **state) {
    (void)state;
    tw_json_document *d =
        read_text("[\"\\\"\\\\\\/\\b\\f\\n\\r\\t\", \"\\u0041\\u20aC\\ud83d\\uDE00\", "
                  "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\xf4\x8f\xbf\xbf\", 7]");
    const tw_json *root = tw_json_root(d);
    assert_string_equal(tw_json_item(root, 0)->text, "\"\\/\b\f\n\r\t");
    assert_string_equal(tw_json_item(root, 1)->text, "A\xe2\x82\xac\xf0\x9f\x98\x80");
    assert_string_equal(tw_json_item(root, 2)->text,
                        "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\xf4\x8f\xbf\xbf");
    assert_int_equal(tw_json_item(root, 3)->column, 58); /* characters, not bytes */
    tw_json_free(d);
}

/* each text with its message after "t.json:" */
static const struct {
    const char *text, *message;
} not_json[] = {
    {"", "1:1: expected a value, got the end"},
    {" \n\n  ", "3:3: expected a value, got the end"},
    {"[1, 2", "1:6: expected ',' or ']', got the end"},
    {"[1, 2,]", "1:7: expected a value, got ']'"},
    {"[1 2]", "1:4: expected ',' or ']', got '2'"},
    {"[,1]", "1:2: expected a value, got ','"},
    {"[1]]", "1:4: expected the end, got ']'"},
    {"[}", "1:2: expected a value, got '}'"},
    {"{\"a\": 1,}", "1:9: expected a name in quotes, got '}'"},
    {"{\"a\" 1}", "1:6: expected ':', got '1'"},
    {"{\"a\":}", "1:6: expected a value, got '}'"},
    {"{\"a\": 1 \"b\": 2}", "1:9: expected ',' or '}', got '\"'"},
    {"{a: 1}", "1:2: expected a name in quotes, got 'a'"},
    {"{1: 1}", "1:2: expected a name in quotes, got '1'"},
    {"{\"a\": 1,\n \"b\": 2, \"a\": 3}", "1:1: the name 'a' stands twice in this object"},
    {"{\"a\": 1, \"\\u0061\": 3}", "1:1: the name 'a' stands twice in this object"},
    {"'a'", "1:1: expected a value, got '''"},
    {"nul", "1:1: expected a value, got 'n'"},
    {"nulls", "1:5: expected the end, got 's'"},
    {"True", "1:1: expected a value, got 'T'"},
    {"NaN", "1:1: expected a value, got 'N'"},
    {"-Infinity", "1:2: expected a digit, got 'I'"},
    {"+1", "1:1: expected a value, got '+'"},
    {".5", "1:1: expected a value, got '.'"},
    {"5.", "1:3: expected a digit, got the end"},
    {"-", "1:2: expected a digit, got the end"},
    {"01", "1:2: expected the end, got '1'"},
    {"0x10", "1:2: expected the end, got 'x'"},
    {"1e", "1:3: expected a digit, got the end"},
    {"1e+", "1:4: expected a digit, got the end"},
    {"1.e5", "1:3: expected a digit, got 'e'"},
    {"1,5", "1:2: expected the end, got ','"},
    {"[1, 1e999]", "1:5: a number beyond the largest double"},
    {"// no\n1", "1:1: expected a value, got '/'"},
    {"\xef\xbb\xbf[]", "1:1: expected a value, got '\xef\xbb\xbf'"},
    {"\"a", "1:3: expected '\"', got the end"},
    {"\"a\\", "1:4: expected one of \" \\ / b f n r t u after \\, got the end"},
    {"\"a\\\"", "1:5: expected '\"', got the end"},
    {"\"\\x\"", "1:3: expected one of \" \\ / b f n r t u after \\, got 'x'"},
    {"\"\\u12g4\"", "1:6: expected a hexadecimal digit, got 'g'"},
    {"\"\\u12", "1:6: expected a hexadecimal digit, got the end"},
    {"\"\\ud800\"", "1:2: half of a surrogate pair"},
    {"\"\\udc00\"", "1:2: half of a surrogate pair"},
    {"\"\\ud800\\u0041\"", "1:2: half of a surrogate pair"},
    {"\"a\tb\"", "1:3: expected an escape for a control character, got byte 0x09"},
    {"\"a\nb\"", "1:3: expected an escape for a control character, got byte 0x0a"},
    {"\"\xff\"", "1:2: expected UTF-8, got byte 0xff"},
    {"\"\xc0\x80\"", "1:2: expected UTF-8, got byte 0xc0"},
    {"\"\xe0\x80\x80\"", "1:2: expected UTF-8, got byte 0xe0"},
    {"\"\xed\xa0\x80\"", "1:2: expected UTF-8, got byte 0xed"},
    {"\"\xf0\x80\x80\x80\"", "1:2: expected UTF-8, got byte 0xf0"},
    {"\"\xf4\x90\x80\x80\"", "1:2: expected UTF-8, got byte 0xf4"},
    {"\"\xe2\x82", "1:2: expected UTF-8, got byte 0xe2"},
    {"[\"\xc3\xa9\", x]", "1:7: expected a value, got 'x'"},
    {"[1]\x0c", "1:4: expected the end, got byte 0x0c"},
};

static void texts_that_are_not_json_are_refused(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof not_json / sizeof not_json[0]; i++) {
        tw_json_document *d = NULL;
        const char *text = not_json[i].text;
        /* a copy without a byte to spare: sanitizers see a reader that goes on */
        size_t size = strlen(text);
        char *exact = malloc(size + !size);
        assert_non_null(exact);
        memcpy(exact, text, size);
        assert_int_equal(tw_json_read("t.json", exact, size, &d), TW_IO);
        free(exact);
        char message[128];
        snprintf(message, sizeof message, "t.json:%s", not_json[i].message);
        assert_string_equal(tw_failure(), message);
        assert_null(d);
    }
    tw_json_document *d;
    assert_int_equal(tw_json_read("t.json", "1\0", 2, &d), TW_IO);
    assert_string_equal(tw_failure(), "t.json:1:2: expected the end, got byte 0x00");
}

static void depth_is_limited(void **state) {
    (void)state;
    enum { LONG = 2000000 };
    char *text = malloc(LONG);
    assert_non_null(text);
    tw_json_document *d;
    memset(text, '[', TW_JSON_DEPTH);
    memset(text + TW_JSON_DEPTH, ']', TW_JSON_DEPTH);
    assert_int_equal(tw_json_read("t.json", text, 2 * TW_JSON_DEPTH, &d), TW_OK);
    tw_json_free(d);
    memset(text, '[', LONG);
    assert_int_equal(tw_json_read("t.json", text, LONG, &d), TW_IO);
    assert_string_equal(tw_failure(), "t.json:1:129: too many levels");
    /* side by side is not within */
    for (int i = 0; i < LONG; i += 4) memcpy(text + i, "[],\n", 4);
    text[0] = '[';
    text[1] = '0';
    text[LONG - 2] = ']';
    assert_int_equal(tw_json_read("t.json", text, LONG, &d), TW_OK);
    assert_int_equal(tw_json_root(d)->count, LONG / 4);
    tw_json_free(d);
    free(text);
}

/* a byte changed, dropped or doubled: no crash, and a message with a place or a tree */
static void damaged_texts_do_no_harm(void **state) {
    (void)state;
    const char good[] = "{\"a\": [1.5e3, \"\\ud83d\\ude00\\n\", {\"b\": null}], \"c\": [true, -0]}";
    int refused = 0, taken = 0;
    for (int round = 0; round < 20000; round++) {
        size_t size = sizeof good - 1, at = (size_t)random_int((int)size);
        char *text = malloc(size + 1);
        assert_non_null(text);
        memcpy(text, good, size);
        int what = random_int(3);
        if (what == 0) text[at] = (char)random_bits();
        if (what == 1) memmove(text + at, text + at + 1, --size - at);
        if (what == 2) memmove(text + at + 1, text + at, size++ - at);
        char *exact = malloc(size);
        assert_non_null(exact);
        memcpy(exact, text, size);
        tw_json_document *d;
        tw_status s = tw_json_read("t.json", exact, size, &d);
        if (s == TW_OK) {
            taken++;
            tw_json_free(d);
        } else {
            refused++;
            assert_int_equal(s, TW_IO);
            assert_int_equal(strncmp(tw_failure(), "t.json:", 7), 0);
        }
        free(exact);
        free(text);
    }
    assert_true(refused > 1000 && taken > 1000);
}

static void the_reference_files_are_read(void **state) {
    (void)state;
    tw_json_document *d;
    const char *path = "tests/data/15_mass_properties.json";
    tw_status s = tw_json_read_file(path, &d);
    if (s != TW_OK) fail_msg("%s", tw_failure());
    assert_int_equal(tw_json_root(d)->type, TW_JSON_OBJECT);
    assert_true(tw_json_root(d)->count > 0);
    tw_json_free(d);
    assert_int_equal(tw_json_read_file("tests/data/none.json", &d), TW_IO);
    assert_non_null(strstr(tw_failure(), "tests/data/none.json"));
}

/* ---- writing ---- */

static char *written(FILE *out) {
    long n = ftell(out);
    char *text = calloc((size_t)n + 1, 1);
    assert_non_null(text);
    rewind(out);
    assert_int_equal(fread(text, 1, (size_t)n, out), n);
    fclose(out);
    return text;
}

static void write_sample(tw_json_writer *w) {
    tw_json_object(w);
    tw_json_name(w, "program");
    tw_json_text(w, "\"\\\b\f\n\r\t\x01/\xc3\xa9");
    tw_json_name(w, "empty");
    tw_json_array(w);
    tw_json_end(w);
    tw_json_name(w, "pictures");
    tw_json_array(w);
    for (int i = 1; i <= 2; i++) {
        tw_json_object(w);
        tw_json_name(w, "frame");
        tw_json_integer(w, i);
        tw_json_name(w, "good");
        tw_json_boolean(w, i == 1);
        tw_json_end(w);
    }
    tw_json_null(w);
    tw_json_number(w, 0.1);
    tw_json_end(w);
    tw_json_end(w);
}

static void layout_is_as_promised(void **state) {
    (void)state;
    FILE *out = tmpfile();
    tw_json_writer w;
    tw_json_begin(&w, out, 2);
    write_sample(&w);
    assert_int_equal(tw_json_finish(&w), TW_OK);
    char *text = written(out);
    assert_string_equal(text, "{\n  \"program\": \"\\\"\\\\\\b\\f\\n\\r\\t\\u0001/\xc3\xa9\",\n"
                              "  \"empty\": [],\n  \"pictures\": [\n"
                              "    {\"frame\": 1, \"good\": true},\n"
                              "    {\"frame\": 2, \"good\": false},\n"
                              "    null,\n    0.1\n  ]\n}\n");
    free(text);
    out = tmpfile();
    tw_json_begin(&w, out, 0);
    write_sample(&w);
    assert_int_equal(tw_json_finish(&w), TW_OK);
    text = written(out);
    assert_non_null(strstr(text, "\"pictures\": [{\"frame\": 1, \"good\": true}, {"));
    assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
    free(text);
}

/* a random tree, written; written again from what was read, it is the same text */
static void write_random(tw_json_writer *w, int depth) {
    int kind = random_int(depth ? 7 : 5), n = random_int(5);
    char text[64];
    size_t size = 0;
    static const char *const characters[] = {
        "a", "\"", "\\", "\n", "\x1f", "\xc3\xa9", "\xf0\x9f\x98\x80"};
    for (int i = 0; i < n; i++) {
        const char *c = characters[random_int(7)];
        memcpy(text + size, c, strlen(c));
        size += strlen(c);
    }
    if (kind == 0) tw_json_null(w);
    if (kind == 1) tw_json_boolean(w, n & 1);
    if (kind == 2) tw_json_number(w, ldexp(uniform(-1, 1), random_int(2000) - 1000));
    if (kind == 3) tw_json_integer(w, (int64_t)(random_bits() >> 12));
    if (kind == 4) tw_json_bytes(w, text, size);
    if (kind == 5) tw_json_array(w);
    if (kind == 6) tw_json_object(w);
    if (kind < 5) return;
    for (int i = 0; i < n; i++) {
        if (kind == 6) {
            snprintf(text, sizeof text, "name %d", i);
            tw_json_name(w, text);
        }
        write_random(w, depth - 1);
    }
    tw_json_end(w);
}

static void write_again(tw_json_writer *w, const tw_json *j) {
    if (j->name) tw_json_name(w, j->name);
    switch (j->type) {
    case TW_JSON_NULL:
        tw_json_null(w);
        return;
    case TW_JSON_BOOLEAN:
        tw_json_boolean(w, j->boolean);
        return;
    case TW_JSON_TEXT:
        tw_json_bytes(w, j->text, j->length);
        return;
    case TW_JSON_NUMBER:
        if (fabs(j->number) >= 1 && j->number == floor(j->number) && fabs(j->number) < 0x1p53)
            tw_json_integer(w, (int64_t)j->number);
        else
            tw_json_number(w, j->number);
        return;
    case TW_JSON_ARRAY:
        tw_json_array(w);
        break;
    case TW_JSON_OBJECT:
        tw_json_object(w);
        break;
    }
    for (const tw_json *i = j->first; i; i = i->next) write_again(w, i);
    tw_json_end(w);
}

static void trees_go_round(void **state) {
    (void)state;
    for (int round = 0; round < 500; round++) {
        tw_json_writer w;
        FILE *out = tmpfile();
        tw_json_begin(&w, out, round % 4);
        write_random(&w, 5);
        assert_int_equal(tw_json_finish(&w), TW_OK);
        char *first = written(out);
        tw_json_document *d = read_text(first);
        out = tmpfile();
        tw_json_begin(&w, out, round % 4);
        write_again(&w, tw_json_root(d));
        assert_int_equal(tw_json_finish(&w), TW_OK);
        char *second = written(out);
        assert_string_equal(first, second);
        tw_json_free(d);
        free(first);
        free(second);
    }
}

static void numbers_go_round(void **state) {
    (void)state;
    double some[1003] = {0.0, -0.0, 0.1, DBL_MAX, -DBL_MIN, 5e-324, 1e23, 0x1p53, 1.0 / 3};
    for (int i = 9; i < 1003; i++) {
        do {
            uint64_t bits = random_bits();
            memcpy(&some[i], &bits, sizeof bits);
        } while (!isfinite(some[i]));
    }
    FILE *out = tmpfile();
    tw_json_writer w;
    tw_json_begin(&w, out, 0);
    tw_json_array(&w);
    for (int i = 0; i < 1003; i++) tw_json_number(&w, some[i]);
    tw_json_end(&w);
    assert_int_equal(tw_json_finish(&w), TW_OK);
    char *text = written(out);
    tw_json_document *d = read_text(text);
    const tw_json *j = tw_json_root(d)->first;
    for (int i = 0; i < 1003; i++, j = j->next)
        assert_memory_equal(&j->number, &some[i], sizeof some[i]);
    tw_json_free(d);
    free(text);
}

static void two_values(tw_json_writer *w) {
    tw_json_null(w);
    tw_json_null(w);
}
static void no_name(tw_json_writer *w) {
    tw_json_object(w);
    tw_json_null(w);
}
static void two_names(tw_json_writer *w) {
    tw_json_object(w);
    tw_json_name(w, "a");
    tw_json_name(w, "b");
}
static void name_in_array(tw_json_writer *w) {
    tw_json_array(w);
    tw_json_name(w, "a");
}
static void end_after_name(tw_json_writer *w) {
    tw_json_object(w);
    tw_json_name(w, "a");
    tw_json_end(w);
}
static void end_too_often(tw_json_writer *w) {
    tw_json_array(w);
    tw_json_end(w);
    tw_json_end(w);
}
static void unfinished(tw_json_writer *w) {
    tw_json_array(w);
}
static void nothing(tw_json_writer *w) {
    (void)w;
}
static void infinite(tw_json_writer *w) {
    tw_json_number(w, INFINITY);
}
static void not_utf8(tw_json_writer *w) {
    tw_json_text(w, "a\xff");
}
static void too_deep(tw_json_writer *w) {
    for (int i = 0; i <= TW_JSON_DEPTH; i++) tw_json_array(w);
}

static void misuse_is_told(void **state) {
    (void)state;
    static void (*const wrong[])(tw_json_writer *) = {
        two_values, no_name, two_names, name_in_array, end_after_name, end_too_often,
        unfinished, nothing, infinite,  not_utf8,      too_deep};
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        FILE *out = tmpfile();
        tw_json_writer w;
        tw_json_begin(&w, out, 1);
        wrong[i](&w);
        assert_int_equal(tw_json_finish(&w), TW_ARGUMENT);
        assert_int_equal(strncmp(tw_failure(), "JSON: ", 6), 0);
        fclose(out);
    }
    FILE *full = fopen("/dev/full", "w");
    setvbuf(full, NULL, _IONBF, 0);
    tw_json_writer w;
    tw_json_begin(&w, full, 1);
    tw_json_null(&w);
    assert_int_equal(tw_json_finish(&w), TW_IO);
    fclose(full);
}

static void reading_without_memory(void **state) {
    (void)state;
    const char text[] = "{\"a\": [1, \"two\", {}], \"b\": true}";
    long k = 0;
    for (;; k++) {
        tw_json_document *d;
        allocations_left = k;
        tw_status s = tw_json_read("t.json", text, strlen(text), &d);
        allocations_left = -1;
        if (s == TW_OK) {
            tw_json_free(d);
            break;
        }
        assert_int_equal(s, TW_MEMORY);
    }
    assert_true(k >= 3);
}

/* ---- CSV ---- */

static char table_path[] = "/tmp/tauwerk-csv-XXXXXX";

static int make_table_path(void **state) {
    (void)state;
    int fd = mkstemp(table_path);
    return fd < 0 ? -1 : close(fd);
}

static int remove_table(void **state) {
    (void)state;
    return remove(table_path);
}

static void tables_are_as_in_the_standard(void **state) {
    (void)state;
    tw_csv *c;
    assert_int_equal(tw_csv_open(table_path, &c), TW_OK);
    static const char *const names[] = {"plain", "a,b", "say \"x\"", "two\nlines",
                                        "cr\r",  "\"",  " "};
    for (int i = 0; i < 7; i++) tw_csv_text(c, names[i]);
    tw_csv_end_row(c);
    static const double numbers[] = {0.1, -0.0, 1e300, 1.0 / 3, INFINITY};
    for (int i = 0; i < 5; i++) tw_csv_number(c, numbers[i]);
    tw_csv_integer(c, -9007199254740993);
    tw_csv_text(c, "");
    tw_csv_end_row(c);
    assert_int_equal(tw_csv_commit(c), TW_OK);
    char *text;
    size_t size;
    assert_int_equal(tw_file_read(table_path, &text, &size), TW_OK);
    assert_string_equal(text, "plain,\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",\"cr\r\",\"\"\"\", \n"
                              "0.1,-0,1e+300,0.3333333333333333,inf,-9007199254740993,\"\"\n");
    free(text);
}

static void failing_tables_leave_the_old_file(void **state) {
    (void)state;
    tw_csv *c;
    for (int k = 0; k < 3; k++) {
        assert_int_equal(tw_file_write(table_path, "old", 3), TW_OK);
        assert_int_equal(tw_csv_open(table_path, &c), TW_OK);
        tw_csv_text(c, "a");
        tw_csv_text(c, "b");
        tw_csv_end_row(c);
        tw_csv_integer(c, 1);
        if (k == 0) tw_csv_end_row(c); /* too few */
        if (k < 2)                     /* or no end */
            assert_int_equal(tw_csv_commit(c), TW_ARGUMENT);
        else
            tw_csv_discard(c);
        if (k < 2) assert_non_null(strstr(tw_failure(), "row 2 has 1 fields"));
        char *text;
        size_t size;
        assert_int_equal(tw_file_read(table_path, &text, &size), TW_OK);
        assert_string_equal(text, "old");
        free(text);
    }
    assert_int_equal(tw_csv_open("/tmp/tauwerk-none/t.csv", &c), TW_IO);
    assert_non_null(strstr(tw_failure(), "/tmp/tauwerk-none/t.csv"));
    for (long k = 0;; k++) {
        allocations_left = k;
        tw_status s = tw_csv_open(table_path, &c);
        allocations_left = -1;
        if (s == TW_OK) break;
        assert_int_equal(s, TW_MEMORY);
    }
    tw_csv_discard(c);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_are_read),
        cmocka_unit_test(characters_are_read),
        cmocka_unit_test(texts_that_are_not_json_are_refused),
        cmocka_unit_test(depth_is_limited),
        cmocka_unit_test(damaged_texts_do_no_harm),
        cmocka_unit_test(the_reference_files_are_read),
        cmocka_unit_test(layout_is_as_promised),
        cmocka_unit_test(trees_go_round),
        cmocka_unit_test(numbers_go_round),
        cmocka_unit_test(misuse_is_told),
        cmocka_unit_test(reading_without_memory),
        cmocka_unit_test(tables_are_as_in_the_standard),
        cmocka_unit_test(failing_tables_leave_the_old_file),
    };
    return cmocka_run_group_tests(tests, make_table_path, remove_table);
}
