/* Writes NumPy's files [NEP 1]: magic bytes, version, length of the header, header, numbers; see
 * npy.h. */
#include "io/text/npy.h"

#include "base/file.h"

#include <stdint.h>
#include <string.h>

enum { HEADER = 512 };

static size_t header(char text[HEADER], const size_t *shape, int dimensions) {
    size_t n =
        (size_t)snprintf(text, HEADER, "{'descr': '<f8', 'fortran_order': False, 'shape': (");
    for (int i = 0; i < dimensions; i++)
        n += (size_t)snprintf(text + n, HEADER - n, "%zu,%s", shape[i],
                              i + 1 < dimensions ? " " : "");
    n += (size_t)snprintf(text + n, HEADER - n, "), }");
    /* the numbers must begin at a multiple of 64 bytes */
    while ((10 + n + 1) % 64) text[n++] = ' ';
    text[n++] = '\n';
    return n;
}

/* writes a number's bytes, the lowest first, on any machine */
static void put(FILE *out, double x) {
    uint64_t bits;
    unsigned char byte[8];
    memcpy(&bits, &x, sizeof bits);
    for (int i = 0; i < 8; i++) byte[i] = (unsigned char)(bits >> (8 * i) & 255);
    fwrite(byte, 1, sizeof byte, out);
}

tw_status tw_npy_write(const char *path, const double *data, const size_t *shape, int dimensions) {
    if (dimensions < 1 || dimensions > 8)
        return tw_fail(TW_ARGUMENT, "an array has 1 to 8 dimensions, got %d", dimensions);
    char text[HEADER];
    size_t n = header(text, shape, dimensions), count = 1;
    for (int i = 0; i < dimensions; i++) count *= shape[i];
    tw_file *file;
    TW_TRY(tw_file_open(path, &file));
    FILE *out = tw_file_stream(file);
    fwrite("\x93NUMPY\x01\x00", 1, 8, out);
    fputc((int)(n & 255), out);
    fputc((int)(n >> 8), out);
    fwrite(text, 1, n, out);
    for (size_t i = 0; i < count; i++) put(out, data[i]);
    return tw_file_commit(file);
}
