/* Drawing functions with two outputs: SVG, and PNG (library/picture/paper.h). */
#ifndef TW_APP_PLOT_PEN_H
#define TW_APP_PLOT_PEN_H

#include "app/plot/chart.h"
#include "io/text/svg.h"

typedef struct tw_pen tw_pen;

tw_status tw_pen_path(tw_pen *pen, const double *xy, size_t n, tw_svg_ink ink);
tw_status tw_pen_line(tw_pen *pen, double x0, double y0, double x1, double y1, tw_svg_ink ink);
tw_status tw_pen_text(tw_pen *pen, double x, double y, double size, tw_svg_anchor anchor,
                      unsigned rgb, const char *utf8);

/* calls `draw` and writes the drawing to `path`, FILE.svg or FILE.png, whole or not at all; width,
 * height: size of the SVG, pixels */
tw_status tw_pen_write(const char *path, int width, int height, unsigned paper,
                       tw_status (*draw)(tw_pen *pen, const void *context), const void *context);

#endif
