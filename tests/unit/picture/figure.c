/*
 * Line figures against an independent judge: the renderer's own rays.
 *
 * Bodies of every kind that has a shape, each alone and in random scenes in which some run into
 * each other, with and without a ground. No hidden line is shown: where a line is drawn as seen,
 * one of the renderer's rays within 3/4 of a pixel comes as far as the line. No visible one is
 * lost: where the rays through neighbouring pixels meet different solids, the place between them
 * where they change, found by more rays, is within half a pixel of a drawn line. TAUWERK_FIGURES=N
 * in the environment: so many random scenes.
 */
#include "figure/figure.h"

#include "figure/impl.h"
#include "model/field/parts.h"
#include "model/world.h"
#include "picture/rays/scene.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../support/objects.h"
#include "../../support/random.h"
#include "../../support/solids.h"

enum { W = 240, H = 160, SCENES = 26, ALONE = 3 };

static const double lost_within = 0.5, shown_within = 0.75; /* pixels */

/* ---- the judge ------------------------------------------------------------------------------ */

typedef struct judge {
    tw_view *view;
} judge;

/* what the ray through a place of the picture meets: the item, -1 for the ground and for nothing
 * (between these two, at the horizon, there is no line), and how deep it is */
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
    return p.item[0][0] < 0 ? -1 : p.item[0][0];
}

/* ---- bodies --------------------------------------------------------------------------------- */

static void set(void *own, const tw_kind *kind, const char *name, double x) {
    for (int i = 0; i < kind->param_count; i++)
        if (!strcmp(kind->params[i].name, name)) {
            *(double *)(void *)((char *)own + kind->params[i].offset) = x;
            return;
        }
    fail_msg("%s has no field '%s'", kind->name, name);
}

static void set_vec(void *own, const tw_kind *kind, vec3 v) {
    *(vec3 *)(void *)((char *)own + kind->params[0].offset) = v;
}

static double length(void) {
    return uniform(0.25, 0.8);
}

static void sphere(void *own, const tw_kind *k) {
    set(own, k, "radius", length());
}

static void rod(void *own, const tw_kind *k) {
    set(own, k, "length", 2 * length());
    set(own, k, "radius", 0.4 * length());
}

static void cylinder(void *own, const tw_kind *k) {
    set(own, k, "height", 2 * length());
    set(own, k, "radius", length());
}

static void disk(void *own, const tw_kind *k) {
    set(own, k, "height", 0.1 * length());
    set(own, k, "radius", length());
}

static void box(void *own, const tw_kind *k) {
    double x = 1.5 * length(), y = 1.5 * length(), z = length();
    set_vec(own, k, v3(x, y, z));
}

static void card(void *own, const tw_kind *k) {
    double x = 2 * length(), y = 1.5 * length(), z = uniform(0.005, 0.05);
    set_vec(own, k, v3(x, y, z));
}

static void ellipsoid(void *own, const tw_kind *k) {
    double x = length(), y = length(), z = length();
    set_vec(own, k, v3(x, y, z));
}

static void torus(void *own, const tw_kind *k) {
    double a = length();
    set(own, k, "major_radius", a);
    set(own, k, "minor_radius", a * uniform(0.15, 0.6));
}

static void chain_link(void *own, const tw_kind *k) {
    double width = 1.5 * length();
    set(own, k, "width", width);
    set(own, k, "length", width + 1.5 * length());
    set(own, k, "radius", width * uniform(0.06, 0.24));
}

/* an octahedron that is pulled about */
static void mesh(void *own, const tw_kind *k) {
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
        double stretch = uniform(0.3, 0.8);
        for (int j = 0; j < 3; j++) d.vertex[3 * i + j] = stretch * corner[i][j];
    }
    memcpy(d.triangle, face, sizeof face);
    tw_mesh *m = NULL;
    if (tw_mesh_create(&d, &m) != TW_OK) fail_msg("%s", tw_failure());
    for (int i = 0; i < k->param_count; i++)
        if (!strcmp(k->params[i].name, "triangles"))
            ((tw_mesh_ref *)(void *)((char *)own + k->params[i].offset))->mesh = m;
}

static void compound(void *own, const tw_kind *k);

/* every kind of body that has a shape of its own */
static const struct {
    const char *name;
    void (*fill)(void *own, const tw_kind *kind);
} kinds[] = {{"sphere", sphere},     {"rod", rod},         {"capsule", rod},
             {"cylinder", cylinder}, {"disk", disk},       {"cone", cylinder},
             {"box", box},           {"card", card},       {"ellipsoid", ellipsoid},
             {"torus", torus},       {"link", chain_link}, {"mesh", mesh},
             {"compound", compound}};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* two or three solids of other kinds, which may run into each other */
static void compound(void *own, const tw_kind *k) {
    tw_parts *parts;
    int n = 2 + random_int(2);
    assert_int_equal(tw_parts_create(n, &parts), TW_OK);
    for (int i = 0; i < n; i++) {
        tw_part *p;
        int kind = random_int(KINDS - 1);
        assert_int_equal(tw_parts_add(parts, body_kind(kinds[kind].name), &p), TW_OK);
        kinds[kind].fill(p->own, &p->kind->kind);
        p->position = random_vec(0.4);
        p->orientation = random_turn();
        if (tw_parts_finish(parts) != TW_OK) fail_msg("%s: %s", kinds[kind].name, tw_failure());
    }
    *(tw_parts **)(void *)((char *)own + k->params[0].offset) = parts;
}

/* ---- scenes --------------------------------------------------------------------------------- */

typedef struct stage {
    scene s;
    tw_world *w;
    int kind[64]; /* of each item */
} stage;

static void put_kind(stage *g, int kind, vec3 x, quat q) {
    tw_body *b = draft_body(g->w, kinds[kind].name);
    kinds[kind].fill(b->o.own, b->o.kind);
    b->position = x;
    b->orientation = q;
    add(g->w, b);
    assert_true(b->form.count > 0);
    for (int i = 0; i < b->form.count; i++) {
        tw_pose at = {x, q}, pose = tw_pose_compose(&at, &b->form.pose[i]);
        g->kind[g->s.f.item_count] = kind;
        scene_add(&g->s, b->form.shape[i], pose.x, pose.q, lambert(0.5, 0.5, 0.5));
    }
}

static void open_stage(stage *g) {
    scene_clear(&g->s);
    assert_int_equal(tw_world_create(&g->w), TW_OK);
}

static void look_from(scene *s, double far, bool parallel) {
    double around = uniform(0, 6.28), up = uniform(0.1, 1.2);
    s->f.camera = (tw_camera){
        .eye = v3(far * cos(around) * cos(up), far * sin(around) * cos(up), 0.5 + far * sin(up)),
        .target = {0, 0, 0.6},
        .up = {0, 0, 1},
        .fov = uniform(0.35, 0.55),
        .has_eye = true,
        .has_target = true,
        .has_fov = true};
    if (!parallel) return;
    s->f.camera.projection = TW_ORTHOGRAPHIC;
    s->f.camera.height = 2 * far * tan(0.5 * s->f.camera.fov);
}

/* the kinds by turns, among others */
static void make_many(stage *g, int number) {
    int n = 2 + random_int(6);
    open_stage(g);
    for (int i = 0; i < n; i++) {
        int kind = i == 0 ? number % KINDS : random_int(KINDS);
        vec3 x = random_vec(1.1);
        x.z = 0.7 + 0.5 * x.z;
        quat q = random_turn();
        put_kind(g, kind, x, q);
    }
    double far = uniform(5, 9);
    look_from(&g->s, far, number % 4 == 3);
    /* the ground begins where parallel rays do: in the picture, if the eye is that low */
    bool low = g->s.f.camera.eye.z < g->s.f.camera.height;
    g->s.f.has_ground = random_int(2) == 1 && !low;
    g->s.f.ground = lambert(0.4, 0.4, 0.4);
}

/* one body; parallel rays, in the air, on the ground by turns */
static void make_alone(stage *g, int kind, int number) {
    open_stage(g);
    vec3 x = random_vec(0.2);
    x.z += 0.6;
    quat q = random_turn();
    put_kind(g, kind, x, q);
    double far = uniform(5, 7);
    look_from(&g->s, far, number % 3 == 0);
    g->s.f.has_ground = number % 3 == 2;
    g->s.f.ground = lambert(0.4, 0.4, 0.4);
}

static void close_stage(stage *g) {
    tw_world_destroy(g->w);
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

static const char *name_of(const stage *on, int item) {
    return item < 0 ? "ground" : kinds[on->kind[item]].name;
}

typedef struct tally {
    long edges, lost, places, shown;
    double worst;
    long of[KINDS]; /* edges, of these, of each kind's bodies */
} tally;

static void look_for_lost(const judge *g, const tw_figure *f, const stage *on, const char *what,
                          tally *t) {
    static int item[H][W];
    double z;
    for (int j = 0; j < H; j++)
        for (int i = 0; i < W; i++) item[j][i] = meets(g, i + 0.5, j + 0.5, &z);
    for (int j = 0; j < H; j++)
        for (int i = 0; i < W; i++)
            for (int way = 0; way < 2; way++) {
                int u = i + !way, v = j + way;
                if (u >= W || v >= H || item[j][i] == item[v][u]) continue;
                double x[2] = {i + 0.5, u + 0.5}, y[2] = {j + 0.5, v + 0.5};
                bisect(g, x, y, item[j][i]);
                double off = to_figure(f, x[0], y[0]);
                t->edges++;
                if (item[j][i] >= 0) t->of[on->kind[item[j][i]]]++;
                if (item[v][u] >= 0) t->of[on->kind[item[v][u]]]++;
                t->worst = fmax(t->worst, off);
                if (off <= lost_within) continue;
                t->lost++;
                print_message("%s: lost near %.2f %.2f (%.2f): %s, %s\n", what, x[0], y[0], off,
                              name_of(on, item[j][i]), name_of(on, item[v][u]));
            }
}

static void look_for_shown(const judge *g, const fig_scene *s, const char *what, tally *t) {
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
            print_message("%s: hidden, but shown, at %.2f %.2f, curve %d of solid %d\n", what, p->x,
                          p->y, r->curve, s->curve.data[r->curve].own);
        }
    }
}

/* judges the figure of a stage, and closes it */
static void judge_stage(stage *on, const char *what, tally *t) {
    fig_scene f;
    tw_figure figure;
    tw_figure_options o = {.width = W, .height = H, .hidden = true};
    tw_picture_options with = {.width = W, .height = H, .quality = TW_QUALITY_NORMAL};
    if (fig_scene_make(&on->s.f, &o, &f) != TW_OK) fail_msg("%s", tw_failure());
    if (tw_figure_make(&on->s.f, &o, &figure) != TW_OK) fail_msg("%s", tw_failure());
    tw_view *view = malloc(sizeof *view);
    assert_non_null(view);
    assert_int_equal(tw_view_make(&on->s.f, &with, view), TW_OK);
    judge g = {view};
    look_for_lost(&g, &figure, on, what, t);
    look_for_shown(&g, &f, what, t);
    tw_view_free(view);
    free(view);
    tw_figure_free(&figure);
    fig_scene_free(&f);
    close_stage(on);
}

static void tell(const char *what, const tally *t) {
    print_message("%s: %ld edges, %ld lost, worst %.3f px; %ld places, %ld wrongly shown\n", what,
                  t->edges, t->lost, t->worst, t->places, t->shown);
}

static void test_each_kind_alone(void **state) {
    (void)state;
    static stage g;
    long wrong = 0;
    for (int kind = 0; kind < KINDS; kind++) {
        tally t = {0};
        for (int i = 0; i < ALONE; i++) {
            make_alone(&g, kind, i);
            judge_stage(&g, kinds[kind].name, &t);
        }
        tell(kinds[kind].name, &t);
        assert_true(t.of[kind] > 50L * ALONE);
        wrong += t.lost + t.shown;
    }
    assert_int_equal(wrong, 0);
}

static void test_random_scenes(void **state) {
    (void)state;
    static stage g;
    const char *asked = getenv("TAUWERK_FIGURES");
    int n = asked ? atoi(asked) : SCENES;
    char what[40];
    tally t = {0};
    for (int i = 0; i < n; i++) {
        snprintf(what, sizeof what, "scene %d", i);
        make_many(&g, i);
        judge_stage(&g, what, &t);
    }
    snprintf(what, sizeof what, "%d scenes", n);
    tell(what, &t);
    for (int k = 0; k < KINDS && n >= KINDS; k++) {
        print_message("  %s: %ld edges\n", kinds[k].name, t.of[k]);
        assert_true(t.of[k] > 20L * (n / KINDS));
    }
    assert_true(t.edges > 100L * n);
    assert_int_equal(t.lost, 0);
    assert_int_equal(t.shown, 0);
}

/* a bare `body` has no shape, or one of these */
static void test_no_kind_is_forgotten(void **state) {
    (void)state;
    int listed = 0;
    for (int i = 0; tw_body_kinds[i]; i++) {
        const char *name = tw_body_kinds[i]->kind.name;
        bool known = !strcmp(name, "body");
        for (int k = 0; k < KINDS; k++) listed += !strcmp(name, kinds[k].name);
        for (int k = 0; k < KINDS && !known; k++) known = !strcmp(name, kinds[k].name);
        if (!known) fail_msg("figures of bodies of kind %s are not tested", name);
    }
    assert_int_equal(listed, KINDS);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_no_kind_is_forgotten),
                                       cmocka_unit_test(test_each_kind_alone),
                                       cmocka_unit_test(test_random_scenes)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
