/*
 * The marks of the debug layer: control points, constraints as lines, forces as arrows, names, and
 * the stamp. Also: whether a constraint is in conflict with others.
 */
#ifndef TW_FRAME_MARKS_H
#define TW_FRAME_MARKS_H

#include "frame/frame.h"
#include "frame/layers.h"
#include "timeline/sim.h"

/* sets frame->mark and frame->caption for these layers */
tw_status tw_marks_make(tw_sim *sim, unsigned layers, tw_frame *frame);

/* unmet, at rest, and with a least-squares residual that would move it: others hold against it */
bool tw_constraint_in_conflict(const tw_world *w, const tw_constraint *c,
                               const tw_constraint_reading *reading);

#endif
