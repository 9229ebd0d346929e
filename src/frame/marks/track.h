/*
 * Where points and bodies have been, for the trails and ghost images in a picture.
 *
 * Each track is sampled at times of its own, from the interpolation of the simulation's steps, from
 * the moment at which its prop is made; so it does not depend on which frames are drawn, and how
 * many per second.
 */
#ifndef TW_FRAME_MARKS_TRACK_H
#define TW_FRAME_MARKS_TRACK_H

#include "model/prop.h"
#include "timeline/sim.h"

typedef struct tw_tracks tw_tracks;

tw_status tw_tracks_create(tw_sim *sim, tw_tracks **tracks);
/* frees the tracks; the simulation may be freed before or after, but must not be advanced any more
 */
void tw_tracks_free(tw_tracks *tracks);

/* begins to sample the prop's point or bodies, if its kind shows a trail or ghost images */
tw_status tw_tracks_add(tw_tracks *tracks, const tw_prop *prop);

/* list [*count]: samples of the prop's point before the world's time, in order of time, and last
 * its present place; valid until the next call. tracks NULL, or the prop has no track: *count is 0
 */
void tw_tracks_get(tw_tracks *tracks, const tw_prop *prop, const tw_track_sample **list,
                   size_t *count);

/* list [*count]: poses of the prop's bodies before the world's time, in order of time; valid until
 * the next call. tracks NULL, or the prop has no track: *count is 0 */
void tw_tracks_images(tw_tracks *tracks, const tw_prop *prop, const tw_past **list, size_t *count);

#endif
