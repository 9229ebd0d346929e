/*
 * Look and cameras of a film that is not whole yet, chosen from the frames that are there: frames
 * can be completed, and drawn, while more are simulated. Once the choice stays the same as more
 * frames come, it is in many films that of the whole one (frame/framing.h).
 */
#ifndef TW_LIBRARY_AHEAD_H
#define TW_LIBRARY_AHEAD_H

#include "library/film.h"

typedef struct tw_ahead tw_ahead;

/* aspect: width / height of the pictures */
tw_status tw_ahead_create(double aspect, tw_ahead **ahead);
void tw_ahead_free(tw_ahead *a); /* NULL is fine */

/* adds the next frame of the film to those that the choice is made from */
tw_status tw_ahead_add(tw_ahead *a, const tw_frame *frame);
/* Chooses. *same: the choice is that of the last call; false at the first one */
tw_status tw_ahead_choose(tw_ahead *a, bool *same);
/* has the choice a camera for this frame? */
bool tw_ahead_serves(const tw_ahead *a, const tw_frame *frame);
/* completes look and camera of a frame; scaled: and what marks have in common, for a frame without
 * them */
tw_status tw_ahead_complete(const tw_ahead *a, tw_frame *frame, bool scaled);

#endif
