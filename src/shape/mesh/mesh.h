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
}; /* largest number of triangles; vertices: three times as many */

/* data from which a mesh is made; triangles number the vertices from 0 */
typedef struct tw_mesh_data {
    double *vertex; /* [vertex_count][3], m */
    size_t vertex_count;
    int32_t *triangle; /* [triangle_count][3], anticlockwise as seen from outside */
    size_t triangle_count;
    float *spot;    /* [triangle_count][3][2] texture coordinates of corners, 0 .. 1 from the lower
                       left; NaN: none; may be NULL */
    int32_t *line;  /* [triangle_count] line of the file that gives the triangle, or NULL */
    bool anonymous; /* the file does not number its vertices (STL) */
} tw_mesh_data;

void tw_mesh_data_free(tw_mesh_data *d);
/* the hash that a mesh made from this data will have; replaces -0 by 0 in the data */
tw_hash tw_mesh_data_hash(tw_mesh_data *d);
/* makes vertices at the same place one vertex */
tw_status tw_mesh_data_weld(tw_mesh_data *d);

/* node of the tree; inner: count 0, children first, first + 1; leaf: `count` triangles from first
 * on */
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
    float *spot; /* texture coordinates of tw_mesh_data; or NULL */
    /* in the axes and units of the data: volume; inertia about the centre of mass, for density 1 */
    double volume;
    vec3 com;
    mat3 inertia;
    double radius; /* largest distance of a vertex from the centre of mass */
    tw_hash hash;  /* hash of vertices, triangles and texture coordinates */
    /* the tree: boxes about the centre of mass, triangles in its order */
    tw_mesh_node *node;
    int32_t node_count;
    int32_t *order; /* [triangle_count] number of the i-th triangle of the tree */
    float *corner; /* [triangle_count][3][3] corners from the centre of mass, in the tree's order */
    float *normal; /* [triangle_count][3][3] normals at corners (normals.c), in the tree's order */
    int32_t *across; /* [triangle_count][3] neighbour beyond the side that starts at corner k */
    bool convex;
} tw_mesh;

/* makes a mesh, which takes over data's arrays (freed after a failure); errors name the place */
tw_status tw_mesh_create(tw_mesh_data *data, tw_mesh **mesh);
tw_mesh *tw_mesh_retain(const tw_mesh *mesh); /* NULL stays NULL */
void tw_mesh_release(const tw_mesh *mesh);

static inline vec3 tw_mesh_vertex(const tw_mesh *m, size_t i) {
    return v3_load(m->vertex + 3 * i);
}

/* largest coordinate of the mesh along the unit vector n, from its centre of mass */
double tw_mesh_extent(const tw_mesh *mesh, vec3 n);

#endif
