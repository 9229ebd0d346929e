/*
 * Contact problems of small islands: against answers known by hand, against all active sets tried
 * in turn, and against the conditions themselves.
 */
#include "cone_problem.h"

#include "base/math/elementary.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static const double g = 9.81;

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

typedef struct ball {
    vec3 centre;
    double mass, radius;
} ball;

/* normal of a wall, towards the ball */
typedef struct touch {
    int a, b; /* b < 0: the wall with this normal */
    vec3 normal;
} touch;

static problem *of_balls(int count, const ball *balls, int contacts, const touch *touches) {
    problem *p = problem_new(count, contacts, 0);
    for (int i = 0; i < count; i++) {
        double I = 0.4 * balls[i].mass * balls[i].radius * balls[i].radius;
        add_upright(p, balls[i].mass, v3(I, I, I));
    }
    for (int i = 0; i < contacts; i++) {
        const touch *t = &touches[i];
        const ball *a = &balls[t->a];
        if (t->b < 0) {
            add_contact(p, -1, t->a, t->normal, v3_zero(), v3_scale(t->normal, -a->radius), 0);
        } else {
            vec3 n = v3_normalized(v3_sub(balls[t->b].centre, a->centre));
            add_contact(p, t->a, t->b, n, v3_scale(n, a->radius), v3_scale(n, -balls[t->b].radius),
                        0);
        }
    }
    return p;
}

static void gravity(problem *p) {
    for (int i = 0; i < p->count; i++) p->v[6 * i + 1] = -g;
}

/* r from v, restitution e; the normal multipliers by the exact solver, the same as bare bounded
 * rows, and by sweeps: each against want; then v after */
static void solve_and_compare(problem *p, double e, const double *want, double *after) {
    add_approach(p);
    int n = rows_of(p), k = p->contacts;
    for (int i = 0; i < n; i++) p->r[i] *= 1 + e;
    multiply_out(p);
    tw_cone_rows rows = given(p);
    tw_cone_options exact = {0};
    tw_cone_result result;
    double *lambda = zeros(n, sizeof *lambda), *v = zeros(6 * p->count, sizeof *v);
    assert_int_equal(tw_cone_dense(room, &rows, p->N, &exact, lambda, NULL, &result), TW_OK);
    assert_true(result.converged);
    assert_int_equal(result.method, TW_CONE_PIVOT);
    for (int i = 0; i < k; i++) assert_near(lambda[3 * i], want[i], 1e-12 * (1 + fabs(want[i])));

    double N[100], r[10], lo[10] = {0}, hi[10], bare[10];
    for (int i = 0; i < k; i++) {
        hi[i] = INFINITY;
        r[i] = p->r[3 * i];
        for (int j = 0; j < k; j++) N[i * k + j] = p->N[3 * i * n + 3 * j];
    }
    tw_cone_rows alone = {.bounded = k, .lo = lo, .hi = hi, .r = r};
    assert_int_equal(tw_cone_dense(room, &alone, N, &exact, bare, NULL, &result), TW_OK);
    assert_true(result.converged);
    for (int i = 0; i < k; i++) assert_near(bare[i], want[i], 1e-12 * (1 + fabs(want[i])));

    tw_cone_bodies bodies = bodies_of(p);
    tw_cone_options loose = {.tolerance_u = 1e-8};
    assert_int_equal(tw_cone_bodies_solve(room, &rows, &bodies, &loose, lambda, v, &result), TW_OK);
    assert_true(result.converged);
    for (int i = 0; i < k; i++) assert_near(lambda[3 * i], want[i], 1e-6 * (1 + fabs(want[i])));
    for (int i = 0; after && i < 6 * p->count; i++) {
        after[i] = p->v[i];
        for (int j = 0; j < n; j++)
            for (int side = 0; side < 2; side++) {
                int b;
                double MD[6];
                const double *D = row_of(p, j, side, &b);
                if (b != i / 6) continue;
                times_inverse(p, b, D, MD);
                after[i] += MD[i % 6] * (j % 3 == 0 ? bare[j / 3] : 0);
            }
    }
    for (int i = 0; after && i < 6 * p->count; i++) assert_near(p->v[i] + v[i], after[i], 1e-6);
    free(lambda);
    free(v);
    problem_free(p);
}

static const vec3 up = {0, 1, 0};

static void column_of_balls(void **state) {
    (void)state;
    const ball b[] = {{{0, 0.5, 0}, 3, 0.5}, {{0, 1.4, 0}, 2, 0.4}, {{0, 2.1, 0}, 1, 0.3}};
    const touch t[] = {{0, -1, up}, {0, 1, up}, {1, 2, up}};
    problem *p = of_balls(3, b, 3, t);
    gravity(p);
    double after[18];
    solve_and_compare(p, 0, (double[]){58.86, 29.43, 9.81}, after);
    for (int i = 0; i < 18; i++) assert_near(after[i], 0, 1e-12);
}

static void balls_in_a_box(void **state) {
    (void)state;
    const ball b[] = {{{-0.6, 0.5, 0}, 1, 0.5}, {{0.6, 0.5, 0}, 1, 0.5}, {{0, 1.3, 0}, 2, 0.5}};
    const touch t[] = {{0, 2, up},  {1, 2, up},         {0, -1, up},
                       {1, -1, up}, {0, -1, {1, 0, 0}}, {1, -1, {-1, 0, 0}}};
    problem *p = of_balls(3, b, 6, t);
    gravity(p);
    double after[18];
    solve_and_compare(p, 0, (double[]){12.2625, 12.2625, 19.62, 19.62, 7.3575, 7.3575}, after);
    for (int i = 0; i < 18; i++) assert_near(after[i], 0, 1e-12);
}

/* the three below stand at the corners of a triangle, each against a wall */
static void balls_in_a_well(void **state) {
    (void)state;
    double h = 0.62, s = sqrt(0.75);
    const ball b[] = {{{h, 0.5, 0}, 1, 0.5},
                      {{-h / 2, 0.5, h * s}, 1, 0.5},
                      {{-h / 2, 0.5, -h * s}, 1, 0.5},
                      {{0, 0.5 + sqrt(1 - h * h), 0}, 1.5, 0.5}};
    const touch t[] = {{0, 3, up},          {1, 3, up},  {2, 3, up},          {0, -1, up},
                       {1, -1, up},         {2, -1, up}, {0, -1, {-1, 0, 0}}, {1, -1, {0.5, 0, -s}},
                       {2, -1, {0.5, 0, s}}};
    problem *p = of_balls(4, b, 9, t);
    gravity(p);
    double a = 6.251578747972808, c = 3.875978823743141;
    solve_and_compare(p, 0, (double[]){a, a, a, 14.715, 14.715, 14.715, c, c, c}, NULL);
}

/* any push between the walls is an answer: the smallest is none */
static void wedged_balls(void **state) {
    (void)state;
    const ball b[] = {{{-0.5, 0.5, 0}, 1, 0.5}, {{0.5, 0.5, 0}, 1, 0.5}};
    const touch t[] = {
        {0, -1, up}, {1, -1, up}, {0, 1, up}, {0, -1, {1, 0, 0}}, {1, -1, {-1, 0, 0}}};
    problem *p = of_balls(2, b, 5, t);
    gravity(p);
    double after[12];
    solve_and_compare(p, 0, (double[]){9.81, 9.81, 0, 0, 0}, after);
    for (int i = 0; i < 12; i++) assert_near(after[i], 0, 1e-12);
}

static void ball_in_a_groove(void **state) {
    (void)state;
    double a = 35 * 3.14159265358979323846 / 180, s = tw_sin(a), c = tw_cos(a);
    const ball b[] = {{{0, 0, 0}, 2, 0.5}};
    const touch t[] = {{0, -1, {s, c, 0}}, {0, -1, {-c, s, 0}}};
    problem *p = of_balls(1, b, 2, t);
    gravity(p);
    solve_and_compare(p, 0, (double[]){16.07176310895002, 11.253569681207521}, NULL);
}

static void wall_lets_go(void **state) {
    (void)state;
    double c = sqrt(0.75);
    const ball b[] = {{{0, 0, 0}, 2, 0.5}};
    const touch t[] = {{0, -1, {0.5, c, 0}}, {0, -1, {1, 0, 0}}};
    problem *p = of_balls(1, b, 2, t);
    gravity(p);
    double after[6];
    solve_and_compare(p, 0, (double[]){16.991418422250685, 0}, after);
    assert_near(after[0], 4.2478546055626705, 1e-12);
    assert_near(after[1], -2.4525, 1e-12);
}

static void rod_pulled_up(void **state) {
    (void)state;
    problem *p = problem_new(1, 2, 0);
    double I = 0.16833333333333333;
    add_upright(p, 2, v3(I, I, I));
    for (int i = 0; i < 2; i++) add_contact(p, -1, 0, up, v3_zero(), v3(i ? 0.5 : -0.5, 0, 0), 0);
    p->v[1] = -g + 12.0 / 2;
    p->v[5] = 0.5 * 12 / I;
    double after[6];
    solve_and_compare(p, 0, (double[]){10.896807980049875, 0}, after);
    assert_near(after[1], 1.6384039900249372, 1e-12);
    assert_near(after[5], 3.2768079800498744, 1e-12);
}

static void two_balls_meet(void **state) {
    (void)state;
    const double e[] = {1, 0.5, 0}, impulse[] = {4.5, 3.375, 2.25};
    for (int i = 0; i < 3; i++) {
        const ball b[] = {{{0, 0, 0}, 1, 0.5}, {{1, 0, 0}, 3, 0.5}};
        const touch t[] = {{0, 1, up}};
        problem *p = of_balls(2, b, 1, t);
        memcpy(p->v, (double[]){2, 1, 0}, 3 * sizeof(double));
        memcpy(p->v + 6, (double[]){-1, 0, 0.5}, 3 * sizeof(double));
        double after[12];
        solve_and_compare(p, e[i], impulse + i, after);
        assert_near(after[0], 2 - impulse[i], 1e-12);
        assert_near(after[6], -1 + impulse[i] / 3, 1e-12);
        assert_near(after[1], 1, 0);
        assert_near(after[8], 0.5, 0);
    }
}

static void cradle(int count, int moving, const double *impulses, const double *v) {
    ball b[5] = {0};
    touch t[4] = {0};
    for (int i = 0; i < count; i++) b[i] = (ball){{i, 0, 0}, 1, 0.5};
    for (int i = 0; i + 1 < count; i++) t[i] = (touch){i, i + 1, up};
    problem *p = of_balls(count, b, count - 1, t);
    for (int i = 0; i < moving; i++) p->v[6 * i] = 1;
    double after[30];
    solve_and_compare(p, 1, impulses, after);
    for (int i = 0; i < count; i++) assert_near(after[6 * i], v[i], 1e-12);
}

static void cradles(void **state) {
    (void)state;
    cradle(3, 1, (double[]){4.0 / 3, 2.0 / 3}, (double[]){-1.0 / 3, 2.0 / 3, 2.0 / 3});
    cradle(5, 1, (double[]){1.6, 1.2, 0.8, 0.4}, (double[]){-0.6, 0.4, 0.4, 0.4, 0.4});
    cradle(5, 2, (double[]){1.2, 2.4, 1.6, 0.8}, (double[]){-0.2, -0.2, 0.8, 0.8, 0.8});
}

static void ball_meets_two(void **state) {
    (void)state;
    double s = sqrt(0.75), x = 0.6928203230275509;
    const ball b[] = {{{0, 0, 0}, 1, 0.5}, {{s, 0.5, 0}, 1, 0.5}, {{s, -0.5, 0}, 1, 0.5}};
    const touch t[] = {{0, 1, up}, {0, 2, up}};
    problem *p = of_balls(3, b, 2, t);
    p->v[0] = 1;
    double after[18];
    solve_and_compare(p, 1, (double[]){x, x}, after);
    assert_near(after[0], -0.2, 1e-12);
    assert_near(after[6], 0.6, 1e-12);
    assert_near(after[7], 0.34641016151377546, 1e-12);
}

/* a box of 2 x 2 x 1 on its corners, gravity turned by alpha from its normal towards x */
static problem *box_on_incline(double mass, double alpha, double mu) {
    problem *p = problem_new(1, 4, 0);
    add_upright(p, mass, v3(mass * 5 / 12, mass * 5 / 12, mass * 8 / 12));
    for (int i = 0; i < 4; i++) {
        vec3 corner = v3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, -0.5);
        add_contact(p, -1, 0, v3(0, 0, 1), v3_zero(), corner, mu);
    }
    p->v[0] = g * tw_sin(alpha);
    p->v[2] = -g * tw_cos(alpha);
    add_approach(p);
    multiply_out(p);
    return p;
}

/* its acceleration, by the exact solver and by bodies */
static void incline(double mass, double alpha, double mu, double want) {
    problem *p = box_on_incline(mass, alpha, mu);
    tw_cone_rows rows = given(p);
    tw_cone_bodies bodies = bodies_of(p);
    double near = fabs(tw_tan(alpha) - mu);
    tw_cone_options options = {.tolerance_u = 1e-11};
    tw_cone_result result;
    double lambda[12], v[6] = {0};
    for (int by_bodies = 0; by_bodies < 2; by_bodies++) {
        if (by_bodies) {
            assert_int_equal(
                tw_cone_bodies_solve(room, &rows, &bodies, &options, lambda, v, &result), TW_OK);
        } else {
            assert_int_equal(tw_cone_dense(room, &rows, p->N, &options, lambda, NULL, &result),
                             TW_OK);
        }
        assert_true(result.converged);
        /* an error of the residual is one of mu, too, and at the limit there is little else */
        double allowed = near < 1e-5 ? 1e-8 : 1e-10;
        double weight = 0, a[6] = {0};
        for (int i = 0; i < 12; i++) {
            int b;
            double MD[6];
            times_inverse(p, 0, row_of(p, i, 1, &b), MD);
            for (int j = 0; j < 6; j++) a[j] += MD[j] * lambda[i];
            weight += i % 3 == 0 ? lambda[i] : 0;
        }
        assert_near(weight, mass * g * tw_cos(alpha), 1e-10 * mass * g);
        assert_near(p->v[0] + a[0], want, by_bodies ? allowed : 1e-10);
        for (int j = 1; j < 6; j++) assert_near(p->v[j] + a[j], 0, 1e-10);
    }
    assert_near(p->v[0] + v[0], want, near < 1e-5 ? 1e-8 : 1e-10);
    problem_free(p);
}

/* four corners that cannot all close: their load is carried on until one of them opens */
static void uneven_corners(void **state) {
    (void)state;
    static const double apart[4] = {0, 1, -1.7, 0.6};
    for (double e = 1e-6; e < 0.02; e *= 10)
        for (int i = 0; i < 8; i++) {
            problem *p = box_on_incline(1, 0.05 + 0.1 * i, 0.5);
            for (int k = 0; k < 4; k++) p->r[3 * k] += e * apart[k];
            tw_cone_rows rows = given(p);
            tw_cone_bodies bodies = bodies_of(p);
            tw_cone_options options = {.tolerance_u = 1e-9};
            tw_cone_result result;
            double lambda[12], w[12], u[12], residual_u, residual_lambda;
            assert_int_equal(
                tw_cone_bodies_solve(room, &rows, &bodies, &options, lambda, NULL, &result), TW_OK);
            assert_true(result.converged);
            for (int r = 0; r < 12; r++) {
                w[r] = p->N[r * 12 + r];
                u[r] = p->r[r];
                for (int c = 0; c < 12; c++) u[r] += p->N[r * 12 + c] * lambda[c];
            }
            tw_cone_residual(&rows, w, lambda, u, &residual_u, &residual_lambda);
            assert_true(residual_u <= 2e-9);
            problem_free(p);
        }
}

static void box_sticks_or_slides(void **state) {
    (void)state;
    double limit = tw_atan(0.5);
    for (int i = 0; i < 200; i++) {
        double alpha = (i + 0.5) / 200 * 0.9, mass = uniform(0.1, 10);
        double slides = g * (tw_sin(alpha) - 0.5 * tw_cos(alpha));
        incline(mass, alpha, 0.5, alpha < limit ? 0 : slides);
    }
    incline(1, limit * (1 - 1e-6), 0.5, 0);
    double past = limit * (1 + 1e-6);
    incline(1, past, 0.5, g * (tw_sin(past) - 0.5 * tw_cos(past)));
}

/* what all rows ask for, as exactly as can be; u: NULL where it is not asked for */
static tw_cone_result solve_exactly(problem *p, double *lambda, double *u) {
    tw_cone_rows rows = given(p);
    tw_cone_options options = {0};
    tw_cone_result result;
    assert_int_equal(tw_cone_dense(room, &rows, p->N, &options, lambda, u, &result), TW_OK);
    assert_true(result.converged);
    return result;
}

/* without friction the smallest forces are a fourth of the weight each */
static void box_on_four_corners(void **state) {
    (void)state;
    problem *p = box_on_incline(3, 0, 0);
    double lambda[12], u[12];
    solve_exactly(p, lambda, u);
    for (int i = 0; i < 12; i++) {
        assert_near(lambda[i], i % 3 == 0 ? 3 * g / 4 : 0, 1e-12);
        assert_near(u[i], 0, 1e-12);
    }
    problem_free(p);
}

/* the same where rounding asks the corners for what no box can do: loads are shared all the same,
 * and no corner is left without its part */
static void rounded_corners(void **state) {
    (void)state;
    for (int k = 0; k < 200; k++) {
        double part = k % 2 ? 1e-11 : 1e-12, mu = k % 4 < 2 ? 0 : 0.5;
        problem *p = box_on_incline(3, 0, mu);
        for (int i = 0; i < 12; i++)
            if (mu > 0 || i % 3 == 0) p->r[i] += uniform(-part, part) * g;
        double lambda[12];
        solve_exactly(p, lambda, NULL);
        for (int i = 0; i < 12; i++) assert_near(lambda[i], i % 3 == 0 ? 3 * g / 4 : 0, 1e-6);
        problem_free(p);
    }
}

/* Boxes one on the other, the gaps at whose corners no rigid box can all close: each stands on some
 * of them, whichever that are. */
static void uneven_stack(void **state) {
    (void)state;
    for (int k = 0; k < 200; k++) {
        int boxes = 1 + k % 4;
        double uneven = k % 8 < 4 ? 1e-5 : 1e-3, mu = k % 3 * 0.3;
        problem *p = problem_new(boxes, 4 * boxes, 0);
        for (int b = 0; b < boxes; b++) {
            add_upright(p, 1, v3(1.0 / 6, 1.0 / 6, 1.0 / 6));
            p->v[6 * b + 2] = -0.1;
            for (int i = 0; i < 4; i++) {
                vec3 corner = v3(i & 1 ? 0.5 : -0.5, i & 2 ? 0.5 : -0.5, -0.5);
                add_contact(p, b - 1, b, v3(0, 0, 1), v3(corner.x, corner.y, 0.5), corner, mu);
            }
        }
        add_approach(p);
        for (int i = 0; i < 4 * boxes; i++) p->r[3 * i] += uniform(-uneven, uneven);
        multiply_out(p);
        tw_cone_rows rows = given(p);
        tw_cone_options options = {.tolerance_u = 1e-11};
        tw_cone_result result;
        double lambda[48], weight = 0;
        assert_int_equal(tw_cone_dense(room, &rows, p->N, &options, lambda, NULL, &result), TW_OK);
        if (!result.converged) fail_msg("stack %d: %g", k, result.residual_u);
        assert_true(missed(&rows, p->N, lambda, 0.1L) < 1e-9L);
        for (int i = 0; i < 4; i++) weight += lambda[3 * i];
        assert_near(weight, 0.1 * boxes, 4e-3 * boxes);
        problem_free(p);
    }
}

/* A rod on both ends, pushed along: what both places that stick ask for differs by what no rigid
 * rod can do, by a little. They share the push all the same, and neither slides for it. */
static void stiff_rod(void **state) {
    (void)state;
    for (int k = 0; k < 100; k++) {
        problem *p = problem_new(1, 2, 0);
        double push = uniform(-3, 3), off = uniform(-1e-9, 1e-9);
        add_upright(p, 2, v3(0.01, 0.2, 0.2));
        p->v[0] = push;
        p->v[2] = -g;
        for (int i = 0; i < 2; i++)
            add_contact(p, -1, 0, v3(0, 0, 1), v3_zero(), v3(i ? 0.5 : -0.5, 0, 0), 0.5);
        add_approach(p);
        for (int i = 1; i < 3; i++) p->r[i] += off;
        multiply_out(p);
        double lambda[6];
        assert_true(solve_exactly(p, lambda, NULL).iterations < 60);
        for (int i = 0; i < 3; i++) assert_near(lambda[i], lambda[3 + i], 1e-6);
        problem_free(p);
    }
}

/* one contact: open, stuck and sliding, at once */
static void one_contact(void **state) {
    (void)state;
    for (int k = 0; k < 1000; k++) {
        problem *p = problem_new(1, 1, 0);
        mat3 R = q_matrix(random_turn());
        double mass = uniform(0.1, 10), mu = uniform(0, 2);
        add_body(p, mass, v3_add(v3(1, 1.2, 1.4), random_vec(0.5)), &R);
        for (int i = 0; i < 6; i++) p->v[i] = uniform(-10, 10);
        add_contact(p, -1, 0, v3(0, 0, 1), v3_zero(), random_vec(1), mu);
        add_approach(p);
        multiply_out(p);
        tw_cone_rows rows = given(p);
        double lambda[3];
        solve_exactly(p, lambda, NULL);
        assert_true(missed(&rows, p->N, lambda, 1) < 1e-10L);
        problem_free(p);
    }
}

/* a box that rests and is held along x by a bilateral row, and turned about z by a motor */
static void with_other_rows(void **state) {
    (void)state;
    problem *p = problem_new(1, 4, 2);
    add_upright(p, 2, v3(1, 1, 1));
    for (int i = 0; i < 4; i++)
        add_contact(p, -1, 0, v3(0, 0, 1), v3_zero(), v3(i & 1 ? 1 : -1, i & 2 ? 1 : -1, -0.5),
                    0.1);
    double held[12] = {[6] = 1, [8] = 0}, turned[12] = {[11] = 1};
    add_bounded(p, -1, 0, held, -INFINITY, INFINITY);
    add_bounded(p, -1, 0, turned, -50, 50);
    p->v[0] = 7;
    p->v[2] = -g;
    add_approach(p);
    p->r[13] = -200; /* the motor wants 200 rad/s^2 */
    multiply_out(p);
    tw_cone_rows rows = given(p);
    tw_cone_bodies bodies = bodies_of(p);
    tw_cone_options options = {.tolerance_u = 1e-11};
    tw_cone_result result;
    for (int by_bodies = 0; by_bodies < 2; by_bodies++) {
        double lambda[14], a[6] = {0};
        if (by_bodies)
            assert_int_equal(
                tw_cone_bodies_solve(room, &rows, &bodies, &options, lambda, NULL, &result), TW_OK);
        else
            assert_int_equal(tw_cone_dense(room, &rows, p->N, &options, lambda, NULL, &result),
                             TW_OK);
        assert_true(result.converged);
        assert_near(lambda[13], 50, 0);
        for (int i = 0; i < 14; i++) {
            int b;
            double MD[6];
            times_inverse(p, 0, row_of(p, i, 1, &b), MD);
            for (int j = 0; j < 6; j++) a[j] += MD[j] * lambda[i];
        }
        assert_near(p->v[0] + a[0], 0, 1e-10);
        assert_near(p->v[2] + a[2], 0, 1e-10);
        /* it turns about its middle: each corner rubs with mu N at an arm of sqrt(2) */
        assert_near(a[5], 50 - 0.1 * 2 * g * sqrt(2), 1e-9);
    }
    problem_free(p);
}

/* a ball between two walls that close in */
static void no_answer(void **state) {
    (void)state;
    const ball b[] = {{{0, 0, 0}, 1, 0.5}};
    const touch t[] = {{0, -1, {1, 0, 0}}, {0, -1, {-1, 0, 0}}};
    problem *p = of_balls(1, b, 2, t);
    p->r[0] = -1;
    p->r[3] = -1;
    multiply_out(p);
    tw_cone_rows rows = given(p);
    tw_cone_options options = {0};
    tw_cone_result result;
    double lambda[6];
    assert_int_equal(tw_cone_dense(room, &rows, p->N, &options, lambda, NULL, &result), TW_OK);
    assert_true(result.infeasible);
    assert_false(result.converged);
    assert_true(result.residual_u > 0.1);
    p->mu[0] = p->mu[1] = 0.5;
    assert_int_equal(tw_cone_dense(room, &rows, p->N, &options, lambda, NULL, &result), TW_OK);
    assert_false(result.converged);
    assert_true(result.residual_u > 0.1);
    assert_true(result.iterations < 500); /* of 1000 until it gives up */
    tw_cone_bodies bodies = bodies_of(p);
    assert_int_equal(tw_cone_bodies_solve(room, &rows, &bodies, &options, lambda, NULL, &result),
                     TW_OK);
    assert_false(result.converged);
    assert_true(result.residual_u > 0.1);
    problem_free(p);
}

static void wrong_input(void **state) {
    (void)state;
    problem *p = box_on_incline(1, 0.1, 0.5);
    tw_cone_rows rows = given(p);
    tw_cone_bodies bodies = bodies_of(p);
    tw_cone_options options = {0};
    tw_cone_result result;
    double lambda[12];
#define BOTH(code)                                                                                \
    assert_int_equal(tw_cone_dense(room, &rows, p->N, &options, lambda, NULL, &result), code);    \
    assert_int_equal(tw_cone_bodies_solve(room, &rows, &bodies, &options, lambda, NULL, &result), \
                     code)
    p->mu[2] = -1;
    BOTH(TW_ARGUMENT);
    assert_non_null(strstr(tw_failure(), "contact 3"));
    p->mu[2] = NAN;
    BOTH(TW_ARGUMENT);
    p->mu[2] = 0.5;
    p->r[5] = NAN;
    BOTH(TW_NONFINITE);
    assert_non_null(strstr(tw_failure(), "row 6"));
    p->r[5] = 0;
    p->N[7] = INFINITY;
    p->contact_D[100] = NAN;
    BOTH(TW_NONFINITE);
    double lo[] = {1}, hi[] = {0}, r[] = {0}, one[] = {1};
    tw_cone_rows crossed = {.bounded = 1, .lo = lo, .hi = hi, .r = r};
    assert_int_equal(tw_cone_dense(room, &crossed, one, &options, lambda, NULL, &result),
                     TW_ARGUMENT);
    tw_cone_rows none = {0};
    assert_int_equal(tw_cone_dense(room, &none, NULL, &options, NULL, NULL, &result), TW_OK);
    assert_true(result.converged);
    problem_free(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(column_of_balls),
        cmocka_unit_test(balls_in_a_box),
        cmocka_unit_test(balls_in_a_well),
        cmocka_unit_test(wedged_balls),
        cmocka_unit_test(ball_in_a_groove),
        cmocka_unit_test(wall_lets_go),
        cmocka_unit_test(rod_pulled_up),
        cmocka_unit_test(two_balls_meet),
        cmocka_unit_test(cradles),
        cmocka_unit_test(ball_meets_two),
        cmocka_unit_test(box_sticks_or_slides),
        cmocka_unit_test(uneven_corners),
        cmocka_unit_test(box_on_four_corners),
        cmocka_unit_test(rounded_corners),
        cmocka_unit_test(uneven_stack),
        cmocka_unit_test(stiff_rod),
        cmocka_unit_test(one_contact),
        cmocka_unit_test(with_other_rows),
        cmocka_unit_test(no_answer),
        cmocka_unit_test(wrong_input),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
