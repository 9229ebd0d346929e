/* Entry of `tauwerk export` in the list of commands (tw_verb_kinds). */
#include "app/export/export.h"
#include "app/help.h"

const tw_command tw_verb_export = {
    .name = "export",
    .words =
        "SCENE.lua|FILE.twb|ROBOT -o FILE.html|.glb|.usda|.bvh|.csv|.npy|.gif|.apng|.urdf|.xml|.sdf",
    .doc = "a page with a player; the motion for other programs: animated glTF, a skeleton, tables",
    .options = &tw_export_table,
    .run = tw_export_command,
    .place = 11,
};
