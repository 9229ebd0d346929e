/*
 * Environments as lamps: light from all around (shape/map/lightmap.h), turned about the vertical.
 * Rays are aimed at its bright parts; rays that surfaces send on find the rest. Both are weighted
 * by the power heuristic [Veach 1997].
 */
#ifndef TW_PICTURE_LIGHT_ENV_H
#define TW_PICTURE_LIGHT_ENV_H

#include "picture/rays/surface.h"

void tw_env_make(const tw_view *s, const tw_frame_light *l, tw_env *e);

/* radiance of environment e in direction d, and the density, 1/sr, with which rays are aimed there
 */
fv3 tw_env_light(const tw_env *e, fv3 d, fv *density);

/* the sum of all environments' radiance in direction d */
fv3 tw_env_all(const tw_view *s, fv3 d);
/* the same as rays find it that surfaces sent on with this density, 1/sr: without the share that
 * aimed rays bring */
fv3 tw_env_found(const tw_view *s, fv3 d, fv density);

/* rays of a packet aimed at environment `index` */
typedef struct tw_env_aim {
    tw_packet ray;         /* active where the ray may bring light */
    fv3 f[TW_GROUPS];      /* the reflection toward the viewer, n.l within */
    fv3 light[TW_GROUPS];  /* light of a ray reflected to the viewer, unoccluded */
    fv3 spread[TW_GROUPS]; /* light of that ray as a white diffuse surface reflects it */
} tw_env_aim;
/* aims rays from surfaces at[TW_GROUPS] that the rays `from` met, by sample points (dim, salt).
 * False: none brings any light */
bool tw_env_toward(const tw_view *s, int index, const tw_surface *at, const tw_packet *from,
                   tw_tile_points *points, int dim, uint32_t salt, tw_env_aim *aim);

/* irradiance over pi of all environments on surfaces of normal n, without occlusion, by spherical
 * harmonics of degree 2; over a ground without the light from below the horizon */
fv3 tw_env_on(const tw_view *s, fv3 n);

#endif
