/* assert_near(got, want, tolerance) for doubles (cmocka's own compares floats); NaN never passes.
 */
#ifndef TW_TESTS_NEAR_H
#define TW_TESTS_NEAR_H

#include <math.h>

#define assert_near(got, want, tolerance)                                               \
    do {                                                                                \
        double got_ = (got), want_ = (want), tolerance_ = (tolerance);                  \
        if (!(fabs(got_ - want_) <= tolerance_))                                        \
            fail_msg("%s = %.17g, not %.17g (%g apart, %g allowed)", #got, got_, want_, \
                     fabs(got_ - want_), tolerance_);                                   \
    } while (0)

#endif
