/*
 * Derivatives of motions by the variational equations (timeline/sensitivity) against central
 * differences of fourth order of whole motions at a tight tolerance: random worlds with an object
 * of every registered kind, by a velocity, a spin, a mass, and by numbers of the object. Kinds are
 * tested by being there. Worlds whose motion is not smooth, so that two differences do not agree
 * with each other, are passed over; each kind must have some that are.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "model/copy.h"
#include "timeline/sensitivity/columns.h"
#include "timeline/sensitivity/sensitivity.h"

#include "../../support/random_world.h"

enum { WANTED = 4, TRIES = 200, SMOOTH = 60, NUMBERS = 13, MOST = 6, BODIES = 8 };

static const double END = 0.4, WITHIN = 1e-6;

static int worlds;
static double worst_of_all;

static void look(const tw_world *w, double *s) {
    for (size_t i = 0; i < w->body.count; i++, s += NUMBERS) {
        const tw_body *b = w->body.data[i];
        v3_store(s, b->position);
        v3_store(s + 3, b->velocity);
        v3_store(s + 6, b->angular_velocity);
        q_store(s + 9, b->orientation);
    }
}

/* ---- unknowns -------------------------------------------------------------------------------- */

static tw_object *object_of(const tw_world *w, tw_class class_) {
    switch (class_) {
    case TW_FORCE:
        return &w->force.data[w->force.count - 1]->o;
    case TW_CONSTRAINT:
        return &w->constraint.data[w->constraint.count - 1]->o;
    default:
        return NULL;
    }
}

/* the k-th number of the object that is the same at all times; NULL: it has no more */
static double *number(tw_object *o, int k) {
    for (int i = 0; o && i < o->kind->param_count; i++) {
        const tw_param *p = &o->kind->params[i];
        char *at = (char *)o->own + p->offset;
        double *x = NULL;
        if (p->flags & (TW_READ_ONLY | TW_AT_CREATION)) continue;
        if (p->type == TW_PARAM_NUMBER) x = (double *)(void *)at;
        if (p->type == TW_PARAM_VALUE || p->type == TW_PARAM_VALUE3 || p->type == TW_PARAM_PLACE) {
            tw_value *v = (tw_value *)(void *)at;
            if (v->kind == TW_VALUE_CONSTANT) x = &v->c[0];
        }
        if (x && isfinite(*x) && k-- == 0) return x;
    }
    return NULL;
}

/* unknown j becomes greater by `by`; false: there is none */
static bool vary(tw_world *w, tw_class class_, int j, double by) {
    tw_body *b = w->body.data[j == 1];
    if (j == 0) b->velocity.x += by;
    if (j == 1) b->angular_velocity.y += by;
    if (j == 2) {
        b->mass_given += by;
        assert_int_equal(tw_body_setup(b, false), TW_OK);
    }
    if (j >= 3) {
        double *x = number(object_of(w, class_), j - 3);
        if (!x) return false;
        *x += by;
    }
    tw_world_touch_state(w);
    tw_world_touch_fields(w);
    return true;
}

/* ---- both ways ------------------------------------------------------------------------------- */

/* the world at END, by the same stepper without unknowns */
static tw_status moved(tw_world *w, const tw_world_save *start, tw_class class_, int j, double by,
                       double *out) {
    tw_sensitivity *s;
    int index;
    assert_int_equal(tw_world_restore(w, start), TW_OK);
    assert_true(vary(w, class_, j, by));
    TW_TRY(tw_sensitivity_create(0, (tw_poll){0}, &s));
    tw_status status = tw_sensitivity_base(s, w);
    if (status == TW_OK) status = tw_sensitivity_begin(s, END, SMOOTH);
    if (status == TW_OK) status = tw_sensitivity_look(s, END, &index);
    if (status == TW_OK) status = tw_sensitivity_show(s, w, index, -1, 0, END);
    tw_sensitivity_free(s);
    look(w, out);
    return status;
}

/* D [n] by unknown j; false: the motion is not smooth */
static bool by_differences(tw_world *w, const tw_world_save *start, tw_class class_, int j, int n,
                           double *D) {
    static const double h = 1e-3;
    double f[4][BODIES * NUMBERS];
    for (int k = 0; k < 4; k++) {
        double by = h * (k < 2 ? k - 2 : k - 1); /* -2, -1, 1, 2 */
        if (moved(w, start, class_, j, by, f[k]) != TW_OK) return false;
    }
    double most = 0, off = 0;
    for (int i = 0; i < n; i++) {
        double narrow = (f[2][i] - f[1][i]) / (2 * h), wide = (f[3][i] - f[0][i]) / (4 * h);
        D[i] = (4 * narrow - wide) / 3;
        most = fmax(most, fabs(D[i]));
        off = fmax(off, fabs(narrow - wide));
    }
    /* what the fourth order leaves is about the square of what the second does */
    return off <= 3e-5 * most + 1e-9;
}

static tw_status by_sensitivities(tw_world *w, const tw_world_save *start, tw_class class_, int m,
                                  int n, double D[][BODIES * NUMBERS]) {
    static const double h = 1e-5;
    double f[2][BODIES * NUMBERS];
    tw_sensitivity *s;
    int index;
    assert_int_equal(tw_world_restore(w, start), TW_OK);
    TW_TRY(tw_sensitivity_create(m, (tw_poll){0}, &s));
    tw_status status = tw_sensitivity_base(s, w);
    for (int j = 0; j < m && status == TW_OK; j++)
        for (int side = 0; side < 2 && status == TW_OK; side++) {
            double by = side == 0 ? h : -h;
            assert_int_equal(tw_world_restore(w, start), TW_OK);
            vary(w, class_, j, by);
            status = tw_sensitivity_variant(s, w, j, side, by);
        }
    if (status == TW_OK) status = tw_sensitivity_begin(s, END, 500);
    if (status == TW_OK) status = tw_sensitivity_look(s, END, &index);
    for (int j = 0; j < m && status == TW_OK; j++) {
        for (int side = 0; side < 2 && status == TW_OK; side++) {
            status = tw_sensitivity_show(s, w, index, j, side, END);
            look(w, f[side]);
        }
        for (int i = 0; i < n; i++) D[j][i] = (f[0][i] - f[1][i]) / (2 * h);
    }
    tw_sensitivity_free(s);
    return status;
}

static bool compare(random_world *r, tw_class class_, const tw_kind *kind) {
    double got[MOST][BODIES * NUMBERS], want[BODIES * NUMBERS];
    tw_world_save *start;
    int n = NUMBERS * (int)r->w->body.count, m = 3;
    assert_true(r->w->body.count <= BODIES);
    while (m < MOST && number(object_of(r->w, class_), m - 3)) m++;
    assert_int_equal(tw_world_save_create(r->w, &start), TW_OK);
    bool fair = true;
    for (int j = 0; j < m && fair; j++) {
        fair = by_differences(r->w, start, class_, j, n, want);
        if (!fair) break;
        tw_status status = j == 0 ? by_sensitivities(r->w, start, class_, m, n, got) : TW_OK;
        if (status != TW_OK && status != TW_UNDERFLOW) fail_msg("%s: %s", kind->name, tw_failure());
        fair = status == TW_OK;
        if (!fair) break;
        double most = 0, off = 0;
        for (int i = 0; i < n; i++) {
            most = fmax(most, fabs(want[i]));
            off = fmax(off, fabs(got[j][i] - want[i]));
        }
        if (most > 0.1) worst_of_all = fmax(worst_of_all, off / most);
        if (!(off <= WITHIN * most + 3e-8))
            fail_msg("%s, unknown %d of %d: off by %g of %g", kind->name, j, m, off, most);
    }
    tw_world_save_free(start);
    return fair;
}

static void one_kind(tw_class class_, const tw_kind *kind) {
    if (class_ == TW_CONSTRAINT && ((const tw_constraint_kind *)(const void *)kind)->bounds)
        return; /* limits push as contacts do: not smooth */
    int fair = 0;
    for (int i = 0; i < TRIES && fair < WANTED; i++) {
        random_world r = random_world_new();
        r.w->set.tau = tw_value_scalar(0.5);
        r.w->set.gravity = tw_value_vector(v3(0, 0, -9.81));
        r.w->set.rtol = 1e-11;
        r.w->set.atol = 1e-12;
        for (int k = 0; k < 3; k++) {
            tw_body *b = r.body[k];
            b->velocity = v3_scale(b->velocity, 0.3);
            b->angular_velocity = v3_scale(b->angular_velocity, 0.3);
        }
        if (class_ == TW_BODY) { /* on a spring, in the place of the first */
            tw_body *old = r.body[0];
            r.body[0] = (tw_body *)random_object(&r, class_, kind);
            assert_int_equal(tw_world_remove(r.w, TW_BODY, old->o.id), TW_OK);
            for (int k = 0; tw_force_kinds[k]; k++)
                if (!strcmp(tw_force_kinds[k]->kind.name, "spring"))
                    random_object(&r, TW_FORCE, &tw_force_kinds[k]->kind);
        } else {
            random_object(&r, class_, kind);
        }
        fair += compare(&r, class_, kind);
        tw_world_destroy(r.w);
    }
    worlds += fair;
    if (fair < WANTED) fail_msg("%s: %d worlds of %d move smoothly", kind->name, fair, TRIES);
}

static void every_kind(void **state) {
    (void)state;
    for_every_kind(one_kind);
    print_message("%d worlds, worst %.1e\n", worlds, worst_of_all);
    assert_true(worlds >= 200);
}

/* columns of known rank: all come back from the pivots */
static void columns(void **state) {
    (void)state;
    enum { L = 7, N = 5, RANK = 3 };
    for (int trial = 0; trial < 200; trial++) {
        double A[L * N], kept[L * N], c[N * N], scratch[2 * N], base[RANK][L];
        int pivot[N];
        bool alike = trial % 2;
        for (int k = 0; k < RANK; k++)
            for (int i = 0; i < L; i++) base[k][i] = either(1);
        for (int j = 0; j < N; j++) {
            double by[RANK], size = alike ? exp(either(20)) : 1;
            for (int k = 0; k < RANK; k++) by[k] = either(1);
            for (int i = 0; i < L; i++) {
                A[j * L + i] = 0;
                for (int k = 0; k < RANK && j > 0; k++) A[j * L + i] += size * by[k] * base[k][i];
            }
        }
        memcpy(kept, A, sizeof A);
        assert_int_equal(tw_columns_reduce(L, N, alike, A, pivot, c, scratch), RANK);
        for (int j = 0; j < N; j++)
            for (int i = 0; i < L; i++) {
                double sum = 0, size = 0;
                for (int k = 0; k < RANK; k++) sum += c[k * N + j] * kept[pivot[k] * L + i];
                for (int k = 0; k < L; k++) size = fmax(size, fabs(kept[j * L + k]));
                assert_true(fabs(sum - kept[j * L + i]) <= 1e-9 * size);
            }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(columns), cmocka_unit_test(every_kind)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
