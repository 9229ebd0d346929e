/*
 * Impacts of a film, and the click track that they make.
 *
 * An impact is a pair of bodies that begins to touch, by the simulation's own time stamp (located
 * on the dense output; `timestep`: the end of its step). A click is a short tone, the same for all,
 * as loud as the square root of the speed at which the bodies meet, of the loudest one. The same
 * impacts give the same bytes everywhere.
 */
#ifndef TW_APP_MOVIE_CLICKS_H
#define TW_APP_MOVIE_CLICKS_H

#include "base/array.h"
#include "io/store/store.h"

typedef struct tw_impact {
    double at;    /* s since the film began */
    double time;  /* s, of the scene */
    char *a, *b;  /* names, owned; b "ground"; NULL: not known */
    vec3 point;   /* m */
    double speed; /* closing speed of the gap, m/s */
} tw_impact;

typedef TW_ARRAY(tw_impact) tw_impacts;

/* one more; texts are copied. `at` is left to be said */
tw_status tw_impacts_add(tw_impacts *impacts, const tw_store_event *event);
void tw_impacts_free(tw_impacts *impacts);
/* CSV: at,time,a,b,x,y,z,speed; in the order of the list */
tw_status tw_impacts_write(const tw_impacts *impacts, const char *path);
/* `at` and `speed` of such a file, added to the list; TW_IO */
tw_status tw_impacts_read(const char *path, tw_impacts *impacts);

/* a WAV file of so many seconds with a click for each impact at its `at` */
tw_status tw_clicks_write(const tw_impacts *impacts, double seconds, const char *path);

#endif
