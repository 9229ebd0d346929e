/* The sweeps over quads (quad.h), compiled twice, for plain and wide vectors
 * (base/math/processor.h); Coulomb's law as in impl.h. */
#include "numeric/cone/sweep/quad.h"

#include "base/math/lanes.h"

typedef tw_lanes lanes;
typedef tw_lanes_bits bits;

static inline lanes even(lanes a, lanes b) {
    return __builtin_shufflevector(a, b, 0, 4, 2, 6);
}

static inline lanes odd(lanes a, lanes b) {
    return __builtin_shufflevector(a, b, 1, 5, 3, 7);
}

static inline lanes lower(lanes a, lanes b) {
    return __builtin_shufflevector(a, b, 0, 1, 4, 5);
}

static inline lanes upper(lanes a, lanes b) {
    return __builtin_shufflevector(a, b, 2, 3, 6, 7);
}

/* loads the velocities of four bodies from `from`: v[i]: component i, one body per lane; body [4]:
 * index of each body's first number; six numbers and two zeros belong to each */
static inline void load(const double *from, const int body[4], lanes v[6]) {
    lanes p[4], q[4];
    for (int i = 0; i < 4; i++) {
        p[i] = tw_get(from + body[i]);
        q[i] = tw_get(from + body[i] + 4);
    }
    lanes a = even(p[0], p[1]), b = odd(p[0], p[1]), c = even(p[2], p[3]), d = odd(p[2], p[3]);
    v[0] = lower(a, c);
    v[1] = lower(b, d);
    v[2] = upper(a, c);
    v[3] = upper(b, d);
    v[4] = lower(even(q[0], q[1]), even(q[2], q[3]));
    v[5] = lower(odd(q[0], q[1]), odd(q[2], q[3]));
}

static inline void store(double *to, const int body[4], const lanes v[6]) {
    lanes a = even(v[0], v[1]), b = odd(v[0], v[1]), c = even(v[2], v[3]), d = odd(v[2], v[3]);
    lanes e = even(v[4], v[5]), f = odd(v[4], v[5]), zero = tw_all(0);
    tw_put(to + body[0], lower(a, c));
    tw_put(to + body[1], lower(b, d));
    tw_put(to + body[2], upper(a, c));
    tw_put(to + body[3], upper(b, d));
    tw_put(to + body[0] + 4, lower(e, zero));
    tw_put(to + body[1] + 4, lower(f, zero));
    tw_put(to + body[2] + 4, upper(e, zero));
    tw_put(to + body[3] + 4, upper(f, zero));
}

/* rate D' v of the same row of four contacts; a, b: velocities of their bodies */
static inline lanes rate(const double *D, const lanes a[6], const lanes b[6]) {
    lanes x = (tw_get(D) * a[0] + tw_get(D + 4) * a[1]) + tw_get(D + 8) * a[2];
    lanes y = (tw_get(D + 12) * a[3] + tw_get(D + 16) * a[4]) + tw_get(D + 20) * a[5];
    lanes z = (tw_get(D + 24) * b[0] + tw_get(D + 28) * b[1]) + tw_get(D + 32) * b[2];
    lanes w = (tw_get(D + 36) * b[3] + tw_get(D + 40) * b[4]) + tw_get(D + 44) * b[5];
    return (x + y) + (z + w);
}

static inline void push(const double *D, const lanes f[3], lanes v[6]) {
    for (int i = 0; i < 6; i++)
        v[i] = ((v[i] + tw_get(D + 4 * i) * f[0]) + tw_get(D + 48 + 4 * i) * f[1]) +
               tw_get(D + 96 + 4 * i) * f[2];
}

/* input of Coulomb's law (tw_cone_local_solve), one contact per lane */
typedef struct law {
    lanes y, s1, s2, c1, c2, S1, S2, mu;
} law;

/*
 * Finds the slip factor kappa of contacts that slide. With p = S + kappa, A = s1 p2, B = s2 p1, P =
 * p1 p2, T = |A, B| and Q = y P + c1 A + c2 B the force and the condition psi = 0 for kappa are
 *
 *     lambda_t = -(A, B) / P,  lambda_n = Q / P,  psi = mu Q / T - 1,
 *
 * and a step of Newton's method needs one square root and one quotient, which the processor
 * computes at the same time:
 *
 *     kappa -= (mu Q - T) T^2 / (mu (Q' T^2 - Q (A s1 + B s2))).
 */
static inline lanes slip(const law *l, bits slides, lanes kappa) {
    const lanes zero = tw_all(0);
    lanes low = zero, high = tw_all(INFINITY);
    for (int i = 0; i < 60 && tw_any(slides); i++) {
        lanes p1 = l->S1 + kappa, p2 = l->S2 + kappa, A = l->s1 * p2, B = l->s2 * p1;
        lanes bent = l->c1 * A + l->c2 * B, TT = A * A + B * B, T = tw_root_of(TT);
        lanes muQ = l->mu * (l->y * (p1 * p2) + bent);
        lanes rise = l->mu * (l->y * (p1 + p2) + (l->c1 * l->s1 + l->c2 * l->s2));
        lanes slope = rise * TT - muQ * (A * l->s1 + B * l->s2), psi = muQ - T;
        slides &= TT > zero;
        low = tw_choose(psi < zero, kappa, low);
        high = tw_choose(psi < zero, high, kappa);
        lanes next = kappa - psi * (TT / slope);
        bits within = (slope > zero) & (next >= low) & (next <= high);
        if (tw_any(slides & ~within)) {
            lanes halved = tw_choose(high < tw_all(INFINITY), (low + high) * tw_all(0.5),
                                     tw_all(2) * kappa + l->S1);
            next = tw_choose(within, next, halved);
        }
        lanes step = tw_absolute(next - kappa);
        kappa = tw_choose(slides, next, kappa);
        slides &= (step > tw_all(1e-2) * kappa) & (step > tw_all(1e-15) * l->S1);
    }
    return kappa;
}

/* next [3]: lambda by Coulomb's law; *kappa: slip factor of contacts that slide, on entry the first
 * guess */
static inline void coulomb(const law *l, lanes inverse_S, lanes *kappa, lanes next[3]) {
    const lanes zero = tw_all(0);
    lanes a = -l->s1 * (l->S2 * inverse_S), b = -l->s2 * (l->S1 * inverse_S);
    lanes n = (l->y - l->c1 * a) - l->c2 * b;
    bits closed = l->y > zero;
    bits sticks = (n >= zero) & (a * a + b * b <= (l->mu * l->mu) * (n * n));
    bits slides = closed & ~sticks & (l->mu > zero), smooth = closed & ~sticks & ~slides;
    lanes last = tw_choose(sticks, zero, *kappa);
    if (tw_any(slides)) {
        last = slip(l, slides, last);
        lanes p1 = l->S1 + last, p2 = l->S2 + last, A = l->s1 * p2, B = l->s2 * p1;
        lanes inverse = tw_all(1) / (p1 * p2), T = tw_root_of(A * A + B * B);
        lanes normal = l->y + (l->c1 * A + l->c2 * B) * inverse;
        normal = tw_choose(normal > zero, normal, zero);
        /* scales lambda_t so that lambda lies on the friction cone in spite of
         * rounding */
        lanes f = tw_choose(T > zero, -l->mu * normal / T, zero);
        a = tw_choose(slides, A * f, a);
        b = tw_choose(slides, B * f, b);
        n = tw_choose(slides, normal, n);
    }
    *kappa = tw_choose(closed, last, *kappa);
    next[0] = tw_choose(closed, tw_choose(smooth, l->y, n), zero);
    next[1] = tw_choose(closed & ~smooth, a, zero);
    next[2] = tw_choose(closed & ~smooth, b, zero);
}

/* solves Coulomb's law for each of the four contacts of quad k, as if it were the only contact, and
 * updates v; returns for each weight times |change of lambda|^2 */
static inline lanes quad(tw_cone_quads *q, int k, double *v) {
    double *block = q->block + (ptrdiff_t)k * TW_QUAD_BLOCK;
    double *lambda = q->lambda + (ptrdiff_t)k * 12;
    const double *D = block, *r = block + 4 * TW_QUAD_R;
    const int *body = q->body + (ptrdiff_t)k * 8;
    const lanes zero = tw_all(0);
    lanes a[6], b[6], x[3] = {tw_get(lambda), tw_get(lambda + 4), tw_get(lambda + 8)};
    load(v, body, a);
    load(v, body + 4, b);
    lanes u = rate(D, a, b) + tw_get(r);
    /* nothing to do if all four contacts are open and stay open */
    if (!tw_any((x[0] != zero) | (u < zero))) return zero;
    lanes inverse = tw_get(block + 4 * TW_QUAD_INVERSE);
    law l = {.c1 = tw_get(block + 4 * TW_QUAD_C1),
             .c2 = tw_get(block + 4 * TW_QUAD_C2),
             .S1 = tw_get(block + 4 * TW_QUAD_S1),
             .S2 = tw_get(block + 4 * TW_QUAD_S2),
             .mu = tw_get(block + 4 * TW_QUAD_MU)};
    l.y = ((x[0] + l.c1 * x[1]) + l.c2 * x[2]) - u * inverse;
    l.s1 = ((rate(D + 48, a, b) + tw_get(r + 4)) - l.c1 * u) - l.S1 * x[1];
    l.s2 = ((rate(D + 96, a, b) + tw_get(r + 8)) - l.c2 * u) - l.S2 * x[2];
    l.y = tw_choose(inverse > zero, l.y, zero); /* contacts whose bodies do not move stay open */
    lanes kappa = tw_get(block + 4 * TW_QUAD_SLIP), next[3], sum = zero;
    coulomb(&l, tw_get(block + 4 * TW_QUAD_INVERSE_S), &kappa, next);
    tw_put(block + 4 * TW_QUAD_SLIP, kappa);
    for (int i = 0; i < 3; i++) {
        lanes change = next[i] - x[i];
        tw_put(lambda + 4 * i, next[i]);
        x[i] = change;
        sum += change * change;
    }
    push(D, x, a);
    push(D + 24, x, b);
    store(v, body, a);
    store(v, body + 4, b);
    return tw_get(block + 4 * TW_QUAD_WEIGHT) * sum;
}

double TW_BUILT(tw_cone_quads_sweep)(tw_cone_island *s, double *most) {
    lanes sum = tw_all(0), largest = tw_all(0);
    for (int k = 0; k < s->quads.count; k++) {
        lanes e = quad(&s->quads, k, s->v);
        lanes size = e * tw_get(s->quads.block + (ptrdiff_t)k * TW_QUAD_BLOCK + 4 * TW_QUAD_WEIGHT);
        sum += e;
        largest = tw_choose(size > largest, size, largest);
    }
    for (int i = 0; i < 4; i++) *most = largest[i] > *most ? largest[i] : *most;
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

void TW_BUILT(tw_cone_quads_extend)(tw_cone_quads *q, double beta) {
    lanes f = tw_all(beta);
    for (int k = 0; k < 12 * q->count; k += 4) {
        lanes now = tw_get(q->lambda + k);
        tw_put(q->lambda + k, now + f * (now - tw_get(q->ahead + k)));
        tw_put(q->ahead + k, now);
    }
}
