/*
 * The sparse solver against the singular value decomposition, on random block systems of full rank,
 * rank-deficient, conflicting, and with rows of very different sizes.
 */
#include "numeric/linear/sparse/sparse.h"

#include "../../support/near.h"
#include "../../support/random.h"
#include "base/math/elementary.h"
#include "numeric/linear/lsq.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <lapacke.h>

static const double CUTOFF = 1e-8;

enum { ROWS = 120, BLOCKS = 120, SLOTS = 4, BODIES = 80 };

typedef struct problem {
    tw_sparse_shape shape;
    int rows[BLOCKS], first[BLOCKS + 1], body[BLOCKS * SLOTS];
    int m, n;                    /* of B */
    double B[ROWS * BODIES * 6]; /* [m x n] */
    double b[ROWS], x[ROWS], y[ROWS];
} problem;

static double *row_of(problem *p, int row) {
    return p->B + (size_t)row * (size_t)p->n;
}

/* up to `limit` different bodies, in rising order */
static int choose_bodies(problem *p, int limit, int *body) {
    int n = 0, want = 1 + random_int(limit);
    for (int i = 0; i < want; i++) {
        int b = random_int(p->shape.bodies), known = 0;
        for (int j = 0; j < n; j++) known |= body[j] == b;
        if (!known) body[n++] = b;
    }
    return n;
}

/* one more block; with `dependent`, its rows are made of those of an earlier one, or equal to them
 */
static void add_block(problem *p, int rows, bool dependent, double grade) {
    int k = p->shape.blocks++, *body = p->body + p->first[k], like = dependent ? random_int(k) : 0;
    int slots = choose_bodies(p, SLOTS, body), begin = 0;
    if (dependent) {
        for (int i = 0; i < like; i++) begin += p->rows[i];
        slots = p->first[like + 1] - p->first[like];
        memcpy(body, p->body + p->first[like], (size_t)slots * sizeof *body);
    }
    p->rows[k] = rows;
    p->first[k + 1] = p->first[k] + slots;
    for (int i = 0; i < rows; i++) {
        double *to = row_of(p, p->m + i), size = tw_exp(grade * uniform(-1, 1));
        for (int s = 0; s < slots && !dependent; s++)
            for (int c = 0; c < 6; c++) to[6 * body[s] + c] = size * uniform(-1, 1);
        for (int j = 0; dependent && j < p->rows[like]; j++) {
            const double *from = row_of(p, begin + j);
            double f = uniform(-1, 1);
            for (int c = 0; c < p->n; c++) to[c] += f * from[c];
        }
    }
    p->m += rows;
}

/* a system of about `m` rows */
static void make(problem *p, int m, bool deficient, bool conflicting, double grade) {
    memset(p, 0, sizeof *p);
    p->shape = (tw_sparse_shape){0, 1 + m / 3 + random_int(3), p->rows, p->first, p->body, false};
    p->n = 6 * p->shape.bodies;
    while (p->m < m) {
        int most = m - p->m < 6 ? m - p->m : 6, rows = 1 + random_int(most);
        add_block(p, rows, deficient && p->shape.blocks > 0 && random_int(4) == 0, grade);
    }
    double z[BODIES * 6];
    for (int c = 0; c < p->n; c++) z[c] = uniform(-1, 1);
    for (int i = 0; i < p->m; i++) {
        for (int c = 0; c < p->n; c++) p->b[i] += row_of(p, i)[c] * z[c];
        if (conflicting) p->b[i] += uniform(-1, 1);
    }
}

static void fill(const problem *p, tw_sparse *s) {
    for (int k = 0, row = 0; k < p->shape.blocks; row += p->rows[k++])
        for (int e = p->first[k]; e < p->first[k + 1]; e++) {
            int stride;
            double *to = tw_sparse_entry(s, e, &stride);
            for (int c = 0; c < 6; c++)
                for (int i = 0; i < p->rows[k]; i++)
                    to[c * stride + i] =
                        p->B[(size_t)(row + i) * (size_t)p->n + (size_t)(6 * p->body[e] + c)];
        }
}

static bool by_sparse(problem *p, tw_sparse_info *info) {
    tw_arena arena = {0};
    tw_sparse *s;
    assert_int_equal(tw_sparse_create(&p->shape, &arena, &s), TW_OK);
    fill(p, s);
    assert_true(tw_sparse_factor(s, 0));
    bool done = tw_sparse_least(s, CUTOFF, p->b, p->x, info);
    tw_arena_free(&arena);
    return done;
}

/* the definition, by Jacobi rotations, which keep small singular values exact */
static void by_svd(problem *p, tw_lsq_info *info) {
    enum { COLUMNS = BODIES * 6, WORK = 6 * ROWS + 2 * ROWS * ROWS + 2 * COLUMNS + 64 * COLUMNS };
    static double A[ROWS * COLUMNS], S[ROWS], U[ROWS * COLUMNS], V[ROWS * ROWS], work[WORK];
    static int integers[COLUMNS + 3 * ROWS];
    memcpy(A, p->B, (size_t)p->m * (size_t)p->n * sizeof *A); /* B^T, columns first */
    assert_int_equal(LAPACKE_dgejsv_work(LAPACK_COL_MAJOR, 'F', 'U', 'J', 'N', 'N', 'N', p->n, p->m,
                                         A, p->n, S, U, p->n, V, p->m, work, WORK, integers),
                     0);
    double scale = work[0] / work[1];
    *info = (tw_lsq_info){.s_max = scale * S[0]};
    for (int j = 0; j < p->m; j++) p->y[j] = 0;
    for (int i = 0; i < p->m; i++) {
        double s = scale * S[i], w = tw_lsq_filter(s / info->s_max, CUTOFF), c = 0;
        if (w == 0) continue;
        if (w > 0.5) {
            info->rank++;
            info->s_min = s;
        }
        const double *v = V + (size_t)i * (size_t)p->m;
        for (int j = 0; j < p->m; j++) c += v[j] * p->b[j];
        for (int j = 0; j < p->m; j++) p->y[j] += w * w / s / s * c * v[j];
    }
}

/* |x - y| / |y|, of what the condition allows when the numbers are exact to rounding */
static double scaled_error(const problem *p, double condition) {
    double e2 = 0, x2 = 0;
    for (int j = 0; j < p->m; j++) {
        e2 += (p->x[j] - p->y[j]) * (p->x[j] - p->y[j]);
        x2 += p->y[j] * p->y[j];
    }
    return sqrt(e2) / (sqrt(x2) + 1e-300) / fmax(1, condition / 1e3);
}

static int systems = 2500;

static void test_random(void **state) {
    (void)state;
    static problem p;
    int fallbacks = 0;
    for (int i = 0; i < systems; i++) {
        double u = uniform(0, 1), grade = i % 3 == 0 ? uniform(0, 6.9) : 0;
        make(&p, 1 + (int)(ROWS * u * u * u), i % 5 == 0, i % 10 == 3, grade);
        tw_sparse_info info;
        tw_lsq_info reference;
        if (!by_sparse(&p, &info)) {
            fallbacks++;
            continue;
        }
        by_svd(&p, &reference);
        double e = scaled_error(&p, reference.s_max / reference.s_min);
        if (!(e <= 1e-10) || info.rank != reference.rank)
            fail_msg("system %d, %d rows: error %g, rank %d, not %d", i, p.m, e, info.rank,
                     reference.rank);
    }
    assert_true(fallbacks * 100 <= systems);
}

/* adds B_i B_j^T to where it is kept */
static void add_to_block(const problem *p, const int *begin, tw_sparse *s, int i, int j) {
    tw_sparse_block block = tw_sparse_block_of(s, i, j);
    int later = block.swapped ? j : i, first = block.swapped ? i : j;
    for (int c = 0; c < p->rows[first]; c++)
        for (int r = 0; r < p->rows[later]; r++)
            for (int k = 0; k < p->n; k++)
                block.at[c * block.stride + r] +=
                    p->B[(begin[later] + r) * p->n + k] * p->B[(begin[first] + c) * p->n + k];
}

static bool share_a_body(const problem *p, int i, int j) {
    for (int x = p->first[i]; x < p->first[i + 1]; x++)
        for (int y = p->first[j]; y < p->first[j + 1]; y++)
            if (p->body[x] == p->body[y]) return true;
    return false;
}

/* writes A; with `set`, over what is there, and only the pattern */
static void write_blocks(const problem *p, const int *begin, tw_sparse *s, bool set) {
    if (set)
        tw_sparse_begin_fill(s);
    else
        tw_sparse_begin(s);
    for (int i = 0; i < p->shape.blocks; i++)
        for (int j = 0; j <= i; j++) {
            if (!share_a_body(p, i, j)) continue;
            bool turn = random_int(2);
            int a = turn ? i : j, b = turn ? j : i;
            tw_sparse_block block = tw_sparse_block_of(s, a, b);
            int later = block.swapped ? b : a, first = block.swapped ? a : b;
            for (int c = 0; set && c < p->rows[first]; c++)
                for (int r = 0; r < (p->rows[later] + 3) / 4 * 4; r++)
                    block.at[c * block.stride + r] = 0;
            add_to_block(p, begin, s, a, b);
        }
}

/* from the blocks of A the same solution as from B */
static void test_assembled(void **state) {
    (void)state;
    enum { SYSTEMS = 500, MOST = ROWS * 4 };
    static problem p;
    static double x[MOST];
    int plain = 0;
    for (int i = 0; i < SYSTEMS; i++) {
        make(&p, 1 + random_int(60), i % 50 == 7, false, 0);
        tw_arena arena = {0};
        tw_sparse *s;
        tw_sparse_info info = {.rank = p.m};
        tw_sparse_pivots pivots;
        int begin[BLOCKS];
        for (int k = 0, row = 0; k < p.shape.blocks; row += p.rows[k++]) begin[k] = row;
        assert_int_equal(tw_sparse_create(&p.shape, &arena, &s), TW_OK);
        assert_true(tw_sparse_padded_size(s) <= MOST);
        for (int twice = 0; twice < 2; twice++) {
            write_blocks(&p, begin, s, twice);
            assert_true(tw_sparse_factor_assembled(s, &pivots));
            memset(x, 0, sizeof x);
            for (int k = 0; k < p.shape.blocks; k++)
                for (int r = 0; r < p.rows[k]; r++)
                    x[tw_sparse_row_place(s, k) + r] = p.b[begin[k] + r];
            tw_sparse_solve_padded(s, x);
            for (int k = 0; k < p.shape.blocks; k++)
                for (int r = 0; r < p.rows[k]; r++)
                    p.y[begin[k] + r] = x[tw_sparse_row_place(s, k) + r];
        }
        fill(&p, s);
        if (pivots.plain && tw_sparse_factor(s, 0) && tw_sparse_least(s, CUTOFF, p.b, p.x, &info)) {
            assert_int_equal(info.rank, p.m);
            if (!(scaled_error(&p, 0) <= 1e-12)) fail_msg("error %g", scaled_error(&p, 0));
            plain++;
        }
        if (i % 50 == 7 && info.rank < p.m) assert_false(pivots.plain);
        tw_arena_free(&arena);
    }
    assert_true(plain > SYSTEMS / 8);
}

/* solves p with s, which knows its blocks only; out: padded */
static void solve_assembled(const problem *p, tw_sparse *s, double *out) {
    tw_sparse_pivots pivots;
    int begin[BLOCKS];
    for (int k = 0, row = 0; k < p->shape.blocks; row += p->rows[k++]) begin[k] = row;
    write_blocks(p, begin, s, true);
    assert_true(tw_sparse_factor_assembled(s, &pivots));
    memset(out, 0, (size_t)tw_sparse_padded_size(s) * sizeof *out);
    for (int k = 0; k < p->shape.blocks; k++)
        for (int r = 0; r < p->rows[k]; r++)
            out[tw_sparse_row_place(s, k) + r] = p->b[begin[k] + r];
    tw_sparse_solve_padded(s, out);
}

static void place(tw_sparse *s, tw_arena *arena) {
    double *numbers = tw_arena_new(arena, double, tw_sparse_numbers(s));
    assert_non_null(numbers);
    tw_sparse_place(s, numbers);
}

/* one that shares another's pattern gives the bits of one of its own, and neither disturbs the
 * other */
static void test_like(void **state) {
    (void)state;
    enum { SYSTEMS = 100, MOST = ROWS * 4 };
    static problem p, q;
    static double x[3][MOST];
    for (int i = 0; i < SYSTEMS; i++) {
        make(&p, 1 + random_int(60), false, false, 0);
        q = p;
        q.shape.rows = q.rows, q.shape.first = q.first, q.shape.body = q.body;
        for (int k = 0; k < p.m * p.n; k++) q.B[k] *= 1 + 0.1 * ((double)random_int(100) / 100);
        p.shape.assembled = q.shape.assembled = true;
        tw_arena arena = {0};
        tw_sparse *s, *like, *own;
        assert_int_equal(tw_sparse_create(&p.shape, &arena, &s), TW_OK);
        assert_int_equal(tw_sparse_create_like(s, &arena, &like), TW_OK);
        assert_int_equal(tw_sparse_create(&q.shape, &arena, &own), TW_OK);
        tw_sparse *each[] = {s, like, own};
        for (int k = 0; k < 3; k++) place(each[k], &arena);
        size_t bytes = (size_t)tw_sparse_padded_size(s) * sizeof **x;
        solve_assembled(&p, s, x[0]);
        solve_assembled(&q, like, x[1]);
        solve_assembled(&q, own, x[2]);
        assert_memory_equal(x[1], x[2], bytes);
        assert_memory_not_equal(x[0], x[1], bytes);
        /* s has still the factor of p */
        memcpy(x[2], x[0], bytes);
        solve_assembled(&p, own, x[1]);
        tw_sparse_solve_padded(s, x[2]);
        tw_sparse_solve_padded(own, x[0]);
        assert_memory_equal(x[2], x[0], bytes);
        tw_arena_free(&arena);
    }
}

/* everything that comes out of one random system, with the loops of this processor or plain ones */
static size_t outcome(problem *p, bool plain, double *out) {
    tw_arena arena = {0};
    tw_sparse *s;
    tw_sparse_info info;
    tw_sparse_errors errors;
    tw_sparse_pivots pivots;
    int begin[BLOCKS];
    size_t n = 0;
    assert_int_equal(plain ? setenv("TAUWERK_LANES", "4", 1) : unsetenv("TAUWERK_LANES"), 0);
    assert_int_equal(tw_sparse_create(&p->shape, &arena, &s), TW_OK);
    fill(p, s);
    assert_true(tw_sparse_factor(s, 0));
    if (tw_sparse_least(s, CUTOFF, p->b, p->x, &info)) {
        for (int i = 0; i < p->m; i++) out[n++] = p->x[i];
        out[n++] = info.reach;
        out[n++] = info.range;
    }
    for (int i = 0; i < p->m; i++) p->y[i] = 1;
    if (tw_sparse_errors_of(s, CUTOFF, 1e-3, p->y, p->y, &errors)) {
        out[n++] = errors.all;
        out[n++] = errors.weak;
        out[n++] = errors.spread;
    }
    for (int k = 0, row = 0; k < p->shape.blocks; row += p->rows[k++]) begin[k] = row;
    write_blocks(p, begin, s, true);
    assert_true(tw_sparse_factor_assembled(s, &pivots));
    out[n++] = pivots.ratio;
    out[n++] = pivots.least;
    out[n++] = pivots.most;
    memset(out + n, 0, (size_t)tw_sparse_padded_size(s) * sizeof *out);
    for (int k = 0; k < p->shape.blocks; k++) out[n + (size_t)tw_sparse_row_place(s, k)] = 1 + k;
    tw_sparse_solve_padded(s, out + n);
    n += (size_t)tw_sparse_padded_size(s);
    tw_arena_free(&arena);
    return n;
}

/* blocks of three rows, each on the body of the one before: a chain of ball joints, with a fork */
static void make_chain(problem *p) {
    memset(p, 0, sizeof *p);
    p->shape = (tw_sparse_shape){0, ROWS / 3, p->rows, p->first, p->body, false};
    p->n = 6 * p->shape.bodies;
    for (int k = 0; k < ROWS / 3; k++) {
        int slots = 0, *body = p->body + p->first[k];
        body[slots++] = k;
        if (k > 0) body[slots++] = random_int(8) ? k - 1 : random_int(k);
        p->rows[k] = 3;
        p->first[k + 1] = p->first[k] + slots;
        for (int i = 0; i < 3; i++, p->m++)
            for (int j = 0; j < 6 * slots; j++)
                row_of(p, p->m)[6 * body[j / 6] + j % 6] = uniform(-1, 1);
        p->shape.blocks++;
    }
    for (int i = 0; i < p->m; i++) p->b[i] = uniform(-1, 1);
}

/* plain and wide loops give the same bits */
static void test_builds(void **state) {
    (void)state;
    enum { SYSTEMS = 400, MOST = ROWS * 6 + 16 };
    static problem p;
    static double out[2][MOST];
    bool wide = false;
#if defined(__x86_64__) && defined(__GNUC__)
    wide = __builtin_cpu_supports("avx2");
#endif
    if (!wide) {
        print_message("this processor has no AVX2: there are only the plain loops to run\n");
        skip();
    }
    for (int i = 0; i < SYSTEMS; i++) {
        if (i % 2)
            make_chain(&p);
        else
            make(&p, 1 + random_int(ROWS), i % 10 == 0, i % 6 == 2, i % 8 == 0 ? 6 : 0);
        size_t n = outcome(&p, true, out[0]);
        assert_int_equal(outcome(&p, false, out[1]), n);
        assert_memory_equal(out[0], out[1], n * sizeof **out);
    }
}

/* unit_sparse [SYSTEMS]: of random ones; 10000 take 40 s */
int main(int argc, char **argv) {
    if (argc > 1) systems = atoi(argv[1]);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_builds),
                                       cmocka_unit_test(test_assembled),
                                       cmocka_unit_test(test_like), cmocka_unit_test(test_random)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
