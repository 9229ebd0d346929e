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

/* price of making a window e times as large, as a share of all weights */
#define TW_WINDOW_PRICE 0.13

/* how far one thing reaches to one side in one glimpse */
typedef struct tw_reach {
    double at, weight;
} tw_reach;

typedef TW_ARRAY(tw_reach) tw_reach_list;

/* two opposite sides of windows. A window of size s has bounds a and b on them with a + b = span s,
 * and holds the things that reach no farther */
typedef struct tw_window_pair {
    tw_reach_list side[2];
    double span;
} tw_window_pair;

typedef struct tw_window {
    bool found; /* false: nothing is seen */
    double size;
    /* bounds of the two sides of each pair, tight around the things that are kept: their sum may
     * be less than span size */
    double bound[TW_WINDOW_PAIRS][2];
} tw_window;

/* *window: the one of least cost for pairs [count], whose weights have a sum of about 1. price:
 * factor of log(size + offset) in the cost; offset: distance from the eye at which a size of 0
 * lies. Sorts the lists. */
tw_status tw_window_choose(tw_window_pair *pair, int count, double offset, double price,
                           tw_window *window);
/* *bound: the one > 0 of least cost for a single side, with price times log(bound) in the cost;
 * NAN: nothing is seen */
tw_status tw_bound_choose(tw_reach_list *list, double price, double *bound);

#endif
