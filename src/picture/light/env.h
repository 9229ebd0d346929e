/*
 * Environments as lamps: light from all around (shape/map/lightmap.h), turned about the vertical.
 * Two kinds of rays bring it: rays aimed at its bright parts, and rays that go on from surfaces and
 * hit nothing. Both are weighted by the power heuristic [Veach 1997].
 */
#ifndef TW_PICTURE_LIGHT_ENV_H
#define TW_PICTURE_LIGHT_ENV_H

#include "picture/rays/surface.h"

void tw_env_make(const tw_view *s, const tw_frame_light *l, tw_env *e);

/* radiance of environment e in direction d; *density: probability density with which rays are aimed
 * there, 1/sr */
fv3 tw_env_light(const tw_env *e, fv3 d, fv *density);

/* sum of the radiance of all environments in direction d */
fv3 tw_env_all(const tw_view *s, fv3 d);
/* Radiance of all environments in direction d for rays that a reflection sent with the probability
 * density `density`, 1/sr, weighted by the power heuristic: the rest of the light comes by aimed
 * rays */
fv3 tw_env_found(const tw_view *s, fv3 d, fv density);

/* rays from the surfaces of a packet, aimed at environment `index` */
typedef struct tw_env_aim {
    tw_packet ray; /* the aimed rays; active: those that may bring light */
    /* factor by which the surface reflects their light toward the viewer, n . l included */
    fv3 f[TW_GROUPS];
    fv3 light[TW_GROUPS];  /* light that each ray brings to its path if nothing blocks it */
    fv3 spread[TW_GROUPS]; /* the part of this light that a white diffuse surface would reflect */
} tw_env_aim;
/* Aims a ray at an environment from each surface at[TW_GROUPS] that the rays `from` hit, in
 * directions chosen by the sample points of dimension `dim` and scramble `salt`. false: no ray can
 * bring light */
bool tw_env_toward(const tw_view *s, int index, const tw_surface *at, const tw_packet *from,
                   tw_tile_points *points, int dim, uint32_t salt, tw_env_aim *aim);

/* irradiance of all environments, divided by pi, on surfaces with the normal n, without occlusion
 * by solids, from spherical harmonics up to degree 2; if there is a ground, they count as dark
 * below the horizon */
fv3 tw_env_on(const tw_view *s, fv3 n);

#endif
