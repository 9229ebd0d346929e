/* Names of files: every part, endings that are no endings, and what a free text becomes. */
#include "base/text/path.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static void endings(void **state) {
    (void)state;
    assert_true(tw_ends_in("a.lua", ".lua") && tw_ends_in("b/.lua", ".lua"));
    assert_false(tw_ends_in(".lua", ".lua") || tw_ends_in("", ".lua") || tw_ends_in("lua", ".lua"));
    assert_false(tw_ends_in("a.lua.", ".lua") || tw_ends_in("a.LUA", ".lua"));
    assert_int_equal(tw_path_stem("a.b.lua", ".lua"), 3);
    assert_int_equal(tw_path_stem(".lua", ".lua"), 4);
    assert_int_equal(tw_path_stem("a.png", ".lua"), 5);
}

static void parts(void **state) {
    (void)state;
    assert_string_equal(tw_path_name("a/b/c.d"), "c.d");
    assert_string_equal(tw_path_name("c.d"), "c.d");
    assert_string_equal(tw_path_name("a/"), "");
    static const char *const with[][2] = {
        {"a.svg", "a.w.svg"}, {"x.y/a", "x.y/a.w"}, {"x/.svg", "x/.svg.w"},
        {".svg", ".svg.w"},   {"a.b.c", "a.b.w.c"}, {"x.y/", "x.y/.w"},
        {"", ".w"},           {"..a", "..w.a"},
    };
    for (size_t i = 0; i < sizeof with / sizeof with[0]; i++) {
        char out[20];
        int n = tw_path_insert(with[i][0], "w", out, sizeof out);
        assert_string_equal(out, with[i][1]);
        assert_int_equal(n, strlen(out));
    }
    char small[4];
    assert_int_equal(tw_path_insert("a.svg", "w", small, sizeof small), 7);
    assert_string_equal(small, "a.w");
}

static void words(void **state) {
    (void)state;
    static const char *const became[][2] = {
        {"Newton's cradle, 5", "Newton's cradle, 5"},
        {"a/b\\c\"d\ne\x7f", "a_b_c_d_e_"},
        {".hidden.x", "_hidden.x"},
        {"-o-", "_o-"},
        {"", "scene"},
        {"\xc3\xa9", "\xc3\xa9"},
        {"a\xff\xc3(\xc3", "a__(_"},
        {"../../etc", "_._.._etc"},
    };
    char word[TW_PATH_WORD], lots[300];
    for (size_t i = 0; i < sizeof became / sizeof became[0]; i++) {
        tw_path_word(became[i][0], word);
        assert_string_equal(word, became[i][1]);
        assert_true(tw_path_is_word(word));
        assert_int_equal(tw_path_is_word(became[i][0]), !strcmp(word, became[i][0]));
    }
    memset(lots, 'a', sizeof lots);
    lots[sizeof lots - 1] = '\0';
    tw_path_word(lots, word);
    assert_int_equal(strlen(word), TW_PATH_WORD - 1);
    /* nothing is cut in two */
    memcpy(lots + TW_PATH_WORD - 2, "\xc3\xa9", 2);
    tw_path_word(lots, word);
    assert_int_equal(strlen(word), TW_PATH_WORD - 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(endings),
        cmocka_unit_test(parts),
        cmocka_unit_test(words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
