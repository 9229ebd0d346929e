/* Entry of `tauwerk import` in the list of commands (tw_verb_kinds). */
#include "app/import/import.h"
#include "app/help.h"

const tw_command tw_verb_import = {
    .name = "import",
    .words = "FILE.urdf|.xml|.sdf|.world [-o SCENE.lua]",
    .doc = "a robot's file as a script that makes the same robot, to go on with",
    .options = &tw_import_table,
    .run = tw_import_command,
    .place = 12,
};
