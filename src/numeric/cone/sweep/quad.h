/*
 * The contacts of a problem of many bodies (sweep.h) four at a time, for Gauss-Seidel's sweeps.
 *
 * No moving body is in two contacts of a quad, so that solving its four contacts at once has the
 * same result as one after the other. Contacts of equal colour form quads: each contact takes the
 * first colour that no other contact of its bodies has. Contacts with a force are in quads of their
 * own, so that the quads of contacts without one can often be skipped. The order of the quads is
 * that of the sweep. While a sweep runs, impulses are stored in the quads; they are copied back to
 * tw_cone_island before other code reads them.
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

/* fills s->quads; its count is 0 if there are too few contacts, or if on average fewer than 2.5 of
 * the four lanes would have a contact */
void tw_cone_quads_make(tw_cone *c, tw_cone_island *s);

/* copies lambda and slip of s into the quads; their `ahead`, which stands for lambda before the
 * last sweep, becomes equal to lambda */
void tw_cone_quads_begin(tw_cone_island *s);
/* copies lambda and slip of the quads back to s */
void tw_cone_quads_end(tw_cone_island *s);

#endif
