/* The convex hull of a mesh as a core: support points and faces. */
#ifndef TW_SHAPE_MESH_HULL_H
#define TW_SHAPE_MESH_HULL_H

#include "shape/core.h"
#include "shape/mesh/mesh.h"

/* the furthest vertex along d, about the centre of mass, unscaled; of several the first */
vec3 tw_mesh_hull_support(const tw_mesh *m, vec3 d);
/* the corners that lie within 1e-6 of the size of the plane through the face that looks along the
 * unit vector d, in local axes, scaled */
void tw_mesh_hull_face(const tw_mesh *m, double scale, vec3 d, tw_face *f);

#endif
