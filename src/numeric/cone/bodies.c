/*
 * Solves the contact problem of many bodies, by the loops of sweep.c.
 *
 * Block Gauss-Seidel [Jean & Moreau 1992] as a conjugate gradient method [Silcowitz, Niebe &
 * Erleben 2010]: a sweep turns y_k into x_k+1, then y_k+1 = x_k+1 + beta (x_k+1 - x_k) with beta =
 * |x_k+1 - y_k|^2 / |x_k - y_k-1|^2, weighed by the contacts' weights; beta is 0 where this ratio
 * exceeds 1. Measured on 15 problems of a settling pile (200 shapes, friction, each begun from the
 * answer of the step before): 80 sweeps leave a residual that is a fifteenth (geometric mean) of
 * what 80 steps of accelerated projected gradients (gradient.c) leave; on five hard problems,
 * solved by neither method, two thirds. Where sweeps do not suffice (leaning walls, exact answers),
 * projected gradients and Newton's method (newton.c) follow.
 */
#include "numeric/cone/gradient.h"
#include "numeric/cone/sweep/quad.h"

#include <string.h>

/* Square root G of a body's inverse mass matrix, M^-1 = G G^T. linear: 1 / sqrt(mass); L: lower
 * triangle, in the order 00 10 11 20 21 22, with inverse inertia = L L^T, which may be
 * semidefinite */
typedef struct root {
    double linear, L[6];
} root;

static root root_of(const tw_cone_bodies *b, int i) {
    root g = {sqrt(b->inverse_mass[i]), {0}};
    const double *I = b->inverse_inertia + (size_t)6 * (size_t)i;
    double tiny = 1e-15 * (I[0] + I[3] + I[5]);
    if (I[0] > tiny) {
        g.L[0] = sqrt(I[0]);
        g.L[1] = I[1] / g.L[0];
        g.L[3] = I[2] / g.L[0];
    }
    double d = I[3] - g.L[1] * g.L[1];
    if (d > tiny) {
        g.L[2] = sqrt(d);
        g.L[4] = (I[4] - g.L[3] * g.L[1]) / g.L[2];
    }
    d = I[5] - g.L[3] * g.L[3] - g.L[4] * g.L[4];
    if (d > tiny) g.L[5] = sqrt(d);
    return g;
}

/* out [6] = d G, where d [6] is a row of D for one body */
static void scaled(const root *g, const double *d, double *out) {
    const double *L = g->L;
    for (int i = 0; i < 3; i++) out[i] = d[i] * g->linear;
    out[3] = d[3] * L[0] + d[4] * L[1] + d[5] * L[3];
    out[4] = d[4] * L[2] + d[5] * L[4];
    out[5] = d[5] * L[5];
}

typedef struct island {
    tw_cone_island s;
    /* [bodies + 1] G of each body; the entry after the last body is 0, and stands for every side
     * that does not move */
    root *roots;
    int *body; /* [contacts + bounded][2] indices of the two bodies of each contact or row */
    /* lambda with the smallest residual so far, laid out like tw_cone_island.change */
    double *best;
    /* [contacts][2] cosine and sine of the angle by which each contact's tangents are turned */
    double *turn;
} island;

static size_t numbers(const tw_cone_rows *rows, int bodies) {
    size_t n = (size_t)rows->contacts, m = (size_t)rows->bounded, b = (size_t)bodies + 1;
    size_t local = sizeof(tw_cone_local) / sizeof(double),
           bound = sizeof(tw_cone_bound) / sizeof(double);
    return n * (TW_CONE_BLOCK + local + 2 + 1 + 12 + 1) + m * (12 + bound + 3 + 1) +
           b * (3 * TW_CONE_BODY + sizeof(root) / sizeof(double)) + 16 * 8 +
           tw_cone_quads_room(rows->contacts, bodies);
}

static void take(tw_cone *c, const tw_cone_rows *rows, int bodies, island *p) {
    size_t n = (size_t)rows->contacts, m = (size_t)rows->bounded, b = (size_t)bodies + 1;
    tw_cone_island *s = &p->s;
    *s = (tw_cone_island){.bodies = bodies, .contacts = rows->contacts, .bounded = rows->bounded};
    s->D = tw_cone_take(c, n * TW_CONE_BLOCK);
    s->local = (tw_cone_local *)(void *)tw_cone_take(c, n * sizeof *s->local / sizeof(double));
    s->bound_D = tw_cone_take(c, m * 12);
    s->bound = (tw_cone_bound *)(void *)tw_cone_take(c, m * sizeof *s->bound / sizeof(double));
    s->v = tw_cone_take(c, b * TW_CONE_BODY);
    s->v_ahead = tw_cone_take(c, b * TW_CONE_BODY);
    s->v_before = tw_cone_take(c, b * TW_CONE_BODY);
    s->weight = tw_cone_take(c, n);
    s->change = tw_cone_take(c, 4 * n + m);
    s->ahead = tw_cone_take(c, 4 * n + m);
    p->best = tw_cone_take(c, 4 * n + m);
    p->turn = tw_cone_take(c, 2 * n);
    p->roots = (root *)(void *)tw_cone_take(c, b * sizeof(root) / sizeof(double));
    p->body = (int *)(void *)tw_cone_take(c, n + m);
    s->body = p->body;
}

/* out [12]: a row of D' = D G; a, b [6]: that row of the caller's D for the row's two bodies */
static void whole_row(island *p, const int *body, const double *a, const double *b, double *out) {
    scaled(&p->roots[body[0]], a, out);
    scaled(&p->roots[body[1]], b, out + 6);
}

/* inner product of vectors of 12; summed in four parts in a fixed order, so that SIMD gives the
 * same bits */
static double dot12(const double *a, const double *b) {
    double s[4];
    for (int i = 0; i < 4; i++) s[i] = (a[i] * b[i] + a[4 + i] * b[4 + i]) + a[8 + i] * b[8 + i];
    return (s[0] + s[1]) + (s[2] + s[3]);
}

/* W: products of the three rows n, t1, t2 of a contact's D' with each other: nn, n1, n2, 11, 12,
 * 22 */
static void squares(const double *D, double W[6]) {
    for (int i = 0, k = 0; i < 3; i++)
        for (int j = i; j < 3; j++, k++) W[k] = dot12(D + 12 * i, D + 12 * j);
}

static void set_contact(island *p, const tw_cone_rows *rows, const tw_cone_bodies *bodies, int k,
                        const double *lambda) {
    tw_cone_island *s = &p->s;
    const double *given = bodies->contact_D + (size_t)k * TW_CONE_BLOCK;
    const double *r = rows->r + (size_t)3 * (size_t)k;
    double *D = s->D + (size_t)k * TW_CONE_BLOCK, W[6], cosine, sine;
    for (int i = 0; i < 3; i++)
        whole_row(p, p->body + 2 * k, given + 6 * i, given + 18 + 6 * i, D + 12 * i);
    squares(D, W);
    tw_cone_local *l = &s->local[k];
    tw_cone_local_set(l, W, rows->mu[k], &cosine, &sine);
    s->weight[k] = (W[0] + W[3] + W[5]) / 3;
    for (int i = 0; i < 12; i++) {
        double x = D[12 + i], y = D[24 + i];
        D[12 + i] = cosine * x + sine * y;
        D[24 + i] = cosine * y - sine * x;
    }
    l->r[0] = r[0];
    l->r[1] = cosine * r[1] + sine * r[2];
    l->r[2] = -sine * r[1] + cosine * r[2];
    if (lambda && l->inverse > 0) {
        l->lambda[0] = lambda[0];
        l->lambda[1] = cosine * lambda[1] + sine * lambda[2];
        l->lambda[2] = -sine * lambda[1] + cosine * lambda[2];
        tw_cone_clip(l->mu, l->lambda);
    }
    p->turn[2 * k] = cosine;
    p->turn[2 * k + 1] = sine;
}

static void set_row(island *p, const tw_cone_rows *rows, const tw_cone_bodies *bodies, int k,
                    const double *lambda) {
    tw_cone_island *s = &p->s;
    int n = s->contacts;
    const double *given = bodies->bounded_D + (size_t)k * 12;
    double *D = s->bound_D + (size_t)k * 12;
    whole_row(p, p->body + 2 * (n + k), given, given + 6, D);
    double w = dot12(D, D);
    s->bound[k] = (tw_cone_bound){.inverse = w > 0 ? 1 / w : 0,
                                  .lo = rows->lo[k],
                                  .hi = rows->hi[k],
                                  .r = rows->r[3 * n + k],
                                  .weight = w};
    s->bound[k].lambda = fmin(fmax(lambda ? *lambda : 0, rows->lo[k]), rows->hi[k]);
}

static bool all_finite(const double *x, size_t n) {
    double sum = 0;
    for (size_t i = 0; i < n; i++) sum += x[i] * 0;
    return sum == 0;
}

static tw_status check(const tw_cone_rows *rows, const tw_cone_bodies *b) {
    TW_TRY(tw_cone_check(rows));
    size_t n = (size_t)rows->contacts, m = (size_t)rows->bounded;
    size_t slots = b->slots > 0 ? (size_t)b->slots : 2;
    if (!all_finite(b->inverse_mass, (size_t)b->count) ||
        !all_finite(b->inverse_inertia, 6 * (size_t)b->count) ||
        !all_finite(b->contact_D, n * TW_CONE_BLOCK) || !all_finite(b->bounded_D, m * slots * 6))
        return tw_fail(TW_NONFINITE, "a contact problem has a mass or a row that is not finite");
    for (int i = 0; i < b->count; i++)
        if (b->inverse_mass[i] < 0)
            return tw_fail(TW_ARGUMENT, "body %d of a contact problem has a mass below 0", i + 1);
    return TW_OK;
}

/* asks poll at each ASKED-th contact, of which there may be millions */
static tw_status set_up(island *p, const tw_cone_rows *rows, const tw_cone_bodies *bodies,
                        const double *lambda, tw_poll poll) {
    enum { ASKED = 4096 };
    tw_cone_island *s = &p->s;
    int n = s->contacts;
    for (int i = 0; i < bodies->count; i++) p->roots[i] = root_of(bodies, i);
    p->roots[bodies->count] = (root){0};
    for (int i = 0; i < 2 * (n + s->bounded); i++) {
        int b = i < 2 * n ? bodies->contact_body[i] : bodies->bounded_body[i - 2 * n];
        bool moves = b >= 0 && (p->roots[b].linear > 0 || bodies->inverse_inertia[6 * b] > 0 ||
                                bodies->inverse_inertia[6 * b + 3] > 0 ||
                                bodies->inverse_inertia[6 * b + 5] > 0);
        p->body[i] = moves ? b : bodies->count;
    }
    for (int k = 0; k < n; k++) {
        if (k % ASKED == 0) TW_TRY(tw_poll_ask(poll));
        set_contact(p, rows, bodies, k, lambda ? lambda + 3 * k : NULL);
    }
    for (int k = 0; k < s->bounded; k++)
        set_row(p, rows, bodies, k, lambda ? lambda + 3 * n + k : NULL);
    return tw_poll_ask(poll);
}

/* Newton's method is used only if its factorisation takes at most this many products of 6 x 6
 * blocks per contact or bounded row */
static const double MOST = 200;

static void give_back(const island *p, const tw_cone_bodies *bodies, double *lambda, double *v) {
    const tw_cone_island *s = &p->s;
    for (int k = 0; k < s->contacts; k++) {
        const double *x = s->local[k].lambda;
        double cosine = p->turn[2 * k], sine = p->turn[2 * k + 1];
        lambda[3 * k] = x[0];
        lambda[3 * k + 1] = cosine * x[1] - sine * x[2];
        lambda[3 * k + 2] = sine * x[1] + cosine * x[2];
    }
    for (int k = 0; k < s->bounded; k++) lambda[3 * s->contacts + k] = s->bound[k].lambda;
    for (int i = 0; v && i < bodies->count; i++) {
        const double *x = s->v + i * TW_CONE_BODY, *L = p->roots[i].L;
        double *to = v + (size_t)6 * (size_t)i;
        for (int j = 0; j < 3; j++) to[j] = p->roots[i].linear * x[j];
        to[3] = L[0] * x[3];
        to[4] = L[1] * x[3] + L[2] * x[4];
        to[5] = L[3] * x[3] + L[4] * x[4] + L[5] * x[5];
    }
}

static const tw_cone_loops plain = {
    tw_cone_sweep_plain,  tw_cone_extend_plain,    tw_cone_descend_plain,
    tw_cone_follow_plain, tw_cone_gather_plain,    tw_cone_judge_plain,
    tw_cone_lu_add_plain, tw_cone_lu_factor_plain, tw_cone_lu_solve_plain};
#if defined(__x86_64__)
static const tw_cone_loops wide = {
    tw_cone_sweep_wide,  tw_cone_extend_wide,    tw_cone_descend_wide,
    tw_cone_follow_wide, tw_cone_gather_wide,    tw_cone_judge_wide,
    tw_cone_lu_add_wide, tw_cone_lu_factor_wide, tw_cone_lu_solve_wide};
#endif

static bool done(const tw_cone_options *o, const tw_cone_result *r, double tolerance) {
    return r->residual_u <= tolerance &&
           (!(o->tolerance_lambda > 0) || r->residual_lambda <= o->tolerance_lambda);
}

/* tolerance of residual_u: the caller's, or 1e-12 of the largest component of r */
static double tolerance_of(const tw_cone_rows *rows, const tw_cone_options *o) {
    if (o->tolerance_u > 0) return o->tolerance_u;
    double most = 0;
    for (int i = 0; i < 3 * rows->contacts + rows->bounded; i++)
        most = fmax(most, fabs(rows->r[i]));
    return 1e-12 * most;
}

/* course of the solution of one problem: what the methods that are tried in turn share */
typedef struct course {
    const tw_cone_loops *f;
    tw_cone_island *s;
    const tw_cone_options *o;
    tw_cone_result *result;
    double tolerance;
    /* lambda with the smallest residual so far, laid out like tw_cone_island.change */
    double *best;
    int cost; /* cost of one step of Newton's method, in sweeps */
    tw_cone *room;
    bool quads_known;
    tw_status stopped; /* status that the caller's poll has returned */
} course;

/* Has the caller's poll asked to stop? k: number of the iteration */
static bool stopped(course *c, int k) {
    bool due = k % tw_cone_poll_every(c->s->contacts + c->s->bounded) == 0;
    if (due && c->stopped == TW_OK) c->stopped = tw_poll_ask(c->o->poll);
    return c->stopped != TW_OK;
}

static void judge(const course *c) {
    c->f->judge(c->s, &c->result->residual_u, &c->result->residual_lambda);
}

/* copies lambda of s to `other`, or with to = false from `other` to s; `other` is laid out like
 * tw_cone_island.change */
static void copy(tw_cone_island *s, double *other, bool to) {
    for (int k = 0; k < s->contacts; k++) {
        double *x = s->local[k].lambda, *y = other + 4 * k;
        memcpy(to ? y : x, to ? x : y, 4 * sizeof *x);
    }
    for (int k = 0; k < s->bounded; k++) {
        double *x = &s->bound[k].lambda, *y = other + 4 * s->contacts + k;
        if (to)
            *y = *x;
        else
            *x = *y;
    }
}

/* makes at most `count` Gauss-Seidel sweeps, accelerated like conjugate gradients (see the file's
 * head), until done() */
static void sweeps(course *c, int count) {
    tw_cone_island *s = c->s;
    double before = 0, largest;
    int next_check = 0;
    copy(s, s->ahead, true);
    memcpy(s->v_ahead, s->v, (size_t)(s->bodies + 1) * TW_CONE_BODY * sizeof(double));
    if (!c->quads_known) tw_cone_quads_make(c->room, s);
    c->quads_known = true;
    tw_cone_quads_begin(s);
    c->result->method = TW_CONE_SWEEP;
    for (int k = 1; k <= count && !stopped(c, k); k++) {
        double now = c->f->sweep(s, &largest), beta = before > 0 ? now / before : 0;
        c->result->iterations++;
        if (now == 0 || k == count || (largest <= c->tolerance && k >= next_check)) {
            next_check = k + 1 + k / 16;
            tw_cone_quads_end(s);
            if (now == 0 || k == count) c->f->gather(s);
            judge(c);
            if (now == 0 || k == count || done(c->o, c->result, c->tolerance)) break;
        }
        before = now;
        c->f->extend(s, beta > 1 ? 0 : beta);
    }
}

/* makes at most `count` steps of accelerated projected gradients (gradient.c), until done(); *t:
 * step length, updated */
static void descend(course *c, int count, double *t) {
    tw_cone_island *s = c->s;
    double theta = 1;
    int next_check = 0;
    copy(s, s->ahead, true);
    memcpy(s->v_ahead, s->v, (size_t)(s->bodies + 1) * TW_CONE_BODY * sizeof(double));
    c->result->method = TW_CONE_GRADIENT;
    for (int k = 1; k <= count && !stopped(c, k); k++) {
        tw_cone_slope slope = c->f->descend(s, *t);
        c->result->iterations++;
        for (int i = 0; slope.curvature * *t > slope.length && i < 60; i++) {
            *t = fmin(0.5 * *t, 0.9 * slope.length / slope.curvature);
            slope = c->f->descend(s, *t);
            c->result->iterations++;
        }
        c->f->follow(s, tw_cone_momentum(&theta, slope.along > 0));
        if (k == count || (slope.largest <= c->tolerance * fmin(*t, 1) && k >= next_check)) {
            next_check = k + 1 + k / 16;
            if (k == count) c->f->gather(s);
            judge(c);
            if (done(c->o, c->result, c->tolerance)) break;
        }
        *t /= TW_CONE_LONGER;
    }
}

/* STEPS: largest number of Newton steps in a round. PATIENCE: number of steps in a row without
 * halving the residual after which a round ends */
enum { STEPS = 40, PATIENCE = 6 };

/* a tolerance above this part of the largest component of r is far above rounding */
static const double ROUGH = 1e-6;

/* Makes Newton steps, the first one with `shift`, until done(), or until `patience` of them in a
 * row fail to halve the residual. bold: steps are taken even where they do not reduce it */
static void steps(course *c, tw_cone_lu *lu, double shift, int patience, bool bold) {
    bool any = false;
    double last = c->result->residual_u;
    int left = patience;
    for (int k = 0; k < STEPS && left > 0 && !done(c->o, c->result, c->tolerance); k++) {
        if (stopped(c, 0)) return;
        c->result->iterations += c->cost;
        bool went = tw_cone_newton(c->f, c->s, lu, &shift, bold);
        c->stopped = lu->stopped;
        any = any || went;
        if (!went && shift > 1) break;
        judge(c);
        left = c->result->residual_u < last / 2 ? patience : left - 1;
        if (c->result->residual_u < last / 2) last = c->result->residual_u;
    }
    if (any) c->result->method = TW_CONE_NEWTON;
}

/* FIRST, MOST_FIRST: least and largest number of sweeps before the cost of a factorisation is
 * determined. LONG: if the factorisation pays, the first round goes on until its sweeps have cost
 * as much as this many Newton steps */
enum { FIRST = 20, MOST_FIRST = 64, LONG = 6 };

/* *lu: m with its pattern analysed, or NULL if a factorisation costs too much for Newton's method;
 * sets c->cost, the estimated cost of a Newton step in sweeps */
static tw_status newton_pays(course *c, tw_cone_lu *m, tw_cone_lu **lu) {
    const tw_cone_island *s = c->s;
    double rows = s->contacts + s->bounded;
    bool fits;
    m->poll = c->o->poll;
    m->stopped = TW_OK;
    TW_TRY(tw_cone_lu_analyse(m, s->bodies, s->contacts + s->bounded, (const int(*)[2])s->body,
                              MOST * rows, &fits));
    *lu = fits ? m : NULL;
    c->cost = fits ? (int)(8 + 1.5 * m->products / rows) : 1;
    return TW_OK;
}

/* largest component of r */
static double most_of(const tw_cone_island *s) {
    double most = 0;
    for (int k = 0; k < s->contacts; k++)
        for (int i = 0; i < 3; i++) most = tw_cone_larger(most, fabs(s->local[k].r[i]));
    for (int k = 0; k < s->bounded; k++) most = tw_cone_larger(most, fabs(s->bound[k].r));
    return most;
}

/* Makes rounds, alternately of sweeps and of projected gradients, each followed by Newton steps if
 * a factorisation is cheap enough; in every other round the Newton steps are bold (taken even if
 * the residual grows). After a round that reduces the residual by less than a factor of four the
 * next one is twice as long. The result is the lambda with the smallest residual of all rounds */
static tw_status iterate(course *c, tw_cone_lu *m) {
    static const double shifts[] = {1e-3, 1e-5, 1e-3, 1e-7};
    int limit = c->o->limit > 0 ? c->o->limit : 10000, rows = c->s->contacts + c->s->bounded;
    int first = rows / 16 < FIRST ? FIRST : rows / 16 < MOST_FIRST ? rows / 16 : MOST_FIRST;
    int count = first;
    tw_cone_result *r = c->result;
    tw_cone_lu *lu = NULL;
    double best = INFINITY, t = 1;
    bool known = false;
    c->f->gather(c->s);
    judge(c);
    for (int round = 0; !done(c->o, r, c->tolerance) && r->iterations < limit;) {
        int left = limit - r->iterations;
        double before = r->residual_u;
        if (count > left) count = left;
        if (round % 2 == 0)
            sweeps(c, count);
        else
            descend(c, count, &t);
        TW_TRY(c->stopped);
        if (!known && !done(c->o, r, c->tolerance)) {
            TW_TRY(newton_pays(c, m, &lu));
            known = true;
            count = LONG * c->cost - first;
            if (lu && count > 0) continue;
            count = first;
        }
        double after = r->residual_u;
        if (after < best) copy(c->s, c->best, true);
        best = fmin(best, after);
        if (lu && r->iterations + 3 * c->cost <= limit)
            steps(c, lu, shifts[round % 4], round == 0 ? PATIENCE / 2 : PATIENCE, round % 2 == 1);
        TW_TRY(c->stopped);
        if (r->residual_u < best) copy(c->s, c->best, true);
        best = fmin(best, r->residual_u);
        if (r->residual_u > fmin(before, after) / 4 && count < limit) count *= 2;
        round++;
    }
    bool worse = r->residual_u > best;
    if (worse) copy(c->s, c->best, false);
    /* v is computed anew from lambda: it was updated by changes of lambda, which is only exact
     * enough for tolerances far above rounding */
    if (worse || !(c->tolerance > ROUGH * most_of(c->s))) {
        c->f->gather(c->s);
        judge(c);
    }
    r->converged = done(c->o, r, c->tolerance);
    return TW_OK;
}

tw_status tw_cone_bodies_solve(tw_cone *c, const tw_cone_rows *rows, const tw_cone_bodies *bodies,
                               const tw_cone_options *options, double *lambda, double *v,
                               tw_cone_result *result) {
    *result = (tw_cone_result){0};
    TW_TRY(check(rows, bodies));
    if (bodies->project || rows->caps > 0 || bodies->slots > 2)
        return tw_cone_gradient(c, rows, bodies, options, tolerance_of(rows, options), lambda, v,
                                result);
    TW_TRY(tw_cone_reserve(c, numbers(rows, bodies->count)));
    island p;
    take(c, rows, bodies->count, &p);
    TW_TRY(set_up(&p, rows, bodies, options->warm ? lambda : NULL, options->poll));
#if defined(__x86_64__)
    const tw_cone_loops *f = c->wide ? &wide : &plain;
#else
    const tw_cone_loops *f = &plain;
#endif
    course along = {.f = f,
                    .s = &p.s,
                    .o = options,
                    .result = result,
                    .tolerance = tolerance_of(rows, options),
                    .best = p.best,
                    .room = c};
    TW_TRY(iterate(&along, &c->lu));
    give_back(&p, bodies, lambda, v);
    return TW_OK;
}
