/* Numerical part of lu.h, compiled twice, for plain and wide vectors (base/math/processor.h). */
#include "numeric/cone/sweep/lu.h"

#include "base/math/lanes.h"

#include <math.h>

/* POLL_EVERY: columns between two calls of poll. Some 200 block products per contact are allowed
 * (bodies.c): columns of the largest problems take up to ten milliseconds each */
enum { B = TW_CONE_LU_BLOCK, ROW = 8, POLL_EVERY = 4 };

typedef tw_lanes lanes;

static inline double *block(double *blocks, int i) {
    return blocks + (size_t)i * B;
}

/* C -= L U */
static inline void subtract(double *C, const double *L, const double *U) {
    for (int r = 0; r < 6; r++) {
        lanes c0 = tw_get(C + ROW * r), c1 = tw_get(C + ROW * r + 4);
        for (int k = 0; k < 6; k++) {
            lanes f = tw_all(L[ROW * r + k]);
            c0 -= f * tw_get(U + ROW * k);
            c1 -= f * tw_get(U + ROW * k + 4);
        }
        tw_put(C + ROW * r, c0);
        tw_put(C + ROW * r + 4, c1);
    }
}

/* y -= A x for a block A, whose columns 6 and 7 are 0 */
static inline void subtract_vector(double *y, const double *A, const double *x) {
    lanes x0 = tw_get(x), x1 = tw_get(x + 4);
    for (int r = 0; r < 6; r++) {
        lanes p = tw_get(A + ROW * r) * x0 + tw_get(A + ROW * r + 4) * x1;
        y[r] -= (p[0] + p[1]) + (p[2] + p[3]);
    }
}

/* C += a^T M: adds to a block C. a: the part of D for one body, six numbers in each row of 12; M
 * [rows][8]: the part of K D for the other body */
static inline void add_block(double *C, int rows, const double *a, const double *M) {
    for (int r = 0; r < 6; r++) {
        lanes c0 = tw_get(C + ROW * r), c1 = tw_get(C + ROW * r + 4);
        for (int i = 0; i < rows; i++) {
            lanes f = tw_all(a[12 * i + r]);
            c0 += f * tw_get(M + ROW * i);
            c1 += f * tw_get(M + ROW * i + 4);
        }
        tw_put(C + ROW * r, c0);
        tw_put(C + ROW * r + 4, c1);
    }
}

void TW_BUILT(tw_cone_lu_add)(tw_cone_lu *m, int i, const int *pair, int rows, const double *D,
                              const double *K) {
    double M[2][3 * ROW];
    for (int side = 0; side < 2; side++)
        for (int r = 0; r < rows; r++)
            for (int c = 0; c < ROW; c++) {
                double sum = 0;
                for (int k = 0; c < 6 && k < rows; k++)
                    sum += K[rows * r + k] * D[12 * k + 6 * side + c];
                M[side][ROW * r + c] = sum;
            }
    int a = pair[0], b = pair[1];
    if (a < m->bodies) add_block(block(m->diagonal, m->rank[a]), rows, D, M[0]);
    if (b < m->bodies) add_block(block(m->diagonal, m->rank[b]), rows, D + 6, M[1]);
    if (m->place[i] < 0) return;
    double *lower = block(m->lower, m->place[i]), *upper = block(m->upper, m->place[i]);
    bool a_first = m->rank[a] < m->rank[b];
    add_block(a_first ? upper : lower, rows, D, M[1]);
    add_block(a_first ? lower : upper, rows, D + 6, M[0]);
}

/* replaces a block A by its inverse, by Gauss-Jordan elimination with row pivots; false:
 * singular */
static bool invert(double *A) {
    double R[6][12];
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 12; j++) R[i][j] = j < 6 ? A[ROW * i + j] : j - 6 == i ? 1 : 0;
    for (int c = 0; c < 6; c++) {
        int pivot = c;
        for (int i = c + 1; i < 6; i++)
            if (fabs(R[i][c]) > fabs(R[pivot][c])) pivot = i;
        for (int j = 0; pivot != c && j < 12; j++) {
            double x = R[c][j];
            R[c][j] = R[pivot][j];
            R[pivot][j] = x;
        }
        if (!(fabs(R[c][c]) > 0) || !(fabs(R[c][c]) < INFINITY)) return false;
        double inverse = 1 / R[c][c];
        for (int j = 0; j < 12; j++) R[c][j] *= inverse;
        for (int i = 0; i < 6; i++) {
            double f = R[i][c];
            if (i == c || f == 0) continue;
            for (int j = 0; j < 12; j++) R[i][j] -= f * R[c][j];
        }
    }
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) A[ROW * i + j] = R[i][6 + j];
    return true;
}

/* eliminates column k from column j, and row k from row j, k < j; p: index in m->below of row j in
 * column k */
static inline void take(tw_cone_lu *m, int j, int k, int p) {
    const double *L = block(m->lower, p), *U = block(m->upper, p);
    subtract(block(m->diagonal, j), L, U);
    for (int i = p + 1; i < m->first[k + 1]; i++) {
        int to = m->mark[m->below[i]];
        subtract(block(m->lower, to), block(m->lower, i), U);
        subtract(block(m->upper, to), L, block(m->upper, i));
    }
}

static inline void wait_for(tw_cone_lu *m, int k, int p) {
    m->at[k] = p;
    if (p >= m->first[k + 1]) return;
    int row = m->below[p];
    m->next[k] = m->head[row];
    m->head[row] = k;
}

bool TW_BUILT(tw_cone_lu_factor)(tw_cone_lu *m) {
    for (int k = 0; k < m->bodies; k++) m->head[k] = -1;
    for (int j = 0; j < m->bodies; j++) {
        if (j % POLL_EVERY == 0) m->stopped = tw_poll_ask(m->poll);
        if (m->stopped != TW_OK) return false;
        for (int i = m->first[j]; i < m->first[j + 1]; i++) m->mark[m->below[i]] = i;
        for (int k = m->head[j], after; k >= 0; k = after) {
            after = m->next[k];
            take(m, j, k, m->at[k]);
            wait_for(m, k, m->at[k] + 1);
        }
        double *inverse = block(m->diagonal, j);
        if (!invert(inverse)) return false;
        for (int i = m->first[j]; i < m->first[j + 1]; i++) {
            /* L = A A_jj^-1 */
            double minus[B] = {0}, *L = block(m->lower, i);
            subtract(minus, L, inverse);
            for (int q = 0; q < B; q += 4) tw_put(L + q, -tw_get(minus + q));
        }
        wait_for(m, j, m->first[j]);
    }
    return true;
}

void TW_BUILT(tw_cone_lu_solve)(const tw_cone_lu *m, double *x) {
    for (int k = 0; k < m->bodies; k++)
        for (int i = m->first[k]; i < m->first[k + 1]; i++)
            subtract_vector(x + ROW * m->order[m->below[i]], block(m->lower, i),
                            x + ROW * m->order[k]);
    for (int k = m->bodies - 1; k >= 0; k--) {
        double *own = x + ROW * m->order[k], y[ROW] = {0};
        for (int i = m->first[k]; i < m->first[k + 1]; i++)
            subtract_vector(own, block(m->upper, i), x + ROW * m->order[m->below[i]]);
        subtract_vector(y, block(m->diagonal, k), own);
        for (int r = 0; r < 6; r++) own[r] = -y[r];
    }
}
