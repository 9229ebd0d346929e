/*
 * Finds out whether the static assembly ends on the branch that the animated one reaches.
 *
 * The animated assembly is followed from the same poses, from rest, without other forces, with
 * constraints as they are at the fixed time:
 *
 *     D'' + d D' + k D = 0,   z'' = -A^+ w (J a + q(v) + d J v + k D),
 *
 * with a = I^-1 (L x omega) and q(v) the part of the bias that is quadratic in the velocities (some
 * rows depend on time explicitly, so that it is computed as q(v) = (bias(v) + bias(-v)) / 2 -
 * bias(0), J v = D'(v) - D'(0)).
 *
 * Two poses are on one branch when one can slide into the other while all constraints hold. The
 * test begins at the static pose. Every step goes straight toward the other pose, projected (in the
 * mass metric) on the motions that the linearised constraints allow; Newton's steps then meet the
 * constraints again. A model without freedoms cannot slide: any other pose is another branch. With
 * freedoms the answer `other` means that the straight way was blocked, or did not end within SLIDES
 * steps or the evaluations that were left.
 */
#include "analysis/assembly/impl.h"

#include "base/math/elementary.h"

#include <string.h>

/* NUMBERS: numbers per body of a state of the animated assembly: x q v omega */
enum { NUMBERS = 13, MOST_STEPS = 2000, SLIDES = 400, ROUNDS = 8 };

static const double EXACT = 1e-6;
/* duration of the animated assembly, in time constants of the slowest row */
static const double MANY = 30;
/* Newton's steps take over from the animated assembly once the deviation is below this part of the
 * first one, or of the island's size if that is less; at the animated assembly's end ten times as
 * much is enough */
static const double ARRIVED = 1e-4;
/* two poses count as equal if no body's distance is more than this, relative to the island's size,
 * or rad */
static const double SAME = 1e-3;
static const double TURN = 0.3; /* largest rotation of a body in one step of sliding, rad */

typedef struct animated {
    tw_assembly *a;
    double *r; /* [rows] */
} animated;

/* ---- the animated assembly ------------------------------------------------------------------ */

static void set_velocities(tw_assembly *a, const double *y, double sign) {
    for (int i = 0; i < a->bodies; i++) {
        tw_body_motion *m = &a->d->pass.motion[a->body[i]];
        const double *s = y + NUMBERS * i;
        m->v = v3_scale(v3_load(s + 7), sign);
        m->omega = v3_scale(v3_load(s + 10), sign);
    }
}

/* adds to f->r of each row w (bias times the row's bias + rate times d D'), both at the motions of
 * the pass; w: weight */
static void add_terms(animated *f, double bias, double rate) {
    tw_assembly *a = f->a;
    for (int n = 0; n < a->blocks; n++) {
        const tw_assembly_block *k = &a->block[n];
        tw_block *b = k->b;
        double tau, stiffness, damping;
        tw_rates(a->d->world, b->c, a->t, &tau, &stiffness, &damping);
        tw_terms terms = tw_block_terms(a->d, b, a->t);
        for (int i = 0; i < b->rows; i++)
            f->r[k->row + i] += b->weight * (bias * terms.bias[i] + rate * damping * terms.D1[i]);
    }
}

/* angular acceleration I^-1 (L x omega) of the i-th body, whose state is s, if no torque acts */
static vec3 gyroscopic(const tw_assembly *a, int i, const double *s) {
    const tw_body *b = a->d->world->body.data[a->body[i]];
    const tw_body_motion *m = &a->d->pass.motion[a->body[i]];
    vec3 omega = v3_load(s + 10);
    vec3 L = m3_mul_v(&m->R, m3_mul_v(&b->inertia, m3_tmul_v(&m->R, omega)));
    return m3_mul_v(&m->I_inv, v3_cross(L, omega));
}

static void right_side(animated *f, const double *y) {
    tw_assembly *a = f->a;
    for (int n = 0; n < a->blocks; n++) {
        const tw_assembly_block *k = &a->block[n];
        const tw_block *b = k->b;
        double tau, stiffness, damping;
        tw_rates(a->d->world, b->c, a->t, &tau, &stiffness, &damping);
        for (int i = 0; i < b->rows; i++) {
            double free = 0;
            for (int s = 0; s < k->slots; s++) {
                const double *j =
                    b->J + ((size_t)i * (size_t)b->bind->slots + (size_t)k->slot[s]) * 6;
                vec3 alpha = gyroscopic(a, k->place[s], y + NUMBERS * k->place[s]);
                free += b->weight * v3_dot(v3_load(j + 3), alpha);
            }
            f->r[k->row + i] = free + stiffness * a->trial.D[k->row + i];
        }
    }
    set_velocities(a, y, 0);
    add_terms(f, -1, -1);
    set_velocities(a, y, 1);
    add_terms(f, 0.5, 1);
    set_velocities(a, y, -1);
    add_terms(f, 0.5, 0);
}

static bool rates(void *context, double s, const double *y, double *out) {
    (void)s;
    animated *f = context;
    tw_assembly *a = f->a;
    for (int i = 0; i < a->bodies; i++)
        memcpy(a->trial.pose + TW_POSE * i, y + NUMBERS * i, TW_POSE * sizeof *y);
    if (!tw_assembly_evaluate(a, &a->trial)) return false;
    right_side(f, y);
    for (int i = 0; i < a->rows; i++) f->r[i] = -f->r[i];
    if (!tw_assembly_solve_exact(a, &a->trial, f->r, a->z)) return false;
    for (int i = 0; i < a->bodies; i++) {
        const double *own = y + NUMBERS * i;
        double *o = out + NUMBERS * i;
        vec3 linear, angular;
        tw_assembly_velocity(a, i, own, a->z + 6 * i, &linear, &angular);
        tw_assembly_pose_rate(own, v3_load(own + 7), v3_load(own + 10), o);
        v3_store(o + 7, linear);
        v3_store(o + 10, v3_add(angular, gyroscopic(a, i, own)));
    }
    return true;
}

/* follows the animated assembly from the poses `start`; a->now: its end; *there: it has met the
 * constraints */
static tw_status follow(tw_assembly *a, const double *start, bool *there) {
    animated f = {a, tw_arena_new(&a->memory, double, a->rows)};
    tw_pair pair = {.rates = rates, .context = &f, .tolerance = EXACT, .bodies = a->bodies};
    if (!f.r || !tw_pair_prepare(&pair, &a->memory, NUMBERS)) return tw_fail_memory();
    double slowest = a->rate[0];
    for (int i = 0; i < a->rows; i++) slowest = fmin(slowest, a->rate[i]);
    for (int i = 0; i < pair.n; i++) {
        int c = i % NUMBERS;
        bool length = c < 3 || (c >= 7 && c < 10);
        pair.size[i] = (length ? a->scale : 1) * (c < 7 ? 1 : slowest);
    }
    for (int i = 0; i < a->bodies; i++)
        memcpy(pair.y + NUMBERS * i, start + TW_POSE * i, TW_POSE * sizeof *start);
    *there = false;
    tw_assembly_load(a, start);
    if (!rates(&f, 0, pair.y, pair.k[0])) return TW_OK;
    pair.h = 0.01 / slowest;
    double shortest = 1e-7 / slowest, end = MANY / slowest;
    double arrived = ARRIVED * fmin(a->trial.deviation, a->scale);
    tw_assembly_accept(a);
    for (int i = 0; i < MOST_STEPS && pair.h > shortest && a->left > 0 && pair.s < end; i++) {
        if (a->now.deviation < arrived) break;
        if (pair.s + pair.h > end) pair.h = end - pair.s + shortest;
        if (tw_pair_step(&pair)) tw_assembly_accept(a);
    }
    for (int i = 0; i < a->bodies; i++)
        memcpy(a->now.pose + TW_POSE * i, pair.y + NUMBERS * i, TW_POSE * sizeof *start);
    if (!tw_assembly_evaluate(a, &a->now)) return TW_OK;
    if (a->now.deviation >= 10 * arrived) return TW_OK;
    *there = tw_assembly_steps(a);
    for (int i = 0; i < ROUNDS && !*there; i++) {
        bool minimum;
        TW_TRY(tw_assembly_minimum(a, &minimum));
        if (minimum) break;
        *there = tw_assembly_steps(a);
    }
    return TW_OK;
}

/* ---- sliding -------------------------------------------------------------------------------- */

/* rotation vector of the unit quaternion q, |angle| <= pi */
static vec3 turn_of(quat q) {
    vec3 v = v3_scale(v3(q.x, q.y, q.z), q.w < 0 ? -1 : 1);
    double s = v3_length(v);
    return v3_scale(v, s > 1e-8 ? 2 * tw_atan2(s, fabs(q.w)) / s : 2);
}

/* z: the step from the poses `from` to the poses `to`; away [bodies]: distance of each body between
 * the two, relative to the island's size, or rad; returns the largest distance */
static double toward(const tw_assembly *a, const double *from, const double *to, double *z,
                     double *away) {
    double most = 0;
    for (int i = 0; i < a->bodies; i++) {
        const double *p = from + TW_POSE * i, *o = to + TW_POSE * i;
        const tw_body *b = a->d->world->body.data[a->body[i]];
        const mat3 *C = &a->d->root[a->body[i]];
        quat q = q_load(p + 3);
        vec3 dx = v3_sub(v3_load(o), v3_load(p));
        /* rotation vector theta in body axes: orientation in `to` = orientation in `from` times
         * exp(theta) */
        vec3 theta = turn_of(q_mul(q_conj(q), q_load(o + 3)));
        v3_store(z + 6 * i, v3_scale(dx, sqrt(b->mass)));
        /* solves C w = theta for w, the body's rotational part of z; C is lower triangular */
        double *w = z + 6 * i + 3;
        w[0] = theta.x / C->m[0][0];
        w[1] = (theta.y - C->m[1][0] * w[0]) / C->m[1][1];
        w[2] = (theta.z - C->m[2][0] * w[0] - C->m[2][1] * w[1]) / C->m[2][2];
        away[i] = fmax(v3_length(dx) / a->scale, v3_length(theta));
        most = fmax(most, away[i]);
    }
    return most;
}

/* moves a->now toward the poses `to` by one step in which constraints stay met; false: it would
 * come no nearer, and a->now is unchanged. d [columns], away, keep: scratch */
static bool slide(tw_assembly *a, const double *to, double *d, double *away, double *keep) {
    toward(a, a->now.pose, to, d, away);
    double before = tw_assembly_length(a, d);
    tw_assembly_image(a, &a->now, d, a->right);
    if (!tw_assembly_solve_exact(a, &a->now, a->right, a->z)) return false;
    for (int i = 0; i < a->columns; i++) d[i] -= a->z[i];
    if (tw_assembly_length(a, d) < 1e-5 * before) return false;
    double angle = tw_assembly_move(a, a->now.pose, d, NULL);
    double part = angle > TURN ? TURN / angle : 1;
    tw_assembly_save(a, keep);
    for (int i = 0; i < 12; i++, part *= 0.5) {
        for (int j = 0; j < a->columns; j++) a->z[j] = part * d[j];
        if (i > 0) tw_assembly_load(a, keep);
        tw_assembly_move(a, keep, a->z, a->now.pose);
        if (!tw_assembly_evaluate(a, &a->now)) continue;
        tw_assembly_count(a);
        if (!tw_assembly_steps(a)) continue;
        toward(a, a->now.pose, to, a->z, away);
        if (tw_assembly_length(a, a->z) < (1 - 1e-4 * part) * before) return true;
    }
    tw_assembly_load(a, keep);
    tw_assembly_evaluate(a, &a->now);
    return false;
}

static void note_away(tw_assembly *a, const double *away) {
    tw_assembly_report *r = a->report;
    for (int i = 0; i < a->bodies; i++) {
        if (away[i] < SAME) continue;
        if (r->away_count < TW_ASSEMBLY_AWAY) r->away[r->away_count] = a->body[i];
        r->away_count++;
    }
}

tw_status tw_assembly_compare(tw_assembly *a, const double *start, const double *end) {
    size_t poses = (size_t)TW_POSE * (size_t)a->bodies;
    double *to = tw_arena_new(&a->memory, double, poses);
    double *keep = tw_arena_new(&a->memory, double, tw_assembly_numbers(a));
    double *d = tw_arena_new(&a->memory, double, a->columns);
    double *away = tw_arena_new(&a->memory, double, a->bodies);
    if (!to || !keep || !d || !away) return tw_fail_memory();
    tw_assembly_report *r = a->report, before = *r;
    bool there = false;
    TW_TRY(follow(a, start, &there));
    tw_branch branch = TW_BRANCH_SAME;
    double apart = 0;
    if (!there) {
        branch = TW_BRANCH_UNCLEAR;
    } else {
        memcpy(to, a->now.pose, poses * sizeof *to);
        tw_assembly_load(a, end);
        tw_assembly_evaluate(a, &a->now);
        apart = toward(a, end, to, d, away);
        for (int i = 0; i < SLIDES && a->left > 0; i++)
            if (toward(a, a->now.pose, to, d, away) < SAME || !slide(a, to, d, away, keep)) break;
        if (toward(a, a->now.pose, to, d, away) > SAME) branch = TW_BRANCH_OTHER;
    }
    /* the comparison adds its evaluations to the report, but its steps do not count there */
    int evaluations = r->evaluations;
    *r = before;
    r->evaluations = evaluations;
    r->apart = fmax(r->apart, apart);
    if (branch > r->branch) r->branch = branch;
    if (branch == TW_BRANCH_OTHER) note_away(a, away);
    return TW_OK;
}
