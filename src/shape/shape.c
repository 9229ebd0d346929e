/* Functions on shapes that find the shape's kind by its number, and bounding boxes; see shape.h. */
#include "shape/shape.h"

const tw_shape_kind *tw_shape_numbered(int type) {
    for (int i = 0; tw_shape_kinds[i]; i++)
        if (tw_shape_kinds[i]->type == type) return tw_shape_kinds[i];
    return NULL;
}

void tw_shape_mass(const tw_shape *s, double *volume, mat3 *inertia) {
    tw_shape_of(s)->mass(s, volume, inertia);
}

double tw_shape_radius(const tw_shape *s) {
    return tw_shape_of(s)->radius(s);
}

double tw_shapes_radius(const tw_shape *s, const tw_pose *pose, int count) {
    double r = 0;
    for (int i = 0; i < count; i++) r = fmax(r, v3_length(pose[i].x) + tw_shape_radius(&s[i]));
    return r;
}

double tw_shape_extent(const tw_shape *s, vec3 n) {
    return tw_shape_of(s)->extent(s, n);
}

tw_bounds tw_shape_bounds(const tw_shape *s, const tw_pose *pose) {
    /* row i of R: axis i of the world in the shape's own axes */
    const tw_shape_kind *kind = tw_shape_of(s);
    mat3 R = q_matrix(pose->q);
    double lo[3], hi[3], x[3];
    v3_store(x, pose->x);
    for (int i = 0; i < 3; i++) {
        vec3 n = v3(R.m[i][0], R.m[i][1], R.m[i][2]);
        hi[i] = x[i] + kind->extent(s, n);
        lo[i] = x[i] - kind->extent(s, v3_neg(n));
    }
    return (tw_bounds){v3_load(lo), v3_load(hi)};
}
