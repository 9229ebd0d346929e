/* Unknowns, pieces of motion, and looks (stored states and derivatives) of sensitivities; see
 * sensitivity.h. */
#include "timeline/sensitivity/impl.h"

#include "dynamics/held.h"
#include "dynamics/limit.h"
#include "dynamics/members.h"
#include "dynamics/rhs.h"
#include "timeline/breaks.h"

#include <stdlib.h>
#include <string.h>

/* least natural length of a body, as a multiple of its distance from the nearest other body */
static const double APART = 0.05;

/* ---- copies ---------------------------------------------------------------------------------- */

static void free_replica(tw_replica *r) {
    tw_dynamics_destroy(r->dynamics);
    if (r->world) tw_world_destroy(r->world);
    tw_world_save_free(r->save);
    free(r->y);
    *r = (tw_replica){0};
}

static tw_status make_replica(const tw_world *w, tw_replica *r, int *states) {
    TW_TRY(tw_world_save_create(w, &r->save));
    TW_TRY(tw_world_twin(w, r->save, &r->world));
    TW_TRY(tw_dynamics_create(r->world, &r->dynamics));
    TW_TRY(tw_limits_begin(r->dynamics));
    TW_TRY(tw_rhs_prepare(r->dynamics, states));
    r->y = calloc((size_t)*states + 1, sizeof *r->y);
    if (!r->y) return tw_fail_memory();
    tw_rhs_pack(r->dynamics, r->y);
    return TW_OK;
}

static void copy_state(const tw_world *from, tw_world *to) {
    for (size_t i = 0; i < to->body.count; i++) {
        const tw_body *a = from->body.data[i];
        tw_body *b = to->body.data[i];
        b->position = a->position;
        b->orientation = a->orientation;
        b->velocity = a->velocity;
        b->angular_velocity = a->angular_velocity;
        b->strain = a->strain;
    }
}

tw_status tw_sensitivity_create(int n, tw_poll poll, tw_sensitivity **sensitivity) {
    tw_sensitivity *s = calloc(1, sizeof *s);
    if (!s) return tw_fail_memory();
    *s = (tw_sensitivity){.n = n, .poll = poll};
    s->u = calloc((size_t)n + 1, sizeof *s->u);
    if (!s->u) {
        free(s);
        return tw_fail_memory();
    }
    *sensitivity = s;
    return TW_OK;
}

static void free_look(tw_look *l) {
    free(l->y);
    free(l->turns);
}

void tw_sensitivity_free(tw_sensitivity *s) {
    if (!s) return;
    for (int j = 0; j < s->n && s->u; j++)
        for (int side = 0; side < 2; side++) {
            tw_array_free(&s->u[j].at[side].value);
            free_replica(&s->u[j].side[side]);
        }
    free(s->u);
    free_replica(&s->base);
    free_replica(&s->probe);
    if (s->stepper) s->kind->destroy(s->stepper);
    tw_course_free(s->course);
    for (size_t i = 0; i < s->look.count; i++) free_look(&s->look.data[i]);
    tw_array_free(&s->look);
    free(s->memory);
    free(s->pivot);
    free(s);
}

tw_status tw_sensitivity_base(tw_sensitivity *s, const tw_world *w) {
    return make_replica(w, &s->base, &s->states);
}

tw_status tw_sensitivity_variant(tw_sensitivity *s, const tw_world *w, int j, int side,
                                 double offset) {
    tw_unknown *u = &s->u[j];
    tw_differences_of *list = &u->at[side];
    tw_replica *r = &u->side[side];
    int states = s->states;
    u->offset[side] = offset;
    TW_TRY(tw_worlds_differ(s->base.world, w, list));
    if (list->objects) return tw_fail(TW_ARGUMENT, "the unknowns change the set of objects");
    if (list->value.count > 0 || list->others) {
        u->fields = true;
        TW_TRY(make_replica(w, r, &states));
    } else {
        r->y = calloc((size_t)s->states + 1, sizeof *r->y);
        if (!r->y) return tw_fail_memory();
        copy_state(w, s->base.world);
        tw_rhs_pack(s->base.dynamics, r->y);
    }
    if (states != s->states)
        return tw_fail(TW_ARGUMENT, "the unknowns change the set of freely moving bodies");
    /* the list refers to the values of the original worlds; the fields that differ are searched
     * again, among those of the copies */
    tw_array_free(&list->value);
    if (!r->world) return TW_OK;
    return tw_worlds_differ(s->base.world, r->world, list);
}

/* ---- a piece of motion ----------------------------------------------------------------------- */

static tw_status make_room(tw_sensitivity *s) {
    size_t N = (size_t)s->states, n = (size_t)s->n, all = N * n;
    size_t jets = n * s->most_fields * TW_JET, rows = (size_t)tw_held_room(s->base.dynamics);
    double *m = calloc(6 * all + 8 * N + 9 * n * n + 2 * n + 5 * rows + jets + 1, sizeof *m);
    s->pivot = calloc(3 * n + 1, sizeof *s->pivot);
    s->memory = m;
    if (!m || !s->pivot) return tw_fail_memory();
    s->group = s->pivot + n, s->owner = s->group + n;
    double **const big[] = {&s->Phi, &s->tolerance, &s->A, &s->B, &s->Phi_t, &s->S};
    double **const states[] = {&s->unit, &s->y,    &s->moved[0], &s->moved[1],
                               &s->f[0], &s->f[1], &s->rate,     &s->base_rate};
    double **const squares[] = {&s->C,      &s->dC_step,  &s->C_t,     &s->dC,    &s->c,
                                &s->dC_all, &s->dC_whole, &s->dC_half, &s->dC_sum};
    for (size_t i = 0; i < sizeof big / sizeof *big; i++, m += all) *big[i] = m;
    for (size_t i = 0; i < sizeof states / sizeof *states; i++, m += N) *states[i] = m;
    for (size_t i = 0; i < sizeof squares / sizeof *squares; i++, m += n * n) *squares[i] = m;
    double **const forces[] = {&s->R[0], &s->R[1], &s->base_R, &s->change, &s->forces};
    for (size_t i = 0; i < sizeof forces / sizeof *forces; i++, m += rows) *forces[i] = m;
    s->scratch = m, s->jets = m + 2 * n;
    return TW_OK;
}

/* distance of the origin of body b from the nearest other body, or from a point on another body, m;
 * 0: there is no other */
static double nearest(const tw_world *w, const tw_body *b) {
    double least = INFINITY;
    for (size_t i = 0; i < w->body.count; i++)
        if (w->body.data[i] != b)
            least = fmin(least, v3_length(v3_sub(w->body.data[i]->position, b->position)));
    for (size_t i = 0; i < w->point.count; i++) {
        const tw_point *p = w->point.data[i];
        vec3 x, v;
        if (tw_world_get(w, TW_BODY, p->body) == b) continue;
        tw_point_now(w, p, &x, &v);
        least = fmin(least, v3_length(v3_sub(x, b->position)));
    }
    return isfinite(least) ? least : 0;
}

/* Finds the natural units of a state's numbers. Positions: the body's radius of gyration or, if
 * larger, the fraction APART of its distance from others, over which forces vary; quaternions: 1;
 * momenta: those at one such length, or one radian, per second */
static void find_units(tw_sensitivity *s) {
    for (size_t i = 0; i < s->base.world->body.count; i++) {
        int at = tw_dynamics_state_of(s->base.dynamics, (int)i);
        if (at < 0) continue;
        const tw_body *b = s->base.world->body.data[i];
        double moment = m3_largest(&b->inertia);
        double size = fmax(sqrt(moment / b->mass), APART * nearest(s->base.world, b));
        for (int k = 0; k < TW_STATE; k++)
            s->unit[at + k] = k < 3 ? size : k < 7 ? 1 : k < 10 ? b->mass * size : moment;
    }
}

/* gives a side whose world has no fields of its own a copy of the base's world; the side's state y
 * stays */
static tw_status complete(const tw_sensitivity *s, tw_replica *r) {
    double *y = r->y;
    int states;
    if (r->world) return TW_OK;
    r->y = NULL;
    tw_status status = make_replica(s->base.world, r, &states);
    free(r->y);
    r->y = y;
    return status;
}

tw_status tw_sensitivity_begin(tw_sensitivity *s, double end, long steps) {
    const tw_replica *b = &s->base;
    tw_sensitivity_group(s);
    for (int j = 0; j < s->n; j++)
        for (int side = 0; side < 2 && s->u[j].fields; side++)
            TW_TRY(complete(s, &s->u[j].side[side]));
    if (s->n > 0) {
        int states;
        TW_TRY(make_replica(b->world, &s->probe, &states));
    }
    TW_TRY(make_room(s));
    find_units(s);
    s->most = (unsigned long)steps;
    s->now = s->begun = s->step_begin = b->world->time, s->end = end;
    s->jump = -INFINITY;
    TW_TRY(
        tw_course_create(b->world, b->dynamics, s->states, b->y, end, steps, s->poll, &s->course));
    return s->states > 0 && s->n > 0 ? tw_columns_begin(s) : TW_OK;
}

/* y [states x (2 + n)]: y', y and S at time t */
static tw_status look_at(tw_sensitivity *s, double t, double *y) {
    size_t N = (size_t)s->states;
    if (N == 0) return TW_OK;
    if (s->n > 0) TW_TRY(tw_columns_reach(s, t));
    if (s->n == 0) TW_TRY(tw_course_reach(s->course, t));
    if (s->n > 0) TW_TRY(tw_columns_slopes(s, t, y + 2 * N));
    /* comes after the other evaluations, so that joints have the turns at t */
    TW_TRY(tw_course_at(s->course, t, y + N));
    s->evaluations++;
    return tw_rhs(s->base.dynamics, t, y + N, y);
}

tw_status tw_sensitivity_look(tw_sensitivity *s, double t, int *index) {
    size_t N = (size_t)s->states, all = N * (2 + (size_t)s->n);
    tw_look l = {.t = t, .y = calloc(all + 1, sizeof *l.y)};
    l.turns = calloc(s->base.world->constraint.count + 1, sizeof *l.turns);
    tw_status status = l.y && l.turns ? look_at(s, t, l.y) : tw_fail_memory();
    if (status == TW_OK) tw_turns_read(s->base.world, l.turns);
    if (status == TW_OK) status = tw_push(&s->look, l);
    if (status != TW_OK) {
        free_look(&l);
        return status;
    }
    *index = (int)s->look.count - 1;
    return TW_OK;
}

/* ---- what is shown --------------------------------------------------------------------------- */

tw_status tw_sensitivity_put(const tw_sensitivity *s, tw_world *w, int j, int side) {
    if (j < 0) return tw_world_restore(w, s->base.save);
    return s->u[j].fields ? tw_world_restore(w, s->u[j].side[side].save) : TW_OK;
}

tw_status tw_sensitivity_show(tw_sensitivity *s, tw_world *w, int look_index, int j, int side,
                              double t) {
    const tw_look *l = &s->look.data[look_index];
    const tw_replica *r = j >= 0 && s->u[j].fields ? &s->u[j].side[side] : &s->base;
    size_t N = (size_t)s->states;
    const double *y = l->y + N, *S = y + (size_t)(j + 1) * N;
    double by = j < 0 ? 0 : s->u[j].offset[side];
    for (size_t i = 0; i < N; i++)
        s->moved[0][i] = y[i] + (j < 0 ? 0 : by * S[i]) + (t - l->t) * l->y[i];
    tw_rhs_unpack(r->dynamics, t, s->moved[0]);
    copy_state(r->world, w);
    for (size_t i = 0; i < w->constraint.count && i < s->base.world->constraint.count; i++) {
        tw_turns *own = tw_joint_turns_of(w->constraint.data[i]);
        if (own) *own = l->turns[i];
    }
    w->time = t;
    tw_world_touch_state(w);
    return TW_OK;
}

unsigned long tw_sensitivity_evaluations(const tw_sensitivity *s) {
    return s->evaluations + tw_course_evaluations(s->course);
}
