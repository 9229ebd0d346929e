/*
 * The times of fixed steps: they end at start + j h, j counted in whole numbers so that times do
 * not drift, and at every limit.
 */
#ifndef TW_STEPPERS_PARTS_GRID_H
#define TW_STEPPERS_PARTS_GRID_H

#include "steppers/stepper.h"

typedef struct tw_grid {
    double h;          /* s */
    double close;      /* times closer than this part of a step are one */
    double start;      /* s */
    double count;      /* whole steps that fit between start and end; a whole number */
    double begin, end; /* times of the last step, s */
} tw_grid;

/* the step that the options ask for; TW_ARGUMENT when it is none */
tw_status tw_grid_make(const tw_stepper_options *options, double close, tw_grid *grid);

/* starts the grid at t, without a step */
void tw_grid_start(tw_grid *grid, double t);

/* the end of the step after the last one, at `limit` at the latest, and the count that it has */
tw_status tw_grid_next(const tw_grid *grid, double limit, double *end, double *count);

/* records a finished step */
void tw_grid_take(tw_grid *grid, double end, double count);

#endif
