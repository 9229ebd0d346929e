/* A stack of sets of drawn tiles, which later pictures reuse; see chains.h. */
#include "library/picture/chains.h"

#include "picture/again/again.h"

#include <pthread.h>
#include <stdlib.h>

/* largest memory of one set, bytes; pictures that need more reuse no tiles */
static const size_t largest = (size_t)160 << 20;

struct tw_chains {
    pthread_mutex_t lock;
    int count; /* number of sets on the stack; a set that a picture uses is not on it */
    tw_again *again[];
};

size_t tw_chains_memory(const tw_picture_options *o, int pictures) {
    size_t all = (size_t)o->width * (size_t)o->height * 4 * sizeof(float);
    return o->quality == TW_QUALITY_DRAFT || pictures < 2 || all > largest ? 0 : all;
}

tw_status tw_chains_create(const tw_picture_options *o, int sets, tw_chains **chains) {
    *chains = NULL;
    tw_chains *c = calloc(1, sizeof *c + (size_t)sets * sizeof *c->again);
    if (!c) return tw_fail_memory();
    pthread_mutex_init(&c->lock, NULL);
    *chains = c;
    for (; c->count < sets; c->count++)
        TW_TRY(tw_again_create(o->width, o->height, &c->again[c->count]));
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
