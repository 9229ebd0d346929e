/*
 * A spring with a damper between two points:
 *
 *     F on a = -(k (l - rest) + c l') u,   u = (X_a - X_b)/l,   potential k (l - rest)^2 / 2
 *
 * At l = 0 there is no direction u: with rest = 0 the force is -k d - c d', d = X_a - X_b, which is
 * its limit; with rest > 0 that limit depends on the direction.
 */
#include "kinds/forces/_push.h"

typedef struct own {
    tw_id a, b;
    tw_value stiffness, rest, damping;
} own;

static void apply(const tw_force_in *in, tw_wrench *out) {
    const own *o = in->own;
    const tw_point_motion *a = &in->point[0], *b = &in->point[1];
    double k = tw_value1(&o->stiffness, in->t), rest = tw_value1(&o->rest, in->t);
    double c = tw_value1(&o->damping, in->t);
    vec3 d = v3_sub(a->x, b->x), d1 = v3_sub(a->v, b->v), F;
    double l = v3_length(d);
    if (l > 1e-12) {
        vec3 u = v3_scale(d, 1 / l);
        F = v3_scale(u, -(k * (l - rest) + c * v3_dot(u, d1)));
    } else if (rest == 0) {
        F = v3_add(v3_scale(d, -k), v3_scale(d1, -c));
    } else {
        return;
    }
    tw_push_at(out, a, F);
    tw_push_at(out, b, v3_neg(F));
}

static double potential(const tw_force_in *in) {
    const own *o = in->own;
    double l = v3_length(v3_sub(in->point[0].x, in->point[1].x)) - tw_value1(&o->rest, in->t);
    return 0.5 * tw_value1(&o->stiffness, in->t) * l * l;
}

static const tw_param params[] = {
    {.name = "a",
     .offset = offsetof(own, a),
     .type = TW_PARAM_POINT,
     .flags = TW_REQUIRED,
     .doc = "one end"},
    {.name = "b",
     .offset = offsetof(own, b),
     .type = TW_PARAM_POINT,
     .flags = TW_REQUIRED,
     .doc = "the other end"},
    {.name = "stiffness",
     .offset = offsetof(own, stiffness),
     .type = TW_PARAM_VALUE,
     .flags = TW_REQUIRED,
     .range = TW_NOT_NEGATIVE,
     .unit = "N/m",
     .doc = "k"},
    {.name = "rest",
     .offset = offsetof(own, rest),
     .type = TW_PARAM_VALUE,
     .range = TW_NOT_NEGATIVE,
     .unit = "m",
     .doc = "length without force"},
    {.name = "damping",
     .offset = offsetof(own, damping),
     .type = TW_PARAM_VALUE,
     .range = TW_NOT_NEGATIVE,
     .unit = "N s/m",
     .doc = "c, against the change of length"},
};

const tw_force_kind tw_force_spring = {
    .kind = {.name = "spring",
             .doc = "a spring with a damper between two points",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .apply = apply,
    .potential = potential,
};
