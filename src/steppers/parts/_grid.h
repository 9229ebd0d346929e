/* The times of fixed steps. Steps end at start + j h, where j is counted in whole numbers so that
 * times do not drift, and also at every limit (the time at which the caller asks a step to end). */
#ifndef TW_STEPPERS_PARTS_GRID_H
#define TW_STEPPERS_PARTS_GRID_H

#include "steppers/stepper.h"

typedef struct tw_grid {
    double h;          /* s */
    double close;      /* times nearer to each other than this, relative to h, count as one */
    double start;      /* s */
    double count;      /* number of points of the grid after `start` up to `end`, a whole number */
    double begin, end; /* times of the last step, s */
} tw_grid;

/* sets the grid's h to options->step; TW_ARGUMENT unless that is positive and finite */
tw_status tw_grid_make(const tw_stepper_options *options, double close, tw_grid *grid);

/* starts the grid at time t, with an empty last step */
void tw_grid_start(tw_grid *grid, double t);

/* *end: the time at which the next step ends, at most `limit`; *count: value of grid->count there.
 * TW_ARGUMENT: `limit` is not after grid->end; TW_UNDERFLOW: h is too short to advance the time */
tw_status tw_grid_next(const tw_grid *grid, double limit, double *end, double *count);

/* records that a step has been made to `end`, with the grid's count there; see tw_grid_next */
void tw_grid_take(tw_grid *grid, double end, double count);

#endif
