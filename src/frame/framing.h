/*
 * The automatic camera: what the script left open is chosen so that every item of every frame (and
 * its marks) stays in view over the whole film, calmly: one camera for all frames.
 */
#ifndef TW_FRAME_FRAMING_H
#define TW_FRAME_FRAMING_H

#include "frame/frame.h"

/* completes the cameras of frames [count]; aspect = width / height. Deterministic. */
void tw_film_frame(tw_frame *const *frames, size_t count, double aspect);

#endif
