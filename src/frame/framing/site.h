/*
 * Where a look stands: place and size of its stage, from what the whole film shows. One for all
 * frames, whatever part of the film is drawn; sizes are rounded to 20 steps a decade, so that what
 * reaches out a little farther changes nothing, and 1 mm looks as 1 m and 1 km do.
 */
#ifndef TW_FRAME_FRAMING_SITE_H
#define TW_FRAME_FRAMING_SITE_H

#include "frame/subject.h"

typedef struct tw_site {
    vec3 middle;   /* m, of the subject */
    double radius; /* m, of the subject */
    double low;    /* m, z of its lowest place */
    bool rests;    /* it stands or lies there most of the time; else it hangs or flies */
    double turn;   /* rad, about the vertical: from where it is looked at first; 0: from -y */
    double away;   /* m, from the middle to the farthest eye */
    double eye;    /* m, z of the lowest eye that the scene gives; INFINITY: none */
} tw_site;

/* distance: the greatest from an automatic eye to its target, m; 0: there is none */
tw_site tw_site_of(const tw_survey *survey, const tw_subject *subject, double distance);
bool tw_site_same(const tw_site *a, const tw_site *b);

#endif
