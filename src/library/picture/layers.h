/* Layers in a picture's file besides the colours: depth, normals and others (docs/layers.md). */
#ifndef TW_LIBRARY_PICTURE_LAYERS_H
#define TW_LIBRARY_PICTURE_LAYERS_H

#include "picture/picture.h"

/* parses the argument of --layers, names separated by commas, into a set of flags tw_extra */
tw_status tw_extras_read(const char *text, unsigned *extras);

/* Writes an OpenEXR file, whole or not at all: colours of the image and all layers that it has.
 * frame: the frame that the image shows. alpha: also writes the channel A */
tw_status tw_layers_write(const char *path, const struct tw_frame *frame, const tw_image *image,
                          bool alpha);

/* *renamed: the layer `id` must list some object of the frame under a changed name; `line` [size]
 * then gets its name and the reason */
tw_status tw_layers_renamed(const struct tw_frame *frame, bool *renamed, char *line, size_t size);

#endif
