/*
 * Draws pictures of frames, whose cameras must be complete: to a PNG by one call, or step by step
 * into an image (picture/picture.h). Mixes two pictures for fades.
 */
#ifndef TW_LIBRARY_PICTURE_PICTURE_H
#define TW_LIBRARY_PICTURE_PICTURE_H

#include "picture/picture.h"

/* draws a frame and writes a PNG file, whole or not at all */
tw_status tw_frame_png(const struct tw_frame *frame, const tw_picture_options *o, const char *path);
/* draws a frame as a PNG in memory, *png [*size], which the caller frees. team: threads that share
 * the tiles; NULL: the calling thread */
tw_status tw_frame_png_bytes(const struct tw_frame *frame, const tw_picture_options *o,
                             tw_team *team, uint8_t **png, size_t *size);

/* ---- step by step --------------------------------------------------------------------------- */

/* memory for drawing one picture with these options, bytes */
size_t tw_frame_draw_memory(const tw_picture_options *o);
/* makes an image with memory for the layers in the options, to be freed by tw_image_drop */
tw_status tw_image_make(const tw_picture_options *o, tw_image *image);
void tw_image_drop(tw_image *image);
/* draws the frame into the image; the team's threads share the tiles (NULL: the calling thread).
 * bare: leaves out marks, captions and curves, which tw_frame_draw_marks can add */
tw_status tw_frame_draw(const struct tw_frame *frame, const tw_picture_options *o, tw_team *team,
                        bool bare, tw_image *image);
/* draws marks, captions and curves over a bare image; reads and changes only image->srgb */
tw_status tw_frame_draw_marks(const struct tw_frame *frame, const tw_picture_options *o,
                              tw_image *image);

/* ---- fades ---------------------------------------------------------------------------------- */

/* weight, 0 .. 1, of the new picture in the k-th frame of a fade of n frames, k = 1 .. n */
double tw_mix_share(size_t k, size_t n);
/* mixes two pictures rgba [pixels][4], sRGB, in linear light: over = share * over + (1 - share) *
 * under */
void tw_mix_bytes(uint8_t *over, const uint8_t *under, size_t pixels, double share);

#endif
