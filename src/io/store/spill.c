/*
 * Records in memory and in a file; see spill.h. Places count bytes: those below `held.count` are in
 * memory, the others in the file, which begins there. A record is never divided.
 */
#define _GNU_SOURCE /* mkostemp */
#include "io/store/spill.h"

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct tw_spill {
    TW_ARRAY(unsigned char) held;
    size_t bound;  /* most bytes of `held` */
    int fd;        /* -1: no file yet */
    uint64_t size; /* bytes of the file */
};

tw_status tw_spill_create(size_t held, tw_spill **spill) {
    tw_spill *s = calloc(1, sizeof *s);
    if (!s) return tw_fail_memory();
    s->bound = held;
    s->fd = -1;
    *spill = s;
    return TW_OK;
}

void tw_spill_free(tw_spill *s) {
    if (!s) return;
    tw_array_free(&s->held);
    if (s->fd >= 0) close(s->fd);
    free(s);
}

/* opens the file, which no program that another thread starts inherits; once it is open nothing is
 * added to `held` any more */
static tw_status open_file(tw_spill *s) {
    char path[TW_TEMPORARY];
    TW_TRY(tw_temporary_path("tauwerk-film", path));
    s->fd = mkostemp(path, O_CLOEXEC);
    if (s->fd < 0) return tw_fail_system("cannot make the temporary file '%s'", path);
    unlink(path);
    return TW_OK;
}

tw_status tw_spill_add(tw_spill *s, const void *data, size_t size, uint64_t *at) {
    if (s->fd < 0 && size <= s->bound - s->held.count) {
        TW_TRY(tw_reserve(&s->held, s->held.count + size));
        if (size > 0) memcpy(s->held.data + s->held.count, data, size);
        *at = s->held.count;
        s->held.count += size;
        return TW_OK;
    }
    if (s->fd < 0) TW_TRY(open_file(s));
    const unsigned char *from = data;
    for (size_t done = 0; done < size;) {
        ssize_t n = pwrite(s->fd, from + done, size - done, (off_t)(s->size + done));
        if (n == 0) errno = ENOSPC;
        if (n <= 0) return tw_fail_system("cannot write the film's frames to a temporary file");
        done += (size_t)n;
    }
    *at = s->held.count + s->size;
    s->size += size;
    return TW_OK;
}

tw_status tw_spill_read(const tw_spill *s, uint64_t at, size_t size, void *data) {
    if (at < s->held.count) {
        memcpy(data, s->held.data + at, size);
        return TW_OK;
    }
    unsigned char *to = data;
    uint64_t from = at - s->held.count;
    for (size_t done = 0; done < size;) {
        ssize_t n = pread(s->fd, to + done, size - done, (off_t)(from + done));
        if (n < 0) return tw_fail_system("cannot read the film's frames from a temporary file");
        if (n == 0) return tw_fail(TW_IO, "the temporary file of the film's frames was cut off");
        done += (size_t)n;
    }
    return TW_OK;
}
