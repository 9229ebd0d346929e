/*
 * A coupling: a weighted sum of the coordinates of up to six joints is held (1 row).
 *
 *     position:  D = sum ratio_i q_i - value
 *     velocity:  V = sum ratio_i q_i' - value
 *
 * Gears and racks of more than two joints, equalities of fixed tendons, a rotor that turns with a
 * joint. D', J and the bias are those of the joints' coordinates.
 */
#include "kinds/_tendon.h"

typedef struct own {
    tw_tendon tendon;
    tw_value value;
    /* value of the sum when the coupling was made, used in place of `value` if the script gives
     * none */
    double zero;
    int level; /* tw_level */
    bool begun;
} own;

static const char *const levels[] = {"position", "velocity", NULL};

static tw_level level(const void *o) {
    return (tw_level)((const own *)o)->level;
}

static int rows(const void *o) {
    (void)o;
    return 1;
}

static void terms(const tw_terms_in *in, tw_terms *out) {
    const own *o = in->own;
    double zero = o->level == TW_VELOCITY_LEVEL ? 0 : o->zero;
    tw_jet1 value =
        tw_value_is_unset(&o->value) ? (tw_jet1){zero, 0, 0} : tw_value_jet1(&o->value, in->t);
    out->D[0] -= value.v;
    out->D1[0] -= value.d1;
    out->bias[0] -= value.d2;
    if (o->level == TW_VELOCITY_LEVEL) {
        out->bias[0] = -value.d1;
        out->D1[0] = 0;
        tw_tendon_row(&o->tendon, in->joint, in, out);
        out->D[0] = out->D1[0] - value.v;
        out->D1[0] = 0;
        return;
    }
    tw_tendon_row(&o->tendon, in->joint, in, out);
}

static bool turns_only(const void *self, const struct tw_world *w) {
    const own *o = self;
    for (int i = 0; i < TW_TENDON_JOINTS; i++) {
        const tw_constraint *c = tw_world_joint(w, o->tendon.joint[i]);
        if (c && !tw_joint_is_angle(c)) return false;
    }
    return true;
}

static tw_status begin(void *self, const struct tw_world *w) {
    own *o = self;
    for (int i = 0; i < TW_TENDON_JOINTS; i++)
        for (int k = 0; k < i; k++)
            if (!tw_id_none(o->tendon.joint[i]) &&
                tw_id_equal(o->tendon.joint[i], o->tendon.joint[k]))
                return tw_fail(TW_ARGUMENT, "field 'joint%d': expected another joint", i + 1);
    if (o->begun) return TW_OK;
    o->zero = tw_tendon_now(&o->tendon, w);
    o->begun = true;
    return TW_OK;
}

static const tw_param params[] = {
    TW_TENDON_ROWS(own),
    {.name = "value",
     .offset = offsetof(own, value),
     .type = TW_PARAM_VALUE,
     .flags = TW_UNSET_OK,
     .unit = "rad or m",
     .preset = {TW_UNSET},
     .doc = "what the sum shall be; none: as the joints stand now. At velocity level: its rate; "
            "none: 0"},
    {.name = "level",
     .offset = offsetof(own, level),
     .type = TW_PARAM_CHOICE,
     .flags = TW_AT_CREATION,
     .choices = levels,
     .doc = "position: the sum is held; velocity: its rate"},
};

const tw_constraint_kind tw_constraint_coupling = {
    .kind = {.name = "coupling",
             .doc = "a weighted sum of the angles and positions of joints is held (1 row)",
             .params = params,
             .param_count = sizeof params / sizeof *params,
             .size = sizeof(own)},
    .level = TW_POSITION_LEVEL,
    .rows = rows,
    .terms = terms,
    .begin = begin,
    .turns_only = turns_only,
    .choose_level = level,
};
