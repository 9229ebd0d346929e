/*
 * Meshes in formats without a reader here (DAE, glTF, ...), converted by the program assimp in a
 * process of its own with limits: its readers have buffer overflows on malicious files, so they
 * must not run in this process.
 */
#ifndef TW_IO_MESH_CONVERT_H
#define TW_IO_MESH_CONVERT_H

#include "base/status.h"

#include <stddef.h>

/* converts a file to the text of an OBJ file, *obj [*size], to be freed by the caller; y up; one
 * unit of the file is taken as 1 m. TW_IO: assimp is not installed; TW_ARGUMENT: it cannot read the
 * file */
tw_status tw_mesh_convert(const char *path, char **obj, size_t *size);

#endif
