/*
 * The door of the library (include/tauwerk.h) into scripts: objects are made, read, assigned and
 * called by name with values of C. A value becomes the Lua value that a script would have written,
 * so that fields are read, checked and blamed by the same code; no Lua text is made of it.
 *
 * References: the engine keeps a table of Lua values by slot. Each slot counts its generations, so
 * that a reference to what was released is known as stale. A value has one slot at most.
 *
 * door.c owns the door, value.c converts values. Results are memory of the door until the next
 * call from outside; within a function of the program, until that function returns.
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
    uint32_t generation; /* generation of the present or last reference, from 1 */
    bool used;
} tw_door_slot;

typedef struct tw_door {
    tw_script *script;
    tw_engine *engine;           /* passed to functions of the program */
    struct lua_State *L;         /* thread in which the program calls now */
    int depth;                   /* functions of the program that run, one within the other */
    TW_ARRAY(tw_door_slot) slot; /* slot n is [n - 1] */
    size_t free;                 /* first slot that may be free */
    TW_ARRAY(void *) result;     /* blocks of results; owned */
} tw_door;

/* opens a script for `engine`; *d is zero after a failure */
tw_status tw_door_open(tw_door *d, const tw_script_options *options, tw_engine *engine);
void tw_door_close(tw_door *d);

/* functions of tauwerk.h with these names */
tw_status tw_door_scene_new(tw_door *d, const tw_entry *field, size_t count, tw_ref *scene);
tw_status tw_door_make(tw_door *d, tw_ref owner, const char *kind, const tw_entry *field,
                       size_t count, tw_ref *object);
tw_status tw_door_get(tw_door *d, tw_ref object, const char *field, tw_variant *value);
tw_status tw_door_set(tw_door *d, tw_ref object, const char *field, const tw_variant *value);
tw_status tw_door_call(tw_door *d, tw_ref object, const char *verb, const tw_variant *argument,
                       size_t count, tw_variant *result);
tw_status tw_door_release(tw_door *d, tw_ref ref);
/* the scenes that the script has returned, as a list */
tw_status tw_door_scenes(tw_door *d, tw_variant *list);
tw_status tw_door_run_text(tw_door *d, const char *text, const char *name, tw_variant *result);
/* the reference of an object of the scene, and of the scene itself (NULL) */
tw_status tw_door_object(tw_door *d, tw_scene *scene, const struct tw_object *object, tw_ref *ref);
/* scene of a reference; TW_ARGUMENT: it refers to another thing */
tw_status tw_door_scene(tw_door *d, tw_ref ref, tw_scene **scene);
/* the same; the scene lives on until tw_door_let_go(d, *held), even where its reference is released
 * by a function of the program. Holds end in the opposite order of their beginnings. */
tw_status tw_door_hold(tw_door *d, tw_ref ref, tw_scene **scene, int *held);
void tw_door_let_go(tw_door *d, int held);

/* ---- value.c, called in a protected call ---------------------------------------------------- */

/* raises the failure TW_ARGUMENT with this text (printf style) */
_Noreturn void tw_door_refuse(struct lua_State *L, const char *format, ...);
/* pushes a value; raises an error for a wrong one */
void tw_door_push(tw_door *d, struct lua_State *L, const tw_variant *v);
/* pushes entries [count] as a table */
void tw_door_push_table(tw_door *d, struct lua_State *L, const tw_entry *entry, size_t count);
/* the value at index */
void tw_door_read(tw_door *d, struct lua_State *L, int index, tw_variant *v);
/* pushes the object of a reference */
void tw_door_push_ref(tw_door *d, struct lua_State *L, tw_ref ref);
/* the reference of the value at index */
tw_ref tw_door_keep(tw_door *d, struct lua_State *L, int index);
/* releases a reference */
void tw_door_forget(tw_door *d, struct lua_State *L, tw_ref ref);
/* size bytes of zeros that live as long as results */
void *tw_door_room(tw_door *d, struct lua_State *L, size_t size);
/* frees all blocks of results but the first `kept` */
void tw_door_drop(tw_door *d, size_t kept);

#endif
