/* The complementarity problem of one group of contacts, solved by numeric/cone/cone.h: a problem
 * with few rows exactly, with the dense matrix N; one with many by iteration over the contacts,
 * each with its own block of N. Constraints of the group take part by the projection P v = v - M^-1
 * J^T A^+ J v onto the velocities that they allow, A = J M^-1 J^T, with the factor of A that the
 * step has anyway. */
#include "dynamics/contact/impl.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* number, relative to the largest diagonal entry of N, added to the diagonal of N in steps with
 * constraints, so that impulses on wedged bodies are determined */
static const double WEDGE = 1e-11;

/* Residual of an exact solution, relative to the largest rate, that is accepted for forces at an
 * instant: near an edge tw_contact_bend is inexact, and points of a body that stick may then
 * require accelerations that contradict each other by this much */
static const double NEARLY = 1e-8;

/* residual, relative to the largest rate, that is accepted if none smaller can be reached because
 * sticking points of a body contradict each other */
static const double FAIRLY = 1e-5;

/* Upper bound on the velocity change that an impulse would cause if the bodies were free, in units
 * of the largest rate. A larger impulse pushes against constraints, which then must yield */
static const double AGAINST = 1e7;

/* the effect of an impulse on the rate of its own row, with constraints, counts as rounding if it
 * is below this part of the effect on free bodies */
static const double ROUNDING = 1e-12;

/* Largest number of rows for which the dense matrix N is used at once. DENSE: with constraints,
 * without a tolerance, or with rolling friction. FEW: with free bodies and a tolerance, where the
 * iteration with each contact's own block costs much less per row. DENSE_HARD: for forces at an
 * instant, bounded forces, or constraints that yield, where the iteration converges slowly. If the
 * iteration fails, N is used up to DENSE rows for free bodies with a tolerance, else DENSE_HARD */
enum { DENSE = 48, DENSE_HARD = 200, FEW = 12 };

/* POLISHED: largest number of rows for which Newton's method refines the result of the iteration.
 * That costs as much as some tens of iterations; with Newton's method alone, started far from the
 * solution, falling piles would take ten times as long. FINE: a result with a residual below this
 * part of the tolerance is not refined */
enum { POLISHED = 60 };
static const double FINE = 1e-3;

/* ---- the problem ---------------------------------------------------------------------------- */

static tw_status make_room(tw_dynamics *d, tw_contact_set *s, const tw_contact_group *g) {
    size_t n = (size_t)g->contacts, bodies = (size_t)g->bodies, capped = (size_t)s->caps.count;
    size_t rows = n * (size_t)s->solve.rows + capped;
    if (!s->solve.cone) TW_TRY(tw_cone_create(&s->solve.cone));
    TW_TRY(tw_reserve(&s->solve.place, (size_t)d->pass.bodies));
    TW_TRY(tw_reserve(&s->project.velocity, (size_t)d->pass.bodies));
    TW_TRY(tw_reserve(&s->solve.r, rows));
    TW_TRY(tw_reserve(&s->solve.mu, n));
    TW_TRY(tw_reserve(&s->solve.lo, n + capped));
    TW_TRY(tw_reserve(&s->solve.hi, n + capped));
    TW_TRY(tw_reserve(&s->solve.ball, s->caps.ball.count + s->turn.row.count));
    TW_TRY(tw_reserve(&s->solve.lambda, rows));
    TW_TRY(tw_reserve(&s->solve.D, 12 * rows));
    TW_TRY(tw_reserve(&s->solve.pair, 2 * n));
    TW_TRY(tw_reserve(&s->solve.inverse_mass, bodies));
    TW_TRY(tw_reserve(&s->solve.inverse_inertia, 6 * bodies));
    return tw_reserve(&s->solve.v, 6 * bodies);
}

tw_status tw_contact_places(tw_dynamics *d, const tw_contact_group *g) {
    tw_contact_set *s = d->contact;
    TW_TRY(tw_reserve(&s->solve.place, (size_t)d->pass.bodies));
    for (int i = 0; i < g->bodies; i++) s->solve.place.data[s->members.body.data[g->body + i]] = i;
    return TW_OK;
}

static void gather_bodies(const tw_dynamics *d, tw_contact_set *s, const tw_contact_group *g) {
    for (int i = 0; i < g->bodies; i++) {
        int body = s->members.body.data[g->body + i];
        const tw_body_motion *m = &d->pass.motion[body];
        const mat3 *I = &m->I_inv;
        const double six[6] = {I->m[0][0], I->m[0][1], I->m[0][2],
                               I->m[1][1], I->m[1][2], I->m[2][2]};
        s->solve.place.data[body] = i;
        s->solve.inverse_mass.data[i] = m->m_inv;
        memcpy(s->solve.inverse_inertia.data + 6 * (ptrdiff_t)i, six, sizeof six);
    }
}

void tw_contact_rates(const tw_touching *t, const tw_twist *v, double u[3]) {
    for (int row = 0; row < 3; row++) u[row] = tw_contact_rate(t, v, row);
}

static tw_status gather_contacts(const tw_dynamics *d, tw_contact_set *s, const tw_contact_group *g,
                                 const tw_contact_task *task, const tw_twist *v) {
    int n = 0, rows = s->solve.rows;
    for (int i = g->first; i >= 0; i = s->touching.data[i].next, n++) {
        TW_TRY(tw_contact_ask(d, (size_t)n));
        const tw_touching *t = &s->touching.data[i];
        double *D = s->solve.D.data + 12 * rows * (ptrdiff_t)n;
        if (rows == 3)
            memcpy(D, t->D, sizeof t->D);
        else
            for (int side = 0; side < 2; side++)
                memcpy(D + 6 * side, t->D[side][0], sizeof t->D[side][0]);
        s->solve.mu.data[n] = t->c->friction;
        s->solve.lo.data[n] = 0;
        s->solve.hi.data[n] = INFINITY;
        for (int side = 0; side < 2; side++) {
            int body = side ? t->c->b : t->c->a;
            s->solve.pair.data[2 * n + side] =
                body >= 0 && d->free_body[body] ? s->solve.place.data[body] : -1;
        }
        for (int row = 0; row < rows; row++) {
            double r = tw_contact_rate(t, v, row) + t->bias[row];
            if (!task->poses && fabs(r) > s->stats.scale_u) s->stats.scale_u = fabs(r);
            s->solve.r.data[rows * n + row] = r;
            s->solve.lambda.data[rows * n + row] = t->lambda[row];
        }
    }
    return TW_OK;
}

/* Gathers bounds lo and hi, and caps, of the rows without friction cone. If the problem has no
 * friction, the contacts are such rows, too, and come first */
static void gather_bounds(tw_contact_set *s, const tw_contact_group *g) {
    int first = s->solve.rows == 1 ? g->contacts : 0;
    for (int i = 0; i < s->caps.count; i++) {
        const tw_capped_row *row = &s->caps.row.data[i];
        s->solve.lo.data[first + i] = row->lo;
        s->solve.hi.data[first + i] = row->hi;
    }
    for (size_t i = 0; i < s->caps.ball.count && s->caps.count > 0; i++) {
        s->solve.ball.data[i] = s->caps.ball.data[i];
        s->solve.ball.data[i].first += first;
    }
}

static void gather_capped(tw_contact_set *s, const tw_contact_group *g) {
    int at = s->solve.rows * g->contacts;
    for (int i = 0; i < s->caps.count; i++) {
        s->solve.r.data[at + i] = s->caps.row.data[i].r;
        s->solve.lambda.data[at + i] = s->caps.row.data[i].lambda;
    }
    gather_bounds(s, g);
}

/* adds to the velocity v [6] of a body the change M^-1 w by an impulse w [6]; body: its index in
 * the group */
static void push(const tw_contact_set *s, int body, const double w[6], double *v) {
    const double *I = s->solve.inverse_inertia.data + 6 * (ptrdiff_t)body;
    for (int i = 0; i < 3; i++) v[i] += s->solve.inverse_mass.data[body] * w[i];
    v[3] += I[0] * w[3] + I[1] * w[4] + I[2] * w[5];
    v[4] += I[1] * w[3] + I[3] * w[4] + I[4] * w[5];
    v[5] += I[2] * w[3] + I[4] * w[4] + I[5] * w[5];
}

/* gradient D [6] of a contact's row for its body a (side 0) or b (side 1) */
static const double *row_of(const tw_contact_set *s, int row, int side) {
    return s->solve.D.data + 6 * (ptrdiff_t)(2 * s->solve.rows * (row / s->solve.rows) +
                                             s->solve.rows * side + row % s->solve.rows);
}

/* gradient D [6] of a row for its k-th body; *body: index of that body in the group, -1: not free.
 * NULL: the row has no k-th body */
static const double *part_of(const tw_contact_set *s, const tw_contact_group *g, int row, int k,
                             int *body) {
    int capped = row - s->solve.rows * g->contacts;
    if (capped >= 0) {
        const tw_capped_row *own = &s->caps.row.data[capped];
        *body = k < own->slots ? own->body[k] : -1;
        return k < own->slots ? own->D[k] : NULL;
    }
    *body = k < 2 ? s->solve.pair.data[row / s->solve.rows * 2 + k] : -1;
    return k < 2 ? row_of(s, row, k) : NULL;
}

/* s->solve.v += M^-1 D x for an impulse x along one row */
static void push_row(tw_contact_set *s, const tw_contact_group *g, int row, double x) {
    const double *e;
    int body;
    for (int k = 0; (e = part_of(s, g, row, k, &body)); k++) {
        if (body < 0) continue;
        double w[6];
        for (int i = 0; i < 6; i++) w[i] = x * e[i];
        push(s, body, w, s->solve.v.data + 6 * (ptrdiff_t)body);
    }
}

/* rate D^T s->solve.v of a row */
static double rate_of(const tw_contact_set *s, const tw_contact_group *g, int row) {
    const double *e;
    int body;
    double sum = 0;
    for (int k = 0; (e = part_of(s, g, row, k, &body)); k++) {
        if (body < 0) continue;
        const double *v = s->solve.v.data + 6 * (ptrdiff_t)body;
        for (int i = 0; i < 6; i++) sum += e[i] * v[i];
    }
    return sum;
}

/* diagonal entry D^T M^-1 D of a row, as if its bodies were free of constraints */
static double free_change(const tw_contact_set *s, int row) {
    double change = 0;
    for (int side = 0; side < 2; side++) {
        int body = s->solve.pair.data[2 * (row / s->solve.rows) + side];
        if (body < 0) continue;
        const double *e = row_of(s, row, side);
        double v[6] = {0};
        push(s, body, e, v);
        for (int i = 0; i < 6; i++) change += e[i] * v[i];
    }
    return change;
}

/* Do constraints leave some approaching contact no motion at all? Then its row of N is rounding,
 * and no impulse changes its rate. notable: rates of approach up to it (m/s) are ignored */
static bool is_stuck(tw_contact_set *s, const tw_contact_group *g, double notable) {
    for (int c = 0; c < g->contacts; c++) {
        int row = s->solve.rows * c;
        if (s->solve.r.data[row] >= -notable) continue;
        memset(s->solve.v.data, 0, 6 * (size_t)g->bodies * sizeof(double));
        push_row(s, g, row, 1);
        tw_contact_project(s, s->solve.v.data);
        if (rate_of(s, g, row) <= ROUNDING * free_change(s, row)) return true;
    }
    return false;
}

/* Forms the matrix s->solve.N: column c holds the rates D^T P M^-1 D of all rows by a unit impulse
 * on row c. Adds to its diagonal `wedge` times the largest entry, and the compliances of rows that
 * have one. projected: with P, else without */
static tw_status form_dense(tw_contact_set *s, const tw_contact_group *g, bool projected,
                            double wedge) {
    int n = s->solve.rows * g->contacts + s->caps.count;
    TW_TRY(tw_reserve(&s->solve.N, (size_t)n * (size_t)n));
    for (int c = 0; c < n; c++) {
        memset(s->solve.v.data, 0, 6 * (size_t)g->bodies * sizeof(double));
        push_row(s, g, c, 1);
        if (projected) tw_contact_project(s, s->solve.v.data);
        for (int r = 0; r < n; r++) s->solve.N.data[(ptrdiff_t)r * n + c] = rate_of(s, g, r);
    }
    /* N is symmetric but for rounding of the projection; the mean of each two entries makes it so
     * exactly */
    if (projected)
        for (int r = 0; r < n; r++)
            for (int c = 0; c < r; c++) {
                double mean = 0.5 * (s->solve.N.data[(ptrdiff_t)r * n + c] +
                                     s->solve.N.data[(ptrdiff_t)c * n + r]);
                s->solve.N.data[(ptrdiff_t)r * n + c] = s->solve.N.data[(ptrdiff_t)c * n + r] =
                    mean;
            }
    /* without a shift of the diagonal the friction on bodies that are wedged between constraints
     * would be undetermined; with it undetermined forces become 0 */
    double most = 0;
    for (int r = 0; r < n; r++) most = fmax(most, s->solve.N.data[(ptrdiff_t)r * n + r]);
    for (int r = 0; r < n; r++) s->solve.N.data[(ptrdiff_t)r * n + r] += wedge * most;
    for (int i = 0, r = s->solve.rows * g->contacts; i < s->caps.count; i++, r++)
        s->solve.N.data[(ptrdiff_t)r * n + r] += s->caps.row.data[i].compliance;
    return TW_OK;
}

/* s->solve.v = P M^-1 D lambda */
static tw_status velocities(tw_contact_set *s, const tw_contact_group *g, bool projected) {
    memset(s->solve.v.data, 0, 6 * (size_t)g->bodies * sizeof(double));
    for (int c = 0; c < g->contacts; c++) {
        TW_TRY(tw_contact_ask(s->project.d, (size_t)c));
        for (int side = 0; side < 2; side++) {
            int body = s->solve.pair.data[2 * c + side];
            if (body < 0) continue;
            double w[6] = {0};
            for (int row = s->solve.rows * c; row < s->solve.rows * (c + 1); row++) {
                const double *e = row_of(s, row, side);
                for (int i = 0; i < 6; i++) w[i] += s->solve.lambda.data[row] * e[i];
            }
            push(s, body, w, s->solve.v.data + 6 * (ptrdiff_t)body);
        }
    }
    for (int row = s->solve.rows * g->contacts; row < s->solve.rows * g->contacts + s->caps.count;
         row++)
        push_row(s, g, row, s->solve.lambda.data[row]);
    if (projected) tw_contact_project(s, s->solve.v.data);
    return TW_OK;
}

static void count(tw_contact_set *s, const tw_contact_task *task, const tw_cone_result *result) {
    s->stats.sweeps += (unsigned long)result->iterations;
    if (task->poses) return;
    s->stats.residual_u = fmax(s->stats.residual_u, result->residual_u);
    s->stats.residual_lambda = fmax(s->stats.residual_lambda, result->residual_lambda);
    s->stats.unfinished += !result->converged;
    s->stats.yields += s->project.yields > 0;
}

static void put_back(tw_contact_set *s, const tw_contact_group *g, tw_twist *v) {
    int n = 0;
    for (int i = g->first; i >= 0; i = s->touching.data[i].next, n++)
        for (int row = 0; row < 3; row++)
            s->touching.data[i].lambda[row] =
                row < s->solve.rows ? s->solve.lambda.data[s->solve.rows * n + row] : 0;
    for (int i = 0; i < s->caps.count; i++)
        s->caps.row.data[i].lambda = s->solve.lambda.data[s->solve.rows * n + i];
    for (int i = 0; i < g->bodies; i++) {
        int body = s->members.body.data[g->body + i];
        const tw_twist by = tw_contact_change(s, body);
        v[body].v = v3_add(v[body].v, by.v);
        v[body].omega = v3_add(v[body].omega, by.omega);
    }
}

double tw_contact_largest_rate(const tw_contact_set *s, const tw_contact_group *g) {
    double most = 0;
    int n = 0, rows = s->solve.rows;
    for (int i = 0; i < s->caps.count && g->contacts == 0; i++)
        most = fmax(most, fabs(s->solve.r.data[i]));
    for (int i = g->first; i >= 0; i = s->touching.data[i].next, n++)
        for (int row = 0; row < (s->touching.data[i].slips ? 1 : rows); row++)
            most = fmax(most, fabs(s->solve.r.data[rows * n + row]));
    return most;
}

/* first guess of the bounded constraint forces: the solution of the problem of these rows alone,
 * with the guessed contact forces applied */
static tw_status guess_capped(tw_contact_set *s, const tw_contact_group *g) {
    size_t m = (size_t)s->caps.count, n = (size_t)(s->solve.rows * g->contacts) + m, first = n - m;
    TW_TRY(tw_reserve(&s->solve.own_N, m * m + m));
    double *N = s->solve.own_N.data, *r = N + m * m;
    for (size_t i = 0; i < m; i++) {
        const double *row = s->solve.N.data + (first + i) * n;
        r[i] = s->solve.r.data[first + i];
        for (size_t j = 0; j < first; j++) r[i] += row[j] * s->solve.lambda.data[j];
        memcpy(N + i * m, row + first, m * sizeof *N);
    }
    tw_cone_rows rows = {.bounded = s->caps.count, .caps = (int)s->caps.ball.count, .r = r};
    rows.cap = s->caps.ball.data;
    rows.lo = s->solve.lo.data + (s->solve.rows == 1 ? g->contacts : 0);
    rows.hi = s->solve.hi.data + (s->solve.rows == 1 ? g->contacts : 0);
    tw_cone_options options = {.warm = true};
    tw_cone_result result;
    return tw_cone_dense(s->solve.cone, &rows, N, &options, s->solve.lambda.data + first, NULL,
                         &result);
}

/* lists the bodies and gradients of all rows without friction cone, TW_TERMS_SLOTS of each per row,
 * in the arrays that the solver reads */
static tw_status widen(tw_contact_set *s, const tw_contact_group *g, int bounded,
                       tw_cone_bodies *to) {
    enum { SLOTS = TW_TERMS_SLOTS };
    int first = s->solve.rows * g->contacts + s->caps.count - bounded;
    TW_TRY(tw_reserve(&s->solve.wide_body, SLOTS * (size_t)bounded));
    TW_TRY(tw_reserve(&s->solve.wide_D, 6 * SLOTS * (size_t)bounded));
    memset(s->solve.wide_D.data, 0, 6 * SLOTS * (size_t)bounded * sizeof(double));
    for (int i = 0; i < bounded; i++) {
        bool more = true;
        for (int k = 0; k < SLOTS; k++) {
            int body = -1;
            const double *e = more ? part_of(s, g, first + i, k, &body) : NULL;
            more = e;
            s->solve.wide_body.data[SLOTS * i + k] = body;
            if (e) memcpy(s->solve.wide_D.data + 6 * (SLOTS * (ptrdiff_t)i + k), e, 6 * sizeof *e);
        }
    }
    to->slots = SLOTS;
    to->bounded_body = s->solve.wide_body.data;
    to->bounded_D = s->solve.wide_D.data;
    return TW_OK;
}

static tw_status solve_blocks(tw_contact_set *s, const tw_contact_group *g,
                              const tw_cone_rows *rows, const tw_cone_options *options,
                              tw_cone_result *result) {
    tw_cone_bodies bodies = {.count = g->bodies,
                             .inverse_mass = s->solve.inverse_mass.data,
                             .inverse_inertia = s->solve.inverse_inertia.data,
                             .contact_body = s->solve.pair.data,
                             .contact_D = s->solve.D.data,
                             .bounded_body = s->solve.pair.data,
                             .bounded_D = s->solve.D.data,
                             .project = g->islands > 0 ? tw_contact_project : NULL,
                             .context = s};
    if (s->caps.count > 0) TW_TRY(widen(s, g, rows->bounded, &bodies));
    return tw_cone_bodies_solve(s->solve.cone, rows, &bodies, options, s->solve.lambda.data,
                                s->solve.v.data, result);
}

/* refines lambda, which meets the tolerance already, to many more digits by the dense solver */
static tw_status polish(tw_contact_set *s, const tw_contact_group *g, const tw_cone_rows *rows,
                        double tolerance_u, tw_cone_result *result) {
    const tw_cone_options options = {.tolerance_u = tolerance_u, .warm = true, .polish = true};
    int sweeps = result->iterations;
    TW_TRY(form_dense(s, g, false, 0));
    TW_TRY(tw_cone_dense(s->solve.cone, rows, s->solve.N.data, &options, s->solve.lambda.data, NULL,
                         result));
    result->iterations += sweeps;
    return velocities(s, g, false);
}

/* solves once for lambda and s->solve.v; warm: starts from the present lambda, otherwise from 0 */
static tw_status attempt(tw_contact_set *s, const tw_contact_group *g, const tw_contact_task *task,
                         bool warm, tw_cone_result *result) {
    bool projected = g->islands > 0;
    tw_cone_rows rows = {.contacts = s->solve.rows == 3 ? g->contacts : 0,
                         .bounded = s->caps.count + (s->solve.rows == 1 ? g->contacts : 0),
                         .caps = s->caps.count > 0 ? (int)s->caps.ball.count : 0,
                         .mu = s->solve.mu.data,
                         .lo = s->solve.lo.data,
                         .hi = s->solve.hi.data,
                         .r = s->solve.r.data,
                         .cap = s->solve.ball.data};
    int count = s->solve.rows * g->contacts + s->caps.count;
    tw_cone_options options = {.tolerance_u = task->tolerance_u,
                               .limit = task->limit,
                               .warm = warm,
                               .even = !task->step || s->caps.count > 0,
                               .poll = s->project.d->poll};
    TW_TRY(tw_poll_ask(options.poll));
    bool exact = projected || !(task->tolerance_u > 0);
    bool fits = count <= (s->caps.count > 0 || exact ? DENSE_HARD : DENSE);
    int most = task->forces        ? DENSE_HARD
               : exact             ? (s->caps.count > 0 ? DENSE_HARD : DENSE)
               : s->turn.count > 0 ? DENSE
                                   : FEW;
    /* constraints that yield have a small compliance (s->project.yields), with which the iteration
     * by each contact's own block hardly converges */
    if (s->project.yields > 0) most = DENSE_HARD;
    if (count > most) {
        TW_TRY(solve_blocks(s, g, &rows, &options, result));
        fits = fits && !result->converged;
        bool rough = result->residual_u > FINE * task->tolerance_u;
        if (task->polish && !exact && s->caps.count == 0 && count <= POLISHED &&
            result->converged && rough)
            TW_TRY(polish(s, g, &rows, task->tolerance_u, result));
    }
    if (fits) {
        double rate = tw_contact_largest_rate(s, g);
        if (!(task->tolerance_u > 0)) options.tolerance_u = NEARLY * rate;
        if (task->forces) options.fair_u = FAIRLY * rate;
        TW_TRY(form_dense(s, g, projected, projected && task->step ? WEDGE : 0));
        if (warm && s->caps.count > 0) TW_TRY(guess_capped(s, g));
        TW_TRY(tw_cone_dense(s->solve.cone, &rows, s->solve.N.data, &options, s->solve.lambda.data,
                             NULL, result));
        TW_TRY(velocities(s, g, projected));
    }
    return TW_OK;
}

/* Is lambda not finite, or so large that contacts must be pushing against constraints, or has the
 * projection failed? There N holds only rounding, since constraints leave the contact no motion */
static bool against(const tw_contact_set *s, const tw_contact_group *g) {
    double most = AGAINST * tw_contact_largest_rate(s, g);
    if (s->project.failed != TW_OK) return true;
    for (int row = 0; row < s->solve.rows * g->contacts; row++)
        if (!(fabs(s->solve.lambda.data[row]) * free_change(s, row) <= most)) return true;
    return false;
}

/* Solves again and again until the bounds on the torques of rolling and spinning friction agree
 * with the normal forces, to which they are proportional */
static tw_status follow_turning(tw_contact_set *s, const tw_contact_group *g,
                                const tw_contact_task *task, tw_cone_result *result) {
    bool again;
    TW_TRY(tw_contact_turn_again(s, 0, &again));
    for (int round = 1; again; round++) {
        int iterations = result->iterations;
        gather_bounds(s, g);
        TW_TRY(attempt(s, g, task, true, result));
        result->iterations += iterations;
        TW_TRY(tw_contact_turn_again(s, round, &again));
        result->converged = result->converged && !again;
        if (tw_contact_turn_gives_up(round)) break;
    }
    return TW_OK;
}

tw_status tw_contact_solve(tw_dynamics *d, const tw_contact_group *g, const tw_contact_task *task,
                           tw_twist *v) {
    tw_contact_set *s;
    TW_TRY(tw_contact_set_of(d, &s));
    s->solve.rows = task->frictionless ? 1 : 3;
    TW_TRY(tw_contact_turn_begin(d, s, g, task, v));
    TW_TRY(make_room(d, s, g));
    gather_bodies(d, s, g);
    TW_TRY(gather_contacts(d, s, g, task, v));
    gather_capped(s, g);
    TW_TRY(tw_poll_ask(d->poll));
    bool projected = g->islands > 0;
    s->project.d = d;
    s->project.failed = TW_OK;
    s->project.yields = 0;
    if (projected) TW_TRY(tw_contact_know_part(d, s, g));
    if (projected && !task->factored) TW_TRY(tw_contact_factor(d, s));
    tw_cone_result result;
    bool small = s->solve.rows * g->contacts + s->caps.count <= DENSE_HARD;
    double notable = fmax(task->tolerance_u, NEARLY * tw_contact_largest_rate(s, g));
    if (projected && small && is_stuck(s, g, notable))
        s->project.yields = tw_contact_softness(d, s);
    bool warm = task->warm && !(s->project.yields > 0);
    TW_TRY(attempt(s, g, task, warm, &result));
    /* a bad first guess may mislead the iteration (as when a blow arrives at the other end of a
     * chain of balls): tries again from 0 */
    if (warm && !result.converged && result.residual_u > tw_contact_largest_rate(s, g))
        TW_TRY(attempt(s, g, task, false, &result));
    if (projected && !(s->project.yields > 0) && against(s, g)) {
        s->project.failed = TW_OK;
        s->project.yields = tw_contact_softness(d, s);
        TW_TRY(attempt(s, g, task, false, &result));
    }
    if (s->project.failed == TW_OK) TW_TRY(follow_turning(s, g, task, &result));
    if (s->project.failed != TW_OK) return s->project.failed;
    count(s, task, &result);
    put_back(s, g, v);
    tw_contact_turn_end(s, g);
    return TW_OK;
}
