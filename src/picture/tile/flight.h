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
    tw_parts *parts; /* parts of the tile while the filter needs them; NULL: it has none */
    /* number of the tiles, of it and those around it, that are drawn; that have been filtered
     * with its parts */
    atomic_uchar drawn, read;
} tw_flight_tile;

typedef struct tw_flight {
    tw_image *image;
    tw_again *again;      /* NULL: none */
    tw_flight_tile *tile; /* [tw_tile_count] */
    /* spare memory for parts; the piece returned last is handed out first, as it is still in the
     * cache */
    pthread_mutex_t lock;
    TW_ARRAY(tw_parts *) free;
    atomic_bool failed; /* memory is missing */
} tw_flight;

tw_status tw_flight_begin(tw_flight *f, tw_again *again, tw_image *image);
/* frees the flight's memory; TW_MEMORY: there was none for some tile's parts, so the picture is
 * wrong */
tw_status tw_flight_end(tw_flight *f);
/* memory for a tile's parts, to be given to tw_flight_add; NULL: there is none */
tw_parts *tw_flight_take(tw_flight *f);
/* tells that a tile is drawn; the flight takes over `parts`, which come from tw_flight_take. NULL:
 * the tile has no parts */
void tw_flight_add(tw_flight *f, int tile, tw_parts *parts);

#endif
