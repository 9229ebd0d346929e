/* Triangles of shapes in single precision; see shape.h. */
#include "io/gltf/shape.h"

#include "shape/triangles.h"

#include <stdlib.h>

void tw_triangles_free(tw_triangles *t) {
    tw_array_free(&t->position);
    tw_array_free(&t->normal);
    tw_array_free(&t->index);
}

static tw_status add(tw_triangles *t, const tw_pose *pose, const tw_surface *from) {
    size_t first = t->position.count / 3;
    for (size_t i = 0; i < from->position.count; i++) {
        vec3 x = tw_pose_apply(pose, from->position.data[i]);
        vec3 n = q_rotate(pose->q, from->normal.data[i]);
        double length = v3_length(n);
        float values[6] = {(float)x.x,
                           (float)x.y,
                           (float)x.z,
                           (float)(n.x / length),
                           (float)(n.y / length),
                           (float)(n.z / length)};
        for (int k = 0; k < 3; k++) {
            TW_TRY(tw_push(&t->position, values[k]));
            TW_TRY(tw_push(&t->normal, values[3 + k]));
        }
    }
    for (size_t i = 0; i < from->index.count; i++)
        TW_TRY(tw_push(&t->index, (uint32_t)first + from->index.data[i]));
    return TW_OK;
}

tw_status tw_gltf_triangles(const tw_shape *s, const tw_pose *pose, tw_triangles *t) {
    tw_surface surface;
    tw_status status = tw_shape_triangles(s, &surface);
    if (status == TW_OK) status = add(t, pose, &surface);
    tw_surface_free(&surface);
    return status;
}
