/*
 * Intersections of rays with meshes, TW_LANES rays at a time; coordinates are those of the mesh,
 * relative to its centre of mass, unscaled.
 *
 * Rays walk the mesh's tree. On which side of an edge a ray passes is decided from the same numbers
 * for both triangles of the edge, so no ray passes between them. Every lane's result is independent
 * of the other lanes.
 */
#ifndef TW_SHAPE_MESH_RAY_H
#define TW_SHAPE_MESH_RAY_H

#include "shape/mesh/mesh.h"
#include "shape/ray.h"

/* parameter of the first hit at or after ray->from and before `far`, for the lanes `on`; INFINITY:
 * none. any: any such hit may be returned. order: bit a is set if most rays run toward negative
 * coordinates a; it affects the time only. *triangle: for hits, number of the triangle in the
 * tree's order */
fv tw_mesh_hit(const tw_mesh *m, const tw_ray *ray, fv far, iv on, unsigned order, bool any,
               iv *triangle);

/* surface of a mesh at a hit, seen along d */
typedef struct tw_mesh_surface {
    fv3 x; /* place on the triangle */
    /* offset from x to the place where further rays start. That place lies on the smooth surface
     * that the normals describe, so that flat triangles lit at a grazing angle do not shade
     * themselves [Hanika 2021] */
    fv3 lift;
    fv3 n;    /* smooth unit normal, on the viewer's side */
    fv3 flat; /* unit normal of the triangle, on the viewer's side */
} tw_mesh_surface;

void tw_mesh_surface_at(const tw_mesh *m, iv triangle, iv on, fv3 x, fv3 d, tw_mesh_surface *s);

#endif
