/*
 * A new constraint by one file: a point keeps an altitude above z = 0.
 *     D = z - h,  D' = z',  D'' = z''                               (1 row, m)
 */
#include "model/field/kind.h"

typedef struct own {
    tw_id point;
    double meters;
} own;

static int rows(const void *o) {
    (void)o;
    return 1;
}

static void terms(const tw_terms_in *in, tw_terms *out) {
    const tw_point_motion *p = &in->point[0];
    vec3 up = v3(0, 0, 1);
    out->D[0] = p->x.z - ((const own *)in->own)->meters;
    out->D1[0] = p->v.z;
    out->bias[0] = p->bias.z;
    tw_row_add(out, 0, p->slot, up, v3_cross(p->b, up));
}

static const tw_param params[] = {
    {.name = "point",
     .offset = offsetof(own, point),
     .type = TW_PARAM_POINT,
     .flags = TW_REQUIRED,
     .doc = "the point that keeps it"},
    {.name = "meters",
     .offset = offsetof(own, meters),
     .type = TW_PARAM_NUMBER,
     .flags = TW_REQUIRED,
     .unit = "m",
     .preset = {0},
     .doc = "altitude"},
};

const tw_constraint_kind tw_constraint_altitude = {
    .kind = {.name = "altitude",
             .doc = "a point keeps an altitude (1 row)",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .level = TW_POSITION_LEVEL,
    .rows = rows,
    .terms = terms,
};
