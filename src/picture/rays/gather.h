/* Packets put together of lanes of others. */
#ifndef TW_PICTURE_RAYS_GATHER_H
#define TW_PICTURE_RAYS_GATHER_H

#include "picture/rays/scene.h"

/* where a lane's vector stands among those of a packet */
static inline int tw_vector_lane(int lane) {
    return lane / TW_LANES * (3 * TW_LANES) + lane % TW_LANES;
}

/* the numbers at these places after `from` */
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

static inline fv3 tw_pick3(const fv3 *from, iv at) {
    const float *a = (const float *)from;
    return f3(tw_pick(a, at), tw_pick(a + TW_LANES, at), tw_pick(a + 2 * TW_LANES, at));
}

#endif
