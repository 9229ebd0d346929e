/* `tauwerk draw`: one picture of a film as a figure of lines, SVG or PDF. */
#ifndef TW_APP_EXPORT_DRAW_H
#define TW_APP_EXPORT_DRAW_H

#include "app/base/options.h"
#include "figure/figure.h"

extern const tw_option_table tw_draw_table;

tw_status tw_draw_command(int argc, char *const *argv);

typedef struct tw_draw_style {
    const char *name;
    unsigned paper, line, hidden; /* 0xrrggbb */
    bool light;                   /* marks are drawn on light paper */
    bool shows_hidden;            /* unless --hidden says otherwise */
} tw_draw_style;

extern const tw_draw_style tw_draw_styles[2]; /* ink, blueprint */

/* draw_page.c: the frame (camera complete) on a page, FILE.svg or FILE.pdf; *missing: characters
 * that the fonts do not have */
tw_status tw_draw_page(const tw_frame *frame, const tw_figure_options *o,
                       const tw_draw_style *style, const char *path, int *missing);

#endif
