/* Texts in memory: all bytes that were written, or a failure, whichever allocation fails. */
#include "base/text/memo.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../support/fail_malloc.h"

enum { LINES = 5000 };

/* false: it failed, and said so */
static bool write_lines(char **text, size_t *size) {
    FILE *out = tw_memo_open(text, size);
    if (!out) return false;
    for (int i = 0; i < LINES; i++) fprintf(out, "line %d\n", i);
    bool early = fflush(out) != 0 || ferror(out);
    bool whole = fclose(out) == 0;
    assert_int_equal(whole, !early);
    return whole;
}

static void each_allocation(void **state) {
    (void)state;
    char *want, *got;
    size_t size, length;
    assert_true(write_lines(&want, &size));
    assert_int_equal(strlen(want), size);
    assert_memory_equal(want, "line 0\nline 1\n", 14);
    int failed = 0;
    for (long k = 0;; k++) {
        allocations_left = k;
        bool whole = write_lines(&got, &length), enough = allocations_left > 0;
        allocations_left = -1;
        if (whole) {
            assert_int_equal(length, size);
            assert_memory_equal(got, want, size);
        }
        failed += !whole;
        free(got);
        if (enough) break;
    }
    assert_true(failed >= 3);
    free(want);
}

static void positions(void **state) {
    (void)state;
    char *text;
    size_t size;
    FILE *out = tw_memo_open(&text, &size);
    assert_non_null(out);
    assert_string_equal(text, "");
    fputs("before", out);
    assert_int_equal(ftell(out), 6);
    fflush(out);
    assert_string_equal(text, "before");
    rewind(out);
    fputs("now", out);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(text, "now");
    assert_int_equal(size, 3);
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_allocation),
                                       cmocka_unit_test(positions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
