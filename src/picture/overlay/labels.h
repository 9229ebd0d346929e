/*
 * Placement of names in a picture: boxes beside their anchors that neither overlap each other nor
 * leave the picture. It depends on the boxes alone, so equal frames give equal pictures.
 */
#ifndef TW_PICTURE_OVERLAY_LABELS_H
#define TW_PICTURE_OVERLAY_LABELS_H

#include "frame/marks/film/sides.h"

typedef struct tw_label {
    double x, y;          /* in: anchor, the point that the label names */
    double width, height; /* in: size of the label */
    double gap;           /* in: preferred distance from the anchor */
    double from; /* in: least distance from the anchor, if larger; it counts as the preferred one */
    double far;  /* in: greatest distance of the box from the anchor */
    int rank;    /* in: labels are placed by falling rank, equal ones in their order */
    tw_name_side side; /* in: preferred side of the anchor */
    double dx, dy; /* in: preferred direction from the anchor, in place of `side`; both 0: none */
    bool steady;   /* in: marks do not make it change its place: it would jump as they move */
    bool placed;   /* out: false if there is no room, or the anchor is outside the picture */
    tw_box box;    /* out */
    bool leader;   /* out: the box is so far away that a line should join the anchor and (lx, ly) */
    double lx, ly;
} tw_label;

/* Places the labels in a picture of this width and height. taken [count]: boxes that no label may
 * cover; busy [busy_count]: boxes that it should not cover. Scratch: memory [count + labels], order
 * [labels] */
void tw_labels_place(tw_label *label, size_t labels, const tw_box *taken, size_t count,
                     const tw_box *busy, size_t busy_count, double width, double height,
                     tw_box *memory, size_t *order);

#endif
