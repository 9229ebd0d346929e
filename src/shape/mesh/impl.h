/* Steps of making a mesh, called by mesh.c. */
#ifndef TW_SHAPE_MESH_IMPL_H
#define TW_SHAPE_MESH_IMPL_H

#include "shape/mesh/mesh.h"

/* same[i] <= i: number of the first vertex at the place of vertex i; same [vertex_count] is the
 * caller's */
tw_status tw_mesh_weld(const tw_mesh_data *d, int32_t *same);

/* texts for error messages, like "3-7" and " (triangle 5, line 12)" */
enum { TW_MESH_NAME = 160 };
const char *tw_mesh_edge_name(const tw_mesh_data *d, int32_t a, int32_t b, char *buf);
const char *tw_mesh_triangle_name(const tw_mesh_data *d, int32_t t, char *buf);

/* edges.c: check the triangles, and that each edge (of welded vertices) has two triangles;
 * across: the triangle beyond the side that starts at each corner [3 triangle_count];
 * shell: the connected part of each triangle, counted from 0 [triangle_count] */
tw_status tw_mesh_check_triangles(const tw_mesh_data *d);
tw_status tw_mesh_check_edges(const tw_mesh_data *d, const int32_t *same, int32_t *across,
                              int32_t *shell, int32_t *shells);

/* tree.c: fills node, order, corner, radius */
tw_status tw_mesh_tree(tw_mesh *m);

/* normals.c: fills normal */
tw_status tw_mesh_normals(tw_mesh *m, const int32_t *same);

/* cross.c: checks that no triangle touches another except at shared corners and edges */
tw_status tw_mesh_check_crossing(const tw_mesh *m, const tw_mesh_data *d, const int32_t *same);

/* shells.c: checks that the parts are separate solids, cavities in solids, solids in cavities, ...
 */
tw_status tw_mesh_check_shells(const tw_mesh *m, const tw_mesh_data *d, const int32_t *shell,
                               int32_t shells);

#endif
