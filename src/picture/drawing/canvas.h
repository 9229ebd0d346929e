/*
 * Drawing over a finished picture: anti-aliased strokes, discs, boxes and letters, blended into its
 * sRGB bytes. Coordinates are pixels, (0, 0) the corner of the top left pixel.
 */
#ifndef TW_PICTURE_DRAWING_CANVAS_H
#define TW_PICTURE_DRAWING_CANVAS_H

#include "picture/picture.h"

typedef struct tw_ink {
    float r, g, b, a; /* red, green, blue in sRGB, 0 .. 1; opacity */
} tw_ink;

/* Draws a stroke through the points xy [n][2], with round ends and corners. Where pieces of the
 * stroke overlap, a pixel is blended once. strength [n - 1]: factor of the opacity of each piece
 * between two points; NULL: 1 */
tw_status tw_canvas_path(tw_image *image, const double *xy, int n, const float *strength,
                         double width, tw_ink ink);
tw_status tw_canvas_line(tw_image *image, double x0, double y0, double x1, double y1, double width,
                         tw_ink ink);
void tw_canvas_disc(tw_image *image, double x, double y, double radius, tw_ink ink);
void tw_canvas_ring(tw_image *image, double x, double y, double radius, double width, tw_ink ink);
void tw_canvas_triangle(tw_image *image, const double x[3], const double y[3], tw_ink ink);
/* draws a filled box whose corners have the radius `round` */
void tw_canvas_box(tw_image *image, double x0, double y0, double x1, double y1, double round,
                   tw_ink ink);
/* draws a box, as tw_canvas_box does, as the background of letters or curves. When strokes are
 * recorded (drawing.h), it gets the paper's colour and hides the strokes behind it */
void tw_canvas_plate(tw_image *image, double x0, double y0, double x1, double y1, double round,
                     tw_ink ink);
/* blends ink into pixel (x, y) with this coverage, 0 .. 1; outside the picture nothing happens */
void tw_canvas_pixel(tw_image *image, int x, int y, float coverage, tw_ink ink);

/* Size of a text in pixels, in DejaVu Sans or the font file of the environment variable
 * TAUWERK_FONT. size: line height in pixels; ascent, descent: above and below the baseline.
 * Characters between the codes 14 and 15 are subscripts. */
tw_status tw_text_measure(const char *utf8, double size, double *width, double *ascent,
                          double *descent);
/* draws a text whose baseline begins at (x, y), with a dark halo, so that it is readable on
 * anything */
tw_status tw_text_draw(tw_image *image, double x, double y, double size, const char *utf8,
                       tw_ink ink);
tw_status tw_text_measure_in(tw_font font, const char *utf8, double size, double *width,
                             double *ascent, double *descent);
/* draws a text in the given face; the halo is dark around light letters and light around dark ones
 */
tw_status tw_text_draw_in(tw_image *image, tw_font font, double x, double y, double size,
                          const char *utf8, tw_ink ink);
tw_ink tw_text_halo(tw_ink ink);
/* *code: the first character of the text that no font has, and in whose place an empty box is
 * drawn; 0: there is none */
tw_status tw_text_missing(tw_font font, const char *utf8, int *code);
/* draws a text without the halo (tw_text_halo) around its letters: for texts on paper */
tw_status tw_text_draw_plain(tw_image *image, double x, double y, double size, const char *utf8,
                             tw_ink ink);

#endif
