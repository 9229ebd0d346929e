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
    tw_tree_node box[TW_WAKES]; /* boxes, as leaves of a tree; `reach` of each holds the balls of
                                   its solids as well */
} tw_wake;

/* does this thread's present tile depend on the contents of the wake? */
extern _Thread_local bool tw_wake_met;

/* must the present tile still be watched: is there a wake that it does not depend on yet? */
static inline bool tw_wake_watched(const tw_view *s) {
    return s->wake && !tw_wake_met;
}

#endif
