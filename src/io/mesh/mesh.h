/*
 * Meshes from files: OBJ, STL (text and binary), PLY (text and binary, either byte order), by the
 * ending of the name. Only vertices and faces are read, from OBJ also texture coordinates;
 * materials, colours and normals are ignored. Faces of more than three corners are cut into
 * triangles, also if they are not convex. The triangles of an STL file do not share vertices, so
 * vertices with equal bits are joined.
 *
 * Any contents of a file give either a mesh or a failure; failures of text files name the line if
 * there is one. Whether the triangles bound a solid is checked when the mesh is made
 * (shape/mesh/mesh.h).
 */
#ifndef TW_IO_MESH_MESH_H
#define TW_IO_MESH_MESH_H

#include "base/status.h"
#include "shape/mesh/mesh.h"

/* reads a mesh from text [size], the contents of the file `name`, whose ending chooses the format.
 * TW_ARGUMENT: an error in the file, of a text with its line if there is one; after a failure *data
 * is empty */
tw_status tw_mesh_parse(const char *name, const char *text, size_t size, tw_mesh_data *data);

#endif
