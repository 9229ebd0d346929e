/* `tauwerk draw`: draws one picture of a film as a figure of lines, SVG or PDF. */
#ifndef TW_APP_EXPORT_DRAW_H
#define TW_APP_EXPORT_DRAW_H

#include "app/base/options.h"

extern const tw_option_table tw_draw_table;

tw_status tw_draw_command(int argc, char *const *argv);

#endif
