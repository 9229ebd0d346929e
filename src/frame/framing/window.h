/*
 * The window: how large a part of space a film's pictures should show, and where it lies.
 *
 * Each thing, at each instant at which it is seen, reaches so far to each side (left and right,
 * below and above; or along x, y, z). A window that contains everything may be far too large, if
 * one body flies off. So the window is taken that has the least cost
 *
 *     sum over the sides of the weights of all things that reach beyond the side + price log(size)
 *
 * A body that is one of many, or that exists only for a short time, has a small weight and may be
 * left out for a smaller window; what most of the film shows stays inside. The choice does not
 * depend on the scale: a model a thousand times as large has a window a thousand times as large.
 */
#ifndef TW_FRAME_FRAMING_WINDOW_H
#define TW_FRAME_FRAMING_WINDOW_H

#include "base/array.h"

#include <stdbool.h>

enum { TW_WINDOW_PAIRS = 3 };

/* cost of a window e = 2.718 times as large, in units in which the sum of all weights is 1 */
#define TW_WINDOW_PRICE 0.13

/* how far one thing in one glimpse reaches to one side, m, and its weight */
typedef struct tw_reach {
    double at, weight;
} tw_reach;

typedef TW_ARRAY(tw_reach) tw_reach_list;

/* two opposite sides of windows: the reaches of all things to each of them. A window of size s has
 * bounds a and b on the two sides with a + b = span s, and contains the things that reach no
 * farther than these */
typedef struct tw_window_pair {
    tw_reach_list side[2];
    double span;
} tw_window_pair;

typedef struct tw_window {
    bool found; /* true: something is seen */
    double size;
    /* [pair] bounds of its two sides, shrunk to the things that are inside, so that their sum may
     * be less than span size */
    double bound[TW_WINDOW_PAIRS][2];
} tw_window;

/* *window: the one of least cost for pairs [count], in which the sum of the weights on each side is
 * about 1. price, offset: the cost of a size is price log(size + offset), where offset is the
 * distance from the eye that belongs to the size 0. Sorts the lists. */
tw_status tw_window_choose(tw_window_pair *pair, int count, double offset, double price,
                           tw_window *window);
/* *bound: bound > 0 of least cost for a single side, with the cost price log(bound); NAN: the list
 * has no finite reach > 0 */
tw_status tw_bound_choose(tw_reach_list *list, double price, double *bound);

#endif
