/* Entry of `tauwerk farm` in the list of commands (tw_verb_kinds). */
#include "app/farm/farm.h"
#include "app/help.h"

const tw_command tw_verb_farm = {
    .name = "farm",
    .words = "FILE.twb|SCENE.lua --slurm|--parallel [OPTION]...",
    .doc = "draw a baked film on many machines, through Slurm or GNU parallel",
    .options = &tw_farm_table,
    .run = tw_farm_command,
    .place = 8,
};
