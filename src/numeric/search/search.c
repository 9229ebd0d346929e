/* The search of search.h. Inside, unknowns are y = (x - x0) / scale, x0 being the point at which a
 * step begins. */
#include "numeric/search/search.h"

#include "numeric/linear/symmetric.h"
#include "numeric/search/curvature.h"
#include "numeric/search/quadratic.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* half width of the box around x within which a step is made, in
 * units of scale: at the beginning; at most */
static const double BOX = 1, BOX_MOST = 1e3;
static const double TAKEN =
    1e-4; /* a step is accepted if its gain is at least this part of the predicted one */
/* the box grows if a step's gain is at least this part of the predicted one */
static const double GOOD = 0.75;
/* price (cost per violation) of hard rows. PRICE_FIRST: first price, relative to the largest
 * component of the gradient of f; PRICE_MOST: greatest price */
static const double PRICE_FIRST = 10, PRICE_MOST = 1e9;
/* a gain or a step below this part of the tolerance counts as none */
static const double SMALL = 1e-3;
/* a row whose violation is below this part of its `within` needs no improvement */
static const double EXACT = 1e-4;
/* a hard row counts as active, so that it bends the path of the search, if its multiplier is above
 * this part of the price */
static const double CARRIES = 1e-9;
/* a hard row prevents others from being met if its multiplier is above this part of the price */
static const double HELD = 1e-6;
/* number added to all diagonal entries of B, relative to the largest of them, so that B is
 * definite */
static const double FLAT = 1e-12;

typedef struct search {
    const tw_search_problem *p;
    tw_search_result *r;
    double *memory;
    double *x, *try, *g, *g_try, *low, *high, *y, *best; /* [n] */
    double *lagrange, *change;                           /* [n] */
    double *c, *c_try, *cost, *c_plain;                  /* [m] */
    /* [m x n] derivatives of all rows with respect to x / scale, at x and at the tried point */
    double *J, *J_try;
    /* [n x n] learned second derivatives; matrix of the model, which adds the soft rows */
    double *learned, *B;
    double *A, *hard_c, *hard_cost; /* hard rows */
    double *hard_multiplier,
        /* [hards] multipliers of the hard rows; those before a step was corrected for curvature */
        *hard_plain;
    double *model_g, *scratch;
    /* [hards] equal: is the row an equality? active: is its multiplier used when B is updated? */
    bool *equal, *active;
    int *hard; /* [hards]: rows */
    int hards;
    double f, f_try, box, price;
    bool taught; /* has a step updated the learned matrix, so that it contains curvature? */
    /* f plus soft rows, and violation of hard rows, when the learned matrix was last reset */
    double f_forgotten, lacks_forgotten;
    double f_priced; /* f plus soft rows when the price was last lowered */
    /* do hard rows contradict each other? Then hard_multiplier was computed by part_hard */
    bool apart;
    /* did the search end because a step was too short, although the model predicted a gain for
     * it? */
    bool promised;
} search;

static bool is_hard(tw_row_kind kind) {
    return kind == TW_ROW_EQUAL || kind == TW_ROW_ABOVE;
}

double tw_row_lacks(tw_row_kind kind, double c) {
    bool equal = kind == TW_ROW_EQUAL || kind == TW_ROW_SOFT_EQUAL;
    return equal ? fabs(c) : fmax(-c, 0);
}

/* ---- allocation ----------------------------------------------------------------------------- */

static double *take(double **at, size_t n) {
    double *p = *at;
    *at += n;
    return p;
}

static tw_status make_room(search *s) {
    size_t n = (size_t)s->p->n, m = (size_t)s->p->m;
    size_t all = 11 * n + 8 * m + 3 * m * n + 2 * n * n + tw_quadratic_scratch(s->p->n, s->p->m);
    s->memory = calloc(all + 1, sizeof *s->memory);
    s->equal = calloc(2 * m + 1, sizeof *s->equal);
    s->hard = calloc(m + 1, sizeof *s->hard);
    if (!s->memory || !s->equal || !s->hard) return tw_fail_memory();
    s->active = s->equal + m;
    double *at = s->memory;
    s->x = take(&at, n), s->try = take(&at, n), s->g = take(&at, n), s->g_try = take(&at, n);
    s->low = take(&at, n), s->high = take(&at, n), s->y = take(&at, n), s->best = take(&at, n);
    s->lagrange = take(&at, n), s->change = take(&at, n), s->model_g = take(&at, n);
    s->c = take(&at, m), s->c_try = take(&at, m), s->cost = take(&at, m);
    s->c_plain = take(&at, m), s->hard_c = take(&at, m), s->hard_cost = take(&at, m);
    s->hard_multiplier = take(&at, m), s->hard_plain = take(&at, m);
    s->J = take(&at, m * n), s->J_try = take(&at, m * n), s->A = take(&at, m * n);
    s->learned = take(&at, n * n), s->B = take(&at, n * n);
    s->scratch = at;
    for (int i = 0; i < s->p->m; i++)
        if (is_hard(s->p->row[i])) s->hard[s->hards++] = i;
    for (int k = 0; k < s->hards; k++) s->equal[k] = s->p->row[s->hard[k]] == TW_ROW_EQUAL;
    return TW_OK;
}

static void release(search *s) {
    free(s->memory);
    free(s->equal);
    free(s->hard);
}

/* ---- values --------------------------------------------------------------------------------- */

/* half the sum of squares of the soft rows' violations, for values c [m] of all rows */
static double squares(const search *s, const double *c) {
    double sum = 0;
    for (int i = 0; i < s->p->m; i++) {
        if (is_hard(s->p->row[i])) continue;
        double lacks = tw_row_lacks(s->p->row[i], c[i]);
        sum += 0.5 * lacks * lacks;
    }
    return sum;
}

static double hard_lacks(const search *s, const double *c) {
    double sum = 0;
    for (int k = 0; k < s->hards; k++) {
        int i = s->hard[k];
        sum += tw_row_lacks(s->p->row[i], c[i]);
    }
    return sum;
}

/* largest violation of any row relative to its `within`, for values c [m] of all rows */
static double worst(const search *s, const double *c) {
    double most = 0;
    for (int i = 0; i < s->p->m; i++)
        most = fmax(most, tw_row_lacks(s->p->row[i], c[i]) / s->p->within[i]);
    return most;
}

/* merit, to be minimised, of f and values c [m]: f plus soft rows plus price times violation of
 * hard rows */
static double merit(const search *s, double f, const double *c) {
    return f + squares(s, c) + s->price * hard_lacks(s, c);
}

static tw_status value_at(search *s, const double *x, double *f, double *c, bool *valid) {
    s->r->values++;
    TW_TRY(s->p->value(s->p->context, x, f, c, valid));
    if (!s->p->minimise) *f = 0;
    *valid = *valid && isfinite(*f);
    for (int i = 0; *valid && i < s->p->m; i++) *valid = isfinite(c[i]);
    return TW_OK;
}

/* g [n], J [m x n]: derivatives at s->x with respect to x / scale; *valid false: they do not exist,
 * or are not all finite */
static tw_status slope_at(search *s, double *g, double *J, bool *valid) {
    s->r->slopes++;
    TW_TRY(s->p->slope(s->p->context, s->x, s->f, s->c, g, J, valid));
    size_t n = (size_t)s->p->n, m = (size_t)s->p->m;
    for (size_t j = 0; j < n; j++) {
        g[j] = s->p->minimise ? g[j] * s->p->scale[j] : 0;
        *valid = *valid && isfinite(g[j]);
        for (size_t i = 0; i < m; i++) {
            J[i * n + j] *= s->p->scale[j];
            *valid = *valid && isfinite(J[i * n + j]);
        }
    }
    return TW_OK;
}

static void put_inside(const tw_search_problem *p, double *x) {
    for (int j = 0; j < p->n; j++) x[j] = fmin(fmax(x[j], p->low[j]), p->high[j]);
}

/* ---- the model ------------------------------------------------------------------------------ */

/* Sets up the quadratic model at s->x. s->model_g: gradient of f plus soft rows; s->B: learned
 * matrix of f and hard rows plus Gauss-Newton matrix of soft rows */
static void model(search *s) {
    size_t n = (size_t)s->p->n;
    double most = 0;
    memcpy(s->model_g, s->g, n * sizeof *s->g);
    memcpy(s->B, s->learned, n * n * sizeof *s->B);
    for (int i = 0; i < s->p->m; i++) {
        tw_row_kind kind = s->p->row[i];
        if (is_hard(kind) || (kind == TW_ROW_SOFT_ABOVE && s->c[i] >= 0)) continue;
        const double *a = s->J + (size_t)i * n;
        for (size_t j = 0; j < n; j++) {
            s->model_g[j] += s->c[i] * a[j];
            for (size_t k = 0; k < n; k++) s->B[j * n + k] += a[j] * a[k];
        }
    }
    for (size_t j = 0; j < n; j++) most = fmax(most, s->B[j * n + j]);
    for (size_t j = 0; j < n; j++) s->B[j * n + j] += FLAT * most;
}

static void box_around(search *s) {
    const tw_search_problem *p = s->p;
    for (int j = 0; j < p->n; j++) {
        s->low[j] = fmax(-s->box, (p->low[j] - s->x[j]) / p->scale[j]);
        s->high[j] = fmin(s->box, (p->high[j] - s->x[j]) / p->scale[j]);
    }
}

/* quadratic programme of a step within the box; its rows are the hard rows, with values from c
 * [m] */
static tw_quadratic programme(search *s, const double *c) {
    size_t n = (size_t)s->p->n;
    for (int k = 0; k < s->hards; k++) {
        memcpy(s->A + (size_t)k * n, s->J + (size_t)s->hard[k] * n, n * sizeof *s->A);
        s->hard_c[k] = c[s->hard[k]];
        s->hard_cost[k] = s->price;
    }
    return (tw_quadratic){s->p->n,   s->hards, s->B,         s->model_g, s->A,
                          s->hard_c, s->equal, s->hard_cost, s->low,     s->high};
}

/* Sets s->y to the minimum of the model without bounds. Returns true if that is the step (there are
 * no hard rows, and it is within the box): then it is more exact than the interior-point
 * solution */
static bool plain(search *s, const tw_quadratic *q) {
    int n = q->n;
    if (q->m > 0) return false;
    double *L = s->scratch;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j <= i; j++)
            L[tw_band_at(n - 1, i, j)] = q->B[(size_t)i * (size_t)n + (size_t)j];
        s->y[i] = -q->g[i];
    }
    if (!tw_band_factor(n, n - 1, L)) return false;
    tw_band_solve(n, n - 1, L, s->y);
    for (int j = 0; j < n; j++)
        if (!(s->y[j] >= q->low[j] && s->y[j] <= q->high[j])) return false;
    return true;
}

static double lacks_to_first_order(const tw_quadratic *q, const double *y) {
    double sum = 0;
    for (int k = 0; k < q->m; k++) {
        double at = q->c[k];
        for (int j = 0; j < q->n; j++) at += q->A[(size_t)k * (size_t)q->n + (size_t)j] * y[j];
        sum += q->equal[k] ? fabs(at) : fmax(-at, 0);
    }
    return sum;
}

/* s->y: the step within the box, for values c [m] of the rows; false: rounding prevents the
 * solution */
static bool step_for(search *s, const double *c) {
    tw_quadratic q = programme(s, c);
    return plain(s, &q) || tw_quadratic_solve(&q, s->y, s->hard_multiplier, s->scratch);
}

/* s->y: the step for the present values of the rows. The price of hard rows is raised as long as
 * that reduces their predicted violation; false: rounding prevents the solution */
static bool priced_step(search *s) {
    double before = hard_lacks(s, s->c), left = HUGE_VAL;
    for (;;) {
        if (!step_for(s, s->c)) return false;
        tw_quadratic q = programme(s, s->c);
        double now = lacks_to_first_order(&q, s->y);
        bool enough = now <= 0.5 * before || worst(s, s->c) <= 1;
        if (enough || s->price >= PRICE_MOST || now > 0.99 * left) return true;
        left = now;
        s->price *= 10;
    }
}

/* gain of merit that the model predicts for the step s->y */
static double foretold(search *s) {
    tw_quadratic q = programme(s, s->c);
    return s->price * hard_lacks(s, s->c) - tw_quadratic_value(&q, s->y);
}

/* ---- learning of B -------------------------------------------------------------------------- */

/* Sets the multipliers of active hard rows to the shortest ones: where rows are redundant, the
 * multipliers that the quadratic programme returns may be as large as the price. */
static void estimate(search *s) {
    if (!s->p->minimise) return;
    for (int k = 0; k < s->hards; k++)
        s->active[k] = fabs(s->hard_multiplier[k]) > CARRIES * s->price;
    tw_shortest_multipliers(s->p->n, s->hards, s->A, s->active, s->model_g, s->hard_multiplier,
                            s->y, s->scratch);
}

/* out [n]: gradient of the Lagrangian, f minus the sum of hard rows times their multipliers */
static void lagrangian(const search *s, const double *g, const double *J, double *out) {
    size_t n = (size_t)s->p->n;
    memcpy(out, g, n * sizeof *out);
    for (int k = 0; k < s->hards; k++)
        for (size_t j = 0; j < n; j++)
            out[j] -= s->hard_multiplier[k] * J[(size_t)s->hard[k] * n + j];
}

/* updates s->learned by the last step, from s->best (x before the step) to s->x; s->change: change
 * of the Lagrangian's gradient in it. Overwrites s->y */
static void learn(search *s) {
    for (int j = 0; j < s->p->n; j++) s->y[j] = (s->x[j] - s->best[j]) / s->p->scale[j];
    tw_curvature_learn(s->p->n, s->y, s->change, s->learned, &s->taught, s->scratch);
}

/* ---- steps ---------------------------------------------------------------------------------- */

static double longest(const search *s) {
    double most = 0;
    for (int j = 0; j < s->p->n; j++) most = fmax(most, fabs(s->y[j]));
    return most;
}

/* sets s->try to x plus the step s->y in units of p->scale, within the bounds, and s->f_try,
 * s->c_try to the values there; *valid false: f or c has no finite value there */
static tw_status try_step(search *s, bool *valid) {
    for (int j = 0; j < s->p->n; j++) s->try[j] = s->x[j] + s->p->scale[j] * s->y[j];
    put_inside(s->p, s->try);
    return value_at(s, s->try, &s->f_try, s->c_try, valid);
}

/* Corrects a step that failed because hard rows are curved: repeats it with the rows' values as the
 * tried point shows them (second-order correction [Fletcher 1982]). *valid = false: there are no
 * values at the new point */
static tw_status correct(search *s, bool *valid) {
    size_t n = (size_t)s->p->n;
    memcpy(s->cost, s->c, (size_t)s->p->m * sizeof *s->c);
    for (int k = 0; k < s->hards; k++) {
        int i = s->hard[k];
        double foretold = 0;
        for (size_t j = 0; j < n; j++) foretold += s->J[(size_t)i * n + j] * s->y[j];
        s->cost[i] = s->c_try[i] - foretold;
    }
    *valid = step_for(s, s->cost);
    return *valid ? try_step(s, valid) : TW_OK;
}

/* reduction of merit from s->x to the tried point */
static double won(const search *s) {
    return merit(s, s->f, s->c) - merit(s, s->f_try, s->c_try);
}

/* may a step have gained little because hard rows are curved? Yes if a hard row is active, or is
 * violated at the tried point */
static bool bent(const search *s) {
    for (int k = 0; k < s->hards; k++) {
        int i = s->hard[k];
        bool carries = fabs(s->hard_multiplier[k]) > CARRIES * s->price;
        if (carries || tw_row_lacks(s->p->row[i], s->c_try[i]) > EXACT * s->p->within[i])
            return true;
    }
    return false;
}

/* if the tried step gained less than predicted: tries the step corrected for curvature, and keeps
 * it if it gains more. *got: gain of the step that is kept */
static tw_status bend(search *s, double *got) {
    size_t n = (size_t)s->p->n, m = (size_t)s->p->m;
    double f = s->f_try;
    bool valid;
    if (!bent(s)) return TW_OK;
    memcpy(s->hard_plain, s->hard_multiplier, (size_t)s->hards * sizeof *s->hard_plain);
    memcpy(s->best, s->try, n * sizeof *s->try);
    memcpy(s->c_plain, s->c_try, m * sizeof *s->c_try);
    TW_TRY(correct(s, &valid));
    if (valid && won(s) > *got) {
        *got = won(s);
        return TW_OK;
    }
    memcpy(s->try, s->best, n * sizeof *s->try);
    memcpy(s->c_try, s->c_plain, m * sizeof *s->c_try);
    memcpy(s->hard_multiplier, s->hard_plain, (size_t)s->hards * sizeof *s->hard_plain);
    s->f_try = f;
    return TW_OK;
}

/* Once all goals are met, lowers the price of hard rows to one that keeps them met: a price that
 * was needed at a start far away makes steps along curved rows short. Done only if f is smaller
 * than at the last time, so that it cannot go on for ever */
static void lower_price(search *s) {
    double most = 0, now = s->f + squares(s, s->c);
    if (!s->p->minimise || worst(s, s->c) > 1 || !(now < s->f_priced)) return;
    for (int j = 0; j < s->p->n; j++) most = fmax(most, fabs(s->g[j]));
    for (int k = 0; k < s->hards; k++) most = fmax(most, fabs(s->hard_multiplier[k]));
    if (most > 0) s->price = fmin(s->price, PRICE_FIRST * most);
    s->f_priced = now;
}

/* moves s->x to the tried point, computes derivatives there and updates s->learned; *valid false:
 * there are no derivatives */
static tw_status take_step(search *s, bool *valid) {
    const tw_search_problem *p = s->p;
    size_t n = (size_t)p->n, m = (size_t)p->m;
    memcpy(s->best, s->x, n * sizeof *s->x);
    memcpy(s->x, s->try, n * sizeof *s->x);
    memcpy(s->c, s->c_try, m * sizeof *s->c);
    s->f = s->f_try;
    TW_TRY(p->accept(p->context, s->r->steps, s->x, s->f, s->c));
    TW_TRY(slope_at(s, s->g_try, s->J_try, valid));
    s->r->sloped = *valid;
    if (!*valid) return TW_OK;
    estimate(s);
    lagrangian(s, s->g, s->J, s->lagrange);
    lagrangian(s, s->g_try, s->J_try, s->change);
    for (size_t j = 0; j < n; j++) s->change[j] -= s->lagrange[j];
    memcpy(s->g, s->g_try, n * sizeof *s->g);
    memcpy(s->J, s->J_try, m * n * sizeof *s->J);
    if (p->minimise || s->hards) learn(s);
    lower_price(s);
    return TW_OK;
}

/* returns how the search has ended, once no further gain is possible */
static tw_search_end settled(const search *s) {
    return worst(s, s->c) <= 1 ? TW_SEARCH_FOUND : TW_SEARCH_AGAINST;
}

static bool exact(const search *s) {
    return !s->p->minimise && worst(s, s->c) <= EXACT;
}

/* makes one accepted step from s->x, with as many attempts as needed; *over = true: the search has
 * ended instead, in the way *end */
static tw_status step(search *s, bool *over, tw_search_end *end) {
    *over = true;
    *end = settled(s);
    if (exact(s)) return TW_OK;
    model(s);
    for (;;) {
        bool valid = true;
        box_around(s);
        *end = TW_SEARCH_STALLED;
        if (!priced_step(s)) return TW_OK;
        double gain = foretold(s), length = longest(s), size = fabs(s->f) + squares(s, s->c);
        *end = settled(s);
        bool fine = worst(s, s->c) <= 1;
        double least = s->p->minimise ? fmax(size, s->p->tolerance) : size;
        if (!(gain > SMALL * s->p->tolerance * least) && (fine || s->box >= BOX)) return TW_OK;
        if (length <= SMALL * s->p->tolerance) {
            s->promised = s->p->minimise && gain > s->p->tolerance * least;
            if ((!fine && s->box < BOX) || s->promised) *end = TW_SEARCH_STALLED;
            return TW_OK;
        }
        TW_TRY(try_step(s, &valid));
        double got = valid ? won(s) : -HUGE_VAL;
        if (valid && got < GOOD * gain) TW_TRY(bend(s, &got));
        bool taken = valid && got > TAKEN * gain;
        if (taken && got > GOOD * gain && length >= 0.99 * s->box)
            s->box = fmin(2 * s->box, BOX_MOST);
        else if (!taken || got < 0.25 * gain)
            s->box = 0.25 * fmin(s->box, length);
        if (!taken) continue;
        s->r->steps++;
        TW_TRY(take_step(s, &valid));
        *over = !valid;
        *end = TW_SEARCH_NO_SLOPE;
        return TW_OK;
    }
}

/* after a search that stalled with violated rows: do the rows contradict each other? Yes if the
 * model promises no smaller violation within a box of the first size */
static bool stands_against(search *s) {
    double before = hard_lacks(s, s->c), size = fabs(s->f) + squares(s, s->c);
    s->box = BOX;
    model(s);
    box_around(s);
    if (!priced_step(s)) return false;
    tw_quadratic q = programme(s, s->c);
    if (before > 0) return lacks_to_first_order(&q, s->y) >= 0.99 * before;
    return foretold(s) <= 0.01 * size;
}

/* If a hard row is violated: sets s->hard_multiplier to the multipliers at the least violation of
 * the hard rows alone, without f and soft rows, and s->apart. Most rows are met exactly there, and
 * the multipliers show which of them prevent the others from being met. */
static void part_hard(search *s) {
    size_t n = (size_t)s->p->n;
    bool lacking = false;
    for (int k = 0; k < s->hards; k++) {
        int i = s->hard[k];
        lacking = lacking || tw_row_lacks(s->p->row[i], s->c[i]) > s->p->within[i];
    }
    if (!lacking) return;
    double size = 0;
    for (int k = 0; k < s->hards; k++)
        for (size_t j = 0; j < n; j++) size = fmax(size, fabs(s->J[(size_t)s->hard[k] * n + j]));
    memset(s->model_g, 0, n * sizeof *s->model_g);
    memset(s->B, 0, n * n * sizeof *s->B);
    for (size_t j = 0; j < n; j++) s->B[j * n + j] = SMALL * size;
    s->box = BOX, s->price = 1;
    box_around(s);
    s->apart = step_for(s, s->c);
}

/* start values of a search, from the gradient of f at the present x: of the price (cost per
 * violation of hard rows), the box (bounds of a step), and the learned matrix of second
 * derivatives */
static void begin_anew(search *s) {
    size_t n = (size_t)s->p->n;
    double size = 0;
    for (size_t j = 0; j < n; j++) size = fmax(size, fabs(s->g[j]));
    s->price = PRICE_FIRST * (size > 0 ? size : 1e-3);
    s->box = BOX;
    s->taught = false;
    memset(s->learned, 0, n * n * sizeof *s->learned);
    for (size_t j = 0; j < n && (s->p->minimise || s->hards); j++)
        s->learned[j * n + j] = size > 0 ? size : 1e-6;
}

/* To be called before a search for a minimum ends: resets the learned matrix, so that the search
 * goes on from x, if it gained something since the last time that this was done. Reason: where
 * goals are redundant their multipliers, and with them the learned matrix, may grow without bound,
 * so that no step seems to gain anything. */
static bool forgets(search *s) {
    if (!s->p->minimise || !s->taught) return false;
    double now = s->f + squares(s, s->c), lacks = hard_lacks(s, s->c);
    double least = s->p->tolerance * fmax(fabs(now), s->p->tolerance);
    bool on = now < s->f_forgotten - least || lacks < 0.9 * s->lacks_forgotten;
    s->f_forgotten = now;
    s->lacks_forgotten = lacks;
    if (on) begin_anew(s);
    return on;
}

static tw_status steps(search *s) {
    bool valid = false, over = false;
    s->r->end = TW_SEARCH_NO_VALUE;
    TW_TRY(value_at(s, s->x, &s->f, s->c, &valid));
    if (!valid) return TW_OK;
    TW_TRY(s->p->accept(s->p->context, 0, s->x, s->f, s->c));
    s->r->end = TW_SEARCH_NO_SLOPE;
    TW_TRY(slope_at(s, s->g, s->J, &valid));
    s->r->sloped = valid;
    if (!valid) return TW_OK;
    begin_anew(s);
    s->r->end = TW_SEARCH_STEPS;
    while (s->r->steps < s->p->most && !over) {
        tw_search_end end;
        TW_TRY(step(s, &over, &end));
        if (over && end != TW_SEARCH_NO_SLOPE && forgets(s)) over = false;
        if (over) s->r->end = end;
    }
    bool met = worst(s, s->c) <= 1;
    /* without a function to minimise the search ends once all rows are met */
    if (met && !s->p->minimise) s->r->end = TW_SEARCH_FOUND;
    if (s->r->end == TW_SEARCH_STALLED && met && !s->promised) s->r->end = TW_SEARCH_FOUND;
    if (s->r->end == TW_SEARCH_STALLED && !met && stands_against(s)) s->r->end = TW_SEARCH_AGAINST;
    if (s->r->end == TW_SEARCH_AGAINST) part_hard(s);
    return TW_OK;
}

/* pull [m x n]: derivative of each row by x / scale, times its multiplier (hard rows), or times its
 * negative residual (soft rows; 0 if the hard rows contradict each other, s->apart) */
static void put_pull(const search *s, double *pull) {
    size_t n = (size_t)s->p->n;
    for (int i = 0, k = 0; i < s->p->m; i++) {
        double lacks = tw_row_lacks(s->p->row[i], s->c[i]), by = s->c[i] < 0 ? lacks : -lacks;
        if (s->apart) by = 0;
        if (is_hard(s->p->row[i])) {
            by = s->hard_multiplier[k++];
            if (fabs(by) <= (s->apart ? HELD : CARRIES) * s->price) by = 0;
        }
        for (size_t j = 0; j < n; j++) pull[(size_t)i * n + j] = by * s->J[(size_t)i * n + j];
    }
}

tw_status tw_search(const tw_search_problem *p, double *x, double *c, double *pull,
                    tw_search_result *result) {
    search s = {.p = p,
                .r = result,
                .f_forgotten = HUGE_VAL,
                .lacks_forgotten = HUGE_VAL,
                .f_priced = HUGE_VAL};
    *result = (tw_search_result){.f = NAN, .lacks = NAN, .end = TW_SEARCH_NO_VALUE};
    tw_status status = make_room(&s);
    if (status == TW_OK) {
        put_inside(p, x);
        memcpy(s.x, x, (size_t)p->n * sizeof *x);
        status = steps(&s);
        memcpy(x, s.x, (size_t)p->n * sizeof *x);
        memcpy(c, s.c, (size_t)p->m * sizeof *c);
        if (result->end != TW_SEARCH_NO_VALUE) {
            result->f = s.f;
            result->lacks = worst(&s, s.c);
        }
        if (pull) put_pull(&s, pull);
        if (p->g) memcpy(p->g, s.g, (size_t)p->n * sizeof *p->g);
        if (p->J) memcpy(p->J, s.J, (size_t)p->m * (size_t)p->n * sizeof *p->J);
    }
    release(&s);
    return status;
}
