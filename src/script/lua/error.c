/*
 * The script's line for errors, and conversion of failures. A failure of the engine (a status and a
 * text) becomes a Lua error "FILE:LINE: text"; when such an error leaves the script again, it is
 * recognised by its text and gets its status back.
 */
#include "script/lua/state.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* file and line of the innermost function of the user's script; the library's chunks, whose names
 * begin with '=', are skipped */
tw_place tw_place_now(lua_State *L) {
    tw_place p;
    p.file[0] = 0;
    p.line = 0;
    lua_Debug ar;
    for (int level = 0; lua_getstack(L, level, &ar); level++) {
        lua_getinfo(L, "l", &ar);
        if (ar.currentline <= 0) continue;
        lua_getinfo(L, "S", &ar);
        if (ar.source[0] == '=' && strcmp(ar.source, "=stdin") != 0) continue;
        bool named = ar.source[0] == '@' || ar.source[0] == '=';
        const char *file = named ? ar.source + 1 : ar.short_src;
        size_t n = strnlen(file, sizeof p.file - 1);
        memcpy(p.file, file, n);
        p.file[n] = 0;
        p.line = ar.currentline;
        return p;
    }
    const tw_script *script = tw_script_of(L);
    if (script->here) {
        snprintf(p.file, sizeof p.file, "%s", script->here);
        p.line = script->here_line;
    }
    return p;
}

static _Noreturn void raise_text(lua_State *L, const char *text, bool place) {
    tw_place p = tw_place_now(L);
    if (place && p.line)
        lua_pushfstring(L, "%s:%d: %s", p.file, p.line, text);
    else
        lua_pushstring(L, text);
    lua_error(L);
    abort(); /* not reached: lua_error does not return */
}

void tw_error(lua_State *L, const char *format, ...) {
    char text[2048];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    raise_text(L, text, true);
}

/* true: scenes and groups have this method only after require "tauwerk.models" */
static bool in_models(const char *topic, const char *key) {
    static const char *const makers[] = {"chain", "rope", "bridge", "ladder", "figure"};
    bool has = topic && (!strcmp(topic, "scene") || !strcmp(topic, "group"));
    for (size_t i = 0; i < sizeof makers / sizeof *makers && has; i++)
        if (!strcmp(makers[i], key)) return true;
    return false;
}

void tw_error_field(lua_State *L, const char *what, const char *key, const tw_suggestion *near,
                    const char *topic) {
    if (in_models(topic, key))
        tw_error(L, "%s: unknown field '%s'; require \"tauwerk.models\" adds it", what, key);
    if (near->best)
        tw_error(L, "%s: unknown field '%s'; did you mean '%s'?", what, key, near->best);
    size_t last = strlen(what); /* index at which the last word of `what` begins */
    while (last > 0 && !strchr(":.", what[last - 1])) last--;
    /* `what` is like "scene.check", a list of fields: its last word could be taken for the name of
     * a command */
    bool list = last == strlen("scene.") && !strncmp(what, "scene.", last);
    if (!topic) topic = list ? what : what + last;
    tw_error(L, "%s: unknown field '%s'; 'tauwerk help %s' lists its fields", what, key, topic);
}

void tw_notice(lua_State *L, const char *format, ...) {
    tw_script *script = tw_script_of(L);
    if (!script->options.notice) return;
    char text[2048], line[2700];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    tw_place p = tw_place_now(L);
    if (p.line)
        snprintf(line, sizeof line, "%s:%d: %s", p.file, p.line, text);
    else
        snprintf(line, sizeof line, "%s", text);
    for (size_t i = 0; i < script->noticed.count; i++)
        if (!strcmp(script->noticed.data[i], line)) return;
    char *copy = strdup(line);
    if (!copy || tw_push(&script->noticed, copy) != TW_OK) {
        free(copy);
        tw_raise(L, tw_fail_memory(), NULL);
    }
    script->options.notice(script->options.notice_context, line);
}

void tw_raise(lua_State *L, tw_status s, const char *prefix) {
    tw_script *script = tw_script_of(L);
    char text[2048];
    bool place = !script->placed;
    script->placed = false;
    snprintf(text, sizeof text, "%s%s%s", place && prefix ? prefix : "",
             place && prefix ? ": " : "", tw_failure());
    if (s != TW_ARGUMENT && s != TW_SCRIPT) {
        memcpy(script->raised, text, sizeof text);
        script->raised_status = s;
    }
    raise_text(L, text, place);
}

void tw_try(lua_State *L, tw_status s) {
    if (s != TW_OK) tw_raise(L, s, NULL);
}

static const char no_memory[] = "not enough memory"; /* Lua's message for missing memory */

tw_status tw_status_of_text(lua_State *L, const char *text) {
    const tw_script *script = tw_script_of(L);
    if (script->stopped != TW_OK) return script->stopped;
    if (script->raised_status != TW_OK && strstr(text, script->raised))
        return script->raised_status;
    return strcmp(text, no_memory) ? TW_SCRIPT : TW_MEMORY;
}

static bool is_no_memory(lua_State *L) {
    return lua_type(L, -1) == LUA_TSTRING && !strcmp(lua_tostring(L, -1), no_memory);
}

tw_status tw_status_of_error(lua_State *L, int code) {
    tw_script *script = tw_script_of(L);
    if (code == LUA_ERRMEM || is_no_memory(L)) {
        lua_pop(L, 1);
        if (!script->heap.region) return tw_fail_memory();
        return tw_fail(TW_MEMORY, "out of memory: the script may use %zu MB",
                       script->heap.limit >> 20);
    }
    tw_status s = TW_SCRIPT;
    if (lua_type(L, -1) == LUA_TSTRING) {
        const char *text = lua_tostring(L, -1);
        s = tw_status_of_text(L, text);
        tw_fail(s, "%s", text);
    } else if (luaL_getmetafield(L, -1, "__tostring") != LUA_TNIL) {
        lua_pushvalue(L, -2);
        if (lua_pcall(L, 1, 1, 0) == LUA_OK && lua_type(L, -1) == LUA_TSTRING)
            tw_fail(s, "%s", lua_tostring(L, -1));
        else
            tw_fail(s, "an error whose text cannot be read");
        lua_pop(L, 1);
    } else {
        tw_fail(s, "an error that is no text but a %s", luaL_typename(L, -1));
    }
    lua_pop(L, 1);
    script->raised_status = TW_OK;
    return s;
}

void tw_check_writable(lua_State *L, tw_scene *scene, const char *what) {
    tw_try(L, tw_world_writable(scene->world, what));
    scene->changes++;
}
