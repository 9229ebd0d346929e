/*
 * SIMD lanes: several numbers at a time, by the vector types of gcc and clang.
 *
 * Only operations that IEEE 754 rounds exactly are used (+ - * / sqrt, comparisons, selections), in
 * the order in which they are written, so that the bits of a lane depend neither on the width of
 * the vectors nor on its neighbours. A comparison gives a mask: all bits of a lane are set where it
 * is true.
 */
#ifndef TW_SHAPE_LANES_H
#define TW_SHAPE_LANES_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#if defined(TW_WIDE) || defined(TW_WIDEST)
#include <immintrin.h>
#elif defined(__SSE2__)
#include <emmintrin.h>
#endif

#if defined(TW_WIDEST) && !defined(__OPTIMIZE__)
/* without optimisation gcc's gathers are macros, in which its own header converts the sign of masks
 */
#pragma GCC diagnostic ignored "-Wsign-conversion"
#endif

/* TW_WIDE, TW_WIDEST: this file is compiled for processors with AVX2, or AVX-512 (src/wide.cmake);
 * results have the same bits in all variants */
#if defined(TW_WIDEST)
enum { TW_LANES = 16 };
#elif defined(TW_WIDE)
enum { TW_LANES = 8 };
#else
enum { TW_LANES = 4 };
#endif
enum { TW_PACKET = 16, TW_GROUPS = TW_PACKET / TW_LANES };

typedef float fv __attribute__((vector_size(4 * TW_LANES)));
typedef int32_t iv __attribute__((vector_size(4 * TW_LANES)));
typedef uint32_t uv __attribute__((vector_size(4 * TW_LANES)));
typedef double dv __attribute__((vector_size(8 * TW_LANES)));
typedef int64_t lv __attribute__((vector_size(8 * TW_LANES)));

static inline fv fv_all(float a) {
    return a - (fv){0};
}

static inline iv iv_all(int32_t a) {
    return a - (iv){0};
}

static inline dv dv_all(double a) {
    return a - (dv){0};
}

/* lane by lane: a where the mask is set, otherwise b */
static inline fv fv_select(iv mask, fv a, fv b) {
#if defined(TW_WIDEST)
    return (fv)_mm512_ternarylogic_epi32((__m512i)mask, (__m512i)a, (__m512i)b, 0xca);
#elif defined(TW_WIDE)
    return (fv)_mm256_blendv_ps((__m256)b, (__m256)a, (__m256)mask);
#else
    return (fv)((mask & (iv)a) | (~mask & (iv)b));
#endif
}

static inline iv iv_select(iv mask, iv a, iv b) {
    return (iv)fv_select(mask, (fv)a, (fv)b);
}

static inline dv dv_select(lv mask, dv a, dv b) {
    return (dv)((mask & (lv)a) | (~mask & (lv)b));
}

/* a < b ? a : b, and a > b ? a : b in fv_max, as the processors' instructions min and max do: b if
 * a or b is NaN, or both are zeros */
static inline fv fv_min(fv a, fv b) {
#if defined(TW_WIDEST)
    return (fv)_mm512_min_ps((__m512)a, (__m512)b);
#elif defined(TW_WIDE)
    return (fv)_mm256_min_ps((__m256)a, (__m256)b);
#elif defined(__SSE2__)
    return (fv)_mm_min_ps((__m128)a, (__m128)b);
#else
    return fv_select(a < b, a, b);
#endif
}

static inline fv fv_max(fv a, fv b) {
#if defined(TW_WIDEST)
    return (fv)_mm512_max_ps((__m512)a, (__m512)b);
#elif defined(TW_WIDE)
    return (fv)_mm256_max_ps((__m256)a, (__m256)b);
#elif defined(__SSE2__)
    return (fv)_mm_max_ps((__m128)a, (__m128)b);
#else
    return fv_select(a > b, a, b);
#endif
}

/* the least of the lanes */
static inline float fv_least(fv a) {
    float least = a[0];
#if defined(TW_WIDEST)
    least = _mm512_reduce_min_ps((__m512)a);
#else
    for (int i = 1; i < TW_LANES; i++) least = a[i] < least ? a[i] : least;
#endif
    return least;
}

static inline dv dv_min(dv a, dv b) {
    return dv_select(a < b, a, b);
}

static inline dv dv_max(dv a, dv b) {
    return dv_select(a > b, a, b);
}

static inline fv fv_abs(fv a) {
    return (fv)((iv)a & iv_all(0x7fffffff));
}

/* |a| with the sign of b */
static inline fv fv_sign(fv a, fv b) {
    return (fv)(((iv)a & iv_all(0x7fffffff)) | ((iv)b & ~iv_all(0x7fffffff)));
}

static inline fv fv_sqrt(fv a) {
#if defined(TW_WIDEST)
    return (fv)_mm512_sqrt_ps((__m512)a);
#elif defined(TW_WIDE)
    return (fv)_mm256_sqrt_ps((__m256)a);
#elif defined(__SSE2__)
    return (fv)_mm_sqrt_ps((__m128)a);
#else
    for (int i = 0; i < TW_LANES; i++) a[i] = sqrtf(a[i]);
    return a;
#endif
}

/* the square root; 0 for negative a, which rounding may produce */
static inline fv fv_root(fv a) {
    return fv_sqrt(fv_max(a, fv_all(0)));
}

static inline dv dv_sqrt(dv a) {
    for (int i = 0; i < TW_LANES; i++) a[i] = sqrt(a[i]);
    return a;
}

/* mask as an integer, one bit per lane */
static inline int iv_bits(iv mask) {
#if defined(TW_WIDEST)
    return (int)_mm512_movepi32_mask((__m512i)mask);
#elif defined(TW_WIDE)
    return _mm256_movemask_ps((__m256)mask);
#elif defined(__SSE2__)
    return _mm_movemask_ps((__m128)mask);
#else
    int bits = 0;
    for (int i = 0; i < TW_LANES; i++) bits |= (mask[i] & 1) << i;
    return bits;
#endif
}

static inline bool iv_any(iv mask) {
    return iv_bits(mask) != 0;
}

static inline bool lv_any(lv mask) {
    int64_t any = 0;
    for (int i = 0; i < TW_LANES; i++) any |= mask[i];
    return any != 0;
}

static inline dv dv_from(fv a) {
    return __builtin_convertvector(a, dv);
}

static inline fv fv_from(dv a) {
    return __builtin_convertvector(a, fv);
}

static inline iv iv_from_lv(lv a) {
    return __builtin_convertvector(a, iv);
}

static inline lv lv_from_iv(iv a) {
    return __builtin_convertvector(a, lv);
}

/* integers to floats; its inverse below rounds toward zero */
static inline fv fv_from_iv(iv a) {
    return __builtin_convertvector(a, fv);
}

static inline iv iv_from(fv a) {
    return __builtin_convertvector(a, iv);
}

/* the largest integer not above a, for |a| < 2^31 */
static inline fv fv_floor(fv a) {
    fv t = fv_from_iv(iv_from(a));
    return t - fv_select(t > a, fv_all(1), fv_all(0));
}

/* vectors in space, one per lane */
typedef struct fv3 {
    fv x, y, z;
} fv3;

static inline fv3 f3(fv x, fv y, fv z) {
    return (fv3){x, y, z};
}

static inline fv3 f3_all(float x, float y, float z) {
    return (fv3){fv_all(x), fv_all(y), fv_all(z)};
}

static inline fv3 f3_add(fv3 a, fv3 b) {
    return (fv3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline fv3 f3_sub(fv3 a, fv3 b) {
    return (fv3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline fv3 f3_mul(fv3 a, fv3 b) {
    return (fv3){a.x * b.x, a.y * b.y, a.z * b.z};
}

static inline fv3 f3_scale(fv3 a, fv s) {
    return (fv3){a.x * s, a.y * s, a.z * s};
}

static inline fv3 f3_madd(fv3 a, fv s, fv3 b) {
    return (fv3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static inline fv f3_dot(fv3 a, fv3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline fv3 f3_select(iv m, fv3 a, fv3 b) {
    return (fv3){fv_select(m, a.x, b.x), fv_select(m, a.y, b.y), fv_select(m, a.z, b.z)};
}

/* a / |a|; a must not be zero */
static inline fv3 f3_normalized(fv3 a) {
    return f3_scale(a, fv_all(1) / fv_sqrt(f3_dot(a, a)));
}

/* The surface of the cube -1 .. 1 is divided into n x n cells on each face (n even). Returns the
 * face through which direction d leaves the cube, 0 .. 5 for +x -x +y -y +z -z; *column, *row: the
 * cell there, 0 .. n - 1 */
static inline iv f3_cube(fv3 d, int n, iv *column, iv *row) {
    fv ax = fv_abs(d.x), ay = fv_abs(d.y), az = fv_abs(d.z), half = fv_all((float)(n / 2));
    iv mz = (az >= ax) & (az >= ay), mx = ~mz & (ax >= ay);
    fv a = fv_select(mz, d.z, fv_select(mx, d.x, d.y));
    fv b = fv_select(mz, d.x, fv_select(mx, d.y, d.z));
    fv c = fv_select(mz, d.y, fv_select(mx, d.z, d.x));
    fv scale = half / fv_max(fv_abs(a), fv_all(1e-6f)), last = fv_all((float)(n - 1));
    *column = iv_from(fv_min(fv_max(b * scale + half, fv_all(0)), last));
    *row = iv_from(fv_min(fv_max(c * scale + half, fv_all(0)), last));
    iv face = iv_select(mz, iv_all(4), iv_select(mx, iv_all(0), iv_all(2)));
    /* each face with a negative direction has the number after that of its opposite: a true
     * comparison is -1 in a lane, so subtracting it adds 1 */
    return face - (a < fv_all(0));
}

#endif
