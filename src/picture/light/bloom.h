/*
 * Bloom: light above white that spreads around bright pixels, as in lenses and eyes. The total
 * light of the picture is kept: the spread light is taken from its source.
 */
#ifndef TW_PICTURE_LIGHT_BLOOM_H
#define TW_PICTURE_LIGHT_BLOOM_H

#include "picture/picture.h"

/* *light: image->linear with bloom, [height][width][4], which the caller frees; alpha is unchanged.
 * The team shares the rows (NULL: this thread does all); the bytes do not depend on the team */
tw_status tw_bloom(const tw_frame *f, tw_team *team, const tw_image *image, float **light);

#endif
