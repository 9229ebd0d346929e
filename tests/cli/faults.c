/*
 * A library to be loaded before a program (LD_PRELOAD) that lets one of its calls on files fail:
 * every write, rename, close and fsync of regular files that are open for writing is counted, and
 * number TAUWERK_FAULT_AT fails as TAUWERK_FAULT says: ENOSPC, EIO, or SHORT (a write takes half of
 * its bytes; of the other calls none is short). With TAUWERK_FAULT_ON also all later ones fail.
 * At exit the number of calls goes to the file TAUWERK_FAULT_COUNT.
 *
 * With TAUWERK_FAULT_LOOK it is stat, lstat and access that are counted, in the process and those
 * that it forks together, and that fail.
 *
 * The C library writes streams by calls of its own that cannot be replaced: streams that are opened
 * for writing become streams of ours.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { STREAMS = 64 };

static atomic_int own_calls, *calls = &own_calls;
static struct {
    FILE *stream;
    int fd;
} ours[STREAMS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static const char *setting(const char *name) {
    const char *s = getenv(name);
    return s ? s : "";
}

/* does this call fail? errno says how; 0 for a short one */
static int fails(void) {
    int number = atomic_fetch_add(calls, 1) + 1, at = atoi(setting("TAUWERK_FAULT_AT"));
    int hit = number == at || (at > 0 && number > at && *setting("TAUWERK_FAULT_ON"));
    const char *kind = setting("TAUWERK_FAULT");
    if (hit) errno = !strcmp(kind, "ENOSPC") ? ENOSPC : !strcmp(kind, "EIO") ? EIO : 0;
    return hit;
}

static int looks(void) {
    return *setting("TAUWERK_FAULT_LOOK") != 0;
}

/* a count that forked processes share */
__attribute__((constructor)) static void share(void) {
    void *p = mmap(NULL, sizeof *calls, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (p != MAP_FAILED) calls = p;
}

static int counts(int fd) {
    struct stat st;
    int flags = fcntl(fd, F_GETFL);
    return !looks() && flags >= 0 && (flags & O_ACCMODE) != O_RDONLY && fstat(fd, &st) == 0 &&
           S_ISREG(st.st_mode);
}

ssize_t write(int fd, const void *data, size_t size) {
    if (!counts(fd) || !fails()) return syscall(SYS_write, fd, data, size);
    if (errno) return -1;
    return syscall(SYS_write, fd, data, size / 2);
}

int fsync(int fd) {
    if (counts(fd) && fails() && errno) return -1;
    return (int)syscall(SYS_fsync, fd);
}

int close(int fd) {
    int hit = counts(fd) && fails() && errno, e = errno;
    int r = (int)syscall(SYS_close, fd);
    if (!hit) return r;
    errno = e;
    return -1;
}

int rename(const char *from, const char *to) {
    if (!looks() && fails() && errno) return -1;
    return (int)syscall(SYS_rename, from, to);
}

/* ---- looks --------------------------------------------------------------------------------- */

int access(const char *path, int mode) {
    if (looks() && fails() && errno) return -1;
    return (int)syscall(SYS_faccessat, AT_FDCWD, path, mode);
}

int stat(const char *path, struct stat *st) {
    if (looks() && fails() && errno) return -1;
    return fstatat(AT_FDCWD, path, st, 0);
}

int lstat(const char *path, struct stat *st) {
    if (looks() && fails() && errno) return -1;
    return fstatat(AT_FDCWD, path, st, AT_SYMLINK_NOFOLLOW);
}

/* ---- streams ------------------------------------------------------------------------------- */

static ssize_t stream_write(void *cookie, const char *data, size_t size) {
    size_t done = 0;
    while (done < size) {
        ssize_t n = write((int)(intptr_t)cookie, data + done, size - done);
        if (n <= 0) return 0; /* as a cookie tells a failure */
        done += (size_t)n;
    }
    return (ssize_t)size;
}

static int stream_close(void *cookie) {
    return close((int)(intptr_t)cookie);
}

FILE *fopen(const char *path, const char *mode) {
    typedef FILE *(*opener)(const char *, const char *);
    static opener real;
    if (mode[0] != 'w') {
        void *symbol = dlsym(RTLD_NEXT, "fopen");
        memcpy(&real, &symbol, sizeof real);
        return real(path, mode);
    }
    int flags = O_WRONLY | O_CREAT | O_TRUNC | (strchr(mode, 'x') ? O_EXCL : 0);
    int fd = open(path, flags, 0666);
    if (fd < 0) return NULL;
    cookie_io_functions_t io = {.write = stream_write, .close = stream_close};
    FILE *stream = fopencookie((void *)(intptr_t)fd, "w", io);
    pthread_mutex_lock(&lock);
    for (int i = 0; i < STREAMS; i++)
        if (!ours[i].stream) {
            ours[i].stream = stream;
            ours[i].fd = fd;
            break;
        }
    pthread_mutex_unlock(&lock);
    return stream;
}

int fileno(FILE *stream) {
    int fd = -1;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < STREAMS; i++)
        if (ours[i].stream == stream) fd = ours[i].fd;
    pthread_mutex_unlock(&lock);
    if (fd >= 0) return fd;
    return stream == stdin ? 0 : stream == stdout ? 1 : stream == stderr ? 2 : -1;
}

int fclose(FILE *stream) {
    typedef int (*closer)(FILE *);
    closer real;
    void *symbol = dlsym(RTLD_NEXT, "fclose");
    memcpy(&real, &symbol, sizeof real);
    pthread_mutex_lock(&lock);
    for (int i = 0; i < STREAMS; i++)
        if (ours[i].stream == stream) ours[i].stream = NULL;
    pthread_mutex_unlock(&lock);
    return real(stream);
}

__attribute__((destructor)) static void tell(void) {
    const char *path = setting("TAUWERK_FAULT_COUNT");
    if (!*path) return;
    char text[24];
    int n = snprintf(text, sizeof text, "%d\n", atomic_load(calls));
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (fd < 0) return;
    syscall(SYS_write, fd, text, (size_t)n);
    syscall(SYS_close, fd);
}
