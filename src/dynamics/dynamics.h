/*
 * The engine computes the time derivative of a state, by the four steps of [BB88 fig. 15], one file
 * each: external.c, rows.c, solve.c, net.c. All intermediate results are in one tw_pass (pass.h).
 */
#ifndef TW_DYNAMICS_DYNAMICS_H
#define TW_DYNAMICS_DYNAMICS_H

#include "base/poll.h"
#include "model/world.h"

/* length of a free body's part of the state vector: x, q, p, L (rhs.h) */
enum { TW_STATE = 13 };

typedef struct tw_dynamics tw_dynamics;

tw_status tw_dynamics_create(tw_world *world, tw_dynamics **dynamics);
void tw_dynamics_destroy(tw_dynamics *d);

/* sets a callback that long steps call every few milliseconds; if it returns a status other than
 * TW_OK, the step ends with that status */
void tw_dynamics_poll(tw_dynamics *d, tw_poll poll);

/* evaluates forces and accelerations at the world's present state, unless they are up to date */
tw_status tw_dynamics_update(tw_dynamics *d);

/* computes poses and velocities of the bodies at the world's present state, but no forces; does
 * nothing if tw_dynamics_update has evaluated that state */
tw_status tw_dynamics_look(tw_dynamics *d);

/* ---- read-outs at the world's present state, evaluated if needed ---------------------------- */

typedef enum tw_split {
    TW_SPLIT_EXTERNAL,
    TW_SPLIT_INERTIAL,
    TW_SPLIT_VELOCITY,
    TW_SPLIT_DEVIATION,
    TW_SPLIT_COUNT
} tw_split;

typedef struct tw_constraint_reading {
    int rows;
    /* [rows] owned by the dynamics, valid until the next reading or evaluation */
    const double *deviation, *rate, *residual;
    /* force of the constraint on its first body, N, world axes; it acts at the body's point of the
     * constraint */
    vec3 force;
    /* torque of the constraint on its first body, about the body's centre of mass, N m, world
     * axes */
    vec3 torque;
    bool met, settled;
} tw_constraint_reading;

/* reads a constraint at the world's present state; if it is disabled: force, torque, deviation and
 * rate are 0; `met` and `settled` tell whether it would be met, and would stay so */
tw_status tw_read_constraint(tw_dynamics *d, const tw_constraint *c,
                             tw_constraint_reading *reading);
/* part: the constraint's force (N, as tw_constraint_reading.force), split by its causes, indexed by
 * tw_split */
tw_status tw_read_split(tw_dynamics *d, const tw_constraint *c, vec3 part[TW_SPLIT_COUNT]);
/* *force (N) and *torque (N m, about the centre of mass) that a force object exerts on its first
 * body, world axes; 0 if it is disabled */
tw_status tw_read_force(tw_dynamics *d, const tw_force *f, vec3 *force, vec3 *torque);
/* *force (N), *torque (N m, about the centre of mass): net values on a body, with gravity,
 * constraints and contacts, world axes; *acceleration, *angular_acceleration: its accelerations */
tw_status tw_read_body(tw_dynamics *d, const tw_body *b, vec3 *force, vec3 *torque,
                       vec3 *acceleration, vec3 *angular_acceleration);
/* *x, *v, *a: position, velocity and acceleration of a point, world axes */
tw_status tw_read_point(tw_dynamics *d, const tw_point *p, vec3 *x, vec3 *v, vec3 *a);

typedef struct tw_energy {
    double kinetic, potential;
} tw_energy;
tw_status tw_read_energy(tw_dynamics *d, const tw_body *one_or_null, tw_energy *e);

typedef struct tw_solve_stats {
    unsigned long evaluations, svd_calls, sparse_solves;
    int rows, rank, islands;
    /* number of islands whose equations the sparse factor solved, and number solved by singular
     * value decomposition, in the last evaluation */
    int sparse_islands, svd_islands;
    /* residual: norm of A lambda + r over all rows. condition: largest over the islands: ratio of
     * the largest singular value of w J M^-1/2 to the smallest one that counts; its square is the
     * condition number of the island's A = w J M^-1 J^T w. For islands whose A is not symmetric:
     * that ratio of A itself */
    double residual, condition;
} tw_solve_stats;
void tw_dynamics_statistics(const tw_dynamics *d, tw_solve_stats *s);

#endif
