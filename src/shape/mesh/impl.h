/* The steps in which mesh.c makes a mesh. */
#ifndef TW_SHAPE_MESH_IMPL_H
#define TW_SHAPE_MESH_IMPL_H

#include "shape/mesh/mesh.h"

/* same [vertex_count], which the caller provides: same[i] <= i is the first vertex at the place of
 * vertex i */
tw_status tw_mesh_weld(const tw_mesh_data *d, int32_t *same);

/* edges.c: names for error messages, such as "triangle 5 (line 12)", written to buf [TW_MESH_NAME]
 */
enum { TW_MESH_NAME = 160 };
const char *tw_mesh_triangle_name(const tw_mesh_data *d, int32_t t, char *buf);

/* edges.c: checks that triangles have an area, and that each edge between welded vertices belongs
 * to two triangles, in opposite directions. across [3 triangle_count]: for the side that starts at
 * each corner, the triangle on its other side; shell [triangle_count]: number, from 0, of the
 * connected part to which each triangle belongs; *shells: number of parts */
tw_status tw_mesh_check_triangles(const tw_mesh_data *d);
tw_status tw_mesh_check_edges(const tw_mesh_data *d, const int32_t *same, int32_t *across,
                              int32_t *shell, int32_t *shells);

/* tree.c: builds the tree over the triangles: sets node, order, corner and radius of m */
tw_status tw_mesh_tree(tw_mesh *m);

/* normals.c: sets m->normal, normals at the corners of triangles; same: as from tw_mesh_weld */
tw_status tw_mesh_normals(tw_mesh *m, const int32_t *same);

/* cross.c: checks that no triangle touches another except at shared corners and edges */
tw_status tw_mesh_check_crossing(const tw_mesh *m, const tw_mesh_data *d, const int32_t *same);

/* shells.c: checks that the parts are separate solids, or cavities in solids, or solids in
 * cavities, and so on */
tw_status tw_mesh_check_shells(const tw_mesh *m, const tw_mesh_data *d, const int32_t *shell,
                               int32_t shells);

#endif
