/*
 * Line figures: computes from a frame the lines that a draughtsman would draw of its solids, as
 * curves in the picture.
 *
 * Lines are silhouettes (where a surface turns away from the eye), creases (edges, rims), and
 * meetings (where two solids, or a solid and the ground, run into each other). They are computed on
 * the exact surfaces, cut where something comes in front of them [Appel 1967], and fitted by cubic
 * Bezier curves within TW_FIGURE_FIT pixels [Schneider 1990]. docs/figure.md says how.
 *
 * Coordinates are pixels, (0, 0) the corner of the top left pixel, y down, as in rendered pictures.
 * The same frame gives the same figure on every machine.
 */
#ifndef TW_FIGURE_FIGURE_H
#define TW_FIGURE_FIGURE_H

#include "base/array.h"
#include "base/poll.h"
#include "frame/frame.h"

typedef enum tw_line_kind {
    TW_LINE_SILHOUETTE,
    TW_LINE_CREASE,
    TW_LINE_MEETING,
    TW_LINE_KINDS
} tw_line_kind;

/* a cubic Bezier curve from (x[0], y[0]) to (x[3], y[3]) */
typedef struct tw_bezier {
    double x[4], y[4]; /* pixels */
    bool straight;     /* true: the piece is the straight line between its ends */
} tw_bezier;

typedef struct tw_line {
    tw_line_kind kind;
    /* true: the line is hidden: it lies behind a solid, or on the far side of its own solid */
    bool hidden;
    bool closed;  /* true: the line is a closed curve, which ends where it begins */
    uint32_t tag; /* tag of the frame item whose solid has the line */
    size_t first,
        /* the curves of the line in figure.piece: index of the first, and number; each begins where
         * the previous one ends */
        count;
} tw_line;

typedef struct tw_figure {
    TW_ARRAY(tw_bezier) piece;
    /* lines in drawing order: hidden ones first, then meetings, creases, silhouettes */
    TW_ARRAY(tw_line) line;
} tw_figure;

typedef struct tw_figure_options {
    int width, height; /* size of the picture, pixels */
    bool hidden;       /* true: hidden lines are computed, too */
    /* called now and then; a status other than TW_OK ends the work with that status; NULL: nothing
     * is called */
    tw_poll poll;
} tw_figure_options;

/* largest distance of the fitted Bezier curves from the true line, pixels */
#define TW_FIGURE_FIT 0.05

/* computes the lines of a frame, whose camera must be complete; solids stand where they are at
 * the frame's time (tw_frame_pose). *figure must be freed, also after a failure */
tw_status tw_figure_make(const tw_frame *frame, const tw_figure_options *o, tw_figure *figure);
void tw_figure_free(tw_figure *figure);

#endif
