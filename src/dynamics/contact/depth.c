/* Depth correction: removes overlaps that rounding, rotation and tolerances leave, by the change of
 * poses that is least in the mass metric: once as a step begins, and in some passes at its end.
 * Velocities do not change, so kinetic energy does not grow. */
#include "base/math/turn.h"
#include "dynamics/contact/impl.h"

#include <math.h>
#include <stdlib.h>

/* depths that may remain, relative to the smaller body's size. MIDDLE: in groups of more than
 * TW_CONTACT_MANY contacts. LATER: in such groups at the step's end, so that the search made there
 * can be reused by the next step */
static const double MIDDLE = 5e-4, LATER = 4e-3;

/* bound on the speed at which depths are removed, m/s */
static const double RECOVERY = 2;

/* bounds on the shift of a pose. UNSEEN: motion beyond the search margin, in thicknesses of the
 * body. DEEPER: growth of the depth of a contact, in thicknesses of the thinner body */
static const double UNSEEN = 0.4, DEEPER = 0.25;

/* Scales the shifts of a group down: bodies that cannot be separated (a wire that does not fit
 * between its neighbours) must not be thrown about. No body is shifted further than UNSEEN,
 * RECOVERY and DEEPER allow */
static void bound_shifts(tw_contact_set *s, const tw_contact_group *g, double h) {
    double most = 0, part = 1;
    for (int i = 0; i < g->bodies; i++) {
        int body = s->member.data[g->body + i];
        const tw_twist *by = &s->shift.data[body];
        double way = v3_length(by->v) + s->reach.data[body] * v3_length(by->omega);
        double room = s->near.data[body] + UNSEEN * s->thin.data[body];
        most = fmax(most, way);
        if (way * part > room) part = room / way;
    }
    if (most * part > 2 * RECOVERY * h) part = 2 * RECOVERY * h / most;
    for (int i = g->first; i >= 0; i = s->touching.data[i].next) {
        const tw_touching *t = &s->touching.data[i];
        double by = -tw_contact_rate(t, s->shift.data, 0);
        double room = fmax(t->gap, 0) + DEEPER * tw_contact_thinner(s, t->c);
        if (by * part > room && !t->limit) part = room / by;
    }
    for (int i = 0; i < g->bodies && part < 1; i++) {
        tw_twist *by = &s->shift.data[s->member.data[g->body + i]];
        *by = (tw_twist){v3_scale(by->v, part), v3_scale(by->omega, part)};
    }
}

static int by_bodies(const void *p, const void *q) {
    const tw_contact_old *a = p, *b = q;
    if (a->a != b->a) return a->a < b->a ? -1 : 1;
    return (a->b > b->b) - (a->b < b->b);
}

/* Records in s->old the depths that are left after the correction at the step's begin: the passes
 * at its end correct only depths that the step has added. The depth of a pair of bodies is the
 * largest one, because contact points change */
tw_status tw_contact_know_old(tw_contact_set *s) {
    s->old.count = 0;
    for (size_t i = 0; i < s->touching.count; i++) {
        const tw_touching *t = &s->touching.data[i];
        if (t->limit || !(t->gap < -LATER * tw_contact_fine(s, t->c))) continue;
        tw_contact_old old = {t->c->a, t->c->b, -t->gap};
        TW_TRY(tw_push(&s->old, old));
    }
    if (s->old.count > 1) qsort(s->old.data, s->old.count, sizeof *s->old.data, by_bodies);
    return TW_OK;
}

static double old_depth(const tw_contact_set *s, const tw_touching *t) {
    double most = 0;
    if (t->limit || s->old.count == 0) return most;
    const tw_contact_old *old = s->old.data, own = {t->c->a, t->c->b, 0};
    /* bisects to the first entry of the bodies of this contact */
    size_t lo = 0, hi = s->old.count;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (by_bodies(&old[mid], &own) < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    for (; lo < s->old.count && by_bodies(&old[lo], &own) == 0; lo++)
        most = fmax(most, old[lo].depth);
    return most;
}

/* Removes the depths of a group beyond `part` of the body size by the change of poses that is least
 * in the mass metric. From pass 2 on joint limits are not corrected, only kept. Passes 0 and 1 have
 * friction: without it a light link between heavy bodies would turn along the wires, by far the
 * least change, which reduces no depth since gaps are curved. Wedged bodies are left to the later
 * passes. A single contact needs no friction (a top turns), and large groups would take three times
 * as long with it */
static tw_status separate(tw_dynamics *d, tw_contact_set *s, const tw_contact_group *g, double h,
                          double part, int pass) {
    bool rubs = pass < 2 && g->contacts > 1 && g->contacts <= TW_CONTACT_MANY;
    bool deep = false, thin = false;
    double smallest = INFINITY;
    for (int i = g->first; i >= 0; i = s->touching.data[i].next) {
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
    TW_TRY(tw_contact_solve(d, g, &task, s->shift.data));
    bound_shifts(s, g, h);
    s->shifted = true;
    return TW_OK;
}

tw_status tw_contact_separate(tw_dynamics *d, tw_contact_set *s, double h, int pass) {
    TW_TRY(tw_reserve(&s->shift, (size_t)d->pass.bodies));
    for (int i = 0; i < d->pass.bodies; i++) s->shift.data[i] = (tw_twist){v3_zero(), v3_zero()};
    s->shifted = false;
    s->stats.depth = 0;
    for (size_t i = 0; i < s->group.count; i++) {
        const tw_contact_group *g = &s->group.data[i];
        double part = g->contacts <= TW_CONTACT_MANY ? TW_CONTACT_SLOP : pass > 0 ? LATER : MIDDLE;
        TW_TRY(separate(d, s, g, h, part, pass));
    }
    return TW_OK;
}

/* Returns the angular momentum near L [body axes], N m s, with L . I^-1 L at most `energy`: (1 + k
 * I^-1)^-1 L, with k found by Newton's method from below; scaling removes what is left of the
 * excess */
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
