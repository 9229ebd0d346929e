/*
 * Processes and their parents, where a system can say more than POSIX: what is Linux's own stands
 * in kin.c alone. Elsewhere, or built with TW_POSIX, the calls do nothing and say so: children that
 * outlive their parent end when they write to it.
 */
#ifndef TW_BASE_PROCESS_KIN_H
#define TW_BASE_PROCESS_KIN_H

#include <stdbool.h>

/* this process gets `signal` when its parent ends; false: the system cannot do that */
bool tw_end_with_parent(int signal);
/* grandchildren become children of this process when their parents end; false: likewise */
bool tw_adopt_grandchildren(void);

#endif
