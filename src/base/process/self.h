/*
 * The file of the program that runs, as Linux names it: for a copy of itself, for its digest, and
 * for what is installed beside it.
 */
#ifndef TW_BASE_PROCESS_SELF_H
#define TW_BASE_PROCESS_SELF_H

#include "base/status.h"

#include <stddef.h>

#define TW_SELF "/proc/self/exe"

/* the folder in which the program stands; "" on a machine without /proc; TW_IO: it is too long */
tw_status tw_self_folder(char *folder, size_t size);

#endif
