/* A frame as a figure of lines on a page of vector graphics, SVG or PDF (docs/figure.md). */
#ifndef TW_LIBRARY_PICTURE_FIGURE_H
#define TW_LIBRARY_PICTURE_FIGURE_H

#include "base/poll.h"

#include <stdbool.h>

struct tw_frame;

typedef struct tw_page_style {
    const char *name;
    unsigned paper, line, hidden; /* colours, 0xrrggbb */
    bool light;                   /* true: the page is light, so marks are drawn in dark colours */
    bool shows_hidden; /* true: hidden lines are shown if the options do not say whether they are */
} tw_page_style;

enum { TW_PAGE_STYLES = 2 };
extern const tw_page_style tw_page_styles[TW_PAGE_STYLES]; /* ink, blueprint */

typedef struct tw_page_options {
    const tw_page_style *style;
    int width, height; /* size of the picture, pixels */
    bool hidden;       /* true: hidden lines are drawn too, dashed */
    /* callback, called now and then: a status other than TW_OK ends the work; NULL: none */
    tw_poll poll;
} tw_page_options;

/* Writes the lines and marks of a frame, whose camera is complete, to FILE.svg or FILE.pdf, whole
 * or not at all. *missing: number of characters of the texts that the fonts for PDF lack */
tw_status tw_frame_figure(const struct tw_frame *frame, const tw_page_options *o, const char *path,
                          int *missing);

#endif
