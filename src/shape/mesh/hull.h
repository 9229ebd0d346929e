/* The convex hull of a mesh for contacts: support points and faces, as a core (core.h). */
#ifndef TW_SHAPE_MESH_HULL_H
#define TW_SHAPE_MESH_HULL_H

#include "shape/core.h"
#include "shape/mesh/mesh.h"

/* the vertex farthest along d (of equal ones the first), relative to the centre of mass, in the
 * mesh's own units (scale 1) */
vec3 tw_mesh_hull_support(const tw_mesh *m, vec3 d);
/* fills f with the face of the hull that the unit vector d meets most squarely. Its plane is that
 * of the triangle whose normal is closest to d, of those that reach within 1e-3 of the mesh's
 * radius of the farthest vertex along d; its corners are the vertices within 1e-6 of the radius of
 * the farthest plane with this normal, as a convex polygon. If these are fewer than three: the
 * farthest vertex alone. All is scaled by `scale` about the centre of mass */
void tw_mesh_hull_face(const tw_mesh *m, double scale, vec3 d, tw_face *f);

#endif
