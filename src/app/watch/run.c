/*
 * One run of a watched scene; see watch.h. The child is this program, `run` with --json: its output
 * has the pictures of the film and the number of those that had to be drawn.
 */
#include "app/watch/watch.h"

#include "app/base/spawn.h"
#include "app/render/manifest.h"
#include "base/file.h"
#include "base/process/kin.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { WORDS = 64 };

/* ---- starting ------------------------------------------------------------------------------- */

static tw_status start(tw_watch_run *r, const char *const *argv) {
    const tw_redirect files[] = {
        {.to = 0, .path = "/dev/null", .flags = O_RDONLY},
        {.to = 1, .path = r->log, .flags = O_WRONLY | O_CREAT | O_TRUNC},
        {.to = 2, .path = "/dev/null", .flags = O_WRONLY},
    };
    /* only the watcher gets Ctrl-C, and then ends the run itself */
    int e = tw_spawn(
        &(tw_program){.argv = argv, .self = true, .group = true, .redirect = files, .redirects = 3},
        &r->child);
    errno = e;
    return e ? tw_fail_system("cannot start a run") : TW_OK;
}

/* inode of the file at `path`; 0: there is no file */
static uint64_t inode(const char *path) {
    struct stat s;
    return stat(path, &s) == 0 ? (uint64_t)s.st_ino : 0;
}

static void end_copies(tw_watch_run *r) {
    for (size_t i = 0; i < r->copies.count; i++) {
        kill(r->copies.data[i].pid, SIGKILL);
        waitpid(r->copies.data[i].pid, NULL, 0);
    }
    r->copies.count = 0;
}

static void set_number(const char *name, long value) {
    char text[32];
    snprintf(text, sizeof text, "%ld", value);
    setenv(name, text, 1);
}

/* sets the environment variables that children read: the watcher's pid and the path of the log,
 * which copies need, and the frames that are shown, so that a run draws no others */
static void tell_children(const tw_watch_options *o, const tw_watch_run *r) {
    set_number("TAUWERK_WATCHER", (long)getpid());
    setenv("TAUWERK_WATCH_LOG", r->log, 1);
    set_number("TAUWERK_WATCH_STILL", o->frame);
    set_number("TAUWERK_WATCH_STILLS", o->frame ? 0 : o->count);
    tw_adopt_grandchildren();
}

static tw_status start_anew(const tw_watch_options *o, const char *folder, tw_watch_run *r) {
    char size[40];
    size_t sets = o->sets.count, n = 0;
    const char **argv = malloc((WORDS + 2 * sets) * sizeof *argv);
    if (!argv) return tw_fail_memory();
    snprintf(r->log, sizeof r->log, "%s/watch.log", folder);
    end_copies(r);
    r->resumed = 0;
    r->moved = false;
    tell_children(o, r);
    snprintf(size, sizeof size, "%dx%d", o->width, o->height);
    const char *const words[] = {"tauwerk", "run", "--json", "--quality", "draft",
                                 "--size",  size,  "-o",     folder};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) argv[n++] = words[i];
    if (o->look) {
        argv[n++] = "--look";
        argv[n++] = o->look;
    }
    char bounds[TW_TRUST_WORDS][TW_TRUST_WORD];
    size_t asked = tw_trust_words(&o->trust, bounds);
    for (size_t i = 0; i < asked; i++) argv[n++] = bounds[i];
    for (size_t i = 0; i < sets; i++) {
        argv[n++] = "--set";
        argv[n++] = o->sets.data[i];
    }
    argv[n++] = "--";
    argv[n++] = o->script;
    argv[n] = NULL;
    tw_status s = tw_folder_make(folder);
    if (s == TW_OK) s = start(r, argv);
    free(argv);
    return s;
}

tw_status tw_watch_start(const tw_watch_options *o, const char *folder, bool copies,
                         tw_watch_run *r) {
    while (copies && r->copies.count > 0) {
        tw_watch_copy last = r->copies.data[--r->copies.count];
        r->refused = true; /* set until the copy turns out to continue */
        /* a copy that continues replaces the log by a file with another inode */
        r->log_before = inode(r->log);
        if (kill(last.pid, SIGUSR1) != 0) continue;
        r->child = last.pid;
        r->resumed = last.frame;
        return TW_OK;
    }
    return start_anew(o, folder, r);
}

/* ---- its output ----------------------------------------------------------------------------- */

/* text: JSON string after `key` in a line of the output; false: the line has no such key */
static bool member(const char *line, const char *key, char *text, size_t size) {
    const char *p = strstr(line, key);
    size_t n = 0;
    if (!p) return false;
    for (p += strlen(key); *p && *p != '"' && n + 1 < size; p++) {
        if (*p == '\\' && p[1]) {
            p++;
            text[n++] = *p == 'n' ? '\n' : *p == 't' ? '\t' : *p;
        } else {
            text[n++] = *p;
        }
    }
    text[n] = '\0';
    return true;
}

static int by_number(const void *a, const void *b) {
    const tw_movie_frame *x = a, *y = b;
    return x->number < y->number ? -1 : x->number > y->number;
}

static tw_status say(tw_watch_run *r, const char *text, const char *more) {
    for (; *text; text++) TW_TRY(tw_push(&r->said, *text));
    for (; *more; more++) TW_TRY(tw_push(&r->said, *more));
    return TW_OK;
}

/* Reads the text of a line about copies. kept: the text is "FRAME PID" of a new copy, which is
 * added. Otherwise it is "FRAME" or "FRAME moved": a copy has continued; copies reported by lines
 * before it are those of the earlier run, and are removed */
static tw_status read_copy(tw_watch_run *r, bool kept, const char *text, size_t *first) {
    tw_watch_copy c = {0};
    long pid = 0;
    if (!kept) {
        r->copies.count = *first;
        r->moved = strstr(text, "moved") != NULL;
        return TW_OK;
    }
    if (sscanf(text, "%d %ld", &c.frame, &pid) != 2 || pid <= 1) return TW_OK;
    c.pid = (pid_t)pid;
    return tw_push(&r->copies, c);
}

static tw_status read_line(tw_watch_run *r, const char *line, size_t first) {
    char text[sizeof r->failure];
    bool kept = !strncmp(line, "{\"event\": \"kept\"", 16);
    if (kept || !strncmp(line, "{\"event\": \"resumed\"", 19))
        return member(line, "\"text\": \"", text, sizeof text) ? read_copy(r, kept, text, &first)
                                                               : TW_OK;
    double time = 0;
    const char *t = strstr(line, "\"time\": ");
    if (t) sscanf(t + 8, "%lf", &time);
    if (!strncmp(line, "{\"event\": \"frame\"", 17)) {
        if (!member(line, "\"file\": \"", text, sizeof text)) return TW_OK;
        r->drawn += strstr(line, "\"drawn\": true") != NULL;
        return tw_movie_frames_push(&r->frames, text, time, true);
    }
    /* lines with failed checks and notices need not be collected here: they are shown as lines of
     * their own */
    bool plain = !strncmp(line, "{\"event\": \"print\"", 17);
    bool notice = !strncmp(line, "{\"event\": \"notice\"", 18) ||
                  !strncmp(line, "{\"event\": \"failure\"", 19) ||
                  !strncmp(line, "{\"event\": \"check\"", 17);
    if ((plain || notice) && member(line, "\"text\": \"", text, sizeof text))
        TW_TRY(say(r, text, plain ? "" : "\n"));
    r->noted |= notice || (plain && strstr(text, ".lua:"));
    if (!strncmp(line, "{\"event\": \"result\", \"status\"", 28))
        (void)member(line, "\"text\": \"", r->failure, sizeof r->failure);
    return TW_OK;
}

static tw_status read_log(tw_watch_run *r) {
    char *text;
    size_t size, first = r->copies.count;
    /* the log is still that of the earlier run, so the woken copy has not continued */
    if (r->resumed && inode(r->log) == r->log_before) return TW_OK;
    if (tw_file_absent(r->log)) return TW_OK;
    TW_TRY(tw_file_read(r->log, &text, &size));
    tw_status s = TW_OK;
    for (char *line = text; s == TW_OK && *line;) {
        char *end = line + strcspn(line, "\n");
        bool last = !*end;
        *end = '\0';
        s = read_line(r, line, first);
        line = last ? end : end + 1;
    }
    free(text);
    if (r->frames.count) qsort(r->frames.data, r->frames.count, sizeof *r->frames.data, by_number);
    return s;
}

/* ---- its end -------------------------------------------------------------------------------- */

tw_status tw_watch_ended(tw_watch_run *r, bool *ended) {
    int how;
    *ended = false;
    if (!r->child || waitpid(r->child, &how, WNOHANG) != r->child) return TW_OK;
    *ended = true;
    r->child = 0;
    r->status = tw_exit_of(how);
    r->drawn = 0;
    r->said.count = 0;
    r->noted = false;
    *r->failure = '\0';
    tw_movie_frames_free(&r->frames);
    /* the log is still that of the earlier run, so the woken copy has not continued */
    r->no = r->resumed && inode(r->log) == r->log_before;
    if (r->no) return TW_OK;
    if (!WIFEXITED(how))
        snprintf(r->failure, sizeof r->failure, "the run was killed by signal %d", WTERMSIG(how));
    return read_log(r);
}

void tw_watch_stop(tw_watch_run *r) {
    int how;
    if (!r->child) return;
    kill(r->child, SIGTERM);
    tw_wait_for(r->child, &how);
    r->child = 0;
    /* the copies are known only after the rest of the log is read */
    if (read_log(r) != TW_OK) end_copies(r);
}

void tw_watch_free(tw_watch_run *r) {
    tw_watch_stop(r);
    end_copies(r);
    tw_array_free(&r->copies);
    tw_movie_frames_free(&r->frames);
    tw_array_free(&r->said);
}
