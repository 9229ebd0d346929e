/*
 * Replaces a function of a script by another one in all variables and tables; see change.h. The
 * steps run in protected mode: a Lua error, such as missing memory, counts as "not possible".
 * change_swap.c searches all reachable values; change_story.c replaces coroutines that wait within
 * the function.
 */
#ifndef TW_SCRIPT_LUA_CHANGE_SWAP_H
#define TW_SCRIPT_LUA_CHANGE_SWAP_H

#include "script/lua/change_text.h"

#include <lauxlib.h>
#include <lua.h>

enum { TW_SWAP_NAMES = 250 }; /* largest number of variables that a function may name */

typedef struct tw_swap {
    const char *path;
    const tw_text *text;  /* new text */
    const tw_text *was;   /* text before the change */
    size_t function;      /* index of the function in both texts */
    tw_text_function old; /* the old function, with its lines as in the copy that Lua compiled */
    int line;             /* first line of the new function in Lua's messages */
    bool called;    /* true: the function has been called, so coroutines may be waiting in it */
    size_t stories; /* number of coroutines that were replaced */
    bool refused;
    /* indices on the Lua stack of the values below */
    int chunk; /* the chunk that makes values of the new function */
    int map;   /* table: old function or coroutine -> new one */
    int made;  /* table used as a set: the functions made from the new text are its keys */
    /* table used as a set: its keys are the values (tables, functions, ...) found so far */
    int seen;
    int todo; /* table: list of values that are still to be searched */
} tw_swap;

/* replaces all values; false: they cannot all be replaced, and the script cannot be used any more
 */
bool tw_swap_values(lua_State *L, tw_swap *w);

/* true: the value at index is a value of the function that is being replaced */
bool tw_swap_is_old(lua_State *L, const tw_swap *w, int index);
/* appends "local NAME, ..." to *b, without _ENV */
void tw_swap_declare(luaL_Buffer *b, const char *const *names, size_t count);
/* index of the upvalue of that name of the function at a stack index; 0: none */
int tw_swap_upvalue(lua_State *L, int index, const char *name);

/* ---- change_story.c -------------------------------------------------------------------------- */

/* true: the coroutine waits, and its outermost function is the one that is being replaced */
bool tw_story_stands(lua_State *L, const tw_swap *w, lua_State *story);
/* pushes a coroutine that continues with the new text from where the old one waits, and adds the
 * pair to the map; if that is not possible, sets w->refused and pushes nil */
void tw_story_replace(lua_State *L, tw_swap *w, lua_State *story);
/* to be called after the search: lets new coroutines share the variables that the old ones share
 * with functions */
void tw_stories_join(lua_State *L, tw_swap *w);

#endif
