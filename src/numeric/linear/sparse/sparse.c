/* The sparse solver's input and output, and the choice of rows that are left out of the factor; the
 * loops over numbers are in sparse_factor.c and sparse_sweep.c. */
#include "base/math/processor.h"
#include "numeric/linear/sparse/sparse_impl.h"

#include <math.h>
#include <string.h>

/* if the smallest pivot is below this part of the largest diagonal element, rows may be nearly
 * dependent, and a search for that is made */
static const double UNEVEN = 1e-4;

/* square of a singular value that is near the cutoff, relative to the largest diagonal element: a
 * smaller one must not stay in the factor */
static const double NEAR = 1e-11;

/* largest number of rows that are left out for such singular values */
enum { HIDDEN = 8 };

void tw_sparse_choose_loops(tw_sparse *s) {
    s->factoring = TW_BUILD(&tw_sparse_factoring_wide, &tw_sparse_factoring_plain);
    s->solving = TW_BUILD(&tw_sparse_solving_wide, &tw_sparse_solving_plain);
}

double *tw_sparse_entry(tw_sparse *s, int entry, int *stride) {
    *stride = s->entry_padded[entry];
    return s->B + s->entry_begin[entry];
}

void tw_sparse_in(const tw_sparse *s, const double *rows, double *padded) {
    memset(padded, 0, (size_t)s->size * sizeof *padded);
    for (int i = 0; i < s->rows; i++) padded[s->place[i]] = rows[i];
}

void tw_sparse_out(const tw_sparse *s, const double *padded, double *rows) {
    for (int i = 0; i < s->rows; i++) rows[i] = padded[s->place[i]];
}

void tw_sparse_solve_padded(const tw_sparse *s, double *x) {
    s->solving->solve(s, x);
}

void tw_sparse_transposed(const tw_sparse *s, const double *x, double *carry) {
    s->solving->transposed(s, x, carry);
}

void tw_sparse_forward(const tw_sparse *s, const double *carry, double *y) {
    s->solving->forward(s, carry, y);
}

double tw_sparse_dot(const tw_sparse *s, const double *x, const double *y) {
    return s->solving->dot(s, x, y);
}

/* Looks for a singular value near the cutoff among the rows in the factor, by inverse iteration. If
 * there is one, leaves out the row with the largest entry in its singular vector, and factors
 * again; false: no row was left out. */
static bool exclude(tw_sparse *s) {
    double *z = s->u, least = HUGE_VAL;
    /* the start vector is pseudo-random, so that it has a part along every direction */
    unsigned bits = 1;
    for (int j = 0; j < s->size; j++) {
        bits = bits * 1664525u + 1013904223u;
        z[j] = s->row_at[j] < 0 ? 0 : (double)(bits >> 8) * 0x1p-23 - 1;
    }
    for (int i = 0; i < 12; i++) {
        tw_sparse_solve_padded(s, z);
        double length = sqrt(tw_sparse_dot(s, z, z)), before = least;
        if (!(length > 0) || !isfinite(length)) return false;
        for (int j = 0; j < s->size; j++) z[j] /= length;
        least = 1 / length;
        if (i > 1 && least > 0.5 * before) break;
    }
    if (least > NEAR * s->largest) return false;
    int most = 0;
    for (int j = 0; j < s->size; j++)
        if (fabs(z[j]) > fabs(z[most])) most = j;
    if (s->excluded[most]) return false;
    s->excluded[most] = true;
    tw_sparse_refactor(s);
    return true;
}

int tw_sparse_weakest(const tw_sparse *s) {
    int row = 0;
    /* the largest reciprocal of a product of pivots over diagonal elements so far */
    double most = 0;
    for (int i = 0; i < s->size; i++) {
        if (!(s->inverse[i] * s->diagonal[i] > most)) continue;
        row = i;
        most = s->inverse[i] * s->diagonal[i];
    }
    return row;
}

static void eliminate_all(tw_sparse *s) {
    s->norm = 0;
    s->correction = HUGE_VAL;
    s->deflation.ready = false;
    s->factoring->factor(s);
}

void tw_sparse_refactor(tw_sparse *s) {
    tw_sparse_begin_fill(s);
    s->factoring->assemble(s);
    eliminate_all(s);
}

bool tw_sparse_factor(tw_sparse *s, double shift) {
    s->shift = shift;
    memset(s->excluded, 0, (size_t)s->size * sizeof *s->excluded);
    tw_sparse_refactor(s);
    /* a small singular value need not show as a small pivot, so it is searched for */
    for (int i = 0; i < HIDDEN && s->finite && s->least < UNEVEN * s->largest; i++)
        if (!exclude(s)) break;
    return s->finite;
}

void tw_sparse_begin(tw_sparse *s) {
    memset(s->L, 0, (size_t)s->panel_size * sizeof *s->L);
}

void tw_sparse_begin_fill(tw_sparse *s) {
    if (s->fill == 0) return;
    /* clears all panels if at least a third of them is fill: one long run is faster than many short
     * ones */
    if (s->fill > s->panel_size / 3) {
        tw_sparse_begin(s);
        return;
    }
    for (int k = 0; k < s->blocks; k++) {
        const tw_sparse_panel *p = &s->panel[k];
        for (int i = p->below; i < p->below_end; i++) {
            const tw_sparse_below *b = &s->below[i];
            for (int c = 0; b->fill && c < p->rows; c++)
                memset(s->L + p->begin + c * p->height + b->row, 0,
                       (size_t)b->padded * sizeof *s->L);
        }
    }
}

tw_sparse_block tw_sparse_block_of(tw_sparse *s, int i, int j) {
    bool swapped = s->rank[i] < s->rank[j];
    const tw_sparse_panel *p = &s->panel[s->rank[swapped ? i : j]];
    tw_sparse_block block = {s->L + p->begin, p->height, swapped};
    int at = s->panel[s->rank[swapped ? j : i]].at;
    for (int k = p->below; k < p->below_end; k++)
        if (s->below[k].at == at) block.at += s->below[k].row;
    return block;
}

double tw_sparse_least_product(const tw_sparse *s) {
    double most = s->together;
    for (int k = 0; k < s->blocks && s->together == 0; k++) {
        const tw_sparse_panel *p = &s->panel[k];
        double product = 1;
        for (int i = p->at; i < p->at + p->rows; i++) {
            double part = s->inverse[i] * s->diagonal[i];
            /* rows that are left out have part = 0, and do not count */
            product *= part > 0 ? part : 1;
        }
        most = product > most ? product : most;
    }
    return 1 / most;
}

bool tw_sparse_factor_assembled(tw_sparse *s, tw_sparse_pivots *pivots) {
    s->shift = 0;
    memset(s->excluded, 0, (size_t)s->size * sizeof *s->excluded);
    eliminate_all(s);
    /* if no quotient of a pivot and its diagonal element is small, the smallest quotient is used,
     * and the products over a block's rows need not be computed */
    double ratio = s->smallest >= TW_SPARSE_PLAIN ? s->smallest : tw_sparse_least_product(s);
    *pivots = (tw_sparse_pivots){ratio, s->least, s->largest, s->left_out, false};
    pivots->plain = s->finite && s->left_out == 0 && s->smallest >= TW_SPARSE_PLAIN &&
                    s->least >= UNEVEN * s->largest;
    return s->finite;
}

int tw_sparse_padded_size(const tw_sparse *s) {
    return s->size;
}

int tw_sparse_row_place(const tw_sparse *s, int block) {
    return s->panel[s->rank[block]].at;
}

void tw_sparse_multiply(tw_sparse *s, const double *x, double *y) {
    tw_sparse_transposed(s, x, s->carry);
    tw_sparse_forward(s, s->carry, y);
    if (s->shift == 0) return;
    for (int i = 0; i < s->size; i++) y[i] += s->shift * x[i];
}
