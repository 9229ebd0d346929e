/* Conversion of real numbers to integers with defined results: C leaves numbers out of range
 * undefined. */
#ifndef TW_BASE_MATH_WHOLE_H
#define TW_BASE_MATH_WHOLE_H

/* the whole part of x, toward zero, in [lo, hi]; lo when x is not a number */
static inline int tw_whole(double x, int lo, int hi) {
    return !(x > lo) ? lo : x >= hi ? hi : (int)x;
}

#endif
