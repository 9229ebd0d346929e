/* Layers of a picture's file besides its colours (docs/layers.md). */
#ifndef TW_LIBRARY_PICTURE_LAYERS_H
#define TW_LIBRARY_PICTURE_LAYERS_H

#include "picture/picture.h"

/* reads layers with commas, as --layers gives them, into a set of tw_extra */
tw_status tw_extras_read(const char *text, unsigned *extras);

/* Writes an OpenEXR file, whole or not at all: colours of the image and all of its layers. frame:
 * the frame drawn in the image. alpha: with the channel A */
tw_status tw_layers_write(const char *path, const struct tw_frame *frame, const tw_image *image,
                          bool alpha);

/* *renamed: the layer `id` lists a thing of the frame by another name than its own; `line` then
 * names it and the reason */
tw_status tw_layers_renamed(const struct tw_frame *frame, bool *renamed, char *line, size_t size);

#endif
