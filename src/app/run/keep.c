/* Copies of a run that wait for the script to be saved again; see keep.h. */
#include "app/run/keep.h"

#include "base/file.h"
#include "library/resume.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST = 24 }; /* largest number of copies of a run that are kept */

static void block(sigset_t *asked) {
    sigemptyset(asked);
    sigaddset(asked, SIGUSR1);
    sigaddset(asked, SIGUSR2);
    sigprocmask(SIG_BLOCK, asked, NULL);
}

void tw_keep_open(tw_script *script, tw_report *report, tw_keep *k) {
    const char *watcher = getenv("TAUWERK_WATCHER"), *log = getenv("TAUWERK_WATCH_LOG");
    sigset_t asked;
    *k = (tw_keep){.script = script, .report = report, .log = log};
    k->watcher = watcher && log ? (pid_t)atol(watcher) : 0;
    k->off = k->watcher <= 1 || k->watcher != getppid();
    if (k->off) return;
    block(&asked);
    const char *still = getenv("TAUWERK_WATCH_STILL"), *stills = getenv("TAUWERK_WATCH_STILLS");
    k->still = still ? atoi(still) : 0;
    k->stills = stills ? atoi(stills) : 0;
}

void tw_keep_choose(const tw_keep *k, int frames, tw_frame_range *range) {
    int still = k->still < frames ? k->still : frames;
    if (still > 0)
        *range = (tw_frame_range){.first = still, .last = still, .step = 1};
    else if (k->stills && frames > 0)
        *range = (tw_frame_range){.first = 1, .step = 1, .spread = k->stills, .of = frames};
}

static int threads(void) {
    int n = 0;
    DIR *d = opendir("/proc/self/task");
    /* the number of threads is unknown; 2 makes sure that the process does not fork */
    if (!d) return 2;
    tw_status s = TW_OK;
    for (struct dirent *e; (e = tw_folder_next(d, "/proc/self/task", &s));)
        n += e->d_name[0] != '.';
    closedir(d);
    return s == TW_OK ? n : 2;
}

/* ---- in a copy ------------------------------------------------------------------------------ */

/* copies the first `size` bytes of the log, this process's standard output, to a new file, to which
 * its output goes from then on */
static bool take_log(const tw_keep *k, off_t size) {
    char path[4200], *data = malloc((size_t)size + 1);
    int from = open("/proc/self/fd/1", O_RDONLY | O_CLOEXEC), to = -1;
    snprintf(path, sizeof path, "%s.%ld", k->log, (long)getpid());
    bool good = data && from >= 0 && pread(from, data, (size_t)size, 0) == size;
    if (good) to = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    good = good && to >= 0 && write(to, data, (size_t)size) == size && dup2(to, 1) == 1 &&
           rename(path, k->log) == 0;
    if (to >= 0) close(to);
    if (from >= 0) close(from);
    free(data);
    return good;
}

/* Waits until the watcher (`tauwerk watch`) sends SIGUSR1. Ends the process if no process can send
 * it any more: the parent has ended, and, if the watcher has kept the copy by SIGUSR2, the watcher
 * as well */
static void wait_to_be_asked(const tw_keep *k, pid_t parent) {
    sigset_t asked;
    bool kept = false;
    struct sigaction plain = {.sa_handler = SIG_DFL}, before;
    block(&asked);
    sigaction(SIGTERM, &plain, &before);
    for (;;) {
        /* the parent's number is read before waiting for signals: if it shows that the parent has
         * ended, all the signals that the parent sent have arrived */
        pid_t now = getppid();
        int got = sigtimedwait(&asked, NULL, &(struct timespec){0, 500 * 1000000L});
        if (got == SIGUSR1) break;
        if (got == SIGUSR2)
            kept = true;
        else if (now != parent && !(kept && now == k->watcher))
            _exit(TW_KEEP_NO);
    }
    sigaction(SIGTERM, &before, NULL);
}

static void tell(const tw_keep *k, const char *what, int number, const char *more) {
    char text[80];
    snprintf(text, sizeof text, "%d%s", number, more);
    tw_report_line(k->report, what, NULL, text);
}

/* reads the changed script; returns if this copy can continue with it, otherwise ends the
 * process */
static void go_on(tw_keep *k, off_t size) {
    bool same, moved;
    tw_status s = tw_resume_with(k->script, &same, &moved);
    if (s != TW_OK || !same || !take_log(k, size)) _exit(TW_KEEP_NO);
    tell(k, "resumed", k->frame, moved ? " moved" : "");
}

/* ---- in the run ----------------------------------------------------------------------------- */

static void let_go(tw_keep *k) {
    if (!k->waiting) return;
    kill(k->waiting, SIGKILL);
    waitpid(k->waiting, NULL, 0);
    k->waiting = 0;
}

static void make_kept(tw_keep *k) {
    char more[40];
    if (!k->waiting) return;
    snprintf(more, sizeof more, " %ld", (long)k->waiting);
    kill(k->waiting, SIGUSR2);
    tell(k, "kept", k->frame, more);
    k->waiting = 0;
    k->kept++;
}

/* forks; true: this process is the copy, it was asked to, and continues */
static bool leave_copy(tw_keep *k, int number) {
    fflush(stdout);
    off_t size = lseek(1, 0, SEEK_CUR);
    pid_t parent = getpid(), child = fork();
    if (child != 0) {
        k->waiting = child > 0 ? child : 0;
        return false;
    }
    k->waiting = 0;
    k->frame = number;
    wait_to_be_asked(k, parent);
    go_on(k, size);
    return true;
}

tw_status tw_keep_frame(tw_keep *k, int number) {
    if (k->off) return TW_OK;
    size_t called = tw_resume_count(k->script);
    if (k->waiting && called != k->called)
        make_kept(k);
    else
        let_go(k);
    k->called = called;
    k->off = k->kept >= MOST || threads() != 1 || !tw_resume_possible(k->script);
    k->frame = number;
    /* a copy that continues the run first leaves a copy of its own at the same frame */
    while (!k->off && leave_copy(k, number)) k->kept = 0;
    return TW_OK;
}

void tw_keep_close(tw_keep *k) {
    if (!k->off) make_kept(k);
    k->off = true;
    tw_resume_end(k->script);
}
