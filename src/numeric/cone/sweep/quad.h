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

/* numbers of a block, each of four contacts: D' by rows, of tw_cone_local the rest */
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

/* room that tw_cone_quads_make takes of tw_cone_take (doubles) */
size_t tw_cone_quads_room(int contacts, int bodies);

/* s->quads of the contacts of s; it stays empty where quads would mostly be of one or two contacts
 */
void tw_cone_quads_make(tw_cone *c, tw_cone_island *s);

/* copies lambda of s into the quads, also as the previous one of extend */
void tw_cone_quads_begin(tw_cone_island *s);
/* copies the results of quads back to the island */
void tw_cone_quads_end(tw_cone_island *s);

#endif
