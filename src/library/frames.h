/*
 * Functions of commands for frames (frame/frame.h) that were read from a store or taken from a
 * film: completing, comparing, freeing.
 */
#ifndef TW_LIBRARY_FRAMES_H
#define TW_LIBRARY_FRAMES_H

#include "frame/film.h"

/* frees a frame that was made by malloc, and all that it holds; NULL: does nothing */
void tw_frame_drop(tw_frame *frame);
/* removes the poses within the exposure: the picture has no motion blur */
void tw_frame_freeze(tw_frame *frame);
/* true: look and camera of the frame do not depend on the other frames of the film, so the frame
 * can be completed without them */
bool tw_frame_is_alone(const tw_frame *frame);
/* Completes the frames [count] of a whole film: looks, cameras, scales of marks and curves are
 * chosen for all of them. Frames for which tw_frame_is_alone may be completed one by one */
tw_status tw_frames_complete(tw_frame *const *frames, size_t count, double aspect);
/* a film whose frames are read one after another */
typedef struct tw_frame_series {
    size_t count;
    double aspect;
    /* *frame: frame `index` of the film, from 0, incomplete, malloc'ed; unchanged after a failure.
     * The frames are read twice in their order: once to choose looks and cameras, up to the end or
     * to the first frame that must be completed together with all others; then all of them to be
     * completed */
    tw_status (*read)(void *context, size_t index, tw_frame **frame);
    /* takes over the complete frame `index` and frees it later; called in the order of the
     * frames */
    tw_status (*give)(void *context, size_t index, tw_frame *frame);
    void *context;
} tw_frame_series;

/* Completes the frames as tw_frames_complete does. Only one of them is in memory at a time, unless
 * some frame has marks, curves, fades, or graphs whose axes are scaled to the whole film: then all
 * frames are in memory */
tw_status tw_frames_series(const tw_frame_series *series);
/* adds a text to the picture; the frame keeps a copy of caption->text */
tw_status tw_frame_write(tw_frame *frame, const tw_caption *caption);

/* digest of all data that the frame's picture depends on, so without its number and time; bare:
 * also without marks, captions and curves */
uint64_t tw_frame_key(const tw_frame *frame, bool bare);

#endif
