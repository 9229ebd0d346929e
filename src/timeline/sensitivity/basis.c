/*
 * Solutions Phi of the variational equations, and S = Phi C made of them; see impl.h.
 *
 * At the begin there are as many homogeneous columns as the unknowns' initial slopes have
 * independent columns. For unknowns that share fields, B = df/du may later leave the span of the
 * columns. C follows C' = Phi^+ B (Phi^+ is the pseudoinverse), integrated by Gauss's quadrature
 * over every step of Phi. If too large a part of B is outside the columns' span during a step, the
 * step is repeated with a shorter length; the remainder of B at its end becomes a further column.
 * Soon there are as many columns as the motion has degrees of freedom that B can reach, and the
 * cost of C is small. If there would be more columns than unknowns, every unknown gets a column of
 * its own instead.
 */
#include "timeline/sensitivity/columns.h"
#include "timeline/sensitivity/impl.h"

#include "dynamics/rhs.h"
#include "timeline/breaks.h"

#include <string.h>

/* Relative tolerance of Phi, as a multiple of the motion's: LOOSER at first, half of that after
 * SOON steps, and 1 in the end, since the errors of many steps add up over a long motion */
static const double LOOSER = 60, SOON = 10;
/* least size of a column's poses that is assumed for error control, relative to the size of its
 * momenta, and vice versa, in natural units */
static const double ROUNDING = 1e-3;
/* longest step of Phi: the larger of LONGEST_STEP, s, and LONGEST_PART times the length of the
 * piece */
static const double LONGEST_STEP = 0.2, LONGEST_PART = 0.01;
/* Remainder of B outside the span of the columns, relative to the greatest length of B. Above
 * OUTSIDE it becomes a column; its integral over time may be neglected up to LOST times the length
 * of the piece */
static const double OUTSIDE = 1e-6, LOST = 1e-8;
/* length of the first step of Phi if B is not yet known, relative to the length of the piece */
static const double FIRST = 1e-4;

/* a step shorter than this fraction of the piece is not repeated */
static const double SHORTEST = 1e-7;

/* nodes and weights of Gauss's quadrature on [-1, 1] [Abramowitz & Stegun, table 25.4]; the rule
 * with two nodes is used for intervals shorter than SHORT times a step of Phi, that with four for
 * others */
typedef struct gauss {
    int nodes;
    double node[4], weight[4];
} gauss;

static const double SHORT = 0.2;
static const gauss two = {2, {-0.577350269189625765, 0.577350269189625765}, {1, 1}};
static const gauss four = {
    4,
    {-0.861136311594052575, -0.339981043584856265, 0.339981043584856265, 0.861136311594052575},
    {0.347854845137453857, 0.652145154862546143, 0.652145154862546143, 0.347854845137453857}};

static double *column(const tw_sensitivity *s, double *of, int k) {
    return of + (size_t)k * (size_t)s->states;
}

/* ---- the stepper of Phi ---------------------------------------------------------------------- */

/* number of steps of Phi so far, rejected ones included */
static unsigned long steps_of(const tw_sensitivity *s) {
    tw_stepper_stats stats = {0};
    if (s->stepper) s->kind->stats(s->stepper, &stats);
    return s->steps + stats.steps + stats.rejected;
}

/* tw_ode.sizes for Phi: tolerances are relative to a size, which is the same for all poses of a
 * column, and another for its momenta. In a fast oscillation momenta are larger than poses by the
 * frequency, so rounding errors of the larger ones limit how exact the smaller ones can be. */
static void sizes(void *context, const double *Phi, double *size) {
    const tw_sensitivity *s = context;
    size_t N = (size_t)s->states;
    double taken = (double)steps_of(s) / SOON, by = fmax(LOOSER / (1 + taken * taken), 1);
    for (size_t k = 0; k < (size_t)s->columns; k++) {
        double x = tw_sensitivity_part(s, Phi + k * N, true);
        double p = tw_sensitivity_part(s, Phi + k * N, false);
        double own[2] = {by * fmax(p, ROUNDING * x), by * fmax(x, ROUNDING * p)};
        for (size_t i = 0; i < N; i++)
            size[k * N + i] = fmax(size[k * N + i], own[tw_sensitivity_is_place(i)] * s->unit[i]);
    }
}

static tw_status start(tw_sensitivity *s, double t, double hint) {
    const tw_world *w = s->base.world;
    s->steps = steps_of(s);
    if (s->stepper) s->kind->destroy(s->stepper);
    s->stepper = NULL;
    s->kind = tw_stepper_find("auto");
    s->ode = (tw_ode){.n = s->states * s->columns,
                      .rhs = tw_sensitivity_rates,
                      .context = s,
                      .rtol = w->set.rtol,
                      .atol = s->tolerance,
                      .block = TW_STATE,
                      .sizes = sizes,
                      .poll = s->poll};
    double longest = fmax(LONGEST_STEP, LONGEST_PART * (s->end - s->begun));
    tw_stepper_options options = {w->set.step, longest};
    TW_TRY(s->kind->create(&s->ode, &options, &s->stepper));
    s->now = t;
    return s->kind->start(s->stepper, t, s->Phi, hint);
}

/* sets the absolute tolerances of the columns: from the unknown's offset if the column belongs to
 * an unknown, otherwise from the natural units */
static void tolerate(tw_sensitivity *s) {
    for (int k = 0; k < s->columns; k++) {
        double *tolerance = column(s, s->tolerance, k);
        int j = s->owner[k];
        if (j < 0) {
            for (int i = 0; i < s->states; i++) tolerance[i] = 1e-12 * s->unit[i];
            continue;
        }
        tw_rhs_tolerances(s->base.dynamics, s->base.world->set.atol, tolerance);
        for (int i = 0; i < s->states; i++) tolerance[i] *= 1e-2 / fabs(s->u[j].offset[0]);
    }
}

/* ---- columns --------------------------------------------------------------------------------- */

static bool is_own(const tw_sensitivity *s, int j) {
    return s->direct || (s->u[j].fields && s->u[j].leader < 0);
}

static double first_slope(const tw_sensitivity *s, int j, int i) {
    const tw_unknown *u = &s->u[j];
    return tw_sensitivity_slope(u, u->side[0].y[i], u->side[1].y[i], s->base.y[i]);
}

/* sets up the first columns: one for each unknown with fields of its own, then, for the other
 * unknowns, as many as their initial slopes have independent columns */
static void first_columns(tw_sensitivity *s) {
    size_t n = (size_t)s->n;
    int m = 0;
    memset(s->C, 0, n * n * sizeof *s->C);
    s->columns = 0;
    for (int j = 0; j < s->n; j++) {
        if (is_own(s, j)) {
            int k = s->columns++;
            s->owner[k] = j;
            s->C[(size_t)k * n + (size_t)j] = 1;
            for (int i = 0; i < s->states; i++) column(s, s->Phi, k)[i] = first_slope(s, j, i);
            continue;
        }
        double *a = column(s, s->A, m);
        s->group[m++] = j;
        for (int i = 0; i < s->states; i++) a[i] = first_slope(s, j, i) / s->unit[i];
    }
    int rank = tw_columns_reduce(s->states, m, true, s->A, s->pivot, s->c, s->scratch);
    for (int k = 0; k < rank; k++) {
        int of = s->group[s->pivot[k]], at = s->columns++;
        s->owner[at] = -1;
        for (int i = 0; i < s->states; i++) column(s, s->Phi, at)[i] = first_slope(s, of, i);
        double most = tw_sensitivity_greatest(s, column(s, s->Phi, at));
        for (int i = 0; i < s->states; i++) column(s, s->Phi, at)[i] /= most;
        for (int j = 0; j < m; j++)
            s->C[(size_t)at * n + (size_t)s->group[j]] = most * s->c[k * m + j];
    }
}

/* gives every unknown a column of its own from now on, whose value is that unknown's column of S
 * [states x n] */
static tw_status go_direct(tw_sensitivity *s, const double *S) {
    size_t n = (size_t)s->n;
    s->direct = true;
    s->columns = s->n;
    memset(s->C, 0, n * n * sizeof *s->C);
    for (int j = 0; j < s->n; j++) {
        s->owner[j] = j;
        s->C[(size_t)j * n + (size_t)j] = 1;
    }
    memcpy(s->Phi, S, n * (size_t)s->states * sizeof *S);
    tolerate(s);
    return start(s, s->now, 0);
}

tw_status tw_columns_begin(tw_sensitivity *s) {
    first_columns(s);
    tolerate(s);
    return start(s, s->begun, s->grouped ? FIRST * (s->end - s->begun) : 0);
}

/* ---- what acts on the way -------------------------------------------------------------------- */

/* Splits x [states], in natural units: subtracts its projection on the span of the homogeneous
 * columns of Phi, and adds `by` times the projection's coefficients in these columns to column j of
 * dC. Used are s->A, an orthonormal basis of the columns, and the triangular matrix s->c with Phi =
 * A c. Returns the length of the remainder. */
static double split(tw_sensitivity *s, double *x, int j, double by) {
    size_t n = (size_t)s->n;
    double *z = s->scratch, sum = 0;
    for (int twice = 0; twice < 2; twice++)
        for (int k = 0; k < s->columns; k++) {
            const double *a = column(s, s->A, k);
            double dot = 0;
            if (s->owner[k] >= 0) continue;
            for (int i = 0; i < s->states; i++) dot += a[i] * x[i];
            for (int i = 0; i < s->states; i++) x[i] -= dot * a[i];
            z[k] = twice ? z[k] + dot : dot;
        }
    for (int k = s->columns - 1; k >= 0; k--) {
        double sum_k = z[k];
        if (s->owner[k] >= 0) continue;
        for (int l = k + 1; l < s->columns; l++)
            if (s->owner[l] < 0) sum_k -= s->c[(size_t)k * n + (size_t)l] * z[l];
        z[k] = sum_k / s->c[(size_t)k * n + (size_t)k];
        if (j >= 0) s->dC[(size_t)k * n + (size_t)j] += by * z[k];
    }
    for (int i = 0; i < s->states; i++) sum += x[i] * x[i];
    return sqrt(sum);
}

/* subtracts from column k of A its component along column l, and adds that to the entry (l, k)
 * of c */
static void take_out(tw_sensitivity *s, int l, int k) {
    double *a = column(s, s->A, k), dot = 0;
    const double *b = column(s, s->A, l);
    for (int i = 0; i < s->states; i++) dot += a[i] * b[i];
    for (int i = 0; i < s->states; i++) a[i] -= dot * b[i];
    s->c[l * s->n + k] += dot;
}

/* sets s->A and s->c: an orthonormal basis of the homogeneous columns of Phi [states x columns] (by
 * Gram and Schmidt), and the triangular matrix with Phi = A c */
static void orthonormal(tw_sensitivity *s, double *Phi) {
    memset(s->c, 0, (size_t)s->n * (size_t)s->n * sizeof *s->c);
    for (int k = 0; k < s->columns; k++) {
        double *a = column(s, s->A, k), length = 0;
        if (s->owner[k] >= 0) continue;
        for (int i = 0; i < s->states; i++) a[i] = column(s, Phi, k)[i] / s->unit[i];
        for (int twice = 0; twice < 2; twice++)
            for (int l = 0; l < k; l++)
                if (s->owner[l] < 0) take_out(s, l, k);
        for (int i = 0; i < s->states; i++) length += a[i] * a[i];
        length = sqrt(length);
        s->c[k * s->n + k] = length;
        for (int i = 0; i < s->states; i++) a[i] = length > 0 ? a[i] / length : 0;
    }
}

/* Adds `by` times Phi^+ B at time t to dC. *all: greatest length of a column of B; *left: greatest
 * remainder of a column of B outside the span of Phi, which is that of unknown *worst. Afterwards
 * s->B has the remainders, in natural units, and s->Phi_t has Phi at t. */
static tw_status act(tw_sensitivity *s, double t, double by, double *all, double *left,
                     int *worst) {
    *all = *left = 0;
    TW_TRY(s->kind->dense(s->stepper, t, s->Phi_t));
    TW_TRY(tw_sensitivity_stand(s, t));
    TW_TRY(tw_sensitivity_forcing(s, t, s->B));
    orthonormal(s, s->Phi_t);
    for (int j = 0; j < s->n; j++) {
        double *x = column(s, s->B, j), sum = 0;
        if (s->u[j].leader < 0) continue;
        for (int i = 0; i < s->states; i++) {
            x[i] /= s->unit[i];
            sum += x[i] * x[i];
        }
        if (sum == 0) continue;
        double rest = split(s, x, j, by);
        *all = fmax(*all, sqrt(sum));
        if (rest > *left) *left = rest, *worst = j;
    }
    s->strongest = fmax(s->strongest, *all);
    return TW_OK;
}

/* the earlier of `next` and the first time after t that the function `of` gives (such as
 * tw_value_next_break) for the fields in which the unknowns' worlds differ from the base */
static double first_of_sides(const tw_sensitivity *s, double (*of)(const tw_value *v, double t),
                             double t, double next) {
    for (int j = 0; j < s->n; j++)
        for (int side = 0; side < 2; side++)
            for (size_t i = 0; i < s->u[j].at[side].value.count; i++)
                next = fmin(next, of(s->u[j].at[side].value.data[i].b, t));
    return next;
}

/* first time after t, s, at which B (df/du of unknowns that share fields) or one of its derivatives
 * may jump */
static double next_break(const tw_sensitivity *s, double t) {
    return first_of_sides(s, tw_value_next_break, t, tw_world_next_break(s->base.world, t));
}

static void add(const tw_sensitivity *s, double *C, const double *dC) {
    for (size_t i = 0; i < (size_t)s->n * (size_t)s->n; i++) C[i] += dC[i];
}

/* sets s->dC to the integral of Phi^+ B over [from, to] by the rule g; adds the integral of the
 * length of B's remainder to *lost */
static tw_status by_rule(tw_sensitivity *s, const gauss *g, double from, double to, double *lost) {
    double all, left, half = (to - from) / 2;
    int worst;
    memset(s->dC, 0, (size_t)s->n * (size_t)s->n * sizeof *s->dC);
    for (int i = 0; i < g->nodes; i++) {
        TW_TRY(act(s, from + half * (1 + g->node[i]), half * g->weight[i], &all, &left, &worst));
        *lost += half * g->weight[i] * left;
    }
    return TW_OK;
}

/* like by_rule, but in pieces, for fields that are functions of the script and may have kinks at
 * unknown times: an interval is halved until the sum over its halves agrees with the whole */
static tw_status by_pieces(tw_sensitivity *s, double from, double to, double *lost) {
    size_t size = (size_t)s->n * (size_t)s->n;
    double *whole = s->dC_whole, *half = s->dC_half, *sum = s->dC_sum;
    double h = to - from, shortest = 1e-9 * h;
    memset(sum, 0, size * sizeof *sum);
    for (double a = from, b; a < to; a = b) {
        double off = 0, outside = 0, ignored = 0;
        b = a + h >= to - shortest ? to : a + h;
        TW_TRY(by_rule(s, &four, a, b, &ignored));
        memcpy(whole, s->dC, size * sizeof *whole);
        TW_TRY(by_rule(s, &four, a, (a + b) / 2, &outside));
        memcpy(half, s->dC, size * sizeof *half);
        TW_TRY(by_rule(s, &four, (a + b) / 2, b, &outside));
        add(s, s->dC, half);
        for (size_t i = 0; i < size; i++) off = fmax(off, fabs(whole[i] - s->dC[i]));
        if (off > 10 * LOST * s->strongest * (s->end - s->begun) && h > shortest) {
            h = (b - a) / 2;
            b = a;
            continue;
        }
        add(s, sum, s->dC);
        *lost += outside;
        h *= 2;
    }
    memcpy(s->dC, sum, size * sizeof *sum);
    return TW_OK;
}

/* sets s->dC to the integral of Phi^+ B over [a, b], an interval inside the last step of Phi;
 * *lost: integral of the length of B's remainder, relative to the greatest length of B times the
 * length of the piece */
static tw_status quadrature(tw_sensitivity *s, double a, double b, double *lost) {
    double *sum = s->dC_all;
    memset(sum, 0, (size_t)s->n * (size_t)s->n * sizeof *sum);
    *lost = 0;
    for (double from = a, to; from < b; from = to) {
        to = fmin(next_break(s, from), b);
        bool is_short = to - from < SHORT * (s->now - s->step_begin);
        TW_TRY(s->bends ? by_pieces(s, from, to, lost)
                        : by_rule(s, is_short ? &two : &four, from, to, lost));
        add(s, sum, s->dC);
    }
    memcpy(s->dC, sum, (size_t)s->n * (size_t)s->n * sizeof *sum);
    *lost /= s->strongest > 0 ? s->strongest * (s->end - s->begun) : 1;
    return TW_OK;
}

static void combine(const tw_sensitivity *s, const double *Phi, const double *C, double *S) {
    size_t N = (size_t)s->states, n = (size_t)s->n;
    memset(S, 0, N * n * sizeof *S);
    for (size_t k = 0; k < (size_t)s->columns; k++)
        for (size_t j = 0; j < n; j++) {
            double by = C[k * n + j];
            for (size_t i = 0; i < N && by != 0; i++) S[j * N + i] += by * Phi[k * N + i];
        }
}

/* makes the greatest remainder of B a column, if it is above OUTSIDE; to be called at the beginning
 * of a step, where s->Phi is Phi */
static tw_status add_column(tw_sensitivity *s) {
    double all, left, hint = s->kind->next_step(s->stepper);
    int worst = -1, k = s->columns, most = 0;
    TW_TRY(act(s, s->now, 0, &all, &left, &worst));
    if (worst < 0 || left <= OUTSIDE * s->strongest) return TW_OK;
    for (int j = 0; j < s->n; j++) most += !is_own(s, j);
    for (int i = 0; i < k; i++) most -= s->owner[i] < 0;
    if (most == 0) {
        combine(s, s->Phi, s->C, s->S);
        return go_direct(s, s->S);
    }
    for (int i = 0; i < s->states; i++)
        column(s, s->Phi, k)[i] = column(s, s->B, worst)[i] / left * s->unit[i];
    s->owner[k] = -1;
    s->columns++;
    tolerate(s);
    return start(s, s->now, hint);
}

/* ---- on the way ------------------------------------------------------------------------------ */

/* next time at which Phi' may jump, s, because a field of the base, or of an unknown's world, does;
 * it is computed only once for each jump */
static double next_jump(tw_sensitivity *s) {
    if (s->jump > s->now) return s->jump;
    s->jump =
        first_of_sides(s, tw_value_next_jump, s->now, tw_world_next_jump(s->base.world, s->now));
    return s->jump;
}

/* makes one step of Phi, at most to `limit`, and computes the change of C over it; repeats it with
 * shorter steps while too much of B is outside the columns */
static tw_status follow(tw_sensitivity *s, double limit) {
    double begin = s->now, lost;
    for (;;) {
        s->step_begin = begin;
        TW_TRY(s->kind->step(s->stepper, limit, &s->now));
        if (steps_of(s) > s->most)
            return tw_fail(TW_UNDERFLOW, "derivatives grow too fast about t = %.9g s", s->now);
        if (!s->grouped || s->direct) return TW_OK;
        double h = s->now - begin;
        TW_TRY(quadrature(s, begin, s->now, &lost));
        double piece = s->end - s->begun;
        if (lost <= fmax(LOST, OUTSIDE * h / piece) || h <= SHORTEST * piece) break;
        limit = begin + h * fmin(0.5, 0.8 * sqrt(LOST / lost));
        TW_TRY(s->kind->dense(s->stepper, begin, s->Phi));
        TW_TRY(start(s, begin, limit - begin));
    }
    memcpy(s->dC_step, s->dC, (size_t)s->n * (size_t)s->n * sizeof *s->dC);
    return TW_OK;
}

/* makes one step; if it is limited by a jump of a function of time, it ends just before the jump,
 * so that all its stages use the function before it */
static tw_status step(tw_sensitivity *s) {
    double jump = next_jump(s);
    bool follows = s->grouped && !s->direct;
    s->step_begin = s->now;
    if (follows) {
        add(s, s->C, s->dC_step);
        memset(s->dC_step, 0, (size_t)s->n * (size_t)s->n * sizeof *s->dC_step);
    }
    TW_TRY(s->kind->dense(s->stepper, s->now, s->Phi));
    /* the last step has ended at the jump: the stepper restarts after it */
    if (nextafter(s->now, INFINITY) >= jump) {
        TW_TRY(start(s, jump, s->kind->next_step(s->stepper)));
        s->step_begin = jump;
        if (jump >= s->end) return TW_OK;
        jump = next_jump(s);
    }
    if (follows) TW_TRY(add_column(s));
    double limit = fmin(jump, s->end);
    double until = jump <= s->end ? nextafter(limit, -INFINITY) : limit;
    return follow(s, until <= s->now ? limit : until);
}

tw_status tw_columns_reach(tw_sensitivity *s, double t) {
    while (s->now < t && s->now < s->end) {
        TW_TRY(step(s));
        tw_course_forget(s->course, s->step_begin);
    }
    return TW_OK;
}

tw_status tw_columns_slopes(tw_sensitivity *s, double t, double *S) {
    size_t n = (size_t)s->n;
    double at = fmin(t, s->now), lost;
    const double *dC = s->dC_step;
    if (s->grouped && !s->direct && at < s->now) {
        TW_TRY(quadrature(s, s->step_begin, at, &lost));
        dC = s->dC;
    }
    memcpy(s->C_t, s->C, n * n * sizeof *s->C);
    if (s->grouped && !s->direct) add(s, s->C_t, dC);
    TW_TRY(s->kind->dense(s->stepper, at, s->Phi_t));
    combine(s, s->Phi_t, s->C_t, S);
    return TW_OK;
}
