/* Entry of `tauwerk view` in the list of commands (tw_verb_kinds). */
#include "app/view/view.h"
#include "app/help.h"

const tw_command tw_verb_view = {
    .name = "view",
    .words = "SCENE.lua|FILE.twb|ROBOT [OPTION]...",
    .doc = "show a scene in the browser while it is written: live reload, scrub, sliders",
    .options = &tw_view_table,
    .run = tw_view_command,
    .place = 13,
};
