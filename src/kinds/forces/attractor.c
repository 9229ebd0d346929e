/*
 * An attractor: a point that pulls bodies by the inverse square of the distance. With r from the
 * point to a body's centre of mass, m its mass, mu the strength (G M of the mass there) and s the
 * softening,
 *
 *     F = -mu m r / (|r|^2 + s^2)^(3/2),   potential -mu m / (|r|^2 + s^2)^(1/2)
 *
 * (s > 0: a cloud of that size; nothing is infinite). The point's own body is not pulled but feels
 * the reactions, at the point. Without softening a body's centre at the point is an error.
 */
#include "kinds/forces/_push.h"

typedef struct own {
    tw_id at;
    tw_id_list bodies;
    tw_value strength, softening;
} own;

/* vector, world axes, from the attracting point to the centre of mass of the body in `slot`;
 * *distance: sqrt(r^2 + s^2), softened by s */
static vec3 reach(const tw_force_in *in, int slot, double s, double *distance) {
    vec3 r = v3_sub(in->body[slot]->x, in->point[0].x);
    *distance = sqrt(v3_dot(r, r) + s * s);
    return r;
}

static void apply(const tw_force_in *in, tw_wrench *out) {
    const own *o = in->own;
    const tw_point_motion *p = &in->point[0];
    double mu = tw_value1(&o->strength, in->t), s = tw_value1(&o->softening, in->t), d;
    for (int i = 0; i < in->slots; i++) {
        if (i == p->slot) continue;
        vec3 r = reach(in, i, s, &d), F = v3_scale(r, -mu * in->body[i]->m / (d * d * d));
        out[i].force = v3_add(out[i].force, F);
        tw_push_at(out, p, v3_neg(F));
    }
}

static double potential(const tw_force_in *in) {
    const own *o = in->own;
    double mu = tw_value1(&o->strength, in->t), s = tw_value1(&o->softening, in->t), d, sum = 0;
    for (int i = 0; i < in->slots; i++) {
        if (i == in->point[0].slot) continue;
        reach(in, i, s, &d);
        sum -= mu * in->body[i]->m / d;
    }
    return sum;
}

static const tw_param params[] = {
    {.name = "at",
     .offset = offsetof(own, at),
     .type = TW_PARAM_POINT,
     .flags = TW_REQUIRED,
     .doc = "the point that attracts; its body feels the reaction"},
    {.name = "strength",
     .offset = offsetof(own, strength),
     .type = TW_PARAM_VALUE,
     .flags = TW_REQUIRED,
     .unit = "m^3/s^2",
     .doc = "gravitational constant times the attracting mass; negative: it repels"},
    {.name = "softening",
     .offset = offsetof(own, softening),
     .type = TW_PARAM_VALUE,
     .range = TW_NOT_NEGATIVE,
     .unit = "m",
     .doc = "distance scale below which the force stops growing"},
    {.name = "bodies",
     .offset = offsetof(own, bodies),
     .type = TW_PARAM_BODIES,
     .flags = TW_UNSET_OK,
     .doc = "bodies that it pulls; unset: every body, also later ones"},
};

const tw_force_kind tw_force_attractor = {
    .kind = {.name = "attractor",
             .doc = "a point that pulls bodies by the inverse square of the distance",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .apply = apply,
    .potential = potential,
};
