/* Entry of `tauwerk version` in the list of commands (tw_verb_kinds). */
#include "app/version.h"
#include "app/help.h"

#include <stdio.h>

static tw_status version(int argc, char *const *argv) {
    (void)argv;
    if (argc) return tw_fail(TW_USAGE, "version: no arguments expected");
    printf("tauwerk %s\n", TW_VERSION);
    return tw_help_flushed();
}

const tw_command tw_verb_version = {
    .name = "version",
    .words = "",
    .doc = "the version of the program (also --version)",
    .run = version,
    .place = 21,
};
