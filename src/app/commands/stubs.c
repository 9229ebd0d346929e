/* Entry of `tauwerk stubs` in the list of commands (tw_verb_kinds). */
#include "app/reference/stubs.h"
#include "app/help.h"

const tw_command tw_verb_stubs = {
    .name = "stubs",
    .words = "[-o FILE]",
    .doc = "the Lua module for editors: kinds, fields and methods with types (LuaLS)",
    .options = &tw_stubs_table,
    .run = tw_stubs_command,
    .place = 17,
};
