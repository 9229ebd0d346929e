/*
 * Scripts that change while their stories wait (src/script/lua/change_story.c): where the change
 * is accepted, the rest says what a run of the new text from the start says.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "../../support/output.h"
#include "base/file.h"
#include "script/lua/change.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[] = "/tmp/tauwerk-change-XXXXXX";

static void save(const char *text) {
    assert_int_equal(tw_file_write(path, text, strlen(text)), TW_OK);
}

/* to that time; an error is one more line of the output */
static void advance(tw_script *s, double t, output *out) {
    tw_status status = tw_sim_advance(tw_scene_sim(tw_script_scene(s, 0)), t);
    if (status != TW_OK) collect(out, tw_failure(), strlen(tw_failure()));
}

static void run_whole(const char *text, output *out) {
    tw_script *s = create(out);
    save(text);
    assert_int_equal(tw_script_run_file(s, path, 0, NULL), TW_OK);
    advance(s, 9, out);
    tw_script_destroy(s);
}

static void replace(char *text, size_t size, const char *old, const char *now) {
    char *at = strstr(text, old), rest[2000];
    assert_non_null(at);
    snprintf(rest, sizeof rest, "%s", at + strlen(old));
    snprintf(at, size - (size_t)(at - text), "%s%s", now, rest);
}

typedef struct edit {
    double at; /* s */
    const char *old, *now;
    bool goes_on;
} edit;

typedef struct row {
    const char *name, *text;
    edit edit[3];
} row;

/* the scene is called s, with nothing in it */
static const char head[] = "local tw = require 'tauwerk'\nlocal s = tw.scene{name = 's'}\n"
                           "local main, other = 1, 2\n";

static const row rows[] = {
    {"behind the wait",
     "s:timeline(function(tl)\n print(main, s.time)\n tl:wait(1)\n print('a')\n tl:wait(1)\n "
     "print('b')\nend)\n",
     {{.5, "'a'", "'A', s.time", true}, {1.5, "'b'", "'B', s.time", true}}},
    {"twice at one wait",
     "s:timeline(function(tl)\n local n = 3\n tl:wait(1)\n print('a')\nend)\n",
     {{.5, "'a'", "'b'", true},
      {.5, "'b'", "'c', n)\n tl:wait(1)\n print(n", true},
      {.6, "'c'", "'d'", true}}},
    {"before the wait",
     "s:timeline(function(tl)\n print('a')\n tl:wait(1)\n print('b')\nend)\n",
     {{.5, "'a'", "'c'", false}}},
    {"a comment before it",
     "s:timeline(function(tl)\n tl:wait(1) -- one\n tl:wait(1)\n print('b')\nend)\n",
     {{.5, "-- one", "-- two", true}, {1.5, "-- two", "-- three", false}}},
    {"the wait itself",
     "s:timeline(function(tl)\n tl:wait(1)\n print(s.time)\nend)\n",
     {{.5, "wait(1)", "wait(2)", false}}},
    {"the statement goes on",
     "s:timeline(function(tl)\n local f = tl:wait(1)\n print(f)\nend)\n",
     {{.5, "wait(1)", "wait(1) or 3", false}}},
    {"a call goes over the seam",
     "s:timeline(function(tl)\n local f = tl:wait(1)\n print(f)\nend)\n",
     {{.5, "wait(1)", "wait(1)\n (print)(3)", false}}},
    {"values of a wait",
     "s:timeline(function(tl)\n local ok = tl:wait_until(function()\n  return s.time > 1\n end,\n"
     " { timeout = 2 })\n print(ok)\n ok = tl:wait_until(function() return false end, { timeout = "
     "1 })\n print(ok)\nend)\n",
     {{.5, "print(ok)", "print(ok, s.time)", true},
      {1.5, "print(ok)\nend", "print('late', ok)\nend", true}}},
    {"shared variables",
     "s:timeline(function(tl)\n local n, k = 0, 5\n local function more() n = n + 1 return n end\n"
     " s:every(.3, function() k = k + 1 end)\n tl:wait(1)\n print(n, k, more())\n tl:wait(1)\n "
     "print(n)\nend)\n",
     {{.5, "more())", "more(), more(), n)\n n = n + 10 k = k * 2", true},
      {1.5, "print(n)\nend", "print(n, more(), k)\nend", true}}},
    {"hidden variables",
     "s:timeline(function(tl)\n local n = 1\n local function old() return n end\n local n = 2\n "
     "tl:wait(1)\n print(n, old())\nend)\n",
     {{.5, "print(n", "n = 7 print(n", true}}},
    {"variables that were not named",
     "s:timeline(function(tl)\n local a, b = 1, 2\n tl:wait(1)\n print(a)\n tl:wait(1) "
     "print(a)\nend)\n",
     {{.5, "print(a)", "print(b)", true},
      {.5, "print(b)", "print(b, a)", true},
      {.5, "print(b", "print(main", false}}},
    {"a variable of a block that is over",
     "s:timeline(function(tl)\n do local a = 1 end\n tl:wait(1)\n print(1)\nend)\n",
     {{.5, "print(1)", "print(a)", false}}},
    {"constants",
     "s:timeline(function(tl)\n local a <const> = 4\n tl:wait(1)\n print(1)\nend)\n",
     {{.5, "print(1)", "print(a)", false}}},
    {"constants that are computed",
     "s:timeline(function(tl)\n local a <const> = s.time\n tl:wait(1)\n print(1)\nend)\n",
     {{.5, "print(1)", "print(a)", true}}},
    {"variables to close",
     "s:timeline(function(tl)\n local a <close> = nil\n tl:wait(1)\n print(1)\nend)\n",
     {{.5, "print(1)", "print(2)", false}}},
    {"a loop",
     "s:timeline(function(tl)\n for i = 1, 3 do\n  tl:wait(1)\n  print(i)\n end\n "
     "print('end')\nend)\n",
     {{.5, "'end'", "'over'", false}}},
    {"behind a loop",
     "s:timeline(function(tl)\n for i = 1, 3 do\n  tl:wait(.1)\n  print(i)\n end\n tl:wait(1)\n "
     "print('end')\nend)\n",
     {{.5, "'end'", "'over'", true}}},
    {"a condition",
     "s:timeline(function(tl)\n if main == 1 then\n  tl:wait(1)\n end\n print('end')\nend)\n",
     {{.5, "'end'", "'over'", false}}},
    {"a jump",
     "s:timeline(function(tl)\n ::again::\n tl:wait(1)\n main = main + 1\n if main < 4 then goto "
     "again end\n print(main)\nend)\n",
     {{1.5, "main + 1", "main + .5", false}}},
    {"two in a line",
     "s:timeline(function(tl)\n tl:wait(1) print(1) tl:wait(1)\n print(2)\nend)\n",
     {{.5, "print(2)", "print(3)", false}}},
    {"semicolons",
     "s:timeline(function(tl)\n local a = 1; print(a);\n tl:wait(1);\n print(a);\nend)\n",
     {{.5, "print(a);\nend", "print(a + 1);\nend", true}}},
    {"a function that waits",
     "s:timeline(function(tl)\n local function pause() tl:wait(1) end\n pause()\n print(2)\nend)\n",
     {{.5, "print(2)", "print(3)", false}}},
    {"more arguments",
     "s:timeline(function(tl, ...)\n tl:wait(1)\n print(2)\nend)\n",
     {{.5, "print(2)", "print(...)", false}}},
    {"a story that is over",
     "s:timeline(function(tl)\n tl:wait(1)\n print(2)\nend)\n",
     {{1.5, "print(2)", "print(3)", false}}},
    {"two of one function",
     "for i = 1, 2 do s:timeline(function(tl)\n tl:wait(i)\n print(i)\n tl:wait(5)\n print('end', "
     "i)\nend) end\n",
     {{.5, "print(i)", "print(-i)", true}, {1.5, "print(-i)", "print(i)", false}}},
    {"two at different waits",
     "for i = 1, 2 do s:timeline(function(tl)\n tl:wait(i)\n print(i)\n tl:wait(5)\n print('end', "
     "i)\nend) end\n",
     {{1.5, "'end'", "'over'", true}}},
    {"both behind",
     "for i = 1, 2 do s:timeline(function(tl)\n tl:wait(i)\n print(i)\n tl:wait(5)\n print('end', "
     "i)\nend) end\n",
     {{2.5, "'end'", "'over'", true}}},
    {"begun again later",
     "local function story(tl)\n tl:wait(1)\n print(s.time)\nend\ns:timeline(story)\ns:at(3, "
     "function() s:timeline(story) end)\n",
     {{.5, "print(s.time)", "print('at', s.time)", true}, {2, "'at'", "'since'", false}}},
    {"a coroutine of the script",
     "local co = coroutine.wrap(function()\n coroutine.yield(1)\n print(2)\nend)\nco()\ns:at(1, "
     "co)\n",
     {{.5, "print(2)", "print(3)", false}}},
    {"on other lines",
     "s:at(5, function() print('five') end)\ns:timeline(function(tl)\n local n = 3\n tl:wait(1)\n "
     "print(n)\n tl:wait(1)\n print('end')\nend)\n",
     {{.5, "print('five')", "print(5)\n\n print(6)", true},
      {.6, "print(n)", "print(n, n)\n\n", true},
      {1.5, "'end'", "'over', n", true}}},
    {"begun again on other lines",
     "s:at(5, function() print('five') end)\nlocal function story(tl)\n tl:wait(1)\n print(1)\n "
     "tl:wait(1)\n print(s.time)\nend\ns:timeline(story)\ns:at(3, function() s:timeline(story) "
     "end)\n",
     {{.5, "print('five')", "print(5)\n\n print(6)", true},
      {.6, "print(1)", "print(2)", true},
      {3.5, "print(2)", "print(3)", false}}},
    {"lines of errors",
     "s:timeline(function(tl)\n tl:wait(1)\n print(2)\n s.nothing = 1\nend)\n",
     {{.5, "print(2)", "print(3)\n\n -- more", true}}},
};

static void check_row(const row *r) {
    output out, whole;
    char text[2000];
    tw_script *s = create(&out);
    snprintf(text, sizeof text, "%s%sreturn s\n", head, r->text);
    save(text);
    assert_int_equal(tw_script_track(s, path), TW_OK);
    assert_int_equal(tw_script_run_file(s, path, 0, NULL), TW_OK);
    bool goes_on = true, moved;
    for (int i = 0; i < 3 && r->edit[i].old && goes_on; i++) {
        const edit *e = &r->edit[i];
        advance(s, e->at, &out);
        replace(text, sizeof text, e->old, e->now);
        save(text);
        assert_int_equal(tw_script_change(s, &goes_on, &moved), TW_OK);
        assert_true(!goes_on || moved);
        if (goes_on != e->goes_on)
            fail_msg("%s: edit %d: %s", r->name, i + 1, goes_on ? "accepted" : "refused");
    }
    if (goes_on) {
        advance(s, 9, &out);
        run_whole(text, &whole);
        if (strcmp(out.text, whole.text) != 0)
            fail_msg("%s: expected\n%s\ngot\n%s", r->name, whole.text, out.text);
        assert_true(out.count > 0);
    }
    tw_script_destroy(s);
}

static void stories(void **state) {
    (void)state;
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) check_row(&rows[i]);
    unlink(path);
}

/* a refused text with fewer functions than the loaded one: the line of a function that it lacks is
 * not found in it */
static void fewer_functions(void **state) {
    (void)state;
    static const char story[] = "s:timeline(function(tl)\n tl:wait(1)\n print('a')%s\nend)\n";
    static const char keep[] = "local function keep() end\nkeep()\n";
    char text[2000], words[200];
    output out;
    bool goes_on, moved;
    strcpy(path, "/tmp/tauwerk-change-XXXXXX");
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    close(fd);
    tw_script *s = create(&out);
    for (int i = 0; i < 3; i++) {
        snprintf(words, sizeof words, story, i > 0 ? "\n print('b')" : "");
        snprintf(text, sizeof text, "%s%s%sreturn s\n", head, words, i < 2 ? keep : "");
        save(text);
        if (i == 0) {
            assert_int_equal(tw_script_track(s, path), TW_OK);
            assert_int_equal(tw_script_run_file(s, path, 0, NULL), TW_OK);
            advance(s, .5, &out);
            assert_true(tw_script_line_stays(s, 8));
            continue;
        }
        assert_int_equal(tw_script_change(s, &goes_on, &moved), TW_OK);
        assert_int_equal(goes_on, i == 1);
        assert_true(tw_script_line_stays(s, 4));  /* of the story */
        assert_false(tw_script_line_stays(s, 8)); /* of `keep` in the first text */
    }
    tw_script_destroy(s);
    unlink(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(stories),
                                       cmocka_unit_test(fewer_functions)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
