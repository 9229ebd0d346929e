/* JUnit XML; see junit.h. */
#include "io/text/junit.h"

#include "base/file.h"
#include "io/text/markup.h"

#include <stdio.h>

static void attribute(FILE *out, const char *name, const char *value) {
    fprintf(out, " %s=\"", name);
    tw_markup_text(out, value);
    fputc('"', out);
}

/* writes the attribute `time`: seconds with three decimals and, in every locale, a decimal point; 0
 * if the time is not between 0 and 1e9 s */
static void seconds_attribute(FILE *out, double seconds) {
    long ms = seconds > 0 && seconds < 1e9 ? (long)(seconds * 1000 + 0.5) : 0;
    fprintf(out, " time=\"%ld.%03ld\"", ms / 1000, ms % 1000);
}

static void element(FILE *out, const char *name, const char *text) {
    if (!text || !*text) return;
    fprintf(out, "      <%s>", name);
    tw_markup_text(out, text);
    fprintf(out, "</%s>\n", name);
}

static void put_case(FILE *out, const tw_junit_case *c) {
    fputs("    <testcase", out);
    attribute(out, "classname", c->folder);
    attribute(out, "name", c->name);
    attribute(out, "file", c->file);
    seconds_attribute(out, c->seconds);
    fputs(">\n", out);
    if (c->outcome != TW_JUNIT_PASSED) {
        const char *kind = c->outcome == TW_JUNIT_FAILED ? "failure" : "error";
        fprintf(out, "      <%s", kind);
        attribute(out, "message", c->message);
        attribute(out, "type", c->outcome == TW_JUNIT_FAILED ? "mismatch" : "error");
        fputc('>', out);
        tw_markup_text(out, c->text ? c->text : "");
        fprintf(out, "</%s>\n", kind);
    }
    element(out, "system-out", c->output);
    fputs("    </testcase>\n", out);
}

static void counts(FILE *out, const tw_junit_case *cases, size_t count) {
    size_t failed = 0, errors = 0;
    double seconds = 0;
    for (size_t i = 0; i < count; i++) {
        failed += cases[i].outcome == TW_JUNIT_FAILED;
        errors += cases[i].outcome == TW_JUNIT_ERROR;
        seconds += cases[i].seconds;
    }
    fprintf(out, " tests=\"%zu\" failures=\"%zu\" errors=\"%zu\"", count, failed, errors);
    seconds_attribute(out, seconds);
}

tw_status tw_junit_write(const char *path, const char *suite, const tw_junit_case *cases,
                         size_t count) {
    tw_file *file;
    TW_TRY(tw_file_open(path, &file));
    FILE *out = tw_file_stream(file);
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites", out);
    counts(out, cases, count);
    fputs(">\n  <testsuite", out);
    attribute(out, "name", suite);
    counts(out, cases, count);
    fputs(">\n", out);
    for (size_t i = 0; i < count; i++) put_case(out, &cases[i]);
    fputs("  </testsuite>\n</testsuites>\n", out);
    return tw_file_commit(file);
}
