/* Comparison of expression tapes. */
#ifndef TW_NUMERIC_VALUE_TAPE_SAME_H
#define TW_NUMERIC_VALUE_TAPE_SAME_H

#include "numeric/value/tape.h"

/* true: the tapes have the same operations, bit by bit, so that they are the same function */
bool tw_tape_same(const tw_tape *a, const tw_tape *b);

#endif
