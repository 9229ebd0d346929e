/*
 * Animated PNG [PNG, third edition, W3C 2025]: every picture is stored as the rectangle that
 * differs from the previous one. Full colours, no transparency.
 */
#ifndef TW_IO_PICTURE_APNG_H
#define TW_IO_PICTURE_APNG_H

#include "base/status.h"

#include <stdint.h>
#include <stdio.h>

typedef struct tw_apng tw_apng;

/* begins a film of above / below pictures a second that repeats for ever. out: a regular file
 * (TW_IO: the stream does not support seeking), which the caller closes */
tw_status tw_apng_open(FILE *out, int width, int height, int above, int below, tw_apng **apng);
/* writes the next picture, rgba [height][width][4] */
tw_status tw_apng_put(tw_apng *apng, const uint8_t *rgba);
/* writes the end of the film, and the number of pictures into its head; does not free apng */
tw_status tw_apng_end(tw_apng *apng);
void tw_apng_free(tw_apng *apng); /* frees the writer; does nothing if the argument is NULL */

#endif
