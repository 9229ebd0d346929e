/*
 * State that the files of the overlay share: the picture, the eye, sizes, colours, and boxes that
 * names must avoid.
 */
#ifndef TW_PICTURE_OVERLAY_OVERLAY_H
#define TW_PICTURE_OVERLAY_OVERLAY_H

#include "base/array.h"
#include "picture/drawing/canvas.h"
#include "picture/overlay/labels.h"

/* draws the debug layer of the frame over the image's bytes */
tw_status tw_overlay(const tw_frame *f, const tw_picture_options *o, tw_image *image);

/* text that is to be placed when all marks are drawn */
typedef struct tw_overlay_name {
    const char *text;
    const tw_plot *plot; /* instead of text */
    tw_ink ink;
} tw_overlay_name;

typedef struct tw_overlay_layer {
    const tw_frame *f;
    tw_image *image;
    vec3 eye, right, up, forward;
    bool parallel; /* rays */
    double k;      /* pixels per slope, or per m where rays are parallel */
    double unit; /* pixels: the picture's height / 540, but lines stay visible in small pictures */
    double mark; /* pixels: the unit of marks, smaller when there are many */
    double text; /* line height of letters, pixels; never below 11 */
    double edge; /* pixels that stay free at the border */
    double view; /* height of the visible field at the target, m */
    TW_ARRAY(tw_box) taken; /* boxes of texts */
    TW_ARRAY(tw_box) busy;  /* boxes of marks */
    TW_ARRAY(tw_label) label;
    TW_ARRAY(tw_overlay_name) name; /* names of the labels */
    struct tw_hidden *hidden;       /* NULL: everything counts as seen */
} tw_overlay_layer;

extern const tw_ink tw_overlay_inks[TW_CLASS_COUNT], tw_overlay_dark, tw_overlay_nail;

/* m at that depth to a pixel */
static inline double tw_overlay_pixel(const tw_overlay_layer *l, double depth) {
    return (l->parallel ? 1 : depth) / l->k;
}

/* depth of a point, and its place in the picture if it is in front of the eye */
double tw_overlay_project(const tw_overlay_layer *l, vec3 p, double *x, double *y);
/* a text of m's colour in the direction dx, dy from a place of the picture, or at m's side of it */
tw_status tw_overlay_name_at(tw_overlay_layer *l, const tw_mark *m, double x, double y, double dx,
                             double dy);
tw_status tw_overlay_busy_at(tw_overlay_layer *l, double x, double y, double r);

/* letters/captions.c */
tw_status tw_overlay_captions(tw_overlay_layer *l);
/* is the picture's border so bright that light letters would not stand out? A drawing has no
 * pixels, and who puts it on paper turns light inks dark */
bool tw_overlay_bright(const tw_image *image);

/* overlay_graph.c */
tw_status tw_overlay_graphs(tw_overlay_layer *l);

/* overlay_marks.c */
tw_status tw_overlay_marks(tw_overlay_layer *l);
/* the head of an arrow that ends at x, y, in the direction dx, dy */
void tw_overlay_head(tw_overlay_layer *l, double x, double y, double dx, double dy, double size,
                     tw_ink ink);

/* overlay_plot.c: its size in the picture, and itself */
void tw_overlay_plot_size(const tw_overlay_layer *l, double *width, double *height);
tw_status tw_overlay_plot(tw_overlay_layer *l, const tw_plot *p, const tw_box *box);

/* overlay_legend.c */
tw_status tw_overlay_legend(tw_overlay_layer *l);
/* 1, 2 or 5 times a power of ten, not above x > 0; 0 where there is none that a double holds well
 */
double tw_overlay_round(double x);

/* hidden.c: points hidden by bodies, as seen from the eye */
struct tw_hidden;
tw_status tw_hidden_make(const tw_frame *f, struct tw_hidden **out); /* *out NULL: too much */
void tw_hidden_free(struct tw_hidden *h);
/* how much of each point [n] is seen: 1, or 0 behind a solid body */
tw_status tw_hidden_seen(struct tw_hidden *h, const vec3 *point, int n, float *seen);

#endif
