/*
 * BT.709 planes against published values of the colour bars, against the inverse matrix as the
 * decoders have it, and chroma of 4:2:0 against a filter written as a convolution of whole planes.
 */
#include "io/picture/y4m.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../support/random.h"

/* 100 % colour bars in 8 bits, BT.709 (EBU Tech 3325, table for HD) */
static const uint8_t bars[][6] = {{255, 255, 255, 235, 128, 128}, {255, 255, 0, 219, 16, 138},
                                  {0, 255, 255, 188, 154, 16},    {0, 255, 0, 173, 42, 26},
                                  {255, 0, 255, 78, 214, 230},    {255, 0, 0, 63, 102, 240},
                                  {0, 0, 255, 32, 240, 118},      {0, 0, 0, 16, 128, 128}};

static void test_bars(void **state) {
    (void)state;
    for (size_t i = 0; i < sizeof bars / sizeof bars[0]; i++) {
        uint8_t rgba[4] = {bars[i][0], bars[i][1], bars[i][2], 255}, out[3];
        for (int c = 0; c < 2; c++) {
            tw_y4m_planes(rgba, 1, 1, c ? TW_CHROMA_444 : TW_CHROMA_420, out);
            assert_memory_equal(out, bars[i] + 3, 3);
        }
    }
}

/* R = Y + 1.5748 Cr, G = Y - 0.1873 Cb - 0.4681 Cr, B = Y + 1.8556 Cb with Y, C in 0..1, +-1/2 */
static void test_inverse(void **state) {
    (void)state;
    double worst = 0;
    for (int r = 0; r < 256; r += 5)
        for (int g = 0; g < 256; g += 5)
            for (int b = 0; b < 256; b += 5) {
                uint8_t rgba[4] = {(uint8_t)r, (uint8_t)g, (uint8_t)b, 7}, p[3];
                tw_y4m_planes(rgba, 1, 1, TW_CHROMA_444, p);
                double y = (p[0] - 16) / 219.0, cb = (p[1] - 128) / 224.0,
                       cr = (p[2] - 128) / 224.0;
                double back[3] = {y + 1.5748 * cr, y - 0.1873 * cb - 0.4681 * cr, y + 1.8556 * cb};
                for (int c = 0; c < 3; c++) worst = fmax(worst, fabs(255 * back[c] - rgba[c]));
            }
    /* half a step of each: 255 (1/219 + 1.8556/224) / 2 */
    assert_true(worst <= 0.5 * 255 * (1 / 219.0 + 1.8556 / 224) + 0.01);
    assert_true(worst > 0.5); /* the comparison can tell */
}

/* a plane of one component of a picture, padded by its border */
static double *wide_plane(const uint8_t *rgba, int w, int h, int which) {
    static const double k[3] = {0.2126, 0.7152, 0.0722};
    int pw = w + 4, ph = h + 4;
    double *p = malloc((size_t)pw * (size_t)ph * sizeof *p);
    assert_non_null(p);
    for (int y = 0; y < ph; y++)
        for (int x = 0; x < pw; x++) {
            int sx = x < 2 ? 0 : x - 2 >= w ? w - 1 : x - 2;
            int sy = y < 2 ? 0 : y - 2 >= h ? h - 1 : y - 2;
            const uint8_t *c = rgba + 4 * (sy * w + sx);
            double e = (k[0] * c[0] + k[1] * c[1] + k[2] * c[2]) / 255;
            p[y * pw + x] = which ? (c[0] / 255.0 - e) / 1.5748 : (c[2] / 255.0 - e) / 1.8556;
        }
    return p;
}

static void test_subsampling(void **state) {
    (void)state;
    static const int sizes[][2] = {{1, 1}, {2, 2}, {3, 2}, {2, 3}, {7, 5}, {8, 8}, {16, 9}};
    for (size_t s = 0; s < sizeof sizes / sizeof sizes[0]; s++) {
        int w = sizes[s][0], h = sizes[s][1], cw = (w + 1) / 2, ch = (h + 1) / 2;
        uint8_t rgba[4 * 16 * 9], planes[3 * 16 * 9], full[3 * 16 * 9];
        for (int i = 0; i < 4 * w * h; i++) rgba[i] = (uint8_t)(uniform(0, 256));
        size_t n = tw_y4m_size(w, h, TW_CHROMA_420);
        assert_int_equal(n, w * h + 2 * cw * ch);
        tw_y4m_planes(rgba, w, h, TW_CHROMA_420, planes);
        tw_y4m_planes(rgba, w, h, TW_CHROMA_444, full);
        assert_memory_equal(planes, full, (size_t)(w * h));
        for (int which = 0; which < 2; which++) {
            double *p = wide_plane(rgba, w, h, which);
            for (int j = 0; j < ch; j++)
                for (int i = 0; i < cw; i++) {
                    const double *c = p + (2 * j + 2) * (w + 4) + 2 * i + 2;
                    double mean =
                        (c[-1] + 2 * c[0] + c[1] + c[w + 3] + 2 * c[w + 4] + c[w + 5]) / 8;
                    int got = planes[w * h + which * cw * ch + j * cw + i];
                    assert_true(fabs(128 + 224 * mean - got) <= 0.5 + 1e-9);
                }
            free(p);
        }
    }
}

static void test_header(void **state) {
    (void)state;
    char line[160];
    int n = tw_y4m_header(line, sizeof line, 1280, 720, 30000, 1001, TW_CHROMA_420);
    assert_string_equal(line,
                        "YUV4MPEG2 W1280 H720 F30000:1001 Ip A1:1 C420mpeg2 XCOLORRANGE=LIMITED\n");
    assert_int_equal(n, strlen(line));
    tw_y4m_header(line, sizeof line, 3, 5, 25, 1, TW_CHROMA_444);
    assert_string_equal(line, "YUV4MPEG2 W3 H5 F25:1 Ip A1:1 C444 XCOLORRANGE=LIMITED\n");
    assert_int_equal(tw_y4m_size(3, 5, TW_CHROMA_444), 45);
    assert_int_equal(tw_y4m_size(3, 5, TW_CHROMA_420), 27);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_bars), cmocka_unit_test(test_inverse),
                                       cmocka_unit_test(test_subsampling),
                                       cmocka_unit_test(test_header)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
