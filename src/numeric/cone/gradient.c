/*
 * Solves the contact problem of bodies that bilateral rows join as well: N = D^T P M^-1 D is known
 * only by its products with lambda.
 *
 * Accelerated projected gradients with restarts [Nesterov 1983; Mazhar, Heyn, Negrut & Tasora
 * 2015], with De Saxce's F in place of the gradient:
 *
 *     x_k+1 = P_K(y - t F(y) / w),   y = x_k+1 + beta (x_k+1 - x_k),
 *     theta_k+1^2 = (1 - theta_k+1) theta_k^2,   beta = theta_k (1 - theta_k) / (theta_k^2 +
 *     theta_k+1),
 *
 * where w are the weights of cone.h, computed without P. The step length t is reduced until d N d
 * <= |d|^2 / t for d = x_k+1 - y. The momentum is reset (theta = 1) if F and the last step point
 * the same way, uphill. Since N is linear, N y follows from N x: each step takes one product with
 * N.
 *
 * All arrays are pieces of the tw_cone's memory.
 */
#include "numeric/cone/gradient.h"

#include <string.h>

typedef struct gradient {
    const tw_cone_rows *rows;
    const tw_cone_bodies *bodies;
    int n, slots; /* n: number of rows; slots: number of bodies of each bounded row */
    /* [n] diagonal of N; weight w of each row: for a contact's rows the mean of their diagonal
     * entries, for a bounded row its own entry */
    double *diagonal, *w;
    double *x, *Nx, *next, *Nnext, *y, *Ny; /* [n] */
    double *u, *best;                       /* [n] */
    double *v;                              /* [bodies][6] */
} gradient;

static int slots_of(const gradient *p, int i) {
    return i < 3 * p->rows->contacts ? 2 : p->slots;
}

/* entries [6] of D in row i for body number `side` of the row; *body: index of that body; NULL:
 * that side does not move */
static const double *row_of(const gradient *p, int i, int side, int *body) {
    const tw_cone_bodies *b = p->bodies;
    int k = i / 3, m = i - 3 * p->rows->contacts;
    *body = m < 0 ? b->contact_body[2 * k + side] : b->bounded_body[p->slots * m + side];
    if (*body < 0) return NULL;
    return m < 0 ? b->contact_D + (size_t)k * 36 + (size_t)(18 * side + 6 * (i % 3))
                 : b->bounded_D + 6 * ((size_t)m * (size_t)p->slots + (size_t)side);
}

/* to [6] = M^-1 p of one body, for its momentum p [6] */
static void times_inverse(const tw_cone_bodies *b, int body, const double *p, double *to) {
    const double *I = b->inverse_inertia + (size_t)6 * (size_t)body;
    double a = p[3], c = p[4], d = p[5], mass = b->inverse_mass[body];
    for (int i = 0; i < 3; i++) to[i] = mass * p[i];
    to[3] = I[0] * a + I[1] * c + I[2] * d;
    to[4] = I[1] * a + I[3] * c + I[4] * d;
    to[5] = I[2] * a + I[4] * c + I[5] * d;
}

static double dot6(const double *a, const double *b) {
    return ((a[0] * b[0] + a[1] * b[1]) + (a[2] * b[2] + a[3] * b[3])) +
           (a[4] * b[4] + a[5] * b[5]);
}

/* sets p->v = P M^-1 D x, and out [n] = D^T v = N x */
static void product(gradient *p, const double *x, double *out) {
    int body;
    memset(p->v, 0, (size_t)p->bodies->count * 6 * sizeof *p->v);
    for (int i = 0; i < p->n; i++)
        for (int side = 0; x[i] != 0 && side < slots_of(p, i); side++) {
            const double *D = row_of(p, i, side, &body);
            if (!D) continue;
            double *v = p->v + (size_t)6 * (size_t)body;
            for (int j = 0; j < 6; j++) v[j] += D[j] * x[i];
        }
    for (int i = 0; i < p->bodies->count; i++) {
        double *v = p->v + (size_t)6 * (size_t)i;
        times_inverse(p->bodies, i, v, v);
    }
    if (p->bodies->project) p->bodies->project(p->bodies->context, p->v);
    for (int i = 0; i < p->n; i++) {
        out[i] = 0;
        for (int side = 0; side < slots_of(p, i); side++) {
            const double *D = row_of(p, i, side, &body);
            if (D) out[i] += dot6(D, p->v + (size_t)6 * (size_t)body);
        }
    }
}

static void weigh(gradient *p) {
    for (int i = 0; i < p->n; i++) {
        p->diagonal[i] = 0;
        for (int side = 0; side < slots_of(p, i); side++) {
            int body;
            double MD[6];
            const double *D = row_of(p, i, side, &body);
            if (!D) continue;
            times_inverse(p->bodies, body, D, MD);
            p->diagonal[i] += dot6(D, MD);
        }
    }
    const double *d = p->diagonal;
    for (int i = 0; i < p->n; i++) {
        int k = i - i % 3;
        bool contact = i < 3 * p->rows->contacts;
        double w = contact ? (d[k] + d[k + 1] + d[k + 2]) / 3 : d[i];
        p->w[i] = w > 0 ? w : 1;
    }
}

/* projects x [n] onto the cones, bounds and caps */
static void clip(const gradient *p, double *x) {
    const tw_cone_rows *rows = p->rows;
    for (int k = 0; k < rows->contacts; k++) tw_cone_clip(rows->mu[k], x + 3 * k);
    for (int k = 0; k < rows->bounded; k++) {
        double *at = x + 3 * rows->contacts + k;
        *at = fmin(fmax(*at, rows->lo[k]), rows->hi[k]);
    }
    for (int k = 0; k < rows->caps; k++) {
        int at = 3 * rows->contacts + rows->cap[k].first;
        tw_cone_cap_clip(&rows->cap[k], p->w + at, x + at, NULL);
    }
}

/* sets p->u to De Saxce's F for N x = Nx [n] */
static void force(const gradient *p, const double *Nx) {
    for (int i = 0; i < p->n; i++) p->u[i] = Nx[i] + p->rows->r[i];
    for (int k = 0; k < p->rows->contacts; k++) {
        double *u = p->u + 3 * k;
        u[0] += p->rows->mu[k] * sqrt(u[1] * u[1] + u[2] * u[2]);
    }
}

/* makes one gradient step from p->y: sets p->next and its product with N, and reduces *t until it
 * is small enough; returns the number of products with N that it took */
static int step(gradient *p, double *t) {
    int products = 0;
    force(p, p->Ny);
    for (;;) {
        for (int i = 0; i < p->n; i++) p->next[i] = p->y[i] - *t * p->u[i] / p->w[i];
        clip(p, p->next);
        product(p, p->next, p->Nnext);
        products++;
        double curvature = 0, length = 0;
        for (int i = 0; i < p->n; i++) {
            double d = p->next[i] - p->y[i];
            curvature += d * (p->Nnext[i] - p->Ny[i]);
            length += p->w[i] * d * d;
        }
        if (!(curvature * *t > length) || products > 60) return products;
        *t = fmin(0.5 * *t, 0.9 * length / curvature);
    }
}

static bool judge(gradient *p, const double *x, const double *Nx, const tw_cone_options *o,
                  double tolerance, double *best, tw_cone_result *result) {
    double e, l;
    for (int i = 0; i < p->n; i++) p->u[i] = Nx[i] + p->rows->r[i];
    tw_cone_residual(p->rows, p->diagonal, x, p->u, &e, &l);
    if (e < *best) {
        *best = e;
        result->residual_u = e;
        result->residual_lambda = l;
        memcpy(p->best, x, (size_t)p->n * sizeof *x);
    }
    return e <= tolerance && (!(o->tolerance_lambda > 0) || l <= o->tolerance_lambda);
}

static void swap(double **a, double **b) {
    double *t = *a;
    *a = *b;
    *b = t;
}

static tw_status iterate(gradient *p, const tw_cone_options *o, double tolerance,
                         tw_cone_result *result) {
    int limit = o->limit > 0 ? o->limit : 1000;
    double t = 1, theta = 1, best = INFINITY;
    size_t bytes = (size_t)p->n * sizeof(double);
    product(p, p->x, p->Nx);
    result->iterations = 1;
    result->converged = judge(p, p->x, p->Nx, o, tolerance, &best, result);
    memcpy(p->y, p->x, bytes);
    memcpy(p->Ny, p->Nx, bytes);
    for (int k = 0; !result->converged && result->iterations < limit; k++) {
        if (k % tw_cone_poll_every(p->n) == 0) TW_TRY(tw_poll_ask(o->poll));
        result->iterations += step(p, &t);
        double along = 0;
        for (int i = 0; i < p->n; i++) along += p->u[i] * (p->next[i] - p->x[i]);
        result->converged = judge(p, p->next, p->Nnext, o, tolerance, &best, result);
        double beta = tw_cone_momentum(&theta, along > 0);
        for (int i = 0; i < p->n; i++) {
            p->y[i] = p->next[i] + beta * (p->next[i] - p->x[i]);
            p->Ny[i] = p->Nnext[i] + beta * (p->Nnext[i] - p->Nx[i]);
        }
        swap(&p->x, &p->next);
        swap(&p->Nx, &p->Nnext);
        t /= TW_CONE_LONGER;
    }
    return TW_OK;
}

tw_status tw_cone_gradient(tw_cone *c, const tw_cone_rows *rows, const tw_cone_bodies *bodies,
                           const tw_cone_options *options, double tolerance, double *lambda,
                           double *v, tw_cone_result *result) {
    gradient p = {.rows = rows,
                  .bodies = bodies,
                  .n = 3 * rows->contacts + rows->bounded,
                  .slots = bodies->slots > 0 ? bodies->slots : 2};
    double **vectors[] = {&p.diagonal, &p.w, &p.x,  &p.Nx, &p.next,
                          &p.Nnext,    &p.y, &p.Ny, &p.u,  &p.best};
    size_t n = (size_t)p.n, count = sizeof vectors / sizeof *vectors;
    TW_TRY(tw_cone_reserve(c, count * (n + 8) + 6 * (size_t)bodies->count + 8));
    for (size_t i = 0; i < count; i++) *vectors[i] = tw_cone_take(c, n);
    p.v = tw_cone_take(c, 6 * (size_t)bodies->count);
    weigh(&p);
    for (int i = 0; i < p.n; i++) p.x[i] = options->warm ? lambda[i] : 0;
    clip(&p, p.x);
    TW_TRY(iterate(&p, options, tolerance, result));
    /* v and the residuals are computed for the lambda with the smallest residual, which may not be
     * the last one */
    double best = INFINITY;
    memcpy(lambda, p.best, n * sizeof *lambda);
    product(&p, lambda, p.Nx);
    result->converged = judge(&p, lambda, p.Nx, options, tolerance, &best, result);
    result->method = TW_CONE_GRADIENT;
    if (v) memcpy(v, p.v, 6 * (size_t)bodies->count * sizeof *v);
    return TW_OK;
}
