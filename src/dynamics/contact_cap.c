/*
 * Bounded constraint forces beside contacts. A cap that holds makes its constraint yield as if it
 * had a compliance mu (caps.c); for given ones the group's problem is that of contact_solve.c, with
 *
 *     P v = v - M^-1 J^T K^+ J v,   K = A + sum mu_c G_c^T G_c.
 *
 * What is looked for are multipliers with
 *
 *     0 <= mu_c  _|_  phi_c = cap_c / |G_c u| - 1 >= 0,
 *
 * u the forces against all that is there, contacts too. 1 / |G u| of a constraint by itself is a
 * straight line over mu, so that the secant method of many variables [Broyden 1965] is there in few
 * steps; which of the caps hold is seen from its linear model. With mu = 0 contacts and constraints
 * may contradict each other; then it begins where they do not.
 *
 * An impact takes no time: what is bounded passes on no impulse.
 */
#include "base/elementary.h"
#include "dynamics/caps.h"
#include "dynamics/contact_impl.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

/* parts of a cap by which it may be missed, as these contacts see it (the forces themselves are
 * found again in the end, and keep to their bounds): of an instant; of a step, whose contacts are
 * solved to a tolerance, which is so much smaller beside caps; what will do after VAIN solutions
 * that have made nothing better; near enough for slopes to tell */
static const double CLOSE = 1e-9, STEP_CLOSE = 1e-4, CAREFUL = 1e-2, WILL_DO = 1e-7, NEAR = 1e-2;
enum { MOST = 60, VAIN = 5 };
/* multipliers as good as none, in units of the mobility; after so many solutions these are tried */
static const double TINY = 1e-5;
enum { JUMPS = 2 };

/* multipliers in units of the mobility: as good as no constraint at all, to single precision */
static const double LOOSE = 1e8;

/* of phi, for forces that are nothing */
static const double FAR = 1e3;

typedef struct bounded {
    tw_dynamics *d;
    tw_contact_set *s;
    const tw_contact_group *g;
    const tw_contact_task *task;
    const double *target;
    tw_twist *v;
    tw_contact_stats before;
    int caps;
    double *mu, *phi;          /* [caps] the best so far */
    double *trial, *at, *step; /* [caps] the next ones, and theirs */
    double *slope, *matrix;    /* [caps x caps] of phi, by columns; scratch */
    double low, high;          /* of a single one: too small, too large */
    double best;               /* missed by mu */
    bool last;                 /* they are those of the last solution */
    bool contradicts;          /* in the last solution constraints gave way to contacts */
} bounded;

bool tw_contact_capped(const tw_dynamics *d, const tw_contact_set *s, const tw_contact_group *g) {
    for (int i = 0; i < g->islands; i++)
        if (d->island[s->island.data[g->island + i]].caps > 0) return true;
    return false;
}

static tw_island *island_of(tw_dynamics *d, const tw_contact_set *s, const tw_contact_group *g,
                            int i) {
    return &d->island[s->island.data[g->island + i]];
}

static void harden(tw_dynamics *d, const tw_contact_set *s, const tw_contact_group *g) {
    for (int i = 0; i < g->islands; i++) tw_soft_end(island_of(d, s, g, i));
}

static tw_status soften(tw_dynamics *d, const tw_contact_set *s, const tw_contact_group *g,
                        double scale, int *caps) {
    *caps = 0;
    for (int i = 0; i < g->islands; i++) {
        tw_island *isl = island_of(d, s, g, i);
        int own = 0;
        if (isl->caps > 0) TW_TRY(tw_soft_begin(d, isl, scale, &own));
        *caps += own;
    }
    return TW_OK;
}

static tw_status set(tw_dynamics *d, const tw_contact_set *s, const tw_contact_group *g,
                     const double *mu) {
    for (int i = 0; i < g->islands; i++) {
        tw_island *isl = island_of(d, s, g, i);
        if (isl->caps > 0) TW_TRY(tw_soft_set(d, isl, mu));
        mu += isl->caps;
    }
    return TW_OK;
}

/* ---- one solution --------------------------------------------------------------------------- */

/* as it was before the first one */
static void restore(const bounded *b) {
    for (int i = 0; i < b->g->bodies; i++)
        b->v[b->s->member.data[b->g->body + i]] = b->s->start.data[i];
    for (int i = b->g->first; i >= 0; i = b->s->touching.data[i].next) {
        tw_touching *t = &b->s->touching.data[i];
        if (t->bounce < 0) t->bias[0] = t->bounce + t->drift;
    }
    b->s->stats = b->before;
}

/* v += M^-1 D lambda */
static void press(const bounded *b) {
    for (int i = b->g->first; i >= 0; i = b->s->touching.data[i].next) {
        const tw_touching *t = &b->s->touching.data[i];
        for (int side = 0; side < 2; side++) {
            int body = side ? t->c->b : t->c->a;
            if (body < 0 || !b->d->free_body[body]) continue;
            const tw_body_motion *m = &b->d->pass.motion[body];
            tw_wrench w = {0};
            tw_contact_add_wrench(t, side, &w);
            tw_twist *v = &b->v[body];
            v->v = v3_madd(v->v, m->m_inv, w.force);
            v->omega = v3_add(v->omega, m3_mul_v(&m->I_inv, w.torque));
        }
    }
}

/* constraint forces against all that is there, the contacts of the last solution too, into
 * s->multiplier; v is lost */
static tw_status find_forces(const bounded *b) {
    for (int i = 0; i < b->g->bodies; i++)
        b->v[b->s->member.data[b->g->body + i]] = b->s->start.data[i];
    press(b);
    return tw_contact_bilateral(b->d, b->g, b->target, b->v);
}

/* phi of these forces; v stays */
static tw_status measure(const bounded *b, double *phi) {
    const int *member = b->s->member.data + b->g->body;
    for (int i = 0; i < b->g->bodies; i++) b->s->solved.data[i] = b->v[member[i]];
    TW_TRY(find_forces(b));
    for (int i = 0; i < b->g->bodies; i++) b->v[member[i]] = b->s->solved.data[i];
    double *at = phi;
    for (int i = 0; i < b->g->islands; i++) {
        const tw_island *isl = island_of(b->d, b->s, b->g, i);
        if (isl->caps > 0) tw_soft_sizes(b->d, isl, b->s->multiplier.data, at);
        at += isl->caps;
    }
    for (int c = 0; c < b->caps; c++) phi[c] = fmin(1 / phi[c] - 1, FAR);
    return TW_OK;
}

static tw_status run(bounded *b, const double *mu, double *phi) {
    restore(b);
    TW_TRY(set(b->d, b->s, b->g, mu));
    TW_TRY(tw_contact_bilateral(b->d, b->g, b->target, b->v));
    if (b->g->contacts > 0)
        TW_TRY((b->task->step ? tw_contact_solve_bouncing : tw_contact_solve)(b->d, b->g, b->task,
                                                                              b->v));
    b->contradicts = b->g->contacts > 0 && b->s->yields > 0;
    return measure(b, phi);
}

/* ---- the multipliers ------------------------------------------------------------------------ */

/* The largest part of a cap by which a force is beyond it, or under it though it yields. Where
 * ground and constraints share a load forces jump at mu = 0: there they may yield by TINY */
static double missed(const bounded *b, const double *mu, const double *phi) {
    double worst = 0;
    for (int c = 0; c < b->caps; c++)
        worst = fmax(worst, phi[c] < 0 ? -phi[c] : mu[c] > TINY ? phi[c] : 0);
    return worst;
}

/* phi of each cap rises from its value by a straight line from -1 at mu = `zero` */
static void guess_slope(bounded *b, double zero) {
    memset(b->slope, 0, (size_t)b->caps * (size_t)b->caps * sizeof *b->slope);
    for (int c = 0; c < b->caps; c++)
        b->slope[(size_t)c * ((size_t)b->caps + 1)] = (b->phi[c] + 1) / (b->mu[c] - zero);
}

/* from the best on, where the linear model is met: caps that hold or should */
static void propose(bounded *b) {
    int n = b->caps, held = 0;
    int *pick = b->s->cap_pick.data, *pivot = pick + n;
    for (int c = 0; c < n; c++) {
        b->trial[c] = b->mu[c];
        if (b->mu[c] > 0 || b->phi[c] < 0) pick[held++] = c;
    }
    for (int i = 0; i < held; i++) {
        b->step[i] = -b->phi[pick[i]];
        for (int j = 0; j < held; j++)
            b->matrix[(size_t)j * (size_t)held + (size_t)i] =
                b->slope[(size_t)pick[j] * (size_t)n + (size_t)pick[i]];
    }
    bool solved = held > 0 && LAPACKE_dgesv_work(LAPACK_COL_MAJOR, held, 1, b->matrix, held, pivot,
                                                 b->step, held) == 0;
    for (int i = 0; i < held; i++) {
        int c = pick[i];
        double by = solved && isfinite(b->step[i]) ? b->step[i] : -b->phi[c] * (1 + b->mu[c]);
        b->trial[c] = fmax(b->mu[c] + by, 0);
    }
    bool inside = b->trial[0] > b->low && b->trial[0] < b->high;
    if (n == 1 && !inside && !(b->trial[0] == 0 && b->low < 0))
        b->trial[0] = b->high < INFINITY ? 0.5 * (fmax(b->low, 0) + b->high) : 4 * b->mu[0] + 1;
}

/* the slopes at the best by differences, of caps that count there */
static tw_status look_around(bounded *b) {
    static const double STEP = 1e-4;
    size_t n = (size_t)b->caps;
    for (size_t j = 0; j < n; j++) {
        if (b->phi[j] >= 0 && !(b->mu[j] > 0)) continue;
        memcpy(b->trial, b->mu, n * sizeof *b->mu);
        b->trial[j] += STEP * (b->mu[j] + STEP);
        TW_TRY(run(b, b->trial, b->at));
        for (size_t i = 0; i < n; i++)
            b->slope[j * n + i] = (b->at[i] - b->phi[i]) / (b->trial[j] - b->mu[j]);
    }
    return TW_OK;
}

/* what the last solution says of the slope [Broyden 1965] */
static void learn(bounded *b) {
    size_t n = (size_t)b->caps;
    double square = 0;
    for (size_t c = 0; c < n; c++) {
        b->step[c] = b->trial[c] - b->mu[c];
        square += b->step[c] * b->step[c];
    }
    for (size_t i = 0; i < n && square > 0; i++) {
        double left = b->at[i] - b->phi[i];
        for (size_t j = 0; j < n; j++) left -= b->slope[j * n + i] * b->step[j];
        for (size_t j = 0; j < n; j++) b->slope[j * n + i] += left * b->step[j] / square;
    }
    if (n > 1) return;
    if (b->at[0] < 0)
        b->low = fmax(b->low, b->trial[0]);
    else
        b->high = fmin(b->high, b->trial[0]);
}

/* the first multipliers and the slopes there */
static tw_status begin(bounded *b, bool *done) {
    memset(b->mu, 0, (size_t)b->caps * sizeof *b->mu);
    b->low = -1;
    b->high = INFINITY;
    TW_TRY(run(b, b->mu, b->phi));
    *done = !b->contradicts && missed(b, b->mu, b->phi) <= CLOSE;
    if (*done) return TW_OK;
    if (!b->contradicts) {
        guess_slope(b, -1);
        b->low = 0;
        return TW_OK;
    }
    for (int c = 0; c < b->caps; c++) b->mu[c] = 1;
    TW_TRY(run(b, b->mu, b->phi));
    guess_slope(b, 0);
    b->low = 0;
    if (b->phi[0] < 0)
        b->low = 1;
    else
        b->high = 1;
    return TW_OK;
}

/* multipliers against the contact forces of the last solution, if these stayed: into b->trial */
static tw_status answer(const bounded *b) {
    memset(b->step, 0, (size_t)b->caps * sizeof *b->step);
    TW_TRY(set(b->d, b->s, b->g, b->step));
    TW_TRY(find_forces(b));
    double *at = b->trial;
    for (int i = 0; i < b->g->islands; i++) {
        const tw_island *isl = island_of(b->d, b->s, b->g, i);
        if (isl->caps > 0) TW_TRY(tw_soft_find(b->d, isl, b->s->multiplier.data, at));
        at += isl->caps;
    }
    return TW_OK;
}

/* Part of the way to what the contact forces of the last solution ask for, time after time, until
 * it is near enough; the part by Aitken's rule [Irons & Tuck 1969]. Each way by itself, caps
 * against contacts that stay, and contacts against multipliers that stay, is a minimum of the same
 * function where there is no friction */
static tw_status approach(bounded *b, double near) {
    enum { MOST_WAYS = 40 };
    static const double LEAST = 0.1, FIRST = 0.5, STALLS = 0.95;
    size_t n = (size_t)b->caps;
    double part = FIRST, *before = b->matrix; /* the way before, then its change */
    if (!b->last) TW_TRY(run(b, b->mu, b->phi));
    b->last = true;
    memcpy(b->at, b->mu, n * sizeof *b->mu);
    for (int i = 0, stalled = 0; i < MOST_WAYS && b->best > near && stalled < VAIN; i++) {
        double along = 0, square = 0;
        TW_TRY(answer(b));
        for (size_t c = 0; c < n; c++) {
            double way = b->trial[c] - b->at[c], change = way - before[c];
            along += before[c] * change;
            square += change * change;
            before[c] = way;
        }
        if (i > 0 && square > 0) part = fmin(fmax(-part * along / square, LEAST), 1);
        for (size_t c = 0; c < n; c++) b->at[c] += part * before[c];
        TW_TRY(run(b, b->at, b->phi));
        double now = missed(b, b->at, b->phi);
        b->last = now < b->best;
        stalled = now < STALLS * b->best ? 0 : stalled + 1;
        if (!b->last) continue;
        b->best = now;
        memcpy(b->mu, b->at, n * sizeof *b->mu);
    }
    if (!b->last) TW_TRY(run(b, b->mu, b->phi));
    b->last = true;
    b->best = missed(b, b->mu, b->phi); /* a little else, where another answer was found */
    return TW_OK;
}

/* to where caps that need not yield hardly do */
static void jump(bounded *b) {
    for (int c = 0; c < b->caps; c++)
        b->trial[c] = b->phi[c] > 0 ? fmin(b->mu[c], TINY) : fmax(b->mu[c], TINY);
}

/* steps of the secant method from the best on, as long as they make it better */
static tw_status secants(bounded *b, bool look, double close) {
    if (look && b->best > close) TW_TRY(look_around(b));
    for (int i = 0, vain = 0; i < MOST && vain < VAIN && b->best > close; i++) {
        if (i == JUMPS)
            jump(b);
        else
            propose(b);
        TW_TRY(run(b, b->trial, b->at));
        learn(b);
        double now = missed(b, b->trial, b->at);
        b->last = now < b->best;
        vain = b->last ? 0 : vain + 1;
        if (!b->last) continue;
        b->best = now;
        memcpy(b->mu, b->trial, (size_t)b->caps * sizeof *b->mu);
        memcpy(b->phi, b->at, (size_t)b->caps * sizeof *b->phi);
    }
    return TW_OK;
}

static tw_status find(bounded *b) {
    bool done;
    double close = b->task->step ? STEP_CLOSE : CLOSE;
    TW_TRY(begin(b, &done));
    if (done) return TW_OK;
    b->best = missed(b, b->mu, b->phi);
    b->last = true;
    for (int stage = 0; stage < 3; stage++) {
        bool many = b->caps > 2 || stage > 0;
        if (many) TW_TRY(approach(b, stage < 2 ? NEAR : close));
        TW_TRY(secants(b, many && b->caps > 1, close));
        if (b->best <= fmax(close, WILL_DO)) break;
    }
    if (!b->last) TW_TRY(run(b, b->mu, b->phi));
    b->s->stats.unfinished += b->best > STEP_CLOSE;
    return TW_OK;
}

static tw_status make_room(bounded *b) {
    tw_contact_set *s = b->s;
    size_t n = (size_t)b->caps;
    TW_TRY(tw_reserve(&s->start, (size_t)b->g->bodies));
    TW_TRY(tw_reserve(&s->solved, (size_t)b->g->bodies));
    TW_TRY(tw_reserve(&s->cap, 5 * n + 2 * n * n));
    TW_TRY(tw_reserve(&s->cap_pick, 2 * n));
    double **list[] = {&b->mu, &b->phi, &b->trial, &b->at, &b->step};
    for (size_t i = 0; i < 5; i++) *list[i] = s->cap.data + i * n;
    b->slope = s->cap.data + 5 * n;
    b->matrix = b->slope + n * n;
    return TW_OK;
}

void tw_contact_tighten(tw_dynamics *d) {
    for (int i = 0; i < d->islands; i++) tw_soft_end(&d->island[i]);
}

tw_status tw_contact_solve_bounded(tw_dynamics *d, const tw_contact_group *g,
                                   const tw_contact_task *task, const double *target, double scale,
                                   tw_twist *v, bool *yields) {
    tw_contact_set *s = d->contact;
    tw_contact_task careful = *task;
    bounded b = {.d = d, .s = s, .g = g, .task = &careful, .target = target, .v = v};
    careful.factored = true;
    careful.tolerance_u *= CAREFUL;
    b.before = s->stats;
    tw_status status = soften(d, s, g, scale, &b.caps);
    if (status == TW_OK) status = make_room(&b);
    for (int i = 0; i < g->bodies && status == TW_OK; i++)
        s->start.data[i] = v[s->member.data[g->body + i]];
    if (status == TW_OK) status = find(&b);
    *yields = s->yields > 0;
    for (int c = 0; c < b.caps && status == TW_OK; c++) {
        *yields = *yields || b.mu[c] > 0;
        b.mu[c] = b.mu[c] > 0 ? LOOSE : 0;
    }
    /* what holds with all it may has no part in what is left to correct at the end of a step */
    if (status == TW_OK && task->step && *yields) return set(d, s, g, b.mu);
    harden(d, s, g);
    return status;
}

tw_status tw_contact_solve_struck(tw_dynamics *d, const tw_contact_group *g,
                                  const tw_contact_task *task, tw_twist *v) {
    tw_contact_set *s = d->contact;
    int caps = 0;
    if (!tw_contact_capped(d, s, g)) return tw_contact_solve_bouncing(d, g, task, v);
    tw_status status = soften(d, s, g, 1, &caps);
    if (status == TW_OK) status = tw_reserve(&s->cap, (size_t)caps);
    for (int c = 0; c < caps && status == TW_OK; c++) s->cap.data[c] = LOOSE;
    if (status == TW_OK) status = set(d, s, g, s->cap.data);
    if (status == TW_OK) status = tw_contact_solve_bouncing(d, g, task, v);
    harden(d, s, g);
    return status;
}

/* ---- at an instant -------------------------------------------------------------------------- */

tw_status tw_contact_solve_forces(tw_dynamics *d, const tw_contact_group *g,
                                  const tw_contact_task *task, tw_twist *a) {
    tw_contact_set *s = d->contact;
    const tw_pass *p = &d->pass;
    bool unused;
    if (!tw_contact_capped(d, s, g)) return tw_contact_solve(d, g, task, a);
    for (int i = 0; i < g->bodies; i++) {
        int body = s->member.data[g->body + i];
        const tw_body_motion *m = &p->motion[body];
        const tw_wrench *w = &p->constraint[body];
        a[body].v = v3_madd(a[body].v, -m->m_inv, w->force);
        a[body].omega = v3_sub(a[body].omega, m3_mul_v(&m->I_inv, w->torque));
    }
    /* J a of them is r off what the rows ask for */
    TW_TRY(tw_reserve(&s->target, (size_t)p->rows));
    for (int i = 0; i < g->islands; i++) {
        const tw_island *isl = island_of(d, s, g, i);
        for (int k = 0; k < isl->blocks; k++) {
            const tw_block *b = &p->block[isl->block[k]];
            const double *J = b->J;
            for (int row = b->row; row < b->row + b->rows; row++) {
                double sum = -p->r[row];
                for (int j = 0; j < b->bind->slots; j++, J += 6)
                    sum += tw_twist_along(J, &a[b->bind->body[j]]);
                s->target.data[row] = sum;
            }
        }
    }
    return tw_contact_solve_bounded(d, g, task, s->target.data, 1, a, &unused);
}

/* ---- a step ---------------------------------------------------------------------------------- */

double tw_contact_bend_of(const tw_dynamics *d, const tw_block *b, int row) {
    if (tw_caps_of(b) == 0) return 0;
    double sum = d->pass.bias[row];
    const double *J = b->J + (ptrdiff_t)(row - b->row) * b->bind->slots * 6;
    for (int k = 0; k < b->bind->slots; k++, J += 6) {
        int body = b->bind->body[k];
        const tw_body_motion *m = &d->pass.motion[body];
        if (!d->free_body[body]) continue;
        /* a momentum that stays turns the body otherwise as its inertia turns */
        sum += v3_dot(v3_load(J + 3), m3_mul_v(&m->I_inv, v3_cross(m->L, m->omega)));
    }
    return d->project->h * sum;
}

/* Constraints that hold against contacts, or that may not be as strong as they would: goals of
 * their rows become where the velocities after the impulses lead. */
static void give_way(tw_dynamics *d, const tw_contact_set *s, const tw_block *b) {
    const tw_pass *p = &d->pass;
    tw_project *goals = d->project;
    tw_level level = tw_level_of(b->kind, b->c->o.own);
    const double *J = b->J;
    for (int row = b->row; row < b->row + b->rows; row++) {
        double change = 0;
        for (int k = 0; k < b->bind->slots; k++, J += 6) {
            const tw_twist *to = &s->twist.data[b->bind->body[k]];
            const tw_body_motion *from = &p->motion[b->bind->body[k]];
            change += v3_dot(v3_load(J), v3_sub(to->v, from->v));
            change += v3_dot(v3_load(J + 3), v3_sub(to->omega, from->omega));
        }
        double bend = tw_contact_bend_of(d, b, row);
        goals->rate[row] = p->D1[row] + change + bend;
        goals->goal[row] =
            level == TW_POSITION_LEVEL   ? p->D[row] + goals->h * (p->D1[row] + change + 0.5 * bend)
            : level == TW_VELOCITY_LEVEL ? p->D[row] + change
                                         : tw_project_speed(d, b, row - b->row) + change;
    }
}

void tw_contact_give_way(tw_dynamics *d, const tw_contact_set *s, const tw_contact_group *g) {
    for (int i = 0; i < g->islands; i++) {
        const tw_island *isl = &d->island[s->island.data[g->island + i]];
        for (int k = 0; k < isl->blocks; k++) give_way(d, s, &d->pass.block[isl->block[k]]);
    }
}

tw_status tw_contact_group_alone(tw_dynamics *d, tw_contact_set *s) {
    for (int i = 0; i < d->islands; i++) d->island[i].touched = false;
    for (size_t i = 0; i < s->group.count; i++) {
        const tw_contact_group *g = &s->group.data[i];
        for (int k = 0; k < g->islands; k++) island_of(d, s, g, k)->touched = true;
    }
    s->group.count = 0;
    int bodies = 0, islands = 0;
    for (int i = 0; i < d->islands; i++) {
        const tw_island *isl = &d->island[i];
        if (isl->touched || isl->caps == 0) continue;
        tw_contact_group g = {.first = -1,
                              .last = -1,
                              .body = bodies,
                              .bodies = isl->bodies,
                              .island = islands,
                              .islands = 1};
        TW_TRY(tw_push(&s->group, g));
        TW_TRY(tw_reserve(&s->member, (size_t)(bodies + isl->bodies)));
        TW_TRY(tw_reserve(&s->island, (size_t)islands + 1));
        for (int k = 0; k < isl->bodies; k++) s->member.data[bodies++] = isl->body[k];
        s->island.data[islands++] = i;
    }
    return TW_OK;
}
