/* OpenEXR files of linear RGB(A) as half floats, by the writer of channels. */
#ifndef TW_TEST_EXR_H
#define TW_TEST_EXR_H

#include "io/picture/image.h"

/* rgba [height][width][4] */
static inline tw_status exr_write(const char *path, int width, int height, const float *rgba,
                                  bool alpha) {
    const tw_exr_channel c[4] = {{"R", rgba, 4, false},
                                 {"G", rgba + 1, 4, false},
                                 {"B", rgba + 2, 4, false},
                                 {"A", rgba + 3, 4, false}};
    return tw_exr_write_channels(path, width, height, c, alpha ? 4 : 3, NULL, 0);
}

#endif
