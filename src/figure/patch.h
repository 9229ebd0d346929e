/* Patches: pieces of the surfaces of solids, parametrized by u and v; see meet.c. */
#ifndef TW_FIGURE_PATCH_H
#define TW_FIGURE_PATCH_H

#include "figure/impl.h"

typedef enum fig_patch_form {
    FIG_PATCH_BALL, /* surface of a ball or ellipsoid; u: longitude, v: latitude, rad */
    /* surface of revolution; u: angle, v: 0 .. 1 from radius r0 at z0 to radius r1 at z1; with
     * z0 = z1 a plane cap */
    FIG_PATCH_SIDE,
    FIG_PATCH_RING, /* surface of a torus; u: angle about its axis, v: angle around the wire */
    /* straight piece of wire along x (of a link); u: angle around it, v: 0 .. 1 along it */
    FIG_PATCH_WIRE,
    FIG_PATCH_FACE /* plane face; the point c + u a + v b */
} fig_patch_form;

typedef struct fig_patch {
    fig_patch_form form;
    double u0, u1, v0, v1;
    int nu, nv; /* numbers of parts into which the ranges of u and v are divided first */
    /* BALL: half axes a, centre c; FACE: a, b, c as in its formula; RING: c.x: x of the centre of
     * the ring */
    vec3 a, b, c;
    /* SIDE: see above; RING: radius r0 of the circle, r1 of the wire; WIRE: radius r0, axis at y =
     * z0, half length z1 */
    double r0, r1, z0, z1;
    double bulge; /* bound for the second derivatives of the point by u and v, m */
} fig_patch;

enum { FIG_PATCHES = 6 };

/* out: patches that cover a solid's surface; returns their number, 0 for meshes and the ground */
int fig_patches(const fig_solid *s, fig_patch out[FIG_PATCHES]);
vec3 fig_patch_at(const fig_patch *p, double u, double v); /* local */

#endif
