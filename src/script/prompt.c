/* The prompt: runs lines as they are typed, help(x), completion of names; see script.h. */
#include "base/text/memo.h"
#include "script/scene/scene.h"
#include "script/show.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- help(x) -------------------------------------------------------------------------------- */

/* pushes tables with functions by name: methods, the module, and its math; returns the number of
 * tables */
static int push_named(lua_State *L) {
    int top = lua_gettop(L);
    lua_getfield(L, LUA_REGISTRYINDEX, "tw.makers");
    lua_getfield(L, LUA_REGISTRYINDEX, "tw.scene.methods");
    for (int c = 0; c < TW_CLASS_TOTAL; c++) {
        luaL_getmetatable(L, tw_handle_metatables[c]);
        lua_getfield(L, -1, "methods");
        lua_remove(L, -2);
    }
    luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_LOADED_TABLE);
    lua_getfield(L, -1, "tauwerk");
    lua_remove(L, -2);
    lua_getfield(L, -1, "math");
    return lua_gettop(L) - top;
}

/* pushes the name of the function at stack index 1, or nil */
static void push_function_name(lua_State *L) {
    int tables = push_named(L), top = lua_gettop(L);
    for (int t = top - tables + 1; t <= top; t++) {
        lua_pushnil(L);
        while (lua_next(L, t)) {
            if (lua_rawequal(L, -1, 1) && lua_type(L, -2) == LUA_TSTRING) {
                lua_pop(L, 1);
                return;
            }
            lua_pop(L, 1);
        }
    }
    lua_pushnil(L);
}

/* name of the value's class in the tables of help; NULL: it has none */
static const char *class_of(lua_State *L, int index) {
    static const char *const names[] = {"body", "point", "force", "constraint", "group", "prop"};
    const tw_handle *h = tw_test_handle(L, index);
    if (h) return names[h->class_];
    if (tw_test_scene(L, index)) return "scene";
    if (tw_test_vec3(L, index)) return "vec3";
    if (tw_test_quat(L, index)) return "quat";
    if (tw_test_spline(L, index)) return "spline";
    if (luaL_testudata(L, index, "tw.random")) return "random";
    return luaL_testudata(L, index, "tw.event") ? "event" : NULL;
}

static const char *kind_of(lua_State *L, int index) {
    const tw_handle *h = tw_test_handle(L, index);
    const tw_object *o = h ? tw_world_get(h->scene->world, h->class_, h->id) : NULL;
    return o ? o->kind->name : NULL;
}

/* pushes the subject of help(x), where x is the argument at index 1. A text stands for itself
 * (without an argument, ""); for an object the name of its kind, for another value that of its
 * class, for a function its name; nil: x is none of these */
static void push_asked(lua_State *L) {
    const char *class_ = class_of(L, 1), *kind = kind_of(L, 1);
    if (lua_gettop(L) == 0 || lua_type(L, 1) == LUA_TSTRING) {
        lua_pushstring(L, luaL_optstring(L, 1, ""));
    } else if (class_) {
        bool made = kind && (!strcmp(class_, "body") || !strcmp(class_, "force") ||
                             !strcmp(class_, "constraint") || !strcmp(class_, "prop"));
        lua_pushstring(L, made ? kind : class_);
    } else if (lua_isfunction(L, 1)) {
        push_function_name(L);
    } else {
        int tables = push_named(L), top = lua_gettop(L);
        const char *name = lua_rawequal(L, 1, top) ? "math" : NULL;
        if (lua_rawequal(L, 1, top - 1)) name = "module";
        lua_settop(L, top - tables);
        lua_pushstring(L, name);
    }
}

/* help(x); upvalue: the prompt (tw_prompt), as light userdata */
static int prompt_help(lua_State *L) {
    const tw_prompt *p = lua_touserdata(L, lua_upvalueindex(1));
    char got[128], *text;
    size_t size;
    lua_settop(L, lua_gettop(L) ? 1 : 0);
    push_asked(L);
    if (lua_isnil(L, -1))
        tw_error(L,
                 "help: expected a function of the module, an object or a name, as in "
                 "help(scene.rod), help(body), help \"hinge\", got %s",
                 tw_describe(L, 1, got, sizeof got));
    FILE *out = tw_memo_open(&text, &size);
    if (!out) tw_raise(L, tw_fail_memory(), NULL);
    tw_status s = p->help(p->context, out, lua_tostring(L, -1));
    if (fclose(out) != 0 && s == TW_OK) s = tw_fail_memory();
    if (s == TW_OK) tw_print_text(tw_script_of(L), text, size);
    free(text);
    tw_try(L, s);
    return 0;
}

/* ---- names that may follow ------------------------------------------------------------------ */

typedef struct asked {
    const char *text;
    const tw_completion *c;
} asked;

/* calls c->each for each key of the table at index that begins with `begin`, with the text `before`
 * put in front of it */
static void offer_keys(lua_State *L, int index, const char *before, const char *begin,
                       const tw_completion *c) {
    size_t n = strlen(begin);
    tw_push_keys(L, index);
    for (lua_Integer i = 1; lua_rawgeti(L, -1, i) != LUA_TNIL; i++) {
        if (lua_type(L, -1) == LUA_TSTRING && !strncmp(lua_tostring(L, -1), begin, n)) {
            lua_pushfstring(L, "%s%s", before, lua_tostring(L, -1));
            c->each(c->context, lua_tostring(L, -1));
            lua_pop(L, 1);
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 2);
}

static int complete(lua_State *L) {
    const asked *a = lua_touserdata(L, 1);
    const char *p = a->text;
    lua_pushglobaltable(L);
    for (size_t n; p[n = strcspn(p, ".:")]; p += n + 1) {
        lua_pushlstring(L, p, n);
        /* names behind a dot are completed in tables only, which are read without metamethods, so
         * that no code of the script runs */
        if (!lua_istable(L, -2)) return 0;
        lua_rawget(L, -2);
    }
    lua_pushlstring(L, a->text, (size_t)(p - a->text));
    const char *before = lua_tostring(L, -1);
    int value = lua_gettop(L) - 1;
    const char *class_ = class_of(L, value);
    if (lua_istable(L, value)) {
        offer_keys(L, value, before, p, a->c);
    } else if (class_) {
        a->c->of(a->c->context, class_, kind_of(L, value), before, p);
        lua_getfield(L, LUA_REGISTRYINDEX, "tw.makers");
        if (!strcmp(class_, "scene") || !strcmp(class_, "group"))
            offer_keys(L, lua_gettop(L), before, p, a->c);
    }
    return 0;
}

void tw_script_complete(tw_script *s, const char *text, const tw_completion *c) {
    asked a = {text, c};
    lua_State *L = s->L;
    int top = lua_gettop(L);
    if (!lua_checkstack(L, LUA_MINSTACK)) return;
    lua_pushcfunction(L, complete);
    lua_pushlightuserdata(L, &a);
    /* after an error no further names are offered */
    if (lua_pcall(L, 1, 0, 0) != LUA_OK) lua_pop(L, 1);
    lua_settop(L, top);
}

/* ---- lines ---------------------------------------------------------------------------------- */

static int show(lua_State *L) {
    int n = lua_gettop(L);
    for (int i = 1; i <= n; i++) {
        size_t length;
        tw_push_shown(L, i);
        const char *text = lua_tolstring(L, -1, &length);
        tw_print_text(tw_script_of(L), text, length);
        tw_print_text(tw_script_of(L), i < n ? "\t" : "\n", 1);
        lua_pop(L, 1);
    }
    return 0;
}

/* true: compilation failed at the end of the text (Lua's message ends in <eof>), so the text may
 * compile when more lines follow */
static bool incomplete(lua_State *L, int code) {
    size_t n;
    const char *text = lua_tolstring(L, -1, &n);
    return code == LUA_ERRSYNTAX && text && n >= 5 && !strcmp(text + n - 5, "<eof>");
}

/* compiles the text as an expression or, if that fails, as statements; pushes the function, or the
 * error message */
static int compile(lua_State *L, const char *text) {
    lua_pushfstring(L, "return %s", text);
    int code = luaL_loadbufferx(L, lua_tostring(L, -1), lua_rawlen(L, -1), "=stdin", "t");
    lua_remove(L, -2);
    if (code == LUA_OK) return code;
    bool open = incomplete(L, code); /* true: an incomplete expression, such as "1 +" */
    int as_statements = luaL_loadbufferx(L, text, strlen(text), "=stdin", "t");
    if (as_statements != LUA_OK && open)
        lua_pop(L, 1);
    else
        code = as_statements, lua_remove(L, -2);
    return code;
}

static void say(tw_script *s, const char *text) {
    tw_print_text(s, text, strlen(text));
}

/* true: the line was interrupted and the callback `again` says that the prompt goes on */
static bool goes_on(tw_script *s, const tw_prompt *p, tw_status status) {
    if (status != TW_INTERRUPTED || !p->again || !p->again(p->context)) return false;
    tw_script_go_on(s);
    return true;
}

/* runs the compiled chunk on the stack and shows its results, or its error. Fails only if the
 * script was stopped, memory is missing, or an error occurs and the input is no terminal */
static tw_status run_chunk(tw_script *s, const tw_prompt *p, int code) {
    lua_State *L = s->L;
    if (code == LUA_OK) code = lua_pcall(L, 0, LUA_MULTRET, 0);
    if (code == LUA_OK && lua_gettop(L) > 0) {
        if (!lua_checkstack(L, LUA_MINSTACK)) return tw_fail_memory();
        lua_pushcfunction(L, show);
        lua_insert(L, 1);
        code = lua_pcall(L, lua_gettop(L) - 1, 0, 0);
    }
    if (code == LUA_OK) return TW_OK;
    tw_status status = tw_status_of_error(L, code);
    if (!goes_on(s, p, status) && (s->stopped != TW_OK || !isatty(0))) return status;
    say(s, tw_failure());
    say(s, "\n");
    return TW_OK;
}

typedef TW_ARRAY(char) characters;

static tw_status append(characters *text, const char *line) {
    size_t n = strlen(line);
    TW_TRY(tw_reserve(text, text->count + n + 1));
    memcpy(text->data + text->count, line, n + 1);
    text->count += n;
    return TW_OK;
}

/* reads a line and appends it, with a newline, to the text; *over: true if the input has ended */
static tw_status read_line(tw_script *s, const tw_prompt *p, characters *text, bool *over) {
    const char *sign = text->count ? ">> " : "> ";
    char part[4096], *line = NULL;
    *over = false;
    if (p->line) {
        tw_status status = p->line(p->context, sign, &line, over);
        if (status == TW_OK && !*over) status = append(text, line);
        if (status == TW_OK && !*over) status = append(text, "\n");
        free(line);
        return status;
    }
    if (isatty(0)) {
        say(s, sign);
        fflush(stdout);
    }
    do {
        *over = !fgets(part, sizeof part, stdin);
        if (*over) return TW_OK;
        TW_TRY(append(text, part));
    } while (!strchr(part, '\n') && !feof(stdin));
    return TW_OK;
}

static tw_status run_lines(tw_script *s, const tw_prompt *p, characters *text) {
    lua_State *L = s->L;
    for (bool over;;) {
        tw_status status = read_line(s, p, text, &over);
        if (goes_on(s, p, status)) {
            text->count = 0;
            continue;
        }
        TW_TRY(status);
        if (over && !text->count) return TW_OK;
        int code = compile(L, text->data);
        if (!over && incomplete(L, code)) {
            lua_settop(L, 0);
            continue;
        }
        text->count = 0;
        status = run_chunk(s, p, code);
        lua_settop(L, 0);
        if (status != TW_OK || over) return status;
    }
}

tw_status tw_script_prompt(tw_script *s, const tw_prompt *prompt) {
    static const tw_prompt plain;
    const tw_prompt *p = prompt ? prompt : &plain;
    characters text = {0};
    lua_State *L = s->L;
    lua_settop(L, 0);
    tw_script_path(L, "");
    if (isatty(0))
        say(s, p->help ? "tauwerk: Lua 5.4; tw = require \"tauwerk\", scene = tw.scene {}; help() "
                         "tells more; end of input ends\n"
                       : "tauwerk: Lua 5.4; tw = require \"tauwerk\", scene = tw.scene {}; end of "
                         "input ends\n");
    if (luaL_dostring(L, "tw = require 'tauwerk' scene = tw.scene {}"))
        return tw_status_of_error(L, LUA_ERRRUN);
    lua_settop(L, 0);
    if (p->help) {
        lua_pushlightuserdata(L, (void *)(uintptr_t)p);
        lua_pushcclosure(L, prompt_help, 1);
        lua_setglobal(L, "help");
    }
    tw_status status = run_lines(s, p, &text);
    tw_array_free(&text);
    return status;
}
