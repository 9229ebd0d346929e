/* Films: how many frames, of which times, what is kept when the end comes early. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../../support/filmed.h"

typedef struct watched {
    fixture f;
    int looks, fail_at;
    bool with_frame;
} watched;

static watched watched_world(double duration, double fps) {
    return (watched){.f = ball_world(duration, fps, 0.5)};
}

static tw_status look(void *context, int number, double t, tw_frame *frame) {
    watched *w = context;
    w->looks++;
    w->with_frame = frame != NULL;
    assert_int_equal(number, w->looks);
    assert_true(fabs(w->f.body->position.x - 2 * t) < 1e-9);
    if (frame) assert_true(frame->time == t && frame->number == number);
    return number == w->fail_at ? tw_fail(TW_DIVERGED, "enough") : TW_OK;
}

static tw_film run_watched(watched *w, bool frames, tw_status expected) {
    tw_film film;
    tw_film_options o = {.snapshot = {.layers = TW_LAYERS_FINAL},
                         .frames = frames,
                         .aspect = 1.6,
                         .look = look,
                         .context = w};
    assert_int_equal(tw_film_run(w->f.sim, &o, &film), expected);
    return film;
}

static void all_frames(void **state) {
    (void)state;
    watched w = watched_world(0.7, 10);
    tw_film film = run_watched(&w, true, TW_OK);
    assert_int_equal(film.planned, 7);
    assert_int_equal(film.frames.count, 7);
    assert_true(film.begin == 0 && film.end == 0.7);
    for (int k = 0; k < 7; k++) {
        const tw_frame *frame = film.frames.data[k];
        assert_true(frame->number == k + 1 && frame->time == k / 10.0);
        assert_true(fabs(frame->pose[0].x.x - 2 * frame->time) < 1e-9);
        /* one camera for all, complete */
        assert_true(frame->camera.has_eye && frame->camera.has_target && frame->camera.has_fov);
        assert_memory_equal(&frame->camera.eye, &film.frames.data[0]->camera.eye, sizeof(vec3));
    }
    tw_film_free(&film);
    /* the next film of the same world goes on from there */
    w.looks = 0;
    film = run_watched(&w, true, TW_OK);
    assert_true(film.begin == 0.7 && film.frames.data[0]->time == 0.7);
    tw_film_free(&film);
    close_world(&w.f);
}

static void only_looks(void **state) {
    (void)state;
    watched w = watched_world(0.5, 4);
    tw_film film = run_watched(&w, false, TW_OK);
    assert_int_equal(w.looks, 2);
    assert_false(w.with_frame);
    assert_int_equal(film.frames.count, 0);
    tw_film_free(&film);
    close_world(&w.f);
}

static void the_good_part_is_kept(void **state) {
    (void)state;
    watched w = watched_world(1, 10);
    w.fail_at = 4;
    tw_film film = run_watched(&w, true, TW_DIVERGED);
    assert_string_equal(tw_failure(), "enough");
    assert_int_equal(film.frames.count, 4);
    assert_true(film.frames.data[3]->camera.has_eye);
    assert_true(film.end < 1);
    tw_film_free(&film);
    close_world(&w.f);
}

static void finished_early(void **state) {
    (void)state;
    watched w = watched_world(1, 10);
    tw_sim_finish(w.f.sim, 0.45);
    tw_film film = run_watched(&w, true, TW_OK);
    assert_int_equal(film.planned, 10);
    assert_int_equal(film.frames.count, 5);
    tw_film_free(&film);
    close_world(&w.f);
}

static void lengths(void **state) {
    (void)state;
    tw_world w = {0};
    w.set.duration = 8, w.set.fps = 30;
    assert_int_equal(tw_film_length(&w), 240);
    w.set.duration = 0.1, w.set.fps = 24;
    assert_int_equal(tw_film_length(&w), 2);
    w.set.duration = 0.01;
    assert_int_equal(tw_film_length(&w), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_frames),     cmocka_unit_test(only_looks),
        cmocka_unit_test(lengths),        cmocka_unit_test(the_good_part_is_kept),
        cmocka_unit_test(finished_early),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
