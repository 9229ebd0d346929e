/*
 * The arrows of forces and torques as a layer of their own: the arrows of the frame's marks in
 * linear light, premultiplied, on a transparent background.
 */
#ifndef TW_PICTURE_LAYERS_FORCES_H
#define TW_PICTURE_LAYERS_FORCES_H

#include "picture/picture.h"

/* fills TW_EXTRA_FORCES of image->extras */
tw_status tw_forces_draw(const tw_frame *frame, const tw_picture_options *options, tw_image *image);

#endif
