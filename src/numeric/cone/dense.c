/*
 * Solves the contact problem of a small island to rounding, with N given as a matrix.
 *
 * Without friction: box.c. With it: accelerated projected gradients (gradient.c), which share loads
 * among redundant contacts evenly, until the states (open, stick, slide; low, free, high) are near;
 * box.c with bilateral tangents, in case all contacts that touch stick; and Newton's method on the
 * states [Alart & Curnier 1991]: with z = lambda - u / w,
 *
 *     open   z_n <= 0:           lambda = 0
 *     stick  |z_t| <= mu z_n:    u = 0
 *     slide  otherwise:          u_n = 0,  lambda_t = mu lambda_n z_t / |z_t|,
 *
 * and for caps the nearest point of cap.c. A step is halved until the residual falls. Redundant
 * contacts make Newton's matrix singular, and since rigid bodies cannot close all gaps, states
 * close to the right ones may be impossible. So the method solves a sequence of proximal problems,
 * with u + shift w (lambda - lambda_k) in place of u; the shift is reduced as long as these
 * converge (states.c).
 */
#include "numeric/cone/box.h"
#include "numeric/cone/states.h"

#include <string.h>

/* copies N, r and the guess lambda (NULL: 0) into p, with each contact's tangents turned
 * (impl.h) */
static void set_up(tw_states *p, const double *N, const double *lambda) {
    int n = p->n;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            tw_states_row(p, i)[j] =
                (N[(size_t)i * (size_t)n + (size_t)j] + N[(size_t)j * (size_t)n + (size_t)i]) / 2;
    memcpy(p->r, p->rows->r, (size_t)n * sizeof *p->r);
    for (int i = 0; i < n; i++) p->lambda[i] = lambda ? lambda[i] : 0;
    for (int k = 0; k < p->contacts; k++) {
        int t = 3 * k + 1;
        const double *a = tw_states_row(p, t - 1), *b = tw_states_row(p, t),
                     *c = tw_states_row(p, t + 1);
        double W[6] = {a[t - 1], a[t], a[t + 1], b[t], b[t + 1], c[t + 1]}, cosine, sine;
        tw_cone_local_set(&p->local[k], W, p->rows->mu[k], &cosine, &sine);
        p->turn[2 * k] = cosine;
        p->turn[2 * k + 1] = sine;
        double trace = W[0] + W[3] + W[5];
        for (int i = 0; i < 3; i++) p->w[3 * k + i] = trace > 0 ? trace / 3 : 1;
        for (int j = 0; j < n; j++) {
            double x = tw_states_row(p, t)[j], y = tw_states_row(p, t + 1)[j];
            tw_states_row(p, t)[j] = cosine * x + sine * y;
            tw_states_row(p, t + 1)[j] = -sine * x + cosine * y;
        }
        for (int j = 0; j < n; j++) {
            double *q = tw_states_row(p, j) + t, x = q[0], y = q[1];
            q[0] = cosine * x + sine * y;
            q[1] = -sine * x + cosine * y;
        }
        double x = p->r[t], y = p->r[t + 1];
        p->r[t] = cosine * x + sine * y;
        p->r[t + 1] = -sine * x + cosine * y;
        x = p->lambda[t], y = p->lambda[t + 1];
        p->lambda[t] = cosine * x + sine * y;
        p->lambda[t + 1] = -sine * x + cosine * y;
        tw_cone_clip(p->rows->mu[k], p->lambda + t - 1);
    }
    for (int i = 3 * p->contacts; i < n; i++) {
        int k = i - 3 * p->contacts;
        p->w[i] = tw_states_row(p, i)[i] > 0 ? tw_states_row(p, i)[i] : 1;
        p->lambda[i] = tw_cone_within(p->lambda[i], p->rows->lo[k], p->rows->hi[k]);
    }
    memset(p->capped, 0, (size_t)p->rows->bounded);
    for (int i = 0; i < p->rows->caps; i++)
        memset(p->capped + p->rows->cap[i].first, 1, (size_t)p->rows->cap[i].rows);
    tw_states_clip(p, p->lambda);
}

/* component i = c of De Saxce's F (cone.h) for the rates u [n] of all rows */
static double force(const tw_states *p, const double *u, int c) {
    if (c >= 3 * p->contacts || c % 3 != 0) return u[c];
    return u[c] + p->rows->mu[c / 3] * sqrt(u[c + 1] * u[c + 1] + u[c + 2] * u[c + 2]);
}

/* makes `count` steps of accelerated projected gradients (gradient.c) from p->lambda; *t: step
 * length, updated */
static void descend(tw_states *p, int count, double *t) {
    int n = p->n;
    size_t bytes = (size_t)n * sizeof(double);
    double theta = 1, *y = p->before, *uy = p->ahead, *next = p->trial, *u = p->u, *ux = p->d;
    memcpy(y, p->lambda, bytes);
    tw_states_product(p, y, uy);
    memcpy(ux, uy, bytes);
    for (int k = 0; k < count; k++) {
        double along = 0;
        for (int i = 0; i < 60; i++) {
            double curvature = 0, length = 0;
            for (int c = 0; c < n; c++) next[c] = y[c] - *t * force(p, uy, c) / p->w[c];
            tw_states_clip(p, next);
            tw_states_product(p, next, u);
            for (int c = 0; c < n; c++) {
                double d = next[c] - y[c];
                curvature += d * (u[c] - uy[c]);
                length += p->w[c] * d * d;
            }
            if (!(curvature * *t > length)) break;
            *t = fmin(0.5 * *t, 0.9 * length / curvature);
        }
        for (int c = 0; c < n; c++) along += force(p, uy, c) * (next[c] - p->lambda[c]);
        double beta = tw_cone_momentum(&theta, along > 0);
        for (int c = 0; c < n; c++) {
            y[c] = next[c] + beta * (next[c] - p->lambda[c]);
            uy[c] = u[c] + beta * (u[c] - ux[c]);
            p->lambda[c] = next[c];
            ux[c] = u[c];
        }
        *t /= TW_CONE_LONGER;
    }
    tw_states_keep(p);
}

/* LETS: largest number of rounds in which separating contacts are released. FIRST: gradient steps
 * of the first round; MANY: those of the first round of a hasty solution (tw_states.hasty).
 * PATIENCE: number of rounds that must reach full accuracy. ENOUGH: error in u that is accepted,
 * relative to the terms that cancel in it. SMALL: largest number of rows for which the first round
 * tries whether all contacts stick even if some slide */
enum { LETS = 4, FIRST = 20, MANY = 160, PATIENCE = 2, SMALL = 6 };
static const double ENOUGH = 1e-10;
/* a hasty solution ends after gradient steps if these bring the residual below this part of the
 * tolerance: Newton's method, started far from the solution, often does not find the states of
 * bounded rows, and MANY gradient steps cost no more than a few of its steps */
static const double FINE = 0.1;

static size_t numbers(int n, int contacts) {
    size_t m = (size_t)n, k = (size_t)contacts;
    return tw_cone_box_scratch(n) + 2 * m * m + 17 * m +
           k * (2 + sizeof(tw_cone_local) / sizeof(double)) + 25 * 8;
}

static void take(tw_cone *c, tw_states *p) {
    size_t n = (size_t)p->n, k = (size_t)p->contacts;
    p->N = tw_cone_take(c, n * n);
    p->J = tw_cone_take(c, n * n);
    double **vectors[] = {&p->r,      &p->w,     &p->lambda, &p->u,     &p->best, &p->trial, &p->d,
                          &p->before, &p->ahead, &p->centre, &p->saved, &p->lo,   &p->hi};
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) *vectors[i] = tw_cone_take(c, n);
    p->index = (int *)(void *)tw_cone_take(c, n);
    p->capped = (unsigned char *)(void *)tw_cone_take(c, n);
    p->scratch = tw_cone_take(c, tw_cone_box_scratch(p->n));
    p->turn = tw_cone_take(c, 2 * k);
    p->local = (tw_cone_local *)(void *)tw_cone_take(c, k * sizeof *p->local / sizeof(double));
}

/* sets p->lo, p->hi to the bounds of the problem in which every contact sticks, that is, its
 * tangents are bilateral rows */
static void hold_tangents(tw_states *p) {
    for (int i = 0; i < p->n; i++) {
        int k = i - 3 * p->contacts;
        bool held = k < 0 && i % 3 != 0 && p->rows->mu[i / 3] > 0 && p->local[i / 3].inverse > 0;
        p->lo[i] = k >= 0 ? p->rows->lo[k] : held ? -INFINITY : 0;
        p->hi[i] = k >= 0 ? p->rows->hi[k] : held || i % 3 == 0 ? INFINITY : 0;
    }
}

/* Releases contacts without a normal force: their tangential forces become 0, with bounds that keep
 * them so. Returns false if there were none with tangential forces */
static bool let_go(tw_states *p) {
    bool any = false;
    for (int i = 0; i < 3 * p->contacts; i++) {
        if (p->lambda[i / 3 * 3] > 0 || i % 3 == 0 || p->lambda[i] == 0) continue;
        p->lo[i] = p->hi[i] = p->lambda[i] = 0;
        any = true;
    }
    return any;
}

/* Largest |u| that should be 0, provided that each contact is open or sticks strictly within its
 * friction cone and that there are no bounded rows; otherwise INFINITY. The residual of cone.h
 * would not do: it contains mu |u_t|, which for mu = 1000 is rounding times 1000 */
static double off(const tw_states *p) {
    double worst = p->rows->bounded > 0 ? INFINITY : 0;
    for (int k = 0; k < p->contacts; k++) {
        const double *x = p->lambda + 3 * k, *u = p->u + 3 * k;
        double radius = p->rows->mu[k] * x[0], rubs = x[1] * x[1] + x[2] * x[2];
        if (!(x[0] > 0)) {
            worst = fmax(worst, -u[0]);
            continue;
        }
        if (!(rubs < 0.999 * radius * radius)) return INFINITY;
        for (int i = 0; i < 3; i++) worst = fmax(worst, fabs(u[i]));
    }
    return worst;
}

/* Tries a solution in which every touching contact sticks: tangents are bilateral rows, and the
 * active-set method finds the smallest forces; contacts that separate are released. p->lambda
 * becomes these forces, projected onto their friction cones. p->stands: they solve the problem,
 * except for rates u that motions of rigid bodies cannot remove. *factors: adds the
 * factorisations */
static tw_status stick(tw_states *p, int *factors) {
    size_t bytes = (size_t)p->n * sizeof(double);
    bool feasible, again = true;
    memcpy(p->saved, p->lambda, bytes);
    hold_tangents(p);
    for (int n = 0; n < LETS && again; n++) {
        int count;
        TW_TRY(tw_cone_box(p->n, p->N, p->r, p->lo, p->hi, true, p->lambda, p->scratch, &count,
                           &feasible));
        *factors += count;
        again = feasible && let_go(p);
    }
    if (!feasible) {
        memcpy(p->lambda, p->saved, bytes);
        return TW_OK;
    }
    tw_states_clip(p, p->lambda);
    double sum;
    tw_states_product(p, p->lambda, p->u);
    p->stands = fmin(tw_states_judge(p, p->lambda, p->u, &sum), off(p)) <= ENOUGH * p->size;
    if (p->stands)
        /* with this tw_states_keep keeps the present lambda, even if another one has a slightly
         * smaller residual */
        p->reached_u = INFINITY;
    tw_states_keep(p);
    return TW_OK;
}

/* Is there any solution? *feasible = false: no forces give all contacts u_n >= 0, because bodies
 * that nothing can move are pressed together. Then some normal forces z >= 0 have N z = 0 and r z <
 * 0, so that u z < 0 whatever the forces are. The problem without friction has no solution then
 * either, and there box.c finds such a z. Problems with caps are not examined. *factors: the number
 * of factorisations is added */
static tw_status ask_feasible(tw_states *p, int *factors, bool *feasible) {
    int count;
    *feasible = true;
    if (p->rows->caps > 0) return TW_OK;
    for (int i = 0; i < p->n; i++) {
        int k = i - 3 * p->contacts;
        p->lo[i] = k >= 0 ? p->rows->lo[k] : 0;
        p->hi[i] = k >= 0 ? p->rows->hi[k] : i % 3 == 0 ? INFINITY : 0;
    }
    TW_TRY(tw_cone_box(p->n, p->N, p->r, p->lo, p->hi, false, p->before, p->scratch, &count,
                       feasible));
    *factors += count;
    return TW_OK;
}

/* does no contact slide, judged by its state at p->lambda? */
static bool sticks(tw_states *p) {
    double e[2], radius;
    tw_states_product(p, p->lambda, p->u);
    for (int k = 0; k < p->contacts; k++)
        if (tw_state_of(p, k, e, &radius) == TW_SLIDE) return false;
    return true;
}

/* solves a problem of a single contact, by repeated calls of tw_cone_local_solve, each of which
 * starts from the slip factor kappa of the one before and refines it */
static void alone(tw_states *p) {
    enum { CALLS = 5 };
    tw_cone_local *l = &p->local[0];
    if (!(l->inverse > 0)) return;
    const double *r = p->r;
    for (int i = 0; i < CALLS && p->reached_u > 1e-15 * p->reached_size; i++) {
        tw_cone_local_solve(l, -r[0] * l->inverse, r[1] - l->c[0] * r[0], r[2] - l->c[1] * r[0],
                            p->lambda);
        tw_states_keep(p);
    }
}

/* is the residual of the guess less than a hundredth of the largest |r|? */
static bool near(const tw_states *p) {
    double none = 0;
    for (int i = 0; i < p->n; i++) none = tw_cone_larger(none, fabs(p->r[i]));
    return p->reached_u < 0.01 * none;
}

/* tries to go directly from lambda, whose states (stick, slide, open) are nearly right, to the
 * solution nearest to 0; if it fails lambda is unchanged */
static void even_at_once(tw_states *p, tw_cone_result *result) {
    memcpy(p->before, p->lambda, (size_t)p->n * sizeof *p->before);
    result->iterations += tw_states_even_at_once(p);
    if (p->evened)
        result->method = TW_CONE_NEWTON;
    else
        memcpy(p->lambda, p->before, (size_t)p->n * sizeof *p->lambda);
}

/* solves from a guess near the solution, most of whose states (stick, slide, open) are right;
 * *there = false: it did not get to rounding, and p->lambda is the guess again */
static tw_status solve_near(tw_states *p, bool evens, tw_cone_result *result, bool *there) {
    size_t bytes = (size_t)p->n * sizeof(double);
    *there = true;
    if (sticks(p)) {
        memcpy(p->before, p->lambda, bytes);
        TW_TRY(stick(p, &result->iterations));
        result->method = TW_CONE_PIVOT;
        if (p->stands) return TW_OK;
        memcpy(p->lambda, p->before, bytes);
    }
    if (evens) even_at_once(p, result);
    if (p->evened) return TW_OK;
    memcpy(p->saved, p->lambda, bytes);
    result->iterations += tw_states_proximal_steps(p);
    result->method = TW_CONE_NEWTON;
    *there = p->reached_u <= 1e-13 * p->reached_size;
    if (!*there) memcpy(p->lambda, p->saved, bytes);
    return TW_OK;
}

static tw_status solve(tw_states *p, const tw_cone_options *options, tw_cone_result *result) {
    int limit = options->limit > 0 ? options->limit : 1000, done = 0;
    int count = p->hasty ? MANY : FIRST, patience = p->hasty ? 0 : PATIENCE;
    double t = 1;
    p->reached_u = INFINITY;
    tw_states_keep(p);
    if (p->n == 3 && p->contacts == 1) {
        alone(p);
        result->iterations++;
        result->method = TW_CONE_NEWTON;
        if (p->reached_u <= 1e-13 * p->reached_size) return TW_OK;
    }
    if (options->polish) {
        result->iterations += tw_states_polish(p);
        result->method = TW_CONE_NEWTON;
        return TW_OK;
    }
    bool evens = options->even && p->contacts > 1 && p->rows->bounded == 0;
    p->fair = options->fair_u;
    p->tolerance = options->tolerance_u;
    if (options->warm && !p->hasty && near(p)) {
        bool there;
        TW_TRY(solve_near(p, evens, result, &there));
        if (there) return TW_OK;
    }
    for (int round = 0; done < limit && p->reached_u > 1e-15 * p->reached_size; round++) {
        TW_TRY(tw_poll_ask(options->poll));
        if (count > limit - done) count = limit - done;
        descend(p, count, &t);
        done += count;
        count *= 2;
        double before = p->reached_u;
        if (p->hasty && before <= FINE * options->tolerance_u) break;
        if (round == 1 || (round == 0 && (p->n <= SMALL || sticks(p)))) {
            TW_TRY(stick(p, &result->iterations));
            if (p->stands || p->reached_u < before) result->method = TW_CONE_PIVOT;
        }
        if (p->stands || p->reached_u <= 1e-13 * p->reached_size) break;
        if (evens && round == 0) even_at_once(p, result);
        if (p->evened) break;
        memcpy(p->saved, p->lambda, (size_t)p->n * sizeof *p->saved);
        before = p->reached_u;
        result->iterations += tw_states_proximal_steps(p);
        bool stays = p->reached_u > before / 2;
        if (p->reached_u < before) result->method = TW_CONE_NEWTON;
        double will_do = fmax(ENOUGH * p->reached_size, options->tolerance_u);
        if (p->reached_u <= (round < patience && !stays ? 1e-13 * p->reached_size : will_do)) break;
        bool feasible = true;
        if (round == 1) TW_TRY(ask_feasible(p, &result->iterations, &feasible));
        if (!feasible) break;
        memcpy(p->lambda, p->saved, (size_t)p->n * sizeof *p->lambda);
    }
    if (result->method == TW_CONE_NONE) result->method = TW_CONE_GRADIENT;
    result->iterations += done;
    return TW_OK;
}

static void turn_back(const tw_states *p, double *lambda) {
    memcpy(lambda, p->best, (size_t)p->n * sizeof *lambda);
    for (int k = 0; k < p->contacts; k++) {
        double *t = lambda + 3 * k + 1, x = t[0], y = t[1];
        double cosine = p->turn[2 * k], sine = p->turn[2 * k + 1];
        t[0] = cosine * x - sine * y;
        t[1] = sine * x + cosine * y;
    }
}

static tw_status solve_box(tw_cone *c, const tw_cone_rows *rows, const double *N, bool warm,
                           double *lambda, tw_cone_result *result) {
    int n = 3 * rows->contacts + rows->bounded;
    size_t m = (size_t)n;
    TW_TRY(tw_cone_reserve(c, 2 * (m + 8) + tw_cone_box_scratch(n) + 8));
    double *lo = tw_cone_take(c, m), *hi = tw_cone_take(c, m);
    for (int i = 0; i < n; i++) {
        int k = i - 3 * rows->contacts;
        lo[i] = k < 0 ? 0 : rows->lo[k];
        hi[i] = k < 0 ? (i % 3 == 0 ? INFINITY : 0) : rows->hi[k];
    }
    bool feasible;
    TW_TRY(tw_cone_box(n, N, rows->r, lo, hi, warm, lambda, tw_cone_take(c, tw_cone_box_scratch(n)),
                       &result->iterations, &feasible));
    result->infeasible = !feasible;
    result->method = TW_CONE_PIVOT;
    return TW_OK;
}

static tw_status solve_friction(tw_cone *c, const tw_cone_rows *rows, const double *N,
                                const tw_cone_options *options, double *lambda,
                                tw_cone_result *result) {
    tw_states p = {
        .rows = rows, .n = 3 * rows->contacts + rows->bounded, .contacts = rows->contacts};
    TW_TRY(tw_cone_reserve(c, numbers(p.n, p.contacts)));
    p.hasty = rows->bounded > 0 && options->tolerance_u > 0 && !options->even;
    take(c, &p);
    set_up(&p, N, options->warm ? lambda : NULL);
    TW_TRY(solve(&p, options, result));
    if (options->even && p.contacts > 1 && !p.evened && result->method != TW_CONE_PIVOT)
        result->iterations += tw_states_even_out(&p, options->warm);
    turn_back(&p, lambda);
    result->converged = p.stands;
    result->contradicts = p.contradicts;
    return TW_OK;
}

/* Computes u (NULL: not wanted) and the residuals with the caller's N, and result->converged. If no
 * tolerance is given, a residual is accepted that is at most ENOUGH times the terms that cancel in
 * u. A solution with tw_states.stands is always accepted */
static void finish(tw_cone *c, const tw_cone_rows *rows, const double *N, const tw_cone_options *o,
                   const double *lambda, double *u, tw_cone_result *result) {
    bool stands = result->converged;
    int n = 3 * rows->contacts + rows->bounded;
    c->used = 0;
    double *w = tw_cone_take(c, (size_t)n), *own = tw_cone_take(c, (size_t)n), size = 0;
    for (int i = 0; i < n; i++) {
        const double *a = N + (size_t)i * (size_t)n;
        own[i] = rows->r[i];
        size = fmax(size, fabs(own[i]));
        for (int j = 0; j < n; j++) {
            own[i] += a[j] * lambda[j];
            size = tw_cone_larger(size, fabs(a[j] * lambda[j]));
        }
        w[i] = a[i];
        if (u) u[i] = own[i];
    }
    tw_cone_residual(rows, w, lambda, own, &result->residual_u, &result->residual_lambda);
    double most = o->tolerance_u > 0 ? o->tolerance_u : ENOUGH * size;
    if (result->contradicts) most = fmax(most, o->fair_u);
    bool there = result->residual_u <= most &&
                 (!(o->tolerance_lambda > 0) || result->residual_lambda <= o->tolerance_lambda);
    result->converged = !result->infeasible && (there || stands);
}

tw_status tw_cone_dense(tw_cone *c, const tw_cone_rows *rows, const double *N,
                        const tw_cone_options *options, double *lambda, double *u,
                        tw_cone_result *result) {
    *result = (tw_cone_result){.converged = true};
    TW_TRY(tw_cone_check(rows));
    int n = 3 * rows->contacts + rows->bounded;
    bool friction = false;
    for (size_t i = 0; i < (size_t)n * (size_t)n; i++)
        if (!isfinite(N[i])) return tw_fail(TW_NONFINITE, "N of a contact problem is not finite");
    for (int i = 0; i < rows->contacts; i++) friction |= rows->mu[i] > 0;
    friction |= rows->caps > 0;
    if (n == 0) return TW_OK;
    result->converged = false;
    if (friction)
        TW_TRY(solve_friction(c, rows, N, options, lambda, result));
    else
        TW_TRY(solve_box(c, rows, N, options->warm, lambda, result));
    finish(c, rows, N, options, lambda, u, result);
    return TW_OK;
}
