/* Solids that glow, as lamps; see glow.c. */
#ifndef TW_PICTURE_RAYS_GLOW_H
#define TW_PICTURE_RAYS_GLOW_H

#include "picture/rays/scene.h"

/* chooses the solids that rays are aimed at: with bouncing light (bounces > 0), the brightest */
void tw_glow_choose(tw_view *s);

/* direction from x to solid s->glow[index], and its probability density; 0: no ray is aimed there.
 * own: the items that x lies on */
fv3 tw_glow_toward(const tw_view *s, int index, fv3 x, iv own, fv u, fv v, fv *density);

/* probability density of the rays of group g as such directions to the solids that they met; 0: no
 * ray is aimed there */
fv tw_glow_density(const tw_view *s, const tw_packet *p, int g);

/* may glow number `index` be seen from a place on the items `own`? Not from its own convex self */
iv tw_glow_may_see(const tw_view *s, int index, iv own);

/* emission of the items of lanes `on` */
fv3 tw_glow_of(const tw_view *s, iv item, iv on);

#endif
