/* Streams that write a text into memory; see memo.h. */
#define _GNU_SOURCE /* fopencookie */
#include "base/text/memo.h"

#include "base/array.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct memo {
    char **text;
    size_t *size, capacity;
    bool full; /* true: memory ran out, and bytes were lost */
} memo;

static ssize_t memo_write(void *cookie, const char *data, size_t size) {
    memo *m = cookie;
    m->full = m->full || size > SIZE_MAX - *m->size - 1 ||
              tw_array_reserve(m->text, &m->capacity, *m->size + size + 1, 1) != TW_OK;
    if (m->full) {
        errno = ENOMEM;
        return 0;
    }
    memcpy(*m->text + *m->size, data, size);
    *m->size += size;
    (*m->text)[*m->size] = '\0';
    return (ssize_t)size;
}

/* seek function of the stream: supports what ftell needs (reports the position) and what rewind
 * needs (empties the text), nothing else */
static int memo_seek(void *cookie, off64_t *offset, int whence) {
    memo *m = cookie;
    if (*offset != 0 || whence == SEEK_END) return -1;
    if (whence == SEEK_SET) *m->size = 0, **m->text = '\0';
    *offset = (off64_t)*m->size;
    return 0;
}

static int memo_close(void *cookie) {
    memo *m = cookie;
    bool full = m->full;
    free(m);
    if (full) errno = ENOMEM;
    return full ? -1 : 0;
}

FILE *tw_memo_open(char **text, size_t *size) {
    memo *m = calloc(1, sizeof *m);
    *text = NULL;
    *size = 0;
    if (!m) return NULL;
    m->text = text;
    m->size = size;
    FILE *out = NULL;
    if (tw_array_reserve(text, &m->capacity, 1, 1) == TW_OK) {
        **text = '\0';
        out = fopencookie(
            m, "w",
            (cookie_io_functions_t){.write = memo_write, .seek = memo_seek, .close = memo_close});
    }
    if (out) return out;
    free(*text);
    *text = NULL;
    free(m);
    return NULL;
}
