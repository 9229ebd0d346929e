/*
 * The systems of the solver table, and what a solver of them is.
 *
 *     A lambda = -r,   A = B B^T,   B = J M^(-1/2):   3 rows per joint, 6 columns per body
 *
 * of the scenes' joints with every rod turned at random, so that nothing lies along an axis.
 */
#ifndef BENCH_PHYSICS_SOLVE_H
#define BENCH_PHYSICS_SOLVE_H

#include "../scene.h"

#include <stdbool.h>

typedef enum rhs_kind {
    RHS_ANY,      /* r at random: in the range of A only where A is regular */
    RHS_IN_RANGE, /* r = B y, y at random */
} rhs_kind;

typedef struct system {
    const bench_scene *scene;
    int m, n;           /* rows: 3 per joint; columns: 6 per body */
    double (*B)[2][18]; /* [joints] 3 x 6, row-major, of bodies a and b */
    double *r;          /* [m] */
    int *begin, *row;   /* A, lower half by columns: begin [m + 1], rows ascending */
    double *value;      /* [begin[m]] */
} system_t;

/* nonzero: no memory or no such scene */
int system_create(const char *scene, int size, rhs_kind kind, system_t *s);
void system_free(system_t *s);
/* y [m] = A x */
void system_apply(const system_t *s, const double *x, double *y);
/* B, dense, [m x n] row-major */
void system_dense_b(const system_t *s, double *B);

typedef struct method {
    const char *name;
    bool dense;                           /* cost of the third power: for small systems only */
    void *(*create)(const system_t *s);   /* all that a topology needs once */
    bool (*solve)(void *self, double *x); /* x [m]; false: it cannot */
    void (*destroy)(void *self);
} method;

extern const method method_gelsd, method_gesdd, method_simplicial, method_supernodal, method_spqr;
extern const method method_tauwerk, method_tauwerk_svd, method_engine;

/* memory or nothing works: ends the program */
void *need(void *memory);

#endif
