/*
 * Fades: two pictures in one. The light that a screen shows is mixed, share by share, as when two
 * projectors throw it on one screen; bytes mixed as they are would be too dark in the middle.
 */
#ifndef TW_PICTURE_FADE_H
#define TW_PICTURE_FADE_H

#include <stddef.h>
#include <stdint.h>

/* Weight of the new picture in the k-th of n frames of a fade, k = 1 .. n: u^2 (3 - 2 u) with u =
 * k/(n + 1). Equal steps of light would make the first frame a visible jump where one picture is
 * black: with n = 12 it would have 1/13 of white's light, which sRGB shows as 31 % of white; with
 * these weights it has 14 %. */
double tw_fade_share(size_t k, size_t n);

/* mixes `under` into `over` as light; both [pixels][4] in sRGB with straight alpha; share: weight
 * of `over`, 0 .. 1 */
void tw_fade_bytes(uint8_t *over, const uint8_t *under, size_t pixels, double share);
/* mixes `under` into `over`, both [pixels][4] linear light with premultiplied alpha; share: weight
 * of `over` */
void tw_fade_light(float *over, const float *under, size_t pixels, double share);

#endif
