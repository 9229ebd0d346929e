/*
 * A shadow catcher: pictures whose ground is transparent except for the effects of bodies on it.
 *
 * Let G be the light that the ground sends to the eye, and G0 what it would send if there were no
 * bodies. Then the ground lets through the share T of the background over which the picture is
 * laid:
 *
 *     shadow    T = Y(G) / Y(G0), at most 1; no colour         Y: luminance, Rec. 709
 *     light     T = the least of G / G0 over the channels, at most 1; colour G - T G0
 *
 * In a pixel of which bodies cover the share b and the ground the share g, alpha = b + g (1 - T),
 * and the colour is premultiplied. Laid over the picture of the empty ground, `light` gives the
 * picture with ground and bodies, exactly but for rounding; `shadow` does so where shadows have the
 * colour of the light and bodies send no light to the ground. G and G0 are found by the same rays:
 * where bodies change nothing, T is 1 exactly.
 */
#ifndef TW_PICTURE_LAYERS_CATCH_H
#define TW_PICTURE_LAYERS_CATCH_H

#include "picture/picture.h"

/* sets image->linear for a frame with ground, which becomes transparent as options->ground asks
 * (SHADOW or LIGHT); not for drafts. The team shares the tiles (NULL: this thread draws them) */
tw_status tw_catch_draw(const tw_frame *frame, const tw_picture_options *options, tw_team *team,
                        tw_image *image);

#endif
