/* Chooses looks and cameras of frames while their film is still simulated; see ahead.h. */
#include "library/ahead.h"

#include "frame/framing.h"
#include "frame/look.h"
#include "frame/marks/film/scale.h"

#include <stdlib.h>

struct tw_ahead {
    double aspect;
    tw_survey survey; /* what the frames added so far show, from which the choice is made */
    /* looks and cameras that the last tw_ahead_choose chose; empty before the first */
    tw_framing framing;
    bool chosen;
};

tw_status tw_ahead_create(double aspect, tw_ahead **ahead) {
    *ahead = calloc(1, sizeof **ahead);
    if (!*ahead) return tw_fail_memory();
    (*ahead)->aspect = aspect;
    return TW_OK;
}

void tw_ahead_free(tw_ahead *a) {
    if (!a) return;
    tw_survey_free(&a->survey);
    tw_framing_free(&a->framing);
    free(a);
}

tw_status tw_ahead_add(tw_ahead *a, const tw_frame *frame) {
    return tw_survey_add(&a->survey, frame, a->aspect);
}

tw_status tw_ahead_choose(tw_ahead *a, bool *same) {
    tw_framing before = a->framing;
    tw_status s = tw_framing_choose(&a->survey, a->aspect, &a->framing);
    *same = s == TW_OK && a->chosen && tw_framing_same(&a->framing, &before);
    a->chosen = true;
    tw_framing_free(&before);
    return s;
}

bool tw_ahead_serves(const tw_ahead *a, const tw_frame *frame) {
    return tw_framing_serves(&a->framing, frame);
}

tw_status tw_ahead_complete(const tw_ahead *a, tw_frame *frame, bool scaled) {
    TW_TRY(tw_look_apply(frame, &a->framing.site));
    TW_TRY(tw_framing_apply(&a->framing, frame));
    return scaled ? tw_film_scale(&frame, 1, a->aspect) : TW_OK;
}
