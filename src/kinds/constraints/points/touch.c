/*
 * The surface of a sphere touches that of another sphere, or a plane, from outside and slides on
 * it.
 *
 *     spheres:  D = |X_a - X_b| - (r_a + r_b)                            (1 row, m; _distance.h)
 *     a plane:  D = n . (X_a - X_O) - r_a, on the side that n points to  (1 row, m)
 *
 * X are the centres, so the force goes through them: without friction, it makes no torque. It pulls
 * as well as it pushes: the surfaces do not part. The plane belongs to the world, or to body `on`,
 * which gets the reaction at the foot of the perpendicular from the sphere's centre.
 */
#include "kinds/constraints/_across.h"
#include "kinds/constraints/points/_distance.h"
#include "model/world.h"

typedef struct own {
    tw_id a, b, on;
    tw_value through, normal;
} own;

static int rows(const void *o) {
    (void)o;
    return 1;
}

/* motion of the centre of a body's only shape, a sphere */
static tw_point_motion centre(const tw_terms_in *in, int slot) {
    const tw_body_motion *m = in->body[slot];
    vec3 b = m3_mul_v(&m->R, m->form->pose[0].x), v = v3_cross(m->omega, b);
    return (tw_point_motion){v3_add(m->x, b), v3_add(m->v, v), b, v3_cross(m->omega, v), slot};
}

static double radius(const tw_terms_in *in, int slot) {
    return in->body[slot]->form->shape[0].p[0];
}

static void terms(const tw_terms_in *in, tw_terms *out) {
    int a = in->body_slot[0], b = in->body_slot[1];
    tw_point_motion pa = centre(in, a);
    if (b >= 0) {
        tw_point_motion pb = centre(in, b);
        tw_distance_row(out, 0, &pa, &pb, (tw_jet1){radius(in, a) + radius(in, b), 0, 0});
        return;
    }
    tw_row_along(out, 0, &pa, &in->point[0], j3_of(&in->vector[0]));
    out->D[0] -= radius(in, a);
}

static tw_status check_sphere(const struct tw_world *w, const char *field, tw_id id) {
    const tw_body *b = tw_world_body(w, id);
    if (b->form.count == 1 && b->form.shape[0].type == TW_SHAPE_SPHERE) return TW_OK;
    return tw_fail(TW_ARGUMENT, "field '%s': expected a sphere, got %s '%s'", field,
                   b->o.kind->name, b->o.name);
}

static tw_status begin(void *self, const struct tw_world *w) {
    const own *o = self;
    bool plane = !tw_value_is_unset(&o->normal);
    TW_TRY(check_sphere(w, "a", o->a));
    if (plane == !tw_id_none(o->b))
        return tw_fail(TW_ARGUMENT, "expected one of 'b' and 'normal', got %s",
                       plane ? "both" : "none of them");
    if (!plane && !tw_id_none(o->on))
        return tw_fail(TW_ARGUMENT, "field 'on': belongs to a plane, expected 'normal' too");
    if (plane) return TW_OK;
    if (tw_id_equal(o->a, o->b))
        return tw_fail(TW_ARGUMENT, "field 'b': expected another body than 'a'");
    return check_sphere(w, "b", o->b);
}

static const tw_param params[] = {
    {.name = "a",
     .offset = offsetof(own, a),
     .type = TW_PARAM_BODY,
     .flags = TW_REQUIRED,
     .doc = "a sphere"},
    {.name = "b",
     .offset = offsetof(own, b),
     .type = TW_PARAM_BODY,
     .flags = TW_UNSET_OK,
     .doc = "the other sphere"},
    {.name = "through",
     .offset = offsetof(own, through),
     .type = TW_PARAM_PLACE,
     .flags = TW_FRAME_POINT,
     .unit = "m",
     .carrier = "on",
     .doc = "a point of the plane, in coordinates of `on` or the world"},
    {.name = "normal",
     .offset = offsetof(own, normal),
     .type = TW_PARAM_AXIS,
     .flags = TW_UNSET_OK | TW_FRAME_VECTOR,
     .range = TW_NOT_ZERO,
     .carrier = "on",
     .preset = {TW_UNSET, TW_UNSET, TW_UNSET},
     .doc = "instead of b: the plane's normal, toward the sphere"},
    {.name = "on",
     .offset = offsetof(own, on),
     .type = TW_PARAM_BODY,
     .flags = TW_UNSET_OK,
     .doc = "body that carries the plane; unset: the world"},
};

const tw_constraint_kind tw_constraint_touch = {
    .kind = {.name = "touch",
             .doc = "a sphere touches another sphere or a plane, and slides (1 row)",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .level = TW_POSITION_LEVEL,
    .rows = rows,
    .terms = terms,
    .begin = begin,
};
