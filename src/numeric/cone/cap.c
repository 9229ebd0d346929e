/*
 * The nearest point within caps (limits of norms): u = P(x) minimises the sum of w_i (u_i - x_i)^2
 * within |G_k u| <= limit_k.
 *
 * In units in which w is 1, A_k = G_k w^-1/2, with a multiplier kappa_k >= 0 per cap
 *
 *     u = x - A^T D f,   (1 + B D) f = A x,   f = A u,  B = A A^T,  D = diag(kappa_k),
 *
 * kappa_k = 0 or |f_k| = limit_k. 1 / |f_k| is a concave function of kappa_k, and linear where the
 * rows of A_k are orthogonal and of equal length. So Newton's method finds kappa_k in few steps,
 * from below and without safeguards [More & Sorensen 1983]. With two caps this is done for each in
 * turn, which converges since the dual function is concave; Newton's method for both multipliers
 * gives the last digits.
 */
#include "numeric/cone/impl.h"

#include <string.h>

enum { N = TW_CONE_CAP_ROWS, SWEEPS = 200, STEPS = 60 };
/* |f_k| meets its limit if their relative difference is at most this, two units in the last place
 * of 1 */
static const double CLOSE = 4e-16;
/* a relative error of a cap below this counts as rounding if adjusting both caps in turn does not
 * reduce it any more */
static const double ROUNDING = 1e-10;

typedef struct clip {
    const tw_cone_cap *c;
    int n, m;       /* n: number of rows of x; m: number of rows of f, three for each limit */
    double s[N];    /* sqrt(w) */
    double A[N][N]; /* [m][n] */
    double B[N][N]; /* [m][m] */
    double f0[N], f[N];
    double kappa[2];
} clip;

static double length(const double *f) {
    return sqrt(f[0] * f[0] + f[1] * f[1] + f[2] * f[2]);
}

/* replaces y [m] by (1 + B D)^-1 y, by elimination */
static void back(const clip *p, double *y) {
    double J[N * N];
    for (int i = 0; i < p->m; i++)
        for (int j = 0; j < p->m; j++)
            J[i * p->m + j] = (i == j ? 1 : 0) + p->B[i][j] * p->kappa[j / 3];
    tw_cone_eliminate(J, y, p->m, NULL);
}

static void evaluate(clip *p) {
    memcpy(p->f, p->f0, sizeof p->f);
    back(p, p->f);
}

/* to[i]: derivative of 1 / |f_i| with respect to kappa_k, for both caps i = 0, 1 */
static void slopes(const clip *p, int k, double to[2]) {
    double y[N] = {0};
    for (int i = 0; i < p->m; i++)
        for (int j = 3 * k; j < 3 * k + 3; j++) y[i] += p->B[i][j] * p->f[j];
    back(p, y);
    for (int i = 0; i < p->c->limits; i++) {
        const double *f = p->f + 3 * i, *d = y + 3 * i;
        double size = length(f);
        to[i] = (f[0] * d[0] + f[1] * d[1] + f[2] * d[2]) / (size * size * size);
    }
}

/* relative error of cap k: the amount by which |f_k| exceeds limit_k, or, if kappa_k > 0, also the
 * amount by which it falls short */
static double off(const clip *p, int k) {
    double over = length(p->f + 3 * k) / p->c->limit[k] - 1;
    return p->kappa[k] > 0 ? fabs(over) : fmax(over, 0);
}

static double off_all(const clip *p) {
    return p->c->limits > 1 ? fmax(off(p, 0), off(p, 1)) : off(p, 0);
}

/* finds kappa_k such that |f_k| = limit_k, or 0 if |f_k| is less without it, by Newton's method;
 * the other kappa is not changed */
static void meet(clip *p, int k) {
    for (int i = 0; i < STEPS; i++) {
        evaluate(p);
        double size = length(p->f + 3 * k), slope[2], before = p->kappa[k];
        if (off(p, k) <= CLOSE || !(size > 0)) return;
        slopes(p, k, slope);
        if (!(slope[k] > 0)) return;
        p->kappa[k] = fmax(before + (1 / p->c->limit[k] - 1 / size) / slope[k], 0);
        if (fabs(p->kappa[k] - before) <= CLOSE * before) break;
    }
    evaluate(p);
}

/* makes a Newton step of both kappa, if both are > 0; false: it is no improvement, and was
 * undone */
static bool meet_both(clip *p) {
    double before = off_all(p), a[2], b[2], y[2], was[2] = {p->kappa[0], p->kappa[1]};
    if (!(was[0] > 0 && was[1] > 0)) return false;
    slopes(p, 0, a);
    slopes(p, 1, b);
    for (int k = 0; k < 2; k++) y[k] = 1 / p->c->limit[k] - 1 / length(p->f + 3 * k);
    double det = a[0] * b[1] - b[0] * a[1];
    if (fabs(det) > 0) {
        p->kappa[0] += (y[0] * b[1] - b[0] * y[1]) / det;
        p->kappa[1] += (a[0] * y[1] - y[0] * a[1]) / det;
    }
    if (fabs(det) > 0 && p->kappa[0] > 0 && p->kappa[1] > 0) {
        evaluate(p);
        if (off_all(p) < before) return true;
    }
    p->kappa[0] = was[0];
    p->kappa[1] = was[1];
    evaluate(p);
    return false;
}

static void set_up(clip *p, const tw_cone_cap *c, const double *w, const double *x) {
    *p = (clip){.c = c, .n = c->rows, .m = 3 * c->limits};
    for (int j = 0; j < p->n; j++) p->s[j] = w[j] > 0 ? sqrt(w[j]) : 1;
    for (int i = 0; i < p->m; i++)
        for (int j = 0; j < p->n; j++) {
            p->A[i][j] = c->G[i / 3][i % 3][j] / p->s[j];
            p->f0[i] += c->G[i / 3][i % 3][j] * x[j];
        }
    for (int i = 0; i < p->m; i++)
        for (int k = 0; k < p->m; k++)
            for (int j = 0; j < p->n; j++) p->B[i][k] += p->A[i][j] * p->A[k][j];
    memcpy(p->f, p->f0, sizeof p->f);
}

/* fills H [n x n] with 1 + sum kappa_k A_k^T A_k. The result is computed as u = H^-1 x, in which
 * nothing cancels, unlike in x - A^T D f */
static void matrix(const clip *p, double *H) {
    int n = p->n;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            H[i * n + j] = i == j ? 1 : 0;
            for (int l = 0; l < p->m; l++)
                H[i * n + j] += p->kappa[l / 3] * p->A[l][i] * p->A[l][j];
        }
}

/* slope [n x n] = du/dx, with |f_k| kept at its limit where kappa_k > 0: H^-1 without its part
 * along H^-1 g_k, g_k = A_k^T f_k */
static void slope_of(const clip *p, const double *H, double *slope) {
    int n = p->n, count = 0;
    double copy[N * N], column[N], inverse[N][N], g[2][N] = {{0}}, Hg[2][N] = {{0}}, S[4];
    for (int c = 0; c < n; c++) {
        for (int i = 0; i < n; i++) column[i] = i == c ? 1 : 0;
        memcpy(copy, H, sizeof copy);
        tw_cone_eliminate(copy, column, n, NULL);
        for (int i = 0; i < n; i++) inverse[i][c] = column[i];
    }
    for (int k = 0; k < p->c->limits; k++) {
        if (!(p->kappa[k] > 0)) continue;
        for (int i = 0; i < n; i++)
            for (int l = 3 * k; l < 3 * k + 3; l++) g[count][i] += p->A[l][i] * p->f[l];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) Hg[count][i] += inverse[i][j] * g[count][j];
        count++;
    }
    for (int c = 0; c < n; c++) {
        double y[2] = {Hg[0][c], Hg[1][c]};
        for (int a = 0; a < count; a++)
            for (int b = 0; b < count; b++) {
                S[a * count + b] = 0;
                for (int i = 0; i < n; i++) S[a * count + b] += g[a][i] * Hg[b][i];
            }
        if (!tw_cone_eliminate(S, y, count, NULL)) y[0] = y[1] = 0;
        for (int i = 0; i < n; i++) {
            double sum = inverse[i][c];
            for (int a = 0; a < count; a++) sum -= Hg[a][i] * y[a];
            slope[i * n + c] = sum / p->s[i] * p->s[c];
        }
    }
}

bool tw_cone_cap_clip(const tw_cone_cap *c, const double *w, double *x, double *slope) {
    clip p;
    set_up(&p, c, w, x);
    if (off_all(&p) <= CLOSE) return false;
    for (int i = 0; i < SWEEPS; i++) {
        double before = off_all(&p);
        for (int k = 0; k < c->limits; k++) meet(&p, k);
        if (c->limits == 1) break;
        while (off_all(&p) > CLOSE && meet_both(&p)) continue;
        double now = off_all(&p);
        /* a stop above rounding is possible where the weights w of rows differ by much */
        bool rounding = now < ROUNDING && now > before / 2;
        if (now <= 1e-14 || rounding) break;
    }
    double H[N * N] = {0}, copy[N * N];
    matrix(&p, H);
    memcpy(copy, H, sizeof copy);
    for (int j = 0; j < p.n; j++) x[j] *= p.s[j];
    tw_cone_eliminate(copy, x, p.n, NULL);
    for (int j = 0; j < p.n; j++) x[j] /= p.s[j];
    if (slope) slope_of(&p, H, slope);
    return true;
}

void tw_cone_cap_error(const tw_cone_cap *c, const double *w, const double *lambda, const double *u,
                       double *e) {
    double z[N];
    for (int i = 0; i < c->rows; i++) z[i] = lambda[i] - u[i] / (w[i] > 0 ? w[i] : 1);
    tw_cone_cap_clip(c, w, z, NULL);
    for (int i = 0; i < c->rows; i++) e[i] = lambda[i] - z[i];
}
