/*
 * Processes and their parents, as far as a system offers more than POSIX; calls of Linux stand in
 * kin.c alone. Elsewhere, or built with TW_POSIX, the calls do nothing and return that: there,
 * children that outlive their parent end when they write to it.
 */
#ifndef TW_BASE_PROCESS_KIN_H
#define TW_BASE_PROCESS_KIN_H

#include <stdbool.h>

/* this process gets `signal` when its parent ends; false: the system cannot do that */
bool tw_end_with_parent(int signal);
/* grandchildren become children of this process when their parents end; false: likewise */
bool tw_adopt_grandchildren(void);

#endif
