/* Files that appear whole or not at all; see file.h. */
#include "base/file.h"

#include <errno.h>
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

static tw_status io_error(const char *what, const char *path) {
    int e = errno;
    return tw_fail(TW_IO, "cannot %s '%s': %s", what, path, strerror(e));
}

tw_status tw_file_open(const char *path, tw_file **file) {
    static atomic_uint counter;
    tw_file *f = calloc(1, sizeof *f);
    size_t n = strlen(path) + 64;
    if (f) f->path = strdup(path);
    if (f) f->temporary = malloc(n);
    if (!f || !f->path || !f->temporary) {
        if (f) free(f->path), free(f->temporary);
        free(f);
        return tw_fail_memory();
    }
    snprintf(f->temporary, n, "%s.%ld.%u.part", path, (long)getpid(),
             atomic_fetch_add(&counter, 1u));
    f->stream = fopen(f->temporary, "wbx");
    if (!f->stream) {
        tw_status s = io_error("write", path);
        free(f->path);
        free(f->temporary);
        free(f);
        return s;
    }
    *file = f;
    return TW_OK;
}

FILE *tw_file_stream(tw_file *f) {
    return f->stream;
}

static void file_free(tw_file *f) {
    free(f->path);
    free(f->temporary);
    free(f);
}

tw_status tw_file_commit(tw_file *f) {
    /* a full disk is often told only by flush, sync or close: each counts */
    bool bad = ferror(f->stream) != 0;
    if (bad && errno == 0) errno = EIO;
    int e = bad ? errno : 0;
    if (!e && fflush(f->stream) != 0) e = errno;
    if (!e && fsync(fileno(f->stream)) != 0 && errno != EINVAL && errno != EROFS) e = errno;
    if (fclose(f->stream) != 0 && !e) e = errno;
    if (!e && rename(f->temporary, f->path) != 0) e = errno;
    tw_status s = TW_OK;
    if (e) {
        errno = e;
        s = io_error("write", f->path);
        remove(f->temporary);
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

tw_status tw_file_write(const char *path, const void *data, size_t size) {
    tw_file *f;
    TW_TRY(tw_file_open(path, &f));
    errno = 0;
    if (size > 0 && fwrite(data, 1, size, f->stream) != size) {
        if (errno == 0) errno = EIO;
        tw_status s = io_error("write", path);
        tw_file_discard(f);
        return s;
    }
    return tw_file_commit(f);
}

static tw_status read_all(FILE *in, const char *path, char **data, size_t *size) {
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
    }
    if (ferror(in)) {
        tw_status s = io_error("read", path);
        free(buf);
        return s;
    }
    buf[n] = 0;
    *data = buf;
    *size = n;
    return TW_OK;
}

tw_status tw_file_read(const char *path, char **data, size_t *size) {
    FILE *in = fopen(path, "rb");
    struct stat st;
    if (!in) return io_error("read", path);
    if (fstat(fileno(in), &st) == 0 && S_ISDIR(st.st_mode)) {
        fclose(in);
        return tw_fail(TW_IO, "cannot read '%s': it is a folder", path);
    }
    tw_status s = read_all(in, path, data, size);
    fclose(in);
    return s;
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
            s = io_error("make the folder", copy);
        }
        *p = end;
        if (!end || s != TW_OK) break;
    }
    free(copy);
    return s;
}
