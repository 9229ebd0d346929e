/* Creates, runs and destroys scripts, each a Lua state; see script.h. */
#include "script/lua/change.h"
#include "script/scene/scene.h"

#include "base/file.h"
#include "base/text/path.h"
#include "base/text/suggest.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* HOOK_EVERY: instructions between two calls of the hook (HOOK_SANDBOX: in a sandbox fewer, because
 * one instruction may copy megabytes); POLL_EVERY: counted instructions between two calls of
 * `poll`; BYTES_AS_ONE: allocated bytes that count as one instruction */
enum { HOOK_EVERY = 5000, HOOK_SANDBOX = 250, POLL_EVERY = 5000, BYTES_AS_ONE = 64 };

/* ---- stopping ------------------------------------------------------------------------------- */

static void hook(lua_State *L, lua_Debug *ar);

/* instructions between two calls of the hook. In a sandbox, that number times the bytes in large
 * blocks is at most 64 MB where LEAST allows it: one instruction may go over a whole block, as a
 * comparison of two texts does */
static int hook_every(const tw_script *s) {
    enum { LEAST = 16 };
    if (!s->options.bounds.sandbox) return HOOK_EVERY;
    size_t most = (size_t)HOOK_SANDBOX * TW_HEAP_LARGE;
    if (s->heap.large <= TW_HEAP_LARGE) return HOOK_SANDBOX;
    return s->heap.large < most / LEAST ? (int)(most / s->heap.large) : LEAST;
}

static void ask(tw_script *s) {
    double most = s->options.bounds.instructions;
    s->unasked = 0;
    if (s->options.poll.ask) s->stopped = tw_poll_ask(s->options.poll);
    if (s->stopped != TW_OK) {
        const char *text = *tw_failure() ? tw_failure() : tw_status_text(s->stopped);
        snprintf(s->stop_text, sizeof s->stop_text, "%.*s", (int)sizeof s->stop_text - 1, text);
    } else if (most > 0 && s->worked > most) {
        s->stopped = TW_TIME_LIMIT;
        snprintf(s->stop_text, sizeof s->stop_text,
                 "the script may take %.10g instructions, and has (--limit-instructions)", most);
    }
}

/* Requests of little memory are granted above the limit (heap.h). If more than the limit is in use
 * and a garbage collection does not help, the script is stopped here, with Lua's own message. */
static void check_memory(tw_script *s, lua_State *L) {
    if (!tw_heap_over(&s->heap)) return;
    /* a collection counts as one instruction per 16 bytes in use, as collectgarbage() does in a
     * sandbox */
    s->worked += (double)s->heap.used / 16;
    lua_gc(L, LUA_GCCOLLECT);
    if (!tw_heap_over(&s->heap)) return;
    lua_pushliteral(L, "not enough memory");
    lua_error(L);
}

void tw_script_work(lua_State *L, double steps) {
    tw_script *s = tw_script_of(L);
    /* each BYTES_AS_ONE allocated bytes count as one instruction */
    steps += (s->heap.given - s->given) / BYTES_AS_ONE;
    s->given = s->heap.given;
    s->worked += steps;
    s->unasked += steps;
    if (s->stopped == TW_OK && s->unasked >= POLL_EVERY) ask(s);
    if (s->stopped == TW_OK) {
        check_memory(s, L);
        return;
    }
    /* the hook is called at the next instruction: if the script catches this error, the hook raises
     * it again */
    lua_sethook(L, hook, LUA_MASKCOUNT | (s->track ? LUA_MASKCALL : 0), 1);
    lua_pushstring(L, s->stop_text);
    lua_error(L);
}

void tw_script_go_on(tw_script *s) {
    s->stopped = TW_OK;
    lua_sethook(s->L, hook, LUA_MASKCOUNT | (s->track ? LUA_MASKCALL : 0), hook_every(s));
}

static void hook(lua_State *L, lua_Debug *ar) {
    tw_script *s = tw_script_of(L);
    if (ar->event != LUA_HOOKCOUNT) {
        tw_track_call(s, L, ar);
        return;
    }
    int every = hook_every(s), last = lua_gethookcount(L);
    if (every != last) lua_sethook(L, hook, lua_gethookmask(L), every);
    if (s->options.bounds.sandbox && last < HOOK_SANDBOX) s->unasked = POLL_EVERY;
    tw_script_work(L, last);
}

void tw_script_hook_calls(tw_script *s) {
    lua_sethook(s->L, hook, LUA_MASKCOUNT | LUA_MASKCALL, hook_every(s));
}

tw_status tw_script_one_more(tw_script *s) {
    int most = s->options.bounds.objects;
    if (most > 0 && s->made >= most)
        return tw_fail(TW_ARGUMENT, "a script may make %d objects, and has (--limit-objects)",
                       most);
    if (s->made < INT_MAX) s->made++;
    return TW_OK;
}

/* ---- life ----------------------------------------------------------------------------------- */

/* loader of `require` for a script that has removed the module from package.loaded: the module
 * cannot be opened twice, because its parts are also kept in the registry. Upvalue: the module */
static int same_module(lua_State *L) {
    lua_pushvalue(L, lua_upvalueindex(1));
    return 1;
}

static int open_all(lua_State *L) {
    luaL_openlibs(L);
    lua_newtable(L);
    lua_setfield(L, LUA_REGISTRYINDEX, "tw.anchored");
    tw_open_host(L);
    tw_open_patterns(L);
    tw_open_guard(L);
    luaL_requiref(L, "tauwerk", tw_open_module, 0);
    luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
    lua_insert(L, -2);
    lua_pushcclosure(L, same_module, 1);
    lua_setfield(L, -2, "tauwerk");
    lua_pop(L, 1);
    tw_note_modules(L);
    if (tw_script_of(L)->options.bounds.sandbox) tw_open_sandbox(L);
    return 0;
}

tw_status tw_script_create(const tw_script_options *options, tw_script **script) {
    tw_script *s = calloc(1, sizeof *s);
    if (!s) return tw_fail_memory();
    if (options) s->options = *options;
    tw_status status =
        tw_heap_create(&s->heap, s->options.memory ? s->options.memory : (size_t)1 << 30);
    if (status != TW_OK) {
        free(s);
        return status;
    }
    s->L = s->now = lua_newstate(tw_heap_alloc, &s->heap);
    if (!s->L) {
        tw_script_destroy(s);
        return tw_fail_memory();
    }
    lua_pushcfunction(s->L, open_all);
    int code = lua_pcall(s->L, 0, 0, 0);
    if (code != LUA_OK) {
        status = tw_status_of_error(s->L, code);
        tw_script_destroy(s);
        return status;
    }
    lua_sethook(s->L, hook, LUA_MASKCOUNT, hook_every(s));
    *script = s;
    return TW_OK;
}

void tw_script_clear(tw_script *s) {
    for (size_t i = 0; i < s->set.count; i++) {
        free(s->set.data[i].name);
        free(s->set.data[i].value);
    }
    tw_array_free(&s->set);
    for (size_t i = 0; i < s->noticed.count; i++) free(s->noticed.data[i]);
    tw_array_free(&s->noticed);
    tw_array_free(&s->returned);
    tw_array_free(&s->scenes);
    tw_check_free(s);
    tw_script_track_free(s);
    free(s->file);
    free(s->text);
    free(s->here);
    free(s->folder);
    s->file = s->text = s->here = s->folder = NULL;
}

void tw_script_destroy(tw_script *s) {
    if (!s) return;
    if (s->L) {
        lua_sethook(s->L, NULL, 0, 0);
        lua_close(s->L); /* closing the state also destroys the scenes, by their finalizers */
    }
    tw_script_clear(s);
    tw_heap_destroy(&s->heap);
    free(s);
}

tw_status tw_script_here(tw_script *s, const char *file, int line) {
    if (!file || !s->here || strcmp(file, s->here) != 0) {
        char *copy = file ? strdup(file) : NULL;
        if (file && !copy) return tw_fail_memory();
        free(s->here);
        s->here = copy;
    }
    s->here_line = line;
    return TW_OK;
}

tw_status tw_script_set(tw_script *s, const char *name, const char *value) {
    for (size_t i = 0; i < s->set.count; i++)
        if (!strcmp(s->set.data[i].name, name)) {
            char *copy = strdup(value);
            if (!copy) return tw_fail_memory();
            free(s->set.data[i].value);
            s->set.data[i].value = copy;
            return TW_OK;
        }
    tw_set_option o = {strdup(name), strdup(value), false};
    if (!o.name || !o.value || tw_push(&s->set, o) != TW_OK) {
        free(o.name);
        free(o.value);
        return tw_fail_memory();
    }
    return TW_OK;
}

/* ---- files ---------------------------------------------------------------------------------- */

/* sets package.path to the folder of the script */
void tw_script_path(lua_State *L, const char *file) {
    const char *slash = strrchr(file, '/');
    lua_getglobal(L, "package");
    if (slash) {
        lua_pushlstring(L, file, (size_t)(slash - file) + 1);
        const char *folder = lua_tostring(L, -1);
        lua_pushfstring(L, "%s?.lua;%s?/init.lua", folder, folder);
        lua_remove(L, -2);
    } else {
        lua_pushstring(L, "./?.lua;./?/init.lua");
    }
    lua_setfield(L, -2, "path");
    lua_pop(L, 1);
}

typedef struct job {
    const char *path;
    /* name of the chunk of lua/tauwerk that reads the file as a robot's; NULL: the file is a script
     */
    const char *robot;
    const char *text; /* [size] text of the script; NULL: the file is read */
    size_t size;
    int argc;
    char *const *argv;
} job;

/* stores the scenes at stack indices first .. last, which the script returned: scenes, films, or
 * lists of these */
static void collect_scenes(lua_State *L, int first, int last) {
    tw_script *s = tw_script_of(L);
    /* the results of the script may have filled the stack */
    luaL_checkstack(L, LUA_MINSTACK, NULL);
    lua_getfield(L, LUA_REGISTRYINDEX, "tw.anchored");
    int anchored = lua_gettop(L);
    for (int i = first; i <= last; i++) {
        lua_Integer n = lua_type(L, i) == LUA_TTABLE ? (lua_Integer)lua_rawlen(L, i) : 1;
        for (lua_Integer k = 1; k <= n; k++) {
            if (lua_type(L, i) == LUA_TTABLE)
                lua_rawgeti(L, i, k);
            else
                lua_pushvalue(L, i);
            tw_scene *scene = tw_test_scene(L, -1);
            const tw_script_film *film = tw_test_film(L, -1);
            if (film) tw_take_film(L, -1, film);
            if (scene) {
                if (tw_push(&s->returned, scene) != TW_OK) tw_raise(L, tw_fail_memory(), NULL);
                lua_pushboolean(L, 1);
                lua_rawset(L, anchored);
            } else {
                lua_pop(L, 1);
            }
        }
    }
}

/* shortens a text that is too long for a failure, such as one with a long path, in its middle */
static void shorten(lua_State *L) {
    enum { PART = TW_FAILURE_TEXT / 4 };
    size_t n;
    const char *text = lua_tolstring(L, -1, &n);
    if (n < TW_FAILURE_TEXT / 2 + 8) return;
    lua_pushlstring(L, text, PART);
    lua_pushstring(L, " ... ");
    lua_pushlstring(L, text + n - PART, PART);
    lua_concat(L, 3);
    lua_remove(L, -2);
}

void tw_keep_file_error(lua_State *L, int error) {
    tw_script *s = tw_script_of(L);
    shorten(L);
    snprintf(s->raised, sizeof s->raised, "%s", lua_tostring(L, -1));
    s->raised_status = error == ENOMEM ? TW_MEMORY : TW_IO;
}

/* true: the path is a robot's file, which lua/tauwerk/robot/show.lua shows */
static bool is_robot(const char *path) {
    return tw_ends_in(path, ".urdf") || tw_ends_in(path, ".xml") || tw_ends_in(path, ".sdf") ||
           tw_ends_in(path, ".world");
}

/* pushes the script as a function: from its file, or from j->text */
static int load_script(lua_State *L, const job *j) {
    if (!j->text) return luaL_loadfilex(L, j->path, "t");
    const char *p = j->text, *end = p + j->size;
    /* like luaL_loadfilex, skips a byte order mark and a first line that begins with '#' */
    if (end - p >= 3 && !memcmp(p, "\xEF\xBB\xBF", 3)) p += 3;
    if (p < end && *p == '#')
        while (p < end && *p != '\n') p++;
    lua_pushfstring(L, "@%s", j->path);
    int code = luaL_loadbufferx(L, p, (size_t)(end - p), lua_tostring(L, -1), "t");
    lua_remove(L, -2);
    return code;
}

static int run_file(lua_State *L) {
    const job *j = lua_touserdata(L, 1);
    luaL_checkstack(L, j->argc + LUA_MINSTACK, "too many arguments");
    tw_script_path(L, j->path);
    lua_createtable(L, j->argc, 1);
    lua_pushstring(L, j->path);
    lua_rawseti(L, -2, 0);
    for (int i = 0; i < j->argc; i++) {
        lua_pushstring(L, j->argv[i]);
        lua_rawseti(L, -2, i + 1);
    }
    lua_setglobal(L, "arg");
    lua_settop(L, 0);
    if (j->robot) {
        tw_try(L, tw_load_library(L, j->robot));
        lua_pushstring(L, j->path);
        for (int i = 0; i < j->argc; i++) lua_pushstring(L, j->argv[i]);
        lua_call(L, 1 + j->argc, 1);
        collect_scenes(L, 1, 1);
        return 0;
    }
    int code = load_script(L, j), e = errno;
    if (code == LUA_ERRFILE) tw_keep_file_error(L, e);
    if (code != LUA_OK) lua_error(L);
    for (int i = 0; i < j->argc; i++) lua_pushstring(L, j->argv[i]);
    lua_call(L, j->argc, LUA_MULTRET);
    collect_scenes(L, 1, lua_gettop(L));
    return 0;
}

tw_status tw_script_text(const tw_script *s, char **text, size_t *size) {
    if (!s->text) return tw_file_read(s->file, text, size);
    *size = s->text_size;
    *text = malloc(*size + 1);
    if (!*text) return tw_fail_memory();
    memcpy(*text, s->text, *size + 1);
    return TW_OK;
}

/* true: the script's text contains the name in quotes, so that an event may still read the
 * parameter later */
static bool is_written(const tw_script *s, const char *name) {
    size_t n = strlen(name), size;
    char *text;
    if (tw_script_text(s, &text, &size) != TW_OK) return false;
    bool found = false;
    for (const char *p = text; !found && (p = strstr(p, name)); p += n)
        found = p > text && (p[-1] == '"' || p[-1] == '\'') && p[n] == p[-1];
    free(text);
    return found;
}

/* TW_USAGE if the script has not read some name given by --set; over false: a name that an event
 * could still read is excused */
static tw_status check_unread(const tw_script *s, bool over) {
    for (size_t i = 0; i < s->set.count; i++)
        if (!s->set.data[i].read && (over || !is_written(s, s->set.data[i].name))) {
            const char *name = s->set.data[i].name;
            tw_suggestion near = tw_suggestion_for(name);
            lua_State *L = s->L;
            if (lua_getfield(L, LUA_REGISTRYINDEX, "tw.params") == LUA_TTABLE) {
                lua_pushnil(L);
                while (lua_next(L, -2)) {
                    tw_suggestion_offer(&near, lua_tostring(L, -2));
                    lua_pop(L, 1);
                }
            }
            tw_fail(TW_USAGE, "--set %s: %s has no tw.param of that name%s%s%s", name, s->file,
                    near.best ? "; did you mean '" : "", near.best ? near.best : "",
                    near.best ? "'?" : "");
            lua_pop(L, 1);
            return TW_USAGE;
        }
    return TW_OK;
}

tw_status tw_script_all_read(const tw_script *s) {
    return s->file ? check_unread(s, true) : TW_OK;
}

/* stores the script's folder, below which a script in a sandbox may read */
static tw_status keep_folder(tw_script *s) {
    free(s->folder);
    s->folder = tw_path_folder(s->file);
    return s->folder ? TW_OK : tw_fail_memory();
}

static tw_status run(tw_script *s, const job *given) {
    job j = *given;
    char *copy = strdup(j.path);
    if (!copy) return tw_fail_memory();
    free(s->file);
    s->file = copy;
    TW_TRY(keep_folder(s));
    s->returned.count = 0;
    s->film = NULL;
    if (!lua_checkstack(s->L, LUA_MINSTACK)) return tw_fail_memory();
    lua_pushcfunction(s->L, run_file);
    lua_pushlightuserdata(s->L, &j);
    s->now = s->L;
    int code = lua_pcall(s->L, 1, 0, 0);
    if (code != LUA_OK) return tw_status_of_error(s->L, code);
    TW_TRY(check_unread(s, false));
    return tw_script_name_scenes(s);
}

tw_status tw_script_run_file(tw_script *s, const char *path, int argc, char *const *argv) {
    return run(s, &(job){.path = path,
                         .robot = is_robot(path) ? "tauwerk.robot.show" : NULL,
                         .argc = argc,
                         .argv = argv});
}

tw_status tw_script_run_robot(tw_script *s, const char *path, const char *chunk, int argc,
                              char *const *argv) {
    return run(s, &(job){.path = path, .robot = chunk, .argc = argc, .argv = argv});
}

tw_status tw_script_run_text(tw_script *s, const char *path, const char *text, size_t size) {
    char *copy = malloc(size + 1);
    if (!copy) return tw_fail_memory();
    memcpy(copy, text, size);
    copy[size] = '\0';
    free(s->text);
    s->text = copy;
    s->text_size = size;
    return run(s, &(job){.path = path, .text = copy, .size = size});
}

/* ---- scenes --------------------------------------------------------------------------------- */

int tw_script_scene_count(const tw_script *s) {
    return (int)s->returned.count;
}

tw_scene *tw_script_scene(const tw_script *s, int i) {
    return i >= 0 && (size_t)i < s->returned.count ? s->returned.data[i] : NULL;
}
