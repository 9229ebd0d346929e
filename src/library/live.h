/*
 * Functions of `tauwerk view` that change a scene interactively: stop its motion at a frame, find
 * objects by serial number, set fields, move bodies with the pointer.
 */
#ifndef TW_LIBRARY_LIVE_H
#define TW_LIBRARY_LIVE_H

#include "library/film.h"
#include "library/states.h"
#include "script/door/door.h"

/* stops the motion at the present time (tw_film_options.stopped); called by the callback `look` of
 * a film */
void tw_live_stop(tw_scene *scene);
/* name of the scene's stepper, or "timestep" if the steps of all moving bodies are at present made
 * by timestep in its place */
const char *tw_live_stepper(const tw_scene *scene);

/* ---- objects -------------------------------------------------------------------------------- */

/* opens a script and access to it by plain C values: door->script is the script; *door is zero
 * after a failure */
tw_status tw_live_open(tw_door *door, const tw_script_options *options);
/* *ref: reference to a scene */
tw_status tw_live_scene_ref(tw_door *door, tw_scene *scene, tw_ref *ref);
/* gives a reference to the object with that serial number; TW_ARGUMENT: there is no such object */
tw_status tw_live_ref(tw_door *door, tw_scene *scene, double serial, tw_ref *ref);
tw_status tw_live_release(tw_door *door, tw_ref ref);
/* tw_live_set: assigns a field as a script would. tw_live_call: calls a method with arguments
 * [count]; `result` may be NULL */
tw_status tw_live_set(tw_door *door, tw_ref ref, const char *field, const tw_variant *value);
tw_status tw_live_call(tw_door *door, tw_ref ref, const char *method, const tw_variant *argument,
                       size_t count, tw_variant *result);

/* ---- poses ---------------------------------------------------------------------------------- */

/* *mass: total mass of a body and of all bodies, not fixed or driven, that constraints join to it,
 * directly or through others, kg */
tw_status tw_live_mass(tw_scene *scene, size_t body, double *mass);
/* Moves the bodies, without velocities, so that the constraint with that serial number is met as
 * nearly as the other constraints allow (analysis/assembly/pull.c) */
tw_status tw_live_pull(tw_scene *scene, uint32_t serial);
/* assembles the scene from its present poses: the joints are met, and velocities are changed to
 * what the joints allow */
tw_status tw_live_settle(tw_scene *scene);
/* sets the poses of the first `count` bodies of the scene */
void tw_live_place(tw_scene *scene, const tw_pose *pose, size_t count);

#endif
