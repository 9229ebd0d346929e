/*
 * The places that the scene's camera follows: those of bodies and groups, taken as they are or
 * smoothed (tw_chase). A smoothed place depends on the earlier places of what it follows, which are
 * sampled at fixed times, so that it does not depend on which frames are drawn.
 */
#ifndef TW_FRAME_MARKS_CHASE_H
#define TW_FRAME_MARKS_CHASE_H

#include "frame/frame.h"
#include "model/world.h"

/* time between two samples of a place that is followed smoothly, s */
#define TW_CHASE_STEP (1.0 / 120)

typedef enum tw_camera_field { TW_CAMERA_EYE, TW_CAMERA_TARGET, TW_CAMERA_FOCUS } tw_camera_field;

/* *x: place that a field of the scene's camera has at time t, which the world must show; false: it
 * is neither set nor followed. For the field FOCUS: the place that is to be in focus; false also if
 * the script sets a distance */
bool tw_camera_place(const tw_world *w, tw_camera_field field, double t, vec3 *x);
/* updates the smoothed places from the world's present state; must be called every TW_CHASE_STEP */
void tw_camera_chase(tw_world *w);
/* if the camera has a place `sharp`, sets `focus` to its depth; eye and target must be known */
void tw_camera_sharpen(tw_camera *camera);

#endif
