/*
 * Placement of names in a picture: boxes beside their anchors that neither overlap each other nor
 * leave the picture. It depends on the boxes alone, so equal frames give equal pictures.
 */
#ifndef TW_PICTURE_OVERLAY_LABELS_H
#define TW_PICTURE_OVERLAY_LABELS_H

#include "frame/marks/film/sides.h"

typedef struct tw_label {
    double x, y;          /* in: anchor, the point that is named */
    double width, height; /* in: size of the label */
    double gap;           /* in: distance from x, y when nothing is in the way */
    double from;          /* in: the same, where that is larger and no reason for a nearer place */
    double far;           /* in: greatest distance of the box from x, y */
    int rank;             /* in: the greatest is placed first, equals in their order */
    tw_name_side side;    /* in: best side of the anchor */
    double dx, dy;        /* in: not both 0: rather than there, it stands that way from x, y */
    bool steady; /* in: marks are no reason to stand elsewhere: it would jump as they move */
    bool placed; /* out: false: there is no room, or x, y is not in the picture */
    tw_box box;  /* out */
    bool leader; /* out: so far away that a line should lead there, from x, y to: */
    double lx, ly;
} tw_label;

/* taken [count]: boxes that no label may cover; busy [busy_count]: boxes that it should not cover.
 * memory [count + labels] boxes of scratch, order [labels] */
void tw_labels_place(tw_label *label, size_t labels, const tw_box *taken, size_t count,
                     const tw_box *busy, size_t busy_count, double width, double height,
                     tw_box *memory, size_t *order);

#endif
