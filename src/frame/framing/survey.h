/*
 * A survey of a film: of each frame as little as framing needs (shapes with their poses, camera,
 * room for captions), so that the frames themselves need not stay in memory.
 *
 * Frames are added in order of time. A survey stays small: when it is full, every other glimpse is
 * dropped and from then on half as many are kept. What is kept depends on the frames alone, so that
 * a survey made while the film is simulated equals one made of the whole film.
 */
#ifndef TW_FRAME_FRAMING_SURVEY_H
#define TW_FRAME_FRAMING_SURVEY_H

#include "base/array.h"
#include "frame/frame.h"

/* a solid or a marked point in one glimpse, at the frame's time */
typedef struct tw_seen {
    tw_shape shape; /* a mesh is retained; a marked point: a ball of radius 0 */
    tw_pose pose;
    uint32_t tag;  /* tag of its item, the same in all frames; 0: a marked point */
    uint32_t root; /* key (tw_root) of the body or prop that it belongs to; 0: a marked point */
    bool beside;   /* an automatic camera does not try to show it */
} tw_seen;

/* extract of one frame */
typedef struct tw_glimpse {
    size_t index; /* index of its frame in the film, from 0 */
    double time;  /* s */
    tw_camera camera;
    size_t first, count; /* range of survey.seen */
    bool arrows;         /* the frame has arrows of forces, which reach beyond the bodies */
    /* shares of the picture's height that captions take at the top and at the bottom */
    double top, bottom;
    /* shares of the picture that graphs take at its right, left (of the width), top, bottom (of the
     * height) */
    double graphs[4];
    /* true: first frame, or its camera is not like that of the frame before (tw_camera_alike) */
    bool turn;
} tw_glimpse;

enum {
    TW_SURVEY_GLIMPSES = 512, /* glimpses kept, at most */
    TW_SURVEY_SEEN = 1 << 17  /* things kept in all glimpses together, at most */
};

typedef struct tw_survey {
    TW_ARRAY(tw_glimpse) glimpse;
    TW_ARRAY(tw_seen) seen; /* solids of all glimpses */
    size_t frames;          /* frames added so far */
    /* every stride-th frame is kept, and those with `turn`; 0: no frame has been added */
    size_t stride;
    tw_camera last; /* camera of the newest frame */
} tw_survey;

tw_status tw_survey_add(tw_survey *survey, const tw_frame *frame, double aspect);
/* survey of the frames [count]; aspect = width / height; must be freed, also after a failure */
tw_status tw_survey_make(tw_frame *const *frames, size_t count, double aspect, tw_survey *survey);
void tw_survey_free(tw_survey *survey);

/* may the two cameras share a setup? They leave the same members open, and have the same
 * projection, fit and fill (TW_FIT_SHOT: and belong to the same shot) */
bool tw_camera_alike(const tw_camera *a, const tw_camera *b);
/* does the script give the camera's field of view (orthographic: height of the picture)? */
bool tw_camera_zoomed(const tw_camera *c);
/* does the script give the camera's eye, target and zoom? */
bool tw_camera_complete(const tw_camera *c);

#endif
