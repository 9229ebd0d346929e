/* Conversion of real numbers to integers with defined results: in C the conversion of a number out
 * of range is undefined. */
#ifndef TW_BASE_MATH_WHOLE_H
#define TW_BASE_MATH_WHOLE_H

/* x without its fraction (rounded toward zero), limited to [lo, hi]; lo if x is NaN */
static inline int tw_whole(double x, int lo, int hi) {
    return !(x > lo) ? lo : x >= hi ? hi : (int)x;
}

#endif
