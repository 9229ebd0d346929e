/*
 * The automatic camera: whatever of eye, target and zoom the script leaves open is chosen over the
 * whole film, so that what matters fills the picture (framing/window.h says what matters).
 * scene.camera.fit tells over which frames: one camera for all frames; one for all frames of a
 * shot, in which the script does not change the camera; or one that follows its subject smoothly
 * (framing/moment.h).
 *
 * A framing (the chosen cameras) is computed from a survey (framing/survey.h), which can be made
 * while the film is simulated. Distances are rounded up to 32 steps per octave, places to a 64th of
 * the distance, so that a survey to which frames with nothing new are added gives the same framing;
 * paths of cameras that follow their subject (TW_FIT_MOMENT) are not rounded.
 */
#ifndef TW_FRAME_FRAMING_H
#define TW_FRAME_FRAMING_H

#include "frame/framing/bearing.h"
#include "frame/framing/path.h"
#include "frame/framing/site.h"
#include "frame/framing/survey.h"
#include "frame/subject.h"

#define TW_CAMERA_FOV 0.5235987755982988 /* default field of view, 30 degrees, in rad */
#define TW_CAMERA_FILL 0.7               /* default share of the picture that the subject fills */

/* what is chosen for all frames whose cameras leave the same members open (tw_camera_alike) */
typedef struct tw_setup {
    tw_camera like;  /* camera of the first of these frames, which stands for the others */
    vec3 target;     /* target, if the cameras leave it open, m */
    double distance; /* distance of the eye from the target, if the cameras leave the eye open, m */
    double fov;      /* field of view, if the cameras leave it open, rad */
    double height;   /* height of the picture, if orthographic cameras leave it open, m */
    /* TW_FIT_MOMENT: path along which the camera follows its subject; empty: it does not follow */
    tw_path path;
} tw_setup;

typedef struct tw_framing {
    TW_ARRAY(tw_setup) setup;
    tw_subject subject; /* bounds of what the film shows */
    tw_bearing bearing; /* direction of view where cameras leave `around` and `above` open */
    tw_site site;       /* place and size of the stage on which looks put their lights and floor */
} tw_framing;

/* *framing: cameras and stage for the film of a survey; aspect = width / height. The directions of
 * view that cameras of the survey leave open are set in the survey, too. *framing must be freed,
 * also after a failure. */
tw_status tw_framing_choose(tw_survey *survey, double aspect, tw_framing *framing);
void tw_framing_free(tw_framing *framing);
bool tw_framing_same(const tw_framing *a, const tw_framing *b);
/* true: the framing has a setup for cameras like this frame's, as it has for every frame of the
 * surveyed film */
bool tw_framing_serves(const tw_framing *framing, const tw_frame *frame);
/* completes the frame's camera and its cameras over the exposure; if the framing does not serve the
 * frame (tw_framing_serves), an incomplete camera stays as it is. The look is not applied
 * (tw_look_apply does that) */
tw_status tw_framing_apply(const tw_framing *framing, tw_frame *frame);

/* surveys the frames [count] of a film, completes their cameras and applies their looks; aspect =
 * width / height */
tw_status tw_film_frame(tw_frame *const *frames, size_t count, double aspect);

#endif
