/*
 * Constraints that a script writes against the built-in ones that compute the same
 * (tests/data/custom_pairs.lua): D, D', J and bias to 1e-12 over random states; sweeps of random
 * tapes against jets and Jacobians by tape_diff.c.
 */
#include "dynamics/pass/pass.h"
#include "dynamics/rhs.h"
#include "model/world.h"
#include "numeric/value/sweep.h"
#include "script/script.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../support/near.h"
#include "../../support/random.h"

enum { STATES = 500, BODIES = 3, ROWS = 5 };

static vec3 random3(double scale) {
    double x = uniform(-scale, scale), y = uniform(-scale, scale), z = uniform(-scale, scale);
    return v3(x, y, z);
}

/* a constraint's terms, with the rows of J in the order of the world's bodies */
typedef struct look {
    int rows;
    double D[ROWS], D1[ROWS], bias[ROWS], J[ROWS][BODIES][6];
} look;

static look look_at(tw_dynamics *d, int constraint, double t) {
    tw_bind *b = &d->constraint_bind[constraint];
    const tw_constraint_kind *kind = (const tw_constraint_kind *)b->o->kind;
    double J[ROWS * BODIES * 6], W[6 * BODIES * 6];
    look l;
    memset(&l, 0, sizeof l);
    l.rows = kind->rows(b->o->own);
    assert_true(l.rows <= ROWS && b->slots <= BODIES);
    bool own_force = kind->dof && kind->dof(b->o->own) > 0;
    tw_terms terms = {l.rows, b->slots, l.D, l.D1, l.bias, J, own_force ? W : NULL};
    tw_bind_resolve(b, d->pass.motion, t);
    tw_terms_of(b, t, &terms);
    for (int i = 0; i < l.rows; i++)
        for (int s = 0; s < b->slots; s++)
            memcpy(l.J[i][b->body[s]], tw_row(&terms, i, s), 6 * sizeof(double));
    return l;
}

/* 1e-12 of what the row is made of */
static void same(const look *a, const look *b, const char *name) {
    if (a->rows != b->rows) fail_msg("%s: %d rows, not %d", name, b->rows, a->rows);
    for (int i = 0; i < a->rows; i++) {
        double tolerance = 1e-12 * (1 + fabs(a->D[i]) + fabs(a->D1[i]) + fabs(a->bias[i]));
        double worst = fmax(fabs(a->D[i] - b->D[i]), fabs(a->D1[i] - b->D1[i]));
        worst = fmax(worst, fabs(a->bias[i] - b->bias[i]));
        if (!(worst <= tolerance))
            fail_msg("%s, row %d: D %.17g %.17g, D' %.17g %.17g, bias %.17g %.17g", name, i,
                     a->D[i], b->D[i], a->D1[i], b->D1[i], a->bias[i], b->bias[i]);
        for (int s = 0; s < BODIES; s++)
            for (int k = 0; k < 6; k++)
                if (!(fabs(a->J[i][s][k] - b->J[i][s][k]) <= 1e-12 * (1 + fabs(a->J[i][s][k]))))
                    fail_msg("%s, row %d: J %.17g, not %.17g (body %d, component %d)", name, i,
                             b->J[i][s][k], a->J[i][s][k], s, k);
    }
}

static void shake(tw_world *w, tw_dynamics *d) {
    w->time = uniform(-1, 2);
    for (size_t i = 0; i < w->body.count; i++) {
        tw_body *b = w->body.data[i];
        vec3 axis = random3(1);
        b->position = random3(2);
        b->orientation = q_normalized((quat){uniform(-1, 1), axis.x, axis.y, axis.z});
        b->velocity = random3(3);
        b->angular_velocity = random3(3);
    }
    tw_world_touch_state(w);
    double y[BODIES * TW_STATE];
    int states;
    assert_int_equal(tw_rhs_prepare(d, &states), TW_OK);
    assert_int_equal(states, 2 * TW_STATE); /* one body is driven */
    tw_rhs_pack(d, y);
    assert_int_equal(tw_rhs_all(d, w->time, y), TW_OK);
}

/* the constraint NAME_own of NAME_built */
static int partner(const tw_world *w, const char *built) {
    char own[64];
    snprintf(own, sizeof own, "%.*sown", (int)(strlen(built) - strlen("built")), built);
    for (size_t i = 0; i < w->constraint.count; i++)
        if (!strcmp(w->constraint.data[i]->o.name, own)) return (int)i;
    fail_msg("no constraint '%s'", own);
    return -1;
}

static void same_as_built_in(void **unused) {
    (void)unused;
    tw_script *s;
    tw_dynamics *d;
    assert_int_equal(tw_script_create(NULL, &s), TW_OK);
    if (tw_script_run_file(s, "tests/data/custom_pairs.lua", 0, NULL) != TW_OK)
        fail_msg("%s", tw_failure());
    tw_world *w = tw_scene_world(tw_script_scene(s, 0));
    assert_int_equal((int)w->body.count, BODIES);
    assert_int_equal(tw_dynamics_create(w, &d), TW_OK);
    int pairs = 0;
    for (int n = 0; n < STATES; n++) {
        shake(w, d);
        for (size_t i = 0; i < w->constraint.count; i++) {
            const char *name = w->constraint.data[i]->o.name;
            if (!strstr(name, "_built")) continue;
            look built = look_at(d, (int)i, w->time), own = look_at(d, partner(w, name), w->time);
            same(&built, &own, name);
            pairs++;
        }
    }
    assert_true(pairs >= 14 * STATES);
    tw_dynamics_destroy(d);
    tw_script_destroy(s);
}

/* ---- sweeps --------------------------------------------------------------------------------- */

enum { INPUTS = 5, OPERATIONS = 30, OUTPUTS = 4 };

/* operations that are smooth near any argument between -2 and 2 are taken as they are, of the
 * others' arguments 3 is made first */
static tw_node random_operation(tw_tape_builder *b, const tw_node *node, int n) {
    tw_tape_op op = (tw_tape_op)(TW_TAPE_ADD + random_int(TW_TAPE_OP_COUNT - TW_TAPE_ADD));
    tw_node x[3];
    for (int k = 0; k < 3; k++) {
        x[k] = node[random_int(n)];
        if (op == TW_TAPE_ASIN || op == TW_TAPE_ACOS) {
            x[k] = tw_tape_apply(b, TW_TAPE_TANH, x[k], 0, 0);
            x[k] = tw_tape_apply(b, TW_TAPE_MUL, x[k], tw_tape_const(b, 0.9), 0);
        } else if (op == TW_TAPE_SQRT || op == TW_TAPE_LOG || op == TW_TAPE_DIV ||
                   op == TW_TAPE_POW || op == TW_TAPE_ATAN2 || op == TW_TAPE_MOD) {
            x[k] = tw_tape_apply(b, TW_TAPE_TANH, x[k], 0, 0);
            x[k] = tw_tape_apply(b, TW_TAPE_ADD, x[k], tw_tape_const(b, 2 + k), 0);
        }
    }
    tw_node y = tw_tape_apply(b, op, x[0], x[1], x[2]);
    /* bounded, so that nothing grows without end */
    return random_int(3) ? y : tw_tape_apply(b, TW_TAPE_ATAN, y, 0, 0);
}

static tw_tape *random_tape(void) {
    tw_tape_builder *b;
    tw_tape *tape;
    tw_node node[INPUTS + OPERATIONS + 2];
    int n = 0;
    assert_int_equal(tw_tape_builder_create(INPUTS, &b), TW_OK);
    for (int i = 0; i < INPUTS; i++) node[n++] = tw_tape_input(b, i);
    node[n++] = tw_tape_const(b, 0.7);
    node[n++] = tw_tape_const(b, -1.3);
    for (int i = 0; i < OPERATIONS; i++, n++) node[n] = random_operation(b, node, n);
    assert_int_equal(tw_tape_finish(b, node + n - OUTPUTS, OUTPUTS, &tape), TW_OK);
    tw_tape_builder_destroy(b);
    return tape;
}

/* relative, both not finite counts as the same */
static bool agree(double a, double b) {
    return (!isfinite(a) && !isfinite(b)) || fabs(a - b) <= 1e-10 * (1 + fabs(a) + fabs(b));
}

static void sweep_is_jet_and_jacobian(void **unused) {
    (void)unused;
    int finite = 0;
    for (int n = 0; n < 3000; n++) {
        tw_tape *t = random_tape();
        tw_sweep *s;
        /* groups of 2, 1 and 2 inputs */
        assert_int_equal(tw_sweep_create(t, (const int[INPUTS]){0, 0, 3, 4, 4}, &s), TW_OK);
        double *scratch = calloc(tw_tape_scratch(t) + 1, sizeof *scratch);
        assert_non_null(scratch);
        double y[OUTPUTS], y1[OUTPUTS], y2[OUTPUTS], J[OUTPUTS * INPUTS], x[3][INPUTS];
        double sy[OUTPUTS], sy1[OUTPUTS], sy2[OUTPUTS];
        for (int pass = 0; pass < 2; pass++) { /* a second run sees nothing of the first */
            tw_sweep_inputs in = tw_sweep_begin(s);
            for (int i = 0; i < INPUTS; i++) {
                for (int k = 0; k < 3; k++) x[k][i] = uniform(-1, 1);
                in.at[in.slot[i]] = (tw_jet){x[0][i], x[1][i], x[2][i], 0};
            }
            tw_tape_jacobian(t, x[0], NULL, J, scratch);
            tw_tape_jet(t, x[0], x[1], x[2], y, y1, y2, scratch);
            tw_sweep_run(s, sy, sy1, sy2);
            for (int k = 0; k < OUTPUTS; k++) {
                double row[INPUTS] = {0};
                tw_sweep_row g = tw_sweep_gradient(s, k);
                for (int i = 0; i < g.count; i++) row[g.input[i]] = g.value[i];
                if (!isfinite(y[k]) || fabs(y[k]) > 1e6 || fabs(y2[k]) > 1e6) continue;
                finite++;
                if (!(sy[k] == y[k] && agree(sy1[k], y1[k]) && agree(sy2[k], y2[k])))
                    fail_msg("tape %d, output %d: %.17g %.17g %.17g, not %.17g %.17g %.17g", n, k,
                             sy[k], sy1[k], sy2[k], y[k], y1[k], y2[k]);
                for (int i = 0; i < INPUTS; i++)
                    if (!agree(row[i], J[k * INPUTS + i]))
                        fail_msg("tape %d, output %d, input %d: %.17g, not %.17g", n, k, i, row[i],
                                 J[k * INPUTS + i]);
            }
        }
        free(scratch);
        tw_sweep_destroy(s);
        tw_tape_release(t);
    }
    assert_true(finite > 10000);
}

/* a root at 0 has no derivative: not finite, at rest, too; what select leaves out does not count */
static void singular_is_not_finite(void **unused) {
    (void)unused;
    tw_tape_builder *b;
    tw_tape *t;
    tw_sweep *s;
    assert_int_equal(tw_tape_builder_create(1, &b), TW_OK);
    tw_node x = tw_tape_input(b, 0), xx = tw_tape_apply(b, TW_TAPE_MUL, x, x, 0);
    tw_node root = tw_tape_apply(b, TW_TAPE_SQRT, xx, 0, 0);
    tw_node out[2] = {root, tw_tape_apply(b, TW_TAPE_SELECT, x, xx, root)};
    assert_int_equal(tw_tape_finish(b, out, 2, &t), TW_OK);
    tw_tape_builder_destroy(b);
    assert_int_equal(tw_sweep_create(t, (const int[1]){0}, &s), TW_OK);
    double y[2], y1[2], y2[2];
    tw_sweep_run(s, y, y1, y2);
    assert_true(!isfinite(tw_sweep_gradient(s, 0).value[0]));
    assert_near(tw_sweep_gradient(s, 1).value[0], 0, 0);
    tw_sweep_destroy(s);
    tw_tape_release(t);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(same_as_built_in),
                                       cmocka_unit_test(sweep_is_jet_and_jacobian),
                                       cmocka_unit_test(singular_is_not_finite)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
