/* Which build of the loops that are built several times does this processor run? All give the same
 * bits. */
#ifndef TW_BASE_MATH_PROCESSOR_H
#define TW_BASE_MATH_PROCESSOR_H

#include <stdbool.h>
#include <stdlib.h>

/* TW_WIDER: there are builds for AVX2 and AVX-512 (src/wide.cmake); other processors have the
 * plain build alone. TW_BUILD: chooses the running build of a thing, and names only builds that
 * exist */
#if defined(__x86_64__) && defined(__GNUC__)
#define TW_WIDER
#define TW_BUILD(wide, plain) (tw_processor_wide() ? (wide) : (plain))
#else
#define TW_BUILD(wide, plain) (plain)
#endif

/* the one for AVX2; the environment variable TAUWERK_LANES=4 keeps to the plain one, for tests */
static inline bool tw_processor_wide(void) {
#ifdef TW_WIDER
    const char *asked = getenv("TAUWERK_LANES");
    return !(asked && asked[0] == '4') && __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

/* has the processor AVX-512? TAUWERK_LANES=8 keeps to AVX2 */
static inline bool tw_processor_widest(void) {
#ifdef TW_WIDER
    const char *asked = getenv("TAUWERK_LANES");
    return tw_processor_wide() && !(asked && asked[0] == '8') &&
           __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl");
#else
    return false;
#endif
}

#endif
