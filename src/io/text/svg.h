/*
 * Drawings as SVG 1.1, in one file: strokes and text on a page of one colour. Coordinates are
 * pixels, y down. Errors of the stream are reported when it is closed (base/file.h).
 */
#ifndef TW_IO_TEXT_SVG_H
#define TW_IO_TEXT_SVG_H

#include <stdbool.h>
#include <stdio.h>

typedef struct tw_svg_ink {
    unsigned rgb; /* 0xrrggbb */
    double width; /* width of strokes, pixels */
    bool dashed;
} tw_svg_ink;

typedef enum tw_svg_anchor { TW_SVG_START, TW_SVG_MIDDLE, TW_SVG_END } tw_svg_anchor;

void tw_svg_begin(FILE *out, double width, double height, unsigned paper);
void tw_svg_end(FILE *out);
/* draws a line through the points xy [n][2], pixels */
void tw_svg_path(FILE *out, const double *xy, size_t n, tw_svg_ink ink);
/* writes a text with its baseline at y; anchor: the part of the text that is at x */
void tw_svg_text(FILE *out, double x, double y, double size, tw_svg_anchor anchor, unsigned rgb,
                 const char *utf8);

#endif
