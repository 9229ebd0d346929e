/* Words that must differ: equal ones get numbers, also where a number makes a word that is there
 * already. */
#include "base/text/unique.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

static void makes_different(const char *const *from, char **word, size_t n) {
    for (size_t i = 0; i < n; i++) word[i] = strdup(from[i]);
    assert_int_equal(tw_text_unique(word, n), TW_OK);
    for (size_t i = 0; i < n; i++) {
        assert_memory_equal(word[i], from[i], strlen(from[i]));
        for (size_t j = 0; j < i; j++) assert_string_not_equal(word[i], word[j]);
    }
}

static void numbers_equal_words(void **state) {
    (void)state;
    const char *const from[] = {"a", "b", "a", "a"};
    char *word[4];
    makes_different(from, word, 4);
    assert_string_equal(word[0], "a");
    assert_string_equal(word[1], "b");
    for (int i = 0; i < 4; i++) free(word[i]);
}

static void meets_words_that_look_numbered(void **state) {
    (void)state;
    const char *const from[] = {"a", "a", "a__1", "a__1", "a__2", "a__1__2", "a__1__3", ""};
    char *word[8];
    makes_different(from, word, 8);
    for (int i = 0; i < 8; i++) free(word[i]);
}

static void takes_none(void **state) {
    (void)state;
    assert_int_equal(tw_text_unique(NULL, 0), TW_OK);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_equal_words),
        cmocka_unit_test(meets_words_that_look_numbered),
        cmocka_unit_test(takes_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
