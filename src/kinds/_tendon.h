/*
 * A fixed tendon: a weighted sum of coordinates of joints, L = sum ratio_i q_i, whose rate and
 * acceleration are the same sums of rates and accelerations. q is the angle of a joint, or the
 * position of a joint without an angle; of a serial joint the one coordinate that it stands for.
 */
#ifndef TW_KINDS_TENDON_H
#define TW_KINDS_TENDON_H

#include "model/joint.h"

enum { TW_TENDON_JOINTS = 6 };

typedef struct tw_tendon {
    tw_id joint[TW_TENDON_JOINTS];
    double ratio[TW_TENDON_JOINTS];
} tw_tendon;

static inline tw_coordinate tw_tendon_which(const tw_constraint_kind *kind) {
    return kind->coordinates >> TW_COORDINATE_ANGLE & 1 ? TW_COORDINATE_ANGLE
                                                        : TW_COORDINATE_POSITION;
}

/* adds L, with its derivatives and its row of J, to row 0 of out; joint [TW_TENDON_JOINTS]: the
 * joints; kind NULL: the script does not give this one */
static inline void tw_tendon_row(const tw_tendon *t, const tw_joint_ref *joint,
                                 const tw_terms_in *in, const tw_terms *out) {
    for (int i = 0; i < TW_TENDON_JOINTS; i++)
        if (joint[i].kind)
            joint[i].kind->coordinate(&joint[i], in, tw_tendon_which(joint[i].kind), t->ratio[i],
                                      out, 0);
}

/* value of L (rad or m, times the ratios) at the poses that the world's bodies have now */
static inline double tw_tendon_now(const tw_tendon *t, const struct tw_world *w) {
    double sum = 0, value, rate;
    for (int i = 0; i < TW_TENDON_JOINTS; i++) {
        const tw_constraint *c = tw_world_joint(w, t->joint[i]);
        if (!c) continue;
        tw_joint_now(w, c, tw_tendon_which((const tw_constraint_kind *)c->o.kind), &value, &rate);
        sum += t->ratio[i] * value;
    }
    return sum;
}

#define TW_TENDON_JOINT(TYPE, NAME, INDEX, FLAGS)                                                 \
    {                                                                                             \
        .name = NAME, .offset = offsetof(TYPE, tendon.joint) + (INDEX - 1) * sizeof(tw_id),       \
        .type = TW_PARAM_JOINT, .flags = TW_AT_CREATION | FLAGS,                                  \
        .doc = INDEX == 1 ? "the joint whose angle or position it acts on" : "one more, likewise" \
    }
#define TW_TENDON_RATIO(TYPE, NAME, INDEX)                                                   \
    {                                                                                        \
        .name = NAME, .offset = offsetof(TYPE, tendon.ratio) + (INDEX - 1) * sizeof(double), \
        .type = TW_PARAM_NUMBER, .flags = TW_AT_CREATION, .preset = {1},                     \
        .doc = "what its coordinate counts in the sum"                                       \
    }
#define TW_TENDON_ROWS(TYPE)                                                                \
    TW_TENDON_JOINT(TYPE, "joint", 1, TW_REQUIRED),                                         \
        TW_TENDON_JOINT(TYPE, "joint2", 2, TW_UNSET_OK),                                    \
        TW_TENDON_JOINT(TYPE, "joint3", 3, TW_UNSET_OK),                                    \
        TW_TENDON_JOINT(TYPE, "joint4", 4, TW_UNSET_OK),                                    \
        TW_TENDON_JOINT(TYPE, "joint5", 5, TW_UNSET_OK),                                    \
        TW_TENDON_JOINT(TYPE, "joint6", 6, TW_UNSET_OK), TW_TENDON_RATIO(TYPE, "ratio", 1), \
        TW_TENDON_RATIO(TYPE, "ratio2", 2), TW_TENDON_RATIO(TYPE, "ratio3", 3),             \
        TW_TENDON_RATIO(TYPE, "ratio4", 4), TW_TENDON_RATIO(TYPE, "ratio5", 5),             \
        TW_TENDON_RATIO(TYPE, "ratio6", 6)

#endif
