/*
 * Blows (impacts) within a step: those of a small group with a bouncing contact are taken one after
 * the other, each at its time. Along the normals at the start of the step
 *
 *     gap(s) = gap + u s + (u_r - u) s^2 / (2 r)
 *
 * where u are the rates now and u_r those at the end of the rest of the step, of length r, if
 * nothing bounced: the solution with pressing contacts and constraints. The first root of a closing
 * gap is a blow, with Newton's law between all bodies that touch then; after it the rest of the
 * step is solved again. So a ball that falls on the ground bounces with its speed at the ground,
 * and a blow passes through a row of balls with gaps between them in one step. Velocities change
 * linearly between blows, and displacements are the integrals of the velocities.
 *
 * Normal and place of an impact are those of the poses at its instant: those of the start would be
 * wrong by the angle that round surfaces turn about each other until then, and impulses at two
 * places would change the angular momentum.
 *
 * A contact does not bounce, but rests, if it approaches no faster than twice the change of its
 * rate by forces in one step.
 */
#include "dynamics/contact/impl.h"

#include "base/math/turn.h"

#include <math.h>
#include <string.h>

/* LARGEST: greatest number of contacts in a group for which blows are located; each blow solves the
 * group again, which is too slow in larger ones. A step has at most EACH blows per contact plus
 * LEAST */
enum { LARGEST = 64, EACH = 4, LEAST = 16 };

/* growth of a contact's depth, relative to tw_contact_fine, beyond which a solution by blows is
 * rejected, and that without blows stands */
static const double THROUGH = 5e-3;

typedef struct blows {
    tw_dynamics *d;
    tw_contact_set *s;

    const tw_contact_group *all; /* contacts of the group */
    const tw_contact_task *task;
    const double *target;
    /* h: length of the step, s; rest: length of the part of it that is still to come, s */
    double h, rest;
} blows;

static double rate(const tw_touching *t, const tw_twist *v) {
    return tw_contact_rate(t, v, 0) + t->drift;
}

static bool comes_in(const tw_touching *t, const tw_blow *b) {
    return t->c->restitution > 0 && -b->u > b->slow;
}

/* ---- the contacts solved next ---------------------------------------------------------------- */

/* sets s->twist of the group's bodies to their velocities at the present instant within the step,
 * s->blows.now */
static void put_velocities(const blows *b) {
    for (int i = 0; i < b->all->bodies; i++) {
        int body = b->s->members.body.data[b->all->body + i];
        b->s->twist.data[body] = b->s->blows.now.data[i];
    }
}

static void take_velocities(const blows *b) {
    for (int i = 0; i < b->all->bodies; i++)
        b->s->blows.now.data[i] = b->s->twist.data[b->s->members.body.data[b->all->body + i]];
}

/* returns the subgroup of contacts with `counts` in s->blows.state, the ones to be solved next;
 * links them by tw_touching.next */
static tw_contact_group some_of(const blows *b) {
    tw_contact_group g = *b->all;
    tw_touching *list = b->s->touching.data;
    g.first = g.last = -1;
    g.contacts = 0;
    for (int i = b->all->first, next; i >= 0; i = next) {
        next = b->s->blows.state.data[i].next;
        if (!b->s->blows.state.data[i].counts) continue;
        if (g.last < 0)
            g.first = i;
        else
            list[g.last].next = i;
        list[i].next = -1;
        g.last = i;
        g.contacts++;
    }
    return g;
}

static void clear_impulses(const blows *b) {
    for (int i = b->all->first; i >= 0; i = b->s->blows.state.data[i].next)
        memset(b->s->touching.data[i].lambda, 0, sizeof b->s->touching.data[i].lambda);
}

/* adds `part` times the contact's impulses, turned into the frame that it had as the step began, to
 * x->lambda, the impulses of the step */
static void add_impulses(tw_blow *x, const tw_touching *t, double part) {
    double start[3][3];
    if (!x->met) {
        for (int row = 0; row < TW_TOUCH_ROWS; row++) x->lambda[row] += part * t->lambda[row];
        return;
    }
    tw_contact_frame(v3_neg(t->c->normal), start);
    for (int first = 0; first < TW_TOUCH_ROWS; first += TW_TOUCH_FORCE) {
        vec3 sum = v3_zero();
        for (int k = 0; k < 3; k++)
            sum = v3_madd(sum, part * t->lambda[first + k], v3_load(t->frame[k]));
        for (int k = 0; k < 3; k++) x->lambda[first + k] += v3_dot(sum, v3_load(start[k]));
    }
}

/* ---- the remaining part of the step --------------------------------------------------------- */

/* Solves the rest of the step, from the velocities s->blows.now at the present instant, as if
 * nothing bounced; the velocities at its end go to s->twist. Contacts that are about to bounce are
 * left out */
static tw_status go_on(const blows *b) {
    tw_contact_set *s = b->s;
    double part = b->rest / b->h;
    for (int i = 0; i < b->all->bodies; i++) {
        const tw_twist *now = &s->blows.now.data[i], *by = &s->blows.by.data[i];
        s->twist.data[s->members.body.data[b->all->body + i]] =
            (tw_twist){v3_madd(now->v, part, by->v), v3_madd(now->omega, part, by->omega)};
    }
    if (b->all->islands > 0)
        TW_TRY(tw_contact_bilateral_again(b->d, b->all, b->target, s->twist.data));
    for (int i = b->all->first; i >= 0; i = s->blows.state.data[i].next) {
        tw_touching *t = &s->touching.data[i];
        tw_blow *x = &s->blows.state.data[i];
        x->counts = !comes_in(t, x);
        t->bounce = 0;
        t->bias[0] = fmax(x->gap - tw_contact_band(s, t->c), 0) / b->rest + t->drift;
        t->bias[1] = t->bias[2] = 0;
    }
    clear_impulses(b);
    tw_contact_group g = some_of(b);
    return g.contacts > 0 ? tw_contact_solve_bouncing(b->d, &g, b->task, s->twist.data) : TW_OK;
}

/* First root s in [0, r] of gap + u s + (u_r - u) s^2 / (2 r) = 0 at which the gap closes;
 * INFINITY: there is none. gap: m; u, u_r: rates of the gap now and after r seconds, m/s. A root
 * that only rounding (LATE) puts behind r is at r: no solution without blows may stand for it,
 * since that has the impact at the poses of the step's start */
static double root(double gap, double u, double u_r, double r) {
    static const double LATE = 1e-9;
    double a = 0.5 * (u_r - u) / r, d2 = u * u - 4 * a * gap;
    if (gap <= 0) return 0;
    if (!(d2 >= 0) || !(u < 0)) return INFINITY;
    double s = 2 * gap / (-u + sqrt(d2));
    return s <= r * (1 + LATE) ? fmin(s, r) : INFINITY;
}

/* time until the next contact bounces, s; INFINITY: none does */
static double next_blow(const blows *b) {
    tw_contact_set *s = b->s;
    double first = INFINITY;
    for (int i = b->all->first; i >= 0; i = s->blows.state.data[i].next) {
        const tw_touching *t = &s->touching.data[i];
        tw_blow *x = &s->blows.state.data[i];
        x->u_rest = rate(t, s->twist.data);
        if (!comes_in(t, x)) continue;
        first = fmin(first, root(x->gap, x->u, x->u_rest, b->rest));
    }
    return first;
}

/* advances gaps, rates, impulses and s->blows.now by `by` seconds of the rest of the step */
static void advance(blows *b, double by) {
    tw_contact_set *s = b->s;
    double part = by / b->rest;
    bool lands = false;
    for (int i = b->all->first; i >= 0; i = s->blows.state.data[i].next) {
        const tw_touching *t = &s->touching.data[i];
        tw_blow *x = &s->blows.state.data[i];
        lands = lands || (t->lambda[0] > 0 && x->gap > tw_contact_band(s, t->c));
        x->gap += by * (x->u + 0.5 * part * (x->u_rest - x->u));
        x->u += part * (x->u_rest - x->u);
        add_impulses(x, t, part);
    }
    /* factor of the velocity change in the mean velocity: half the change if velocities change
     * linearly; all of it if the body lands without a bounce in the rest of the step, since it then
     * moves with its end velocity, like any body that lands in a step without blows */
    double half = lands && by == b->rest ? 1 : 0.5 * part;
    for (int i = 0; i < b->all->bodies; i++) {
        tw_twist *now = &s->blows.now.data[i];
        const tw_twist *end = &s->twist.data[s->members.body.data[b->all->body + i]];
        vec3 v = v3_sub(end->v, now->v), omega = v3_sub(end->omega, now->omega);
        tw_twist *way = &s->blows.way.data[s->members.body.data[b->all->body + i]];
        way->v = v3_madd(way->v, by / b->h, v3_madd(now->v, half, v));
        way->omega = v3_madd(way->omega, by / b->h, v3_madd(now->omega, half, omega));
        *now = (tw_twist){v3_madd(now->v, part, v), v3_madd(now->omega, part, omega)};
    }
    b->rest -= by;
}

/* ---- an impact ------------------------------------------------------------------------------ */

/* pose of a body at the present instant within the step; of the ground, how far it has risen */
static tw_pose pose_now(const blows *b, int body) {
    double since = b->h - b->rest;
    if (body < 0) return (tw_pose){v3(0, 0, since * tw_contact_ground(b->d).d1), q_identity()};
    const tw_body_motion *m = &b->d->pass.motion[body];
    const tw_twist *way = &b->s->blows.way.data[body];
    bool free = b->d->free_body[body];
    double by = free ? b->h : since;
    return (tw_pose){v3_madd(m->x, by, free ? way->v : m->v),
                     q_turned(v3_scale(free ? way->omega : m->omega, by), q_normalized(m->q))};
}

/* touches, at most `margin` apart, of the contact's two shapes, or of its shape with the ground,
 * with the bodies at the poses pa, pb; *count: their number */
static tw_status touches_at(const blows *b, const tw_contact *c, const tw_pose *pa,
                            const tw_pose *pb, double margin, tw_touch out[TW_TOUCHES],
                            int *count) {
    const tw_form *A = &b->d->world->body.data[c->a]->form;
    const tw_pose a = tw_pose_compose(pa, &A->pose[c->shape_a]);
    if (c->b < 0) {
        *count = tw_touch_plane(&A->shape[c->shape_a], &a, v3(0, 0, 1),
                                tw_contact_ground(b->d).v + pb->x.z, margin, out);
        return TW_OK;
    }
    const tw_form *B = &b->d->world->body.data[c->b]->form;
    const tw_pose at_b = tw_pose_compose(pb, &B->pose[c->shape_b]);
    tw_touch_asks asks = {.poll = b->d->poll};
    *count = tw_touch_shapes_again(&A->shape[c->shape_a], &a, &B->shape[c->shape_b], &at_b, margin,
                                   NULL, &asks, out);
    return asks.stopped;
}

/* contact at the poses of this instant: sets its frame and D by the touch that is nearest to the
 * place where the bodies have carried its point; without a touch nothing is changed */
static tw_status meet(const blows *b, tw_touching *t, tw_blow *x) {
    const tw_contact *c = t->c;
    tw_touch touch[TW_TOUCHES], *best = NULL;
    int n;
    if (t->limit) return TW_OK;
    const tw_body_motion *m = b->d->pass.motion;
    const tw_pose pa = pose_now(b, c->a), pb = pose_now(b, c->b);
    vec3 moved = v3_add(v3_sub(pa.x, m[c->a].x), v3_sub(pb.x, c->b < 0 ? v3_zero() : m[c->b].x));
    vec3 there = v3_madd(c->point, 0.5, moved);
    double margin = fmax(c->gap, 0) + tw_contact_band(b->s, c), least = INFINITY;
    TW_TRY(touches_at(b, c, &pa, &pb, margin, touch, &n));
    for (int i = 0; i < n; i++) {
        double far = v3_length(v3_sub(touch[i].point, there));
        if (!(far < least) || !(v3_dot(touch[i].normal, c->normal) > 0)) continue;
        least = far;
        best = &touch[i];
    }
    if (!best) return TW_OK;
    double ra[3], rb[3] = {0};
    tw_contact_frame(v3_neg(best->normal), t->frame);
    v3_store(ra, v3_sub(best->point, pa.x));
    if (c->b >= 0) v3_store(rb, v3_sub(best->point, pb.x));
    tw_cone_contact((const double(*)[3])t->frame, ra, rb, &t->D[0][0][0]);
    x->met = true;
    x->u = rate(t, b->s->twist.data);
    return TW_OK;
}

/* solves the impact at this instant: Newton's law of restitution at all contacts that touch now */
static tw_status strike(const blows *b) {
    tw_contact_set *s = b->s;
    put_velocities(b);
    clear_impulses(b);
    for (int i = b->all->first; i >= 0; i = s->blows.state.data[i].next) {
        tw_touching *t = &s->touching.data[i];
        tw_blow *x = &s->blows.state.data[i];
        x->counts = x->gap <= tw_contact_band(s, t->c);
        if (x->counts && comes_in(t, x)) TW_TRY(meet(b, t, x));
        t->bounce = comes_in(t, x) ? t->c->restitution * x->u : 0;
        t->bias[0] = t->bounce + t->drift;
        t->bias[1] = t->bias[2] = 0;
    }
    tw_contact_group g = some_of(b);
    TW_TRY(tw_contact_solve_bouncing(b->d, &g, b->task, s->twist.data));
    for (int i = b->all->first; i >= 0; i = s->blows.state.data[i].next) {
        const tw_touching *t = &s->touching.data[i];
        tw_blow *x = &s->blows.state.data[i];
        x->u = rate(t, s->twist.data);
        add_impulses(x, t, 1);
    }
    take_velocities(b);
    return TW_OK;
}

/* ---- a group -------------------------------------------------------------------------------- */

/* does a contact of the group bounce in the solution of the whole step? */
static bool bounces(const tw_contact_set *s, const tw_contact_group *g) {
    for (int i = g->first; i >= 0; i = s->touching.data[i].next) {
        const tw_touching *t = &s->touching.data[i];
        if (t->bounce < 0) return true;
    }
    return false;
}

/* Sets frame and D of an open contact, or one that has met, to those of the step's start.
 * on_surfaces true: for the contact's points on the two surfaces, which meet when the contact
 * bounces; false: for the point midway between them, as outside this file */
static void place(const blows *b, tw_touching *t, bool on_surfaces, bool met) {
    if (t->limit || (t->c->gap <= 0 && !met)) return;
    if (met) tw_contact_frame(v3_neg(t->c->normal), t->frame);
    const tw_body_motion *m = b->d->pass.motion;
    double ra[3], rb[3] = {0};
    vec3 by = v3_scale(v3_load(t->frame[0]), on_surfaces ? 0.5 * t->c->gap : 0);
    v3_store(ra, v3_sub(v3_sub(t->c->point, by), m[t->c->a].x));
    if (t->c->b >= 0) v3_store(rb, v3_sub(v3_add(t->c->point, by), m[t->c->b].x));
    tw_cone_contact((const double(*)[3])t->frame, ra, rb, &t->D[0][0][0]);
}

static tw_status begin(const blows *b) {
    tw_contact_set *s = b->s;
    size_t n = (size_t)b->all->bodies, world = (size_t)b->d->pass.bodies;
    TW_TRY(tw_reserve(&s->blows.now, n));
    TW_TRY(tw_reserve(&s->blows.by, n));
    TW_TRY(tw_reserve(&s->blows.end, n));
    TW_TRY(tw_reserve(&s->blows.way, world));
    TW_TRY(tw_reserve(&s->blows.state, s->touching.count));
    for (int i = 0; i < b->all->bodies; i++) {
        int body = s->members.body.data[b->all->body + i];
        tw_twist from = tw_motion_twist(&b->d->pass.motion[body]);
        tw_twist to = tw_contact_free_twist(b->d, body, b->h);
        s->blows.end.data[i] = s->twist.data[body];
        s->blows.now.data[i] = from;
        s->blows.by.data[i] = (tw_twist){v3_sub(to.v, from.v), v3_sub(to.omega, from.omega)};
        s->blows.way.data[body] = (tw_twist){v3_zero(), v3_zero()};
        s->twist.data[body] = to;
    }
    if (b->all->islands > 0) TW_TRY(tw_contact_bilateral(b->d, b->all, b->target, s->twist.data));
    for (int i = b->all->first; i >= 0; i = s->touching.data[i].next) {
        tw_touching *t = &s->touching.data[i];
        tw_blow x = {.gap = t->gap, .next = t->next};
        place(b, t, true, false);
        x.slow = rate(t, s->twist.data);
        memcpy(x.lambda_before, t->lambda, sizeof x.lambda_before);
        s->blows.state.data[i] = x;
    }
    put_velocities(b);
    for (int i = b->all->first; i >= 0; i = s->blows.state.data[i].next) {
        tw_blow *x = &s->blows.state.data[i];
        x->u = rate(&s->touching.data[i], s->twist.data);
        x->slow = 2 * fabs(x->slow - x->u);
    }
    return TW_OK;
}

/* stores the result in s->twist and in lambda of the contacts. stands true: the result is the
 * solution of the whole step without blows; false: the solution by blows */
static void end(const blows *b, bool stands) {
    tw_contact_set *s = b->s;
    for (int i = 0; i < b->all->bodies; i++) {
        int body = s->members.body.data[b->all->body + i];
        s->twist.data[body] = stands ? s->blows.end.data[i] : s->blows.now.data[i];
        s->blows.struck.data[body] = !stands;
    }
    for (int i = b->all->first; i >= 0; i = s->blows.state.data[i].next) {
        const tw_blow *x = &s->blows.state.data[i];
        tw_touching *t = &s->touching.data[i];
        t->next = x->next;
        place(b, t, false, x->met);
        memcpy(t->lambda, stands ? x->lambda_before : x->lambda, sizeof t->lambda);
    }
}

/* has a contact of the group become deeper by more than THROUGH in the solution by blows, so that
 * bodies would pass through each other? */
static bool leads_through(const blows *b) {
    const tw_contact_set *s = b->s;
    for (int i = b->all->first; i >= 0; i = s->blows.state.data[i].next) {
        const tw_touching *t = &s->touching.data[i];
        if (s->blows.state.data[i].gap < fmin(t->gap, 0) - THROUGH * tw_contact_fine(s, t->c))
            return true;
    }
    return false;
}

/* restores the statistics `before`, from before an attempt that failed, but goes on counting its
 * sweeps (iterations of the solver) */
static void forget_try(tw_contact_set *s, const tw_contact_stats *before) {
    unsigned long sweeps = s->stats.sweeps;
    s->stats = *before;
    s->stats.sweeps = sweeps;
}

static tw_status take(tw_dynamics *d, tw_contact_set *s, const tw_contact_group *g,
                      const tw_contact_task *task, const double *target, double h) {
    if (g->contacts > LARGEST || g->yields || !bounces(s, g)) return TW_OK;
    tw_contact_task own = *task;
    own.warm = false;
    blows b = {.d = d, .s = s, .all = g, .task = &own, .target = target, .h = h, .rest = h};
    const tw_contact_stats stats = s->stats;
    TW_TRY(begin(&b));
    bool any = false;
    for (int left = EACH * g->contacts + LEAST; left > 0; left--) {
        TW_TRY(go_on(&b));
        double by = next_blow(&b);
        advance(&b, fmin(by, b.rest));
        if (by == INFINITY) {
            any = any && !leads_through(&b);
            end(&b, !any);
            if (!any) forget_try(s, &stats);
            return TW_OK;
        }
        if (!(b.rest > 0)) b.rest = 1e-12 * h;
        TW_TRY(strike(&b));
        any = true;
    }
    end(&b, true);
    forget_try(s, &stats);
    return TW_OK;
}

tw_status tw_contact_take_blows(tw_dynamics *d, tw_contact_set *s, const tw_contact_group *g,
                                const tw_contact_task *task, const double *target, double h) {
    tw_status status = take(d, s, g, task, target, h);
    /* contacts may have kept the place of a blow: the next search begins them anew */
    if (status != TW_OK) s->search.whole = false;
    return status;
}
