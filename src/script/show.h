/* Values as words of a prompt. */
#ifndef TW_SCRIPT_SHOW_H
#define TW_SCRIPT_SHOW_H

#include "script/lua/state.h"

/* pushes the text of the value at index: {1, 2}, {mass = 3}, vectors and objects by kind and name
 */
void tw_push_shown(lua_State *L, int index);

#endif
