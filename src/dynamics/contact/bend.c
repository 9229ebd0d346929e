/*
 * Curvature of gaps and slips: the part D' v of their second derivatives that does not come from
 * accelerations. With u the rates of gap and slips, D their gradients, v and a the velocities and
 * accelerations of the bodies,
 *
 *     u = D v,   u' = D a + D' v.
 *
 * For a ball in a bowl D' v = v^2 / r, for a point of a turning plank omega x (omega x r). D' v is
 * u' of bodies that keep their present velocities, and the geometry is exact at any pose, so it is
 * computed as a difference of fourth order, with u(s) the rate at the poses after time s and e a
 * small time,
 *
 *     u' = (8 (u(e) - u(-e)) - (u(2e) - u(-2e))) / 12 e
 *
 * over poses in which no body has moved by more than 2e-3 of its size: its own error is of the
 * order of 1e-13 of v^2 / r. Contacts are identified by their keys. A contact that is missing at
 * some of the four poses (a corner at an edge) is differentiated over the others.
 *
 * u has a kink where a face turns into an edge. Then only three successive poses are used, from the
 * present one backward or forward, whichever have no kink among them, in doubt forward [as Harten
 * et al. 1987 choose stencils]. So the right-hand side jumps at the edge itself, and not a little
 * before it.
 */
#include "dynamics/contact/impl.h"

#include "base/math/turn.h"

#include <math.h>

/* steps e of the differences, as displacement of the fastest body in body sizes. The first is tried
 * first; a smaller one follows where u is not smooth over the one before */
static const double PART[] = {1e-3, 3e-5, 1e-6};
enum { PARTS = sizeof PART / sizeof *PART };
/* largest relative difference between u' of second and fourth order that is accepted */
static const double ROUGH = 1e-3;
/* search margin for displaced poses in addition to the usual one, in body sizes: contacts that are
 * near now must be found there, too */
static const double OPEN = 1e-3;

enum { LOOKS = 4 };
static const int place[LOOKS] = {-2, -1, 1, 2};

/* sets s->bend.body [bodies] to 1 for bodies with contacts, to 0 for others; *most: greatest speed
 * among the former, in body sizes per second */
static tw_status know_bodies(tw_dynamics *d, tw_contact_set *s, double *most) {
    size_t n = (size_t)d->pass.bodies;
    double fastest = 0;
    TW_TRY(tw_reserve(&s->bend.body, n));
    TW_TRY(tw_reserve(&s->bend.pose, n));
    TW_TRY(tw_reserve(&s->bend.margin, n));
    for (size_t i = 0; i < n; i++) s->bend.body.data[i] = 0;
    for (size_t i = 0; i < s->touching.count; i++) {
        const tw_touching *t = &s->touching.data[i];
        for (int side = 0; side < 2 && !t->limit; side++) {
            int body = side ? t->c->b : t->c->a;
            if (body < 0) continue;
            const tw_body_motion *m = &d->pass.motion[body];
            s->bend.body.data[body] = 1;
            fastest =
                fmax(fastest, v3_length(m->v) / s->size.reach.data[body] + v3_length(m->omega));
        }
    }
    *most = fastest;
    return TW_OK;
}

/* Callback of the search at displaced poses: true for pairs of bodies that have no contact at
 * present, so that they are left out */
static bool skip(void *context, int a, int b) {
    const tw_contact_set *s = context;
    for (size_t i = 0; i < s->touching.count; i++) {
        const tw_touching *t = &s->touching.data[i];
        if (!t->limit && t->c->a == a && t->c->b == b) return false;
    }
    return true;
}

/* searches contacts, into s->bend.found, with the bodies of s->bend.body displaced by their present
 * velocities times `later`, s (may be negative) */
static tw_status look(tw_dynamics *d, tw_contact_set *s, double later) {
    for (int i = 0; i < d->pass.bodies; i++) {
        const tw_body_motion *m = &d->pass.motion[i];
        if (!s->bend.body.data[i]) continue;
        s->bend.pose.data[i] = (tw_pose){v3_madd(m->x, later, m->v),
                                         q_turned(v3_scale(m->omega, later), q_normalized(m->q))};
        s->bend.margin.data[i] = s->range.margin.data[i] + OPEN * s->size.reach.data[i];
    }
    tw_contact_query query = {.margin = s->bend.margin.data,
                              .pose = s->bend.pose.data,
                              .only = s->bend.body.data,
                              .skip = skip,
                              .ctx = s,
                              .poll = d->poll,
                              .later = d->pass.t - d->world->time};
    return tw_contacts_find(d->world, &query, &s->bend.found);
}

/* *u: rates of the contact `there`, found at displaced poses, along the frame of the same contact
 * `now`, turned by the least rotation to the normal of `there` */
static void rates_there(const tw_dynamics *d, const tw_contact_set *s, const tw_touching *now,
                        const tw_contact *there, double u[3]) {
    vec3 n = v3_scale(there->normal, -1), v = v3_zero();
    for (int side = 0; side < 2; side++) {
        int body = side ? there->b : there->a;
        if (body < 0) continue;
        const tw_body_motion *m = &d->pass.motion[body];
        vec3 arm = v3_sub(there->point, s->bend.pose.data[body].x);
        v = v3_madd(v, side ? 1 : -1, v3_add(m->v, v3_cross(m->omega, arm)));
    }
    vec3 old = v3_load(now->frame[0]), axis = v3_cross(old, n);
    /* the length of `axis` is the sine of the angle between the normals, and stands for the angle:
     * the error is of third order in it */
    quat turn = q_turned(axis, (quat){1, 0, 0, 0});
    u[0] = v3_dot(n, v);
    for (int row = 1; row < 3; row++) u[row] = v3_dot(q_rotate(turn, v3_load(now->frame[row])), v);
}

/* SMOOTH: a second difference of u that is smaller than this, relative to the speeds, counts as 0.
 * LESS: u has a kink if the second difference on one side is less than this part of the greatest
 * one; that side is smooth */
static const double SMOOTH = 3e-8, LESS = 0.05;

/* Which of the rates at the five poses -2e, -e, 0, e, 2e give the derivative at pose 0: BEHIND -e
 * and 0; AHEAD 0 and e; LEFT -2e to 0; MIDDLE -e to e; RIGHT 0 to 2e; ALL five */
typedef enum stencil { NOTHING, BEHIND, AHEAD, LEFT, MIDDLE, RIGHT, ALL } stencil;

/* norm of the second difference of u, over the poses at - 1, at, at + 1 in steps e; at: -1, 0 or 1;
 * now: u at the present pose */
static double second(const tw_bend *b, const double now[3], int at) {
    double sum = 0;
    for (int row = 0; row < 3; row++) {
        const double u[LOOKS + 1] = {b->u[row][0], b->u[row][1], now[row], b->u[row][2],
                                     b->u[row][3]};
        double d = u[at + 1] - 2 * u[at + 2] + u[at + 3];
        sum += d * d;
    }
    return sqrt(sum);
}

static stencil choose(const tw_bend *b, const double now[3], double speed) {
    bool left = b->seen[0] && b->seen[1], middle = b->seen[1] && b->seen[2],
         right = b->seen[2] && b->seen[3];
    if (!left && !middle && !right) return b->seen[2] ? AHEAD : b->seen[1] ? BEHIND : NOTHING;
    if (!middle) return right ? RIGHT : LEFT;
    double small = SMOOTH * speed, at = second(b, now, 0), most = at;
    double before = left ? second(b, now, -1) : INFINITY;
    double after = right ? second(b, now, 1) : INFINITY;
    if (left) most = fmax(most, before);
    if (right) most = fmax(most, after);
    bool kink = most > small && fmin(before, after) < LESS * most;
    if (kink) return before < after ? LEFT : RIGHT;
    return left && right ? ALL : MIDDLE;
}

static double difference(const double u[LOOKS], stencil by, double now, double e) {
    switch (by) {
    case ALL:
        return (8 * (u[2] - u[1]) - (u[3] - u[0])) / (12 * e);
    case LEFT:
        return (3 * now - 4 * u[1] + u[0]) / (2 * e);
    case MIDDLE:
        return (u[2] - u[1]) / (2 * e);
    case RIGHT:
        return (4 * u[2] - 3 * now - u[3]) / (2 * e);
    case AHEAD:
        return (u[2] - now) / e;
    case BEHIND:
        return (now - u[1]) / e;
    default:
        return 0;
    }
}

static const tw_contact *same_contact(const tw_contact_set *s, uint64_t key) {
    for (size_t i = 0; i < s->bend.found.list.count; i++)
        if (s->bend.found.list.data[i].key == key) return &s->bend.found.list.data[i];
    return NULL;
}

/* Do the derivatives u' of second and of fourth order differ by more than ROUGH (|u'| + ROUGH
 * much)? much: the size of u' that is expected at the present speeds, so that noise in a small u'
 * does not count */
static bool rough(const tw_bend *b, stencil by, double e, double much) {
    double off = 0, size = 0;
    for (int row = 0; row < 3 && by == ALL; row++) {
        double whole = difference(b->u[row], ALL, 0, e);
        off += fabs(whole - difference(b->u[row], MIDDLE, 0, e));
        size += fabs(whole);
    }
    return off > ROUGH * (size + ROUGH * much);
}

/* sets t->bend of all contacts by differences over `part` body sizes; *again: u was not smooth over
 * that step, so a smaller one is needed */
static tw_status bend(tw_dynamics *d, tw_contact_set *s, double fastest, double part, bool *again) {
    double e = part / fastest;
    for (size_t i = 0; i < s->touching.count; i++) s->bend.rate.data[i] = (tw_bend){0};
    for (int k = 0; k < LOOKS; k++) {
        TW_TRY(look(d, s, place[k] * e));
        for (size_t i = 0; i < s->touching.count; i++) {
            const tw_touching *t = &s->touching.data[i];
            const tw_contact *there = t->limit ? NULL : same_contact(s, t->c->key);
            tw_bend *b = &s->bend.rate.data[i];
            double u[3];
            if (!there) continue;
            rates_there(d, s, t, there, u);
            b->seen[k] = true;
            for (int row = 0; row < 3; row++) b->u[row][k] = u[row];
        }
    }
    *again = false;
    for (size_t i = 0; i < s->touching.count; i++) {
        tw_touching *t = &s->touching.data[i];
        const tw_bend *b = &s->bend.rate.data[i];
        double now[3];
        tw_contact_rates(t, s->twist.data, now);
        if (t->limit) continue;
        double span = tw_contact_span(s, t->c);
        stencil by = choose(b, now, fastest * span);
        bool kink = by == LEFT || by == RIGHT;
        *again = *again || (kink && part == PART[0]) || rough(b, by, e, fastest * fastest * span);
        for (int row = 0; row < 3; row++) t->bend[row] = difference(b->u[row], by, now[row], e);
    }
    return TW_OK;
}

tw_status tw_contact_bend(tw_dynamics *d, tw_contact_set *s) {
    double fastest;
    bool again = true;
    TW_TRY(know_bodies(d, s, &fastest));
    if (!(fastest > 0)) return TW_OK;
    TW_TRY(tw_reserve(&s->bend.rate, s->touching.count));
    for (int i = 0; i < PARTS && again; i++) TW_TRY(bend(d, s, fastest, PART[i], &again));
    return TW_OK;
}
