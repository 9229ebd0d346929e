/* Entry of `tauwerk render` in the list of commands (tw_verb_kinds). */
#include "app/help.h"
#include "app/run/run.h"

const tw_command tw_verb_render = {
    .name = "render",
    .words = "FILE.twb [OPTION]...",
    .doc = "draw a baked film, or any part of it",
    .options = &tw_render_table,
    .run = tw_render_baked,
    .place = 16,
};
