/*
 * Processes and their parents, as far as a system offers more than POSIX; calls of Linux stand in
 * kin.c alone. Elsewhere, or built with TW_POSIX, the calls do nothing and return that: there,
 * children that outlive their parent end when they write to it.
 */
#ifndef TW_BASE_PROCESS_KIN_H
#define TW_BASE_PROCESS_KIN_H

#include <stdbool.h>

/* asks for `signal` to this process when its parent ends; false: the system cannot do that */
bool tw_end_with_parent(int signal);
/* makes this process the parent of its grandchildren when their parents end; false: the system
 * cannot do that */
bool tw_adopt_grandchildren(void);

#endif
