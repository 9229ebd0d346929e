/*
 * The filter for noise, on tiles of parts that are made up: it keeps all light, textures, thin
 * things and highlights that the samples agree on; noise gets less, outliers are spread; the same
 * bytes by any number of lanes.
 */
#include "picture/filter/filter.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

enum { N = TW_TILE, CHANNELS = 4 };

static tw_parts parts;
static const tw_parts *const alone[TW_AROUND] = {[TW_AROUND / 2] = &parts};
static float picture[N * N * CHANNELS];
static uint64_t state_of_random;

/* evenly from 0 to 1 */
static double even(void) {
    state_of_random = state_of_random * 6364136223846793005u + 1442695040888963407u;
    return (double)(state_of_random >> 40) / 16777216.0;
}

/* mean 0, deviation 1, about normal */
static double normal(void) {
    double sum = 0;
    for (int i = 0; i < 12; i++) sum += even();
    return sum - 6;
}

static void set3(int part, int plane, int x, int y, double r, double g, double b) {
    *tw_parts_at(&parts, part, plane, x, y) = (float)r;
    *tw_parts_at(&parts, part, plane + 1, x, y) = (float)g;
    *tw_parts_at(&parts, part, plane + 2, x, y) = (float)b;
}

/* a part that faces the eye; grey light and its variance */
static void put(int part, int x, int y, int32_t item, double share, double kd, double light,
                double variance) {
    memcpy(tw_parts_at(&parts, part, TW_PLANE_ITEM, x, y), &item, sizeof item);
    *tw_parts_at(&parts, part, TW_PLANE_SHARE, x, y) = (float)share;
    set3(part, TW_PLANE_KD, x, y, kd, kd, kd);
    set3(part, TW_PLANE_TINT, x, y, 0, 0, 0);
    set3(part, TW_PLANE_NORMAL, x, y, 0, 0, 1);
    set3(part, TW_PLANE_DIFFUSE, x, y, light, light, light);
    set3(part, TW_PLANE_LOBE, x, y, 0, 0, 0);
    *tw_parts_at(&parts, part, TW_PLANE_NOISE, x, y) = (float)variance;
    *tw_parts_at(&parts, part, TW_PLANE_NOISE + 1, x, y) = 0;
    parts.some = true;
    parts.second |= part > 0;
}

static void begin(uint64_t seed) {
    memset(&parts, 0, sizeof parts);
    tw_parts_begin(&parts, N, N);
    state_of_random = seed;
    for (int i = 0; i < 8; i++) even();
}

static void run(void) {
    memset(picture, 0, sizeof picture);
    tw_filter_tile(alone, picture, N * CHANNELS);
}

static double out(int x, int y) {
    return (double)picture[(y * N + x) * CHANNELS + 1];
}

/* anything: three things, two in a pixel, textures, lobes, outliers, dark places */
static void anything(uint64_t seed) {
    begin(seed);
    parts.width = 1 + (int)(even() * N);
    parts.height = 1 + (int)(even() * N);
    parts.lobes = even() < 0.5;
    double noise = 0.3 * even(), border = even() * N, rate = 0.05 * even();
    for (int y = 0; y < parts.height; y++)
        for (int x = 0; x < parts.width; x++) {
            int count = even() < 0.2 ? 2 : 1;
            for (int k = 0; k < count; k++) {
                int32_t item = k ? 7 : x > border ? 3 : TW_ITEM_GROUND;
                put(k, x, y, item, count == 2 ? 0.25 + 0.5 * k : 1, even() < 0.1 ? 0 : even(), 0,
                    0);
                for (int c = 0; c < 3; c++) {
                    bool out = even() < rate;
                    double light = fmax(0, 0.5 + 0.03 * x + noise * normal()) * (out ? 300 : 1);
                    *tw_parts_at(&parts, k, TW_PLANE_DIFFUSE + c, x, y) = (float)light;
                    *tw_parts_at(&parts, k, TW_PLANE_LOBE + c, x, y) = (float)(light * even());
                    *tw_parts_at(&parts, k, TW_PLANE_FOUND_DIFFUSE + c, x, y) = (float)light;
                    *tw_parts_at(&parts, k, TW_PLANE_FOUND_LOBE + c, x, y) = (float)light;
                    *tw_parts_at(&parts, k, TW_PLANE_TINT + c, x, y) = (float)even();
                }
                double own = (double)*tw_parts_at(&parts, k, TW_PLANE_DIFFUSE, x, y);
                *tw_parts_at(&parts, k, TW_PLANE_NOISE, x, y) =
                    (float)(even() < 0.1 ? 0 : own * own * noise);
                for (int i = 1; i < TW_KINDS; i++)
                    *tw_parts_at(&parts, k, TW_PLANE_NOISE + i, x, y) = (float)(own * own * noise);
            }
        }
}

static double drawn(int c) {
    double sum = 0;
    for (int k = 0; k < (parts.second ? 2 : 1); k++)
        for (int y = 0; y < parts.height; y++)
            for (int x = 0; x < parts.width; x++) {
                int32_t item;
                memcpy(&item, tw_parts_at(&parts, k, TW_PLANE_ITEM, x, y), sizeof item);
                if (item == TW_ITEM_NONE) continue;
                double light = 0;
                for (int i = 0; i < TW_KINDS; i++) {
                    int albedo = i % 2 ? TW_PLANE_TINT : TW_PLANE_KD;
                    if (i % 2 && !parts.lobes) continue;
                    light += (double)*tw_parts_at(&parts, k, TW_PLANE_DIFFUSE + 3 * i + c, x, y) *
                             (double)*tw_parts_at(&parts, k, albedo + c, x, y);
                }
                sum += light * (double)*tw_parts_at(&parts, k, TW_PLANE_SHARE, x, y);
            }
    return sum;
}

static void light_is_kept(void **unused) {
    (void)unused;
    double most = 0, changed = 0;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        anything(seed);
        run();
        for (int c = 0; c < 3; c++) {
            double sum = 0, want = drawn(c);
            for (int i = 0; i < N * N; i++) {
                double v = (double)picture[i * CHANNELS + c];
                assert_true(v >= 0);
                sum += v;
            }
            most = fmax(most, fabs(sum - want) / (want + 1e-9));
        }
        changed += fabs(out(0, 0) - (double)*tw_parts_at(&parts, 0, TW_PLANE_DIFFUSE + 1, 0, 0) *
                                        (double)*tw_parts_at(&parts, 0, TW_PLANE_KD + 1, 0, 0));
    }
    print_message("light changes by %.2g of itself at most\n", most);
    assert_true(most < 1e-5);
    assert_true(changed > 1);
}

static double rms_of(double (*want)(int, int), bool filtered) {
    double sum = 0;
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) {
            double light = (double)*tw_parts_at(&parts, 0, TW_PLANE_DIFFUSE, x, y) *
                           (double)*tw_parts_at(&parts, 0, TW_PLANE_KD, x, y);
            double d = (filtered ? out(x, y) : light) - want(x, y);
            sum += d * d;
        }
    return sqrt(sum / (N * N));
}

static double checker(int x, int y) {
    return (x + y) % 2 ? 0.7 : 0.1;
}

static double slope(int x, int y) {
    return 0.3 + 0.03 * x + 0.01 * y;
}

static double shadow(int x, int y) {
    return x + 0.3 * y < 9 ? 1 : 0.2;
}

/* least factors by which noise gets less: a texture of the albedo, a slope and the edge of a shadow
 * are kept */
static void noise_gets_less(void **unused) {
    (void)unused;
    static const struct {
        const char *name;
        double (*want)(int, int);
        bool albedo;
        double factor;
    } cases[] = {
        {"texture", checker, true, 4}, {"slope", slope, false, 2.2}, {"shadow", shadow, false, 2}};
    for (int i = 0; i < 3; i++) {
        double before = 0, after = 0;
        for (uint64_t seed = 1; seed <= 30; seed++) {
            begin(seed);
            for (int y = 0; y < N; y++)
                for (int x = 0; x < N; x++) {
                    double v = cases[i].want(x, y), kd = cases[i].albedo ? v : 1;
                    put(0, x, y, 5, 1, kd, v / kd + 0.04 * normal(), 0.0016);
                }
            run();
            before += rms_of(cases[i].want, false);
            after += rms_of(cases[i].want, true);
        }
        print_message("%s: noise falls to %.3f\n", cases[i].name, after / before);
        assert_true(after * cases[i].factor < before);
    }
}

/* light that one sample of many brings: pixels whose samples all miss it, and so show no noise, get
 * their share of it */
static void rare_light_leaves_no_holes(void **unused) {
    (void)unused;
    double mean = 0, least = INFINITY;
    begin(41);
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) {
            double light = even() < 0.1 ? 0.02 : 0;
            put(0, x, y, 3, 1, 1, light, light * light);
            mean += light / (N * N);
        }
    run();
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++) least = fmin(least, out(x, y));
    print_message("least %.3f of the mean\n", least / mean);
    assert_true(least > 0.05 * mean);
}

/* a rod one pixel wide before ground, darker than it and as noisy */
static void thin_rods_stay(void **unused) {
    (void)unused;
    double rod = 0, beside = 0;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        begin(seed);
        for (int y = 0; y < N; y++)
            for (int x = 0; x < N; x++) {
                double light = (x == 7 ? 0.5 : 0.6) + 0.1 * normal();
                put(0, x, y, x == 7 ? 4 : TW_ITEM_GROUND, 1, 1, light, 0.01);
            }
        run();
        for (int y = 0; y < N; y++) {
            rod += out(7, y) / (30 * N);
            beside += (out(6, y) + out(8, y)) / (60 * N);
        }
    }
    assert_true(fabs(rod - 0.5) < 0.01 && fabs(beside - 0.6) < 0.01);
}

/* one bright pixel: what all its samples agree on stays, what one of them brought is spread */
static void highlights_stay_and_outliers_go(void **unused) {
    (void)unused;
    for (int sure = 0; sure < 2; sure++) {
        begin(3);
        double sum = 0, want = 0;
        for (int y = 0; y < N; y++)
            for (int x = 0; x < N; x++) {
                bool bright = x == 6 && y == 9;
                double light = bright ? 20 : 0.5 + 0.02 * normal();
                put(0, x, y, 5, 1, 0.8, light, !bright ? 4e-4 : sure ? 0.04 : 400);
                want += 0.8 * (double)*tw_parts_at(&parts, 0, TW_PLANE_DIFFUSE, x, y);
            }
        run();
        for (int y = 0; y < N; y++)
            for (int x = 0; x < N; x++) sum += out(x, y);
        assert_true(fabs(sum - want) < 1e-4 * want);
        if (sure) assert_true(out(6, 9) > 0.95 * 16);
        /* spread over 11 x 11 pixels it is 20 / 121 in each */
        for (int y = 0; y < N && !sure; y++)
            for (int x = 0; x < N; x++) assert_in_range((int)(100 * out(x, y)), 35, 80);
    }
}

/* ---- lanes -------------------------------------------------------------------------------------
 */

#if defined(__x86_64__)
void tw_filter_tile_wide(const tw_parts *const around[TW_AROUND], float *to, size_t stride);
void tw_filter_tile_widest(const tw_parts *const around[TW_AROUND], float *to, size_t stride);

static void lanes_do_not_count(void **unused) {
    (void)unused;
    static float other[N * N * CHANNELS];
    bool wide = __builtin_cpu_supports("avx2"), widest = __builtin_cpu_supports("avx512f");
    widest = widest && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw") &&
             __builtin_cpu_supports("avx512vl");
    if (!wide) skip();
    for (uint64_t seed = 1; seed <= 100; seed++) {
        anything(seed);
        run();
        for (int i = 0; i < 1 + widest; i++) {
            memset(other, 0, sizeof other);
            (i ? tw_filter_tile_widest : tw_filter_tile_wide)(alone, other, N * CHANNELS);
            assert_memory_equal(other, picture, sizeof picture);
        }
    }
}
#else
static void lanes_do_not_count(void **unused) {
    (void)unused;
    skip();
}
#endif

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(light_is_kept),
        cmocka_unit_test(noise_gets_less),
        cmocka_unit_test(rare_light_leaves_no_holes),
        cmocka_unit_test(thin_rods_stay),
        cmocka_unit_test(highlights_stay_and_outliers_go),
        cmocka_unit_test(lanes_do_not_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
