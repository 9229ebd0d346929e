/* Entry of `tauwerk watch` in the list of commands (tw_verb_kinds). */
#include "app/watch/watch.h"
#include "app/help.h"

const tw_command tw_verb_watch = {
    .name = "watch",
    .words = "SCENE.lua|ROBOT [OPTION]...",
    .doc = "run again at every save, with a preview in the terminal (in a browser: view)",
    .options = &tw_watch_table,
    .run = tw_watch_command,
    .place = 14,
};
