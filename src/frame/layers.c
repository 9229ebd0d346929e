/* Names of the layers of a picture; see layers.h. */
#include "frame/layers.h"

#include "base/suggest.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *name;
    unsigned layers;
    const char *doc;
} known[] = {
    {"final", TW_LAYERS_FINAL, "the bodies only"},
    {"debug", TW_LAYERS_DEBUG, "bodies, points, constraints, forces, names and stamp"},
    {"bodies", TW_LAYER_BODIES, "the bodies"},
    {"points", TW_LAYER_POINTS, "control points and nails"},
    {"constraints", TW_LAYER_CONSTRAINTS, "lines between the points that belong together"},
    {"forces", TW_LAYER_FORCES, "forces and torques as arrows, coloured by their kind"},
    {"names", TW_LAYER_NAMES, "names of the bodies"},
    {"stamp", TW_LAYER_STAMP, "scene, frame number and time"},
    {"split", TW_LAYER_FORCES | TW_LAYER_SPLIT,
     "forces, with constraint forces in their parts F_g, F_v, F_D"},
};

enum { KNOWN = sizeof known / sizeof known[0] };

const char *tw_layer_name(int i, const char **doc) {
    if (i < 0 || i >= KNOWN) return NULL;
    *doc = known[i].doc;
    return known[i].name;
}

tw_status tw_layers_add(const char *name, unsigned *layers) {
    tw_suggestion s = tw_suggestion_for(name);
    for (int i = 0; i < KNOWN; i++) {
        if (!strcmp(name, known[i].name)) {
            *layers |= known[i].layers;
            return TW_OK;
        }
        tw_suggestion_offer(&s, known[i].name);
    }
    if (s.best) return tw_fail(TW_ARGUMENT, "unknown layer '%s', did you mean '%s'?", name, s.best);
    return tw_fail(TW_ARGUMENT,
                   "unknown layer '%s', expected final, debug, or some of bodies, points, "
                   "constraints, forces, names, stamp, split",
                   name);
}

tw_status tw_layers_parse(const char *text, unsigned *layers) {
    unsigned all = 0;
    for (const char *p = text;; p++) {
        size_t n = strcspn(p, ",");
        char name[64];
        if (n >= sizeof name) n = sizeof name - 1;
        memcpy(name, p, n);
        name[n] = '\0';
        TW_TRY(tw_layers_add(name, &all));
        p += strcspn(p, ",");
        if (!*p) break;
    }
    *layers = all;
    return TW_OK;
}
