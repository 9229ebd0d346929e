/*
 * Placement of names in a picture: boxes beside their anchors that neither overlap each other nor
 * leave the picture. It depends on the boxes alone, so equal frames give equal pictures.
 */
#ifndef TW_PICTURE_OVERLAY_LABELS_H
#define TW_PICTURE_OVERLAY_LABELS_H

#include "frame/marks/film/sides.h"

typedef struct tw_label {
    double x, y;          /* in: anchor, the point that the label names */
    double width, height; /* in: size of the label's box, pixels */
    double gap;           /* in: preferred distance of the box from the anchor */
    /* in: least distance of the box from the anchor; if it exceeds `gap`, it is the preferred
     * one */
    double from;
    double far; /* in: greatest distance of the box from the anchor */
    /* in: priority: labels are placed in the order of falling rank; equal ones in their order in
     * the array */
    int rank;
    tw_name_side side; /* in: side of the anchor on which the label should lie, if there is room */
    /* in: preferred direction from the anchor, in place of `side`; both 0: `side` holds */
    double dx, dy;
    /* in: true: boxes of marks do not affect the label's place, so that it does not jump when marks
     * move */
    bool steady;
    /* out: true: the label has a place; false: there is no room, or the anchor lies outside the
     * picture */
    bool placed;
    tw_box box; /* out */
    /* out: true: the box is so far away that a line should be drawn from the anchor to (lx, ly), a
     * point of the box */
    bool leader;
    double lx, ly;
} tw_label;

/* Places the labels [labels] in a picture of this width and height. taken [count]: boxes that no
 * label may cover; busy [busy_count]: boxes that labels should not cover. Scratch: memory [count +
 * labels], order [labels] */
void tw_labels_place(tw_label *label, size_t labels, const tw_box *taken, size_t count,
                     const tw_box *busy, size_t busy_count, double width, double height,
                     tw_box *memory, size_t *order);

#endif
