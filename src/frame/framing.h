/*
 * The automatic camera: what the script left open is chosen so that every item of every frame (and
 * its marks) stays in view over the whole film, calmly: one camera for all frames.
 */
#ifndef TW_FRAME_FRAMING_H
#define TW_FRAME_FRAMING_H

#include "frame/frame.h"

/* what is chosen over a film */
typedef struct tw_framing {
    vec3 middle; /* of all that is seen */
    double fov;  /* where a frame has an eye but no field of view */
    /* for frames without an eye, by what they give: the target (1), the field of view (2) */
    struct tw_framing_sort {
        bool ready; /* there are such frames */
        double fov, distance;
        vec3 target;
    } sort[4];
} tw_framing;

/* of frames [count], whose cameras are as the scene gave them; aspect = width / height.
 * Deterministic; frames that reach no farther than others change nothing */
tw_framing tw_framing_choose(tw_frame *const *frames, size_t count, double aspect);
bool tw_framing_same(const tw_framing *a, const tw_framing *b);
/* is the framing of use for a frame that was not among those it was chosen of? */
bool tw_framing_serves(const tw_framing *framing, const tw_frame *frame);
/* how far frames reach, seen by cameras of one framing; {0}: there were none yet */
typedef struct tw_reach {
    bool any, arrows;
    tw_bounds box;
    double lo_x, hi_x, lo_y, hi_y; /* slopes from the eye */
} tw_reach;
/* widens *reach by what the frame shows. false: it reaches no farther than those before, and a
 * framing chosen with it is the same (but for a hair, where distances are about to be rounded) */
bool tw_framing_reach(const tw_framing *framing, const tw_frame *frame, tw_reach *reach);
/* completes the frame's camera */
void tw_framing_apply(const tw_framing *framing, tw_frame *frame);

/* chooses, and completes the cameras of frames [count] */
void tw_film_frame(tw_frame *const *frames, size_t count, double aspect);

#endif
