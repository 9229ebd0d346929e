/*
 * The numbers of the sparse solver: A = B B^T, its factors L D L^T, and products with B.
 *
 * Right-looking: a block's columns are finished, then what they add to later columns is taken off
 * there. Pivots that are small, of their own diagonal element or of the largest, are left out: the
 * inverse is 0 and so is the column.
 */
#include "numeric/sparse_impl.h"

#include <math.h>
#include <string.h>

/* of its diagonal element: what is left of a dependent row is rounding, 1e-16 and some */
static const double SMALL = 1e-9;

/* of the largest diagonal element: the square of a singular value that is near the cutoff */
static const double TINY = 1e-11;

/* rows whose pivots are of very different sizes, or nearly dependent: least pivot, of the largest
 * diagonal element */
static const double UNEVEN = 1e-4;

/* smallest pivot, of its diagonal element, whose solutions need no refinement */
static const double PLAIN = 0.05;

/* square of a singular value that is not far above the cutoff, of the largest diagonal element */
static const double NEAR = 1e-11;

/* such singular values that are looked for */
enum { HIDDEN = 8 };

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

static inline lanes *at(double *x) {
    return (lanes *)(void *)x;
}

static inline lanes get(const double *x) {
    return *(const lanes *)(const void *)x;
}

static inline lanes all(double x) {
    return (lanes){x, x, x, x};
}

/* block += B_i B_j^T */
static inline void multiply(const tw_sparse_product *p, const double *B, double *L, int rows,
                            int padded) {
    for (int b = 0; b < rows; b++)
        for (int r = 0; r < padded; r += LANES) {
            lanes sum = get(L + p->to + b * p->height + r);
            for (int c = 0; c < TW_SPARSE_COLUMNS; c++)
                sum += get(B + p->i + c * padded + r) * all(B[p->j + c * tw_lanes_up(rows) + b]);
            *at(L + p->to + b * p->height + r) = sum;
        }
}

static void assemble(tw_sparse *s) {
    tw_sparse_begin(s);
    for (int i = 0; i < s->products; i++) {
        const tw_sparse_product *p = &s->product[i];
        if (p->rows == 3 && p->padded == LANES)
            multiply(p, s->B, s->L, 3, LANES);
        else
            multiply(p, s->B, s->L, p->rows, p->padded);
    }
}

static void read_diagonal(tw_sparse *s) {
    s->largest = 0;
    double sum = 0;
    for (int k = 0; k < s->blocks; k++) {
        const tw_sparse_panel *p = &s->panel[k];
        for (int c = 0; c < p->rows; c++) {
            double *d = &s->L[p->begin + c * p->height + c];
            s->largest = fmax(s->largest, *d);
            *d += s->shift;
            s->diagonal[p->at + c] = *d;
            sum += *d * 0;
        }
    }
    s->finite = sum == 0;
}

/* the columns of one panel */
static inline void eliminate(tw_sparse *s, const tw_sparse_panel *p, int rows) {
    double *P = s->L + p->begin;
    for (int c = 0; c < rows; c++) {
        double *column = P + c * p->height, d = column[c], whole = s->diagonal[p->at + c];
        double inverse = 0;
        if (d > SMALL * whole && d > TINY * s->largest && !s->excluded[p->at + c]) {
            inverse = 1 / d;
            if (d < s->smallest * whole) {
                s->smallest = d / whole;
                s->weakest = p->at + c;
            }
            s->least = fmin(s->least, d);
        } else {
            s->left_out++;
        }
        s->inverse[p->at + c] = inverse;
        for (int b = c + 1; b < rows; b++) {
            lanes f = all(column[b] * inverse);
            double *later = P + b * p->height;
            for (int r = b / LANES * LANES; r < p->height; r += LANES)
                *at(later + r) -= f * get(column + r);
        }
        for (int r = c / LANES * LANES; r < p->height; r += LANES) *at(column + r) *= all(inverse);
        for (int r = 0; r <= c; r++) column[r] = 0;
    }
}

/* what the finished columns of a panel, D L^T of its rows j, take off the rows i of a later one */
static inline void update(const tw_sparse *s, const tw_sparse_panel *p, const tw_sparse_update *u,
                          int columns, int rows) {
    const double *P = s->L + p->begin;
    for (int b = 0; b < rows; b++) {
        double *to = s->L + u->to + b * u->height;
        for (int r = 0; r < u->run; r += LANES) {
            lanes sum = get(to + r);
            for (int c = 0; c < columns; c++) {
                const double *column = P + c * p->height;
                sum -= get(column + u->i + r) * all(column[u->j + b] * s->D[p->at + c]);
            }
            *at(to + r) = sum;
        }
    }
}

/* (a0 + a1) + (a2 + a3) */
static inline double sum_of(lanes a) {
    return (a[0] + a[1]) + (a[2] + a[3]);
}

static inline void descend(const tw_sparse *s, const tw_sparse_panel *p, double *x, int rows) {
    const double *P = s->L + p->begin;
    for (int c = 0; c < rows; c++) {
        lanes f = all(x[p->at + c]);
        for (int r = c / LANES * LANES; r < p->padded; r += LANES)
            *at(x + p->at + r) -= f * get(P + c * p->height + r);
    }
    for (int i = p->below; i < p->below_end; i++) {
        const tw_sparse_below *b = &s->below[i];
        for (int r = 0; r < b->padded; r += LANES) {
            lanes sum = get(x + b->at + r);
            for (int c = 0; c < rows; c++)
                sum -= all(x[p->at + c]) * get(P + c * p->height + b->row + r);
            *at(x + b->at + r) = sum;
        }
    }
}

static inline void ascend(const tw_sparse *s, const tw_sparse_panel *p, double *x, int rows) {
    const double *P = s->L + p->begin;
    for (int c = rows - 1; c >= 0; c--) {
        const double *column = P + c * p->height;
        lanes sum = all(0);
        for (int i = p->below; i < p->below_end; i++) {
            const tw_sparse_below *b = &s->below[i];
            for (int r = 0; r < b->padded; r += LANES)
                sum += get(column + b->row + r) * get(x + b->at + r);
        }
        double own = x[p->at + c] * s->inverse[p->at + c] - sum_of(sum);
        for (int b = c + 1; b < rows; b++) own -= column[b] * x[p->at + b];
        x[p->at + c] = own;
    }
}

void tw_sparse_solve(const tw_sparse *s, double *x) {
    for (int k = 0; k < s->blocks; k++) {
        const tw_sparse_panel *p = &s->panel[k];
        if (p->rows == 3)
            descend(s, p, x, 3);
        else
            descend(s, p, x, p->rows);
    }
    for (int k = s->blocks - 1; k >= 0; k--) {
        const tw_sparse_panel *p = &s->panel[k];
        if (p->rows == 3)
            ascend(s, p, x, 3);
        else
            ascend(s, p, x, p->rows);
    }
}

/* Is there a singular value near the cutoff among the rows that were not left out? By inverse
 * iteration; the row that has the greatest part in it is then left out. */
static bool exclude(tw_sparse *s) {
    double *z = s->u, least = HUGE_VAL;
    unsigned bits = 1; /* a start that has something of every direction */
    for (int j = 0; j < s->size; j++) {
        bits = bits * 1664525u + 1013904223u;
        z[j] = s->row_at[j] < 0 ? 0 : (double)(bits >> 8) * 0x1p-23 - 1;
    }
    for (int i = 0; i < 12; i++) {
        tw_sparse_solve(s, z);
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

static void eliminate_all(tw_sparse *s) {
    s->smallest = s->least = HUGE_VAL;
    s->weakest = 0;
    s->left_out = 0;
    s->norm = 0;
    s->deflation.ready = false;
    read_diagonal(s);
    for (int k = 0; k < s->blocks; k++) {
        const tw_sparse_panel *p = &s->panel[k];
        if (p->rows == 3)
            eliminate(s, p, 3);
        else
            eliminate(s, p, p->rows);
        for (int c = 0; c < p->rows; c++) {
            double inverse = s->inverse[p->at + c];
            s->D[p->at + c] = inverse > 0 ? 1 / inverse : 0;
        }
        for (int i = p->update; i < p->updates_end; i++) {
            const tw_sparse_update *u = &s->update[i];
            if (p->rows == 3 && u->rows == 3)
                update(s, p, u, 3, 3);
            else
                update(s, p, u, p->rows, u->rows);
        }
    }
}

void tw_sparse_refactor(tw_sparse *s) {
    assemble(s);
    eliminate_all(s);
}

bool tw_sparse_factor(tw_sparse *s, double shift) {
    s->shift = shift;
    memset(s->excluded, 0, (size_t)s->size * sizeof *s->excluded);
    tw_sparse_refactor(s);
    /* a small singular value may hide in pivots that are not */
    for (int i = 0; i < HIDDEN && s->finite && s->least < UNEVEN * s->largest; i++)
        if (!exclude(s)) break;
    return s->finite;
}

void tw_sparse_begin(tw_sparse *s) {
    memset(s->L, 0, (size_t)s->panel_size * sizeof *s->L);
}

void tw_sparse_begin_fill(tw_sparse *s) {
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

bool tw_sparse_factor_assembled(tw_sparse *s, tw_sparse_pivots *pivots) {
    s->shift = 0;
    memset(s->excluded, 0, (size_t)s->size * sizeof *s->excluded);
    eliminate_all(s);
    *pivots = (tw_sparse_pivots){s->smallest, s->least, s->largest, s->left_out, false};
    pivots->plain =
        s->finite && s->left_out == 0 && s->smallest >= PLAIN && s->least >= UNEVEN * s->largest;
    return s->finite;
}

int tw_sparse_padded_size(const tw_sparse *s) {
    return s->size;
}

int tw_sparse_row_place(const tw_sparse *s, int block) {
    return s->panel[s->rank[block]].at;
}

void tw_sparse_solve_padded(const tw_sparse *s, double *x) {
    tw_sparse_solve(s, x);
}

void tw_sparse_transposed(const tw_sparse *s, const double *x, double *carry) {
    memset(carry, 0, TW_SPARSE_COLUMNS * (size_t)s->bodies * sizeof *carry);
    for (int e = 0; e < s->entries; e++) {
        double *to = carry + TW_SPARSE_COLUMNS * s->entry_body[e];
        const double *B = s->B + s->entry_begin[e], *own = x + s->entry_at[e];
        int padded = s->entry_padded[e];
        for (int c = 0; c < TW_SPARSE_COLUMNS; c++) {
            lanes sum = get(B + c * padded) * get(own);
            for (int r = LANES; r < padded; r += LANES)
                sum += get(B + c * padded + r) * get(own + r);
            to[c] += sum_of(sum);
        }
    }
}

void tw_sparse_forward(const tw_sparse *s, const double *carry, double *y) {
    memset(y, 0, (size_t)s->size * sizeof *y);
    for (int e = 0; e < s->entries; e++) {
        const double *from = carry + TW_SPARSE_COLUMNS * s->entry_body[e];
        const double *B = s->B + s->entry_begin[e];
        double *own = y + s->entry_at[e];
        int padded = s->entry_padded[e];
        for (int r = 0; r < padded; r += LANES) {
            lanes sum = get(own + r);
            for (int c = 0; c < TW_SPARSE_COLUMNS; c++)
                sum += get(B + c * padded + r) * all(from[c]);
            *at(own + r) = sum;
        }
    }
}

void tw_sparse_multiply(tw_sparse *s, const double *x, double *y) {
    tw_sparse_transposed(s, x, s->carry);
    tw_sparse_forward(s, s->carry, y);
    if (s->shift == 0) return;
    for (int i = 0; i < s->size; i++) y[i] += s->shift * x[i];
}

double tw_sparse_dot(const tw_sparse *s, const double *x, const double *y) {
    lanes sum = all(0);
    for (int i = 0; i < s->size; i += LANES) sum += get(x + i) * get(y + i);
    return sum_of(sum);
}
