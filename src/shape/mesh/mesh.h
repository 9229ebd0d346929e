/*
 * Meshes: closed polyhedra of triangles, convex or not, with cavities or of several parts.
 *
 * A mesh is made once, checked once and never changes; it is shared by counting references. It
 * knows its volume, centre of mass and inertia exactly (but for rounding), and a tree over its
 * triangles serves the checks, its extent and the rays of the picture.
 *
 * What is refused, by name: fewer than four triangles, numbers that are not finite, indices out of
 * range, triangles without area, edges that do not belong to exactly two triangles in opposite
 * directions, negative volume, triangles that touch or cross others than at shared corners and
 * edges, parts that lie inside others without being cavities. Vertices at the same place count as
 * one. Sides are told exactly (numeric/linear/exact.h).
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

enum { TW_MESH_TRIANGLES = 1 << 26 }; /* most triangles; vertices: three times as many */

/* source of a mesh; triangles count vertices from 0 */
typedef struct tw_mesh_data {
    double *vertex; /* [vertex_count][3], m */
    size_t vertex_count;
    int32_t *triangle; /* [triangle_count][3], anticlockwise as seen from outside */
    size_t triangle_count;
    float *spot;    /* [triangle_count][3][2] where its corners lie on a picture, in the picture's
                       widths and heights from its lower left; nan: nowhere; or NULL */
    int32_t *line;  /* [triangle_count] line of the file, or NULL */
    bool anonymous; /* the vertices have no numbers that anyone knows (STL) */
} tw_mesh_data;

void tw_mesh_data_free(tw_mesh_data *d);
/* what a mesh made from this will have; -0 counts as 0 from here on */
tw_hash tw_mesh_data_hash(tw_mesh_data *d);
/* makes vertices at the same place one vertex */
tw_status tw_mesh_data_weld(tw_mesh_data *d);

/* inner nodes: count 0, children first and first + 1; leaves: triangles first .. of the tree */
typedef struct tw_mesh_node {
    float lo[3], hi[3];
    int32_t first, count;
} tw_mesh_node;

enum { TW_MESH_LEAF = 4, TW_MESH_DEPTH = 64 };

typedef struct tw_mesh {
    atomic_size_t references;
    double *vertex; /* vertices as given */
    size_t vertex_count;
    int32_t *triangle;
    size_t triangle_count;
    float *spot; /* spots of tw_mesh_data; or NULL */
    /* volume; inertia of unit density about the centre of mass, as given */
    double volume;
    vec3 com;
    mat3 inertia;
    double radius; /* largest distance from the centre of mass */
    tw_hash hash;  /* hash of vertices, triangles and spots */
    /* the tree: boxes about the centre of mass, triangles in its order */
    tw_mesh_node *node;
    int32_t node_count;
    int32_t *order;  /* [triangle_count] number of the triangle */
    float *corner;   /* [triangle_count][3][3] corners of triangles, about the centre of mass */
    float *normal;   /* [triangle_count][3][3] at the corners, smooth but at creases */
    int32_t *across; /* [triangle_count][3] the triangle beyond the side from corner k on */
    bool convex;
} tw_mesh;

/* takes what data holds, in every case; failures name the vertices, triangles and lines */
tw_status tw_mesh_create(tw_mesh_data *data, tw_mesh **mesh);
tw_mesh *tw_mesh_retain(const tw_mesh *mesh); /* NULL stays NULL */
void tw_mesh_release(const tw_mesh *mesh);

static inline vec3 tw_mesh_vertex(const tw_mesh *m, size_t i) {
    return v3_load(m->vertex + 3 * i);
}

/* how far the mesh reaches from its centre of mass along the unit vector n */
double tw_mesh_extent(const tw_mesh *mesh, vec3 n);

#endif
