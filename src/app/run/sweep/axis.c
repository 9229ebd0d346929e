/* The values of a sweep's parameter; see sweep.h. */
#include "app/run/sweep/sweep.h"

#include "base/text/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 100000, NUMBER = 64 };

void tw_sweep_axis_free(tw_sweep_axis *a) {
    for (size_t i = 0; i < a->value.count; i++) free(a->value.data[i]);
    tw_array_free(&a->value);
    free(a->name);
    a->name = NULL;
}

static tw_status add(tw_sweep_axis *a, const char *text, size_t n) {
    char *copy = strndup(text, n);
    if (!copy) return tw_fail_memory();
    for (size_t i = 0; i < a->value.count; i++) {
        if (strcmp(a->value.data[i], copy)) continue;
        tw_status s = tw_fail(TW_USAGE, "expected different values, got '%s' twice", copy);
        free(copy);
        return s;
    }
    if (tw_push(&a->value, copy) == TW_OK) return TW_OK;
    free(copy);
    return TW_MEMORY;
}

/* reads one number of A:STEP:B; the character after it must be `end` */
static bool number(const char **at, char end, double *x) {
    char text[NUMBER];
    size_t n = strcspn(*at, ":");
    if (n >= sizeof text || (*at)[n] != end) return false;
    memcpy(text, *at, n);
    text[n] = '\0';
    *at += n + (end != '\0');
    return tw_text_parse_double(text, x) && isfinite(*x);
}

static tw_status range(const char *text, tw_sweep_axis *a) {
    const char *at = text;
    double first, step, last;
    if (!number(&at, ':', &first) || !number(&at, ':', &step) || !number(&at, '\0', &last))
        return tw_fail(TW_USAGE, "expected NAME=A:STEP:B with three numbers, got '%s'", text);
    if (step == 0 || (last - first) / step < 0)
        return tw_fail(TW_USAGE, "no step of %g leads from %g to %g", step, first, last);
    /* B is included if only rounding separates it from the last step */
    double steps = floor((last - first) / step * (1 + 1e-12) + 1e-9);
    if (!(steps < MOST)) return tw_fail(TW_USAGE, "more than %d values from '%s'", MOST, text);
    for (int i = 0; i <= (int)steps; i++) {
        char value[NUMBER];
        /* 12 digits, so that 0.1 + 2 * 0.1 is written as 0.3 */
        int n = snprintf(value, sizeof value, "%.12g", first + i * step + 0.0);
        TW_TRY(add(a, value, (size_t)n));
    }
    return TW_OK;
}

static tw_status list(const char *text, tw_sweep_axis *a) {
    for (const char *at = text;; at++) {
        size_t n = strcspn(at, ",");
        if (!n)
            return tw_fail(TW_USAGE, "expected NAME=V,V,... without empty values, got '%s'", text);
        TW_TRY(add(a, at, n));
        at += n;
        if (!*at) return TW_OK;
    }
}

tw_status tw_sweep_parse(const char *text, tw_sweep_axis *a) {
    const char *equals = strchr(text, '=');
    *a = (tw_sweep_axis){0};
    if (!equals || equals == text || !equals[1])
        return tw_fail(TW_USAGE, "expected NAME=A:STEP:B or NAME=V,V,..., got '%s'", text);
    a->name = strndup(text, (size_t)(equals - text));
    if (!a->name) return tw_fail_memory();
    /* a text with a colon and no comma is a range A:STEP:B */
    bool colon = strchr(equals, ':') && !strchr(equals, ',');
    tw_status s = colon ? range(equals + 1, a) : list(equals + 1, a);
    if (s != TW_OK) tw_sweep_axis_free(a);
    return s;
}
