/* Paths of a packet of rays at their vertices; see path.c. */
#ifndef TW_PICTURE_TILE_PATH_H
#define TW_PICTURE_TILE_PATH_H

#include "picture/filter/filter.h"
#include "picture/rays/quad.h"
#include "picture/rays/scene.h"
#include "picture/rays/surface.h"

/* light that leaves a vertex, taken as diffuse: albedo times the incoming light, plus `light` */
typedef struct tw_outgoing {
    fv3 albedo, light; /* light: emitted, and reflected from lamps */
} tw_outgoing;

typedef struct tw_path {
    tw_packet ray;
    fv3 weight[TW_GROUPS];
    tw_surface at[TW_GROUPS];
    fv density[TW_GROUPS];  /* density of the continuation */
    iv lobes[TW_GROUPS];    /* lanes whose last vertex has a lobe */
    iv mirrored[TW_GROUPS]; /* lanes whose continuing ray was drawn from a lobe */
    fv blur[TW_GROUPS];     /* widest reflection so far: alpha of a lobe, 1 for a diffuse one */
    fv way[TW_GROUPS];      /* length of the path from the eye, m; only with haze */
    iv seen[TW_GROUPS];     /* lanes whose vertex the eye sees, directly or in mirrors, so that haze
                               hides it */
    iv alone[TW_GROUPS]; /* lanes whose last vertex may see a glowing solid that no rays were aimed
                            at */
    tw_outgoing last[TW_GROUPS],
        before[TW_GROUPS]; /* light that leaves the last vertex, and the one before it */
    fv3 own[TW_GROUPS], own_before[TW_GROUPS]; /* emitted light of these two vertices, which is part
                                                  of their `light` */
    fv3 *sum;
    tw_lit *lit; /* receives the light at first vertices, by the kind of reflection; NULL: later
                    vertices */
    /* what stands over the ground on which these vertices may lie; NULL: not known */
    const tw_over *over;
} tw_path;

static inline bool tw_any_active(const tw_packet *p) {
    iv any = iv_all(0);
    for (int g = 0; g < TW_GROUPS; g++) any |= p->active[g];
    return iv_any(any);
}

/* handles the hits of q->ray: emitted light, light of lamps, and one continuing ray from each;
 * width: angle of a sample */
void tw_path_meet(const tw_view *s, tw_tile_points *points, tw_path *q, int depth, fv width);
/* radiance of the sky along the rays of group g, without the light that aimed rays bring */
fv3 tw_path_far(const tw_view *s, const tw_path *q, int g);
/* light that far = tw_path_far, and suns found by lobes, add to the paths */
fv3 tw_path_sky(const tw_view *s, const tw_path *q, int g, fv3 far);
/* The paths end at the sky, but their last rays wait in *to if a solid may block them. Rays that
 * are known to be free are kept there too, so that the order of sums does not depend on that
 * knowledge */
void tw_path_put_off(const tw_view *s, tw_path *q, tw_wait_place *to);

#endif
