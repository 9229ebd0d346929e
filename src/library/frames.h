/*
 * Frames in the hands of a command (frame/frame.h): read from a store or taken from a film, then
 * completed, told apart, freed.
 */
#ifndef TW_LIBRARY_FRAMES_H
#define TW_LIBRARY_FRAMES_H

#include "frame/film.h"

/* frees a frame of malloc with all that it holds; NULL is fine */
void tw_frame_drop(tw_frame *frame);
/* removes the poses within the exposure: the picture has no motion blur */
void tw_frame_freeze(tw_frame *frame);
/* Does the frame depend on no other one, marks and curves aside? */
bool tw_frame_is_alone(const tw_frame *frame);
/* Completes the frames [count] of a whole film: looks, cameras, scales of marks and curves are
 * chosen for all of them. Frames that are alone may be completed one by one */
tw_status tw_frames_complete(tw_frame *const *frames, size_t count, double aspect);
/* adds a text to the picture; the frame keeps a copy of caption->text */
tw_status tw_frame_write(tw_frame *frame, const tw_caption *caption);

/* digest of all that a picture of the frame depends on, so not of its number and time; bare:
 * without marks, captions and curves */
uint64_t tw_frame_key(const tw_frame *frame, bool bare);

#endif
