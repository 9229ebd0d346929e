/* Depth correction: removes overlaps that rounding, rotation and tolerances leave, by a change of
 * poses, the smallest in the mass metric (in which heavy bodies count more). It is made once as a
 * step begins, and in up to a few passes at its end. Velocities do not change, so kinetic energy
 * does not grow. */
#include "base/math/turn.h"
#include "dynamics/contact/impl.h"

#include <math.h>
#include <stdlib.h>

/* Depths that may remain, relative to tw_contact_fine, in groups of more than TW_CONTACT_MANY
 * contacts. MIDDLE: as the step begins. LATER: at its end, where the bound is wider, so that most
 * poses need no shift and the next step can reuse the search made there */
static const double MIDDLE = 5e-4, LATER = 4e-3;

/* bound on the speed at which depths are removed, m/s */
static const double RECOVERY = 2;

/* Bounds on the shift of a pose. UNSEEN: part beyond s->range.near, where the shift might meet
 * bodies at which depth correction does not look, in thicknesses of the body. DEEPER: growth of the
 * depth of a contact, in thicknesses of the thinner body */
static const double UNSEEN = 0.4, DEEPER = 0.25;

/* Scales the shifts of a group down: bodies that cannot be separated (a wire that does not fit
 * between its neighbours) must not be thrown about. No body is shifted further than UNSEEN, DEEPER
 * and twice RECOVERY allow */
static void bound_shifts(tw_contact_set *s, const tw_contact_group *g, double h) {
    double most = 0, part = 1;
    for (int i = 0; i < g->bodies; i++) {
        int body = s->members.body.data[g->body + i];
        const tw_twist *by = &s->depth.shift.data[body];
        double way = v3_length(by->v) + s->size.reach.data[body] * v3_length(by->omega);
        double room = s->range.near.data[body] + UNSEEN * s->size.thin.data[body];
        most = fmax(most, way);
        if (way * part > room) part = room / way;
    }
    if (most * part > 2 * RECOVERY * h) part = 2 * RECOVERY * h / most;
    for (int i = g->first; i >= 0; i = s->touching.data[i].next) {
        const tw_touching *t = &s->touching.data[i];
        double by = -tw_contact_rate(t, s->depth.shift.data, 0);
        double room = fmax(t->gap, 0) + DEEPER * tw_contact_thinner(s, t->c);
        if (by * part > room && !t->limit) part = room / by;
    }
    for (int i = 0; i < g->bodies && part < 1; i++) {
        tw_twist *by = &s->depth.shift.data[s->members.body.data[g->body + i]];
        *by = (tw_twist){v3_scale(by->v, part), v3_scale(by->omega, part)};
    }
}

static int by_bodies(const void *p, const void *q) {
    const tw_contact_old *a = p, *b = q;
    if (a->a != b->a) return a->a < b->a ? -1 : 1;
    return (a->b > b->b) - (a->b < b->b);
}

/* Records in s->depth.old the depths of more than LATER that the correction at the step's begin
 * leaves, sorted by bodies; the passes at the step's end correct only what is deeper. There the
 * largest depth of the two bodies counts for each of their contacts, because contact points move */
tw_status tw_contact_know_old(tw_contact_set *s) {
    s->depth.old.count = 0;
    for (size_t i = 0; i < s->touching.count; i++) {
        const tw_touching *t = &s->touching.data[i];
        if (t->limit || !(t->gap < -LATER * tw_contact_fine(s, t->c))) continue;
        tw_contact_old old = {t->c->a, t->c->b, -t->gap};
        TW_TRY(tw_push(&s->depth.old, old));
    }
    if (s->depth.old.count > 1)
        qsort(s->depth.old.data, s->depth.old.count, sizeof *s->depth.old.data, by_bodies);
    return TW_OK;
}

static double old_depth(const tw_contact_set *s, const tw_touching *t) {
    double most = 0;
    if (t->limit || s->depth.old.count == 0) return most;
    const tw_contact_old *old = s->depth.old.data, own = {t->c->a, t->c->b, 0};
    /* finds by bisection the first entry of s->depth.old for the two bodies of this contact */
    size_t lo = 0, hi = s->depth.old.count;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (by_bodies(&old[mid], &own) < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    for (; lo < s->depth.old.count && by_bodies(&old[lo], &own) == 0; lo++)
        most = fmax(most, old[lo].depth);
    return most;
}

/* If depths of a group's contacts exceed `part` of tw_contact_fine (at least TW_CONTACT_SLOP of the
 * size), reduces all depths to half of that, by the change of poses that is least in the mass
 * metric, and not faster than RECOVERY. pass: 0 at the step's begin; 1, 2, ... at its end. From
 * pass 2 on joint limits are only kept from getting deeper. Passes 0 and 1 have friction: without
 * it the least change would turn a light link between heavy bodies along the wires that it touches,
 * which reduces no depth, since gaps are curved. Bodies wedged so that friction holds them are left
 * to the later passes. A single contact needs no friction (a top stays free to turn), and large
 * groups would take three times as long with it */
static tw_status separate(tw_dynamics *d, tw_contact_set *s, const tw_contact_group *g, double h,
                          double part, int pass) {
    bool rubs = pass < 2 && g->contacts > 1 && g->contacts <= TW_CONTACT_MANY;
    bool deep = false, thin = false;
    double smallest = INFINITY;
    size_t n = 0;
    for (int i = g->first; i >= 0; i = s->touching.data[i].next) {
        TW_TRY(tw_contact_ask(d, n++));
        tw_touching *t = &s->touching.data[i];
        double size = tw_contact_size(s, t->c), fine = tw_contact_fine(s, t->c);
        double stays = fmax(TW_CONTACT_SLOP * size, part * fine);
        thin = thin || fine < size;
        smallest = fmin(smallest, stays);
        if (!t->limit) s->stats.depth = fmax(s->stats.depth, -t->gap);
        bool held = pass > 1 && t->limit;
        double old = pass > 0 ? old_depth(s, t) : 0;
        deep = deep || (t->gap < -stays - old && !held);
        t->bias[0] = fmax(t->gap + 0.5 * stays + old, held ? 0 : -RECOVERY * h);
    }
    if (!deep) return TW_OK;
    const tw_contact_task task = {.tolerance_u = 0.25 * smallest,
                                  .frictionless = !rubs,
                                  .poses = true,
                                  .limit = thin ? TW_CONTACT_CAREFUL : TW_CONTACT_SWEEPS};
    TW_TRY(tw_contact_solve(d, g, &task, s->depth.shift.data));
    bound_shifts(s, g, h);
    s->depth.shifted = true;
    return TW_OK;
}

tw_status tw_contact_separate(tw_dynamics *d, tw_contact_set *s, double h, int pass) {
    TW_TRY(tw_reserve(&s->depth.shift, (size_t)d->pass.bodies));
    for (int i = 0; i < d->pass.bodies; i++)
        s->depth.shift.data[i] = (tw_twist){v3_zero(), v3_zero()};
    s->depth.shifted = false;
    s->stats.depth = 0;
    for (size_t i = 0; i < s->group.count; i++) {
        const tw_contact_group *g = &s->group.data[i];
        double part = g->contacts <= TW_CONTACT_MANY ? TW_CONTACT_SLOP : pass > 0 ? LATER : MIDDLE;
        TW_TRY(separate(d, s, g, h, part, pass));
    }
    return TW_OK;
}

/* Returns the angular momentum near L [body axes], N m s, whose rotational energy L . I^-1 L is at
 * most `energy`: (1 + k I^-1)^-1 L, with k >= 0 found by Newton's method, which approaches from
 * below and so ends a little above `energy`; a scale factor removes that rest */
static vec3 calm(const mat3 *I_inv, vec3 L, double energy) {
    enum { STEPS = 8 };
    static const double CLOSE = 1e-3;
    double k = 0;
    vec3 to = L;
    for (int n = 0;; n++) {
        vec3 omega = m3_mul_v(I_inv, to);
        double now = v3_dot(to, omega);
        if (n == STEPS || now <= energy * (1 + CLOSE))
            return now > energy ? v3_scale(to, sqrt(energy / now)) : to;
        mat3 A = m3_identity();
        for (int step = 0; step < 2; step++) {
            for (int i = 0; i < 9; i++)
                A.m[i / 3][i % 3] = (i % 4 == 0) + k * I_inv->m[i / 3][i % 3];
            A = m3_inverse(&A);
            if (step == 0) k += 0.5 * (now - energy) / v3_dot(omega, m3_mul_v(&A, omega));
        }
        to = m3_mul_v(&A, L);
    }
}

vec3 tw_contact_turn(const tw_body *b, vec3 by, quat *q, vec3 L) {
    vec3 before = q_rotate(q_conj(q_normalized(*q)), L);
    *q = q_turned(by, *q);
    vec3 after = q_rotate(q_conj(*q), L);
    double energy = v3_dot(before, m3_mul_v(&b->inertia_inv, before));
    double grows = v3_dot(after, m3_mul_v(&b->inertia_inv, after)) - energy;
    return grows > 0 ? q_rotate(*q, calm(&b->inertia_inv, after, energy)) : L;
}
