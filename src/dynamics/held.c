/* See held.h. */
#include "dynamics/held.h"

#include "dynamics/contact/contact.h"
#include "dynamics/pass/pass.h"
#include "dynamics/points/points.h"
#include "dynamics/rhs.h"

#include <string.h>

/* largest residual of an island's equations, relative to its largest |r|, at which the island
 * counts as solved */
static const double LEFT = 1e-8;

int tw_held_room(const tw_dynamics *d) {
    return d->pass.rows > d->pass.dofs ? d->pass.rows : d->pass.dofs;
}

/* Is no contact held, and does every island take the path (fast for joined points, or general) for
 * which it was built? */
static bool is_plain(tw_dynamics *d) {
    return tw_contact_held(d) == 0 && (!d->points || tw_points_rest(d).islands == d->rest.islands);
}

/* Are the constraint forces of the island determined by R = 0 alone: no force at a bound, no
 * damping, no contradiction? */
static bool is_met(const tw_dynamics *d, const tw_island *isl) {
    const tw_pass *p = &d->pass;
    double left = 0, all = 0;
    if (!isl->square || isl->softened || isl->shift > 0 || isl->slowing > 0) return false;
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &p->block[isl->block[k]];
        if (tw_capped(b)) return false;
        for (int i = b->row; i < b->row + b->rows; i++) {
            left = fmax(left, b->weight * fabs(p->residual[i]));
            all = fmax(all, b->weight * fmax(fabs(p->r[i]), p->noise[i] / LEFT));
        }
    }
    return left <= LEFT * all;
}

tw_status tw_held_begin(tw_dynamics *d, double t, const double *y, double *ydot, double *R,
                        bool *serves) {
    TW_TRY(tw_rhs_exact(d, t, y, ydot));
    *serves = is_plain(d);
    for (int i = 0; i < d->rest.islands && *serves; i++)
        *serves = is_met(d, &d->island[d->rest.island[i]]);
    memcpy(R, d->pass.residual, (size_t)d->pass.rows * sizeof *R);
    return TW_OK;
}

tw_status tw_held_rates(tw_dynamics *d, const tw_dynamics *of, double t, const double *y,
                        double *ydot, double *R, bool *serves) {
    tw_pass *p = &d->pass;
    *serves =
        p->rows == of->pass.rows && p->dofs == of->pass.dofs && d->rest.islands == of->rest.islands;
    if (!*serves) return TW_OK;
    tw_rhs_begin(d);
    tw_pass_kinematics(d, &d->rest, t, y);
    tw_rows_terms(d, &d->rest);
    TW_TRY(tw_external_resolved(d, &d->rest));
    if (d->points) tw_points_rhs(d, t, y, ydot, NULL);
    *serves = is_plain(d);
    if (!*serves) return TW_OK;
    memcpy(p->lambda, of->pass.lambda, (size_t)p->dofs * sizeof *p->lambda);
    tw_net(d, &d->rest);
    *serves = isfinite(p->residual_norm);
    if (!*serves) return TW_OK;
    memcpy(R, p->residual, (size_t)p->rows * sizeof *R);
    return tw_rhs_rates(d, &d->rest, y, ydot);
}

tw_status tw_held_answer(tw_dynamics *d, const double *dR, double *lambda, double *ydot) {
    tw_pass *p = &d->pass;
    const tw_part *part = &d->rest;
    if (part->islands == 0) return TW_OK;
    TW_TRY(tw_solve(d, part, dR, lambda, TW_SOLVE_NEAR));
    for (int i = 0; i < part->bodies; i++) p->constraint[part->body[i]] = (tw_wrench){0};
    tw_distribute(p, part, lambda, p->constraint);
    for (int i = 0; i < part->bodies; i++) {
        int body = part->body[i];
        double *own = ydot + d->state_of[body];
        if (!d->free_body[body] || d->island_of[body] < 0) continue;
        v3_store(own + 7, v3_add(v3_load(own + 7), p->constraint[body].force));
        v3_store(own + 10, v3_add(v3_load(own + 10), p->constraint[body].torque));
    }
    return TW_OK;
}
