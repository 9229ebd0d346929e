/*
 * A flame that shows a constraint's force, as of a rocket engine [BB88 sec. 2.2]: it stands where
 * the force acts on the first body and points against the force; its length is proportional to the
 * force.
 */
#include "model/prop.h"

typedef struct plume {
    tw_id of;
    tw_value metres_per_newton, max_length, radius;
} plume;

static tw_status show(const tw_prop_in *in, tw_piece_list *out) {
    const plume *o = in->own;
    double size = v3_length(in->force), most = tw_value1(&o->max_length, in->t);
    double length = size * tw_value1(&o->metres_per_newton, in->t);
    if (!isnan(most)) length = fmin(length, most);
    /* the flame consists of a cone and a sphere; a short flame is thinner */
    double r = fmin(tw_value1(&o->radius, in->t), 0.25 * length);
    if (!(r > 0) || !isfinite(length)) return TW_OK;
    vec3 away = v3_scale(in->force, -1 / size);
    tw_pose at = {v3_scale(away, 0.25 * length), q_between(v3(0, 0, 1), away)};
    TW_TRY(tw_piece_add(out, (tw_shape){.type = TW_SHAPE_CONE, .p = {r, length, 0}}, at));
    return tw_piece_add(out, (tw_shape){.type = TW_SHAPE_SPHERE, .p = {r, 0, 0}},
                        (tw_pose){v3_zero(), q_identity()});
}

#define ROW(field) .name = #field, .offset = offsetof(plume, field)

static const tw_param params[] = {
    {ROW(of), .type = TW_PARAM_JOINT, .flags = TW_REQUIRED | TW_ANY_CONSTRAINT,
     .doc = "the constraint whose force on its first body is shown"},
    {ROW(metres_per_newton), .type = TW_PARAM_VALUE, .range = TW_NOT_NEGATIVE, .unit = "m/N",
     .preset = {0.01}, .doc = "length per newton"},
    {ROW(max_length), .type = TW_PARAM_VALUE, .flags = TW_UNSET_OK, .range = TW_NOT_NEGATIVE,
     .unit = "m", .preset = {TW_UNSET}, .doc = "greatest length; unset: no bound"},
    {ROW(radius), .type = TW_PARAM_VALUE, .range = TW_NOT_NEGATIVE, .unit = "m", .preset = {0.05},
     .doc = "radius of the thick end; a quarter of the length at most"},
};

const tw_prop_kind tw_prop_plume = {
    .kind = {.name = "plume",
             .doc = "a flame that shows the force of a constraint",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(plume)},
    .anchor = TW_ANCHOR_PLACE,
    .show = show,
    .look = "flame",
};
