/*
 * Constraints at their bounds in the smooth part of a step of `timestep`. Their impulses u over the
 * step are those of dynamics/contact/cap_alone.c, from the forces and gradients of its start; half
 * of them act along the gradients of the start (timestep_free.c), half along those of the end. The
 * direction of a bounded force of several rows is then solved for again at the end, where forces,
 * gradients and rates are those of the end, by
 *
 *     D'(x', q', v' + M^-1 J^T (u' - u)) = D^' as far as the bounds on u' allow,
 *
 * since u is only of first order in h, and so would the velocities be.
 */
#include "dynamics/solve/caps_impl.h"
#include "dynamics/step/timestep.h"

#include "dynamics/contact/cap.h"

static bool pulls(const tw_dynamics *d, const tw_block *b) {
    for (int i = b->dof; i < b->dof + b->dofs; i++)
        if (d->project->pull[i] != 0) return true;
    return false;
}

void tw_timestep_pull(tw_dynamics *d, double t) {
    const tw_part *free = &d->project->free;
    for (int k = 0; k < free->blocks; k++)
        if (pulls(d, &d->pass.block[free->block[k]]))
            tw_block_terms(d, &d->pass.block[free->block[k]], t);
    tw_timestep_wrenches(d, free, d->project->pull);
    for (int k = 0; k < free->bodies; k++) tw_timestep_push(d, free->body[k], 0.5);
}

/* is a force with more than one row at its bound, so that its direction is free? */
static bool has_direction(const tw_dynamics *d, const tw_island *isl) {
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &d->pass.block[isl->block[k]];
        if (b->rows > 1 && pulls(d, b)) return true;
    }
    return false;
}

/* s->r1: the rate error D' - D^' that rows of forces with several rows at their bounds would have
 * without the impulses s->pull, whose wrenches are in s->sum; for all other rows only the effect of
 * taking these impulses away */
static void ask(tw_dynamics *d, const tw_island *isl, double t) {
    tw_project *s = d->project;
    const tw_pass *p = &d->pass;
    for (int k = 0; k < isl->blocks; k++) {
        tw_block *b = &d->pass.block[isl->block[k]];
        tw_level level = tw_level_of(b->kind, b->c->o.own);
        bool open = b->rows > 1 && pulls(d, b);
        if (open && level != TW_ACCELERATION_LEVEL) tw_block_terms(d, b, t);
        const double *J = b->J;
        for (int i = 0; i < b->rows; i++) {
            int row = b->row + i;
            double rate = level == TW_POSITION_LEVEL   ? p->D1[row]
                          : level == TW_VELOCITY_LEVEL ? p->D[row]
                                                       : tw_row_speed(d, b, i);
            s->r1[row] = open ? rate - s->wish[row] : 0;
            for (int j = 0; j < b->bind->slots; j++, J += 6) {
                int body = b->bind->body[j];
                if (!d->free_body[body]) continue;
                const tw_body_motion *m = &p->motion[body];
                const tw_wrench *w = &s->sum[body];
                const tw_twist by = {v3_scale(w->force, m->m_inv), m3_mul_v(&m->I_inv, w->torque)};
                s->r1[row] -= tw_twist_along(J, &by);
            }
        }
    }
}

/* solves for the impulses of one island's bounded forces again, at the step's end, time t */
static tw_status solve_again(tw_dynamics *d, int island, double t) {
    tw_project *s = d->project;
    tw_island *isl = &d->island[island];
    const tw_part own = tw_timestep_part(isl, &island);
    tw_timestep_wrenches(d, &own, s->pull);
    ask(d, isl, t);
    tw_contact_tighten_island(d, isl);
    d->caps->duration = s->h;
    /* the time of the bounds: they are taken in the middle of the step, half a step after this
     * time */
    d->pass.t = t - s->h;
    tw_status status = tw_solve(d, &own, s->r1, s->mu, TW_SOLVE_CAPS);
    d->caps->duration = 0;
    d->pass.t = t;
    TW_TRY(status);
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &d->pass.block[isl->block[k]];
        for (int i = b->dof; i < b->dof + b->dofs; i++) s->mu[i] -= s->pull[i];
    }
    tw_timestep_wrenches(d, &own, s->mu);
    for (int k = 0; k < isl->bodies; k++) tw_timestep_push(d, isl->body[k], 1);
    return TW_OK;
}

tw_status tw_timestep_bound(tw_dynamics *d, double t) {
    tw_project *s = d->project;
    for (int k = 0; k < s->free.islands && s->pulls; k++)
        if (has_direction(d, &d->island[s->free.island[k]]))
            TW_TRY(solve_again(d, s->free.island[k], t));
    return TW_OK;
}
