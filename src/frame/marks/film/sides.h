/*
 * On which side of its body a name stands: one side for the whole film, so that the name moves with
 * the body and does not jump from side to side.
 */
#ifndef TW_FRAME_MARKS_FILM_SIDES_H
#define TW_FRAME_MARKS_FILM_SIDES_H

#include "frame/frame.h"

typedef struct tw_box {
    double x0, y0, x1, y1; /* y downward */
} tw_box;

static inline bool tw_boxes_overlap(const tw_box *a, const tw_box *b) {
    return a->x0 < b->x1 && b->x0 < a->x1 && a->y0 < b->y1 && b->y0 < a->y1;
}

/* box of width x height that lies on a side of the place (x, y), at the distance `gap` from it; all
 * in picture heights */
tw_box tw_box_beside(double x, double y, double width, double height, tw_name_side side,
                     double gap);

/* sets `side` of the names in the frames [count] of a film, whose cameras must be complete; aspect
 * = width / height */
tw_status tw_film_sides(tw_frame *const *frames, size_t count, double aspect);

/* sets `side` and `far` of the curves that are shown in the frames (curves.c); arguments as for
 * tw_film_sides */
tw_status tw_film_curves(tw_frame *const *frames, size_t count, double aspect);

/* least width and height of the box of a constraint's curve, picture heights */
#define TW_CURVE_WIDTH 0.24
#define TW_CURVE_HEIGHT 0.13

#endif
