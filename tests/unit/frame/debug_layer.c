/*
 * The debug layer: lines fade as the cube root of the deviation; arrows have one scale over a film,
 * with which the usual ones stay in the picture; curves of D(t) are what was computed and obey the
 * closed form; the layer's bytes are the same whoever compiles it.
 */
#include "base/hash.h"
#include "base/math/elementary.h"
#include "frame/film.h"
#include "frame/marks/film/plots.h"
#include "frame/marks/film/scale.h"
#include "frame/marks/film/sides.h"
#include "picture/overlay/overlay.h"
#include "timeline/sim.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "../../support/objects.h"

extern const tw_body_kind tw_body_sphere;
extern const tw_constraint_kind tw_constraint_point_to_nail, tw_constraint_velocity;

/* ---- fading --------------------------------------------------------------------------------- */

static void lines_fade_with_the_deviation(void **state) {
    (void)state;
    assert_true(fabs(tw_deviation_fade(0.002, 2) - 0.1) < 1e-12);
    assert_true(fabs(tw_deviation_fade(0.25, 2) - 0.5) < 1e-12);
    assert_true(tw_deviation_fade(2, 2) == 1 && tw_deviation_fade(3, 2) == 1);
    assert_true(tw_deviation_fade(0, 2) == 0);
    assert_true(tw_deviation_fade(0.1, 0) ==
                1); /* a single frame, of which nothing else is known */
    for (int i = 1; i < 50; i++)
        assert_true(tw_deviation_fade(i, 50) < tw_deviation_fade(i + 1, 50));
}

/* ---- one scale ------------------------------------------------------------------------------ */

enum { FRAMES = 20 };

typedef struct reel {
    tw_frame frame[FRAMES], *list[FRAMES];
    tw_mark mark[FRAMES][3];
} reel;

/* arrows of 10 N that wander through the picture, a weak one, and at first one of 5000 N */
static void fill(reel *r) {
    memset(r, 0, sizeof *r);
    for (int i = 0; i < FRAMES; i++) {
        tw_frame *f = r->list[i] = &r->frame[i];
        f->time = i * 0.1;
        f->camera = (tw_camera){.eye = {0, -10, 0}, .up = {0, 0, 1}, .fov = 0.6};
        f->mark = r->mark[i];
        f->mark_count = 3;
        double x = -4 + 0.4 * i;
        r->mark[i][0] = (tw_mark){.kind = TW_MARK_ARROW, .class_ = TW_CLASS_SPRING, .a = {x, 0, 2}};
        r->mark[i][0].vector = v3(0, 0, 10);
        r->mark[i][1] = (tw_mark){.kind = TW_MARK_ARROW, .class_ = TW_CLASS_DRAG, .a = {x, 0, 0}};
        r->mark[i][1].vector = v3(i < 2 ? 5000 : 0.5, 0, 0);
        r->mark[i][2] = (tw_mark){.kind = TW_MARK_LINK,
                                  .class_ = TW_CLASS_DEVIATION,
                                  .strength = 3.0 / (1 + i),
                                  .tag = 7};
    }
}

static void arrows_have_one_scale(void **state) {
    (void)state;
    static reel r;
    fill(&r);
    double aspect = 16.0 / 9, half = tw_tan(0.3);
    assert_int_equal(tw_film_scale(r.list, FRAMES, aspect), TW_OK);
    double scale = r.frame[0].force_scale;
    for (int i = 0; i < FRAMES; i++) {
        assert_true(r.frame[i].force_scale == scale);
        assert_true(r.mark[i][2].reference == 3);
        assert_int_equal(r.frame[i].classes,
                         1u << TW_CLASS_SPRING | 1u << TW_CLASS_DRAG | 1u << TW_CLASS_DEVIATION);
        /* the tip of the usual arrow is in the picture */
        vec3 tip = v3_madd(r.mark[i][0].a, scale, r.mark[i][0].vector);
        assert_true(fabs(tip.z) / (tip.y + 10) < half &&
                    fabs(tip.x) / (tip.y + 10) < half * aspect);
    }
    /* it is seen: at least a fifteenth of the picture's height, though there is one of 5000 N */
    double view = 2 * 10 * half;
    assert_true(fabs(tw_camera_view(&r.frame[0].camera) - view) < 1e-12);
    assert_true(10 * scale >= view / 15 - 1e-12 && 10 * scale <= view / 5 + 1e-12);
    /* it would have been longer, had it not begun so far up */
    fill(&r);
    for (int i = 0; i < FRAMES; i++) r.mark[i][0].a.z = -2;
    assert_int_equal(tw_film_scale(r.list, FRAMES, aspect), TW_OK);
    assert_true(fabs(10 * r.frame[3].force_scale - view / 5) < 1e-12);
    assert_true(r.frame[3].force_scale > scale);
    /* what is set stays */
    fill(&r);
    r.frame[5].force_scale = 0.25;
    assert_int_equal(tw_film_scale(r.list, FRAMES, aspect), TW_OK);
    assert_true(r.frame[5].force_scale == 0.25 && r.frame[6].force_scale == scale);
}

/* a name has one side, where the film leaves most room: not where the arrow points */
static void names_keep_their_side(void **state) {
    (void)state;
    static reel r;
    fill(&r);
    for (int i = 0; i < FRAMES; i++) {
        r.mark[i][0].a.z = -1;
        r.mark[i][0].vector = v3(7, 0, i % 7 ? 7 : -7);
        r.mark[i][2] =
            (tw_mark){.kind = TW_MARK_NAME, .a = r.mark[i][0].a, .tag = 9, .text = "name"};
    }
    assert_int_equal(tw_film_scale(r.list, FRAMES, 1.5), TW_OK);
    for (int i = 0; i < FRAMES; i++) assert_int_equal(r.mark[i][2].side, TW_NAME_ABOVE_LEFT);
    for (int i = 0; i < FRAMES; i++) r.mark[i][0].vector = v3(7, 0, -7);
    assert_int_equal(tw_film_scale(r.list, FRAMES, 1.5), TW_OK);
    for (int i = 0; i < FRAMES; i++) assert_int_equal(r.mark[i][2].side, TW_NAME_ABOVE_RIGHT);
}

/* ---- curves --------------------------------------------------------------------------------- */

typedef struct fixture {
    tw_world *w;
    tw_sim *sim;
    tw_body *ball;
    vec3 nail;
    double seen[400];
    bool speed;
} fixture;

/* a ball that flies to a nail from rest (or loses its velocity), with tau */
static void open_world(fixture *f, double tau, bool speed) {
    *f = (fixture){.nail = {2, 1, 2}, .speed = speed};
    assert_int_equal(tw_world_create(&f->w), TW_OK);
    f->w->set.duration = 2;
    f->w->set.fps = 30;
    tw_value_clear(&f->w->set.tau);
    f->w->set.tau = tw_value_scalar(tau);
    assert_int_equal(tw_body_new(f->w, &tw_body_sphere, &f->ball), TW_OK);
    put_number(f->ball, "radius", 0.5);
    if (speed) f->ball->velocity = v3(3, 0, 4);
    add_named(f->w, f->ball, "ball");
    tw_constraint *c;
    assert_int_equal(
        tw_constraint_new(f->w, speed ? &tw_constraint_velocity : &tw_constraint_point_to_nail, &c),
        TW_OK);
    put_id(c, "point", add_local(f->w, f->ball, v3_zero())->o.id);
    if (!speed) put_id(c, "nail", add_nail(f->w, f->nail)->o.id);
    *(bool *)field(c, "plot") = true;
    add_named(f->w, c, "c");
    assert_int_equal(tw_sim_create(f->w, &f->sim), TW_OK);
}

static tw_status look(void *context, int number, double t, tw_frame *frame) {
    fixture *f = context;
    (void)t;
    (void)frame;
    f->seen[number] = v3_length(f->speed ? f->ball->velocity : v3_sub(f->ball->position, f->nail));
    return TW_OK;
}

static tw_film film_of(fixture *f, unsigned layers) {
    tw_film film;
    tw_film_options o = {
        .snapshot = {.layers = layers}, .frames = true, .aspect = 1.6, .look = look, .context = f};
    assert_int_equal(tw_film_run(f->sim, &o, &film), TW_OK);
    return film;
}

static void check_curve(fixture *f, const tw_film *film, double tau, double D0) {
    int n = (int)film->frames.count;
    assert_int_equal(n, 60);
    for (int i = 0; i < n; i++) {
        const tw_frame *frame = film->frames.data[i];
        assert_int_equal(frame->plot_count, 1);
        const tw_plot *p = &frame->plot[0];
        assert_string_equal(p->text, "c");
        assert_int_equal(p->count, i + 1);
        assert_true(p->lawful && p->begin == 0 && fabs(p->tau - tau) < 1e-15);
        assert_true(fabs(p->top - D0) < 1e-12 && p->velocity == f->speed);
        assert_true(fabs(p->value - f->seen[i + 1]) < 1e-12);
        double s = i / 30.0;
        double law = D0 * (f->speed ? 1 : 1 + s / tau) * exp(-s / tau);
        assert_true(fabs(tw_plot_law(p, s) - law) < 1e-12);
        assert_true(fabs(p->value - law) < 1e-6);
        for (int k = 0; k <= i; k++) {
            assert_true(p->sample[k].t == film->frames.data[k]->time);
            assert_true(fabs(p->sample[k].value - f->seen[k + 1]) < 1e-12);
        }
        /* between the frames: a ten-thousandth of the axis is far below a line's width */
        for (int k = 1; k <= i; k++) {
            double t = (k - 0.37) / 30, x = D0 * (f->speed ? 1 : 1 + t / tau) * exp(-t / tau);
            double got = tw_plot_between(&p->sample[k - 1], &p->sample[k], t);
            assert_true(fabs(got - x) < 1e-4 * D0);
        }
    }
}

static void curves_are_what_was_computed(void **state) {
    (void)state;
    fixture f;
    open_world(&f, 0.25, false);
    tw_film film = film_of(&f, TW_LAYERS_DEBUG);
    check_curve(&f, &film, 0.25, 3);
    tw_film_free(&film);
    /* once more with the same world: the constraint is met, but the axes are those of this film */
    film = film_of(&f, TW_LAYER_CURVES);
    assert_true(film.frames.data[0]->plot[0].top < 0.1);
    tw_film_free(&film);
    film = film_of(&f, TW_LAYERS_FINAL);
    assert_int_equal(film.frames.data[0]->plot_count, 0);
    tw_film_free(&film);
    tw_sim_destroy(f.sim);
    tw_world_destroy(f.w);
    open_world(&f, 0.4, true);
    film = film_of(&f, TW_LAYERS_DEBUG);
    check_curve(&f, &film, 0.4, 5);
    tw_film_free(&film);
    tw_sim_destroy(f.sim);
    tw_world_destroy(f.w);
}

/* the deviation of a hinge's motor is an angle, that of a nail a length */
static void angles_are_not_lengths(void **state) {
    (void)state;
    fixture f;
    open_world(&f, 0.25, false);
    tw_body *other;
    tw_constraint *hinge, *motor;
    assert_int_equal(tw_body_new(f.w, &tw_body_sphere, &other), TW_OK);
    put_number(other, "radius", 0.5);
    add_named(f.w, other, "other");
    assert_int_equal(tw_constraint_new(f.w, constraint_kind("hinge"), &hinge), TW_OK);
    put_id(hinge, "a", f.ball->o.id);
    put_id(hinge, "b", other->o.id);
    put_vec3(hinge, "at", v3(0, 0, 1));
    put_vec3(hinge, "axis", v3(0, 1, 0));
    add_named(f.w, hinge, "hinge");
    assert_int_equal(tw_constraint_new(f.w, constraint_kind("motor"), &motor), TW_OK);
    put_id(motor, "joint", hinge->o.id);
    put_number(motor, "angle", 1);
    *(bool *)field(motor, "plot") = true;
    add_named(f.w, motor, "motor");
    tw_film film = film_of(&f, TW_LAYERS_DEBUG);
    const tw_frame *frame = film.frames.data[1];
    assert_int_equal(frame->plot_count, 2);
    for (size_t i = 0; i < 2; i++)
        assert_true(frame->plot[i].angular == !strcmp(frame->plot[i].text, "motor"));
    tw_film_free(&film);
    tw_sim_destroy(f.sim);
    tw_world_destroy(f.w);
}

/* long films: the axis has an end, the samples a bound; a constraint that was off begins anew */
static void curves_move_along(void **state) {
    (void)state;
    enum { N = 2000 };
    static tw_frame frame[N], *list[N];
    static tw_plot plot[N];
    memset(frame, 0, sizeof frame);
    for (int i = 0; i < N; i++) {
        double t = i / 50.0;
        list[i] = &frame[i];
        frame[i].time = t;
        frame[i].plot = &plot[i];
        frame[i].plot_count = i != 1500;
        plot[i] = (tw_plot){.text = "c", .tag = 3, .tau = 0.5, .value = exp(-t), .rate = -exp(-t)};
    }
    assert_int_equal(tw_film_plots(list, N), TW_OK);
    assert_true(plot[1499].span == 12 && plot[1499].begin == 0 && plot[1499].top == 1);
    assert_true(plot[1501].begin == frame[1501].time && plot[1501].count == 1);
    assert_true(fabs(plot[1501].span - (frame[N - 1].time - frame[1501].time)) < 1e-12);
    const tw_plot *p = &plot[1499];
    assert_true(p->count <= 130 && p->sample[p->count - 1].t == frame[1499].time);
    assert_true(p->sample[0].t <= frame[1499].time - 12 &&
                p->sample[1].t > frame[1499].time - 12.4);
    for (int i = 0; i < N; i++) tw_frame_free(&frame[i]);
}

/* the layer of all curves shows few of them: those that deviate most, and those that were asked for
 */
static void of_many_curves_few_are_shown(void **state) {
    (void)state;
    enum { N = 3, PLOTS = 12 };
    static tw_frame frame[N], *list[N];
    static tw_plot plot[N][PLOTS];
    for (int i = 0; i < N; i++) {
        list[i] = &frame[i];
        frame[i].time = 0.1 * i;
        frame[i].plot = plot[i];
        frame[i].plot_count = PLOTS;
        for (int k = 0; k < PLOTS; k++)
            plot[i][k] = (tw_plot){.tag = 1 + (uint32_t)k, .tau = 1, .value = k, .asked = k == 2};
    }
    assert_int_equal(tw_film_plots(list, N), TW_OK);
    for (int i = 0; i < N; i++)
        for (int k = 0; k < PLOTS; k++)
            assert_int_equal(plot[i][k].count, k == 2 || k >= 6 ? i + 1 : 0);
    for (int i = 0; i < N; i++) tw_frame_free(&frame[i]);
}

/* curves stand where no body comes in the film, beside each other, and in one place */
static void curves_leave_bodies_free(void **state) {
    (void)state;
    enum { N = 20, BODIES = 3 };
    static tw_frame frame[N], *list[N];
    static tw_plot plot[N][2];
    static tw_frame_item item[BODIES];
    /* at the frames' times, and over an exposure in which the bodies fall from far above to far
     * below: this must not matter */
    static tw_pose pose[N][BODIES], blurred[N][BODIES][2];
    item[0].shape = (tw_shape){.type = TW_SHAPE_SPHERE, .p = {0.5, 0, 0}};
    item[1].shape = (tw_shape){.type = TW_SHAPE_BOX, .p = {3, 0.1, 6}};
    item[2].shape = (tw_shape){.type = TW_SHAPE_SPHERE, .p = {0.4, 0, 0}};
    for (size_t k = 0; k < BODIES; k++) item[k].first_pose = 2 * k, item[k].material.opacity = 1;
    for (int i = 0; i < N; i++) {
        list[i] = &frame[i];
        /* a ball in the middle; a wall on the right; a ball that passes from the left above it */
        pose[i][0] = (tw_pose){v3(0, 0, 0), q_identity()};
        pose[i][1] = (tw_pose){v3(2.4, 0, 0), q_identity()};
        pose[i][2] = (tw_pose){v3(-4 + 5.0 * i / N, 0, 1.2), q_identity()};
        for (int k = 0; k < 2 * BODIES; k++)
            blurred[i][k / 2][k % 2] =
                (tw_pose){v3_add(pose[i][k / 2].x, v3(0, 0, k % 2 ? -30 : 30)), pose[i][k / 2].q};
        for (uint32_t k = 0; k < 2; k++)
            plot[i][k] = (tw_plot){.tag = k + 1, .at = v3(0, 0, 0), .count = 1};
        frame[i] = (tw_frame){.camera = {.eye = {0, -10, 0}, .up = {0, 0, 1}, .fov = 0.6},
                              .item = item,
                              .item_count = BODIES,
                              .pose = blurred[i][0],
                              .pose_count = 2,
                              .still = pose[i],
                              .plot = plot[i],
                              .plot_count = 2};
    }
    assert_int_equal(tw_film_curves(list, N, 16 / 9.0), TW_OK);
    /* parts of the picture's height a metre */
    double k = 0.5 / (10 * tan(0.3)), x = 8 / 9.0, y = 0.5;
    tw_box box[2];
    for (int c = 0; c < 2; c++) {
        const tw_plot *p = &plot[0][c];
        box[c] = tw_box_beside(x, y, TW_CURVE_WIDTH, TW_CURVE_HEIGHT, p->side, (double)p->far);
        for (int i = 0; i < N; i++) {
            assert_true(plot[i][c].side == p->side && plot[i][c].far == p->far);
            for (int b = 0; b < BODIES; b += 2) {
                double r = 0.98 * k * item[b].shape.p[0];
                double bx = x + k * pose[i][b].x.x, by = y - k * pose[i][b].x.z;
                double dx = fmax(fmax(box[c].x0 - bx, bx - box[c].x1), 0);
                double dy = fmax(fmax(box[c].y0 - by, by - box[c].y1), 0);
                assert_true(dx * dx + dy * dy > r * r);
            }
        }
        assert_true(box[c].x0 >= 0 && box[c].y0 >= 0 && box[c].y1 <= 1);
        assert_true(box[c].x1 <= x + k * 0.9);
    }
    assert_false(tw_boxes_overlap(&box[0], &box[1]));
}

/* a mark is hidden by a body where this is at the frame's time, not where the exposure begins */
static void marks_are_hidden_at_the_frames_time(void **state) {
    (void)state;
    tw_frame_item ball = {.shape = {.type = TW_SHAPE_SPHERE, .p = {0.5}}, .material.opacity = 1};
    tw_pose still = {v3(0, 0, 0), q_identity()};
    tw_pose pose[2] = {{v3(-2, 0, 0), q_identity()}, {v3(2, 0, 0), q_identity()}};
    tw_frame f = {.camera = {.eye = {0, -10, 0}, .up = {0, 0, 1}, .fov = 0.6},
                  .item = &ball,
                  .item_count = 1,
                  .pose = pose,
                  .pose_count = 2,
                  .still = &still};
    /* behind the ball at the frame's time, at the begin and at the end of the exposure */
    vec3 point[3] = {v3(0, 5, 0), v3(-3, 5, 0), v3(3, 5, 0)};
    float seen[3];
    struct tw_hidden *hidden;
    assert_int_equal(tw_hidden_make(&f, &hidden), TW_OK);
    assert_non_null(hidden);
    assert_int_equal(tw_hidden_seen(hidden, point, 3, seen), TW_OK);
    tw_hidden_free(hidden);
    assert_true(seen[0] == 0 && seen[1] == 1 && seen[2] == 1);
}

/* ---- letters -------------------------------------------------------------------------------- */

static uint64_t letter(const char *utf8) {
    double width, up, down;
    tw_image image;
    assert_int_equal(tw_image_create(48, 48, &image), TW_OK);
    assert_int_equal(tw_text_draw(&image, 4, 34, 28, utf8, (tw_ink){1, 1, 1, 1}), TW_OK);
    assert_int_equal(tw_text_measure(utf8, 28, &width, &up, &down), TW_OK);
    assert_true(width > 0 && width < 40 && up > 20 && down > 4);
    uint64_t h = tw_hash_end(tw_hash_bytes(tw_hash_begin(), image.srgb, 48 * 48 * 4));
    tw_image_free(&image);
    return h;
}

/* Latin-1, Greek and signs of mathematics are drawn, not boxes that stand for what a font lacks */
static void letters_are_there(void **state) {
    (void)state;
    const unsigned ranges[][2] = {
        {0x21, 0x7e}, {0xa1, 0xac}, {0xae, 0xff}, {0x391, 0x3a1}, {0x3a3, 0x3c9}};
    const char *const signs[] = {"\u2212", "\u00b1", "\u00d7", "\u221a", "\u2211", "\u222b",
                                 "\u2202", "\u221e", "\u2264", "\u2265", "\u2248", "\u2260",
                                 "\u2192", "\u2026", "\u2080", "\u2089", "\u2032", "\u2033",
                                 "\u22a5", "\u2225", "\u2016", "\u2208", "\u210f"};
    uint64_t lacking = letter("\U0001f9ff"), blank = letter(" ");
    assert_true(lacking != blank);
    for (size_t r = 0; r < sizeof ranges / sizeof *ranges; r++)
        for (unsigned c = ranges[r][0]; c <= ranges[r][1]; c++) {
            char utf8[3] = {(char)c, 0, 0};
            if (c > 0x7f) utf8[0] = (char)(0xc0 | c >> 6), utf8[1] = (char)(0x80 | (c & 0x3f));
            uint64_t h = letter(utf8);
            assert_true(h != lacking && h != blank);
        }
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        uint64_t h = letter(signs[i]);
        assert_true(h != lacking && h != blank);
    }
}

/* ---- bytes ---------------------------------------------------------------------------------- */

/* one of each mark, names, a curve, a legend, over grey */
static uint64_t picture_of(int width, int height, bool text) {
    static const tw_plot_sample sample[] = {{0, 2, 0}, {0.3, 1.1, -2}, {0.6, 0.4, -1}};
    tw_frame_item item = {.shape = {.type = TW_SHAPE_SPHERE, .p = {0.4}}};
    item.material.opacity = 1;
    tw_pose pose = {{0.5, -1, 0.3}, {1, 0, 0, 0}};
    tw_mark mark[] = {
        {.kind = TW_MARK_POINT, .class_ = TW_CLASS_NEUTRAL, .a = {-1, 0, 0}},
        {.kind = TW_MARK_NAIL, .class_ = TW_CLASS_NEUTRAL, .a = {-1, 0, 1}},
        {.kind = TW_MARK_LINK, .a = {-1, 0, 0}, .b = {-1, 0, 1}, .strength = .3, .reference = 1},
        {.kind = TW_MARK_LINK, .a = {0, 0, 0}, .b = {0.5, 0, 1}, .class_ = TW_CLASS_CONFLICT},
        {.kind = TW_MARK_ANGLE, .a = {0, 0, 0}, .vector = {1, 0, 0}, .b = {0, 0, 1}},
        {.kind = TW_MARK_ARROW, .class_ = TW_CLASS_GRAVITY, .vector = {0, 0, -9}},
        {.kind = TW_MARK_ARROW, .class_ = TW_CLASS_SPRING, .vector = {900, 0, 0}},
        {.kind = TW_MARK_ARROW, .class_ = TW_CLASS_DRAG, .a = {1, 0, 1}, .vector = {0, 9, .1}},
        {.kind = TW_MARK_TORQUE, .class_ = TW_CLASS_APPLIED, .a = {0.4, 0, 0}, .vector = {1, 3, 1}},
        {.kind = TW_MARK_CONTACT, .class_ = TW_CLASS_CONTACT, .a = {0, 0, -1}, .vector = {0, 0, 1}},
        {.kind = TW_MARK_NAME,
         .class_ = TW_CLASS_NEUTRAL,
         .a = {0, 0, 0},
         .text = "\u03c6 F\016g\017"},
        {.kind = TW_MARK_NAME,
         .class_ = TW_CLASS_NEUTRAL,
         .a = {0, 0, 0},
         .text = "\u00c4\u221a\u2211"},
    };
    mark[4].strength = 1.5707963267948966;
    mark[2].class_ = mark[4].class_ = TW_CLASS_DEVIATION;
    mark[5].text = text ? "gravity" : NULL;
    tw_caption caption = {
        .text = "frame 1  t = 0.000 s", .at = TW_AT_BOTTOM_LEFT, .size = 0.03, .opacity = 1};
    tw_plot plot = {
        .text = "hold", .tau = 0.2, .value = .4, .span = 1, .top = 2, .sample = sample, .count = 3};
    plot.at = v3(-1, 0, 0), plot.lawful = true;
    plot.law[0] = 4, plot.law[1] = 40, plot.law[2] = 100;
    tw_frame f = {.item = &item, .item_count = 1, .pose = &pose, .pose_count = 1, .mark = mark};
    f.mark_count = sizeof mark / sizeof *mark - (text ? 0 : 2);
    f.camera = (tw_camera){.eye = {0, -6, 0.5}, .up = {0, 0, 1}, .fov = 0.6};
    f.force_scale = 0.1, f.torque_scale = 0.15, f.classes = f.kinds = UINT32_MAX;
    if (text)
        f.caption = &caption, f.caption_count = 1, f.plot = &plot, f.plot_count = 1,
        f.legend = true;
    tw_image image;
    assert_int_equal(tw_image_create(width, height, &image), TW_OK);
    size_t bytes = (size_t)width * (size_t)height * 4;
    memset(image.srgb, 0x80, bytes);
    assert_int_equal(
        tw_overlay(&f, &(tw_picture_options){.width = width, .height = height, .alpha = true},
                   &image),
        TW_OK);
    uint64_t h = tw_hash_end(tw_hash_bytes(tw_hash_begin(), image.srgb, bytes));
    tw_image_free(&image);
    return h;
}

/* darkest pixel of a name over an even picture of this grey, by its green; *lightest: the lightest
 */
static const uint8_t *name_on(int grey, tw_image *image, const uint8_t **lightest) {
    tw_mark mark = {.kind = TW_MARK_NAME, .class_ = TW_CLASS_CONFLICT, .text = "HHHH"};
    tw_frame f = {.mark = &mark, .mark_count = 1};
    f.camera = (tw_camera){.eye = {0, -6, 0}, .up = {0, 0, 1}, .fov = 0.6};
    assert_int_equal(tw_image_create(320, 180, image), TW_OK);
    memset(image->srgb, grey, 320 * 180 * 4);
    assert_int_equal(
        tw_overlay(&f, &(tw_picture_options){.width = 320, .height = 180, .alpha = true}, image),
        TW_OK);
    const uint8_t *low = image->srgb, *high = image->srgb;
    for (size_t i = 0; i < 320 * 180; i++) {
        const uint8_t *p = image->srgb + 4 * i;
        if (p[1] < low[1]) low = p;
        if (p[1] > high[1]) high = p;
    }
    *lightest = high;
    return low;
}

/* names are dark red without a dark halo on bright pictures, light red on a dark halo on dark ones
 */
static void names_are_readable_on_bright_and_dark(void **state) {
    (void)state;
    tw_image image;
    const uint8_t *light, *dark = name_on(0xff, &image, &light);
    assert_true(dark[0] > 100 && dark[0] < 150 && dark[1] < 60 && dark[2] < 60);
    tw_image_free(&image);
    dark = name_on(0x60, &image, &light);
    assert_true(light[0] > 230 && light[1] > 100 && light[1] < 140);
    assert_true(dark[0] < 0x40 && dark[1] < 0x40);
    tw_image_free(&image);
}

/* letters: of fonts-dejavu-core 2.37 */
static void bytes_are_always_the_same(void **state) {
    (void)state;
    static const struct {
        int width, height;
        bool text;
        uint64_t hash;
    } pictures[] = {
        {640, 360, false, 0x544c6639a4590a00}, {640, 360, true, 0xdfd4f3b25087d4eb},
        {160, 90, true, 0x665e02f9081b1b69},   {1, 1, true, 0x5d4f1810594bb08e},
        {4000, 40, true, 0xbff2df3178c287f9},
    };
    bool same = true;
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++) {
        uint64_t h = picture_of(pictures[i].width, pictures[i].height, pictures[i].text);
        if (h != pictures[i].hash) print_error("picture %zu: %#018llx\n", i, (unsigned long long)h);
        same = same && h == pictures[i].hash;
    }
    assert_true(same);
}

/* scales of films that others made end in no endless search for a round number */
static void round_numbers(void **state) {
    (void)state;
    assert_true(fabs(tw_overlay_round(1000) - 1000) < 1e-9 &&
                fabs(tw_overlay_round(7) - 5) < 1e-12);
    static const double none[] = {0, -1, 5e-324, 1e308, INFINITY, NAN};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        assert_true(tw_overlay_round(none[i]) == 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(round_numbers),
        cmocka_unit_test(lines_fade_with_the_deviation),
        cmocka_unit_test(arrows_have_one_scale),
        cmocka_unit_test(names_keep_their_side),
        cmocka_unit_test(curves_are_what_was_computed),
        cmocka_unit_test(angles_are_not_lengths),
        cmocka_unit_test(curves_move_along),
        cmocka_unit_test(of_many_curves_few_are_shown),
        cmocka_unit_test(curves_leave_bodies_free),
        cmocka_unit_test(marks_are_hidden_at_the_frames_time),
        cmocka_unit_test(letters_are_there),
        cmocka_unit_test(names_are_readable_on_bright_and_dark),
        cmocka_unit_test(bytes_are_always_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
