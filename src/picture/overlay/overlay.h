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

/* a name to be placed after all marks are drawn */
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
    double k;      /* pixels per slope of a ray; parallel rays: per m */
    double unit; /* the picture's height / 540, pixels; at least so large that lines stay visible */
    double mark; /* unit of marks, pixels; smaller in films with many marks */
    double text; /* line height of letters, pixels, at least 11 */
    double edge; /* margin at the picture's border that stays free, pixels */
    double view; /* height of what the camera shows at its target, m */
    TW_ARRAY(tw_box) taken; /* boxes of texts */
    TW_ARRAY(tw_box) busy;  /* boxes of marks */
    TW_ARRAY(tw_label) label;
    TW_ARRAY(tw_overlay_name) name; /* names of the labels */
    struct tw_hidden *hidden;       /* NULL: no mark counts as hidden */
} tw_overlay_layer;

extern const tw_ink tw_overlay_inks[TW_CLASS_COUNT], tw_overlay_dark, tw_overlay_nail;

/* size of a pixel at this depth, m */
static inline double tw_overlay_pixel(const tw_overlay_layer *l, double depth) {
    return (l->parallel ? 1 : depth) / l->k;
}

/* returns the depth of p; if it is in front of the eye, *x, *y: its place in the picture, pixels */
double tw_overlay_project(const tw_overlay_layer *l, vec3 p, double *x, double *y);
/* adds m's text in m's colour as a name beside the place (x, y), in the direction dx, dy; both 0:
 * on m's side */
tw_status tw_overlay_name_at(tw_overlay_layer *l, const tw_mark *m, double x, double y, double dx,
                             double dy);
tw_status tw_overlay_busy_at(tw_overlay_layer *l, double x, double y, double r);

/* overlay/captions.c: draws the captions */
tw_status tw_overlay_captions(tw_overlay_layer *l);
/* is the picture's border so bright that light letters would be hard to read? false for a drawing,
 * which has no pixels (light inks are made dark for paper) */
bool tw_overlay_bright(const tw_image *image);

/* overlay_graph.c */
tw_status tw_overlay_graphs(tw_overlay_layer *l);

/* overlay_marks.c */
tw_status tw_overlay_marks(tw_overlay_layer *l);
/* draws the head of an arrow that ends at (x, y) in the direction dx, dy */
void tw_overlay_head(tw_overlay_layer *l, double x, double y, double dx, double dy, double size,
                     tw_ink ink);

/* overlay_plot.c: size of a constraint's curve, pixels; and the function that draws it */
void tw_overlay_plot_size(const tw_overlay_layer *l, double *width, double *height);
tw_status tw_overlay_plot(tw_overlay_layer *l, const tw_plot *p, const tw_box *box);

/* overlay_legend.c */
tw_status tw_overlay_legend(tw_overlay_layer *l);
/* largest 1, 2 or 5 times a power of ten that is not above x > 0; 0 if x is too small or too large
 * for that */
double tw_overlay_round(double x);

/* hidden.c: knows which points bodies hide from the eye */
struct tw_hidden;
tw_status tw_hidden_make(const tw_frame *f, struct tw_hidden **out); /* *out NULL: too much */
void tw_hidden_free(struct tw_hidden *h);
/* seen [n]: 1 if the point is visible, 0 behind a solid body */
tw_status tw_hidden_seen(struct tw_hidden *h, const vec3 *point, int n, float *seen);

#endif
