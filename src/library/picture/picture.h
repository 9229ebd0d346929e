/*
 * Pictures of frames, whose cameras are complete: by one call to a PNG, or step by step into an
 * image (picture/picture.h); fades between two of them (picture/fade.h).
 */
#ifndef TW_LIBRARY_PICTURE_PICTURE_H
#define TW_LIBRARY_PICTURE_PICTURE_H

#include "picture/fade.h"
#include "picture/picture.h"

/* draws a frame and writes a PNG file, whole or not at all */
tw_status tw_frame_png(const struct tw_frame *frame, const tw_picture_options *o, const char *path);
/* the same in memory [*size], to be freed. team: threads that share the tiles; NULL: this one */
tw_status tw_frame_png_bytes(const struct tw_frame *frame, const tw_picture_options *o,
                             tw_team *team, uint8_t **png, size_t *size);

#endif
