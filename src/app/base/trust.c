/* Trust and its bounds; see trust.h. */
#include "app/base/trust.h"

#include "app/base/stop.h"
#include "base/file.h"

#include <stdio.h>

enum { SANDBOX_MEMORY = 4096, SANDBOX_HEAP = 256 }; /* MB */

/* sets the sandbox's limits that the user did not give */
static void fill(tw_trust *t) {
    if (!(t->instructions > 0)) t->instructions = 1e10;
    if (!t->objects) t->objects = 200000;
    if (!t->frames) t->frames = 100000;
    if (!(t->pixels > 0)) t->pixels = 4e7;
    if (!(t->file > 0)) t->file = 1024;
}

tw_status tw_trust_settle(tw_trust *t, const char *command, bool preset) {
    if (t->sandbox && t->trusted)
        return tw_fail(TW_USAGE, "%s: expected either --sandbox or --trust, got both", command);
    if (!t->sandbox && !t->trusted) t->sandbox = preset;
    t->trusted = !t->sandbox;
    if (t->sandbox) fill(t);
    tw_file_bound(1e6 * t->file, t->pixels);
    return TW_OK;
}

size_t tw_trust_words(const tw_trust *t, char words[TW_TRUST_WORDS][TW_TRUST_WORD]) {
    const struct {
        const char *name;
        double value;
    } rows[] = {{"limit-instructions", t->instructions},
                {"limit-objects", t->objects},
                {"limit-frames", t->frames},
                {"limit-pixels", t->pixels},
                {"limit-file", t->file}};
    size_t n = 0;
    snprintf(words[n++], TW_TRUST_WORD, "%s", t->sandbox ? "--sandbox" : "--trust");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].value > 0)
            snprintf(words[n++], TW_TRUST_WORD, "--%s=%.17g", rows[i].name, rows[i].value);
    return n;
}

tw_status tw_trust_memory(const tw_trust *t, int megabytes) {
    return t->sandbox && !megabytes ? tw_stop_memory_more(SANDBOX_MEMORY) : TW_OK;
}

size_t tw_trust_heap(const tw_trust *t, int megabytes) {
    return (size_t)(megabytes ? megabytes : t->sandbox ? SANDBOX_HEAP : 0) << 20;
}

tw_script_bounds tw_trust_bounds(const tw_trust *t, const char *writes) {
    return (tw_script_bounds){.sandbox = t->sandbox,
                              .writes = writes,
                              .instructions = t->instructions,
                              .objects = t->objects};
}

tw_status tw_trust_film(const tw_trust *t, const char *name, int frames, int width, int height) {
    double pixels = (double)width * height;
    if (t->frames && frames > t->frames)
        return tw_fail(TW_SCRIPT,
                       "%s: expected a film of at most %d frames, got %d (--limit-frames)", name,
                       t->frames, frames);
    if (t->pixels > 0 && pixels > t->pixels)
        return tw_fail(
            TW_SCRIPT,
            "%s: expected pictures of at most %.10g pixels, got %d x %d (--limit-pixels)", name,
            t->pixels, width, height);
    return TW_OK;
}
