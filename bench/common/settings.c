/* Settings, clocks, failures; see settings.h. */
#include "settings.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

const char *bench_text(const bench_settings *s, const char *name, const char *otherwise) {
    size_t length = strlen(name);
    for (int i = 0; i < s->count; i++)
        if (!strncmp(s->word[i], name, length) && s->word[i][length] == '=')
            return s->word[i] + length + 1;
    return otherwise;
}

double bench_number(const bench_settings *s, const char *name, double otherwise) {
    const char *text = bench_text(s, name, NULL);
    char *end;
    if (!text) return otherwise;
    double value = strtod(text, &end);
    if (*end || end == text) bench_fail("%s: expected a number, got '%s'", name, text);
    return value;
}

int bench_is(const bench_settings *s, const char *name, const char *value) {
    const char *text = bench_text(s, name, NULL);
    return text && !strcmp(text, value);
}

void bench_check_settings(const bench_settings *s, const char *const *common,
                          const char *const *own) {
    for (int i = 0; i < s->count; i++) {
        size_t length = strcspn(s->word[i], "=");
        int known = 0;
        for (int pass = 0; pass < 2; pass++)
            for (const char *const *n = pass ? own : common; *n; n++)
                known |= strlen(*n) == length && !strncmp(s->word[i], *n, length);
        if (!known) bench_fail("no setting '%.*s'", (int)length, s->word[i]);
    }
}

void bench_fail(const char *format, ...) {
    va_list list;
    va_start(list, format);
    vfprintf(stderr, format, list);
    va_end(list);
    fputc('\n', stderr);
    exit(3);
}

static double read_clock(clockid_t id) {
    struct timespec t;
    clock_gettime(id, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double bench_clock(void) {
    return read_clock(CLOCK_MONOTONIC);
}

double bench_processor(void) {
    return read_clock(CLOCK_PROCESS_CPUTIME_ID);
}
