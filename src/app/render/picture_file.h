/* Writing of drawn pictures to files, in each of the formats. */
#ifndef TW_APP_RENDER_PICTURE_FILE_H
#define TW_APP_RENDER_PICTURE_FILE_H

#include "app/render/manifest.h"
#include "app/render/render.h"

/* reports once for a film (*told) that the layer `id` lists a name in changed form
 * (tw_layers_renamed) */
void tw_picture_tell_names(const tw_render *r, const tw_frame *f, bool *told);

/* digest of everything that the bytes of a frame's picture depend on; frame: digest of the frame */
uint64_t tw_picture_digest(const tw_render *r, uint64_t frame);
/* writes a file, whole or not at all, with the layers that the image has, and sets *record from it;
 * f: the frame that the image shows. The caller must have set record->digest */
tw_status tw_picture_put(const tw_render *r, const char *path, const tw_frame *f,
                         const tw_image *image, tw_picture_record *record);
/* Copies the picture at `from`, whose record is `like`, to `path`, whole or not at all. *copied
 * false: its bytes are not those of the record, and nothing was done */
tw_status tw_picture_copy(const char *from, const tw_picture_record *like, const char *path,
                          bool *copied);

#endif
