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

/* a solid, or a point that is marked, in the middle of one exposure */
typedef struct tw_seen {
    tw_shape shape; /* a mesh is retained; of a point: a ball of radius 0 */
    tw_pose pose;
    uint32_t tag;  /* of the item: the same over the film; 0: of a point */
    uint32_t root; /* of the body or prop that the solid belongs to; 0: of a point */
    bool beside;   /* not among what the camera frames */
} tw_seen;

/* one frame */
typedef struct tw_glimpse {
    size_t index; /* of the frame, from 0 on */
    double time;  /* s */
    tw_camera camera;
    size_t first, count; /* of survey.seen */
    bool arrows;         /* forces are drawn, which reach out of the bodies */
    double top, bottom;  /* parts of the picture's height that captions take */
    bool turn;           /* its camera leaves other things open than the frame's before */
} tw_glimpse;

enum {
    TW_SURVEY_GLIMPSES = 512, /* at most so many are kept */
    TW_SURVEY_SEEN = 1 << 17  /* and so many solids in all */
};

typedef struct tw_survey {
    TW_ARRAY(tw_glimpse) glimpse;
    TW_ARRAY(tw_seen) seen; /* of all glimpses */
    size_t frames;          /* added so far */
    size_t stride;          /* every so many frames one is kept; 0: before the first */
    tw_camera last;         /* of the newest frame */
} tw_survey;

tw_status tw_survey_add(tw_survey *survey, const tw_frame *frame, double aspect);
/* of frames [count]; to be freed also after a failure */
tw_status tw_survey_make(tw_frame *const *frames, size_t count, double aspect, tw_survey *survey);
void tw_survey_free(tw_survey *survey);

/* do the cameras leave the same things open, so that one choice serves both? */
bool tw_camera_alike(const tw_camera *a, const tw_camera *b);
/* the field of view is given, or the height of an orthographic picture */
bool tw_camera_zoomed(const tw_camera *c);
/* eye, target and zoom are all given: nothing is left to choose */
bool tw_camera_complete(const tw_camera *c);

#endif
