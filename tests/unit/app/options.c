/* Words of a command line: every spelling, every refusal, and the readers of arguments. */
#include "app/base/options.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct seen {
    char text[200];
} seen;

static tw_status note(seen *s, const char *what, const char *value) {
    size_t n = strlen(s->text);
    snprintf(s->text + n, sizeof s->text - n, "%s=%s;", what, value ? value : "-");
    return TW_OK;
}

static tw_status set_output(void *t, const char *v) {
    return note(t, "output", v);
}

static tw_status set_out(void *t, const char *v) {
    return note(t, "out", v);
}

static tw_status set_quiet(void *t, const char *v) {
    return note(t, "quiet", v);
}

static tw_status set_count(void *t, const char *v) {
    int n;
    TW_TRY(tw_option_count(v, 1, &n));
    return note(t, "count", v);
}

static tw_status set_word(void *t, const char *v) {
    return note(t, "word", v);
}

/* "out" is the beginning of "output": neither may be taken for the other */
static const tw_option options[] = {{"out", 0, "X", "", set_out, 0},
                                    {"output", 'o', "DIR", "", set_output, 0},
                                    {"quiet", 'q', NULL, "", set_quiet, 0},
                                    {"count", 'n', "N", "", set_count, 0}};
static const tw_option_table table = {
    .command = "try", .option = options, .count = 4, .word = set_word};
static const tw_option_table ending = {
    .command = "try", .option = options, .count = 4, .word = set_word, .word_ends = true};
static const tw_option_table bare = {.command = "try", .option = options, .count = 4};

static tw_status read(const tw_option_table *t, seen *s, const char *line, int *used) {
    static char copy[200];
    char *argv[20];
    int argc = 0;
    snprintf(copy, sizeof copy, "%s", line);
    for (char *w = strtok(copy, " "); w; w = strtok(NULL, " ")) argv[argc++] = w;
    s->text[0] = '\0';
    return tw_options_read(t, argc, argv, s, used);
}

static void reads(const char *line, const char *expected) {
    seen s;
    int used;
    assert_int_equal(read(&table, &s, line, &used), TW_OK);
    assert_string_equal(s.text, expected);
}

static void refuses(const char *line, const char *text) {
    seen s;
    int used;
    assert_int_equal(read(&table, &s, line, &used), TW_USAGE);
    assert_non_null(strstr(tw_failure(), text));
}

static void all_spellings(void **state) {
    (void)state;
    reads("--output a --output=b -o c -od --out e --out=",
          "output=a;output=b;output=c;output=d;out=e;out=;");
    reads("x -q y --quiet", "word=x;quiet=-;word=y;quiet=-;");
    reads("-q -- -q --out", "quiet=-;word=-q;word=--out;");
    reads("-", "word=-;");
    reads("--output=--quiet --output -q", "output=--quiet;output=-q;");
    reads("-n5 --count=2", "count=5;count=2;");
}

static void refusals(void **state) {
    (void)state;
    refuses("--outputs x", "unknown option '--outputs', did you mean '--output'?");
    refuses("--outputs=x", "did you mean '--output'?");
    refuses("--wobble", "unknown option '--wobble' (see 'tauwerk help try')");
    refuses("-z", "unknown option '-z'");
    refuses("-qq", "unknown option '-qq'");
    refuses("--quiet=1", "option '--quiet' takes no argument");
    refuses("-o", "option '-o' needs an argument, DIR");
    refuses("--count x", "option '--count': expected a whole number from 1 on, got 'x'");
    refuses("-n 0", "option '-n': expected a whole number from 1 on, got '0'");
    refuses("-n 99999999999", "got '99999999999'");
    refuses("-n +1", "got '+1'");
}

static void where_it_ends(void **state) {
    (void)state;
    seen s;
    int used;
    assert_int_equal(read(&ending, &s, "-q a.lua -q b", &used), TW_OK);
    assert_string_equal(s.text, "quiet=-;word=a.lua;");
    assert_int_equal(used, 2);
    assert_int_equal(read(&bare, &s, "-q a", &used), TW_USAGE);
    assert_string_equal(tw_failure(), "try: unexpected argument 'a'");
}

static void ranges(void **state) {
    (void)state;
    tw_frame_range r;
    assert_int_equal(tw_option_range("3-9:2", &r), TW_OK);
    assert_true(r.first == 3 && r.last == 9 && r.step == 2);
    assert_int_equal(tw_option_range("4", &r), TW_OK);
    assert_true(r.first == 4 && r.last == 4 && r.step == 1);
    assert_int_equal(tw_option_range("4-", &r), TW_OK);
    assert_true(r.first == 4 && r.last == 0 && r.step == 1);
    assert_int_equal(tw_option_range("4-:3", &r), TW_OK);
    assert_true(r.first == 4 && r.last == 0 && r.step == 3);
    const char *const bad[] = {"",    "0",    "-3",  "5-2",   "a",   "1:", "1-2:0",
                               "1-b", "1-2-", "1 2", "1-2:x", "1-0", ":2", NULL};
    for (int i = 0; bad[i]; i++) {
        r = (tw_frame_range){.first = -7, .last = -7, .step = -7};
        assert_int_equal(tw_option_range(bad[i], &r), TW_USAGE);
        assert_true(r.first == -7 && r.last == -7 && r.step == -7);
    }
}

/* how many there are is what counting finds */
static void chosen_frames(void **state) {
    (void)state;
    static const tw_frame_range range[] = {
        {.step = 1},
        {.first = 1, .step = 1},
        {.first = 3, .last = 9, .step = 2},
        {.first = 3, .step = 4},
        {.first = 7, .last = 7, .step = 1},
        {.first = 9, .last = 9, .step = 3},
        {.first = 30, .step = 1},
        {.first = 1, .step = 1, .spread = 1},
        {.first = 1, .step = 1, .spread = 6},
    };
    for (size_t i = 0; i < sizeof range / sizeof range[0]; i++)
        for (int planned = 0; planned < 20; planned++) {
            int n = 0;
            tw_frame_range r = range[i];
            r.of = planned;
            for (int k = 1; k <= planned; k++) n += tw_frame_chosen(k, r);
            assert_int_equal(tw_frames_chosen(planned, r), n);
        }
    /* at equal distances, the first and the last one among them */
    const tw_frame_range six = {.first = 1, .step = 1, .spread = 6, .of = 241};
    for (int k = 1; k <= 241; k++) assert_int_equal(tw_frame_chosen(k, six), (k - 1) % 48 == 0);
    assert_true(tw_frame_chosen(5, range[2]) && tw_frame_chosen(9, range[2]));
    assert_false(tw_frame_chosen(4, range[2]) || tw_frame_chosen(11, range[2]));
}

static void sizes_and_numbers(void **state) {
    (void)state;
    int w, h, i;
    double x;
    assert_int_equal(tw_option_size("1280x720", &w, &h), TW_OK);
    assert_true(w == 1280 && h == 720);
    const char *const bad[] = {"", "x", "1x", "x1", "1x1x", "0x1", "1x0", "16385x1", "1X1", NULL};
    for (int k = 0; bad[k]; k++) assert_int_equal(tw_option_size(bad[k], &w, &h), TW_USAGE);
    assert_int_equal(tw_option_positive("2.5", &x), TW_OK);
    assert_true(x == 2.5);
    const char *const wrong[] = {"", "0", "-1", "nan", "inf", "2s", NULL};
    for (int k = 0; wrong[k]; k++) assert_int_equal(tw_option_positive(wrong[k], &x), TW_USAGE);
    const char *const names[] = {"draft", "normal", "final", NULL};
    assert_int_equal(tw_option_choice("final", names, &i), TW_OK);
    assert_int_equal(i, 2);
    assert_int_equal(tw_option_choice("normale", names, &i), TW_USAGE);
    assert_string_equal(tw_failure(), "expected one of draft, normal, final, got 'normale', did "
                                      "you mean 'normal'?");
}

typedef struct places {
    bool loud;
    const char *script, *folder, *name;
    tw_words words, settings;
    int count, threads;
    double limit;
} places;

/* each setter fills its own member, and says what it does not take */
static void setters(void **state) {
    (void)state;
#define AT(member) offsetof(places, member)
    static const tw_option rows[] = {{"loud", 'l', NULL, "", tw_set_switch, AT(loud)},
                                     {"folder", 'f', "DIR", "", tw_set_folder, AT(folder)},
                                     {"file", 'F', "FILE", "", tw_set_file, AT(name)},
                                     {"word", 'w', "W", "", tw_add_word, AT(words)},
                                     {"count", 'n', "N", "", tw_set_count, AT(count)},
                                     {"threads", 't', "N", "", tw_set_threads, AT(threads)},
                                     TW_OPTION_SETS(places, settings),
                                     TW_OPTION_LIMIT_TIME(places, limit)};
    const tw_option_table only = {.command = "try",
                                  .option = rows,
                                  .count = sizeof rows / sizeof rows[0],
                                  .only_word = "script",
                                  .word_place = AT(script)};
#undef AT
    static char line[][20] = {"-l",     "-fa",         "-Fb",  "-wc", "-wd",
                              "-n2000", "--set=e=f=g", "-t16", "h",   "--limit-time=0.5"};
    enum { WORDS = sizeof line / sizeof line[0] };
    char *argv[WORDS];
    for (int i = 0; i < WORDS; i++) argv[i] = line[i];
    places p = {0};
    int used;
    assert_int_equal(tw_options_read(&only, WORDS, argv, &p, &used), TW_OK);
    assert_true(p.loud && p.count == 2000 && p.threads == 16 && p.limit == 0.5);
    assert_string_equal(p.folder, "a");
    assert_string_equal(p.name, "b");
    assert_string_equal(p.script, "h");
    assert_int_equal(p.words.count, 2);
    assert_string_equal(p.words.data[1], "d");
    assert_int_equal(p.settings.count, 1);
    assert_string_equal(p.settings.data[0], "e=f=g");
    static const struct {
        char word[20];
        const char *text;
    } bad[] = {{"--folder=", "try: option '--folder': expected a folder, got ''"},
               {"--file=", "try: option '--file': expected a file, got ''"},
               {"--count=0", "expected a whole number from 1 on, got '0'"},
               {"-t1025", "try: option '-t': expected at most 1024, got '1025'"},
               {"--set=a", "expected NAME=VALUE, got 'a'"},
               {"--set==a", "expected NAME=VALUE, got '=a'"},
               {"--limit-time=0", "expected a positive number, got '0'"},
               {"i", "try: one script at a time, got 'h' and 'i'"}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        char word[20], *one = word;
        memcpy(word, bad[i].word, sizeof word);
        assert_int_equal(tw_options_read(&only, 1, &one, &p, &used), TW_USAGE);
        assert_non_null(strstr(tw_failure(), bad[i].text));
    }
    assert_true(p.threads == 16 && p.count == 2000 && p.settings.count == 1);
    tw_array_free(&p.words);
    tw_array_free(&p.settings);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_spellings),     cmocka_unit_test(refusals),
        cmocka_unit_test(where_it_ends),     cmocka_unit_test(ranges),
        cmocka_unit_test(sizes_and_numbers), cmocka_unit_test(chosen_frames),
        cmocka_unit_test(setters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
