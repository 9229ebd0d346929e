/*
 * Drawing two by two pixels with a quarter of the paths.
 *
 * Every pixel has 16 camera rays, or 64 if they see more than one thing: camera rays cost little,
 * and edges are smoother than with 16 paths. Of the first packet's rays that see a thing, up to
 * four are continued as paths; the others only count for the thing's share of the pixel. The paths
 * of four pixels form one packet, whose sample points are a net over the four pixels, and a smaller
 * net in each of them.
 */
#ifndef TW_PICTURE_TILE_QUARTER_H
#define TW_PICTURE_TILE_QUARTER_H

#include "picture/filter/filter.h"
#include "picture/tile/wave.h"

typedef struct tw_quarter {
    tw_pixel *pixel[4]; /* the four pixels; NULL: this one is not drawn */
    /* [pixel][part]: eye: the first packet of camera rays that hit the part; mask: these rays, in
     * the order of columns (filter.h), 0: the pixel has no such part; seen: number of all its
     * camera rays that hit the part */
    tw_packet eye[4][TW_PARTS];
    uint32_t mask[4][TW_PARTS];
    float seen[4][TW_PARTS];
} tw_quarter;

/* Traces the camera rays of the pixels (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1), except where
 * q->pixel is NULL; packet: number of the first pixel's packet. Returns a bit for each pixel that
 * was not drawn because it shows more than TW_PARTS things */
unsigned tw_quarter_see(const tw_view *s, tw_tile_points *points, const tw_tile *tile, int x, int y,
                        uint32_t packet, bool alpha, tw_quarter *q);
/* Traces the paths of part k of the four pixels and adds their light to the pixels. sky, more:
 * receive the rays that the caller traces later, as in tw_trace_seen. false: no pixel has this part
 */
bool tw_quarter_trace(const tw_view *s, tw_tile_points *points, const tw_tile *tile, int k,
                      const tw_quarter *q, uint32_t packet, tw_wait_place *sky,
                      tw_wave_place *more);

#endif
