/*
 * Every kind of force, applied to random motions: a spring is minus the gradient of its potential
 * (and of the work its damper takes), drag takes energy out, forces and torques are what they say.
 */
#include "model/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../support/near.h"
#include "../../support/objects.h"
#include "../../support/random.h"

enum { BODIES = 3, POINTS = 2 };

/* participants and points as the engine resolves them, at one time */
typedef struct setting {
    tw_body_motion body[BODIES];
    const tw_body_motion *list[BODIES];
    tw_point_motion point[POINTS];
    int body_slot[1];
    tw_force_in in;
    tw_wrench out[BODIES];
} setting;

static void random_motion(tw_body_motion *m) {
    mat3 I = m3_diag(uniform(1, 2), uniform(1, 2), uniform(1, 2)), I_world;
    *m = (tw_body_motion){
        .x = random_vec(2), .q = random_turn(), .v = random_vec(2), .omega = random_vec(3)};
    m->R = q_matrix(m->q);
    m->m = uniform(0.5, 3);
    m->m_inv = 1 / m->m;
    I_world = m3_rotate(&m->R, &I);
    m->I_inv = m3_inverse(&I_world);
    m->L = m3_mul_v(&I_world, m->omega);
}

/* a point of body `slot` at `local`; slot -1: of the world, moving */
static tw_point_motion point_on(const setting *s, int slot, vec3 local, vec3 drift) {
    tw_point_motion p = {.slot = slot, .x = local, .v = drift};
    if (slot < 0) return p;
    const tw_body_motion *m = &s->body[slot];
    p.b = m3_mul_v(&m->R, local);
    p.x = v3_add(m->x, p.b);
    p.v = v3_add(m->v, v3_cross(m->omega, p.b));
    return p;
}

static setting *begin(const tw_force *f, int slots) {
    setting *s = calloc(1, sizeof *s);
    assert_non_null(s);
    for (int i = 0; i < BODIES; i++) {
        random_motion(&s->body[i]);
        s->list[i] = &s->body[i];
    }
    s->in = (tw_force_in){.t = uniform(0, 2),
                          .own = f->o.own,
                          .point = s->point,
                          .body = s->list,
                          .body_slot = s->body_slot,
                          .slots = slots};
    return s;
}

static void apply(const tw_force *f, setting *s) {
    memset(s->out, 0, sizeof s->out);
    ((const tw_force_kind *)f->o.kind)->apply(&s->in, s->out);
}

/* the rate of work on all participants */
static double power(const setting *s) {
    double P = 0;
    for (int i = 0; i < s->in.slots; i++)
        P += v3_dot(s->out[i].force, s->body[i].v) + v3_dot(s->out[i].torque, s->body[i].omega);
    return P;
}

static void assert_vec(vec3 got, vec3 want, double tolerance) {
    assert_near(got.x, want.x, tolerance);
    assert_near(got.y, want.y, tolerance);
    assert_near(got.z, want.z, tolerance);
}

/* c[0] + c[1] t */
static tw_value linear_in_time(double c0, double c1) {
    tw_tape_builder *b;
    tw_tape *tape;
    assert_int_equal(tw_tape_builder_create(1, &b), TW_OK);
    tw_node t = tw_tape_input(b, 0);
    tw_node ct = tw_tape_apply(b, TW_TAPE_MUL, tw_tape_const(b, c1), t, 0);
    tw_node sum = tw_tape_apply(b, TW_TAPE_ADD, tw_tape_const(b, c0), ct, 0);
    assert_int_equal(tw_tape_finish(b, &sum, 1, &tape), TW_OK);
    tw_tape_builder_destroy(b);
    return tw_value_from_tape(tape);
}

/* ---- spring --------------------------------------------------------------------------------- */

static double potential_with(const tw_force *f, setting *s, vec3 la, vec3 lb) {
    s->point[0] = point_on(s, 0, la, v3_zero());
    s->point[1] = point_on(s, 1, lb, v3_zero());
    return ((const tw_force_kind *)f->o.kind)->potential(&s->in);
}

static vec3 axis(int i) {
    return v3(i == 0, i == 1, i == 2);
}

/* force: -dV/dx of the centre; torque: -dV/d(turn about the centre), fourth-order differences */
static void spring_is_minus_gradient(void **state) {
    (void)state;
    tw_world *w;
    assert_int_equal(tw_world_create(&w), TW_OK);
    for (int n = 0; n < 200; n++) {
        tw_force *f = draft_force(w, "spring");
        put_number(f, "stiffness", uniform(1, 50));
        put_number(f, "rest", n % 2 ? uniform(0, 2) : 0);
        setting *s = begin(f, 2);
        vec3 la = random_vec(1), lb = random_vec(1);
        potential_with(f, s, la, lb);
        if (v3_length(v3_sub(s->point[0].x, s->point[1].x)) > 0.2) {
            apply(f, s);
            for (int b = 0; b < 2; b++)
                for (int i = 0; i < 6; i++) {
                    static const double at[4] = {-2, -1, 1, 2};
                    static const double weight[4] = {1, -8, 8, -1};
                    const double h = 1e-3;
                    tw_body_motion kept = s->body[b];
                    double slope = 0;
                    for (int k = 0; k < 4; k++) {
                        double e = at[k] * h;
                        if (i < 3) {
                            s->body[b].x = v3_madd(kept.x, e, axis(i));
                        } else {
                            vec3 u = v3_scale(axis(i - 3), sin(e / 2));
                            quat turn = {cos(e / 2), u.x, u.y, u.z};
                            s->body[b].R = q_matrix(q_mul(turn, kept.q));
                        }
                        slope += weight[k] * potential_with(f, s, la, lb) / (12 * h);
                        s->body[b] = kept;
                    }
                    const vec3 *got = i < 3 ? &s->out[b].force : &s->out[b].torque;
                    double g = i % 3 == 0 ? got->x : i % 3 == 1 ? got->y : got->z;
                    assert_near(g, -slope, 1e-7 * (1 + fabs(slope)));
                }
        }
        free(s);
        tw_object_discard(&f->o);
    }
    tw_world_destroy(w);
}

/* no net force or moment; the damper works along the line, never puts energy in, and the spring
 * without it takes what its potential loses */
static void spring_reacts_and_damps(void **state) {
    (void)state;
    tw_world *w;
    assert_int_equal(tw_world_create(&w), TW_OK);
    for (int n = 0; n < 200; n++) {
        tw_force *f = draft_force(w, "spring");
        double c = uniform(0, 4);
        put_number(f, "damping", c);
        setting *s = begin(f, 2);
        s->point[0] = point_on(s, 0, random_vec(1), v3_zero());
        s->point[1] = point_on(s, 1, random_vec(1), v3_zero());
        apply(f, s);
        vec3 d = v3_sub(s->point[0].x, s->point[1].x), u = v3_normalized(d);
        double speed = v3_dot(u, v3_sub(s->point[0].v, s->point[1].v));
        assert_near(power(s), -c * speed * speed, 1e-11);
        assert_vec(v3_add(s->out[0].force, s->out[1].force), v3_zero(), 1e-13);
        vec3 moment = v3_add(v3_add(s->out[0].torque, v3_cross(s->body[0].x, s->out[0].force)),
                             v3_add(s->out[1].torque, v3_cross(s->body[1].x, s->out[1].force)));
        assert_vec(moment, v3_zero(), 1e-11);
        free(s);
        tw_object_discard(&f->o);
    }
    tw_world_destroy(w);
}

static void spring_of_no_length(void **state) {
    (void)state;
    tw_world *w;
    assert_int_equal(tw_world_create(&w), TW_OK);
    tw_force *f = draft_force(w, "spring");
    put_number(f, "stiffness", 30);
    put_number(f, "damping", 2);
    setting *s = begin(f, 1);
    s->body[0].omega = v3_zero();
    s->point[0] = point_on(s, 0, v3_zero(), v3_zero());
    s->point[1] = point_on(s, -1, s->body[0].x, v3_zero());
    apply(f, s);
    assert_vec(s->out[0].force, v3_scale(s->body[0].v, -2), 1e-15);
    put_number(f, "rest", 0.5);
    apply(f, s);
    assert_vec(s->out[0].force, v3_zero(), 0);
    /* to a nail: only the body feels it; stretched by 0.25 along z beyond the rest length */
    s->body[0].v = v3_zero();
    s->point[0] = point_on(s, 0, v3_zero(), v3_zero());
    s->point[1] = point_on(s, -1, v3_madd(s->body[0].x, 0.75, axis(2)), v3_zero());
    apply(f, s);
    assert_vec(s->out[0].force, v3(0, 0, 30 * 0.25), 1e-13);
    free(s);
    tw_object_discard(&f->o);
    tw_world_destroy(w);
}

/* ---- drag ----------------------------------------------------------------------------------- */

static void drag_takes_energy(void **state) {
    (void)state;
    tw_world *w;
    assert_int_equal(tw_world_create(&w), TW_OK);
    for (int n = 0; n < 200; n++) {
        tw_force *f = draft_force(w, "drag");
        double linear = uniform(0, 2), angular = uniform(0, 2), rate = uniform(0, 2);
        put_number(f, "linear", linear);
        put_number(f, "angular", angular);
        put_number(f, "rate", rate);
        setting *s = begin(f, BODIES);
        apply(f, s);
        double want = 0;
        for (int i = 0; i < BODIES; i++) {
            const tw_body_motion *m = &s->body[i];
            want -= linear * v3_dot(m->v, m->v) + angular * v3_dot(m->omega, m->omega);
            want -= rate * (m->m * v3_dot(m->v, m->v) + v3_dot(m->omega, m->L));
        }
        assert_near(power(s), want, 1e-12 * fabs(want));
        assert_true(power(s) < 0);
        free(s);
        tw_object_discard(&f->o);
    }
    tw_world_destroy(w);
}

/* by rate alone every momentum decays alike: F = -rate m v, T = -rate L */
static void drag_by_rate(void **state) {
    (void)state;
    tw_world *w;
    assert_int_equal(tw_world_create(&w), TW_OK);
    tw_force *f = draft_force(w, "drag");
    put_number(f, "rate", 0.7);
    setting *s = begin(f, 2);
    s->body[1].m_inv = 0; /* driven: feels nothing */
    apply(f, s);
    assert_vec(s->out[0].force, v3_scale(s->body[0].v, -0.7 * s->body[0].m), 1e-14);
    assert_vec(s->out[0].torque, v3_scale(s->body[0].L, -0.7), 1e-14);
    assert_vec(s->out[1].force, v3_zero(), 0);
    assert_vec(s->out[1].torque, v3_zero(), 0);
    free(s);
    tw_object_discard(&f->o);
    tw_world_destroy(w);
}

/* ---- force and torque ----------------------------------------------------------------------- */

static void force_at_a_point(void **state) {
    (void)state;
    tw_world *w;
    assert_int_equal(tw_world_create(&w), TW_OK);
    for (int n = 0; n < 100; n++) {
        tw_force *f = draft_force(w, "force");
        vec3 value = random_vec(5);
        put_vec3(f, "value", value);
        *(int *)field(f, "frame") = n % 2;
        setting *s = begin(f, 1);
        s->point[0] = point_on(s, 0, random_vec(1), v3_zero());
        apply(f, s);
        vec3 F = n % 2 ? q_rotate(s->body[0].q, value) : value;
        assert_vec(s->out[0].force, F, 1e-13);
        /* the work at the point is the work on the body */
        assert_near(power(s), v3_dot(F, s->point[0].v), 1e-11);
        free(s);
        tw_object_discard(&f->o);
    }
    tw_world_destroy(w);
}

static void torque_on_a_body(void **state) {
    (void)state;
    tw_world *w;
    assert_int_equal(tw_world_create(&w), TW_OK);
    for (int n = 0; n < 100; n++) {
        tw_force *f = draft_force(w, "torque");
        vec3 value = random_vec(5);
        put_vec3(f, "value", value);
        *(int *)field(f, "frame") = n % 2;
        setting *s = begin(f, 1);
        apply(f, s);
        assert_vec(s->out[0].torque, n % 2 ? q_rotate(s->body[0].q, value) : value, 1e-13);
        assert_vec(s->out[0].force, v3_zero(), 0);
        free(s);
        tw_object_discard(&f->o);
    }
    tw_world_destroy(w);
}

/* fields are read at the time of the evaluation */
static void fields_vary_with_time(void **state) {
    (void)state;
    tw_world *w;
    assert_int_equal(tw_world_create(&w), TW_OK);
    tw_force *f = draft_force(w, "spring");
    *(tw_value *)field(f, "stiffness") = linear_in_time(10, 3);
    *(tw_value *)field(f, "rest") = linear_in_time(0.25, 0.5);
    setting *s = begin(f, 1);
    s->body[0].v = s->body[0].omega = v3_zero();
    s->point[0] = point_on(s, 0, v3_zero(), v3_zero());
    s->point[1] = point_on(s, -1, v3_madd(s->body[0].x, 2, axis(0)), v3_zero());
    for (int i = 0; i < 5; i++) {
        s->in.t = 0.5 * i;
        apply(f, s);
        double k = 10 + 3 * s->in.t, rest = 0.25 + 0.5 * s->in.t;
        assert_vec(s->out[0].force, v3(k * (2 - rest), 0, 0), 1e-12);
        double V = ((const tw_force_kind *)f->o.kind)->potential(&s->in);
        assert_near(V, 0.5 * k * (2 - rest) * (2 - rest), 1e-12);
    }
    free(s);
    tw_object_discard(&f->o);
    tw_world_destroy(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spring_is_minus_gradient),
        cmocka_unit_test(spring_reacts_and_damps),
        cmocka_unit_test(spring_of_no_length),
        cmocka_unit_test(drag_takes_energy),
        cmocka_unit_test(drag_by_rate),
        cmocka_unit_test(force_at_a_point),
        cmocka_unit_test(torque_on_a_body),
        cmocka_unit_test(fields_vary_with_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
