/*
 * ODE: maximal coordinates, semi-implicit Euler.
 *
 * Settings: solver = step (Dantzig, exact) or quick (projected successive over-relaxation) with its
 * `iterations`; erp, cfm; finite = 1: rotations of finite angle.
 */
#include "run.h"

#include <ode/ode.h>

#include <stdlib.h>
#include <string.h>

typedef struct world {
    dWorldID id;
    dBodyID *body;
    int bodies, substeps;
    double h, steps; /* s; taken so far */
    int quick;
} world;

static void *create(const bench_scene *s, const bench_settings *set) {
    world *w = calloc(1, sizeof *w);
    if (!w) bench_fail("no memory");
    dInitODE2(0);
    w->id = dWorldCreate();
    dWorldSetGravity(w->id, 0, 0, -BENCH_GRAVITY);
    dWorldSetERP(w->id, bench_number(set, "erp", 0.2));
    dWorldSetCFM(w->id, bench_number(set, "cfm", 1e-10));
    dWorldSetAutoDisableFlag(w->id, 0);
    dWorldSetQuickStepNumIterations(w->id, (int)bench_number(set, "iterations", 50));
    w->quick = bench_is(set, "solver", "quick");
    w->substeps = (int)bench_number(set, "substeps", 1);
    w->h = 1.0 / BENCH_FPS / w->substeps;
    w->bodies = s->bodies;
    w->body = calloc((size_t)s->bodies, sizeof *w->body);
    if (!w->body) bench_fail("no memory");
    double inertia[3];
    bench_inertia(inertia);
    for (int i = 0; i < s->bodies; i++) {
        const bench_body *b = &s->body[i];
        dMass mass;
        dMassSetParameters(&mass, BENCH_MASS, 0, 0, 0, inertia[0], inertia[1], inertia[2], 0, 0, 0);
        w->body[i] = dBodyCreate(w->id);
        dBodySetMass(w->body[i], &mass);
        dBodySetPosition(w->body[i], b->x[0], b->x[1], b->x[2]);
        dBodySetQuaternion(w->body[i], b->q);
        dBodySetFiniteRotationMode(w->body[i], (int)bench_number(set, "finite", 0));
    }
    for (int j = 0; j < s->joints; j++) {
        const bench_joint *k = &s->joint[j];
        dJointID ball = dJointCreateBall(w->id, 0);
        dJointAttach(ball, w->body[k->a], k->b < 0 ? 0 : w->body[k->b]);
        dJointSetBallAnchor(ball, k->at[0], k->at[1], k->at[2]);
    }
    return w;
}

static int frame(void *self) {
    world *w = self;
    for (int i = 0; i < w->substeps; i++) {
        int ok = w->quick ? dWorldQuickStep(w->id, w->h) : dWorldStep(w->id, w->h);
        if (!ok) return 1;
        w->steps++;
    }
    return 0;
}

static void state(void *self, bench_body *body) {
    world *w = self;
    for (int i = 0; i < w->bodies; i++) {
        memcpy(body[i].x, dBodyGetPosition(w->body[i]), sizeof body[i].x);
        memcpy(body[i].q, dBodyGetQuaternion(w->body[i]), sizeof body[i].q);
        memcpy(body[i].v, dBodyGetLinearVel(w->body[i]), sizeof body[i].v);
        memcpy(body[i].omega, dBodyGetAngularVel(w->body[i]), sizeof body[i].omega);
    }
}

static double steps(void *self) {
    return ((world *)self)->steps;
}

int main(int argc, char **argv) {
    static const char *const settings[] = {"solver", "iterations", "erp", "cfm", "finite", NULL};
    bench_engine engine = {
        .settings = settings, .create = create, .frame = frame, .state = state, .steps = steps};
    return bench_run(&engine, argc, argv);
}
