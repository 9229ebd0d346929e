/*
 * SuiteSparse: CHOLMOD's LDL^T, simplicial and supernodal, and SPQR, each with its analysis of the
 * pattern made once and used again.
 */
#include "solve.h"

#include <suitesparse/SuiteSparseQR_C.h>
#include <suitesparse/cholmod.h>

#include <stdlib.h>
#include <string.h>

typedef struct sparse {
    const system_t *s;
    cholmod_common c;
    cholmod_sparse *A;
    cholmod_factor *L;
    SuiteSparseQR_C_factorization *qr;
    cholmod_dense *b, *x, *y, *e; /* -r, the solution, workspace */
} sparse;

static void *create(const system_t *s, int supernodal) {
    sparse *p = need(calloc(1, sizeof *p));
    size_t entries = (size_t)s->begin[s->m];
    p->s = s;
    cholmod_l_start(&p->c);
    p->c.print = 0;
    p->c.supernodal = supernodal;
    p->c.final_ll = 0;
    p->A = need(cholmod_l_allocate_sparse((size_t)s->m, (size_t)s->m, entries, 1, 1, -1,
                                          CHOLMOD_REAL, &p->c));
    for (int i = 0; i <= s->m; i++) ((SuiteSparse_long *)p->A->p)[i] = s->begin[i];
    for (size_t i = 0; i < entries; i++) ((SuiteSparse_long *)p->A->i)[i] = s->row[i];
    memcpy(p->A->x, s->value, entries * sizeof(double));
    p->b = need(cholmod_l_allocate_dense((size_t)s->m, 1, (size_t)s->m, CHOLMOD_REAL, &p->c));
    for (int i = 0; i < s->m; i++) ((double *)p->b->x)[i] = -s->r[i];
    return p;
}

static void destroy(void *self) {
    sparse *p = self;
    if (p->qr) SuiteSparseQR_C_free(&p->qr, &p->c);
    cholmod_l_free_factor(&p->L, &p->c);
    cholmod_l_free_sparse(&p->A, &p->c);
    cholmod_l_free_dense(&p->b, &p->c);
    cholmod_l_free_dense(&p->x, &p->c);
    cholmod_l_free_dense(&p->y, &p->c);
    cholmod_l_free_dense(&p->e, &p->c);
    cholmod_l_finish(&p->c);
    free(p);
}

static void *create_simplicial(const system_t *s) {
    sparse *p = create(s, CHOLMOD_SIMPLICIAL);
    p->L = need(cholmod_l_analyze(p->A, &p->c));
    return p;
}

static void *create_supernodal(const system_t *s) {
    sparse *p = create(s, CHOLMOD_SUPERNODAL);
    p->L = need(cholmod_l_analyze(p->A, &p->c));
    return p;
}

static bool solve_cholmod(void *self, double *x) {
    sparse *p = self;
    if (!cholmod_l_factorize(p->A, p->L, &p->c) || p->c.status != CHOLMOD_OK) return false;
    if (!cholmod_l_solve2(CHOLMOD_A, p->L, p->b, NULL, &p->x, NULL, &p->y, &p->e, &p->c))
        return false;
    memcpy(x, p->x->x, (size_t)p->s->m * sizeof *x);
    return true;
}

/* A as a whole, since SPQR takes no halves */
static void *create_spqr(const system_t *s) {
    sparse *p = create(s, CHOLMOD_SIMPLICIAL);
    cholmod_sparse *whole = need(cholmod_l_copy(p->A, 0, 1, &p->c));
    cholmod_l_free_sparse(&p->A, &p->c);
    p->A = whole;
    p->qr = need(SuiteSparseQR_C_symbolic(SPQR_ORDERING_DEFAULT, 1, p->A, &p->c));
    return p;
}

/* A = Q R E^T: x = E R^-1 Q^T b; columns without a pivot give 0, so a basic solution */
static bool solve_spqr(void *self, double *x) {
    sparse *p = self;
    if (!SuiteSparseQR_C_numeric(SPQR_DEFAULT_TOL, p->A, p->qr, &p->c)) return false;
    cholmod_dense *y = SuiteSparseQR_C_qmult(SPQR_QTX, p->qr, p->b, &p->c);
    cholmod_dense *z = y ? SuiteSparseQR_C_solve(SPQR_RETX_EQUALS_B, p->qr, y, &p->c) : NULL;
    if (z) memcpy(x, z->x, (size_t)p->s->m * sizeof *x);
    bool done = z != NULL;
    cholmod_l_free_dense(&y, &p->c);
    cholmod_l_free_dense(&z, &p->c);
    return done;
}

const method method_simplicial = {"cholmod simplicial", false, create_simplicial, solve_cholmod,
                                  destroy};
const method method_supernodal = {"cholmod supernodal", false, create_supernodal, solve_cholmod,
                                  destroy};
const method method_spqr = {"spqr", false, create_spqr, solve_spqr, destroy};
