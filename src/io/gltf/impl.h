/* Declarations that the files of the glTF writer share. */
#ifndef TW_IO_GLTF_IMPL_H
#define TW_IO_GLTF_IMPL_H

#include "io/gltf/gltf.h"

#include <stdio.h>

typedef struct tw_accessor {
    size_t count, offset, bytes;
    int type, width, target;
    bool bounds;
    double lo[4], hi[4];
} tw_accessor;

typedef struct tw_gltf {
    const tw_gltf_scene *scene;
    TW_ARRAY(char) binary;
    TW_ARRAY(tw_accessor) accessor;
    bool failed; /* no memory */
} tw_gltf;

/* append x or indices to the binary chunk and return the index of their new accessor; if memory
 * runs out, g->failed is set. width: number of components of a vector; vertices: the numbers are
 * attributes of vertices; bounds: the accessor gets the least and the greatest value of each
 * component */
size_t tw_gltf_floats(tw_gltf *g, const float *x, size_t count, int width, bool vertices,
                      bool bounds);
size_t tw_gltf_indices(tw_gltf *g, const uint32_t *x, size_t count);

void tw_gltf_text(FILE *out, const char *s);
void tw_gltf_numbers(FILE *out, const double *x, int n);

/* writes the members of the file's JSON object from "scene" to "animations"; in nodes.c */
void tw_gltf_nodes(tw_gltf *g, FILE *out);

#endif
