/* Constraints in the islands that a group of contacts touches: impulses that bring the rates J v of
 * constraint rows to their targets, and the projection P of solve.c. Where constraints contradict
 * contacts, the constraints yield. */
#include "dynamics/contact/impl.h"
#include "dynamics/solve/caps_impl.h"

#include <math.h>

/* compliance (1/kg) of constraint rows that yield to contacts, times the lightest body's mass.
 * Where constraints contradict contacts no rigid solution exists: then the contacts are met and the
 * constraints deviate a little */
static const double YIELD = 1e-4;

/* fails for a constraint whose force is not along J^T: P would not be symmetric, and the contact
 * problem no minimisation */
static tw_status check_symmetric(const tw_block *b) {
    if (!b->W) return TW_OK;
    char label[256];
    return tw_fail(TW_ARGUMENT,
                   "%s: a constraint whose force does not stand along its gradient (measure = "
                   "\"cosine\") cannot be solved together with contacts; take measure = \"align\"",
                   tw_object_label(&b->c->o, label, sizeof label));
}

tw_status tw_contact_know_part(tw_dynamics *d, tw_contact_set *s, const tw_contact_group *g) {
    int blocks = 0, bodies = 0;
    for (int i = 0; i < g->islands; i++) {
        const tw_island *isl = &d->island[s->members.island.data[g->island + i]];
        blocks += isl->blocks;
        bodies += isl->bodies;
    }
    TW_TRY(tw_reserve(&s->project.block, (size_t)blocks));
    TW_TRY(tw_reserve(&s->project.body, (size_t)bodies));
    TW_TRY(tw_reserve(&s->project.rate, (size_t)d->pass.rows));
    TW_TRY(tw_reserve(&s->project.multiplier, (size_t)d->pass.dofs));
    TW_TRY(tw_reserve(&s->project.sum, (size_t)d->pass.bodies));
    s->project.part = (tw_part){.islands = g->islands,
                                .island = s->members.island.data + g->island,
                                .block = s->project.block.data,
                                .body = s->project.body.data};
    for (int i = 0; i < g->islands; i++) {
        const tw_island *isl = &d->island[s->project.part.island[i]];
        for (int k = 0; k < isl->blocks; k++) {
            s->project.part.block[s->project.part.blocks++] = isl->block[k];
            TW_TRY(check_symmetric(&d->pass.block[isl->block[k]]));
        }
        for (int k = 0; k < isl->bodies; k++)
            s->project.part.body[s->project.part.bodies++] = isl->body[k];
    }
    return TW_OK;
}

/* v -= M^-1 G^T A^+ (J v - target), with G^T the directions of the constraint forces; target NULL:
 * all 0; changes: J v counts free bodies only, as v is a change of velocities */
static tw_status bilateral(tw_dynamics *d, tw_contact_set *s, const double *target, bool changes,
                           tw_twist *v, tw_solve_for what) {
    const tw_part *part = &s->project.part;
    for (int i = 0; i < part->blocks; i++) {
        const tw_block *b = &d->pass.block[part->block[i]];
        const double *J = b->J;
        for (int row = b->row; row < b->row + b->rows; row++) {
            double sum = target ? -target[row] : 0;
            for (int k = 0; k < b->bind->slots; k++, J += 6) {
                int body = b->bind->body[k];
                if (changes && !d->free_body[body]) continue;
                sum += tw_twist_along(J, &v[body]);
            }
            s->project.rate.data[row] = sum;
        }
    }
    TW_TRY(tw_solve(d, part, s->project.rate.data, s->project.multiplier.data, what));
    for (int i = 0; i < part->bodies; i++) s->project.sum.data[part->body[i]] = (tw_wrench){0};
    /* s->project.sum is cleared for fixed and driven bodies as well, since tw_distribute adds
     * impulses to these, too */
    for (int i = 0; i < part->blocks; i++) {
        const tw_bind *bind = d->pass.block[part->block[i]].bind;
        for (int k = 0; k < bind->slots; k++) s->project.sum.data[bind->body[k]] = (tw_wrench){0};
    }
    tw_distribute(&d->pass, part, s->project.multiplier.data, s->project.sum.data);
    for (int i = 0; i < part->bodies; i++) {
        int body = part->body[i];
        const tw_body_motion *m = &d->pass.motion[body];
        v[body].v = v3_madd(v[body].v, m->m_inv, s->project.sum.data[body].force);
        v[body].omega =
            v3_add(v[body].omega, m3_mul_v(&m->I_inv, s->project.sum.data[body].torque));
    }
    return TW_OK;
}

/* factors A of the group's islands anew: the present factor may belong to another pose, or be
 * missing (islands that joined-point elimination solves) */
tw_status tw_contact_factor(tw_dynamics *d, tw_contact_set *s) {
    for (int i = 0; i < s->project.part.blocks; i++) {
        const tw_block *b = &d->pass.block[s->project.part.block[i]];
        for (int row = b->row; row < b->row + b->rows; row++) s->project.rate.data[row] = 0;
    }
    return tw_solve(d, &s->project.part, s->project.rate.data, s->project.multiplier.data,
                    TW_SOLVE_FREE);
}

tw_status tw_contact_bilateral(tw_dynamics *d, const tw_contact_group *g, const double *target,
                               tw_twist *v) {
    tw_contact_set *s;
    TW_TRY(tw_contact_set_of(d, &s));
    if (g->islands == 0) return TW_OK;
    TW_TRY(tw_contact_know_part(d, s, g));
    return bilateral(d, s, target, false, v, TW_SOLVE_FREE);
}

tw_status tw_contact_bilateral_bounded(tw_dynamics *d, const tw_contact_group *g,
                                       const double *target, double step, tw_twist *v) {
    tw_contact_set *s;
    TW_TRY(tw_contact_set_of(d, &s));
    TW_TRY(tw_contact_know_part(d, s, g));
    d->caps->duration = step;
    tw_status status = bilateral(d, s, target, false, v, TW_SOLVE_CAPS);
    d->caps->duration = 0;
    return status;
}

tw_status tw_contact_bilateral_again(tw_dynamics *d, const tw_contact_group *g,
                                     const double *target, tw_twist *v) {
    if (g->islands == 0) return TW_OK;
    return bilateral(d, d->contact, target, false, v, TW_SOLVE_AGAIN);
}

/* Lets constraint rows that contradict each other or the contacts deviate in proportion to their
 * multipliers A^+ J v0, where v0 are the velocities before the last projection: afterwards J v =
 * s->project.yields A^+ J v0. To be called after a projection, which left these multipliers in
 * s->project.multiplier */
static tw_status yield(tw_dynamics *d, tw_contact_set *s, tw_twist *v) {
    TW_TRY(tw_reserve(&s->project.left, (size_t)d->pass.rows));
    for (int i = 0; i < s->project.part.blocks; i++) {
        const tw_block *b = &d->pass.block[s->project.part.block[i]];
        for (int row = 0; row < b->rows; row++)
            s->project.left.data[b->row + row] =
                -s->project.yields * s->project.multiplier.data[b->dof + row];
    }
    return bilateral(d, s, s->project.left.data, true, v, TW_SOLVE_AGAIN);
}

/* compliance, 1/kg, of constraint rows that yield to contacts: YIELD divided by the mass of the
 * lightest body in the group's islands */
double tw_contact_softness(const tw_dynamics *d, const tw_contact_set *s) {
    double most = 0;
    for (int i = 0; i < s->project.part.bodies; i++)
        most = fmax(most, d->pass.motion[s->project.part.body[i]].m_inv);
    return YIELD * most;
}

/* The projection P of velocities onto those that the constraints allow, as callback of the solver.
 * context: the tw_contact_set; v [bodies of the group][6]: velocities, replaced by P v */
void tw_contact_project(void *context, double *v) {
    tw_contact_set *s = context;
    tw_dynamics *d = s->project.d;
    const tw_part *part = &s->project.part;
    for (int i = 0; i < part->bodies; i++) {
        const double *own = v + 6 * (ptrdiff_t)s->solve.place.data[part->body[i]];
        s->project.velocity.data[part->body[i]] = (tw_twist){v3_load(own), v3_load(own + 3)};
    }
    if (s->project.failed != TW_OK) return;
    s->project.failed = bilateral(d, s, NULL, true, s->project.velocity.data, TW_SOLVE_AGAIN);
    if (s->project.failed == TW_OK && s->project.yields > 0)
        s->project.failed = yield(d, s, s->project.velocity.data);
    for (int i = 0; i < part->bodies; i++) {
        double *own = v + 6 * (ptrdiff_t)s->solve.place.data[part->body[i]];
        const tw_twist *to = &s->project.velocity.data[part->body[i]];
        v3_store(own, to->v);
        v3_store(own + 3, to->omega);
    }
}
