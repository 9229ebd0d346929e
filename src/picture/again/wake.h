/*
 * The wake: boxes that hold, over the next pictures, all things that move or change colour.
 *
 * While a tile is drawn, every question that it asks about the solids, be it by a ray or by a box,
 * is also asked about the wake. If no answer depends on the contents of the boxes, the tile is the
 * same in every picture whose changes all lie within the wake (again.h).
 */
#ifndef TW_PICTURE_AGAIN_WAKE_H
#define TW_PICTURE_AGAIN_WAKE_H

#include "picture/rays/scene.h"

enum { TW_WAKES = 8 };

typedef struct tw_wake {
    int count;
    /* the boxes, in the form of a tree's leaves, so that rays test them like solids; `reach` of
     * each: radius of the ball about the box's centre that contains the box */
    tw_tree_node box[TW_WAKES];
} tw_wake;

/* true: the tile that this thread draws depends on the contents of the wake */
extern _Thread_local bool tw_wake_met;

/* true: the view has a wake, and nothing that this thread's tile asked about has met it yet */
static inline bool tw_wake_watched(const tw_view *s) {
    return s->wake && !tw_wake_met;
}

#endif
