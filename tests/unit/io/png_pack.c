/*
 * The deflate of PNGs against libdeflate's decoder: all that goes in comes out, and what it takes
 * stays within the bound. Noise, flat areas, ramps, dither that repeats, runs over the ends of rows
 * and blocks, codes that would be too long.
 */
#include "io/picture/png/png_pack.h"

#include <libdeflate.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint32_t state = 1;

static uint32_t chance(void) {
    state ^= state << 13;
    state ^= state >> 17;
    return state ^= state << 5;
}

/* packs, unpacks, compares; the packed size */
static size_t there_and_back(const uint8_t *data, size_t size, size_t row, size_t pixel) {
    size_t bound = tw_png_pack_bound(size), got = 0;
    uint8_t *packed = malloc(bound), *back = malloc(size + 1);
    assert_non_null(packed);
    assert_non_null(back);
    size_t n = tw_png_pack(data, size, row, pixel, packed);
    assert_in_range(n, 1, bound);
    struct libdeflate_decompressor *z = libdeflate_alloc_decompressor();
    assert_non_null(z);
    /* checks the sum of all bytes, too */
    assert_int_equal(libdeflate_zlib_decompress(z, packed, n, back, size + 1, &got),
                     LIBDEFLATE_SUCCESS);
    assert_int_equal(got, size);
    assert_memory_equal(back, data, size);
    libdeflate_free_decompressor(z);
    free(packed);
    free(back);
    return n;
}

/* rows whose bytes come from one of a few habits that change now and then */
static void fill(uint8_t *data, size_t size, uint32_t change) {
    uint32_t habit = 0;
    for (size_t i = 0; i < size; i++) {
        if (chance() % change == 0) habit = chance() % 6;
        uint32_t r = chance();
        size_t far = i < 24 ? i : 24, farther = i < 20000 ? i : 20000;
        data[i] = (uint8_t)(habit == 0   ? 0
                            : habit == 1 ? r
                            : habit == 2 ? (r % 5) - 2
                            : habit == 3 ? data[i - far]
                            : habit == 4 ? data[i - farther]
                                         : i / 7);
    }
}

static void test_rows(void **unused) {
    (void)unused;
    static const size_t widths[] = {1, 2, 3, 5, 17, 64, 333, 1920, 50000};
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++)
        for (size_t pixel = 3; pixel <= 4; pixel++) {
            size_t row = 1 + widths[w] * pixel;
            for (size_t height = 1; height * row < 900000; height = 3 * height + 1) {
                uint8_t *data = malloc(height * row);
                assert_non_null(data);
                for (uint32_t change = 2; change < 20000; change *= 9) {
                    fill(data, height * row, change);
                    there_and_back(data, height * row, row, pixel);
                }
                free(data);
            }
        }
}

static void test_flat(void **unused) {
    (void)unused;
    enum { SIZE = 3 * 1000 * 1000 + 1000 };
    uint8_t *data = calloc(1, SIZE);
    assert_non_null(data);
    assert_in_range(there_and_back(data, SIZE, 3001, 3), 1, SIZE / 100);
    for (size_t i = 0; i < SIZE; i++) data[i] = (uint8_t)chance();
    there_and_back(data, SIZE, 3001, 3);
    for (size_t n = 1; n < 60; n++) there_and_back(data, n, n, 3);
    free(data);
}

/* symbols as rare as Fibonacci's numbers would have codes as long as there are symbols */
static void test_long_codes(void **unused) {
    (void)unused;
    enum { SIZE = 1 << 17 };
    uint8_t *data = malloc(SIZE);
    assert_non_null(data);
    size_t n = 0, a = 1, b = 1;
    for (unsigned s = 0; n < SIZE; s++, b += a, a = b - a)
        for (size_t i = 0; i < a && n < SIZE; i++) data[n++] = (uint8_t)(37 * s);
    for (size_t i = SIZE; i-- > 1;) { /* in any order: no copies */
        size_t j = chance() % (i + 1);
        uint8_t keep = data[i];
        data[i] = data[j];
        data[j] = keep;
    }
    there_and_back(data, SIZE, SIZE, 3);
    free(data);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_flat),
        cmocka_unit_test(test_long_codes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
