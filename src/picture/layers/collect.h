/*
 * The pass that fills the layers of a picture from the first hits of the camera's rays, with the
 * motion blur and depth of field of the colour.
 */
#ifndef TW_PICTURE_LAYERS_COLLECT_H
#define TW_PICTURE_LAYERS_COLLECT_H

#include "picture/picture.h"

/* fills all layers of image->extras except the forces; the team shares the tiles (NULL: this thread
 * draws them) */
tw_status tw_collect(const tw_frame *frame, const tw_picture_options *options, tw_team *team,
                     tw_image *image);

#endif
