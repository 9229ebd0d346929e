/* Entry of `tauwerk completion` in the list of commands (tw_verb_kinds). */
#include "app/help.h"
#include "app/reference/shell.h"

const tw_command tw_verb_completion = {
    .name = "completion",
    .words = "bash|zsh|fish [-o FILE]",
    .doc = "completion of commands, options and files for a shell",
    .options = &tw_completion_table,
    .run = tw_completion_command,
    .place = 18,
};
