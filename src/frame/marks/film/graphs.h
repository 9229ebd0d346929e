/*
 * Axes of the graphs of a film: ends that the script leaves open are chosen so that the axis
 * contains all values of the whole film, and stays the same while the curves grow.
 */
#ifndef TW_FRAME_MARKS_FILM_GRAPHS_H
#define TW_FRAME_MARKS_FILM_GRAPHS_H

#include "frame/frame.h"

/* true: the axes of all graphs of the frame have both ends; otherwise the frame can only be
 * completed with its film */
bool tw_graphs_complete(const tw_frame *frame);
/* sets the open ends of the axes of all graphs in the frames [count] of a film */
tw_status tw_film_graphs(tw_frame *const *frames, size_t count);

#endif
