/*
 * Parents and children of processes, by calls of Linux that POSIX lacks; only kin.c uses them. On
 * other systems, or built with TW_POSIX, the functions do nothing and return false: there, a child
 * whose parent has ended ends only when it next writes to the parent.
 */
#ifndef TW_BASE_PROCESS_KIN_H
#define TW_BASE_PROCESS_KIN_H

#include <stdbool.h>

/* requests that this process gets `signal` when its parent ends; false: the system cannot do
 * that */
bool tw_end_with_parent(int signal);
/* makes this process the parent of its grandchildren when their own parents end; false: the system
 * cannot do that */
bool tw_adopt_grandchildren(void);

#endif
