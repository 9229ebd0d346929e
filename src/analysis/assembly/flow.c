/*
 * Follows the path of the animated assembly without inertia: every deviation goes straight to zero,
 *
 *     D_i' = -rate_i D_i,   z' = -A^+ (rate w D),
 *
 * with the least velocity in the mass metric at every instant (least squares where rows contradict
 * each other); ' is the derivative by the path's parameter s. Bodies pulled together in a very
 * viscous fluid would move along this path. If all constraints have the same tau, rate = 1;
 * otherwise s is the time and rate_i = s k_i / (1 + s sqrt(k_i)), from D = (1 + s/tau) exp(-s/tau)
 * [K06].
 *
 * This stage ends where the remaining path is so short that Newton's steps follow it closely (with
 * unequal tau only after the slowest time constant), at poses where constraints become dependent on
 * each other, or after MOST_STEPS attempts.
 */
#include "analysis/assembly/impl.h"

#include <string.h>

/* tolerance of a step of the integration: relative to the island's size, or rad */
static const double EXACT = 1e-5;
/* Newton's steps take over when the remaining path is shorter than this: relative to the island's
 * size, or rad */
static const double CLOSE = 1e-3;
enum { MOST_STEPS = 1500 };

typedef struct flow {
    tw_assembly *a;
    double *b;    /* [rows] */
    bool uniform; /* have all constraints the same tau? */
    /* largest rate of a body's pose by s, relative to the island's size, or rad; if `uniform`, this
     * is its move in a complete Newton step */
    double left;
} flow;

/* out: rates of the poses l->pose, at which l was evaluated, for the path's parameter s; false: a
 * rate is not finite */
static bool rates_at(flow *f, const tw_linear *l, double s, double *out) {
    tw_assembly *a = f->a;
    for (int i = 0; i < a->rows; i++) {
        double root = a->rate[i];
        f->b[i] = -l->D[i] * (f->uniform ? 1 : s * root * root / (1 + s * root));
    }
    if (!tw_assembly_solve_exact(a, l, f->b, a->z)) return false;
    f->left = 0;
    for (int i = 0; i < a->bodies; i++) {
        const double *p = l->pose + TW_POSE * i;
        vec3 v, omega;
        tw_assembly_velocity(a, i, p, a->z + 6 * i, &v, &omega);
        tw_assembly_pose_rate(p, v, omega, out + TW_POSE * i);
        f->left = fmax(f->left, fmax(v3_length(v) / a->scale, v3_length(omega)));
    }
    return isfinite(f->left);
}

static bool rates(void *context, double s, const double *y, double *out) {
    flow *f = context;
    memcpy(f->a->trial.pose, y, (size_t)(TW_POSE * f->a->bodies) * sizeof *y);
    return tw_assembly_evaluate(f->a, &f->a->trial) && rates_at(f, &f->a->trial, s, out);
}

/* distance between the poses `from` and `to` in the mass metric; valid only for a short step */
static double way(const tw_assembly *a, const double *from, const double *to) {
    double sum = 0;
    for (int i = 0; i < a->bodies; i++) {
        const double *p = from + TW_POSE * i, *o = to + TW_POSE * i;
        const tw_body *b = a->d->world->body.data[a->body[i]];
        quat turn = q_mul(q_conj(q_load(p + 3)), q_load(o + 3));
        /* rotation vector in body axes, approximately 2 sin(angle/2) times the axis */
        vec3 theta = v3_scale(v3(turn.x, turn.y, turn.z), turn.w < 0 ? -2 : 2);
        vec3 dx = v3_sub(v3_load(o), v3_load(p));
        sum += b->mass * v3_dot(dx, dx) + v3_dot(theta, m3_mul_v(&b->inertia, theta));
    }
    return sqrt(sum);
}

tw_status tw_assembly_flow(tw_assembly *a) {
    flow f = {.a = a, .uniform = true, .b = tw_arena_new(&a->memory, double, a->rows)};
    tw_pair pair = {.rates = rates, .context = &f, .tolerance = EXACT, .bodies = a->bodies};
    if (!f.b || !tw_pair_prepare(&pair, &a->memory, TW_POSE)) return tw_fail_memory();
    for (int i = 0; i < pair.n; i++) pair.size[i] = i % TW_POSE < 3 ? a->scale : 0.5;
    double slowest = a->rate[0];
    for (int i = 0; i < a->rows; i++) {
        f.uniform = f.uniform && a->rate[i] == a->rate[0];
        slowest = fmin(slowest, a->rate[i]);
    }
    pair.h = f.uniform ? 0.1 : 0.1 / slowest;
    double shortest = 3e-3 * pair.h;
    memcpy(pair.y, a->now.pose, (size_t)pair.n * sizeof *pair.y);
    if (!rates_at(&f, &a->now, 0, pair.k[0])) return TW_OK;
    for (int i = 0; i < MOST_STEPS && pair.h > shortest && a->left > 0; i++) {
        if (a->now.deviation <= a->tolerance) break;
        if (f.left < CLOSE && (f.uniform || pair.s * slowest > 1)) break;
        if (!tw_pair_step(&pair)) continue;
        a->report->iterations++;
        a->report->movement += way(a, a->now.pose, pair.y);
        /* a->trial holds the new poses, since the last stage of a step is evaluated there */
        tw_assembly_accept(a);
        memcpy(a->now.pose, pair.y, (size_t)pair.n * sizeof *pair.y);
    }
    return TW_OK;
}
