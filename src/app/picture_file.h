/* A drawn picture to its file, in any of the formats. */
#ifndef TW_APP_PICTURE_FILE_H
#define TW_APP_PICTURE_FILE_H

#include "app/render.h"

/* whole or not at all; with the layers that the image has. f: the frame that was drawn */
tw_status tw_picture_file(const tw_render *r, const char *path, const tw_frame *f,
                          const tw_image *image);

/* says once a film which name the layer `id` lists otherwise (tw_crypto_name) */
void tw_picture_tell_names(const tw_render *r, const tw_frame *f, bool *told);

#endif
