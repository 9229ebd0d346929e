/*
 * Paper: an opaque picture that a command draws on: strokes, letters, smaller pictures. Coordinates
 * are pixels, (0, 0) the corner of the top left pixel; colours are sRGB.
 */
#ifndef TW_LIBRARY_PICTURE_PAPER_H
#define TW_LIBRARY_PICTURE_PAPER_H

#include "base/status.h"

#include <stddef.h>
#include <stdint.h>

typedef struct tw_paper tw_paper;

/* rgb: 0xrrggbb */
tw_status tw_paper_create(int width, int height, unsigned rgb, tw_paper **paper);
void tw_paper_free(tw_paper *paper); /* does nothing if the argument is NULL */

/* colour of strokes and letters, sRGB, each channel 0 .. 1 */
typedef struct tw_paper_ink {
    float r, g, b;
} tw_paper_ink;
tw_paper_ink tw_paper_ink_of(unsigned rgb); /* 0xrrggbb */

/* draws a stroke along the polyline xy [n][2], round at its ends and corners; width: pixels */
tw_status tw_paper_stroke(tw_paper *paper, const double *xy, int n, double width, tw_paper_ink ink);

/* extent of a text whose lines are `size` pixels high: width, and height above the baseline */
tw_status tw_paper_measure(const char *utf8, double size, double *width, double *ascent);
/* draws a text whose baseline begins at (x, y); size: height of a line, pixels */
tw_status tw_paper_text(tw_paper *paper, double x, double y, double size, const char *utf8,
                        tw_paper_ink ink);
/* draws a text with a dark edge, readable over pictures */
tw_status tw_paper_label(tw_paper *paper, double x, double y, double size, const char *utf8,
                         tw_paper_ink ink);

/* Draws a picture, rgba [height][width][4], in the middle of the box of w x h pixels at (x, y):
 * whole, with its proportions, shrunk to fit but never enlarged. Each pixel gets the mean light of
 * the area of the picture that it covers */
void tw_paper_picture(tw_paper *paper, const uint8_t *rgba, int width, int height, int x, int y,
                      int w, int h);

/* writes a PNG file, whole or not at all */
tw_status tw_paper_write(const tw_paper *paper, const char *path);

#endif
