/* Writing WAV files: one channel of 16-bit samples. */
#ifndef TW_IO_TEXT_WAV_H
#define TW_IO_TEXT_WAV_H

#include "base/status.h"

#include <stddef.h>

/* writes sample [count], limited to -1 .. 1; rate: samples a second. The file appears whole or not
 * at all */
tw_status tw_wav_write(const char *path, const double *sample, size_t count, int rate);

#endif
