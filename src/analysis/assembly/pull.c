/*
 * Poses when a body is dragged by hand; see tw_assemble_pull.
 *
 * A step minimises |z|^2 + |A2 z + D2|^2 / c over all z with A1 z = -D1: index 1 for the
 * constraints that must hold, 2 for the pull, c its compliance. If the pull's rows are scaled by s,
 * this is the damped step z = -A^T (A A^T + mu)^-1 D with mu = s^2 c; with a small s mu is tiny,
 * and hardly affects the rows that must hold. Newton steps without the pull follow, until the
 * others hold again; a step after which they cannot hold again, or that does not bring the pull
 * nearer to being met, is undone and repeated, shorter and with a greater compliance c.
 */
#include "analysis/assembly/impl.h"
#include "dynamics/rhs.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS = 16, MENDS = 8, ASSEMBLE = 60 };
static const double MU = 1e-9; /* damping mu of all rows, relative to the diagonal of A A^T */
/* compliance c of the pull in the first step, relative to the diagonal of A A^T */
static const double SOFT = 1e-3;
/* largest compliance c that is tried, relative to the diagonal of A A^T */
static const double SOFTEST = 10;
/* largest |D|, m or rad, with which the other constraints count as met */
static const double HELD = 1e-9;
/* bounds on the motion of a body in one step. TURN: rotation, rad; WAY: displacement, relative to
 * the island's size */
static const double TURN = 0.3, WAY = 0.3;
/* the pull has arrived if its |w D2| is below this part of the island's size */
static const double NEAR = 1e-9;
/* the search ends with a step that leaves more than this part of |D2| */
static const double SLOW = 0.999;

typedef struct puller {
    tw_assembly a;
    const tw_assembly_block *pull;
    double *right, *kept; /* right [rows], kept [7 bodies]: scratch */
} puller;

static double size_of(const double *x, int n) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += x[i] * x[i];
    return sqrt(sum);
}

static double pull_left(const puller *p, const tw_linear *l) {
    return size_of(l->D + p->pull->row, p->pull->b->rows);
}

/* largest |D| of the constraints other than the pull */
static double others(const puller *p, const tw_linear *l) {
    double worst = 0;
    for (int n = 0; n < p->a.blocks; n++) {
        const tw_assembly_block *k = &p->a.block[n];
        if (k == p->pull) continue;
        double w = k->b->weight > 0 ? k->b->weight : 1;
        worst = fmax(worst, size_of(l->D + k->row, k->b->rows) / w);
    }
    return worst;
}

/* multiplies the pull's rows of A by s; s = 0 takes it out of the linear model */
static void scale_pull(const puller *p, tw_linear *l, double s) {
    int n = p->pull->b->rows * p->pull->slots * 6;
    for (int i = 0; i < n; i++) l->A[p->pull->at + (size_t)i] *= s;
}

/* a->trial.pose: the poses `from`, moved by the fraction `part` of the step a->z after that was
 * shortened to the bounds TURN and WAY; false: a number is not finite */
static bool step(puller *p, const double *from, double part) {
    tw_assembly *a = &p->a;
    double angle = tw_assembly_move(a, from, a->z, NULL), way = 0;
    if (!isfinite(angle)) return false;
    for (int i = 0; i < a->bodies; i++) {
        vec3 v, omega;
        tw_assembly_velocity(a, i, from + TW_POSE * i, a->z + 6 * i, &v, &omega);
        way = fmax(way, v3_length(v));
    }
    part *= fmin(
        1, fmin(angle > TURN ? TURN / angle : 1, way > WAY * a->scale ? WAY * a->scale / way : 1));
    for (int i = 0; i < a->columns; i++) a->z[i] *= part;
    tw_assembly_move(a, from, a->z, a->trial.pose);
    return true;
}

/* makes at most `most` Newton steps for the other constraints, from a->trial.pose; true: their |D|
 * is at most `bar` */
static bool mend(puller *p, double bar, int most) {
    tw_assembly *a = &p->a;
    for (int i = 0; i <= most; i++) {
        if (!tw_assembly_evaluate(a, &a->trial)) return false;
        if (others(p, &a->trial) <= bar) return true;
        scale_pull(p, &a->trial, 0);
        for (int r = 0; r < a->rows; r++) p->right[r] = -a->trial.D[r];
        for (int r = 0; r < p->pull->b->rows; r++) p->right[p->pull->row + r] = 0;
        if (!tw_assembly_solve_exact(a, &a->trial, p->right, a->z)) return false;
        memcpy(p->kept, a->trial.pose, (size_t)(TW_POSE * a->bodies) * sizeof(double));
        if (!step(p, p->kept, 1)) return false;
    }
    return false;
}

/* a->z: the step from a->now that minimises the linear model with the compliance c of the pull;
 * false: its matrix could not be factored */
static bool propose(puller *p, double c) {
    tw_assembly *a = &p->a;
    double s = sqrt(MU / c);
    for (int r = 0; r < a->rows; r++) p->right[r] = -a->now.D[r];
    for (int r = 0; r < p->pull->b->rows; r++) p->right[p->pull->row + r] *= s;
    scale_pull(p, &a->now, s);
    bool good = tw_assembly_factor_safe(a, &a->now, MU);
    if (good) tw_assembly_solve(a, &a->now, p->right, false, a->z);
    scale_pull(p, &a->now, 1 / s);
    return good;
}

static void follow(puller *p) {
    tw_assembly *a = &p->a;
    double soft = SOFT, part = 1, bar = fmax(HELD, 1.0001 * others(p, &a->now));
    memcpy(a->trial.pose, a->now.pose, (size_t)(TW_POSE * a->bodies) * sizeof(double));
    if (bar > HELD && mend(p, HELD, ASSEMBLE)) {
        tw_assembly_accept(a);
        bar = HELD;
    }
    for (int i = 0; i < STEPS && soft <= SOFTEST; i++) {
        double left = pull_left(p, &a->now);
        if (left <= NEAR * a->scale || !propose(p, soft) || !step(p, a->now.pose, part)) return;
        if (mend(p, bar, MENDS) && pull_left(p, &a->trial) < left) {
            tw_assembly_accept(a);
            if (pull_left(p, &a->now) > SLOW * left) return;
            soft = fmax(1e-2 * SOFT, 0.1 * soft);
            part = fmin(1, 2 * part);
        } else {
            soft *= 10;
            part *= 0.5;
        }
    }
}

static tw_status open_puller(puller *p, int island, int index, double *y) {
    tw_assembly *a = &p->a;
    TW_TRY(tw_assembly_open(a, &a->d->island[island], NULL, y));
    for (int n = 0; n < a->blocks; n++)
        if (a->block[n].index == index) p->pull = &a->block[n];
    p->right = tw_arena_new(&a->memory, double, a->rows);
    p->kept = tw_arena_new(&a->memory, double, TW_POSE * a->bodies);
    if (!p->right || !p->kept) return tw_fail_memory();
    tw_assembly_count(a);
    return TW_OK;
}

/* *island, *index: island of an enabled constraint, and its index in the pass; false: it is
 * disabled, or acts on no free body */
static bool find(const tw_dynamics *d, const tw_constraint *c, int *island, int *index) {
    for (int i = 0; i < d->islands; i++)
        for (int k = 0; k < d->island[i].blocks; k++) {
            *island = i;
            *index = d->island[i].block[k];
            if (d->pass.block[*index].c == c) return true;
        }
    return false;
}

static tw_status pull_state(tw_dynamics *d, const tw_constraint *c, double *y, double *deviation) {
    int island, index;
    double t = d->world->time;
    tw_assembly_report report = {.worst = -1};
    TW_TRY(tw_dynamics_rebuild(d));
    d->evaluated = false;
    tw_pass_kinematics(d, &d->everything, t, y);
    if (!find(d, c, &island, &index))
        return tw_fail(TW_ARGUMENT, "the pulled body does not move freely");
    puller p = {.a = {.d = d, .t = t, .left = 1, .report = &report}};
    tw_status s = open_puller(&p, island, index, y);
    if (s == TW_OK && p.pull) {
        follow(&p);
        *deviation = others(&p, &p.a.now);
        for (int i = 0; i < p.a.bodies; i++)
            memcpy(y + d->state_of[p.a.body[i]], p.a.now.pose + TW_POSE * i, TW_POSE * sizeof *y);
    }
    return tw_assembly_close(&p.a, s);
}

tw_status tw_assemble_pull(tw_dynamics *d, const tw_constraint *pull, double *deviation) {
    int n;
    *deviation = 0;
    TW_TRY(tw_rhs_prepare(d, &n));
    double *y = malloc(((size_t)n + 1) * sizeof *y);
    if (!y) return tw_fail_memory();
    tw_rhs_pack(d, y);
    tw_status s = pull_state(d, pull, y, deviation);
    if (s == TW_OK) tw_assembly_show(d, y);
    tw_world_touch_state(d->world);
    free(y);
    return s;
}

tw_status tw_assemble_mass(tw_dynamics *d, int body, double *mass) {
    *mass = d->world->body.data[body]->mass;
    TW_TRY(tw_dynamics_rebuild(d));
    for (int i = 0; i < d->islands; i++) {
        const tw_island *isl = &d->island[i];
        double sum = 0;
        bool here = false;
        for (int k = 0; k < isl->bodies; k++) {
            sum += d->world->body.data[isl->body[k]]->mass;
            here = here || isl->body[k] == body;
        }
        if (here) *mass = sum;
    }
    return TW_OK;
}
