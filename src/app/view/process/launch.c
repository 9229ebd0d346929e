/* Processes forked by a process without threads; see launch.h. */
#include "app/view/process/launch.h"

#include "app/view/message/letter.h"
#include "base/process/kin.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct launcher {
    tw_launch_work *work;
    void *context;
    int line; /* line from the process that sends tasks */
} launcher;

static _Noreturn void work(const launcher *l, const tw_letter *order) {
    tw_line_alone(order->line);
    l->work(l->context, order->data, order->bytes, order->line);
    _exit(0);
}

static void wait_for(pid_t child) {
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
    }
}

/* forks twice: a child, which ends at once, and its child, the worker, which the requesting process
 * then adopts; returns the worker's process id; 0: a fork failed */
static pid_t fork_twice(const launcher *l, const tw_letter *order) {
    int end[2];
    pid_t worker = 0;
    if (pipe(end) != 0) return 0;
    pid_t child = fork();
    if (child == 0) {
        worker = fork();
        if (worker == 0) work(l, order);
        ssize_t told = write(end[1], &worker, sizeof worker);
        _exit(told == (ssize_t)sizeof worker ? 0 : 1);
    }
    close(end[1]);
    if (child > 0) {
        if (read(end[0], &worker, sizeof worker) != (ssize_t)sizeof worker) worker = 0;
        wait_for(child);
    }
    close(end[0]);
    return worker > 0 ? worker : 0;
}

static _Noreturn void launch_all(const launcher *l) {
    tw_line_alone(l->line);
    for (;;) {
        tw_letter order;
        bool came;
        if (tw_letter_take(l->line, -1, &order, &came) != TW_OK) _exit(0);
        if (!came) continue;
        tw_letter answer = {.kind = TW_LETTER_LAUNCHED, .line = -1};
        if (order.line >= 0) {
            answer.pid = (int32_t)fork_twice(l, &order);
            close(order.line);
        }
        free(order.data);
        if (tw_letter_send(l->line, &answer, NULL) != TW_OK) _exit(0);
    }
}

tw_status tw_launcher_open(tw_launcher *l, tw_launch_work *how, void *context) {
    int end[2];
    l->line = -1;
    TW_TRY(tw_line_make(end));
    tw_adopt_grandchildren();
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) launch_all(&(launcher){.work = how, .context = context, .line = end[1]});
    close(end[1]);
    if (child < 0) {
        close(end[0]);
        return tw_fail_system("view: cannot start the launcher");
    }
    l->line = end[0];
    return TW_OK;
}

tw_status tw_launcher_start(const tw_launcher *l, const void *task, size_t size, pid_t *pid,
                            int *line) {
    int end[2];
    bool came = false;
    if (size > UINT32_MAX)
        return tw_fail(TW_ARGUMENT, "view: expected a script below 4 GB, got %zu bytes", size);
    TW_TRY(tw_line_make(end));
    tw_letter order = {.kind = TW_LETTER_LAUNCH, .bytes = (uint32_t)size, .line = end[1]}, answer;
    tw_status s = tw_letter_send(l->line, &order, task);
    close(end[1]);
    while (s == TW_OK && !came) s = tw_letter_take(l->line, -1, &answer, &came);
    if (s == TW_OK) {
        free(answer.data);
        if (answer.pid > 0) {
            *pid = (pid_t)answer.pid;
            *line = end[0];
            return TW_OK;
        }
        s = tw_fail(TW_MEMORY, "view: cannot start a process to simulate or draw");
    }
    close(end[0]);
    return s;
}

void tw_launcher_close(tw_launcher *l) {
    if (l->line >= 0) close(l->line);
    l->line = -1;
}
