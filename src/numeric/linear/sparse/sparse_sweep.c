/* The inner loops of the sparse solver that use its factor, and its products with B. The factor is
 * stored as sparse_factor.c leaves it: L, 1 / D, and W = L D. Compiled twice (sparse_lanes.h). */
#include "numeric/linear/sparse/sparse_lanes.h"

#include <string.h>

/* the work of one panel in x = L^-1 x: solves for its own n rows, and subtracts their effect from
 * the rows below */
static inline void descend(const tw_sparse *s, const tw_sparse_panel *p, double *x, int n) {
    const double *P = s->L + p->begin;
    double *own = x + p->at;
    for (int c = 0; c < n; c++) {
        lanes f = tw_all(own[c]);
        for (int r = c / TW_LANES * TW_LANES; r < p->padded; r += TW_LANES)
            *at(own + r) -= f * tw_get(P + c * p->height + r);
    }
    for (int begin = 0; begin < n; begin += ROWS) {
        int count = n - begin < ROWS ? n - begin : ROWS;
        const double *W = P + begin * p->height;
        lanes y[ROWS];
        for (int c = 0; c < count; c++)
            y[c] = tw_all(own[begin + c] * s->inverse[p->at + begin + c]);
        for (int i = p->below; i < p->below_end; i++) {
            const tw_sparse_below *b = &s->below[i];
            for (int r = 0; r < b->padded; r += TW_LANES) {
                lanes sum = tw_get(x + b->at + r);
                for (int c = 0; c < count; c++)
                    sum -= y[c] * tw_get(W + c * p->height + b->row + r);
                *at(x + b->at + r) = sum;
            }
        }
    }
}

/* the work of descend for successive panels that are links of a chain (tw_sparse_panel.link), from
 * panel k on; returns the index of the first panel that is no link */
static int descend_links(const tw_sparse *shared, int k, double *x) {
    const tw_sparse s = *shared;
    for (; k < s.blocks && s.panel[k].link >= 0; k++) {
        const tw_sparse_panel *p = &s.panel[k];
        const double *P = s.L + p->begin, *W = P + TW_LANES, *inverse = s.inverse + p->at;
        double *own = x + p->at, *next = x + p->link;
        double x0 = own[0], x1 = own[1] - P[1] * x0, x2 = own[2] - P[2] * x0;
        x2 -= P[LINK + 2] * x1;
        own[1] = x1;
        own[2] = x2;
        lanes sum = tw_get(next);
        sum -= tw_all(x0 * inverse[0]) * tw_get(W);
        sum -= tw_all(x1 * inverse[1]) * tw_get(W + LINK);
        sum -= tw_all(x2 * inverse[2]) * tw_get(W + 2 * LINK);
        *at(next) = sum;
    }
    return k;
}

static inline void descend_three(const tw_sparse *s, const tw_sparse_panel *p, double *x) {
    const double *P = s->L + p->begin;
    int h = p->height;
    lanes own = tw_get(x + p->at);
    own -= lane0(own) * tw_get(P);
    own -= lane1(own) * tw_get(P + h);
    *at(x + p->at) = own;
    own *= tw_get(s->inverse + p->at);
    lanes x0 = lane0(own), x1 = lane1(own), x2 = lane2(own);
    for (int i = p->below; i < p->below_end; i++) {
        const tw_sparse_below *b = &s->below[i];
        for (int r = 0; r < b->padded; r += TW_LANES) {
            const double *w = P + b->row + r;
            lanes sum = tw_get(x + b->at + r);
            sum -= x0 * tw_get(w);
            sum -= x1 * tw_get(w + h);
            sum -= x2 * tw_get(w + 2 * h);
            *at(x + b->at + r) = sum;
        }
    }
}

/* the work of one panel, with n columns, in x = L^-T D^-1 x */
static inline void ascend(const tw_sparse *s, const tw_sparse_panel *p, double *x, int n) {
    const double *P = s->L + p->begin;
    double *own = x + p->at;
    for (int end = n; end > 0; end -= ROWS) {
        int begin = end > ROWS ? end - ROWS : 0;
        lanes sum[ROWS];
        for (int c = begin; c < end; c++) sum[c - begin] = tw_all(0);
        for (int i = p->below; i < p->below_end; i++) {
            const tw_sparse_below *b = &s->below[i];
            for (int r = 0; r < b->padded; r += TW_LANES) {
                lanes y = tw_get(x + b->at + r);
                for (int c = begin; c < end; c++)
                    sum[c - begin] += tw_get(P + c * p->height + b->row + r) * y;
            }
        }
        for (int c = end - 1; c >= begin; c--) {
            own[c] = (own[c] - sum_of(sum[c - begin])) * s->inverse[p->at + c];
            for (int b = c + 1; b < n; b++) own[c] -= P[c * p->height + b] * own[b];
        }
    }
}

static inline void ascend_three(const tw_sparse *s, const tw_sparse_panel *p, double *x) {
    const double *P = s->L + p->begin;
    int h = p->height;
    lanes sum0 = tw_all(0), sum1 = sum0, sum2 = sum0;
    for (int i = p->below; i < p->below_end; i++) {
        const tw_sparse_below *b = &s->below[i];
        for (int r = 0; r < b->padded; r += TW_LANES) {
            const double *w = P + b->row + r;
            lanes y = tw_get(x + b->at + r);
            sum0 += tw_get(w) * y;
            sum1 += tw_get(w + h) * y;
            sum2 += tw_get(w + 2 * h) * y;
        }
    }
    lanes own = (tw_get(x + p->at) - tw_sums(sum0, sum1, sum2)) * tw_get(s->inverse + p->at);
    double x2 = own[2], x1 = own[1] - P[h + 2] * x2, x0 = own[0] - P[2] * x2 - P[1] * x1;
    *at(x + p->at) = pick(tw_all(x0), tw_all(x1), tw_all(x2), tw_all(0));
}

/* the work of ascend for successive panels that are links of a chain (tw_sparse_panel.link), from
 * panel k down; returns the index of the first panel that is no link */
static int ascend_links(const tw_sparse *shared, int k, double *x) {
    const tw_sparse s = *shared;
    for (; k >= 0 && s.panel[k].link >= 0; k--) {
        const tw_sparse_panel *p = &s.panel[k];
        const double *P = s.L + p->begin, *W = P + TW_LANES;
        lanes y = tw_get(x + p->link);
        lanes sums = tw_sums(tw_get(W) * y, tw_get(W + LINK) * y, tw_get(W + 2 * LINK) * y);
        lanes own = (tw_get(x + p->at) - sums) * tw_get(s.inverse + p->at);
        double x2 = own[2], x1 = own[1] - P[LINK + 2] * x2, x0 = own[0] - P[2] * x2 - P[1] * x1;
        *at(x + p->at) = pick(tw_all(x0), tw_all(x1), tw_all(x2), tw_all(0));
    }
    return k;
}

static void descend_all(const tw_sparse *shared, double *x) {
    /* a local copy of *shared: compilers can keep its fields in registers, since no write below
     * can change them */
    const tw_sparse s = *shared;
    for (int k = 0; (k = descend_links(shared, k, x)) < s.blocks; k++) {
        const tw_sparse_panel *p = &s.panel[k];
        switch (p->rows) {
        case 1:
            descend(&s, p, x, 1);
            break;
        case 3:
            descend_three(&s, p, x);
            break;
        case 5:
            descend(&s, p, x, 5);
            break;
        case 6:
            descend(&s, p, x, 6);
            break;
        default:
            descend(&s, p, x, p->rows);
        }
    }
}

static void ascend_all(const tw_sparse *shared, double *x) {
    const tw_sparse s = *shared;
    for (int k = s.blocks - 1; (k = ascend_links(shared, k, x)) >= 0; k--) {
        const tw_sparse_panel *p = &s.panel[k];
        switch (p->rows) {
        case 1:
            ascend(&s, p, x, 1);
            break;
        case 3:
            ascend_three(&s, p, x);
            break;
        case 5:
            ascend(&s, p, x, 5);
            break;
        case 6:
            ascend(&s, p, x, 6);
            break;
        default:
            ascend(&s, p, x, p->rows);
        }
    }
}

static void solve(const tw_sparse *s, double *x) {
    descend_all(s, x);
    ascend_all(s, x);
}

/* ---- products -------------------------------------------------------------------------------- */

/* products of the columns of an entry of B with `own`, still to be summed over lanes; padded:
 * number of rows, padded */
static inline void columns_by(const double *B, const double *own, int padded,
                              lanes sum[TW_SPARSE_COLUMNS]) {
    for (int c = 0; c < TW_SPARSE_COLUMNS; c++) sum[c] = tw_get(B + c * padded) * tw_get(own);
    for (int r = TW_LANES; r < padded; r += TW_LANES)
        for (int c = 0; c < TW_SPARSE_COLUMNS; c++)
            sum[c] += tw_get(B + c * padded + r) * tw_get(own + r);
}

static void transposed(const tw_sparse *s, const double *x, double *carry) {
    memset(carry, 0, TW_SPARSE_COLUMNS * (size_t)s->bodies * sizeof *carry);
    for (int e = 0; e < s->entries; e++) {
        double *to = carry + TW_SPARSE_COLUMNS * s->entry_body[e];
        const double *B = s->B + s->entry_begin[e], *own = x + s->entry_at[e];
        int padded = s->entry_padded[e];
        lanes sum[TW_SPARSE_COLUMNS];
        if (padded == TW_LANES)
            columns_by(B, own, TW_LANES, sum);
        else if (padded == 2 * TW_LANES)
            columns_by(B, own, 2 * TW_LANES, sum);
        else
            columns_by(B, own, padded, sum);
        lanes first = tw_sums(sum[0], sum[1], sum[2]), last = tw_sums(sum[3], sum[4], sum[5]);
        for (int c = 0; c < 3; c++) to[c] += first[c];
        for (int c = 0; c < 3; c++) to[3 + c] += last[c];
    }
}

static void forward(const tw_sparse *s, const double *carry, double *y) {
    memset(y, 0, (size_t)s->size * sizeof *y);
    for (int e = 0; e < s->entries; e++) {
        const double *from = carry + TW_SPARSE_COLUMNS * s->entry_body[e];
        const double *B = s->B + s->entry_begin[e];
        double *own = y + s->entry_at[e];
        int padded = s->entry_padded[e];
        for (int r = 0; r < padded; r += TW_LANES) {
            lanes sum = tw_get(own + r);
            for (int c = 0; c < TW_SPARSE_COLUMNS; c++)
                sum += tw_get(B + c * padded + r) * tw_all(from[c]);
            *at(own + r) = sum;
        }
    }
}

static double dot(const tw_sparse *s, const double *x, const double *y) {
    lanes sum = tw_all(0);
    for (int i = 0; i < s->size; i += TW_LANES) sum += tw_get(x + i) * tw_get(y + i);
    return sum_of(sum);
}

const tw_sparse_solving TW_BUILT(tw_sparse_solving) = {solve,      descend_all, ascend_all,
                                                       transposed, forward,     dot};
