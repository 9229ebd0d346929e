/*
 * Contact problems at random: against every active set tried in turn, against the conditions in
 * long double, and one build of the loops against the other.
 */
#include "../../support/asked.h"
#include "cone_problem.h"

#include "base/math/elementary.h"
#include "numeric/cone/sweep/lu.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static tw_cone *room;

static int set_up(void **state) {
    (void)state;
    return tw_cone_create(&room) == TW_OK ? 0 : 1;
}

static int tear_down(void **state) {
    (void)state;
    tw_cone_free(room);
    return 0;
}

enum { MOST = 5 };

/* x of A x = b by elimination with full pivots; false: A is singular. m <= MOST */
static bool gauss(int m, double A[MOST][MOST], double *b, double *x) {
    int column[MOST];
    for (int i = 0; i < m; i++) column[i] = i;
    for (int c = 0; c < m; c++) {
        int pr = c, pc = c;
        for (int i = c; i < m; i++)
            for (int j = c; j < m; j++)
                if (fabs(A[i][j]) > fabs(A[pr][pc])) {
                    pr = i;
                    pc = j;
                }
        if (fabs(A[pr][pc]) < 1e-9) return false;
        for (int j = 0; j < m; j++) {
            double t = A[c][j];
            A[c][j] = A[pr][j];
            A[pr][j] = t;
        }
        double t = b[c];
        b[c] = b[pr];
        b[pr] = t;
        for (int i = 0; i < m; i++) {
            t = A[i][c];
            A[i][c] = A[i][pc];
            A[i][pc] = t;
        }
        int swap = column[c];
        column[c] = column[pc];
        column[pc] = swap;
        for (int i = c + 1; i < m; i++) {
            double f = A[i][c] / A[c][c];
            for (int j = c; j < m; j++) A[i][j] -= f * A[c][j];
            b[i] -= f * b[c];
        }
    }
    for (int c = m - 1; c >= 0; c--) {
        double sum = b[c];
        for (int j = c + 1; j < m; j++) sum -= A[c][j] * x[column[j]];
        x[column[c]] = sum / A[c][c];
    }
    return true;
}

/* one of the 3^n active sets: -1 low, 0 free, 1 high; true: x is a solution */
static bool try_set(int n, const double *N, const tw_cone_rows *rows, const int *side, double *x) {
    int m = 0, free_row[MOST];
    double A[MOST][MOST], b[MOST], y[MOST];
    for (int i = 0; i < n; i++) {
        if (side[i] == 0) {
            free_row[m++] = i;
            continue;
        }
        x[i] = side[i] < 0 ? rows->lo[i] : rows->hi[i];
        if (fabs(x[i]) == INFINITY) x[i] = 0; /* one of many, of free rows that depend on others */
    }
    for (int i = 0; i < m; i++) {
        b[i] = -rows->r[free_row[i]];
        for (int j = 0; j < n; j++)
            if (side[j] != 0) b[i] -= N[free_row[i] * n + j] * x[j];
        for (int j = 0; j < m; j++) A[i][j] = N[free_row[i] * n + free_row[j]];
    }
    if (m > 0 && !gauss(m, A, b, y)) return false;
    for (int i = 0; i < m; i++) x[free_row[i]] = y[i];
    return missed(rows, N, x, 1) < 1e-9L;
}

static bool enumerate(int n, const double *N, const tw_cone_rows *rows, double *x) {
    int sets = 1;
    for (int i = 0; i < n; i++) sets *= 3;
    for (int s = 0; s < sets; s++) {
        int side[MOST], rest = s;
        for (int i = 0; i < n; i++, rest /= 3) side[i] = rest % 3 - 1;
        if (try_set(n, N, rows, side, x)) return true;
    }
    return false;
}

/* Columns of small whole numbers, so that which are dependent is no matter of rounding. */
static void every_active_set(void **state) {
    (void)state;
    int without = 0, singular = 0;
    for (int k = 0; k < 6000; k++) {
        int n = 1 + random_int(MOST), rank = 1 + random_int(MOST);
        double D[MOST][MOST], N[MOST * MOST], lo[MOST], hi[MOST], r[MOST], x[MOST], want[MOST];
        for (int i = 0; i < n; i++)
            for (int j = 0; j < rank; j++) D[i][j] = random_int(5) - 2;
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                N[i * n + j] = 0;
                for (int l = 0; l < rank; l++) N[i * n + j] += D[i][l] * D[j][l];
            }
        singular += rank < n;
        for (int i = 0; i < n; i++) {
            int kind = random_int(4);
            lo[i] = kind == 3 ? -INFINITY : kind == 2 ? -1.0 - random_int(3) : 0.0;
            hi[i] = kind == 3 || kind == 0 ? INFINITY : 1.0 + random_int(3);
            r[i] = random_int(9) - 5;
        }
        tw_cone_rows rows = {.bounded = n, .lo = lo, .hi = hi, .r = r};
        tw_cone_options options = {0};
        tw_cone_result result;
        bool exists = enumerate(n, N, &rows, want);
        assert_int_equal(tw_cone_dense(room, &rows, N, &options, x, NULL, &result), TW_OK);
        without += !exists;
        assert_int_equal(result.infeasible, !exists);
        assert_int_equal(result.converged, exists);
        if (!exists) continue;
        assert_true(missed(&rows, N, x, 1) < 1e-11L);
        for (int i = 0; i < n; i++) { /* u is the same for all solutions */
            double difference = 0;
            for (int j = 0; j < n; j++) difference += N[i * n + j] * (x[j] - want[j]);
            assert_near(difference, 0, 1e-9);
        }
    }
    assert_true(without > 300 && singular > 1000);
}

/* bodies that touch each other and the ground anywhere; masses of a ratio of 10^decades */
static problem *random_problem(int bodies, int contacts, int bounded, double decades, double mu) {
    problem *p = problem_new(bodies, contacts, bounded);
    for (int i = 0; i < bodies; i++) {
        double mass = tw_exp(uniform(-decades, decades) * 1.15);
        double x = uniform(0.05, 0.2), y = uniform(0.05, 0.2), z = uniform(0.05, 0.2);
        mat3 R = q_matrix(random_turn());
        add_body(p, mass, v3(mass * x, mass * y, mass * z), &R);
        for (int j = 0; j < 6; j++) p->v[6 * i + j] = uniform(-1, 1);
    }
    vec3 normal = {0, 0, 1}, at = {0, 0, 0};
    for (int k = 0; k < contacts; k++) {
        int a = random_int(bodies), b = random_int(bodies + 1) - 1;
        if (a == b) b = -1;
        vec3 n = v3_normalized(random_vec(1)), ra = random_vec(0.5), rb = random_vec(0.5);
        bool again = random_int(3) == 0; /* as the last one: redundant */
        double f = random_int(4) == 0 ? 0 : uniform(0, mu);
        add_contact(p, a, b, again ? normal : n, again ? at : ra, rb, f);
        normal = again ? normal : n;
        at = again ? at : ra;
    }
    for (int k = 0; k < bounded; k++) {
        double D[12], hi = random_int(2) ? INFINITY : uniform(0, 1), lo = random_int(2) ? 0 : -hi;
        for (int j = 0; j < 12; j++) D[j] = uniform(-1, 1);
        int a = random_int(bodies), b = random_int(bodies + 1) - 1;
        add_bounded(p, a, a == b ? -1 : b, D, lo, hi);
    }
    add_approach(p);
    multiply_out(p);
    return p;
}

/* velocities of about 1 come out of it: what is missed counts against those */
static void judge(const problem *p, const double *lambda, long double allowed) {
    tw_cone_rows rows = given(p);
    long double e = missed(&rows, p->N, lambda, 1);
    if (!(e <= allowed)) fail_msg("missed by %Lg", e);
    /* nothing gains: lambda (r + u) / 2 is the change of energy, motors apart */
    if (p->bounded > 0) return;
    int n = rows_of(p);
    long double work = 0, size = 0;
    for (int i = 0; i < n; i++) {
        long double u = p->r[i];
        for (int j = 0; j < n; j++) u += (long double)p->N[i * n + j] * lambda[j];
        work += lambda[i] * (p->r[i] + u) / 2;
        size += fabsl(lambda[i] * (p->r[i] + u));
    }
    assert_true(work <= 1e-9L * (size + 1));
}

static void without_friction(void **state) {
    (void)state;
    for (int k = 0; k < 2000; k++) {
        int bodies = 1 + random_int(5), contacts = random_int(9), bounded = random_int(5);
        double decades = uniform(0, 6);
        problem *p = random_problem(bodies, contacts, bounded, decades, 0);
        tw_cone_rows rows = given(p);
        tw_cone_options options = {0};
        tw_cone_result result;
        double *lambda = zeros(rows_of(p), sizeof *lambda);
        assert_int_equal(tw_cone_dense(room, &rows, p->N, &options, lambda, NULL, &result), TW_OK);
        if (!result.converged) fail_msg("problem %d: %g", k, result.residual_u);
        judge(p, lambda, 1e-10L);
        free(lambda);
        problem_free(p);
    }
}

static void with_friction(void **state) {
    (void)state;
    for (int k = 0; k < 3000; k++) {
        int bodies = 1 + random_int(5), contacts = 1 + random_int(9), bounded = random_int(3);
        double decades = uniform(0, 3);
        problem *p = random_problem(bodies, contacts, bounded, decades, 0.8);
        tw_cone_rows rows = given(p);
        tw_cone_options options = {0};
        tw_cone_result result;
        double *lambda = zeros(rows_of(p), sizeof *lambda);
        assert_int_equal(tw_cone_dense(room, &rows, p->N, &options, lambda, NULL, &result), TW_OK);
        if (!result.converged) fail_msg("problem %d: %g", k, result.residual_u);
        judge(p, lambda, 1e-7L);
        free(lambda);
        problem_free(p);
    }
}

/* the answer near zero is an answer */
static void evenly(void **state) {
    (void)state;
    for (int k = 0; k < 1000; k++) {
        int bodies = 1 + random_int(3), contacts = 2 + random_int(9);
        problem *p = random_problem(bodies, contacts, 0, 1, 0.8);
        tw_cone_rows rows = given(p);
        tw_cone_options even = {.even = true};
        tw_cone_result result;
        double *x = zeros(rows_of(p), sizeof *x);
        assert_int_equal(tw_cone_dense(room, &rows, p->N, &even, x, NULL, &result), TW_OK);
        assert_true(result.converged);
        judge(p, x, 1e-7L);
        free(x);
        problem_free(p);
    }
}

/* A table on many legs that slides and turns; what a weight on it changes changes all legs by as
 * little */
static void smoothly(void **state) {
    (void)state;
    for (int k = 0; k < 200; k++) {
        enum { LEGS = 8 };
        problem *p = problem_new(1, LEGS, 0);
        add_upright(p, 1, v3(uniform(0.1, 0.3), uniform(0.1, 0.3), 0.3));
        const double v[6] = {uniform(-5, 5), uniform(-5, 5), -10, 0, 0, uniform(-5, 5)};
        memcpy(p->v, v, sizeof v);
        for (int i = 0; i < LEGS; i++)
            add_contact(p, -1, 0, v3(0, 0, 1), v3(0, 0, 0),
                        v3(i % 2 ? 0.5 : -0.5, uniform(-0.5, 0.5), -0.2), uniform(0.1, 0.6));
        add_approach(p);
        multiply_out(p);
        tw_cone_rows rows = given(p);
        tw_cone_options even = {.even = true};
        tw_cone_result result;
        double x[3 * LEGS] = {0}, y[3 * LEGS] = {0};
        assert_int_equal(tw_cone_dense(room, &rows, p->N, &even, x, NULL, &result), TW_OK);
        for (int i = 0; i < LEGS; i++) p->r[3 * i] *= 1 + 1e-7;
        assert_int_equal(tw_cone_dense(room, &rows, p->N, &even, y, NULL, &result), TW_OK);
        for (int i = 0; i < 3 * LEGS; i++) assert_near(y[i], x[i], 1e-5);
        problem_free(p);
    }
}

/* A leaning stack that slides on, as accelerations pose it: what sticks asks for what no rigid body
 * can do, by a little. The answer costs no more than others do, and what a change of that little
 * does to the accelerations is as little */
static void contradicting(void **state) {
    (void)state;
    enum { TIMES = 40 };
    int iterations = 0, far = 0, told = 0, converged = 0;
    for (int k = 0; k < TIMES; k++) {
        enum { BOXES = 3, CONTACTS = 4 * BOXES, ROWS = 3 * CONTACTS };
        problem *p = problem_new(BOXES, CONTACTS, 0);
        double off = k % 2 ? 1e-5 : 1e-7;
        for (int b = 0; b < BOXES; b++) {
            add_upright(p, 1, v3(uniform(0.1, 0.3), uniform(0.1, 0.3), uniform(0.1, 0.3)));
            p->v[6 * b] = uniform(-0.5, 0.5);
            p->v[6 * b + 2] = -9.81;
            for (int i = 0; i < 4; i++) {
                vec3 corner = v3(i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, -0.1);
                add_contact(p, b - 1, b, v3(0, 0, 1), v3(corner.x + 0.1, corner.y, 0.1), corner,
                            0.2);
            }
        }
        add_approach(p);
        multiply_out(p);
        for (int i = 0; i < ROWS; i++) p->r[i] += uniform(-off, off);
        for (int i = 0; i < 4; i++) p->r[3 * i + 1] = 1e6; /* slides for certain */
        tw_cone_rows rows = given(p);
        tw_cone_options even = {.even = true, .tolerance_u = 1e-7, .fair_u = 1e-4};
        tw_cone_result result;
        double x[ROWS] = {0}, y[ROWS] = {0};
        assert_int_equal(tw_cone_dense(room, &rows, p->N, &even, x, NULL, &result), TW_OK);
        converged += result.converged;
        told += result.contradicts;
        iterations += result.iterations;
        for (int i = 0; i < ROWS; i++) p->r[i] += uniform(-1e-9, 1e-9);
        assert_int_equal(tw_cone_dense(room, &rows, p->N, &even, y, NULL, &result), TW_OK);
        double most = 0;
        for (int i = 0; i < ROWS; i++) {
            double change = 0;
            for (int j = 0; j < ROWS; j++) change += p->N[i * ROWS + j] * (y[j] - x[j]);
            most = fmax(most, fabs(change));
        }
        far += most > 1e-8;
        problem_free(p);
    }
    assert_true(iterations < TIMES * 100);
    assert_true(far <= 1);
    assert_true(told > TIMES / 3 && converged > TIMES * 0.9);
}

/* What contradicting rows may leave counts for no others: where more is asked for than rounding
 * lets be, an answer is none, but for what sticks */
static void not_contradicting(void **state) {
    (void)state;
    int missed_by_rounding = 0, told = 0;
    for (int k = 0; k < 300; k++) {
        problem *p = random_problem(1 + random_int(3), 2 + random_int(9), 2 * (k % 2), 1, 0.8);
        tw_cone_rows rows = given(p);
        tw_cone_options even = {.even = true, .tolerance_u = 1e-19, .fair_u = 10};
        tw_cone_result result;
        double *x = zeros(rows_of(p), sizeof *x);
        assert_int_equal(tw_cone_dense(room, &rows, p->N, &even, x, NULL, &result), TW_OK);
        if (result.residual_u > 0) missed_by_rounding++;
        told += result.residual_u > 0 && result.converged;
        free(x);
        problem_free(p);
    }
    if (!(missed_by_rounding > 200 && told < missed_by_rounding / 4))
        fail_msg("%d of %d", told, missed_by_rounding);
}

/* the same by its bodies; v is M^-1 D lambda; both builds give the same bits */
static void by_bodies(void **state) {
    (void)state;
    tw_cone *plain;
    setenv("TAUWERK_LANES", "4", 1);
    assert_int_equal(tw_cone_create(&plain), TW_OK);
    unsetenv("TAUWERK_LANES");
    int newton = 0, unsolved = 0;
    for (int k = 0; k < 300; k++) {
        int count = 1 + random_int(20), contacts = random_int(60), bounded = random_int(4);
        if (k % 3 == 0) count = 12 + random_int(20); /* enough for four contacts at once */
        double decades = uniform(0, 2);
        problem *p = random_problem(count, contacts, bounded, decades, 0.6);
        p->inverse_mass[0] = 0; /* one that never moves */
        memset(p->inverse_inertia, 0, 6 * sizeof(double));
        memset(p->v, 0, 6 * sizeof(double));
        memset(p->r, 0, (size_t)rows_of(p) * sizeof(double));
        add_approach(p);
        multiply_out(p);
        int n = rows_of(p);
        double *lambda = zeros(n, sizeof *lambda), *v = zeros(6 * count, sizeof *v);
        double *other = zeros(n, sizeof *other), *want = zeros(6 * count, sizeof *want);
        tw_cone_rows rows = given(p);
        tw_cone_bodies bodies = bodies_of(p);
        tw_cone_options options = {.tolerance_u = 1e-9, .limit = 2000};
        tw_cone_result a, b;
        assert_int_equal(tw_cone_bodies_solve(room, &rows, &bodies, &options, lambda, v, &a),
                         TW_OK);
        assert_int_equal(tw_cone_bodies_solve(plain, &rows, &bodies, &options, other, NULL, &b),
                         TW_OK);
        assert_memory_equal(lambda, other, (size_t)n * sizeof *lambda);
        assert_memory_equal(&a, &b, sizeof a);
        newton += a.method == TW_CONE_NEWTON;
        double w[200], u[200], residual_u, residual_lambda;
        for (int i = 0; i < n; i++) {
            w[i] = p->N[i * n + i];
            u[i] = p->r[i];
            for (int j = 0; j < n; j++) u[i] += p->N[i * n + j] * lambda[j];
        }
        tw_cone_residual(&rows, w, lambda, u, &residual_u, &residual_lambda);
        assert_near(a.residual_u, residual_u, 1e-9 * (1 + residual_u));
        assert_near(a.residual_lambda, residual_lambda, 1e-6 * (1 + residual_lambda));
        assert_int_equal(a.converged, a.residual_u <= options.tolerance_u);
        unsolved += !a.converged;
        if (a.converged) judge(p, lambda, 1e-6L);
        for (int i = 0; i < n; i++)
            for (int side = 0; side < 2; side++) {
                int body;
                double MD[6];
                const double *D = row_of(p, i, side, &body);
                if (body < 0) continue;
                times_inverse(p, body, D, MD);
                for (int j = 0; j < 6; j++) want[6 * body + j] += MD[j] * lambda[i];
            }
        for (int i = 0; i < 6 * count; i++) assert_near(v[i], want[i], 1e-10 * (1 + fabs(want[i])));
        /* what is a solution already stays as it is, but for the rounding of turned tangents */
        options.warm = true;
        options.tolerance_u = 1.01 * a.residual_u + 1e-13;
        assert_int_equal(tw_cone_bodies_solve(room, &rows, &bodies, &options, lambda, v, &a),
                         TW_OK);
        assert_int_equal(a.iterations, 0);
        free(lambda);
        free(v);
        free(other);
        free(want);
        problem_free(p);
    }
    assert_true(newton > 40 && unsolved <= 3); /* up to 60 contacts on as few as two bodies */
    tw_cone_free(plain);
}

/* takes the velocity along q out of all bodies together, M^-1 q (q M^-1 q)^-1 q v */
typedef struct holder {
    const problem *p;
    double q[60], Mq[60], qMq;
} holder;

static void hold(void *context, double *v) {
    const holder *h = context;
    double along = 0;
    for (int i = 0; i < 6 * h->p->count; i++) along += h->q[i] * v[i];
    for (int i = 0; i < 6 * h->p->count; i++) v[i] -= h->Mq[i] * along / h->qMq;
}

/* N = D^T P M^-1 D: the exact solver is given its numbers, the gradients only what P does */
static void held_together(void **state) {
    (void)state;
    int solved = 0;
    for (int k = 0; k < 200; k++) {
        int count = 1 + random_int(6), contacts = 1 + random_int(8), bounded = random_int(3);
        problem *p = random_problem(count, contacts, bounded, 1, 0.5);
        holder h = {.p = p};
        for (int i = 0; i < 6 * count; i++) h.q[i] = uniform(-1, 1);
        for (int b = 0; b < count; b++) times_inverse(p, b, h.q + 6 * b, h.Mq + 6 * b);
        for (int i = 0; i < 6 * count; i++) h.qMq += h.q[i] * h.Mq[i];
        hold(&h, p->v); /* what the bodies do without contacts, the row holds already */
        int n = rows_of(p);
        memset(p->r, 0, (size_t)n * sizeof(double));
        add_approach(p);
        double x[60], u[60];
        for (int i = 0; i < n; i++) {
            x[i] = u[i] = 0;
            for (int side = 0; side < 2; side++) {
                int b;
                const double *D = row_of(p, i, side, &b);
                for (int j = 0; b >= 0 && j < 6; j++) u[i] += D[j] * h.Mq[6 * b + j];
            }
        }
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) p->N[i * n + j] -= u[i] * u[j] / h.qMq;
        tw_cone_rows rows = given(p);
        tw_cone_bodies bodies = bodies_of(p);
        bodies.project = hold;
        bodies.context = &h;
        tw_cone_options options = {.tolerance_u = 1e-7, .limit = 50000};
        tw_cone_result result;
        double v[36], moved = 0;
        assert_int_equal(tw_cone_bodies_solve(room, &rows, &bodies, &options, x, v, &result),
                         TW_OK);
        assert_int_equal(result.method, TW_CONE_GRADIENT);
        assert_int_equal(result.converged, result.residual_u <= 1e-7);
        solved += result.converged;
        if (result.converged) judge(p, x, 1e-4L);
        for (int i = 0; i < 6 * count; i++) moved += h.q[i] * v[i];
        assert_near(moved, 0, 1e-9);
        problem_free(p);
    }
    assert_true(solved >= 195);
}

/* an answer that says so ends the solver at once, whichever loop has asked: more than a thousand
 * contacts are asked for at each iteration, fewer at each 16th */
static void can_be_stopped(void **state) {
    (void)state;
    static const int bodies_of_problem[] = {12, 40, 300}, contacts_of[] = {60, 300, 1100};
    for (int k = 0; k < 3; k++) {
        problem *p = random_problem(bodies_of_problem[k], contacts_of[k], 0, 1, 0.5);
        double *lambda = zeros(rows_of(p), sizeof *lambda);
        tw_cone_rows rows = given(p);
        tw_cone_bodies bodies = bodies_of(p);
        asked a = {0, 0};
        tw_cone_options options = {.tolerance_u = 1e-9, .limit = 200, .poll = {asked_by, &a}};
        tw_cone_result r;
        assert_int_equal(tw_cone_bodies_solve(room, &rows, &bodies, &options, lambda, NULL, &r),
                         TW_OK);
        assert_true(r.iterations > 0 && a.calls >= (k == 2 ? 20 : r.iterations / 16));
        for (int all = a.calls, last = 1; last <= all; last += 1 + all / 50) {
            a = (asked){0, last};
            assert_int_equal(tw_cone_bodies_solve(room, &rows, &bodies, &options, lambda, NULL, &r),
                             TW_INTERRUPTED);
            assert_int_equal(a.calls, last);
        }
        free(lambda);
        problem_free(p);
    }
}

/* the factorisation of Newton's method asks every fourth column */
static void factorisation_can_be_stopped(void **state) {
    (void)state;
    enum { BODIES = 41, PAIRS = BODIES * (BODIES - 1) / 2, CALLS = 11 };
    static int pair[PAIRS][2];
    for (int i = 0, k = 0; i < BODIES; i++)
        for (int j = 0; j < i; j++, k++) pair[k][0] = i, pair[k][1] = j;
    asked a = {0, 0};
    tw_cone_lu m = {.poll = {asked_by, &a}};
    bool fits;
    assert_int_equal(tw_cone_lu_analyse(&m, BODIES, PAIRS, (const int(*)[2])pair, 1e9, &fits),
                     TW_OK);
    assert_true(fits);
    tw_cone_lu_begin(&m);
    assert_true(tw_cone_lu_factor_plain(&m));
    assert_int_equal(a.calls, CALLS);
    for (int last = 1; last <= CALLS; last++) {
        a = (asked){0, last};
        tw_cone_lu_begin(&m);
        assert_false(tw_cone_lu_factor_plain(&m));
        assert_int_equal(m.stopped, TW_INTERRUPTED);
        assert_int_equal(a.calls, last);
        m.stopped = TW_OK;
    }
    tw_cone_lu_free(&m);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_active_set),
        cmocka_unit_test(without_friction),
        cmocka_unit_test(with_friction),
        cmocka_unit_test(by_bodies),
        cmocka_unit_test(held_together),
        cmocka_unit_test(evenly),
        cmocka_unit_test(smoothly),
        cmocka_unit_test(contradicting),
        cmocka_unit_test(not_contradicting),
        cmocka_unit_test(can_be_stopped),
        cmocka_unit_test(factorisation_can_be_stopped),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
