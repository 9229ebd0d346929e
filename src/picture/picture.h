/*
 * The renderer: makes a picture (bytes) from a frame. The bytes do not depend on the number of
 * threads.
 */
#ifndef TW_PICTURE_PICTURE_H
#define TW_PICTURE_PICTURE_H

#include "base/poll.h"
#include "base/thread.h"
#include "frame/frame.h"
#include "picture/layers/extras.h"

#include <stdint.h>

typedef enum tw_quality {
    TW_QUALITY_DRAFT,
    TW_QUALITY_NORMAL,
    TW_QUALITY_FINE,
    TW_QUALITY_FINAL
} tw_quality;

/* what a transparent picture shows of the ground (layers/catch.h) */
typedef enum tw_catch {
    TW_CATCH_OPAQUE, /* the whole ground, as in a picture without transparency */
    /* only the shadows of bodies on the ground; in a draft TW_CATCH_OPAQUE holds instead */
    TW_CATCH_SHADOW,
    /* the shadows of bodies on the ground, and the light that bodies send to it; in a draft
     * TW_CATCH_OPAQUE holds instead */
    TW_CATCH_LIGHT,
    TW_CATCH_UNSAID /* while options are read: not chosen yet */
} tw_catch;

typedef struct tw_picture_options {
    int width, height; /* size of the picture, pixels, 1 .. 16384 each */
    tw_quality quality;
    bool alpha;      /* true: the background is transparent; the result has straight alpha */
    int samples;     /* draft: samples per pixel, 1 or 16; 0 counts as 1 */
    tw_catch ground; /* with alpha: what the picture shows of the ground */
    unsigned extras; /* layers besides colour, bits of tw_extra; not for drafts */
    /* only for measurements (bench/film/flicker.c). unfiltered: the filter for noise is off;
     * pattern: number of the set of sample points, 0: the one that all films use */
    bool unfiltered;
    uint32_t pattern;
    /* called at every tile, by any thread; a status other than TW_OK ends the drawing with that
     * status; NULL: nothing is called */
    tw_poll poll;
    /* results of the film's earlier pictures (again/again.h), used by one picture at a time; NULL:
     * none. They change the speed, not the bytes */
    struct tw_again *again;
} tw_picture_options;

typedef struct tw_image {
    int width, height;
    /* [height][width][4] linear RGB, and coverage; before bloom, exposure and tone, without the
     * overlay */
    float *linear;
    /* [height][width][4] the picture as shown, in sRGB: with exposure, tone and overlay */
    uint8_t *srgb;
    tw_extras extras; /* the layers besides colour that the options asked for */
    /* if not NULL, strokes and letters of the overlay are recorded here (picture/drawing/drawing.h)
     * and not drawn */
    struct tw_drawing *drawing;
} tw_image;

/* bytes of memory that drawing a picture with these options takes */
size_t tw_picture_memory(const tw_picture_options *o);

tw_status tw_image_create(int width, int height, tw_image *image);
/* makes an image of the options' size, with memory for the layers that they ask for */
tw_status tw_image_create_for(const tw_picture_options *options, tw_image *image);
void tw_image_free(tw_image *image);

/* draws `frame`, whose camera must be complete, into `image`, which has the options' size; the team
 * shares the tiles (NULL: this thread draws them) */
tw_status tw_picture_draw(const tw_frame *frame, const tw_picture_options *options, tw_team *team,
                          tw_image *image);

/* tw_picture_draw in two steps, for a frame that is not in a fade (frame->fades is ignored): the
 * first draws no marks, captions, curves or graphs; the second adds them, and reads and changes
 * only image->srgb */
tw_status tw_picture_draw_bare(const tw_frame *frame, const tw_picture_options *options,
                               tw_team *team, tw_image *image);
tw_status tw_picture_mark(const tw_frame *frame, const tw_picture_options *options,
                          tw_image *image);

#endif
