/* Pictures that are drawn ahead of time: right guesses become pictures, wrong ones leave nothing.
 */
#include "app/render/manifest.h"
#include "app/render/render.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { FRAMES = 6 };

static char folder[] = "/tmp/tw_renderer_XXXXXX";
static tw_report *report;
static bool ready[FRAMES + 1];

static void on_ready(void *context, int number) {
    (void)context;
    assert_false(ready[number]);
    ready[number] = true;
}

/* an empty place, seen from `eye` */
static tw_frame *frame(int number, double eye) {
    tw_frame *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->number = number;
    f->time = number / 30.0;
    f->pose_count = 1;
    f->camera = (tw_camera){.eye = {0, -eye, 1},
                            .up = {0, 0, 1},
                            .fov = 0.5,
                            .focus = eye,
                            .has_eye = true,
                            .has_target = true,
                            .has_fov = true,
                            .has_focus = true};
    f->has_background = true;
    f->background.bottom = (tw_rgb){0.1 * number, 0.02 * eye, 0.3};
    return f;
}

static tw_renderer *open_renderer(int threads) {
    static tw_render o;
    tw_renderer *r;
    memset(ready, 0, sizeof ready);
    o = (tw_render){.count = FRAMES,
                    .folder = folder,
                    .name = "f",
                    .facts = "",
                    .program = 1,
                    .picture = {.width = 16, .height = 8},
                    .threads = threads,
                    .ready = on_ready,
                    .report = report};
    assert_int_equal(tw_renderer_open(&o, &r), TW_OK);
    return r;
}

static void close_renderer(tw_renderer *r, int expected, int expected_drawn) {
    tw_drawn result;
    assert_int_equal(tw_renderer_close(r, false, &result), TW_OK);
    assert_int_equal(result.pictures, expected);
    assert_int_equal(result.drawn, expected_drawn);
}

/* pictures in the folder, which has nothing else than them and their manifest */
static int pictures(void) {
    int n = 0;
    DIR *d = opendir(folder);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d));) {
        size_t k = strlen(e->d_name);
        bool picture = k > 4 && !strcmp(e->d_name + k - 4, ".png");
        assert_true(picture || !strcmp(e->d_name, "manifest.json") || e->d_name[0] == '.');
        n += picture;
    }
    closedir(d);
    return n;
}

static uint64_t content(int number) {
    char path[100];
    snprintf(path, sizeof path, "%s/f.%04d.png", folder, number);
    uint64_t digest;
    assert_int_equal(tw_digest_file(path, &digest), TW_OK);
    return digest;
}

static void empty_folder(void) {
    char command[100];
    for (int k = 1; k <= FRAMES; k++) {
        snprintf(command, sizeof command, "%s/f.%04d.png", folder, k);
        remove(command);
    }
    snprintf(command, sizeof command, "%s/manifest.json", folder);
    remove(command);
}

static void nap(int milliseconds) {
    nanosleep(&(struct timespec){0, milliseconds * 1000000L}, NULL);
}

/* gives a frame ahead of time when there is room */
static void guess(tw_renderer *r, int number, double eye) {
    while (!tw_renderer_spare(r)) nap(1);
    assert_int_equal(tw_renderer_guess(r, frame(number, eye), false), TW_OK);
}

static void give(tw_renderer *r, int number, double eye) {
    assert_int_equal(tw_renderer_give(r, frame(number, eye)), TW_OK);
}

static void right_and_wrong(void **state) {
    (void)state;
    uint64_t plain[FRAMES + 1];
    tw_renderer *r = open_renderer(1);
    assert_false(tw_renderer_spare(r));
    for (int k = 1; k <= FRAMES; k++) give(r, k, 5);
    close_renderer(r, FRAMES, FRAMES);
    for (int k = 1; k <= FRAMES; k++) plain[k] = content(k);
    for (int round = 0; round < 20; round++) {
        empty_folder();
        r = open_renderer(3);
        guess(r, 1, 7);
        guess(r, 2, 7);
        if (round % 2) nap(3);
        tw_renderer_forget(r);
        for (int k = 1; k <= 4; k++) guess(r, k, k == 2 ? 6 : 5);
        if (round % 3 == 0) nap(3);
        for (int k = 1; k <= FRAMES; k++) {
            if (k == 3) tw_renderer_rest(r);
            give(r, k, 5);
        }
        close_renderer(r, FRAMES, FRAMES);
        assert_int_equal(pictures(), FRAMES);
        for (int k = 1; k <= FRAMES; k++) {
            assert_true(ready[k]);
            assert_int_equal(content(k), plain[k]);
        }
    }
}

/* the same with a point of the debug layer, whose size is known late */
static tw_frame *marked(int number, double eye, double size) {
    tw_frame *f = frame(number, eye);
    f->mark = tw_frame_alloc(f, sizeof *f->mark);
    assert_non_null(f->mark);
    *f->mark = (tw_mark){.kind = TW_MARK_NAIL, .class_ = TW_CLASS_NEUTRAL};
    f->mark_count = 1;
    f->mark_size = size;
    return f;
}

static void guess_bare(tw_renderer *r, int number, double eye) {
    while (!tw_renderer_spare(r)) nap(1);
    assert_int_equal(tw_renderer_guess(r, marked(number, eye, 0.1), true), TW_OK);
}

static void marks_come_later(void **state) {
    (void)state;
    uint64_t plain[FRAMES + 1], bare;
    empty_folder();
    tw_renderer *r = open_renderer(1);
    give(r, 1, 5);
    close_renderer(r, 1, 1);
    bare = content(1);
    empty_folder();
    r = open_renderer(1);
    for (int k = 1; k <= FRAMES; k++) assert_int_equal(tw_renderer_give(r, marked(k, 5, 3)), TW_OK);
    close_renderer(r, FRAMES, FRAMES);
    for (int k = 1; k <= FRAMES; k++) plain[k] = content(k);
    assert_int_not_equal(bare, plain[1]);
    for (int round = 0; round < 15; round++) {
        empty_folder();
        r = open_renderer(3);
        guess_bare(r, 1, 7);
        if (round % 2) nap(2);
        if (round % 5 == 0) tw_renderer_forget(r);
        /* 3: the place is another; 5: never guessed */
        for (int k = 2; k <= 4; k++) guess_bare(r, k, k == 3 ? 6 : 5);
        guess_bare(r, 6, 5);
        if (round % 3 == 0) nap(4);
        if (round % 4) tw_renderer_rest(r);
        for (int k = 1; k <= FRAMES; k++)
            assert_int_equal(tw_renderer_give(r, marked(k, 5, 3)), TW_OK);
        close_renderer(r, FRAMES, FRAMES);
        assert_int_equal(pictures(), FRAMES);
        for (int k = 1; k <= FRAMES; k++) {
            assert_true(ready[k]);
            assert_int_equal(content(k), plain[k]);
        }
    }
    /* what is there, by the manifest, is neither guessed nor drawn again */
    r = open_renderer(2);
    guess_bare(r, 2, 5);
    tw_renderer_forget(r);
    for (int k = 1; k <= FRAMES; k++) assert_int_equal(tw_renderer_give(r, marked(k, 5, 3)), TW_OK);
    close_renderer(r, FRAMES, 0);
    /* thrown away on the way */
    empty_folder();
    for (int round = 0; round < 10; round++) {
        r = open_renderer(2);
        for (int k = 1; k <= 3; k++) guess_bare(r, k, 5);
        if (round % 2) nap(2);
        if (round > 4) assert_int_equal(tw_renderer_give(r, marked(1, 5, 3)), TW_OK);
        assert_int_equal(tw_renderer_close(r, true, NULL), TW_OK);
        assert_true(pictures() <= 1);
        empty_folder();
    }
}

/* a queue full of guesses that turn out wrong makes room for the frames */
static void all_wrong(void **state) {
    (void)state;
    for (int round = 0; round < 20; round++) {
        empty_folder();
        tw_renderer *r = open_renderer(2);
        for (int k = FRAMES; k > 0; k--)
            if (tw_renderer_spare(r))
                assert_int_equal(tw_renderer_guess(r, frame(k, 7), false), TW_OK);
        if (round % 2) tw_renderer_rest(r);
        for (int k = 1; k <= FRAMES; k++) give(r, k, 5);
        close_renderer(r, FRAMES, FRAMES);
    }
    empty_folder();
}

/* what is there is not guessed again, and a film that ends early leaves no guess behind */
static void left_over(void **state) {
    (void)state;
    tw_renderer *r = open_renderer(2);
    guess(r, 1, 5);
    guess(r, 2, 8);
    give(r, 1, 5);
    close_renderer(r, 1, 0);
    assert_int_equal(pictures(), FRAMES);
    empty_folder();
    r = open_renderer(2);
    for (int k = 1; k <= 3; k++) guess(r, k, 5);
    assert_int_equal(tw_renderer_close(r, true, NULL), TW_OK);
    assert_int_equal(pictures(), 0);
    empty_folder();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(right_and_wrong), cmocka_unit_test(left_over),
        cmocka_unit_test(marks_come_later), cmocka_unit_test(all_wrong)};
    if (!mkdtemp(folder) || tw_report_create(true, false, &report) != TW_OK) return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    tw_report_close(report);
    rmdir(folder);
    return failed;
}
