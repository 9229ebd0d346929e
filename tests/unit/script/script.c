/*
 * The script host driven from C: scripts that assert, their scenes, checks, records, limits,
 * interruption, and that nothing stays behind.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../support/output.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* writes the text to a file of its own and runs it */
static tw_status run_text(tw_script *s, const char *text) {
    char path[] = "/tmp/tauwerk-test-XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
    close(fd);
    tw_status status = tw_script_run_file(s, path, 0, NULL);
    unlink(path);
    return status;
}

static int is_script(const struct dirent *d) {
    size_t n = strlen(d->d_name);
    return n > 4 && !strcmp(d->d_name + n - 4, ".lua");
}

static void say(void *context, const tw_check *c) {
    (void)context;
    if (!c->passed) print_message("%s:%d: %s: %s\n", c->file, c->line, c->label, c->text);
}

/* tests/script/NAME.lua: programs of assertions */
static void lua_tests(void **state) {
    (void)state;
    struct dirent **list;
    int n = scandir("tests/script", &list, is_script, alphasort);
    assert_true(n >= 5);
    for (int i = 0; i < n; i++) {
        char path[400];
        output out;
        tw_script *s = create(&out);
        snprintf(path, sizeof path, "tests/script/%s", list[i]->d_name);
        free(list[i]);
        tw_status status = tw_script_run_file(s, path, 0, NULL);
        if (status != TW_OK) fail_msg("%s: %s", path, tw_failure());
        for (int k = 0; k < tw_script_scene_count(s); k++) {
            tw_scene *scene = tw_script_scene(s, k);
            tw_world *w = tw_scene_world(scene);
            status = tw_sim_advance(tw_scene_sim(scene), w->time + w->set.duration);
            if (status != TW_OK) fail_msg("%s: %s", path, tw_failure());
        }
        int passed, failed;
        assert_int_equal(tw_script_checks(s, say, NULL, &passed, &failed), TW_OK);
        if (failed || !passed) fail_msg("%s: %d checks passed, %d failed", path, passed, failed);
        tw_script_destroy(s);
    }
    free(list);
}

static const char pendulum[] =
    "local tw = require 'tauwerk'\n"
    "local scene = tw.scene{name = 'p', gravity = 'earth', duration = 2, fps = 10, size = {64, "
    "48}}\n"
    "local rod = scene:rod{length = 1, radius = 0.05, position = {0.3, 0, 1}}\n"
    "scene:connect(rod.end2, scene:nail{0, 0, 2})\n"
    "scene:on_frame(function(k, t) print(k, t) end)\n"
    "scene:record{'z', value = function() return rod.position.z end, every = 0.5}\n"
    "scene:expect{'time', value = function() return scene.time end, equals = 2, at = 'end'}\n"
    "scene:expect{'wrong', value = 1, equals = 2}\n"
    "scene:text{'hello', at = 'top'}\n"
    "return scene\n";

static void scene_of_a_file(void **state) {
    (void)state;
    output out;
    tw_script *s = create(&out);
    assert_int_equal(run_text(s, pendulum), TW_OK);
    assert_int_equal(tw_script_scene_count(s), 1);
    tw_scene *scene = tw_script_scene(s, 0);
    tw_world *w = tw_scene_world(scene);
    assert_string_equal(w->set.name, "p");
    assert_int_equal(w->set.width, 64);
    assert_int_equal(w->set.height, 48);
    assert_int_equal(tw_sim_advance(tw_scene_sim(scene), 2), TW_OK);
    assert_int_equal(tw_scene_on_frame(scene, 20, 1.9), TW_OK);
    assert_string_equal(out.text, "20\t1.9\n");
    tw_record r;
    assert_true(tw_scene_record(scene, 0, &r));
    assert_int_equal(r.count, 5);
    assert_true(r.t[4] == 2 && r.v[0] == 1);
    assert_false(tw_scene_record(scene, 1, &r));
    tw_frame frame = {0};
    assert_int_equal(tw_scene_captions(scene, 1, &frame), TW_OK);
    assert_int_equal(frame.caption_count, 1);
    assert_string_equal(frame.caption[0].text, "hello");
    tw_frame_free(&frame);
    int passed, failed;
    assert_int_equal(tw_scene_checks(scene, NULL, NULL, &passed, &failed), TW_OK);
    assert_int_equal(passed, 1);
    assert_int_equal(failed, 1);
    /* once only */
    assert_int_equal(tw_script_checks(s, NULL, NULL, &passed, &failed), TW_OK);
    assert_int_equal(passed + failed, 0);
    tw_script_destroy(s);
}

/* the same script twice: the same text and the same state, whatever the addresses are */
static void same_bits(void **state) {
    (void)state;
    static const char text[] = "local tw = require 'tauwerk'\n"
                               "local scene = tw.scene{gravity = 'earth'}\n"
                               "local keys = {}\n"
                               "for i = 1, 200 do keys['k' .. (i * 7919 % 1000)] = i end\n"
                               "keys[print], keys[{}], keys[true], keys[1.5] = 1, 2, 3, 4\n"
                               "for k, v in pairs(keys) do print(k, v) end\n"
                               "local g = scene:group{name = 'g'}\n"
                               "for i = 1, 3 do g:sphere{radius = math.random()} end\n"
                               "g:scatter{min = {0, 0, 0}, max = {1, 1, 1}}\n"
                               "scene:connect(g.bodies[1].center, g.bodies[2].center)\n"
                               "scene:advance(0.5)\n"
                               "print(scene:hash(), {}, scene.random:uniform())\n";
    output a, b;
    tw_script *s = create(&a);
    if (run_text(s, text) != TW_OK) fail_msg("%s", tw_failure());
    tw_script_destroy(s);
    void *hole = malloc(1 << 20); /* moves what comes next */
    s = create(&b);
    assert_int_equal(run_text(s, text), TW_OK);
    tw_script_destroy(s);
    free(hole);
    assert_true(a.count > 1000);
    assert_string_equal(a.text, b.text);
}

static void options_of_the_command_line(void **state) {
    (void)state;
    static const char text[] = "local tw = require 'tauwerk'\n"
                               "print(tw.param('n', 8, {min = 1}), tw.param('mode', 'fast'), "
                               "tw.param('on', false))\n";
    output out;
    tw_script *s = create(&out);
    assert_int_equal(tw_script_set(s, "n", "12"), TW_OK);
    assert_int_equal(tw_script_set(s, "on", "true"), TW_OK);
    assert_int_equal(run_text(s, text), TW_OK);
    assert_string_equal(out.text, "12\tfast\ttrue\n");
    tw_script_destroy(s);

    /* a name that an event will ask for stands in quotes */
    s = create(&out);
    assert_int_equal(tw_script_set(s, "late", "3"), TW_OK);
    assert_int_equal(run_text(s, "local tw = require 'tauwerk'\nlocal scene = tw.scene {}\n"
                                 "scene:at(1, function() print(tw.param('late', 2)) end)\n"
                                 "return scene\n"),
                     TW_OK);
    tw_script_destroy(s);

    s = create(&out);
    assert_int_equal(tw_script_set(s, "late", "3"), TW_OK);
    assert_int_equal(run_text(s, "print(\"'late\")\n"), TW_USAGE);
    tw_script_destroy(s);

    s = create(&out);
    assert_int_equal(tw_script_set(s, "mod", "slow"), TW_OK);
    assert_int_equal(run_text(s, text), TW_USAGE);
    assert_non_null(strstr(tw_failure(), "did you mean 'mode'?"));
    tw_script_destroy(s);

    s = create(&out);
    assert_int_equal(tw_script_set(s, "n", "many"), TW_OK);
    assert_int_equal(run_text(s, text), TW_USAGE);
    assert_non_null(strstr(tw_failure(), "--set n: expected a number, got 'many'"));
    tw_script_destroy(s);
}

static int polls;

static tw_status stop_later(void *context) {
    (void)context;
    return ++polls > 20 ? tw_fail(TW_INTERRUPTED, "interrupted") : TW_OK;
}

/* an endless loop ends, also one that catches every error, and a simulation */
static void interruption(void **state) {
    (void)state;
    static const char *const texts[] = {
        "while true do end", "while true do pcall(function() while true do end end) end",
        "local co = coroutine.wrap(function() while true do end end) co()",
        "local tw = require 'tauwerk' local s = tw.scene{gravity = 'earth'} s:sphere{radius = 1}\n"
        "s:every(1e-3, function() end) s:advance(1e6)",
        "local tw = require 'tauwerk' local s = tw.scene{}\n"
        "s:at(1, function() while true do end end) s:advance(2)"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        tw_script *s;
        polls = 0;
        tw_script_options o = {.poll.ask = stop_later};
        assert_int_equal(tw_script_create(&o, &s), TW_OK);
        assert_int_equal(run_text(s, texts[i]), TW_INTERRUPTED);
        tw_script_destroy(s);
    }
}

static tw_status count_polls(void *context) {
    ++*(int *)context;
    return TW_OK;
}

/* a sandbox asks more often where one instruction may take milliseconds: here each of 1000
 * comparisons goes over 8 MB */
static void long_texts(void **state) {
    (void)state;
    int asked = 0;
    tw_script *s;
    tw_script_options o = {.poll = {count_polls, &asked}, .bounds.sandbox = true};
    assert_int_equal(tw_script_create(&o, &s), TW_OK);
    assert_int_equal(run_text(s, "a = ('x'):rep(1 << 23) b = a .. 'y' a = a .. 'z'"), TW_OK);
    asked = 0;
    assert_int_equal(run_text(s, "for i = 1, 1000 do assert(a ~= b) end"), TW_OK);
    assert_true(asked >= 100);
    /* without such texts it does not */
    assert_int_equal(run_text(s, "a, b = 'y', 'z' collectgarbage()"), TW_OK);
    asked = 0;
    assert_int_equal(run_text(s, "for i = 1, 1000 do assert(a ~= b) end"), TW_OK);
    assert_true(asked <= 3);
    tw_script_destroy(s);
}

static void limits(void **state) {
    (void)state;
    tw_script *s;
    tw_script_options o = {.memory = (size_t)16 << 20};
    assert_int_equal(tw_script_create(&o, &s), TW_OK);
    assert_int_equal(run_text(s, "local t = {} for i = 1, 1e8 do t[i] = {} end"), TW_MEMORY);
    /* the script can go on afterwards */
    assert_int_equal(run_text(s, "local t = {} for i = 1, 1000 do t[i] = {} end"), TW_OK);
    tw_script_destroy(s);

    output out;
    s = create(&out);
    assert_int_equal(tw_script_run_file(s, "/nowhere/at/all.lua", 0, NULL), TW_IO);
    assert_non_null(strstr(tw_failure(), "/nowhere/at/all.lua"));
    tw_script_destroy(s);
}

/* status of the engine's failures comes through the script */
static void statuses(void **state) {
    (void)state;
    output out;
    tw_script *s = create(&out);
    static const char text[] =
        "local tw = require 'tauwerk'\n"
        "local scene = tw.scene{}\n"
        "local ball = scene:sphere{radius = 1}\n"
        "scene:force{at = ball.center, value = function(t) return {1 / (1 - t), 0, 0} end}\n"
        "scene:advance(5)\n";
    tw_status status = run_text(s, text);
    assert_int_equal(tw_status_exit(status), 3);
    assert_non_null(strstr(tw_failure(), ":5: "));
    tw_script_destroy(s);
}

/* callbacks and scenes that nothing knows any more are given back */
static void references(void **state) {
    (void)state;
    static const char text[] =
        "local tw = require 'tauwerk'\n"
        "for i = 1, 20 do\n"
        "    local scene = tw.scene{}\n"
        "    local ball = scene:sphere{radius = 1, user = {}}\n"
        "    ball.user.scene = scene\n"
        "    scene:at(1, function() return ball end)\n"
        "    scene:when(function() return ball.position.z - 1 end, function() return scene end)\n"
        "    scene:on_frame(function() return scene end)\n"
        "    scene:record{'x', value = function() return ball.position.x end}\n"
        "    scene:advance(0.1)\n"
        "end\n";
    output out;
    tw_script *s = create(&out);
    if (run_text(s, text) != TW_OK) fail_msg("%s", tw_failure());
    lua_gc(s->L, LUA_GCCOLLECT);
    lua_gc(s->L, LUA_GCCOLLECT);
    assert_int_equal(s->live_scenes, 0);
    assert_int_equal(s->references, 0);
    tw_script_destroy(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lua_tests),    cmocka_unit_test(scene_of_a_file),
        cmocka_unit_test(same_bits),    cmocka_unit_test(options_of_the_command_line),
        cmocka_unit_test(interruption), cmocka_unit_test(long_texts),
        cmocka_unit_test(limits),       cmocka_unit_test(statuses),
        cmocka_unit_test(references),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
