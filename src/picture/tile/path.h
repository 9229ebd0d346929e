/* Paths of a packet of rays at their vertices; see path.c. */
#ifndef TW_PICTURE_TILE_PATH_H
#define TW_PICTURE_TILE_PATH_H

#include "picture/filter/filter.h"
#include "picture/rays/quad.h"
#include "picture/rays/scene.h"
#include "picture/rays/surface.h"

/* radiance leaving a vertex, if it were wholly diffuse */
typedef struct tw_outgoing {
    fv3 albedo, light; /* light: emitted, and reflected from lamps */
} tw_outgoing;

typedef struct tw_path {
    tw_packet ray;
    fv3 weight[TW_GROUPS];
    tw_surface at[TW_GROUPS];
    fv density[TW_GROUPS];  /* density of the continuation */
    iv lobes[TW_GROUPS];    /* lanes whose surface has a lobe */
    iv mirrored[TW_GROUPS]; /* lanes whose path continues in a direction drawn from a lobe of the
                               material */
    fv blur[TW_GROUPS];     /* the widest reflection so far: alpha of a lobe, 1 of a diffuse one */
    fv way[TW_GROUPS];      /* length of the path from the eye, m, where there is fog */
    iv seen[TW_GROUPS];     /* lanes that the eye sees, be it by way of mirrors: fog hides them */
    iv alone[TW_GROUPS];    /* lanes whose last vertex may see a glow that only such rays find */
    tw_outgoing last[TW_GROUPS],
        before[TW_GROUPS]; /* surfaces of the last vertex, and of the one before it */
    fv3 own[TW_GROUPS], own_before[TW_GROUPS]; /* their emission, as part of their light */
    fv3 *sum;
    tw_lit *lit; /* light of first vertices by the kind of reflection; NULL: later vertices */
    /* solids over the ground that these vertices may lie on; NULL: not known */
    const tw_over *over;
} tw_path;

static inline bool tw_any_active(const tw_packet *p) {
    iv any = iv_all(0);
    for (int g = 0; g < TW_GROUPS; g++) any |= p->active[g];
    return iv_any(any);
}

/* handles the hits of the rays: emitted light, light of lamps, and one continuing ray from every
 * vertex. width: angle that a ray stands for */
void tw_path_meet(const tw_view *s, tw_tile_points *points, tw_path *q, int depth, fv width);
/* light of the sky along the rays of group g, without the light that aimed rays bring */
fv3 tw_path_far(const tw_view *s, const tw_path *q, int g);
/* contribution of that, and of suns, to the paths */
fv3 tw_path_sky(const tw_view *s, const tw_path *q, int g, fv3 far);
/* The paths end at the sky, but rays that may meet a solid wait for others. Rays that are known to
 * be free wait with them, so that the order of sums does not depend on that knowledge */
void tw_path_put_off(const tw_view *s, tw_path *q, tw_wait_place *to);

#endif
