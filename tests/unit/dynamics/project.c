/*
 * The steppers `project` and `timestep`: their parts against what they solve, the multipliers of
 * the worked example of a pendulum of two particles, and the stepper's grid of times with a leap
 * that only notes what it is asked for.
 */
#include "base/math/turn.h"
#include "dynamics/rhs.h"
#include "dynamics/step/project_impl.h"
#include "steppers/stepper.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../support/near.h"
#include "../../support/objects.h"
#include "../../support/random.h"

/* ---- turns ---------------------------------------------------------------------------------- */

static void turns(void **state) {
    (void)state;
    for (int trial = 0; trial < 200; trial++) {
        /* also needles, whose axial moment is a thousandth */
        double thin = trial % 2 ? 1e-3 : 1;
        tw_body b = {.inertia_inv = m3_diag(1 / (thin * uniform(0.5, 1)), 1 / uniform(0.9, 1.2),
                                            1 / uniform(1, 1.3))};
        quat q = random_turn();
        double h = uniform(0.001, 0.02);
        vec3 omega = random_vec(5), found;
        /* L that belongs to a known answer */
        quat to = q_turned(v3_scale(omega, h), q), got;
        mat3 R = q_matrix(to), I_inv = m3_rotate(&R, &b.inertia_inv), I = m3_inverse(&I_inv);
        found = v3_add(omega, random_vec(0.1));
        assert_true(tw_project_turn(&b, q, m3_mul_v(&I, omega), h, &got, &found));
        assert_true(v3_length(v3_sub(found, omega)) < 1e-9);
        assert_true(fabs(fabs(q_dot(got, to)) - 1) < 1e-12);
    }
    /* a quarter turn about z takes x to y */
    vec3 y = q_rotate(q_turned(v3(0, 0, acos(0)), q_identity()), v3(1, 0, 0));
    assert_true(v3_length(v3_sub(y, v3(0, 1, 0))) < 1e-15);
}

/* ---- decays --------------------------------------------------------------------------------- */

/* D'' = -d D' - k D by many small steps of the classical Runge-Kutta method */
static double integrated(double k, double d, double D, double D1, double h) {
    enum { STEPS = 2000 };
    double s = h / STEPS;
    for (int i = 0; i < STEPS; i++) {
        double v[4], a[4], x = D, u = D1;
        for (int j = 0; j < 4; j++) {
            v[j] = u;
            a[j] = -d * u - k * x;
            double part = j < 2 ? s / 2 : s;
            x = D + part * v[j];
            u = D1 + part * a[j];
        }
        D += s / 6 * (v[0] + 2 * v[1] + 2 * v[2] + v[3]);
        D1 += s / 6 * (a[0] + 2 * a[1] + 2 * a[2] + a[3]);
    }
    return D;
}

static void decays(void **state) {
    (void)state;
    static const double rates[][2] = {{25, 10}, {25, 2}, {25, 40},     {9, 0},
                                      {0, 0},   {0, 3},  {25, 10.0001}};
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++)
        for (double h = 0.001; h < 0.3; h *= 3) {
            double k = rates[i][0], d = rates[i][1], D = uniform(-1, 1), D1 = uniform(-5, 5);
            double next = tw_project_decay(k, d, D, D1, h);
            assert_near(next, integrated(k, d, D, D1, h), 1e-11);
            /* the rate now by what was before */
            double earlier = integrated(k, d, D, D1, -h);
            assert_near(tw_project_rate(k, d, D, earlier, h), D1, 1e-8);
        }
    assert_true(isnan(tw_project_rate(1e6, 0, 1, 1, 0.01)));
}

/* ---- the worked example --------------------------------------------------------------------- */

static tw_body *particle(tw_world *w, vec3 x) {
    tw_body *b = add_sphere(w, 0.1);
    put_number(b, "mass", 1);
    assert_int_equal(tw_body_setup(b, false), TW_OK);
    b->position = x;
    return b;
}

/* [*rows] multipliers of a constraint's rows in the last step of `project` (its force is J^T lambda
 * / h^2); NULL: the constraint was disabled, or no step was made */
static const double *lambda_of(const tw_dynamics *d, const tw_constraint *c, int *rows) {
    *rows = 0;
    if (!d->project) return NULL;
    for (int i = 0; i < d->pass.blocks; i++) {
        const tw_block *b = &d->pass.block[i];
        if (b->c != c) continue;
        *rows = b->dofs;
        return d->project->lambda + b->dof;
    }
    return NULL;
}

static void multipliers(void **state) {
    (void)state;
    tw_world *w;
    tw_dynamics *d;
    assert_int_equal(tw_world_create(&w), TW_OK);
    assert_int_equal(tw_dynamics_create(w, &d), TW_OK);
    w->set.gravity = tw_value_vector(v3(0, -10, 0));
    tw_body *a = particle(w, v3(0, 0, 0)), *b = particle(w, v3(1, -1, 0));
    tw_point *pa = add_local(w, a, v3_zero()), *pb = add_local(w, b, v3_zero());
    tw_constraint *nail, *rod;
    assert_int_equal(tw_constraint_new(w, constraint_kind("point_to_nail"), &nail), TW_OK);
    put_id(nail, "point", pa->o.id);
    put_id(nail, "nail", add_nail(w, v3_zero())->o.id);
    add(w, nail);
    assert_int_equal(tw_constraint_new(w, constraint_kind("distance"), &rod), TW_OK);
    put_id(rod, "a", pa->o.id);
    put_id(rod, "b", pb->o.id);
    put_number(rod, "length", sqrt(2));
    add(w, rod);
    int n, rows;
    assert_int_equal(tw_rhs_prepare(d, &n), TW_OK);
    double y[26], next[26];
    assert_int_equal(n, 26);
    assert_null(lambda_of(d, nail, &rows));
    tw_rhs_pack(d, y);
    if (tw_project_step(d, 0, 0.1, 0, y, next) != TW_OK) fail_msg("%s", tw_failure());
    assert_near(next[13], 0.948749217771909, 1e-14);
    assert_near(next[14], -1.048749217771909, 1e-14);
    assert_near(next[20], (next[13] - 1) / 0.1, 1e-13); /* m = 1: p = v */
    assert_near(next[21], (next[14] + 1) / 0.1, 1e-13);
    const double *lambda = lambda_of(d, nail, &rows);
    assert_int_equal(rows, 3);
    assert_near(lambda[0], -0.05125078222809105, 1e-14);
    assert_near(lambda[1], 0.1512507822280911, 1e-14);
    assert_near(lambda[2], 0, 1e-15);
    /* of |r| - sqrt 2: its gradient is that of r^2 - 2 over 2 sqrt 2 */
    lambda = lambda_of(d, rod, &rows);
    assert_int_equal(rows, 1);
    assert_near(lambda[0], 2 * sqrt(2) * -0.02562539111404553, 1e-14);
    /* no such pose: dt^2 g > 2 */
    assert_int_equal(tw_project_step(d, 0, sqrt(0.201), 0, y, next), TW_NONFINITE);
    assert_non_null(strstr(tw_failure(), "distance1"));
    tw_dynamics_destroy(d);
    tw_world_destroy(w);
}

/* ---- the stepper ---------------------------------------------------------------------------- */

typedef struct notes {
    double t, h, before;
    int calls;
    double longest; /* step that is good (s); 0: any */
} notes;

static tw_status unused(void *context, double t, const double *y, double *ydot) {
    (void)context, (void)t, (void)y;
    ydot[0] = 0;
    return tw_fail(TW_ARGUMENT, "not used");
}

static tw_status leap(void *context, double t, double h, double before, const double *y,
                      double *next) {
    notes *n = context;
    double longest = n->longest;
    *n = (notes){t, h, before, n->calls + 1, longest};
    if (longest > 0 && h > longest) return tw_fail(TW_NONFINITE, "too long");
    next[0] = y[0] + h * h;
    return TW_OK;
}

/* steps that are too long are divided in halves of halves, and made up again */
static void divided(const char *name) {
    const tw_stepper_kind *kind = tw_stepper_find(name);
    const double atol = 1;
    notes n = {.longest = 0.3};
    tw_ode ode = {.n = 1, .rhs = unused, .leap = leap, .context = &n, .atol = &atol};
    void *s;
    assert_int_equal(kind->create(&ode, &(tw_stepper_options){.step = 1}, &s), TW_OK);
    double y = 3, t, ends[] = {0.25, 0.5, 0.75, 1};
    assert_int_equal(kind->start(s, 0, &y, 1), TW_OK);
    for (int i = 0; i < 4; i++) {
        assert_int_equal(kind->step(s, 10, &t), TW_OK);
        assert_true(t == ends[i] && n.before == (i == 0 ? 0 : 0.25));
    }
    n.longest = 0;
    for (double end = 2; end <= 3; end++) {
        assert_int_equal(kind->step(s, 10, &t), TW_OK);
        assert_true(t == end);
    }
    n.longest = 1e-9;
    assert_int_equal(kind->step(s, 10, &t), TW_NONFINITE);
    n.longest = 0;
    assert_int_equal(kind->step(s, 10, &t), TW_OK);
    assert_true(t == 4);
    kind->destroy(s);
}

static void grid_of(const char *name) {
    const tw_stepper_kind *kind = tw_stepper_find(name);
    const double atol = 1;
    notes n = {0};
    tw_ode ode = {.n = 1, .rhs = unused, .context = &n, .atol = &atol};
    tw_stepper_options options = {.step = 0.01};
    void *s;
    assert_int_equal(kind->create(&ode, &options, &s), TW_ARGUMENT); /* no leap */
    ode.leap = leap;
    assert_int_equal(kind->create(&ode, &options, &s), TW_OK);
    double y = 3, t, mid, mark[TW_STEPPER_MARK];
    assert_int_equal(kind->start(s, 0, &y, 0.01), TW_OK);
    assert_int_equal(kind->step(s, 1, &t), TW_OK);
    assert_true(t == 0.01 && n.before == 0 && n.h == 0.01);
    assert_int_equal(kind->step(s, 1, &t), TW_OK);
    assert_true(t == 0.02 && n.before == 0.01);
    /* linear inside, exact at both ends */
    assert_int_equal(kind->dense(s, 0.0125, &mid), TW_OK);
    assert_near(mid, 3 + 1e-4 + 0.25 * 1e-4, 1e-14);
    assert_int_equal(kind->dense(s, 0.021, &mid), TW_ARGUMENT);
    /* a limit cuts a step, the rest comes after; one that is near takes the place of the grid's */
    assert_int_equal(kind->step(s, 0.024, &t), TW_OK);
    assert_true(t == 0.024);
    assert_int_equal(kind->step(s, 1, &t), TW_OK);
    assert_true(t == 0.03);
    assert_near(n.before, 0.004, 1e-15);
    assert_int_equal(kind->step(s, 0.0405, &t), TW_OK);
    assert_true(t == 0.0405);
    assert_int_equal(kind->step(s, 1, &t), TW_OK);
    assert_true(t == 0.05);
    /* a start where it stands goes on; after a jump or from elsewhere it does not */
    assert_int_equal(kind->dense(s, 0.05, &y), TW_OK);
    kind->mark(s, mark);
    double nearly = y * (1 + 1e-15);
    assert_int_equal(kind->start(s, 0.05, &nearly, 0.01), TW_OK);
    assert_int_equal(kind->step(s, 1, &t), TW_OK);
    assert_near(n.before, 0.0095, 1e-15);
    assert_int_equal(kind->dense(s, t, &mid), TW_OK);
    assert_int_equal(kind->start(s, t, &mid, 0), TW_OK);
    assert_int_equal(kind->step(s, 1, &t), TW_OK);
    assert_true(n.before == 0);
    assert_int_equal(kind->start(s, t, &y, 0.01), TW_OK);
    assert_int_equal(kind->step(s, 1, &t), TW_OK);
    assert_true(n.before == 0);
    /* back to the mark */
    assert_int_equal(kind->start(s, 0.05, &y, 0.01), TW_OK);
    kind->resume(s, mark);
    assert_int_equal(kind->step(s, 1, &t), TW_OK);
    assert_true(t == 0.06 && n.t == 0.05);
    assert_near(n.before, 0.0095, 1e-15);
    tw_stepper_stats stats;
    kind->stats(s, &stats);
    assert_int_equal(stats.steps, n.calls);
    kind->destroy(s);
}

static void grid(void **state) {
    (void)state;
    divided("project");
    divided("timestep");
    grid_of("project");
    grid_of("timestep");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(turns),
        cmocka_unit_test(decays),
        cmocka_unit_test(multipliers),
        cmocka_unit_test(grid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
