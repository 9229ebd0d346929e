/* See kin.h. */
#include "base/process/kin.h"

#if defined(__linux__) && !defined(TW_POSIX)

#include <sys/prctl.h>

bool tw_end_with_parent(int signal) {
    return prctl(PR_SET_PDEATHSIG, (long)signal, 0L, 0L, 0L) == 0;
}

bool tw_adopt_grandchildren(void) {
    return prctl(PR_SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L) == 0;
}

#else

bool tw_end_with_parent(int signal) {
    (void)signal;
    return false;
}

bool tw_adopt_grandchildren(void) {
    return false;
}

#endif
