/* Entry of `tauwerk plot` in the list of commands (tw_verb_kinds). */
#include "app/plot/plot.h"
#include "app/help.h"

const tw_command tw_verb_plot = {
    .name = "plot",
    .words = "SCENE.lua|ROBOT -o FILE.svg|.png",
    .doc = "deviations, energies, forces over time",
    .options = &tw_plot_table,
    .run = tw_plot_command,
    .place = 5,
};
