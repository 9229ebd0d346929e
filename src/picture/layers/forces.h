/*
 * The arrows of forces and torques as a layer of their own: those that the frame's marks have,
 * linear light, premultiplied, over nothing.
 */
#ifndef TW_PICTURE_LAYERS_FORCES_H
#define TW_PICTURE_LAYERS_FORCES_H

#include "picture/picture.h"

/* fills TW_EXTRA_FORCES of image->extras */
tw_status tw_forces_draw(const tw_frame *frame, const tw_picture_options *options, tw_image *image);

#endif
