/* Names of the layers of a picture; see layers.h. */
#include "frame/layers.h"

#include "base/text/flags.h"

#include <stddef.h>

static const tw_flag names[] = {
    {"final", TW_LAYERS_FINAL, "the bodies only"},
    {"debug", TW_LAYERS_DEBUG, "bodies, points, constraints, forces, contacts, names and stamp"},
    {"bodies", TW_LAYER_BODIES, "the bodies"},
    {"points", TW_LAYER_POINTS, "control points and nails"},
    {"constraints", TW_LAYER_CONSTRAINTS,
     "unmet constraints as lines that fade with the deviation, conflicts red; D(t) as a small "
     "curve where a constraint has plot = true"},
    {"forces", TW_LAYER_FORCES, "forces and torques as arrows, coloured by their kind"},
    {"contacts", TW_LAYER_CONTACTS, "where bodies touch, with the normal"},
    {"curves", TW_LAYER_CURVES,
     "D(t) as small curves, with tau, of the six constraints that deviate most"},
    {"legend", TW_LAYER_LEGEND,
     "the meaning of colours, and the length of an arrow of some newtons"},
    {"names", TW_LAYER_NAMES, "names of the bodies"},
    {"stamp", TW_LAYER_STAMP, "scene, frame number and time"},
    {"split", TW_LAYER_FORCES | TW_LAYER_SPLIT,
     "forces, with constraint forces in their parts F_g, F_v, F_D"},
};

static const tw_flags known = {
    .what = "layer", .flag = names, .count = sizeof names / sizeof names[0], .sets = 2};

const char *tw_layer_name(int i, const char **doc) {
    if (i < 0 || i >= known.count) return NULL;
    *doc = names[i].doc;
    return names[i].name;
}

tw_status tw_layers_add(const char *name, unsigned *layers) {
    return tw_flags_add(&known, name, layers);
}

tw_status tw_layers_parse(const char *text, unsigned *layers) {
    return tw_flags_parse(&known, text, layers);
}
