/*
 * Three-vectors, 3 x 3 matrices and quaternions by value.
 *
 * Conventions of the whole program: right-handed axes, Z up, radians; matrices are row-major and
 * act on column vectors; a quaternion (w, x, y, z) turns body coordinates into world coordinates,
 * with the Hamilton product, so R(p q) = R(p) R(q); [a]x is the matrix with [a]x b = a x b.
 */
#ifndef TW_BASE_MATH_VEC_H
#define TW_BASE_MATH_VEC_H

#include <math.h>

typedef struct vec3 {
    double x, y, z;
} vec3;

typedef struct mat3 {
    double m[3][3]; /* m[row][column] */
} mat3;

typedef struct quat {
    double w, x, y, z;
} quat;

static inline vec3 v3(double x, double y, double z) {
    return (vec3){x, y, z};
}

/* maximum of two numbers that are not NaN; fmax would be a function call in an inner loop */
static inline double tw_max(double a, double b) {
    return a > b ? a : b;
}

static inline double tw_dot6(const double *a, const double *b) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3] + a[4] * b[4] + a[5] * b[5];
}

/* Euclidean length of x [n] */
static inline double tw_norm(const double *x, int n) {
    double s = 0;
    for (int i = 0; i < n; i++) s += x[i] * x[i];
    return sqrt(s);
}

static inline vec3 v3_zero(void) {
    return (vec3){0, 0, 0};
}

static inline vec3 v3_load(const double *a) {
    return (vec3){a[0], a[1], a[2]};
}

static inline void v3_store(double *a, vec3 v) {
    a[0] = v.x;
    a[1] = v.y;
    a[2] = v.z;
}

static inline quat q_load(const double *a) {
    return (quat){a[0], a[1], a[2], a[3]};
}

static inline void q_store(double *a, quat q) {
    a[0] = q.w;
    a[1] = q.x;
    a[2] = q.y;
    a[3] = q.z;
}

static inline vec3 v3_add(vec3 a, vec3 b) {
    return (vec3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline vec3 v3_sub(vec3 a, vec3 b) {
    return (vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}

static inline vec3 v3_neg(vec3 a) {
    return (vec3){-a.x, -a.y, -a.z};
}

static inline vec3 v3_scale(vec3 a, double s) {
    return (vec3){a.x * s, a.y * s, a.z * s};
}

/* a + s b (multiply and add) */
static inline vec3 v3_madd(vec3 a, double s, vec3 b) {
    return (vec3){a.x + s * b.x, a.y + s * b.y, a.z + s * b.z};
}

static inline double v3_dot(vec3 a, vec3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline vec3 v3_cross(vec3 a, vec3 b) {
    return (vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline double v3_length(vec3 a) {
    return sqrt(v3_dot(a, a));
}

static inline vec3 v3_lerp(vec3 a, vec3 b, double s) {
    return v3_madd(a, s, v3_sub(b, a));
}

/* unit vector a / |a|; the zero vector stays zero */
static inline vec3 v3_normalized(vec3 a) {
    double n = v3_length(a);
    return n > 0 ? v3_scale(a, 1 / n) : a;
}

/* a unit vector orthogonal to the unit vector n: the projection, normalised, of the world axis that
 * is least aligned with n */
static inline vec3 v3_orthogonal(vec3 n) {
    double ax = fabs(n.x), ay = fabs(n.y), az = fabs(n.z);
    vec3 e = ax <= ay && ax <= az ? v3(1, 0, 0) : ay <= az ? v3(0, 1, 0) : v3(0, 0, 1);
    return v3_normalized(v3_madd(e, -v3_dot(e, n), n));
}

static inline mat3 m3_diag(double a, double b, double c) {
    return (mat3){{{a, 0, 0}, {0, b, 0}, {0, 0, c}}};
}

static inline mat3 m3_identity(void) {
    return m3_diag(1, 1, 1);
}

static inline vec3 m3_mul_v(const mat3 *a, vec3 v) {
    return (vec3){a->m[0][0] * v.x + a->m[0][1] * v.y + a->m[0][2] * v.z,
                  a->m[1][0] * v.x + a->m[1][1] * v.y + a->m[1][2] * v.z,
                  a->m[2][0] * v.x + a->m[2][1] * v.y + a->m[2][2] * v.z};
}

/* transpose(a) v */
static inline vec3 m3_tmul_v(const mat3 *a, vec3 v) {
    return (vec3){a->m[0][0] * v.x + a->m[1][0] * v.y + a->m[2][0] * v.z,
                  a->m[0][1] * v.x + a->m[1][1] * v.y + a->m[2][1] * v.z,
                  a->m[0][2] * v.x + a->m[1][2] * v.y + a->m[2][2] * v.z};
}

static inline mat3 m3_mul(const mat3 *a, const mat3 *b) {
    mat3 c;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            c.m[i][j] = a->m[i][0] * b->m[0][j] + a->m[i][1] * b->m[1][j] + a->m[i][2] * b->m[2][j];
    return c;
}

/* largest entry of the diagonal; for an inertia tensor the largest moment of inertia about a
 * coordinate axis */
static inline double m3_largest(const mat3 *a) {
    return fmax(a->m[0][0], fmax(a->m[1][1], a->m[2][2]));
}

static inline mat3 m3_transpose(const mat3 *a) {
    mat3 c;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) c.m[i][j] = a->m[j][i];
    return c;
}

static inline vec3 m3_column(const mat3 *a, int j) {
    return (vec3){a->m[0][j], a->m[1][j], a->m[2][j]};
}

/* R a R^T: a tensor `a`, given in body axes, in world axes */
static inline mat3 m3_rotate(const mat3 *R, const mat3 *a) {
    mat3 Ra = m3_mul(R, a), Rt = m3_transpose(R);
    return m3_mul(&Ra, &Rt);
}

static inline double m3_det(const mat3 *a) {
    return a->m[0][0] * (a->m[1][1] * a->m[2][2] - a->m[1][2] * a->m[2][1]) -
           a->m[0][1] * (a->m[1][0] * a->m[2][2] - a->m[1][2] * a->m[2][0]) +
           a->m[0][2] * (a->m[1][0] * a->m[2][1] - a->m[1][1] * a->m[2][0]);
}

/* inverse by cofactors; the determinant must not be zero */
static inline mat3 m3_inverse(const mat3 *a) {
    const double(*m)[3] = a->m;
    double s = 1 / m3_det(a);
    return (mat3){
        {{s * (m[1][1] * m[2][2] - m[1][2] * m[2][1]), s * (m[0][2] * m[2][1] - m[0][1] * m[2][2]),
          s * (m[0][1] * m[1][2] - m[0][2] * m[1][1])},
         {s * (m[1][2] * m[2][0] - m[1][0] * m[2][2]), s * (m[0][0] * m[2][2] - m[0][2] * m[2][0]),
          s * (m[0][2] * m[1][0] - m[0][0] * m[1][2])},
         {s * (m[1][0] * m[2][1] - m[1][1] * m[2][0]), s * (m[0][1] * m[2][0] - m[0][0] * m[2][1]),
          s * (m[0][0] * m[1][1] - m[0][1] * m[1][0])}}};
}

static inline quat q_identity(void) {
    return (quat){1, 0, 0, 0};
}

static inline quat q_mul(quat a, quat b) {
    return (quat){a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
                  a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
                  a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
                  a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

static inline quat q_conj(quat a) {
    return (quat){a.w, -a.x, -a.y, -a.z};
}

static inline double q_dot(quat a, quat b) {
    return a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline quat q_normalized(quat a) {
    double s = 1 / sqrt(q_dot(a, a));
    return (quat){a.w * s, a.x * s, a.y * s, a.z * s};
}

/* the quaternion a, finite and not 0, divided by 2^*exponent, so that its largest component is in
 * [1/2, 1) and its square neither overflows nor underflows. Exact, except for components too small
 * to count beside the largest one */
static inline quat q_scaled(quat a, int *exponent) {
    frexp(fmax(fmax(fabs(a.w), fabs(a.x)), fmax(fabs(a.y), fabs(a.z))), exponent);
    int e = -*exponent;
    return (quat){ldexp(a.w, e), ldexp(a.x, e), ldexp(a.y, e), ldexp(a.z, e)};
}

/* dq/dt = 1/2 omega q, omega in world axes [BB88 appendix A.1] */
static inline quat q_rate(quat q, vec3 omega) {
    quat w = {0, 0.5 * omega.x, 0.5 * omega.y, 0.5 * omega.z};
    return q_mul(w, q);
}

/* the rotation matrix of q / |q| */
static inline mat3 q_matrix(quat q) {
    double s = 2 / q_dot(q, q);
    double xx = s * q.x * q.x, yy = s * q.y * q.y, zz = s * q.z * q.z;
    double xy = s * q.x * q.y, xz = s * q.x * q.z, yz = s * q.y * q.z;
    double wx = s * q.w * q.x, wy = s * q.w * q.y, wz = s * q.w * q.z;
    return (mat3){{{1 - yy - zz, xy - wz, xz + wy},
                   {xy + wz, 1 - xx - zz, yz - wx},
                   {xz - wy, yz + wx, 1 - xx - yy}}};
}

static inline vec3 q_rotate(quat q, vec3 v) {
    mat3 R = q_matrix(q);
    return m3_mul_v(&R, v);
}

/* the smallest rotation that turns unit vector a into unit vector b; about some axis orthogonal to
 * them if they are opposite */
static inline quat q_between(vec3 a, vec3 b) {
    double w = 1 + v3_dot(a, b);
    vec3 c = v3_cross(a, b);
    if (w < 1e-12) {
        w = 0;
        c = v3_orthogonal(a);
    }
    return q_normalized((quat){w, c.x, c.y, c.z});
}

#endif
