/* PFM: linear RGB as 32-bit floats, little-endian, bottom row first. */
#include "base/file.h"
#include "io/image.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

tw_status tw_pfm_write(const char *path, int width, int height, const float *rgba) {
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
