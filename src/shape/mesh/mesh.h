/*
 * Meshes: closed polyhedra of triangles, convex or not, with cavities or of several parts.
 *
 * A mesh is made once, checked once and never changes; it is shared by counting references. Its
 * volume, centre of mass and inertia are exact (except for rounding); a tree over its triangles
 * serves the checks, its extent and the rays of pictures.
 *
 * Refused, with an error that names the place: fewer than four triangles, numbers that are not
 * finite, indices out of range, triangles without area, edges that do not belong to exactly two
 * triangles in opposite directions, negative volume, triangles that touch or cross others elsewhere
 * than at shared corners and edges, parts that lie inside others without being cavities. Vertices
 * at the same place count as one. On which side of a plane a point lies is decided exactly
 * (numeric/linear/exact.h).
 */
#ifndef TW_SHAPE_MESH_MESH_H
#define TW_SHAPE_MESH_MESH_H

#include "base/hash.h"
#include "base/math/vec.h"
#include "base/status.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TW_MESH_TRIANGLES = 1 << 26
}; /* greatest number of triangles; there may be three times as many vertices */

/* data from which a mesh is made; triangles name vertices by index, from 0 */
typedef struct tw_mesh_data {
    double *vertex; /* [vertex_count][3], m */
    size_t vertex_count;
    int32_t *triangle; /* [triangle_count][3], anticlockwise as seen from outside */
    size_t triangle_count;
    /* [triangle_count][3][2] texture coordinates of the corners, 0 .. 1 from the lower left; NaN:
     * the corner has none; NULL: no corner has any */
    float *spot;
    /* [triangle_count] line of its file on which a triangle is given; NULL: unknown */
    int32_t *line;
    /* true: the file has no numbers for its vertices (STL), so errors name them by their places */
    bool anonymous;
} tw_mesh_data;

void tw_mesh_data_free(tw_mesh_data *d);
/* hash that a mesh made from this data will have; replaces -0 by 0 in the data */
tw_hash tw_mesh_data_hash(tw_mesh_data *d);
/* joins vertices at the same place, and renumbers the triangles' corners */
tw_status tw_mesh_data_weld(tw_mesh_data *d);

/* node of the tree. count 0: an inner node, whose children are the nodes first and first + 1;
 * otherwise a leaf with `count` triangles from number `first` on, in the tree's order */
typedef struct tw_mesh_node {
    float lo[3], hi[3];
    int32_t first, count;
} tw_mesh_node;

enum { TW_MESH_LEAF = 4, TW_MESH_DEPTH = 64 };

typedef struct tw_mesh {
    atomic_size_t references;
    double *vertex; /* [vertex_count][3] vertices as given, m */
    size_t vertex_count;
    int32_t *triangle;
    size_t triangle_count;
    float *spot; /* texture coordinates as in tw_mesh_data; NULL: none */
    /* in the axes and units of the data: volume, centre of mass, and inertia about it for density 1
     */
    double volume;
    vec3 com;
    mat3 inertia;
    double radius; /* largest distance of a vertex from the centre of mass, m */
    tw_hash hash;  /* hash of vertices, triangles and texture coordinates */
    /* the tree over the triangles; its boxes are relative to the centre of mass */
    tw_mesh_node *node;
    int32_t node_count;
    /* [triangle_count] index in `triangle` of the i-th triangle in the tree's order */
    int32_t *order;
    /* [triangle_count][3][3] places of the corners relative to the centre of mass, in the tree's
     * order */
    float *corner;
    float *normal; /* [triangle_count][3][3] normals at corners (normals.c), in the tree's order */
    /* [triangle_count][3] index of the triangle on the other side of the edge that starts at corner
     * k; in the order of `triangle` */
    int32_t *across;
    bool convex;
} tw_mesh;

/* makes a mesh and checks it; takes over data's arrays, also after a failure. TW_ARGUMENT: it is no
 * solid; the error names the place */
tw_status tw_mesh_create(tw_mesh_data *data, tw_mesh **mesh);
tw_mesh *tw_mesh_retain(const tw_mesh *mesh); /* adds a reference; NULL stays NULL */
void tw_mesh_release(const tw_mesh *mesh);

static inline vec3 tw_mesh_vertex(const tw_mesh *m, size_t i) {
    return v3_load(m->vertex + 3 * i);
}

/* largest coordinate of the mesh along the unit vector n, from its centre of mass */
double tw_mesh_extent(const tw_mesh *mesh, vec3 n);

#endif
