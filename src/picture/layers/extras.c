/* Names and channels of the layers; see extras.h. */
#include "picture/layers/extras.h"

#include "base/text/flags.h"

#include <stdlib.h>

static const tw_flag names[] = {
    {"all", TW_EXTRA_ALL, "all of them"},
    {"depth", TW_EXTRA_DEPTH,
     "Z: distance from the camera along its axis, m; 1e10 where nothing is"},
    {"normal", TW_EXTRA_NORMAL, "normal.XYZ: of what is seen, world axes"},
    {"albedo", TW_EXTRA_ALBEDO, "albedo.RGB: the material's own colour, with its texture"},
    {"id", TW_EXTRA_ID, "CryptoObject00 to 02: Cryptomatte of the bodies' names"},
    {"position", TW_EXTRA_POSITION, "position.XYZ: of what is seen, m, world axes"},
    {"motion", TW_EXTRA_MOTION, "motion.XY: pixels to the next frame, right and up"},
    {"forces", TW_EXTRA_FORCES, "forces.RGBA: arrows of forces and torques"},
};

/* all channels, in the order of a pixel's floats */
static const tw_extra_channel channels[] = {
    {TW_EXTRA_DEPTH, "Z", true},
    {TW_EXTRA_NORMAL, "normal.X", false},
    {TW_EXTRA_NORMAL, "normal.Y", false},
    {TW_EXTRA_NORMAL, "normal.Z", false},
    {TW_EXTRA_ALBEDO, "albedo.R", false},
    {TW_EXTRA_ALBEDO, "albedo.G", false},
    {TW_EXTRA_ALBEDO, "albedo.B", false},
    {TW_EXTRA_ID, "CryptoObject00.R", true},
    {TW_EXTRA_ID, "CryptoObject00.G", true},
    {TW_EXTRA_ID, "CryptoObject00.B", true},
    {TW_EXTRA_ID, "CryptoObject00.A", true},
    {TW_EXTRA_ID, "CryptoObject01.R", true},
    {TW_EXTRA_ID, "CryptoObject01.G", true},
    {TW_EXTRA_ID, "CryptoObject01.B", true},
    {TW_EXTRA_ID, "CryptoObject01.A", true},
    {TW_EXTRA_ID, "CryptoObject02.R", true},
    {TW_EXTRA_ID, "CryptoObject02.G", true},
    {TW_EXTRA_ID, "CryptoObject02.B", true},
    {TW_EXTRA_ID, "CryptoObject02.A", true},
    {TW_EXTRA_POSITION, "position.X", true},
    {TW_EXTRA_POSITION, "position.Y", true},
    {TW_EXTRA_POSITION, "position.Z", true},
    {TW_EXTRA_MOTION, "motion.X", true},
    {TW_EXTRA_MOTION, "motion.Y", true},
    {TW_EXTRA_FORCES, "forces.R", false},
    {TW_EXTRA_FORCES, "forces.G", false},
    {TW_EXTRA_FORCES, "forces.B", false},
    {TW_EXTRA_FORCES, "forces.A", false},
};

enum { CHANNELS = sizeof channels / sizeof channels[0] };

static const tw_flags known = {
    .what = "layer", .flag = names, .count = sizeof names / sizeof names[0], .sets = 1};

const char *tw_extra_name(int i, const char **doc) {
    if (i < 0 || i >= known.count) return NULL;
    *doc = names[i].doc;
    return names[i].name;
}

tw_status tw_extras_parse(const char *text, unsigned *which) {
    return tw_flags_parse(&known, text, which);
}

int tw_extras_at(unsigned which, tw_extra layer) {
    int n = 0;
    if (!(which & layer)) return -1;
    for (int i = 0; channels[i].layer != layer; i++) n += (which & channels[i].layer) != 0;
    return n;
}

int tw_extras_floats(unsigned which) {
    int n = 0;
    for (int i = 0; i < CHANNELS; i++) n += (which & channels[i].layer) != 0;
    return n;
}

const tw_extra_channel *tw_extras_channel(unsigned which, int i) {
    for (int k = 0; k < CHANNELS; k++)
        if (which & channels[k].layer && i-- == 0) return &channels[k];
    return NULL;
}

tw_status tw_extras_create(unsigned which, int width, int height, tw_extras *extras) {
    *extras = (tw_extras){.which = which, .width = width, .height = height};
    if (!which) return TW_OK;
    size_t floats = (size_t)width * (size_t)height * (size_t)tw_extras_floats(which);
    extras->pixel = calloc(floats, sizeof *extras->pixel);
    return extras->pixel ? TW_OK : tw_fail_memory();
}

void tw_extras_free(tw_extras *extras) {
    free(extras->pixel);
    *extras = (tw_extras){0};
}
