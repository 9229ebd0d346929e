/*
 * Contacts at an instant: the forces that follow from accelerations, and the impulses of an impact.
 * The pass has the world's present state, and the accelerations a* that bodies have under
 * constraints without contacts. D are the gradients of gaps and slips, u their rates, lambda the
 * contact forces or impulses, P the projection onto what constraints allow, v- the velocities
 * before an impact, e the restitution.
 *
 * Forces: contacts that touch and do not separate,
 *
 *     u = D^T a + D'^T v,   a = a* + P M^-1 D lambda,
 *
 * where slipping contacts have friction against the slip, sticking ones against the slip that would
 * begin.
 *
 * Impact: contacts that touch, u = D^T v + e D^T v- along their normals [Newton's law]; e = 0 where
 * the approach D^T v- is slow.
 */
#include "dynamics/contact/cap.h"

#include <math.h>

/* gap up to which surfaces touch, in units of tw_contact_span */
static const double TOUCH = 1e-7;
/* gap, in units of tw_contact_span, up to which contacts are listed at states within or at the end
 * of steps of `timestep`, which leave such gaps and depths */
static const double LISTED = 2e-4;
/* gap, in units of tw_contact_span, up to which contacts are listed while an adaptive stepper holds
 * contacts (contact_press.c), whose gaps decay but are not exactly 0 */
static const double HELD = 1e-5;
/* accuracy of a located impact. ROUNDING: of its gap, in units of tw_contact_span; LOCATED: of its
 * time, s */
static const double ROUNDING = 1e-12, LOCATED = 1e-12;
/* rate of a gap or slip that counts as 0, m/s */
static const double STILL = 1e-7;
/* depth of a joint beyond its limit, rad or m, up to which an adaptive stepper goes on after an
 * impact; deeper, the impact counts as stuck, since only steps like those of `timestep` correct
 * depths */
static const double BEYOND = 1e-6;
enum { SWEEPS = 20000 };

tw_status tw_contact_margins(tw_dynamics *d, double margin, double part, tw_contact_set *s) {
    s->range.ahead = s->range.fall = 0;
    TW_TRY(tw_contact_reaches(d, s));
    TW_TRY(tw_reserve(&s->range.margin, (size_t)d->pass.bodies));
    TW_TRY(tw_reserve(&s->twist, (size_t)d->pass.bodies));
    for (int i = 0; i < d->pass.bodies; i++)
        s->range.margin.data[i] = margin / 2 + part * s->size.reach.data[i];
    return TW_OK;
}

/* fills s->touching with contacts whose gaps are up to `margin` (m) plus `part` times the sizes of
 * both bodies; to the ground: margin / 2 plus `part` times the body's size; *set: the contact
 * data */
static tw_status gather_within(tw_dynamics *d, double margin, double part, tw_contact_set **set) {
    TW_TRY(tw_contact_set_of(d, set));
    TW_TRY(tw_contact_margins(d, margin, part, *set));
    return tw_contact_gather(d, *set);
}

void tw_contact_take_velocities(const tw_dynamics *d, tw_contact_set *s) {
    for (int i = 0; i < d->pass.bodies; i++) s->twist.data[i] = tw_motion_twist(&d->pass.motion[i]);
}

static void take_accelerations(const tw_dynamics *d, tw_contact_set *s) {
    for (int i = 0; i < d->pass.bodies; i++)
        s->twist.data[i] = (tw_twist){d->pass.linear[i], d->pass.angular[i]};
}

static bool within(const tw_contact_set *s, const tw_contact *c, double part) {
    return c->gap <= part * tw_contact_span(s, c);
}

static bool touches(const tw_contact_set *s, const tw_contact *c) {
    return within(s, c, TOUCH);
}

/* ---- forces --------------------------------------------------------------------------------- */

static bool stands_in(const tw_contact_keep *k, double t) {
    double rounding = 1e-9 * k->step; /* bound on rounding of the times at which steps end, s */
    return k->step > 0 && t <= k->time + rounding && t > k->time - k->step + rounding;
}

/* Record of the forces of the step of `timestep` that contains the world's time or ends there;
 * NULL: there is no such step. Within such a step contacts have the gaps that it leaves, which are
 * larger than those of adaptive steppers */
static const tw_contact_keep *coarse(const tw_dynamics *d, const tw_contact_set *s) {
    if (s->strand.teller) s = s->strand.teller;
    if (!s->keep.known) return NULL;
    if (stands_in(&s->keep.last, d->world->time)) return &s->keep.last;
    return stands_in(&s->keep.before, d->world->time) ? &s->keep.before : NULL;
}

/* Record of a step like that of coarse(), but NULL unless its forces belong to the world's present
 * state. If an event has left over a tiny step, the record of the step before it is returned: force
 * is impulse / length, and in a tiny step that is rounding divided by almost 0 */
static const tw_contact_keep *remembered(const tw_dynamics *d, const tw_contact_set *s) {
    if (s->strand.teller) s = s->strand.teller;
    const tw_contact_keep *k = s->keep.state == d->world->state ? coarse(d, s) : NULL;
    double least = 1e-3 * d->world->set.step;
    if (!k || k->step >= least) return k;
    return k == &s->keep.last && s->keep.before.step >= least ? &s->keep.before : NULL;
}

static bool steps(const tw_dynamics *d, int body) {
    return body >= 0 && d->world->body.data[body]->pace.coarse;
}

/* Is a body of the contact advanced by steps of `timestep`? Always true if this engine makes these
 * steps itself (no s->strand.teller) */
static bool of_steps(const tw_dynamics *d, const tw_contact_set *s, const tw_contact *c) {
    return !s->strand.teller || steps(d, c->a) || steps(d, c->b);
}

static double part_listed(const tw_dynamics *d, bool is_coarse) {
    return is_coarse ? LISTED : tw_contact_holds_now(d) ? HELD : TOUCH;
}

/* drops from s->touching the contacts that are open or separate, and those whose forces another
 * engine supplies; sets the bias of the contacts that stay */
static tw_status choose(tw_dynamics *d, tw_contact_set *s) {
    size_t count = 0;
    bool is_coarse = coarse(d, s) && !s->strand.teller;
    double part = part_listed(d, is_coarse), slow = is_coarse ? TW_CONTACT_LASTING : STILL;
    tw_contact_take_velocities(d, s);
    for (size_t i = 0; i < s->touching.count; i++) {
        tw_touching t = s->touching.data[i];
        double u[3];
        tw_contact_rates(&t, s->twist.data, u);
        if (!within(s, t.c, part) || u[0] + t.drift > slow) continue;
        if (s->strand.teller && of_steps(d, s, t.c)) continue;
        double slip = sqrt(u[1] * u[1] + u[2] * u[2]);
        t.slips = slip > slow;
        for (int row = 1; row < 3 && t.slips; row++)
            t.bias[row] = TW_CONTACT_SLIPPING * u[row] / slip;
        s->touching.data[count++] = t;
    }
    tw_contact_shorten(s, count);
    TW_TRY(tw_contact_bend(d, s));
    for (size_t i = 0; i < count; i++) {
        tw_touching *t = &s->touching.data[i];
        t->bias[0] = t->second + t->bend[0];
        for (int row = 1; row < 3 && !t->slips; row++) t->bias[row] = t->bend[row];
    }
    return TW_OK;
}

static vec3 force_of(const tw_touching *t) {
    vec3 sum = v3_zero();
    for (int row = 0; row < 3; row++) sum = v3_madd(sum, t->lambda[row], v3_load(t->frame[row]));
    return sum; /* on b */
}

static tw_status solve_groups(tw_dynamics *d, tw_contact_set *s, bool again) {
    const tw_contact_task task = {.limit = SWEEPS, .warm = again, .forces = true};
    take_accelerations(d, s);
    s->stats.residual_u = s->stats.residual_lambda = s->stats.scale_u = s->stats.step = 0;
    for (size_t i = 0; i < s->group.count; i++) {
        tw_contact_group *g = &s->group.data[i];
        unsigned long before = s->stats.unfinished;
        TW_TRY(tw_contact_solve_forces(d, g, &task, s->twist.data));
        unsigned long more = tw_contact_capped(d, s, g) ? s->stats.unfinished - before : 0;
        s->stats.unsolved += more;
        g->unsolved = more > 0 || (again && g->unsolved);
    }
    return TW_OK;
}

/* For a contact that slips the bias makes the rate u = D a + bias point along the slip. After a
 * first solution the contact's D a is subtracted from its bias, so that in the second solution u,
 * and with it the friction, has exactly the direction of the slip */
tw_status tw_contact_solve_now(tw_dynamics *d, tw_contact_set *s) {
    bool slips = false;
    TW_TRY(tw_contact_group_up(d, s));
    TW_TRY(solve_groups(d, s, false));
    for (size_t i = 0; i < s->touching.count; i++) {
        tw_touching *t = &s->touching.data[i];
        double a[3];
        if (!t->slips) continue;
        tw_contact_rates(t, s->twist.data, a);
        for (int row = 1; row < 3; row++) t->bias[row] -= a[row];
        slips = true;
    }
    return slips ? solve_groups(d, s, true) : TW_OK;
}

static tw_status solve_forces(tw_dynamics *d, tw_contact_set *s) {
    tw_contact_take_velocities(d, s);
    TW_TRY(tw_contact_holds_now(d) ? tw_contact_choose_held(d, s) : choose(d, s));
    return tw_contact_solve_now(d, s);
}

/* widens the margins so that contacts are found which had a force in the last step and opened to
 * `open` (m) by its end */
static void widen(tw_contact_set *s, int bodies, double open) {
    for (int i = 0; i < bodies; i++)
        if (s->size.reach.data[i] > 0) s->range.margin.data[i] += 1.01 * open;
}

/* does the contact still approach, so that a stepper will locate its impact later and it does not
 * touch yet? rate: time derivative of its gap, m/s */
static bool still_comes(const tw_dynamics *d, const tw_contact_set *s, const tw_touching *t,
                        double rate) {
    bool is_coarse = coarse(d, s) && of_steps(d, s, t->c);
    return !t->limit && !is_coarse && rate < -TW_CONTACT_LASTING &&
           t->c->gap > LOCATED * -rate + ROUNDING * tw_contact_span(s, t->c);
}

/* fills s->now.list with the contacts that touch and those that had a force in the last step of
 * `timestep`, with that force; *set: the contact data; wider: factor of the gap up to which
 * surfaces count as touching */
static tw_status list_among(tw_dynamics *d, double wider, tw_contact_set **set) {
    TW_TRY(tw_contact_set_of(d, set));
    tw_contact_set *s = *set;
    const tw_contact_keep *last = remembered(d, s);
    TW_TRY(tw_contact_margins(d, 0, wider * part_listed(d, coarse(d, s)), s));
    if (last) {
        widen(s, d->pass.bodies, last->open);
        /* the search for joint limits looks ahead longer than the last step was, so that limits
         * that acted in it are found again */
        s->range.ahead = 1.5 * last->step;
    }
    TW_TRY(tw_contact_gather(d, s));
    tw_contact_take_velocities(d, s);
    s->now.list.count = 0;
    TW_TRY(tw_reserve(&s->now.list, s->search.found.list.count));
    size_t kept = 0;
    for (size_t i = 0; i < s->touching.count; i++) {
        TW_TRY(tw_contact_ask(d, i));
        const tw_contact *c = &s->search.found.list.data[i];
        vec3 on_b = v3_zero();
        bool is_coarse = coarse(d, s) && of_steps(d, s, c);
        double part = wider * part_listed(d, is_coarse);
        const tw_contact_keep *known = is_coarse ? last : NULL;
        if (known) tw_contact_told_of(known, c->key, &on_b);
        vec3 force = v3_scale(on_b, -1);
        tw_touching t = s->touching.data[i];
        bool pressed = t.limit ? on_b.x > 0 : v3_dot(force, c->normal) > 0;
        double u[3];
        tw_contact_rates(&t, s->twist.data, u);
        if (!pressed && (!within(s, c, part) || still_comes(d, s, &t, u[0] + t.drift))) continue;
        s->touching.data[kept++] = t;
        if (t.limit) continue; /* limits are not read as contacts; they come last in the list */
        s->now.list.data[s->now.list.count++] =
            (tw_contact_reading){c->a,           c->b,
                                 c->point,       c->normal,
                                 force,          c->gap,
                                 u[0] + t.drift, pressed,
                                 is_coarse,      c->gap / (part / wider * tw_contact_span(s, c))};
    }
    tw_contact_shorten(s, kept);
    return TW_OK;
}

/* fills s->now.list with contacts of all bodies, even if tw_contact_look_among restricts the
 * search; arguments as for list_among */
static tw_status list_all(tw_dynamics *d, double wider, tw_contact_set **set) {
    TW_TRY(tw_contact_set_of(d, set));
    tw_contact_set *s = *set;
    size_t among = s->range.among.count;
    if (among > 0) s->search.known = s->search.whole = false;
    s->range.among.count = 0;
    tw_status status = list_among(d, wider, set);
    s->range.among.count = among;
    if (among > 0) s->search.known = false;
    return status;
}

tw_status tw_contact_list(tw_dynamics *d, double wider, const tw_contact_reading **out,
                          int *count) {
    tw_contact_set *s;
    *out = NULL;
    *count = 0;
    if (!tw_contact_wanted(d->world)) return TW_OK;
    TW_TRY(tw_dynamics_look(d));
    TW_TRY(list_all(d, wider, &s));
    *out = s->now.list.data;
    *count = (int)s->now.list.count;
    return TW_OK;
}

/* copies to s->strand.told the contacts whose forces another engine, s->strand.teller, supplies:
 * choose() drops them from `touching` */
static tw_status put_told_aside(const tw_dynamics *d, tw_contact_set *s) {
    s->strand.told.count = 0;
    if (!s->strand.teller || !remembered(d, s)) return TW_OK;
    for (size_t i = 0; i < s->touching.count; i++)
        if (of_steps(d, s, s->touching.data[i].c))
            TW_TRY(tw_push(&s->strand.told, s->touching.data[i]));
    return TW_OK;
}

/* appends the contacts put aside in s->strand.told to `touching` again, with the forces that the
 * other engine reports for its last step */
static tw_status take_told_back(const tw_dynamics *d, tw_contact_set *s) {
    for (size_t i = 0; i < s->strand.told.count; i++) {
        tw_touching *t = &s->strand.told.data[i];
        tw_contact_forces(d, s, t, t->lambda);
        TW_TRY(tw_push(&s->touching, *t));
    }
    s->search.whole = s->search.whole && s->strand.told.count == 0;
    return TW_OK;
}

tw_status tw_contact_read(tw_dynamics *d, const tw_contact_reading **out, int *count) {
    tw_contact_set *s;
    *out = NULL;
    *count = 0;
    if (!tw_contact_wanted(d->world)) return TW_OK;
    TW_TRY(tw_dynamics_update(d));
    TW_TRY(list_all(d, 1, &s));
    s->stats.contacts = s->now.list.count;
    if (!remembered(d, s) || s->strand.teller) {
        /* stores in each contact its index in s->now.list, because choose() drops some contacts and
         * so changes their places in `touching` */
        for (size_t i = 0; i < s->touching.count; i++) s->touching.data[i].listed = (int)i;
        TW_TRY(put_told_aside(d, s));
        TW_TRY(solve_forces(d, s));
        for (size_t i = 0; i < s->touching.count; i++) {
            const tw_touching *t = &s->touching.data[i];
            if (!t->limit) s->now.list.data[t->listed].force = v3_scale(force_of(t), -1);
        }
        TW_TRY(take_told_back(d, s));
    }
    *out = s->now.list.data;
    *count = (int)s->now.list.count;
    return TW_OK;
}

void tw_contact_forces(const tw_dynamics *d, const tw_contact_set *s, const tw_touching *t,
                       double lambda[TW_TOUCH_ROWS]) {
    const tw_contact_keep *known = of_steps(d, s, t->c) ? remembered(d, s) : NULL;
    vec3 on_b = v3_zero(), torque = v3_zero();
    if (known) tw_contact_told_of(known, t->c->key, &on_b);
    if (known && tw_contact_turns(t->c))
        tw_contact_told_of(known, tw_contact_turn_key(t->c), &torque);
    for (int row = 0; row < 3; row++) {
        vec3 e = v3_load(t->frame[row]);
        lambda[row] = known ? v3_dot(on_b, e) : t->lambda[row];
        lambda[TW_TOUCH_FORCE + row] = known ? v3_dot(torque, e) : t->lambda[TW_TOUCH_FORCE + row];
    }
}

tw_status tw_contact_limit_force(tw_dynamics *d, int constraint, double *lambda) {
    const tw_contact_reading *list;
    int count;
    *lambda = 0;
    TW_TRY(tw_contact_read(d, &list, &count));
    const tw_contact_set *s = d->contact;
    if (!s) return TW_OK;
    for (size_t i = 0; i < s->touching.count; i++) {
        const tw_touching *t = &s->touching.data[i];
        double along[TW_TOUCH_ROWS];
        if (t->limit != constraint + 1) continue;
        tw_contact_forces(d, s, t, along);
        *lambda += t->sign * along[0];
    }
    return TW_OK;
}

/* ---- impacts -------------------------------------------------------------------------------- */

/* joint limits that may be reached within this time, s, are listed */
static const double AHEAD = 0.02;

/* depth, in body sizes, that two surfaces may reach before the stepper looks for the impact
 * again */
static const double LOOK = 2e-4;

static double speed_of(const tw_dynamics *d, int body) {
    return tw_contact_fastest(d->contact, body, tw_motion_twist(&d->pass.motion[body]));
}

/* upper bound, m/s, on the speed at which points of the two bodies approach each other */
static double closing(const tw_dynamics *d, const tw_contact *c) {
    const tw_body_motion *a = &d->pass.motion[c->a];
    if (c->b < 0) return speed_of(d, c->a) + fabs(tw_contact_ground(d).d1);
    const tw_body_motion *b = &d->pass.motion[c->b];
    return v3_length(v3_sub(a->v, b->v)) + d->contact->size.swing.data[c->a] * v3_length(a->omega) +
           d->contact->size.swing.data[c->b] * v3_length(b->omega);
}

/* time t, s, that a distance `way` (m) takes from the speed v at the acceleration TW_CONTACT_HASTE:
 * way = v t + 1/2 TW_CONTACT_HASTE t^2 */
static double time_for(double way, double v) {
    return 2 * way / (v + sqrt(v * v + 2 * TW_CONTACT_HASTE * way));
}

static bool rises(const tw_contact_set *s, const tw_touching *t, double rate) {
    for (size_t i = 0; i < s->now.rising.count && rate > 0; i++)
        if (s->now.rising.data[i] == t->c->key) return true;
    return false;
}

tw_status tw_contact_rising(tw_dynamics *d) {
    tw_contact_set *s = d->contact;
    s->now.rising.count = 0;
    for (size_t i = 0; i < s->touching.count; i++) {
        const tw_touching *t = &s->touching.data[i];
        double u[3];
        tw_contact_rates(t, s->twist.data, u);
        bool parts = u[0] + t->drift > 0 && t->c->gap < -TW_CONTACT_NOTHING;
        if (parts) TW_TRY(tw_push(&s->now.rising, t->c->key));
    }
    return TW_OK;
}

tw_status tw_contact_gap(tw_dynamics *d, double margin, double *gap, double *soonest) {
    tw_contact_set *s;
    *gap = *soonest = INFINITY;
    TW_TRY(tw_dynamics_look(d));
    TW_TRY(tw_contact_set_of(d, &s));
    TW_TRY(tw_contact_margins(d, margin, 0, s));
    s->range.ahead = AHEAD;
    TW_TRY(tw_contact_gather(d, s));
    tw_contact_take_velocities(d, s);
    for (size_t i = 0; i < s->search.found.list.count; i++) {
        const tw_contact *c = &s->search.found.list.data[i];
        const tw_touching *t = &s->touching.data[i];
        double u[3];
        tw_contact_rates(t, s->twist.data, u);
        double rate = u[0] + t->drift;
        if (tw_contact_was_held(s, t, rate) || rises(s, t, rate)) continue;
        *gap = fmin(*gap, c->gap);
        if (c->gap <= TW_CONTACT_NOTHING && rate >= 0) continue;
        if (tw_contact_is_limit(s, c)) {
            *soonest = fmin(*soonest, time_for(fmax(c->gap, LOOK * TW_LIMIT_SIZE), fabs(rate)));
            continue;
        }
        double least = LOOK * tw_contact_size(s, c);
        *soonest = fmin(*soonest, time_for(fmax(c->gap, least), closing(d, c)));
    }
    return TW_OK;
}

tw_status tw_contact_speed(tw_dynamics *d, double *most) {
    tw_contact_set *s;
    TW_TRY(tw_dynamics_look(d));
    TW_TRY(tw_contact_set_of(d, &s));
    TW_TRY(tw_contact_reaches(d, s));
    *most = fabs(tw_contact_ground(d).d1);
    for (int i = 0; i < d->pass.bodies; i++)
        if (s->size.reach.data[i] > 0) *most = fmax(*most, speed_of(d, i));
    return TW_OK;
}

bool tw_contact_comes_in(const tw_contact_set *s, const tw_touching *t) {
    double u[3];
    tw_contact_rates(t, s->twist.data, u);
    return (touches(s, t->c) || tw_contact_is_held(s, t, u[0] + t->drift)) &&
           u[0] + t->drift < -STILL;
}

tw_status tw_contact_struck(tw_dynamics *d, unsigned char *mark) {
    tw_contact_set *s;
    TW_TRY(tw_dynamics_look(d));
    TW_TRY(gather_within(d, 0, HELD, &s));
    tw_contact_take_velocities(d, s);
    for (size_t i = 0; i < s->touching.count; i++) {
        const tw_touching *t = &s->touching.data[i];
        /* depth correction of `timestep` may have moved the body into a neighbour: the contact then
         * overlaps although no velocity approaches */
        bool moved = (steps(d, t->c->a) || steps(d, t->c->b)) && t->c->gap < -TW_CONTACT_NOTHING;
        if (!moved && !tw_contact_comes_in(s, t)) continue;
        tw_contact_mark(t, mark);
        if (steps(d, t->c->b) && t->c->a >= 0) mark[t->c->a] |= TW_STRUCK_COARSE;
        if (steps(d, t->c->a) && t->c->b >= 0) mark[t->c->b] |= TW_STRUCK_COARSE;
    }
    return TW_OK;
}

/* Drops contacts that do not touch from s->touching, and sets bias e u- of the others, with 0 <=
 * lambda _|_ u+ + e u- >= 0; returns true if one approaches. A contact that separates is kept,
 * since it may approach when others are hit; its bounce must not keep it separating, which would
 * add energy */
static bool choose_touching(const tw_dynamics *d, tw_contact_set *s) {
    size_t count = 0;
    bool any = false;
    tw_contact_take_velocities(d, s);
    for (size_t i = 0; i < s->touching.count; i++) {
        tw_touching t = s->touching.data[i];
        double u[3];
        tw_contact_rates(&t, s->twist.data, u);
        u[0] += t.drift;
        if (!touches(s, t.c) && !tw_contact_is_held(s, &t, u[0])) continue;
        any = any || u[0] < -STILL;
        t.bounce = u[0] < -TW_CONTACT_LASTING || u[0] > STILL ? t.c->restitution * u[0] : 0;
        t.bias[0] = t.bounce + t.drift;
        s->touching.data[count++] = t;
    }
    tw_contact_shorten(s, count);
    return any;
}

static void store(tw_dynamics *d, const tw_contact_set *s) {
    for (int i = 0; i < d->pass.bodies; i++) {
        tw_body *b = d->world->body.data[i];
        if (!d->free_body[i]) continue;
        b->velocity = s->twist.data[i].v;
        b->angular_velocity = s->twist.data[i].omega;
    }
    tw_world_touch_state(d->world);
}

/* does the contact still approach after the impact, or is its joint beyond the limit? */
static bool is_stuck(const tw_contact_set *s, const tw_touching *t) {
    double u[3];
    tw_contact_rates(t, s->twist.data, u);
    return u[0] + t->drift < -TW_CONTACT_LASTING || (t->limit && t->c->gap < -BEYOND);
}

static bool some_stuck(const tw_contact_set *s) {
    for (size_t i = 0; i < s->touching.count; i++)
        if (is_stuck(s, &s->touching.data[i])) return true;
    return false;
}

void tw_contact_stuck(const tw_dynamics *d, unsigned char *mark) {
    const tw_contact_set *s = d->contact;
    for (size_t i = 0; i < s->touching.count; i++)
        if (is_stuck(s, &s->touching.data[i])) tw_contact_mark(&s->touching.data[i], mark);
}

/* does a contact approach now that separated before the others were hit? */
static bool turned_back(const tw_contact_set *s) {
    for (size_t i = 0; i < s->touching.count; i++) {
        const tw_touching *t = &s->touching.data[i];
        double u[3];
        tw_contact_rates(t, s->twist.data, u);
        if (t->bounce > 0 && u[0] + t->drift < -TW_CONTACT_LASTING) return true;
    }
    return false;
}

tw_status tw_contact_impact(tw_dynamics *d, bool *stuck) {
    enum { BLOWS = 50 };
    const tw_contact_task task = {.limit = SWEEPS};
    *stuck = false;
    if (!tw_contact_wanted(d->world)) return TW_OK;
    for (int blow = 0; blow < BLOWS; blow++) {
        tw_contact_set *s;
        TW_TRY(tw_dynamics_update(d));
        TW_TRY(gather_within(d, 0, HELD, &s));
        if (s->touching.count == 0) return TW_OK;
        bool comes_in = choose_touching(d, s);
        if (comes_in) {
            TW_TRY(tw_contact_group_up(d, s));
            for (size_t i = 0; i < s->group.count; i++)
                TW_TRY(tw_contact_solve_struck(d, &s->group.data[i], &task, s->twist.data));
            store(d, s);
        }
        *stuck = some_stuck(s);
        if (!comes_in || !turned_back(s)) return TW_OK;
    }
    return TW_OK;
}
