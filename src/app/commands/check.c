/* Entry of `tauwerk check` in the list of commands (tw_verb_kinds). */
#include "app/check/check.h"
#include "app/help.h"

const tw_command tw_verb_check = {
    .name = "check",
    .words = "[PATH]... [OPTION]...",
    .doc = "regression runs: compare scenes (files, or all in folders) with their records",
    .options = &tw_check_table,
    .run = tw_check_command,
    .place = 7,
};
