/*
 * Constraints without bounds are met first. In the least-squares solution of all rows these would
 * give way to a constraint with a bound that contradicts them, as if its force had no bound: a nail
 * would follow a pull of 1 N away from its place, a motor would turn at half its speed against
 * friction. So where a bound is exceeded, or a constraint with a bound contradicts others, forces
 * are computed in two stages. With P the projection onto the unknowns of a block that have bounds,
 * range(G^T) of its caps, N = 1 - P (N = 1 where there is no bound), and b = -w r:
 *
 *     first   u'   least squares of A_NN u' = N b,   A_NN = N A N
 *     then    u_P  of the rows that have bounds, for the remainder of the first stage (caps.c):
 *
 *     A_P = P (A - A N A_NN^+ N A) P,   b_P = P (b - s' e - A N u')
 *     u = N (u' - A_NN^+ N A u_P) + u_P
 *
 * so a weld with max_torque keeps the forces at its point, which have no bound, in the first stage.
 *
 * e is the remainder of b in the least-squares solution of all rows, and s' = 1 - s: contradictions
 * below AGREE[0] of the terms of a constraint's equation are errors of redundant constraints that
 * agree (s = 0), those above AGREE[1] are intended (s = 1). Without contradictions the forces are
 * those of least squares, u0, as far as they are within the bounds: the compliance E of caps.c
 * draws the solution toward these, and nothing jumps when a force passes its bound. With E a
 * contradiction of AGREE[0] reaches a constraint's whole bound.
 */
#include "dynamics/solve/caps_impl.h"
#include "dynamics/solve/impl.h"

#include <math.h>
#include <string.h>

/* a constraint that misses its equation by less than the first of these parts of the size of the
 * equation's terms does not contradict others; from the second part on what it misses is wholly
 * contradiction */
static const double AGREE[2] = {1e-6, 1e-5};
/* least and greatest compliance E of a constraint, relative to its mobility with its bodies
 * otherwise free */
static const double STIFF = 1e-9, SOFT = 1e-5;
/* GRADIENTS: number of rows of both gradients G (force and torque). SCRATCH: number of rows of
 * scratch memory, for these and two more, behind a block's P [rows][rows] */
enum { GRADIENTS = 6, SCRATCH = GRADIENTS + 2 };

tw_status tw_caps_first_room(tw_dynamics *d, tw_block *b) {
    size_t n = (size_t)b->rows;
    b->held = tw_arena_new(&d->arena, double, n *(n + SCRATCH));
    b->held_J = tw_arena_new(&d->arena, double, n *(size_t)b->bind->slots * 6);
    b->cap_G = tw_arena_new(&d->arena, vec3, 2 * n);
    return b->held && b->held_J && b->cap_G ? TW_OK : tw_fail_memory();
}

/* ---- which unknowns ------------------------------------------------------------------------- */

/* G: the rows of the gradient of a block's bound on force or torque, [rows of the block] each,
 * divided by the length of the longest row; returns their number: 3, or 0 if there is no such
 * bound */
static int bound_rows(const tw_block *b, bool torque, double *G) {
    double square[3] = {0};
    if (tw_value_is_unset(tw_bound_of(b, torque))) return 0;
    for (int i = 0; i < b->rows; i++) {
        double own[3];
        v3_store(own, tw_bound_column(b, torque, i));
        for (int k = 0; k < 3; k++) {
            G[k * b->rows + i] = own[k];
            square[k] += own[k] * own[k];
        }
    }
    double most = fmax(square[0], fmax(square[1], square[2]));
    for (int i = 0; i < 3 * b->rows && most > 0; i++) G[i] /= sqrt(most);
    return 3;
}

static double dot(const double *a, const double *b, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += a[i] * b[i];
    return sum;
}

int tw_cap_range(const tw_block *b) {
    static const double LEAST = 1e-6;
    int n = b->rows, rank = 0;
    double *P = b->held, *G = P + n * n, *q = G + GRADIENTS * n;
    int m = bound_rows(b, false, G);
    m += bound_rows(b, true, G + m * n);
    memset(P, 0, (size_t)n * (size_t)n * sizeof *P);
    /* orthonormal basis of the rows by the method of Gram and Schmidt, in each round with the
     * longest remaining row */
    for (; rank < m && rank < n; rank++) {
        int longest = rank;
        for (int k = rank + 1; k < m; k++)
            if (dot(G + k * n, G + k * n, n) > dot(G + longest * n, G + longest * n, n))
                longest = k;
        double square = dot(G + longest * n, G + longest * n, n);
        if (!(square > LEAST)) break;
        for (int i = 0; i < n; i++) {
            q[i] = G[longest * n + i] / sqrt(square);
            G[longest * n + i] = G[rank * n + i];
        }
        for (int k = rank + 1; k < m; k++) {
            double along = dot(q, G + k * n, n);
            for (int i = 0; i < n; i++) G[k * n + i] -= along * q[i];
        }
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) P[i * n + j] += q[i] * q[j];
    }
    /* if the bounds limit all directions, P is the unit matrix, here made exactly so */
    for (int i = 0; i < n && rank == n; i++)
        for (int j = 0; j < n; j++) P[i * n + j] = i == j ? 1 : 0;
    return rank;
}

/* x [rows of b] becomes N x with `first`, else P x */
static void project(const tw_block *b, bool first, double *x) {
    int n = b->rows;
    double *y = b->held + n * (n + GRADIENTS + 1);
    for (int i = 0; i < n; i++) {
        double held = dot(b->held + i * n, x, n);
        y[i] = first ? x[i] - held : held;
    }
    memcpy(x, y, (size_t)n * sizeof *x);
}

void tw_caps_first_rows(const tw_block *b, double *x) {
    if (tw_caps_of(b) > 0) project(b, true, x);
}

void tw_caps_first_part(const tw_block *b, double *x) {
    project(b, false, x);
}

/* sets b->held_J to N J. Entries that are only rounding become 0: a row of nothing else would
 * otherwise count as a constraint */
static void first_gradient(const tw_block *b) {
    static const double ROUNDING = 1e-13;
    int width = 6 * b->bind->slots;
    double *x = b->held + b->rows * (b->rows + GRADIENTS);
    for (int c = 0; c < width; c++) {
        double most = 0;
        for (int i = 0; i < b->rows; i++) {
            x[i] = b->J[i * width + c];
            most = fmax(most, fabs(x[i]));
        }
        project(b, true, x);
        for (int i = 0; i < b->rows; i++)
            b->held_J[i * width + c] = fabs(x[i]) > ROUNDING * b->rows * most ? x[i] : 0;
    }
}

void tw_caps_first_begin(tw_dynamics *d, tw_island *isl) {
    isl->factored = false;
    for (int k = 0; k < isl->blocks; k++) {
        tw_block *b = &d->pass.block[isl->block[k]];
        if (tw_caps_of(b) == 0) continue;
        b->own_weight = b->weight;
        b->own_J = b->J;
        if (tw_cap_range(b) == b->rows) {
            b->weight = 0;
            continue;
        }
        first_gradient(b);
        b->J = b->held_J;
    }
}

void tw_caps_first_end(tw_dynamics *d, tw_island *isl) {
    isl->factored = false;
    for (int k = 0; k < isl->blocks; k++) {
        tw_block *b = &d->pass.block[isl->block[k]];
        if (tw_caps_of(b) == 0) continue;
        b->weight = b->own_weight;
        b->J = b->own_J;
    }
}

/* ---- contradictions ------------------------------------------------------------------------- */

void tw_caps_extent(const tw_dynamics *d, tw_island *isl) {
    isl->extent = isl->pace = 0;
    const tw_body_motion *first = &d->pass.motion[isl->body[0]];
    for (int i = 1; i < isl->bodies; i++) {
        const tw_body_motion *m = &d->pass.motion[isl->body[i]];
        isl->extent = fmax(isl->extent, v3_length(v3_sub(m->x, first->x)));
        isl->pace = fmax(isl->pace, v3_length(v3_sub(m->v, first->v)));
    }
}

/* raises *most to the length of x relative to `origin`, a point of the block's bodies, and to a
 * small part of the length of x from the world's origin, which stands for the rounding errors of
 * large coordinates */
static void extend(double *most, vec3 x, vec3 origin) {
    static const double ROUNDED = 4e-9;
    *most = fmax(fmax(*most, v3_length(v3_sub(x, origin))), ROUNDED * v3_length(x));
}

double tw_caps_terms(const tw_dynamics *d, const tw_block *b) {
    const tw_bind *own = b->bind;
    const tw_body_motion *first = own->slots > 0 ? &d->pass.motion[own->body[0]] : NULL;
    const tw_island *isl = NULL;
    double x = 1, v = 0, tau, k, dd;
    for (int s = 0; s < own->slots; s++) {
        const tw_body_motion *m = &d->pass.motion[own->body[s]];
        extend(&x, m->x, first->x);
        extend(&v, m->v, first->v);
        v = fmax(v, v3_length(m->omega));
        if (d->free_body[own->body[s]]) isl = &d->island[d->island_of[own->body[s]]];
    }
    for (int i = 0; i < own->points && first; i++) {
        extend(&x, own->point[i].x, first->x);
        extend(&v, own->point[i].v, first->v);
    }
    if (isl) x = fmax(x, isl->extent), v = fmax(v, isl->pace);
    tw_rates(d->world, b->c, d->pass.t, &tau, &k, &dd);
    switch (tw_level_of(b->kind, b->c->o.own)) {
    case TW_POSITION_LEVEL:
        return k * x + dd * v;
    case TW_VELOCITY_LEVEL:
        return v / tau;
    default:
        return 0;
    }
}

double tw_caps_share(double left, double terms) {
    double t = terms > 0 ? fmin(fmax((left / terms - AGREE[0]) / (AGREE[1] - AGREE[0]), 0), 1) : 0;
    return t * t * (3 - 2 * t);
}

/* rate J a of row i of a block's gradient J, for accelerations a [bodies of the island] */
static double row_along(const tw_dynamics *d, const tw_island *isl, const tw_block *b,
                        const double *J, int i, const tw_twist *a) {
    double sum = 0;
    J += (size_t)i * (size_t)b->bind->slots * 6;
    for (int s = 0; s < b->bind->slots; s++, J += 6) {
        int body = b->bind->body[s];
        if (d->free_body[body]) sum += tw_twist_along(J, &a[tw_island_place(isl, body)]);
    }
    return sum;
}

/* out [rows of the island] = w J a, with the present J and weights of all blocks */
static void along(const tw_dynamics *d, const tw_island *isl, const tw_twist *a, double *out) {
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &d->pass.block[isl->block[k]];
        for (int i = 0; i < b->rows; i++) *out++ = b->weight * row_along(d, isl, b, b->J, i, a);
    }
}

/* a += M^-1 J^T f, the accelerations by a force f along row i of a block's gradient J */
static void push_row(const tw_dynamics *d, const tw_island *isl, const tw_block *b, const double *J,
                     int i, double f, tw_twist *a) {
    J += (size_t)i * (size_t)b->bind->slots * 6;
    for (int s = 0; s < b->bind->slots; s++, J += 6) {
        int body = b->bind->body[s];
        if (!d->free_body[body]) continue;
        const tw_body_motion *m = &d->pass.motion[body];
        tw_twist *to = &a[tw_island_place(isl, body)];
        to->v = v3_madd(to->v, f * m->m_inv, v3_load(J));
        to->omega = v3_madd(to->omega, f, m3_mul_v(&m->I_inv, v3_load(J + 3)));
    }
}

/* a += M^-1 J^T w u of all blocks; u [rows of the island] */
static void push(const tw_dynamics *d, const tw_island *isl, const double *u, tw_twist *a) {
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &d->pass.block[isl->block[k]];
        for (int i = 0; i < b->rows; i++) push_row(d, isl, b, b->J, i, b->weight * *u++, a);
    }
}

static void clear(const tw_island *isl, tw_twist *a) {
    memset(a, 0, (size_t)isl->bodies * sizeof *a);
}

static double largest(const double *x, int n) {
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    return most;
}

/* s->left: what the forces u leave of the equations, d->rhs - A u */
static void leave(const tw_dynamics *d, const tw_island *isl, const double *u) {
    const struct tw_caps *s = d->caps;
    clear(isl, s->moved);
    push(d, isl, u, s->moved);
    along(d, isl, s->moved, s->left);
    for (int i = 0; i < isl->rows; i++) s->left[i] = d->rhs[i] - s->left[i];
}

/* compliance E of a block, from all of its bounds, which begin at list[c] (of n); terms: size of
 * its equation's terms */
static double compliance(const tw_dynamics *d, int c, int n, double terms) {
    const tw_cap *list = d->caps->list;
    const tw_block *b = list[c].block;
    double weakest = HUGE_VAL, own = 0;
    for (int i = 0; i < b->rows; i++)
        own += b->weight * b->weight * tw_dense_entry(d, b, i, b, i) / b->rows;
    for (; c < n && list[c].block == b; c++)
        for (int i = 0; i < b->rows; i++) {
            double each = v3_length(tw_cap_column(&list[c], i));
            if (each > 0) weakest = fmin(weakest, list[c].limit / each);
        }
    return fmin(fmax(AGREE[0] * terms / weakest, STIFF * own), SOFT * own);
}

/* largest factor, 0 .. 1, by which the block's force in u can be multiplied and stay within its
 * bounds, which begin at list[c] (of n) */
static double within(const tw_dynamics *d, int c, int n, const double *u) {
    const tw_cap *list = d->caps->list;
    const tw_block *b = list[c].block;
    double part = 1;
    for (; c < n && list[c].block == b; c++) {
        double size = v3_length(tw_cap_force(&list[c], u));
        if (size > list[c].limit) part = fmin(part, list[c].limit / size);
    }
    return part;
}

bool tw_caps_first_choose(tw_dynamics *d, tw_island *isl, bool keep, bool singular,
                          const double *u) {
    const struct tw_caps *s = d->caps;
    int n = tw_caps_collect(d, isl, s->duration, s->list);
    bool any = tw_caps_over(d, n, u);
    if (singular || any) {
        leave(d, isl, u);
        tw_caps_extent(d, isl);
    }
    for (int c = 0; c < n && (singular || any); c++) {
        const tw_cap *cap = &s->list[c];
        tw_block *b = cap->block;
        if (c > 0 && b == cap[-1].block) continue;
        double terms = b->weight * tw_caps_unit(s->duration) * tw_caps_terms(d, b) +
                       largest(d->rhs + cap->first, cap->rows);
        b->bounding = (tw_bounding){tw_caps_share(largest(s->left + cap->first, cap->rows), terms),
                                    compliance(d, c, n, terms), within(d, c, n, u)};
        if (keep) b->bounding_in_pass = b->bounding;
        any = any || b->bounding.share > 0;
    }
    for (int c = 0; c < n && keep; c++) memset(s->list[c].kept, 0, TW_CAP_STEPS * sizeof(double));
    return any;
}

/* ---- the two stages ------------------------------------------------------------------------- */

/* s->row: list of the rows of the island that belong to blocks with bounds; list[].first: index of
 * each cap's first row in it; returns the number m of these rows */
static int number(const tw_dynamics *d, const tw_island *isl, tw_cap *list) {
    const struct tw_caps *s = d->caps;
    int m = 0, row = 0, c = 0;
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &d->pass.block[isl->block[k]];
        int caps = tw_caps_of(b), first = m;
        for (int i = 0; i < b->rows && caps > 0; i++) s->row[m++] = row + i;
        for (int i = 0; i < caps; i++) list[c++].first = first;
        row += b->rows;
    }
    return m;
}

/* x [m]: copies from `all` [rows of the island] the numbers of the rows with bounds */
static void take(const struct tw_caps *s, int m, const double *all, double *x) {
    for (int i = 0; i < m; i++) x[i] = all[s->row[i]];
}

/* multiplies each block's part of x [m] by its P */
static void project_all(const struct tw_caps *s, int n, double *x) {
    for (int c = 0; c < n; c++)
        if (c == 0 || s->list[c].block != s->list[c - 1].block)
            project(s->list[c].block, false, x + s->list[c].first);
}

/* x [m] = P w J a of the rows with bounds, where w and J are the weights and gradients of the
 * blocks themselves, not N J of the first stage; a: accelerations */
static void own_along(const tw_dynamics *d, const tw_island *isl, int n, const tw_twist *a,
                      double *x) {
    const struct tw_caps *s = d->caps;
    for (int c = 0; c < n; c++) {
        const tw_cap *cap = &s->list[c];
        const tw_block *b = cap->block;
        if (c > 0 && b == cap[-1].block) continue;
        for (int i = 0; i < b->rows; i++)
            x[cap->first + i] = b->own_weight * row_along(d, isl, b, b->own_J, i, a);
    }
    project_all(s, n, x);
}

/* x [rows of the island] becomes N x: forces and right sides of the first stage have this form */
static void first_rows(const tw_dynamics *d, const tw_island *isl, double *x) {
    for (int k = 0; k < isl->blocks; x += d->pass.block[isl->block[k++]].rows) {
        const tw_block *b = &d->pass.block[isl->block[k]];
        if (b->weight == 0) memset(x, 0, (size_t)b->rows * sizeof *x);
        tw_caps_first_rows(b, x);
    }
}

/* computes column j of s->A, and row j of s->answer, which is the change of the first stage's
 * forces by a unit of unknown j of the second stage */
static tw_status column(tw_dynamics *d, tw_island *isl, int m, int n, int j, bool dense) {
    struct tw_caps *s = d->caps;
    double *answer = s->answer + (size_t)j * (size_t)isl->rows;
    int c = 0;
    while (c + 1 < n && s->list[c + 1].first <= j) c++;
    const tw_block *b = s->list[c].block;
    /* column j of P; its row is the same, as P is symmetric */
    const double *unit = b->held + (j - s->list[c].first) * b->rows;
    clear(isl, s->moved);
    for (int i = 0; i < b->rows; i++)
        push_row(d, isl, b, b->own_J, i, b->own_weight * unit[i], s->moved);
    along(d, isl, s->moved, d->rhs);
    for (int i = 0; i < isl->rows; i++) d->rhs[i] = -d->rhs[i];
    TW_TRY(tw_solve_again(d, isl, dense));
    memcpy(answer, d->solution, (size_t)isl->rows * sizeof *answer);
    push(d, isl, answer, s->moved);
    own_along(d, isl, n, s->moved, s->rhs);
    for (int i = 0; i < m; i++) s->A[(size_t)i * (size_t)m + (size_t)j] = s->rhs[i];
    first_rows(d, isl, answer);
    return TW_OK;
}

/* first stage: computes s->first, s->A and s->b from d->rhs and from s->left, what the
 * least-squares solution of all rows leaves */
static tw_status first_stage(tw_dynamics *d, tw_island *isl, tw_solve_for what, int m, int n) {
    struct tw_caps *s = d->caps;
    tw_solve_info info = {0};
    take(s, m, d->rhs, s->b);
    first_rows(d, isl, d->rhs);
    TW_TRY(tw_solve_weighted(d, isl, what, &info));
    memcpy(s->first, d->solution, (size_t)isl->rows * sizeof *s->first);
    clear(isl, s->moved);
    push(d, isl, s->first, s->moved);
    own_along(d, isl, n, s->moved, s->rhs);
    first_rows(d, isl, s->first);
    for (int c = 0; c < n; c++) {
        const tw_cap *cap = &s->list[c];
        if (c > 0 && cap->block == cap[-1].block) continue;
        for (int i = cap->first; i < cap->first + cap->rows; i++)
            s->b[i] -= (1 - cap->block->bounding.share) * s->left[s->row[i]];
    }
    project_all(s, n, s->b);
    for (int i = 0; i < m; i++) s->b[i] -= s->rhs[i];
    for (int j = 0; j < m; j++) TW_TRY(column(d, isl, m, n, j, info.dense));
    for (int i = 0; i < m; i++)
        for (int j = 0; j < i; j++) {
            double *low = s->A + (size_t)i * (size_t)m + (size_t)j;
            double *high = s->A + (size_t)j * (size_t)m + (size_t)i;
            *low = *high = 0.5 * (*low + *high);
        }
    return TW_OK;
}

tw_status tw_caps_solve(tw_dynamics *d, tw_island *isl, tw_solve_for what, double *u) {
    struct tw_caps *s = d->caps;
    bool part = what == TW_SOLVE_PART || what == TW_SOLVE_VELOCITY;
    int n = tw_caps_collect(d, isl, s->duration, s->list);
    leave(d, isl, u);
    int m = number(d, isl, s->list);
    s->mean = 0;
    for (int c = 0; c < n; c++)
        for (int i = 0; i < s->list[c].rows; i++) {
            tw_block *b = s->list[c].block;
            if (part) b->bounding = b->bounding_in_pass;
            s->shift[s->list[c].first + i] = b->bounding.compliance;
            s->centre[s->list[c].first + i] = b->bounding.within * u[s->row[s->list[c].first + i]];
            s->mean += b->weight * b->weight * tw_dense_entry(d, b, i, b, i) / s->list[c].rows / n;
        }
    tw_caps_first_begin(d, isl);
    project_all(s, n, s->centre);
    tw_status status = first_stage(d, isl, what, m, n);
    tw_caps_first_end(d, isl);
    TW_TRY(status);
    TW_TRY(tw_caps_bounded(s, m, n, !part, what != TW_SOLVE_CAPS));
    memcpy(u, s->first, (size_t)isl->rows * sizeof *u);
    for (int j = 0; j < m; j++) {
        const double *answer = s->answer + (size_t)j * (size_t)isl->rows;
        for (int i = 0; i < isl->rows; i++) u[i] += answer[i] * s->centre[j];
        u[s->row[j]] += s->centre[j];
    }
    return TW_OK;
}
