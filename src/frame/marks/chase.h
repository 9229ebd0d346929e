/*
 * The camera's followed place: of bodies and groups, followed directly or smoothly (tw_chase).
 * A smooth place depends on the earlier places of the followed objects, sampled at fixed times,
 * so it does not depend on which frames are drawn.
 */
#ifndef TW_FRAME_MARKS_CHASE_H
#define TW_FRAME_MARKS_CHASE_H

#include "frame/frame.h"
#include "model/world.h"

#define TW_CHASE_STEP (1.0 / 120) /* time between two samples of smoothly followed places, s */

typedef enum tw_camera_field { TW_CAMERA_EYE, TW_CAMERA_TARGET, TW_CAMERA_FOCUS } tw_camera_field;

/* *x: place for a camera's field at time t, which the world must show; false: it is neither given
 * nor followed. FOCUS: the place that is sharp; false if a distance or nothing is given */
bool tw_camera_place(const tw_world *w, tw_camera_field field, double t, vec3 *x);
/* updates the smoothly followed places from the world's present state; to be called every
 * TW_CHASE_STEP */
void tw_camera_chase(tw_world *w);
/* sets `focus` to the depth of `sharp`; eye and target must be known */
void tw_camera_sharpen(tw_camera *camera);

#endif
