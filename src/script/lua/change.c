/*
 * Which functions have been called, and functions replaced by those of a changed text; see
 * change.h.
 *
 * That no value of the old function is left is not believed but tried: when all that is reachable
 * has been gone through, Lua's collector must find the old values to be garbage.
 */
#include "script/lua/change.h"

#include "base/file.h"
#include "script/lua/change_text.h"
#include "script/lua/state.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { UPVALUES = 150 };

/* a file that was read, as it was then */
typedef struct seen_file {
    char *path;
    struct stat was;
} seen_file;

typedef struct tw_track {
    char *path;
    tw_text text;
    TW_ARRAY(bool) called; /* each of the text's functions, or one within it */
    /* their lines as they were loaded; those of a replaced one are those of its own text */
    TW_ARRAY(tw_text_function) loaded;
    size_t calls;
    bool known, moved;
    TW_ARRAY(seen_file) files;
    TW_ARRAY(lua_CFunction) forbidden;
} tw_track;

/* ---- calls so far --------------------------------------------------------------------------- */

static void give_up(tw_track *t) {
    t->known = false;
}

static void note_file(void *context, const char *path) {
    tw_track *t = context;
    seen_file f;
    if (!strcmp(path, t->path)) return;
    for (size_t i = 0; i < t->files.count; i++)
        if (!strcmp(t->files.data[i].path, path)) return;
    bool there = stat(path, &f.was) == 0;
    f.path = there ? strdup(path) : NULL;
    if (f.path && tw_push(&t->files, f) == TW_OK) return;
    free(f.path);
    give_up(t);
}

void tw_track_call(tw_script *s, lua_State *L, lua_Debug *ar) {
    tw_track *t = s->track;
    if (!t || !t->known) return;
    if (!lua_getinfo(L, "S", ar) || *ar->what == 'C') {
        lua_getinfo(L, "f", ar);
        lua_CFunction f = lua_tocfunction(L, -1);
        lua_pop(L, 1);
        for (size_t i = 0; i < t->forbidden.count; i++)
            if (f == t->forbidden.data[i]) give_up(t);
        return;
    }
    if (*ar->source != '@') return;
    if (strcmp(ar->source + 1, t->path) != 0) {
        if (*ar->what == 'm') note_file(t, ar->source + 1);
        return;
    }
    for (size_t i = 0; i < t->loaded.count && ar->linedefined > 0; i++) {
        const tw_text_function *f = &t->loaded.data[i];
        bool within = ar->linedefined >= f->line && ar->lastlinedefined <= f->last;
        if (!within || t->called.data[i]) continue;
        t->called.data[i] = true;
        t->calls++;
    }
}

/* functions that make a script depend on more than its text and the files read for it */
static tw_status forbid(tw_track *t, lua_State *L) {
    static const char *const tables[] = {"io", "os", "debug"};
    static const char *const functions[] = {"dofile", "loadfile", "collectgarbage"};
    for (int i = 0; i < 3; i++) {
        lua_getglobal(L, tables[i]);
        if (!lua_istable(L, -1)) {
            lua_pop(L, 1);
            continue;
        }
        lua_pushnil(L);
        while (lua_next(L, -2)) {
            bool write = lua_type(L, -2) == LUA_TSTRING && !strcmp(lua_tostring(L, -2), "write");
            lua_CFunction f = lua_tocfunction(L, -1);
            lua_pop(L, 1);
            if (f && !write) TW_TRY(tw_push(&t->forbidden, f));
        }
        lua_pop(L, 1);
    }
    for (int i = 0; i < 3; i++) {
        lua_getglobal(L, functions[i]);
        lua_CFunction f = lua_tocfunction(L, -1);
        lua_pop(L, 1);
        if (f) TW_TRY(tw_push(&t->forbidden, f));
    }
    return TW_OK;
}

static tw_status read_text(const char *path, tw_text *text) {
    char *data;
    size_t size;
    TW_TRY(tw_file_read(path, &data, &size));
    return tw_text_read(data, size, text);
}

tw_status tw_script_track(tw_script *s, const char *path) {
    tw_track *t = calloc(1, sizeof *t);
    if (!t) return tw_fail_memory();
    s->track = t;
    t->path = strdup(path);
    if (!t->path) return tw_fail_memory();
    t->known = read_text(path, &t->text) == TW_OK; /* otherwise the run will report the mistake */
    if (!t->known) return TW_OK;
    TW_TRY(forbid(t, s->L));
    for (size_t i = 0; i < t->text.functions.count; i++) {
        TW_TRY(tw_push(&t->loaded, t->text.functions.data[i]));
        TW_TRY(tw_push(&t->called, false));
    }
    tw_file_on_read(note_file, t);
    tw_script_hook_calls(s);
    return TW_OK;
}

void tw_script_track_end(tw_script *s) {
    if (!s->track) return;
    tw_file_on_read(NULL, NULL);
    give_up(s->track);
}

void tw_script_track_free(tw_script *s) {
    tw_track *t = s->track;
    if (!t) return;
    tw_script_track_end(s);
    for (size_t i = 0; i < t->files.count; i++) free(t->files.data[i].path);
    tw_array_free(&t->files);
    tw_array_free(&t->called);
    tw_array_free(&t->loaded);
    tw_array_free(&t->forbidden);
    tw_text_free(&t->text);
    free(t->path);
    free(t);
    s->track = NULL;
}

size_t tw_script_called(const tw_script *s) {
    return s->track ? s->track->calls : 0;
}

bool tw_script_may_go_on(const tw_script *s) {
    return s->track && s->track->known;
}

/* ---- replacing values ----------------------------------------------------------------------- */

typedef struct swap {
    tw_track *t;
    const tw_text *text; /* the new one */
    size_t function;     /* which of it */
    bool refused;
    /* places on the stack */
    int chunk; /* what makes a value of the new function */
    int map;   /* old value -> new value */
    int seen;  /* table, function, ... -> true */
    int todo;  /* a list of them */
} swap;

static bool is_old(lua_State *L, const swap *w, int index) {
    if (lua_type(L, index) != LUA_TFUNCTION || lua_iscfunction(L, index)) return false;
    lua_Debug ar;
    lua_pushvalue(L, index);
    lua_getinfo(L, ">S", &ar);
    const tw_text_function *f = &w->t->loaded.data[w->function];
    return *ar.source == '@' && !strcmp(ar.source + 1, w->t->path) && ar.linedefined == f->line &&
           ar.lastlinedefined == f->last;
}

/* the chunk that makes a value; the names around the function are those of an old value */
static void compile(lua_State *L, swap *w, int old) {
    const tw_text_function *f = &w->text->functions.data[w->function];
    const char *names[UPVALUES];
    size_t count = 0;
    luaL_Buffer b;
    for (const char *name; (name = lua_getupvalue(L, old, (int)count + 1)); count++) {
        lua_pop(L, 1);
        if (count == UPVALUES) luaL_error(L, "too many variables");
        names[count] = name;
    }
    w->refused = w->refused || tw_text_names_others(w->text, w->function, names, count);
    luaL_buffinit(L, &b);
    for (int i = 1; i < f->line; i++) luaL_addchar(&b, '\n');
    const char *before = "local ";
    for (size_t i = 0; i < count; i++) {
        if (!strcmp(names[i], "_ENV")) continue;
        luaL_addstring(&b, before);
        luaL_addstring(&b, names[i]);
        before = ",";
    }
    luaL_addstring(&b, " return function(");
    const char *rest = w->text->data + f->list + 1;
    if (f->method) {
        const char *p = rest + strspn(rest, " \t\r\n");
        luaL_addstring(&b, *p == ')' ? "self" : "self,");
    }
    luaL_addlstring(&b, rest, f->end - f->list - 1);
    luaL_addstring(&b, "end");
    luaL_pushresult(&b);
    lua_pushfstring(L, "@%s", w->t->path);
    size_t n;
    const char *text = lua_tolstring(L, -2, &n);
    if (luaL_loadbufferx(L, text, n, lua_tostring(L, -1), "t") != LUA_OK) lua_error(L);
    lua_replace(L, w->chunk);
    lua_pop(L, 2);
}

/* pushes what takes the place of the old value at `old` */
static void replacement(lua_State *L, swap *w, int old) {
    lua_pushvalue(L, old);
    if (lua_rawget(L, w->map) != LUA_TNIL) return;
    lua_pop(L, 1);
    if (lua_isnil(L, w->chunk)) compile(L, w, old);
    lua_pushvalue(L, w->chunk);
    lua_call(L, 0, 1);
    int new = lua_gettop(L);
    const char *name;
    for (int i = 1; (name = lua_getupvalue(L, new, i)); i++) {
        lua_pop(L, 1);
        const char *other;
        int k = 1;
        for (; (other = lua_getupvalue(L, old, k)); k++) {
            lua_pop(L, 1);
            if (!strcmp(name, other)) break;
        }
        if (other) lua_upvaluejoin(L, new, i, old, k);
    }
    lua_pushvalue(L, old);
    lua_pushvalue(L, new);
    lua_rawset(L, w->map);
}

/* the value on the top is one to go through, once; takes it */
static void later(lua_State *L, const swap *w) {
    int type = lua_type(L, -1);
    bool holds =
        type == LUA_TTABLE || type == LUA_TFUNCTION || type == LUA_TUSERDATA || type == LUA_TTHREAD;
    if (holds) {
        lua_pushvalue(L, -1);
        holds = lua_rawget(L, w->seen) == LUA_TNIL;
        lua_pop(L, 1);
    }
    if (!holds) {
        lua_pop(L, 1);
        return;
    }
    lua_pushvalue(L, -1);
    lua_pushboolean(L, 1);
    lua_rawset(L, w->seen);
    lua_rawseti(L, w->todo, (lua_Integer)lua_rawlen(L, w->todo) + 1);
}

/* the value on the top: if it is an old one the new one takes its place there, and true */
static bool renewed(lua_State *L, swap *w) {
    if (!is_old(L, w, -1)) return false;
    replacement(L, w, lua_gettop(L));
    lua_remove(L, -2);
    return true;
}

static void through_table(lua_State *L, swap *w, int table) {
    lua_pushnil(L);
    while (lua_next(L, table)) {
        w->refused = w->refused || is_old(L, w, -2);
        if (renewed(L, w)) {
            lua_pushvalue(L, -2);
            lua_pushvalue(L, -2);
            lua_rawset(L, table);
        }
        later(L, w);
        lua_pushvalue(L, -1);
        later(L, w);
    }
}

static void through_function(lua_State *L, swap *w, int f) {
    for (int i = 1; lua_getupvalue(L, f, i); i++) {
        if (renewed(L, w)) {
            lua_pushvalue(L, -1);
            lua_setupvalue(L, f, i);
        }
        later(L, w);
    }
}

static void through_userdata(lua_State *L, swap *w, int u) {
    for (int i = 1; lua_getiuservalue(L, u, i) != LUA_TNONE; i++) {
        if (renewed(L, w)) {
            lua_pushvalue(L, -1);
            lua_setiuservalue(L, u, i);
        }
        later(L, w);
    }
    lua_pop(L, 1);
}

static void through_thread(lua_State *L, swap *w, lua_State *T) {
    lua_Debug ar;
    for (int level = 0; T != L && lua_getstack(T, level, &ar); level++) {
        lua_getinfo(T, "f", &ar);
        lua_xmove(T, L, 1);
        w->refused = w->refused || is_old(L, w, -1);
        later(L, w);
        for (int i = 1; lua_getlocal(T, &ar, i); i++) {
            lua_xmove(T, L, 1);
            if (renewed(L, w)) {
                lua_pushvalue(L, -1);
                lua_xmove(L, T, 1);
                lua_setlocal(T, &ar, i);
            }
            later(L, w);
        }
    }
}

static void through(lua_State *L, swap *w) {
    lua_pushvalue(L, LUA_REGISTRYINDEX);
    later(L, w);
    for (lua_Integer n; !w->refused && (n = (lua_Integer)lua_rawlen(L, w->todo)) > 0;) {
        lua_rawgeti(L, w->todo, n);
        lua_pushnil(L);
        lua_rawseti(L, w->todo, n);
        int value = lua_gettop(L), type = lua_type(L, value);
        luaL_checkstack(L, 20, NULL);
        if (lua_getmetatable(L, value)) later(L, w);
        if (type == LUA_TTABLE) through_table(L, w, value);
        if (type == LUA_TFUNCTION) through_function(L, w, value);
        if (type == LUA_TUSERDATA) through_userdata(L, w, value);
        if (type == LUA_TTHREAD) through_thread(L, w, lua_tothread(L, value));
        lua_settop(L, value - 1);
    }
}

/* 1: the swap. Returns whether all went well */
static int replace_all(lua_State *L) {
    swap *w = lua_touserdata(L, 1);
    lua_settop(L, 1);
    lua_pushnil(L);
    w->chunk = 2;
    lua_newtable(L);
    w->map = 3;
    lua_newtable(L);
    w->seen = 4;
    lua_newtable(L);
    w->todo = 5;
    for (int i = w->map; i <= w->todo; i++) { /* these do not count as holders */
        lua_pushvalue(L, i);
        lua_pushboolean(L, 1);
        lua_rawset(L, w->seen);
    }
    through(L, w);
    /* the old values, without keeping them */
    lua_newtable(L);
    lua_newtable(L);
    lua_pushliteral(L, "k");
    lua_setfield(L, -2, "__mode");
    lua_setmetatable(L, -2);
    int weak = lua_gettop(L);
    lua_pushnil(L);
    while (lua_next(L, w->map)) {
        lua_pop(L, 1);
        lua_pushvalue(L, -1);
        lua_pushboolean(L, 1);
        lua_rawset(L, weak);
    }
    for (int i = w->chunk; i <= w->todo; i++) {
        lua_pushnil(L);
        lua_replace(L, i);
    }
    lua_gc(L, LUA_GCCOLLECT);
    lua_gc(L, LUA_GCCOLLECT);
    lua_pushnil(L);
    lua_pushboolean(L, !w->refused && !lua_next(L, weak));
    return 1;
}

static bool unchanged(const seen_file *f) {
    struct stat now;
    return stat(f->path, &now) == 0 && now.st_ino == f->was.st_ino && now.st_dev == f->was.st_dev &&
           now.st_size == f->was.st_size && now.st_mtim.tv_sec == f->was.st_mtim.tv_sec &&
           now.st_mtim.tv_nsec == f->was.st_mtim.tv_nsec;
}

/* can no other function be taken for it, by its lines? */
static bool alone_in_its_lines(const tw_track *t, size_t i) {
    const tw_text_function *f = &t->loaded.data[i];
    for (size_t k = 0; k < t->loaded.count; k++) {
        const tw_text_function *g = &t->loaded.data[k];
        if (k != i && g->line <= f->line && g->last >= f->last) return false;
    }
    return true;
}

/* errors of the whole text are best reported by a run */
static bool compiles(lua_State *L, const tw_text *text) {
    bool good = luaL_loadbufferx(L, text->data, text->size, "=", "t") == LUA_OK;
    lua_pop(L, 1);
    return good || text->data[0] == '#';
}

static bool replace(tw_script *s, const tw_text *now, size_t i) {
    tw_track *t = s->track;
    swap w = {.t = t, .text = now, .function = i};
    bool good = !t->called.data[i] && alone_in_its_lines(t, i);
    if (!good) return false;
    lua_pushcfunction(s->L, replace_all);
    lua_pushlightuserdata(s->L, &w);
    good = lua_pcall(s->L, 1, 1, 0) == LUA_OK && lua_toboolean(s->L, -1);
    lua_pop(s->L, 1);
    t->moved |= now->functions.data[i].last != t->text.functions.data[i].last;
    t->loaded.data[i].line = now->functions.data[i].line;
    t->loaded.data[i].last = now->functions.data[i].last;
    return good;
}

tw_status tw_script_change(tw_script *s, bool *same, bool *moved) {
    tw_track *t = s->track;
    tw_text now;
    *same = *moved = false;
    if (!t || !t->known) return TW_OK;
    for (size_t i = 0; i < t->files.count; i++)
        if (!unchanged(&t->files.data[i])) return TW_OK;
    if (read_text(t->path, &now) != TW_OK) return TW_OK;
    *same = tw_text_same_around(&t->text, &now) && compiles(s->L, &now);
    for (size_t i = 0; *same && i < now.functions.count; i++)
        if (!tw_text_same_body(&t->text, &now, i)) *same = replace(s, &now, i);
    tw_text_free(&t->text);
    t->text = now;
    *moved = t->moved;
    return TW_OK;
}
