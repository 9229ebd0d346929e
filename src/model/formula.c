/* Functions of points and bodies that scripts write; see formula.h. */
#include "model/formula.h"

#include <stdlib.h>

enum { POSE = 7, MOTION = 13 };

static int body_size(bool velocities) {
    return velocities ? MOTION : POSE;
}

int tw_formula_point(int i) {
    return 1 + 3 * i;
}

int tw_formula_body(int points, bool velocities, int k) {
    return 1 + 3 * points + body_size(velocities) * k;
}

int tw_formula_inputs(int points, int bodies, bool velocities) {
    return tw_formula_body(points, velocities, bodies);
}

static bool any_used(const tw_sweep *s, int from, int count) {
    for (int i = 0; i < count; i++)
        if (tw_sweep_uses(s, from + i)) return true;
    return false;
}

/* derivatives by a sweep */
static tw_status prepare_sweep(tw_formula *f) {
    TW_TRY(tw_sweep_create(f->tape, &f->sweep));
    f->uses = malloc(((size_t)f->points + 2 * (size_t)f->bodies + 1) * sizeof *f->uses);
    if (!f->uses) return tw_fail_memory();
    for (int i = 0; i < f->points; i++) f->uses[i] = any_used(f->sweep, tw_formula_point(i), 3);
    for (int k = 0; k < f->bodies; k++) {
        int from = tw_formula_body(f->points, false, k);
        f->uses[f->points + k] = any_used(f->sweep, from, 3);
        f->uses[f->points + f->bodies + k] = any_used(f->sweep, from + 3, 4);
    }
    return TW_OK;
}

static tw_status prepare_values(tw_formula *f) {
    f->x = calloc((size_t)tw_tape_inputs(f->tape) + 1, sizeof *f->x);
    f->y = calloc((size_t)tw_tape_outputs(f->tape), sizeof *f->y);
    f->scratch = calloc(tw_tape_scratch(f->tape) + 1, sizeof *f->scratch);
    return f->x && f->y && f->scratch ? TW_OK : tw_fail_memory();
}

tw_status tw_formula_create(tw_tape *tape, int points, int bodies, bool velocities,
                            tw_formula **formula) {
    *formula = NULL;
    tw_formula *f = calloc(1, sizeof *f);
    if (!f) {
        tw_tape_release(tape);
        return tw_fail_memory();
    }
    *f = (tw_formula){.tape = tape, .points = points, .bodies = bodies, .velocities = velocities};
    tw_status s = TW_OK;
    if (tw_tape_inputs(tape) != tw_formula_inputs(points, bodies, velocities))
        s = tw_fail(TW_ARGUMENT, "expected a formula of %d inputs, got one of %d",
                    tw_formula_inputs(points, bodies, velocities), tw_tape_inputs(tape));
    if (s == TW_OK) s = velocities ? prepare_values(f) : prepare_sweep(f);
    if (s != TW_OK) {
        tw_formula_destroy(f);
        return s;
    }
    *formula = f;
    return TW_OK;
}

tw_status tw_formula_copy(const tw_formula *from, tw_formula **to) {
    *to = NULL;
    if (!from) return TW_OK;
    return tw_formula_create(tw_tape_retain(from->tape), from->points, from->bodies,
                             from->velocities, to);
}

void tw_formula_destroy(tw_formula *f) {
    if (!f) return;
    tw_sweep_destroy(f->sweep);
    tw_tape_release(f->tape);
    free(f->uses);
    free(f->x);
    free(f->y);
    free(f->scratch);
    free(f);
}
