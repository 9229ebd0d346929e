/* Pictures on surfaces: what the smaller levels hold, and files that are none. */
#include "io/picture/pixmap.h"
#include "base/file.h"
#include "base/math/elementary.h"
#include "io/picture/image.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { W = 37, H = 21 };

static uint8_t pixels[W * H * 4];

static void fill(bool opaque) {
    uint32_t x = 12345;
    for (size_t i = 0; i < sizeof pixels; i++) {
        x = x * 1664525u + 1013904223u;
        pixels[i] = (uint8_t)(x >> 24);
        if (i % 4 == 3 && opaque) pixels[i] = 255;
    }
}

static double light(uint8_t s) {
    double x = s / 255.0;
    return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4);
}

/* the mean of light times alpha, and of alpha, of a level */
static void mean(const tw_pixmap_level *l, double sum[4]) {
    size_t n = (size_t)l->width * (size_t)l->height;
    for (int c = 0; c < 4; c++) sum[c] = 0;
    for (size_t i = 0; i < n; i++) {
        double a = l->rgba[4 * i + 3] / 255.0 / (double)n;
        for (int c = 0; c < 3; c++) sum[c] += a * light(l->rgba[4 * i + (size_t)c]);
        sum[3] += a;
    }
}

static void levels_keep_the_light(void **state) {
    (void)state;
    for (int opaque = 0; opaque < 2; opaque++) {
        fill(opaque);
        tw_pixmap *m;
        assert_int_equal(tw_pixmap_create(pixels, W, H, &m), TW_OK);
        double first[4], now[4];
        mean(&m->level[0], first);
        assert_int_equal(m->levels, 6);
        for (int k = 1; k < m->levels; k++) {
            assert_int_equal(m->level[k].width, W >> k);
            assert_int_equal(m->level[k].height, H >> k ? H >> k : 1);
            mean(&m->level[k], now);
            for (int c = 0; c < 4; c++)
                if (fabs(now[c] - first[c]) > 0.006)
                    fail_msg("level %d: %g, not %g", k, now[c], first[c]);
        }
        tw_pixmap_release(m);
    }
}

/* what is transparent has no say in the colour of what is not */
static void transparent_pixels_have_no_colour(void **state) {
    (void)state;
    static const uint8_t two[8] = {200, 10, 30, 255, 255, 255, 255, 0};
    tw_pixmap *m;
    assert_int_equal(tw_pixmap_create(two, 2, 1, &m), TW_OK);
    static const uint8_t want[4] = {200, 10, 30, 128};
    assert_memory_equal(m->level[1].rgba, want, 4);
    assert_int_equal(m->levels, 2);
    tw_pixmap_release(m);
}

static void files_are_read(void **state) {
    (void)state;
    fill(false);
    assert_int_equal(tw_png_write("pixmap_test.png", W, H, pixels, true), TW_OK);
    char *bytes;
    size_t size;
    assert_int_equal(tw_file_read("pixmap_test.png", &bytes, &size), TW_OK);
    tw_pixmap *m, *n;
    assert_int_equal(tw_pixmap_parse(bytes, size, &m), TW_OK);
    assert_memory_equal(m->level[0].rgba, pixels, sizeof pixels);
    assert_int_equal(tw_pixmap_create(pixels, W, H, &n), TW_OK);
    assert_true(m->hash == n->hash);
    tw_pixmap_release(n);
    tw_pixmap_release(m);
    /* cut off or changed anywhere it is refused, or read; never more than there is */
    for (size_t k = 0; k < size; k += 7) {
        char *part = malloc(k + 1);
        memcpy(part, bytes, k);
        if (tw_pixmap_parse(part, k, &m) == TW_OK) tw_pixmap_release(m);
        free(part);
    }
    assert_int_equal(tw_pixmap_parse(bytes, size / 2, &m), TW_IO);
    assert_non_null(strstr(tw_failure(), "the picture is damaged"));
    assert_int_equal(tw_pixmap_parse("hello", 5, &m), TW_IO);
    assert_string_equal(tw_failure(), "expected a picture, PNG or JPEG");
    free(bytes);
    remove("pixmap_test.png");
}

/* one of the fuzzer's seeds, behind the byte that says which reader */
static char *seed(const char *path, size_t *size) {
    char *bytes;
    assert_int_equal(tw_file_read(path, &bytes, size), TW_OK);
    memmove(bytes, bytes + 1, *size);
    --*size;
    return bytes;
}

static void jpeg_is_read(void **state) {
    (void)state;
    static const struct {
        int x, y, rgb[3]; /* as ffmpeg reads it */
    } pixel[] = {
        {0, 0, {0, 0, 2}}, {3, 2, {254, 2, 245}}, {5, 4, {255, 252, 5}}, {8, 6, {255, 254, 255}}};
    size_t size;
    tw_pixmap *m;
    char *bytes = seed("tests/fuzz/corpus/picture/full.jpg", &size);
    assert_int_equal(tw_pixmap_parse(bytes, size, &m), TW_OK);
    assert_int_equal(m->level[0].width, 9);
    assert_int_equal(m->level[0].height, 7);
    for (size_t i = 0; i < sizeof pixel / sizeof *pixel; i++) {
        const uint8_t *got = m->level[0].rgba + 4 * (9 * pixel[i].y + pixel[i].x);
        for (int k = 0; k < 3; k++) assert_in_range(got[k] - pixel[i].rgb[k] + 3, 0, 6);
        assert_int_equal(got[3], 255);
    }
    tw_pixmap_release(m);
    for (size_t k = 3; k < size - 2; k++) /* cut off anywhere */
        assert_int_equal(tw_pixmap_parse(bytes, k, &m), TW_IO);
    assert_non_null(strstr(tw_failure(), "the picture is damaged"));
    /* bytes before a marker, as cameras write them, are passed over */
    char *longer = malloc(size + 2);
    enum { HEAD = 20 }; /* start and first part */
    memcpy(longer, bytes, HEAD);
    memcpy(longer + HEAD, "xy", 2);
    memcpy(longer + HEAD + 2, bytes + HEAD, size - HEAD);
    assert_int_equal(tw_pixmap_parse(longer, size + 2, &m), TW_OK);
    tw_pixmap_release(m);
    free(longer);
    free(bytes);
    /* tables of more codes than there are */
    bytes = seed("tests/fuzz/corpus/picture/tables.jpg", &size);
    assert_int_equal(tw_pixmap_parse(bytes, size, &m), TW_IO);
    assert_non_null(strstr(tw_failure(), "the picture is damaged"));
    free(bytes);
}

/* 115 bytes with a part of two gigabytes, for which no memory is taken */
static void parts_are_checked(void **state) {
    (void)state;
    size_t size;
    tw_pixmap *m;
    char *bytes = seed("tests/fuzz/corpus/picture/idat.png", &size);
    assert_int_equal(tw_pixmap_parse(bytes, size, &m), TW_IO);
    assert_string_equal(tw_failure(), "the picture is damaged: it is cut off");
    free(bytes);
}

static void sizes_are_checked(void **state) {
    (void)state;
    tw_pixmap *m;
    assert_int_equal(tw_pixmap_create(pixels, 0, 1, &m), TW_ARGUMENT);
    assert_int_equal(tw_pixmap_create(pixels, 20000, 1, &m), TW_ARGUMENT);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(levels_keep_the_light),
        cmocka_unit_test(transparent_pixels_have_no_colour),
        cmocka_unit_test(files_are_read),
        cmocka_unit_test(jpeg_is_read),
        cmocka_unit_test(parts_are_checked),
        cmocka_unit_test(sizes_are_checked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
