/*
 * The door: how the library (include/tauwerk.h) reaches scripts. Objects are made, read, assigned
 * and called by name with C values. A C value is converted to the Lua value that a script would
 * have written, so that the same code reads and checks fields and reports errors; no Lua text is
 * generated.
 *
 * References: the engine keeps a table of Lua values, numbered by slots. A slot counts its
 * generations, so that a reference to a released value is recognised as stale. A value has at most
 * one slot.
 *
 * door.c has the door itself, value.c converts values. Results belong to the door and are valid
 * until the next call from outside, or, inside a callback of the program, until the callback
 * returns.
 */
#ifndef TW_SCRIPT_DOOR_DOOR_H
#define TW_SCRIPT_DOOR_DOOR_H

#include "base/array.h"
#include "script/script.h"

#include <stdint.h>
#include <tauwerk.h>

struct lua_State;
struct tw_object;

typedef struct tw_door_slot {
    /* generation of the slot's reference, or, if it is free, of its last one; the first is 1 */
    uint32_t generation;
    bool used;
} tw_door_slot;

typedef struct tw_door {
    tw_script *script;
    /* engine of which the door is a part; callbacks of the program get it as argument */
    tw_engine *engine;
    /* Lua thread in which the program's calls are executed now: the main one, or that of a running
     * callback */
    struct lua_State *L;
    int depth; /* number of the program's callbacks that are running, one inside the other */
    TW_ARRAY(tw_door_slot) slot; /* slot number n is slot.data[n - 1] */
    size_t free;                 /* all slots before this one are in use */
    TW_ARRAY(void *) result;     /* blocks of memory that hold results; owned */
} tw_door;

/* opens a script for `engine`; *d is zero after a failure */
tw_status tw_door_open(tw_door *d, const tw_script_options *options, tw_engine *engine);
void tw_door_close(tw_door *d);

/* functions of tauwerk.h with the same names, for a door in place of an engine */
tw_status tw_door_scene_new(tw_door *d, const tw_entry *field, size_t count, tw_ref *scene);
tw_status tw_door_make(tw_door *d, tw_ref owner, const char *kind, const tw_entry *field,
                       size_t count, tw_ref *object);
tw_status tw_door_get(tw_door *d, tw_ref object, const char *field, tw_variant *value);
tw_status tw_door_set(tw_door *d, tw_ref object, const char *field, const tw_variant *value);
tw_status tw_door_call(tw_door *d, tw_ref object, const char *verb, const tw_variant *argument,
                       size_t count, tw_variant *result);
tw_status tw_door_release(tw_door *d, tw_ref ref);
/* *list: the scenes that the last script returned */
tw_status tw_door_scenes(tw_door *d, tw_variant *list);
tw_status tw_door_run_text(tw_door *d, const char *text, const char *name, tw_variant *result);
/* *ref: a reference to an object of the scene, or (object NULL) to the scene itself */
tw_status tw_door_object(tw_door *d, tw_scene *scene, const struct tw_object *object, tw_ref *ref);
/* scene that a reference refers to; TW_ARGUMENT: it does not refer to a scene */
tw_status tw_door_scene(tw_door *d, tw_ref ref, tw_scene **scene);
/* as tw_door_scene, and keeps the scene alive until tw_door_let_go(d, *held), even if a callback of
 * the program releases its reference. Calls must be nested: the scene that was held last must be
 * let go first. */
tw_status tw_door_hold(tw_door *d, tw_ref ref, tw_scene **scene, int *held);
void tw_door_let_go(tw_door *d, int held);

/* ---- value.c, called in a protected call ---------------------------------------------------- */

/* raises the failure TW_ARGUMENT with this text (printf style) */
_Noreturn void tw_door_refuse(struct lua_State *L, const char *format, ...);
/* pushes a C value as a Lua value; raises an error for an invalid one */
void tw_door_push(tw_door *d, struct lua_State *L, const tw_variant *v);
/* pushes entries [count] as a table */
void tw_door_push_table(tw_door *d, struct lua_State *L, const tw_entry *entry, size_t count);
/* *v: the Lua value at index, converted */
void tw_door_read(tw_door *d, struct lua_State *L, int index, tw_variant *v);
/* pushes the Lua value that a reference refers to; raises an error for a stale one */
void tw_door_push_ref(tw_door *d, struct lua_State *L, tw_ref ref);
/* returns the reference to the Lua value at index; makes one if there is none */
tw_ref tw_door_keep(tw_door *d, struct lua_State *L, int index);
/* releases a reference */
void tw_door_forget(tw_door *d, struct lua_State *L, tw_ref ref);
/* allocates `size` zeroed bytes that live as long as the results of this call; raises an error if
 * there is no memory */
void *tw_door_room(tw_door *d, struct lua_State *L, size_t size);
/* frees all results' blocks of memory except the first `kept` */
void tw_door_drop(tw_door *d, size_t kept);

#endif
