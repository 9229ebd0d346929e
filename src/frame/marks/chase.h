/*
 * The camera's followed place: of bodies and groups, followed directly or smoothly (tw_chase).
 * A smooth place depends on the earlier places of the followed objects, sampled at fixed times,
 * so it does not depend on which frames are drawn.
 */
#ifndef TW_FRAME_MARKS_CHASE_H
#define TW_FRAME_MARKS_CHASE_H

#include "frame/frame.h"
#include "model/world.h"

#define TW_CHASE_STEP (1.0 / 120) /* s from time to time */

typedef enum tw_camera_field { TW_CAMERA_EYE, TW_CAMERA_TARGET, TW_CAMERA_FOCUS } tw_camera_field;

/* where it is at time t, which the world shows; false: neither given nor followed. Of FOCUS: the
 * place that is sharp, false where a distance is given or nothing is */
bool tw_camera_place(const tw_world *w, tw_camera_field field, double t, vec3 *x);
/* the places that follow smoothly take notice of where the world is now; every TW_CHASE_STEP */
void tw_camera_chase(tw_world *w);
/* the distance in focus by `sharp`; eye and target are known */
void tw_camera_sharpen(tw_camera *camera);

#endif
