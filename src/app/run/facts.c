/* Origin of pictures, for their manifest, and limits of a run; see run.h. */
#include "app/base/stop.h"
#include "app/run/run.h"
#include "app/version.h"
#include "base/hash.h"
#include "base/text/text.h"
#include "library/catalogue.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* largest length of one fact, bytes; TW_FACTS has room for all facts of this length */
enum { FACT = 800 };

/* appends a member of the manifest's JSON object; of a value longer than FACT the end is replaced
 * by its digest */
static void fact(char *facts, size_t *used, const char *name, const char *value) {
    size_t n = *used;
    n += (size_t)snprintf(facts + n, TW_FACTS - n, "  \"%s\": \"", name);
    char piece[TW_TEXT_JSON];
    for (size_t begin = n; *value && n - begin < FACT;) {
        tw_text_json(&value, piece);
        n += (size_t)snprintf(facts + n, TW_FACTS - n, "%s", piece);
    }
    if (*value)
        n += (size_t)snprintf(facts + n, TW_FACTS - n, "... %016" PRIx64,
                              tw_hash_end(tw_hash_bytes(tw_hash_begin(), value, strlen(value))));
    *used = n + (size_t)snprintf(facts + n, TW_FACTS - n, "\",\n");
}

static void digest_fact(char *facts, size_t *used, const char *name, uint64_t digest) {
    char text[24];
    snprintf(text, sizeof text, "%016" PRIx64, digest);
    fact(facts, used, name, text);
}

void tw_facts_make(const tw_facts *f, char text[TW_FACTS]) {
    size_t used = 0;
    char size[40];
    snprintf(size, sizeof size, "%dx%d", f->width, f->height);
    fact(text, &used, "tauwerk", TW_VERSION);
    digest_fact(text, &used, "program", f->program);
    fact(text, &used, "script", f->script);
    digest_fact(text, &used, "script_digest", f->source);
    fact(text, &used, "scene", f->scene);
    fact(text, &used, "size", size);
    fact(text, &used, "options", f->options);
}

static tw_hash put_text(tw_hash h, const char *text) {
    return tw_hash_bytes(h, text, strlen(text) + 1);
}

uint64_t tw_film_key(const tw_film_facts *f) {
    int64_t numbers[] = {(int64_t)f->layers, f->frames};
    tw_hash h = tw_hash_bytes(tw_hash_begin(), &f->source, sizeof f->source);
    for (size_t i = 0; i < f->set_count; i++) h = put_text(h, f->sets[i]);
    h = put_text(h, f->look ? tw_catalogue_look_about(f->look).name : "");
    h = tw_hash_bytes(h, numbers, sizeof numbers);
    return tw_hash_end(tw_hash_bytes(h, &f->fps, sizeof f->fps));
}

tw_status tw_limits(double seconds, int megabytes) {
    if (seconds > 0) {
        tw_stop_after(seconds);
        TW_TRY(tw_stop_surely());
    }
    return megabytes > 0 ? tw_stop_memory(megabytes) : TW_OK;
}
