/*
 * Tiles in flight: drawn and not yet filtered, because the filter also reads the eight tiles
 * around.
 *
 * Any thread draws any tile. The thread that draws the last one of a tile and its neighbours
 * filters the tile; the thread that filters the last tile that reads some tile's parts frees these
 * parts. The filtered pixels depend on the parts alone, not on the order. As tiles are drawn row by
 * row, the parts of about two rows of tiles are in memory at a time.
 */
#ifndef TW_PICTURE_TILE_FLIGHT_H
#define TW_PICTURE_TILE_FLIGHT_H

#include "base/array.h"
#include "picture/again/again.h"
#include "picture/filter/filter.h"

#include <pthread.h>
#include <stdatomic.h>

/* progress of one tile: drawn, then filtered */
typedef struct tw_flight_tile {
    tw_parts *parts; /* parts of the tile while the filter needs them; NULL: it has none */
    /* drawn: how many of this tile and its neighbours have been drawn; read: how many of them have
     * been filtered, which reads this tile's parts */
    atomic_uchar drawn, read;
} tw_flight_tile;

typedef struct tw_flight {
    tw_image *image;
    tw_again *again;      /* NULL: none */
    tw_flight_tile *tile; /* [tw_tile_count] */
    /* free: unused memory for parts; the piece that was returned last is handed out first, because
     * it is still in the cache. lock guards it */
    pthread_mutex_t lock;
    TW_ARRAY(tw_parts *) free;
    atomic_bool failed; /* an allocation failed */
} tw_flight;

tw_status tw_flight_begin(tw_flight *f, tw_again *again, tw_image *image);
/* frees the flight's memory; TW_MEMORY: there was no memory for the parts of some tile, and the
 * picture is incomplete */
tw_status tw_flight_end(tw_flight *f);
/* memory for a tile's parts, to be given to tw_flight_add; NULL: there is none */
tw_parts *tw_flight_take(tw_flight *f);
/* reports that a tile is drawn; the flight takes over `parts`, which come from tw_flight_take.
 * NULL: the tile has no parts */
void tw_flight_add(tw_flight *f, int tile, tw_parts *parts);

#endif
