/*
 * Looks and cameras of an unfinished film, chosen from the frames simulated so far. Frames
 * completed with this choice can be drawn while later ones are still simulated. In many films the
 * choice soon stays the same when frames are added, and equals that for the whole film
 * (frame/framing.h).
 */
#ifndef TW_LIBRARY_AHEAD_H
#define TW_LIBRARY_AHEAD_H

#include "library/film.h"

typedef struct tw_ahead tw_ahead;

/* aspect: width / height of the film's pictures */
tw_status tw_ahead_create(double aspect, tw_ahead **ahead);
void tw_ahead_free(tw_ahead *a); /* does nothing if the argument is NULL */

/* adds the next frame of the film to the frames from which the choice is made */
tw_status tw_ahead_add(tw_ahead *a, const tw_frame *frame);
/* Chooses looks and cameras for the frames added so far. *same: the choice equals that of the last
 * call; false at the first call */
tw_status tw_ahead_choose(tw_ahead *a, bool *same);
/* true: the last choice has a camera for this frame. It has none for a frame whose settings of the
 * camera differ from those of all frames that were added before the choice */
bool tw_ahead_serves(const tw_ahead *a, const tw_frame *frame);
/* sets look and camera of a frame from the last choice. scaled: also sets the scales of its marks
 * from this frame alone, although scales are to be common to the film: right only for frames
 * without marks */
tw_status tw_ahead_complete(const tw_ahead *a, tw_frame *frame, bool scaled);

#endif
