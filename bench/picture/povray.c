/*
 * The speed scene for POV-Ray.
 *     bench_picture_povray THOUSANDS > scene.pov
 * THOUSANDS of triangles: 1000, 96, or 0 for its own tori and spheres and cylinders. One mesh of
 * each kind, placed as often as needed; hard shadows of a distant sun, the sky's light as an
 * ambient term. POV-Ray is left-handed: the picture is mirrored by its `right`.
 */
#include "scene.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void put(const double *a) {
    printf("<%.9g,%.9g,%.9g>", a[0], a[1], a[2]);
}

static void put_mesh(const bench_mesh *m, int kind) {
    printf("#declare Kind%d = mesh2 {\nvertex_vectors { %d", kind, m->vertices);
    for (int i = 0; i < m->vertices; i++) {
        printf(",\n");
        put(m->vertex + 3 * i);
    }
    printf("}\nnormal_vectors { %d", m->vertices);
    for (int i = 0; i < m->vertices; i++) {
        printf(",\n");
        put(m->normal + 3 * i);
    }
    printf("}\nface_indices { %d", m->triangles);
    for (int i = 0; i < m->triangles; i++)
        printf(",\n<%d,%d,%d>", m->index[3 * i], m->index[3 * i + 1], m->index[3 * i + 2]);
    printf("}\n}\n");
}

static void put_exact(const bench_solid *o) {
    double h = o->size[1] / 2;
    switch (o->kind) {
    case BENCH_RING: /* about y */
        printf("torus { %.9g, %.9g rotate 90*x", o->size[0], o->size[1]);
        break;
    case BENCH_STUD:
        printf("merge { cylinder { -%.9g*z, %.9g*z, %.9g } sphere { -%.9g*z, %.9g } sphere { "
               "%.9g*z, %.9g }",
               h, h, o->size[0], h, o->size[0], h, o->size[0]);
        break;
    default:
        printf("box { <%.9g,%.9g,%.9g>, <%.9g,%.9g,%.9g>", -o->size[0] / 2, -h, -o->size[2] / 2,
               o->size[0] / 2, h, o->size[2] / 2);
    }
}

static void put_solid(const bench_scene *s, const bench_solid *o) {
    double r[9];
    bench_rotation(o->q, r);
    if (s->triangles)
        printf("object { Kind%d", o->kind);
    else
        put_exact(o);
    printf(" matrix <");
    for (int c = 0; c < 3; c++)
        for (int k = 0; k < 3; k++) printf("%.9g,", r[3 * k + c]);
    printf("%.9g,%.9g,%.9g> pigment { rgb ", o->x[0], o->x[1], o->x[2]);
    put(o->color);
    printf(" } }\n");
}

int main(int n, char **args) {
    bench_scene s;
    if (n < 2 || bench_scene_create(atoi(args[1]), &s)) {
        fprintf(stderr, "usage: bench_picture_povray 1000|96|0 > scene.pov\n");
        return 2;
    }
    const double pi = 3.14159265358979323846;
    printf("#version 3.7;\nglobal_settings { assumed_gamma 1 ambient_light rgb ");
    put(s.sky);
    printf(" }\n#default { finish { ambient 1 diffuse 1 } }\nbackground { rgb ");
    put(s.sky);
    double sun[3], light[3];
    for (int i = 0; i < 3; i++) {
        sun[i] = 1e6 * s.sun[i];
        light[i] = s.irradiance[i] / pi;
    }
    /* the vertical angle: POV-Ray's is horizontal */
    printf(" }\ncamera { location ");
    put(s.eye);
    printf(" sky ");
    put(s.up);
    printf(" right -16/9*x angle %.9g look_at ", 360 / pi * atan(tan(s.fov / 2) * 16 / 9));
    put(s.target);
    printf(" }\nlight_source { ");
    put(sun);
    printf(" rgb ");
    put(light);
    printf(" }\nplane { z, %.9g pigment { rgb ", s.ground);
    put(s.ground_color);
    printf(" } }\n");
    for (int k = 0; k < BENCH_KINDS && s.triangles; k++) put_mesh(&s.mesh[k], k);
    for (int i = 0; i < s.solids; i++) put_solid(&s, &s.solid[i]);
    bench_scene_free(&s);
    return 0;
}
