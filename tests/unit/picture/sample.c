/*
 * Sample points: how evenly they fill the square, and at `final` the place in the pixel and the
 * direction of the path's first ray together four dimensions.
 */
#include "picture/rays/sample.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

enum { MOST = 1024, ROUNDS = 16 /* of 64 points: a whole net */ };

static float point[4][MOST];

/* the points of a pixel in the rounds from `first` on, each of four packets, of which the tile has
 * as many a pixel */
static void take(uint32_t seed, uint32_t pixel, uint32_t first) {
    tw_pattern *p = malloc(sizeof *p);
    tw_tile_points t;
    assert_non_null(p);
    tw_pattern_make(p, true);
    tw_tile_points_begin(&t, p, 5, seed);
    t.first = 2;
    int n = 0;
    for (t.round = first; t.round < first + ROUNDS; t.round++)
        for (uint32_t k = 0; k < 4; k++, n += TW_PACKET) {
            fv x[TW_GROUPS], y[TW_GROUPS], z[TW_GROUPS], w[TW_GROUPS];
            t.packet = pixel * 4 + k;
            tw_points(&t, TW_DIM_PIXEL, 0, x, y);
            tw_points(&t, TW_DIM_VERTEX + 1, 0, z, w);
            memcpy(point[0] + n, x, sizeof x);
            memcpy(point[1] + n, y, sizeof y);
            memcpy(point[2] + n, z, sizeof z);
            memcpy(point[3] + n, w, sizeof w);
        }
    free(p);
}

/* 2^m points, one in each box that has 2^-bits[k] for its edges */
static void one_in_each(int m, const int bits[4]) {
    char seen[MOST] = {0};
    for (int i = 0; i < 1 << m; i++) {
        int box = 0;
        for (int k = 0; k < 4; k++)
            box = box << bits[k] | (int)(point[k][i] * (float)(1 << bits[k]));
        assert_in_range(box, 0, (1 << m) - 1);
        if (seen[box]++) fail_msg("2^%d points, box %d: two", m, box);
    }
}

/* all boxes of powers of 1/4 in four dimensions, and of 1/2 in both planes */
static void boxes(int m) {
    for (int a = 0; a <= m; a += 2)
        for (int b = 0; a + b <= m; b += 2)
            for (int c = 0; a + b + c <= m; c += 2)
                one_in_each(m, (const int[4]){a, b, c, m - a - b - c});
    for (int a = 0; a <= m; a++) {
        one_in_each(m, (const int[4]){a, m - a, 0, 0});
        one_in_each(m, (const int[4]){0, 0, a, m - a});
    }
}

static void test_final_is_even(void **state) {
    (void)state;
    for (uint32_t seed = 0; seed < 3; seed++)
        for (uint32_t pixel = 0; pixel < 256; pixel += 85) {
            take(tw_scramble(seed), pixel, 0);
            for (int m = 6; m <= 10; m += 2) boxes(m);
        }
}

/* the largest difference of a box's share of the points from its size, over all boxes from 0 in the
 * plane (x, y): corners on a grid */
static double uneven(const float *x, const float *y, int n) {
    double most = 0;
    for (int a = 1; a <= 16; a++)
        for (int b = 1; b <= 16; b++) {
            int in = 0;
            for (int i = 0; i < n; i++) in += x[i] < (float)a / 16 && y[i] < (float)b / 16;
            double d = (double)in / n - a * b / 256.0;
            most = d > most ? d : -d > most ? -d : most;
        }
    return most;
}

/* Rounds beyond the sixteenth are nets of their own, as even as the first, and other points: no
 * pixel gets one of its points twice, or another one close by. */
static void test_further_rounds(void **state) {
    (void)state;
    static float all[4][3 * MOST];
    for (uint32_t seed = 0; seed < 3; seed++)
        for (uint32_t pixel = 0; pixel < 256; pixel += 85) {
            for (uint32_t k = 0; k < 3; k++) {
                take(tw_scramble(seed), pixel, k * ROUNDS);
                for (int m = 6; m <= 10; m += 2) boxes(m);
                for (int c = 0; c < 4; c++) memcpy(all[c] + k * MOST, point[c], sizeof point[c]);
            }
            for (int i = 0; i < 3 * MOST; i++)
                for (int j = i - i % MOST + MOST; j < 3 * MOST; j++) {
                    float d = 0;
                    for (int c = 0; c < 4; c++) d = fmaxf(d, fabsf(all[c][i] - all[c][j]));
                    assert_true(d > 0);
                }
            /* three nets together are no worse than one */
            for (int c = 0; c < 4; c += 2) assert_true(uneven(all[c], all[c + 1], 3 * MOST) < 1e-3);
        }
}

/* Lanes that are taken from several packets have the points that they have there, in every round,
 * dimension and use of it. */
static void test_lanes_of_packets(void **state) {
    (void)state;
    tw_pattern *p = malloc(sizeof *p);
    assert_non_null(p);
    tw_pattern_make(p, true);
    for (uint32_t first = 0; first <= 2; first += 2) {
        tw_tile_points t;
        tw_lane_points of;
        uint32_t packet[TW_PACKET], up[TW_PACKET], round[TW_PACKET], lane[TW_PACKET];
        tw_tile_points_begin(&t, p, first ? 5 : 4, 77);
        t.first = first;
        t.fine = 8;
        for (uint32_t i = 0; i < TW_PACKET; i++) {
            uint32_t k = tw_scramble(i + first);
            packet[i] = k % (first ? 1024 : 256);
            up[i] = first ? 0 : k >> 11 & 1;
            round[i] = k >> 12 & (first ? 31 : 15);
            lane[i] = k >> 20 & 15;
        }
        memcpy(of.packet, packet, sizeof packet);
        memcpy(of.up, up, sizeof up);
        memcpy(of.round, round, sizeof round);
        memcpy(of.lane, lane, sizeof lane);
        for (int dim = 0; dim < TW_DIM_COUNT; dim++)
            for (uint32_t salt = 0; salt < 3; salt++) {
                fv u[TW_GROUPS], v[TW_GROUPS];
                float found[2][TW_PACKET], own[2][TW_PACKET];
                t.of = &of;
                tw_points(&t, dim, salt, u, v);
                memcpy(found[0], u, sizeof u);
                memcpy(found[1], v, sizeof v);
                t.of = NULL;
                for (int i = 0; i < TW_PACKET; i++) {
                    t.packet = packet[i];
                    t.up = up[i];
                    t.round = round[i];
                    tw_points(&t, dim, salt, u, v);
                    memcpy(own[0], u, sizeof u);
                    memcpy(own[1], v, sizeof v);
                    for (int c = 0; c < 2; c++)
                        assert_memory_equal(&found[c][i], &own[c][lane[i]], sizeof(float));
                }
            }
    }
    free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_final_is_even),
                                       cmocka_unit_test(test_further_rounds),
                                       cmocka_unit_test(test_lanes_of_packets)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
