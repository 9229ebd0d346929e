/* WAV: a RIFF header of 44 bytes, then the samples, all little endian; see wav.h. */
#include "io/text/wav.h"

#include "base/file.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { HEADER = 44, BYTES = 2 };

static void put(unsigned char *to, uint32_t value, int bytes) {
    for (int i = 0; i < bytes; i++) to[i] = (unsigned char)(value >> 8 * i);
}

static void header(unsigned char *h, uint32_t size, uint32_t rate) {
    memcpy(h, "RIFF", 4), put(h + 4, HEADER - 8 + size, 4);
    memcpy(h + 8, "WAVEfmt ", 8), put(h + 16, 16, 4);
    put(h + 20, 1, 2); /* PCM */
    put(h + 22, 1, 2); /* one channel */
    put(h + 24, rate, 4), put(h + 28, rate * BYTES, 4);
    put(h + 32, BYTES, 2), put(h + 34, 8 * BYTES, 2);
    memcpy(h + 36, "data", 4), put(h + 40, size, 4);
}

tw_status tw_wav_write(const char *path, const double *sample, size_t count, int rate) {
    if (count > (UINT32_MAX - HEADER) / BYTES)
        return tw_fail(TW_IO, "cannot write %s: a WAV file has room for 4 GB only", path);
    size_t size = HEADER + BYTES * count;
    unsigned char *data = malloc(size);
    if (!data) return tw_fail_memory();
    header(data, (uint32_t)(BYTES * count), (uint32_t)rate);
    for (size_t i = 0; i < count; i++) {
        double v = floor(32767 * fmin(fmax(sample[i], -1), 1) + 0.5);
        put(data + HEADER + BYTES * i, (uint32_t)(int32_t)v, BYTES);
    }
    tw_status s = tw_file_write(path, data, size);
    free(data);
    return s;
}
