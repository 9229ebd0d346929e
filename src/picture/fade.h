/*
 * Fades: two pictures in one. The light that a screen shows is mixed, share by share, as when two
 * projectors throw it on one screen; bytes mixed as they are would be too dark in the middle.
 */
#ifndef TW_PICTURE_FADE_H
#define TW_PICTURE_FADE_H

#include <stddef.h>
#include <stdint.h>

/* rgba [pixels][4], sRGB with straight alpha: the share of `over` in what becomes of it */
void tw_fade_bytes(uint8_t *over, const uint8_t *under, size_t pixels, double share);
/* rgba [pixels][4], linear light with premultiplied alpha */
void tw_fade_light(float *over, const float *under, size_t pixels, double share);

#endif
