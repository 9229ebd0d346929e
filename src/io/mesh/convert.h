/*
 * Meshes in formats that are not read here (DAE, glTF, ...), through the program assimp as a
 * process of its own with limits: its readers overflow on files that mean no good, so they are kept
 * out of this process.
 */
#ifndef TW_IO_MESH_CONVERT_H
#define TW_IO_MESH_CONVERT_H

#include "base/status.h"

#include <stddef.h>

/* the file as the text of an OBJ file, in its own unit made metres, y up; *obj to be freed */
tw_status tw_mesh_convert(const char *path, char **obj, size_t *size);

#endif
