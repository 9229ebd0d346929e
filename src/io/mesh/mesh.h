/*
 * Meshes from files: OBJ, STL (text and binary), PLY (text and binary, either byte order), by the
 * ending of the name. Only vertices and faces are read, from OBJ also texture coordinates;
 * materials, colours and normals are ignored. Faces of more corners are cut into triangles, also
 * where they are not convex. STL has no shared vertices: there equal ones (to the bit) are joined.
 *
 * Whatever the file holds, reading ends: with a mesh, or with a failure that names the line.
 * Whether the triangles bound a solid is checked when the mesh is made (shape/mesh/mesh.h).
 */
#ifndef TW_IO_MESH_MESH_H
#define TW_IO_MESH_MESH_H

#include "base/status.h"
#include "shape/mesh/mesh.h"

/* reads a mesh from text [size], the contents of the file `name`, whose ending chooses the format.
 * TW_ARGUMENT: an error in the file, with its line; after a failure *data is empty */
tw_status tw_mesh_parse(const char *name, const char *text, size_t size, tw_mesh_data *data);

#endif
