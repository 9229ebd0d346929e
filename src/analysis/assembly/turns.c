/* Turns of joints on the path of an assembly. A pose determines an angle only up to whole turns. So
 * at each accepted pose the turns are counted from the pose before it, as in a motion, and a drive
 * to an angle of 20 rad turns its joint three times. Steps of steps.c and minimum.c turn no body by
 * more than 1 rad; there is no such bound between two counts in flow.c and compare.c (steps of
 * pair.c), in pull.c (a step with all that mend it), and for changes at random (assemble.c). */
#include "analysis/assembly/impl.h"

#include <string.h>

/* lists in a->joint the joints at the island's bodies that count turns */
tw_status tw_assembly_joints(tw_assembly *a, const tw_island *isl) {
    const tw_world *w = a->d->world;
    a->joint = tw_arena_new(&a->memory, tw_constraint *, w->constraint.count);
    if (!a->joint) return tw_fail_memory();
    for (size_t i = 0; i < w->constraint.count; i++)
        if (tw_joint_moves(w, w->constraint.data[i], isl->bodies, isl->body))
            a->joint[a->joints++] = w->constraint.data[i];
    return TW_OK;
}

void tw_assembly_count(tw_assembly *a) {
    for (int i = 0; i < a->joints; i++)
        tw_joint_count(a->d->world, a->joint[i], a->d->pass.motion, a->t);
}

size_t tw_assembly_numbers(const tw_assembly *a) {
    return (size_t)TW_POSE * (size_t)a->bodies + (size_t)a->joints;
}

void tw_assembly_save(const tw_assembly *a, double *to) {
    size_t poses = (size_t)TW_POSE * (size_t)a->bodies;
    memcpy(to, a->now.pose, poses * sizeof *to);
    for (int i = 0; i < a->joints; i++)
        to[poses + (size_t)i] = tw_joint_turns_of(a->joint[i])->angle;
}

void tw_assembly_load(tw_assembly *a, const double *from) {
    size_t poses = (size_t)TW_POSE * (size_t)a->bodies;
    memcpy(a->now.pose, from, poses * sizeof *from);
    tw_assembly_place(a, a->now.pose);
    for (int i = 0; i < a->joints; i++)
        *tw_joint_turns_of(a->joint[i]) = (tw_turns){from[poses + (size_t)i], 0, a->t};
}
