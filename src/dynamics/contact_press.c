/*
 * Held contacts, which last while an adaptive stepper goes on: their forces at any state are part
 * of the right-hand side. Gaps and slips left by rounding and integration decay by the law of all
 * deviations [BB88 eq. 5]; with u_n, u_t the rates of gap and slip and lambda the force,
 *
 *     0 <= lambda_n  _|_  u_n' + 2/tau u_n + gap/tau^2 >= 0,
 *     sticking: u_t' + u_t/tau = 0, as far as friction suffices,
 *     slipping: lambda_t = -mu lambda_n u_t/|u_t|.
 *
 * The set of contacts, and of the slipping ones among them, is fixed at the start of a step (the
 * list `held`), so that the right-hand side is smooth within it: the end of a slip is found on the
 * dense output (tw_contact_slip), and a contact that has lost its force is released at the end of
 * the step.
 */
#include "dynamics/contact/impl.h"
#include "dynamics/rhs.h"

#include <math.h>

/* gaps in units of tw_contact_span. HELD: contacts within it may be held; NARROW: a new contact of
 * two bodies with a held contact (another corner of a face) counts as held within it, and a held
 * contact without force that is wider is released */
static const double HELD = 1e-5, NARROW = 1e-6;
/* a contact may be held if its gap changes slower than this, m/s */
static const double SLOW = 1e-5;
/* a held contact counts as slipping if its slip is faster than this, m/s */
static const double SLIP = 1e-5;
/* a contact without force is released if its gap opens faster than this, m/s */
static const double OFF = 1e-7;

int tw_contact_held(const tw_dynamics *d) {
    return d->contact ? (int)d->contact->hold.now.count : 0;
}

const tw_held_list *tw_contact_held_list(const tw_dynamics *d) {
    return d->contact ? &d->contact->hold.now : NULL;
}

void tw_contact_held_bodies(const tw_dynamics *d, int i, int body[2]) {
    body[0] = d->contact->hold.now.data[i].a;
    body[1] = d->contact->hold.now.data[i].b;
}

bool tw_contact_holds_now(const tw_dynamics *d) {
    return tw_contact_held(d) > 0 && d->contact->hold.state == d->world->state;
}

void tw_contact_let_go(tw_dynamics *d) {
    if (d->contact) d->contact->hold.now.count = d->contact->hold.before.count = 0;
}

static const tw_held *find_held(const tw_held_list *list, const tw_contact *c) {
    for (size_t i = 0; i < list->count; i++)
        if (list->data[i].key == c->key) return &list->data[i];
    return NULL;
}

static const tw_held *held_as(const tw_contact_set *s, const tw_contact *c) {
    return find_held(&s->hold.now, c);
}

static bool held_in(const tw_held_list *list, const tw_contact_set *s, const tw_touching *t,
                    double rate) {
    if (list->count == 0) return false;
    if (find_held(list, t->c)) return true;
    return !t->limit && fabs(rate) <= SLOW && t->c->gap <= tw_contact_span(s, t->c) * NARROW &&
           tw_contact_pair_in(list, t->c->a, t->c->b);
}

bool tw_contact_is_held(const tw_contact_set *s, const tw_touching *t, double rate) {
    return held_in(&s->hold.now, s, t, rate);
}

/* Is this contact one of those held before the last step, or beside one of them? False for a
 * contact that closes fast and is deep: then other points of the two bodies were held, and this one
 * is new */
bool tw_contact_was_held(const tw_contact_set *s, const tw_touching *t, double rate) {
    bool strays = rate < -TW_CONTACT_LASTING && t->c->gap < -HELD * tw_contact_span(s, t->c);
    return !strays && held_in(&s->hold.before, s, t, rate);
}

tw_status tw_contact_gather_held(tw_dynamics *d, tw_contact_set **set) {
    TW_TRY(tw_contact_set_of(d, set));
    tw_contact_set *s = *set;
    TW_TRY(tw_contact_margins(d, 0, HELD, s));
    TW_TRY(tw_contact_gather(d, s));
    tw_contact_take_velocities(d, s);
    return TW_OK;
}

/* along [3], components in the contact's frame: along[0] = 0, the others the unit direction of the
 * slip. Where the slip is slower than SLIP or opposite to the stored direction h->along, it is
 * h->along, since the stepper has not located the reversal yet */
static void slip_of(const tw_held *h, const tw_touching *t, const double u[3], double along[3]) {
    along[0] = 0;
    double forward = 0, size = 0;
    for (int row = 1; row < 3; row++) {
        along[row] = v3_dot(h->along, v3_load(t->frame[row]));
        forward += along[row] * u[row];
        size += u[row] * u[row];
    }
    size = sqrt(size);
    for (int row = 1; row < 3 && forward > 0 && size > SLIP; row++) along[row] = u[row] / size;
}

tw_status tw_contact_choose_held(tw_dynamics *d, tw_contact_set *s) {
    size_t count = 0;
    double tau = tw_value1(&d->world->set.tau, d->pass.t);
    for (size_t i = 0; i < s->touching.count; i++) {
        tw_touching t = s->touching.data[i];
        double u[3];
        tw_contact_rates(&t, s->twist.data, u);
        if (!tw_contact_is_held(s, &t, u[0] + t.drift)) continue;
        s->touching.data[count++] = t;
    }
    tw_contact_shorten(s, count);
    TW_TRY(tw_contact_bend(d, s));
    for (size_t i = 0; i < count; i++) {
        tw_touching *t = &s->touching.data[i];
        const tw_held *h = held_as(s, t->c);
        double u[3], along[3] = {0, 0, 0};
        tw_contact_rates(t, s->twist.data, u);
        t->bias[0] = t->second + t->bend[0] + 2 / tau * (u[0] + t->drift) + t->c->gap / tau / tau;
        t->slips = h && h->slips;
        if (t->slips) slip_of(h, t, u, along);
        for (int row = 1; row < 3; row++)
            t->bias[row] =
                t->slips ? TW_CONTACT_SLIPPING * along[row] : t->bend[row] + u[row] / tau;
    }
    return TW_OK;
}

/* tw_contact_gather_held, with the search restricted to bodies of held contacts */
static tw_status gather_only_held(tw_dynamics *d, tw_contact_set *s) {
    TW_TRY(tw_reserve(&s->hold.body, (size_t)d->pass.bodies));
    for (int i = 0; i < d->pass.bodies; i++) s->hold.body.data[i] = 0;
    for (size_t i = 0; i < s->hold.now.count; i++) {
        const tw_held *h = &s->hold.now.data[i];
        if (h->a >= 0) s->hold.body.data[h->a] = 1;
        if (h->b >= 0) s->hold.body.data[h->b] = 1;
    }
    s->hold.only = true;
    tw_status status = tw_contact_gather_held(d, &s);
    s->hold.only = false;
    return status;
}

tw_status tw_contact_press(tw_dynamics *d, const tw_wrench **force) {
    tw_contact_set *s;
    TW_TRY(tw_contact_set_of(d, &s));
    TW_TRY(gather_only_held(d, s));
    TW_TRY(tw_contact_choose_held(d, s));
    TW_TRY(tw_contact_solve_now(d, s));
    TW_TRY(tw_contact_wrenches(d, s));
    *force = s->net.body.data;
    return TW_OK;
}

/* ---- the list ------------------------------------------------------------------------------- */

static vec3 slip_velocity(const tw_touching *t, const double u[3]) {
    return v3_madd(v3_scale(v3_load(t->frame[1]), u[1]), u[2], v3_load(t->frame[2]));
}

static tw_held held_of(const tw_touching *t, const double u[3]) {
    vec3 v = slip_velocity(t, u);
    double speed = v3_length(v);
    bool slips = speed > SLIP && !t->limit;
    return (tw_held){.key = t->c->key,
                     .a = t->c->a,
                     .b = t->c->b,
                     .slips = slips,
                     .turns = tw_contact_turns(t->c),
                     .along = slips ? v3_scale(v, 1 / speed) : v};
}

tw_status tw_contact_hold(tw_dynamics *d, int *count) {
    tw_contact_set *s;
    *count = 0;
    TW_TRY(tw_dynamics_update(d));
    tw_contact_let_go(d);
    TW_TRY(tw_contact_gather_held(d, &s));
    for (size_t i = 0; i < s->touching.count; i++) {
        const tw_touching *t = &s->touching.data[i];
        double u[3];
        tw_contact_rates(t, s->twist.data, u);
        bool near = t->c->gap <= HELD * tw_contact_span(s, t->c);
        if (near && fabs(u[0] + t->drift) <= SLOW) TW_TRY(tw_push(&s->hold.now, held_of(t, u)));
    }
    s->hold.state = d->world->state;
    *count = (int)s->hold.now.count;
    return tw_contact_held_copy(&s->hold.now, &s->hold.before);
}

/* Updates a held contact after a step: *now becomes its new state. Returns false if the contact is
 * to be released */
static bool follow_one(const tw_contact_set *s, const tw_touching *t, tw_held *now) {
    const tw_held *was = held_as(s, t->c);
    double u[3];
    tw_contact_rates(t, s->twist.data, u);
    bool parts = u[0] + t->drift > OFF || t->c->gap > NARROW * tw_contact_span(s, t->c);
    if (!(t->lambda[0] > 0) && parts) return false;
    *now = held_of(t, u);
    if (!was) return true;
    if (was->slips) {
        /* if the slip has reversed, the old direction stays until the stepper has located the
         * reversal */
        if (!now->slips || v3_dot(now->along, was->along) <= 0) now->along = was->along;
        now->slips = true;
        return true;
    }
    double most = t->c->friction * t->lambda[0];
    double rubs = sqrt(t->lambda[1] * t->lambda[1] + t->lambda[2] * t->lambda[2]);
    now->slips = now->slips && rubs >= most * (1 - 1e-9);
    return true;
}

/* rate, 1/s, at which friction removes slip across the slip direction: mu N / (m |u|), with m the
 * reduced mass */
static double stiffness(const tw_dynamics *d, const tw_contact_set *s, const tw_touching *t) {
    double u[3], light = d->pass.motion[t->c->a].m_inv;
    if (t->c->b >= 0) light += d->pass.motion[t->c->b].m_inv;
    tw_contact_rates(t, s->twist.data, u);
    return t->c->friction * t->lambda[0] * light / v3_length(slip_velocity(t, u));
}

tw_status tw_contact_follow(tw_dynamics *d, double t, const double *y, bool *comes_in,
                            double *stiff) {
    const tw_wrench *unused;
    tw_contact_set *s = d->contact;
    *comes_in = false;
    *stiff = 0;
    if (tw_contact_held(d) == 0) return TW_OK;
    TW_TRY(tw_rhs_all(d, t, y));
    TW_TRY(tw_contact_press(d, &unused));
    tw_held_list next = s->hold.before;
    next.count = 0;
    tw_status status = tw_reserve(&next, s->touching.count);
    s->hold.before = next;
    TW_TRY(status);
    tw_contact_take_velocities(d, s);
    for (size_t i = 0; i < s->touching.count; i++) {
        const tw_touching *touching = &s->touching.data[i];
        double u[3];
        tw_contact_rates(touching, s->twist.data, u);
        *comes_in = *comes_in || u[0] + touching->drift < -TW_CONTACT_LASTING;
        if (!follow_one(s, touching, &next.data[next.count])) continue;
        if (next.data[next.count++].slips) *stiff += stiffness(d, s, touching);
    }
    s->hold.before = s->hold.now;
    s->hold.now = next;
    return TW_OK;
}

/* *any: some held contact slips. If so, the contacts near enough to be held are gathered in
 * (*set)->touching, and s->twist holds the velocities of the pass */
static tw_status gather_slipping(tw_dynamics *d, tw_contact_set **set, bool *any) {
    *any = false;
    for (int i = 0; i < tw_contact_held(d); i++) *any = *any || d->contact->hold.now.data[i].slips;
    if (!*any) return TW_OK;
    TW_TRY(tw_dynamics_look(d));
    return tw_contact_gather_held(d, set);
}

/* Returns the slipping held contact with the same key as `t`; NULL: no held contact has it, or it
 * does not slip. *speed: slip along its stored direction, m/s */
static tw_held *slipping(tw_contact_set *s, const tw_touching *t, double *speed) {
    double u[3];
    for (size_t i = 0; i < s->hold.now.count; i++) {
        tw_held *h = &s->hold.now.data[i];
        if (h->key != t->c->key) continue;
        tw_contact_rates(t, s->twist.data, u);
        *speed = v3_dot(slip_velocity(t, u), h->along);
        return h->slips ? h : NULL;
    }
    return NULL;
}

static tw_status least_slip(tw_dynamics *d, bool begin, double *least, bool *wrong) {
    tw_contact_set *s;
    bool any;
    *least = INFINITY;
    *wrong = false;
    TW_TRY(gather_slipping(d, &s, &any));
    for (size_t i = 0; any && i < s->touching.count; i++) {
        double speed;
        tw_held *h = slipping(s, &s->touching.data[i], &speed);
        if (!h) continue;
        if (begin) h->turned = speed <= 0;
        if (!h->turned) *least = fmin(*least, speed);
        *wrong = *wrong || speed <= 0;
    }
    return TW_OK;
}

tw_status tw_contact_slip(tw_dynamics *d, double *least) {
    bool unused;
    return least_slip(d, false, least, &unused);
}

tw_status tw_contact_slip_from(tw_dynamics *d, double *least) {
    bool unused;
    return least_slip(d, true, least, &unused);
}

tw_status tw_contact_slip_wrong(tw_dynamics *d, bool *wrong) {
    double unused;
    return least_slip(d, false, &unused, wrong);
}

/* ---- copies --------------------------------------------------------------------------------- */

tw_status tw_contact_held_copy(const tw_held_list *from, tw_held_list *to) {
    TW_TRY(tw_reserve(to, from->count));
    for (size_t i = 0; i < from->count; i++) to->data[i] = from->data[i];
    to->count = from->count;
    return TW_OK;
}

tw_status tw_contact_held_save(const tw_dynamics *d, bool before, tw_held_list *to) {
    const tw_contact_set *s = d->contact;
    to->count = 0;
    return s ? tw_contact_held_copy(before ? &s->hold.before : &s->hold.now, to) : TW_OK;
}

tw_status tw_contact_held_restore(tw_dynamics *d, const tw_held_list *from) {
    tw_contact_set *s;
    if (!d->contact && from->count == 0) return TW_OK;
    TW_TRY(tw_contact_set_of(d, &s));
    /* the last search is not reused if it was restricted to bodies of held contacts: those restored
     * here may have other bodies */
    s->search.known = s->search.known && !s->search.only;
    TW_TRY(tw_contact_held_copy(from, &s->hold.now));
    return tw_contact_held_copy(from, &s->hold.before);
}

void tw_contact_held_stands(tw_dynamics *d) {
    if (d->contact) d->contact->hold.state = d->world->state;
}
