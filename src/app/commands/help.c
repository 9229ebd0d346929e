/* Entry of `tauwerk help` in the list of commands (tw_verb_kinds). */
#include "app/help.h"

#include <stdio.h>

tw_status tw_command_help(int argc, char *const *argv) {
    if (argc == 0)
        tw_help_overview(stdout);
    else if (argc > 1)
        TW_TRY(tw_help_words(stdout, argv, argc));
    else
        TW_TRY(tw_help_topic(stdout, argv[0]));
    return tw_help_flushed();
}

const tw_command tw_verb_help = {
    .name = "help",
    .words = "[COMMAND|KIND|TOPIC|WORD...]",
    .doc = "what there is, and what it takes; a word that is none of them is searched for",
    .run = tw_command_help,
    .place = 20,
};
