/*
 * Scenes in Lua: settings, stage and look, timeline, contacts, read-outs, checks, films.
 */
#ifndef TW_SCRIPT_SCENE_SCENE_H
#define TW_SCRIPT_SCENE_SCENE_H

#include "script/object/object.h"

/* ---- scene.c -------------------------------------------------------------------------------- */

void tw_open_scene(lua_State *L, int module);
void tw_scene_destroy(tw_scene *scene);
extern const luaL_Reg tw_timeline_functions[], tw_readout_functions[];
extern const luaL_Reg tw_contact_functions[]; /* contact.c */
int tw_scene_contacts(lua_State *L, tw_handle *h, void *scene);
/* pushes a contact that has just begun as a table, with its force at the present state */
tw_status tw_push_meeting(lua_State *L, tw_scene *scene, const tw_contact_reading *met);
void tw_open_contacts(lua_State *L);
void tw_push_diagnosis(lua_State *L, tw_scene *scene);
extern const tw_getter tw_scene_getters[];

/* ---- regress.c: scene.check ----------------------------------------------------------------- */

tw_status tw_tolerances_preset(tw_tolerances *t);
void tw_set_tolerances(lua_State *L, tw_scene *scene, int index);
void tw_push_tolerances(lua_State *L, tw_scene *scene);

/* ---- picture.c ------------------------------------------------------------------------------ */

/* pushes a draft: a userdata with a struct of `size` bytes, set to the defaults of its rows.
 * Returns the struct; Lua frees what it owns if an error is raised */
void *tw_push_draft(lua_State *L, const tw_param *rows, int count, size_t size);
/* frees what *target owns, and moves the struct of the draft at index there */
void tw_take_draft(lua_State *L, int index, void *target);

/* pushes scene.NAME for the parts and fields of the picture (scene.camera and others); false:
 * `name` is none of these */
bool tw_picture_get(lua_State *L, tw_scene *scene, const char *name);
bool tw_picture_set(lua_State *L, tw_scene *scene, const char *name, int index);
extern const luaL_Reg tw_picture_functions[];
void tw_open_picture(lua_State *L);
/* reads the body or group on top of the stack, which a camera is to follow */
bool tw_read_followed(tw_reader *r, const tw_param *body, tw_id *id, bool *group);

/* ---- look.c --------------------------------------------------------------------------------- */

/* assigns the value at index to scene.look: a name, or a table { "studio", floor = ..., ... } */
void tw_set_look(lua_State *L, tw_scene *scene, int index);
/* pushes the scene's look: its name, or, if it is adjusted, a table that can be assigned again */
void tw_push_look(lua_State *L, tw_scene *scene);
/* pushes a field of the stage or, if the script has not set it, the value that the scene's look
 * gives it */
void tw_push_stage_field(lua_State *L, tw_scene *scene, const tw_param *row);

/* ---- agree.c: fields of the stage that must agree with others ------------------------------- */

/* raises an error if the fields of a new camera, filled from a table, do not fit each other;
 * likewise below for other structs */
void tw_agree_camera(lua_State *L, tw_scene *scene, const tw_stage_camera *fresh);
void tw_agree_gradient(lua_State *L, const tw_scene *scene, const tw_stage_gradient *fresh);
void tw_agree_fog(lua_State *L, const tw_scene *scene, const tw_stage_fog *fresh);
/* raises an error if the fields of the table at index do not fit the kind of the light */
void tw_agree_light(lua_State *L, int index, const tw_stage_light *fresh);
/* fails, with the text "expected ..., got ...", if the new value `memory` of field p does not fit
 * the other fields of the struct at `base` */
tw_status tw_agree_assign(const tw_scene *scene, const tw_param *p, const void *base,
                          const tw_field_memory *memory);
/* stores the script's present line as that which set field p of the struct at `base`; p NULL: all
 * its fields */
void tw_agree_given(lua_State *L, tw_scene *scene, const void *base, const tw_param *p);

/* ---- framed.c ------------------------------------------------------------------------------- */

/* reads the value for scene.camera.frame at index: a body, a group, a list of them, or nil; raises
 * an error for another */
void tw_read_framed(lua_State *L, tw_scene *scene, int index, tw_stage_camera *camera);
/* pushes the list for scene.camera.frame, without removed objects; nil: the camera frames
 * everything */
void tw_push_framed(lua_State *L, tw_scene *scene, const tw_stage_camera *camera);

/* ---- timeline.c, ramp.c, snapshot.c, check.c, graph.c --------------------------------------- */

/* registers an event and pushes its handle; run, probe: stack indices of the Lua functions for the
 * members of tw_event with these names (run also for `meet`); probe 0: none */
int tw_add_event(lua_State *L, tw_scene *scene, const char *what, tw_event *e, int run, int probe);
void tw_open_events(lua_State *L);
/* scene of the event at index; NULL: the value is no event */
tw_scene *tw_test_event(lua_State *L, int index);
/* has the function at index `function` called whenever the event happens, before the event's own
 * function; nil: no longer. false: there is no such event, or it is over */
bool tw_witness_event(lua_State *L, int event, int function);
void tw_open_ramp(lua_State *L, int host);
void tw_open_snapshot(lua_State *L, int host);
void tw_check_free(tw_script *s);
void tw_open_check(lua_State *L, int host);
void tw_open_solve(lua_State *L, int host); /* solve/ */
void tw_open_sense(lua_State *L, int host);
/* graph.c */
void tw_open_graph(lua_State *L, int host);
tw_status tw_scene_graphs(tw_scene *scene, double t, tw_frame *frame);

/* ---- film.c: tw.film ------------------------------------------------------------------------ */

/* the film at index; NULL: the value is no film */
const tw_script_film *tw_test_film(lua_State *L, int index);
void tw_take_film(lua_State *L, int index, const tw_script_film *film);
void tw_open_film(lua_State *L, int host);
/* makes `require` record which script returns a scene (tw_scene_module) */
void tw_note_modules(lua_State *L);
/* true: another script has returned the scene, and it has not been changed since */
bool tw_scene_is_unchanged(const tw_scene *scene);
/* changes up to now no longer count for tw_scene_is_unchanged */
void tw_scene_note_unchanged(tw_scene *scene);
/* robot.c */
void tw_open_robot(lua_State *L, int host);

#endif
