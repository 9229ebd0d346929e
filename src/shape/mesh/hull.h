/* The convex hull of a mesh for contacts: support points and faces, as a core (core.h). */
#ifndef TW_SHAPE_MESH_HULL_H
#define TW_SHAPE_MESH_HULL_H

#include "shape/core.h"
#include "shape/mesh/mesh.h"

/* the vertex farthest along d (of equal ones the first), relative to the centre of mass, in the
 * mesh's own units (scale 1) */
vec3 tw_mesh_hull_support(const tw_mesh *m, vec3 d);
/* fills f with the face of the hull whose normal is closest to the unit vector d: the vertices
 * within 1e-6 of the mesh's radius of the face's plane, as a polygon, scaled by `scale` about the
 * centre of mass */
void tw_mesh_hull_face(const tw_mesh *m, double scale, vec3 d, tw_face *f);

#endif
