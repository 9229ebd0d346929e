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
    {"debug", TW_LAYERS_DEBUG, "bodies, points, constraints, forces, contacts, names and stamp"},
    {"bodies", TW_LAYER_BODIES, "the bodies"},
    {"points", TW_LAYER_POINTS, "control points and nails"},
    {"constraints", TW_LAYER_CONSTRAINTS,
     "what is not met yet as a line that fades with the deviation, conflicts red; D(t) as a small "
     "curve where a constraint has plot = true"},
    {"forces", TW_LAYER_FORCES, "forces and torques as arrows, coloured by their kind"},
    {"contacts", TW_LAYER_CONTACTS, "where bodies touch, with the normal"},
    {"curves", TW_LAYER_CURVES,
     "D(t) as small curves, with tau, of the six constraints that deviate most"},
    {"legend", TW_LAYER_LEGEND, "what the colours mean, and how long an arrow of some newtons is"},
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
                   "constraints, forces, split, contacts, curves, names, stamp, legend",
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
