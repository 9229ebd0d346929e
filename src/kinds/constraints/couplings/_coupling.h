/*
 * Common to the kinds gear and rack, in which a coordinate of joint b follows the angle of joint a.
 *
 *     D = y - ratio angle_a - phase   (1 row),   y: angle or position of b
 *
 * ratio and phase may vary with time; D' and the bias include their derivatives. D', J and the bias
 * are those of the joints' coordinates, and angles count full turns as the joints do. If no phase
 * is given, one is chosen so that D = 0 when the coupling is made, and again when its ratio is set
 * to another constant. A joint that is disabled still has its coordinates.
 */
#ifndef TW_KINDS_CONSTRAINTS_COUPLINGS_COUPLING_H
#define TW_KINDS_CONSTRAINTS_COUPLINGS_COUPLING_H

#include "model/joint.h"

typedef struct tw_coupling {
    tw_id a, b;
    tw_value ratio, phase;
    /* zero: the phase chosen by `begin`; zero_ratio: the ratio for which it was chosen */
    double zero, zero_ratio;
    bool begun;
} tw_coupling;

static inline int tw_coupling_rows(const void *own) {
    (void)own;
    return 1;
}

static inline void tw_coupling_terms(const tw_terms_in *in, tw_coordinate of_b, tw_terms *out) {
    const tw_coupling *o = in->own;
    const tw_joint_ref *a = &in->joint[0], *b = &in->joint[1];
    bool meshed = tw_value_is_unset(&o->phase);
    tw_jet1 phase = meshed ? (tw_jet1){o->zero, 0, 0} : tw_value_jet1(&o->phase, in->t);
    out->D[0] -= phase.v;
    out->D1[0] -= phase.d1;
    out->bias[0] -= phase.d2;
    b->kind->coordinate(b, in, of_b, 1, out, 0);
    tw_jet1 r = tw_value_jet1(&o->ratio, in->t);
    a->kind->coordinate(a, in, TW_COORDINATE_ANGLE, -r.v, out, 0);
    if (tw_value_is_constant(&o->ratio)) return;
    double angle = 0, speed = 0, bias = 0, J[2 * 6 * TW_TERMS_SLOTS] = {0};
    tw_terms row = {1, in->slots, &angle, &speed, &bias, J, NULL};
    a->kind->coordinate(a, in, TW_COORDINATE_ANGLE, 1, &row, 0);
    out->D1[0] -= r.d1 * angle;
    out->bias[0] -= r.d2 * angle + 2 * r.d1 * speed;
}

static inline tw_status tw_coupling_begin(tw_coupling *o, const tw_world *w, tw_coordinate of_b) {
    static const char *const what[] = {"an angle (hinge, cylindrical, screw, planar)",
                                       "a position (slider, cylindrical, screw)"};
    const tw_constraint *a = tw_world_joint(w, o->a), *b = tw_world_joint(w, o->b);
    if (!tw_joint_has(a, TW_COORDINATE_ANGLE))
        return tw_fail(TW_ARGUMENT, "field 'a': expected a joint with %s, got %s '%s'",
                       what[TW_COORDINATE_ANGLE], a->o.kind->name, a->o.name);
    if (!tw_joint_has(b, of_b))
        return tw_fail(TW_ARGUMENT, "field 'b': expected a joint with %s, got %s '%s'", what[of_b],
                       b->o.kind->name, b->o.name);
    if (a == b && of_b == TW_COORDINATE_ANGLE)
        return tw_fail(TW_ARGUMENT, "field 'b': expected another joint than 'a'");
    double ratio = tw_value1(&o->ratio, w->time);
    bool constant = tw_value_is_constant(&o->ratio);
    if (constant && ratio == 0)
        return tw_fail(TW_ARGUMENT, "field 'ratio': expected a number other than 0");
    if (o->begun && (!constant || o->zero_ratio == ratio)) return TW_OK;
    double angle, y, rate;
    tw_joint_now(w, a, TW_COORDINATE_ANGLE, &angle, &rate);
    tw_joint_now(w, b, of_b, &y, &rate);
    o->zero = y - ratio * angle;
    o->zero_ratio = ratio;
    o->begun = true;
    return TW_OK;
}

#endif
