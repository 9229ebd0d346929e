/* Functions of points and bodies that scripts define: the layout of their inputs and the parts of
 * their gradients. */
#include "model/field/formula.h"

#include <stdlib.h>

enum { POSE = 16, MOTION = 22 };

static int body_size(bool velocities) {
    return velocities ? MOTION : POSE;
}

static int point_size(bool velocities) {
    return velocities ? 6 : 3;
}

int tw_formula_point(bool velocities, int i) {
    return 1 + point_size(velocities) * i;
}

int tw_formula_body(int points, bool velocities, int k) {
    return tw_formula_point(velocities, points) + body_size(velocities) * k;
}

int tw_formula_point_group(bool velocities, int i) {
    return velocities ? 2 * i : i;
}

int tw_formula_body_group(int points, bool velocities, int k) {
    return tw_formula_point_group(velocities, points) + (velocities ? 5 : 3) * k;
}

int tw_formula_inputs(int points, int bodies, bool velocities) {
    return tw_formula_body(points, velocities, bodies);
}

/* owner of the inputs of a group: what they are (position, velocity, ...), and the index of the
 * point or body to which they belong */
typedef struct owner {
    tw_formula_sort sort;
    int index;
} owner;

/* group [inputs]: index of the group to which each input of the tape belongs; -1: the input is
 * time */
static void find_groups(const tw_formula *f, int *group) {
    int n = 0;
    group[n++] = -1;
    for (int i = 0; i < f->points; i++)
        for (int c = 0; c < point_size(f->velocities); c++)
            group[n++] = tw_formula_point_group(f->velocities, i) + (c >= 3);
    for (int k = 0; k < f->bodies; k++)
        for (int c = 0; c < body_size(f->velocities); c++)
            group[n++] = tw_formula_body_group(f->points, f->velocities, k) + (c >= TW_FORMULA_Q) +
                         (c >= TW_FORMULA_AXES) + (c >= TW_FORMULA_V) + (c >= TW_FORMULA_OMEGA);
}

static owner owner_of(const tw_formula *f, int group) {
    static const tw_formula_sort of_point[] = {TW_FORMULA_OF_POINT, TW_FORMULA_OF_POINT_VELOCITY};
    static const tw_formula_sort of_body[] = {TW_FORMULA_OF_POSITION, TW_FORMULA_OF_Q,
                                              TW_FORMULA_OF_AXES, TW_FORMULA_OF_VELOCITY,
                                              TW_FORMULA_OF_OMEGA};
    int first = tw_formula_body_group(f->points, f->velocities, 0);
    int per_point = f->velocities ? 2 : 1, per_body = f->velocities ? 5 : 3;
    if (group < first) return (owner){of_point[group % per_point], group / per_point};
    return (owner){of_body[(group - first) % per_body], (group - first) / per_body};
}

/* lists in `part` the groups of inputs on which an output (row) depends, and marks them in f->uses;
 * part NULL: only counts them. Returns their number */
static int parts_of(const tw_formula *f, const int *group, int row, tw_formula_part *part) {
    tw_sweep_row g = tw_sweep_gradient(f->sweep, row);
    int n = 0;
    for (int i = 0; i < g.count; i++) {
        int k = group[g.input[i]];
        if (k < 0 || (i > 0 && group[g.input[i - 1]] == k)) continue;
        if (part) {
            owner o = owner_of(f, k);
            part[n] = (tw_formula_part){o.sort, o.index, i};
            f->uses[k] = true;
        }
        n++;
    }
    return n;
}

static tw_status find_parts(tw_formula *f, const int *group) {
    int rows = tw_tape_outputs(f->tape), n = 0;
    int groups = tw_formula_body_group(f->points, f->velocities, f->bodies);
    for (int i = 0; i < rows; i++) n += parts_of(f, group, i, NULL);
    f->uses = calloc((size_t)groups + 1, sizeof *f->uses);
    f->part = malloc(((size_t)n + 1) * sizeof *f->part);
    f->part_end = malloc((size_t)rows * sizeof *f->part_end);
    if (!f->uses || !f->part || !f->part_end) return tw_fail_memory();
    n = 0;
    for (int i = 0; i < rows; i++) f->part_end[i] = n += parts_of(f, group, i, f->part + n);
    return TW_OK;
}

/* prepares the computation of derivatives by sweeps over the tape */
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
                            bool derivatives, tw_formula **formula) {
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
    if (s == TW_OK) s = derivatives ? prepare_sweep(f) : prepare_values(f);
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
                             from->velocities, from->sweep != NULL, to);
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
