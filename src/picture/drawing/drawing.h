/*
 * A drawing: the strokes and letters of a canvas, recorded instead of put into pixels, for figures
 * (SVG, PDF) with the same marks as pictures, but without their dark edges.
 */
#ifndef TW_PICTURE_DRAWING_DRAWING_H
#define TW_PICTURE_DRAWING_DRAWING_H

#include "base/array.h"
#include "picture/drawing/canvas.h"

typedef enum tw_drawn_kind {
    TW_DRAWN_PATH, /* a stroke through its points, with round ends and corners */
    TW_DRAWN_DISC, /* xy[0]: centre */
    TW_DRAWN_RING, /* a circle drawn as a stroke; its only point is the centre */
    TW_DRAWN_AREA, /* filled, closed */
    TW_DRAWN_TEXT  /* a text; its only point is the beginning of the baseline */
} tw_drawn_kind;

typedef struct tw_drawn {
    tw_drawn_kind kind;
    size_t first, count; /* its points: `count` pairs x, y from drawing.xy[2 first] on */
    double size;         /* width of the stroke, or line height of the text, pixels */
    double radius;       /* radius of a DISC or a RING, pixels */
    tw_ink ink;
    /* true: the script chose this ink, so figures for paper keep it instead of their own ink */
    bool own;
    bool plate;  /* true: a plate, which has the paper's colour and hides strokes behind it */
    size_t text; /* TEXT: index of its first byte in drawing.text */
    tw_font font;
} tw_drawn;

typedef struct tw_drawing {
    TW_ARRAY(tw_drawn) all;
    TW_ARRAY(double) xy;
    TW_ARRAY(char) text;
    bool failed; /* an allocation failed */
    bool own;    /* `own` of the strokes that are recorded next */
    bool plate;  /* `plate` of the strokes that are recorded next */
} tw_drawing;

/* records a path; strength [n - 1]: factors of the pieces' opacity; NULL: 1 */
tw_status tw_drawing_path(tw_drawing *d, const double *xy, int n, const float *strength,
                          double width, tw_ink ink);
void tw_drawing_round(tw_drawing *d, double x, double y, double radius, double width, tw_ink ink);
void tw_drawing_area(tw_drawing *d, const double *xy, int n, tw_ink ink);
tw_status tw_drawing_text(tw_drawing *d, tw_font font, double x, double y, double size,
                          const char *utf8, tw_ink ink);
void tw_drawing_free(tw_drawing *d);

#endif
