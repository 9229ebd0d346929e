/* Line drawings: the lines of a frame (figure/figure.h) drawn over a picture of its flat colours.
 */
#ifndef TW_PICTURE_LINES_LINES_H
#define TW_PICTURE_LINES_LINES_H

#include "picture/picture.h"

/* draws the lines over the image's bytes, as frame->lines asks; TW_LINES_NONE: nothing */
tw_status tw_lines_draw(const tw_frame *frame, const tw_picture_options *o, tw_image *image);

#endif
