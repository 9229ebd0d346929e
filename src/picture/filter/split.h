/* Split of the light at a packet's first vertices for the filter; see filter.h. */
#ifndef TW_PICTURE_FILTER_SPLIT_H
#define TW_PICTURE_FILTER_SPLIT_H

#include "picture/filter/filter.h"
#include "picture/rays/surface.h"

/* Splits light that arrives from one direction. f: BSDF times the cosine n . l, the sum of diffuse
 * and lobe; plain: n . l / pi. *diffuse, *lobe: factors of that light such that kd diffuse + tint
 * lobe = f */
static inline void tw_lit_split(const tw_surface *a, fv3 tint, fv3 f, fv plain, fv3 *diffuse,
                                fv3 *lobe) {
    fv zero = fv_all(0), one = fv_all(1);
    fv d[3], l[3];
    const fv F[3] = {f.x, f.y, f.z}, K[3] = {a->kd.x, a->kd.y, a->kd.z};
    const fv T[3] = {tint.x, tint.y, tint.z};
    for (int i = 0; i < 3; i++) {
        iv some = F[i] > zero, dyed = T[i] > zero;
        d[i] = fv_select(some, plain / fv_select(some, F[i], one), zero);
        fv rest = fv_max(one - K[i] * d[i], zero);
        l[i] = fv_select(some & dyed, rest / fv_select(dyed, T[i], one), zero);
    }
    *diffuse = f3(d[0], d[1], d[2]);
    *lobe = f3(l[0], l[1], l[2]);
}

/* sets kd, tint and normals of group g in *to. on: lanes that hit something; lobes: those whose
 * surface has a lobe */
static inline void tw_lit_describe(const tw_surface *a, iv on, iv lobes, int g, tw_lit *to) {
    fv3 none = f3_all(0, 0, 0);
    to->kd[g] = to->tint[g] = to->normal[g] = none;
    if (!iv_any(on)) return;
    fv m = fv_all(1) - fv_min(fv_max(f3_dot(a->n, a->v), fv_all(0)), fv_all(1)), m2 = m * m;
    to->kd[g] = f3_select(on, a->kd, none);
    to->tint[g] = f3_select(on & lobes, f3_madd(a->f0, m2 * m2 * m, a->rise), none);
    to->normal[g] = f3_select(on, a->n, none);
}

/* light [TW_GROUPS]: light of each sample with all its parts, kd and tint applied */
static inline void tw_lit_total(const tw_lit *l, fv3 light[TW_GROUPS]) {
    for (int g = 0; g < TW_GROUPS; g++) {
        fv3 diffuse = f3_mul(l->kd[g], l->diffuse[g]), lobe = f3_mul(l->tint[g], l->lobe[g]);
        light[g] = f3_add(l->other[g], f3_add(diffuse, lobe));
    }
}

#endif
