/* Records which functions of a script have been called, and replaces functions by those of a
 * changed text; see change.h. */
#include "script/lua/change.h"

#include "base/file.h"
#include "script/lua/change_swap.h"
#include "script/lua/state.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* a file that the script has read, with its size and times when it was read */
typedef struct seen_file {
    char *path;
    struct stat was;
} seen_file;

/* a place at which a coroutine waited and was resumed */
typedef struct wait_place {
    /* function: first line of the function; line: line of the call that waits */
    int function, line;
} wait_place;

typedef struct tw_track {
    char *path;
    tw_text text;
    /* [functions of the text] true: the function, or one inside it, has been called */
    TW_ARRAY(bool) called;
    TW_ARRAY(size_t) entered; /* [functions] number of calls of the function itself */
    TW_ARRAY(wait_place) waits;
    lua_CFunction resume; /* coroutine.resume */
    /* [functions] first and last lines as Lua reports them; of a replaced function: its lines in
     * the new text */
    TW_ARRAY(tw_text_function) loaded;
    size_t calls;
    bool known, moved;
    int from; /* lines of the loaded functions behind this one may be others than those of the text;
                 INT_MAX: none */
    bool hooks; /* it is told of files by tw_file_on_read */
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

/* records where the coroutine on top of the stack, which is about to be resumed, was waiting; pops
 * it */
static void note_wait(tw_track *t, lua_State *L) {
    lua_State *T = lua_tothread(L, -1);
    lua_Debug ar;
    int levels = 0;
    lua_pop(L, 1);
    if (!T || lua_status(T) != LUA_YIELD) return;
    while (lua_getstack(T, levels, &ar)) levels++;
    if (levels == 0 || !lua_getstack(T, levels - 1, &ar) || !lua_getinfo(T, "Sl", &ar)) return;
    if (*ar.source != '@' || strcmp(ar.source + 1, t->path) != 0) return;
    const wait_place p = {ar.linedefined, ar.currentline};
    for (size_t i = 0; i < t->waits.count; i++)
        if (t->waits.data[i].function == p.function && t->waits.data[i].line == p.line) return;
    if (tw_push(&t->waits, p) != TW_OK) give_up(t);
    t->calls++;
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
        if (f && f == t->resume && lua_getlocal(L, ar, 1)) note_wait(t, L);
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
        t->entered.data[i] += ar->linedefined == f->line && ar->lastlinedefined == f->last;
        if (!within || t->called.data[i]) continue;
        t->called.data[i] = true;
        t->calls++;
    }
}

/* lists in t->forbidden the library functions that make a script depend on more than its text and
 * the files that it reads through require: a call of one of them ends the tracking. Also finds
 * coroutine.resume */
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
    lua_getglobal(L, "coroutine");
    lua_getfield(L, -1, "resume");
    t->resume = lua_tocfunction(L, -1);
    lua_pop(L, 2);
    return TW_OK;
}

static tw_status read_text(const char *path, tw_text *text) {
    char *data;
    size_t size;
    TW_TRY(tw_file_read(path, &data, &size));
    return tw_text_read(data, size, text);
}

/* begins to record the calls of the script at `path`, of which t has the text */
static tw_status track(tw_script *s, const char *path) {
    tw_track *t = s->track;
    t->path = strdup(path);
    if (!t->path) return tw_fail_memory();
    if (!t->known) return TW_OK;
    TW_TRY(forbid(t, s->L));
    for (size_t i = 0; i < t->text.functions.count; i++) {
        TW_TRY(tw_push(&t->loaded, t->text.functions.data[i]));
        TW_TRY(tw_push(&t->called, false));
        TW_TRY(tw_push(&t->entered, 0));
    }
    tw_script_hook_calls(s);
    return TW_OK;
}

/* *text: a copy of the bytes; TW_SCRIPT: blocks and ends do not match */
static tw_status copy_text(const char *data, size_t size, tw_text *text) {
    char *copy = malloc(size + 1);
    if (!copy) return tw_fail_memory();
    memcpy(copy, data, size);
    copy[size] = '\0';
    return tw_text_read(copy, size, text);
}

static tw_status make_track(tw_script *s) {
    s->track = calloc(1, sizeof *s->track);
    if (!s->track) return tw_fail_memory();
    s->track->from = INT_MAX;
    return TW_OK;
}

/* a text that cannot be read is reported when the script is run */

tw_status tw_script_track(tw_script *s, const char *path) {
    TW_TRY(make_track(s));
    s->track->known = read_text(path, &s->track->text) == TW_OK;
    TW_TRY(track(s, path));
    s->track->hooks = s->track->known;
    if (s->track->hooks) tw_file_on_read(note_file, s->track);
    return TW_OK;
}

tw_status tw_script_track_text(tw_script *s, const char *path, const char *text, size_t size) {
    TW_TRY(make_track(s));
    s->track->known = copy_text(text, size, &s->track->text) == TW_OK;
    return track(s, path);
}

void tw_script_track_file(tw_script *s, const char *path) {
    if (s->track && s->track->known) note_file(s->track, path);
}

void tw_script_track_end(tw_script *s) {
    if (!s->track) return;
    if (s->track->hooks) tw_file_on_read(NULL, NULL);
    s->track->hooks = false;
    give_up(s->track);
}

void tw_script_track_free(tw_script *s) {
    tw_track *t = s->track;
    if (!t) return;
    tw_script_track_end(s);
    for (size_t i = 0; i < t->files.count; i++) free(t->files.data[i].path);
    tw_array_free(&t->files);
    tw_array_free(&t->called);
    tw_array_free(&t->entered);
    tw_array_free(&t->waits);
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

/* ---- a changed text -------------------------------------------------------------------------- */

static bool unchanged(const seen_file *f) {
    struct stat now;
    return stat(f->path, &now) == 0 && now.st_ino == f->was.st_ino && now.st_dev == f->was.st_dev &&
           now.st_size == f->was.st_size && now.st_mtim.tv_sec == f->was.st_mtim.tv_sec &&
           now.st_mtim.tv_nsec == f->was.st_mtim.tv_nsec;
}

/* true: no other function of the script lies on the lines of function i, so that these identify it
 */
static bool alone_in_its_lines(const tw_track *t, size_t i) {
    const tw_text_function *f = &t->loaded.data[i];
    for (size_t k = 0; k < t->loaded.count; k++) {
        const tw_text_function *g = &t->loaded.data[k];
        if (k != i && g->line <= f->line && g->last >= f->last) return false;
    }
    return true;
}

/* true: the text compiles. Texts that begin with '#' count as compiling. An error in the text is
 * reported by the new run */
static bool compiles(lua_State *L, const tw_text *text) {
    bool good = luaL_loadbufferx(L, text->data, text->size, "=", "t") == LUA_OK;
    lua_pop(L, 1);
    return good || text->data[0] == '#';
}

static bool replace(tw_script *s, const tw_text *now, size_t i) {
    tw_track *t = s->track;
    tw_text_function *loaded = &t->loaded.data[i];
    const tw_text_function *f = &now->functions.data[i];
    tw_swap w = {.path = t->path, .text = now, .was = &t->text, .function = i, .old = *loaded};
    /* taken before the swap, which starts coroutines that count as calls */
    const size_t entered = t->entered.data[i];
    w.called = t->called.data[i];
    /* a function that coroutines run keeps its old first line, since the functions inside it keep
     * their old lines */
    w.line = w.called ? loaded->line : f->line;
    if (!alone_in_its_lines(t, i)) return false;
    if (!tw_swap_values(s->L, &w)) return false;
    /* each call of the function must be in a coroutine that was replaced: any other call has
     * already executed more of the function than its first part */
    if (w.called && (w.stories == 0 || w.stories != entered)) return false;
    if (w.called) t->entered.data[i] = w.stories;
    /* messages of errors may then differ: in a replaced coroutine they call local variables
     * upvalues */
    const bool longer = f->last != t->text.functions.data[i].last;
    if (longer && loaded->last < t->from) t->from = loaded->last;
    t->moved |= w.called || longer;
    loaded->line = w.line;
    loaded->last = w.line + f->last - f->line;
    return true;
}

/* false: another file that the script has read is no longer as it was, or the text was never read
 */
static bool may_change(const tw_track *t) {
    if (!t || !t->known) return false;
    for (size_t i = 0; i < t->files.count; i++)
        if (!unchanged(&t->files.data[i])) return false;
    return true;
}

/* takes over the text; true: the scenes may continue with it */
static bool change(tw_script *s, tw_text *now) {
    tw_track *t = s->track;
    bool same = tw_text_same_around(&t->text, now) && compiles(s->L, now);
    for (size_t i = 0; same && i < now->functions.count; i++)
        if (!tw_text_same_body(&t->text, now, i)) same = replace(s, now, i);
    tw_text_free(&t->text);
    t->text = *now;
    return same;
}

tw_status tw_script_change(tw_script *s, bool *same, bool *moved) {
    tw_text now;
    *same = *moved = false;
    if (!may_change(s->track) || read_text(s->track->path, &now) != TW_OK) return TW_OK;
    *same = change(s, &now);
    *moved = s->track->moved;
    return TW_OK;
}

bool tw_script_change_text(tw_script *s, const char *text, size_t size, int *from) {
    tw_text now;
    *from = INT_MAX;
    if (!may_change(s->track) || copy_text(text, size, &now) != TW_OK) return false;
    bool same = change(s, &now);
    *from = s->track->from;
    return same;
}

/* a function that has been loaded before lines were added above it keeps the lines that it had */
bool tw_script_line_stays(const tw_script *s, int line) {
    const tw_track *t = s->track;
    if (!t || line <= t->from) return true;
    bool stays = true;
    for (size_t i = 0; i < t->loaded.count && stays; i++) {
        const tw_text_function *f = &t->loaded.data[i];
        bool here = f->line <= line && line <= f->last;
        /* a text that was refused may have fewer functions than the one that was loaded */
        stays = !here || (i < t->text.functions.count && f->line == t->text.functions.data[i].line);
    }
    return stays;
}
