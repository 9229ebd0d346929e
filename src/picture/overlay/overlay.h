/*
 * State that the files of the overlay share: the picture, the eye, sizes, colours, and the boxes
 * that names must avoid.
 */
#ifndef TW_PICTURE_OVERLAY_OVERLAY_H
#define TW_PICTURE_OVERLAY_OVERLAY_H

#include "base/array.h"
#include "picture/drawing/canvas.h"
#include "picture/overlay/labels.h"

/* draws the debug layer of the frame over the image's bytes */
tw_status tw_overlay(const tw_frame *f, const tw_picture_options *o, tw_image *image);

/* text of a label, which is drawn when all marks are drawn and its place is known */
typedef struct tw_overlay_name {
    const char *text;
    const tw_plot *plot; /* curve that is drawn in the label's box instead of a text; NULL: none */
    tw_ink ink;
} tw_overlay_name;

typedef struct tw_overlay_layer {
    const tw_frame *f;
    tw_image *image;
    vec3 eye, right, up, forward;
    bool parallel; /* rays */
    /* pixels in the picture per unit of x / z in the camera's axes; for parallel rays, per metre */
    double k;
    /* height of the picture / 540: marks and lines are that many times larger than in a picture 540
     * pixels high; at least so large that lines stay visible */
    double unit;
    double mark; /* unit of the sizes of marks, pixels: `unit`, or less in films with many marks */
    double text; /* line height of letters, pixels, at least 11 */
    double edge; /* width of the margin at the picture's border that stays free, pixels */
    double view; /* height of the visible part of space at the depth of the camera's target, m */
    TW_ARRAY(tw_box) taken; /* boxes of texts, which labels must not cover */
    TW_ARRAY(tw_box) busy;  /* boxes of marks, which labels should not cover */
    TW_ARRAY(tw_label) label;
    TW_ARRAY(tw_overlay_name) name; /* [label.count] texts and colours of the labels */
    struct tw_hidden *hidden;       /* test for marks behind bodies; NULL: none counts as hidden */
} tw_overlay_layer;

extern const tw_ink tw_overlay_inks[TW_CLASS_COUNT], tw_overlay_dark, tw_overlay_nail;

/* width in space, m, that a pixel covers at this depth */
static inline double tw_overlay_pixel(const tw_overlay_layer *l, double depth) {
    return (l->parallel ? 1 : depth) / l->k;
}

/* returns the depth of p along the camera's axis, m, and 0 if p is not finite. If the depth is > 0,
 * *x, *y: place of p in the picture, pixels; otherwise 0, 0 */
double tw_overlay_project(const tw_overlay_layer *l, vec3 p, double *x, double *y);
/* adds a label with the text and colour of mark m beside the place (x, y), in the direction (dx,
 * dy); both 0: on the side that m asks for */
tw_status tw_overlay_name_at(tw_overlay_layer *l, const tw_mark *m, double x, double y, double dx,
                             double dy);
tw_status tw_overlay_busy_at(tw_overlay_layer *l, double x, double y, double r);

/* overlay/captions.c: draws the captions */
tw_status tw_overlay_captions(tw_overlay_layer *l);
/* true: the picture's border is so bright that light letters would be hard to read. false for
 * recorded drawings, which have no pixels: there light inks are made dark for paper */
bool tw_overlay_bright(const tw_image *image);

/* overlay_graph.c */
tw_status tw_overlay_graphs(tw_overlay_layer *l);

/* overlay_marks.c */
tw_status tw_overlay_marks(tw_overlay_layer *l);
/* draws the head of an arrow whose tip is at (x, y), pointing in the direction dx, dy; size: its
 * length, pixels */
void tw_overlay_head(tw_overlay_layer *l, double x, double y, double dx, double dy, double size,
                     tw_ink ink);

/* overlay_plot.c: size of the box of a constraint's curve, pixels; and the function that draws the
 * curve */
void tw_overlay_plot_size(const tw_overlay_layer *l, double *width, double *height);
tw_status tw_overlay_plot(tw_overlay_layer *l, const tw_plot *p, const tw_box *box);

/* overlay_legend.c */
tw_status tw_overlay_legend(tw_overlay_layer *l);
/* the greatest of the numbers 1, 2, 5 times a power of ten that is at most x > 0; 0: x is too small
 * or too large */
double tw_overlay_round(double x);

/* hidden.c: finds which points are hidden from the eye by bodies */
struct tw_hidden;
/* makes the test for the frame's solids; *out NULL: there is no test, because it would take too
 * long or there are no solids */
tw_status tw_hidden_make(const tw_frame *f, struct tw_hidden **out);
void tw_hidden_free(struct tw_hidden *h);
/* seen [n]: 1 if the point is visible, 0 if a solid body hides it */
tw_status tw_hidden_seen(struct tw_hidden *h, const vec3 *point, int n, float *seen);

#endif
