/*
 * Impacts of a film, and the click track that they make.
 *
 * An impact is the begin of a contact of two bodies, or of a body and the ground. Its time is
 * located within the step by most steppers; `timestep` gives the end of the step. A click is a
 * short tone, the same for all; its amplitude is proportional to the square root of the bodies'
 * closing speed; the whole track is scaled so that its peak is 0.9 of full amplitude. The same
 * impacts give the same bytes on every machine.
 */
#ifndef TW_APP_MOVIE_CLICKS_H
#define TW_APP_MOVIE_CLICKS_H

#include "base/array.h"
#include "io/store/store.h"

typedef struct tw_impact {
    double at;    /* time since the film began, s */
    double time;  /* time of the scene, s */
    char *a, *b;  /* names of the bodies, owned; b may be "ground"; NULL: unknown */
    vec3 point;   /* m */
    double speed; /* speed at which the bodies approached each other, m/s */
} tw_impact;

typedef TW_ARRAY(tw_impact) tw_impacts;

/* adds the impact of an event; texts are copied. The member `at` is 0 until the caller sets it */
tw_status tw_impacts_add(tw_impacts *impacts, const tw_store_event *event);
void tw_impacts_free(tw_impacts *impacts);
/* writes the impacts as CSV: at,time,a,b,x,y,z,speed; in the order of the list */
tw_status tw_impacts_write(const tw_impacts *impacts, const char *path);
/* adds the impacts of a file of tw_impacts_write to the list, of which only `at` and `speed` are
 * set; TW_IO: it cannot be read */
tw_status tw_impacts_read(const char *path, tw_impacts *impacts);

/* writes a WAV file of `seconds` seconds with a click at the time `at` of each impact */
tw_status tw_clicks_write(const tw_impacts *impacts, double seconds, const char *path);

#endif
