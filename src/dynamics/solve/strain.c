/*
 * Strained islands: constraints that contradict each other, as of a chain too short for its nails.
 *
 * The law D'' + d D' + k D = 0 does not slow motion that leaves |D| unchanged. The joints of the
 * chain may circle the straight line between its nails, at accelerations that the shift of damp.c
 * does not bound yet, and would do so for ever. So an island whose matrix A needed a shift at the
 * end of a step, and whose constraints were not all met there, is strained from then on, until for
 * HOLD / d that has not been so (d: least rate of its rows). All its motion is slowed with the rate
 * d in that time (damp.c). A mechanism that is together may need a shift, too, for deviations of
 * the size of the tolerance, at a pose where its rank drops; it is not slowed.
 *
 * The times are stored in the bodies, so that they are part of a saved state. A step is strained
 * as a whole, or not at all, by the time at which it begins: so rates are smooth within a step, and
 * a step that is repeated after a restore has the same bits.
 */
#include "dynamics/rhs.h"
#include "dynamics/solve/impl.h"

static const double HOLD = 4;

static bool within(const tw_body_strain *s, double t) {
    return s->since <= t && t < s->until;
}

static bool strained_at(const tw_dynamics *d, const tw_island *isl, double t) {
    for (int k = 0; k < isl->bodies; k++)
        if (within(&d->world->body.data[isl->body[k]]->strain, t)) return true;
    return false;
}

/* is some constraint of the island, of those at position level, not met in the last evaluation? */
static bool unmet(const tw_dynamics *d, const tw_island *isl) {
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &d->pass.block[isl->block[k]];
        if (tw_level_of(b->kind, b->c->o.own) != TW_POSITION_LEVEL) continue;
        if (tw_norm(d->pass.D + b->row, b->rows) > b->c->tolerance) return true;
    }
    return false;
}

void tw_strain_begin(tw_dynamics *d, double t) {
    for (int i = 0; i < d->islands; i++) d->island[i].strained = strained_at(d, &d->island[i], t);
}

void tw_strain_end(tw_dynamics *d, double t, bool *changed) {
    for (int i = 0; i < d->islands; i++) {
        tw_island *isl = &d->island[i];
        double rate = isl->shift > 0 && unmet(d, isl) ? tw_damp_rate(d, isl) : 0;
        for (int k = 0; k < isl->bodies && rate > 0; k++) {
            tw_body_strain *s = &d->world->body.data[isl->body[k]]->strain;
            if (!within(s, t)) s->since = t;
            s->until = t + HOLD / rate;
        }
        bool strained = strained_at(d, isl, t);
        *changed = *changed || strained != isl->strained;
        isl->strained = strained;
    }
}
