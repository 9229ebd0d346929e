/*
 * Constraints at their bounds that contradict others. Least squares would have the others give way
 * to them, by forces that have no bound: a nail would follow a pull of 1 N away from its place. So
 * where the force of least squares passes a bound and its equation is contradicted,
 *
 *     e = b - A u0,   b = -w r,   |e_c| > 0,   |G_c u0| > cap_c,
 *
 * the constraint stands aside by a share s_c: its weight in the least squares is
 * (1 - s_c) w, and s_c of what these leave of its own equation is asked for all the same,
 *
 *     b_c = (A u)_c + s_c e_c
 *
 * so that it pulls with its bound (caps.c). s_c rises from 0 at the bound to 1 where the force of
 * least squares is GONE times as large: at once it would be this way and that from step to step.
 *
 * Only constraints that a bound holds in all of their unknowns can stand aside: a hinge with
 * max_torque holds its point in any case.
 */
#include "dynamics/solve/caps_impl.h"

#include <math.h>

/* force of least squares by the bound from which on a constraint stands wholly aside */
static const double GONE = 1.25;

bool tw_cap_whole(const tw_cap *c) {
    static const double LEAST = 1e-6;
    double G[3][3], most = 0;
    if (c->rows > 3) return false;
    for (int i = 0; i < c->rows; i++)
        for (int j = 0; j <= i; j++) G[i][j] = v3_dot(tw_cap_column(c, i), tw_cap_column(c, j));
    for (int i = 0; i < c->rows; i++) most = fmax(most, G[i][i]);
    for (int i = 0; i < c->rows; i++) { /* G^T G = L L^T */
        for (int j = 0; j <= i; j++) {
            for (int k = 0; k < j; k++) G[i][j] -= G[i][k] * G[j][k];
            if (j < i) G[i][j] /= G[j][j];
        }
        if (!(G[i][i] > LEAST * most)) return false;
        G[i][i] = sqrt(G[i][i]);
    }
    return true;
}

/* e of the island; returns the largest that counts as rounding */
static double left_of(const double *A, int m, const double *b, const double *u, double *e) {
    double most = 0;
    tw_caps_times(A, m, u, e);
    for (int i = 0; i < m; i++) {
        e[i] = b[i] - e[i];
        most = fmax(most, fabs(b[i]));
    }
    return TW_CAPS_CONTRADICTION * most;
}

double tw_cap_aside(const tw_cap *c, double size) {
    double over = (size / c->limit - 1) / (GONE - 1);
    if (!(over > 0) || !tw_cap_whole(c)) return 0;
    return over < 1 ? over * over * (3 - 2 * over) : 1;
}

tw_status tw_caps_aside_choose(tw_dynamics *d, tw_island *isl, bool keep, const double *u,
                               bool *any) {
    const struct tw_caps *s = d->caps;
    int n = tw_caps_collect(d, isl, 1, s->list);
    *any = false;
    for (int k = 0; k < isl->blocks; k++) d->pass.block[isl->block[k]].aside = 0;
    if (tw_caps_over(d, n, u)) {
        TW_TRY(tw_caps_matrix(d, isl, s->A));
        double rounding = left_of(s->A, isl->rows, d->rhs, u, s->rhs);
        for (int c = 0; c < n; c++) {
            const tw_cap *cap = &s->list[c];
            double e = 0, share;
            for (int i = 0; i < cap->rows; i++) e = fmax(e, fabs(s->rhs[cap->first + i]));
            share = e > rounding ? tw_cap_aside(cap, v3_length(tw_cap_force(cap, u))) : 0;
            cap->block->aside = fmax(cap->block->aside, share);
            *any = *any || share > 0;
        }
    }
    if (keep) isl->aside = *any;
    for (int k = 0; k < isl->blocks && keep; k++) {
        tw_block *b = &d->pass.block[isl->block[k]];
        b->aside_in_pass = b->aside;
    }
    return TW_OK;
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
