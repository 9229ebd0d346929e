/*
 * Growing arrays: a struct {data, count, capacity} of any element type.
 *
 *     typedef TW_ARRAY(double) numbers;
 *     TW_TRY(tw_push(&xs, 3.0));       a macro that appends; TW_MEMORY: memory ran out
 */
#ifndef TW_BASE_ARRAY_H
#define TW_BASE_ARRAY_H

#include "base/status.h"

#include <stddef.h>

#define TW_ARRAY(T)             \
    struct {                    \
        T *data;                \
        size_t count, capacity; \
    }

/* makes room for at least `need` elements of `size` bytes; keeps the contents. data: address of the
 * pointer to the elements, of any type; the pointer is unchanged on failure (TW_MEMORY) */
tw_status tw_array_reserve(void *data, size_t *capacity, size_t need, size_t size);

#define tw_reserve(a, n) tw_array_reserve(&(a)->data, &(a)->capacity, (n), sizeof *(a)->data)

#define tw_push(a, value)                                                                  \
    (tw_reserve((a), (a)->count + 1) == TW_OK ? ((a)->data[(a)->count++] = (value), TW_OK) \
                                              : TW_MEMORY)

#define tw_array_free(a) (free((a)->data), (a)->data = NULL, (a)->count = (a)->capacity = 0)

#endif
