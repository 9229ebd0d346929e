/*
 * Where points and bodies have been: for the trails and the earlier images of a picture. Each track
 * is sampled at times of its own,
 * from the solver's dense output, from the moment that its prop is made; so it is the same whatever
 * frames are drawn, and however many a second.
 */
#ifndef TW_FRAME_MARKS_TRACK_H
#define TW_FRAME_MARKS_TRACK_H

#include "model/prop.h"
#include "timeline/sim.h"

typedef struct tw_tracks tw_tracks;

tw_status tw_tracks_create(tw_sim *sim, tw_tracks **tracks);
/* frees the tracks; the simulation, freed before or after, must not go on */
void tw_tracks_free(tw_tracks *tracks);

/* starts to sample the prop's point or bodies, if its kind shows a trail or earlier images */
tw_status tw_tracks_add(tw_tracks *tracks, const tw_prop *prop);

/* *list [*count]: samples of the prop's point before the world's time, in order, and its place now;
 * valid until the next call. tracks NULL, or no track: none */
void tw_tracks_get(tw_tracks *tracks, const tw_prop *prop, const tw_track_sample **list,
                   size_t *count);

/* *list [*count]: poses of the prop's bodies before the world's time, in order; valid until the
 * next call. tracks NULL, or no track: none */
void tw_tracks_images(tw_tracks *tracks, const tw_prop *prop, const tw_past **list, size_t *count);

#endif
