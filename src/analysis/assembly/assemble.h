/*
 * Static assembly: finds poses in which all enabled position-level constraints are met, without
 * dynamics, at a fixed time.
 *
 * The unknowns are the poses of the free bodies; a step moves x += dx, q <- exp(dtheta) q. With z =
 * M^1/2 (dx, dtheta) and A = w J M^-1/2 a step minimises |A z + w D|^2 + mu |z|^2: for mu -> 0 the
 * least movement in the mass metric that meets the linearised constraints, redundant ones included.
 * Movement is least for each step, along the path that the animated assembly would take without
 * inertia; the final pose is not the nearest of all.
 */
#ifndef TW_ANALYSIS_ASSEMBLY_ASSEMBLE_H
#define TW_ANALYSIS_ASSEMBLY_ASSEMBLE_H

#include "dynamics/dynamics.h"

typedef struct tw_assembly_options {
    double tolerance; /* bound on |D| of each constraint; 0: 1e-10 */
    /* limit, roughly kept, of evaluations of an island's constraints; 0: 12000 */
    int max_iterations;
    int restarts; /* most tries from shaken poses after a local minimum; < 0: none, 0: 8 */
    int compare;  /* islands with at most so many bodies are compared with the animated assembly */
} tw_assembly_options;

/* comparison with the animated assembly from the same poses (compare.c) */
typedef enum tw_branch {
    TW_BRANCH_UNKNOWN, /* nothing was compared: not requested, no island small enough, or none could
                          be assembled */
    /* the animated assembly ends in the same poses, or in poses into which the model can slide
     * while all constraints hold */
    TW_BRANCH_SAME,
    /* the animated assembly was not followed to its end: constraints become dependent on each
     * other, or it takes too long */
    TW_BRANCH_UNCLEAR,
    TW_BRANCH_OTHER /* the animated assembly ends in another branch */
} tw_branch;

enum { TW_ASSEMBLY_AWAY = 16 };

typedef struct tw_assembly_report {
    bool assembled;   /* every |D| is within the tolerance */
    bool minimum;     /* an island stopped at a local minimum of |w D|^2 with D != 0 */
    double deviation; /* the largest |D| of a constraint */
    double gradient;  /* |A^T w D| / (|A| |w D|) at the last poses: 0 at a minimum, and if D = 0 */
    double movement;  /* length of the path of all bodies in the mass metric, sqrt(kg) m */
    int iterations;   /* steps tried */
    int evaluations;  /* evaluations of the constraints */
    int escapes;      /* number of steps off a saddle, along a direction of negative curvature */
    int restarts;     /* number of tries from shaken poses */
    int worst;        /* index of the constraint with the largest |D|; -1: none */
    /* set if options.compare > 0; the worst of all islands */
    tw_branch branch;
    double apart; /* distance of static and animated poses, relative to the island's size, or rad */
    int away[TW_ASSEMBLY_AWAY]; /* indices of bodies that cannot slide to their animated poses */
    int away_count;             /* number of such bodies, which may exceed the array */
    /* set by tw_assemble_world */
    double velocity_change; /* length of the velocities' change in the mass metric, sqrt(kg) m/s */
    double rate;            /* the largest |D'| or |V| after the projection */
} tw_assembly_report;

/* assembles the poses in y [states of dynamics/rhs.h] at time t; momenta and the world stay. skip
 * [blocks of the pass]: constraints to leave out; NULL: none. options NULL: defaults. Constraints
 * that cannot be met are no failure, see the report; failures are those of an evaluation
 * (TW_MEMORY, a constraint that is not finite at the start) */
tw_status tw_assemble_state(tw_dynamics *d, double t, double *y, const bool *skip,
                            const tw_assembly_options *options, tw_assembly_report *report);

/* assembles one island, by its index, as part of tw_assemble_state or after tw_pass_kinematics at
 * t, which sets the bodies that do not move freely. Constraints without a free body are not judged
 */
tw_status tw_assemble_island(tw_dynamics *d, double t, double *y, int island, const bool *skip,
                             const tw_assembly_options *options, tw_assembly_report *report);

/* changes the momenta in y so that D' = 0 (position level) and V = 0 (velocity level) at t in the
 * poses of y: the least change of velocity in the mass metric. *changed: its length, sqrt(kg) m/s;
 * *rest: the largest |D'| or |V| that remains. skip as in tw_assemble_state */
tw_status tw_assemble_velocities(tw_dynamics *d, double t, double *y, const bool *skip,
                                 double *changed, double *rest);

/* assembles poses, then velocities, of the world at its present time; the linear and angular
 * velocities from before are those that are projected */
tw_status tw_assemble_world(tw_dynamics *d, const tw_assembly_options *options,
                            tw_assembly_report *report);

/* Poses of the world when a body is dragged by hand (pull.c): brings the position-level constraint
 * `pull` as near to being met as possible while all others of its island hold, or get no worse than
 * they were; least movement in the mass metric for each step. Velocities and contacts are ignored.
 * *deviation: the largest |D| of the other constraints */
tw_status tw_assemble_pull(tw_dynamics *d, const tw_constraint *pull, double *deviation);
/* *mass: of the body with index `body` and all free bodies connected to it by constraints, kg */
tw_status tw_assemble_mass(tw_dynamics *d, int body, double *mass);

/* a constraint that does not hold at the world's present state */
typedef struct tw_assembly_left {
    tw_constraint *c;
    double deviation; /* |D| */
    /* number of its island: only constraints with equal numbers interact; -1: holds no free body */
    int island;
} tw_assembly_left;

/* lists all such constraints, island by island; left: has room for every constraint of the world */
tw_status tw_assembly_rest(tw_dynamics *d, double tolerance, tw_assembly_left *left, int *count);

#endif
