/*
 * Every script in the rooms of tests/bad fails with the message and at the line that its first
 * comment names:
 *
 *     -- expect: LINE: text       LINE *: any
 *     -- status: N                exit status, 1 unless given
 *
 * The scene that a script returns is simulated for 2 s, with a frame each second.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "frame/film.h"
#include "script/script.h"
#include "timeline/sim.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void quiet(void *context, const char *text, size_t length) {
    (void)context, (void)text, (void)length;
}

typedef struct expected {
    char text[512];
    int line; /* 0: any */
    int status;
} expected;

static void read_expected(const char *path, expected *e) {
    char line[600];
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    *e = (expected){.status = 1};
    while (fgets(line, sizeof line, f)) {
        line[strcspn(line, "\n")] = 0;
        if (!strncmp(line, "-- expect: ", 11)) {
            char *colon = strstr(line + 11, ": ");
            assert_non_null(colon);
            e->line = line[11] == '*' ? 0 : atoi(line + 11);
            assert_true(e->line > 0 || line[11] == '*');
            snprintf(e->text, sizeof e->text, "%s", colon + 2);
        } else if (!strncmp(line, "-- status: ", 11)) {
            e->status = atoi(line + 11);
        } else {
            break;
        }
    }
    fclose(f);
    assert_true(*e->text);
}

/* everything that a frame asks the script for */
static tw_status ask_frame(tw_scene *scene, int k, double t) {
    tw_frame f = {0};
    TW_TRY(tw_scene_on_frame(scene, k, t));
    TW_TRY(tw_scene_ready(scene, t));
    tw_status s = tw_scene_captions(scene, t, &f);
    tw_frame_free(&f);
    return s;
}

static tw_status simulate(tw_scene *scene) {
    tw_world *w = tw_scene_world(scene);
    double start = w->time;
    TW_TRY(ask_frame(scene, 1, start));
    for (int k = 1; k <= 2; k++) {
        TW_TRY(tw_sim_advance(tw_scene_sim(scene), start + k));
        TW_TRY(ask_frame(scene, k + 1, start + k));
    }
    return TW_OK;
}

static void check_one(const char *path) {
    expected e;
    read_expected(path, &e);
    tw_script *s;
    tw_script_options o = {.memory = (size_t)64 << 20, .output = quiet};
    assert_int_equal(tw_script_create(&o, &s), TW_OK);
    tw_status status = tw_script_run_file(s, path, 0, NULL);
    for (int i = 0; status == TW_OK && i < tw_script_scene_count(s); i++)
        status = simulate(tw_script_scene(s, i));
    char place[500] = "";
    if (e.line) snprintf(place, sizeof place, "%s:%d: ", path, e.line);
    if (tw_status_exit(status) != e.status || !strstr(tw_failure(), e.text) ||
        strncmp(tw_failure(), place, strlen(place)) != 0)
        fail_msg("%s\n  expected status %d: %s...%s\n  got status %d: %s", path, e.status, place,
                 e.text, tw_status_exit(status), status == TW_OK ? "(no error)" : tw_failure());
    tw_script_destroy(s);
}

static void corpus(void **state) {
    (void)state;
    glob_t found;
    assert_int_equal(glob("tests/bad/*/*.lua", 0, NULL, &found), 0);
    assert_true(found.gl_pathc >= 269);
    /* a script beside the rooms would not run */
    glob_t stray;
    assert_int_equal(glob("tests/bad/*.lua", 0, NULL, &stray), GLOB_NOMATCH);
    for (size_t i = 0; i < found.gl_pathc; i++) check_one(found.gl_pathv[i]);
    globfree(&found);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(corpus)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
