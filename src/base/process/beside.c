/* Jobs in copies of the process; see beside.h. A worker process writes for each of its jobs the
 * status, the failure's text if there is one, and the result. */
#include "base/process/beside.h"

#include "base/process/kin.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct worker {
    pid_t child;
    int pipe; /* pipe from which the worker's results are read; -1: none */
} worker;

static bool put(int fd, const void *data, size_t size) {
    for (const char *p = data; size > 0;) {
        ssize_t n = write(fd, p, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        p += n;
        size -= (size_t)n;
    }
    return true;
}

static bool get(int fd, void *data, size_t size) {
    for (char *p = data; size > 0;) {
        ssize_t n = read(fd, p, size);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return false;
        p += n;
        size -= (size_t)n;
    }
    return true;
}

_Noreturn static void work(int fd, int first, int count, int step, size_t size, tw_beside_job run,
                           void *context) {
    tw_end_with_parent(SIGKILL);
    void *result = calloc(1, size + 1);
    bool well = result != NULL;
    for (int job = first; well && job < count; job += step) {
        char text[TW_FAILURE_TEXT] = "";
        int status = (int)run(context, job, result);
        if (status != TW_OK) snprintf(text, sizeof text, "%s", tw_failure());
        well = put(fd, &status, sizeof status);
        if (status != TW_OK) {
            (void)put(fd, text, sizeof text);
            break;
        }
        well = well && put(fd, result, size);
    }
    _exit(0);
}

static tw_status start(worker *w, int first, int count, int step, size_t size, tw_beside_job run,
                       void *context) {
    int end[2];
    if (pipe(end) != 0) return tw_fail_system("cannot connect a process");
    w->child = fork();
    if (w->child == 0) {
        close(end[0]);
        work(end[1], first, count, step, size, run, context);
    }
    int e = errno;
    close(end[1]);
    if (w->child > 0) {
        w->pipe = end[0];
        return TW_OK;
    }
    close(end[0]);
    return tw_fail(TW_MEMORY, "cannot start a process: %s", strerror(e));
}

static tw_status take(worker *w, size_t size, void *result) {
    char text[TW_FAILURE_TEXT];
    int status;
    if (!get(w->pipe, &status, sizeof status))
        return tw_fail(TW_MEMORY, "a process that worked beside this one ended early");
    if (status == TW_OK && get(w->pipe, result, size)) return TW_OK;
    if (status == TW_OK || !get(w->pipe, text, sizeof text))
        return tw_fail(TW_MEMORY, "a process that worked beside this one ended early");
    text[sizeof text - 1] = '\0';
    return tw_fail((tw_status)status, "%s", text);
}

static void end_all(worker *all, int workers, bool early) {
    for (int k = 0; k < workers; k++) {
        if (all[k].pipe < 0) continue;
        if (early) kill(all[k].child, SIGKILL);
        close(all[k].pipe);
        while (waitpid(all[k].child, NULL, 0) < 0 && errno == EINTR) continue;
    }
}

static tw_status run_here(int count, size_t size, tw_beside_job run, void *context, char *results) {
    for (int job = 0; job < count; job++) TW_TRY(run(context, job, results + (size_t)job * size));
    return TW_OK;
}

tw_status tw_beside_run(int count, int workers, size_t size, tw_beside_job run, void *context,
                        void *results) {
    if (workers > count) workers = count;
    if (workers <= 1) return run_here(count, size, run, context, results);
    worker *all = malloc((size_t)workers * sizeof *all);
    if (!all) return tw_fail_memory();
    /* flushes all output streams: otherwise each copy of the process would write their contents
     * again */
    fflush(NULL);
    tw_status status = TW_OK;
    for (int k = 0; k < workers; k++) all[k].pipe = -1;
    for (int k = 0; k < workers && status == TW_OK; k++)
        status = start(&all[k], k, count, workers, size, run, context);
    for (int job = 0; job < count && status == TW_OK; job++)
        status = take(&all[job % workers], size, (char *)results + (size_t)job * size);
    end_all(all, workers, status != TW_OK);
    free(all);
    return status;
}
