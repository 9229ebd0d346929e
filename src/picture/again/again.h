/*
 * Pictures of one film: tiles that did not change since an earlier picture are copied.
 *
 * While a picture is drawn, each tile notes whether a moving solid could change anything in it,
 * directly or by shadow, reflection or bounce (wake.h). Tiles without such a note are kept, in
 * linear light, and copied into the following pictures as long as
 *   - camera, lights, ground and options are equal, the camera stands still during the exposure,
 *   - the quality is not draft, no solid is translucent,
 *   - glowing solids do not change, and
 *   - every solid is as it was, or stays within its part of the wake: what it is there does not
 *     matter, so solids that change colour have one as well.
 * A tile with parts depends on those of the tiles around it, too (filter/filter.h): it is kept if
 * none of them notes anything. It is drawn nevertheless where a tile beside it is to be filtered.
 * The bytes are those of a picture that is drawn anew: sample points depend on pixel and sample
 * alone, and the tree over the solids decides nothing (ties go to the lower number).
 *
 * One object serves one picture at a time, whatever its frame. The memory of one linear picture.
 */
#ifndef TW_PICTURE_AGAIN_AGAIN_H
#define TW_PICTURE_AGAIN_AGAIN_H

#include "picture/picture.h"

struct tw_view;
typedef struct tw_again tw_again;

tw_status tw_again_create(int width, int height, tw_again **again);
void tw_again_free(tw_again *a);
/* share of the last picture's tiles that were copied without being drawn, 0 .. 1 */
double tw_again_share(const tw_again *a);

/* called by draw.c before a picture is drawn, with its frame and view; sets view->wake */
tw_status tw_again_begin(tw_again *a, const tw_frame *frame, const tw_picture_options *o,
                         struct tw_view *view);
/* copies a tile from an earlier picture. false: the tile must be drawn, because it may have
 * changed, or because the filter of a tile beside it, which must be drawn, may need its parts */
bool tw_again_take(tw_again *a, int tile, tw_image *image);
/* tw_again_watch, tw_again_note: called before and after a tile is drawn, by the thread that draws
 * it. parts: the tile has parts (filter/filter.h) */
void tw_again_watch(const tw_again *a);
void tw_again_note(tw_again *a, int tile, bool parts);
/* called when a tile and all tiles around it are drawn: copies its pixels from an earlier picture.
 * false: it has changed, and must be filtered and then stored by tw_again_keep */
bool tw_again_complete(const tw_again *a, int tile, tw_image *image);
void tw_again_keep(tw_again *a, int tile, const tw_image *image);
/* ends the picture; complete: all its tiles have been drawn or copied */
void tw_again_end(tw_again *a, bool complete);

#endif
