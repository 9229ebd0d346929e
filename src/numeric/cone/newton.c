/*
 * One step of Newton's method for the contact problem of many bodies [Alart & Curnier 1991].
 *
 * With the states of dense.c (stick, slide, open) each contact has a linear law between the changes
 * of its lambda and of its u, with v the velocities in units in which all masses are 1 (sweep.h),
 *
 *     dlambda = h - K du,   du = D' dv,   dv = D'^T dlambda,
 *     (1 + D'^T K D') dv = D'^T h,
 *
 * one 6 x 6 block row per body, however many contacts there are. For a contact that sticks u + du +
 * shift w dlambda = 0, K = 1 / (shift w). The shift makes the step unique where contacts are
 * redundant, and keeps it short where no solution has all the assumed states. It causes no error in
 * the result: u is computed without it, so that the next step corrects what it has left. The shift
 * falls as long as whole steps reduce the residuals, and rises when no fraction of a step does
 * [Levenberg 1944, Marquardt 1963].
 */
#include "numeric/cone/sweep/sweep.h"

#include <string.h>

/* rate D v of contact or row k, for one of its rows, D [12]: u without the part r */
static double rate(const tw_cone_island *s, const double *v, int k, const double *D) {
    const double *a = v + s->body[2 * k] * TW_CONE_BODY, *b = v + s->body[2 * k + 1] * TW_CONE_BODY;
    double sum = 0;
    for (int i = 0; i < 6; i++) sum += D[i] * a[i] + D[6 + i] * b[i];
    return sum;
}

/* Linear law dlambda = h - K du of contact or row k, by its state; K [3 x 3], h [3]; false: K is
 * 0 */
static bool law(const tw_cone_island *s, double shift, int k, double K[9], double h[3]) {
    const tw_cone_local *l = &s->local[k];
    const double *D = s->D + (size_t)k * TW_CONE_BLOCK, *x = l->lambda;
    double w = s->weight[k], stiff = 1 / (shift * w), u[3];
    memset(K, 0, 9 * sizeof *K);
    for (int i = 0; i < 3; i++) {
        h[i] = -x[i];
        u[i] = l->r[i] + rate(s, s->v, k, D + 12 * i);
    }
    double zn = x[0] - u[0] / w, z1 = x[1] - u[1] / w, z2 = x[2] - u[2] / w;
    double t = sqrt(z1 * z1 + z2 * z2);
    if (!(l->inverse > 0)) {
        h[0] = h[1] = h[2] = 0;
        return false;
    }
    if (zn <= 0) return false;
    K[0] = stiff;
    h[0] = -u[0] * stiff;
    if (t <= l->mu * zn) {
        K[4] = K[8] = stiff;
        h[1] = -u[1] * stiff;
        h[2] = -u[2] * stiff;
        return true;
    }
    /* a sliding contact: lambda_t is mu lambda_n along the direction e; across it, along p,
     * lambda_t changes as e turns */
    double e1 = z1 / t, e2 = z2 / t, f = fmin(l->mu * fmax(x[0], 0) / t, 1);
    double turning = 1 / (1 - f + shift), across = f / w * turning;
    double along_e = l->mu * (x[0] + h[0]) - (x[1] * e1 + x[2] * e2);
    /* p = (-e2, e1) is the direction across e */
    double along_p = (x[1] * e2 - x[2] * e1) * turning;
    K[3] = l->mu * stiff * e1;
    K[6] = l->mu * stiff * e2;
    K[4] = across * e2 * e2;
    K[5] = K[7] = -across * e1 * e2;
    K[8] = across * e1 * e1;
    h[1] = along_e * e1 - along_p * e2;
    h[2] = along_e * e2 + along_p * e1;
    return true;
}

static double row_law(const tw_cone_island *s, double shift, int k, double *K) {
    const tw_cone_bound *l = &s->bound[k];
    *K = 0;
    if (!(l->inverse > 0)) return 0;
    double u = l->r + rate(s, s->v, s->contacts + k, s->bound_D + (size_t)k * 12);
    double z = l->lambda - u * l->inverse;
    if (z <= l->lo) return l->lo - l->lambda;
    if (z >= l->hi) return l->hi - l->lambda;
    *K = l->inverse / shift;
    return -u * *K;
}

/* v += D^T h */
static void push(const tw_cone_island *s, double *v, int k, const double *D, double h) {
    double *a = v + s->body[2 * k] * TW_CONE_BODY, *b = v + s->body[2 * k + 1] * TW_CONE_BODY;
    for (int i = 0; i < 6; i++) {
        a[i] += D[i] * h;
        b[i] += D[6 + i] * h;
    }
}

/* sets m to Newton's matrix 1 + D'^T K D', and s->v_ahead to the right side D'^T h */
static void assemble(const tw_cone_loops *f, tw_cone_island *s, tw_cone_lu *m, double shift) {
    double K[9], h[3];
    tw_cone_lu_begin(m);
    memset(s->v_ahead, 0, (size_t)(s->bodies + 1) * TW_CONE_BODY * sizeof(double));
    for (int k = 0; k < s->contacts; k++) {
        const double *D = s->D + (size_t)k * TW_CONE_BLOCK;
        if (law(s, shift, k, K, h)) f->lu_add(m, k, s->body + 2 * k, 3, D, K);
        for (int i = 0; i < 3; i++) push(s, s->v_ahead, k, D + 12 * i, h[i]);
    }
    for (int k = 0; k < s->bounded; k++) {
        const double *D = s->bound_D + (size_t)k * 12;
        int i = s->contacts + k;
        h[0] = row_law(s, shift, k, K);
        if (K[0] > 0) f->lu_add(m, i, s->body + 2 * i, 1, D, K);
        push(s, s->v_ahead, i, D, h[0]);
    }
}

/* sets s->ahead to the step dlambda = h - K du, from dv in s->v_ahead; copies the present lambda to
 * s->change */
static void step_of(tw_cone_island *s, double shift) {
    double K[9], h[3];
    memset(s->v_ahead + (size_t)s->bodies * TW_CONE_BODY, 0, TW_CONE_BODY * sizeof(double));
    for (int k = 0; k < s->contacts; k++) {
        const double *D = s->D + (size_t)k * TW_CONE_BLOCK;
        double *to = s->ahead + 4 * k, du[3];
        if (law(s, shift, k, K, h)) {
            for (int i = 0; i < 3; i++) du[i] = rate(s, s->v_ahead, k, D + 12 * i);
            for (int i = 0; i < 3; i++)
                h[i] -= K[3 * i] * du[0] + K[3 * i + 1] * du[1] + K[3 * i + 2] * du[2];
        }
        memcpy(to, h, sizeof h);
        to[3] = 0;
        memcpy(s->change + 4 * k, s->local[k].lambda, 4 * sizeof(double));
    }
    for (int k = 0; k < s->bounded; k++) {
        int i = 4 * s->contacts + k;
        h[0] = row_law(s, shift, k, K);
        s->ahead[i] =
            h[0] - K[0] * rate(s, s->v_ahead, s->contacts + k, s->bound_D + (size_t)k * 12);
        s->change[i] = s->bound[k].lambda;
    }
}

/* sets lambda to s->change plus `part` times the step s->ahead, projected onto cones and bounds */
static void go(tw_cone_island *s, double part) {
    for (int k = 0; k < s->contacts; k++) {
        double *x = s->local[k].lambda;
        const double *from = s->change + 4 * k, *step = s->ahead + 4 * k;
        for (int i = 0; i < 3; i++) x[i] = from[i] + part * step[i];
        if (part > 0) tw_cone_clip(s->local[k].mu, x);
    }
    for (int k = 0; k < s->bounded; k++) {
        int i = 4 * s->contacts + k;
        double x = s->change[i] + part * s->ahead[i];
        s->bound[k].lambda = fmin(fmax(x, s->bound[k].lo), s->bound[k].hi);
    }
}

bool tw_cone_newton(const tw_cone_loops *f, tw_cone_island *s, tw_cone_lu *m, double *shift,
                    bool bold) {
    double e, x, before = f->judge(s, &e, &x);
    assemble(f, s, m, *shift);
    if (f->lu_factor(m)) {
        f->lu_solve(m, s->v_ahead);
        step_of(s, *shift);
        for (double part = 1; part > 0.05; part /= 2) {
            go(s, part);
            f->gather(s);
            if (bold) return true;
            if (!(f->judge(s, &e, &x) < before)) continue;
            if (part == 1) *shift = fmax(*shift / 10, 1e-6);
            return true;
        }
        go(s, 0);
        f->gather(s);
    }
    *shift *= 10;
    return false;
}
