/*
 * The complementarity problem of one group of contacts, put to numeric/cone.h: few contacts by the
 * dense matrix N and exactly, many by the contacts' own blocks. Constraints of the group act by the
 * projection
 *
 *     P v = v - M^-1 J^T A^+ J v,
 *
 * which takes out of velocities what they take out, with the factor of A that the step has anyway.
 */
#include "dynamics/contact_impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* of the largest N_ii, added to each beside constraints, in steps of `timestep` */
static const double WEDGE = 1e-11;

/* of the largest rate there is: as good as what is known of it. Places that stick may ask for
 * accelerations that no rigid body has, by what tw_contact_bend does not know at an edge */
static const double NEARLY = 1e-8;

/* Where constraints hold against what contacts want, both cannot be: contacts are kept, and rows of
 * constraints yield their multipliers times this, over a mass. Known by impulses that would change
 * the rates of free bodies by so many times what is wanted. */
static const double YIELD = 1e-4, AGAINST = 1e7;

/* Rows up to which N is formed. Free bodies to a tolerance: up to FEW, beyond these only where the
 * contacts' own blocks do not come to it, for those cost much less per row */
enum { DENSE = 48, FEW = 12 };

/* ---- constraints ---------------------------------------------------------------------------- */

/* P is symmetric where forces stand along J, and only there is there a problem to solve */
static tw_status check_symmetric(const tw_block *b) {
    if (!b->W) return TW_OK;
    char label[256];
    return tw_fail(TW_ARGUMENT,
                   "%s: a constraint whose force does not stand along its gradient (measure = "
                   "\"cosine\") cannot be solved together with contacts; take measure = \"align\"",
                   tw_object_label(&b->c->o, label, sizeof label));
}

/* the islands of a group with their blocks and bodies, into s->part */
static tw_status know_part(tw_dynamics *d, tw_contact_set *s, const tw_contact_group *g) {
    int blocks = 0, bodies = 0;
    for (int i = 0; i < g->islands; i++) {
        const tw_island *isl = &d->island[s->island.data[g->island + i]];
        blocks += isl->blocks;
        bodies += isl->bodies;
    }
    TW_TRY(tw_reserve(&s->part_block, (size_t)blocks));
    TW_TRY(tw_reserve(&s->part_body, (size_t)bodies));
    TW_TRY(tw_reserve(&s->rate, (size_t)d->pass.rows));
    TW_TRY(tw_reserve(&s->multiplier, (size_t)d->pass.dofs));
    TW_TRY(tw_reserve(&s->sum, (size_t)d->pass.bodies));
    s->part = (tw_part){.islands = g->islands,
                        .island = s->island.data + g->island,
                        .block = s->part_block.data,
                        .body = s->part_body.data};
    for (int i = 0; i < g->islands; i++) {
        const tw_island *isl = &d->island[s->part.island[i]];
        for (int k = 0; k < isl->blocks; k++) {
            s->part.block[s->part.blocks++] = isl->block[k];
            TW_TRY(check_symmetric(&d->pass.block[isl->block[k]]));
        }
        for (int k = 0; k < isl->bodies; k++) s->part.body[s->part.bodies++] = isl->body[k];
    }
    return TW_OK;
}

/* v -= M^-1 G^T A^+ (J v - target); target NULL: 0, and free bodies only */
static tw_status bilateral(tw_dynamics *d, tw_contact_set *s, const double *target, bool changes,
                           tw_twist *v, tw_solve_for what) {
    const tw_part *part = &s->part;
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
            s->rate.data[row] = sum;
        }
    }
    TW_TRY(tw_solve(d, part, s->rate.data, s->multiplier.data, what));
    for (int i = 0; i < part->bodies; i++) s->sum.data[part->body[i]] = (tw_wrench){0};
    for (int i = 0; i < part->blocks; i++) { /* also what they do to bodies that are not free */
        const tw_bind *bind = d->pass.block[part->block[i]].bind;
        for (int k = 0; k < bind->slots; k++) s->sum.data[bind->body[k]] = (tw_wrench){0};
    }
    tw_distribute(&d->pass, part, s->multiplier.data, s->sum.data);
    for (int i = 0; i < part->bodies; i++) {
        int body = part->body[i];
        const tw_body_motion *m = &d->pass.motion[body];
        v[body].v = v3_madd(v[body].v, m->m_inv, s->sum.data[body].force);
        v[body].omega = v3_add(v[body].omega, m3_mul_v(&m->I_inv, s->sum.data[body].torque));
    }
    return TW_OK;
}

/* the projection's factor is that of the last solution, which may have been of another pose, or of
 * none where joined points go their own way */
static tw_status factor(tw_dynamics *d, tw_contact_set *s) {
    for (int i = 0; i < s->part.blocks; i++) {
        const tw_block *b = &d->pass.block[s->part.block[i]];
        for (int row = b->row; row < b->row + b->rows; row++) s->rate.data[row] = 0;
    }
    return tw_solve(d, &s->part, s->rate.data, s->multiplier.data, TW_SOLVE_FREE);
}

tw_status tw_contact_bilateral(tw_dynamics *d, const tw_contact_group *g, const double *target,
                               tw_twist *v) {
    tw_contact_set *s;
    TW_TRY(tw_contact_set_of(d, &s));
    if (g->islands == 0) return TW_OK;
    TW_TRY(know_part(d, s, g));
    return bilateral(d, s, target, false, v, TW_SOLVE_FREE);
}

/* After a projection. Where all rows cannot hold, least squares leave residuals that are to each
 * other as the multipliers: J v = yields A^+ J v0. */
static tw_status yield(tw_dynamics *d, tw_contact_set *s, tw_twist *v) {
    TW_TRY(tw_reserve(&s->left, (size_t)d->pass.rows));
    for (int i = 0; i < s->part.blocks; i++) {
        const tw_block *b = &d->pass.block[s->part.block[i]];
        for (int row = 0; row < b->rows; row++)
            s->left.data[b->row + row] = -s->yields * s->multiplier.data[b->dof + row];
    }
    return bilateral(d, s, s->left.data, true, v, TW_SOLVE_AGAIN);
}

/* of the lightest body that constraints of the group hold */
static double softness(const tw_dynamics *d, const tw_contact_set *s) {
    double most = 0;
    for (int i = 0; i < s->part.bodies; i++)
        most = fmax(most, d->pass.motion[s->part.body[i]].m_inv);
    return YIELD * most;
}

/* the projection as the solver calls it: of velocities of the group's bodies */
static void project(void *context, double *v) {
    tw_contact_set *s = context;
    tw_dynamics *d = s->d;
    const tw_part *part = &s->part;
    for (int i = 0; i < part->bodies; i++) {
        const double *own = v + 6 * (ptrdiff_t)s->place.data[part->body[i]];
        s->velocity.data[part->body[i]] = (tw_twist){v3_load(own), v3_load(own + 3)};
    }
    if (s->failed != TW_OK) return;
    s->failed = bilateral(d, s, NULL, true, s->velocity.data, TW_SOLVE_AGAIN);
    if (s->failed == TW_OK && s->yields > 0) s->failed = yield(d, s, s->velocity.data);
    for (int i = 0; i < part->bodies; i++) {
        double *own = v + 6 * (ptrdiff_t)s->place.data[part->body[i]];
        const tw_twist *to = &s->velocity.data[part->body[i]];
        v3_store(own, to->v);
        v3_store(own + 3, to->omega);
    }
}

/* ---- the problem ---------------------------------------------------------------------------- */

static tw_status make_room(tw_dynamics *d, tw_contact_set *s, const tw_contact_group *g) {
    size_t n = (size_t)g->contacts, rows = n * (size_t)s->rows, bodies = (size_t)g->bodies;
    if (!s->cone) TW_TRY(tw_cone_create(&s->cone));
    TW_TRY(tw_reserve(&s->place, (size_t)d->pass.bodies));
    TW_TRY(tw_reserve(&s->velocity, (size_t)d->pass.bodies));
    TW_TRY(tw_reserve(&s->r, rows));
    TW_TRY(tw_reserve(&s->mu, 2 * n)); /* without friction: bounds of lambda, low and high */
    TW_TRY(tw_reserve(&s->lambda, rows));
    TW_TRY(tw_reserve(&s->D, 12 * rows));
    TW_TRY(tw_reserve(&s->pair, 2 * n));
    TW_TRY(tw_reserve(&s->inverse_mass, bodies));
    TW_TRY(tw_reserve(&s->inverse_inertia, 6 * bodies));
    return tw_reserve(&s->v, 6 * bodies);
}

static void gather_bodies(const tw_dynamics *d, tw_contact_set *s, const tw_contact_group *g) {
    for (int i = 0; i < g->bodies; i++) {
        int body = s->member.data[g->body + i];
        const tw_body_motion *m = &d->pass.motion[body];
        const mat3 *I = &m->I_inv;
        const double six[6] = {I->m[0][0], I->m[0][1], I->m[0][2],
                               I->m[1][1], I->m[1][2], I->m[2][2]};
        s->place.data[body] = i;
        s->inverse_mass.data[i] = m->m_inv;
        memcpy(s->inverse_inertia.data + 6 * (ptrdiff_t)i, six, sizeof six);
    }
}

void tw_contact_rates(const tw_touching *t, const tw_twist *v, double u[3]) {
    for (int row = 0; row < 3; row++) u[row] = tw_contact_rate(t, v, row);
}

static void gather_contacts(const tw_dynamics *d, tw_contact_set *s, const tw_contact_group *g,
                            const tw_contact_task *task, const tw_twist *v) {
    int n = 0, rows = s->rows;
    for (int i = g->first; i >= 0; i = s->touching.data[i].next, n++) {
        const tw_touching *t = &s->touching.data[i];
        double *D = s->D.data + 12 * rows * (ptrdiff_t)n;
        if (rows == 3)
            memcpy(D, t->D, sizeof t->D);
        else
            for (int side = 0; side < 2; side++)
                memcpy(D + 6 * side, t->D[side][0], sizeof t->D[side][0]);
        if (rows == 1) {
            s->mu.data[n] = 0;
            s->mu.data[g->contacts + n] = INFINITY;
        } else {
            s->mu.data[n] = t->c->friction;
        }
        for (int side = 0; side < 2; side++) {
            int body = side ? t->c->b : t->c->a;
            s->pair.data[2 * n + side] = body >= 0 && d->free_body[body] ? s->place.data[body] : -1;
        }
        for (int row = 0; row < rows; row++) {
            double r = tw_contact_rate(t, v, row) + t->bias[row];
            if (!task->poses && fabs(r) > s->stats.scale_u) s->stats.scale_u = fabs(r);
            s->r.data[rows * n + row] = r;
            s->lambda.data[rows * n + row] = t->lambda[row];
        }
    }
}

/* v += M^-1 w of a body of the group */
static void push(const tw_contact_set *s, int body, const double w[6], double *v) {
    const double *I = s->inverse_inertia.data + 6 * (ptrdiff_t)body;
    for (int i = 0; i < 3; i++) v[i] += s->inverse_mass.data[body] * w[i];
    v[3] += I[0] * w[3] + I[1] * w[4] + I[2] * w[5];
    v[4] += I[1] * w[3] + I[3] * w[4] + I[4] * w[5];
    v[5] += I[2] * w[3] + I[4] * w[4] + I[5] * w[5];
}

/* the six numbers of D of a row of a side */
static const double *row_of(const tw_contact_set *s, int row, int side) {
    return s->D.data +
           6 * (ptrdiff_t)(2 * s->rows * (row / s->rows) + s->rows * side + row % s->rows);
}

/* N, by columns: D^T P M^-1 D e */
static tw_status form_dense(tw_contact_set *s, const tw_contact_group *g, bool projected,
                            double wedge) {
    int n = s->rows * g->contacts;
    TW_TRY(tw_reserve(&s->N, (size_t)n * (size_t)n));
    for (int c = 0; c < n; c++) {
        memset(s->v.data, 0, 6 * (size_t)g->bodies * sizeof(double));
        for (int side = 0; side < 2; side++) {
            int body = s->pair.data[c / s->rows * 2 + side];
            if (body < 0) continue;
            push(s, body, row_of(s, c, side), s->v.data + 6 * (ptrdiff_t)body);
        }
        if (projected) project(s, s->v.data);
        for (int r = 0; r < n; r++) {
            double sum = 0;
            for (int side = 0; side < 2; side++) {
                int body = s->pair.data[r / s->rows * 2 + side];
                if (body < 0) continue;
                const double *e = row_of(s, r, side);
                const double *v = s->v.data + 6 * (ptrdiff_t)body;
                for (int i = 0; i < 6; i++) sum += e[i] * v[i];
            }
            s->N.data[(ptrdiff_t)r * n + c] = sum;
        }
    }
    if (projected) /* rounding of the projection */
        for (int r = 0; r < n; r++)
            for (int c = 0; c < r; c++) {
                double mean =
                    0.5 * (s->N.data[(ptrdiff_t)r * n + c] + s->N.data[(ptrdiff_t)c * n + r]);
                s->N.data[(ptrdiff_t)r * n + c] = s->N.data[(ptrdiff_t)c * n + r] = mean;
            }
    /* a wedge that constraints and friction make holds itself by any force: by none then */
    double most = 0;
    for (int r = 0; r < n; r++) most = fmax(most, s->N.data[(ptrdiff_t)r * n + r]);
    for (int r = 0; r < n; r++) s->N.data[(ptrdiff_t)r * n + r] += wedge * most;
    return TW_OK;
}

/* s->v = P M^-1 D lambda */
static void velocities(tw_contact_set *s, const tw_contact_group *g, bool projected) {
    memset(s->v.data, 0, 6 * (size_t)g->bodies * sizeof(double));
    for (int c = 0; c < g->contacts; c++)
        for (int side = 0; side < 2; side++) {
            int body = s->pair.data[2 * c + side];
            if (body < 0) continue;
            double w[6] = {0};
            for (int row = s->rows * c; row < s->rows * (c + 1); row++) {
                const double *e = row_of(s, row, side);
                for (int i = 0; i < 6; i++) w[i] += s->lambda.data[row] * e[i];
            }
            push(s, body, w, s->v.data + 6 * (ptrdiff_t)body);
        }
    if (projected) project(s, s->v.data);
}

static void count(tw_contact_set *s, const tw_contact_task *task, const tw_cone_result *result) {
    s->stats.sweeps += (unsigned long)result->iterations;
    if (task->poses) return;
    s->stats.residual_u = fmax(s->stats.residual_u, result->residual_u);
    s->stats.residual_lambda = fmax(s->stats.residual_lambda, result->residual_lambda);
    s->stats.unfinished += !result->converged;
}

/* the change of a free body's velocity by the last solution */
static tw_twist change_of(const tw_contact_set *s, int body) {
    const double *dv = s->v.data + 6 * (ptrdiff_t)s->place.data[body];
    return (tw_twist){v3_load(dv), v3_load(dv + 3)};
}

static void put_back(tw_contact_set *s, const tw_contact_group *g, tw_twist *v) {
    int n = 0;
    for (int i = g->first; i >= 0; i = s->touching.data[i].next, n++)
        for (int row = 0; row < 3; row++)
            s->touching.data[i].lambda[row] = row < s->rows ? s->lambda.data[s->rows * n + row] : 0;
    for (int i = 0; i < g->bodies; i++) {
        int body = s->member.data[g->body + i];
        const tw_twist by = change_of(s, body);
        v[body].v = v3_add(v[body].v, by.v);
        v[body].omega = v3_add(v[body].omega, by.omega);
    }
}

/* the largest u without contacts: what the residual would be with no impulses at all */
static double largest_rate(const tw_contact_set *s, const tw_contact_group *g) {
    double most = 0;
    for (int i = 0; i < s->rows * g->contacts; i++) most = fmax(most, fabs(s->r.data[i]));
    return most;
}

static tw_status solve_blocks(tw_contact_set *s, const tw_contact_group *g,
                              const tw_cone_rows *rows, const tw_cone_options *options,
                              tw_cone_result *result) {
    tw_cone_bodies bodies = {.count = g->bodies,
                             .inverse_mass = s->inverse_mass.data,
                             .inverse_inertia = s->inverse_inertia.data,
                             .contact_body = s->pair.data,
                             .contact_D = s->D.data,
                             .bounded_body = s->pair.data,
                             .bounded_D = s->D.data,
                             .project = g->islands > 0 ? project : NULL,
                             .context = s};
    return tw_cone_bodies_solve(s->cone, rows, &bodies, options, s->lambda.data, s->v.data, result);
}

/* lambda and s->v, from the lambda that is there or from 0 */
static tw_status attempt(tw_contact_set *s, const tw_contact_group *g, const tw_contact_task *task,
                         bool warm, tw_cone_result *result) {
    bool projected = g->islands > 0;
    tw_cone_rows rows = {.contacts = s->rows == 3 ? g->contacts : 0,
                         .bounded = s->rows == 1 ? g->contacts : 0,
                         .mu = s->mu.data,
                         .lo = s->mu.data,
                         .hi = s->mu.data + g->contacts,
                         .r = s->r.data};
    int count = s->rows * g->contacts;
    tw_cone_options options = {task->tolerance_u, 0, task->limit, warm, !task->step};
    bool exact = projected || !(task->tolerance_u > 0), fits = count <= DENSE;
    if (!fits || (!exact && count > FEW)) {
        TW_TRY(solve_blocks(s, g, &rows, &options, result));
        fits = fits && !result->converged;
    }
    if (fits) {
        if (!(task->tolerance_u > 0)) options.tolerance_u = NEARLY * largest_rate(s, g);
        TW_TRY(form_dense(s, g, projected, projected && task->step ? WEDGE : 0));
        TW_TRY(tw_cone_dense(s->cone, &rows, s->N.data, &options, s->lambda.data, NULL, result));
        velocities(s, g, projected);
    }
    return TW_OK;
}

/* is lambda out of all proportion, for it pushes against constraints? */
static bool against(const tw_contact_set *s, const tw_contact_group *g) {
    double most = AGAINST * largest_rate(s, g);
    for (int c = 0; c < g->contacts; c++) {
        double change = 0;
        for (int side = 0; side < 2; side++) {
            int body = s->pair.data[2 * c + side];
            if (body < 0) continue;
            const double *e = row_of(s, s->rows * c, side);
            double v[6] = {0};
            push(s, body, e, v);
            for (int i = 0; i < 6; i++) change += e[i] * v[i];
        }
        if (!(s->lambda.data[s->rows * c] * change <= most)) return true;
    }
    return false;
}

tw_status tw_contact_solve(tw_dynamics *d, const tw_contact_group *g, const tw_contact_task *task,
                           tw_twist *v) {
    tw_contact_set *s;
    TW_TRY(tw_contact_set_of(d, &s));
    s->rows = task->frictionless ? 1 : 3;
    TW_TRY(make_room(d, s, g));
    gather_bodies(d, s, g);
    gather_contacts(d, s, g, task, v);
    bool projected = g->islands > 0;
    s->d = d;
    s->failed = TW_OK;
    s->yields = 0;
    if (projected) TW_TRY(know_part(d, s, g));
    if (projected && !task->factored) TW_TRY(factor(d, s));
    tw_cone_result result;
    TW_TRY(attempt(s, g, task, task->warm, &result));
    /* a guess that is far off may lead the iteration astray: a ball at the other end of a chain */
    if (task->warm && !result.converged && result.residual_u > largest_rate(s, g))
        TW_TRY(attempt(s, g, task, false, &result));
    if (projected && against(s, g)) {
        s->failed = TW_OK;
        s->yields = softness(d, s);
        TW_TRY(attempt(s, g, task, false, &result));
    }
    if (s->failed != TW_OK) return s->failed;
    count(s, task, &result);
    put_back(s, g, v);
    return TW_OK;
}

/* what the last solution's impulses do against driven bodies and bounds that move, and where `all`
 * to free bodies, too, whose velocity counts half before and half after; v: after them */
static double work_at(const tw_dynamics *d, const tw_contact_set *s, const tw_contact_group *g,
                      const tw_twist *v, bool all) {
    double sum = 0;
    for (int i = g->first; i >= 0; i = s->touching.data[i].next) {
        const tw_touching *t = &s->touching.data[i];
        sum += t->lambda[0] * t->drift;
        for (int side = 0; side < 2; side++) {
            int body = side ? t->c->b : t->c->a;
            if (body < 0 || (d->free_body[body] && !all)) continue;
            tw_twist mean = v[body];
            if (d->free_body[body]) {
                tw_twist by = change_of(s, body);
                mean.v = v3_madd(mean.v, -0.5, by.v);
                mean.omega = v3_madd(mean.omega, -0.5, by.omega);
            }
            for (int row = 0; row < 3; row++)
                sum += t->lambda[row] * tw_twist_along(t->D[side][row], &mean);
        }
    }
    return sum;
}

/* do constraints of the group (motors, driven bodies, deviations on their way) move its bodies?
 * They do work then, as contacts bid them */
static bool constraints_move(const tw_dynamics *d, const tw_contact_set *s, const tw_twist *v) {
    static const double NOTABLE = 1e-3;
    for (int i = 0; i < s->part.blocks; i++) {
        const tw_block *b = &d->pass.block[s->part.block[i]];
        const double *J = b->J;
        for (int row = 0; row < b->rows; row++) {
            double sum = 0, all = 0;
            for (int k = 0; k < b->bind->slots; k++, J += 6) {
                int body = b->bind->body[k];
                if (!d->free_body[body]) continue;
                const tw_twist by = change_of(s, body);
                double x = v3_dot(v3_load(J), v[body].v), y = v3_dot(v3_load(J + 3), v[body].omega);
                sum += x + y;
                all += fabs(x) + fabs(y) + fabs(v3_dot(v3_load(J), by.v)) +
                       fabs(v3_dot(v3_load(J + 3), by.omega));
            }
            if (fabs(sum) > NOTABLE * all) return true;
        }
    }
    return false;
}

/* What the impulses of the last solution have added to the kinetic energy, but for what driven
 * bodies and moving bounds have put in; where constraints move the bodies, what the contacts have
 * done to all, without what constraints do. v: after them */
static double work(const tw_dynamics *d, const tw_contact_set *s, const tw_contact_group *g,
                   const tw_twist *v, double *size) {
    double sum = work_at(d, s, g, v, false);
    *size = 0;
    for (int i = 0; i < g->bodies; i++) {
        int body = s->member.data[g->body + i];
        const tw_body_motion *m = &d->pass.motion[body];
        const tw_twist by = change_of(s, body);
        vec3 a = by.v, b = by.omega;
        vec3 local = m3_mul_v(&d->world->body.data[body]->inertia, m3_tmul_v(&m->R, b));
        vec3 L = m3_mul_v(&m->R, local);
        sum += m->m * v3_dot(a, v3_madd(v[body].v, -0.5, a)) +
               v3_dot(L, v3_madd(v[body].omega, -0.5, b));
        *size += m->m * v3_dot(a, a) + v3_dot(L, b);
    }
    return g->islands > 0 && constraints_move(d, s, v) ? work_at(d, s, g, v, true) : sum;
}

/* takes the last solution back */
static void undo(tw_contact_set *s, const tw_contact_group *g, tw_twist *v) {
    for (int i = 0; i < g->bodies; i++) {
        int body = s->member.data[g->body + i];
        const tw_twist by = change_of(s, body);
        v[body].v = v3_sub(v[body].v, by.v);
        v[body].omega = v3_sub(v[body].omega, by.omega);
    }
}

/* The last solution is none where it adds energy: its impulses times x add x (added + (x - 1)
 * size / 2), which is least, and not above 0, at the x that is taken */
static void hold_back(tw_contact_set *s, const tw_contact_group *g, double added, double size,
                      tw_twist *v) {
    double x = size > 0 ? fmax(0, fmin(1, 0.5 - added / size)) : 0;
    for (int i = g->first; i >= 0; i = s->touching.data[i].next)
        for (int row = 0; row < 3; row++) s->touching.data[i].lambda[row] *= x;
    for (int i = 0; i < g->bodies; i++) {
        int body = s->member.data[g->body + i];
        const tw_twist by = change_of(s, body);
        v[body].v = v3_madd(v[body].v, x - 1, by.v);
        v[body].omega = v3_madd(v[body].omega, x - 1, by.omega);
    }
    s->stats.residual_u = fmax(s->stats.residual_u, largest_rate(s, g));
}

tw_status tw_contact_solve_bouncing(tw_dynamics *d, const tw_contact_group *g,
                                    const tw_contact_task *task, tw_twist *v) {
    enum { TRIES = 5 };
    /* where constraints hold, velocities keep them to the tolerance of the stepper only */
    static const double ROUNDING = 1e-12, HELD = 1e-7, UNFINISHED = 1e-4;
    double none = g->islands > 0 ? HELD : ROUNDING;
    tw_contact_set *s;
    TW_TRY(tw_contact_set_of(d, &s));
    tw_contact_task now = *task;
    bool bounces = false;
    for (int i = g->first; i >= 0; i = s->touching.data[i].next)
        bounces = bounces || s->touching.data[i].bounce < 0;
    double part = 1;
    for (int n = 0; n < TRIES; n++) {
        double size;
        bool last = n == TRIES - 1;
        now.frictionless = last; /* what is left where the solver has lost its way */
        TW_TRY(tw_contact_solve(d, g, &now, v));
        double added = work(d, s, g, v, &size);
        if (added <= (bounces && part > 0 ? none : UNFINISHED) * size) return TW_OK;
        if (last) {
            /* of driven constraints the work is known, not how it goes with x */
            if (g->islands == 0 || !constraints_move(d, s, v)) hold_back(s, g, added, size, v);
            return TW_OK;
        }
        undo(s, g, v);
        if (part == 0 || !bounces) n = TRIES - 2;
        part = n + 3 < TRIES ? 0.5 * part : 0;
        now.warm = false;
        for (int i = g->first; i >= 0; i = s->touching.data[i].next) {
            tw_touching *t = &s->touching.data[i];
            if (t->bounce < 0) t->bias[0] = part * t->bounce + t->drift;
            for (int row = 0; row < 3; row++) t->lambda[row] = 0;
        }
    }
    return TW_OK;
}
