/* The text of a failure: quoted, kept over clean-ups, told again. */
#include "base/status.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

static void quotes_itself(void **state) {
    (void)state;
    assert_int_equal(tw_fail(TW_IO, "first %d", 1), TW_IO);
    assert_int_equal(tw_fail(TW_USAGE, "second: %s", tw_failure()), TW_USAGE);
    assert_string_equal(tw_failure(), "second: first 1");
}

static void kept(void **state) {
    (void)state;
    tw_kept first = tw_failure_keep(tw_fail(TW_DIVERGED, "100 %% of %s", "it"));
    tw_fail(TW_IO, "of the clean-up");
    assert_int_equal(tw_failure_again(&first), TW_DIVERGED);
    assert_string_equal(tw_failure(), "100 % of it");
    /* what is no failure has no text, and leaves that of others */
    tw_kept none = tw_failure_keep(TW_OK);
    assert_string_equal(none.text, "");
    tw_fail(TW_IO, "of the clean-up");
    assert_int_equal(tw_failure_again(&none), TW_OK);
    assert_string_equal(tw_failure(), "of the clean-up");
}

static void long_text(void **state) {
    (void)state;
    char text[2 * TW_FAILURE_TEXT];
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    tw_kept all = tw_failure_keep(tw_fail(TW_IO, "%s", text));
    assert_int_equal(strlen(all.text), TW_FAILURE_TEXT - 1);
    tw_fail(TW_IO, "another");
    tw_failure_again(&all);
    assert_int_equal(strlen(tw_failure()), TW_FAILURE_TEXT - 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quotes_itself),
        cmocka_unit_test(kept),
        cmocka_unit_test(long_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
