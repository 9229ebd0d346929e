/*
 * Place and size of a look's stage, from all that the film shows. They are the same for all frames,
 * whichever part of the film is drawn. Sizes are rounded to 20 steps per decade, so that a thing
 * which reaches out a little farther changes nothing. Everything scales with the subject: scenes of
 * 1 mm, 1 m and 1 km look the same.
 */
#ifndef TW_FRAME_FRAMING_SITE_H
#define TW_FRAME_FRAMING_SITE_H

#include "frame/subject.h"

typedef struct tw_site {
    vec3 middle;   /* middle of the subject, m */
    double radius; /* radius of the subject, m, rounded up */
    double low;    /* z of the subject's lowest point, m */
    /* true: the subject stands or lies at `low` most of the time; false: it hangs or flies */
    bool rests;
    double turn; /* azimuth of the first camera's eye, rad; 0: at -y, rising toward +x */
    double away; /* distance of the farthest eye from the middle, at least `radius`, m */
    double eye;  /* z of the lowest eye that the script gives, m; INFINITY: it gives none */
} tw_site;

/* stage of a surveyed film; distance: greatest distance of an automatic eye from its target, m; 0:
 * there is no automatic eye */
tw_site tw_site_of(const tw_survey *survey, const tw_subject *subject, double distance);
bool tw_site_same(const tw_site *a, const tw_site *b);

#endif
