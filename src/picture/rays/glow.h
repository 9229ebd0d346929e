/* Solids that glow, sampled like lamps: rays are aimed at them; see glow.c. */
#ifndef TW_PICTURE_RAYS_GLOW_H
#define TW_PICTURE_RAYS_GLOW_H

#include "picture/rays/scene.h"

/* sets s->glow, the glowing solids at which rays are aimed: the brightest ones, except those around
 * the eye; none if s->bounces is 0 */
void tw_glow_choose(tw_view *s);

/* unit direction from x toward solid s->glow[index], chosen by the point (u, v) of the unit square;
 * *density: its probability density, 1/sr, 0: no ray is aimed. own: item that x lies on */
fv3 tw_glow_toward(const tw_view *s, int index, fv3 x, iv own, fv u, fv v, fv *density);

/* probability density, 1/sr, with which tw_glow_toward would aim rays along those of group g, at
 * the glowing solids that these hit; 0: they hit none at which rays are aimed */
fv tw_glow_density(const tw_view *s, const tw_packet *p, int g);

/* mask of the lanes on whose items `own` a place may see solid s->glow[index]; a convex solid does
 * not see itself */
iv tw_glow_may_see(const tw_view *s, int index, iv own);

/* emitted radiance of the items, for lanes `on` */
fv3 tw_glow_of(const tw_view *s, iv item, iv on);

#endif
