/*
 * Constraints with a bound that contradict others. Least squares would have the others give way to
 * them, by forces that have no bound: a nail would follow a pull of 1 N away from its place, a
 * motor would hardly turn against friction. So where the equation of a bounded constraint is
 * contradicted,
 *
 *     e = b - A u0,   b = -w r,   |e_c| > 0,
 *
 * it stands aside by a share s_c: its weight in the least squares is (1 - s_c) w, and s_c of what
 * these leave of its own equation is asked for all the same,
 *
 *     b_c = (A u)_c + s_c e_c
 *
 * so that it pulls with its bound (caps.c). A contradiction counts that is a part of the
 * constraint's own demand, |e_c| / |b_c|, and that a part of its bound could undo, if it were
 * alone: |G_c e_c / A_cc| / cap_c. Smaller ones are errors of redundant constraints that agree. Of
 * those it is the more the further the force of least squares passes the bound, |G_c u0| / cap_c.
 * Each share rises from 0 to 1 over a range: at once it would be this way and that from step to
 * step.
 *
 * Only constraints that a bound holds in all of their unknowns can stand aside: a hinge with
 * max_torque holds its point in any case.
 */
#include "dynamics/solve/caps_impl.h"
#include "dynamics/solve/impl.h"

#include <math.h>
#include <string.h>

/* ranges of ratios in which a share rises from 0 to 1: force of least squares to bound;
 * contradiction to demand; force against the contradiction to bound */
static const double OVER[2] = {1, 1.25}, MEANT[2] = {1e-3, 1e-2}, FELT[2] = {1e-6, 1e-5};

static double ramp(double x, const double range[2]) {
    double t = fmin(fmax((x - range[0]) / (range[1] - range[0]), 0), 1);
    return t * t * (3 - 2 * t);
}

bool tw_cap_whole(const tw_cap *c) {
    static const double LEAST = 1e-6;
    double G[3][3], most = 0;
    if (c->rows > 3) return false;
    for (int i = 0; i < c->rows; i++)
        for (int j = 0; j <= i; j++) G[i][j] = v3_dot(tw_cap_column(c, i), tw_cap_column(c, j));
    for (int i = 0; i < c->rows; i++) most = fmax(most, G[i][i]);
    /* Cholesky factor of G^T G: it exists if the columns of G are independent */
    for (int i = 0; i < c->rows; i++) {
        for (int j = 0; j <= i; j++) {
            for (int k = 0; k < j; k++) G[i][j] -= G[i][k] * G[j][k];
            if (j < i) G[i][j] /= G[j][j];
        }
        if (!(G[i][i] > LEAST * most)) return false;
        G[i][i] = sqrt(G[i][i]);
    }
    return true;
}

/* a [bodies of the island] += M^-1 J^T w u */
static void push(const tw_dynamics *d, const tw_island *isl, const double *u, tw_twist *a) {
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &d->pass.block[isl->block[k]];
        const double *J = b->J;
        for (int i = 0; i < b->rows; i++, u++)
            for (int s = 0; s < b->bind->slots; s++, J += 6) {
                int body = b->bind->body[s];
                if (!d->free_body[body]) continue;
                const tw_body_motion *m = &d->pass.motion[body];
                tw_twist *to = &a[tw_island_place(isl, body)];
                double f = b->weight * *u;
                to->v = v3_madd(to->v, f * m->m_inv, v3_load(J));
                to->omega = v3_madd(to->omega, f, m3_mul_v(&m->I_inv, v3_load(J + 3)));
            }
    }
}

/* e [rows]: what u leaves of the island's equations, computed without A, which has many rows where
 * few are bounded; returns the size that counts as rounding */
static double left_of(const tw_dynamics *d, const tw_island *isl, const double *u, double *e) {
    double most = 0;
    tw_twist *a = d->caps->moved;
    int row = 0;
    memset(a, 0, (size_t)isl->bodies * sizeof *a);
    push(d, isl, u, a);
    for (int k = 0; k < isl->blocks; k++) {
        const tw_block *b = &d->pass.block[isl->block[k]];
        const double *J = b->J;
        for (int i = 0; i < b->rows; i++, row++) {
            double sum = 0;
            for (int s = 0; s < b->bind->slots; s++, J += 6) {
                int body = b->bind->body[s];
                if (d->free_body[body]) sum += tw_twist_along(J, &a[tw_island_place(isl, body)]);
            }
            e[row] = d->rhs[row] - b->weight * sum;
            most = fmax(most, fabs(d->rhs[row]));
        }
    }
    return TW_CAPS_CONTRADICTION * most;
}

double tw_cap_aside(const tw_cap *c, const tw_cap_ask *ask) {
    if (!tw_cap_whole(c)) return 0;
    double over = ramp(ask->force / c->limit, OVER);
    double meant = ask->demand > 0 ? ramp(ask->left / ask->demand, MEANT) : 0;
    return fmax(over, meant * ramp(ask->against / c->limit, FELT));
}

/* the figures by which a cap's constraint is judged; u, e [rows of the island] */
static tw_cap_ask ask_of(const tw_dynamics *d, const tw_cap *c, const double *u, const double *e) {
    double weight = c->block->weight;
    tw_cap_ask ask = {.force = v3_length(tw_cap_force(c, u))};
    for (int i = 0; i < c->rows; i++) {
        int row = c->first + i;
        double own = weight * weight * tw_dense_entry(d, c->block, i, c->block, i);
        ask.left = fmax(ask.left, fabs(e[row]));
        ask.demand = fmax(ask.demand, fabs(d->rhs[row]));
        if (own > 0)
            ask.against = fmax(ask.against, fabs(e[row]) / own * v3_length(tw_cap_column(c, i)));
    }
    return ask;
}

bool tw_caps_aside_choose(tw_dynamics *d, tw_island *isl, bool keep, bool singular,
                          const double *u) {
    const struct tw_caps *s = d->caps;
    int n = tw_caps_collect(d, isl, 1, s->list);
    bool any = false;
    for (int k = 0; k < isl->blocks; k++) d->pass.block[isl->block[k]].aside = 0;
    if (singular || tw_caps_over(d, n, u)) {
        double rounding = left_of(d, isl, u, s->rhs);
        for (int c = 0; c < n; c++) {
            const tw_cap *cap = &s->list[c];
            tw_cap_ask ask = ask_of(d, cap, u, s->rhs);
            double share = ask.left > rounding ? tw_cap_aside(cap, &ask) : 0;
            cap->block->aside = fmax(cap->block->aside, share);
            any = any || share > 0;
        }
    }
    if (keep) isl->aside = any;
    for (int k = 0; k < isl->blocks && keep; k++) {
        tw_block *b = &d->pass.block[isl->block[k]];
        b->aside_in_pass = b->aside;
    }
    return any;
}

void tw_caps_aside_begin(tw_dynamics *d, tw_island *isl, bool in_pass) {
    isl->factored = false;
    for (int k = 0; k < isl->blocks; k++) {
        tw_block *b = &d->pass.block[isl->block[k]];
        if (in_pass) b->aside = b->aside_in_pass;
        b->whole_weight = b->weight;
        b->weight *= 1 - b->aside;
    }
}

void tw_caps_aside_end(tw_dynamics *d, tw_island *isl, double *u) {
    isl->factored = false;
    for (int k = 0; k < isl->blocks; k++) {
        tw_block *b = &d->pass.block[isl->block[k]];
        b->weight = b->whole_weight;
        for (int i = 0; u && i < b->dofs; i++) *u++ *= 1 - b->aside;
    }
}
