/* Draws frames to PNG files or images, and mixes pictures; see picture.h. */
#include "library/picture/picture.h"

#include "picture/fade.h"

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

/* ---- step by step --------------------------------------------------------------------------- */

size_t tw_frame_draw_memory(const tw_picture_options *o) {
    return tw_picture_memory(o);
}

tw_status tw_image_make(const tw_picture_options *o, tw_image *image) {
    return tw_image_create_for(o, image);
}

void tw_image_drop(tw_image *image) {
    tw_image_free(image);
}

tw_status tw_frame_draw(const tw_frame *frame, const tw_picture_options *o, tw_team *team,
                        bool bare, tw_image *image) {
    return bare ? tw_picture_draw_bare(frame, o, team, image)
                : tw_picture_draw(frame, o, team, image);
}

tw_status tw_frame_draw_marks(const tw_frame *frame, const tw_picture_options *o, tw_image *image) {
    return tw_picture_mark(frame, o, image);
}

/* ---- fades ---------------------------------------------------------------------------------- */

double tw_mix_share(size_t k, size_t n) {
    return tw_fade_share(k, n);
}

void tw_mix_bytes(uint8_t *over, const uint8_t *under, size_t pixels, double share) {
    tw_fade_bytes(over, under, pixels, share);
}
