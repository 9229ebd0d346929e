/*
 * The speed scene by Tauwerk.
 *     bench_picture_tauwerk THOUSANDS QUALITY RUNS [WIDTH HEIGHT [FILE]]
 * THOUSANDS of triangles: 1000, 96, or 0 for the exact solids; QUALITY: draft, draft16, normal,
 * fine, final. A line a run: CPU and wall milliseconds of one picture, from the frame to its bytes;
 * all processors, or as many as the variable BENCH_THREADS says. FILE: PNG, or where its name ends
 * in .rgba the bytes alone.
 */
#include "scene.h"

#include "base/math/vec.h"
#include "io/picture/image.h"
#include "picture/picture.h"
#include "shape/mesh/mesh.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static void must(tw_status s) {
    if (s == TW_OK) return;
    fprintf(stderr, "%s\n", tw_failure());
    exit(1);
}

static tw_rgb rgb(const double *c) {
    return (tw_rgb){c[0], c[1], c[2]};
}

static tw_material lambert(const double *c) {
    return (tw_material){
        .model = TW_SURFACE_LAMBERT, .color = rgb(c), .roughness = 1, .opacity = 1};
}

static tw_mesh *mesh_of(const bench_mesh *b) {
    tw_mesh_data d = {.vertex_count = (size_t)b->vertices, .triangle_count = (size_t)b->triangles};
    d.vertex = malloc(3 * d.vertex_count * sizeof *d.vertex);
    d.triangle = malloc(3 * d.triangle_count * sizeof *d.triangle);
    if (!d.vertex || !d.triangle) exit(1);
    memcpy(d.vertex, b->vertex, 3 * d.vertex_count * sizeof *d.vertex);
    for (size_t i = 0; i < 3 * d.triangle_count; i++) d.triangle[i] = b->index[i];
    tw_mesh *mesh;
    must(tw_mesh_create(&d, &mesh));
    return mesh;
}

static tw_shape exact(const bench_solid *o) {
    static const tw_shape_type types[] = {TW_SHAPE_TORUS, TW_SHAPE_CAPSULE, TW_SHAPE_BOX};
    return (tw_shape){.type = types[o->kind], .p = {o->size[0], o->size[1], o->size[2]}};
}

static void frame_of(const bench_scene *s, tw_frame *f) {
    tw_mesh *mesh[BENCH_KINDS] = {0};
    memset(f, 0, sizeof *f);
    f->number = f->pose_count = 1;
    f->item = calloc((size_t)s->solids, sizeof *f->item);
    f->pose = calloc((size_t)s->solids, sizeof *f->pose);
    f->light = calloc(2, sizeof *f->light);
    if (!f->item || !f->pose || !f->light) exit(1);
    f->item_count = (size_t)s->solids;
    for (int i = 0; i < s->solids; i++) {
        const bench_solid *o = &s->solid[i];
        tw_shape shape = exact(o);
        if (s->triangles) {
            if (!mesh[o->kind]) mesh[o->kind] = mesh_of(&s->mesh[o->kind]);
            shape = (tw_shape){TW_SHAPE_MESH, {1}, tw_mesh_retain(mesh[o->kind])};
        }
        f->item[i] = (tw_frame_item){.shape = shape,
                                     .first_pose = (size_t)i,
                                     .material = lambert(o->color),
                                     .tag = (uint32_t)i + 1};
        f->pose[i] = (tw_pose){v3_load(o->x), {o->q[0], o->q[1], o->q[2], o->q[3]}};
    }
    for (int i = 0; i < BENCH_KINDS; i++) tw_mesh_release(mesh[i]);
    f->light_count = 2;
    f->light[0] = (tw_frame_light){.kind = TW_LIGHT_SUN,
                                   .to = v3_load(s->sun),
                                   .irradiance = rgb(s->irradiance),
                                   .angular_diameter = s->sun_diameter};
    f->light[1] = (tw_frame_light){
        .kind = TW_LIGHT_SKY, .top = rgb(s->sky), .horizon = rgb(s->sky), .bottom = rgb(s->sky)};
    f->has_ground = true;
    f->ground_height = s->ground;
    f->ground = lambert(s->ground_color);
    f->camera = (tw_camera){.eye = v3_load(s->eye),
                            .target = v3_load(s->target),
                            .up = v3_load(s->up),
                            .fov = s->fov,
                            .has_eye = true,
                            .has_target = true,
                            .has_fov = true};
}

static int quality_of(const char *name, tw_picture_options *o) {
    static const char *const names[] = {"draft", "normal", "fine", "final"};
    o->samples = strcmp(name, "draft16") ? 0 : 16;
    if (o->samples) name = "draft";
    static const tw_quality qualities[] = {TW_QUALITY_DRAFT, TW_QUALITY_NORMAL, TW_QUALITY_FINE,
                                           TW_QUALITY_FINAL};
    for (int i = 0; i < 4; i++)
        if (!strcmp(name, names[i])) {
            o->quality = qualities[i];
            return 0;
        }
    return 1;
}

static void save(const char *path, const tw_image *image) {
    size_t length = strlen(path), bytes = 4 * (size_t)image->width * (size_t)image->height;
    if (length < 5 || strcmp(path + length - 5, ".rgba") != 0) {
        must(tw_png_write(path, image->width, image->height, image->srgb, false));
        return;
    }
    FILE *f = fopen(path, "wb");
    if (!f || fwrite(image->srgb, 1, bytes, f) != bytes || fclose(f)) {
        fprintf(stderr, "cannot write %s\n", path);
        exit(1);
    }
}

int main(int n, char **args) {
    bench_scene scene;
    tw_picture_options o = {.width = n > 5 ? atoi(args[4]) : 1920,
                            .height = n > 5 ? atoi(args[5]) : 1080};
    if (n < 4 || bench_scene_create(atoi(args[1]), &scene) || quality_of(args[2], &o)) {
        fprintf(stderr,
                "usage: bench_picture_tauwerk 1000|96|0 draft|draft16|normal|fine|final RUNS "
                "[WIDTH HEIGHT [FILE.png|FILE.rgba]]\n");
        return 2;
    }
    tw_frame frame;
    tw_team *team;
    tw_image image;
    const char *threads = getenv("BENCH_THREADS");
    frame_of(&scene, &frame);
    must(tw_team_create(threads ? atoi(threads) : tw_processors(), &team));
    must(tw_image_create(o.width, o.height, &image));
    for (int i = 0; i < atoi(args[3]); i++) {
        double cpu = now(CLOCK_PROCESS_CPUTIME_ID), wall = now(CLOCK_MONOTONIC);
        must(tw_picture_draw(&frame, &o, team, &image));
        cpu = now(CLOCK_PROCESS_CPUTIME_ID) - cpu;
        printf("%.1f %.1f\n", cpu, now(CLOCK_MONOTONIC) - wall);
        fflush(stdout);
    }
    if (n > 6) save(args[6], &image);
    tw_image_free(&image);
    tw_team_destroy(team);
    tw_frame_free(&frame);
    free(frame.item);
    free(frame.pose);
    free(frame.light);
    bench_scene_free(&scene);
    return 0;
}
