/*
 * A survey of a film: for each frame only what framing needs (shapes with their poses, camera, room
 * for captions), called a glimpse, so that the frames themselves need not stay in memory.
 *
 * Frames are added in order of time. When the survey is full, every other glimpse is dropped,
 * except those at which the camera changes (`turn`), and from then on half as many frames are kept.
 * What is kept depends on the frames alone, so a survey made while the film is simulated is the
 * same as one made of the finished film.
 */
#ifndef TW_FRAME_FRAMING_SURVEY_H
#define TW_FRAME_FRAMING_SURVEY_H

#include "base/array.h"
#include "frame/frame.h"

/* a solid or a marked point in one glimpse, at the frame's time */
typedef struct tw_seen {
    tw_shape shape; /* its shape; a mesh is retained; of a marked point: a ball of radius 0 */
    tw_pose pose;
    uint32_t tag;  /* tag of its item, the same in all frames; of a marked point: 0 */
    uint32_t root; /* key (tw_root) of the body or prop to which it belongs; of a marked point: 0 */
    bool beside;   /* true: an automatic camera does not try to show it */
} tw_seen;

/* what the survey keeps of one frame */
typedef struct tw_glimpse {
    size_t index; /* number of the frame in the film, from 0 */
    double time;  /* s */
    tw_camera camera;
    size_t first, count; /* its things: survey.seen[first .. first + count - 1] */
    bool arrows;         /* true: the frame has arrows of forces, which reach beyond the bodies */
    /* shares of the picture's height that captions take at the top and at the bottom */
    double top, bottom;
    /* shares that graphs take from the picture: at its right, at its left (of its width), at its
     * top, at its bottom (of its height) */
    double graphs[4];
    /* true: the first frame, or one whose camera is not like that of the frame before
     * (tw_camera_alike) */
    bool turn;
} tw_glimpse;

enum {
    /* greatest number of glimpses, unless the camera changes more often */
    TW_SURVEY_GLIMPSES = 512,
    /* greatest number of things in all glimpses together, unless these are 16 or fewer */
    TW_SURVEY_SEEN = 1 << 17
};

typedef struct tw_survey {
    TW_ARRAY(tw_glimpse) glimpse;
    TW_ARRAY(tw_seen) seen; /* things of all glimpses, glimpse by glimpse */
    size_t frames;          /* number of frames added so far */
    /* every stride-th frame is kept, and also those with `turn`; 0: no frame has been added yet */
    size_t stride;
    tw_camera last; /* camera of the frame that was added last */
} tw_survey;

tw_status tw_survey_add(tw_survey *survey, const tw_frame *frame, double aspect);
/* survey of the frames [count]; aspect = width / height; must be freed, also after a failure */
tw_status tw_survey_make(tw_frame *const *frames, size_t count, double aspect, tw_survey *survey);
void tw_survey_free(tw_survey *survey);

/* true: the two cameras may share a setup (framing.h): they leave the same of eye, target and zoom
 * open, have the same projection, `fit` and `fill`, and with TW_FIT_SHOT belong to the same shot */
bool tw_camera_alike(const tw_camera *a, const tw_camera *b);
/* true: the script gives the camera's field of view (orthographic: the height of the picture) */
bool tw_camera_zoomed(const tw_camera *c);
/* true: the script gives the camera's eye, target and zoom */
bool tw_camera_complete(const tw_camera *c);

#endif
