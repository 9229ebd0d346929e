/*
 * Look and cameras of an unfinished film, chosen from the frames that are simulated so far: these
 * can be completed, and drawn, while more are simulated. A choice that stays the same while more
 * frames come is, in many films, final (frame/framing.h).
 */
#ifndef TW_LIBRARY_AHEAD_H
#define TW_LIBRARY_AHEAD_H

#include "library/film.h"

typedef struct tw_ahead tw_ahead;

/* aspect: width / height of the pictures */
tw_status tw_ahead_create(double aspect, tw_ahead **ahead);
void tw_ahead_free(tw_ahead *a); /* NULL is fine */

/* adds the next frame of the film to the frames from which the choice is made */
tw_status tw_ahead_add(tw_ahead *a, const tw_frame *frame);
/* Chooses look and cameras. *same: the choice equals that of the last call; false at the first call
 */
tw_status tw_ahead_choose(tw_ahead *a, bool *same);
/* has the choice a camera for this frame? */
bool tw_ahead_serves(const tw_ahead *a, const tw_frame *frame);
/* completes look and camera of a frame by the last choice; scaled: also chooses scales of marks
 * from this frame alone, which is right only for frames without marks */
tw_status tw_ahead_complete(const tw_ahead *a, tw_frame *frame, bool scaled);

#endif
