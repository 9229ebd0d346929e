/*
 * Fades: one picture passes into another. A mixed picture has the sum of the light of the two, each
 * times its weight, as when two projectors show them on one screen. Mixing the sRGB bytes instead
 * would make the middle of the fade too dark.
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
