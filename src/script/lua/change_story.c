/*
 * Replacement of coroutines that wait within a changed function; see change_swap.h.
 *
 * A story (a coroutine of scene:timeline) that waits at `tl:wait(1)` in the outermost block of its
 * function has run everything before that. If the new text is the same up to there, a new coroutine
 * replaces it. Its function declares the old function's variables, then has that statement, then
 * the rest of the new text:
 *
 *     local a, b, ... return function(...) if nil then (nil)(a, b, ...) end
 *         (...)()                  in place of tl:wait(1), or as the value of an assignment
 *         rest of the new text
 *     end
 *
 * It is run at once up to that call, which yields: it waits on the old line with all the variables
 * of the old one, so that it can be replaced again. Upvalues of the old function are shared with
 * it; the values of its local variables are copied, and a local variable that the old coroutine
 * shares with other functions is then shared with the new one, too (tw_stories_join).
 */
#include "script/lua/change_swap.h"

#include <string.h>

/* ---- where it stands ------------------------------------------------------------------------- */

/* *ar, *level: the outermost function on the stack of coroutine T; false: T is not a waiting
 * coroutine */
static bool outermost(lua_State *T, lua_Debug *ar, int *level) {
    *level = -1;
    if (lua_status(T) != LUA_YIELD) return false;
    while (lua_getstack(T, *level + 1, ar)) ++*level;
    return *level >= 0 && lua_getstack(T, *level, ar);
}

/* true: the function at the place ar of T's stack is the one that is being replaced */
static bool is_old_at(lua_State *L, const tw_swap *w, lua_State *T, lua_Debug *ar) {
    if (!lua_checkstack(T, 1)) return false;
    lua_getinfo(T, "f", ar);
    lua_xmove(T, L, 1);
    bool old = tw_swap_is_old(L, w, -1);
    lua_pop(L, 1);
    return old;
}

bool tw_story_stands(lua_State *L, const tw_swap *w, lua_State *T) {
    lua_Debug ar;
    int level;
    return w->called && outermost(T, &ar, &level) && is_old_at(L, w, T, &ar);
}

/* true: all functions above `level` on T's stack are the program's own (C or tauwerk.core), so the
 * function at `level` itself made the call that waits */
static bool waits_by_itself(lua_State *T, int level) {
    lua_Debug ar;
    for (int k = 0; k < level; k++) {
        if (!lua_getstack(T, k, &ar) || !lua_getinfo(T, "S", &ar)) return false;
        if (*ar.what != 'C' && strcmp(ar.source, "=tauwerk.core") != 0) return false;
    }
    return level > 0;
}

/* ---- what it knows --------------------------------------------------------------------------- */

typedef struct names {
    const char *name[TW_SWAP_NAMES];
    int local[TW_SWAP_NAMES]; /* index of the local variable; 0: an upvalue */
    size_t count;
    bool full;
} names;

static void add(names *n, const char *name, int local) {
    for (size_t i = 0; i < n->count; i++) {
        if (strcmp(n->name[i], name) != 0) continue;
        /* of two variables with the same name, the later one hides the earlier one */
        n->local[i] = local;
        return;
    }
    n->full = n->count == TW_SWAP_NAMES;
    if (n->full) return;
    n->name[n->count] = name;
    n->local[n->count++] = local;
}

/* n: names of the upvalues of the old function, which is on top of L's stack, and of its local
 * variables at the place ar of T's stack */
static void read_names(lua_State *L, lua_State *T, const lua_Debug *ar, names *n) {
    const char *name;
    *n = (names){0};
    for (int i = 1; !n->full && (name = lua_getupvalue(L, -1, i)); i++) {
        lua_pop(L, 1);
        add(n, name, 0);
    }
    for (int i = 1; !n->full && (name = lua_getlocal(T, ar, i)); i++) {
        lua_pop(T, 1);
        if (*name != '(') add(n, name, i);
    }
}

/* ---- the new coroutine ----------------------------------------------------------------------- */

/* for tw_text_compiles */
static bool compiles(void *context, const tw_text *t, size_t i, size_t begin, size_t end) {
    lua_State *L = context;
    const tw_text_function *f = &t->functions.data[i];
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    luaL_addstring(&b, "return function");
    luaL_addlstring(&b, t->data + f->list, f->body - f->list);
    luaL_addchar(&b, ' ');
    luaL_addlstring(&b, t->data + begin, end - begin);
    /* a newline comes first, because the bytes before may end in a comment */
    luaL_addstring(&b, "\nend");
    luaL_pushresult(&b);
    size_t n;
    const char *text = lua_tolstring(L, -1, &n);
    bool good = luaL_loadbufferx(L, text, n, "=", "t") == LUA_OK;
    lua_pop(L, 2);
    return good;
}

static void add_lines(luaL_Buffer *b, int count) {
    for (int i = 0; i < count; i++) luaL_addchar(b, '\n');
}

/* pushes the new function, compiled with newlines such that its lines are those of the old one;
 * line: line of the waiting call relative to the function's first line */
static void make_function(lua_State *L, const tw_swap *w, const tw_text_wait *at, int line,
                          const names *n) {
    const tw_text_function *f = &w->text->functions.data[w->function];
    const char *s = w->text->data, *before = "if nil then (nil)(";
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    add_lines(&b, w->line - 1);
    tw_swap_declare(&b, n->name, n->count);
    luaL_addstring(&b, " return function(...) ");
    for (size_t i = 0; i < n->count; i++, before = ",") {
        luaL_addstring(&b, before);
        luaL_addstring(&b, n->name[i]);
    }
    if (n->count) luaL_addstring(&b, ") end ");
    add_lines(&b, at->begins - f->line);
    luaL_addlstring(&b, s + at->begin, at->call - at->begin);
    luaL_addstring(&b, "(...)()");
    add_lines(&b, at->follows - f->line - line);
    luaL_addchar(&b, ' ');
    luaL_addlstring(&b, s + at->next, f->end - at->next);
    luaL_addstring(&b, "end");
    luaL_pushresult(&b);
    lua_pushfstring(L, "@%s", w->path);
    size_t size;
    const char *text = lua_tolstring(L, -2, &size);
    if (luaL_loadbufferx(L, text, size, lua_tostring(L, -1), "t") != LUA_OK) lua_error(L);
    lua_call(L, 0, 1);
    lua_replace(L, -3);
    lua_pop(L, 1);
}

/* variables of the new function, taken from the old one by the names n: it shares the old
 * function's upvalues; the old function's local variables, at the place ar of T's stack, become
 * upvalues of it, with copies of their values. Names that the new function does not use are
 * skipped. The new function is on top of L, the old one below it */
static void give_values(lua_State *L, lua_State *T, const lua_Debug *ar, const names *n) {
    int old = lua_gettop(L) - 1, new = old + 1;
    for (size_t i = 0; i < n->count; i++) {
        int to = tw_swap_upvalue(L, new, n->name[i]);
        if (!to) continue;
        if (!n->local[i]) {
            lua_upvaluejoin(L, new, to, old, tw_swap_upvalue(L, old, n->name[i]));
        } else {
            lua_getlocal(T, ar, n->local[i]);
            lua_xmove(T, L, 1);
            lua_setupvalue(L, new, to);
        }
    }
}

static int wait_on(lua_State *T) {
    return lua_yield(T, 0);
}

/* replaces the function on top of the stack by a coroutine that runs it up to its first call, which
 * yields */
static bool begin(lua_State *L) {
    int results;
    lua_State *T = lua_newthread(L);
    lua_insert(L, -2);
    lua_xmove(L, T, 1);
    lua_pushcfunction(T, wait_on);
    return lua_resume(T, L, 1, &results) == LUA_YIELD && results == 0;
}

/* pushes the coroutine that replaces T; false: that is not possible, and nothing is pushed */
static bool make(lua_State *L, tw_swap *w, lua_State *T) {
    lua_Debug ar;
    int level;
    names n;
    tw_text_wait at;
    if (!outermost(T, &ar, &level) || !waits_by_itself(T, level)) return false;
    luaL_checkstack(L, 20, NULL);
    if (!lua_checkstack(T, 4) || !lua_getinfo(T, "lf", &ar)) return false;
    lua_xmove(T, L, 1);
    read_names(L, T, &ar, &n);
    const int line = ar.currentline - w->old.line;
    bool good = !n.full &&
                tw_text_same_wait(w->was, w->text, w->function, line, compiles, L, &at) &&
                !tw_text_rest_names_others(w->text, w->function, &at, n.name, n.count);
    if (good) {
        make_function(L, w, &at, line, &n);
        lua_pushvalue(L, -1);
        lua_pushboolean(L, 1);
        lua_rawset(L, w->made);
        give_values(L, T, &ar, &n);
        good = begin(L);
        lua_remove(L, -2);
    }
    if (!good) lua_pop(L, 1);
    return good;
}

void tw_story_replace(lua_State *L, tw_swap *w, lua_State *T) {
    if (!make(L, w, T)) {
        w->refused = true;
        lua_pushnil(L);
        return;
    }
    w->stories++;
    lua_pushthread(T);
    lua_xmove(T, L, 1);
    lua_pushvalue(L, -2);
    lua_rawset(L, w->map);
}

/* ---- shared variables ------------------------------------------------------------------------ */

/* finds a function that has the upvalue `mark`, which is now the value of a variable of the old
 * coroutine, and makes upvalue number `to` of the new function, on top of L, share that variable */
static void join(lua_State *L, const tw_swap *w, int to, const void *mark) {
    int new = lua_gettop(L);
    bool joined = false;
    lua_pushnil(L);
    while (!joined && lua_next(L, w->seen)) {
        lua_pop(L, 1);
        bool is_lua = lua_isfunction(L, -1) && !lua_iscfunction(L, -1);
        for (int k = 1; is_lua && !joined && lua_getupvalue(L, -1, k); k++) {
            joined = lua_touserdata(L, -1) == mark;
            lua_pop(L, 1);
            if (joined) lua_upvaluejoin(L, new, to, new + 1, k);
        }
    }
    lua_settop(L, new);
}

/* every variable that the old coroutine shares with functions becomes shared with the new coroutine
 */
static void join_all(lua_State *L, const tw_swap *w, lua_State *old, lua_State *new) {
    static char mark;
    lua_Debug ar, now;
    int level;
    const char *name;
    if (!outermost(new, &now, &level) || !lua_getinfo(new, "f", &now)) return;
    lua_xmove(new, L, 1);
    if (!outermost(old, &ar, &level)) return;
    for (int i = 1; (name = lua_getlocal(old, &ar, i)); i++) {
        int to = *name == '(' ? 0 : tw_swap_upvalue(L, -1, name);
        /* of several variables with the same name, only the last one is visible */
        bool last = true;
        for (int k = i + 1; last && (name = lua_getlocal(old, &ar, k)); k++) {
            lua_pop(old, 1);
            last = strcmp(name, lua_getlocal(old, &ar, i)) != 0;
            lua_pop(old, 1);
        }
        if (to && last) {
            lua_pushlightuserdata(old, &mark);
            lua_setlocal(old, &ar, i);
            join(L, w, to, &mark);
            lua_setlocal(old, &ar, i);
        } else {
            lua_pop(old, 1);
        }
    }
    lua_pop(L, 1);
}

void tw_stories_join(lua_State *L, tw_swap *w) {
    luaL_checkstack(L, 20, NULL);
    lua_pushnil(L);
    while (lua_next(L, w->map)) {
        if (lua_isthread(L, -1)) join_all(L, w, lua_tothread(L, -2), lua_tothread(L, -1));
        lua_pop(L, 1);
    }
}
