/* Entry of `tauwerk bake` in the list of commands (tw_verb_kinds). */
#include "app/help.h"
#include "app/run/run.h"

const tw_command tw_verb_bake = {
    .name = "bake",
    .words = "SCENE.lua|ROBOT -o FILE.twb [OPTION]...",
    .doc = "simulate once, and keep the frames in a file instead of drawing them",
    .options = &tw_bake_table,
    .run = tw_bake,
    .place = 15,
};
