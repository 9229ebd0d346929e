/*
 * A spring, a damper and a drive in a joint, or in the weighted sum of the coordinates of up to six
 * joints:
 *
 *     L = sum ratio_i q_i,   F = effort - k (L - rest) - c L',   potential k (L - rest)^2 / 2
 *
 * F acts along L: each body gets the force and torque F J, where J is the body's part of the
 * gradient of L. With `rest` as a function of time it is a servo (PD controller); with `effort`
 * alone it is a motor of given torque.
 */
#include "kinds/_tendon.h"

typedef struct own {
    tw_tendon tendon;
    tw_value stiffness, damping, rest, effort;
} own;

enum { SLOTS = TW_TENDON_JOINTS * TW_TERMS_SLOTS };

/* *L: the sum of coordinates; *rate: its rate; J [TW_TERMS_SLOTS][6]: its gradient */
static void look(const tw_force_in *in, double *L, double *rate, double *J) {
    const own *o = in->own;
    double bias = 0;
    *L = *rate = 0;
    tw_terms row = {1, in->slots, L, rate, &bias, J, NULL};
    tw_terms_in terms = {.t = in->t,
                         .own = in->own,
                         .body = in->body,
                         .body_slot = in->body_slot,
                         .slots = in->slots,
                         .joint = in->joint};
    tw_tendon_row(&o->tendon, in->joint, &terms, &row);
}

static void apply(const tw_force_in *in, tw_wrench *out) {
    const own *o = in->own;
    double L, rate, J[6 * SLOTS] = {0};
    look(in, &L, &rate, J);
    double F = tw_value1(&o->effort, in->t) -
               tw_value1(&o->stiffness, in->t) * (L - tw_value1(&o->rest, in->t)) -
               tw_value1(&o->damping, in->t) * rate;
    for (int s = 0; s < in->slots; s++) {
        out[s].force = v3_madd(out[s].force, F, v3_load(J + 6 * s));
        out[s].torque = v3_madd(out[s].torque, F, v3_load(J + 6 * s + 3));
    }
}

static double potential(const tw_force_in *in) {
    const own *o = in->own;
    double L, rate, J[6 * SLOTS] = {0};
    look(in, &L, &rate, J);
    double d = L - tw_value1(&o->rest, in->t);
    return 0.5 * tw_value1(&o->stiffness, in->t) * d * d;
}

static const tw_param params[] = {
    TW_TENDON_ROWS(own),
    {.name = "stiffness",
     .offset = offsetof(own, stiffness),
     .type = TW_PARAM_VALUE,
     .range = TW_NOT_NEGATIVE,
     .unit = "N m/rad or N/m",
     .doc = "k"},
    {.name = "damping",
     .offset = offsetof(own, damping),
     .type = TW_PARAM_VALUE,
     .range = TW_NOT_NEGATIVE,
     .unit = "N m s or N s/m",
     .doc = "c, against the rate"},
    {.name = "rest",
     .offset = offsetof(own, rest),
     .type = TW_PARAM_VALUE,
     .unit = "rad or m",
     .doc = "where the spring is at rest; of a servo: where it shall go"},
    {.name = "effort",
     .offset = offsetof(own, effort),
     .type = TW_PARAM_VALUE,
     .unit = "N m or N",
     .doc = "torque or force that is added: a motor"},
};

const tw_force_kind tw_force_joint_spring = {
    .kind = {.name = "joint_spring",
             .doc = "a spring, a damper and a drive in a joint, or in a weighted sum of joints",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .apply = apply,
    .potential = potential,
};
