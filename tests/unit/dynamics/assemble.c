/*
 * Static assembly from C: what it leaves alone, constraints left out, impossible models against a
 * search that knows nothing of derivatives, projected velocities against the conditions of the
 * smallest change; Cholesky's factors of a band and least squares by QR against what defines them.
 */
#include "analysis/assembly/assemble.h"
#include "analysis/diagnosis/diagnose.h"
#include "dynamics/pass/pass.h"
#include "dynamics/rhs.h"
#include "numeric/linear/lsq.h"
#include "numeric/linear/qr.h"
#include "numeric/linear/symmetric.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../support/asked.h"
#include "../../support/objects.h"
#include "../../support/random.h"

static tw_constraint *join(tw_world *w, const tw_point *a, const tw_point *b) {
    tw_constraint *c;
    bool nail = b->source == TW_POINT_SPACE;
    const char *kind = nail ? "point_to_nail" : "point_to_point";
    assert_int_equal(tw_constraint_new(w, constraint_kind(kind), &c), TW_OK);
    put_id(c, nail ? "point" : "a", a->o.id);
    put_id(c, nail ? "nail" : "b", b->o.id);
    add(w, c);
    return c;
}

static tw_body *add_box(tw_world *w) {
    tw_body *b = draft_body(w, "rod");
    put_number(b, "length", 1);
    put_number(b, "radius", 0.2);
    b->position = random_vec(1);
    b->orientation = random_turn();
    b->velocity = random_vec(1);
    b->angular_velocity = random_vec(2);
    add(w, b);
    return b;
}

/* a chain of `links` between two nails */
static tw_dynamics *make_links(tw_world *w, int links, double span) {
    const tw_point *before = add_nail(w, v3(0, 0, 0));
    for (int i = 0; i < links; i++) {
        tw_body *b = add_box(w);
        join(w, add_local(w, b, v3(0, 0, -0.5)), before);
        before = add_local(w, b, v3(0, 0, 0.5));
    }
    join(w, before, add_nail(w, v3(span, 0, 0)));
    tw_dynamics *d;
    assert_int_equal(tw_dynamics_create(w, &d), TW_OK);
    return d;
}

static tw_dynamics *make_chain(tw_world *w, double span) {
    return make_links(w, 3, span);
}

static void leaves_alone(void **state) {
    (void)state;
    for (int trial = 0; trial < 50; trial++) {
        tw_world *w;
        assert_int_equal(tw_world_create(&w), TW_OK);
        tw_dynamics *d = make_chain(w, 2);
        double y[3 * TW_STATE], before[3 * TW_STATE];
        int n;
        assert_int_equal(tw_rhs_prepare(d, &n), TW_OK);
        assert_int_equal(n, 3 * TW_STATE);
        tw_rhs_pack(d, y);
        memcpy(before, y, sizeof y);
        vec3 x = w->body.data[0]->position;
        tw_assembly_report r;
        assert_int_equal(tw_assemble_state(d, 0, y, NULL, NULL, &r), TW_OK);
        assert_true(r.assembled && !r.minimum && r.deviation <= 1e-10 && r.movement > 0);
        assert_int_equal(r.branch, TW_BRANCH_UNKNOWN);
        for (int i = 0; i < n; i++)
            if (i % TW_STATE >= 7) assert_true(y[i] == before[i]); /* momenta */
        assert_true(v3_length(v3_sub(x, w->body.data[0]->position)) == 0);
        /* a second time there is nothing to do */
        memcpy(before, y, sizeof y);
        assert_int_equal(tw_assemble_state(d, 0, y, NULL, NULL, &r), TW_OK);
        assert_true(r.assembled && r.iterations == 0 && r.movement == 0);
        assert_memory_equal(before, y, sizeof y);
        tw_dynamics_destroy(d);
        tw_world_destroy(w);
    }
}

/* impossible as a whole, possible without one */
static void leaves_out(void **state) {
    (void)state;
    tw_world *w;
    assert_int_equal(tw_world_create(&w), TW_OK);
    tw_dynamics *d = make_chain(w, 5);
    double y[3 * TW_STATE];
    int n;
    assert_int_equal(tw_rhs_prepare(d, &n), TW_OK);
    tw_assembly_report r;
    tw_rhs_pack(d, y);
    assert_int_equal(tw_assemble_state(d, 0, y, NULL, NULL, &r), TW_OK);
    assert_true(!r.assembled && r.minimum && fabs(r.deviation - 0.5) < 1e-9 && r.gradient < 1e-9);
    for (int out = 0; out < 4; out++) {
        bool skip[4] = {false};
        skip[out] = true;
        tw_rhs_pack(d, y);
        assert_int_equal(tw_assemble_state(d, 0, y, skip, NULL, &r), TW_OK);
        assert_true(r.assembled && r.worst != out);
    }
    /* of the world: poses are left at the minimum, and all four are named */
    assert_int_equal(tw_assemble_world(d, NULL, &r), TW_OK);
    tw_assembly_left left[4];
    int count;
    assert_int_equal(tw_assembly_rest(d, 1e-6, left, &count), TW_OK);
    assert_int_equal(count, 4);
    for (int i = 0; i < 4; i++) {
        assert_ptr_equal(left[i].c, w->constraint.data[i]);
        assert_true(fabs(left[i].deviation - 0.5) < 1e-9 && left[i].island == 0);
    }
    tw_dynamics_destroy(d);
    tw_world_destroy(w);
}

/* sum of w^2 |D|^2 of the poses in y */
static double cost_of(tw_dynamics *d, const double *y) {
    assert_int_equal(tw_rhs_all(d, 0, y), TW_OK);
    double sum = 0;
    for (int k = 0; k < d->pass.blocks; k++) {
        const tw_block *b = &d->pass.block[k];
        for (int i = 0; i < b->rows; i++) {
            double D = b->weight * d->pass.D[b->row + i];
            sum += D * D;
        }
    }
    return sum;
}

/* a body on four nails that do not fit, weighted: no pose close by is better */
static void least(void **state) {
    (void)state;
    for (int trial = 0; trial < 20; trial++) {
        tw_world *w;
        assert_int_equal(tw_world_create(&w), TW_OK);
        tw_body *b = add_box(w);
        for (int i = 0; i < 4; i++) {
            tw_point *on = add_local(w, b, random_vec(1));
            tw_constraint *c = join(w, on, add_nail(w, random_vec(1)));
            put_number(c, "weight", uniform(0.3, 3));
        }
        tw_dynamics *d;
        assert_int_equal(tw_dynamics_create(w, &d), TW_OK);
        double y[TW_STATE], near[TW_STATE];
        int n;
        assert_int_equal(tw_rhs_prepare(d, &n), TW_OK);
        tw_rhs_pack(d, y);
        tw_assembly_report r;
        assert_int_equal(tw_assemble_state(d, 0, y, NULL, NULL, &r), TW_OK);
        assert_true(!r.assembled && r.minimum);
        double best = cost_of(d, y);
        for (int i = 0; i < 400; i++) {
            double size = i % 2 ? 1e-2 : 1e-4;
            memcpy(near, y, sizeof y);
            for (int j = 0; j < 7; j++) near[j] += uniform(-size, size);
            assert_true(cost_of(d, near) >= best * (1 - 1e-12));
        }
        tw_dynamics_destroy(d);
        tw_world_destroy(w);
    }
}

/* D' = 0; the change is M^-1 J^T of something, which is what smallest means */
static void velocities(void **state) {
    (void)state;
    for (int trial = 0; trial < 20; trial++) {
        tw_world *w;
        assert_int_equal(tw_world_create(&w), TW_OK);
        tw_dynamics *d = make_chain(w, 2);
        double y[3 * TW_STATE], before[3 * TW_STATE], changed, rest;
        int n;
        assert_int_equal(tw_rhs_prepare(d, &n), TW_OK);
        tw_rhs_pack(d, y);
        tw_assembly_report r;
        assert_int_equal(tw_assemble_state(d, 0, y, NULL, NULL, &r), TW_OK);
        memcpy(before, y, sizeof y);
        assert_int_equal(tw_assemble_velocities(d, 0, y, NULL, &changed, &rest), TW_OK);
        assert_true(rest < 1e-12 && changed > 0);
        assert_int_equal(tw_rhs_all(d, 0, y), TW_OK);
        /* J^T x = change of momenta, by least squares over x: nothing may be left */
        double A[18 * 12] = {0}, b[18], x[12], again[18 * 12];
        double *scratch = calloc(tw_lsq_scratch(18, 12), sizeof *scratch);
        assert_non_null(scratch);
        for (int k = 0; k < d->pass.blocks; k++) {
            const tw_block *c = &d->pass.block[k];
            assert_true(fabs(d->pass.D1[c->row]) < 1e-12);
            for (int i = 0; i < c->rows; i++)
                for (int s = 0; s < c->bind->slots; s++)
                    for (int j = 0; j < 6; j++)
                        A[(6 * c->bind->body[s] + j) * 12 + c->row + i] +=
                            c->J[(i * c->bind->slots + s) * 6 + j];
        }
        for (int i = 0; i < 18; i++) {
            int at = TW_STATE * (i / 6) + 7 + i % 6;
            b[i] = y[at] - before[at];
        }
        memcpy(again, A, sizeof A);
        tw_lsq_info info;
        assert_int_equal(tw_lsq_solve(18, 12, A, b, 1e-12, x, scratch, &info), TW_OK);
        for (int i = 0; i < 18; i++) {
            double left = b[i];
            for (int j = 0; j < 12; j++) left -= again[i * 12 + j] * x[j];
            assert_true(fabs(left) < 1e-9);
        }
        free(scratch);
        tw_dynamics_destroy(d);
        tw_world_destroy(w);
    }
}

static void band(void **state) {
    (void)state;
    enum { N = 20, WIDTH = 4 };
    for (int trial = 0; trial < 50; trial++) {
        double L[N][N] = {{0}}, G[N * (WIDTH + 1)] = {0}, x[N], b[N];
        for (int i = 0; i < N; i++)
            for (int j = i < WIDTH ? 0 : i - WIDTH; j <= i; j++)
                L[i][j] = j == i ? uniform(0.5, 2) : uniform(-1, 1);
        for (int i = 0; i < N; i++) {
            x[i] = uniform(-1, 1);
            for (int j = i < WIDTH ? 0 : i - WIDTH; j <= i; j++)
                for (int k = 0; k <= j; k++) G[tw_band_at(WIDTH, i, j)] += L[i][k] * L[j][k];
        }
        for (int i = 0; i < N; i++) {
            b[i] = 0;
            for (int j = 0; j < N; j++) {
                int low = i < j ? i : j, high = i < j ? j : i;
                if (high - low <= WIDTH) b[i] += G[tw_band_at(WIDTH, high, low)] * x[j];
            }
        }
        assert_true(tw_band_factor(N, WIDTH, G));
        for (int i = 0; i < N; i++)
            for (int j = i < WIDTH ? 0 : i - WIDTH; j <= i; j++)
                assert_true(fabs(G[tw_band_at(WIDTH, i, j)] - L[i][j]) < 1e-8);
        tw_band_solve(N, WIDTH, G, b);
        for (int i = 0; i < N; i++) assert_true(fabs(b[i] - x[i]) < 1e-6);
    }
    double indefinite[] = {0, 1, 2, 1}; /* rows (-, 1), (2, 1): 1 2; 2 1 */
    assert_false(tw_band_factor(2, 1, indefinite));
}

/* as singular values say, also where rows depend on each other or contradict */
static void complete(void **state) {
    (void)state;
    enum { M = 8, N = 11 };
    for (int trial = 0; trial < 100; trial++) {
        int m = trial % 2 ? M : N, n = trial % 2 ? N : M, rank = 1 + trial % M;
        double P[N * N], Q[N * N], rows[N * N], columns[N * N], b[N], x[N] = {0}, y[N];
        for (int i = 0; i < m * rank; i++) P[i] = uniform(-1, 1);
        for (int i = 0; i < rank * n; i++) Q[i] = uniform(-1, 1);
        for (int i = 0; i < m; i++) {
            b[i] = x[i] = uniform(-1, 1);
            for (int j = 0; j < n; j++) {
                double sum = 0;
                for (int k = 0; k < rank; k++) sum += P[i * rank + k] * Q[k * n + j];
                rows[i * n + j] = columns[i + j * m] = sum;
            }
        }
        double *scratch = calloc(tw_qr_scratch(m, n) + tw_lsq_scratch(m, n), sizeof *scratch);
        assert_non_null(scratch);
        tw_lsq_info info;
        assert_int_equal(tw_qr_solve(m, n, columns, x, 1e-10, scratch), TW_OK);
        assert_int_equal(tw_lsq_solve(m, n, rows, b, 1e-10, y, scratch, &info), TW_OK);
        assert_int_equal(info.rank, rank);
        double size = 1;
        for (int i = 0; i < n; i++) size = fmax(size, fabs(y[i]));
        for (int i = 0; i < n; i++) assert_true(fabs(x[i] - y[i]) < 1e-9 * size * size);
        free(scratch);
    }
    double bad[] = {NAN}, one[] = {1}, scratch[512];
    assert_int_equal(tw_qr_solve(1, 1, bad, one, 1e-8, scratch), TW_NONFINITE);
}

/* poll is asked at each evaluation of an assembly; an answer that says so ends it at once, with the
 * bodies where they were */
static void assembly_can_be_stopped(void **state) {
    (void)state;
    tw_world *w;
    assert_int_equal(tw_world_create(&w), TW_OK);
    tw_dynamics *d = make_chain(w, 5);
    asked a = {0, 0};
    tw_dynamics_poll(d, (tw_poll){asked_by, &a});
    tw_assembly_report r;
    vec3 x = w->body.data[1]->position;
    for (int last = 1; last < 200; last += 1 + last / 10) {
        char text[32];
        a = (asked){0, last};
        snprintf(text, sizeof text, "call %d", last);
        assert_int_equal(tw_assemble_world(d, NULL, &r), TW_INTERRUPTED);
        assert_string_equal(tw_failure(), text);
        assert_int_equal(a.calls, last);
        assert_true(v3_length(v3_sub(x, w->body.data[1]->position)) == 0);
    }
    a = (asked){0, 0};
    assert_int_equal(tw_assemble_world(d, NULL, &r), TW_OK);
    assert_true(!r.assembled && r.evaluations > 200 && a.calls >= r.evaluations);
    tw_dynamics_destroy(d);
    tw_world_destroy(w);
}

/* a diagnosis asks poll at each rank, and at each row where it factors them as a band */
static void diagnosis_can_be_stopped(void **state) {
    (void)state;
    enum { LINKS = 60, ROWS = 3 * (LINKS + 1) };
    tw_world *w;
    assert_int_equal(tw_world_create(&w), TW_OK);
    tw_dynamics *d = make_links(w, LINKS, 50);
    tw_assembly_report r;
    assert_int_equal(tw_assemble_world(d, NULL, &r), TW_OK);
    assert_true(r.assembled);
    asked a = {0, 0};
    tw_dynamics_poll(d, (tw_poll){asked_by, &a});
    tw_diagnosis x;
    assert_int_equal(tw_diagnose(d, &x), TW_OK);
    assert_true(x.rows == ROWS && x.rank == ROWS && a.calls >= ROWS);
    tw_diagnosis_free(&x);
    for (int all = a.calls, last = 1; last <= all; last += 7) {
        a = (asked){0, last};
        assert_int_equal(tw_diagnose(d, &x), TW_INTERRUPTED);
        assert_int_equal(a.calls, last);
    }
    tw_dynamics_destroy(d);
    tw_world_destroy(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(leaves_alone),
        cmocka_unit_test(leaves_out),
        cmocka_unit_test(least),
        cmocka_unit_test(velocities),
        cmocka_unit_test(band),
        cmocka_unit_test(complete),
        cmocka_unit_test(assembly_can_be_stopped),
        cmocka_unit_test(diagnosis_can_be_stopped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
