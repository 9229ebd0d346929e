/* Arrays of numbers in NumPy's file format .npy: version 1.0, little-endian float64, C order. */
#ifndef TW_IO_TEXT_NPY_H
#define TW_IO_TEXT_NPY_H

#include "base/status.h"

#include <stddef.h>

/* writes an array of `dimensions` (1 .. 8) dimensions; shape: the length of each; data: the
 * numbers, as many as the product of the lengths, the last index varying fastest. The file appears
 * whole or not at all */
tw_status tw_npy_write(const char *path, const double *data, const size_t *shape, int dimensions);

#endif
