/*
 * Spill: records in the order in which they were added. They are kept in memory up to a bound, and
 * beyond it in a temporary file without a name, which the system removes when no process has it
 * open.
 */
#ifndef TW_IO_STORE_SPILL_H
#define TW_IO_STORE_SPILL_H

#include "base/array.h"

#include <stdint.h>

enum { TW_SPILL_HELD = 16 << 20 }; /* usual bound for the records in memory, bytes */

typedef struct tw_spill tw_spill;

/* held: bound for the records in memory, bytes */
tw_status tw_spill_create(size_t held, tw_spill **spill);
void tw_spill_free(tw_spill *spill); /* does nothing if the argument is NULL */

/* *at: place of the record, for tw_spill_read; TW_IO: the temporary file cannot be written */
tw_status tw_spill_add(tw_spill *spill, const void *data, size_t size, uint64_t *at);
/* data [size]: the record that was added with this place and size */
tw_status tw_spill_read(const tw_spill *spill, uint64_t at, size_t size, void *data);

#endif
