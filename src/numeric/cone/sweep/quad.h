/*
 * The contacts of a problem of many bodies (sweep.h) four at a time, for
 * Gauss-Seidel's sweeps.
 *
 * No body that moves is in two contacts of a quad, so that solving its four at once is solving one
 * after the other: by colours, of which each contact takes the first that neither of its bodies
 * has. Pressing contacts stand apart from others, so that quads of the others are often skipped.
 * The order of the quads is that of the sweep. Impulses live here while it sweeps, and are given
 * back to tw_cone_island before anything else looks at them.
 */
#ifndef TW_NUMERIC_CONE_SWEEP_QUAD_H
#define TW_NUMERIC_CONE_SWEEP_QUAD_H

#include "numeric/cone/sweep/sweep.h"

/* numbers in a quad's block, each for four contacts: D' by rows, then the fields of
 * tw_cone_local */
enum {
    TW_QUAD_D = 0,
    TW_QUAD_INVERSE = 36,
    TW_QUAD_C1,
    TW_QUAD_C2,
    TW_QUAD_S1,
    TW_QUAD_S2,
    TW_QUAD_INVERSE_S,
    TW_QUAD_MU,
    TW_QUAD_R,
    TW_QUAD_WEIGHT = TW_QUAD_R + 3,
    TW_QUAD_SLIP,
    TW_QUAD_NUMBERS,
    TW_QUAD_BLOCK = 4 * TW_QUAD_NUMBERS
};

/* number of doubles that tw_cone_quads_make takes by tw_cone_take */
size_t tw_cone_quads_room(int contacts, int bodies);

/* fills s->quads; count 0: there are too few contacts, or most lanes would be empty */
void tw_cone_quads_make(tw_cone *c, tw_cone_island *s);

/* copies lambda of s into the quads: the present one, and that before the last sweep (`ahead`) */
void tw_cone_quads_begin(tw_cone_island *s);
/* copies lambda and slip of the quads back to s */
void tw_cone_quads_end(tw_cone_island *s);

#endif
