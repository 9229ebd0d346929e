/*
 * The marks of the debug layer: control points, constraints as lines, forces as arrows, names, and
 * the time stamp.
 */
#ifndef TW_FRAME_MARKS_MARKS_H
#define TW_FRAME_MARKS_MARKS_H

#include "frame/frame.h"
#include "frame/layers.h"
#include "timeline/sim.h"

/* sets frame->mark, frame->plot and frame->legend, and adds captions, for the given layers (bits of
 * tw_layer), from the simulation's present state */
tw_status tw_marks_make(tw_sim *sim, unsigned layers, tw_frame *frame);

#endif
