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

/* a solid or a marked point, at the middle of an exposure */
typedef struct tw_seen {
    tw_shape shape; /* meshes are retained; a point is a ball of radius 0 */
    tw_pose pose;
    uint32_t tag;  /* tag of the item, the same over the film; 0: a point */
    uint32_t root; /* key of the body or prop of the solid; 0: a point */
    bool beside;   /* ignored by the automatic camera */
} tw_seen;

/* extract of one frame */
typedef struct tw_glimpse {
    size_t index; /* index of the frame, from 0 */
    double time;  /* s */
    tw_camera camera;
    size_t first, count; /* range of survey.seen */
    bool arrows;         /* arrows of forces are drawn, and reach beyond the bodies */
    double top, bottom;  /* shares of the picture's height that captions take */
    bool turn;           /* the camera leaves other members open than the previous frame's */
} tw_glimpse;

enum {
    TW_SURVEY_GLIMPSES = 512, /* glimpses kept, at most */
    TW_SURVEY_SEEN = 1 << 17  /* solids kept in all, at most */
};

typedef struct tw_survey {
    TW_ARRAY(tw_glimpse) glimpse;
    TW_ARRAY(tw_seen) seen; /* solids of all glimpses */
    size_t frames;          /* frames added so far */
    size_t stride;          /* distance of kept frames; 0: before the first */
    tw_camera last;         /* camera of the newest frame */
} tw_survey;

tw_status tw_survey_add(tw_survey *survey, const tw_frame *frame, double aspect);
/* survey of frames [count]; to be freed also after a failure */
tw_status tw_survey_make(tw_frame *const *frames, size_t count, double aspect, tw_survey *survey);
void tw_survey_free(tw_survey *survey);

/* do the cameras leave the same members open, so that they share a setup? */
bool tw_camera_alike(const tw_camera *a, const tw_camera *b);
/* is the field of view given, or the height of an orthographic picture? */
bool tw_camera_zoomed(const tw_camera *c);
/* are eye, target and zoom all given? */
bool tw_camera_complete(const tw_camera *c);

#endif
