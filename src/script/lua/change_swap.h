/*
 * A function of a script replaced by another one, wherever its values are held; see change.h. The
 * steps are protected: an error of Lua, as of memory, is an answer of no.
 *
 * change_swap.c goes through all that is reachable; change_story.c replaces coroutines that wait
 * within the function.
 */
#ifndef TW_SCRIPT_LUA_CHANGE_SWAP_H
#define TW_SCRIPT_LUA_CHANGE_SWAP_H

#include "script/lua/change_text.h"

#include <lauxlib.h>
#include <lua.h>

enum { TW_SWAP_NAMES = 250 }; /* variables that a function may name */

typedef struct tw_swap {
    const char *path;
    const tw_text *text;  /* new text */
    const tw_text *was;   /* text before the change */
    size_t function;      /* number of the function in both texts */
    tw_text_function old; /* lines of the old function, as it was loaded */
    int line;             /* first line of the new function's values */
    bool called;          /* coroutines may stand within it */
    size_t stories;       /* coroutines that were replaced */
    bool refused;
    /* places on the stack */
    int chunk; /* chunk that makes a value of the new function */
    int map;   /* old function or coroutine -> new one */
    int made;  /* new function -> true */
    int seen;  /* table, function, ... -> true */
    int todo;  /* list of values that are still to be searched */
} tw_swap;

/* replaces all values; false: they cannot all be replaced, and the script is of no more use */
bool tw_swap_values(lua_State *L, tw_swap *w);

/* is the value at index the function that is replaced? */
bool tw_swap_is_old(lua_State *L, const tw_swap *w, int index);
/* appends "local NAME, ..." to *b, without _ENV */
void tw_swap_declare(luaL_Buffer *b, const char *const *names, size_t count);
/* the variable of that name of the function at index: its number; 0: none */
int tw_swap_upvalue(lua_State *L, int index, const char *name);

/* ---- change_story.c -------------------------------------------------------------------------- */

/* does the coroutine stand within the function? */
bool tw_story_stands(lua_State *L, const tw_swap *w, lua_State *story);
/* pushes a coroutine that goes on with the new text where the old one waits, and enters both into
 * the map; or refuses, and pushes nil */
void tw_story_replace(lua_State *L, tw_swap *w, lua_State *story);
/* all is gone through: new coroutines share the variables that functions have in common with the
 * old ones */
void tw_stories_join(lua_State *L, tw_swap *w);

#endif
