/* Entry of `tauwerk new` in the list of commands (tw_verb_kinds). */
#include "app/new.h"
#include "app/help.h"

const tw_command tw_verb_new = {
    .name = "new",
    .words = "NAME",
    .doc = "write a commented scene to begin with; existing files stay",
    .options = &tw_new_table,
    .run = tw_new,
    .place = 9,
};
