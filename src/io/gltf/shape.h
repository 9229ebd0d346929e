/*
 * Shapes as triangles in single precision, for file formats that have only triangles. Round
 * surfaces are divided so finely that triangles differ from the true surface by at most some
 * thousandths of its radius, those of wires (torus, stadium) by up to an eightieth of the wire's
 * radius; triangles of meshes are kept.
 */
#ifndef TW_IO_GLTF_SHAPE_H
#define TW_IO_GLTF_SHAPE_H

#include "base/array.h"
#include "shape/shape.h"

#include <stdint.h>

typedef struct tw_triangles {
    TW_ARRAY(float) position; /* [vertices][3] positions of the vertices, m */
    TW_ARRAY(float) normal;   /* unit, outward */
    /* three indices of vertices for each triangle, anticlockwise as seen from outside */
    TW_ARRAY(uint32_t) index;
} tw_triangles;

/* appends the shape's triangles, transformed by the pose, to *t */
tw_status tw_gltf_triangles(const tw_shape *shape, const tw_pose *pose, tw_triangles *t);
void tw_triangles_free(tw_triangles *t);

#endif
