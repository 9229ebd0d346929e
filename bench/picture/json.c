/*
 * The speed scene as JSON, for renderers that are scripted (cycles.py).
 *     bench_picture_json THOUSANDS > scene.json
 * THOUSANDS of triangles: 1000 or 96. One mesh of each kind, placed as often as needed.
 */
#include "scene.h"

#include <stdio.h>
#include <stdlib.h>

static void put(const char *name, const double *a, int n) {
    printf("\"%s\":[", name);
    for (int i = 0; i < n; i++) printf("%s%.9g", i ? "," : "", a[i]);
    printf("]");
}

static void put_mesh(const bench_mesh *m) {
    printf("{");
    put("vertex", m->vertex, 3 * m->vertices);
    printf(",\"triangle\":[");
    for (int i = 0; i < 3 * m->triangles; i++) printf("%s%d", i ? "," : "", m->index[i]);
    printf("]}");
}

static void put_solid(const bench_solid *o) {
    double r[9];
    bench_rotation(o->q, r);
    printf("{\"kind\":%d,", o->kind);
    put("x", o->x, 3);
    printf(",");
    put("r", r, 9);
    printf(",");
    put("color", o->color, 3);
    printf("}");
}

int main(int n, char **args) {
    bench_scene s;
    if (n < 2 || bench_scene_create(atoi(args[1]), &s) || !s.triangles) {
        fprintf(stderr, "usage: bench_picture_json 1000|96 > scene.json\n");
        return 2;
    }
    printf("{\"mesh\":[");
    for (int k = 0; k < BENCH_KINDS; k++) {
        if (k) printf(",");
        put_mesh(&s.mesh[k]);
    }
    printf("],\n\"solid\":[");
    for (int i = 0; i < s.solids; i++) {
        if (i) printf(",\n");
        put_solid(&s.solid[i]);
    }
    printf("],\n");
    put("eye", s.eye, 3);
    printf(",");
    put("target", s.target, 3);
    printf(",");
    put("up", s.up, 3);
    printf(",");
    put("sun", s.sun, 3);
    printf(",");
    put("irradiance", s.irradiance, 3);
    printf(",");
    put("sky", s.sky, 3);
    printf(",");
    put("ground_color", s.ground_color, 3);
    printf(",\"fov\":%.9g,\"sun_diameter\":%.9g,\"ground\":%.9g}\n", s.fov, s.sun_diameter,
           s.ground);
    bench_scene_free(&s);
    return 0;
}
