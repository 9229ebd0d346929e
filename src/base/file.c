/* Reads files, and writes files that appear whole or not at all; see file.h. */
#include "base/file.h"

#include "base/text/path.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct tw_file {
    FILE *stream;
    char *path, *temporary;
};

static void file_free(tw_file *f) {
    free(f->path);
    free(f->temporary);
    free(f);
}

tw_status tw_file_look(const char *path, bool follow, tw_file_kind *kind) {
    struct stat st;
    *kind = TW_FILE_NONE;
    if ((follow ? stat : lstat)(path, &st) != 0)
        return errno == ENOENT || errno == ENOTDIR ? TW_OK
                                                   : tw_fail_system("cannot look at '%s'", path);
    *kind = S_ISREG(st.st_mode)   ? TW_FILE_REGULAR
            : S_ISDIR(st.st_mode) ? TW_FILE_FOLDER
            : S_ISLNK(st.st_mode) ? TW_FILE_LINK
                                  : TW_FILE_OTHER;
    return TW_OK;
}

bool tw_file_absent(const char *path) {
    tw_file_kind kind;
    return tw_file_look(path, true, &kind) == TW_OK && kind == TW_FILE_NONE;
}

tw_status tw_file_may_replace(const char *path) {
    tw_file_kind kind;
    TW_TRY(tw_file_look(path, false, &kind));
    if (kind != TW_FILE_FOLDER && kind != TW_FILE_OTHER) return TW_OK;
    return tw_fail(TW_IO, "cannot write '%s': it is %s", path,
                   kind == TW_FILE_FOLDER ? "a folder" : "not a regular file");
}

/* flushes the folder of `path` to the device, so that a new name in it is not lost; returns 0 or
 * errno. Folders that cannot be flushed are no failure */
static int sync_folder(const char *path) {
    const char *slash = strrchr(path, '/');
    size_t n = slash ? (size_t)(slash - path) + 1 : 0;
    char folder[4096] = ".";
    if (n >= sizeof folder) return ENAMETOOLONG;
    if (n) memcpy(folder, path, n), folder[n] = '\0';
    int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), e = 0;
    /* a folder that can be written but not read cannot be opened to be flushed: that is no
     * failure */
    if (fd < 0) return errno == EACCES ? 0 : errno;
    if (fsync(fd) != 0 && errno != EINVAL && errno != EROFS) e = errno;
    close(fd);
    return e;
}

tw_status tw_file_open(const char *path, tw_file **file) {
    static atomic_uint counter;
    tw_file *f = calloc(1, sizeof *f);
    if (!f) return tw_fail_memory();
    tw_status s = tw_file_may_replace(path);
    if (s == TW_OK && !(f->path = strdup(path))) s = tw_fail_memory();
    if (s == TW_OK) {
        size_t n = strlen(f->path) + 64;
        f->temporary = malloc(n);
        if (!f->temporary) s = tw_fail_memory();
        /* a killed process may have left a file with this temporary name: then the next number is
         * tried */
        for (int attempt = 0; s == TW_OK && !f->stream; attempt++) {
            snprintf(f->temporary, n, "%s.%ld.%u.part", f->path, (long)getpid(),
                     atomic_fetch_add(&counter, 1u));
            f->stream = fopen(f->temporary, "wbx");
            if (!f->stream && (errno != EEXIST || attempt == 99))
                s = tw_fail_system("cannot write '%s'", path);
        }
    }
    if (s == TW_OK)
        *file = f;
    else
        file_free(f);
    return s;
}

FILE *tw_file_stream(tw_file *f) {
    return f->stream;
}

tw_status tw_file_commit(tw_file *f) {
    /* a full disk may be reported by the flush, the sync or the close; the first failure counts */
    int e = 0;
    if (fflush(f->stream) != 0) e = errno;
    /* an earlier write failed, and its reason is lost; writing one more byte gives the reason
     * again */
    else if (ferror(f->stream))
        e = write(fileno(f->stream), "", 1) < 0 ? errno : EIO;
    if (!e && fsync(fileno(f->stream)) != 0 && errno != EINVAL) e = errno;
    if (fclose(f->stream) != 0 && !e) e = errno;
    bool named = !e && rename(f->temporary, f->path) == 0;
    if (!e) e = named ? sync_folder(f->path) : errno;
    tw_status s = TW_OK;
    if (e) {
        errno = e;
        s = tw_fail_system("cannot write '%s'", f->path);
        if (!named) remove(f->temporary);
    }
    file_free(f);
    return s;
}

void tw_file_discard(tw_file *f) {
    if (!f) return;
    fclose(f->stream);
    remove(f->temporary);
    file_free(f);
}

tw_status tw_file_move(const char *from, const char *path) {
    TW_TRY(tw_file_may_replace(path));
    if (rename(from, path) != 0) return tw_fail_system("cannot write '%s'", path);
    int e = sync_folder(path);
    if (!e) return TW_OK;
    errno = e;
    return tw_fail_system("cannot write '%s'", path);
}

tw_status tw_file_write(const char *path, const void *data, size_t size) {
    tw_file *f;
    TW_TRY(tw_file_open(path, &f));
    errno = 0;
    if (size > 0 && fwrite(data, 1, size, f->stream) != size) {
        if (errno == 0) errno = EIO;
        tw_status s = tw_fail_system("cannot write '%s'", path);
        tw_file_discard(f);
        return s;
    }
    return tw_file_commit(f);
}

tw_status tw_file_write_aside(const char *path, const void *data, size_t size) {
    /* if there is already a file of that name, left by a killed process, or a link, it is removed;
     * it is never written into */
    if (unlink(path) != 0 && errno != ENOENT) return tw_fail_system("cannot write '%s'", path);
    FILE *f = fopen(path, "wbx");
    if (!f) return tw_fail_system("cannot write '%s'", path);
    errno = 0;
    bool whole = fwrite(data, 1, size, f) == size;
    int e = whole ? 0 : errno ? errno : EIO;
    if (fclose(f) != 0 && !e) e = errno;
    if (!e) return TW_OK;
    unlink(path);
    errno = e;
    return tw_fail_system("cannot write '%s'", path);
}

static double most_bytes, most_pixels;

void tw_file_bound(double bytes, double pixels) {
    most_bytes = bytes;
    most_pixels = pixels;
}

tw_status tw_file_may_hold(int width, int height) {
    if (!(most_pixels > 0) || (double)width * height <= most_pixels) return TW_OK;
    return tw_fail(TW_IO,
                   "expected a picture of at most %.10g pixels, got %d x %d (--limit-pixels)",
                   most_pixels, width, height);
}

static tw_status may_read(const char *path, double bytes) {
    if (!(most_bytes > 0) || bytes <= most_bytes) return TW_OK;
    return tw_fail(TW_IO,
                   "cannot read '%s': expected at most %.10g bytes, got %.10g (--limit-file)", path,
                   most_bytes, bytes);
}

static tw_status read_all(FILE *in, const char *path, bool bounded, char **data, size_t *size) {
    size_t capacity = 0, n = 0;
    char *buf = NULL;
    for (;;) {
        if (capacity - n < 2) {
            capacity = capacity ? 2 * capacity : 8192;
            char *more = realloc(buf, capacity);
            if (!more) {
                free(buf);
                return tw_fail_memory();
            }
            buf = more;
        }
        size_t got = fread(buf + n, 1, capacity - n - 1, in);
        n += got;
        if (got == 0) break;
        /* the file may grow while it is read, so its size is checked again */
        tw_status s = bounded ? may_read(path, (double)n) : TW_OK;
        if (s != TW_OK) {
            free(buf);
            return s;
        }
    }
    if (ferror(in)) {
        tw_status s = tw_fail_system("cannot read '%s'", path);
        free(buf);
        return s;
    }
    buf[n] = 0;
    *data = buf;
    *size = n;
    return TW_OK;
}

static void (*read_told)(void *context, const char *path);
static void *read_context;

void tw_file_on_read(void (*told)(void *context, const char *path), void *context) {
    read_told = told;
    read_context = context;
}

static tw_status read_file(const char *path, bool bounded, char **data, size_t *size) {
    if (read_told) read_told(read_context, path);
    /* the kind of file is checked before it is opened, since opening a pipe would wait for a
     * writer */
    struct stat st;
    if (stat(path, &st) != 0) return tw_fail_system("cannot read '%s'", path);
    if (!S_ISREG(st.st_mode))
        return tw_fail(TW_IO, "cannot read '%s': it is %s", path,
                       S_ISDIR(st.st_mode) ? "a folder" : "not a regular file");
    if (bounded) TW_TRY(may_read(path, (double)st.st_size));
    FILE *in = fopen(path, "rb");
    if (!in) return tw_fail_system("cannot read '%s'", path);
    tw_status s = read_all(in, path, bounded, data, size);
    fclose(in);
    return s;
}

tw_status tw_file_read(const char *path, char **data, size_t *size) {
    return read_file(path, false, data, size);
}

tw_status tw_file_read_bounded(const char *path, char **data, size_t *size) {
    return read_file(path, true, data, size);
}

/* true: `path` is the folder itself or below it. Both paths are absolute and without links */
static bool is_below(const char *folder, const char *path) {
    size_t n = strlen(folder);
    if (n == 1) return true; /* the root */
    return !strncmp(folder, path, n) && (path[n] == '/' || path[n] == '\0');
}

/* real path, malloc'ed, of a file that does not exist in a folder that does; NULL: failed, errno
 * says why */
static char *absent_path(const char *path) {
    const char *name = tw_path_name(path);
    struct stat st;
    if (lstat(path, &st) == 0 || !*name || !strcmp(name, "..") || !strcmp(name, ".")) return NULL;
    char *folder = tw_path_folder(path);
    char *parent = folder ? realpath(folder, NULL) : NULL, *all = NULL;
    size_t n = parent ? strlen(parent) + strlen(name) + 2 : 0;
    if (parent && (all = malloc(n))) snprintf(all, n, "%s/%s", parent[1] ? parent : "", name);
    free(parent);
    free(folder);
    return all;
}

static tw_status outside(const char *folder, const char *path) {
    return tw_fail(TW_ARGUMENT, "expected a file below the folder '%s', got '%s'", folder, path);
}

tw_status tw_file_below(const char *folder, const char *path, char **real) {
    char *root = realpath(folder, NULL), *whole = root ? realpath(path, NULL) : NULL;
    if (root && !whole && errno != ENOMEM) whole = absent_path(path);
    if (!root || !whole) {
        bool full = errno == ENOMEM;
        free(root);
        *real = NULL;
        if (full) return tw_fail_memory();
        return outside(folder, path);
    }
    bool inside = is_below(root, whole);
    *real = inside ? whole : NULL;
    if (!inside) free(whole);
    free(root);
    return inside ? TW_OK : outside(folder, path);
}

tw_status tw_folder_make(const char *path) {
    char *copy = strdup(path);
    if (!copy) return tw_fail_memory();
    tw_status s = TW_OK;
    for (char *p = copy;; p++) {
        if (*p && (*p != '/' || p == copy)) continue;
        char end = *p;
        *p = 0;
        struct stat st;
        if (mkdir(copy, 0777) != 0 &&
            !(errno == EEXIST && stat(copy, &st) == 0 && S_ISDIR(st.st_mode))) {
            if (errno == EEXIST) errno = ENOTDIR;
            s = tw_fail_system("cannot make the folder '%s'", copy);
        }
        *p = end;
        if (!end || s != TW_OK) break;
    }
    free(copy);
    return s;
}

const char *tw_temporary_folder(void) {
    const char *folder = getenv("TMPDIR");
    return folder && *folder ? folder : "/tmp";
}

tw_status tw_temporary_path(const char *name, char *path) {
    const char *folder = tw_temporary_folder();
    if (snprintf(path, TW_TEMPORARY, "%s/%s-XXXXXX", folder, name) < TW_TEMPORARY) return TW_OK;
    return tw_fail(TW_IO, "the path of the temporary folder is too long: '%.40s...'", folder);
}

struct dirent *tw_folder_next(DIR *dir, const char *folder, tw_status *s) {
    errno = 0;
    struct dirent *e = readdir(dir);
    if (!e && errno) *s = tw_fail_system("cannot read the folder '%s'", folder);
    return e;
}

tw_status tw_folder_remove(const char *folder) {
    DIR *d = opendir(folder);
    if (!d) return tw_fail_system("cannot remove the folder '%s'", folder);
    tw_status s = TW_OK;
    for (struct dirent *e; (e = tw_folder_next(d, folder, &s));) {
        char path[4096];
        struct stat st;
        if (!strcmp(e->d_name, ".") || !strcmp(e->d_name, "..")) continue;
        if (snprintf(path, sizeof path, "%s/%s", folder, e->d_name) >= (int)sizeof path) continue;
        if (lstat(path, &st) == 0 && S_ISDIR(st.st_mode))
            tw_folder_remove(path);
        else
            unlink(path);
    }
    closedir(d);
    if (rmdir(folder) == 0) return TW_OK;
    return s == TW_OK ? tw_fail_system("cannot remove the folder '%s'", folder) : s;
}
