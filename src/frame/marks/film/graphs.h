/*
 * Axes of the graphs of a film: those that the script leaves open hold all values of the film, so
 * that they stay the same while the curves grow.
 */
#ifndef TW_FRAME_MARKS_FILM_GRAPHS_H
#define TW_FRAME_MARKS_FILM_GRAPHS_H

#include "frame/frame.h"

/* have the axes of all graphs of the frame both ends? If not, they wait for the film */
bool tw_graphs_complete(const tw_frame *frame);
/* sets the open ends of the axes of all graphs in the frames [count] of a film */
tw_status tw_film_graphs(tw_frame *const *frames, size_t count);

#endif
