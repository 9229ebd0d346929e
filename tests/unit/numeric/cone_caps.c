/*
 * Caps on rows of contact problems: the nearest point that they let be, and whole problems, judged
 * by their conditions.
 */
#include "cone_problem.h"

#include "base/math/elementary.h"
#include "numeric/cone/impl.h"

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

static tw_cone_cap random_cap(int first, int rows, int limits, double most) {
    tw_cone_cap c = {.first = first, .rows = rows, .limits = limits};
    for (int k = 0; k < limits; k++) {
        c.limit[k] = most * tw_exp(uniform(-4, 0));
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < rows; j++) c.G[k][i][j] = uniform(-1, 1);
    }
    return c;
}

/* G_k u */
static vec3 force_of(const tw_cone_cap *c, int k, const double *u) {
    double f[3] = {0};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < c->rows; j++) f[i] += c->G[k][i][j] * u[j];
    return v3_load(f);
}

/* How much y = -sum kappa_k G_k^T G_k u with kappa_k >= 0, 0 inside, is missed: by least squares,
 * over the size of y. Beyond a limit: by what part of it */
static double unlawful(const tw_cone_cap *c, const double *u, const double *y) {
    double g[2][6] = {{0}}, a[2][2] = {{0}}, b[2] = {0}, kappa[2] = {0}, worst = 0, size = 0;
    bool held[2] = {false, false};
    for (int k = 0; k < c->limits; k++) {
        vec3 f = force_of(c, k, u);
        double over = v3_length(f) / c->limit[k] - 1;
        worst = fmax(worst, over);
        held[k] = over > -1e-9;
        for (int j = 0; j < c->rows && held[k]; j++)
            g[k][j] = -(c->G[k][0][j] * f.x + c->G[k][1][j] * f.y + c->G[k][2][j] * f.z);
    }
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++)
            for (int j = 0; j < c->rows; j++) a[i][k] += g[i][j] * g[k][j];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < c->rows; j++) b[i] += g[i][j] * y[j];
    double det = a[0][0] * a[1][1] - a[0][1] * a[1][0];
    if (held[0] && held[1]) {
        kappa[0] = (b[0] * a[1][1] - a[0][1] * b[1]) / det;
        kappa[1] = (a[0][0] * b[1] - b[0] * a[1][0]) / det;
    } else {
        for (int k = 0; k < 2; k++) kappa[k] = held[k] ? b[k] / a[k][k] : 0;
    }
    for (int j = 0; j < c->rows; j++) size = fmax(size, fabs(y[j]));
    for (int k = 0; k < 2; k++)
        for (int j = 0; j < c->rows; j++)
            worst = fmax(worst, -kappa[k] * fabs(g[k][j]) / fmax(size, 1e-12));
    for (int j = 0; j < c->rows; j++)
        worst =
            fmax(worst, fabs(y[j] - kappa[0] * g[0][j] - kappa[1] * g[1][j]) / fmax(size, 1e-9));
    return worst;
}

static void nearest_point(void **state) {
    (void)state;
    int inside = 0;
    for (int n = 0; n < 3000; n++) {
        int rows = 2 + random_int(5), limits = 1 + random_int(2);
        tw_cone_cap c = random_cap(0, rows, limits, 3);
        double w[6], x[6], u[6], y[6], slope[36];
        for (int i = 0; i < rows; i++) w[i] = tw_exp(uniform(-3, 3));
        for (int i = 0; i < rows; i++) u[i] = x[i] = uniform(-2, 2);
        if (!tw_cone_cap_clip(&c, w, u, slope)) {
            inside++;
            assert_memory_equal(u, x, (size_t)rows * sizeof *x);
            continue;
        }
        for (int i = 0; i < rows; i++) y[i] = w[i] * (u[i] - x[i]);
        double missed = unlawful(&c, u, y);
        if (!(missed < 1e-8)) fail_msg("%d: missed by %g", n, missed);
        for (int j = 0; j < rows; j++) {
            double e = 1e-6, up[6], down[6];
            memcpy(up, x, sizeof up);
            memcpy(down, x, sizeof down);
            up[j] += e;
            down[j] -= e;
            bool same = tw_cone_cap_clip(&c, w, up, NULL) && tw_cone_cap_clip(&c, w, down, NULL);
            for (int i = 0; i < rows && same; i++) {
                double by = (up[i] - down[i]) / (2 * e), tolerance = 2e-3;
                /* not where a second cap begins to hold */
                if (limits == 1) assert_near(slope[i * rows + j], by, tolerance);
            }
        }
    }
    assert_true(inside > 50);
}

static void nothing(void *context, double *v) {
    (void)context;
    (void)v;
}

/* bodies that contacts and capped joints hold; what the rows ask for is random */
static void problems(void **state) {
    (void)state;
    int held = 0, solved = 0;
    for (int n = 0; n < 400; n++) {
        int count = 1 + random_int(4), contacts = random_int(6), caps = 1 + random_int(3), rows = 0;
        tw_cone_cap cap[3];
        for (int k = 0; k < caps; k++) {
            int own = 2 + random_int(5);
            cap[k] = random_cap(rows, own, 1 + random_int(2), 3);
            rows += own;
        }
        problem *p = problem_new(count, contacts, rows);
        for (int i = 0; i < count; i++) {
            double a = uniform(0.5, 2), b = uniform(0.5, 2), c = uniform(0.5, 2);
            add_upright(p, uniform(0.5, 2), v3(a, b, c));
            for (int j = 0; j < 6; j++) p->v[6 * i + j] = uniform(-1, 1);
        }
        for (int k = 0; k < contacts; k++) {
            int a = random_int(count);
            vec3 normal = v3_normalized(random_vec(1)), at = random_vec(1);
            add_contact(p, -1, a, normal, v3_zero(), at, random_int(2) ? 0.5 : 0);
        }
        for (int k = 0; k < rows; k++) {
            double D[12];
            for (int j = 0; j < 12; j++) D[j] = uniform(-1, 1);
            int a = random_int(count), b = random_int(count + 1) - 1;
            add_bounded(p, a, b == a ? -1 : b, D, -INFINITY, INFINITY);
        }
        add_approach(p);
        multiply_out(p);
        tw_cone_rows given_rows = given(p);
        given_rows.caps = caps;
        given_rows.cap = cap;
        tw_cone_options options = {0};
        tw_cone_result result;
        double x[40], u[40];
        assert_int_equal(tw_cone_dense(room, &given_rows, p->N, &options, x, u, &result), TW_OK);
        if (!(result.residual_u < 1e-9)) fail_msg("problem %d: %g", n, result.residual_u);
        for (int k = 0; k < caps; k++) {
            double *own = x + 3 * contacts + cap[k].first, *rate = u + 3 * contacts + cap[k].first;
            double most = 0;
            for (int j = 0; j < cap[k].rows; j++) most = fmax(most, fabs(rate[j]));
            held += most > 1e-9;
            for (int j = 0; j < cap[k].rows && most <= 1e-9; j++) rate[j] = 0;
            double missed = unlawful(&cap[k], own, rate);
            if (!(missed < 1e-5)) fail_msg("%d, cap %d: missed by %g", n, k, missed);
        }
        /* the same by gradients, N known by what it does; a projection that takes out nothing */
        tw_cone_bodies bodies = bodies_of(p);
        double y[40];
        options = (tw_cone_options){.tolerance_u = 1e-7, .limit = 50000};
        assert_int_equal(
            tw_cone_bodies_solve(room, &given_rows, &bodies, &options, x, NULL, &result), TW_OK);
        assert_int_equal(result.method, TW_CONE_GRADIENT);
        solved += result.converged;
        bodies.project = nothing;
        assert_int_equal(
            tw_cone_bodies_solve(room, &given_rows, &bodies, &options, y, NULL, &result), TW_OK);
        assert_memory_equal(x, y, (size_t)(3 * contacts + rows) * sizeof *x);
        problem_free(p);
    }
    assert_true(solved > 380);
    assert_true(held > 200);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nearest_point),
        cmocka_unit_test(problems),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
