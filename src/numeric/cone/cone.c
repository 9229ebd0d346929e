/* Complementarity problem of cone.h: memory, checks of the input, and the residuals, by which all
 * methods are judged. */
#include "numeric/cone/impl.h"

#include "base/math/processor.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

tw_status tw_cone_create(tw_cone **c) {
    *c = calloc(1, sizeof **c);
    if (!*c) return tw_fail_memory();
    (*c)->wide = tw_processor_wide();
    return TW_OK;
}

void tw_cone_free(tw_cone *c) {
    if (!c) return;
    free(c->room);
    tw_cone_lu_free(&c->lu);
    free(c);
}

/* LINE: number of doubles in a cache line of 64 bytes */
enum { LINE = 8 };

tw_status tw_cone_reserve(tw_cone *c, size_t n) {
    n += LINE;
    if (n > c->size) {
        size_t size = n + n / 2;
        free(c->room);
        c->size = 0;
        c->room = malloc(size * sizeof *c->room);
        if (!c->room) return tw_fail_memory();
        c->size = size;
    }
    c->used = (LINE - ((uintptr_t)c->room / sizeof *c->room) % LINE) % LINE;
    return TW_OK;
}

double *tw_cone_take(tw_cone *c, size_t n) {
    double *p = c->room + c->used;
    c->used += (n + LINE - 1) / LINE * LINE;
    return p;
}

tw_status tw_cone_check(const tw_cone_rows *rows) {
    int n = 3 * rows->contacts + rows->bounded;
    for (int i = 0; i < rows->contacts; i++)
        if (!(rows->mu[i] >= 0) || !isfinite(rows->mu[i]))
            return tw_fail(TW_ARGUMENT, "the friction of contact %d is %g", i + 1, rows->mu[i]);
    for (int i = 0; i < rows->bounded; i++) {
        double lo = rows->lo[i], hi = rows->hi[i];
        if (!(lo <= hi) || lo == INFINITY || hi == -INFINITY)
            return tw_fail(TW_ARGUMENT, "the bounds of row %d are %g and %g", i + 1, lo, hi);
    }
    for (int i = 0; i < rows->caps; i++)
        for (int k = 0; k < rows->cap[i].limits; k++)
            if (!(rows->cap[i].limit[k] > 0))
                return tw_fail(TW_ARGUMENT, "the limit of cap %d is %g", i + 1,
                               rows->cap[i].limit[k]);
    for (int i = 0; i < n; i++)
        if (!isfinite(rows->r[i]))
            return tw_fail(TW_NONFINITE, "row %d of a contact problem is not finite", i + 1);
    return TW_OK;
}

/* Turns the tangents by half the angle of the vector (S11 - S22, 2 S12), which makes the Schur
 * complement S (of W without its normal row) diagonal */
void tw_cone_local_set(tw_cone_local *l, const double W[6], double mu, double *cosine,
                       double *sine) {
    double trace = W[0] + W[3] + W[5];
    *l = (tw_cone_local){.mu = mu, .S = {1, 1}, .inverse_S = 1};
    *cosine = 1;
    *sine = 0;
    if (!(W[0] > 1e-14 * trace)) return;
    l->inverse = 1 / W[0];
    double c1 = W[1] / W[0], c2 = W[2] / W[0];
    double s11 = W[3] - c1 * W[1], s12 = W[4] - c1 * W[2], s22 = W[5] - c2 * W[2];
    double d = (s11 - s22) / 2, h = sqrt(d * d + s12 * s12), mean = (s11 + s22) / 2;
    if (h > 1e-12 * trace) {
        double cc = sqrt((1 + fabs(d) / h) / 2), ss = fabs(s12) / (2 * h * cc);
        *cosine = d >= 0 ? cc : ss;
        *sine = d >= 0 ? ss : cc;
        if (s12 < 0) *sine = -*sine;
    }
    double least = 1e-12 * trace;
    l->S[0] = fmax(mean + h, least);
    l->S[1] = fmax(mean - h, least);
    l->inverse_S = 1 / (l->S[0] * l->S[1]);
    l->c[0] = *cosine * c1 + *sine * c2;
    l->c[1] = -*sine * c1 + *cosine * c2;
}

void tw_cone_residual(const tw_cone_rows *rows, const double *w, const double *lambda,
                      const double *u, double *residual_u, double *residual_lambda) {
    double worst_u = 0, worst_lambda = 0;
    for (int i = 0; i < rows->contacts; i++) {
        const double *x = lambda + (size_t)3 * (size_t)i, *v = u + (size_t)3 * (size_t)i;
        const double *diagonal = w + (size_t)3 * (size_t)i;
        double trace = diagonal[0] + diagonal[1] + diagonal[2], weight = trace / 3;
        double e = tw_cone_error(rows->mu[i], trace, x, v);
        worst_lambda = fmax(worst_lambda, e);
        worst_u = fmax(worst_u, e * (weight > 0 ? weight : 1));
    }
    for (int i = 0, c = 0; i < rows->bounded; i++) {
        if (c < rows->caps && i == rows->cap[c].first) {
            i += rows->cap[c++].rows - 1;
            continue;
        }
        size_t k = (size_t)3 * (size_t)rows->contacts + (size_t)i;
        double scale = w[k] > 0 ? w[k] : 1, z = lambda[k] - u[k] / scale;
        double e = fabs(lambda[k] - fmin(fmax(z, rows->lo[i]), rows->hi[i])) +
                   TW_CONE_ROUNDING * fabs(lambda[k]);
        worst_lambda = fmax(worst_lambda, e);
        worst_u = fmax(worst_u, e * scale);
    }
    for (int i = 0; i < rows->caps; i++) {
        const tw_cone_cap *c = &rows->cap[i];
        size_t at = (size_t)3 * (size_t)rows->contacts + (size_t)c->first;
        double e[TW_CONE_CAP_ROWS];
        tw_cone_cap_error(c, w + at, lambda + at, u + at, e);
        for (int k = 0; k < c->rows; k++) {
            double scale = w[at + (size_t)k] > 0 ? w[at + (size_t)k] : 1;
            double size = fabs(e[k]) + TW_CONE_ROUNDING * fabs(lambda[at + (size_t)k]);
            worst_lambda = fmax(worst_lambda, size);
            worst_u = fmax(worst_u, size * scale);
        }
    }
    *residual_u = worst_u;
    *residual_lambda = worst_lambda;
}
