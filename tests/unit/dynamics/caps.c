/*
 * Bounded constraint forces against the conditions of the optimum, which hold at the answer of a
 * convex problem and nowhere else (points that coincide: the force is lambda itself):
 *
 *     |lambda_c| <= cap_c,   A lambda + r = -mu_c lambda_c on capped rows with mu_c >= 0,
 *     mu_c = 0 or |lambda_c| = cap_c,   A lambda + r = 0 on the others,
 *
 * where r is without the part that the constraints contradict each other about: what is left of
 * the equations without bounds. If a capped constraint is contradicted there, no capped one has a
 * weight, and its own equation counts wholly. Cases in which little is left, but more than
 * rounding, are not compared.
 */
#include "dynamics/solve/caps.h"
#include "dynamics/pass/pass.h"
#include "dynamics/rhs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "../../support/objects.h"
#include "../../support/random.h"

static tw_constraint *join(tw_world *w, const tw_point *a, const tw_point *b, double cap) {
    tw_constraint *c;
    bool nail = b->source == TW_POINT_SPACE;
    const char *kind = nail ? "point_to_nail" : "point_to_point";
    assert_int_equal(tw_constraint_new(w, constraint_kind(kind), &c), TW_OK);
    put_id(c, nail ? "point" : "a", a->o.id);
    put_id(c, nail ? "nail" : "b", b->o.id);
    if (cap > 0) put_number(c, "max_force", cap);
    add(w, c);
    return c;
}

/* a chain that hangs at one or both ends, some joints doubled, some joints capped */
static void chain(tw_world *w, int links) {
    const tw_point *before = add_nail(w, random_vec(0.2));
    for (int i = 0; i < links; i++) {
        tw_body *b = draft_body(w, "rod");
        put_number(b, "length", 1);
        put_number(b, "radius", 0.1);
        b->position = v3_add(v3(0.5 + i, 0, 0), random_vec(0.1));
        b->velocity = random_vec(0.5);
        b->angular_velocity = random_vec(2);
        add(w, b);
        const tw_point *left = add_local(w, b, v3(0, 0, -0.5));
        double size = b->mass * 9.81;
        int copies = uniform(0, 1) < 0.3 ? 2 : 1;
        for (int k = 0; k < copies; k++) {
            bool capped = uniform(0, 1) < 0.5;
            join(w, left, before, capped ? size * exp(uniform(-4, 2)) : 0);
        }
        before = add_local(w, b, v3(0, 0, 0.5));
    }
    if (uniform(0, 1) < 0.5) join(w, before, add_nail(w, random_vec(2)), 0);
}

static double length(const double *x) {
    return v3_length(v3_load(x));
}

enum { MOST_ROWS = 128 };

/* the equation without bounds, at weights 1 - aside of the constraints */
static void solve_unbounded(tw_dynamics *d, const double *aside) {
    tw_world *w = d->world;
    double cap[MOST_ROWS];
    for (int pass = 0; pass < 2; pass++) {
        for (size_t i = 0; i < w->constraint.count; i++) {
            tw_constraint *c = w->constraint.data[i];
            if (pass == 0) cap[i] = c->max_force.c[0];
            c->max_force.c[0] = pass == 0 ? NAN : cap[i];
            c->weight.c[0] = pass == 0 ? 1 - aside[i] : 1;
        }
        if (pass == 1) return;
        tw_world_touch_fields(w);
        if (tw_dynamics_update(d) != TW_OK) fail_msg("%s", tw_failure());
    }
}

static double largest(const double *x, int n) {
    double most = 0;
    for (int i = 0; i < n; i++) most = fmax(most, fabs(x[i]));
    return most;
}

/* how contradicted a bounded constraint is whose equation has `left` of `asked` */
typedef enum contradiction { NONE, SOME, WHOLE } contradiction;
static contradiction contradicted(double left, double asked, double rounding) {
    if (left <= rounding) return NONE;
    return left > 0.011 * asked ? WHOLE : SOME;
}

/* the part of each row that is contradicted, by the answer without bounds of the constraints that
 * have none, or agree; returns how many stand aside. *sure: none is in between */
static int contradictions(tw_dynamics *d, double *conflict, bool *sure) {
    const tw_pass *p = &d->pass;
    double aside[MOST_ROWS] = {0};
    int any = 0;
    *sure = true;
    assert_true(d->world->constraint.count <= MOST_ROWS / 3);
    solve_unbounded(d, aside);
    double rounding = 1e-7 * largest(p->r, p->rows);
    for (int k = 0; k < p->blocks; k++) {
        const tw_block *b = &p->block[k];
        if (isnan(b->c->max_force.c[0])) continue;
        contradiction c =
            contradicted(largest(p->residual + b->row, 3), largest(p->r + b->row, 3), rounding);
        any += c == WHOLE;
        *sure = *sure && c != SOME;
    }
    for (int k = 0; k < p->blocks && any; k++)
        aside[k] = isnan(p->block[k].c->max_force.c[0]) ? 0 : 1;
    if (any) solve_unbounded(d, aside);
    for (int k = 0; k < p->blocks; k++)
        for (int i = p->block[k].row; i < p->block[k].row + 3; i++)
            conflict[i] = (1 - aside[k]) * p->residual[i];
    tw_world_touch_fields(d->world);
    if (tw_dynamics_update(d) != TW_OK) fail_msg("%s", tw_failure());
    return any;
}

static int check(const tw_dynamics *d, const double *conflict) {
    const tw_pass *p = &d->pass;
    int held = 0;
    double most = 0;
    for (int i = 0; i < p->rows; i++) most = fmax(most, fabs(p->r[i]));
    for (int k = 0; k < p->blocks; k++) {
        const tw_block *b = &p->block[k];
        double cap = tw_value1(&b->c->max_force, 0), mu = b->cap_mu[0][TW_CAP_STEPS - 1];
        const double *lambda = p->lambda + b->dof, *left = p->residual + b->row;
        if (isnan(cap)) assert_true(mu == 0);
        assert_true(mu >= 0);
        if (!isnan(cap)) assert_true(length(lambda) <= cap * (1 + 1e-7));
        if (mu * cap > 1e-9 * most) assert_true(fabs(length(lambda) - cap) <= 1e-6 * cap);
        held += mu > 0;
        for (int i = 0; i < 3; i++) {
            double miss = fabs(left[i] - conflict[b->row + i] + mu * lambda[i]);
            if (!(miss <= 1e-7 * most))
                fail_msg("block %d: %g left, mu lambda %g, of %g", k, left[i], mu * lambda[i],
                         most);
        }
    }
    return held;
}

static void random_chains(void **state) {
    (void)state;
    int held = 0, aside = 0, clear = 0;
    for (int n = 0; n < 300; n++) {
        tw_world *w;
        tw_dynamics *d;
        assert_int_equal(tw_world_create(&w), TW_OK);
        assert_int_equal(tw_dynamics_create(w, &d), TW_OK);
        w->set.gravity = tw_value_vector(v3(0, 0, -9.81));
        w->set.tau = tw_value_scalar(0.1);
        chain(w, 1 + random_int(8));
        double conflict[MOST_ROWS];
        bool sure;
        aside += contradictions(d, conflict, &sure);
        clear += sure;
        if (sure) held += check(d, conflict);
        /* the parts of a bounded force add up to it */
        for (size_t i = 0; i < w->constraint.count; i++) {
            vec3 part[TW_SPLIT_COUNT], sum = {0, 0, 0};
            tw_constraint_reading r;
            assert_int_equal(tw_read_split(d, w->constraint.data[i], part), TW_OK);
            assert_int_equal(tw_read_constraint(d, w->constraint.data[i], &r), TW_OK);
            double most = 1;
            for (int k = 0; k < TW_SPLIT_COUNT; k++) {
                sum = v3_add(sum, part[k]);
                most = fmax(most, v3_length(part[k]));
            }
            assert_true(v3_length(v3_sub(sum, r.force)) <= 1e-6 * most);
        }
        tw_dynamics_destroy(d);
        tw_world_destroy(w);
    }
    assert_true(held > 200 && aside > 5 && clear > 290);
}

/* the part that counts of a contradiction rises from 0 to 1, without a corner */
static void shares(void **state) {
    (void)state;
    const double size = 7, from = 1e-6 * size, to = 1e-5 * size;
    assert_true(tw_caps_share(0, size) == 0 && tw_caps_share(from, size) == 0);
    assert_true(tw_caps_share(to, size) == 1 && tw_caps_share(size, size) == 1);
    assert_true(tw_caps_share(1, 0) == 0);
    assert_true(fabs(tw_caps_share((from + to) / 2, size) - 0.5) < 1e-12);
    double before = 0;
    for (int i = 1; i <= 1000; i++) {
        double x = i / 1000.0, now = tw_caps_share(from + x * (to - from), size);
        assert_true(now > before && now - before < 1.6e-3);
        assert_true(fabs(now - before - 6 * (x - 5e-4) * (1 - (x - 5e-4)) / 1000) < 1e-8);
        before = now;
    }
}

/* two bounded nails at a growing distance: their forces have no jump, from a half of the load each
 * to the weaker one's bound */
static void disagreement(void **state) {
    (void)state;
    double before = -1, last = 0;
    for (double off = 1e-7; off < 1e-3; off *= 1.01) {
        tw_world *w;
        tw_dynamics *d;
        assert_int_equal(tw_world_create(&w), TW_OK);
        assert_int_equal(tw_dynamics_create(w, &d), TW_OK);
        w->set.gravity = tw_value_vector(v3(0, 0, -9.81));
        w->set.tau = tw_value_scalar(0.1);
        tw_body *b = draft_body(w, "sphere");
        put_number(b, "radius", 0.1);
        put_number(b, "mass", 1);
        b->position = v3(off / 2, 0, 0);
        add(w, b);
        const tw_point *center = add_local(w, b, v3(0, 0, 0));
        tw_constraint *weak = join(w, center, add_nail(w, v3(0, 0, 0)), 100);
        join(w, center, add_nail(w, v3(off, 0, 0)), 300);
        tw_constraint_reading r;
        assert_int_equal(tw_read_constraint(d, weak, &r), TW_OK);
        last = -r.force.x;
        if (before >= 0 && !(last >= before - 1e-6 && last - before < 5)) fail_msg("%g: %g after %g", off, last, before);
        if (off < 9e-7) assert_true(fabs(last) < 1e-9 && fabs(r.force.z - 9.81 / 2) < 1e-6);
        before = last;
        tw_dynamics_destroy(d);
        tw_world_destroy(w);
    }
    assert_true(fabs(last - 100) < 1e-6);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_chains), cmocka_unit_test(shares),
                                       cmocka_unit_test(disagreement)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
