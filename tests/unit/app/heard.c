/* Parsing of messages from windows: how deep they may be nested. */
#include "app/view/message/heard.h"

#include <cjson/cJSON.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { DEPTH = 32 };

static bool is_parsed(const char *text) {
    const char *type;
    cJSON *m = tw_heard_parse(text, strlen(text), &type);
    bool parsed = m;
    cJSON_Delete(m);
    return parsed;
}

static void repeat(char *text, size_t n, const char *s) {
    for (size_t i = 0; i < n; i++) strcat(text, s);
}

/* is {"type":"x","v":[[...]]}, nested so deep in all, a message? */
static bool is_parsed_at(size_t depth) {
    char text[400] = "{\"type\":\"x\",\"v\":";
    repeat(text, depth - 1, "[");
    repeat(text, depth - 1, "]");
    return is_parsed(strcat(text, "}"));
}

static void depth_is_bounded(void **state) {
    (void)state;
    assert_true(is_parsed_at(DEPTH));
    assert_false(is_parsed_at(DEPTH + 1));
    /* closing brackets that close nothing, and those in strings, buy no depth */
    char text[400] = "]]]]{\"type\":\"x\",\"a\":\"\\\"]]]]\",\"v\":";
    repeat(text, DEPTH, "[");
    repeat(text, DEPTH, "]");
    strcat(text, "}");
    assert_false(is_parsed(text));
    assert_false(is_parsed(text + 4));
}

static void flat_messages_may_have_many_arrays(void **state) {
    (void)state;
    char text[4000] = "{\"type\":\"x\",\"v\":[{}";
    repeat(text, 500, ",[1]");
    assert_true(is_parsed(strcat(text, "]}")));
    strcpy(text, "{\"type\":\"x\",\"v\":\"");
    repeat(text, 500, "[\\\"{");
    assert_true(is_parsed(strcat(text, "\"}")));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(depth_is_bounded),
                                       cmocka_unit_test(flat_messages_may_have_many_arrays)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
