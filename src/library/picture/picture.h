/*
 * Pictures of frames, whose cameras are complete: by one call to a PNG, or step by step into an
 * image (picture/picture.h); fades between two of them.
 */
#ifndef TW_LIBRARY_PICTURE_PICTURE_H
#define TW_LIBRARY_PICTURE_PICTURE_H

#include "picture/picture.h"

/* draws a frame and writes a PNG file, whole or not at all */
tw_status tw_frame_png(const struct tw_frame *frame, const tw_picture_options *o, const char *path);
/* the same in memory [*size], to be freed. team: threads that share the tiles; NULL: this one */
tw_status tw_frame_png_bytes(const struct tw_frame *frame, const tw_picture_options *o,
                             tw_team *team, uint8_t **png, size_t *size);

/* ---- step by step --------------------------------------------------------------------------- */

/* memory that one picture of these options needs, bytes */
size_t tw_frame_draw_memory(const tw_picture_options *o);
/* an image with room for the layers that the options ask for, to be freed by tw_image_drop */
tw_status tw_image_make(const tw_picture_options *o, tw_image *image);
void tw_image_drop(tw_image *image);
/* draws the frame into the image; tiles are shared by the team (NULL: this thread). bare: without
 * marks, captions and curves, which tw_frame_draw_marks adds */
tw_status tw_frame_draw(const struct tw_frame *frame, const tw_picture_options *o, tw_team *team,
                        bool bare, tw_image *image);
/* adds marks, captions and curves; needs and changes only image->srgb */
tw_status tw_frame_draw_marks(const struct tw_frame *frame, const tw_picture_options *o,
                              tw_image *image);

/* ---- fades ---------------------------------------------------------------------------------- */

/* share of the coming picture in the k-th of n frames of a fade, k = 1 .. n */
double tw_mix_share(size_t k, size_t n);
/* rgba [pixels][4], sRGB: `over` becomes the mix of the light of both, `share` of it its own */
void tw_mix_bytes(uint8_t *over, const uint8_t *under, size_t pixels, double share);

#endif
