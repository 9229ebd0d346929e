/* Collects lanes of several packets of rays into one full packet, and distributes results back. */
#ifndef TW_PICTURE_RAYS_GATHER_H
#define TW_PICTURE_RAYS_GATHER_H

#include "picture/rays/scene.h"

/* index of a lane's x in an array of fv3, one element per group of lanes, that is read as an array
 * of floats */
static inline int tw_vector_lane(int lane) {
    return lane / TW_LANES * (3 * TW_LANES) + lane % TW_LANES;
}

/* gathers a float for each lane: the one that is `at` floats after `from` */
static inline fv tw_pick(const void *from, iv at) {
    const float *a = from;
#if defined(TW_WIDEST)
    return (fv)_mm512_i32gather_ps((__m512i)at, a, 4);
#elif defined(TW_WIDE)
    return (fv)_mm256_i32gather_ps(a, (__m256i)at, 4);
#else
    fv v;
    for (int i = 0; i < TW_LANES; i++) v[i] = a[at[i]];
    return v;
#endif
}

/* scatters the floats of the lanes `on`: each to the place `at` floats after `to` */
static inline void tw_put(void *to, iv at, iv on, fv v) {
    float *a = to;
#if defined(TW_WIDEST)
    _mm512_mask_i32scatter_ps(a, _mm512_movepi32_mask((__m512i)on), (__m512i)at, (__m512)v, 4);
#else
    for (int i = 0; i < TW_LANES; i++)
        if (on[i]) a[at[i]] = v[i];
#endif
}

/* sixteen records of sixteen floats, one record per lane: of[i][group] holds float number i of each
 * lane's record */
typedef struct tw_records {
    fv of[TW_PACKET][TW_GROUPS];
} tw_records;

#if defined(TW_WIDEST)
static inline void tw_transpose(__m512 a[TW_PACKET]) {
    __m512 b[TW_PACKET];
    for (int i = 0; i < 16; i += 2) {
        /* first step: rows i and i + 1 are interleaved, within each 128 bits */
        b[i] = _mm512_unpacklo_ps(a[i], a[i + 1]);
        b[i + 1] = _mm512_unpackhi_ps(a[i], a[i + 1]);
    }
    for (int i = 0; i < 16; i += 4) {
        /* then a[i + k] holds the columns k, k + 4, ... of the rows i .. i + 3 */
        for (int k = 0; k < 2; k++) {
            __m512d lo = _mm512_castps_pd(b[i + k]), hi = _mm512_castps_pd(b[i + k + 2]);
            a[i + 2 * k] = _mm512_castpd_ps(_mm512_unpacklo_pd(lo, hi));
            a[i + 2 * k + 1] = _mm512_castpd_ps(_mm512_unpackhi_pd(lo, hi));
        }
    }
    for (int k = 0; k < 4; k++) {
        __m512 lo = _mm512_shuffle_f32x4(a[k], a[k + 4], 0x88);
        __m512 lo1 = _mm512_shuffle_f32x4(a[k], a[k + 4], 0xdd);
        __m512 hi = _mm512_shuffle_f32x4(a[k + 8], a[k + 12], 0x88);
        __m512 hi1 = _mm512_shuffle_f32x4(a[k + 8], a[k + 12], 0xdd);
        b[k] = _mm512_shuffle_f32x4(lo, hi, 0x88);
        b[k + 8] = _mm512_shuffle_f32x4(lo, hi, 0xdd);
        b[k + 4] = _mm512_shuffle_f32x4(lo1, hi1, 0x88);
        b[k + 12] = _mm512_shuffle_f32x4(lo1, hi1, 0xdd);
    }
    for (int i = 0; i < 16; i++) a[i] = b[i];
}
#endif

/* *to: for each lane, the record that begins at[lane] floats after `from` */
static inline void tw_pick_lines(const float *from, const int32_t at[TW_PACKET], tw_records *to) {
#if defined(TW_WIDEST)
    __m512 a[TW_PACKET];
    for (int i = 0; i < TW_PACKET; i++) a[i] = _mm512_loadu_ps(from + at[i]);
    tw_transpose(a);
    for (int i = 0; i < TW_PACKET; i++) to->of[i][0] = (fv)a[i];
#else
    for (int i = 0; i < TW_PACKET; i++)
        for (int k = 0; k < TW_PACKET; k++) to->of[k][i / TW_LANES][i % TW_LANES] = from[at[i] + k];
#endif
}

/* writes a record of 16 floats for each lane whose bit is set in `on`: that of lane i to to + at[i]
 */
static inline void tw_put_lines(float *to, const int32_t at[TW_PACKET], uint32_t on,
                                const tw_records *from) {
#if defined(TW_WIDEST)
    __m512 a[TW_PACKET];
    for (int i = 0; i < TW_PACKET; i++) a[i] = (__m512)from->of[i][0];
    tw_transpose(a);
    for (int i = 0; i < TW_PACKET; i++)
        if (on >> i & 1) _mm512_storeu_ps(to + at[i], a[i]);
#else
    for (int i = 0; i < TW_PACKET; i++)
        for (int k = 0; on >> i & 1 && k < TW_PACKET; k++)
            to[at[i] + k] = from->of[k][i / TW_LANES][i % TW_LANES];
#endif
}

/* stores the integers v of the lanes in the mask `on` one after another at `to`; a whole vector may
 * be written there. Returns their number */
static inline int tw_squeeze(int32_t *to, iv on, iv v) {
    uint32_t bits = (uint32_t)iv_bits(on);
#if defined(TW_WIDEST)
    _mm512_storeu_si512(to, _mm512_maskz_compress_epi32((__mmask16)bits, (__m512i)v));
    return __builtin_popcount(bits);
#else
    int n = 0;
    for (; bits; bits &= bits - 1) to[n++] = v[__builtin_ctz(bits)];
    return n;
#endif
}

static inline fv3 tw_pick3(const fv3 *from, iv at) {
    const float *a = (const float *)from;
    return f3(tw_pick(a, at), tw_pick(a + TW_LANES, at), tw_pick(a + 2 * TW_LANES, at));
}

#endif
