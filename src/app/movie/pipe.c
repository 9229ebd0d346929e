/* Runs a program that reads from a pipe; see pipe.h. */
#include "app/movie/pipe.h"

#include "app/base/spawn.h"
#include "app/base/stop.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct tw_pipe {
    char name[64];
    pid_t child;
    int input; /* descriptor of the pipe's end to which this process writes */
    /* temporary file that gets the child's standard error, for the text of a failure */
    FILE *words;
};

static int spawn(tw_pipe *p, const char *const *argv, int read_end, int words, int file) {
    /* all descriptors in `from` are above 3, so no redirection overwrites one that a later one
     * copies */
    const tw_redirect files[] = {
        {.to = 0, .from = read_end},
        {.to = 1, .path = "/dev/null", .flags = O_WRONLY},
        {.to = 2, .from = words},
        {.to = 3, .from = file},
    };
    tw_program program = {.argv = argv, .redirect = files, .redirects = file >= 0 ? 4 : 3};
    return tw_spawn(&program, &p->child);
}

/* a copy of fd whose number is above 3, and which is closed in started programs; -1: error */
static int above(int fd) {
    return fcntl(fd, F_DUPFD_CLOEXEC, 10);
}

static int start(tw_pipe *p, const char *const *argv, int file) {
    int ends[2], e = 0;
    p->words = tmpfile();
    if (!p->words || pipe(ends) != 0) return errno;
    int read_end = above(ends[0]), output = file >= 0 ? above(file) : -1;
    int words = above(fileno(p->words));
    p->input = above(ends[1]);
    close(ends[0]);
    close(ends[1]);
    if (read_end < 0 || p->input < 0 || words < 0 || (file >= 0 && output < 0)) e = errno;
    if (!e && fcntl(p->input, F_SETFL, O_NONBLOCK) != 0) e = errno;
    if (!e) e = spawn(p, argv, read_end, words, output);
    if (read_end >= 0) close(read_end);
    if (words >= 0) close(words);
    if (output >= 0) close(output);
    return e;
}

static void pipe_free(tw_pipe *p) {
    if (p->input >= 0) close(p->input);
    if (p->words) fclose(p->words);
    free(p);
}

tw_status tw_pipe_open(const char *const *argv, int file, bool *missing, tw_pipe **out) {
    *missing = false;
    tw_pipe *p = calloc(1, sizeof *p);
    if (!p) return tw_fail_memory();
    p->input = -1;
    snprintf(p->name, sizeof p->name, "%s", argv[0]);
    int e = start(p, argv, file);
    if (e) {
        pipe_free(p);
        *missing = e == ENOENT;
        errno = e;
        return tw_fail_system("cannot run '%s'", argv[0]);
    }
    *out = p;
    return TW_OK;
}

/* waits until the pipe has room. A program may never read, so a request to stop also ends the wait:
 * TW_INTERRUPTED, TW_TIME_LIMIT */
static tw_status wait_for_room(tw_pipe *p) {
    struct pollfd room = {.fd = p->input, .events = POLLOUT};
    for (;;) {
        TW_TRY(tw_stop_poll(NULL));
        if (poll(&room, 1, 100) > 0) return TW_OK;
    }
}

tw_status tw_pipe_write(tw_pipe *p, const void *data, size_t size) {
    const char *at = data;
    while (size > 0) {
        TW_TRY(wait_for_room(p));
        ssize_t n = write(p->input, at, size);
        if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (n < 0) return tw_fail_system("cannot write to '%s'", p->name);
        at += n;
        size -= (size_t)n;
    }
    return TW_OK;
}

/* text: the last lines of the program's error output, separated by "; " */
static void last_words(tw_pipe *p, char text[800]) {
    char all[700];
    long size = fseek(p->words, 0, SEEK_END) == 0 ? ftell(p->words) : 0;
    long from = size > (long)sizeof all ? size - (long)sizeof all : 0;
    size_t n = fseek(p->words, from, SEEK_SET) == 0 ? fread(all, 1, sizeof all, p->words) : 0;
    while (n > 0 && (all[n - 1] == '\n' || all[n - 1] == ' ')) n--;
    size_t used = 0;
    for (size_t i = 0; i < n && used + 3 < 800; i++) {
        unsigned char c = (unsigned char)all[i];
        if (c == '\n') {
            text[used++] = ';';
            text[used++] = ' ';
        } else {
            text[used++] = c < 0x20 ? ' ' : (char)c;
        }
    }
    text[used] = '\0';
}

tw_status tw_pipe_close(tw_pipe *p) {
    int closed = close(p->input), e = errno;
    p->input = -1;
    int how = 0;
    bool lost = !tw_wait_for(p->child, &how);
    char words[800], name[64];
    last_words(p, words);
    snprintf(name, sizeof name, "%s", p->name);
    pipe_free(p);
    const char *colon = *words ? ": " : "";
    if (lost) return tw_fail(TW_IO, "'%s' was lost", name);
    if (WIFSIGNALED(how))
        return tw_fail(TW_IO, "'%s' was killed by signal %d%s%s", name, WTERMSIG(how), colon,
                       words);
    if (WEXITSTATUS(how) != 0)
        return tw_fail(TW_IO, "'%s' failed with status %d%s%s", name, WEXITSTATUS(how), colon,
                       words);
    if (closed != 0) return tw_fail(TW_IO, "cannot write to '%s': %s", name, strerror(e));
    return TW_OK;
}

void tw_pipe_kill(tw_pipe *p) {
    kill(p->child, SIGKILL);
    int how;
    tw_wait_for(p->child, &how);
    pipe_free(p);
}
