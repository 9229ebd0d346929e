/*
 * The pass that fills the layers of a picture from the first hits of the camera's rays, with the
 * motion blur and depth of field of the colour.
 */
#ifndef TW_PICTURE_LAYERS_COLLECT_H
#define TW_PICTURE_LAYERS_COLLECT_H

#include "picture/picture.h"

/* all layers of image->extras but the forces; tiles are shared by the team (NULL: this thread) */
tw_status tw_collect(const tw_frame *frame, const tw_picture_options *options, tw_team *team,
                     tw_image *image);

#endif
