/*
 * Surface at a hit: place, normal and reflectance.
 *
 *     f = kd/pi + F D G / (4 n.l n.v),   F = f0 + (f90 - f0)(1 - v.h)^5
 *
 * f: BSDF for light from direction l toward the viewer v; n: normal; h: half vector of l and v; D:
 * the GGX distribution [Walter et al. 2007]; G: Smith's shadowing; F: Fresnel reflectance, f0
 * head-on, f90 at grazing angles. For the model `lambert` F = 0; for `ggx` kd = 0 and f90 = f0.
 */
#ifndef TW_PICTURE_RAYS_SURFACE_H
#define TW_PICTURE_RAYS_SURFACE_H

#include "picture/rays/scene.h"

typedef struct tw_surface {
    fv3 x, n, v;  /* place; unit normal on the viewer's side; unit direction to the viewer */
    fv3 color;    /* the material's colour, texture included */
    fv3 kd;       /* diffuse albedo */
    fv3 f0, rise; /* Fresnel reflectance of the lobe: f0 + rise (1 - v . h)^5 */
    fv alpha;     /* roughness parameter of GGX */
    /* probability with which a continuing ray is drawn from the lobe; 0: there is no lobe */
    fv share;
    fv3 emission;
} tw_surface;

/* *at: the surfaces that the rays of group g hit; width: angle of a sample, rad, or, with parallel
 * rays, minus its width, m. Lanes without a hit get values with which computations stay finite */
void tw_surface_of(const tw_view *s, const tw_packet *p, int g, fv width, tw_surface *at);

/* *s, *t: unit vectors perpendicular to the unit vector n and to each other (Duff et al. 2017) */
static inline void tw_across(fv3 n, fv3 *s, fv3 *t) {
    fv one = fv_all(1), sign = fv_sign(one, n.z), a = -one / (sign + n.z), b = n.x * n.y * a;
    *s = f3(one + sign * n.x * n.x * a, sign * b, -sign * n.x);
    *t = f3(b, sign + n.y * n.y * a, -n.y);
}

/* texture.c: weight 0 .. 1 of the texture's second colour at the place x, averaged over a box of
 * half widths w; n: normal; all in the item's axes */
fv tw_texture_weight(const tw_paint *p, fv3 x, fv3 n, fv3 w);
/* mean of the texture's weight over the whole pattern */
float tw_texture_mean(const tw_paint *p);

/* pixmap.c: mean colour of the paint's picture, with `color` showing where it is transparent */
fv3 tw_picture_mean(const tw_paint *p, fv3 color);

/* pixmap.c: colour of the paint's picture at places x with normals n (on triangle `part` of a
 * mesh), averaged over half widths w, for lanes `on`; `color` shows where it is transparent */
fv3 tw_picture_color(const tw_paint *p, iv on, iv part, fv3 x, fv3 n, fv3 w, fv3 color);

/* bsdf.c: BSDF times n . l, the factor by which light from direction l is reflected to the viewer;
 * *density: probability density, 1/sr, with which tw_bsdf_sample returns l */
fv3 tw_bsdf(const tw_surface *a, fv3 l, fv *density);
/* direction of a continuing ray, chosen by the point (u, v) of the unit square; c in [0, 1) chooses
 * between diffuse and lobe */
fv3 tw_bsdf_sample(const tw_surface *a, fv u, fv v, fv c);

#endif
