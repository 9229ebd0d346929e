/*
 * Comparison of a new run with its golden: differences, their first frames, and their sizes.
 */
#ifndef TW_APP_CHECK_COMPARE_H
#define TW_APP_CHECK_COMPARE_H

#include "app/check/golden.h"

enum { TW_FINDING_TEXT = 600 };

/* difference between a run and its golden in one quantity */
typedef struct tw_finding {
    const char *what; /* name of the quantity: "position", "state", "picture", ... */
    int frame;        /* first frame that differs; 0: the difference concerns the whole film */
    int rank;         /* order among the findings of one frame: the least is reported first */
    size_t count;     /* number of values that differ */
    double largest;   /* difference */
    char text[TW_FINDING_TEXT];
    /* name of the body or constraint that differs; NULL: it is none of one object */
    const char *object;
} tw_finding;

typedef struct tw_shown_picture {
    int frame;
    double dssim;
    /* paths of PNG files: picture of the golden, picture of the new run, map of their difference;
     * NULL: there is no such picture */
    char *golden, *fresh, *map;
} tw_shown_picture;

/* result of the comparison of one scene */
typedef struct tw_comparison {
    const tw_golden_scene *golden, *fresh; /* the scene's record in the golden and in the new run;
                                              NULL: the scene is missing in that record */
    /* sorted by frame; findings on curves and pictures come last */
    TW_ARRAY(tw_finding) findings;
    TW_ARRAY(tw_shown_picture) pictures;
} tw_comparison;

/* Compares a scene. Its pictures are in the folders of the golden and of the new run; pictures of
 * differences are written to the folder of the new run. TW_OK also if something differs. */
tw_status tw_compare(const tw_golden_scene *golden, const tw_golden_scene *fresh,
                     const char *golden_folder, const char *fresh_folder, tw_comparison *out);
void tw_comparison_free(tw_comparison *c);

/* picture.c: adds each picture to c->pictures, and a finding for each that is missing or unreadable
 * in the golden, or beyond the tolerance; writes maps of differences to fresh_folder. If the look
 * or the frames of the pictures are not the golden's, adds one finding, and compares no pictures */
tw_status tw_compare_pictures(const char *golden_folder, const char *fresh_folder,
                              tw_comparison *c);
/* adds a finding to *c; its text is given by a format and arguments, as for printf */
#if defined(__GNUC__)
__attribute__((format(printf, 6, 7)))
#endif
tw_status
tw_comparison_add(tw_comparison *c, const char *what, int frame, int rank, const char *object,
                  const char *format, ...);

#endif
