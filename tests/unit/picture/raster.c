/*
 * The rasteriser against exact tests of single samples: what lies in a triangle is covered and
 * nothing else, fans cover every sample once, the nearer wins, what crosses the eye's plane is cut,
 * odd triangles do no harm; shadow maps against rays; drafts against the other qualities; and the
 * bytes do not depend on threads or lanes.
 */
#include "picture/draft/raster.h"
#include "base/hash.h"
#include "base/math/elementary.h"
#include "shape/mesh/mesh.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "../../support/drawing.h"
#include "../../support/solids.h"

enum { WIDTH = 200, HEIGHT = 120, SIDE = TW_RASTER_TILE };

static uint32_t chance_state = 1;

static int chance(int n) { /* 0 .. n - 1 */
    chance_state = chance_state * 1664525u + 1013904223u;
    return (int)((chance_state >> 8) % (uint32_t)n);
}

/* ---- triangles on the grid ------------------------------------------------------------------ */

/* a view that shows triangles given in pixels: x right, y down, z toward the viewer */
typedef struct flat {
    tw_mesh mesh;
    tw_solid solid;
    tw_view view;
    tw_instances meshes;
    tw_raster raster;
    float corner[64][3][3];
} flat;

static void flat_begin(flat *f, int triangles, int samples) {
    memset(&f->mesh, 0, sizeof f->mesh);
    memset(&f->solid, 0, sizeof f->solid);
    memset(&f->view, 0, sizeof f->view);
    f->mesh.triangle_count = (size_t)triangles;
    f->mesh.corner = f->corner[0][0];
    f->solid.mesh = &f->mesh;
    f->solid.p[0] = f->solid.r[0] = f->solid.r[4] = f->solid.r[8] = 1;
    f->solid.radius = 1e30f;
    f->solid.paint.opacity = 1;
    f->view.solid = &f->solid;
    f->view.solid_count = 1;
    tw_projection p = {.x = {1},
                       .y = {0, 1},
                       .w = {0, 0, 0, 1},
                       .q = {0, 0, 1},
                       .parallel = true,
                       .far = INFINITY};
    p.near = 0.5;
    p.width = WIDTH;
    p.height = HEIGHT;
    p.samples = samples;
    assert_int_equal(tw_instances_make(&f->view, &f->meshes), TW_OK);
    assert_int_equal(tw_raster_make(&f->view, &f->meshes, &p, NULL, &f->raster), TW_OK);
}

static void flat_end(flat *f) {
    tw_raster_free(&f->raster);
    tw_instances_free(&f->meshes);
}

/* in steps of the grid; sides that the rasteriser shows turn this way */
static void set_triangle(float c[3][3], const int64_t x[3], const int64_t y[3], float z) {
    int64_t area = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0]);
    for (int k = 0; k < 3; k++) {
        int from = area > 0 ? 2 - k : k;
        c[k][0] = (float)x[from] / TW_RASTER_SUB;
        c[k][1] = (float)y[from] / TW_RASTER_SUB;
        c[k][2] = z;
    }
}

/* where sample i of a pixel lies, steps of the grid */
static void place_of(int px, int py, int i, int samples, int64_t *x, int64_t *y) {
    *x = px * TW_RASTER_SUB + (samples == 1 ? 128 : tw_sample_x[i] * 16 + 8);
    *y = py * TW_RASTER_SUB + (samples == 1 ? 128 : tw_sample_y[i] * 16 + 8);
}

/* 1 inside, 0 on a side or corner, -1 outside; 2 for what has no area */
static int side_of(const int64_t x[3], const int64_t y[3], int64_t px, int64_t py) {
    int least = 1, most = -1;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3;
        int64_t e = (x[j] - x[i]) * (py - y[i]) - (y[j] - y[i]) * (px - x[i]);
        int sign = e > 0 ? 1 : e < 0 ? -1 : 0;
        least = sign < least ? sign : least;
        most = sign > most ? sign : most;
    }
    if (least == 0 && most == 0) return 2;
    if (least >= 0) return least;
    return most <= 0 ? -most : -1;
}

/* q and item of all samples: [HEIGHT][WIDTH][samples] */
typedef struct seen {
    float q[HEIGHT][WIDTH][16];
    int32_t item[HEIGHT][WIDTH][16], part[HEIGHT][WIDTH][16];
} seen;

static void look_once(const tw_raster *r, int tile, int px, int py, seen *s) {
    static tw_sight sight;
    static int ready = -1;
    if (px % SIDE == 0 && py % SIDE == 0) ready = -1;
    if (ready != tile) {
        for (int i = 0; i < SIDE * TW_RASTER_ROW; i++) {
            sight.q[i / TW_RASTER_ROW][i % TW_RASTER_ROW] = -1e30f;
            sight.item[i / TW_RASTER_ROW][i % TW_RASTER_ROW] = TW_ITEM_NONE;
        }
        tw_raster_sight(r, tile, &sight);
        ready = tile;
    }
    s->q[py][px][0] = sight.q[py % SIDE][px % SIDE];
    s->item[py][px][0] = sight.item[py % SIDE][px % SIDE];
    s->part[py][px][0] = sight.part[py % SIDE][px % SIDE];
}

static void look(const tw_raster *r, seen *s) {
    static tw_sights sights;
    for (int tile = 0; tile < r->columns * r->rows; tile++) {
        int x0 = tile % r->columns * SIDE, y0 = tile / r->columns * SIDE;
        memset(sights.touched, 0, sizeof sights.touched);
        memset(sights.ground, 0, sizeof sights.ground);
        if (r->projection.samples == 16) tw_raster_sights(r, tile, &sights);
        for (int y = y0; y < y0 + SIDE && y < HEIGHT; y++)
            for (int x = x0; x < x0 + SIDE && x < WIDTH; x++) {
                if (r->projection.samples == 1) {
                    look_once(r, tile, x, y, s);
                    continue;
                }
                int at = (y - y0) * SIDE + x - x0;
                if (!sights.touched[at]) tw_sights_touch(&sights, at);
                memcpy(s->q[y][x], sights.q[at], sizeof s->q[y][x]);
                memcpy(s->item[y][x], sights.item[at], sizeof s->item[y][x]);
                memcpy(s->part[y][x], sights.part[at], sizeof s->part[y][x]);
            }
    }
}

static seen scratch;
static flat stage;

static void random_corners(int64_t x[3], int64_t y[3]) {
    static const int sizes[] = {40, 200, 600, 5000, 15000, 40000, 400000};
    int size = sizes[chance(7)], half = chance(3) ? 1 : 128; /* often on the samples' own lines */
    int cx = chance(WIDTH * TW_RASTER_SUB), cy = chance(HEIGHT * TW_RASTER_SUB);
    for (int k = 0; k < 3; k++) {
        x[k] = (cx + chance(size) - size / 2) / half * half;
        y[k] = (cy + chance(size) - size / 2) / half * half;
    }
}

static void coverage(void **state) {
    (void)state;
    for (int run = 0; run < 240; run++) {
        int samples = run % 2 ? 16 : 1;
        int64_t x[3], y[3];
        random_corners(x, y);
        set_triangle(stage.corner[0], x, y, 1);
        flat_begin(&stage, 1, samples);
        look(&stage.raster, &scratch);
        for (int py = 0; py < HEIGHT; py++)
            for (int px = 0; px < WIDTH; px++)
                for (int i = 0; i < samples; i++) {
                    int64_t sx, sy;
                    place_of(px, py, i, samples, &sx, &sy);
                    int side = side_of(x, y, sx, sy);
                    bool hit = scratch.item[py][px][i] == 0;
                    if ((side == 1 && !hit) || ((side == -1 || side == 2) && hit))
                        fail_msg("run %d, pixel %d, %d, sample %d: side %d, %s", run, px, py, i,
                                 side, hit ? "hit" : "missed");
                }
        flat_end(&stage);
    }
}

/* the triangles between a centre and a convex ring: every sample within belongs to one of them */
static void fans(void **state) {
    (void)state;
    enum { MOST = 12 };
    for (int run = 0; run < 60; run++) {
        int samples = run % 2 ? 16 : 1, n = 3 + chance(MOST - 2), step = chance(2) ? 128 : 8;
        int radius = 300 + chance(12000);
        int64_t cx = chance(WIDTH) * TW_RASTER_SUB + 128, cy = chance(HEIGHT) * TW_RASTER_SUB + 128;
        int64_t rx[MOST], ry[MOST];
        static uint8_t count[HEIGHT][WIDTH][16], strict[HEIGHT][WIDTH][16];
        memset(count, 0, sizeof count);
        memset(strict, 0, sizeof strict);
        for (int i = 0; i < n; i++) {
            double a = 6.283185307179586 * (i + 0.3) / n;
            rx[i] = cx + (int64_t)(radius * tw_cos(a)) / step * step;
            ry[i] = cy + (int64_t)(radius * tw_sin(a)) / step * step;
        }
        for (int t = 0; t < n; t++) {
            int64_t x[3] = {cx, rx[t], rx[(t + 1) % n]}, y[3] = {cy, ry[t], ry[(t + 1) % n]};
            set_triangle(stage.corner[0], x, y, 1);
            flat_begin(&stage, 1, samples);
            look(&stage.raster, &scratch);
            for (int py = 0; py < HEIGHT; py++)
                for (int px = 0; px < WIDTH; px++)
                    for (int i = 0; i < samples; i++) {
                        int64_t sx, sy;
                        place_of(px, py, i, samples, &sx, &sy);
                        if (scratch.item[py][px][i] == 0) count[py][px][i]++;
                        int side = side_of(x, y, sx, sy);
                        int64_t e = (x[2] - x[1]) * (sy - y[1]) - (y[2] - y[1]) * (sx - x[1]);
                        /* in it, or on a side that it shares */
                        strict[py][px][i] |= side == 1 || (side == 0 && e != 0);
                    }
            flat_end(&stage);
        }
        for (int py = 0; py < HEIGHT; py++)
            for (int px = 0; px < WIDTH; px++)
                for (int i = 0; i < samples; i++) {
                    if (count[py][px][i] > 1) fail_msg("run %d: twice at %d, %d", run, px, py);
                    if (strict[py][px][i] && count[py][px][i] != 1)
                        fail_msg("run %d: a hole at %d, %d", run, px, py);
                }
    }
}

/* heights of random leaning triangles: of each sample the highest that covers it */
static void depth(void **state) {
    (void)state;
    enum { MANY = 40 };
    static int64_t x[MANY][3], y[MANY][3];
    for (int run = 0; run < 10; run++) {
        int samples = run % 2 ? 16 : 1;
        for (int t = 0; t < MANY; t++) {
            int64_t area = 0;
            while (llabs(area) < 200000) {
                random_corners(x[t], y[t]);
                area = (x[t][1] - x[t][0]) * (y[t][2] - y[t][0]) -
                       (x[t][2] - x[t][0]) * (y[t][1] - y[t][0]);
            }
            set_triangle(stage.corner[t], x[t], y[t], 0);
            for (int k = 0; k < 3; k++) stage.corner[t][k][2] = (float)chance(1000);
        }
        flat_begin(&stage, MANY, samples);
        look(&stage.raster, &scratch);
        for (int py = 0; py < HEIGHT; py++)
            for (int px = 0; px < WIDTH; px++)
                for (int i = 0; i < samples; i++) {
                    int64_t sx, sy;
                    double best = 0;
                    place_of(px, py, i, samples, &sx, &sy);
                    for (int t = 0; t < MANY; t++) {
                        if (side_of(x[t], y[t], sx, sy) != 1) continue;
                        double c[3][3], u = (double)sx / TW_RASTER_SUB,
                                        v = (double)sy / TW_RASTER_SUB;
                        for (int k = 0; k < 9; k++)
                            c[k / 3][k % 3] = (double)stage.corner[t][k / 3][k % 3];
                        double x1 = c[1][0] - c[0][0], y1 = c[1][1] - c[0][1];
                        double x2 = c[2][0] - c[0][0], y2 = c[2][1] - c[0][1];
                        double a = ((u - c[0][0]) * y2 - (v - c[0][1]) * x2) / (x1 * y2 - x2 * y1);
                        double b = ((v - c[0][1]) * x1 - (u - c[0][0]) * y1) / (x1 * y2 - x2 * y1);
                        double q = c[0][2] + a * (c[1][2] - c[0][2]) + b * (c[2][2] - c[0][2]);
                        best = fmax(best, q);
                    }
                    double got = fmax((double)scratch.q[py][px][i], 0);
                    /* on sides the sample may be either's */
                    if (got < best - 0.01) fail_msg("%d, %d: %g, not %g", px, py, got, best);
                }
        flat_end(&stage);
    }
}

/* nothing that is finite does harm, and no height comes out that no corner has */
static void odd_triangles(void **state) {
    (void)state;
    static const float sizes[] = {0, 1e-30f, 1e-6f, 1e-3f, 1, 100, 5000, 1e5f, 1e9f, 1e20f, 3e38f};
    for (int run = 0; run < 400; run++) {
        int n = 1 + chance(60);
        for (int t = 0; t < n; t++)
            for (int k = 0; k < 3; k++)
                for (int i = 0; i < 3; i++) {
                    float size = sizes[chance(i == 2 ? 7 : 11)];
                    stage.corner[t][k][i] = size * (float)(chance(2001) - 1000) / 1000;
                    if (k && !chance(5)) stage.corner[t][k][i] = stage.corner[t][0][i];
                }
        flat_begin(&stage, n, run % 2 ? 16 : 1);
        look(&stage.raster, &scratch);
        for (int py = 0; py < HEIGHT; py++)
            for (int px = 0; px < WIDTH; px++) {
                float q = scratch.q[py][px][0];
                int32_t item = scratch.item[py][px][0], part = scratch.part[py][px][0];
                if (item != 0) continue;
                assert_in_range(part, 0, n - 1);
                assert_true(q >= -5001 && q <= 5001);
            }
        flat_end(&stage);
    }
}

/* ---- pictures ------------------------------------------------------------------------------- */

static void scene_begin(scene *s, vec3 eye, vec3 target, double fov) {
    scene_clear(s);
    s->f.light_count = 2;
    s->f.camera = (tw_camera){.eye = eye,
                              .target = target,
                              .up = {0, 0, 1},
                              .fov = fov,
                              .has_eye = true,
                              .has_target = true,
                              .has_fov = true};
    s->light[0] = (tw_frame_light){.kind = TW_LIGHT_SUN,
                                   .to = v3_normalized(v3(0.4, -0.5, 0.8)),
                                   .irradiance = {3, 3, 3},
                                   .angular_diameter = 0.01};
    tw_rgb c = {0.3, 0.4, 0.5};
    s->light[1] = (tw_frame_light){.kind = TW_LIGHT_SKY, .top = c, .horizon = c, .bottom = c};
}

static tw_shape of_mesh(const tw_mesh *m, double scale) {
    return (tw_shape){.type = TW_SHAPE_MESH, .p = {scale, 0, 0}, .mesh = m};
}

static tw_mesh *mesh_of(tw_mesh_data *d) {
    tw_mesh *mesh;
    if (tw_mesh_create(d, &mesh) != TW_OK) fail_msg("%s", tw_failure());
    return mesh;
}

static tw_mesh_data room_for(size_t vertices, size_t triangles) {
    tw_mesh_data d = {.vertex = malloc(3 * vertices * sizeof *d.vertex),
                      .vertex_count = vertices,
                      .triangle = malloc(3 * triangles * sizeof *d.triangle),
                      .triangle_count = triangles};
    assert_true(d.vertex && d.triangle);
    return d;
}

static tw_mesh *box(double x, double y, double z) {
    static const int32_t faces[12][3] = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6},
                                         {0, 1, 4}, {1, 5, 4}, {2, 6, 3}, {3, 6, 7},
                                         {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
    tw_mesh_data d = room_for(8, 12);
    for (int i = 0; i < 8; i++) {
        d.vertex[3 * i] = (i & 1 ? 0.5 : -0.5) * x;
        d.vertex[3 * i + 1] = (i & 2 ? 0.5 : -0.5) * y;
        d.vertex[3 * i + 2] = (i & 4 ? 0.5 : -0.5) * z;
    }
    memcpy(d.triangle, faces, sizeof faces);
    return mesh_of(&d);
}

static tw_mesh *ball(int n, int m) { /* unit radius */
    size_t vertices = (size_t)(n * (m - 1) + 2), at = 0;
    tw_mesh_data d = room_for(vertices, (size_t)(2 * n * (m - 1)));
    for (int j = 1; j < m; j++)
        for (int i = 0; i < n; i++) {
            double a = 6.283185307179586 * i / n, b = 3.141592653589793 * j / m;
            double *v = d.vertex + 3 * ((j - 1) * n + i);
            v[0] = tw_sin(b) * tw_cos(a);
            v[1] = tw_sin(b) * tw_sin(a);
            v[2] = tw_cos(b);
        }
    int32_t top = n * (m - 1), bottom = top + 1;
    for (int k = 0; k < 3; k++) d.vertex[3 * top + k] = d.vertex[3 * bottom + k] = 0;
    d.vertex[3 * top + 2] = 1;
    d.vertex[3 * bottom + 2] = -1;
    for (int i = 0; i < n; i++) {
        int32_t k = (i + 1) % n, last = (m - 2) * n;
        int32_t caps[6] = {top, i, k, bottom, last + k, last + i};
        memcpy(d.triangle + 3 * at, caps, sizeof caps);
        at += 2;
        for (int j = 0; j < m - 2; j++) {
            int32_t a = j * n + i, b = j * n + k, quad[6] = {a, a + n, b, b, a + n, b + n};
            memcpy(d.triangle + 3 * at, quad, sizeof quad);
            at += 2;
        }
    }
    return mesh_of(&d);
}

static tw_image draw(const scene *s, tw_quality quality, int samples, bool alpha, int threads,
                     int width, int height) {
    tw_picture_options o = {
        .width = width, .height = height, .quality = quality, .alpha = alpha, .samples = samples};
    return draw_frame(&s->f, o, threads);
}

/* the mean difference of a channel, and how many pixels differ by more than `much` */
static double differ(const tw_image *a, const tw_image *b, int channel, double much, int *many) {
    double sum = 0;
    size_t n = (size_t)a->width * (size_t)a->height;
    *many = 0;
    for (size_t i = 0; i < n; i++) {
        size_t at = 4 * i + (size_t)channel;
        double d = fabs((double)a->linear[at] - (double)b->linear[at]);
        sum += d;
        *many += d > much;
    }
    return sum / (double)n;
}

/* from within a box that reaches far behind the eye every sample meets a wall; a plank under the
 * eye, half of it behind, covers what rays say */
static void near_plane(void **state) {
    (void)state;
    scene s;
    tw_mesh *walls = box(4, 4000, 4), *plank = box(1, 60, 0.1);
    for (int samples = 1; samples <= 16; samples += 15) {
        scene_begin(&s, v3(0.3, 0, 0.2), v3(0.2, 3, 0.1), 1.2);
        scene_add(&s, of_mesh(walls, 1), v3_zero(), q_identity(), lambert(0.5, 0.5, 0.5));
        tw_image in = draw(&s, TW_QUALITY_DRAFT, samples, true, 1, 97, 61);
        for (size_t i = 0; i < 97 * 61; i++) assert_true(in.linear[4 * i + 3] > 0.999f);
        tw_image_free(&in);
        scene_begin(&s, v3(0.2, 0, 0.3), v3(0, 3, 0.1), 1.2);
        scene_add(&s, of_mesh(plank, 1), v3_zero(), q_identity(), lambert(0.5, 0.5, 0.5));
        tw_image a = draw(&s, TW_QUALITY_DRAFT, samples, true, 1, 97, 61);
        tw_image b = draw(&s, TW_QUALITY_NORMAL, 0, true, 1, 97, 61);
        int many;
        double mean = differ(&a, &b, 3, samples == 1 ? 0.8 : 0.2, &many);
        if (many || mean > (samples == 1 ? 0.015 : 0.002)) fail_msg("%g, %d", mean, many);
        tw_image_free(&a);
        tw_image_free(&b);
    }
    tw_mesh_release(walls);
    tw_mesh_release(plank);
}

static void mixed_scene(scene *s, const tw_mesh *mesh, const tw_mesh *block) {
    scene_begin(s, v3(1, -7, 3), v3(0, 0, 0.6), 0.6);
    tw_material steel = {.model = TW_SURFACE_STANDARD,
                         .color = {0.6, 0.6, 0.6},
                         .roughness = 0.3,
                         .metallic = 1,
                         .opacity = 1,
                         .texture = TW_TEXTURE_CHECKER,
                         .texture_scale = 0.3,
                         .texture_color = {0.2, 0.3, 0.5}};
    tw_material half = lambert(0.8, 0.2, 0.1);
    half.opacity = 0.6;
    scene_add(s, of_mesh(mesh, 1), v3(-1.2, 0, 1), q_identity(), steel);
    scene_add(s, of_mesh(mesh, 0.7), v3(0.3, -1, 0.7), q_identity(), half);
    scene_add(s, of_mesh(block, 1), v3(1.5, 0.4, 0.6), q_normalized((quat){1, 0, 0.1, 0.3}),
              lambert(0.4, 0.6, 0.3));
    scene_add(s, (tw_shape){.type = TW_SHAPE_TORUS, .p = {0.8, 0.2, 0}}, v3(0.6, 0.6, 0.9),
              q_normalized((quat){1, 0.5, 0.2, 0}), lambert(0.7, 0.7, 0.2));
    s->f.has_ground = true;
    s->f.ground = lambert(0.4, 0.4, 0.4);
    s->f.tone = TW_TONE_FILM;
}

static uint64_t fingerprint(const scene *s, int samples, int threads) {
    tw_image image = draw(s, TW_QUALITY_DRAFT, samples, false, threads, 150, 101);
    tw_hash h = tw_hash_bytes(tw_hash_begin(), image.linear, 150 * 101 * 4 * sizeof(float));
    h = tw_hash_bytes(h, image.srgb, 150 * 101 * 4);
    tw_image_free(&image);
    return h;
}

static void same_bytes(void **state) {
    (void)state;
    tw_mesh *mesh = ball(40, 30), *block = box(1, 0.7, 1.2);
    scene s;
    mixed_scene(&s, mesh, block);
    for (int lamp = 0; lamp < 2; lamp++) {
        if (lamp)
            s.light[1] = (tw_frame_light){
                .kind = TW_LIGHT_POINT, .position = {2, -2, 4}, .power = {20, 20, 20}};
        for (int samples = 1; samples <= 16; samples += 15) {
            uint64_t one = fingerprint(&s, samples, 1);
            for (int t = 2; t <= 4; t++) assert_true(fingerprint(&s, samples, t) == one);
            setenv("TAUWERK_LANES", "4", 1);
            assert_true(fingerprint(&s, samples, 2) == one);
            unsetenv("TAUWERK_LANES");
        }
    }
    tw_mesh_release(mesh);
    tw_mesh_release(block);
}

/* a ball's shadow on the ground by the map, and by rays where the ball is exact */
static void shadows(void **state) {
    (void)state;
    tw_mesh *mesh = ball(96, 64);
    scene a, b;
    scene_begin(&a, v3(1, -6, 4), v3(0, 0, 0.5), 0.7);
    a.f.has_ground = true;
    a.f.ground = lambert(0.5, 0.5, 0.5);
    b = a;
    b.f.item = b.item;
    b.f.pose = b.pose;
    b.f.light = b.light;
    scene_add(&a, of_mesh(mesh, 1), v3(0, 0, 1.2), q_identity(), lambert(0.6, 0.5, 0.4));
    scene_add(&b, (tw_shape){.type = TW_SHAPE_SPHERE, .p = {1, 0, 0}}, v3(0, 0, 1.2), q_identity(),
              lambert(0.6, 0.5, 0.4));
    for (int samples = 1; samples <= 16; samples += 15) {
        tw_image x = draw(&a, TW_QUALITY_DRAFT, samples, false, 1, 160, 120);
        tw_image y = draw(&b, TW_QUALITY_DRAFT, samples, false, 1, 160, 120);
        int many;
        double mean = differ(&x, &y, 0, 0.05, &many);
        /* pixels along the outlines of ball and shadow may differ, no others */
        if (mean > 0.003 || many > 160)
            fail_msg("%d samples: mean %g, %d pixels", samples, mean, many);
        tw_image_free(&x);
        tw_image_free(&y);
    }
    tw_mesh_release(mesh);
}

/* drafts show what the other qualities show */
static void like_normal(void **state) {
    (void)state;
    tw_mesh *mesh = ball(60, 40), *block = box(1, 0.7, 1.2);
    scene s;
    mixed_scene(&s, mesh, block);
    s.item[1].material.opacity = 1;
    tw_image want = draw(&s, TW_QUALITY_NORMAL, 0, false, 2, 160, 120);
    tw_image one = draw(&s, TW_QUALITY_DRAFT, 1, false, 2, 160, 120);
    tw_image all = draw(&s, TW_QUALITY_DRAFT, 16, false, 2, 160, 120);
    int many;
    double first = differ(&one, &want, 1, 0.2, &many), second = differ(&all, &want, 1, 0.2, &many);
    if (first > 0.06 || second > 0.05 || second > first || many > 400)
        fail_msg("mean differences %g and %g, %d pixels", first, second, many);
    tw_image_free(&want);
    tw_image_free(&one);
    tw_image_free(&all);
    tw_mesh_release(mesh);
    tw_mesh_release(block);
}

/* pictures wider than a window are drawn in parts that fit */
static void windows(void **state) {
    (void)state;
    tw_mesh *mesh = ball(60, 40);
    scene s;
    scene_begin(&s, v3(0, -3, 0), v3(0, 0, 0), 0.004);
    scene_add(&s, of_mesh(mesh, 1), v3_zero(), q_identity(), lambert(0.6, 0.5, 0.4));
    s.f.camera.fov = 0.02;
    tw_image image = draw(&s, TW_QUALITY_DRAFT, 1, true, 2, TW_RASTER_WINDOW + 100, 40);
    for (size_t i = 0; i < (TW_RASTER_WINDOW + 100) * 40; i++)
        assert_true(image.linear[4 * i + 3] > 0 || i % (TW_RASTER_WINDOW + 100) < 1500 ||
                    i % (TW_RASTER_WINDOW + 100) > TW_RASTER_WINDOW - 1400);
    size_t row = 20 * (TW_RASTER_WINDOW + 100), seam = row + TW_RASTER_WINDOW;
    for (int k = 0; k < 3; k++)
        assert_true(fabsf(image.linear[4 * seam + (size_t)k] -
                          image.linear[4 * (seam - 1) + (size_t)k]) < 0.01f);
    tw_image_free(&image);
    tw_mesh_release(mesh);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(coverage),   cmocka_unit_test(fans),
        cmocka_unit_test(depth),      cmocka_unit_test(odd_triangles),
        cmocka_unit_test(near_plane), cmocka_unit_test(same_bytes),
        cmocka_unit_test(shadows),    cmocka_unit_test(like_normal),
        cmocka_unit_test(windows)};
    return cmocka_run_group_tests_name("raster", tests, NULL, NULL);
}
