/* Loops that are compiled several times, for any processor, for AVX2 and for AVX-512: choice of the
 * build that this processor can run. All builds give the same bits. */
#ifndef TW_BASE_MATH_PROCESSOR_H
#define TW_BASE_MATH_PROCESSOR_H

#include <stdbool.h>
#include <stdlib.h>

/* TW_WIDER: builds for AVX2 and AVX-512 exist (src/wide.cmake); other processors have the plain
 * build only. TW_BUILD(wide, plain): the function for this processor; the name `wide` is used only
 * where that build exists */
#if defined(__x86_64__) && defined(__GNUC__)
#define TW_WIDER
#define TW_BUILD(wide, plain) (tw_processor_wide() ? (wide) : (plain))
#else
#define TW_BUILD(wide, plain) (plain)
#endif

/* true: the AVX2 build is to run: the processor has AVX2, and the environment has no
 * TAUWERK_LANES=4 (for tests) */
static inline bool tw_processor_wide(void) {
#ifdef TW_WIDER
    const char *asked = getenv("TAUWERK_LANES");
    return !(asked && asked[0] == '4') && __builtin_cpu_supports("avx2");
#else
    return false;
#endif
}

/* true: the AVX-512 build is to run: the processor has it, and the environment has no
 * TAUWERK_LANES=4 or 8 (for tests) */
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
