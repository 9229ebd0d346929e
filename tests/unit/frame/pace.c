/* The pace of a film: knots, smooth pieces, holds; and what frames of a film with a pace show. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../support/filmed.h"

static tw_retime knots(const double (*k)[2], size_t count, bool smooth) {
    tw_retime r = {.line = 7};
    for (size_t i = 0; i < count; i++)
        assert_int_equal(tw_push(&r.knot, ((tw_knot){k[i][0], k[i][1], smooth})), TW_OK);
    return r;
}

static void hold(tw_retime *r, double at, double seconds) {
    assert_int_equal(tw_push(&r->hold, ((tw_hold){.at = at, .seconds = seconds, .line = 9})),
                     TW_OK);
}

static void near(double a, double b) {
    if (!(fabs(a - b) < 1e-12)) fail_msg("expected %.17g, got %.17g", b, a);
}

static void plain(void **state) {
    (void)state;
    tw_pace p;
    assert_int_equal(tw_pace_make(NULL, 3, 5, &p), TW_OK);
    assert_true(p.plain && p.length == 2);
    near(tw_pace_time(&p, 0.5), 3.5);
    near(tw_pace_film(&p, 4), 1);
    near(tw_pace_film(&p, 9), 2);
    tw_pace_free(&p);
}

static void straight_pieces(void **state) {
    (void)state;
    static const double k[][2] = {{1, 4}, {3, 4.5}, {4, 4.5}};
    tw_retime r = knots(k, 3, false);
    tw_pace p;
    assert_int_equal(tw_pace_make(&r, 3, 6, &p), TW_OK);
    /* 1 s from the scene's begin, 2 s slowly, 1 s held, and the rest */
    near(p.length, 5.5);
    static const double u[] = {-0.5, 0, 0.5, 1, 2, 3, 3.5, 4, 5, 5.5, 6};
    static const double t[] = {2.5, 3, 3.5, 4, 4.25, 4.5, 4.5, 4.5, 5.5, 6, 6.5};
    for (size_t i = 0; i < sizeof u / sizeof *u; i++) near(tw_pace_time(&p, u[i]), t[i]);
    near(tw_pace_film(&p, 4.25), 2);
    near(tw_pace_film(&p, 4.5), 3);
    near(tw_pace_film(&p, 5.5), 5);
    tw_pace_free(&p);
    tw_retime_free(&r);
}

/* rising everywhere, and without a jump of the speed where a neighbour is not three times as fast
 */
static void smooth_pieces(void **state) {
    (void)state;
    static const double k[][2] = {{0, 0}, {1, 1}, {2, 1.4}, {5, 1.6}, {6, 1.6}, {7, 4}};
    tw_retime r = knots(k, 6, true);
    r.knot.data[1].smooth = false;
    tw_pace p;
    assert_int_equal(tw_pace_make(&r, 0, 4, &p), TW_OK);
    near(p.length, 7);
    for (int i = 0; i < 6; i++) assert_true(tw_pace_time(&p, k[i][0]) == k[i][1]);
    double last = -1, speed = 1;
    for (int i = 0; i <= 7000; i++) {
        double u = i / 1000.0, t = tw_pace_time(&p, u), now = (t - last) / 0.001;
        assert_true(t >= last || i == 0);
        if (i > 1) assert_true(fabs(now - speed) < 0.02);
        if (i > 0) speed = now;
        last = t;
        if (u < 5 || u > 6) assert_true(fabs(tw_pace_film(&p, t) - u) < 1e-6);
    }
    near(tw_pace_film(&p, 1.6), 5);
    tw_pace_free(&p);
    tw_retime_free(&r);
}

static void holds(void **state) {
    (void)state;
    tw_retime r = {.line = 0};
    hold(&r, 4, 0.5);
    hold(&r, 3, 1); /* the beginning */
    hold(&r, 5, 2); /* the end */
    hold(&r, 4, 0.25);
    tw_pace p;
    assert_int_equal(tw_pace_make(&r, 3, 5, &p), TW_OK);
    near(p.length, 5.75);
    static const double u[] = {0, 1, 1.5, 2, 2.5, 2.75, 3, 3.75, 4, 5.75};
    static const double t[] = {3, 3, 3.5, 4, 4, 4, 4.25, 5, 5, 5};
    for (size_t i = 0; i < sizeof u / sizeof *u; i++) near(tw_pace_time(&p, u[i]), t[i]);
    near(tw_pace_film(&p, 3), 0);
    near(tw_pace_film(&p, 3.5), 1.5);
    near(tw_pace_film(&p, 4), 2);
    near(tw_pace_film(&p, 4.25), 3);
    tw_pace_free(&p);
    tw_retime_free(&r);
}

static void outside(void **state) {
    (void)state;
    static const double k[][2] = {{0, 0}, {1, 3}};
    tw_retime r = knots(k, 2, false);
    tw_pace p;
    assert_int_equal(tw_pace_make(&r, 0, 2, &p), TW_SCRIPT);
    assert_non_null(strstr(tw_failure(), ":7: scene:retime: expected a time of the scene from 0"));
    tw_pace_free(&p);
    r.knot.count = 0;
    hold(&r, -1, 1);
    assert_int_equal(tw_pace_make(&r, 0, 2, &p), TW_SCRIPT);
    assert_non_null(strstr(tw_failure(), ":9: scene:hold: expected a time of the scene"));
    tw_pace_free(&p);
    tw_retime_free(&r);
}

/* ---- films ---------------------------------------------------------------------------------- */

typedef struct watched {
    fixture f;
    int looks, shown;
} watched;

static watched watched_world(void) {
    return (watched){.f = ball_world(1, 10, 0.01)};
}

static tw_status look(void *context, int number, double t, tw_frame *frame) {
    watched *w = context;
    assert_null(frame);
    assert_int_equal(number, ++w->looks);
    near(t, (number - 1) / 10.0);
    return TW_OK;
}

static tw_status shown(void *context, double t, tw_frame *frame) {
    watched *w = context;
    assert_true(frame->number >= 1 && frame->time == t);
    w->shown++;
    return TW_OK;
}

static tw_film_options options(watched *w, const tw_pace *pace) {
    return (tw_film_options){.snapshot = {.layers = TW_LAYERS_FINAL},
                             .frames = true,
                             .blur = true,
                             .aspect = 1.6,
                             .pace = pace,
                             .look = look,
                             .shown = shown,
                             .context = w};
}

/* from where to where the ball goes while the frame is exposed */
static void blurred(const tw_frame *f, double from, double to) {
    const tw_pose *p = &f->pose[f->item[0].first_pose];
    assert_true(fabs(p[0].x.x - from) < 1e-9);
    assert_true(fabs(p[f->pose_count - 1].x.x - to) < 1e-9);
}

/* what is blurred is what the film shows meanwhile: the shutter is open for half a frame */
static void exposure_follows(void **state) {
    (void)state;
    static const double k[][2] = {{0, 0}, {0.5, 0.5}, {1.5, 0.6}};
    tw_retime r = knots(k, 3, false);
    hold(&r, 0.8, 0.5);
    tw_pace p;
    assert_int_equal(tw_pace_make(&r, 0, 1, &p), TW_OK);
    watched w = watched_world();
    tw_film film;
    tw_film_options o = options(&w, &p);
    assert_int_equal(tw_film_run(w.f.sim, &o, &film), TW_OK);
    assert_int_equal(w.looks, 10);
    assert_int_equal(film.planned, 24);
    assert_int_equal(film.frames.count, 24);
    assert_int_equal(w.shown, 24);
    tw_frame *const *all = film.frames.data;
    blurred(all[0], -0.05, 0.05); /* before the film by the first velocity */
    blurred(all[2], 0.35, 0.45);
    blurred(all[5], 0.95, 1.005);   /* half of it fast */
    blurred(all[10], 1.095, 1.105); /* a tenth as fast */
    near(all[10]->open, 0.005);
    near(all[10]->shutter, 0.5);
    assert_int_equal(all[19]->pose_count, 1); /* held */
    near(all[19]->time, 0.8);
    for (size_t i = 0; i < 24; i++) near(all[i]->time, tw_pace_time(&p, (double)i / 10));
    tw_film_free(&film);
    tw_pace_free(&p);
    tw_retime_free(&r);
    close_world(&w.f);
}

/* parts that overlap, each in order, all of one simulation */
static void takes(void **state) {
    (void)state;
    tw_pace p;
    assert_int_equal(tw_pace_make(NULL, 0, 1, &p), TW_OK);
    watched w = watched_world();
    tw_film film;
    tw_take take[] = {
        {.from = 0.3, .planned = 4}, {.from = 0, .planned = 10}, {.from = 0.45, .planned = 2}};
    tw_film_options o = options(&w, &p);
    o.take = take;
    o.takes = 3;
    assert_int_equal(tw_film_run(w.f.sim, &o, &film), TW_OK);
    assert_int_equal(film.frames.count, 0);
    assert_int_equal(w.looks, 10);
    assert_int_equal(w.shown, 16);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(take[i].frames.count, take[i].planned);
        for (int n = 0; n < take[i].planned; n++) {
            const tw_frame *frame = take[i].frames.data[n];
            double t = take[i].from + n / 10.0;
            assert_int_equal(frame->number, n + 1);
            near(frame->time, t);
            blurred(frame, 2 * t - 0.05, 2 * t + 0.05);
            assert_true(frame->camera.has_eye);
        }
        tw_take_free(&take[i]);
    }
    tw_film_free(&film);
    tw_pace_free(&p);
    close_world(&w.f);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plain),         cmocka_unit_test(straight_pieces),
        cmocka_unit_test(smooth_pieces), cmocka_unit_test(holds),
        cmocka_unit_test(outside),       cmocka_unit_test(exposure_follows),
        cmocka_unit_test(takes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
