/* Entry of `tauwerk run` in the list of commands (tw_verb_kinds). */
#include "app/run/run.h"
#include "app/help.h"

const tw_command tw_verb_run = {
    .name = "run",
    .words = "SCENE.lua|ROBOT [OPTION]...",
    .doc = "simulate the scenes that a script returns, or a robot from a .urdf, .xml or .sdf file, "
           "and draw them as a film",
    .options = &tw_run_table,
    .run = tw_run,
    .place = 1,
};
