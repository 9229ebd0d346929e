/*
 * Bullet in double precision, in three ways (setting `kind`):
 *
 *     multi     joint coordinates (Featherstone) along a spanning tree, loops closed by point
 *               constraints; integrator = RK4 or Euler
 *     impulse   maximal coordinates, sequential impulses with `iterations`
 *     mlcp      maximal coordinates, Dantzig's solver
 *
 * For loops of `multi`: solver = impulse (with `iterations`) or mlcp. erp: share of a gap that a
 * step takes back.
 */
#include "run.h"

#include <BulletDynamics/Featherstone/btMultiBody.h>
#include <BulletDynamics/Featherstone/btMultiBodyConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyDynamicsWorld.h>
#include <BulletDynamics/Featherstone/btMultiBodyLinkCollider.h>
#include <BulletDynamics/Featherstone/btMultiBodyMLCPConstraintSolver.h>
#include <BulletDynamics/Featherstone/btMultiBodyPoint2Point.h>
#include <BulletDynamics/MLCPSolvers/btDantzigSolver.h>
#include <BulletDynamics/MLCPSolvers/btMLCPSolver.h>
#include <btBulletDynamicsCommon.h>

#include <vector>

static_assert(sizeof(btScalar) == sizeof(double), "Bullet must be built in double precision");

namespace {

btVector3 vec(const double *v) {
    return btVector3(v[0], v[1], v[2]);
}

btQuaternion quat(const double *q) { /* w x y z */
    return btQuaternion(q[1], q[2], q[3], q[0]);
}

void put(double *out, const btVector3 &v) {
    for (int i = 0; i < 3; i++) out[i] = v[i];
}

void put(double *out, const btQuaternion &q) {
    out[0] = q.w(), out[1] = q.x(), out[2] = q.y(), out[3] = q.z();
}

template <class T> T &at(std::vector<T> &v, int i) {
    return v[static_cast<size_t>(i)];
}

/* nothing is freed: the program ends after one run */
struct world {
    const bench_scene *scene;
    btDiscreteDynamicsWorld *dynamics;
    btMultiBodyDynamicsWorld *multi = nullptr; /* the same, if of that kind */
    btMultiBody *tree = nullptr;
    std::vector<int> order, link; /* body of a link, link of a body */
    std::vector<btRigidBody *> body;
    int substeps;
    double steps = 0;
};

/* Bullet solves a constraint of a tree only where its links have colliders, which carry its island;
 * theirs are empty and touch nothing */
void add_colliders(world *w) {
    btEmptyShape *shape = new btEmptyShape;
    for (int i = -1; i < w->tree->getNumLinks(); i++) {
        btMultiBodyLinkCollider *c = new btMultiBodyLinkCollider(w->tree, i);
        c->setCollisionShape(shape);
        c->setActivationState(DISABLE_DEACTIVATION);
        w->multi->addCollisionObject(c, 0, 0);
        if (i < 0) {
            c->setCollisionFlags(btCollisionObject::CF_STATIC_OBJECT);
            w->tree->setBaseCollider(c);
        } else {
            w->tree->getLink(i).m_collider = c;
        }
    }
}

void close_loops(world *w, std::vector<char> &closing) {
    const bench_scene *s = w->scene;
    bool any = false;
    for (int i = 0; i < s->joints; i++) {
        const bench_joint *j = &s->joint[i];
        if (!at(closing, i)) continue;
        if (j->b < 0) bench_fail("a loop that a nail closes");
        if (!any) add_colliders(w);
        any = true;
        btMultiBodyPoint2Point *p =
            new btMultiBodyPoint2Point(w->tree, at(w->link, j->a), w->tree, at(w->link, j->b),
                                       vec(j->local_a), vec(j->local_b));
        p->setMaxAppliedImpulse(1e9);
        w->multi->addMultiBodyConstraint(p);
    }
}

void make_tree(world *w, const bench_settings *set) {
    const bench_scene *s = w->scene;
    size_t n = static_cast<size_t>(s->bodies);
    std::vector<int> tree_joint(n);
    std::vector<char> closing(static_cast<size_t>(s->joints));
    w->order.resize(n);
    w->link.resize(n);
    bench_scene_tree(s, tree_joint.data(), w->order.data(), closing.data());
    for (int i = 0; i < s->bodies; i++) at(w->link, at(w->order, i)) = i;

    double inertia[3];
    bench_inertia(inertia);
    w->tree = new btMultiBody(s->bodies, 0, btVector3(0, 0, 0), true, false);
    for (int i = 0; i < s->bodies; i++) {
        static const double origin[3] = {0, 0, 0}, upright[4] = {1, 0, 0, 0};
        int body = at(w->order, i);
        const bench_joint *j = &s->joint[at(tree_joint, body)];
        int parent = bench_joint_other(j, body);
        const double *parent_q = parent < 0 ? upright : s->body[parent].q;
        const double *parent_x = parent < 0 ? origin : s->body[parent].x;
        double relative[4], offset[3], back[3];
        bench_relative(s->body[body].q, parent_q, relative);
        for (int k = 0; k < 3; k++) back[k] = j->at[k] - parent_x[k];
        bench_rotate_back(parent_q, back, offset);
        const double *local = j->a == body ? j->local_a : j->local_b;
        w->tree->setupSpherical(i, BENCH_MASS, vec(inertia), parent < 0 ? -1 : at(w->link, parent),
                                quat(relative), vec(offset), -vec(local), true);
    }
    w->tree->finalizeMultiDof();
    w->tree->setLinearDamping(0);
    w->tree->setAngularDamping(0);
    w->tree->setCanSleep(false);
    w->tree->setHasSelfCollision(false);
    w->tree->setMaxCoordinateVelocity(1e9);
    w->tree->setMaxAppliedImpulse(1e9);
    w->tree->useRK4Integration(!bench_is(set, "integrator", "Euler"));
    w->tree->useGlobalVelocities(bench_is(set, "velocities", "global"));
    w->multi->addMultiBody(w->tree);
    btAlignedObjectArray<btQuaternion> scratch_q;
    btAlignedObjectArray<btVector3> scratch_m;
    w->tree->forwardKinematics(scratch_q, scratch_m);
    close_loops(w, closing);
}

void make_bodies(world *w) {
    const bench_scene *s = w->scene;
    double inertia[3];
    bench_inertia(inertia);
    for (int i = 0; i < s->bodies; i++) {
        const bench_body *b = &s->body[i];
        btRigidBody::btRigidBodyConstructionInfo info(BENCH_MASS, nullptr, new btEmptyShape,
                                                      vec(inertia));
        info.m_startWorldTransform = btTransform(quat(b->q), vec(b->x));
        btRigidBody *body = new btRigidBody(info);
        body->setActivationState(DISABLE_DEACTIVATION);
        w->dynamics->addRigidBody(body, 0, 0);
        w->body.push_back(body);
    }
    for (int i = 0; i < s->joints; i++) {
        const bench_joint *j = &s->joint[i];
        /* with one body, Bullet takes the other pivot from where the first one is now */
        btTypedConstraint *c =
            j->b < 0 ? new btPoint2PointConstraint(*at(w->body, j->a), vec(j->local_a))
                     : new btPoint2PointConstraint(*at(w->body, j->a), *at(w->body, j->b),
                                                   vec(j->local_a), vec(j->local_b));
        w->dynamics->addConstraint(c, true);
    }
}

void *create(const bench_scene *s, const bench_settings *set) {
    world *w = new world;
    w->scene = s;
    w->substeps = static_cast<int>(bench_number(set, "substeps", 1));
    btDefaultCollisionConfiguration *config = new btDefaultCollisionConfiguration;
    btCollisionDispatcher *dispatcher = new btCollisionDispatcher(config);
    btBroadphaseInterface *broadphase = new btDbvtBroadphase;
    if (bench_is(set, "kind", "multi")) {
        btMultiBodyConstraintSolver *solver =
            bench_is(set, "solver", "mlcp")
                ? new btMultiBodyMLCPConstraintSolver(new btDantzigSolver)
                : new btMultiBodyConstraintSolver;
        w->multi = new btMultiBodyDynamicsWorld(dispatcher, broadphase, solver, config);
        w->dynamics = w->multi;
    } else {
        btConstraintSolver *solver = bench_is(set, "kind", "mlcp")
                                         ? new btMLCPSolver(new btDantzigSolver)
                                         : new btSequentialImpulseConstraintSolver;
        w->dynamics = new btDiscreteDynamicsWorld(dispatcher, broadphase, solver, config);
    }
    w->dynamics->setGravity(btVector3(0, 0, -BENCH_GRAVITY));
    btContactSolverInfo &info = w->dynamics->getSolverInfo();
    info.m_numIterations = static_cast<int>(bench_number(set, "iterations", 10));
    info.m_erp = info.m_erp2 = bench_number(set, "erp", 0.2);
    info.m_globalCfm = 0;
    info.m_leastSquaresResidualThreshold = 0;
    if (w->multi)
        make_tree(w, set);
    else
        make_bodies(w);
    return w;
}

int frame(void *self) {
    world *w = static_cast<world *>(self);
    for (int i = 0; i < w->substeps; i++) {
        w->dynamics->stepSimulation(1.0 / static_cast<double>(BENCH_FPS) / w->substeps, 0);
        w->steps++;
    }
    return 0;
}

void state(void *self, bench_body *body) {
    world *w = static_cast<world *>(self);
    for (size_t i = 0; i < w->body.size(); i++) {
        put(body[i].x, w->body[i]->getCenterOfMassPosition());
        put(body[i].q, w->body[i]->getOrientation());
        put(body[i].v, w->body[i]->getLinearVelocity());
        put(body[i].omega, w->body[i]->getAngularVelocity());
    }
    if (!w->tree) return;
    std::vector<btVector3> omega(w->order.size() + 1), v(w->order.size() + 1);
    w->multi->forwardKinematics();
    w->tree->compTreeLinkVelocities(omega.data(), v.data()); /* in the links' own axes */
    for (size_t i = 0; i < w->order.size(); i++) {
        const btTransform &t = w->tree->getLink(static_cast<int>(i)).m_cachedWorldTransform;
        bench_body *b = &body[w->order[i]];
        put(b->x, t.getOrigin());
        put(b->q, t.getRotation());
        put(b->v, t.getBasis() * v[i + 1]);
        put(b->omega, t.getBasis() * omega[i + 1]);
    }
}

double steps(void *self) {
    return static_cast<world *>(self)->steps;
}

} // namespace

int main(int argc, char **argv) {
    static const char *const settings[] = {"kind", "solver",     "iterations", "integrator",
                                           "erp",  "velocities", nullptr};
    bench_engine engine = {settings, create, frame, nullptr, state, steps};
    return bench_run(&engine, argc, argv);
}
