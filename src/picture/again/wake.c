/* Record of whether this thread's tile has met the wake; see wake.h. This file is compiled once,
 * not once per vector width (src/wide.cmake): all variants share the record. */
#include "picture/again/wake.h"

_Thread_local bool tw_wake_met;
