/*
 * Surface at a hit: place, normal and reflectance.
 *
 *     f = kd/pi + F D G / (4 n.l n.v),   F = f0 + (f90 - f0)(1 - v.h)^5
 *
 * with the GGX distribution D [Walter et al. 2007] and Smith's G. Lambert: F = 0; ggx: f90 = f0.
 */
#ifndef TW_PICTURE_RAYS_SURFACE_H
#define TW_PICTURE_RAYS_SURFACE_H

#include "picture/rays/scene.h"

typedef struct tw_surface {
    fv3 x, n, v;  /* place, normal on the side of the viewer, direction to the viewer */
    fv3 color;    /* the material's own, with its texture */
    fv3 kd;       /* diffuse albedo */
    fv3 f0, rise; /* Fresnel: f0 + rise (1 - v.h)^5 */
    fv alpha;     /* roughness parameter of GGX */
    fv share;     /* probability that a continuation samples the lobe; 0 where there is none */
    fv3 emission;
} tw_surface;

/* the surfaces that group g of the packet met; lanes that met nothing get harmless values */
void tw_surface_of(const tw_view *s, const tw_packet *p, int g, fv width, tw_surface *at);

/* two directions across the unit vector n (Duff et al. 2017) */
static inline void tw_across(fv3 n, fv3 *s, fv3 *t) {
    fv one = fv_all(1), sign = fv_sign(one, n.z), a = -one / (sign + n.z), b = n.x * n.y * a;
    *s = f3(one + sign * n.x * n.x * a, sign * b, -sign * n.x);
    *t = f3(b, sign + n.y * n.y * a, -n.y);
}

/* texture.c: the weight of the texture's other colour, averaged over a box of half widths w; n: the
 * surface's normal */
fv tw_texture_weight(const tw_paint *p, fv3 x, fv3 n, fv3 w);
/* the mean of that over the whole pattern */
float tw_texture_mean(const tw_paint *p);

/* pixmap.c: the mean colour of the picture, over `color` where it is transparent */
fv3 tw_picture_mean(const tw_paint *p, fv3 color);

/* pixmap.c: the colour of the picture on the surface (part: of a mesh), over `color` where it is
 * transparent */
fv3 tw_picture_color(const tw_paint *p, iv on, iv part, fv3 x, fv3 n, fv3 w, fv3 color);

/* bsdf.c: f n.l toward l, and the density with which tw_bsdf_sample takes l */
fv3 tw_bsdf(const tw_surface *a, fv3 l, fv *density);
/* a direction from the point (u, v) of the square and the lobe choice c */
fv3 tw_bsdf_sample(const tw_surface *a, fv u, fv v, fv c);

#endif
