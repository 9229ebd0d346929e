/* A script whose printed words are collected. After cmocka.h. */
#ifndef TW_TESTS_OUTPUT_H
#define TW_TESTS_OUTPUT_H

#include "script/scene/scene.h"

#include <string.h>

typedef struct output {
    char text[8192];
    size_t count;
} output;

static void collect(void *context, const char *text, size_t length) {
    output *o = context;
    if (o->count + length >= sizeof o->text) return;
    memcpy(o->text + o->count, text, length);
    o->count += length;
    o->text[o->count] = 0;
}

static tw_script *create(output *out) {
    tw_script *s;
    *out = (output){0};
    tw_script_options o = {.output = collect, .output_context = out};
    assert_int_equal(tw_script_create(&o, &s), TW_OK);
    return s;
}

#endif
