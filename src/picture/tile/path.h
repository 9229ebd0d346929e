/* Paths of a packet of rays at their vertices; see path.c. */
#ifndef TW_PICTURE_TILE_PATH_H
#define TW_PICTURE_TILE_PATH_H

#include "picture/filter/filter.h"
#include "picture/rays/quad.h"
#include "picture/rays/scene.h"
#include "picture/rays/surface.h"

/* light that leaves a vertex, which is taken as diffuse: albedo times the incoming light, plus
 * `light` */
typedef struct tw_outgoing {
    fv3 albedo, light; /* light: emitted there, and reflected from lamps */
} tw_outgoing;

typedef struct tw_path {
    tw_packet ray;
    fv3 weight[TW_GROUPS];
    tw_surface at[TW_GROUPS];
    fv density[TW_GROUPS];  /* density of the continuation */
    iv lobes[TW_GROUPS];    /* lanes whose newest vertex has a lobe */
    iv mirrored[TW_GROUPS]; /* lanes whose continuing ray was drawn from a lobe */
    /* width of the widest reflection so far: alpha of a lobe, 1 for a diffuse one */
    fv blur[TW_GROUPS];
    fv way[TW_GROUPS]; /* length of the path from the eye, m; only with haze */
    /* lanes whose vertex the eye sees, directly or in mirrors, so that haze before it counts */
    iv seen[TW_GROUPS];
    /* lanes whose newest vertex may see a glowing solid at which no rays were aimed */
    iv alone[TW_GROUPS];
    tw_outgoing last[TW_GROUPS],
        before[TW_GROUPS]; /* light that leaves the newest vertex, and the vertex before it */
    /* emitted light of these two vertices, which is contained in their `light` */
    fv3 own[TW_GROUPS], own_before[TW_GROUPS];
    fv3 *sum;
    /* receives the light at the first vertices, split by the kind of reflection; NULL: these are
     * later vertices */
    tw_lit *lit;
    /* what stands over the ground if these vertices lie there; NULL: not known */
    const tw_over *over;
} tw_path;

static inline bool tw_any_active(const tw_packet *p) {
    iv any = iv_all(0);
    for (int g = 0; g < TW_GROUPS; g++) any |= p->active[g];
    return iv_any(any);
}

/* handles the hits of q->ray, vertices number `depth`: adds emitted light and light of lamps, and
 * draws one continuing ray from each; width: angle of a sample, rad, or minus its width, m */
void tw_path_meet(const tw_view *s, tw_tile_points *points, tw_path *q, int depth, fv width);
/* radiance of the sky along the rays of group g, without the share that aimed rays bring */
fv3 tw_path_far(const tw_view *s, const tw_path *q, int g);
/* light that the paths of group g get from the sky: from far = tw_path_far, and from suns found by
 * lobes */
fv3 tw_path_sky(const tw_view *s, const tw_path *q, int g, fv3 far);
/* Ends the paths at the sky. Last rays that a solid may block wait in *to; rays that are known to
 * be free are kept there too, so that the order of sums does not depend on that knowledge */
void tw_path_put_off(const tw_view *s, tw_path *q, tw_wait_place *to);

#endif
