/* Frames to PNG; see picture.h. */
#include "library/picture/picture.h"

#include "io/picture/image.h"

tw_status tw_frame_png(const tw_frame *f, const tw_picture_options *o, const char *path) {
    tw_image image;
    TW_TRY(tw_image_create_for(o, &image));
    tw_status s = tw_picture_draw(f, o, NULL, &image);
    if (s == TW_OK) s = tw_png_write(path, image.width, image.height, image.srgb, o->alpha);
    tw_image_free(&image);
    return s;
}

tw_status tw_frame_png_bytes(const tw_frame *f, const tw_picture_options *o, tw_team *team,
                             uint8_t **png, size_t *size) {
    tw_image image;
    TW_TRY(tw_image_create_for(o, &image));
    tw_status s = tw_picture_draw(f, o, team, &image);
    if (s == TW_OK) s = tw_png_bytes(image.width, image.height, image.srgb, o->alpha, png, size);
    tw_image_free(&image);
    return s;
}
