/*
 * The automatic camera: whatever of eye, target and zoom the script leaves open is chosen over the
 * whole film, so that what matters fills the picture (framing/window.h says what matters). One
 * camera for all frames, or for all of a shot (frames among which the script does not change the
 * camera), or one that goes along, smoothly (framing/moment.h): scene.camera.fit.
 *
 * A framing is chosen of a survey (framing/survey.h), which can be made while the film is
 * simulated. Distances are rounded up to 32 steps an octave, places to a 64th of the distance, so
 * that a survey that goes on and sees nothing new gives the same framing.
 */
#ifndef TW_FRAME_FRAMING_H
#define TW_FRAME_FRAMING_H

#include "frame/framing/bearing.h"
#include "frame/framing/path.h"
#include "frame/framing/site.h"
#include "frame/framing/survey.h"
#include "frame/subject.h"

#define TW_CAMERA_FOV 0.5235987755982988 /* default field of view: 30 degrees, rad */
#define TW_CAMERA_FILL 0.7               /* default share of the picture for the subject */

/* choice for frames whose cameras leave the same members open */
typedef struct tw_setup {
    tw_camera like;  /* camera of the first such frame */
    vec3 target;     /* target for cameras without one, m */
    double distance; /* distance from eye to target for cameras without an eye, m */
    double fov;      /* field of view for cameras without one, rad */
    double height;   /* height for orthographic cameras without one, m */
    tw_path path;    /* path of a camera that follows its subject; else empty */
} tw_setup;

typedef struct tw_framing {
    TW_ARRAY(tw_setup) setup;
    tw_subject subject; /* subject of the film */
    tw_bearing bearing; /* bearing of cameras that leave it open */
    tw_site site;       /* stage of the looks */
} tw_framing;

/* Chooses cameras and stage for a survey; aspect = width / height. Open bearings of the survey's
 * cameras are filled in. The framing is to be freed, also after a failure. */
tw_status tw_framing_choose(tw_survey *survey, double aspect, tw_framing *framing);
void tw_framing_free(tw_framing *framing);
bool tw_framing_same(const tw_framing *a, const tw_framing *b);
/* is there a setup for this frame's camera? Always true for surveyed frames */
bool tw_framing_serves(const tw_framing *framing, const tw_frame *frame);
/* completes the frame's camera, and its sweep over the shutter if the camera follows; the look is
 * left to tw_look_apply */
tw_status tw_framing_apply(const tw_framing *framing, tw_frame *frame);

/* surveys, chooses, and completes cameras and looks of frames [count] */
tw_status tw_film_frame(tw_frame *const *frames, size_t count, double aspect);

#endif
