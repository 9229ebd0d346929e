/*
 * ODE: maximal coordinates, semi-implicit Euler, depth taken out by velocities.
 *
 * Settings: solver = step (Dantzig, exact) or quick (projected successive over-relaxation) with its
 * `iterations`; erp, cfm; layer: depth that stays, m; recovery: m/s, depth is taken out no faster;
 * space = sap or hash.
 */
#include "run.h"

#include <ode/ode.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 8 };

typedef struct world {
    const bench_scene *scene;
    dWorldID id;
    dSpaceID space;
    dJointGroupID group;
    dBodyID *body;
    double h;
    int quick, looks;
    bench_contact *list;
    dJointFeedback **feedback; /* [room]: each its own, for the engine keeps the address */
    int contacts, room;
} world;

static void make_room(world *w) {
    if (w->contacts < w->room) return;
    int more = w->room ? 2 * w->room : 1024;
    w->list = realloc(w->list, (size_t)more * sizeof *w->list);
    w->feedback = realloc(w->feedback, (size_t)more * sizeof(void *));
    if (!w->list || !w->feedback) bench_fail("no memory");
    for (; w->room < more; w->room++) {
        w->feedback[w->room] = calloc(1, sizeof(dJointFeedback));
        if (!w->feedback[w->room]) bench_fail("no memory");
    }
}

/* what was given to the engine; its normal points into the first body */
static void keep(world *w, dJointID joint, const dContact *c) {
    make_room(w);
    bench_contact *k = &w->list[w->contacts];
    k->a = (int)(size_t)dGeomGetData(c->geom.g1);
    k->b = (int)(size_t)dGeomGetData(c->geom.g2);
    k->gap = -c->geom.depth;
    for (int i = 0; i < 3; i++) {
        int p = (i + 1) % 3, q = (i + 2) % 3;
        k->point[i] = c->geom.pos[i];
        k->frame[0][i] = -c->geom.normal[i];
        k->frame[1][i] = c->fdir1[i];
        k->frame[2][i] = c->geom.normal[p] * c->fdir1[q] - c->geom.normal[q] * c->fdir1[p];
    }
    dJointSetFeedback(joint, w->feedback[w->contacts++]);
}

static void near_to(void *data, dGeomID a, dGeomID b) {
    world *w = data;
    dBodyID body_a = dGeomGetBody(a), body_b = dGeomGetBody(b);
    dContact contact[MOST];
    if (!body_a && !body_b) return;
    int n = dCollide(a, b, MOST, &contact[0].geom, sizeof *contact);
    for (int i = 0; i < n; i++) {
        dContact *c = &contact[i];
        dVector3 other;
        c->surface.mode = dContactApprox1 | dContactFDir1;
        c->surface.mu = BENCH_FRICTION;
        dPlaneSpace(c->geom.normal, c->fdir1, other);
        dJointID joint = dJointCreateContact(w->id, w->group, c);
        dJointAttach(joint, dGeomGetBody(c->geom.g1), dGeomGetBody(c->geom.g2));
        if (w->looks) keep(w, joint, c);
    }
}

static dGeomID geometry(dSpaceID space, const bench_body *b) {
    switch (b->shape) {
    case BENCH_SPHERE:
        return dCreateSphere(space, b->size[0]);
    case BENCH_BOX:
        return dCreateBox(space, b->size[0], b->size[1], b->size[2]);
    case BENCH_CAPSULE:
        return dCreateCapsule(space, b->size[0], b->size[1]);
    case BENCH_CYLINDER:
        return dCreateCylinder(space, b->size[0], b->size[1]);
    }
    return NULL;
}

static void *create(const bench_scene *s, const bench_settings *set) {
    world *w = calloc(1, sizeof *w);
    if (!w) bench_fail("no memory");
    dInitODE2(0);
    w->scene = s;
    w->id = dWorldCreate();
    w->space = bench_is(set, "space", "hash") ? dHashSpaceCreate(0)
                                              : dSweepAndPruneSpaceCreate(0, dSAP_AXES_XYZ);
    w->group = dJointGroupCreate(0);
    dWorldSetGravity(w->id, 0, 0, -BENCH_GRAVITY);
    dWorldSetERP(w->id, bench_number(set, "erp", 0.2));
    dWorldSetCFM(w->id, bench_number(set, "cfm", 1e-10));
    dWorldSetContactSurfaceLayer(w->id, bench_number(set, "layer", 1e-4));
    dWorldSetContactMaxCorrectingVel(w->id, bench_number(set, "recovery", 2));
    dWorldSetAutoDisableFlag(w->id, 0);
    dWorldSetQuickStepNumIterations(w->id, (int)bench_number(set, "iterations", 20));
    w->quick = !bench_is(set, "solver", "step");
    w->looks = bench_number(set, "look", 1) > 0;
    w->h = 1.0 / BENCH_FPS / bench_number(set, "substeps", 1);
    w->body = calloc((size_t)s->bodies, sizeof *w->body);
    if (!w->body) bench_fail("no memory");
    for (int i = 0; i < s->bodies; i++) {
        const bench_body *b = &s->body[i];
        dGeomID geom = geometry(w->space, b);
        dGeomSetData(geom, (void *)(size_t)i);
        if (!b->fixed) {
            dMass mass;
            dMassSetParameters(&mass, b->mass, 0, 0, 0, b->inertia[0], b->inertia[1], b->inertia[2],
                               0, 0, 0);
            w->body[i] = dBodyCreate(w->id);
            dBodySetMass(w->body[i], &mass);
            dGeomSetBody(geom, w->body[i]);
        }
        dGeomSetPosition(geom, b->x[0], b->x[1], b->x[2]);
        dGeomSetQuaternion(geom, b->q);
    }
    return w;
}

static int step(void *self) {
    world *w = self;
    w->contacts = 0;
    dJointGroupEmpty(w->group);
    dSpaceCollide(w->space, w, near_to);
    return !(w->quick ? dWorldQuickStep(w->id, w->h) : dWorldStep(w->id, w->h));
}

static void state(void *self, bench_body *body) {
    const world *w = self;
    for (int i = 0; i < w->scene->moving; i++) {
        memcpy(body[i].x, dBodyGetPosition(w->body[i]), sizeof body[i].x);
        memcpy(body[i].q, dBodyGetQuaternion(w->body[i]), sizeof body[i].q);
        memcpy(body[i].v, dBodyGetLinearVel(w->body[i]), sizeof body[i].v);
        memcpy(body[i].omega, dBodyGetAngularVel(w->body[i]), sizeof body[i].omega);
    }
}

/* f1: on the joint's first body, f2: on its second; where the first is fixed ODE swaps them, and
 * f1 is then what it does to the moving one */
static int contacts(void *self, const bench_contact **list) {
    world *w = self;
    for (int i = 0; i < w->contacts; i++) {
        bench_contact *c = &w->list[i];
        const dJointFeedback *f = w->feedback[i];
        int swapped = c->a >= w->scene->moving;
        for (int row = 0; row < 3; row++) {
            double sum = 0;
            for (int k = 0; k < 3; k++) sum += f->f1[k] * c->frame[row][k];
            c->lambda[row] = w->h * (swapped ? sum : -sum);
        }
    }
    *list = w->list;
    return w->contacts;
}

int main(int argc, char **argv) {
    static const char *const settings[] = {"solver", "iterations", "erp",   "cfm",
                                           "layer",  "recovery",   "space", NULL};
    bench_engine engine = {
        .settings = settings, .create = create, .step = step, .state = state, .contacts = contacts};
    return bench_run(&engine, argc, argv);
}
