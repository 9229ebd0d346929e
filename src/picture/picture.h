/*
 * The renderer: a frame in, a picture out. Deterministic bytes whatever the number of threads.
 */
#ifndef TW_PICTURE_PICTURE_H
#define TW_PICTURE_PICTURE_H

#include "base/status.h"
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

/* parts of the ground that a transparent picture shows (layers/catch.h) */
typedef enum tw_catch {
    TW_CATCH_OPAQUE, /* all of the ground */
    TW_CATCH_SHADOW, /* the shadows of bodies; in drafts OPAQUE */
    TW_CATCH_LIGHT,  /* and the light that they send there; in drafts OPAQUE */
    TW_CATCH_UNSAID  /* no choice was made yet by the reader of options */
} tw_catch;

typedef struct tw_picture_options {
    int width, height; /* pixels, 1 .. 16384 each */
    tw_quality quality;
    bool alpha;      /* transparent background, straight alpha in the result */
    int samples;     /* draft: 1 (or 0) or 16 a pixel */
    tw_catch ground; /* parts of the ground, with alpha */
    unsigned extras; /* layers besides colour: tw_extra; not in drafts */
    /* for measurements (bench/film/flicker.c): no filter for noise; number of another set of sample
     * points, 0: the usual one */
    bool unfiltered;
    uint32_t pattern;
    /* called at every tile, by any thread; a status other than TW_OK ends the drawing; NULL: never
     */
    tw_status (*poll)(void *context);
    void *poll_context;
    /* reusable results of the film's earlier pictures, one picture at a time (again/again.h); NULL:
     * none. The bytes are the same with and without */
    struct tw_again *again;
} tw_picture_options;

typedef struct tw_image {
    int width, height;
    float *linear;    /* [height][width][4] RGB linear, A coverage; before bloom, exposure and
                         tone; no overlay */
    uint8_t *srgb;    /* [height][width][4] the shown picture: with exposure, tone, overlay; sRGB */
    tw_extras extras; /* extra layers, as its options asked for */
    /* recorder of the canvas's strokes, which then leave the pixels alone
     * (picture/drawing/drawing.h); NULL: none */
    struct tw_drawing *drawing;
} tw_image;

/* memory that one picture of these options needs, bytes */
size_t tw_picture_memory(const tw_picture_options *o);

tw_status tw_image_create(int width, int height, tw_image *image);
/* creates an image of the options' size, with room for the layers that they ask for */
tw_status tw_image_create_for(const tw_picture_options *options, tw_image *image);
void tw_image_free(tw_image *image);

/* draws `frame` (camera complete) into `image`; tiles are shared by the team (NULL: this thread) */
tw_status tw_picture_draw(const tw_frame *frame, const tw_picture_options *options, tw_team *team,
                          tw_image *image);

/* tw_picture_draw in two steps. The first draws neither marks, nor captions, nor curves; the second
 * needs and changes only image->srgb */
tw_status tw_picture_draw_bare(const tw_frame *frame, const tw_picture_options *options,
                               tw_team *team, tw_image *image);
tw_status tw_picture_mark(const tw_frame *frame, const tw_picture_options *options,
                          tw_image *image);

#endif
