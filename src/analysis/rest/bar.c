/*
 * Constraints that prevent rest; see rest.h.
 *
 * The freedoms of a pose are the motions with J v = 0, as if every row held, whatever force that
 * takes. So two kinds of rows are tested here, which prevent rest nevertheless: rows that require a
 * velocity, and rows whose force is bounded and too small, so that an acceleration along the row is
 * left, A lambda + r != 0 [BB88 eq. 8].
 */
#include "analysis/rest/rest.h"

#include "dynamics/pass/pass.h"
#include "dynamics/rhs.h"
#include "dynamics/solve/caps.h"

#include <math.h>

/* STILL: largest required speed that counts as 0: rad/s, or m/s divided by the model's extent in m
 * (at most 1). HELD: largest residual that counts as 0, as a part of the acceleration that the row
 * must cancel */
static const double STILL = 1e-6, HELD = 1e-6;

static bool moves(const tw_small *s, const tw_block *b) {
    const tw_pass *p = &s->d->pass;
    bool velocity = tw_level_of(b->kind, b->c->o.own) == TW_VELOCITY_LEVEL;
    double least = STILL * (b->kind->angular ? 1 : fmin(1, tw_small_extent(s)));
    for (int i = b->row; i < b->row + b->rows; i++)
        if (fabs(velocity ? p->D[i] : p->D1[i]) > least) return true;
    return false;
}

static bool yields(const tw_small *s, const tw_block *b) {
    const tw_pass *p = &s->d->pass;
    for (int i = b->row; i < b->row + b->rows && tw_caps_of(b) > 0; i++)
        if (fabs(p->residual[i]) > HELD * fabs(p->r[i])) return true;
    return false;
}

tw_status tw_small_bar(tw_small *s, tw_bar *bar, const tw_constraint **of) {
    const tw_pass *p = &s->d->pass;
    *bar = TW_BAR_NONE;
    *of = NULL;
    tw_status status = tw_rhs_all(s->d, s->t, s->y);
    s->d->evaluated = false;
    TW_TRY(status);
    for (int i = 0; i < p->blocks && !*of; i++) {
        const tw_block *b = &p->block[i];
        bool of_free = false;
        for (int slot = 0; slot < b->bind->slots; slot++)
            of_free = of_free || s->d->free_body[b->bind->body[slot]];
        if (!of_free) continue;
        *bar = moves(s, b) ? TW_BAR_MOVES : yields(s, b) ? TW_BAR_YIELDS : TW_BAR_NONE;
        if (*bar != TW_BAR_NONE) *of = b->c;
    }
    return TW_OK;
}
