/* Programs that are started: how they end. */
#include "app/base/spawn.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

static int status_of(const char *command) {
    const char *const argv[] = {"sh", "-c", command, NULL};
    const tw_program program = {.argv = argv};
    pid_t child;
    int how;
    assert_int_equal(tw_spawn(&program, &child), 0);
    assert_true(tw_wait_for(child, &how));
    return tw_exit_of(how);
}

static void ends(void **state) {
    (void)state;
    assert_int_equal(status_of("exit 0"), 0);
    assert_int_equal(status_of("exit 7"), 7);
    assert_int_equal(status_of("kill -KILL $$"), 128 + SIGKILL);
    assert_int_equal(status_of("kill -PIPE $$"), 128 + SIGPIPE);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(ends)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
