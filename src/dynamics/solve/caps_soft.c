/*
 * An island whose caps have given multipliers, as the problem of contacts sees it: the forces
 *
 *     u = K^+ b,   K = A + sum mu_c G_c^T G_c,   b = A u0                         (caps.c)
 *
 * are linear in the rows' targets, u0 being the answer without caps. K may be singular, so K +
 * shift 1 is factored, and some proximal steps, u_i = (K + shift 1)^-1 (b + shift u_(i-1)), take
 * the effect of the shift away again. A must be computed at the gradients at which u0 was solved
 * for: near a singular pose u0 is so large that b = A u0 would be wrong with any other A.
 */
#include "dynamics/solve/caps_impl.h"

#include <string.h>

struct tw_soft {
    int m;
    bool yields;   /* is some multiplier not 0, so that constraints yield? */
    bool known;    /* do A and K belong to the gradients of the last solution? */
    double *A, *K; /* [m x m]; NULL until a multiplier is above 0 for the first time */
    double *b;     /* [m] */
    double *mu;    /* [caps] multipliers in the units of caps.c: `ratio` times unit_of() */
    double *ratio; /* [caps] multipliers as given to tw_soft_begin */
    double *shift; /* [m] */
    tw_cap *list;  /* [caps] */
};

static tw_status make(tw_dynamics *d, tw_island *isl) {
    struct tw_soft *s = tw_arena_new(&d->arena, struct tw_soft, 1);
    if (!s) return tw_fail_memory();
    s->m = isl->rows;
    s->list = tw_arena_new(&d->arena, tw_cap, isl->caps);
    s->ratio = tw_arena_new(&d->arena, double, isl->caps);
    if (!s->list || !s->ratio) return tw_fail_memory();
    isl->soft = s;
    return TW_OK;
}

/* factor from a multiplier as given to tw_soft_begin to the units of caps.c: mean mobility A_ii of
 * the cap's unknowns divided by the mean square of the columns of its G */
static double unit_of(const struct tw_soft *s, const tw_cap *c) {
    double mobility = 0, square = 0;
    for (int i = 0; i < c->rows; i++) {
        size_t at = (size_t)c->first + (size_t)i;
        vec3 g = tw_cap_column(c, i);
        mobility += s->A[at * (size_t)s->m + at] * v3_dot(g, g);
        square += v3_dot(g, g) * v3_dot(g, g);
    }
    return square > 0 && mobility > 0 ? mobility / square : 1;
}

/* allocated only when needed: in most islands no bound is ever reached */
static tw_status make_matrices(tw_dynamics *d, struct tw_soft *s, int caps) {
    size_t m = (size_t)s->m, n = (size_t)caps;
    double **numbers[] = {&s->A, &s->K, &s->b, &s->shift, &s->mu};
    const size_t sizes[] = {m * m, m * m, m, m, n};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (!(*numbers[i] = tw_arena_new(&d->arena, double, sizes[i]))) return tw_fail_memory();
    return TW_OK;
}

tw_status tw_soft_begin(tw_dynamics *d, tw_island *isl, const double *mu) {
    if (!isl->soft) TW_TRY(make(d, isl));
    struct tw_soft *s = isl->soft;
    s->yields = s->known = false;
    isl->softened = true;
    for (int c = 0; c < isl->caps; c++) s->yields = s->yields || mu[c] > 0;
    memcpy(s->ratio, mu, (size_t)isl->caps * sizeof *mu);
    return s->yields && !s->mu ? make_matrices(d, s, isl->caps) : TW_OK;
}

/* computes A and K at the gradients of the pass and factors K, from s->ratio */
static tw_status know(tw_dynamics *d, const tw_island *isl) {
    struct tw_soft *s = isl->soft;
    int caps = tw_caps_collect(d, isl, 0, s->list);
    TW_TRY(tw_caps_matrix(d, isl, s->A));
    double shift = TW_CAPS_SHIFT * tw_caps_mean(s->A, s->m);
    for (int i = 0; i < s->m; i++) s->shift[i] = shift;
    for (int c = 0; c < caps; c++) s->mu[c] = s->ratio[c] * unit_of(s, &s->list[c]);
    tw_caps_fill(s->A, s->m, s->list, caps, s->shift, s->mu, s->K);
    s->known = true;
    return tw_caps_factor(s->K, s->m);
}

void tw_soft_end(tw_island *isl) {
    isl->softened = false;
}

tw_status tw_soft_answer(tw_dynamics *d, const tw_island *isl, bool again, double *u) {
    struct tw_soft *s = isl->soft;
    size_t m = (size_t)s->m;
    if (!s->yields) return TW_OK;
    if (!again || !s->known) TW_TRY(know(d, isl));
    tw_caps_times(s->A, s->m, u, s->b);
    memset(u, 0, m * sizeof *u);
    for (int step = 0; step < TW_CAP_STEPS; step++) {
        for (size_t i = 0; i < m; i++) u[i] = s->b[i] + s->shift[i] * u[i];
        tw_caps_back(s->K, s->m, u);
    }
    return TW_OK;
}
