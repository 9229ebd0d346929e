/* Exact signs of determinants. Error bounds and exact sums: Shewchuk, Adaptive precision
 * floating-point arithmetic and fast robust geometric predicates, 1997. */
#include "numeric/linear/exact.h"

#include <math.h>

/* exact sum of the numbers e[0] ... e[count - 1], whose bits do not overlap, in order of growing
 * size */
typedef struct sum {
    int n;
    double e[192]; /* room for 48 products of three doubles, four numbers each */
} sum;

/* a + b = s + *err exactly, s returned [Shewchuk, theorem 7] */
static double two_sum(double a, double b, double *err) {
    double s = a + b, bv = s - a, av = s - bv;
    *err = (a - av) + (b - bv);
    return s;
}

static void halves(double a, double *hi, double *lo) {
    double c = 134217729.0 * a; /* splits a into two halves of 26 bits: the factor is 2^27 + 1 */
    *hi = c - (c - a);
    *lo = a - *hi;
}

/* a b = p + *err exactly, p returned [Shewchuk, theorem 18] */
static double two_product(double a, double b, double *err) {
    double p = a * b, ah, al, bh, bl;
    halves(a, &ah, &al);
    halves(b, &bh, &bl);
    *err = al * bl - (((p - ah * bh) - al * bh) - ah * bl);
    return p;
}

static void add(sum *s, double b) {
    int n = 0;
    for (int i = 0; i < s->n; i++) {
        double err;
        b = two_sum(s->e[i], b, &err);
        if (err != 0) s->e[n++] = err;
    }
    if (b != 0) s->e[n++] = b;
    s->n = n;
}

static void add_product2(sum *s, double a, double b) {
    if (a == 0 || b == 0) return;
    double err, p = two_product(a, b, &err);
    add(s, err);
    add(s, p);
}

static void add_product3(sum *s, double a, double b, double c) {
    if (a == 0 || b == 0) return;
    double err, p = two_product(a, b, &err);
    add_product2(s, err, c);
    add_product2(s, p, c);
}

static int sign(const sum *s) {
    return s->n == 0 ? 0 : s->e[s->n - 1] > 0 ? 1 : -1;
}

/* b - a exactly, as the sum of two doubles */
typedef struct difference {
    double c[2];
} difference;

static difference minus(double b, double a) {
    difference d;
    d.c[0] = two_sum(b, -a, &d.c[1]);
    return d;
}

static int exact3(const double *a, const double *b, const double *c, const double *d) {
    difference r[3][3];
    for (int i = 0; i < 3; i++) {
        r[0][i] = minus(b[i], a[i]);
        r[1][i] = minus(c[i], a[i]);
        r[2][i] = minus(d[i], a[i]);
    }
    sum s = {0, {0}};
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        for (int bits = 0; bits < 8; bits++) {
            int p = bits >> 1 & 1, q = bits >> 2;
            double x = r[0][i].c[bits & 1];
            add_product3(&s, r[1][j].c[p], r[2][k].c[q], x);
            add_product3(&s, -r[1][k].c[p], r[2][j].c[q], x);
        }
    }
    return sign(&s);
}

int tw_exact_side3(vec3 a, vec3 b, vec3 c, vec3 d) {
    vec3 u = v3_sub(b, a), v = v3_sub(c, a), w = v3_sub(d, a);
    double yz = v.y * w.z, zy = v.z * w.y, zx = v.z * w.x, xz = v.x * w.z, xy = v.x * w.y,
           yx = v.y * w.x;
    double det = u.x * (yz - zy) + u.y * (zx - xz) + u.z * (xy - yx);
    double size = fabs(u.x) * (fabs(yz) + fabs(zy)) + fabs(u.y) * (fabs(zx) + fabs(xz)) +
                  fabs(u.z) * (fabs(xy) + fabs(yx));
    double bound = 8e-16 * size; /* bound on the rounding error: (7 + 56 eps) eps, eps = 2^-53 */
    if (det > bound) return 1;
    if (det < -bound) return -1;
    const double pa[3] = {a.x, a.y, a.z}, pb[3] = {b.x, b.y, b.z}, pc[3] = {c.x, c.y, c.z},
                 pd[3] = {d.x, d.y, d.z};
    return exact3(pa, pb, pc, pd);
}

int tw_exact_side2(const double a[2], const double b[2], const double c[2]) {
    double l = (b[0] - a[0]) * (c[1] - a[1]), r = (b[1] - a[1]) * (c[0] - a[0]);
    /* bound on the rounding error: (3 + 16 eps) eps, eps = 2^-53 */
    double det = l - r, bound = 3.5e-16 * (fabs(l) + fabs(r));
    if (det > bound) return 1;
    if (det < -bound) return -1;
    difference u[2] = {minus(b[0], a[0]), minus(b[1], a[1])};
    difference v[2] = {minus(c[0], a[0]), minus(c[1], a[1])};
    sum s = {0, {0}};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            add_product2(&s, u[0].c[i], v[1].c[j]);
            add_product2(&s, -u[1].c[i], v[0].c[j]);
        }
    return sign(&s);
}
