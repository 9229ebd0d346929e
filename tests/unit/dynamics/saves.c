/* Saves of files as systems without inotify see them: app/watch/saves.c built with TW_POSIX. */
#define TW_POSIX
/* the program's own have these names */
#define tw_saves_open posix_saves_open
#define tw_saves_close posix_saves_close
#define tw_saves_wait posix_saves_wait
#include "app/watch/saves.c"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>

#include <cmocka.h>

static char folder[] = "/tmp/tauwerk-saves-XXXXXX", seen[2000];

static void note(void *context, const char *name) {
    (void)context;
    assert_true(strlen(name) < 100 && strlen(seen) < 1000);
    strcat(strcat(seen, name), " ");
}

static void save(const char *name, const char *text) {
    char path[100];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    fputs(text, out);
    assert_int_equal(fclose(out), 0);
}

/* what is saved is reported once: new files, changed ones, files that take a name from others */
static void saves(void **state) {
    (void)state;
    char from[100], to[100];
    tw_saves *s = NULL;
    assert_non_null(mkdtemp(folder));
    save("a.lua", "1");
    save("b.lua", "1");
    assert_int_equal(tw_saves_open(folder, &s), TW_OK);
    tw_saves_wait(s, 0, note, NULL);
    assert_string_equal(seen, "");
    save("a.lua", "22");
    tw_saves_wait(s, 1, note, NULL);
    assert_string_equal(seen, "a.lua ");
    save("c.lua", "3");
    tw_saves_wait(s, 1, note, NULL);
    assert_string_equal(seen, "a.lua c.lua ");
    snprintf(from, sizeof from, "%s/c.lua", folder);
    snprintf(to, sizeof to, "%s/b.lua", folder);
    assert_int_equal(rename(from, to), 0);
    tw_saves_wait(s, 1, note, NULL);
    tw_saves_wait(s, 1, note, NULL);
    assert_string_equal(seen, "a.lua c.lua b.lua ");
    tw_saves_close(s);
    unlink(to);
    snprintf(to, sizeof to, "%s/a.lua", folder);
    unlink(to);
    rmdir(folder);
    assert_int_equal(tw_saves_open(folder, &s), TW_IO);
    tw_saves_close(NULL);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(saves)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
