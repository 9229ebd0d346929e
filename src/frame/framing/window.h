/*
 * The window: how large a part of space a picture of a film should show, and where it lies.
 *
 * Each thing, seen at each instant, reaches so far to either side (left and right, below and above;
 * or along x, y, z). A window that holds all of it may be far too large: one body that flies off
 * decides then. So the window of least cost
 *
 *     sum of the weights of all parts outside it, per side + price log(size)
 *
 * is taken. A body that is one of many, or there for a short time only, has a small weight, and the
 * size is worth more; what most of the film shows stays inside. The cost has no scale: a model a
 * thousand times as large has a window a thousand times as large.
 */
#ifndef TW_FRAME_FRAMING_WINDOW_H
#define TW_FRAME_FRAMING_WINDOW_H

#include "base/array.h"

#include <stdbool.h>

enum { TW_WINDOW_PAIRS = 3 };

/* price of making the window e times as large, as a share of all weights */
#define TW_WINDOW_PRICE 0.13

/* how far one thing reaches to one side in one glimpse */
typedef struct tw_reach {
    double at, weight;
} tw_reach;

typedef TW_ARRAY(tw_reach) tw_reach_list;

/* two opposite sides. A window of size s holds things that reach no farther than its bounds a and
 * b, where a + b = span s */
typedef struct tw_window_pair {
    tw_reach_list side[2];
    double span;
} tw_window_pair;

typedef struct tw_window {
    bool found; /* false: nothing is seen */
    double size;
    double bound[TW_WINDOW_PAIRS][2]; /* bounds of the two sides of each pair, tight around what is
                                         kept: their sum may be less than span size */
} tw_window;

/* *window of least cost for pairs [count], whose weights have a sum of about 1. offset: added to
 * the size in the cost, if a distance is not measured from the eye. price: of log(size). The lists
 * are sorted in place. */
tw_status tw_window_choose(tw_window_pair *pair, int count, double offset, double price,
                           tw_window *window);
/* *bound > 0 of least cost for one side, the price times log(bound) being added; NAN: nothing is
 * seen */
tw_status tw_bound_choose(tw_reach_list *list, double price, double *bound);

#endif
