/*
 * The scenes that every engine gets: things of 1000 kg/m^3 that touch, mu = 0.5, no restitution,
 * g = 9.81 m/s^2 downwards (-z).
 *
 * - wall N: bricks 0.4 x 0.2 x 0.2 m in rows of 20, every other row a quarter of a brick aside,
 *   20 mm between the bricks of a row; they stand on each other from the start.
 * - pile N: spheres, boxes, capsules and cylinders by turns, some 0.2 m large, let fall from a grid
 * of 8 layers into a pen.
 * - heap N: the same of spheres and boxes alone.
 *
 * Floor and pen are fixed boxes. The grid grows in width alone, so that heaps of any N are equally
 * deep. Bodies stand before the fixed boxes in the list. Plain C that C++ reads, too.
 */
#ifndef BENCH_CONTACT_SCENE_H
#define BENCH_CONTACT_SCENE_H

#ifdef __cplusplus
extern "C" {
#endif

#define BENCH_GRAVITY 9.81
#define BENCH_DENSITY 1000.0 /* kg/m^3 */
#define BENCH_FRICTION 0.5

typedef enum bench_shape { BENCH_SPHERE, BENCH_BOX, BENCH_CAPSULE, BENCH_CYLINDER } bench_shape;

typedef struct bench_body {
    bench_shape shape;
    double size[3]; /* m: radius; full edges; radius and length between the centres; radius and
                       height. Axes along z */
    int fixed;
    double mass, inertia[3]; /* kg, kg m^2 about x, y, z of the body; also of fixed ones */
    double x[3], q[4];       /* centre, m; w x y z, body to world */
    double v[3], omega[3];   /* world, m/s and rad/s */
} bench_body;

typedef struct bench_scene {
    int bodies, moving; /* of them; they are the first */
    bench_body *body;
} bench_scene;

/* nonzero: no such scene, or no memory */
int bench_scene_create(const char *name, int size, bench_scene *scene);
void bench_scene_free(bench_scene *scene);

#ifdef __cplusplus
}
#endif
#endif
