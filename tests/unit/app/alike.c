/* Places by digest: many, equal slots, digests that come again. */
#include "app/render/alike.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

enum { MANY = 20000 };

/* digests that differ in their low, or in their high bits alone, and zero */
static uint64_t digest_of(size_t i) {
    return i % 2 ? (uint64_t)i << 40 : (uint64_t)i;
}

static void places(void **state) {
    (void)state;
    tw_alike a = {0};
    size_t place = 7;
    assert_false(tw_alike_find(&a, 0, &place));
    for (size_t i = 0; i < MANY; i++)
        assert_int_equal(tw_alike_put(&a, digest_of(i), 3 * i), TW_OK);
    assert_int_equal(a.count, MANY);
    for (size_t i = 0; i < MANY; i++) {
        assert_true(tw_alike_find(&a, digest_of(i), &place));
        assert_int_equal(place, 3 * i);
        assert_false(tw_alike_find(&a, ~digest_of(i), &place));
    }
    /* the last one counts */
    for (size_t i = 0; i < MANY; i += 7)
        assert_int_equal(tw_alike_put(&a, digest_of(i), i + 1), TW_OK);
    assert_int_equal(a.count, MANY);
    for (size_t i = 0; i < MANY; i++) {
        assert_true(tw_alike_find(&a, digest_of(i), &place));
        assert_int_equal(place, i % 7 ? 3 * i : i + 1);
    }
    tw_alike_free(&a);
    assert_false(tw_alike_find(&a, 0, &place));
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(places)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
