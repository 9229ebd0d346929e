/*
 * Line figures against an independent judge: the renderer's own rays.
 *
 * Random scenes of all solids, some of which run into each other, with and without a ground. No
 * hidden line is shown: where a line is drawn as seen, one of the renderer's rays within 3/4 of a
 * pixel comes as far as the line. No visible one is lost: where the rays through neighbouring
 * pixels meet different solids, the place between them where they change, found by more rays, is
 * within half a pixel of a drawn line. TAUWERK_FIGURES=N in the environment: so many scenes.
 */
#include "figure/figure.h"

#include "figure/impl.h"
#include "picture/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../support/random.h"
#include "../support/solids.h"

enum { W = 240, H = 160, SCENES = 24 };

static const double lost_within = 0.5, shown_within = 0.75; /* pixels */

/* ---- the judge ------------------------------------------------------------------------------ */

typedef struct judge {
    tw_view *view;
} judge;

/* what the ray through a place of the picture meets: the item, and how deep it is */
static int meets(const judge *g, double x, double y, double *depth) {
    static tw_packet p;
    double sx = 2 * x / W - 1, sy = 1 - 2 * y / H;
    const tw_eye *e = &g->view->eye;
    memset(&p, 0, sizeof p);
    vec3 o = v3_zero(), d = v3_load(e->forward), across = v3_scale(v3_load(e->right), sx);
    across = v3_madd(across, sy, v3_load(e->up));
    if (e->parallel)
        o = across;
    else
        d = v3_normalized(v3_add(d, across));
    for (int k = 0; k < TW_GROUPS; k++) {
        p.d[k] = f3(fv_all((float)d.x), fv_all((float)d.y), fv_all((float)d.z));
        p.o[k] = f3(fv_all((float)o.x), fv_all((float)o.y), fv_all((float)o.z));
        p.t[k] = fv_all(INFINITY);
        p.own[k] = iv_all(TW_ITEM_NONE);
        p.item[k] = iv_all(TW_ITEM_NONE);
        p.active[k] = iv_all(-1);
    }
    tw_nearest(g->view, &p);
    double t = (double)p.t[0][0];
    *depth = t * v3_dot(d, v3_load(e->forward));
    return p.item[0][0];
}

/* ---- scenes --------------------------------------------------------------------------------- */

static tw_mesh *make_mesh(void) {
    /* an octahedron that is pulled about */
    static const double corner[6][3] = {{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                        {0, -1, 0}, {0, 0, 1},  {0, 0, -1}};
    static const int32_t face[8][3] = {{0, 2, 4}, {2, 1, 4}, {1, 3, 4}, {3, 0, 4},
                                       {2, 0, 5}, {1, 2, 5}, {3, 1, 5}, {0, 3, 5}};
    tw_mesh_data d = {.vertex = malloc(sizeof corner),
                      .vertex_count = 6,
                      .triangle = malloc(sizeof face),
                      .triangle_count = 8};
    assert_non_null(d.vertex);
    assert_non_null(d.triangle);
    for (int i = 0; i < 6; i++) {
        double k = uniform(0.3, 0.8);
        for (int j = 0; j < 3; j++) d.vertex[3 * i + j] = k * corner[i][j];
    }
    memcpy(d.triangle, face, sizeof face);
    tw_mesh *m;
    if (tw_mesh_create(&d, &m) != TW_OK) fail_msg("%s", tw_failure());
    return m;
}

static tw_shape random_shape(tw_shape_type type, tw_mesh *mesh) {
    double a = uniform(0.25, 0.8), b = uniform(0.25, 0.8), c = uniform(0.25, 0.8);
    tw_shape s = {.type = type, .p = {a, b, c}};
    if (type == TW_SHAPE_TORUS) s.p[1] = a * uniform(0.15, 0.6);
    if (type == TW_SHAPE_CONE) s.p[1] = 2 * b;
    if (type == TW_SHAPE_CYLINDER) s.p[1] = 2 * b;
    if (type == TW_SHAPE_CAPSULE) s.p[0] = 0.5 * a;
    if (type == TW_SHAPE_BOX) s.p[0] *= 1.5, s.p[1] *= 1.5;
    if (type == TW_SHAPE_STADIUM) s.p[1] = 0.7 * b, s.p[2] = b * uniform(0.15, 0.5);
    if (type == TW_SHAPE_MESH) s.p[0] = 1, s.mesh = mesh;
    return s;
}

static void make(scene *s, tw_mesh *mesh[4], int number) {
    int n = 2 + random_int(6);
    scene_clear(s);
    for (int i = 0; i < 4; i++) mesh[i] = make_mesh();
    for (int i = 0; i < n; i++) {
        tw_shape_type type = i == 0 ? (tw_shape_type)(number % TW_SHAPE_COUNT)
                                    : (tw_shape_type)random_int(TW_SHAPE_COUNT);
        tw_shape shape = random_shape(type, mesh[i % 4]);
        vec3 x = random_vec(1.1);
        x.z = 0.7 + 0.5 * x.z;
        quat q = random_turn();
        scene_add(s, shape, x, q, lambert(0.5, 0.5, 0.5));
    }
    double around = uniform(0, 6.28), up = uniform(0.1, 1.2), far = uniform(5, 9);
    s->f.camera = (tw_camera){
        .eye = v3(far * cos(around) * cos(up), far * sin(around) * cos(up), 0.5 + far * sin(up)),
        .target = {0, 0, 0.6},
        .up = {0, 0, 1},
        .fov = uniform(0.35, 0.55),
        .has_eye = true,
        .has_target = true,
        .has_fov = true};
    if (number % 4 == 3) {
        s->f.camera.projection = TW_ORTHOGRAPHIC;
        s->f.camera.height = 2 * far * tan(0.5 * s->f.camera.fov);
    }
    /* the ground begins where parallel rays do: in the picture, if the eye is that low */
    bool low = s->f.camera.eye.z < s->f.camera.height;
    s->f.has_ground = random_int(2) == 1 && !low;
    s->f.ground = lambert(0.4, 0.4, 0.4);
}

/* ---- what is drawn -------------------------------------------------------------------------- */

static double to_bezier(const tw_bezier *z, double x, double y) {
    double least = INFINITY, px = z->x[0], py = z->y[0];
    enum { PARTS = 24 };
    for (int i = 1; i <= PARTS; i++) {
        double t = (double)i / PARTS, s = 1 - t,
               b[4] = {s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t};
        double qx = 0, qy = 0;
        for (int k = 0; k < 4; k++) qx += b[k] * z->x[k], qy += b[k] * z->y[k];
        double dx = qx - px, dy = qy - py, l = dx * dx + dy * dy;
        double u = l > 0 ? ((x - px) * dx + (y - py) * dy) / l : 0;
        u = fmin(fmax(u, 0), 1);
        double ex = x - px - u * dx, ey = y - py - u * dy;
        least = fmin(least, sqrt(ex * ex + ey * ey));
        px = qx, py = qy;
    }
    return least;
}

static double to_figure(const tw_figure *f, double x, double y) {
    double least = INFINITY;
    for (size_t i = 0; i < f->line.count; i++) {
        const tw_line *l = &f->line.data[i];
        if (l->hidden) continue;
        for (size_t k = l->first; k < l->first + l->count; k++)
            least = fmin(least, to_bezier(&f->piece.data[k], x, y));
    }
    return least;
}

/* the change between two rays that meet different things: where */
static void bisect(const judge *g, double x[2], double y[2], int first) {
    double z;
    for (int i = 0; i < 12; i++) {
        double mx = 0.5 * (x[0] + x[1]), my = 0.5 * (y[0] + y[1]);
        int side = meets(g, mx, my, &z) == first ? 0 : 1;
        x[side] = mx, y[side] = my;
    }
}

typedef struct tally {
    long edges, lost, places, shown;
    double worst;
} tally;

static void look_for_lost(const judge *g, const tw_figure *f, int number, tally *t) {
    static int item[H][W];
    double z;
    for (int j = 0; j < H; j++)
        for (int i = 0; i < W; i++) item[j][i] = meets(g, i + 0.5, j + 0.5, &z);
    for (int j = 0; j < H; j++)
        for (int i = 0; i < W; i++)
            for (int way = 0; way < 2; way++) {
                int u = i + !way, v = j + way;
                if (u >= W || v >= H || item[j][i] == item[v][u]) continue;
                /* where the ground ends there is no line: the horizon */
                if (item[j][i] < 0 && item[v][u] < 0) continue;
                double x[2] = {i + 0.5, u + 0.5}, y[2] = {j + 0.5, v + 0.5};
                bisect(g, x, y, item[j][i]);
                double off = to_figure(f, x[0], y[0]);
                t->edges++;
                t->worst = fmax(t->worst, off);
                if (off <= lost_within) continue;
                t->lost++;
                print_message("scene %d: lost near %.2f %.2f (%.2f): %d, %d\n", number, x[0], y[0],
                              off, item[j][i], item[v][u]);
            }
}

static void look_for_shown(const judge *g, const fig_scene *s, int number, tally *t) {
    for (size_t i = 0; i < s->run.count; i++) {
        const fig_run *r = &s->run.data[i];
        if (r->hidden) continue;
        for (size_t k = r->first; k < r->first + r->count; k++) {
            const fig_spot *p = &s->place.data[k].s;
            if (p->x < 1 || p->y < 1 || p->x > W - 1 || p->y > H - 1) continue;
            bool reached = false;
            /* what is seen may be narrow: nearer rays first */
            for (int n = 0; n < 40 && !reached; n++) {
                double z, d = shown_within * (n / 8) * (n / 8) / 16, a = 0.785398 * (n % 8);
                meets(g, p->x + d * cos(a), p->y + d * sin(a), &z);
                reached = z > p->z - 4 * fig_pixel(&s->eye, p->z);
            }
            t->places++;
            if (reached) continue;
            t->shown++;
            print_message("scene %d: hidden, but shown, at %.2f %.2f, curve %d of solid %d\n",
                          number, p->x, p->y, r->curve, s->curve.data[r->curve].own);
        }
    }
}

static void one_scene(int number, tally *t) {
    scene s;
    tw_mesh *mesh[4];
    fig_scene f;
    tw_figure figure;
    make(&s, mesh, number);
    tw_figure_options o = {.width = W, .height = H, .hidden = true};
    tw_picture_options with = {.width = W, .height = H, .quality = TW_QUALITY_NORMAL};
    if (fig_scene_make(&s.f, &o, &f) != TW_OK) fail_msg("%s", tw_failure());
    if (tw_figure_make(&s.f, &o, &figure) != TW_OK) fail_msg("%s", tw_failure());
    tw_view *view = malloc(sizeof *view);
    assert_non_null(view);
    assert_int_equal(tw_view_make(&s.f, &with, view), TW_OK);
    judge g = {view};
    look_for_lost(&g, &figure, number, t);
    look_for_shown(&g, &f, number, t);
    tw_view_free(view);
    free(view);
    tw_figure_free(&figure);
    fig_scene_free(&f);
    for (int i = 0; i < 4; i++) tw_mesh_release(mesh[i]);
}

static void test_random_scenes(void **state) {
    (void)state;
    const char *asked = getenv("TAUWERK_FIGURES");
    int n = asked ? atoi(asked) : SCENES;
    tally t = {0};
    for (int i = 0; i < n; i++) one_scene(i, &t);
    print_message("%d scenes: %ld edges, %ld lost, worst %.3f px; %ld places, %ld wrongly shown\n",
                  n, t.edges, t.lost, t.worst, t.places, t.shown);
    assert_true(t.edges > 100L * n);
    assert_int_equal(t.lost, 0);
    assert_int_equal(t.shown, 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_random_scenes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
