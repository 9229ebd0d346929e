/*
 * Static assembly: all enabled position-level constraints met at once, without dynamics, at a fixed
 * time.
 *
 * The unknowns are the poses of the free bodies; a step moves x += dx, q <- exp(dtheta) q. With
 * z = M^1/2 (dx, dtheta) and A = w J M^-1/2 a step minimises |A z + w D|^2 + mu |z|^2: for mu -> 0
 * the least movement in the mass metric that meets the linearised constraints, redundant ones
 * included. Movement is least step by step, along the way that the animated assembly would take
 * without inertia; the pose is not the nearest of all.
 */
#ifndef TW_ANALYSIS_ASSEMBLY_ASSEMBLE_H
#define TW_ANALYSIS_ASSEMBLY_ASSEMBLE_H

#include "dynamics/dynamics.h"

typedef struct tw_assembly_options {
    double tolerance;   /* tolerance of |D| for each constraint; 0: 1e-10 */
    int max_iterations; /* evaluations of an island's constraints, about; 0: 12000 */
    int restarts;       /* new tries with shaken poses from a local minimum; < 0: none, 0: 8 */
    int compare;        /* islands up to so many bodies are compared with the animated assembly */
} tw_assembly_options;

/* result of the animated assembly from the same poses (compare.c) */
typedef enum tw_branch {
    TW_BRANCH_UNKNOWN, /* nothing was compared: it was not asked for, no island was small enough, or
                          none was assembled */
    /* the animated assembly leads to the same poses, or the model slides from one to the other */
    TW_BRANCH_SAME,
    /* the animated assembly was not followed to its end: constraints lose their independence, or
     * it takes too long */
    TW_BRANCH_UNCLEAR,
    TW_BRANCH_OTHER /* the animated assembly leads to another assembly of the model */
} tw_branch;

enum { TW_ASSEMBLY_AWAY = 16 };

typedef struct tw_assembly_report {
    bool assembled;   /* every |D| is within the tolerance */
    bool minimum;     /* stopped at a local minimum of |w D|^2 with D != 0 */
    double deviation; /* the largest |D| of a constraint */
    double gradient;  /* |A^T w D| / (|A| |w D|) where it stopped; 0 when D = 0 */
    double movement;  /* length of the way in the mass metric, sqrt(kg) m */
    int iterations;   /* steps tried */
    int evaluations;  /* evaluations of the constraints */
    int escapes;      /* steps that left a saddle along its negative curvature */
    int restarts;     /* tries with shaken poses that were needed or made */
    int worst;        /* index of the constraint with the largest |D|; -1: none */
    /* set when asked for; the worst of all islands */
    tw_branch branch;
    double apart; /* distance of the two poses, relative to the island's size, or rad */
    int away[TW_ASSEMBLY_AWAY]; /* bodies that cannot slide to their animated poses */
    int away_count;             /* number of bodies; may be more than the room above */
    /* set by tw_assemble_world */
    double velocity_change; /* length of the change of velocities, sqrt(kg) m/s */
    double rate;            /* the largest |D'| or |V| that is left */
} tw_assembly_report;

/* poses of y [states of dynamics/rhs.h] are changed, momenta are not; the world is not touched.
 * skip: [constraints of the world in force, as pass.block counts them] left out; NULL: none.
 * options NULL: defaults. Not to be assembled is no failure: the report says it; failures are
 * those of an evaluation (TW_MEMORY, a constraint that is not finite at the start) */
tw_status tw_assemble_state(tw_dynamics *d, double t, double *y, const bool *skip,
                            const tw_assembly_options *options, tw_assembly_report *report);

/* assembles one island; the pass has been shown t by tw_assemble_state, so that it knows the bodies
 * that do not move freely. Constraints that hold no free body are not judged */
tw_status tw_assemble_island(tw_dynamics *d, double t, double *y, int island, const bool *skip,
                             const tw_assembly_options *options, tw_assembly_report *report);

/* the momenta in y changed so that D' = 0 (position level) and V = 0 (velocity level) at t in the
 * poses of y: the least change of velocity in the mass metric. changed: its length,
 * sqrt(kg) m/s; rest: the largest |D'| or |V| of a constraint that is left */
tw_status tw_assemble_velocities(tw_dynamics *d, double t, double *y, const bool *skip,
                                 double *changed, double *rest);

/* both, for the present state of the world at its time; linear and angular velocities are kept
 * before they are projected */
tw_status tw_assemble_world(tw_dynamics *d, const tw_assembly_options *options,
                            tw_assembly_report *report);

/* Poses of the world pulled by hand (pull.c): the position-level constraint `pull` comes as near to
 * being met as a move allows under which all others of its island hold, or are no worse than they
 * were; least movement in the mass metric, step by step. Velocities and contacts are not looked
 * at. deviation: the largest |D| of the others */
tw_status tw_assemble_pull(tw_dynamics *d, const tw_constraint *pull, double *deviation);
/* mass of the body, by its index, and of all free ones that constraints hold together with it, kg
 */
tw_status tw_assemble_mass(tw_dynamics *d, int body, double *mass);

/* a constraint that does not hold at the world's present state */
typedef struct tw_assembly_left {
    tw_constraint *c;
    double deviation; /* |D| */
    int island;       /* constraints of one island depend on each other; -1: holds no free body */
} tw_assembly_left;

/* all of them, island by island; left: room for every constraint of the world */
tw_status tw_assembly_rest(tw_dynamics *d, double tolerance, tw_assembly_left *left, int *count);

#endif
