/*
 * Runs scripts in parallel, each in a process of its own, so that one that crashes, hangs or takes
 * all memory does not affect the others; see check.h.
 *
 * A child leaves in its folder: record and pictures (record.h), `log` (what it printed),
 * and `result`: a status and a text. Without a result it has crashed, was killed after its time
 * limit, or could not write one.
 */
#include "app/check/check.h"

#include "app/base/stop.h"
#include "app/check/record.h"
#include "base/file.h"
#include "base/process/kin.h"
#include "base/thread.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATH = 4096, OUTPUT_MOST = 64 << 10 };

static const double grace = 5; /* time from a run's time limit to its SIGKILL, s */

typedef struct child {
    pid_t pid; /* 0: none */
    size_t number;
    double began;
    bool late; /* true: the process was killed, because its time limit was over */
} child;

/* ---- in the child -------------------------------------------------------------------------- */

static bool redirect(const char *folder) {
    char path[PATH];
    snprintf(path, sizeof path, "%s/log", folder);
    int log = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    int none = open("/dev/null", O_RDONLY | O_CLOEXEC);
    return log >= 0 && none >= 0 && dup2(log, 1) == 1 && dup2(log, 2) == 2 && dup2(none, 0) == 0;
}

/* writes the file `result`: status, 1 if there is a record, text of the failure */
static tw_status put_result(const char *folder, tw_status status, bool film) {
    char path[PATH], text[2400];
    snprintf(path, sizeof path, "%s/result", folder);
    int n = snprintf(text, sizeof text, "%d %d\n%s", (int)status, film,
                     status == TW_OK         ? ""
                     : *tw_failure() != '\0' ? tw_failure()
                                             : tw_status_text(status));
    return tw_file_write(path, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

static _Noreturn void work(const tw_check_options *o, const tw_check_case *c, pid_t parent) {
    tw_end_with_parent(SIGKILL);
    if (getppid() != parent) _exit(1);
    setpgid(0, 0);
    /* no core file is written into the user's folder; the parent reports a crash anyway */
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    if (!redirect(c->work)) _exit(tw_status_exit(TW_IO));
    tw_stop_after(o->limit_time);
    bool film = false;
    tw_status s = tw_trust_memory(&o->trust, 0);
    if (s == TW_OK) s = tw_check_record(c->script, c->work, c->stem, o->look, &o->trust, &film);
    fflush(stdout);
    _exit(tw_status_exit(put_result(c->work, s, film)));
}

/* ---- outcomes ------------------------------------------------------------------------------ */

static tw_status fail_case(tw_check_case *c, tw_status status, const char *text) {
    c->status = status;
    free(c->failure);
    c->failure = strdup(text);
    return c->failure ? TW_OK : tw_fail_memory();
}

static tw_status read_output(tw_check_case *c) {
    char path[PATH];
    size_t size;
    snprintf(path, sizeof path, "%s/log", c->work);
    if (tw_file_read(path, &c->output, &size) != TW_OK) {
        c->output = strdup("");
        return c->output ? TW_OK : tw_fail_memory();
    }
    if (size > OUTPUT_MOST) snprintf(c->output + OUTPUT_MOST, 40, "\n... (%zu kB)\n", size >> 10);
    return TW_OK;
}

static tw_status read_result(tw_check_case *c, int how, bool late, double limit) {
    char path[PATH], *text, line[200];
    size_t size;
    TW_TRY(read_output(c));
    snprintf(path, sizeof path, "%s/result", c->work);
    tw_file_kind kind;
    TW_TRY(tw_file_look(path, true, &kind));
    if (kind != TW_FILE_NONE) {
        TW_TRY(tw_file_read(path, &text, &size));
        int status, film, used = 0;
        tw_status s = TW_OK;
        bool good = sscanf(text, "%d %d%n", &status, &film, &used) == 2 && text[used] == '\n' &&
                    status >= 0 && status < TW_STATUS_COUNT;
        if (!good)
            s = fail_case(c, TW_IO, "the result of the run cannot be read");
        else if (status != TW_OK)
            s = fail_case(c, (tw_status)status, text + used + 1);
        else
            c->test = !film;
        free(text);
        return s;
    }
    if (late) {
        snprintf(line, sizeof line, "time limit of %g s reached; it did not stop and was killed",
                 limit);
        return fail_case(c, TW_TIME_LIMIT, line);
    }
    if (WIFSIGNALED(how))
        snprintf(line, sizeof line, "the run crashed: ended by signal %d (%s)", WTERMSIG(how),
                 strsignal(WTERMSIG(how)));
    else if (WEXITSTATUS(how) == tw_status_exit(TW_IO))
        return fail_case(c, TW_IO, "the run could not write its result");
    else if (WEXITSTATUS(how) == tw_status_exit(TW_MEMORY))
        return fail_case(c, TW_MEMORY, "out of memory");
    else
        snprintf(line, sizeof line, "the run ended by itself with status %d, without a result",
                 WEXITSTATUS(how));
    return fail_case(c, TW_DIVERGED, line);
}

/* ---- the pool ------------------------------------------------------------------------------ */

static tw_status begin(const tw_check_options *o, const char *work_folder, tw_check_case *c,
                       size_t number, child *out) {
    char folder[PATH];
    if (snprintf(folder, sizeof folder, "%s/%zu", work_folder, number) >= PATH)
        return tw_fail(TW_IO, "the path of the folder %s is too long", work_folder);
    c->work = strdup(folder);
    if (!c->work) return tw_fail_memory();
    TW_TRY(tw_folder_make(folder));
    fflush(NULL);
    pid_t parent = getpid(), pid = fork();
    if (pid < 0) return tw_fail(TW_MEMORY, "cannot start a process: %s", strerror(errno));
    if (pid == 0) work(o, c, parent);
    /* the child gets a process group of its own, so that programs that the script starts can be
     * killed with it. Parent and child both do this, since either may run first */
    setpgid(pid, pid);
    *out = (child){.pid = pid, .number = number, .began = tw_clock()};
    return TW_OK;
}

/* true: the process has ended, with the status *how. Kills a process that runs past its time limit,
 * s */
static bool over(child *k, double limit, int *how) {
    pid_t got = waitpid(k->pid, how, WNOHANG);
    if (got == k->pid || (got < 0 && errno == ECHILD)) return true;
    if (!k->late && tw_clock() - k->began > limit + grace) {
        k->late = true;
        kill(-k->pid, SIGKILL);
    }
    return false;
}

static void kill_all(child *children, int n) {
    for (int i = 0; i < n; i++) {
        int how;
        if (!children[i].pid) continue;
        kill(-children[i].pid, SIGKILL);
        waitpid(children[i].pid, &how, 0);
        children[i].pid = 0;
    }
}

typedef struct pool {
    const tw_check_options *o;
    const char *work;
    tw_check_cases *cases;
    child *children;
    bool *ended; /* [cases] */
    int jobs;
    size_t next, told; /* index of the next case to start, and of the next case to report */
    tw_status (*done)(void *context, tw_check_case *c);
    void *context;
} pool;

static tw_status turn(pool *p, bool *moved) {
    TW_TRY(tw_stop_poll(NULL));
    for (int i = 0; i < p->jobs; i++) {
        child *k = &p->children[i];
        int how = 0;
        if (k->pid && over(k, p->o->limit_time, &how)) {
            tw_check_case *c = &p->cases->data[k->number];
            kill(-k->pid, SIGKILL); /* kills programs that the script started and left running */
            k->pid = 0;
            c->seconds = tw_clock() - k->began;
            TW_TRY(read_result(c, how, k->late, p->o->limit_time));
            p->ended[k->number] = true;
            *moved = true;
        }
        if (!k->pid && p->next < p->cases->count) {
            TW_TRY(begin(p->o, p->work, &p->cases->data[p->next], p->next, k));
            p->next++;
            *moved = true;
        }
    }
    for (; p->told < p->cases->count && p->ended[p->told]; p->told++)
        TW_TRY(p->done(p->context, &p->cases->data[p->told]));
    return TW_OK;
}

tw_status tw_check_run(const tw_check_options *o, const char *work_folder, tw_check_cases *cases,
                       tw_status (*done)(void *context, tw_check_case *c), void *context) {
    pool p = {.o = o,
              .work = work_folder,
              .cases = cases,
              .jobs = o->jobs ? o->jobs : tw_processors(),
              .done = done,
              .context = context};
    p.children = calloc((size_t)p.jobs, sizeof *p.children);
    p.ended = calloc(cases->count + 1, sizeof *p.ended);
    tw_status s = p.children && p.ended ? TW_OK : tw_fail_memory();
    while (s == TW_OK && p.told < cases->count) {
        bool moved = false;
        s = turn(&p, &moved);
        if (!moved) nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    if (p.children) kill_all(p.children, p.jobs);
    free(p.children);
    free(p.ended);
    return s;
}
