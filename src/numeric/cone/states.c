/* Newton's method for contact problems given as a matrix, on the states of contacts and rows; see
 * states.h. */
#include "numeric/cone/states.h"

#include <string.h>

/* STEPS: largest number of Newton steps in a proximal step. ROUNDS: largest number of proximal
 * steps. VAIN: number of proximal steps in a row that do not halve the error after which a hasty
 * solution (tw_states.hasty) gives up */
enum { STEPS = 30, ROUNDS = 40, VAIN = 6 };
/* EVEN: shift of the proximal problem about 0, which prefers small lambda. LEVEL: least shift of
 * the proximal steps that follow it, relative to the terms that cancel in u */
static const double EVEN = 1e-3, LEVEL = 1e-9;
/* a solution is isolated (no others are next to it) if the smallest pivot of Newton's matrix is
 * above this part of the greatest pivot */
static const double SHARP = 1e-6;
/* smallest fraction of a Newton step that is tried */
static const double LEAST = 0.02;
/* greatest ratio of the shift of bounded rows to the shift of contacts: with it contacts carry the
 * load that contacts and bounded rows might share */
static const double EASE = 1e3;

void tw_states_product(tw_states *p, const double *x, double *u) {
    double size = 0;
    for (int i = 0; i < p->n; i++) {
        const double *a = tw_states_row(p, i);
        double sum = p->r[i], all = fabs(sum);
        for (int j = 0; j < p->n; j++) {
            sum += a[j] * x[j];
            all = tw_cone_larger(all, fabs(a[j] * x[j]));
        }
        u[i] = sum;
        size = tw_cone_larger(size, all);
    }
    p->size = size;
}

double tw_states_judge(const tw_states *p, const double *x, const double *u, double *sum) {
    double worst = 0;
    *sum = 0;
    for (int i = 0; i < p->n; i += i < 3 * p->contacts ? 3 : 1) {
        double e, w = p->w[i];
        if (i < 3 * p->contacts) {
            e = w * tw_cone_error(p->rows->mu[i / 3], 3 * w, x + i, u + i);
        } else {
            int k = i - 3 * p->contacts;
            double z = x[i] - u[i] / w;
            if (p->capped[k]) continue;
            e = w * fabs(x[i] - tw_cone_within(z, p->rows->lo[k], p->rows->hi[k]));
        }
        worst = tw_cone_larger(worst, e);
        *sum += e * e / w;
    }
    for (int i = 0; i < p->rows->caps; i++) {
        const tw_cone_cap *c = &p->rows->cap[i];
        const double *w = p->w + 3 * p->contacts + c->first;
        double e[TW_CONE_CAP_ROWS];
        int at = 3 * p->contacts + c->first;
        tw_cone_cap_error(c, w, x + at, u + at, e);
        for (int k = 0; k < c->rows; k++) {
            worst = tw_cone_larger(worst, w[k] * fabs(e[k]));
            *sum += w[k] * e[k] * e[k];
        }
    }
    return worst;
}

void tw_states_keep(tw_states *p) {
    double sum;
    tw_states_product(p, p->lambda, p->u);
    double e = tw_states_judge(p, p->lambda, p->u, &sum);
    if (!(e < p->reached_u)) return;
    p->reached_u = e;
    p->reached_size = p->size;
    memcpy(p->best, p->lambda, (size_t)p->n * sizeof *p->best);
}

void tw_states_clip(const tw_states *p, double *x) {
    for (int k = 0; k < p->contacts; k++) tw_cone_clip(p->rows->mu[k], x + 3 * k);
    for (int i = 3 * p->contacts; i < p->n; i++) {
        int k = i - 3 * p->contacts;
        x[i] = tw_cone_within(x[i], p->rows->lo[k], p->rows->hi[k]);
    }
    for (int i = 0; i < p->rows->caps; i++) {
        int at = 3 * p->contacts + p->rows->cap[i].first;
        tw_cone_cap_clip(&p->rows->cap[i], p->w + at, x + at, NULL);
    }
}

/* shift of row i, relative to p->w of the row */
static double shift_of(const tw_states *p, int i) {
    return i < 3 * p->contacts ? p->shift : p->shift_bounded;
}

/* Newton's equations for the tangents of contact k, which slides: sets the rows J1, J2 [m] of the
 * matrix and d [2] of the right side; columns are the unknowns p->index. e, radius: from
 * tw_state_of */
static void slide(const tw_states *p, int k, const double *e, double radius, int m, double *J1,
                  double *J2, double *d) {
    int i = 3 * k;
    double w = p->w[i], mu = p->rows->mu[k];
    /* linearised: lambda_t = mu lambda_n e, where e turns by f (I - e e^T) (dlambda_t - du_t /
     * w) */
    double f = radius, a11 = f * (1 - e[0] * e[0]), a12 = -f * e[0] * e[1],
           a22 = f * (1 - e[1] * e[1]);
    const double *N1 = tw_states_row(p, i + 1), *N2 = tw_states_row(p, i + 2);
    for (int c = 0; c < m; c++) {
        int j = p->index[c];
        double z1 = -N1[j] / w, z2 = -N2[j] / w;
        if (j == i + 1) z1 += 1 - p->shift;
        if (j == i + 2) z2 += 1 - p->shift;
        J1[c] = -(a11 * z1 + a12 * z2);
        J2[c] = -(a12 * z1 + a22 * z2);
        if (j == i) {
            J1[c] -= mu * e[0];
            J2[c] -= mu * e[1];
        }
        if (j == i + 1) J1[c] += 1;
        if (j == i + 2) J2[c] += 1;
    }
    double normal = p->lambda[i];
    d[0] = mu * normal * e[0] - p->lambda[i + 1];
    d[1] = mu * normal * e[1] - p->lambda[i + 2];
}

tw_state tw_state_of(const tw_states *p, int k, double *e, double *radius) {
    const double *x = p->lambda + 3 * k, *u = p->u + 3 * k;
    double w = p->w[3 * k], mu = p->rows->mu[k];
    double zn = x[0] - u[0] / w, z1 = x[1] - u[1] / w, z2 = x[2] - u[2] / w;
    double t = sqrt(z1 * z1 + z2 * z2);
    if (zn <= 0 || !(p->local[k].inverse > 0)) return TW_OPEN;
    if (t <= mu * zn) return TW_STICK;
    e[0] = z1 / t;
    e[1] = z2 / t;
    *radius = fmin(mu * fmax(x[0], 0) / t, 1);
    return TW_SLIDE;
}

/* Sets p->index to the rows whose lambda Newton's method solves for, and returns their number m.
 * Sets p->trial to lambda, with the other rows (of open contacts, and rows at a bound) at the
 * values that their states require */
static int unknowns(tw_states *p) {
    int m = 0;
    memcpy(p->trial, p->lambda, (size_t)p->n * sizeof *p->trial);
    for (int k = 0; k < p->contacts; k++) {
        double e[2], radius;
        bool open = tw_state_of(p, k, e, &radius) == TW_OPEN;
        for (int i = 3 * k; i < 3 * k + 3; i++) {
            if (open)
                p->trial[i] = 0;
            else
                p->index[m++] = i;
        }
    }
    for (int i = 3 * p->contacts; i < p->n; i++) {
        int k = i - 3 * p->contacts;
        double z = p->lambda[i] - p->u[i] / p->w[i], lo = p->rows->lo[k], hi = p->rows->hi[k];
        if (z <= lo || z >= hi)
            p->trial[i] = z <= lo ? lo : hi;
        else
            p->index[m++] = i;
    }
    return m;
}

/* Replaces the equations of an active cap's rows, w^-1 (N + shift) dlambda = -u / w, by dlambda -
 * P' dz = P(z) - lambda, with z = lambda - u / w and P' the derivative of P at z. at: index of the
 * cap's first row in p->index; m: number of unknowns */
static void hold_cap(tw_states *p, const tw_cone_cap *c, int at, int m) {
    enum { MOST = TW_CONE_CAP_ROWS };
    int first = p->index[at], n = c->rows;
    double z[MOST], slope[MOST * MOST], d[MOST];
    for (int i = 0; i < n; i++) z[i] = p->lambda[first + i] - p->u[first + i] / p->w[first + i];
    for (int i = 0; i < n; i++) d[i] = p->d[at + i] + p->u[first + i] / p->w[first + i];
    if (!tw_cone_cap_clip(c, p->w + first, z, slope)) return;
    for (int j = 0; j < m; j++) {
        double column[MOST];
        for (int i = 0; i < n; i++) column[i] = p->J[(size_t)(at + i) * (size_t)m + (size_t)j];
        for (int i = 0; i < n; i++) {
            double sum = at + i == j ? 1 : 0;
            for (int k = 0; k < n; k++) sum += slope[i * n + k] * (column[k] - (at + k == j));
            p->J[(size_t)(at + i) * (size_t)m + (size_t)j] = sum;
        }
    }
    for (int i = 0; i < n; i++) {
        p->d[at + i] = z[i] - p->lambda[first + i];
        for (int k = 0; k < n; k++) p->d[at + i] += slope[i * n + k] * d[k];
    }
}

/* sets Newton's matrix p->J [m x m] and right side p->d [m] for the unknowns p->index; the other
 * rows are known to change to p->trial */
static void equations(tw_states *p, int m) {
    for (int c = 0; c < m; c++) {
        int i = p->index[c];
        double *J = p->J + (size_t)c * (size_t)m, *N = tw_states_row(p, i);
        double w = p->w[i];
        for (int j = 0; j < m; j++) J[j] = N[p->index[j]] / w;
        J[c] += shift_of(p, i);
        double u = p->u[i];
        for (int j = 0; j < p->n; j++) u += N[j] * (p->trial[j] - p->lambda[j]);
        p->d[c] = -u / w;
    }
    for (int c = 0; c < m; c++) {
        int i = p->index[c];
        if (i >= 3 * p->contacts || i % 3 != 1) continue;
        double e[2], radius;
        if (tw_state_of(p, i / 3, e, &radius) != TW_SLIDE) continue;
        double *J1 = p->J + (size_t)c * (size_t)m, moved[2] = {0, 0};
        for (int j = 0; j < p->n; j++) {
            double step = p->trial[j] - p->lambda[j];
            moved[0] -= tw_states_row(p, i)[j] / p->w[i] * step;
            moved[1] -= tw_states_row(p, i + 1)[j] / p->w[i] * step;
        }
        slide(p, i / 3, e, radius, m, J1, J1 + m, p->d + c);
        double along = e[0] * moved[0] + e[1] * moved[1];
        p->d[c] += radius * (moved[0] - along * e[0]);
        p->d[c + 1] += radius * (moved[1] - along * e[1]);
    }
    for (int i = 0, c = 0; i < p->rows->caps; i++) {
        while (p->index[c] < 3 * p->contacts + p->rows->cap[i].first) c++;
        hold_cap(p, &p->rows->cap[i], c, m);
    }
}

/* sets p->u to the rates of the proximal problem at x; *worst: largest residual there; returns the
 * sum that tw_states_judge returns in *sum */
static double proximal(tw_states *p, const double *x, double *worst) {
    double sum;
    tw_states_product(p, x, p->u);
    for (int i = 0; i < p->n; i++) p->u[i] += shift_of(p, i) * p->w[i] * (x[i] - p->centre[i]);
    *worst = tw_states_judge(p, x, p->u, &sum);
    return sum;
}

/* Makes one Newton step of the proximal problem from lambda, halved until the sum of squares
 * decreases; false: even the fraction `least` of the step does not decrease it. *worst: largest
 * residual at lambda */
static bool newton_step(tw_states *p, double least, double *worst) {
    double before = proximal(p, p->lambda, worst), size = p->size, at = *worst;
    int m = unknowns(p);
    equations(p, m);
    if (!tw_cone_eliminate(p->J, p->d, m, NULL)) return false;
    for (int c = 0; c < m; c++) p->trial[p->index[c]] += p->d[c];
    for (int i = 0; i < p->n; i++) p->d[i] = p->trial[i] - p->lambda[i];
    for (double f = 1; f > least; f /= 2) {
        for (int i = 0; i < p->n; i++) p->trial[i] = p->lambda[i] + f * p->d[i];
        tw_states_clip(p, p->trial);
        if (proximal(p, p->trial, worst) < before) {
            memcpy(p->lambda, p->trial, (size_t)p->n * sizeof *p->lambda);
            return true;
        }
    }
    /* the failed step has changed p->size, and may have been of any length where the matrix is
     * singular: p->size is restored */
    p->size = size;
    *worst = at;
    return false;
}

int tw_states_proximal_steps(tw_states *p) {
    int count = 0, vain = 0;
    double halved = p->reached_u;
    p->shift = p->shift_bounded = 1e-3;
    for (int round = 0; round < ROUNDS && p->shift < 10; round++) {
        bool there = false;
        double worst, last = p->reached_u;
        memcpy(p->centre, p->lambda, (size_t)p->n * sizeof *p->centre);
        for (int k = 0; k < STEPS && !there; k++, count++) {
            bool better = newton_step(p, LEAST, &worst);
            there = worst <= 1e-14 * p->size || (!better && worst <= 1e-11 * p->size);
            if (!better) break;
        }
        tw_states_keep(p);
        if (p->reached_u <= 1e-15 * p->reached_size) break;
        vain = p->reached_u < halved / 2 ? 0 : vain + 1;
        if (p->hasty && vain == VAIN) break;
        if (vain == 0) halved = p->reached_u;
        if (there && p->reached_u <= 1e-13 * p->reached_size && p->reached_u > last / 2) break;
        if (there)
            p->shift = fmax(p->shift * 0.03, 1e-10);
        else {
            memcpy(p->lambda, p->centre, (size_t)p->n * sizeof *p->lambda);
            p->shift *= 10;
        }
        p->shift_bounded = p->shift;
    }
    return count;
}

int tw_states_polish(tw_states *p) {
    enum { TIMES = 5, MOST = 3 };
    int count = 0;
    p->shift = p->shift_bounded = 1e-4;
    for (int i = 0; i < TIMES && p->reached_u > 1e-14 * p->reached_size; i++) {
        double worst = INFINITY, before = p->reached_u;
        bool better = true;
        memcpy(p->centre, p->lambda, (size_t)p->n * sizeof *p->lambda);
        for (int k = 0; k < MOST && better && worst > 1e-14 * p->size; k++, count++)
            better = newton_step(p, 0.5, &worst);
        tw_states_keep(p);
        if (p->reached_u > 0.1 * before) break;
        p->shift = p->shift_bounded = fmax(0.03 * p->shift, 1e-10);
    }
    return count;
}

/* solves the proximal problem by Newton's method from lambda until the residual is at most `part`
 * of the terms that cancel in u; true also if it stays above that but is at most 1e-13 of these
 * terms. *count: the number of steps is added */
static bool settle(tw_states *p, double part, int *count) {
    enum { MOST = 20 };
    bool better = true;
    double worst = INFINITY;
    for (int k = 0; k < MOST && better && worst > part * p->size; k++, ++*count)
        better = newton_step(p, LEAST, &worst);
    return worst <= tw_cone_larger(1e-13, part) * p->size;
}

/* is lambda an isolated solution, with no others next to it? Judged by the pivots of Newton's
 * matrix without a shift */
static bool is_single(tw_states *p) {
    double sharp;
    tw_states_product(p, p->lambda, p->u);
    p->shift = p->shift_bounded = 0;
    int m = unknowns(p);
    equations(p, m);
    return tw_cone_eliminate(p->J, p->d, m, &sharp) && sharp > SHARP;
}

/* Sets the shift of contacts to `shift`, and that of bounded rows to `by` times it. Where that
 * exceeds 1, the weights w of bounded rows are multiplied instead, because Newton's method with the
 * states of lambda - u / w does not work with greater shifts. *eased: factor that these weights
 * have now */
static void ease(tw_states *p, double shift, double by, double *eased) {
    double now = tw_cone_larger(1, by * shift);
    for (int i = 3 * p->contacts; i < p->n; i++) p->w[i] *= now / *eased;
    p->shift = shift;
    p->shift_bounded = by * shift / now;
    *eased = now;
}

/* is the residual e of lambda larger than `rounding` (relative to p->size) and than the best one so
 * far? */
static bool misses(const tw_states *p, double e, double rounding) {
    return e > tw_cone_larger(rounding * p->size, p->reached_u);
}

/* makes lambda the centre of the next proximal step; returns its residual in the problem itself,
 * without a shift */
static double centre(tw_states *p) {
    double sum;
    memcpy(p->centre, p->lambda, (size_t)p->n * sizeof *p->lambda);
    tw_states_product(p, p->lambda, p->u);
    return tw_states_judge(p, p->lambda, p->u, &sum);
}

/* keeps lambda, which has the residual e, as the answer, unless e is both above rounding and more
 * than twice the best residual */
static void prefer(tw_states *p, double e) {
    if (misses(p, e / 2, 3e-13)) return;
    p->reached_u = INFINITY;
    tw_states_keep(p);
}

/* tw_states_even_out for problems with bounded rows, whose solutions may lie far apart */
static int even_bounded(tw_states *p) {
    enum { TIMES = 20 };
    size_t bytes = (size_t)p->n * sizeof *p->lambda;
    int count = 0;
    double e = INFINITY, eased = 1;
    bool there = true;
    memcpy(p->lambda, p->best, bytes);
    memset(p->centre, 0, bytes);
    for (double shift = 1; shift > 2 * EVEN && there; shift *= 0.03) {
        ease(p, shift, EASE, &eased);
        there = settle(p, 1e-6, &count);
    }
    double shift = EVEN, by = EASE;
    int fails = 0;
    for (int i = 0; i < TIMES && there && misses(p, e, 2e-15); i++) {
        ease(p, shift, by, &eased);
        if (!settle(p, 1e-15, &count)) {
            /* tries again with a greater shift, which converges more slowly but more surely */
            memcpy(p->lambda, p->centre, bytes);
            shift = fmin(10 * shift, EVEN), by = fmin(3 * by, EASE);
            there = ++fails <= 4;
            continue;
        }
        e = centre(p);
        shift = tw_cone_larger(0.1 * shift, LEVEL * p->size);
        by = tw_cone_larger((fails > 0 ? 0.5 : 0.1) * by, 1 / EASE);
    }
    ease(p, shift, 0, &eased);
    if (there) prefer(p, e);
    return count;
}

/* Solves the proximal problem about 0 with the shift EVEN. guess: starts from lambda and its
 * states; if that fails, or without `guess`, starts with the shift 1, for which the problem has
 * just one solution. false: no convergence. *count: the number of steps is added */
static bool near_none(tw_states *p, bool guess, int *count) {
    size_t bytes = (size_t)p->n * sizeof *p->lambda;
    memset(p->centre, 0, bytes);
    memcpy(p->saved, p->lambda, bytes);
    p->shift = EVEN;
    if (guess && settle(p, 1e-15, count)) return true;
    memcpy(p->lambda, p->saved, bytes);
    for (p->shift = 1; p->shift > 2 * EVEN; p->shift *= 0.03)
        if (!settle(p, 1e-6, count)) return false;
    p->shift = EVEN;
    return settle(p, 1e-15, count);
}

/* Proximal steps from the solution of the problem about 0 to a solution of the problem itself;
 * returns the residual. They end early where rows contradict each other, since the forces of such
 * rows would grow for ever. *count: the number of steps is added */
static double near_answer(tw_states *p, int *count) {
    enum { TIMES = 12 };
    size_t bytes = (size_t)p->n * sizeof *p->lambda;
    double e = centre(p);
    p->contradicts = false;
    for (int i = 1; i < TIMES && misses(p, e, 2e-15); i++) {
        double before = e;
        p->shift = tw_cone_larger(0.01 * p->shift, LEVEL * p->size);
        memcpy(p->saved, p->lambda, bytes);
        e = settle(p, 1e-15, count) ? centre(p) : INFINITY;
        if (e < before / 2 || (e < INFINITY && before > p->fair)) continue;
        /* the step converged with a smaller shift, but its residual is not smaller: rows contradict
         * each other */
        p->contradicts = e < INFINITY;
        memcpy(p->lambda, p->saved, bytes);
        return before;
    }
    return e;
}

int tw_states_even_out(tw_states *p, bool guess) {
    if (p->rows->bounded > 0) return even_bounded(p);
    int count = 1;
    memcpy(p->lambda, p->best, (size_t)p->n * sizeof *p->lambda);
    if (!is_single(p) && near_none(p, guess, &count)) prefer(p, near_answer(p, &count));
    return count;
}

int tw_states_even_at_once(tw_states *p) {
    int count = 0;
    double reached = p->reached_u;
    p->reached_u = 0; /* with this misses() compares with rounding alone */
    double e = near_none(p, true, &count) ? near_answer(p, &count) : INFINITY;
    p->reached_u = reached;
    double most = tw_cone_larger(3e-13 * p->size, p->tolerance);
    p->evened = e <= (p->contradicts ? tw_cone_larger(most, p->fair) : most);
    if (!p->evened) return count;
    p->reached_u = INFINITY;
    tw_states_keep(p);
    return count;
}
