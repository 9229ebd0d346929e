/*
 * The layers of a picture: groups of things that can be drawn or left out, by the names in the
 * script's `scene.draw` and in the option `--draw`.
 */
#ifndef TW_FRAME_LAYERS_H
#define TW_FRAME_LAYERS_H

#include "base/status.h"

typedef enum tw_layer {
    TW_LAYER_BODIES = 1,
    TW_LAYER_POINTS = 2, /* control points and nails */
    /* constraints as lines between their points; their opacity shows the deviation */
    TW_LAYER_CONSTRAINTS = 4,
    TW_LAYER_FORCES = 8, /* arrows of forces and torques, coloured by class */
    TW_LAYER_NAMES = 16,
    TW_LAYER_STAMP = 32, /* time stamp: name of the scene, frame and time */
    TW_LAYER_SPLIT = 64, /* the parts F_g, F_v, F_D of constraint forces, in place of their sum */
    TW_LAYER_CONTACTS = 128, /* marks at places where surfaces touch, with the normals there */
    TW_LAYER_CURVES = 256,   /* curves of |D(t)|, also for constraints without plot = true */
    TW_LAYER_LEGEND = 512,   /* legend of the colours and of the arrows' lengths */

    TW_LAYERS_FINAL = TW_LAYER_BODIES,
    /* layers that consist of marks and curves (tw_mark, tw_plot), whose sizes and sides are chosen
     * for the whole film */
    TW_LAYERS_MARKS = TW_LAYER_POINTS | TW_LAYER_CONSTRAINTS | TW_LAYER_FORCES | TW_LAYER_NAMES |
                      TW_LAYER_SPLIT | TW_LAYER_CONTACTS | TW_LAYER_CURVES,
    TW_LAYERS_DEBUG = TW_LAYER_BODIES | TW_LAYER_POINTS | TW_LAYER_CONSTRAINTS | TW_LAYER_FORCES |
                      TW_LAYER_NAMES | TW_LAYER_STAMP | TW_LAYER_CONTACTS
} tw_layer;

/* layers: bits for "final", "debug", or names of layers separated by commas; TW_ARGUMENT: an
 * unknown name, which the error message quotes */
tw_status tw_layers_parse(const char *text, unsigned *layers);

/* adds to *layers the layer, or set of layers, called `name`; TW_ARGUMENT: there is none */
tw_status tw_layers_add(const char *name, unsigned *layers);

/* name of the i-th layer, from 0, and in *doc its explanation; NULL: there are fewer */
const char *tw_layer_name(int i, const char **doc);

#endif
