/* The variational equations along a piece of motion; see sensitivity.h. */
#include "timeline/sensitivity/sensitivity.h"

#include "dynamics/limit.h"
#include "dynamics/members.h"
#include "dynamics/rhs.h"
#include "model/copy.h"
#include "model/differ.h"
#include "model/joint.h"
#include "steppers/stepper.h"
#include "timeline/breaks.h"
#include "timeline/sensitivity/columns.h"

#include <stdlib.h>
#include <string.h>

/* how far a state is moved to difference f, in its natural units (unit_of) */
static const double MOVED = 1e-5;
/* errors of S by those of y, relative */
static const double LOOSER = 30;
static const double LONGEST_STEP = 0.1; /* s */

/* of a field over time: value, two derivatives, four components */
enum { JET = 3 * TW_VALUE_MAX };

/* a world with an engine of its own */
typedef struct replica {
    tw_world *world;
    tw_dynamics *dynamics;
    tw_world_save *save;
    double *y; /* [states] as the piece begins */
} replica;

/* an unknown */
typedef struct unknown {
    replica side[2];
    double offset[2];        /* of the sides from u_j */
    double weight[2];        /* of the sides in a derivative by u_j */
    bool fields;             /* it has worlds of its own; else the base's engine serves */
    tw_differences_of at[2]; /* fields that differ from the base's */
    int leader;              /* the first unknown that enters through the same fields; -1: alone */
} unknown;

typedef struct look {
    double t;
    double *y;       /* [states] y', then [states x (1 + n)] y and S */
    tw_turns *turns; /* [constraints]; zeros of those that count none */
} look;

struct tw_sensitivity {
    int n, states;
    replica base;
    unknown *u; /* [n] */
    const tw_stepper_kind *kind;
    tw_ode ode;
    void *stepper;
    double now, end;
    long most_steps;
    TW_ARRAY(look) look;
    tw_status (*poll)(void *);
    void *poll_context;
    unsigned long evaluations;
    /* computed by begin: all [states x (1 + n)], but for those that say so */
    double *memory, *Y, *tolerance, *A;
    double *unit;           /* [states] natural units */
    double *c, *scratch;    /* [n x n], [2 n] */
    double *jets;           /* [n x most fields x JET] */
    double *moved, *f[2];   /* [states] */
    double *rate;           /* [states] */
    const double *now_rate; /* [states] of the base, in the evaluation that is made */
    int *pivot, *group;     /* [n] */
    size_t most_fields;
};

/* ---- copies ---------------------------------------------------------------------------------- */

static void free_replica(replica *r) {
    tw_dynamics_destroy(r->dynamics);
    if (r->world) tw_world_destroy(r->world);
    tw_world_save_free(r->save);
    free(r->y);
    *r = (replica){0};
}

static tw_status make_replica(const tw_world *w, replica *r, int *states) {
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
    }
}

tw_status tw_sensitivity_create(int n, tw_status (*poll)(void *context), void *context,
                                tw_sensitivity **sensitivity) {
    tw_sensitivity *s = calloc(1, sizeof *s);
    if (!s) return tw_fail_memory();
    *s = (tw_sensitivity){.n = n, .poll = poll, .poll_context = context};
    s->u = calloc((size_t)n + 1, sizeof *s->u);
    if (!s->u) {
        free(s);
        return tw_fail_memory();
    }
    *sensitivity = s;
    return TW_OK;
}

static void free_look(look *l) {
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
    if (s->stepper) s->kind->destroy(s->stepper);
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
    unknown *u = &s->u[j];
    tw_differences_of *list = &u->at[side];
    replica *r = &u->side[side];
    int states = s->states;
    u->offset[side] = offset;
    TW_TRY(tw_worlds_differ(s->base.world, w, list));
    if (w->body.count != s->base.world->body.count)
        return tw_fail(TW_ARGUMENT, "unknowns change how many bodies there are");
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
        return tw_fail(TW_ARGUMENT, "unknowns change which bodies move freely");
    /* what differs is told by the copies' own fields from now on */
    tw_array_free(&list->value);
    if (!r->world) return TW_OK;
    return tw_worlds_differ(s->base.world, r->world, list);
}

/* ---- groups of unknowns ---------------------------------------------------------------------- */

static bool same_places(const tw_differences_of *a, const tw_differences_of *b) {
    if (a->others || b->others || a->value.count != b->value.count) return false;
    for (size_t i = 0; i < a->value.count; i++)
        if (a->value.data[i].a != b->value.data[i].a) return false;
    return true;
}

static void find_leaders(tw_sensitivity *s) {
    for (int j = 0; j < s->n; j++) {
        unknown *u = &s->u[j];
        u->leader = -1;
        if (!u->fields || !same_places(&u->at[0], &u->at[1])) continue;
        u->leader = j;
        for (int i = j - 1; i >= 0; i--)
            if (s->u[i].leader == i && same_places(&s->u[i].at[0], &u->at[0])) u->leader = i;
        if (u->at[0].value.count > s->most_fields) s->most_fields = u->at[0].value.count;
    }
}

/* the derivative at 0 of the parabola through both sides and the base */
static double slope_of(const unknown *u, double a, double b, double base) {
    return u->weight[0] * (a - base) + u->weight[1] * (b - base);
}

static void find_weights(unknown *u) {
    double a = u->offset[0], b = u->offset[1];
    u->weight[0] = b / (a * (b - a));
    u->weight[1] = a / (b * (a - b));
}

/* how the values of the fields of unknown j change with a move of it by its offset, at t */
static void jets_of(const unknown *u, double t, double *z) {
    for (size_t i = 0; i < u->at[0].value.count; i++, z += JET) {
        double a[3][TW_VALUE_MAX], b[3][TW_VALUE_MAX], base[3][TW_VALUE_MAX];
        const tw_value *x = u->at[0].value.data[i].b, *y = u->at[1].value.data[i].b;
        tw_value_eval(x, t, 2, a);
        tw_value_eval(y, t, 2, b);
        tw_value_eval(u->at[0].value.data[i].a, t, 2, base);
        for (int k = 0; k < 3; k++)
            for (int c = 0; c < TW_VALUE_MAX; c++) {
                double by = c < x->dim ? slope_of(u, a[k][c], b[k][c], base[k][c]) : 0;
                z[k * TW_VALUE_MAX + c] = isfinite(by) ? by * u->offset[0] : 0;
            }
    }
}

/* ---- the equations --------------------------------------------------------------------------- */

static tw_status rates(tw_sensitivity *s, tw_dynamics *d, double t, const double *y, double *f) {
    s->evaluations++;
    return tw_rhs(d, t, y, f);
}

/* greatest part of a direction in natural units */
static double greatest(const tw_sensitivity *s, const double *q) {
    double most = 0;
    for (int i = 0; i < s->states; i++) most = fmax(most, fabs(q[i]) / s->unit[i]);
    return most;
}

/* out = df/dy q */
static tw_status along(tw_sensitivity *s, double t, const double *y, const double *q, double *out) {
    double e = MOVED / greatest(s, q);
    for (int side = 0; side < 2; side++) {
        double by = side == 0 ? e : -e;
        for (int i = 0; i < s->states; i++) s->moved[i] = y[i] + by * q[i];
        TW_TRY(rates(s, s->base.dynamics, t, s->moved, s->f[side]));
    }
    for (int i = 0; i < s->states; i++) out[i] = (s->f[0][i] - s->f[1][i]) / (2 * e);
    return TW_OK;
}

/* out [states x n] = df/dy S */
static tw_status by_states(tw_sensitivity *s, double t, const double *y, const double *S,
                           double *out) {
    size_t N = (size_t)s->states, n = (size_t)s->n;
    for (size_t k = 0; k < n * N; k++) s->A[k] = S[k] / s->unit[k % N];
    memset(out, 0, n * N * sizeof *out);
    int rank = tw_columns_reduce(s->states, s->n, true, s->A, s->pivot, s->c, s->scratch);
    for (int k = 0; k < rank; k++) {
        TW_TRY(along(s, t, y, S + (size_t)s->pivot[k] * N, s->rate));
        for (size_t j = 0; j < n; j++) {
            double by = s->c[(size_t)k * n + j];
            for (size_t i = 0; i < N && by != 0; i++) out[j * N + i] += by * s->rate[i];
        }
    }
    return TW_OK;
}

/* rate = df/du_j at fixed y */
static tw_status by_unknown(tw_sensitivity *s, double t, const double *y, int j) {
    for (int side = 0; side < 2; side++)
        TW_TRY(rates(s, s->u[j].side[side].dynamics, t, y, s->f[side]));
    for (int i = 0; i < s->states; i++)
        s->rate[i] = slope_of(&s->u[j], s->f[0][i], s->f[1][i], s->now_rate[i]);
    return TW_OK;
}

/* out += df/du of the unknowns that share fields with `leader` */
static tw_status by_group(tw_sensitivity *s, double t, const double *y, int leader, double *out) {
    size_t N = (size_t)s->states, rows = s->u[leader].at[0].value.count * JET;
    int m = 0;
    for (int j = leader; j < s->n; j++) {
        if (s->u[j].leader != leader) continue;
        jets_of(&s->u[j], t, s->jets + (size_t)m * rows);
        s->group[m++] = j;
    }
    int rank = tw_columns_reduce((int)rows, m, false, s->jets, s->pivot, s->c, s->scratch);
    for (int k = 0; k < rank; k++) {
        TW_TRY(by_unknown(s, t, y, s->group[s->pivot[k]]));
        for (int j = 0; j < m; j++) {
            int own = s->group[j], of = s->group[s->pivot[k]];
            /* the columns were those of moves by the offsets */
            double by = s->c[k * m + j] * s->u[of].offset[0] / s->u[own].offset[0];
            double *column = out + (size_t)own * N;
            for (size_t i = 0; i < N && by != 0; i++) column[i] += by * s->rate[i];
        }
    }
    return TW_OK;
}

static tw_status equations(void *context, double t, const double *Y, double *out) {
    tw_sensitivity *s = context;
    size_t N = (size_t)s->states;
    TW_TRY(rates(s, s->base.dynamics, t, Y, out));
    s->now_rate = out;
    TW_TRY(by_states(s, t, Y, Y + N, out + N));
    for (int j = 0; j < s->n; j++) {
        if (!s->u[j].fields) continue;
        if (s->u[j].leader == j) TW_TRY(by_group(s, t, Y, j, out + N));
        if (s->u[j].leader >= 0) continue;
        TW_TRY(by_unknown(s, t, Y, j));
        for (size_t i = 0; i < N; i++) out[N * (size_t)(j + 1) + i] += s->rate[i];
    }
    return TW_OK;
}

static tw_status settle(void *context, double t0, const double *y0, double t, double *y,
                        bool *changed) {
    tw_sensitivity *s = context;
    return tw_rhs_settle(s->base.dynamics, t0, y0, t, y, changed);
}

/* of S: what the whole column has, in natural units */
static void sizes(void *context, const double *Y, double *size) {
    const tw_sensitivity *s = context;
    size_t N = (size_t)s->states;
    tw_rhs_sizes(s->base.dynamics, Y, size);
    for (size_t j = 1; j <= (size_t)s->n; j++) {
        double most = LOOSER * greatest(s, Y + j * N);
        for (size_t i = 0; i < N; i++) size[j * N + i] = fmax(size[j * N + i], most * s->unit[i]);
    }
}

/* ---- a piece of motion ----------------------------------------------------------------------- */

static tw_status make_room(tw_sensitivity *s) {
    size_t N = (size_t)s->states, n = (size_t)s->n, all = N * (1 + n);
    size_t jets = n * s->most_fields * JET;
    double *m = calloc(3 * all + 5 * N + n * n + 2 * n + jets + 1, sizeof *m);
    s->pivot = calloc(2 * n + 1, sizeof *s->pivot);
    s->memory = m;
    if (!m || !s->pivot) return tw_fail_memory();
    s->group = s->pivot + n;
    s->Y = m, s->tolerance = s->Y + all, s->A = s->tolerance + all, s->unit = s->A + all;
    s->moved = s->unit + N, s->f[0] = s->moved + N, s->f[1] = s->f[0] + N, s->rate = s->f[1] + N;
    s->c = s->rate + N, s->scratch = s->c + n * n, s->jets = s->scratch + 2 * n;
    return TW_OK;
}

/* of lengths a body's own size, of quaternions 1, of momenta what they are at its size, or radian,
 * a second */
static void find_units(tw_sensitivity *s) {
    for (size_t i = 0; i < s->base.world->body.count; i++) {
        int at = tw_dynamics_state_of(s->base.dynamics, (int)i);
        if (at < 0) continue;
        const tw_body *b = s->base.world->body.data[i];
        double moment = m3_largest(&b->inertia), size = sqrt(moment / b->mass);
        for (int k = 0; k < TW_STATE; k++)
            s->unit[at + k] = k < 3 ? size : k < 7 ? 1 : k < 10 ? b->mass * size : moment;
    }
}

static void first_slopes(tw_sensitivity *s) {
    size_t N = (size_t)s->states;
    memcpy(s->Y, s->base.y, N * sizeof *s->Y);
    for (size_t j = 0; j < (size_t)s->n; j++) {
        const unknown *u = &s->u[j];
        for (size_t i = 0; i < N; i++)
            s->Y[(j + 1) * N + i] = slope_of(u, u->side[0].y[i], u->side[1].y[i], s->base.y[i]);
    }
}

/* a side whose fields are the base's, where those of the other are not, has a world, too */
static tw_status complete(const tw_sensitivity *s, replica *r) {
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
    const tw_world *w = s->base.world;
    size_t N = (size_t)s->states;
    for (int j = 0; j < s->n; j++) find_weights(&s->u[j]);
    find_leaders(s);
    for (int j = 0; j < s->n; j++)
        for (int side = 0; side < 2 && s->u[j].fields; side++)
            TW_TRY(complete(s, &s->u[j].side[side]));
    TW_TRY(make_room(s));
    find_units(s);
    first_slopes(s);
    s->now = w->time, s->end = end, s->most_steps = steps;
    if (s->states == 0) return TW_OK;
    tw_rhs_tolerances(s->base.dynamics, w->set.atol, s->tolerance);
    for (size_t j = 0; j < (size_t)s->n; j++)
        for (size_t i = 0; i < N; i++)
            s->tolerance[(j + 1) * N + i] = 1e-2 * s->tolerance[i] / fabs(s->u[j].offset[0]);
    s->kind = tw_stepper_find("auto");
    s->ode = (tw_ode){.n = s->states * (1 + s->n),
                      .rhs = equations,
                      .settle = settle,
                      .context = s,
                      .rtol = w->set.rtol,
                      .atol = s->tolerance,
                      .block = TW_STATE,
                      .sizes = sizes,
                      .poll = s->poll,
                      .poll_context = s->poll_context};
    tw_stepper_options options = {w->set.step, LONGEST_STEP};
    TW_TRY(s->kind->create(&s->ode, &options, &s->stepper));
    return s->kind->start(s->stepper, s->now, s->Y, 0);
}

/* of the base's joints, at the end of a step */
static tw_status count_turns(tw_sensitivity *s) {
    const tw_world *w = s->base.world;
    bool any = false;
    for (size_t i = 0; i < w->constraint.count && !any; i++)
        any = tw_joint_turns_of(w->constraint.data[i]) != NULL;
    if (!any) return TW_OK;
    TW_TRY(s->kind->dense(s->stepper, s->now, s->Y));
    tw_rhs_unpack(s->base.dynamics, s->now, s->Y);
    for (size_t i = 0; i < w->constraint.count; i++)
        if (tw_joint_turns_of(w->constraint.data[i]))
            tw_joint_count(w, w->constraint.data[i], NULL, s->now);
    return TW_OK;
}

static void keep_turns(const tw_world *w, tw_turns *turns) {
    for (size_t i = 0; i < w->constraint.count; i++) {
        const tw_turns *own = tw_joint_turns_of(w->constraint.data[i]);
        if (own) turns[i] = *own;
    }
}

/* one step; up to a break of a function of time every stage sees the function before it */
static tw_status step(tw_sensitivity *s) {
    double brk = tw_world_next_break(s->base.world, s->now), limit = fmin(brk, s->end), to;
    double until = brk <= s->end ? nextafter(limit, -INFINITY) : limit;
    if (until <= s->now) until = limit;
    tw_stepper_stats stats;
    TW_TRY(s->kind->step(s->stepper, until, &to));
    s->kind->stats(s->stepper, &stats);
    if (stats.steps + stats.rejected > (unsigned long)s->most_steps)
        return tw_fail(TW_UNDERFLOW, "the motion is not smooth about t = %.9g s", to);
    s->now = to;
    return count_turns(s);
}

tw_status tw_sensitivity_look(tw_sensitivity *s, double t, int *index) {
    size_t N = (size_t)s->states, all = N * (1 + (size_t)s->n);
    look l = {.t = t, .y = calloc(N + all + 1, sizeof *l.y)};
    l.turns = calloc(s->base.world->constraint.count + 1, sizeof *l.turns);
    double *y = l.y;
    tw_status status = l.y && l.turns ? TW_OK : tw_fail_memory();
    while (N > 0 && s->now < t && status == TW_OK) {
        status = step(s);
        double brk = tw_world_next_break(s->base.world, s->now);
        if (status != TW_OK || nextafter(s->now, INFINITY) < brk || s->now >= t) continue;
        double hint = s->kind->next_step(s->stepper);
        status = s->kind->dense(s->stepper, s->now, s->Y);
        if (status == TW_OK) status = s->kind->start(s->stepper, brk, s->Y, hint);
        s->now = brk;
    }
    if (N > 0 && status == TW_OK) status = s->kind->dense(s->stepper, fmin(t, s->now), y + N);
    if (N > 0 && status == TW_OK) status = rates(s, s->base.dynamics, t, y + N, y);
    if (status == TW_OK) keep_turns(s->base.world, l.turns);
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
    const look *l = &s->look.data[look_index];
    const replica *r = j >= 0 && s->u[j].fields ? &s->u[j].side[side] : &s->base;
    size_t N = (size_t)s->states;
    const double *y = l->y + N, *S = y + (size_t)(j + 1) * N;
    double by = j < 0 ? 0 : s->u[j].offset[side];
    for (size_t i = 0; i < N; i++)
        s->moved[i] = y[i] + (j < 0 ? 0 : by * S[i]) + (t - l->t) * l->y[i];
    tw_rhs_unpack(r->dynamics, t, s->moved);
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
    return s->evaluations;
}
