/*
 * Meshes from files: OBJ, STL (text and binary), PLY (text and binary, either byte order), by the
 * ending of the name. Only vertices and faces are read, of OBJ also where they lie on a picture;
 * materials, colours and normals are passed over. Faces of more corners are cut into triangles,
 * also where they are not convex. Vertices of STL, which has none to share, are joined where they
 * are equal to the bit.
 *
 * Whatever the file holds, reading ends: with a mesh, or with a failure that names the line.
 * Whether the triangles bound a solid is the mesh's own question (shape/mesh/mesh.h).
 */
#ifndef TW_IO_MESH_MESH_H
#define TW_IO_MESH_MESH_H

#include "base/status.h"
#include "shape/mesh/mesh.h"

/* the contents of a file of that name; on failure data is empty */
tw_status tw_mesh_parse(const char *name, const char *text, size_t size, tw_mesh_data *data);

#endif
