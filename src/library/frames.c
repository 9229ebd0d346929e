/* Completes, compares and frees frames, for commands; see frames.h. */
#include "library/frames.h"

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

tw_status tw_frame_write(tw_frame *frame, const tw_caption *caption) {
    tw_caption c = *caption;
    c.text = tw_frame_text(frame, caption->text);
    return c.text ? tw_frame_caption(frame, &c) : tw_fail_memory();
}

uint64_t tw_frame_key(const tw_frame *frame, bool bare) {
    return bare ? tw_frame_bare_digest(frame) : tw_frame_digest(frame);
}
