/*
 * Open ground: lamps' closed forms against sums over the lamp, what is called clear against rays,
 * and pictures against `final`, which finds all of it by paths: errors below the noise that normal
 * pictures may have, and no steps between tiles.
 */
#include "picture/tile/open.h"
#include "base/math/elementary.h"
#include "picture/draft/draft.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "../../support/drawing.h"
#include "../../support/solids.h"

#define PI 3.14159265358979323846

static uint64_t state = 1;

static double uniform(double lo, double hi) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return lo + (hi - lo) * (double)(state >> 11) * 0x1p-53;
}

static tw_frame_light area(vec3 at, vec3 toward, double radius, double radiance) {
    return (tw_frame_light){.kind = TW_LIGHT_AREA,
                            .position = at,
                            .direction = v3_sub(toward, at),
                            .radius = radius,
                            .power = {radiance, radiance, radiance}};
}

/* solids over a ground of one colour, key lamp, rim sun, sky: as looks have it */
static void stage(scene *s, int bodies, uint64_t seed) {
    static tw_frame_light light[3];
    scene_clear(s);
    state = seed;
    s->f.camera = (tw_camera){
        .eye = {0.9, -6.5, 2.2}, .target = {0, 0, 0.5}, .up = {0, 0, 1}, .fov = 0.44, .focus = 1};
    s->f.has_ground = true;
    s->f.ground = lambert(0.5, 0.51, 0.53);
    s->f.bounces = 2;
    for (int i = 0; i < bodies; i++) {
        tw_shape shape = {.type = i % 2 ? TW_SHAPE_BOX : TW_SHAPE_SPHERE, .p = {0.2, 0.3, 0.25}};
        vec3 at = v3(uniform(-1, 1), uniform(-1, 1), uniform(0.25, 1.2));
        quat q = q_normalized((quat){1, uniform(-1, 1), uniform(-1, 1), uniform(-1, 1)});
        scene_add(s, shape, at, q, lambert(uniform(0, 0.9), uniform(0, 0.9), uniform(0, 0.9)));
    }
    light[0] = area(v3(-2.3, -2.7, 4.5), v3(0, 0, 0), 1.4, 12);
    light[1] = (tw_frame_light){.kind = TW_LIGHT_SUN,
                                .to = v3_normalized(v3(0.8, 1, 0.55)),
                                .irradiance = {0.55, 0.65, 0.85},
                                .angular_diameter = 0.25};
    light[2] = (tw_frame_light){.kind = TW_LIGHT_SKY,
                                .top = {0.3, 0.35, 0.5},
                                .horizon = {0.2, 0.21, 0.235},
                                .bottom = {0.1, 0.1, 0.1}};
    s->f.light = light;
    s->f.light_count = 3;
}

/* the irradiance of a disc, over pi and its radiance, by many points of it */
static double sum_over_disc(const tw_lamp *m, const double x[3]) {
    enum { RADII = 500, ANGLES = 48 };
    double sum = 0;
    for (int i = 0; i < RADII; i++)
        for (int k = 0; k < ANGLES; k++) {
            double r = sqrt((i + 0.5) / RADII) * (double)m->radius;
            double a = 2 * PI * (k + 0.5) / ANGLES, rr = 0, facing = 0, l[3];
            for (int c = 0; c < 3; c++) {
                l[c] = (double)m->x[c] +
                       r * (tw_cos(a) * (double)m->s[c] + tw_sin(a) * (double)m->t[c]) - x[c];
                rr += l[c] * l[c];
                facing -= l[c] * (double)m->to[c];
            }
            if (facing > 0 && l[2] > 0) sum += l[2] * facing / (rr * rr);
        }
    return sum / (RADII * ANGLES) / PI * (double)m->power[0];
}

static void discs(void **unused) {
    (void)unused;
    int held = 0;
    scene s;
    for (int i = 0; i < 300; i++) {
        vec3 at = v3(uniform(-3, 3), uniform(-3, 3), uniform(0.5, 5));
        stage(&s, 0, (uint64_t)i);
        s.f.light[0] =
            area(at, v3(uniform(-3, 3), uniform(-3, 3), uniform(-1, 2)), uniform(0.05, 1.5), 1);
        tw_view *view = malloc(sizeof *view);
        tw_picture_options o = {.width = 64, .height = 64, .quality = TW_QUALITY_NORMAL};
        assert_int_equal(tw_view_make(&s.f, &o, view), TW_OK);
        const tw_lamp *m = &view->lamp[0];
        double x[3] = {uniform(-4, 4), uniform(-2, 8), (double)view->ground_z};
        tw_open_rect on = {.z = view->ground_z, .radius = 0.01f};
        for (int k = 0; k < 2; k++) on.lo[k] = on.hi[k] = (float)x[k];
        if (tw_open_holds(m, &on)) {
            held++;
            fv3 L = tw_open_light(m, f3_all((float)x[0], (float)x[1], (float)x[2]));
            double want = sum_over_disc(m, x);
            if (fabs((double)L.x[0] - want) > 5e-4 * want + 1e-9)
                fail_msg("disc %d: %.7g, expected %.7g", i, (double)L.x[0], want);
        }
        tw_view_free(view);
        free(view);
    }
    assert_true(held > 50);
}

/* no ray from ground that is called clear to the lamp meets anything */
static void clear(void **unused) {
    (void)unused;
    int cleared = 0, met = 0;
    scene s;
    tw_view *view = malloc(sizeof *view);
    for (uint64_t seed = 1; seed <= 12; seed++) {
        stage(&s, 10, seed);
        tw_picture_options o = {.width = 320, .height = 180, .quality = TW_QUALITY_NORMAL};
        assert_int_equal(tw_view_make(&s.f, &o, view), TW_OK);
        for (int i = 0; i < 400; i++) {
            tw_open_lamp lamp[TW_OPEN_LAMPS];
            tw_open_rect on;
            int x = 4 * (int)uniform(0, 80), y = 4 * (int)uniform(16, 45);
            if (!tw_open_rect_of(view, x, y, x + 4, y + 4, &on)) continue;
            tw_open_shade(view, &on, NULL, lamp);
            for (int k = 0; k < view->lamp_count; k++) {
                tw_packet p;
                fv3 power;
                int blocked = 0;
                for (int g = 0; g < TW_GROUPS; g++) {
                    fv u, v, a, b;
                    for (int j = 0; j < TW_LANES; j++) {
                        u[j] = (float)uniform(0, 1), v[j] = (float)uniform(0, 1);
                        a[j] = (float)uniform((double)on.lo[0], (double)on.hi[0]);
                        b[j] = (float)uniform((double)on.lo[1], (double)on.hi[1]);
                    }
                    p.o[g] = f3(a, b, fv_all(on.z));
                    p.d[g] = tw_toward(&view->lamp[k], p.o[g], u, v, &power, &p.t[g]);
                    p.time[g] = fv_all(0);
                    p.own[g] = iv_all(TW_ITEM_GROUND);
                    p.active[g] = iv_all(-1);
                }
                p.salt = 1;
                tw_unoccluded(view, &p);
                for (int g = 0; g < TW_GROUPS; g++)
                    blocked += TW_LANES - __builtin_popcount((unsigned)iv_bits(p.active[g]));
                cleared += lamp[k].clear;
                met += blocked > 0;
                if (lamp[k].clear && blocked)
                    fail_msg("scene %d, lamp %d: not clear", (int)seed, k);
            }
        }
        tw_view_free(view);
    }
    free(view);
    assert_true(cleared > 1000 && met > 300);
}

static float at(const tw_image *p, int x, int y, int c) {
    return p->linear[4 * ((size_t)y * (size_t)p->width + (size_t)x) + (size_t)c];
}

/* whatever `normal` draws without any noise between neighbours: open ground in clear light */
static bool smooth(const tw_image *p, int x, int y) {
    for (int k = -2; k <= 2; k++) {
        float a = at(p, x + k, y, 0), b = at(p, x, y + k, 0), c = at(p, x, y, 0);
        if (fabsf(a - c) > 0.02f * c || fabsf(b - c) > 0.02f * c) return false;
    }
    return true;
}

static void truth(void **unused) {
    (void)unused;
    enum { WIDTH = 192, HEIGHT = 112 };
    double square = 0, worst = 0, inside = 0, across = 0; /* across, inside: parts of the scale */
    long count = 0, borders = 0, others = 0;
    for (uint64_t seed = 21; seed < 24; seed++) {
        scene s;
        stage(&s, 6, seed);
        tw_picture_options o = {.width = WIDTH, .height = HEIGHT, .quality = TW_QUALITY_NORMAL};
        tw_image normal = draw_frame(&s.f, o, 2);
        o.quality = TW_QUALITY_FINAL;
        tw_image final = draw_frame(&s.f, o, 2);
        for (int y = 4; y < HEIGHT - 4; y++)
            for (int x = 4; x < WIDTH - 4; x++) {
                if (!smooth(&normal, x, y)) continue;
                double a = (double)at(&normal, x, y, 1), b = 0;
                /* the truth is noisy itself: its mean over 3 x 3 pixels */
                for (int k = 0; k < 9; k++)
                    b += (double)at(&final, x + k % 3 - 1, y + k / 3 - 1, 1);
                double d = sqrt(a) - sqrt(b / 9);
                square += d * d;
                worst = fmax(worst, fabs(d));
                count++;
                double step = fabs(sqrt(a) - sqrt((double)at(&normal, x - 1, y, 1)));
                if (x % 16 == 0) {
                    across += step;
                    borders++;
                } else {
                    inside += step;
                    others++;
                }
            }
        tw_image_free(&normal);
        tw_image_free(&final);
    }
    double rms = sqrt(square / (double)count);
    double seam = across / (double)borders - inside / (double)others;
    print_message("open ground: %ld pixels, error %.5f rms, %.5f at most, of the scale; steps at "
                  "tiles' borders larger than inside by %.6f\n",
                  count, rms, worst, seam);
    assert_true(count > 20000);
    /* Noise that is left is filtered within tiles: what steps at their borders more than inside is
     * below a seventh of one of the 255 steps that a picture has */
    assert_true(rms < 0.004 && worst < 0.03 && fabs(seam) < 0.15 / 255);
}

/* how far above all its neighbours a pixel is, in parts of the scale, where they are alike; 0: it
 * is not */
static double speck(const tw_image *p, int x, int y) {
    double lo = 1e9, hi = 0, c = sqrt((double)at(p, x, y, 1));
    for (int k = 0; k < 9; k++) {
        if (k == 4) continue;
        double v = sqrt((double)at(p, x + k % 3 - 1, y + k / 3 - 1, 1));
        lo = fmin(lo, v), hi = fmax(hi, v);
    }
    return hi - lo < 0.03 && c > hi ? c - hi : 0;
}

/* pixels of open ground stand beside others whose lamps and paths are filtered each for itself */
static void no_specks(void **unused) {
    (void)unused;
    enum { WIDTH = 320, HEIGHT = 180 };
    for (uint64_t seed = 31; seed < 35; seed++) {
        scene s;
        stage(&s, 1 + (int)seed % 3, seed);
        tw_picture_options o = {.width = WIDTH, .height = HEIGHT, .quality = TW_QUALITY_NORMAL};
        tw_image p = draw_frame(&s.f, o, 2);
        for (int y = 1; y < HEIGHT - 1; y++)
            for (int x = 1; x < WIDTH - 1; x++)
                if (speck(&p, x, y) > 0.025)
                    fail_msg("scene %d: pixel (%d, %d) is %.3f above its neighbours", (int)seed, x,
                             y, speck(&p, x, y));
        tw_image_free(&p);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(discs), cmocka_unit_test(clear),
                                       cmocka_unit_test(truth), cmocka_unit_test(no_specks)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
