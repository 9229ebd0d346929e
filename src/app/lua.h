/* `tauwerk lua`: runs a Lua program with the module tauwerk, without a film, or a prompt. */
#ifndef TW_APP_LUA_H
#define TW_APP_LUA_H

#include "app/base/options.h"

extern const tw_option_table tw_lua_table;

tw_status tw_lua(int argc, char *const *argv);

#endif
