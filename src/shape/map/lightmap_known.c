/*
 * Cache of computed light maps, because all frames of a film use the same one. A map depends on its
 * source and its sun alone, so it does not matter which caller had it computed. When the cache is
 * full, the map that was unused for longest is released.
 */
#include "shape/map/lightmap.h"

#include <pthread.h>

enum { KNOWN = 8 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const tw_lightmap *known[KNOWN]; /* cached maps, the most recently used first */

/* moves the map at index i to the front; the others keep their order */
static const tw_lightmap *to_front(int i) {
    const tw_lightmap *m = known[i];
    for (; i > 0; i--) known[i] = known[i - 1];
    known[0] = m;
    return m;
}

static tw_status make(tw_lightmap_source source, double sun) {
    tw_lightmap *m;
    TW_TRY(source == TW_LIGHTMAP_STUDIO ? tw_lightmap_studio(&m) : tw_lightmap_sky(sun, &m));
    tw_lightmap_release(known[KNOWN - 1]);
    known[KNOWN - 1] = m;
    to_front(KNOWN - 1);
    return TW_OK;
}

tw_status tw_lightmap_known(tw_lightmap_source source, double sun, const tw_lightmap **map) {
    tw_status s = TW_OK;
    if (source == TW_LIGHTMAP_STUDIO) sun = 0;
    pthread_mutex_lock(&lock);
    int i = 0;
    while (i < KNOWN && known[i] && (known[i]->source != source || known[i]->sun != sun)) i++;
    if (i < KNOWN && known[i])
        to_front(i);
    else
        s = make(source, sun);
    if (s == TW_OK) *map = tw_lightmap_retain(known[0]);
    pthread_mutex_unlock(&lock);
    return s;
}
