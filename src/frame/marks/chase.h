/*
 * The camera's followed place: of bodies and groups, followed directly or smoothly (tw_chase).
 * A smooth place depends on the earlier places of the followed objects, sampled at fixed times,
 * so it does not depend on which frames are drawn.
 */
#ifndef TW_FRAME_MARKS_CHASE_H
#define TW_FRAME_MARKS_CHASE_H

#include "frame/frame.h"
#include "model/world.h"

/* time between two samples of places that are followed smoothly, s */
#define TW_CHASE_STEP (1.0 / 120)

typedef enum tw_camera_field { TW_CAMERA_EYE, TW_CAMERA_TARGET, TW_CAMERA_FOCUS } tw_camera_field;

/* *x: place that a field of the scene's camera has at time t, which the world must show; false: it
 * is neither given nor followed. FOCUS: the place that is to be sharp; false also if a distance is
 * given */
bool tw_camera_place(const tw_world *w, tw_camera_field field, double t, vec3 *x);
/* updates the places that are followed smoothly, from the world's present state; to be called every
 * TW_CHASE_STEP */
void tw_camera_chase(tw_world *w);
/* if the camera has a place `sharp`, sets `focus` to its depth; eye and target must be known */
void tw_camera_sharpen(tw_camera *camera);

#endif
