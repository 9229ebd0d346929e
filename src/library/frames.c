/* Completes (chooses looks and cameras), compares and frees frames, for commands; see frames.h. */
#include "library/frames.h"

#include "frame/marks/film/graphs.h"
#include "library/ahead.h"

#include <stdlib.h>

void tw_frame_drop(tw_frame *frame) {
    if (frame) tw_frame_destroy(frame);
}

void tw_frame_freeze(tw_frame *frame) {
    tw_frame_stop(frame);
}

bool tw_frame_is_alone(const tw_frame *frame) {
    return tw_frame_alone(frame);
}

tw_status tw_frames_complete(tw_frame *const *frames, size_t count, double aspect) {
    return tw_film_complete(frames, count, aspect);
}

/* ---- one after another --------------------------------------------------------------------- */

/* true: the frame has marks, curves, graphs or fades, whose scales or other parts depend on all
 * frames of the film */
static bool has_marks(const tw_frame *f) {
    return f->mark_count || f->plot_count || f->fades || f->part || !tw_graphs_complete(f);
}

/* adds the frames to `choice`, up to the first with marks; *together: there is such a frame, so
 * that all frames must be completed together and the choice is not of use */
static tw_status survey(const tw_frame_series *s, tw_ahead *choice, bool *together) {
    *together = false;
    for (size_t i = 0; i < s->count && !*together; i++) {
        tw_frame *f;
        TW_TRY(s->read(s->context, i, &f));
        *together = has_marks(f);
        tw_status status = tw_ahead_add(choice, f);
        tw_frame_drop(f);
        TW_TRY(status);
    }
    return TW_OK;
}

static tw_status complete_each(const tw_frame_series *s, const tw_ahead *choice) {
    for (size_t i = 0; i < s->count; i++) {
        tw_frame *f;
        TW_TRY(s->read(s->context, i, &f));
        tw_status status = tw_ahead_complete(choice, f, true);
        if (status != TW_OK) {
            tw_frame_drop(f);
            return status;
        }
        TW_TRY(s->give(s->context, i, f));
    }
    return TW_OK;
}

static tw_status complete_together(const tw_frame_series *s) {
    tw_frame **all = calloc(s->count, sizeof *all);
    if (!all) return tw_fail_memory();
    tw_status status = TW_OK;
    for (size_t i = 0; i < s->count && status == TW_OK; i++)
        status = s->read(s->context, i, &all[i]);
    if (status == TW_OK) status = tw_frames_complete(all, s->count, s->aspect);
    for (size_t i = 0; i < s->count; i++) {
        if (status == TW_OK)
            status = s->give(s->context, i, all[i]);
        else
            tw_frame_drop(all[i]);
    }
    free(all);
    return status;
}

tw_status tw_frames_series(const tw_frame_series *s) {
    tw_ahead *choice;
    bool together, same;
    if (!s->count) return TW_OK;
    TW_TRY(tw_ahead_create(s->aspect, &choice));
    tw_status status = survey(s, choice, &together);
    if (status == TW_OK && !together) status = tw_ahead_choose(choice, &same);
    if (status == TW_OK && !together) status = complete_each(s, choice);
    tw_ahead_free(choice);
    return status == TW_OK && together ? complete_together(s) : status;
}

/* ---- texts and digests ---------------------------------------------------------------------- */

tw_status tw_frame_write(tw_frame *frame, const tw_caption *caption) {
    tw_caption c = *caption;
    c.text = tw_frame_text(frame, caption->text);
    return c.text ? tw_frame_caption(frame, &c) : tw_fail_memory();
}

uint64_t tw_frame_key(const tw_frame *frame, bool bare) {
    return bare ? tw_frame_bare_digest(frame) : tw_frame_digest(frame);
}
