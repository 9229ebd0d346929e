/* Saves and restores the number of whole turns that joints have counted, while a diagnosis
 * evaluates several poses. */
#include "analysis/diagnosis/impl.h"

#include <stdlib.h>

tw_status tw_turn_list_begin(const tw_world *w, tw_turn_list *list) {
    list->joint = calloc(w->constraint.count + 1, sizeof(tw_constraint *));
    list->before = calloc(w->constraint.count + 1, sizeof *list->before);
    if (!list->joint || !list->before) return tw_fail_memory();
    for (size_t i = 0; i < w->constraint.count; i++) {
        const tw_turns *turns = tw_joint_turns_of(w->constraint.data[i]);
        if (!turns) continue;
        list->before[list->count] = *turns;
        list->joint[list->count++] = w->constraint.data[i];
    }
    return TW_OK;
}

void tw_turn_list_show(const tw_turn_list *list, const double *angle, double t) {
    for (int i = 0; i < list->count; i++)
        *tw_joint_turns_of(list->joint[i]) = (tw_turns){angle[i], 0, t};
}

void tw_turn_list_note(const tw_turn_list *list, double *angle) {
    for (int i = 0; i < list->count; i++) angle[i] = tw_joint_turns_of(list->joint[i])->angle;
}

void tw_turn_list_end(tw_turn_list *list) {
    for (int i = 0; i < list->count; i++) *tw_joint_turns_of(list->joint[i]) = list->before[i];
    free(list->joint);
    free(list->before);
    *list = (tw_turn_list){0};
}
