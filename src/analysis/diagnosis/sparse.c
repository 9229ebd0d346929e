/*
 * Rank and dependent rows of a large island, by its sparse structure.
 *
 * Rows are ordered so that those that share bodies are near each other (Cuthill-McKee over the rows
 * [George & Liu 1981, 4.3]). A A^T is then factored row by row within its envelope: pivot i is the
 * squared distance of row i from the span of the rows before it. If that is small, the combination
 * c of earlier rows nearest to row i is refined with A itself, so that no accuracy is lost to
 * squaring. n = (1, -c) / |(1, -c)| are the coefficients of a combination of rows, and |A^T n| is
 * at least the smallest singular value. If |A^T n| is below the cutoff, row i depends on the rows
 * before it, and n is stored.
 */
#include "analysis/diagnosis/impl.h"
#include "numeric/linear/breadth.h"

#include <stdlib.h>
#include <string.h>

enum { REFINEMENTS = 2 };
/* a pivot (squared distance) below this is computed again with A itself, since squaring has cost it
 * half of its digits */
static const double SMALL_PIVOT = 1e-4;

struct tw_sparse_rank {
    const tw_sparse_rows *A;
    int m;
    int *order;      /* [m] row of A at each position of the elimination order */
    int *begin;      /* [m] row i of the factor has entries at the positions begin[i] .. i */
    double **L;      /* [m] rows of the factor, each from position begin[i] to i */
    bool *dependent; /* [m] by position in the order: does the row depend on rows before it? */
    double *c, *y;   /* [m] */
    double *v;       /* [columns] */
};

void tw_sparse_rank_free(tw_sparse_rank *s) {
    if (!s) return;
    for (int i = 0; i < s->m && s->L; i++) free(s->L[i]);
    free(s->order);
    free(s->begin);
    free(s->L);
    free(s->dependent);
    free(s->c);
    free(s->y);
    free(s->v);
    free(s);
}

/* ---- rows ----------------------------------------------------------------------------------- */

/* scalar product of rows i and j of A */
static double product(const tw_sparse_rows *A, int i, int j) {
    double sum = 0;
    for (int e = A->first[i]; e < A->first[i + 1]; e++)
        for (int f = A->first[j]; f < A->first[j + 1]; f++)
            if (A->body[e] == A->body[f])
                sum += tw_dot6(A->x + 6 * (size_t)e, A->x + 6 * (size_t)f);
    return sum;
}

/* scalar product of row i of A and a vector v [columns] */
static double image(const tw_sparse_rows *A, int i, const double *v) {
    double sum = 0;
    for (int e = A->first[i]; e < A->first[i + 1]; e++)
        sum += tw_dot6(A->x + 6 * (size_t)e, v + 6 * (size_t)A->body[e]);
    return sum;
}

/* v += f times row i of A */
static void add_row(const tw_sparse_rows *A, int i, double f, double *v) {
    for (int e = A->first[i]; e < A->first[i + 1]; e++)
        for (int c = 0; c < 6; c++)
            v[6 * (size_t)A->body[e] + (size_t)c] += f * A->x[6 * (size_t)e + (size_t)c];
}

static double dot(const double *a, const double *b, int n) {
    double s[4] = {0};
    int i = 0;
    for (; i + 4 <= n; i += 4)
        for (int k = 0; k < 4; k++) s[k] += a[i + k] * b[i + k];
    for (; i < n; i++) s[0] += a[i] * b[i];
    return (s[0] + s[1]) + (s[2] + s[3]);
}

/* ---- factors -------------------------------------------------------------------------------- */

/* address of the factor's entry in the row at position i and the column at position j */
static double *at(const tw_sparse_rank *s, int i, int j) {
    return s->L[i] + (j - s->begin[i]);
}

/* y [0 .. n) = L^-1 y; positions with dependent rows are left out */
static void forward(const tw_sparse_rank *s, int n, double *y) {
    for (int i = 0; i < n; i++) {
        if (s->dependent[i]) {
            y[i] = 0;
            continue;
        }
        int b = s->begin[i];
        y[i] = (y[i] - dot(at(s, i, b), y + b, i - b)) / *at(s, i, i);
    }
}

/* y [0 .. n) = L^-T y; positions with dependent rows are left out */
static void backward(const tw_sparse_rank *s, int n, double *y) {
    for (int i = n - 1; i >= 0; i--) {
        if (s->dependent[i]) {
            y[i] = 0;
            continue;
        }
        y[i] /= *at(s, i, i);
        for (int j = s->begin[i]; j < i; j++) y[j] -= *at(s, i, j) * y[i];
    }
}

/* subtracts from s->v its part in the span of the first n rows of the order, and adds the
 * coefficients of that part to s->c */
static void project(tw_sparse_rank *s, int n) {
    for (int j = 0; j < n; j++) s->y[j] = image(s->A, s->order[j], s->v);
    forward(s, n, s->y);
    backward(s, n, s->y);
    for (int j = 0; j < n; j++) {
        s->c[j] += s->y[j];
        if (!s->dependent[j]) add_row(s->A, s->order[j], -s->y[j], s->v);
    }
}

/* finds the combination of the rows before position i that is nearest to the row there: its
 * coefficients in s->c, what is left of the row in s->v */
static void combine(tw_sparse_rank *s, int i) {
    memset(s->v, 0, (size_t)s->A->columns * sizeof(double));
    memset(s->c, 0, (size_t)i * sizeof(double));
    add_row(s->A, s->order[i], 1, s->v);
    for (int k = 0; k <= REFINEMENTS; k++) project(s, i);
}

static tw_status keep_combination(tw_sparse_rank *s, int i, double size, tw_rank *r, int *room) {
    /* k: number of columns of r->left found so far */
    size_t m = (size_t)s->m, k = (size_t)(r->rows - r->rank);
    if ((int)k >= *room) {
        int more = 2 * *room + 16;
        double *left = realloc(r->left, (size_t)more * m * sizeof(double));
        if (!left) return tw_fail_memory();
        r->left = left;
        *room = more;
    }
    double *n = r->left + k * m;
    memset(n, 0, m * sizeof(double));
    n[s->order[i]] = 1 / size;
    for (int j = 0; j < i; j++)
        if (!s->dependent[j]) n[s->order[j]] = -s->c[j] / size;
    s->dependent[i] = true;
    r->rank--;
    return TW_OK;
}

/* factors A A^T; r->rank is the number of rows at first, and is lowered by 1 for each dependent
 * row */
static tw_status factor(const tw_dynamics *d, tw_sparse_rank *s, tw_rank *r) {
    int room = 0;
    r->rank = s->m;
    for (int i = 0; i < s->m; i++) {
        TW_TRY(tw_poll_ask(d->poll)); /* a dependent row costs as much as all rows before it */
        int b = s->begin[i];
        double *row = malloc((size_t)(i - b + 1) * sizeof(double));
        if (!row) return tw_fail_memory();
        s->L[i] = row;
        for (int j = b; j < i; j++) {
            int from = s->begin[j] > b ? s->begin[j] : b;
            double along = dot(row + (from - b), at(s, j, from), j - from);
            along = product(s->A, s->order[i], s->order[j]) - along;
            row[j - b] = s->dependent[j] ? 0 : along / *at(s, j, j);
        }
        double pivot = product(s->A, s->order[i], s->order[i]) - dot(row, row, i - b);
        row[i - b] = sqrt(fmax(pivot, 0));
        if (pivot > SMALL_PIVOT) continue;
        combine(s, i);
        double away = tw_norm(s->v, s->A->columns), size = tw_norm(s->c, i);
        size = sqrt(1 + size * size);
        if (away > TW_RANK_CUTOFF * size)
            row[i - b] = away;
        else
            TW_TRY(keep_combination(s, i, size, r, &room));
    }
    return TW_OK;
}

/* sets s->begin[i] to the first position whose row has a body in common with the row at position i;
 * false: no memory */
static bool envelope(tw_sparse_rank *s) {
    int bodies = s->A->columns / 6;
    int *first = malloc(((size_t)bodies + 1) * sizeof *first);
    if (!first) return false;
    for (int b = 0; b < bodies; b++) first[b] = s->m;
    for (int i = 0; i < s->m; i++) {
        int row = s->order[i];
        s->begin[i] = i;
        for (int e = s->A->first[row]; e < s->A->first[row + 1]; e++) {
            int *at = &first[s->A->body[e]];
            if (*at > i) *at = i;
            if (*at < s->begin[i]) s->begin[i] = *at;
        }
    }
    free(first);
    return true;
}

tw_status tw_sparse_rank_of(const tw_dynamics *d, tw_rank *r) {
    size_t m = (size_t)r->rows;
    tw_sparse_rank *s = r->sparse = calloc(1, sizeof *s);
    if (!s) return tw_fail_memory();
    s->A = &r->A;
    s->order = calloc(m + 1, sizeof *s->order);
    s->begin = calloc(m + 1, sizeof *s->begin);
    s->L = calloc(m + 1, sizeof *s->L);
    s->dependent = calloc(m + 1, sizeof *s->dependent);
    s->c = calloc(m + 1, sizeof *s->c);
    s->y = calloc(m + 1, sizeof *s->y);
    s->v = calloc((size_t)r->columns + 1, sizeof *s->v);
    s->m = s->begin && s->L ? r->rows : 0;
    if (!s->order || !s->begin || !s->L || !s->dependent || !s->c || !s->y || !s->v)
        return tw_fail_memory();
    tw_joined joined = {r->rows, r->columns / 6, s->A->first, s->A->body};
    TW_TRY(tw_breadth_order(&joined, s->order));
    if (!envelope(s)) return tw_fail_memory();
    return factor(d, s, r);
}

void tw_sparse_motion(tw_sparse_rank *s, double *motion) {
    memcpy(s->v, motion, (size_t)s->A->columns * sizeof(double));
    memset(s->c, 0, (size_t)s->m * sizeof(double));
    for (int k = 0; k <= REFINEMENTS; k++) project(s, s->m);
    memcpy(motion, s->v, (size_t)s->A->columns * sizeof(double));
}
