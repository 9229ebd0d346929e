/* Entry of `tauwerk lua` in the list of commands (tw_verb_kinds). */
#include "app/lua.h"
#include "app/help.h"

const tw_command tw_verb_lua = {
    .name = "lua",
    .words = "[FILE.lua [ARG]...]",
    .doc = "run a Lua program with the module, without a film; without a file: a prompt",
    .options = &tw_lua_table,
    .run = tw_lua,
    .place = 2,
};
