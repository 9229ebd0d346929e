/* A stack of what pictures leave; see chains.h. */
#include "app/render/chains.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* pictures that would leave more than this are drawn anew */
static const size_t largest = (size_t)160 << 20;

struct tw_chains {
    pthread_mutex_t lock;
    int count; /* on the stack */
    tw_again *again[];
};

bool tw_chains_wanted(void) {
    const char *asked = getenv("TAUWERK_AGAIN");
    return !asked || strcmp(asked, "0") != 0;
}

size_t tw_chains_memory(const tw_render *o) {
    size_t all = (size_t)o->picture.width * (size_t)o->picture.height * 4 * sizeof(float);
    if (!tw_chains_wanted()) return 0;
    return o->picture.quality == TW_QUALITY_DRAFT || o->count < 2 || all > largest ? 0 : all;
}

tw_status tw_chains_create(const tw_render *o, int count, tw_chains **chains) {
    *chains = NULL;
    if (tw_chains_memory(o) == 0) return TW_OK;
    tw_chains *c = calloc(1, sizeof *c + (size_t)count * sizeof *c->again);
    if (!c) return tw_fail_memory();
    pthread_mutex_init(&c->lock, NULL);
    *chains = c;
    for (; c->count < count; c->count++)
        TW_TRY(tw_again_create(o->picture.width, o->picture.height, &c->again[c->count]));
    return TW_OK;
}

void tw_chains_free(tw_chains *c) {
    if (!c) return;
    for (int i = 0; i < c->count; i++) tw_again_free(c->again[i]);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

tw_again *tw_chains_take(tw_chains *c) {
    tw_again *a = NULL;
    if (!c) return NULL;
    pthread_mutex_lock(&c->lock);
    if (c->count > 0) a = c->again[--c->count];
    pthread_mutex_unlock(&c->lock);
    return a;
}

void tw_chains_give(tw_chains *c, tw_again *a) {
    if (!a) return;
    pthread_mutex_lock(&c->lock);
    c->again[c->count++] = a;
    pthread_mutex_unlock(&c->lock);
}
