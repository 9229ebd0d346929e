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
    double tolerance; /* largest |D| with which a constraint counts as met; 0: 1e-10 */
    /* limit of the number of evaluations of an island's constraints, in the first try and again in
     * each restart, which may be exceeded a little; 0: 12000 */
    int max_iterations;
    /* largest number of tries from poses changed at random, for an island that is not assembled;
     * negative: none; 0: 8 */
    int restarts;
    /* islands with at most this many bodies that had to be assembled, and were, are compared with
     * the animated assembly (compare.c); 0: no island is */
    int compare;
} tw_assembly_options;

/* result of the comparison with the animated assembly from the same poses (compare.c) */
typedef enum tw_branch {
    /* nothing was compared: no comparison was requested, no island is small enough, or none could
     * be assembled */
    TW_BRANCH_UNKNOWN,
    /* the animated assembly ends in the same poses, or in poses into which the model can slide
     * while all constraints hold */
    TW_BRANCH_SAME,
    /* it is not known where the animated assembly ends: constraints become dependent on each other
     * on the way, it takes too long, or Newton's steps from its end fail */
    TW_BRANCH_UNCLEAR,
    TW_BRANCH_OTHER /* the animated assembly ends in poses to which the model did not slide */
} tw_branch;

enum { TW_ASSEMBLY_AWAY = 16 };

typedef struct tw_assembly_report {
    bool assembled; /* is every |D| within the tolerance? */
    /* not assembled, and every island that is not stopped at a local minimum of |w D|^2 (where
     * constraints without a free body always are) */
    bool minimum;
    double deviation; /* the largest |D| of a constraint */
    /* relative gradient |A^T w D| / (|A| |w D|) at the last poses, the largest of islands that are
     * not assembled: 0 at a minimum; 0: all are assembled */
    double gradient;
    /* length of the bodies' path in the mass metric, without changes at random, sqrt(kg) m */
    double movement;
    int iterations;  /* steps tried; of the first stage (flow.c) only those that were made */
    int evaluations; /* number of evaluations of an island's constraints */
    int escapes;  /* number of steps that left a saddle along a direction of negative curvature */
    int restarts; /* number of tries from poses changed at random */
    /* index in the pass of the block of the constraint with the largest |D|; -1: every |D| is 0, or
     * there are no constraints */
    int worst;
    /* set if options.compare > 0: the worst value (the last in tw_branch) over all islands that
     * are small enough and assembled (`same` if they were assembled at the start) */
    tw_branch branch;
    /* largest distance between a body's pose by static assembly and its pose by the animated one:
     * relative to the island's size, or rad */
    double apart;
    /* indices in world.body of bodies that did not slide from the static to their animated poses */
    int away[TW_ASSEMBLY_AWAY];
    /* number of bodies that did not slide to their animated poses; may be larger than the array
     * `away` */
    int away_count;
    /* the following members are set by tw_assemble_world */
    /* length of the change of velocities in the mass metric, sqrt(kg) m/s */
    double velocity_change;
    double rate; /* largest |D'| or |V| of a constraint after the projection */
} tw_assembly_report;

/* Assembles the poses in y [states of dynamics/rhs.h] at time t; momenta in y are not changed, and
 * of the world only the turns that its joints have counted (turns.c). skip [blocks of the pass]:
 * constraints to leave out; NULL: none. options NULL: defaults.
 * Constraints that cannot be met are reported, and are no failure. Fails if an evaluation fails
 * (TW_MEMORY; a constraint that is not finite at the start) */
tw_status tw_assemble_state(tw_dynamics *d, double t, double *y, const bool *skip,
                            const tw_assembly_options *options, tw_assembly_report *report);

/* Assembles the island with this index, as tw_assemble_state does for every island. May also be
 * called alone, after tw_pass_kinematics at t has set the motions of bodies that are not free.
 * Constraints without a free body are not part of the report */
tw_status tw_assemble_island(tw_dynamics *d, double t, double *y, int island, const bool *skip,
                             const tw_assembly_options *options, tw_assembly_report *report);

/* Changes the momenta in y so that D' = 0 (position level) and V = 0 (velocity level) at time t in
 * the poses of y, by least squares where rows contradict each other, by the least change of
 * velocity in the mass metric. *changed: its length, sqrt(kg) m/s; *rest: largest |D'| or |V| that
 * remains. skip as in tw_assemble_state */
tw_status tw_assemble_velocities(tw_dynamics *d, double t, double *y, const bool *skip,
                                 double *changed, double *rest);

/* assembles first the poses, then the velocities of the world at its present time; before
 * velocities are projected, bodies keep their linear and angular velocities */
tw_status tw_assemble_world(tw_dynamics *d, const tw_assembly_options *options,
                            tw_assembly_report *report);

/* Poses when a body is dragged by hand (pull.c): changes poses in up to 16 steps so that the
 * position-level constraint `pull` is met as nearly as possible, while all other constraints of its
 * island are met (|D| up to 1e-9), or at least their largest |D| becomes no larger than it was (by
 * a part of 1e-4 at most); each step is the least movement in the mass metric.
 * Velocities and contacts are ignored. *deviation: largest |D| of the other constraints */
tw_status tw_assemble_pull(tw_dynamics *d, const tw_constraint *pull, double *deviation);
/* *mass: mass, kg, of the body with index `body` and of all free bodies that constraints connect to
 * it */
tw_status tw_assemble_mass(tw_dynamics *d, int body, double *mass);

/* a position-level constraint that is not met at the world's present state */
typedef struct tw_assembly_left {
    tw_constraint *c;
    double deviation; /* |D| */
    /* index of its island: only constraints of equal index interact; -1: it acts on no free body */
    int island;
} tw_assembly_left;

/* lists all position-level constraints that are not met (|D| above `tolerance`): first those
 * without a free body, then island by island; left: must have room for every constraint of the
 * world */
tw_status tw_assembly_rest(tw_dynamics *d, double tolerance, tw_assembly_left *left, int *count);

#endif
