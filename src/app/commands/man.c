/* Entry of `tauwerk man` in the list of commands (tw_verb_kinds). */
#include "app/help.h"
#include "app/reference/shell.h"

const tw_command tw_verb_man = {
    .name = "man",
    .words = "[COMMAND] [-o DIR]",
    .doc = "man pages of the program and of its commands",
    .options = &tw_man_table,
    .run = tw_man_command,
    .place = 19,
};
