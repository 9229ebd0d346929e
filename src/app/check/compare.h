/*
 * A new run against its golden: differences, the first places, and their sizes.
 */
#ifndef TW_APP_CHECK_COMPARE_H
#define TW_APP_CHECK_COMPARE_H

#include "app/check/golden.h"

enum { TW_FINDING_TEXT = 600 };

/* difference in one quantity */
typedef struct tw_finding {
    const char *what; /* "position", "state", "picture", ... */
    int frame;        /* frame of the first difference; 0: it concerns the whole film */
    int rank;         /* order among the findings of a frame: less is reported first */
    size_t count;     /* values that differ */
    double largest;   /* difference */
    char text[TW_FINDING_TEXT];
    const char *object; /* body or constraint, or NULL */
} tw_finding;

typedef struct tw_shown_picture {
    int frame;
    double dssim;
    char *golden, *fresh, *map; /* paths of PNGs; NULL: there is none */
} tw_shown_picture;

/* result of one scene */
typedef struct tw_comparison {
    const tw_golden_scene *golden, *fresh; /* NULL: the scene is not there */
    TW_ARRAY(tw_finding) findings;         /* the first difference stands first */
    TW_ARRAY(tw_shown_picture) pictures;
} tw_comparison;

/* The pictures are in the folders of the goldens and of the new run; pictures of differences go
 * into the folder of the new run. TW_OK also when something differs. */
tw_status tw_compare(const tw_golden_scene *golden, const tw_golden_scene *fresh,
                     const char *golden_folder, const char *fresh_folder, tw_comparison *out);
void tw_comparison_free(tw_comparison *c);

/* picture.c: pictures of both, into c->pictures and a finding */
tw_status tw_compare_pictures(const char *golden_folder, const char *fresh_folder,
                              tw_comparison *c);
/* adds a difference; printf style text */
#if defined(__GNUC__)
__attribute__((format(printf, 6, 7)))
#endif
tw_status
tw_comparison_add(tw_comparison *c, const char *what, int frame, int rank, const char *object,
                  const char *format, ...);

#endif
