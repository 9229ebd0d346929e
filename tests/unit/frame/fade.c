/* Fades: light is mixed, not bytes; equal pictures stay as they are. */
#include "picture/fade.h"
#include "shape/map/pixmap.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void light_is_mixed(void **state) {
    (void)state;
    const float *light = tw_pixmap_light();
    for (int a = 0; a < 256; a += 5)
        for (int b = 0; b < 256; b += 3) {
            uint8_t over[4] = {(uint8_t)a, (uint8_t)b, 255, 255};
            const uint8_t under[4] = {(uint8_t)b, (uint8_t)b, 0, 255};
            tw_fade_bytes(over, under, 1, 0.25);
            double want = 0.25 * (double)light[a] + 0.75 * (double)light[b];
            int got = over[0];
            double below = got > 0 ? 0.5 * (double)(light[got - 1] + light[got]) : -1;
            double above = got < 255 ? 0.5 * (double)(light[got] + light[got + 1]) : 2;
            assert_true(want >= below - 1e-7 && want <= above + 1e-7);
            assert_int_equal(over[1], b);
            /* a quarter of the light of white */
            assert_int_equal(over[2], 137);
            assert_int_equal(over[3], 255);
        }
}

/* what is not there has no colour */
static void alpha(void **state) {
    (void)state;
    uint8_t over[4] = {10, 20, 30, 255};
    static const uint8_t nothing[4] = {200, 200, 200, 0};
    tw_fade_bytes(over, nothing, 1, 0.4);
    assert_int_equal(over[0], 10);
    assert_int_equal(over[2], 30);
    assert_int_equal(over[3], 102);
}

static void floats(void **state) {
    (void)state;
    float over[4] = {1, 2, 8, 1};
    static const float under[4] = {0, 4, 0, 1};
    tw_fade_light(over, under, 1, 0.75);
    assert_true(over[0] == 0.75f && over[1] == 2.5f && over[2] == 6 && over[3] == 1);
}

/* no step of a fade to black is a jump, and both shots are treated alike */
static void eased(void **state) {
    (void)state;
    uint8_t before = 255;
    int most = 0;
    for (size_t k = 1; k <= 13; k++) {
        double share = tw_fade_share(k, 12);
        assert_true(fabs(share + tw_fade_share(13 - k, 12) - 1) < 1e-15);
        uint8_t over[4] = {0, 0, 0, 255};
        static const uint8_t white[4] = {255, 255, 255, 255};
        tw_fade_bytes(over, white, 1, share);
        assert_true(over[0] < before);
        if (before - over[0] > most) most = before - over[0];
        before = over[0];
    }
    assert_int_equal(before, 0);
    assert_true(most <= 40);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(eased), cmocka_unit_test(light_is_mixed),
                                       cmocka_unit_test(alpha), cmocka_unit_test(floats)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
