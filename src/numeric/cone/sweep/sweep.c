/* The loops over contacts: sweeps, gradients, products with N, residuals. Compiled twice, for plain
 * and wide vectors (base/math/processor.h). */
#include "numeric/cone/sweep/sweep.h"

#include "base/math/lanes.h"

#include <string.h>

typedef tw_lanes lanes;

/* velocities of the bodies a and b of a contact, twelve numbers; or a row of D', which is laid out
 * alike */
typedef struct pair {
    lanes x, y, z;
} pair;

static inline pair load(const double *a, const double *b) {
    lanes a1 = tw_get(a + 4), b0 = tw_get(b), b1 = tw_get(b + 4);
    return (pair){tw_get(a), __builtin_shufflevector(a1, b0, 0, 1, 4, 5),
                  __builtin_shufflevector(b0, b1, 2, 3, 4, 5)};
}

static inline void store(double *a, double *b, pair p) {
    lanes zero = tw_all(0);
    tw_put(a, p.x);
    tw_put(a + 4, __builtin_shufflevector(p.y, zero, 0, 1, 4, 5));
    tw_put(b, __builtin_shufflevector(p.y, p.z, 2, 3, 4, 5));
    tw_put(b + 4, __builtin_shufflevector(p.z, zero, 2, 3, 4, 5));
}

static inline lanes products(const double *D, pair v) {
    return (tw_get(D) * v.x + tw_get(D + 4) * v.y) + tw_get(D + 8) * v.z;
}

static inline pair plus(pair v, const double *D, lanes f) {
    return (pair){v.x + tw_get(D) * f, v.y + tw_get(D + 4) * f, v.z + tw_get(D + 8) * f};
}

static inline pair plus_all(pair v, const double *D, const double *f) {
    v = plus(v, D, tw_all(f[0]));
    v = plus(v, D + 12, tw_all(f[1]));
    return plus(v, D + 24, tw_all(f[2]));
}

static inline void velocity(const double *D, pair v, const double *r, double *u) {
    tw_put(u, tw_sums(products(D, v), products(D + 12, v), products(D + 24, v)) + tw_get(r));
}

/* solves Coulomb's law for contact k, as if it were the only contact, and updates v; returns weight
 * times |change of lambda|^2 */
static inline double contact(tw_cone_island *s, int k) {
    tw_cone_local *l = &s->local[k];
    if (!(l->inverse > 0)) return 0;
    double *a = s->v + s->body[2 * k] * TW_CONE_BODY, *b = s->v + s->body[2 * k + 1] * TW_CONE_BODY;
    const double *D = s->D + k * TW_CONE_BLOCK;
    double u[4], next[3], change[3], *x = l->lambda;
    pair v = load(a, b);
    if (x[0] == 0) { /* the contact is open, and stays open unless its bodies approach */
        lanes p = products(D, v);
        if (((p[0] + p[1]) + (p[2] + p[3])) + l->r[0] >= 0) return 0;
    }
    velocity(D, v, l->r, u);
    double y = x[0] + l->c[0] * x[1] + l->c[1] * x[2] - u[0] * l->inverse;
    double s1 = u[1] - l->c[0] * u[0] - l->S[0] * x[1];
    double s2 = u[2] - l->c[1] * u[0] - l->S[1] * x[2];
    tw_cone_local_solve(l, y, s1, s2, next);
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        change[i] = next[i] - x[i];
        x[i] = next[i];
        sum += change[i] * change[i];
    }
    if (sum > 0) store(a, b, plus_all(v, D, change));
    return s->weight[k] * sum;
}

static inline double row(tw_cone_island *s, int k) {
    tw_cone_bound *l = &s->bound[k];
    if (!(l->inverse > 0)) return 0;
    const int *body = s->body + 2 * (s->contacts + k);
    double *a = s->v + body[0] * TW_CONE_BODY, *b = s->v + body[1] * TW_CONE_BODY;
    const double *D = s->bound_D + k * 12;
    pair v = load(a, b);
    lanes p = products(D, v);
    double u = ((p[0] + p[1]) + (p[2] + p[3])) + l->r;
    double next = tw_cone_within(l->lambda - u * l->inverse, l->lo, l->hi),
           change = next - l->lambda;
    l->lambda = next;
    if (change != 0) store(a, b, plus(v, D, tw_all(change)));
    return l->weight * (change * change);
}

double TW_BUILT(tw_cone_sweep)(tw_cone_island *s, double *largest) {
    double most = 0, sum = s->quads.count > 0 ? TW_BUILT(tw_cone_quads_sweep)(s, &most) : 0;
    for (int k = 0; k < s->contacts && s->quads.count == 0; k++) {
        double e = contact(s, k);
        sum += e;
        most = e * s->weight[k] > most ? e * s->weight[k] : most;
    }
    for (int k = 0; k < s->bounded; k++) {
        double e = row(s, k);
        sum += e;
        most = e * s->bound[k].weight > most ? e * s->bound[k].weight : most;
    }
    *largest = sqrt(most);
    return sum;
}

void TW_BUILT(tw_cone_extend)(tw_cone_island *s, double beta) {
    lanes f = tw_all(beta);
    if (s->quads.count > 0) TW_BUILT(tw_cone_quads_extend)(&s->quads, beta);
    for (int k = 0; k < s->contacts && s->quads.count == 0; k++) {
        double *x = s->local[k].lambda, *last = s->ahead + 4 * k;
        lanes now = tw_get(x);
        tw_put(x, now + f * (now - tw_get(last)));
        tw_put(last, now);
    }
    for (int k = 0; k < s->bounded; k++) {
        double now = s->bound[k].lambda, *last = s->ahead + 4 * s->contacts + k;
        s->bound[k].lambda = now + beta * (now - *last);
        *last = now;
    }
    for (int k = 0; k < (s->bodies + 1) * TW_CONE_BODY; k += TW_LANES) {
        lanes now = tw_get(s->v + k);
        tw_put(s->v + k, now + f * (now - tw_get(s->v_ahead + k)));
        tw_put(s->v_ahead + k, now);
    }
}

void TW_BUILT(tw_cone_gather)(tw_cone_island *s) {
    memset(s->v, 0, (size_t)(s->bodies + 1) * TW_CONE_BODY * sizeof *s->v);
    for (int k = 0; k < s->contacts + s->bounded; k++) {
        double *a = s->v + s->body[2 * k] * TW_CONE_BODY;
        double *b = s->v + s->body[2 * k + 1] * TW_CONE_BODY;
        pair v = load(a, b);
        if (k < s->contacts)
            v = plus_all(v, s->D + k * TW_CONE_BLOCK, s->local[k].lambda);
        else
            v = plus(v, s->bound_D + (k - s->contacts) * 12,
                     tw_all(s->bound[k - s->contacts].lambda));
        store(a, b, v);
    }
}

double TW_BUILT(tw_cone_judge)(const tw_cone_island *s, double *residual_u,
                               double *residual_lambda) {
    double worst_u = 0, worst_lambda = 0, sum = 0;
    for (int k = 0; k < s->contacts + s->bounded; k++) {
        pair v =
            load(s->v + s->body[2 * k] * TW_CONE_BODY, s->v + s->body[2 * k + 1] * TW_CONE_BODY);
        double e, w;
        if (k < s->contacts) {
            double u[4];
            const tw_cone_local *l = &s->local[k];
            velocity(s->D + k * TW_CONE_BLOCK, v, l->r, u);
            w = s->weight[k];
            e = tw_cone_error(l->mu, 3 * w, l->lambda, u);
        } else {
            const tw_cone_bound *l = &s->bound[k - s->contacts];
            lanes p = products(s->bound_D + (k - s->contacts) * 12, v);
            double u = ((p[0] + p[1]) + (p[2] + p[3])) + l->r;
            w = l->weight;
            double z = l->lambda - (w > 0 ? u / w : u);
            e = fabs(l->lambda - tw_cone_within(z, l->lo, l->hi)) +
                TW_CONE_ROUNDING * fabs(l->lambda);
        }
        double size = w > 0 ? w : 1;
        if (e > worst_lambda) worst_lambda = e;
        if (e * size > worst_u) worst_u = e * size;
        sum += e * e * size;
    }
    *residual_u = worst_u;
    *residual_lambda = worst_lambda;
    return sum;
}

tw_cone_slope TW_BUILT(tw_cone_descend)(tw_cone_island *s, double t) {
    tw_cone_slope sum = {0};
    double most = 0;
    int vectors = (s->bodies + 1) * TW_CONE_BODY;
    memset(s->v_before, 0, (size_t)vectors * sizeof *s->v_before);
    for (int k = 0; k < s->contacts; k++) {
        const tw_cone_local *l = &s->local[k];
        const double *D = s->D + k * TW_CONE_BLOCK, *y = s->ahead + 4 * k;
        ptrdiff_t a = s->body[2 * k] * TW_CONE_BODY, b = s->body[2 * k + 1] * TW_CONE_BODY;
        double u[4], next[4] = {0}, w = s->weight[k];
        if (!(l->inverse > 0)) {
            tw_put(s->change + 4 * k, tw_all(0));
            continue;
        }
        double f = t / w, length = 0;
        velocity(D, load(s->v_ahead + a, s->v_ahead + b), l->r, u);
        u[0] += l->mu * sqrt(u[1] * u[1] + u[2] * u[2]);
        for (int i = 0; i < 3; i++) next[i] = y[i] - f * u[i];
        tw_cone_clip(l->mu, next);
        for (int i = 0; i < 3; i++) {
            double d = next[i] - y[i];
            length += d * d;
            sum.along += u[i] * (next[i] - l->lambda[i]);
        }
        length *= w;
        sum.length += length;
        most = length * w > most ? length * w : most;
        tw_put(s->change + 4 * k, tw_get(next));
        if (next[0] != 0)
            store(s->v_before + a, s->v_before + b,
                  plus_all(load(s->v_before + a, s->v_before + b), D, next));
    }
    for (int k = 0; k < s->bounded; k++) {
        const tw_cone_bound *l = &s->bound[k];
        const int *body = s->body + 2 * (s->contacts + k);
        ptrdiff_t a = body[0] * TW_CONE_BODY, b = body[1] * TW_CONE_BODY;
        const double *D = s->bound_D + k * 12;
        int at = 4 * s->contacts + k;
        lanes p = products(D, load(s->v_ahead + a, s->v_ahead + b));
        double u = ((p[0] + p[1]) + (p[2] + p[3])) + l->r, y = s->ahead[at];
        double next = tw_cone_within(y - t * u * l->inverse, l->lo, l->hi), d = next - y;
        double length = l->weight * (d * d);
        sum.length += length;
        sum.along += u * (next - l->lambda);
        most = length * l->weight > most ? length * l->weight : most;
        s->change[at] = next;
        store(s->v_before + a, s->v_before + b,
              plus(load(s->v_before + a, s->v_before + b), D, tw_all(next)));
    }
    lanes curvature = tw_all(0);
    for (int k = 0; k < vectors; k += TW_LANES) {
        lanes d = tw_get(s->v_before + k) - tw_get(s->v_ahead + k);
        curvature += d * d;
    }
    sum.curvature = (curvature[0] + curvature[1]) + (curvature[2] + curvature[3]);
    sum.largest = sqrt(most);
    return sum;
}

void TW_BUILT(tw_cone_follow)(tw_cone_island *s, double beta) {
    lanes f = tw_all(beta);
    for (int k = 0; k < s->contacts; k++) {
        double *x = s->local[k].lambda;
        lanes next = tw_get(s->change + 4 * k);
        tw_put(s->ahead + 4 * k, next + f * (next - tw_get(x)));
        tw_put(x, next);
    }
    for (int k = 0; k < s->bounded; k++) {
        int at = 4 * s->contacts + k;
        double next = s->change[at];
        s->ahead[at] = next + beta * (next - s->bound[k].lambda);
        s->bound[k].lambda = next;
    }
    for (int k = 0; k < (s->bodies + 1) * TW_CONE_BODY; k += TW_LANES) {
        lanes next = tw_get(s->v_before + k);
        tw_put(s->v_ahead + k, next + f * (next - tw_get(s->v + k)));
        tw_put(s->v + k, next);
    }
}
