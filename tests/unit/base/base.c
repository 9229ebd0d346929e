/*
 * The small parts of base: ids, arenas, arrays, hashes, random numbers, numbers as text, status.
 */
#include "base/arena.h"
#include "base/array.h"
#include "base/hash.h"
#include "base/math/random.h"
#include "base/math/whole.h"
#include "base/pool.h"
#include "base/text/text.h"

#include "../../support/fail_malloc.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <float.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void stale_ids_name_nothing(void **state) {
    (void)state;
    enum { N = 100 };
    tw_pool p = {0};
    tw_id id[N];
    int object[N];
    assert_null(tw_pool_get(&p, (tw_id){0, 0}));
    for (int i = 0; i < N; i++) {
        assert_int_equal(tw_pool_add(&p, &object[i], &id[i]), TW_OK);
        assert_false(tw_id_none(id[i]));
        for (int k = 0; k < i; k++) assert_false(tw_id_equal(id[i], id[k]));
    }
    for (int i = 0; i < N; i++) assert_ptr_equal(tw_pool_get(&p, id[i]), &object[i]);
    for (int i = 0; i < N; i += 2) tw_pool_remove(&p, id[i]);
    for (int i = 0; i < N; i++) assert_ptr_equal(tw_pool_get(&p, id[i]), i % 2 ? &object[i] : NULL);
    /* slots are used again, old ids still name nothing; removing twice changes nothing */
    size_t slots = p.count;
    for (int i = 0; i < N; i += 2) {
        tw_id fresh;
        assert_int_equal(tw_pool_add(&p, &object[i], &fresh), TW_OK);
        tw_pool_remove(&p, id[i]);
        assert_null(tw_pool_get(&p, id[i]));
        assert_ptr_equal(tw_pool_get(&p, fresh), &object[i]);
    }
    assert_int_equal(p.count, slots);
    assert_null(tw_pool_get(&p, (tw_id){0, 0}));
    assert_null(tw_pool_get(&p, (tw_id){UINT32_MAX, 0}));
    tw_pool_free(&p);
}

static void a_slot_retires_before_its_ids_repeat(void **state) {
    (void)state;
    tw_pool p = {0};
    tw_id first, last, other;
    int object;
    assert_int_equal(tw_pool_add(&p, &object, &first), TW_OK);
    tw_pool_remove(&p, first);
    p.generation[first.index] = UINT32_MAX;
    assert_int_equal(tw_pool_add(&p, &object, &last), TW_OK);
    assert_int_equal(last.index, first.index);
    tw_pool_remove(&p, last);
    assert_int_equal(tw_pool_add(&p, &object, &other), TW_OK);
    assert_int_not_equal(other.index, first.index);
    assert_null(tw_pool_get(&p, first));
    assert_null(tw_pool_get(&p, last));
    tw_pool_free(&p);
}

static void ids_come_back(void **state) {
    (void)state;
    tw_pool p = {0};
    int object[6];
    tw_id kept, gone, made, other;
    assert_int_equal(tw_pool_add(&p, &object[0], &kept), TW_OK);
    assert_int_equal(tw_pool_add(&p, &object[1], &gone), TW_OK);
    tw_pool_remove(&p, gone);
    assert_int_equal(tw_pool_add(&p, &object[2], &made), TW_OK);
    assert_int_equal(made.index, gone.index);
    assert_int_equal(tw_pool_add(&p, &object[3], &other), TW_OK);
    /* back to when `kept` and `gone` were there */
    tw_pool_clear(&p);
    tw_pool_put(&p, kept, &object[4]);
    tw_pool_put(&p, gone, &object[5]);
    tw_pool_close(&p);
    assert_ptr_equal(tw_pool_get(&p, kept), &object[4]);
    assert_ptr_equal(tw_pool_get(&p, gone), &object[5]);
    assert_null(tw_pool_get(&p, made));
    assert_null(tw_pool_get(&p, other));
    /* what was given since is never given again */
    for (int i = 0; i < 3; i++) {
        tw_id id;
        tw_pool_remove(&p, gone);
        assert_int_equal(tw_pool_add(&p, &object[1], &id), TW_OK);
        assert_false(tw_id_equal(id, made) || tw_id_equal(id, other) || tw_id_equal(id, gone));
        tw_pool_remove(&p, id);
    }
    assert_null(tw_pool_get(&p, made));
    tw_pool_free(&p);
}

static void pool_without_memory(void **state) {
    (void)state;
    int object;
    for (long k = 0; k < 3; k++) {
        tw_pool p = {0};
        tw_id id;
        allocations_left = k;
        tw_status s = tw_pool_add(&p, &object, &id);
        allocations_left = -1;
        assert_int_equal(s, TW_MEMORY);
        assert_int_equal(tw_pool_add(&p, &object, &id), TW_OK);
        assert_ptr_equal(tw_pool_get(&p, id), &object);
        tw_pool_free(&p);
    }
}

static void arrays_grow(void **state) {
    (void)state;
    TW_ARRAY(double) a = {0};
    for (int i = 0; i < 1000; i++) assert_int_equal(tw_push(&a, i), TW_OK);
    for (int i = 0; i < 1000; i++) assert_true(a.data[i] == i);
    double *before = a.data;
    size_t capacity = a.capacity;
    assert_int_equal(tw_reserve(&a, SIZE_MAX), TW_MEMORY);
    assert_int_equal(tw_reserve(&a, SIZE_MAX / sizeof(double)), TW_MEMORY);
    assert_int_equal(tw_reserve(&a, SIZE_MAX / sizeof(double) / 2 + 1), TW_MEMORY);
    a.count = a.capacity;
    allocations_left = 0;
    tw_status s = tw_push(&a, 1);
    allocations_left = -1;
    assert_int_equal(s, TW_MEMORY);
    assert_ptr_equal(a.data, before);
    assert_int_equal(a.capacity, capacity);
    assert_int_equal(a.count, capacity);
    tw_array_free(&a);
}

static void arena_pieces(void **state) {
    (void)state;
    tw_arena a = {0};
    enum { N = 300 };
    unsigned char *piece[N];
    for (int round = 0; round < 3; round++) {
        for (size_t i = 0; i < N; i++) {
            size_t size = i * i % 4096;
            piece[i] = tw_arena_alloc(&a, size);
            assert_non_null(piece[i]);
            assert_int_equal((uintptr_t)piece[i] % 64, 0);
            for (size_t k = 0; k < size; k++) assert_int_equal(piece[i][k], 0);
            memset(piece[i], (int)i, size);
        }
        /* nobody wrote into another's piece */
        for (size_t i = 0; i < N; i++)
            for (size_t k = 0; k < i * i % 4096; k++) assert_int_equal(piece[i][k], i & 255);
        tw_arena_reset(&a);
        allocations_left = 0; /* the second round needs no new memory */
    }
    assert_null(tw_arena_alloc(&a, 1u << 30));
    allocations_left = -1;
    assert_null(tw_arena_alloc(&a, SIZE_MAX));
    assert_non_null(tw_arena_alloc(&a, 1u << 20));
    tw_arena_free(&a);
}

/* long blocks are not zeroed when they are new, and are where they were written */
static void arena_long_blocks(void **state) {
    (void)state;
    tw_arena a = {0};
    for (int round = 0; round < 4; round++) {
        for (size_t i = 0; i < 9; i++) {
            size_t size = (300000 + 700000 * ((i + (size_t)round) % 5)) & ~(size_t)63;
            unsigned char *piece = tw_arena_alloc(&a, size);
            assert_non_null(piece);
            assert_int_equal((uintptr_t)piece % 64, 0);
            for (size_t k = 0; k < size; k += 8) {
                uint64_t all;
                memcpy(&all, piece + k, sizeof all);
                assert_true(all == 0);
            }
            /* not all of it, and never the same part */
            memset(piece + size / 8 * (size_t)round, 255, size / 3);
        }
        tw_arena_reset(&a);
    }
    tw_arena_free(&a);
}

/* the published values of FNV-1a */
static void hash_of_known_texts(void **state) {
    (void)state;
    assert_true(tw_hash_begin() == UINT64_C(0xcbf29ce484222325));
    assert_true(tw_hash_bytes(tw_hash_begin(), "a", 1) == UINT64_C(0xaf63dc4c8601ec8c));
    assert_true(tw_hash_bytes(tw_hash_begin(), "foobar", 6) == UINT64_C(0x85944171f73967e8));
    tw_hash h = tw_hash_bytes(tw_hash_begin(), "foo", 3);
    assert_true(tw_hash_bytes(h, "bar", 3) == UINT64_C(0x85944171f73967e8));
    /* the end is a bijection that moves about half of all bits when one changes */
    int moved = 0;
    for (int i = 0; i < 64; i++)
        for (uint64_t d = tw_hash_end(h) ^ tw_hash_end(h ^ (UINT64_C(1) << i)); d; d &= d - 1)
            moved++;
    assert_in_range(moved, 64 * 28, 64 * 36);
}

/* the published first outputs of xoshiro256** from state 1, 2, 3, 4 and of splitmix64 from 0 */
static void random_known_values(void **state) {
    (void)state;
    const uint64_t known[] = {11520,
                              0,
                              1509978240,
                              UINT64_C(1215971899390074240),
                              UINT64_C(1216172134540287360),
                              UINT64_C(607988272756665600)};
    tw_random r = {{1, 2, 3, 4}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        assert_true(tw_random_u64(&r) == known[i]);
    assert_true(tw_random_seed(0).s[0] == UINT64_C(0xe220a8397b1dcdaf));
    tw_random a = tw_random_seed(7), b = a; /* a copy goes on in the same way */
    for (int i = 0; i < 100; i++) assert_true(tw_random_u64(&a) == tw_random_u64(&b));
}

/* moments of the uniform distributions; bounds of five standard deviations */
static void random_distributions(void **state) {
    (void)state;
    enum { N = 100000 };
    tw_random r = tw_random_seed(11);
    const double root = sqrt(N);
    double mean = 0, square = 0, d1[3] = {0}, d2[3][3] = {{0}}, m[3][3] = {{0}}, m2[3][3] = {{0}};
    for (int i = 0; i < N; i++) {
        double u = tw_random_uniform(&r);
        assert_true(u >= 0 && u < 1);
        mean += u / N;
        square += u * u / N;
        vec3 v = tw_random_direction(&r);
        double x[3] = {v.x, v.y, v.z};
        assert_true(fabs(v3_dot(v, v) - 1) < 1e-15);
        quat q = tw_random_rotation(&r);
        assert_true(fabs(q_dot(q, q) - 1) < 1e-15);
        mat3 a = q_matrix(q);
        for (int j = 0; j < 3; j++) {
            d1[j] += x[j] / N;
            for (int k = 0; k < 3; k++) {
                d2[j][k] += x[j] * x[k] / N;
                m[j][k] += a.m[j][k] / N;
                m2[j][k] += a.m[j][k] * a.m[j][k] / N;
            }
        }
    }
    assert_true(fabs(mean - 0.5) < 5 * sqrt(1.0 / 12) / root);
    assert_true(fabs(square - 1.0 / 3) < 5 * sqrt(4.0 / 45) / root);
    for (int j = 0; j < 3; j++) {
        assert_true(fabs(d1[j]) < 5 * sqrt(1.0 / 3) / root);
        for (int k = 0; k < 3; k++) {
            assert_true(fabs(d2[j][k] - (j == k ? 1.0 / 3 : 0)) < 5 * sqrt(4.0 / 45) / root);
            assert_true(fabs(m[j][k]) < 5 * sqrt(1.0 / 3) / root);
            assert_true(fabs(m2[j][k] - 1.0 / 3) < 5 * sqrt(4.0 / 45) / root);
        }
    }
}

static void round_trips(void) {
    tw_random r = tw_random_seed(13);
    char text[TW_TEXT_DOUBLE];
    for (int i = 0; i < 20000; i++) {
        uint64_t u = tw_random_u64(&r);
        double x, y;
        memcpy(&x, &u, sizeof x);
        if (i % 2) x = floor(1000 * tw_random_uniform(&r)) / 100;
        assert_int_equal(tw_text_double(text, sizeof text, x), TW_OK);
        assert_null(strchr(text, ','));
        assert_true(tw_text_parse_double(text, &y));
        if (isnan(x))
            assert_string_equal(text, "nan");
        else
            assert_memory_equal(&x, &y, sizeof x);
        if (i % 2) assert_true(strlen(text) <= 4); /* no digits too many */
    }
}

static void numbers_as_text(void **state) {
    (void)state;
    static const struct {
        double x;
        const char *text;
    } known[] = {{0, "0"},
                 {-0.0, "-0"},
                 {0.1, "0.1"},
                 {1e300, "1e+300"},
                 {-2.5, "-2.5"},
                 {INFINITY, "inf"},
                 {-INFINITY, "-inf"},
                 {NAN, "nan"},
                 {5e-324, "5e-324"},
                 {DBL_MAX, "1.7976931348623157e+308"},
                 {1.0 / 3, "0.3333333333333333"},
                 {0.1 + 0.2, "0.30000000000000004"}};
    char text[TW_TEXT_DOUBLE];
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        assert_int_equal(tw_text_double(text, sizeof text, known[i].x), TW_OK);
        assert_string_equal(text, known[i].text);
    }
    assert_int_equal(tw_text_double(text, 3, 0.1), TW_ARGUMENT);
    assert_int_equal(tw_text_double(text, 4, 0.1), TW_OK);
    static const char *const wrong[] = {"",      " 1",     "1 ",     "1,5", "1.5x", "x",   "-",
                                        "1e999", "-1e999", "nan(1)", "0x",  "1e",   "--1", "1.2.3"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        double x = 42;
        if (tw_text_parse_double(wrong[i], &x)) fail_msg("'%s' is read as %g", wrong[i], x);
        assert_true(x == 42); /* untouched */
    }
    double x;
    assert_true(tw_text_parse_double("0x1.8p1", &x) && x == 3);
    assert_true(tw_text_parse_double("+.5e1", &x) && x == 5);
    assert_true(tw_text_parse_double("-Infinity", &x) && x == -INFINITY);
    assert_true(tw_text_parse_double("1e-400", &x) && x == 0);
    round_trips();
}

static void numbers_under_a_comma_locale(void **state) {
    (void)state;
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8",  "de_DE",      "fr_FR.UTF-8",
                                        "fr_FR.utf8",  "nl_NL.UTF-8", "es_ES.UTF-8"};
    const char *found = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && !found; i++)
        found = setlocale(LC_ALL, names[i]);
    if (!found) {
        print_message("    no locale with a decimal comma is installed\n");
        skip();
    }
    char comma[16], text[TW_TEXT_DOUBLE];
    double x = 0;
    snprintf(comma, sizeof comma, "%g", 1.5);
    assert_string_equal(comma, "1,5"); /* the locale is what the test needs */
    assert_int_equal(tw_text_double(text, sizeof text, 1.5), TW_OK);
    assert_string_equal(text, "1.5");
    assert_true(tw_text_parse_double("2.25", &x) && x == 2.25);
    assert_false(tw_text_parse_double("2,25", &x));
    round_trips();
    snprintf(comma, sizeof comma, "%g", 1.5); /* and it is as before */
    assert_string_equal(comma, "1,5");
    setlocale(LC_ALL, "C");
}

static void whole_numbers_in_a_range(void **state) {
    (void)state;
    assert_int_equal(tw_whole(2.9, -3, 3), 2);
    assert_int_equal(tw_whole(-2.9, -3, 3), -2);
    assert_int_equal(tw_whole(1e308, 0, 15), 15);
    assert_int_equal(tw_whole(INFINITY, 0, 15), 15);
    assert_int_equal(tw_whole(-INFINITY, 0, 15), 0);
    assert_int_equal(tw_whole(NAN, 0, 15), 0);
    assert_int_equal(tw_whole(INFINITY - INFINITY, INT_MIN, INT_MAX), INT_MIN);
    assert_int_equal(tw_whole((double)INT_MAX + 1, INT_MIN, INT_MAX), INT_MAX);
}

static void failure_texts(void **state) {
    (void)state;
    assert_int_equal(tw_fail(TW_IO, "disk %d: %s", 3, "gone"), TW_IO);
    assert_string_equal(tw_failure(), "disk 3: gone");
    /* a text may quote the one before */
    assert_int_equal(tw_fail(TW_SCRIPT, "line 4: %s", tw_failure()), TW_SCRIPT);
    assert_string_equal(tw_failure(), "line 4: disk 3: gone");
    assert_int_equal(tw_status_exit(TW_OK), 0);
    for (int s = TW_OK + 1; s < TW_STATUS_COUNT; s++) {
        assert_int_not_equal(tw_status_exit((tw_status)s), 0);
        assert_true(strlen(tw_status_text((tw_status)s)) > 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(stale_ids_name_nothing),
        cmocka_unit_test(a_slot_retires_before_its_ids_repeat),
        cmocka_unit_test(ids_come_back),
        cmocka_unit_test(pool_without_memory),
        cmocka_unit_test(arrays_grow),
        cmocka_unit_test(arena_pieces),
        cmocka_unit_test(arena_long_blocks),
        cmocka_unit_test(hash_of_known_texts),
        cmocka_unit_test(random_known_values),
        cmocka_unit_test(random_distributions),
        cmocka_unit_test(numbers_as_text),
        cmocka_unit_test(numbers_under_a_comma_locale),
        cmocka_unit_test(whole_numbers_in_a_range),
        cmocka_unit_test(failure_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
