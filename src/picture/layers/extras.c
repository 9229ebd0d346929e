/* Names and channels of the layers; see extras.h. */
#include "picture/layers/extras.h"

#include "base/suggest.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name;
    tw_extra layer;
    const char *doc;
} known[TW_EXTRA_LAYERS] = {
    {"depth", TW_EXTRA_DEPTH,
     "Z: distance from the camera along its axis, m; 1e10 where nothing is"},
    {"normal", TW_EXTRA_NORMAL, "normal.XYZ: of what is seen, world axes"},
    {"albedo", TW_EXTRA_ALBEDO, "albedo.RGB: the material's own colour, with its texture"},
    {"id", TW_EXTRA_ID, "CryptoObject00 to 02: Cryptomatte of the bodies' names"},
    {"position", TW_EXTRA_POSITION, "position.XYZ: of what is seen, m, world axes"},
    {"motion", TW_EXTRA_MOTION, "motion.XY: pixels to the next frame, right and up"},
    {"forces", TW_EXTRA_FORCES, "forces.RGBA: arrows of forces and torques"},
};

/* in the order of a pixel's floats */
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

const char *tw_extra_name(int i, const char **doc) {
    if (i < 0 || i >= TW_EXTRA_LAYERS) return NULL;
    *doc = known[i].doc;
    return known[i].name;
}

static tw_status add(const char *name, unsigned *which) {
    tw_suggestion s = tw_suggestion_for(name);
    if (!strcmp(name, "all")) {
        *which = TW_EXTRA_ALL;
        return TW_OK;
    }
    tw_suggestion_offer(&s, "all");
    for (int i = 0; i < TW_EXTRA_LAYERS; i++) {
        if (!strcmp(name, known[i].name)) {
            *which |= known[i].layer;
            return TW_OK;
        }
        tw_suggestion_offer(&s, known[i].name);
    }
    if (s.best) return tw_fail(TW_ARGUMENT, "unknown layer '%s', did you mean '%s'?", name, s.best);
    return tw_fail(TW_ARGUMENT,
                   "unknown layer '%s', expected all, or some of depth, normal, albedo, id, "
                   "position, motion, forces",
                   name);
}

tw_status tw_extras_parse(const char *text, unsigned *which) {
    unsigned all = 0;
    for (const char *p = text;; p++) {
        size_t n = strcspn(p, ",");
        char name[64];
        size_t kept = n < sizeof name ? n : sizeof name - 1;
        memcpy(name, p, kept);
        name[kept] = '\0';
        TW_TRY(add(name, &all));
        p += n;
        if (!*p) break;
    }
    *which = all;
    return TW_OK;
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
