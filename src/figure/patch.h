/* Pieces of the surfaces of solids with coordinates u, v; see meet.c. */
#ifndef TW_FIGURE_PATCH_H
#define TW_FIGURE_PATCH_H

#include "figure/impl.h"

typedef enum fig_patch_form {
    FIG_PATCH_BALL, /* ball or ellipsoid; u: longitude, v: latitude */
    FIG_PATCH_SIDE, /* u: angle, v: 0 .. 1 from radius r0 at z0 to r1 at z1; a cap where z0 = z1 */
    FIG_PATCH_RING, /* u: angle about the axis, v: angle around the wire */
    FIG_PATCH_WIRE, /* straight wire along x; u: angle, v: 0 .. 1 */
    FIG_PATCH_FACE  /* plane face: c + u a + v b */
} fig_patch_form;

typedef struct fig_patch {
    fig_patch_form form;
    double u0, u1, v0, v1;
    int nu, nv; /* numbers of parts along u and v in the first division */
    /* BALL: half axes a, centre c; FACE: see its formula; RING: c.x: x of its centre */
    vec3 a, b, c;
    /* SIDE: see above; RING: radii r0 of the circle, r1 of the wire; WIRE: radius r0, at y = z0,
     * half length z1 */
    double r0, r1, z0, z1;
    double bulge; /* bound of the second derivatives of the place by u and v, m */
} fig_patch;

enum { FIG_PATCHES = 6 };

/* out: patches that cover a solid's surface; returns their number; meshes and the ground: 0 */
int fig_patches(const fig_solid *s, fig_patch out[FIG_PATCHES]);
vec3 fig_patch_at(const fig_patch *p, double u, double v); /* local */

#endif
