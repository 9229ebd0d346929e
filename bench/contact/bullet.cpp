/*
 * Bullet in double precision: maximal coordinates. Settings:
 *
 *     solver      impulse (sequential impulses), nncg (the same made a conjugate gradient method),
 *                 dantzig, pgs (a mixed linear complementarity problem, dense)
 *     iterations  of impulse, nncg, pgs
 *     erp         part of the depth that a step takes out
 *     split       1: out of the poses, not by velocities, from a depth of 0 on
 *     margin      m: convex shapes are rounded by so much
 *     directions  of friction, 1 or 2
 *     warm        part of the last step's impulses that a step begins with
 *     mix         1: contacts and friction are swept by turns, not one after the other
 *     sleep       1: islands at rest are left out
 */
#include "run.h"

#include <BulletDynamics/ConstraintSolver/btNNCGConstraintSolver.h>
#include <BulletDynamics/MLCPSolvers/btDantzigSolver.h>
#include <BulletDynamics/MLCPSolvers/btMLCPSolver.h>
#include <BulletDynamics/MLCPSolvers/btSolveProjectedGaussSeidel.h>
#include <btBulletDynamicsCommon.h>

#include <cmath>
#include <cstdint>
#include <vector>

static_assert(sizeof(btScalar) == sizeof(double), "Bullet must be built in double precision");

namespace {

btVector3 vec(const double *v) {
    return btVector3(v[0], v[1], v[2]);
}

void put(double *out, const btVector3 &v) {
    for (int i = 0; i < 3; i++) out[i] = v[i];
}

/* nothing is freed: the program ends after one run */
struct world {
    const bench_scene *scene;
    btCollisionDispatcher *dispatcher;
    btDiscreteDynamicsWorld *dynamics;
    std::vector<btRigidBody *> body;
    std::vector<bench_contact> contact;
    double h;
    bool two;
};

btCollisionShape *shape_of(const bench_body *b, double margin) {
    btCollisionShape *shape = nullptr;
    switch (b->shape) {
    case BENCH_SPHERE:
        return new btSphereShape(b->size[0]); /* its margin is its radius */
    case BENCH_CAPSULE:
        return new btCapsuleShapeZ(b->size[0], b->size[1]);
    case BENCH_BOX:
        shape = new btBoxShape(vec(b->size) / 2);
        break;
    case BENCH_CYLINDER:
        shape = new btCylinderShapeZ(btVector3(b->size[0], b->size[0], b->size[1] / 2));
        break;
    }
    shape->setMargin(margin);
    return shape;
}

btConstraintSolver *solver_of(const bench_settings *set) {
    if (bench_is(set, "solver", "nncg")) return new btNNCGConstraintSolver;
    if (bench_is(set, "solver", "dantzig")) return new btMLCPSolver(new btDantzigSolver);
    if (bench_is(set, "solver", "pgs")) return new btMLCPSolver(new btSolveProjectedGaussSeidel);
    return new btSequentialImpulseConstraintSolver;
}

void add(world *w, const bench_settings *set, int i) {
    const bench_body *b = &w->scene->body[i];
    btRigidBody::btRigidBodyConstructionInfo info(b->fixed ? 0 : b->mass, nullptr,
                                                  shape_of(b, bench_number(set, "margin", 1e-3)),
                                                  b->fixed ? btVector3(0, 0, 0) : vec(b->inertia));
    info.m_startWorldTransform =
        btTransform(btQuaternion(b->q[1], b->q[2], b->q[3], b->q[0]), vec(b->x));
    info.m_friction = std::sqrt(BENCH_FRICTION); /* of two bodies: the product */
    info.m_restitution = 0;
    btRigidBody *body = new btRigidBody(info);
    body->setUserIndex(i);
    if (!(bench_number(set, "sleep", 0) > 0)) body->setActivationState(DISABLE_DEACTIVATION);
    w->dynamics->addRigidBody(body);
    w->body.push_back(body);
}

void *create(const bench_scene *s, const bench_settings *set) {
    world *w = new world;
    w->scene = s;
    w->h = 1.0 / BENCH_FPS / bench_number(set, "substeps", 1);
    btDefaultCollisionConfiguration *config = new btDefaultCollisionConfiguration;
    w->dispatcher = new btCollisionDispatcher(config);
    w->dynamics =
        new btDiscreteDynamicsWorld(w->dispatcher, new btDbvtBroadphase, solver_of(set), config);
    w->dynamics->setGravity(btVector3(0, 0, -BENCH_GRAVITY));
    btContactSolverInfo &info = w->dynamics->getSolverInfo();
    info.m_numIterations = static_cast<int>(bench_number(set, "iterations", 10));
    info.m_erp = info.m_erp2 = bench_number(set, "erp", 0.2);
    info.m_splitImpulse = bench_number(set, "split", 1) > 0;
    info.m_splitImpulsePenetrationThreshold = 0;
    info.m_globalCfm = 0;
    info.m_warmstartingFactor = bench_number(set, "warm", 0.85);
    w->two = bench_number(set, "directions", 2) > 1;
    if (w->two) info.m_solverMode |= SOLVER_USE_2_FRICTION_DIRECTIONS;
    if (bench_number(set, "mix", 0) > 0)
        info.m_solverMode |= SOLVER_INTERLEAVE_CONTACT_AND_FRICTION_CONSTRAINTS;
    for (int i = 0; i < s->bodies; i++) add(w, set, i);
    return w;
}

int step(void *self) {
    world *w = static_cast<world *>(self);
    w->dynamics->stepSimulation(w->h, 0);
    return 0;
}

void state(void *self, bench_body *body) {
    world *w = static_cast<world *>(self);
    for (int i = 0; i < w->scene->moving; i++) {
        const btRigidBody *b = w->body[static_cast<std::size_t>(i)];
        btQuaternion q = b->getOrientation();
        put(body[i].x, b->getCenterOfMassPosition());
        put(body[i].v, b->getLinearVelocity());
        put(body[i].omega, b->getAngularVelocity());
        body[i].q[0] = q.w(), body[i].q[1] = q.x(), body[i].q[2] = q.y(), body[i].q[3] = q.z();
    }
}

/* Bullet's normal points from the second body to the first */
int contacts(void *self, const bench_contact **list) {
    world *w = static_cast<world *>(self);
    w->contact.clear();
    for (int i = 0; i < w->dispatcher->getNumManifolds(); i++) {
        const btPersistentManifold *m = w->dispatcher->getManifoldByIndexInternal(i);
        for (int k = 0; k < m->getNumContacts(); k++) {
            const btManifoldPoint &p = m->getContactPoint(k);
            btVector3 n = -p.m_normalWorldOnB, t1 = p.m_lateralFrictionDir1, unused;
            double other = w->two ? p.m_appliedImpulseLateral2 : 0;
            if (!(t1.length2() > 0.5)) btPlaneSpace1(n, t1, unused);
            btVector3 t2 = w->two && p.m_lateralFrictionDir2.length2() > 0.5
                               ? p.m_lateralFrictionDir2
                               : n.cross(t1);
            bench_contact c;
            c.a = m->getBody0()->getUserIndex();
            c.b = m->getBody1()->getUserIndex();
            put(c.point, (p.getPositionWorldOnA() + p.getPositionWorldOnB()) / 2);
            put(c.frame[0], n);
            put(c.frame[1], t1);
            put(c.frame[2], t2);
            c.gap = p.getDistance();
            c.lambda[0] = p.m_appliedImpulse;
            /* of the first body along the direction */
            c.lambda[1] = -p.m_appliedImpulseLateral1;
            c.lambda[2] = -other;
            w->contact.push_back(c);
        }
    }
    *list = w->contact.data();
    return static_cast<int>(w->contact.size());
}

} // namespace

int main(int argc, char **argv) {
    static const char *const settings[] = {"solver", "iterations", "erp", "split", "margin",
                                           "warm",   "directions", "mix", "sleep", nullptr};
    bench_engine engine = {settings, 0, create, step, state, nullptr, contacts};
    return bench_run(&engine, argc, argv);
}
