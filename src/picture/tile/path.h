/* Paths of a packet of rays at their vertices; see path.c. */
#ifndef TW_PICTURE_TILE_PATH_H
#define TW_PICTURE_TILE_PATH_H

#include "picture/filter/filter.h"
#include "picture/rays/quad.h"
#include "picture/rays/scene.h"
#include "picture/rays/surface.h"

/* light that leaves a vertex, as if it were diffuse: albedo times the irradiance over pi, plus
 * `light` */
typedef struct tw_outgoing {
    fv3 albedo, light; /* light: emitted by the vertex, or reflected by it from lamps */
} tw_outgoing;

typedef struct tw_path {
    tw_packet ray;
    fv3 weight[TW_GROUPS];
    tw_surface at[TW_GROUPS];
    fv density[TW_GROUPS];  /* probability density of the continuing ray's direction, 1/sr */
    iv lobes[TW_GROUPS];    /* lanes whose newest vertex has a lobe */
    iv mirrored[TW_GROUPS]; /* lanes whose continuing ray was drawn from a lobe */
    /* width of the widest reflection on the path so far: alpha of a lobe, 1 for a diffuse
     * reflection */
    fv blur[TW_GROUPS];
    fv way[TW_GROUPS]; /* length of the path from the eye so far, m; set only with haze */
    /* mask of the lanes whose newest vertex the eye sees, directly or by mirrors only, so that haze
     * before it is visible */
    iv seen[TW_GROUPS];
    /* mask of the lanes whose newest vertex may see a glowing solid at which no ray could be aimed
     */
    iv alone[TW_GROUPS];
    /* light that leaves the newest vertex (last), and the vertex before it */
    tw_outgoing last[TW_GROUPS], before[TW_GROUPS];
    /* emitted light of the same two vertices, which `light` of last and before contains */
    fv3 own[TW_GROUPS], own_before[TW_GROUPS];
    fv3 *sum;
    /* receives the light at the first vertices, split by the kind of reflection; NULL: the vertices
     * are not the first ones */
    tw_lit *lit;
    /* what may stand over the ground on which these vertices lie; NULL: unknown */
    const tw_over *over;
} tw_path;

static inline bool tw_any_active(const tw_packet *p) {
    iv any = iv_all(0);
    for (int g = 0; g < TW_GROUPS; g++) any |= p->active[g];
    return iv_any(any);
}

/* Handles the hits of q->ray, which become the vertices number `depth`: adds their emitted light
 * and the light of lamps that they reflect, and draws one continuing ray from each. width: angle of
 * a sample, rad, or, with parallel rays, minus its width, m */
void tw_path_meet(const tw_view *s, tw_tile_points *points, tw_path *q, int depth, fv width);
/* radiance of the sky along the rays of group g, without the share that rays aimed at environments
 * bring */
fv3 tw_path_far(const tw_view *s, const tw_path *q, int g);
/* light that the paths of group g get from the sky if their rays meet nothing: the radiance `far`,
 * as from tw_path_far, and the light of suns whose discs the rays of lobes hit */
fv3 tw_path_sky(const tw_view *s, const tw_path *q, int g, fv3 far);
/* Ends the paths at the sky. The last rays that a solid may block wait in *to. Rays that are known
 * to meet nothing are stored there, too, so that the order in which light is added, and with it the
 * bytes, does not depend on that knowledge */
void tw_path_put_off(const tw_view *s, tw_path *q, tw_wait_place *to);

#endif
