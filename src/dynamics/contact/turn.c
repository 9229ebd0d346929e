/*
 * Rolling and spinning friction: torques of a contact against the relative rotation of its bodies.
 * With omega = omega_b - omega_a, n the normal and lambda_n the normal force,
 *
 *     spinning: |m_n| <= s lambda_n,   m_n = -s lambda_n where omega_n > 0, + where < 0;
 *     rolling:  |m_t| <= r lambda_n,   m_t = -r lambda_n omega_t / |omega_t| where omega_t is not 0
 *
 * is the torque on b, and a has the opposite; s and r are the arms (m) of the pair. Both are rows
 * of the problem of solve.c, bounded like those of cap.c: by arms times the normal force of the
 * last solution; the problem is solved again until the bounds agree with its forces. Rows are
 * scaled by the size of the smaller body, so that their residuals are speeds, m/s.
 *
 * For forces at an instant omega is known; so the torque of a contact with relative rotation is
 * known but for the normal force.
 */
#include "dynamics/contact/impl.h"

#include <math.h>
#include <string.h>

/* ROUNDS: largest number of solutions until bounds and normal forces agree. SURE: from this
 * solution on each bound changes only half way, so that the sequence does not oscillate */
enum { ROUNDS = 60, SURE = 12 };

/* a bound that changes by less than this, relative to the greatest bound, counts as unchanged */
static const double AGREES = 1e-8;

/* in problems at an instant a contact turns, so that its torque is known, if the relative rotation
 * times the size of the smaller body exceeds this, m/s */
static const double TURNS = 1e-6;

bool tw_contact_turns(const tw_contact *c) {
    return c->rolling > 0 || c->spinning > 0;
}

/* rotation of b relative to a about axis k of the contact's frame, rad/s (rad/s^2 if v are
 * accelerations) */
static double rate_of(const tw_touching *t, const tw_twist *v, int k) {
    double sum = -v3_dot(v3_load(t->frame[k]), v[t->c->a].omega);
    return t->c->b < 0 ? sum : sum + v3_dot(v3_load(t->frame[k]), v[t->c->b].omega);
}

/* to [x->rows]: unit direction of the relative rotation at the state of the pass, in components
 * along the axes of the contact's frame from number x->axis on. Returns false if the rotation is
 * too slow to count */
static bool along(const tw_dynamics *d, const tw_touching *t, const tw_turn_row *x, double to[2]) {
    double size = 0;
    for (int k = 0; k < x->rows; k++) {
        const tw_body_motion *m = d->pass.motion;
        vec3 e = v3_load(t->frame[x->axis + k]);
        to[k] = -v3_dot(e, m[t->c->a].omega);
        if (t->c->b >= 0) to[k] += v3_dot(e, m[t->c->b].omega);
        size += to[k] * to[k];
    }
    size = sqrt(size);
    for (int k = 0; k < x->rows && size > 0; k++) to[k] /= size;
    return size * x->size > TURNS;
}

static tw_status add_row(const tw_dynamics *d, tw_contact_set *s, const tw_touching *t,
                         tw_turn_row *x, int k, const tw_twist *v) {
    int axis = x->axis + k;
    tw_capped_row row = {.slots = t->c->b < 0 ? 1 : 2};
    for (int side = 0; side < 2; side++) {
        int body = side ? t->c->b : t->c->a;
        vec3 e = v3_scale(v3_load(t->frame[axis]), side ? x->size : -x->size);
        memset(x->D[side][k], 0, sizeof x->D[side][k]);
        v3_store(x->D[side][k] + 3, e);
        row.body[side] = body >= 0 && d->free_body[body] ? s->solve.place.data[body] : -1;
    }
    row.r = x->size * rate_of(t, v, axis);
    row.lambda = t->lambda[TW_TOUCH_FORCE + axis] / x->size;
    return tw_push(&s->caps.row, row);
}

static tw_status add(const tw_dynamics *d, tw_contact_set *s, const tw_contact_task *task,
                     tw_turn_row x, const tw_twist *v) {
    const tw_touching *t = &s->touching.data[x.touching];
    if (!(x.arm > 0)) return TW_OK;
    x.size = tw_contact_size(s, t->c);
    x.first = (int)s->caps.row.count;
    x.limit = x.arm * fmax(t->lambda[0], 0) / x.size;
    x.known = task->forces && along(d, t, &x, x.along);
    for (int k = 0; k < x.rows; k++) TW_TRY(add_row(d, s, t, &x, k, v));
    return tw_push(&s->turn.row, x);
}

/* lets the rows in s->caps.row point to their gradients in s->turn.row; called when s->turn.row is
 * complete, so that its memory moves no more */
static void bind(tw_contact_set *s) {
    for (size_t i = 0; i < s->turn.row.count; i++) {
        const tw_turn_row *x = &s->turn.row.data[i];
        for (int k = 0; k < x->rows; k++)
            for (int side = 0; side < 2; side++)
                s->caps.row.data[x->first + k].D[side] = x->D[side][k];
    }
}

/* sets the bounds of all rows of s->turn.row from their limits; the two rows of rolling friction
 * share a cap in s->caps.ball */
static tw_status set_bounds(tw_contact_set *s) {
    s->caps.ball.count = s->turn.balls;
    for (size_t i = 0; i < s->turn.row.count; i++) {
        const tw_turn_row *x = &s->turn.row.data[i];
        bool ball = x->rows > 1 && x->limit > 0 && !x->known;
        for (int k = 0; k < x->rows; k++) {
            tw_capped_row *row = &s->caps.row.data[x->first + k];
            row->lo = x->known ? -x->limit * x->along[k] : ball ? -INFINITY : -x->limit;
            row->hi = x->known ? row->lo : ball ? INFINITY : x->limit;
        }
        tw_cone_cap cap = {.first = x->first, .rows = 2, .limits = 1, .limit = {x->limit}};
        cap.G[0][0][0] = cap.G[0][1][1] = 1;
        if (ball) TW_TRY(tw_push(&s->caps.ball, cap));
    }
    return TW_OK;
}

tw_status tw_contact_turn_begin(tw_dynamics *d, tw_contact_set *s, const tw_contact_group *g,
                                const tw_contact_task *task, const tw_twist *v) {
    bool any = false;
    s->turn.count = 0;
    s->turn.row.count = 0;
    for (int i = g->first; i >= 0 && !any; i = s->touching.data[i].next)
        any = tw_contact_turns(s->touching.data[i].c);
    if (!any || task->frictionless) return TW_OK;
    TW_TRY(tw_contact_places(d, g));
    int own = s->caps.count, n = 0;
    s->caps.row.count = (size_t)own;
    s->turn.balls = own > 0 ? s->caps.ball.count : 0;
    for (int i = g->first; i >= 0; i = s->touching.data[i].next, n++) {
        const tw_contact *c = s->touching.data[i].c;
        tw_turn_row x = {.contact = n, .touching = i};
        x.axis = 0, x.rows = 1, x.arm = c->spinning;
        TW_TRY(add(d, s, task, x, v));
        x.axis = 1, x.rows = 2, x.arm = c->rolling;
        TW_TRY(add(d, s, task, x, v));
    }
    s->caps.count = (int)s->caps.row.count;
    s->turn.count = s->caps.count - own;
    bind(s);
    return set_bounds(s);
}

tw_status tw_contact_turn_again(tw_contact_set *s, int round, bool *again) {
    double most = 0;
    *again = false;
    if (s->turn.count == 0) return TW_OK;
    for (size_t i = 0; i < s->turn.row.count; i++) {
        const tw_turn_row *x = &s->turn.row.data[i];
        most = fmax(most, x->arm * s->solve.lambda.data[3 * x->contact] / x->size);
    }
    for (size_t i = 0; i < s->turn.row.count; i++) {
        tw_turn_row *x = &s->turn.row.data[i];
        double wanted = x->arm * fmax(s->solve.lambda.data[3 * x->contact], 0) / x->size;
        if (fabs(wanted - x->limit) <= AGREES * most) continue;
        x->limit = round < SURE ? wanted : 0.5 * (x->limit + wanted);
        *again = true;
    }
    return *again ? set_bounds(s) : TW_OK;
}

bool tw_contact_turn_gives_up(int round) {
    return round >= ROUNDS;
}

void tw_contact_turn_end(tw_contact_set *s, const tw_contact_group *g) {
    for (int i = g->first; i >= 0; i = s->touching.data[i].next)
        for (int row = TW_TOUCH_FORCE; row < TW_TOUCH_ROWS; row++)
            s->touching.data[i].lambda[row] = 0;
    for (size_t i = 0; i < s->turn.row.count; i++) {
        const tw_turn_row *x = &s->turn.row.data[i];
        double *lambda = s->touching.data[x->touching].lambda + TW_TOUCH_FORCE + x->axis;
        for (int k = 0; k < x->rows; k++)
            lambda[k] = x->size * s->caps.row.data[x->first + k].lambda;
    }
    if (s->turn.count == 0) return;
    s->caps.count -= s->turn.count;
    s->caps.row.count = (size_t)s->caps.count;
    s->caps.ball.count = s->turn.balls;
    s->turn.count = 0;
}
