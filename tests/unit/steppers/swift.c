/*
 * How swift a motion can be, and steps that go by it: of a pendulum in closed form, of hanging
 * chains against their swiftest vibration, and the stages and parts of `wave`. The bits of rates
 * along a line, where a state is not formed.
 */
#include "dynamics/pass/pass.h"
#include "dynamics/rhs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "../../support/objects.h"
#include "../../support/random.h"

#include "steppers/parts/_fixed.h"
#include "steppers/stepper_common.h"

#include "stepper_run.h"

static const double GRAVITY = 9.81;

enum { LINKS = 32 };

typedef struct chain {
    tw_world *w;
    tw_dynamics *d;
    int links;
    double length[LINKS], mass[LINKS], moment[LINKS]; /* about an end, across */
} chain;

/* rods that hang down from a nail, at rest */
static chain hang(int links, bool equal) {
    chain c = {.links = links};
    assert_int_equal(tw_world_create(&c.w), TW_OK);
    c.w->set.gravity = tw_value_vector(v3(0, 0, -GRAVITY));
    const tw_point *top = add_nail(c.w, v3(1, 2, 3));
    double z = 3;
    for (int i = 0; i < links; i++) {
        tw_body *b = draft_body(c.w, "rod");
        double half = equal ? 0.1 : uniform(0.1, 0.5);
        put_number(b, "length", 2 * half);
        put_number(b, "radius", 0.02);
        b->mass_given = equal ? 1 : uniform(0.5, 2);
        b->position = v3(1, 2, z - half);
        add(c.w, b);
        tw_constraint *joint;
        const char *kind = i == 0 ? "point_to_nail" : "point_to_point";
        assert_int_equal(tw_constraint_new(c.w, constraint_kind(kind), &joint), TW_OK);
        put_id(joint, i == 0 ? "point" : "a", add_local(c.w, b, v3(0, 0, half))->o.id);
        put_id(joint, i == 0 ? "nail" : "b", top->o.id);
        add(c.w, joint);
        top = add_local(c.w, b, v3(0, 0, -half));
        z -= 2 * half;
        c.length[i] = 2 * half;
        c.mass[i] = b->mass;
        c.moment[i] = b->inertia.m[0][0] + b->mass * half * half;
    }
    assert_int_equal(tw_dynamics_create(c.w, &c.d), TW_OK);
    return c;
}

static void drop(chain *c) {
    tw_dynamics_destroy(c->d);
    tw_world_destroy(c->w);
}

static tw_swift swift_of(chain *c) {
    double y[LINKS * TW_STATE], rates[LINKS * TW_STATE];
    int n;
    tw_swift swift;
    assert_int_equal(tw_rhs_prepare(c->d, &n), TW_OK);
    assert_true(n <= LINKS * TW_STATE);
    tw_rhs_pack(c->d, y);
    assert_int_equal(tw_rhs_swift(c->d, 0, y, rates, &swift), TW_OK);
    return swift;
}

/* x = A^-1 x by elimination; A is destroyed */
static void eliminate(int n, double A[LINKS][LINKS], double x[LINKS]) {
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            double f = A[i][k] / A[k][k];
            for (int j = k; j < n; j++) A[i][j] -= f * A[k][j];
            x[i] -= f * x[k];
        }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++) x[i] -= A[i][j] * x[j];
        x[i] /= A[i][i];
    }
}

/* the swiftest small vibration in a plane: M a'' = -K a, a the angles from the vertical, by von
 * Mises' iteration */
static double swiftest(const chain *c) {
    int n = c->links;
    double x[LINKS], w2 = 0;
    for (int i = 0; i < n; i++) x[i] = i % 2 ? -1 : 1.1;
    for (int round = 0; round < 500; round++) {
        double M[LINKS][LINKS], most = 0, below = 0;
        for (int j = n - 1; j >= 0; j--) { /* below: the mass that hangs from link j */
            M[j][j] = c->moment[j] + below * c->length[j] * c->length[j];
            double arm = c->mass[j] / 2 + below;
            for (int i = 0; i < j; i++) M[i][j] = M[j][i] = c->length[i] * c->length[j] * arm;
            x[j] *= GRAVITY * c->length[j] * arm;
            below += c->mass[j];
        }
        eliminate(n, M, x);
        for (int i = 0; i < n; i++)
            if (fabs(x[i]) > most) most = fabs(x[i]);
        for (int i = 0; i < n; i++) x[i] /= most;
        w2 = most;
    }
    return sqrt(w2);
}

/* sqrt(b m g / I), and a hundredth for two that are alike */
static void pendulum(void **state) {
    (void)state;
    chain c = hang(1, false);
    double half = c.length[0] / 2, across = c.w->body.data[0]->inertia.m[0][0];
    double expected = sqrt(half * c.mass[0] * GRAVITY / across);
    tw_swift swift = swift_of(&c);
    assert_true(swift.vibration >= expected && swift.vibration <= 1.005 * expected);
    assert_true(swift.turning == 0 && swift.swinging <= 1e-12);
    /* lying: 3/2 g / l for a thin one, here with its moment about the end */
    tw_body *b = c.w->body.data[0];
    b->orientation = (quat){sqrt(0.5), 0, sqrt(0.5), 0};
    b->position = v3(1 - half, 2, 3);
    tw_world_touch_state(c.w);
    expected = c.mass[0] * GRAVITY * half / c.moment[0];
    assert_true(fabs(swift_of(&c).swinging - expected) <= 1e-9 * expected);
    drop(&c);
}

/* never below what there is, and near it where all links are alike */
static void chains(void **state) {
    (void)state;
    for (int trial = 0; trial < 66; trial++) {
        bool equal = trial == 0;
        chain c = hang(equal ? LINKS : 1 + trial % LINKS, equal);
        double real = swiftest(&c), bound = swift_of(&c).vibration;
        if (!(bound >= real && (bound <= 1.2 * real || !equal)))
            fail_msg("%d links vibrate with %g rad/s, not %g", c.links, real, bound);
        drop(&c);
    }
}

/* the greatest eigenvalue of N and how far it is from the least, by von Mises' iteration of N moved
 * up, and down */
static double eigenvalue(const mat3 *N, double *spread) {
    double shift = 0, top = 0, bottom = 0;
    for (int i = 0; i < 9; i++) shift += fabs(N->m[i / 3][i % 3]);
    for (int sign = -1; sign <= 1; sign += 2) {
        vec3 x = v3(0.3, 0.5, 0.7);
        double size = 0;
        for (int round = 0; round < 20000; round++) {
            x = v3_add(v3_scale(m3_mul_v(N, x), sign), v3_scale(x, shift));
            size = v3_length(x);
            x = v3_scale(x, 1 / size);
        }
        *(sign > 0 ? &top : &bottom) = sign * (size - shift);
    }
    *spread = top - bottom;
    return top;
}

/* a box on a nail anywhere, in any pose, against I^-1 G of the force that its momentum tells */
static void anywhere(void **state) {
    (void)state;
    for (int trial = 0; trial < 60; trial++) {
        chain c = {.links = 1};
        assert_int_equal(tw_world_create(&c.w), TW_OK);
        c.w->set.gravity = tw_value_vector(v3(0, 0, -GRAVITY));
        tw_body *b = draft_body(c.w, "box");
        vec3 arm = random_vec(0.4);
        put_vec3(b, "size", v3(uniform(0.1, 0.5), uniform(0.1, 0.5), uniform(0.1, 0.5)));
        b->mass_given = uniform(0.5, 2);
        b->orientation = random_turn();
        b->angular_velocity = random_vec(3);
        b->velocity = v3_scale(v3_cross(b->angular_velocity, q_rotate(b->orientation, arm)), -1);
        add(c.w, b);
        tw_constraint *nail;
        assert_int_equal(tw_constraint_new(c.w, constraint_kind("point_to_nail"), &nail), TW_OK);
        put_id(nail, "point", add_local(c.w, b, arm)->o.id);
        put_id(nail, "nail", add_nail(c.w, q_rotate(b->orientation, arm))->o.id);
        add(c.w, nail);
        assert_int_equal(tw_dynamics_create(c.w, &c.d), TW_OK);

        double y[TW_STATE], rates[TW_STATE], spread;
        int n;
        assert_int_equal(tw_rhs_prepare(c.d, &n), TW_OK);
        tw_rhs_pack(c.d, y);
        assert_int_equal(tw_rhs(c.d, 0, y, rates), TW_OK);
        vec3 f = v3_add(v3_load(rates + 7), v3(0, 0, b->mass * GRAVITY));
        f = q_rotate(q_conj(b->orientation), f); /* body axes */
        double a[3] = {arm.x, arm.y, arm.z}, g[3] = {f.x, f.y, f.z};
        mat3 G;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                G.m[i][j] = (i == j ? v3_dot(arm, f) : 0) - (a[i] * g[j] + a[j] * g[i]) / 2;
        mat3 N = m3_mul(&b->inertia_inv, &G);
        double real = eigenvalue(&N, &spread), w = swift_of(&c).vibration;
        if (!(w * w >= real * (1 - 1e-9) && w * w <= fmax(real, 0) + spread / 150))
            fail_msg("trial %d: %g, not %g (spread %g)", trial, w * w, real, spread);
        drop(&c);
    }
}

static void turning_and_decay(void **state) {
    (void)state;
    chain c = hang(3, false);
    tw_body *b = c.w->body.data[1];
    b->angular_velocity = v3(1, -2, 2);
    c.w->set.tau = tw_value_scalar(0.05);
    tw_world_touch_state(c.w);
    tw_world_touch_topology(c.w);
    tw_swift swift = swift_of(&c);
    assert_true(fabs(swift.turning - 3) < 1e-12);
    assert_true(fabs(swift.decay - 20) < 1e-12);
    assert_true(isfinite(swift.vibration));

    /* laws of their own, met */
    b->angular_velocity = v3_zero();
    tw_world_touch_state(c.w);
    swift = swift_of(&c);
    tw_constraint *joint = c.w->constraint.data[1];
    const struct {
        double k, d, vibration, decay;
    } laws[] = {{1e6, 20, 1000, 20}, {1e6, 2000, 0, 1000}, {100, 101, 0, 100}};
    double still = swift.vibration;
    for (int i = 0; i < 3; i++) {
        joint->k = tw_value_scalar(laws[i].k);
        joint->d = tw_value_scalar(laws[i].d);
        tw_world_touch_topology(c.w);
        swift = swift_of(&c);
        assert_true(fabs(swift.vibration - fmax(still, laws[i].vibration)) < 1e-6);
        assert_true(fabs(swift.decay - fmax(20, laws[i].decay)) < 1e-6);
    }

    tw_force *f = draft_force(c.w, "torque"); /* nothing is known of what forces do */
    put_id(f, "on", b->o.id);
    add(c.w, f);
    assert_true(isinf(swift_of(&c).vibration));
    drop(&c);
}

/* at y + h k, against those of a state that is formed */
static void same_along(chain *c) {
    double y[LINKS * TW_STATE], k[LINKS * TW_STATE], formed[LINKS * TW_STATE];
    double rates[LINKS * TW_STATE], along[LINKS * TW_STATE], work[LINKS * TW_STATE];
    unsigned long count = 0;
    int n;
    assert_int_equal(tw_rhs_prepare(c->d, &n), TW_OK);
    tw_rhs_pack(c->d, y);
    tw_ode ode = {.n = n, .rhs = tw_rhs, .rhs_along = tw_rhs_along, .context = c->d};
    for (int trial = 0; trial < 20; trial++) {
        double h = uniform(-0.2, 0.2), t = uniform(0, 1);
        for (int i = 0; i < n; i++) {
            k[i] = uniform(-1, 1);
            formed[i] = y[i] + h * k[i];
        }
        assert_int_equal(tw_rhs(c->d, t, formed, rates), TW_OK);
        assert_int_equal(tw_stepper_rates_along(&ode, t, y, h, k, work, along, &count), TW_OK);
        assert_memory_equal(rates, along, (size_t)n * sizeof *rates);
    }
}

static void lines(void **state) {
    (void)state;
    for (int links = 1; links <= 9; links++) {
        chain c = hang(links, false);
        same_along(&c);
        if (links == 4) { /* nailed twice at one place: A is singular, and a state is formed */
            tw_constraint *nail;
            const tw_body *b = c.w->body.data[0];
            assert_int_equal(tw_constraint_new(c.w, constraint_kind("point_to_nail"), &nail),
                             TW_OK);
            put_id(nail, "point", add_local(c.w, b, v3(0, 0, 0))->o.id);
            put_id(nail, "nail", add_nail(c.w, b->position)->o.id);
            add(c.w, nail);
            same_along(&c);
        }
        drop(&c);
    }
}

/* ---- steps that go by it --------------------------------------------------------------------- */

static tw_swift known; /* of the oscillator */
static bool fails;     /* and at the end of a step it is not finite */

static tw_status oscillator_swift(void *context, double t, const double *y, double *ydot,
                                  tw_swift *swift) {
    *swift = known;
    if (fails) return tw_fail(TW_NONFINITE, "told to");
    return oscillator(context, t, y, ydot);
}

typedef struct outcome {
    tw_status status;
    double size; /* of the state, from 1 */
    tw_stepper_stats stats;
} outcome;

/* `steps` steps of h of y'' = -y */
static outcome step(double h, int steps) {
    const problem *p = &problems[0];
    outcome o = {.status = TW_OK};
    run r;
    double y[MOST];
    begin(&r, tw_stepper_find("wave"), p, 1, 0);
    r.kind->destroy(r.self);
    r.options.step = h;
    r.ode.rhs_swift = oscillator_swift;
    must(&r, r.kind->create(&r.ode, &r.options, &r.self));
    must(&r, r.kind->start(r.self, 0, (double[]){1, 0}, 0));
    double limit = h * steps;
    while (o.status == TW_OK && r.t < limit) o.status = r.kind->step(r.self, limit, &r.t);
    r.kind->stats(r.self, &o.stats);
    must(&r, r.kind->dense(r.self, r.t, y));
    o.size = hypot(y[0], y[1]);
    end(&r);
    return o;
}

/* as many stages as the vibration asks for, and parts where twelve do not do */
static void stages(void **state) {
    (void)state;
    const struct {
        double h;
        int stages, parts;
    } cases[] = {{0.1, 4, 1}, {2.8, 4, 1},  {3, 5, 1},    {4.8, 6, 1},   {5.6, 7, 1}, {6.9, 8, 1},
                 {7.7, 9, 1}, {8.9, 10, 1}, {9.8, 11, 1}, {10.9, 12, 1}, {11, 7, 2},  {30, 12, 3}};
    known = (tw_swift){.vibration = 1};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        outcome o = step(cases[i].h, 60);
        assert_int_equal(o.status, TW_OK);
        assert_int_equal(o.stats.steps, 60 * cases[i].parts);
        assert_int_equal(o.stats.evaluations, 60 * cases[i].parts * cases[i].stages + 1);
        assert_true(o.size <= 1);
    }
    for (double h = 0.01; h < 30; h += 0.01) assert_true(step(h, 50).size <= 1);
}

/* sum of b_i x_i; x_i of the stage before each: */
typedef double per_stage[TW_FIXED_MOST];

static double sum_b(const tw_fixed_method *m, const per_stage x) {
    double sum = 0;
    for (int i = 0; i < m->stages; i++) sum += m->b[i] / m->scale * x[i];
    return sum;
}

/* order 3, the first order 4, and order 4 for linear problems [Hairer, Norsett & Wanner I, II.2];
 * |R(i y)| <= 1 up to the limit, |R(-y)| <= 1 up to 2.7 */
static void orders(void **state) {
    (void)state;
    for (int k = 0; k < tw_wave_methods.count; k++) {
        const tw_fixed_method *m = &tw_wave_methods.method[k];
        per_stage one, c, c2, c3, Ac = {0}, cAc, Ac2 = {0}, AAc = {0};
        assert_int_equal(m->stages, 4 + k);
        for (int i = 0; i < m->stages; i++) {
            double a = m->a[i];
            one[i] = 1, c[i] = a, c2[i] = a * a, c3[i] = a * a * a;
            if (i > 0) Ac[i] = a * c[i - 1], Ac2[i] = a * c2[i - 1], AAc[i] = a * Ac[i - 1];
            cAc[i] = a * Ac[i];
        }
        const double small = 1e-15;
        assert_true(fabs(sum_b(m, one) - 1) < small && fabs(sum_b(m, c) - 1.0 / 2) < small);
        assert_true(fabs(sum_b(m, c2) - 1.0 / 3) < small && fabs(sum_b(m, Ac) - 1.0 / 6) < small);
        assert_true(fabs(sum_b(m, AAc) - 1.0 / 24) < small);
        if (k == 0) {
            assert_true(fabs(sum_b(m, c3) - 1.0 / 4) < small);
            assert_true(fabs(sum_b(m, cAc) - 1.0 / 8) < small);
            assert_true(fabs(sum_b(m, Ac2) - 1.0 / 12) < small);
        }
        for (double y = 0.02; y <= m->limit; y += 0.001)
            for (int real = 0; real < 2 && (!real || y <= 2.7); real++) {
                double x = real ? -y : 0, w = real ? 0 : y; /* z = x + i w, u = 1 + a z u */
                double u = 1, v = 0, R = 1, S = 0;
                for (int i = 0; i < m->stages; i++) {
                    double a = m->a[i], next = 1 + a * (x * u - w * v);
                    v = a * (x * v + w * u);
                    u = next;
                    R += m->b[i] / m->scale * (x * u - w * v);
                    S += m->b[i] / m->scale * (x * v + w * u);
                }
                if (!(hypot(R, S) <= 1)) fail_msg("%d stages grow at %g", m->stages, y);
            }
    }
}

/* a step that fails leaves what is known of the one before */
static void after_failure(void **state) {
    (void)state;
    const problem *p = &problems[0];
    run r;
    begin(&r, tw_stepper_find("wave"), p, 1, 0);
    r.kind->destroy(r.self);
    r.options.step = 3;
    r.ode.rhs_swift = oscillator_swift;
    known = (tw_swift){.vibration = 1};
    must(&r, r.kind->create(&r.ode, &r.options, &r.self));
    must(&r, r.kind->start(r.self, 0, (double[]){1, 0}, 0));
    fails = true;
    known = (tw_swift){.vibration = 100};
    assert_int_equal(r.kind->step(r.self, 30, &r.t), TW_NONFINITE);
    fails = false;
    known = (tw_swift){.vibration = 1};
    tw_stepper_stats before, after;
    r.kind->stats(r.self, &before);
    must(&r, r.kind->step(r.self, 30, &r.t));
    r.kind->stats(r.self, &after);
    assert_true(r.t == 3);
    assert_int_equal(after.evaluations - before.evaluations, 5);
    end(&r);
}

static void parts(void **state) {
    (void)state;
    known = (tw_swift){.vibration = 1, .turning = 3};
    assert_int_equal(step(0.5, 10).stats.steps, 30);
    known = (tw_swift){.vibration = 1, .turning = 2, .swinging = 8};
    assert_int_equal(step(0.5, 10).stats.steps, 30); /* 2 / 6 + 8 / 72 < 0.5 */
    known = (tw_swift){.vibration = 1, .decay = 20};
    assert_int_equal(step(0.5, 10).stats.steps, 40);
    known = (tw_swift){.vibration = 1, .turning = 1e4}; /* divided, not refused */
    assert_int_equal(step(0.5, 1).stats.steps, 10000);
    known = (tw_swift){.vibration = 1e8};
    assert_int_equal(step(0.5, 10).status, TW_UNDERFLOW);
    assert_non_null(strstr(tw_failure(), "1e+08 rad/s"));
    known = (tw_swift){.vibration = INFINITY};
    outcome o = step(0.5, 10); /* ten stages where nothing is known */
    assert_int_equal(o.stats.steps, 10);
    assert_int_equal(o.stats.evaluations, 101);
    known.turning = 10; /* what is known of turns counts all the same: ten parts of rk4 */
    o = step(0.5, 10);
    assert_int_equal(o.stats.steps, 100);
    assert_int_equal(o.stats.evaluations, 401);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pendulum),      cmocka_unit_test(chains),
        cmocka_unit_test(anywhere),      cmocka_unit_test(turning_and_decay),
        cmocka_unit_test(lines),         cmocka_unit_test(orders),
        cmocka_unit_test(stages),        cmocka_unit_test(parts),
        cmocka_unit_test(after_failure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
