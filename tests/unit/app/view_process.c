/* Processes of `tauwerk view`: tasks as bytes and back, and the launcher that starts workers on
 * them. */
#include "app/view/message/letter.h"
#include "app/view/process/launch.h"
#include "app/view/process/task.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void round_trip(const tw_view_task *t) {
    char *bytes;
    size_t size;
    tw_view_task got;
    assert_int_equal(tw_task_write(t, &bytes, &size), TW_OK);
    assert_int_equal(tw_task_read(bytes, size, &got), TW_OK);
    assert_int_equal(got.moved.count, t->moved.count);
    for (size_t i = 0; i < got.moved.count; i++)
        assert_string_equal(got.moved.data[i], t->moved.data[i]);
    assert_int_equal(got.text != NULL, t->text != NULL);
    if (t->text) {
        assert_int_equal(got.text_size, t->text_size);
        assert_memory_equal(got.text, t->text, t->text_size);
    }
    /* every beginning of it is an error, or a task with less of its text */
    for (size_t n = 0; n < size; n++) {
        char *part = calloc(n + 1, 1);
        assert_non_null(part);
        memcpy(part, bytes, n);
        tw_view_task less;
        tw_status s = tw_task_read(part, n, &less);
        assert_true(s == TW_IO || (s == TW_OK && less.text && less.text_size < t->text_size));
        tw_array_free(&less.moved);
        free(part);
    }
    tw_array_free(&got.moved);
    free(bytes);
}

static void tasks(void **state) {
    (void)state;
    static const char *settings[] = {"length=1.5", "name=a=b", "empty="};
    const tw_words moved = {.data = settings, .count = 3};
    round_trip(&(tw_view_task){.text = NULL});
    round_trip(&(tw_view_task){.text = "", .text_size = 0});
    round_trip(&(tw_view_task){.moved = moved});
    round_trip(&(tw_view_task){.moved = moved, .text = "a\0b\n", .text_size = 4});
}

/* answers with its task, turned round, and its own pid */
static void turn_round(void *context, const char *task, size_t size, int line) {
    char back[16];
    (void)context;
    for (size_t i = 0; i < size; i++) back[i] = task[size - 1 - i];
    tw_letter l = {
        .kind = TW_LETTER_SAY, .bytes = (uint32_t)size, .pid = (int32_t)getpid(), .line = -1};
    (void)tw_letter_send(line, &l, back);
    _exit(0);
}

static void launched(void **state) {
    (void)state;
    tw_launcher l;
    assert_int_equal(tw_launcher_open(&l, turn_round, NULL), TW_OK);
    for (int i = 0; i < 5; i++) {
        pid_t pid;
        int line;
        tw_letter got = {.line = -1};
        bool came = false;
        assert_int_equal(tw_launcher_start(&l, "abc", 3, &pid, &line), TW_OK);
        while (!came) assert_int_equal(tw_letter_take(line, -1, &got, &came), TW_OK);
        assert_string_equal(got.data, "cba");
        assert_int_equal(got.pid, pid);
        free(got.data);
        /* its end is seen on the line */
        assert_int_equal(tw_letter_take(line, -1, &got, &came), TW_IO);
        close(line);
#ifdef __linux__
        assert_int_equal(waitpid(pid, NULL, 0), pid); /* adopted */
#endif
    }
    tw_launcher_close(&l);
}

/* a full line takes no part of a further letter, so that nobody waits for its reader */
static void full_line(void **state) {
    (void)state;
    int end[2], sent = 0;
    bool lost = false, came = true;
    char data[1500];
    memset(data, 'x', sizeof data);
    assert_int_equal(tw_line_make(end), TW_OK);
    alarm(60); /* for a sender that waits */
    for (; !lost && sent < 1000000; sent++) {
        /* letters of several sizes, so that the last ones would fit in part */
        tw_letter l = {.kind = TW_LETTER_ORDER, .line = -1};
        l.bytes = (uint32_t)(sent * 37 % (int)sizeof data);
        assert_int_equal(tw_letter_try(end[0], &l, data, &lost), TW_OK);
    }
    assert_true(lost);
    sent--;
    for (int i = 0; i < sent; i++) {
        tw_letter got;
        assert_int_equal(tw_letter_take(end[1], 0, &got, &came), TW_OK);
        assert_true(came);
        assert_int_equal(got.bytes, i * 37 % (int)sizeof data);
        free(got.data);
    }
    tw_letter none;
    assert_int_equal(tw_letter_take(end[1], 0, &none, &came), TW_OK);
    assert_false(came);
    alarm(0);
    close(end[0]);
    close(end[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(tasks), cmocka_unit_test(launched),
                                       cmocka_unit_test(full_line)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
