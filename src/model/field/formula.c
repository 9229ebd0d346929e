/* Functions of points and bodies that scripts write; see formula.h. */
#include "model/field/formula.h"

#include <stdlib.h>

enum { POSE = 16, MOTION = 22 };

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

/* group of each input; t has -1 */
static void find_groups(const tw_formula *f, int *group) {
    int n = 0;
    group[n++] = -1;
    for (int i = 0; i < f->points; i++)
        for (int c = 0; c < 3; c++) group[n++] = i;
    for (int k = 0; k < f->bodies; k++)
        for (int c = 0; c < POSE; c++)
            group[n++] = f->points + 3 * k + (c >= TW_FORMULA_Q) + (c >= TW_FORMULA_AXES);
}

/* the groups of a row's gradient; part NULL: only counts them */
static int parts_of(const tw_formula *f, const int *group, int row, tw_formula_part *part) {
    tw_sweep_row g = tw_sweep_gradient(f->sweep, row);
    int n = 0;
    for (int i = 0; i < g.count; i++) {
        int k = group[g.input[i]];
        if (k < 0 || (i > 0 && group[g.input[i - 1]] == k)) continue;
        if (part) {
            bool point = k < f->points;
            int sort = point ? TW_FORMULA_OF_POINT : TW_FORMULA_OF_POSITION + (k - f->points) % 3;
            part[n] = (tw_formula_part){(tw_formula_sort)sort, point ? k : (k - f->points) / 3, i};
            f->uses[k] = true;
        }
        n++;
    }
    return n;
}

static tw_status find_parts(tw_formula *f, const int *group) {
    int rows = tw_tape_outputs(f->tape), n = 0;
    for (int i = 0; i < rows; i++) n += parts_of(f, group, i, NULL);
    f->uses = calloc((size_t)(f->points + 3 * f->bodies) + 1, sizeof *f->uses);
    f->part = malloc(((size_t)n + 1) * sizeof *f->part);
    f->part_end = malloc((size_t)rows * sizeof *f->part_end);
    if (!f->uses || !f->part || !f->part_end) return tw_fail_memory();
    n = 0;
    for (int i = 0; i < rows; i++) f->part_end[i] = n += parts_of(f, group, i, f->part + n);
    return TW_OK;
}

/* derivatives by a sweep */
static tw_status prepare_sweep(tw_formula *f) {
    int *group = malloc((size_t)tw_tape_inputs(f->tape) * sizeof *group);
    if (!group) return tw_fail_memory();
    find_groups(f, group);
    tw_status s = tw_sweep_create(f->tape, group, &f->sweep);
    if (s == TW_OK) s = find_parts(f, group);
    free(group);
    return s;
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
    free(f->part);
    free(f->part_end);
    free(f->x);
    free(f->y);
    free(f->scratch);
    free(f);
}
