/*
 * Drawing two by two pixels with a quarter of the paths.
 *
 * Every pixel has its 16 camera rays, and 64 where they see more than one thing: they cost little,
 * and edges are smoother than with 16 paths. Of the first sixteen that see a thing up to four go
 * on; the others only count for its share of the pixel. Four pixels' paths are a packet, whose
 * sample points are one net over the four, and a smaller one for each pixel.
 */
#ifndef TW_PICTURE_TILE_QUARTER_H
#define TW_PICTURE_TILE_QUARTER_H

#include "picture/filter/filter.h"
#include "picture/tile/wave.h"

typedef struct tw_quarter {
    tw_pixel *pixel[4]; /* the four pixels; NULL: left out */
    /* for each part of each pixel: the first packet of camera rays that hit it; the mask of these
     * rays in the order of columns (filter.h; 0: there is no such part); the number of all rays
     * that hit it */
    tw_packet eye[4][TW_PARTS];
    uint32_t mask[4][TW_PARTS];
    float seen[4][TW_PARTS];
} tw_quarter;

/* Traces the camera rays of the pixels (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1), except where
 * q->pixel is NULL; packet: number of the first one's packet. Returns bit j if pixel j was left out
 * because it shows too many things */
unsigned tw_quarter_see(const tw_view *s, tw_tile_points *points, const tw_tile *tile, int x, int y,
                        uint32_t packet, bool alpha, tw_quarter *q);
/* Traces light for part k of the pixels and adds it to them. sky, more: take the rays that are
 * traced later, as in tw_trace_seen. false: no pixel has this part */
bool tw_quarter_trace(const tw_view *s, tw_tile_points *points, const tw_tile *tile, int k,
                      const tw_quarter *q, uint32_t packet, tw_wait_place *sky,
                      tw_wave_place *more);

#endif
