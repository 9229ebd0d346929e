/* Texts of Lua values, for the prompt. */
#ifndef TW_SCRIPT_SHOW_H
#define TW_SCRIPT_SHOW_H

#include "script/lua/state.h"

/* pushes the text of the value at index, like {1, 2} or {mass = 3}; objects with kind and name
 */
void tw_push_shown(lua_State *L, int index);

#endif
