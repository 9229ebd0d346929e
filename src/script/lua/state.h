/*
 * The Lua host: the structs of a script and of a scene, script lines and errors, functions of Lua's
 * library that are made deterministic or removed. It knows nothing of objects.
 *
 * Conventions of this layer, whose rooms depend on each other in the order lua < value < object <
 * scene < script, each with a header:
 * - Every userdata of the program begins with a tag, by which functions tw_test_... recognise it.
 * - Functions tw_read_..., which read Lua values for the engine, never raise errors: they return
 *   false and leave "expected ..., got ..." in the reader, so that engine memory is never lost.
 * - Callbacks of the engine call Lua only through tw_callback_..., which let no error pass.
 * - A failure of the engine becomes a Lua error through tw_raise; a Lua error becomes a status
 *   again through tw_status_of_error. The status survives the way through the script.
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

/* sets a field of the table on top of the stack */
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
    tw_scene *scene; /* scene of the check; NULL: it belongs to the script as a whole */
    char *label, *file, *text;
    int line;
    bool passed, reported;
} tw_check_entry;

typedef struct tw_tracer tw_tracer;

struct tw_script {
    lua_State *L;   /* the main thread of the Lua state */
    lua_State *now; /* the Lua thread that is running */
    tw_heap heap;   /* unused if the state belongs to a host (guest.c) */
    tw_script_options options;
    /* status with which the script must stop, set by `poll` or by a limit; TW_OK: it need not */
    tw_status stopped;
    char stop_text[160];    /* message of the error with which the script stops */
    double worked, unasked; /* instructions so far, and instructions since `poll` was last called */
    double given;           /* heap.given up to which allocated bytes have been added to `worked` */
    int made;               /* number of objects made so far */
    char *folder;           /* folder of the running script; NULL: the current folder */
    char raised[2048];      /* text of the last failure that was raised as a Lua error */
    tw_status raised_status; /* status of that error */
    bool placed;             /* true: the text of the failure names its script line already */
    bool gone;               /* true: the last failure is the use of a removed object (tw_gone) */
    bool over; /* true: a host is closing its Lua state, and no more scenes can be made */
    /* number of registry references that the engine holds; 0 when the script is destroyed */
    long references;
    long live_scenes; /* number of scenes not yet destroyed */
    char *file;       /* path of the script that runs */
    char *text;       /* [text_size] text to run as the file's content; NULL: the file is read */
    size_t text_size;
    char *here; /* file that errors name while no line of a script runs (tw_script_here), or NULL */
    int here_line;
    tw_tracer *tracer; /* tracer that is recording a function of the script as a formula, or NULL */
    unsigned traces;   /* number of traces begun so far */
    TW_ARRAY(tw_set_option) set;
    /* scenes that the script returned, which the registry keeps alive */
    TW_ARRAY(tw_scene *) returned;
    const tw_script_film *film; /* film that the script returned, kept alive likewise; NULL: none */
    TW_ARRAY(char *) noticed;   /* texts of the notices issued so far; owned */
    TW_ARRAY(tw_check_entry) checks;
    TW_ARRAY(tw_scene *) scenes; /* all scenes that are alive */
    struct tw_track *track;      /* record of the functions that were called (change.h), or NULL */
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

/* structs of the stage whose fields must fit each other (agree.c), and the greatest number of
 * fields of one of them */
enum { TW_AGREE_CAMERA, TW_AGREE_GRADIENT, TW_AGREE_FOG, TW_AGREES, TW_AGREE_FIELDS = 24 };

/* a function that gives the values of a graph's curve */
typedef struct tw_graph_entry {
    int ref;
    bool sampler; /* true: it is called at evenly spaced times of its own, not only at frames */
} tw_graph_entry;

enum { TW_SCENE_COUNTS = 4 };

struct tw_scene {
    tw_script *script;
    tw_world *world;
    tw_sim *sim;
    unsigned layers;
    tw_place made_at;   /* line of the script that made the scene */
    bool named;         /* true: the script gave the scene's name */
    tw_place named_at;  /* script line that named it */
    tw_place ground_at; /* script line of the last scene:ground; line 0: none */
    /* [lights] script line that made the light or last assigned one of its fields */
    TW_ARRAY(tw_place) light_at;
    /* [struct][field] lines of the script that set the fields of these structs */
    tw_place given_at[TW_AGREES][TW_AGREE_FIELDS];
    tw_tolerances tolerances;
    /* true: the garbage collector is finalizing the scene, and its references are invalid already
     */
    bool closing;
    const char *inside; /* name of the script's function that the simulation is calling, or NULL */
    TW_ARRAY(int) on_frame; /* references */
    TW_ARRAY(int) at_end;
    TW_ARRAY(int) captions;
    TW_ARRAY(tw_graph_entry) graphs;
    TW_ARRAY(tw_record_entry) records;
    /* recorded positions for trails; made with the scene, because an event may make the first trail
     */
    tw_tracks *tracks;
    /* true: the camera follows something smoothly, so its places must be sampled (chase.h) */
    bool chases;
    /* true: some body has a field that is a function, which is called at each frame */
    bool asks_bodies;
    tw_retime retime;
    bool paced; /* true: the film has begun and its pace cannot be changed any more */
    tw_random random;
    bool seeded; /* true: the scene's random generator has been seeded */
    /* number of changes of the scene so far: calls that may change it, and Lua values stored in it
     */
    unsigned long changes;
    struct {
        /* name of the script, read by require, that returned the scene; "": no such script did */
        char name[200];
        /* `changes` and other counts when that script returned it (film.c) */
        unsigned long count[TW_SCENE_COUNTS];
    } module;
};

/* guest.c: the script in a Lua state that a host made */
tw_script *tw_script_of_guest(lua_State *L);

/* script of a Lua state. The program's own states are recognised by their allocator; Lua's extra
 * space is not used for that, because a host may use it in its own states. */
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
/* raises the error that `what`, a table or object, has no field `key`; the message names the most
 * similar field, the module that adds it, or where the fields are listed. topic: word for `tauwerk
 * help`; NULL: `what` if it is like "scene.NAME", otherwise its last word */
_Noreturn void tw_error_field(lua_State *L, const char *what, const char *key,
                              const tw_suggestion *near, const char *topic);
/* reports a likely mistake to the user, "FILE:LINE: text"; each text once */
void tw_notice(lua_State *L, const char *format, ...);
/* raises the last failure, which has the status s, as a Lua error; prefix: put before its text, or
 * NULL */
_Noreturn void tw_raise(lua_State *L, tw_status s, const char *prefix);
/* calls tw_raise unless s is TW_OK */
void tw_try(lua_State *L, tw_status s);
/* true: a motion ended with this status because of its numbers alone, though nothing in the script
 * is wrong */
static inline bool tw_status_of_motion(tw_status s) {
    return s == TW_DIVERGED || s == TW_UNDERFLOW || s == TW_NONFINITE;
}

/* status of the failure from which an error with this text was made; TW_SCRIPT: of none, it is a
 * mistake of the script */
tw_status tw_status_of_text(lua_State *L, const char *text);
/* converts the error value on top of L's stack (popped) to a failure; code: result of lua_pcall */
tw_status tw_status_of_error(lua_State *L, int code);
/* raises an error if the world must not be changed now, otherwise counts a change of the scene
 * (tw_scene_is_unchanged); what: what was to be done, for the message: "remove a light" */
void tw_check_writable(lua_State *L, tw_scene *scene, const char *what);

/* ---- host.c: determinism ------------------------------------------------------------------- */

void tw_open_host(lua_State *L);
/* those parts of tw_open_host that replace nothing in Lua: serials, and the function tw.sorted */
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
 * available", followed by the text `where` */
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
/* cancels the stop of a script, so that further chunks can run */
void tw_script_go_on(tw_script *s);
/* counts one more object; TW_ARGUMENT: there are more than the limit allows */
tw_status tw_script_one_more(tw_script *s);

/* state.c: the text on top of the stack is about to be raised as an error of a file that cannot be
 * read; stores the status that belongs to this errno. A text that is too long is shortened in its
 * middle */
void tw_keep_file_error(lua_State *L, int error);

/* state.c: frees the script's memory that is not Lua's */
void tw_script_clear(tw_script *s);

/* guest.c: if the state belongs to a host, gives the chunk of lua/tauwerk on top of the stack
 * globals of its own, whose pairs, next and tostring have a fixed order */
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
