/*
 * PFM: linear RGB as 32-bit floats, bottom row first. The negative scale in the header says
 * little-endian, which is the byte order of floats on every machine that this program is built for.
 */
#include "base/file.h"
#include "io/picture/image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if !defined(__BYTE_ORDER__) || __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "the floats have to be turned round on this machine"
#endif

tw_status tw_pfm_write(const char *path, int width, int height, const float *rgba) {
    TW_TRY(tw_picture_size_check(width, height));
    char head[64];
    int n = snprintf(head, sizeof head, "PF\n%d %d\n-1.0\n", width, height);
    size_t w = (size_t)width, h = (size_t)height, size = (size_t)n + w * h * 3 * sizeof(float);
    char *data = malloc(size);
    if (!data) return tw_fail_memory();
    memcpy(data, head, (size_t)n);
    char *out = data + n;
    for (size_t y = h; y-- > 0;)
        for (size_t x = 0; x < w; x++, out += 3 * sizeof(float))
            memcpy(out, rgba + (y * w + x) * 4, 3 * sizeof(float));
    tw_status s = tw_file_write(path, data, size);
    free(data);
    return s;
}
