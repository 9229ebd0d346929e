/*
 * The speed scene, for every renderer the same: a stud-link chain of 500 links that hangs as a
 * catenary between two towers on a plain, in the sun.
 *
 * Links are interlocked tori, each turned by a right angle against the next; every second one has a
 * capsule across it. Exact solids, or meshes: 2 x 48 x 20 triangles a torus and 2 x 20 x 4 a
 * capsule make 1,000,000; 2 x 12 x 7 and 2 x 6 x 4 make 96,000 (towers: 12 each, besides). Normals
 * of the mesh's vertices are the solid's own. Metres, z up. Plain C that C++ reads, too.
 */
#ifndef BENCH_PICTURE_SCENE_H
#define BENCH_PICTURE_SCENE_H

#ifdef __cplusplus
extern "C" {
#endif

enum { BENCH_LINKS = 500 };

/* kinds of solids, also the number of their mesh */
enum { BENCH_RING, BENCH_STUD, BENCH_TOWER, BENCH_KINDS };

typedef struct bench_solid {
    int kind;
    /* torus about local z: major and minor radius; capsule along local z: radius, length between
     * the centres of its ends; box: full edges x, y, z */
    double size[3];
    double x[3], q[4]; /* centre; w x y z, local to world */
    double color[3];   /* albedo, linear; Lambert */
} bench_solid;

/* anticlockwise from outside, local axes */
typedef struct bench_mesh {
    int vertices, triangles;
    double *vertex; /* [vertices][3] */
    double *normal; /* [vertices][3] */
    int *index;     /* [triangles][3] */
} bench_mesh;

typedef struct bench_scene {
    int solids;
    bench_solid *solid;
    bench_mesh mesh[BENCH_KINDS];         /* empty in the exact scene */
    long triangles;                       /* of all solids */
    double eye[3], target[3], up[3], fov; /* vertical, radians */
    double sun[3];                        /* toward it, unit */
    double irradiance[3];                 /* of the sun, on a surface that faces it */
    double sun_diameter;                  /* radians, where shadows may be soft */
    double sky[3];                        /* radiance, everywhere the same */
    double ground;                        /* height; the plain has no end */
    double ground_color[3];               /* Lambert */
} bench_scene;

/* thousands of triangles: 1000, 96, or 0 for the exact solids; nonzero: none such, or no memory */
int bench_scene_create(int thousands, bench_scene *scene);
void bench_scene_free(bench_scene *scene);

/* local to world: row-major rotation of q */
void bench_rotation(const double q[4], double r[9]);

#ifdef __cplusplus
}
#endif
#endif
