/*
 * Constraint forces with a bound: |force| <= max_force, |torque| <= max_torque, both on the
 * first body; the torque about a joint's point, of other constraints about the centre of mass.
 *
 * Constraints without bounds come first, caps_first.c. With what these leave, A u = b of the rows
 * of constraints with bounds, the forces are
 *
 *     min 1/2 u^T A u - b^T u   subject to   |G_c u| <= cap_c,                [Gauss's principle]
 *
 * G_c u being the force or torque of a constraint with a bound. The bounds hold u in all directions
 * in which A u = 0, so there is an answer for every b: if two constraints contradict each other,
 * the one with the greater bound is met, and the other one pulls with the whole of its bound. With
 * a multiplier mu_c >= 0 per cap,
 *
 *     (A + sum mu_c G_c^T G_c) u = b,   mu_c = 0 or |G_c u| = cap_c:
 *
 * a cap that holds makes its constraint yield, as if it had a compliance. A primal-dual
 * interior-point method, which may start at u = 0, finds which caps hold, however different their
 * sizes are [Boyd & Vandenberghe 2004, sec. 11.7]. The last digits come from the dual function of
 * mu, concave and smooth, by a projected Newton method with a line search.
 *
 * A may be singular (redundant constraints share a load): a small compliance E is added, and its
 * effect taken away again by proximal steps about the forces of least squares. Nothing depends on
 * what was solved before.
 */
#include "dynamics/solve/caps_impl.h"
#include "dynamics/solve/impl.h"
#include "numeric/linear/symmetric.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_STEPS = 100 };

/* the interior-point method keeps each g_c (see inside()) this far below 0; it ends when g_c of
 * each cap that holds is above -10 times this */
static const double NEAR = 1e-6;
/* a residual of a cap counts as rounding if the force is less than this part of the forces without
 * bounds, which cancel in it */
static const double SHARED = 1e-2;
/* relative increase of each diagonal entry of K: it keeps K positive definite where a large mu_c
 * G_c^T G_c, whose rows depend on each other, outweighs A */
static const double ROUNDING = 1e-14;
/* largest multiplier mu, in units of A's mean diagonal entry, unless the interior-point method
 * found a larger one: with it the force is as good as 0 */
static const double STIFFEST = 1e14;
/* least bound, N or N m. For light bodies it is the bound with which they are accelerated by this,
 * in m/s^2 or rad/s^2. Smaller bounds are raised to it, since the problem has no bound of 0 */
static const double VANISHING = 1e-9;

static tw_status check_square(const tw_dynamics *d, const tw_island *isl) {
    const tw_block *capped = NULL, *other = NULL;
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &d->pass.block[isl->block[k]];
        if (tw_caps_of(b) > 0) capped = b;
        if (b->W) other = b;
    }
    if (!other) return TW_OK;
    char a[256], o[256];
    if (capped == other)
        return tw_fail(TW_ARGUMENT,
                       "the force of %s cannot be bounded, because it is not J^T lambda",
                       tw_object_label(&capped->c->o, a, sizeof a));
    return tw_fail(TW_ARGUMENT,
                   "the force of %s cannot be bounded, because it is solved together with %s, "
                   "whose force is not J^T lambda",
                   tw_object_label(&capped->c->o, a, sizeof a),
                   tw_object_label(&other->c->o, o, sizeof o));
}

tw_status tw_caps_build(tw_dynamics *d) {
    size_t rows = 0, m = 0, n = 0, bodies = 0;
    for (int i = 0; i < d->islands; i++) {
        tw_island *isl = &d->island[i];
        size_t bounded = 0;
        isl->caps = 0;
        for (int k = 0; k < isl->blocks; k++) {
            tw_block *b = &d->pass.block[isl->block[k]];
            if (tw_caps_of(b) == 0) continue;
            isl->caps += tw_caps_of(b);
            bounded += (size_t)b->rows;
            TW_TRY(tw_caps_first_room(d, b));
        }
        if (!isl->caps) continue;
        TW_TRY(check_square(d, isl));
        if ((size_t)isl->rows > rows) rows = (size_t)isl->rows;
        if (bounded > m) m = bounded;
        if ((size_t)isl->caps > n) n = (size_t)isl->caps;
        if ((size_t)isl->bodies > bodies) bodies = (size_t)isl->bodies;
    }
    d->caps = NULL;
    if (n == 0) return TW_OK;
    tw_arena *a = &d->arena;
    struct tw_caps *c = tw_arena_new(a, struct tw_caps, 1);
    if (!c) return tw_fail_memory();
    double **numbers[] = {&c->A,   &c->K,     &c->b,    &c->shift, &c->centre, &c->rhs,   &c->u,
                          &c->P,   &c->KP,    &c->H,    &c->slope, &c->step,   &c->size,  &c->mu,
                          &c->mu0, &c->trial, &c->grad, &c->left,  &c->first,  &c->answer};
    const size_t sizes[] = {m * m, m * m, m, m, m, m, m, n * m, n * m, n * n,
                            n,     n,     n, n, n, n, m, rows,  rows,  m * rows};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (!(*numbers[i] = tw_arena_new(a, double, sizes[i]))) return tw_fail_memory();
    c->list = tw_arena_new(a, tw_cap, n);
    c->pick = tw_arena_new(a, int, n);
    c->row = tw_arena_new(a, int, m);
    c->moved = tw_arena_new(a, tw_twist, bodies);
    if (!c->list || !c->pick || !c->row || !c->moved) return tw_fail_memory();
    d->caps = c;
    return TW_OK;
}

/* ---- one island ----------------------------------------------------------------------------- */

/* factor that converts the value of a block's bound to N or N m; it is not 1 if the kind bounds the
 * unknown itself, whose unit differs */
static double unit_of(const tw_block *b, bool torque) {
    if (!b->kind->bound || !b->kind->bound(b->c->o.own, b->bind->joint, torque)) return 1;
    return v3_length(v3_load(torque ? b->J + 3 : b->J));
}

/* least bound, N or N m, of a block's force or torque: smaller bounds are raised to it */
static double least_of(const tw_dynamics *d, const tw_block *b, bool torque) {
    double least = VANISHING;
    for (int i = 0; i < b->rows; i++) {
        double mobility = tw_dense_entry(d, b, i, b, i);
        double each = v3_length(tw_bound_column(b, torque, i));
        if (mobility > 0 && each > 0) least = fmin(least, VANISHING * each / mobility);
    }
    return least;
}

int tw_caps_collect(tw_dynamics *d, const tw_island *isl, double step, tw_cap *list) {
    int n = 0, row = 0;
    double t = d->pass.t + step / 2;
    for (int k = 0; k < isl->blocks; k++) {
        tw_block *b = &d->pass.block[isl->block[k]];
        const tw_value *limit[2] = {tw_bound_of(b, false), tw_bound_of(b, true)};
        for (int j = 0; j < 2; j++) {
            if (tw_value_is_unset(limit[j])) continue;
            double most = unit_of(b, j == 1) * tw_value1(limit[j], t);
            /* at a time within a step the value of a bound may be NaN, which counts as 0 here; at
             * the ends of steps that is an error */
            if (!(most >= VANISHING)) most = fmax(most, least_of(d, b, j == 1));
            most *= tw_caps_unit(step);
            vec3 *G = b->cap_G + (ptrdiff_t)j * b->rows;
            for (int i = 0; i < b->rows; i++)
                G[i] = v3_scale(tw_bound_column(b, j == 1, i), b->weight);
            list[n++] = (tw_cap){row, b->rows, b, j == 1, most, b->cap_mu[j], G};
        }
        row += b->rows;
    }
    return n;
}

vec3 tw_cap_force(const tw_cap *c, const double *u) {
    vec3 f = {0, 0, 0};
    for (int i = 0; i < c->rows; i++) f = v3_madd(f, u[c->first + i], tw_cap_column(c, i));
    return f;
}

/* out [m] = G_c^T f, for the force or torque f of the cap c */
static void pull(const tw_cap *c, vec3 f, double *out, int m) {
    memset(out, 0, (size_t)m * sizeof *out);
    for (int i = 0; i < c->rows; i++) out[c->first + i] = v3_dot(tw_cap_column(c, i), f);
}

double tw_caps_mean(const double *A, int m) {
    double sum = 0;
    for (int i = 0; i < m; i++) sum += A[(size_t)i * (size_t)m + (size_t)i];
    return sum / m;
}

void tw_caps_fill(const double *A, int m, const tw_cap *list, int n, const double *shift,
                  const double *mu, double *K) {
    size_t width = (size_t)m;
    memcpy(K, A, width * width * sizeof *K);
    for (size_t i = 0; i < width; i++) K[i * width + i] += shift[i];
    for (int c = 0; c < n; c++) {
        const tw_cap *p = &list[c];
        for (int i = 0; i < p->rows; i++)
            for (int j = 0; j <= i; j++)
                K[(size_t)(p->first + i) * width + (size_t)(p->first + j)] +=
                    mu[c] * v3_dot(tw_cap_column(p, i), tw_cap_column(p, j));
    }
}

tw_status tw_caps_factor(double *K, int m) {
    for (int i = 0; i < m; i++) K[(size_t)i * (size_t)m + (size_t)i] *= 1 + ROUNDING;
    if (!tw_positive_factor(m, K))
        return tw_fail(TW_NONFINITE, "the bounded forces cannot be computed: their matrix is not "
                                     "positive definite");
    return TW_OK;
}

void tw_caps_back(const double *K, int m, double *x) {
    tw_positive_solve(m, K, x);
}

static void fill(const struct tw_caps *s, int m, int n, const double *mu) {
    tw_caps_fill(s->A, m, s->list, n, s->shift, mu, s->K);
}

static tw_status factor(const struct tw_caps *s, int m, int n, const double *mu) {
    fill(s, m, n, mu);
    return tw_caps_factor(s->K, m);
}

static void back(const struct tw_caps *s, int m, double *x) {
    tw_caps_back(s->K, m, x);
}

/* ---- which caps hold: an interior method ---------------------------------------------------- */

/* returns g_c = (|G_c u|^2 / cap_c^2 - 1) / 2 of the cap c, which is negative within the bound;
 * gradient [rows of the cap]: derivative of g_c by u; NULL: not computed */
static double inside(const tw_cap *c, const double *u, double *gradient) {
    vec3 f = v3_scale(tw_cap_force(c, u), 1 / c->limit);
    for (int i = 0; gradient && i < c->rows; i++)
        gradient[i] = v3_dot(tw_cap_column(c, i), f) / c->limit;
    return 0.5 * (v3_dot(f, f) - 1);
}

/* One Newton step of the interior-point method, toward the point where z_c (-g_c) = aim for all
 * caps, with z_c = mu_c cap_c^2 and g_c as in inside(); no g_c comes nearer to 0 than NEAR. *took:
 * fraction of the step that stays within the bounds, which is taken; *missed: largest error of K u
 * = rhs before the step. */
static tw_status inner_step(const struct tw_caps *s, int m, int n, double aim, double *z,
                            double *took, double *missed) {
    double *left = s->P, *du = s->KP, *grad = s->grad, *g = s->slope, *dz = s->step;
    for (int c = 0; c < n; c++) s->trial[c] = z[c] / (s->list[c].limit * s->list[c].limit);
    fill(s, m, n, s->trial);
    for (int i = 0; i < m; i++) {
        left[i] = s->shift[i] * s->u[i] - s->rhs[i];
        for (int j = 0; j < m; j++) left[i] += s->A[(size_t)i * (size_t)m + (size_t)j] * s->u[j];
        du[i] = 0;
    }
    for (int c = 0; c < n; c++) {
        const tw_cap *p = &s->list[c];
        g[c] = inside(p, s->u, grad);
        dz[c] = fmax(aim, NEAR * z[c]) / -g[c] - z[c];
        for (int i = 0; i < p->rows; i++) {
            double *row = s->K + (size_t)(p->first + i) * (size_t)m + (size_t)p->first;
            left[p->first + i] += z[c] * grad[i];
            du[p->first + i] -= dz[c] * grad[i];
            for (int j = 0; j <= i; j++) row[j] += z[c] / -g[c] * grad[i] * grad[j];
        }
    }
    *missed = 0;
    for (int i = 0; i < m; i++) {
        *missed = fmax(*missed, fabs(left[i]));
        du[i] -= left[i];
    }
    TW_TRY(tw_caps_factor(s->K, m));
    back(s, m, du);
    double t = 1;
    for (int c = 0; c < n; c++) {
        const tw_cap *p = &s->list[c];
        double along = 0;
        inside(p, s->u, grad);
        for (int i = 0; i < p->rows; i++) along += grad[i] * du[p->first + i];
        dz[c] += z[c] / -g[c] * along;
        if (dz[c] < 0) t = fmin(t, 0.95 * z[c] / -dz[c]);
    }
    memcpy(left, s->u, (size_t)m * sizeof *left);
    for (bool out = true; out; t *= out ? 0.7 : 1) {
        out = false;
        for (int i = 0; i < m; i++) s->u[i] = left[i] + t * du[i];
        for (int c = 0; c < n; c++) out = out || !(inside(&s->list[c], s->u, NULL) <= 0.05 * g[c]);
        if (t < 1e-12) break;
    }
    for (int c = 0; c < n; c++) z[c] += t * dz[c];
    *took = t;
    return TW_OK;
}

/* is it clear for each cap whether it holds, because its force is near its bound or its multiplier
 * is negligible? most: largest |rhs| */
static bool decided(const struct tw_caps *s, int n, const double *z, double most) {
    for (int c = 0; c < n; c++)
        if (inside(&s->list[c], s->u, NULL) < -10 * NEAR && z[c] > 1e-10 * most * s->list[c].limit)
            return false;
    return true;
}

/* the interior-point method: computes approximate multipliers mu [n]; work: u^T A u of the forces
 * without bounds, which sets the scale */
static tw_status interior(const struct tw_caps *s, int m, int n, double work, double *mu) {
    double *z = s->mu0, most = 0, missed = 0, took = 1;
    for (int i = 0; i < m; i++) most = fmax(most, fabs(s->rhs[i]));
    memset(s->u, 0, (size_t)m * sizeof *s->u);
    double aim = 0.1 * work / n;
    for (int c = 0; c < n; c++) z[c] = 2 * aim;
    for (int i = 0; i < MOST_STEPS; i++) {
        /* `aim` is only reduced while the equations K u = rhs are met well: close to its bounds u
         * could hardly move any more */
        bool met = missed <= 1e-12 * most || missed * work <= 10 * n * aim * most;
        if (took > 0.5 && met) aim *= 0.1;
        TW_TRY(inner_step(s, m, n, aim, z, &took, &missed));
        if (missed <= 1e-8 * most && decided(s, n, z, most)) break;
    }
    for (int c = 0; c < n; c++) mu[c] = z[c] / (s->list[c].limit * s->list[c].limit);
    return TW_OK;
}

/* ---- the last digits: the dual problem ------------------------------------------------------ */

/* sets s->u to the forces for the multipliers mu [n], and s->size to |G_c u|; *dual: value of the
 * dual function, -1/2 rhs^T u - 1/2 sum mu_c cap_c^2 */
static tw_status evaluate(const struct tw_caps *s, int m, int n, const double *mu, double *dual) {
    TW_TRY(factor(s, m, n, mu));
    memcpy(s->u, s->rhs, (size_t)m * sizeof *s->u);
    back(s, m, s->u);
    *dual = 0;
    for (int i = 0; i < m; i++) *dual -= 0.5 * s->rhs[i] * s->u[i];
    for (int c = 0; c < n; c++) {
        s->size[c] = v3_length(tw_cap_force(&s->list[c], s->u));
        *dual -= 0.5 * mu[c] * s->list[c].limit * s->list[c].limit;
    }
    return TW_OK;
}

/* Largest violation of a cap, relative to the cap plus slack: the amount by which a force is above
 * its cap, or below it although its multiplier is positive. A force above its cap does not count
 * if its multiplier has reached the largest one, `stiffest`. A force below its cap does not count
 * if the multiplier is far below the shift of A, or nearly 0 relative to all: then it has no effect
 * on the force, and rounding hides whether the dual function rises toward a multiplier of 0. */
static double violation(const struct tw_caps *s, int n, const double *mu, double stiffest,
                        double slack) {
    double worst = 0;
    for (int c = 0; c < n; c++) {
        double over = (s->size[c] - s->list[c].limit) / (s->list[c].limit + slack);
        if (mu[c] < stiffest) worst = fmax(worst, over);
        bool holds = mu[c] * s->list[c].limit > 1e-12 * s->most &&
                     mu[c] > TW_CAPS_CLOSE * s->shift[s->list[c].first];
        if (holds) worst = fmax(worst, -over);
    }
    return worst;
}

/* s->step: Newton's step of the multipliers toward |G_c u| = cap_c, for the caps whose multipliers
 * can move, 0 for others; false: Newton's matrix is singular */
static bool newton(const struct tw_caps *s, int m, int n, const double *mu, double stiffest) {
    int k = 0;
    for (int c = 0; c < n; c++) {
        bool over = s->size[c] > s->list[c].limit;
        s->step[c] = 0;
        if (over ? mu[c] < stiffest : mu[c] > 0) s->pick[k++] = c;
    }
    for (int i = 0; i < k; i++) {
        const tw_cap *c = &s->list[s->pick[i]];
        double *P = s->P + (size_t)i * (size_t)m, *KP = s->KP + (size_t)i * (size_t)m;
        pull(c, tw_cap_force(c, s->u), P, m);
        memcpy(KP, P, (size_t)m * sizeof *P);
        back(s, m, KP);
        double f = s->size[s->pick[i]];
        s->slope[i] = 0.5 * (f - c->limit) * (f + c->limit);
    }
    for (int i = 0; i < k; i++)
        for (int j = 0; j <= i; j++) {
            double sum = 0;
            const double *P = s->P + (size_t)i * (size_t)m, *KP = s->KP + (size_t)j * (size_t)m;
            for (int l = 0; l < m; l++) sum += P[l] * KP[l];
            s->H[(size_t)i * (size_t)k + (size_t)j] = sum;
        }
    for (int i = 0; i < k; i++) s->H[(size_t)i * (size_t)k + (size_t)i] *= 1 + 1e-12;
    if (!tw_positive_factor(k, s->H)) return false;
    tw_positive_solve(k, s->H, s->slope);
    for (int i = 0; i < k; i++) s->step[s->pick[i]] = s->slope[i];
    return true;
}

/* s->step: a step along the gradient of the dual function, for each cap separately; used where
 * Newton's step does not raise the function */
static void gradient(const struct tw_caps *s, int n, double scale) {
    for (int c = 0; c < n; c++)
        s->step[c] = scale * (s->size[c] - s->list[c].limit) / s->list[c].limit;
}

/* Line search along s->step, with mu >= 0, until the dual function is higher, or, where rounding
 * hides that, until the violation is smaller. *rose: such a step was found, and *mu and *dual are
 * updated */
static tw_status search(const struct tw_caps *s, int m, int n, double stiffest, double *mu,
                        double *dual, bool *rose) {
    double slack = SHARED * s->most / s->mean;
    double before = violation(s, n, mu, stiffest, slack);
    memcpy(s->mu0, mu, (size_t)n * sizeof *mu);
    for (double t = 1; t > 1e-9; t *= 0.5) {
        bool moved = false;
        for (int c = 0; c < n; c++) {
            s->trial[c] = fmin(fmax(s->mu0[c] + t * s->step[c], 0), stiffest);
            moved = moved || s->trial[c] != s->mu0[c];
        }
        if (!moved) break;
        double now;
        TW_TRY(evaluate(s, m, n, s->trial, &now));
        double gain = (now - *dual) / fabs(*dual);
        if (gain >= 1e-13 ||
            (gain > -1e-11 && violation(s, n, s->trial, stiffest, slack) < before)) {
            memcpy(mu, s->trial, (size_t)n * sizeof *mu);
            *rose = true;
            *dual = now;
            return TW_OK;
        }
    }
    *rose = false;
    return evaluate(s, m, n, mu, dual);
}

static tw_status maximise(struct tw_caps *s, int m, int n, double *mu) {
    double dual, stiffest = STIFFEST * s->mean;
    s->most = 0;
    for (int c = 0; c < n; c++) stiffest = fmax(stiffest, 2 * mu[c]);
    for (int i = 0; i < m; i++) s->most = fmax(s->most, fabs(s->rhs[i]));
    TW_TRY(evaluate(s, m, n, mu, &dual));
    for (int i = 0; i < MOST_STEPS; i++) {
        if (violation(s, n, mu, stiffest, 0) <= TW_CAPS_CLOSE) return TW_OK;
        bool rose = false;
        if (newton(s, m, n, mu, stiffest)) TW_TRY(search(s, m, n, stiffest, mu, &dual, &rose));
        if (rose) continue;
        gradient(s, n, s->mean);
        TW_TRY(search(s, m, n, stiffest, mu, &dual, &rose));
        /* no higher value of the dual function can be reached: rounding hides it */
        if (!rose) break;
    }
    /* a residual is accepted if it is rounding relative to the cap, or relative to the forces
     * without bounds: a small share of a large load is only as exact as the load */
    double worst = violation(s, n, mu, stiffest, SHARED * s->most / s->mean);
    if (worst <= 1e-4) return TW_OK;
    char label[256];
    return tw_fail(
        TW_DIVERGED,
        "the bounded forces of the island of %s do not converge (off a bound by %.2g of it)",
        tw_object_label(&s->list[0].block->c->o, label, sizeof label), worst);
}

tw_status tw_caps_matrix(tw_dynamics *d, const tw_island *isl, double *A) {
    size_t m = (size_t)isl->rows, columns = 6 * (size_t)isl->bodies;
    TW_TRY(tw_fill_gram(d, isl));
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j <= i; j++) {
            const double *a = d->matrix + i * columns, *b = d->matrix + j * columns;
            double sum = 0;
            for (size_t k = 0; k < columns; k++) sum += a[k] * b[k];
            A[i * m + j] = A[j * m + i] = sum;
        }
    return TW_OK;
}

void tw_caps_times(const double *A, int m, const double *u, double *b) {
    for (int i = 0; i < m; i++) {
        b[i] = 0;
        for (int j = 0; j < m; j++) b[i] += A[(size_t)i * (size_t)m + (size_t)j] * u[j];
    }
}

bool tw_caps_over(const tw_dynamics *d, int n, const double *u) {
    const tw_cap *list = d->caps->list;
    for (int c = 0; c < n; c++)
        if (v3_length(tw_cap_force(&list[c], u)) > list[c].limit * (1 + TW_CAPS_CLOSE)) return true;
    return false;
}

/* estimate of u^T A u, u the forces without bounds; it is at least what b alone gives, since forces
 * that oppose each other do no work and would make it 0 */
static double work_of(const struct tw_caps *s, int m) {
    double sum = 0, alone = 0;
    tw_caps_times(s->A, m, s->centre, s->u);
    for (int i = 0; i < m; i++) {
        sum += s->centre[i] * s->u[i];
        alone += s->b[i] * s->b[i];
    }
    return fmax(sum, alone / s->mean / m);
}

/* Solves in TW_CAP_STEPS proximal steps, K_i u_i = b + E u_(i-1), u_0 = centre, each with its own
 * multipliers. With the multipliers fixed, u is a linear function of b and u_0. m: rows; n: caps;
 * find, keep: see caps_impl.h */
tw_status tw_caps_bounded(struct tw_caps *s, int m, int n, bool find, bool keep) {
    double *u = s->centre;
    for (int j = 0; j < m; j++) s->rhs[j] = s->b[j] + s->shift[j] * u[j];
    if (find) TW_TRY(interior(s, m, n, work_of(s, m), s->mu));
    for (int i = 0; i < TW_CAP_STEPS; i++) {
        double dual;
        for (int c = 0; c < n && !find; c++) s->mu[c] = s->list[c].kept[i];
        for (int j = 0; j < m; j++) s->rhs[j] = s->b[j] + s->shift[j] * u[j];
        TW_TRY(find ? maximise(s, m, n, s->mu) : evaluate(s, m, n, s->mu, &dual));
        memcpy(u, s->u, (size_t)m * sizeof *u);
        for (int c = 0; c < n && find && keep; c++) s->list[c].kept[i] = s->mu[c];
    }
    return TW_OK;
}
