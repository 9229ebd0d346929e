/*
 * Colours that are written as text: names of CSS and SVG, "#rrggbb" and "#rgb".
 */
#ifndef TW_BASE_TEXT_COLOR_H
#define TW_BASE_TEXT_COLOR_H

#include "base/status.h"

/* light [3]: linear RGB, 0 .. 1, Rec. 709 primaries. TW_ARGUMENT: the text is no colour: "expected
 * ..., got 'tomatoe'; did you mean 'tomato'?" */
tw_status tw_color_parse(const char *text, double light[3]);
/* i-th name, in alphabetical order, and its sRGB bytes 0xrrggbb; NULL past the end */
const char *tw_color_name(int i, unsigned *rgb);

/* linear light of an sRGB signal, 0 .. 1; tw_srgb_signal is the inverse and clamps light to 0 ..
 * 1 */
double tw_srgb_light(double signal);
double tw_srgb_signal(double light);

#endif
