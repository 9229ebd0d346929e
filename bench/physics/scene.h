/*
 * The scenes that every engine gets: rods joined end to end by ball joints, at rest, g = 9.81 m/s^2
 * downwards (-z). A rod is a box 0.25 x 0.04 x 0.04 m of 1 kg along its own x axis.
 *
 *     chain N     N rods in a row along x, the first one's end nailed
 *     towers N    N rods in a V, both ends nailed; the legs fall at 30 degrees from the horizontal
 *     net n       n x n points, a rod along each edge of the grid; the grid is horizontal, every
 * other point higher, so that each rod stands at 30 degrees; two corners of one edge nailed; where
 * k rods meet, k - 1 joints netr n      the same motion, redundant: a joint between every two rods
 * that meet islands N   N separate chains of 10 rods
 *
 * Owns the arrays. Plain C that C++ reads, too.
 */
#ifndef BENCH_PHYSICS_SCENE_H
#define BENCH_PHYSICS_SCENE_H

#ifdef __cplusplus
extern "C" {
#endif

#define BENCH_LENGTH 0.25 /* m */
#define BENCH_WIDTH 0.04  /* m */
#define BENCH_GRAVITY 9.81
#define BENCH_MASS 1.0 /* kg */

typedef struct bench_body {
    double x[3];     /* centre of mass, m */
    double q[4];     /* w x y z, body to world */
    double v[3];     /* m/s, world */
    double omega[3]; /* rad/s, world */
} bench_body;

typedef struct bench_joint {
    int a, b;                      /* bodies; b = -1: the world */
    double at[3];                  /* where, at the start, world, m */
    double local_a[3], local_b[3]; /* in the bodies' axes from their centres; b = -1: world */
} bench_joint;

typedef struct bench_scene {
    int bodies, joints;
    bench_body *body;
    bench_joint *joint;
} bench_scene;

/* moment of inertia about the rod's own x, y, z (kg m^2) */
void bench_inertia(double inertia[3]);
void bench_rotate(const double q[4], const double v[3], double out[3]);
void bench_rotate_back(const double q[4], const double v[3], double out[3]);
/* conj(p) q */
void bench_relative(const double p[4], const double q[4], double out[4]);

/* nonzero: no such scene, or no memory */
int bench_scene_create(const char *name, int size, bench_scene *scene);
void bench_scene_free(bench_scene *scene);

/* a tree for engines with joint coordinates, breadth first from the nails: tree_joint[body] is the
 * joint towards its parent, `order` the bodies, parents first; every other joint closes a loop
 * (closing[joint] = 1). Arrays of the caller: [bodies], [bodies], [joints]. */
void bench_scene_tree(const bench_scene *scene, int *tree_joint, int *order, char *closing);
/* the other body of a joint; -1: the world */
int bench_joint_other(const bench_joint *j, int body);

#ifdef __cplusplus
}
#endif
#endif
