/*
 * Viscous drag: F = -linear v, T = -angular omega; or by rate, per unit mass: F = -rate m v,
 * T = -rate I omega = -rate L, under which every motion decays with exp(-rate t).
 */
#include "model/field/kind.h"

typedef struct own {
    tw_id_list bodies;
    tw_value linear, angular, rate;
} own;

/* value of a coefficient at time t; 0 if it is not set */
static double coefficient(const tw_value *v, double t) {
    double c = tw_value1(v, t);
    return isnan(c) ? 0 : c;
}

static void apply(const tw_force_in *in, tw_wrench *out) {
    const own *o = in->own;
    double linear = coefficient(&o->linear, in->t), angular = coefficient(&o->angular, in->t);
    double rate = coefficient(&o->rate, in->t);
    for (int s = 0; s < in->slots; s++) {
        const tw_body_motion *m = in->body[s];
        /* no drag on fixed and driven bodies, whose inverse mass is 0 */
        if (m->m_inv == 0) continue;
        out[s].force = v3_madd(out[s].force, -(linear + rate * m->m), m->v);
        out[s].torque = v3_madd(v3_madd(out[s].torque, -angular, m->omega), -rate, m->L);
    }
}

static tw_status begin(void *self, const struct tw_world *w) {
    (void)w;
    const own *o = self;
    if (!tw_value_is_unset(&o->linear) || !tw_value_is_unset(&o->angular) ||
        !tw_value_is_unset(&o->rate))
        return TW_OK;
    return tw_fail(TW_ARGUMENT, "expected 'linear', 'angular' or 'rate', got none of them");
}

static const tw_param params[] = {
    {.name = "bodies",
     .offset = offsetof(own, bodies),
     .type = TW_PARAM_BODIES,
     .flags = TW_UNSET_OK,
     .doc = "bodies that it acts on; unset: all, also later ones"},
    {.name = "linear",
     .offset = offsetof(own, linear),
     .type = TW_PARAM_VALUE,
     .flags = TW_UNSET_OK,
     .range = TW_NOT_NEGATIVE,
     .preset = {TW_UNSET},
     .unit = "N s/m",
     .doc = "against the velocity"},
    {.name = "angular",
     .offset = offsetof(own, angular),
     .type = TW_PARAM_VALUE,
     .flags = TW_UNSET_OK,
     .range = TW_NOT_NEGATIVE,
     .preset = {TW_UNSET},
     .unit = "N m s",
     .doc = "against the angular velocity"},
    {.name = "rate",
     .offset = offsetof(own, rate),
     .type = TW_PARAM_VALUE,
     .flags = TW_UNSET_OK,
     .range = TW_NOT_NEGATIVE,
     .preset = {TW_UNSET},
     .unit = "1/s",
     .doc = "against momentum and angular momentum"},
};

const tw_force_kind tw_force_drag = {
    .kind = {.name = "drag",
             .doc = "viscous drag on some or all bodies",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .apply = apply,
    .begin = begin,
};
