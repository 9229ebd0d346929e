/* Entry of `tauwerk draw` in the list of commands (tw_verb_kinds). */
#include "app/export/draw.h"
#include "app/help.h"

const tw_command tw_verb_draw = {
    .name = "draw",
    .words = "SCENE.lua|FILE.twb|ROBOT -o FILE.svg|.pdf [OPTION]...",
    .doc = "one picture of a film as a figure of lines",
    .options = &tw_draw_table,
    .run = tw_draw_command,
    .place = 6,
};
