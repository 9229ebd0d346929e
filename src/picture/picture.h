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

/* what a transparent picture shows of the ground (layers/catch.h) */
typedef enum tw_catch {
    TW_CATCH_OPAQUE, /* all of the ground */
    TW_CATCH_SHADOW, /* shadows of bodies; in drafts like OPAQUE */
    TW_CATCH_LIGHT,  /* shadows, and light that bodies send to the ground; in drafts like OPAQUE */
    TW_CATCH_UNSAID  /* the options' reader has not chosen yet */
} tw_catch;

typedef struct tw_picture_options {
    int width, height; /* pixels, 1 .. 16384 each */
    tw_quality quality;
    bool alpha;      /* transparent background, straight alpha in the result */
    int samples;     /* draft: samples per pixel, 1 (or 0) or 16 */
    tw_catch ground; /* with alpha: what is shown of the ground */
    unsigned extras; /* bits of tw_extra: layers besides colour; not in drafts */
    /* for measurements (bench/film/flicker.c): no filter for noise; number of a set of sample
     * points, 0: the usual one */
    bool unfiltered;
    uint32_t pattern;
    /* called at every tile, by any thread; a status other than TW_OK ends the drawing; NULL: never
     */
    tw_status (*poll)(void *context);
    void *poll_context;
    /* results of the film's earlier pictures (again/again.h), for one picture at a time; NULL:
     * none. It changes speed, not bytes */
    struct tw_again *again;
} tw_picture_options;

typedef struct tw_image {
    int width, height;
    float *linear;    /* [height][width][4] RGB linear, A coverage; before bloom, exposure and
                         tone; no overlay */
    uint8_t *srgb;    /* [height][width][4] picture as shown: exposure, tone, overlay; sRGB */
    tw_extras extras; /* the layers besides colour that its options asked for */
    /* records the canvas's strokes in place of drawing them (picture/drawing/drawing.h); NULL: they
     * are drawn */
    struct tw_drawing *drawing;
} tw_image;

/* memory that one picture with these options takes, bytes */
size_t tw_picture_memory(const tw_picture_options *o);

tw_status tw_image_create(int width, int height, tw_image *image);
/* makes an image of the options' size, with memory for the layers they ask for */
tw_status tw_image_create_for(const tw_picture_options *options, tw_image *image);
void tw_image_free(tw_image *image);

/* draws `frame`, whose camera must be complete, into `image`; the team shares the tiles (NULL: this
 * thread draws them) */
tw_status tw_picture_draw(const tw_frame *frame, const tw_picture_options *options, tw_team *team,
                          tw_image *image);

/* tw_picture_draw in two steps: the first draws neither marks nor captions nor curves; the second
 * adds them, and uses and changes only image->srgb */
tw_status tw_picture_draw_bare(const tw_frame *frame, const tw_picture_options *options,
                               tw_team *team, tw_image *image);
tw_status tw_picture_mark(const tw_frame *frame, const tw_picture_options *options,
                          tw_image *image);

#endif
