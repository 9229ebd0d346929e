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

/* a solid or a marked point in one glimpse, at the middle of the exposure */
typedef struct tw_seen {
    tw_shape shape; /* a mesh is retained; a marked point is a ball of radius 0 */
    tw_pose pose;
    uint32_t tag;  /* tag of the item, the same in all frames; 0: a marked point */
    uint32_t root; /* key of the body or prop it belongs to (tw_root); 0: a marked point */
    bool beside;   /* an automatic camera does not frame it */
} tw_seen;

/* extract of one frame */
typedef struct tw_glimpse {
    size_t index; /* index of its frame in the film, from 0 */
    double time;  /* s */
    tw_camera camera;
    size_t first, count; /* range of survey.seen */
    bool arrows;         /* arrows of forces are drawn, which reach beyond the bodies */
    double top, bottom;  /* shares of the picture's height that captions take above and below */
    /* shares of the picture's width and height that graphs take right, left, above, below */
    double graphs[4];
    bool turn; /* its camera leaves other members open than that of the frame before */
} tw_glimpse;

enum {
    TW_SURVEY_GLIMPSES = 512, /* glimpses kept, at most */
    TW_SURVEY_SEEN = 1 << 17  /* most things kept in all glimpses together */
};

typedef struct tw_survey {
    TW_ARRAY(tw_glimpse) glimpse;
    TW_ARRAY(tw_seen) seen; /* solids of all glimpses */
    size_t frames;          /* frames added so far */
    size_t stride;          /* every stride-th frame is kept; 0: no frame yet */
    tw_camera last;         /* camera of the newest frame */
} tw_survey;

tw_status tw_survey_add(tw_survey *survey, const tw_frame *frame, double aspect);
/* survey of the frames [count]; aspect = width / height; must be freed, also after a failure */
tw_status tw_survey_make(tw_frame *const *frames, size_t count, double aspect, tw_survey *survey);
void tw_survey_free(tw_survey *survey);

/* do the two cameras leave the same members open, so that they share a setup? */
bool tw_camera_alike(const tw_camera *a, const tw_camera *b);
/* does the scene give the field of view, or the height of an orthographic picture? */
bool tw_camera_zoomed(const tw_camera *c);
/* does the scene give eye, target and zoom? */
bool tw_camera_complete(const tw_camera *c);

#endif
