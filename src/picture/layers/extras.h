/*
 * Layers of a picture besides its colour, for compositing: numbers of every pixel, in 32-bit
 * floats, as docs/layers.md says.
 */
#ifndef TW_PICTURE_LAYERS_EXTRAS_H
#define TW_PICTURE_LAYERS_EXTRAS_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

typedef enum tw_extra {
    TW_EXTRA_DEPTH = 1, /* depth along the camera's axis, m; TW_EXTRA_FAR where there is nothing */
    /* unit normal of the surface in world axes, on the side that the eye sees */
    TW_EXTRA_NORMAL = 2,
    TW_EXTRA_ALBEDO = 4,    /* the surface's own colour, linear, without light */
    TW_EXTRA_ID = 8,        /* Cryptomatte: TW_EXTRA_RANKS pairs of id and share of the pixel */
    TW_EXTRA_POSITION = 16, /* m, world */
    /* motion of the visible place until the next frame, pixels to the right and up */
    TW_EXTRA_MOTION = 32,
    TW_EXTRA_FORCES = 64, /* arrows of forces and torques: linear light, premultiplied by alpha */
    TW_EXTRA_ALL = 127
} tw_extra;

enum { TW_EXTRA_RANKS = 6 };

#define TW_EXTRA_FAR 1e10f

/* one float of a pixel as a channel of an image file */
typedef struct tw_extra_channel {
    tw_extra layer;
    const char *name; /* "normal.X" */
    bool whole;       /* true: stored as a 32-bit float; false: as a half */
} tw_extra_channel;

/* the layers besides colour of one picture */
typedef struct tw_extras {
    unsigned which; /* bits of tw_extra; 0: no layers */
    int width, height;
    float *pixel; /* [height][width][tw_extras_floats(which)]; NULL: none */
} tw_extras;

/* *which: bits of tw_extra from "all" or from names with commas between them; TW_ARGUMENT: an
 * unknown name, which the error gives */
tw_status tw_extras_parse(const char *text, unsigned *which);
/* name of the i-th layer, from 0, and in *doc its explanation; NULL: there are fewer */
const char *tw_extra_name(int i, const char **doc);

/* number of floats that a pixel with the layers `which` has */
int tw_extras_floats(unsigned which);
/* index of a layer's first float in a pixel with the layers `which`; -1: it is none of them */
int tw_extras_at(unsigned which, tw_extra layer);
/* channel i, from 0, of the layers `which`, in the order of a pixel's floats; NULL: there are fewer
 */
const tw_extra_channel *tw_extras_channel(unsigned which, int i);

/* allocates memory for the layers `which` of a picture; `which` 0: none is needed */
tw_status tw_extras_create(unsigned which, int width, int height, tw_extras *extras);
void tw_extras_free(tw_extras *extras);

#endif
