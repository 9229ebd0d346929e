/*
 * A library to be loaded before the program (LD_PRELOAD) that lets its calls to the system fail.
 *
 *   TAUWERK_FAULT_CLASS  classes that are counted, with commas between them (default write):
 *     write   write, fsync, close, rename, ftruncate, on regular files that are open for writing
 *     look    stat, lstat, access
 *     read    open, read, pread of files, opendir, readdir, readlink, realpath
 *     place   mkdir, mkdtemp, mkstemp, mkostemp, unlink, rmdir
 *     memory  malloc, calloc, realloc, aligned_alloc, posix_memalign
 *     map     mmap
 *     start   pthread_create, fork, posix_spawn, pipe
 *   TAUWERK_FAULT_AT     number of the call that fails; later ones too with TAUWERK_FAULT_ON
 *   TAUWERK_FAULT        ENOSPC, EIO, EACCES, ENOMEM, EAGAIN, or SHORT (a write takes half of its
 *                        bytes; other calls succeed). Default: the usual one of the class
 *   TAUWERK_FAULT_COUNT  file that the number of calls is written to at exit, then a line with the
 *                        number of each class that is counted: "write 12"
 *
 * Only the program itself is disturbed, not those that it starts. Processes that it forks count
 * together with it.
 *
 * The C library reads and writes streams by calls of its own that cannot be replaced: streams that
 * are opened become streams of ours.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { STREAMS = 64 };
enum { WRITE = 1, LOOK = 2, READ = 4, PLACE = 8, MEMORY = 16, MAP = 32, START = 64, CLASSES = 7 };
static const char *const class_names[CLASSES] = {"write",  "look", "read", "place",
                                                 "memory", "map",  "start"};

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *old, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
extern char *program_invocation_short_name;

/* numbers of calls: in all, and of each class, in the order of class_names */
static atomic_int own_calls[1 + CLASSES], *calls = own_calls;
static atomic_int classes; /* those that are counted; 0 until all libraries have begun */
static int at, on, error_asked;
static bool shortens;
static struct {
    FILE *stream;
    int fd;
} ours[STREAMS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int error_of(int class) {
    if (error_asked) return error_asked;
    if (class & (MEMORY | MAP)) return ENOMEM;
    if (class == START) return EAGAIN;
    return EIO;
}

/* Does this call fail? errno says how; 0 for a short one. */
static bool fails(int class) {
    if (!(atomic_load(&classes) & class)) return false;
    int number = atomic_fetch_add(calls, 1) + 1;
    atomic_fetch_add(calls + 1 + __builtin_ctz((unsigned)class), 1);
    bool hit = at > 0 && (number == at || (number > at && on));
    if (hit) errno = shortens ? 0 : error_of(class);
    return hit;
}

static bool breaks(int class) {
    return fails(class) && errno;
}

static int class_named(const char *list) {
    int found = 0;
    for (int i = 0; i < CLASSES; i++) {
        size_t n = strlen(class_names[i]);
        for (const char *s = list; (s = strstr(s, class_names[i])); s += n)
            if ((s == list || s[-1] == ',') && (s[n] == 0 || s[n] == ',')) found |= 1 << i;
    }
    return found;
}

static int error_named(const char *name) {
    static const struct {
        const char *name;
        int error;
    } names[] = {{"ENOSPC", ENOSPC},
                 {"EIO", EIO},
                 {"EACCES", EACCES},
                 {"ENOMEM", ENOMEM},
                 {"EAGAIN", EAGAIN}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(name, names[i].name)) return names[i].error;
    return 0;
}

static const char *setting(const char *name) {
    const char *s = getenv(name);
    return s ? s : "";
}

__attribute__((constructor)) static void begin(void) {
    if (strcmp(program_invocation_short_name, "tauwerk") != 0) return;
    void *p =
        mmap(NULL, sizeof own_calls, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (p != MAP_FAILED) calls = p;
    at = atoi(setting("TAUWERK_FAULT_AT"));
    on = *setting("TAUWERK_FAULT_ON") != 0;
    shortens = !strcmp(setting("TAUWERK_FAULT"), "SHORT");
    error_asked = error_named(setting("TAUWERK_FAULT"));
    const char *list = setting("TAUWERK_FAULT_CLASS");
    atomic_store(&classes, *list ? class_named(list) : WRITE);
}

/* the next definition of a function: that of the C library */
static void next(const char *name, void *function, size_t size) {
    int counted = atomic_exchange(&classes, 0); /* dlsym may allocate */
    void *symbol = dlsym(RTLD_NEXT, name);
    memcpy(function, &symbol, size);
    atomic_store(&classes, counted);
}

#define NEXT(name) next(#name, &real, sizeof real)

/* ---- memory -------------------------------------------------------------------------------- */

void *malloc(size_t size) {
    return breaks(MEMORY) ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    return breaks(MEMORY) ? NULL : __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
    return breaks(MEMORY) ? NULL : __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    return breaks(MEMORY) ? NULL : __libc_memalign(alignment, size);
}

int posix_memalign(void **p, size_t alignment, size_t size) {
    if (breaks(MEMORY)) return ENOMEM;
    *p = __libc_memalign(alignment, size);
    return *p ? 0 : ENOMEM;
}

void *mmap(void *start, size_t size, int protection, int flags, int fd, off_t offset) {
    if (breaks(MAP)) return MAP_FAILED;
    return (void *)syscall(SYS_mmap, start, size, protection, flags, fd, offset);
}

/* ---- descriptors --------------------------------------------------------------------------- */

static bool counts(int fd, bool writes) {
    struct stat st;
    int flags = atomic_load(&classes) ? fcntl(fd, F_GETFL) : -1;
    return flags >= 0 && ((flags & O_ACCMODE) != O_RDONLY) == writes && fstat(fd, &st) == 0 &&
           S_ISREG(st.st_mode);
}

ssize_t write(int fd, const void *data, size_t size) {
    if (!counts(fd, true) || !fails(WRITE)) return syscall(SYS_write, fd, data, size);
    if (errno) return -1;
    return syscall(SYS_write, fd, data, size / 2);
}

ssize_t read(int fd, void *data, size_t size) {
    if (counts(fd, false) && breaks(READ)) return -1;
    return syscall(SYS_read, fd, data, size);
}

ssize_t pread(int fd, void *data, size_t size, off_t offset) {
    if (counts(fd, false) && breaks(READ)) return -1;
    return syscall(SYS_pread64, fd, data, size, offset);
}

ssize_t pread64(int fd, void *data, size_t size, off_t offset) {
    return pread(fd, data, size, offset);
}

int fsync(int fd) {
    if (counts(fd, true) && breaks(WRITE)) return -1;
    return (int)syscall(SYS_fsync, fd);
}

int ftruncate(int fd, off_t size) {
    if (counts(fd, true) && breaks(WRITE)) return -1;
    return (int)syscall(SYS_ftruncate, fd, size);
}

int ftruncate64(int fd, off_t size) {
    return ftruncate(fd, size);
}

int close(int fd) {
    bool hit = counts(fd, true) && breaks(WRITE);
    int e = errno, r = (int)syscall(SYS_close, fd);
    if (!hit) return r;
    errno = e;
    return -1;
}

static int opened(const char *path, int flags, mode_t mode) {
    if (breaks((flags & O_ACCMODE) == O_RDONLY ? READ : WRITE)) return -1;
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int open(const char *path, int flags, ...) {
    va_list rest;
    va_start(rest, flags);
    mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return opened(path, flags, mode);
}

int __open_2(const char *path, int flags) {
    return opened(path, flags, 0);
}

int rename(const char *from, const char *to) {
    if (breaks(WRITE)) return -1;
    return (int)syscall(SYS_rename, from, to);
}

/* ---- names --------------------------------------------------------------------------------- */

int access(const char *path, int mode) {
    if (breaks(LOOK)) return -1;
    return (int)syscall(SYS_faccessat, AT_FDCWD, path, mode);
}

int stat(const char *path, struct stat *st) {
    if (breaks(LOOK)) return -1;
    return fstatat(AT_FDCWD, path, st, 0);
}

int lstat(const char *path, struct stat *st) {
    if (breaks(LOOK)) return -1;
    return fstatat(AT_FDCWD, path, st, AT_SYMLINK_NOFOLLOW);
}

int mkdir(const char *path, mode_t mode) {
    if (breaks(PLACE)) return -1;
    return (int)syscall(SYS_mkdir, path, mode);
}

int unlink(const char *path) {
    if (breaks(PLACE)) return -1;
    return (int)syscall(SYS_unlink, path);
}

int rmdir(const char *path) {
    if (breaks(PLACE)) return -1;
    return (int)syscall(SYS_rmdir, path);
}

ssize_t readlink(const char *path, char *buffer, size_t size) {
    if (breaks(READ)) return -1;
    return syscall(SYS_readlink, path, buffer, size);
}

#define FORWARD(class, failed, type, name, parameters, arguments) \
    type name parameters {                                        \
        static type(*real) parameters;                            \
        if (!real) NEXT(name);                                    \
        return breaks(class) ? (failed) : real arguments;         \
    }

FORWARD(PLACE, NULL, char *, mkdtemp, (char *template), (template))
FORWARD(PLACE, -1, int, mkstemp, (char *template), (template))
FORWARD(PLACE, -1, int, mkstemp64, (char *template), (template))
FORWARD(PLACE, -1, int, mkostemp, (char *template, int flags), (template, flags))
FORWARD(PLACE, -1, int, mkostemp64, (char *template, int flags), (template, flags))
FORWARD(READ, NULL, char *, realpath, (const char *path, char *resolved), (path, resolved))
FORWARD(READ, NULL, DIR *, opendir, (const char *path), (path))
FORWARD(READ, NULL, struct dirent *, readdir, (DIR * folder), (folder))

/* ---- threads and processes ----------------------------------------------------------------- */

FORWARD(START, -1, pid_t, fork, (void), ())
FORWARD(START, -1, int, pipe, (int ends[2]), (ends))
FORWARD(START, errno, int, pthread_create,
        (pthread_t * thread, const pthread_attr_t *attributes, void *(*start)(void *), void *data),
        (thread, attributes, start, data))
FORWARD(START, errno, int, posix_spawn,
        (pid_t * child, const char *path, const posix_spawn_file_actions_t *actions,
         const posix_spawnattr_t *attributes, char *const words[], char *const environment[]),
        (child, path, actions, attributes, words, environment))
FORWARD(START, errno, int, posix_spawnp,
        (pid_t * child, const char *file, const posix_spawn_file_actions_t *actions,
         const posix_spawnattr_t *attributes, char *const words[], char *const environment[]),
        (child, file, actions, attributes, words, environment))

/* ---- streams ------------------------------------------------------------------------------- */

static ssize_t stream_read(void *cookie, char *data, size_t size) {
    return read((int)(intptr_t)cookie, data, size);
}

static ssize_t stream_write(void *cookie, const char *data, size_t size) {
    size_t done = 0;
    while (done < size) {
        ssize_t n = write((int)(intptr_t)cookie, data + done, size - done);
        if (n <= 0) return 0; /* as a cookie tells a failure */
        done += (size_t)n;
    }
    return (ssize_t)size;
}

static int stream_seek(void *cookie, off64_t *offset, int whence) {
    off64_t r = lseek64((int)(intptr_t)cookie, *offset, whence);
    if (r < 0) return -1;
    *offset = r;
    return 0;
}

static int stream_close(void *cookie) {
    return close((int)(intptr_t)cookie);
}

static FILE *stream_open(const char *path, const char *mode, const char *name) {
    typedef FILE *(*opener)(const char *, const char *);
    bool writes = mode[0] == 'w';
    if (strchr(mode, '+') || (!writes && (mode[0] != 'r' || !(atomic_load(&classes) & READ)))) {
        opener real;
        next(name, &real, sizeof real);
        return real(path, mode);
    }
    int flags = writes ? O_WRONLY | O_CREAT | O_TRUNC | (strchr(mode, 'x') ? O_EXCL : 0) : O_RDONLY;
    int fd = opened(path, flags | (strchr(mode, 'e') ? O_CLOEXEC : 0), 0666);
    if (fd < 0) return NULL;
    cookie_io_functions_t io = {stream_read, stream_write, stream_seek, stream_close};
    FILE *stream = fopencookie((void *)(intptr_t)fd, writes ? "w" : "r", io);
    if (!stream) {
        syscall(SYS_close, fd);
        return NULL;
    }
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

FILE *fopen(const char *path, const char *mode) {
    return stream_open(path, mode, "fopen");
}

FILE *fopen64(const char *path, const char *mode) {
    return stream_open(path, mode, "fopen64");
}

int fileno(FILE *stream) {
    int fd = -1;
    pthread_mutex_lock(&lock);
    for (int i = 0; i < STREAMS; i++)
        if (ours[i].stream == stream) fd = ours[i].fd;
    pthread_mutex_unlock(&lock);
    if (fd >= 0) return fd;
    return stream == stdin ? 0 : stream == stdout ? 1 : stream == stderr ? 2 : stream->_fileno;
}

int fclose(FILE *stream) {
    int (*real)(FILE *);
    NEXT(fclose);
    pthread_mutex_lock(&lock);
    for (int i = 0; i < STREAMS; i++)
        if (ours[i].stream == stream) ours[i].stream = NULL;
    pthread_mutex_unlock(&lock);
    return real(stream);
}

__attribute__((destructor)) static void end(void) {
    const char *path = setting("TAUWERK_FAULT_COUNT");
    int counted = atomic_exchange(&classes, 0);
    if (!*path || !counted) return;
    char text[256];
    int n = snprintf(text, sizeof text, "%d\n", atomic_load(calls));
    for (int i = 0; i < CLASSES; i++)
        if (counted & 1 << i)
            n += snprintf(text + n, sizeof text - (size_t)n, "%s %d\n", class_names[i],
                          atomic_load(calls + 1 + i));
    int fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (fd < 0) return;
    syscall(SYS_write, fd, text, (size_t)n);
    syscall(SYS_close, fd);
}
