/* The contacts of a step of `timestep`: search, problem, solution, momenta and shifts of poses; see
 * contact.h. */
#include "dynamics/contact/cap.h"
#include "dynamics/solve/caps.h"

#include "base/math/turn.h"

#include <float.h>
#include <math.h>

/* factor of the tolerance with which large groups are solved at first, while contacts that were
 * left out may still be added */
static const double ROUGH = 3;

/* speed below which a group comes to rest, relative to the velocity change that forces make in a
 * step. contact_tolerance of the scene is relative to that change, too */
static const double REST = 1e-4;

/* Residual of the rates u that is accepted in addition to the scene's tolerance. MOVING: relative
 * to the group's speed. MEETING: relative to that speed times contact_tolerance, since the speed at
 * which contacts meet is of that size */
static const double MOVING = 1e-4, MEETING = 0.1;

/* largest residual of u that is accepted: in one step it changes a gap by at most this part of the
 * thickness of the group's thinnest body */
static const double CLOSES = 0.1;

/* least acceleration assumed for search margins, m/s^2: a little more than gravity on earth; where
 * gravity is stronger, that is assumed. Forces are not looked at, so that margins depend on the
 * state alone, and the search at the end of the last step can be reused. Each body of a pair gets
 * half of it: together that is one falling body */
static const double PULL = 10;

/* margins of free bodies. NEAR: search margin, relative to the body's size. For the contacts that
 * depth correction looks at: BESIDE, relative to the body's size, plus BESIDE_WAY, relative to the
 * body's path in the step */
static const double NEAR = 0.01, BESIDE = 0.002, BESIDE_WAY = 0.1;

/* Groups that are faster than this multiple of the velocity change by forces in a step get fewer
 * iterations: they cannot come to rest in the step, so that small errors of successive steps cannot
 * add up to a visible creep */
static const double SWIFT = 10;

bool tw_contact_wanted(const tw_world *w) {
    for (size_t i = 0; i < w->body.count; i++)
        if (w->body.data[i]->collide) return true;
    return tw_contact_any_limit(w);
}

void tw_contact_statistics(const tw_dynamics *d, tw_contact_stats *stats) {
    *stats = d->contact ? d->contact->stats : (tw_contact_stats){0};
}

void tw_contact_tries(tw_dynamics *d, bool begin) {
    tw_contact_set *s = d->contact;
    if (!s) return;
    if (begin) s->before_trial = s->stats;
    s->stats.unfinished = s->before_trial.unfinished;
    s->stats.unsolved = s->before_trial.unsolved;
    s->stats.yields = s->before_trial.yields;
}

/* ---- the step ------------------------------------------------------------------------------- */

/* first guess of the impulses: sets lambda of the contacts in `touching` to their forces in `from`,
 * times the step h; 0 for contacts that `from` does not have */
static tw_status recall(const tw_dynamics *d, tw_contact_set *s, const tw_contact_keep *from,
                        double h) {
    for (size_t i = 0; i < s->touching.count; i++) {
        TW_TRY(tw_contact_ask(d, i));
        tw_touching *k = &s->touching.data[i];
        const tw_contact_memory *m = tw_contact_recall(from, k->c->key);
        for (int row = 0; row < 3 && m; row++)
            k->lambda[row] = h * v3_dot(m->force, v3_load(k->frame[row]));
    }
    return TW_OK;
}

/* Sets each body's search margin: the longest path of a point of its surface in a step h at the
 * velocities of the pass; with `ahead` also at the velocities s->twist of the step's end without
 * gravity's part, and at the speed s->outrun.pace, whichever path is longest; then the paths by the
 * assumed fall (PULL) and of the ground. Free bodies get an additional margin for their size */
static tw_status set_margins(tw_dynamics *d, tw_contact_set *s, double h, bool ahead) {
    TW_TRY(tw_reserve(&s->range.margin, (size_t)d->pass.bodies));
    TW_TRY(tw_reserve(&s->range.near, (size_t)d->pass.bodies));
    TW_TRY(tw_contact_reaches(d, s));
    vec3 g = tw_value3(&d->world->set.gravity, d->pass.t);
    double lift = h * fabs(tw_contact_ground(d).d1), pull = fmax(PULL, 1.01 * v3_length(g));
    s->range.fall = (float)(0.5 * pull * h * h);
    for (int i = 0; i < d->pass.bodies; i++) {
        const tw_body_motion *m = &d->pass.motion[i];
        s->range.margin.data[i] = s->range.near.data[i] = 0;
        if (!tw_member_collides(d, i)) continue;
        double way = h * tw_contact_fastest(s, i, tw_motion_twist(m));
        const tw_twist *end = &s->twist.data[i];
        vec3 v = !ahead ? v3_zero() : d->free_body[i] ? v3_madd(end->v, -h, g) : end->v;
        if (ahead) way = fmax(way, h * tw_contact_fastest(s, i, (tw_twist){v, end->omega}));
        if (ahead && s->outrun.pace.count > 0) way = fmax(way, h * s->outrun.pace.data[i]);
        way += s->range.fall;
        double size = d->free_body[i] ? s->size.reach.data[i] : 0;
        s->range.near.data[i] = BESIDE_WAY * way + BESIDE * size + lift;
        /* rounded to single precision: the next step may be longer by rounding and must still find
         * the same contacts */
        s->range.margin.data[i] = (float)fmin(way + NEAR * size + lift, FLT_MAX);
    }
    return TW_OK;
}

/* Velocity of the centre of mass of a fixed or driven body: its mean over the step, which leads to
 * the pose at the end */
static vec3 given_velocity(const tw_dynamics *d, int body, double h) {
    const tw_body_motion *m = &d->pass.motion[body];
    const tw_point *path = tw_world_point(d->world, d->world->body.data[body]->motion);
    if (!path) return m->v;
    return v3_scale(v3_sub(tw_value_jet3(&path->position, d->pass.t + h).v, m->x), 1 / h);
}

tw_twist tw_contact_free_twist(const tw_dynamics *d, int body, double h) {
    const tw_body_motion *m = &d->pass.motion[body];
    const tw_project_body *b = &d->project->body[body];
    if (!d->free_body[body]) return (tw_twist){given_velocity(d, body, h), m->omega};
    return (tw_twist){v3_scale(b->p, m->m_inv), m3_mul_v(&m->I_inv, b->L)};
}

static tw_status free_motion(tw_dynamics *d, tw_contact_set *s, double h) {
    TW_TRY(tw_reserve(&s->twist, (size_t)d->pass.bodies));
    TW_TRY(tw_reserve(&s->blows.struck, (size_t)d->pass.bodies));
    for (int i = 0; i < d->pass.bodies; i++) {
        s->twist.data[i] = tw_contact_free_twist(d, i, h);
        s->blows.struck.data[i] = 0;
    }
    return TW_OK;
}

/* ---- the problem ---------------------------------------------------------------------------- */

/* rate of the gap at the step's begin, m/s */
static double approach(const tw_dynamics *d, const tw_touching *t) {
    double sum = t->drift;
    for (int side = 0; side < 2; side++) {
        int body = side ? t->c->b : t->c->a;
        if (body < 0) continue;
        const tw_twist v = tw_motion_twist(&d->pass.motion[body]);
        sum += tw_twist_along(t->D[side][0], &v);
    }
    return sum;
}

/* Rate correction at a contact of two bodies that turn as one: a straight step would lead outward,
 * so the touching point is to move along the chord of its arc instead. h: the step, s. 0 if the
 * bodies roll over each other, or each turns about its own centre (the velocities known here are
 * those along the chord of the last step, and point half a step's rotation backward, which leaves
 * the two cases hard to tell apart) */
vec3 tw_contact_chord(const tw_dynamics *d, const tw_contact *c, double h) {
    static const double ALIKE = 0.1;
    if (c->b < 0) return v3_zero();
    const tw_body_motion *a = &d->pass.motion[c->a], *b = &d->pass.motion[c->b];
    double turns = v3_length(a->omega) + v3_length(b->omega);
    double part = 1 - v3_length(v3_sub(a->omega, b->omega)) / (ALIKE * turns);
    if (!(part > 0)) return v3_zero();
    vec3 omega = v3_scale(v3_add(a->omega, b->omega), 0.5), away = v3_sub(a->x, b->x);
    vec3 round = v3_cross(omega, away), off = v3_sub(v3_sub(a->v, b->v), round);
    double goes = fmin(1, 2 - 2 * v3_length(off) / v3_length(round));
    return goes > 0 ? v3_scale(v3_cross(omega, round), 0.5 * h * part * goes) : v3_zero();
}

/* Sets the bias b of u = D^T v + b for the contacts of a group. A gap below half the depth that may
 * remain counts as closed: the gaps at the corners of one face differ by rounding, and to close
 * them all exactly the face would have to tilt. A contact does not bounce if it approaches no
 * faster than twice the change of its rate by forces in the step */
static void set_bias(const tw_dynamics *d, tw_contact_set *s, const tw_contact_group *g, double h) {
    for (int i = g->first; i >= 0; i = s->touching.data[i].next) {
        tw_touching *t = &s->touching.data[i];
        double before = approach(d, t), now = tw_contact_rate(t, s->twist.data, 0);
        double slow = 2 * fabs(now + t->drift - before);
        double band = 0.5 * TW_CONTACT_SLOP * tw_contact_size(s, t->c);
        /* only a contact that is reached within the step can bounce */
        bool reached = t->gap - band + h * before < 0;
        bool bounces = t->c->restitution > 0 && -before > slow && reached;
        t->bounce = bounces ? t->c->restitution * before : 0;
        t->bias[0] = (bounces ? t->bounce : fmax(t->gap - band, 0) / h) + t->drift;
        if (t->limit) continue;
        vec3 slip = tw_contact_chord(d, t->c, h);
        if (!bounces) t->bias[0] += v3_dot(slip, v3_load(t->frame[0]));
        for (int row = 1; row < 3; row++) t->bias[row] = v3_dot(slip, v3_load(t->frame[row]));
    }
}

/* adds the depth corrections (s->depth.shift) to the gaps of `list`, and sets bias and lambda to 0
 */
static tw_status close_up(const tw_dynamics *d, const tw_contact_set *s, tw_touching *list,
                          size_t count) {
    for (size_t i = 0; i < count; i++) {
        TW_TRY(tw_contact_ask(d, i));
        tw_touching *t = &list[i];
        for (int row = 0; row < 3; row++) t->bias[row] = 0;
        for (int row = 0; row < TW_TOUCH_ROWS; row++) t->lambda[row] = 0;
        for (int side = 0; side < 2 && s->depth.shifted; side++) {
            int body = side ? t->c->b : t->c->a;
            if (body < 0 || !d->free_body[body]) continue;
            t->gap += tw_twist_along(t->D[side][0], &s->depth.shift.data[body]);
        }
    }
    return TW_OK;
}

/* Sets *target [rows]: the rate J v with which each constraint row reaches its goal in the step. In
 * general it is the mean rate over the step. For rows with bounds, and with `alone` (islands
 * without contacts) for all rows, it is the rate at the step's end, since bounds limit impulses,
 * which change momenta */
static tw_status set_targets(tw_dynamics *d, tw_contact_set *s, double h, bool alone,
                             double **target) {
    TW_TRY(tw_reserve(&s->target, (size_t)d->pass.rows));
    *target = s->target.data;
    for (int i = 0; i < d->pass.blocks; i++) {
        const tw_block *b = &d->pass.block[i];
        tw_level level = tw_level_of(b->kind, b->c->o.own);
        bool end = alone || tw_caps_of(b) > 0;
        for (int row = b->row; row < b->row + b->rows; row++) {
            double goal = d->project->goal[row], D = d->pass.D[row], *to = &s->target.data[row];
            double speed = tw_row_speed(d, b, row - b->row), off = d->pass.D1[row] - speed;
            if (level == TW_ACCELERATION_LEVEL)
                *to = goal;
            else if (level == TW_VELOCITY_LEVEL)
                *to = goal - D + speed - (end ? tw_contact_bend_of(d, b, row) : 0);
            else if (end)
                *to = d->project->rate[row] - off - tw_contact_bend_of(d, b, row);
            else /* the mean rate: in a step with constant velocities bodies move along the chord of
                    a curved path */
                *to = (goal - D) / h - off - 0.5 * tw_contact_bend_of(d, b, row);
        }
    }
    return TW_OK;
}

/* velocity of the group's centre of mass (m/s) */
static vec3 mean_velocity(const tw_dynamics *d, const tw_contact_set *s,
                          const tw_contact_group *g) {
    vec3 p = v3_zero();
    double m = 0;
    for (int i = 0; i < g->bodies; i++) {
        const tw_body_motion *b = &d->pass.motion[s->members.body.data[g->body + i]];
        p = v3_madd(p, b->m, b->v);
        m += b->m;
    }
    return v3_scale(p, 1 / m);
}

/* Speed, m/s, of a free body relative to the fixed or driven body, or ground, that it touches. Slip
 * without friction does not count. *stands: that contact has friction, and its fixed or driven side
 * does not move */
static double speed_against(const tw_dynamics *d, const tw_touching *t, bool *stands) {
    double meets = fabs(approach(d, t));
    *stands = t->c->friction > 0;
    if (!*stands) return meets;
    int free = d->free_body[t->c->a] ? t->c->a : t->c->b;
    int other = free == t->c->a ? t->c->b : t->c->a;
    vec3 v = d->pass.motion[free].v, carrier = v3_zero();
    if (other >= 0) {
        const tw_body_motion *m = &d->pass.motion[other];
        carrier = v3_add(m->v, v3_cross(m->omega, v3_sub(t->c->point, m->x)));
    }
    *stands = v3_dot(carrier, carrier) == 0;
    return fmax(meets, v3_length(v3_sub(v, carrier)));
}

/* Speed of a group, m/s: the greatest of its bodies' speeds. If the group stands on a moving fixed
 * or driven body (its carrier), velocities are taken relative to the group's mean and to the
 * carrier, and the greater result counts if it is less: a stack on a train is as still as one on
 * the ground */
static double speed_of(const tw_dynamics *d, const tw_contact_set *s, const tw_contact_group *g) {
    double inner = 0, outer = 0, fastest = 0;
    bool carried = false, held = false;
    vec3 mean = mean_velocity(d, s, g);
    for (int i = 0; i < g->bodies; i++) {
        vec3 v = d->pass.motion[s->members.body.data[g->body + i]].v;
        inner = fmax(inner, v3_length(v3_sub(v, mean)));
        fastest = fmax(fastest, v3_length(v));
    }
    for (int i = g->first; i >= 0 && !held; i = s->touching.data[i].next) {
        const tw_touching *t = &s->touching.data[i];
        bool free = t->c->b >= 0 && d->free_body[t->c->a] && d->free_body[t->c->b];
        if (free || t->limit) continue;
        outer = fmax(outer, speed_against(d, t, &held));
        carried = true;
    }
    return carried && !held ? fmin(fastest, fmax(inner, outer)) : fastest;
}

/* largest velocity change, m/s, that forces make in the step for a body of the group, without
 * contacts; at least 1e-9 */
static double change_of(const tw_dynamics *d, const tw_contact_set *s, const tw_contact_group *g) {
    double most = 1e-9;
    for (int i = 0; i < g->bodies; i++) {
        int body = s->members.body.data[g->body + i];
        most = fmax(most, v3_length(v3_sub(s->twist.data[body].v, d->pass.motion[body].v)));
    }
    return most;
}

/* do all bodies of the group move slower than g->slow? false for groups with constraints */
static bool rests(const tw_contact_set *s, const tw_contact_group *g) {
    if (g->islands > 0) return false;
    for (int i = 0; i < g->bodies; i++) {
        int body = s->members.body.data[g->body + i];
        const tw_twist *v = &s->twist.data[body];
        if (!(v3_length(v->v) + s->size.reach.data[body] * v3_length(v->omega) < g->slow))
            return false;
    }
    return true;
}

/* stores in d->project the momenta of the group's bodies at the step's end, and the momenta by
 * which their poses advance; all are 0 for a group at rest */
static void store(tw_dynamics *d, tw_contact_set *s, const tw_contact_group *g) {
    bool still = rests(s, g);
    for (int i = 0; i < g->bodies; i++) {
        int body = s->members.body.data[g->body + i];
        tw_project_body *b = &d->project->body[body];
        b->given = true;
        if (still)
            b->p = b->L = b->v_way = b->L_way = v3_zero();
        else
            tw_contact_store_body(d, s, body);
    }
}

/* least thickness of a body of the group, m */
static double thinnest(const tw_contact_set *s, const tw_contact_group *g) {
    double least = INFINITY;
    for (int i = 0; i < g->bodies; i++)
        least = fmin(least, s->size.thin.data[s->members.body.data[g->body + i]]);
    return least;
}

static tw_status solve_group(tw_dynamics *d, tw_contact_set *s, tw_contact_group *g,
                             const double *target, double h, bool rough) {
    bool capped = tw_contact_capped(d, s, g);
    set_bias(d, s, g, h);
    if (!capped) TW_TRY(tw_contact_bilateral(d, g, target, s->twist.data));
    double speed = speed_of(d, s, g), change = change_of(d, s, g);
    double part = d->world->set.contact_tolerance;
    double tolerance = part * (change + MEETING * speed) + MOVING * speed;
    double closes = CLOSES * thinnest(s, g) / h;
    bool swift = speed > SWIFT * change && closes > tolerance;
    tolerance = fmin(tolerance, closes);
    const tw_contact_task task = {.tolerance_u = rough ? ROUGH * tolerance : tolerance,
                                  .warm = true,
                                  .step = true,
                                  .factored = true,
                                  .polish = !rough,
                                  .limit = swift ? TW_CONTACT_SWEEPS : TW_CONTACT_CAREFUL};
    g->slow = REST * change;
    if (capped) return tw_contact_solve_bounded(d, g, &task, target, h, s->twist.data, &g->yields);
    TW_TRY(tw_contact_solve_bouncing(d, g, &task, s->twist.data));
    g->yields = s->project.yields > 0 ? TW_YIELDS_TO_CONTACTS : TW_YIELDS_NOT;
    return tw_contact_take_blows(d, s, g, &task, target, h);
}

static bool is_large(const tw_contact_group *g) {
    return g->contacts > TW_CONTACT_MANY;
}

/* solves either the large groups (large = true) or the small ones; rough: to a tolerance ROUGH
 * times as large */
static tw_status solve_some(tw_dynamics *d, tw_contact_set *s, const double *target, double h,
                            bool large, bool rough) {
    for (size_t i = 0; i < s->group.count; i++)
        if (is_large(&s->group.data[i]) == large)
            TW_TRY(solve_group(d, s, &s->group.data[i], target, h, rough));
    return TW_OK;
}

/* resets s->twist to the velocities without contacts: of all bodies, or of those in large groups */
static tw_status begin_again(tw_dynamics *d, tw_contact_set *s, double h, bool all) {
    if (all) return free_motion(d, s, h);
    for (size_t i = 0; i < s->group.count; i++) {
        const tw_contact_group *g = &s->group.data[i];
        for (int k = 0; k < g->bodies && is_large(g); k++) {
            int body = s->members.body.data[g->body + k];
            s->twist.data[body] = tw_contact_free_twist(d, body, h);
        }
    }
    return TW_OK;
}

/* resets the statistics of solved problems before a new attempt; unfinished: the value to which
 * stats.unfinished returns */
static void forget(tw_contact_set *s, unsigned long unfinished) {
    s->stats.residual_u = s->stats.residual_lambda = s->stats.scale_u = 0;
    s->stats.unfinished = unfinished;
}

/* Solves for the impulses of all groups. If bodies would pass through each other at contacts that
 * were left out of the problem, these contacts are added and everything is solved again, up to
 * TRIES times; then the last solution is kept. While contacts are left out, the first attempt
 * solves large groups roughly */
static tw_status solve_all(tw_dynamics *d, tw_contact_set *s, double h) {
    /* one attempt per contact is needed in a row of balls: each one, once hit, reaches only its
     * neighbour */
    enum { TRIES = 50 };
    double *target;
    unsigned long unfinished = s->stats.unfinished;
    TW_TRY(set_targets(d, s, h, false, &target));
    bool any = true, rough = s->miss.list.count > 0;
    for (int n = 0; n < TRIES; n++) {
        bool all = any, last = n == TRIES - 1;
        if (all) forget(s, unfinished);
        TW_TRY(solve_some(d, s, target, h, true, rough));
        if (rough) forget(s, unfinished);
        if (all) TW_TRY(solve_some(d, s, target, h, false, false));
        TW_TRY(tw_contact_take_back(d, s, h, &any));
        s->miss.left_out = any;
        if (last || (!any && !rough)) break;
        if (any) TW_TRY(tw_contact_group_up(d, s));
        TW_TRY(begin_again(d, s, h, any));
        rough = false;
    }
    return TW_OK;
}

/* solves the islands that have bounded constraint forces but no contact */
static tw_status solve_alone(tw_dynamics *d, tw_contact_set *s, double h) {
    double *target;
    if (!d->caps) return TW_OK;
    TW_TRY(tw_reserve(&s->way.late, (size_t)d->pass.bodies));
    TW_TRY(set_targets(d, s, h, true, &target));
    TW_TRY(tw_contact_group_alone(d, s));
    for (size_t i = 0; i < s->group.count; i++) {
        tw_contact_group *g = &s->group.data[i];
        TW_TRY(solve_group(d, s, g, target, h, false));
        for (int k = 0; k < g->bodies; k++) s->way.late.data[s->members.body.data[g->body + k]] = 0;
        if (!g->yields) continue;
        tw_contact_give_way(d, s, g);
        store(d, s, g);
        for (int k = 0; k < g->bodies; k++)
            d->project->body[s->members.body.data[g->body + k]].given = false;
    }
    return TW_OK;
}

/* sets up the problem of a step h, beginning with the velocities without contacts, and solves it;
 * from: contact forces that serve as first guess */
static tw_status pose_and_solve(tw_dynamics *d, tw_contact_set *s, const tw_contact_keep *from,
                                double h) {
    /* an earlier solution of this step that was rejected may have made constraints loose; they act
     * again */
    if (d->caps) tw_contact_tighten(d);
    TW_TRY(free_motion(d, s, h));
    s->group.count = 0;
    TW_TRY(set_margins(d, s, h, true));
    s->range.ahead = 2 * h;
    TW_TRY(tw_contact_gather(d, s));
    s->stats.contacts = s->stats.near = s->touching.count;
    TW_TRY(tw_contact_know_close(d, s));
    TW_TRY(tw_contact_drop_missed(d, s, h));
    TW_TRY(tw_contact_group_up(d, s));
    s->stats.step = h;
    TW_TRY(tw_contact_separate(d, s, h, 0));
    TW_TRY(close_up(d, s, s->touching.data, s->touching.count));
    TW_TRY(close_up(d, s, s->miss.list.data, s->miss.list.count));
    TW_TRY(tw_contact_know_old(s));
    TW_TRY(recall(d, s, from, h));
    return solve_all(d, s, h);
}

tw_status tw_contact_step(tw_dynamics *d, double t, double h, bool last_resort, bool *good) {
    enum { ROUNDS = 4 };
    *good = true;
    bool wanted = tw_contact_wanted(d->world);
    if (!wanted && !d->caps) return TW_OK;
    tw_contact_set *s;
    TW_TRY(tw_contact_set_of(d, &s));
    if (!wanted) {
        TW_TRY(free_motion(d, s, h));
        TW_TRY(tw_contact_reaches(d, s));
        s->group.count = 0;
        return solve_alone(d, s, h);
    }
    unsigned long unfinished = s->stats.unfinished;
    bool again = true;
    for (int n = 0; n < ROUNDS && again; n++) {
        s->stats.unfinished = unfinished;
        if (n > 0) TW_TRY(tw_contact_remember_try(s, h));
        TW_TRY(pose_and_solve(d, s, n > 0 ? &s->keep.tried : &s->keep.last, h));
        TW_TRY(tw_contact_outrun(d, s, h, &again));
    }
    bool passed;
    TW_TRY(tw_contact_passed(d, s, h, &passed));
    *good = !again && !passed;
    s->stats.passed += !*good && last_resort;
    if (!*good && !last_resort) {
        s->stats.unfinished = unfinished;
        return TW_OK;
    }
    *good = true;
    TW_TRY(tw_contact_know_late(d, s, h));
    for (size_t i = 0; i < s->group.count; i++) {
        if (s->group.data[i].yields) tw_contact_give_way(d, s, &s->group.data[i]);
        store(d, s, &s->group.data[i]);
    }
    TW_TRY(tw_contact_remember(d, s, t + h, h));
    return solve_alone(d, s, h);
}

void tw_contact_shift(const tw_dynamics *d, int body, tw_body_motion *m, vec3 *L_way, vec3 *L) {
    const tw_contact_set *s = d->contact;
    if (!s || !s->depth.shifted) return;
    const tw_body *b = d->world->body.data[body];
    quat q = m->q;
    m->x = v3_add(m->x, s->depth.shift.data[body].v);
    *L_way = tw_contact_turn(b, s->depth.shift.data[body].omega, &q, *L_way);
    *L = tw_contact_turn(b, s->depth.shift.data[body].omega, &m->q, *L);
}

/* adds the shifts s->depth.shift to the poses in y; angular momenta in y change with the
 * orientations */
static void shift_poses(tw_dynamics *d, const tw_contact_set *s, double *y) {
    for (int i = 0; i < d->pass.bodies; i++) {
        const tw_twist *by = &s->depth.shift.data[i];
        bool stays = v3_dot(by->v, by->v) == 0 && v3_dot(by->omega, by->omega) == 0;
        if (!d->free_body[i] || stays) continue;
        double *own = y + d->state_of[i];
        v3_store(own, v3_add(v3_load(own), by->v));
        quat q = q_load(own + 3);
        v3_store(own + 10,
                 tw_contact_turn(d->world->body.data[i], by->omega, &q, v3_load(own + 10)));
        q_store(own + 3, q);
    }
}

/* After each pass of shifts contacts are searched again, since the shifts change them; the next
 * step reuses the result of the last search */
tw_status tw_contact_end(tw_dynamics *d, double t, double h, double *y) {
    enum { PASSES = 3 };
    tw_contact_set *s = d->contact;
    if (!s || !tw_contact_wanted(d->world)) return TW_OK;
    double depth = 0;
    for (int n = 0; n < PASSES; n++) {
        tw_pass_kinematics(d, &d->everything, t, y);
        TW_TRY(set_margins(d, s, h, false));
        s->range.ahead = 2 * h;
        TW_TRY(tw_contact_gather_near(d, s, s->range.near.data));
        TW_TRY(tw_contact_group_up(d, s));
        TW_TRY(tw_contact_separate(d, s, h, n + 1));
        depth = fmax(depth, s->stats.depth);
        if (!s->depth.shifted) break;
        shift_poses(d, s, y);
    }
    s->stats.depth = depth;
    return TW_OK;
}
