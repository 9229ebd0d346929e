/* A drawn picture to its file, in any of the formats. */
#ifndef TW_APP_RENDER_PICTURE_FILE_H
#define TW_APP_RENDER_PICTURE_FILE_H

#include "app/render/manifest.h"
#include "app/render/render.h"

/* whole or not at all; with the layers that the image has. f: the frame that was drawn */
tw_status tw_picture_file(const tw_render *r, const char *path, const tw_frame *f,
                          const tw_image *image);

/* says once a film which name the layer `id` lists otherwise (tw_layers_renamed) */
void tw_picture_tell_names(const tw_render *r, const tw_frame *f, bool *told);

/* digest of all that the bytes of a frame's picture depend on; `frame`: the frame's own digest */
uint64_t tw_picture_digest(const tw_render *r, uint64_t frame);
/* tw_picture_file, read back for its record, whose digest stays */
tw_status tw_picture_put(const tw_render *r, const char *path, const tw_frame *f,
                         const tw_image *image, tw_picture_record *record);
/* The bytes of the picture at `from`, with the record `like`, become those of `path`: whole or not
 * at all. *copied: false, when they are not those that were written there; nothing is done then */
tw_status tw_picture_copy(const char *from, const tw_picture_record *like, const char *path,
                          bool *copied);

#endif
