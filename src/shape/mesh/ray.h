/*
 * Where rays meet meshes, TW_LANES rays at a time; all in the axes of the mesh, about its centre of
 * mass, unscaled.
 *
 * Rays find their triangles in the mesh's tree. On which side of an edge a ray passes is decided
 * from the same numbers for both of its triangles, so no ray slips through between them. Every lane
 * goes down the tree by itself: a lane does not depend on its neighbours.
 */
#ifndef TW_SHAPE_MESH_RAY_H
#define TW_SHAPE_MESH_RAY_H

#include "shape/mesh/mesh.h"
#include "shape/ray.h"

/* the first hit at or after ray->from and before `far`, infinity where there is none; any: some
 * hit. order: bit a set when the rays mostly run down axis a: the tree is walked that way.
 * triangle: where there is a hit, its place in the tree */
fv tw_mesh_hit(const tw_mesh *m, const tw_ray *ray, fv far, iv on, unsigned order, bool any,
               iv *triangle);

/* the surface near the point x of the triangles, seen along d */
typedef struct tw_mesh_surface {
    fv3 x; /* place on the triangle */
    /* offset from there to the origin of further rays: on the smooth surface, so that triangles
     * which the light grazes do not shade themselves [Hanika 2021] */
    fv3 lift;
    fv3 n;    /* smooth, unit, toward the viewer */
    fv3 flat; /* unit normal of the triangle, toward the viewer */
} tw_mesh_surface;

void tw_mesh_surface_at(const tw_mesh *m, iv triangle, iv on, fv3 x, fv3 d, tw_mesh_surface *s);

#endif
