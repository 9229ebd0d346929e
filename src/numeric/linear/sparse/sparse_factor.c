/*
 * The inner loops of the sparse solver that make its factor: A = B B^T, A = L D L^T. Compiled twice
 * (sparse_lanes.h).
 *
 * Right-looking elimination: the columns of a block are finished, and then their effect is
 * subtracted from later columns. The panel of a finished block contains in its own rows L without
 * the unit diagonal, and below these W = L D, which elimination produces and solutions need. Pivots
 * that are small, of their own diagonal element or of the largest, are left out: 1 / d is 0, and so
 * is the column in effect.
 *
 * Blocks of three rows, as ball joints have, are nearly all of the work. The columns of such blocks
 * are kept in registers until they are finished and all later columns updated.
 */
#include "numeric/linear/sparse/sparse_lanes.h"

#include <float.h>
#include <string.h>

/* a pivot below this part of its own diagonal element is left out: dependent rows leave only
 * rounding, about 1e-16 */
static const double SMALL = 1e-9;

/* a pivot below this part of the largest diagonal element is left out: about the square of a
 * singular value near the cutoff */
static const double TINY = 1e-11;

/* ---- A --------------------------------------------------------------------------------------- */

/* adds the product B_i B_j^T to its block of A in L; if p->set, stores it there */
static inline void multiply(const tw_sparse_product *p, const double *B, double *L, int rows,
                            int padded) {
    for (int b = 0; b < rows; b++)
        for (int r = 0; r < padded; r += TW_LANES) {
            double *to = L + p->to + b * p->height + r;
            lanes sum = p->set ? tw_all(0) : tw_get(to);
            for (int c = 0; c < TW_SPARSE_COLUMNS; c++)
                sum +=
                    tw_get(B + p->i + c * padded + r) * tw_all(B[p->j + c * tw_lanes_up(rows) + b]);
            *at(to) = sum;
        }
}

static void assemble(tw_sparse *s) {
    for (int i = 0; i < s->products; i++) {
        const tw_sparse_product *p = &s->product[i];
        if (p->rows == 3 && p->padded == TW_LANES)
            multiply(p, s->B, s->L, 3, TW_LANES);
        else
            multiply(p, s->B, s->L, p->rows, p->padded);
    }
}

static void read_diagonal(tw_sparse *shared) {
    /* a local copy of *shared: compilers can keep its fields in registers, since no write below
     * can change them */
    const tw_sparse s = *shared;
    lanes largest = tw_all(0), sum = tw_all(0), zero = tw_all(0);
    for (int k = 0; k < s.blocks; k++) {
        const tw_sparse_panel *p = &s.panel[k];
        double *P = s.L + p->begin, *diagonal = s.diagonal + p->at;
        if (s.shift != 0)
            for (int c = 0; c < p->rows; c++) P[c * p->height + c] += s.shift;
        if (p->rows == 3) {
            lanes d = pick(tw_get(P), tw_get(P + p->height), tw_get(P + 2 * p->height), zero);
            *at(diagonal) = d;
            largest = tw_larger(d, largest);
            sum += d * zero;
            continue;
        }
        for (int c = 0; c < p->rows; c++) diagonal[c] = P[c * p->height + c];
        for (int r = 0; r < p->padded; r += TW_LANES) {
            lanes d = tw_get(diagonal + r);
            largest = tw_larger(d, largest);
            sum += d * zero;
        }
    }
    shared->largest = greatest_of(largest) - s.shift;
    shared->finite = sum_of(sum) == 0;
}

/* ---- L D L^T --------------------------------------------------------------------------------- */

/* figures of the pivots d of several panels: largest 1 / d; largest quotient of diagonal element
 * and d; largest product of these quotients over the three rows of a block */
typedef struct pivots {
    lanes inverse, part, product;
} pivots;

/* factor L D L^T of a panel's own three rows, as the rows below need it */
typedef struct three {
    lanes f1, f2, g2; /* entries of L: rows 1 and 2 in column 0, row 2 in column 1 */
    lanes i0, i1, i2; /* 1 / D */
} three;

/*
 * Factors the own three rows of panel p into *t; false: a pivot is small, and nothing was changed.
 * Rows 1 and 2 are scaled by a00, row 2 also by b11, so that no division waits for the result of
 * another:
 *
 *     b = a00 (a_ij - a_i0 a_0j / a00),   c = b11 (b22 - b21^2 / b11),
 *     1/D = 1 / a00, a00 / b11, a00 b11 / c
 */
static inline bool own_three(const tw_sparse *s, const tw_sparse_panel *p, three *t,
                             pivots *known) {
    double *P = s->L + p->begin;
    int h = p->height, excluded;
    double a00 = P[0], a10 = P[1], a20 = P[2];
    double b11 = a00 * P[h + 1] - a10 * a10, b21 = a00 * P[h + 2] - a20 * a10;
    double b22 = a00 * P[2 * h + 2] - a20 * a20, c = b11 * b22 - b21 * b21;
    double i0 = 1 / a00, i1 = a00 / b11, i2 = a00 * b11 / c;
    *t = (three){tw_all(a10 * i0), tw_all(a20 * i0), tw_all(b21 * i0 * i1),
                 tw_all(i0),       tw_all(i1),       tw_all(i2)};
    lanes zero = tw_all(0), inverse = pick(t->i0, t->i1, t->i2, zero);
    lanes part = inverse * tw_get(s->diagonal + p->at);
    memcpy(&excluded, s->excluded + p->at, sizeof excluded);
    bits good = (part > tw_all(-DBL_MIN)) & (part < tw_all(1 / SMALL)) &
                (inverse * tw_all(s->largest) < tw_all(1 / TINY));
    if (!tw_every(good) || excluded) return false;
    known->inverse = tw_larger(inverse, known->inverse);
    known->part = tw_larger(part, known->part);
    known->product = tw_larger(part * lane1(part) * lane2(part), known->product);
    *at(P) = pick(zero, t->f1, t->f2, zero);
    *at(P + h) = pick(zero, zero, t->g2, zero);
    *at(s->inverse + p->at) = inverse;
    return true;
}

/* reads the factor of the own three rows of panel p from memory */
static three read_three(const tw_sparse *s, const tw_sparse_panel *p) {
    const double *P = s->L + p->begin, *inverse = s->inverse + p->at;
    return (three){tw_all(P[1]),       tw_all(P[2]),       tw_all(P[p->height + 2]),
                   tw_all(inverse[0]), tw_all(inverse[1]), tw_all(inverse[2])};
}

/* w [3]: three columns of four rows below a panel; on entry numbers of A, on return of W = L D; t:
 * factor of the panel's own rows */
static inline void finish_three(const three *t, lanes w[3]) {
    w[1] -= w[0] * t->f1;
    w[2] -= w[0] * t->f2;
    w[2] -= w[1] * t->g2;
}

/* accepts d as pivot of `row` and updates the figures, or leaves the row out; returns 1 / d, or 0
 * if left out */
static inline double pivot(tw_sparse *s, int row, double d) {
    double whole = s->diagonal[row], inverse = 0;
    if (d > SMALL * whole && d > TINY * s->largest && !s->excluded[row]) {
        inverse = 1 / d;
        if (1 < s->smallest * (inverse * whole)) s->smallest = 1 / (inverse * whole);
        if (d < s->least) s->least = d;
    } else {
        s->left_out++;
    }
    s->inverse[row] = inverse;
    return inverse;
}

/* factors the n own rows of panel p; f [n x n]: f[c n + b] is L in row b, column c */
static inline void own_columns(tw_sparse *s, const tw_sparse_panel *p, int n, double *f) {
    double *P = s->L + p->begin;
    for (int c = 0; c < n; c++) {
        double *column = P + c * p->height, inverse = pivot(s, p->at + c, column[c]);
        for (int b = c + 1; b < n; b++) {
            double *later = P + b * p->height, l = column[b] * inverse;
            for (int r = b / TW_LANES * TW_LANES; r < p->padded; r += TW_LANES)
                *at(later + r) -= tw_all(l) * tw_get(column + r);
            f[c * n + b] = l;
        }
        for (int r = c / TW_LANES * TW_LANES; r < p->padded; r += TW_LANES)
            *at(column + r) *= tw_all(inverse);
        for (int r = 0; r <= c; r++) column[r] = 0;
    }
}

/* finishes TW_LANES rows below a panel. P: their n columns, `height` numbers apart, on entry of A,
 * on return of W = L D; f: L of the panel's own rows */
static inline void finish_rows(double *P, int height, int n, const double *f) {
    lanes w[ROWS];
    for (int b = 0; b < n; b++) {
        w[b] = tw_get(P + b * height);
        for (int c = 0; c < b; c++) w[b] -= tw_all(f[c * n + b]) * w[c];
        *at(P + b * height) = w[b];
    }
}

/* subtracts W D^-1 W^T of the finished panel p, for its rows u->i and u->j, from a later panel; n:
 * columns of p */
static inline void update(const tw_sparse *s, const tw_sparse_panel *p, const tw_sparse_update *u,
                          int n) {
    const double *P = s->L + p->begin;
    for (int b = 0; b < u->rows; b++) {
        double *to = s->L + u->to + b * u->height;
        lanes f[ROWS];
        for (int c = 0; c < n; c++)
            f[c] = tw_all(P[c * p->height + u->j + b] * s->inverse[p->at + c]);
        for (int r = 0; r < u->run; r += TW_LANES) {
            lanes sum = tw_get(to + r);
            for (int c = 0; c < n; c++) sum -= tw_get(P + c * p->height + u->i + r) * f[c];
            *at(to + r) = sum;
        }
    }
}

/* eliminates panel p with n <= ROWS columns: finishes its own rows and the rows below, and updates
 * later panels */
static inline void eliminate(tw_sparse *s, const tw_sparse_panel *p, int n) {
    double f[ROWS * ROWS];
    own_columns(s, p, n, f);
    for (int r = p->padded; r < p->height; r += TW_LANES)
        finish_rows(s->L + p->begin + r, p->height, n, f);
    for (int i = p->update; i < p->updates_end; i++) update(s, p, &s->update[i], n);
}

/* eliminates a panel with any number of columns */
static void eliminate_many(tw_sparse *s, const tw_sparse_panel *p) {
    double *P = s->L + p->begin;
    for (int c = 0; c < p->rows; c++) {
        double *column = P + c * p->height, inverse = pivot(s, p->at + c, column[c]);
        for (int b = c + 1; b < p->rows; b++) {
            double *later = P + b * p->height, l = column[b] * inverse;
            for (int r = b / TW_LANES * TW_LANES; r < p->height; r += TW_LANES)
                *at(later + r) -= tw_all(l) * tw_get(column + r);
        }
        for (int r = c / TW_LANES * TW_LANES; r < p->padded; r += TW_LANES)
            *at(column + r) *= tw_all(inverse);
        for (int r = 0; r <= c; r++) column[r] = 0;
    }
    for (int i = p->update; i < p->updates_end; i++) {
        const tw_sparse_update *u = &s->update[i];
        for (int b = 0; b < u->rows; b++)
            for (int c = 0; c < p->rows; c++) {
                const double *column = P + c * p->height;
                lanes f = tw_all(column[u->j + b] * s->inverse[p->at + c]);
                for (int r = 0; r < u->run; r += TW_LANES)
                    *at(s->L + u->to + b * u->height + r) -= tw_get(column + u->i + r) * f;
            }
    }
}

/* subtracts from the block at `to` the product of a column of W D^-1 and a row of W^T; the factor
 * D^-1 is contained in one of the two, `a` or `row` */
static inline void take_off(const lanes a[3], const lanes row[3][3], double *to, int height) {
    for (int b = 0; b < 3; b++) {
        lanes sum = tw_get(to + b * height);
        sum -= a[0] * row[0][b];
        sum -= a[1] * row[1][b];
        sum -= a[2] * row[2][b];
        *at(to + b * height) = sum;
    }
}

/* eliminates the links (tw_sparse_panel.link) of a chain from panel k on; returns the index of the
 * first panel that is no link, or has a small pivot */
static int eliminate_links(const tw_sparse *shared, int k, pivots *all_known) {
    /* local copies of *shared and *all_known: compilers can keep their fields in registers,
     * since no write below can change them */
    const tw_sparse s = *shared;
    pivots known = *all_known;
    for (; k < s.blocks && s.panel[k].link >= 0; k++) {
        const tw_sparse_panel *p = &s.panel[k];
        three t;
        if (!own_three(&s, p, &t, &known)) break;
        double *W = s.L + p->begin + TW_LANES;
        lanes w[3] = {tw_get(W), tw_get(W + LINK), tw_get(W + 2 * LINK)};
        finish_three(&t, w);
        *at(W + LINK) = w[1];
        *at(W + 2 * LINK) = w[2];
        const lanes l[3] = {w[0] * t.i0, w[1] * t.i1, w[2] * t.i2};
        const lanes row[3][3] = {{lane0(w[0]), lane1(w[0]), lane2(w[0])},
                                 {lane0(w[1]), lane1(w[1]), lane2(w[1])},
                                 {lane0(w[2]), lane1(w[2]), lane2(w[2])}};
        take_off(l, row, s.L + p->to, p->to_height);
    }
    *all_known = known;
    return k;
}

static inline void update_three(tw_sparse *s, const tw_sparse_panel *p, const tw_sparse_update *u,
                                const three *t) {
    const double *W = s->L + p->begin, *own = W + u->j;
    int h = p->height;
    const lanes row[3][3] = {
        {tw_all(own[0]) * t->i0, tw_all(own[1]) * t->i0, tw_all(own[2]) * t->i0},
        {tw_all(own[h]) * t->i1, tw_all(own[h + 1]) * t->i1, tw_all(own[h + 2]) * t->i1},
        {tw_all(own[2 * h]) * t->i2, tw_all(own[2 * h + 1]) * t->i2,
         tw_all(own[2 * h + 2]) * t->i2}};
    W += u->i;
    for (int r = 0; r < u->run; r += TW_LANES) {
        const lanes w[3] = {tw_get(W + r), tw_get(W + h + r), tw_get(W + 2 * h + r)};
        take_off(w, row, s->L + u->to + r, u->height);
    }
}

/* eliminates panel p of three columns; false: a pivot was small, and the slower own_columns
 * factored its own rows */
static inline bool eliminate_three(tw_sparse *s, const tw_sparse_panel *p, pivots *known) {
    three t;
    bool good = own_three(s, p, &t, known);
    if (!good) {
        double f[9];
        own_columns(s, p, 3, f);
        t = read_three(s, p);
    }
    int h = p->height;
    double *P = s->L + p->begin;
    for (int r = TW_LANES; r < h; r += TW_LANES) {
        lanes w[3] = {tw_get(P + r), tw_get(P + h + r), tw_get(P + 2 * h + r)};
        finish_three(&t, w);
        *at(P + h + r) = w[1];
        *at(P + 2 * h + r) = w[2];
    }
    for (int i = p->update; i < p->updates_end; i++) {
        const tw_sparse_update *u = &s->update[i];
        if (u->rows == 3)
            update_three(s, p, u, &t);
        else
            update(s, p, u, 3);
    }
    return good;
}

static void factor(tw_sparse *s) {
    pivots threes = {tw_all(0), tw_all(0), tw_all(0)};
    bool known = true; /* is the product of quotients known for all blocks? */
    s->smallest = s->least = HUGE_VAL;
    s->left_out = 0;
    read_diagonal(s);
    for (int k = 0; (k = eliminate_links(s, k, &threes)) < s->blocks; k++) {
        const tw_sparse_panel *p = &s->panel[k];
        if (p->rows == 3) {
            known = eliminate_three(s, p, &threes) && known;
            continue;
        }
        known = false;
        switch (p->rows) {
        case 1:
            eliminate(s, p, 1);
            break;
        case 2:
            eliminate(s, p, 2);
            break;
        case 4:
            eliminate(s, p, 4);
            break;
        case 5:
            eliminate(s, p, 5);
            break;
        case 6:
            eliminate(s, p, 6);
            break;
        default:
            eliminate_many(s, p);
        }
    }
    s->smallest = fmin(s->smallest, 1 / greatest_of(threes.part));
    s->least = fmin(s->least, 1 / greatest_of(threes.inverse));
    s->together = known ? threes.product[0] : 0;
}

const tw_sparse_factoring TW_BUILT(tw_sparse_factoring) = {assemble, factor};
