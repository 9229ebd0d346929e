/*
 * Tiles in flight: drawn and not yet filtered, because the filter reads up to eight tiles around.
 *
 * Any thread draws any tile. Whoever draws the last of a tile and those around it filters it;
 * whoever filters the last one that reads a tile's parts frees them. The filtered pixels depend on
 * the parts alone, not on the order. As tiles are drawn by rows, about two rows have parts at a
 * time.
 */
#ifndef TW_PICTURE_TILE_FLIGHT_H
#define TW_PICTURE_TILE_FLIGHT_H

#include "base/array.h"
#include "picture/again/again.h"
#include "picture/filter/filter.h"

#include <pthread.h>
#include <stdatomic.h>

/* state of one tile */
typedef struct tw_flight_tile {
    tw_parts *parts;          /* NULL: none, or no longer */
    atomic_uchar drawn, read; /* tiles of those around that are drawn; that have been filtered */
} tw_flight_tile;

typedef struct tw_flight {
    tw_image *image;
    tw_again *again;      /* NULL: none */
    tw_flight_tile *tile; /* [tw_tile_count] */
    /* parts that no tile has now; the last one is given first, as the cache still knows it */
    pthread_mutex_t lock;
    TW_ARRAY(tw_parts *) free;
    atomic_bool failed; /* memory is missing */
} tw_flight;

tw_status tw_flight_begin(tw_flight *f, tw_again *again, tw_image *image);
/* TW_MEMORY: room for some tile was missing */
tw_status tw_flight_end(tw_flight *f);
/* room for a tile's parts; NULL: memory is missing */
tw_parts *tw_flight_take(tw_flight *f);
/* tile is drawn; its parts, taken above, are the flight's from now on. NULL: it has none */
void tw_flight_add(tw_flight *f, int tile, tw_parts *parts);

#endif
