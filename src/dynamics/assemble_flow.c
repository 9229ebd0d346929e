/*
 * The way of the animated assembly, without its inertia: every deviation goes straight to zero,
 *
 *     D_i' = -rate_i D_i,   z' = -A^+ (rate w D),
 *
 * with the least velocity in the mass metric at every instant (where the rows contradict each
 * other: least squares). This is where bodies go that are pulled together in syrup, drag per unit
 * mass beyond 1/tau. With one tau for all, rate = 1; else s is the time and
 * rate_i = s k_i / (1 + s sqrt(k_i)), from D = (1 + s/tau) exp(-s/tau) [K06].
 *
 * Dormand and Prince's pair of order 5(4) with steps of its own choice. It ends where the whole way
 * that is left is so short that Newton's steps go the same way, or when it can go no further: at
 * poses where constraints lose their independence.
 */
#include "dynamics/assemble_impl.h"

#include "base/elementary.h"

#include <string.h>

enum { STAGES = 7 };

static const double WHEN[STAGES] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
static const double STEP[STAGES][STAGES - 1] = {
    {0},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
static const double ERROR[STAGES] = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                                     -17253.0 / 339200, 22.0 / 525, -1.0 / 40};

/* relative to the size of the island, and rad */
static const double EXACT = 1e-5;
/* Newton's steps take over when the way left is shorter */
static const double CLOSE = 1e-3;
static const double DAMPING = 1e-10;
enum { MOST_STEPS = 300 };

typedef struct flow {
    tw_assembly *a;
    int n;             /* 7 bodies */
    double *k[STAGES]; /* [n] rates of the poses */
    double *start;     /* [n] */
    double *b;         /* [rows] */
    bool uniform;      /* one tau for all */
    double left;       /* the largest move of one Newton step, relative to the size or rad */
} flow;

/* rates of the poses at l->pose */
static bool rates(flow *f, tw_linear *l, double s, double *out, bool evaluate) {
    tw_assembly *a = f->a;
    if (evaluate && !tw_assembly_evaluate(a, l)) return false;
    double damping = DAMPING;
    while (!tw_assembly_factor(a, l, damping)) {
        if (!(a->diagonal > 0) || damping > 1) return false;
        damping *= 10;
    }
    for (int i = 0; i < a->rows; i++) {
        double root = a->rate[i];
        f->b[i] = -l->D[i] * (f->uniform ? 1 : s * root * root / (1 + s * root));
    }
    tw_assembly_solve(a, l, f->b, true, a->z);
    f->left = 0;
    for (int i = 0; i < a->bodies; i++) {
        const double *p = l->pose + TW_POSE * i;
        quat q = {p[3], p[4], p[5], p[6]};
        vec3 v, omega;
        tw_assembly_velocity(a, i, p, a->z + 6 * i, &v, &omega);
        q = q_rate(q, omega);
        double *o = out + TW_POSE * i;
        v3_store(o, v);
        o[3] = q.w;
        o[4] = q.x;
        o[5] = q.y;
        o[6] = q.z;
        f->left = fmax(f->left, fmax(v3_length(v) / a->scale, v3_length(omega)));
    }
    return isfinite(f->left);
}

/* the stages after the first; the new pose stands in a->trial; returns the error, < 0: not finite
 */
static double attempt(flow *f, double s, double h) {
    tw_linear *l = &f->a->trial;
    for (int stage = 1; stage < STAGES; stage++) {
        for (int i = 0; i < f->n; i++) {
            double sum = 0;
            for (int j = 0; j < stage; j++) sum += STEP[stage][j] * f->k[j][i];
            l->pose[i] = f->start[i] + h * sum;
        }
        if (!rates(f, l, s + WHEN[stage] * h, f->k[stage], true)) return -1;
    }
    double worst = 0;
    for (int i = 0; i < f->n; i++) {
        double sum = 0, size = i % TW_POSE < 3 ? f->a->scale : 0.5;
        for (int j = 0; j < STAGES; j++) sum += ERROR[j] * f->k[j][i];
        worst = fmax(worst, fabs(h * sum) / size);
    }
    return isfinite(worst) ? worst / EXACT : -1;
}

static void normalise(double *pose, int bodies) {
    for (int i = 0; i < bodies; i++, pose += TW_POSE) {
        quat q = q_normalized((quat){pose[3], pose[4], pose[5], pose[6]});
        pose[3] = q.w;
        pose[4] = q.x;
        pose[5] = q.y;
        pose[6] = q.z;
    }
}

static bool prepare(flow *f) {
    tw_assembly *a = f->a;
    for (int i = 0; i < STAGES; i++)
        if (!(f->k[i] = tw_arena_new(&a->memory, double, f->n))) return false;
    f->start = tw_arena_new(&a->memory, double, f->n);
    f->b = tw_arena_new(&a->memory, double, a->rows);
    f->uniform = true;
    for (int i = 1; i < a->rows; i++) f->uniform = f->uniform && a->rate[i] == a->rate[0];
    return f->start && f->b;
}

/* length of the way of one step in the mass metric, from poses start to end */
static double way(const flow *f, const double *end) {
    const tw_assembly *a = f->a;
    double sum = 0;
    for (int i = 0; i < a->bodies; i++) {
        const double *p = f->start + TW_POSE * i, *o = end + TW_POSE * i;
        const tw_body *b = a->d->world->body.data[a->body[i]];
        quat turn = q_mul(q_conj((quat){p[3], p[4], p[5], p[6]}), (quat){o[3], o[4], o[5], o[6]});
        /* body axes: 2 sin(angle/2) n, good for the short steps here */
        vec3 theta = v3_scale(v3(turn.x, turn.y, turn.z), turn.w < 0 ? -2 : 2);
        vec3 dx = v3_sub(v3_load(o), v3_load(p));
        sum += b->mass * v3_dot(dx, dx) + v3_dot(theta, m3_mul_v(&b->inertia, theta));
    }
    return sqrt(sum);
}

bool tw_assembly_flow(tw_assembly *a) {
    flow f = {.a = a, .n = TW_POSE * a->bodies};
    if (!prepare(&f)) return false;
    double s = 0, h = 0.1, slowest = a->rate[0];
    for (int i = 0; i < a->rows; i++) slowest = fmin(slowest, a->rate[i]);
    if (!f.uniform) h /= slowest;
    double shortest = 3e-3 * h;
    memcpy(f.start, a->now.pose, (size_t)f.n * sizeof *f.start);
    if (!rates(&f, &a->now, s, f.k[0], false)) return true;
    for (int i = 0; i < MOST_STEPS && h > shortest && a->left > STAGES; i++) {
        if (a->now.deviation <= a->tolerance || (f.left < CLOSE && (f.uniform || s * slowest > 1)))
            return true;
        double error = attempt(&f, s, h);
        bool good = error >= 0 && error <= 1;
        if (good) {
            s += h;
            a->report->iterations++;
            normalise(a->trial.pose, a->bodies);
            a->report->movement += way(&f, a->trial.pose);
            memcpy(f.start, a->trial.pose, (size_t)f.n * sizeof *f.start);
            memcpy(f.k[0], f.k[STAGES - 1], (size_t)f.n * sizeof *f.start);
            tw_assembly_accept(a);
        }
        double factor = error > 0 ? 0.9 * tw_pow(error, -0.2) : error < 0 ? 0.2 : 5;
        h *= fmin(good ? 5 : 1, fmax(0.2, factor));
    }
    return true;
}
