/*
 * Frames that equal one whose picture is there: the file is copied, nothing is drawn; and what a
 * renderer says of several frames that fail.
 */
#include "app/render/manifest.h"
#include "app/render/render.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { FRAMES = 12 };

static char folder[] = "/tmp/tw_repeat_XXXXXX";
static tw_report *report;
static atomic_int draws;
static int slow; /* number of a frame whose drawing takes long */
static unsigned extras;

/* wrapped by the linker: what draws is counted */
tw_status __real_tw_picture_draw(const tw_frame *f, const tw_picture_options *o, tw_team *team,
                                 tw_image *image);
tw_status __wrap_tw_picture_draw(const tw_frame *f, const tw_picture_options *o, tw_team *team,
                                 tw_image *image);
tw_status __wrap_tw_picture_draw(const tw_frame *f, const tw_picture_options *o, tw_team *team,
                                 tw_image *image) {
    draws++;
    if (f->number == slow) nanosleep(&(struct timespec){0, 20000000}, NULL);
    return __real_tw_picture_draw(f, o, team, image);
}

/* an empty place of a colour */
static tw_frame *frame(int number, char color) {
    tw_frame *f = calloc(1, sizeof *f);
    assert_non_null(f);
    f->number = number;
    f->time = number / 30.0;
    f->pose_count = 1;
    f->camera = (tw_camera){.eye = {0, -5, 1},
                            .up = {0, 0, 1},
                            .fov = 0.5,
                            .focus = 5,
                            .has_eye = true,
                            .has_target = true,
                            .has_fov = true,
                            .has_focus = true};
    f->has_background = true;
    f->background.bottom = (tw_rgb){0.1 * (color - 'a'), 0.2, 0.3};
    return f;
}

static tw_renderer *open_renderer(int threads, tw_format format) {
    static tw_render o;
    tw_renderer *r;
    o = (tw_render){
        .count = FRAMES,
        .folder = folder,
        .name = "f",
        .facts = "",
        .program = 1,
        .format = format,
        .picture = {.width = 40, .height = 24, .quality = TW_QUALITY_NORMAL, .extras = extras},
        .threads = threads,
        .report = report};
    assert_int_equal(tw_renderer_open(&o, &r), TW_OK);
    draws = 0;
    return r;
}

static const char *path(int number, tw_format format) {
    static const char *const endings[] = {"png", "pfm", "exr"};
    static char text[100];
    snprintf(text, sizeof text, "%s/f.%04d.%s", folder, number, endings[format]);
    return text;
}

static void empty_folder(void) {
    char manifest[100];
    for (int k = 1; k <= FRAMES; k++)
        for (int f = 0; f < TW_FORMAT_ANY; f++) remove(path(k, (tw_format)f));
    snprintf(manifest, sizeof manifest, "%s/manifest.json", folder);
    remove(manifest);
}

static void close_renderer(tw_renderer *r, int expected) {
    tw_drawn result;
    assert_int_equal(tw_renderer_close(r, false, &result), TW_OK);
    assert_int_equal(result.pictures, expected);
}

/* a film that stands still, changes, and comes back */
static const char film[] = "aaaabbbaacab";

static void give(tw_renderer *r, int number) {
    assert_int_equal(tw_renderer_give(r, frame(number, film[number - 1])), TW_OK);
}

static uint64_t digest_of(const char *file) {
    uint64_t digest;
    assert_int_equal(tw_digest_file(file, &digest), TW_OK);
    return digest;
}

/* as many pictures are drawn as there are different ones, and the bytes are those of all drawn */
static void equal_frames_are_copied(void **state) {
    (void)state;
    static const int threads[] = {1, 2, 5};
    for (int format = 0; format < TW_FORMAT_ANY; format++) {
        uint64_t plain[FRAMES + 1];
        for (int round = 0; round < 9; round++) {
            bool anew = round == 0, ahead = round > 3;
            setenv("TAUWERK_AGAIN", anew ? "0" : "1", 1);
            tw_renderer *r = open_renderer(threads[round % 3], (tw_format)format);
            for (int k = 1; ahead && k < FRAMES && tw_renderer_spare(r); k++)
                assert_int_equal(tw_renderer_guess(r, frame(k, film[k - 1]), false), TW_OK);
            for (int k = 1; k <= FRAMES; k++) give(r, k);
            close_renderer(r, FRAMES);
            if (anew)
                assert_int_equal(draws, FRAMES);
            else if (!ahead)
                assert_int_equal(draws, 3);
            else
                assert_in_range(draws, 3, FRAMES - 1);
            for (int k = 1; k <= FRAMES; k++) {
                uint64_t content = digest_of(path(k, (tw_format)format));
                assert_true(content != 0);
                if (anew) plain[k] = content;
                assert_true(content == plain[k]);
            }
            empty_folder();
        }
    }
    unsetenv("TAUWERK_AGAIN");
}

/* what is there is looked at first: pictures of an earlier run serve, damaged ones do not */
static void only_whole_pictures_are_copied(void **state) {
    (void)state;
    tw_renderer *r = open_renderer(1, TW_FORMAT_PNG);
    for (int k = 1; k <= 3; k++) give(r, k);
    close_renderer(r, 3);
    uint64_t whole = digest_of(path(1, TW_FORMAT_PNG));
    r = open_renderer(1, TW_FORMAT_PNG);
    give(r, 4);
    assert_int_equal(draws, 0);
    close_renderer(r, 1);
    for (int damage = 0; damage < 2; damage++) {
        remove(path(4, TW_FORMAT_PNG));
        for (int k = 1; k <= 3; k++) {
            FILE *f = fopen(path(k, TW_FORMAT_PNG), damage ? "r+" : "w");
            assert_non_null(f);
            assert_int_equal(fseek(f, 60, SEEK_SET), 0);
            fputc('x', f);
            fclose(f);
        }
        r = open_renderer(1, TW_FORMAT_PNG);
        give(r, 4);
        assert_int_equal(draws, 1);
        close_renderer(r, 1);
        assert_true(digest_of(path(4, TW_FORMAT_PNG)) == whole);
    }
    empty_folder();
}

/* whoever is first to fail in time: none of these frames tells how things move */
static void the_earliest_frame_that_fails_is_told(void **state) {
    (void)state;
    extras = TW_EXTRA_MOTION;
    for (int round = 0; round < 8; round++) {
        tw_renderer *r = open_renderer(4, TW_FORMAT_EXR);
        slow = round % 2;
        tw_status s = TW_OK;
        for (int k = 1; k <= 6 && s == TW_OK; k++) {
            s = tw_renderer_give(r, frame(k, (char)('a' + k)));
            if (s != TW_OK && !strstr(tw_failure(), "frame 1 ")) fail_msg("%s", tw_failure());
        }
        s = tw_renderer_close(r, false, NULL);
        assert_int_equal(s, TW_ARGUMENT);
        if (!strstr(tw_failure(), "frame 1 ")) fail_msg("%s", tw_failure());
        empty_folder();
    }
    slow = 0;
    extras = 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_frames_are_copied),
        cmocka_unit_test(only_whole_pictures_are_copied),
        cmocka_unit_test(the_earliest_frame_that_fails_is_told),
    };
    if (!mkdtemp(folder) || tw_report_create(true, false, &report) != TW_OK) return 1;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    tw_report_close(report);
    return rmdir(folder) != 0 || failed;
}
