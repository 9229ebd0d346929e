/*
 * A bare body: mass and inertia as given. Its shapes serve pictures and contacts only; their
 * coordinates are relative to the centre of mass, which is the body's origin.
 */
#include "model/field/parts.h"

typedef struct bare {
    mat3 inertia;
    tw_parts *shape;
    bool exact_shape;
    tw_value exact_orientation;
} bare;

static tw_status add_shapes(const tw_parts *shape, bool bits, tw_form *f) {
    for (int i = 0; i < shape->count; i++)
        if (!isnan(shape->part[i].density) || !isnan(shape->part[i].mass))
            return tw_fail(TW_ARGUMENT,
                           "field 'shape': expected no 'density' or 'mass' in it: the body's own "
                           "mass and inertia count");
    if (bits) return tw_parts_place(shape, f);
    TW_TRY(tw_parts_form(shape, f));
    /* building the form has moved the origin to the shapes' centre of mass; moved back, the shapes
     * stay where the script put them */
    tw_form_shift(f, f->com);
    f->com = v3_zero();
    return TW_OK;
}

static tw_status form(const void *own, tw_form *f) {
    const bare *o = own;
    if (o->shape) TW_TRY(add_shapes(o->shape, o->exact_shape, f));
    if (!tw_value_is_unset(&o->exact_orientation)) {
        quat q = q_load(o->exact_orientation.c);
        if (!tw_value_is_constant(&o->exact_orientation) || !(fabs(q_dot(q, q) - 1) < 1e-12))
            return tw_fail(TW_ARGUMENT,
                           "field 'exact_orientation': expected a constant quaternion of unit "
                           "length");
        f->has_pose = true;
        f->at = (tw_pose){{TW_UNSET, TW_UNSET, TW_UNSET}, q};
    }
    f->has_mass = true;
    /* not computed from the shapes: the script must give the field `mass` */
    f->mass = TW_UNSET;
    f->inertia = o->inertia;
    return TW_OK;
}

static const tw_param params[] = {
    {.name = "inertia",
     .offset = offsetof(bare, inertia),
     .type = TW_PARAM_MAT3,
     .flags = TW_REQUIRED,
     .unit = "kg m^2",
     .preset = {1, 1, 1},
     .doc = "about the centre of mass, body axes: {xx, yy, zz} or 3 x 3"},
    {.name = "shape",
     .offset = offsetof(bare, shape),
     .type = TW_PARAM_PARTS,
     .flags = TW_UNSET_OK | TW_AT_CREATION,
     .doc = "what is seen: {kind = \"box\", size =, position =, ...}, or a list of such"},
    {.name = "exact_shape",
     .offset = offsetof(bare, exact_shape),
     .type = TW_PARAM_BOOL,
     .flags = TW_AT_CREATION,
     .doc = "positions and orientations in `shape` count to the last bit, as in scripts that "
            "programs write; else they are rounded as those of a compound"},
    {.name = "exact_orientation",
     .offset = offsetof(bare, exact_orientation),
     .type = TW_PARAM_VALUE4,
     .flags = TW_UNSET_OK | TW_AT_CREATION,
     .preset = {TW_UNSET},
     .doc = "instead of `orientation`, of unit length, in the world: to the last bit, where "
            "`orientation` is normalised anew"},
};

const tw_body_kind tw_body_body = {
    .kind = {.name = "body",
             .doc = "a bare body of given mass and inertia",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(bare)},
    .form = form,
};
