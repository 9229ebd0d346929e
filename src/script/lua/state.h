/*
 * The Lua host: the structs of a script and of a scene, script lines and errors, functions of Lua's
 * library that are made deterministic or removed. Knows nothing of objects.
 *
 * Conventions of this layer (rooms, each with a header: lua < value < object < scene < script):
 *
 * - Every userdata of ours begins with a tag; tw_test_... functions recognise ours by it.
 * - Functions that read Lua values for the engine (tw_read_...) never raise errors: they return
 *   false and leave "expected ..., got ..." in the reader, so that engine memory is never lost.
 * - The engine's callbacks call Lua only through tw_callback_..., which never let an error pass.
 * - A failure of the engine becomes a Lua error through tw_raise, a Lua error becomes a status
 *   through tw_status_of_error; the status survives the way through the script.
 */
#ifndef TW_SCRIPT_LUA_STATE_H
#define TW_SCRIPT_LUA_STATE_H

#include "script/lua/heap.h"
#include "script/regress.h"
#include "script/script.h"

#include "base/array.h"
#include "base/math/random.h"
#include "base/text/suggest.h"
#include "dynamics/contact/contact.h"
#include "frame/film/pace.h"
#include "frame/frame.h"
#include "frame/layers.h"
#include "frame/marks/track.h"
#include "model/field/formula.h"
#include "numeric/value/spline.h"

#include <lauxlib.h>
#include <lua.h>
#include <lualib.h>

#include <math.h>
#include <stdint.h>
#include <stdio.h>

/* set a field of the table on top of the stack */
static inline void tw_set_number(lua_State *L, const char *name, double x) {
    lua_pushnumber(L, x);
    lua_setfield(L, -2, name);
}

static inline void tw_set_integer(lua_State *L, const char *name, lua_Integer x) {
    lua_pushinteger(L, x);
    lua_setfield(L, -2, name);
}

static inline void tw_set_boolean(lua_State *L, const char *name, bool x) {
    lua_pushboolean(L, x);
    lua_setfield(L, -2, name);
}

static inline void tw_set_text(lua_State *L, const char *name, const char *text) {
    lua_pushstring(L, text);
    lua_setfield(L, -2, name);
}

typedef struct tw_set_option {
    char *name, *value;
    bool read;
} tw_set_option;

typedef struct tw_check_entry {
    tw_scene *scene; /* NULL: a check of the whole script */
    char *label, *file, *text;
    int line;
    bool passed, reported;
} tw_check_entry;

typedef struct tw_tracer tw_tracer;

struct tw_script {
    lua_State *L;   /* the main thread */
    lua_State *now; /* the Lua thread that is running */
    tw_heap heap;   /* unused if the state belongs to a host (guest.c) */
    tw_script_options options;
    tw_status
        stopped; /* status with which `poll` or a limit stops the script; TW_OK: not stopped */
    char stop_text[160];    /* reason of the stop */
    double worked, unasked; /* instructions so far, and instructions since `poll` was last called */
    double given;      /* value of heap.given up to which allocations are counted in `worked` */
    int made;          /* objects, in all */
    char *folder;      /* folder of the running script; NULL: the current folder */
    char raised[2048]; /* text of the last failure that was raised as a Lua error */
    tw_status raised_status; /* status of that error */
    bool placed;             /* the failure's text already names its script line */
    bool gone;               /* a removed object was used (tw_gone) */
    bool over;               /* the host is closing its state: no scene can be made any more */
    long references;         /* registry references held by the engine; 0 at the end */
    long live_scenes;        /* scenes not yet destroyed */
    char *file;              /* the script that runs */
    char *text; /* [text_size] text to run as the file's content; NULL: the file is read */
    size_t text_size;
    char *here; /* file for errors while no line of a script runs, or NULL */
    int here_line;
    tw_tracer *tracer; /* the function that is being recorded as a formula, or NULL */
    unsigned traces;   /* number of traces begun */
    TW_ARRAY(tw_set_option) set;
    TW_ARRAY(tw_scene *) returned; /* anchored in the registry */
    const tw_script_film *film;    /* returned; likewise; NULL: none */
    TW_ARRAY(char *) noticed;      /* texts of notices; owned */
    TW_ARRAY(tw_check_entry) checks;
    TW_ARRAY(tw_scene *) scenes; /* all that live */
    struct tw_track *track;      /* record of called functions (change.h), or NULL */
};

typedef struct tw_place {
    char file[512];
    int line; /* 0: unknown */
} tw_place;

typedef struct tw_record_entry {
    int ref; /* reference of the record's function (tw_scene_ref) */
    char *name;
    TW_ARRAY(double) t, v;
    TW_ARRAY(bool) vector;
    TW_ARRAY(vec3) xyz;
} tw_record_entry;

/* structs of the stage whose fields must agree (agree.c), and largest number of their fields */
enum { TW_AGREE_CAMERA, TW_AGREE_GRADIENT, TW_AGREE_FOG, TW_AGREES, TW_AGREE_FIELDS = 24 };

/* a function of a graph */
typedef struct tw_graph_entry {
    int ref;
    bool sampler; /* called at times of its own, not only at frames */
} tw_graph_entry;

enum { TW_SCENE_COUNTS = 4 };

struct tw_scene {
    tw_script *script;
    tw_world *world;
    tw_sim *sim;
    unsigned layers;
    tw_place made_at;   /* line of the script */
    bool named;         /* true: the script gave the scene's name */
    tw_place named_at;  /* script line that named it */
    tw_place ground_at; /* script line of the last scene:ground; line 0: none */
    /* [lights] script line that made the light or last assigned one of its fields */
    TW_ARRAY(tw_place) light_at;
    /* script lines that gave fields of these structs */
    tw_place given_at[TW_AGREES][TW_AGREE_FIELDS];
    tw_tolerances tolerances;
    bool closing; /* the garbage collector is finalizing it: its references are invalid already */
    const char *inside; /* name of the script's function that the simulation is calling, or NULL */
    TW_ARRAY(int) on_frame; /* references */
    TW_ARRAY(int) at_end;
    TW_ARRAY(int) captions;
    TW_ARRAY(tw_graph_entry) graphs;
    TW_ARRAY(tw_record_entry) records;
    tw_tracks *tracks; /* exists from the start, since an event may make the first trail */
    bool
        chases; /* the camera follows something smoothly, so its smoothed places must be computed */
    bool asks_bodies; /* a body has a field with a function that is called at each frame */
    tw_retime retime;
    bool paced; /* the film's pace has been used: it cannot change any more */
    tw_random random;
    bool seeded;           /* random has begun */
    unsigned long changes; /* changes of the scene so far: calls that may change it, and Lua values
                              given to it */
    struct {
        char name[200]; /* name of the script, read by require, that returned the scene; "": none
                           did */
        unsigned long count[TW_SCENE_COUNTS]; /* changes until then (film.c) */
    } module;
};

/* guest.c: the script in a Lua state that a host made */
tw_script *tw_script_of_guest(lua_State *L);

/* script of a Lua state. Our own states are recognised by their allocator; Lua's extra space is not
 * used for this, because a host may use it in its own states. */
static inline tw_script *tw_script_of(lua_State *L) {
    void *heap;
    if (lua_getallocf(L, &heap) != tw_heap_alloc) return tw_script_of_guest(L);
    return (tw_script *)(void *)((char *)heap - offsetof(tw_script, heap));
}

/* ---- error.c: places and errors ------------------------------------------------------------ */

/* file and line of the user's script that is running */
tw_place tw_place_now(lua_State *L);
/* raises "FILE:LINE: text" */
_Noreturn void tw_error(lua_State *L, const char *format, ...);
/* error of a table or object `what` without a field `key`: names the nearest known one, the module
 * that adds it, or where the fields are listed. topic: word for `tauwerk help`; NULL:
 * `what` if it is "scene.NAME", otherwise the last word of it */
_Noreturn void tw_error_field(lua_State *L, const char *what, const char *key,
                              const tw_suggestion *near, const char *topic);
/* reports a likely mistake to the user, "FILE:LINE: text"; each text once */
void tw_notice(lua_State *L, const char *format, ...);
/* raises the last failure, of status s, as a Lua error; prefix, for its text, may be NULL */
_Noreturn void tw_raise(lua_State *L, tw_status s, const char *prefix);
/* calls tw_raise unless s is TW_OK */
void tw_try(lua_State *L, tw_status s);
/* true: the status of a motion that fails by its numbers alone, with nothing wrong in the script */
static inline bool tw_status_of_motion(tw_status s) {
    return s == TW_DIVERGED || s == TW_UNDERFLOW || s == TW_NONFINITE;
}

/* status that an error of that text has; TW_SCRIPT: a mistake of the script */
tw_status tw_status_of_text(lua_State *L, const char *text);
/* converts the error value on top of L's stack (popped) to a failure; code: result of lua_pcall */
tw_status tw_status_of_error(lua_State *L, int code);
/* raises an error unless the world may be changed now; what: name of the function, for the text */
void tw_check_writable(lua_State *L, tw_scene *scene, const char *what);

/* ---- host.c: determinism ------------------------------------------------------------------- */

void tw_open_host(lua_State *L);
/* the part of tw_open_host that replaces nothing in Lua: serials, the function tw.sorted */
void tw_open_order(lua_State *L);
/* sets, in the table on top of the stack, pairs and next with a fixed order, and tostring with
 * serials */
void tw_set_ordered(lua_State *L);
/* pushes an array of the keys of the table at index, in the fixed order */
void tw_push_keys(lua_State *L, int index);
/* sets package.path to the folder of the script `file`; "": the current folder (state.c) */
void tw_script_path(lua_State *L, const char *file);
/* tostring with stable serials instead of addresses */
const char *tw_tostring(lua_State *L, int index, size_t *length);
void tw_print_text(tw_script *s, const char *text, size_t length);

/* guard.c: removes functions of Lua's library that could crash the process */
void tw_open_guard(lua_State *L);
/* replaces a function of the table on top of the stack by one that raises "TABLE.NAME is not
 * available" and `where` */
void tw_take_away(lua_State *L, const char *table, const char *name, const char *where);
/* calls the function in the first upvalue with all arguments; returns its results */
int tw_pass_on(lua_State *L);

/* sandbox.c: removes functions that reach out of the process */
void tw_open_sandbox(lua_State *L);
/* *real: path of a file that the script may read, to be freed; in a sandbox its real path, without
 * links. TW_ARGUMENT: a sandbox may not read it */
tw_status tw_script_may_read(const tw_script *s, const char *path, char **real);

/* pattern.c: string.find, match, gmatch, gsub */
void tw_open_patterns(lua_State *L);

/* state.c: counts steps of a library function as instructions; raises an error if the script must
 * stop */
void tw_script_work(lua_State *L, double steps);
/* takes back the stop of a script: further chunks can run */
void tw_script_go_on(tw_script *s);
/* counts one more object; TW_ARGUMENT: the limit is exceeded */
tw_status tw_script_one_more(tw_script *s);

/* state.c: the text on top of the stack, of a file that cannot be read, is about to be raised, and
 * has the status of that errno; a text that is too long loses its middle */
void tw_keep_file_error(lua_State *L, int error);

/* state.c: frees the script's memory outside of Lua */
void tw_script_clear(tw_script *s);

/* guest.c: if the state belongs to a host, gives the function on top of the stack, a chunk of
 * lua/tauwerk, globals whose pairs, next and tostring have a fixed order */
void tw_guest_globals(lua_State *L);

/* the module */
int tw_open_module(lua_State *L);
/* loads a chunk of lua/tauwerk and pushes it; TW_IO: not found */
tw_status tw_load_library(lua_State *L, const char *name);

/* ---- change.c ------------------------------------------------------------------------------- */

void tw_track_call(tw_script *s, lua_State *L, lua_Debug *ar);
void tw_script_hook_calls(tw_script *s); /* state.c */
/* state.c: TW_USAGE if no tw.param has read a name of --set */
tw_status tw_script_all_read(const tw_script *s);
/* *text [*size]: text of the running script, followed by a NUL, to be freed */
tw_status tw_script_text(const tw_script *s, char **text, size_t *size);
/* names.c: gives the returned scenes different names; TW_SCRIPT: the script gave two the same */
tw_status tw_script_name_scenes(tw_script *s);

#endif
