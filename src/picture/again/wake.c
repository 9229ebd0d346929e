/* Record of the wake boxes that this thread's tile has met; see wake.h. Built once: all widths of
 * lanes share it. */
#include "picture/again/wake.h"

_Thread_local bool tw_wake_met;
