/*
 * Records in memory and in a file; see spill.h. The place of a record is an offset in bytes: places
 * below `held.count` are in memory, the others in the file, which begins at the place held.count. A
 * record is never divided.
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
    size_t bound;  /* largest size of `held`, bytes */
    int fd;        /* descriptor of the file; -1: there is no file yet */
    uint64_t size; /* size of the file, bytes */
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

/* opens the file, such that programs started meanwhile by other threads do not inherit it; once the
 * file is open, nothing more is added to `held` */
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
