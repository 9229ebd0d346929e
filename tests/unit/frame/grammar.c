/*
 * Lines, coils, arcs, rulers and strobes against geometry in closed form: what is drawn, how it
 * moves during an exposure, which letters stand where; the axes of graphs, and their letters in
 * small pictures.
 */
#include "base/math/elementary.h"
#include "frame/marks/film/graphs.h"
#include "picture/overlay/overlay.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../support/filmed.h"

extern const tw_prop_kind tw_prop_line, tw_prop_coil, tw_prop_arc, tw_prop_ruler, tw_prop_strobe,
    tw_prop_arrow;

/* one more place of a field */
static void place(tw_prop *p, const char *name, tw_id point, vec3 at) {
    tw_station_list *l = field(&p->o, name);
    l->station = realloc(l->station, (l->count + 1) * sizeof *l->station);
    assert_non_null(l->station);
    l->station[l->count++] = (tw_station){point, tw_value_vector(at)};
}

static const tw_id none = {0, 0};

static void near(vec3 a, vec3 b, double error) {
    if (v3_length(v3_sub(a, b)) > error)
        fail_msg("{%.9g, %.9g, %.9g} is not {%.9g, %.9g, %.9g}", a.x, a.y, a.z, b.x, b.y, b.z);
}

/* an end of the item, a rod with round ends, at pose k of its exposure */
static vec3 end_of(const tw_frame *f, size_t item, int k, int side) {
    assert_int_equal(f->item[item].shape.type, TW_SHAPE_CAPSULE);
    const tw_pose *p = &f->pose[f->item[item].first_pose + (size_t)k];
    return tw_pose_apply(p, v3(0, 0, 0.5 * side * f->item[item].shape.p[1]));
}

/* ---- lines ---------------------------------------------------------------------------------- */

static void a_line_goes_along(void **state) {
    (void)state;
    fixture f = ball_world(1, 10, 0.25);
    tw_prop *p = prop(&f, &tw_prop_line);
    place(p, "from", none, v3(0, 0, 3));
    place(p, "to", f.point->o.id, v3_zero());
    add(f.w, p);
    run(&f, false);
    for (int n = 1; n <= 10; n++) {
        const tw_frame *now = frame_of(&f, n);
        assert_int_equal(now->item_count, 2);
        near(end_of(now, 1, 0, -1), v3(0, 0, 3), 1e-12);
        near(end_of(now, 1, 0, 1), v3(0.2 * (n - 1), 0, 0), 1e-9);
    }
    close_world(&f);
}

/* each time of the exposure has the line's own place, also before the film */
static void a_line_moves_during_exposures(void **state) {
    (void)state;
    fixture f = ball_world(0.5, 10, 0.25);
    f.w->stage.camera.shutter = tw_value_scalar(1);
    tw_prop *p = prop(&f, &tw_prop_line);
    place(p, "from", none, v3(0, 0, 3));
    place(p, "to", f.point->o.id, v3_zero());
    add(f.w, p);
    run(&f, true);
    for (int n = 1; n <= 4; n++) {
        const tw_frame *now = frame_of(&f, n);
        assert_true(now->pose_count > 1);
        for (int k = 0; k < now->pose_count; k++) {
            double t = (n - 1) / 10.0 + 0.1 * ((double)k / (now->pose_count - 1) - 0.5);
            vec3 middle = now->pose[now->item[1].first_pose + (size_t)k].x;
            /* before the film by the first velocity, which is that of the middle */
            near(middle, v3(t, 0, 1.5), n == 1 ? 1e-3 : 1e-9);
            vec3 along = v3_normalized(v3_sub(end_of(now, 1, k, 1), end_of(now, 1, k, -1)));
            near(along, v3_normalized(v3(2 * t, 0, -3)), n == 1 ? 3e-3 : 1e-9);
        }
    }
    close_world(&f);
}

static void dashes_begin_at_the_beginning(void **state) {
    (void)state;
    fixture f = ball_world(0.1, 10, 0.25);
    tw_prop *p = prop(&f, &tw_prop_line);
    place(p, "from", none, v3(0, 1, 0));
    place(p, "from", none, v3(1, 1, 0));
    place(p, "from", none, v3(1, 2, 0));
    *(bool *)field(&p->o, "dashed") = true;
    put_value(&p->o, "dash", tw_value_scalar(0.2));
    put_value(&p->o, "radius", tw_value_scalar(0.01));
    add(f.w, p);
    run(&f, false);
    const tw_frame *now = frame_of(&f, 1);
    /* two metres hold 6 periods of 0.32 m, and 0.08 m of a seventh */
    double length = 0;
    near(end_of(now, 1, 0, -1), v3(0, 1, 0), 1e-12);
    near(end_of(now, 1, 0, 1), v3(0.18, 1, 0), 1e-12);
    for (size_t i = 1; i < now->item_count; i++) length += now->item[i].shape.p[1];
    assert_true(fabs(length - (6 * 0.18 + 0.08)) < 1e-9);
    close_world(&f);
}

/* ---- coils ---------------------------------------------------------------------------------- */

static void a_coil_is_a_helix(void **state) {
    (void)state;
    fixture f = ball_world(0.1, 10, 0.25);
    tw_prop *p = prop(&f, &tw_prop_coil);
    place(p, "from", none, v3(0, 0, 4));
    place(p, "to", f.point->o.id, v3_zero());
    put_value(&p->o, "turns", tw_value_scalar(6));
    put_value(&p->o, "radius", tw_value_scalar(0.5));
    put_value(&p->o, "ends", tw_value_scalar(0.3));
    add(f.w, p);
    run(&f, false);
    const tw_frame *now = frame_of(&f, 1);
    size_t n = now->item_count;
    assert_true(n > 6 * 24);
    near(end_of(now, 1, 0, -1), v3(0, 0, 4), 1e-12);
    near(end_of(now, 1, 0, 1), v3(0, 0, 3.7), 1e-12);
    near(end_of(now, n - 1, 0, 1), v3_zero(), 1e-12);
    double angle = 0;
    for (size_t i = 2; i + 1 < n; i++) {
        vec3 a = end_of(now, i, 0, -1), b = end_of(now, i, 0, 1);
        near(a, end_of(now, i - 1, 0, 1), 1e-12); /* all of one piece */
        double r = sqrt(b.x * b.x + b.y * b.y), s = 6 * (3.7 - b.z) / 3.4;
        if (s > 0.5 && s < 5.5) assert_true(fabs(r - 0.5) < 1e-9);
        if (a.x * a.x + a.y * a.y < 1e-9 || r < 1e-6) continue;
        angle += tw_atan2(a.x * b.y - a.y * b.x, a.x * b.x + a.y * b.y);
    }
    assert_true(fabs(fabs(angle) / (2 * M_PI) - 6) < 0.1);
    close_world(&f);
}

/* it does not spin about itself: no jump of its pieces when its direction passes an axis */
static void a_coil_does_not_spin(void **state) {
    (void)state;
    fixture f = ball_world(2, 50, 0.25);
    f.body->position = v3(-2, 0.01, 0);
    tw_prop *p = prop(&f, &tw_prop_coil);
    place(p, "from", none, v3(0, 0, 3));
    place(p, "to", f.point->o.id, v3_zero());
    add(f.w, p);
    run(&f, false);
    for (int n = 2; n <= 100; n++) {
        const tw_frame *a = frame_of(&f, n - 1), *b = frame_of(&f, n);
        assert_int_equal(a->item_count, b->item_count);
        for (size_t i = 1; i < a->item_count; i++)
            assert_true(v3_length(v3_sub(a->pose[i].x, b->pose[i].x)) < 0.06);
    }
    close_world(&f);
}

/* ---- arcs and rulers ------------------------------------------------------------------------ */

static double length_of(const tw_frame *f, size_t from) {
    double sum = 0;
    for (size_t i = from; i < f->item_count; i++) sum += f->item[i].shape.p[1];
    return sum;
}

static void an_arc_is_its_angle(void **state) {
    (void)state;
    for (int about = 0; about < 2; about++) {
        fixture f = ball_world(0.1, 10, 0.25);
        f.body->position = v3(1, 0, 0);
        tw_prop *p = prop(&f, &tw_prop_arc);
        place(p, "at", none, v3(0, 0, 1));
        place(p, "from", none, v3(0, 0, -2));
        place(p, "to", f.point->o.id, v3_zero());
        put_value(&p->o, "radius", tw_value_scalar(0.5));
        if (about) put_value(&p->o, "axis", tw_value_vector(v3(0, 1, 0)));
        *(char **)field(&p->o, "text") = strdup("%.1f\u00b0 (100%%)");
        add(f.w, p);
        run(&f, false);
        const tw_frame *now = frame_of(&f, 1);
        /* right-handed about y it goes the long way */
        double sweep = about ? 1.75 * M_PI : 0.25 * M_PI;
        assert_true(fabs(length_of(now, 1) - 0.5 * sweep) < 1e-3);
        near(end_of(now, 1, 0, -1), v3(0, 0, 0.5), 1e-12);
        assert_int_equal(now->caption_count, 1);
        assert_string_equal(now->caption[0].text,
                            about ? "315.0\u00b0 (100%)" : "45.0\u00b0 (100%)");
        close_world(&f);
    }
}

static void a_ruler_measures(void **state) {
    (void)state;
    fixture f = ball_world(0.6, 10, 0.25);
    tw_prop *p = prop(&f, &tw_prop_ruler);
    place(p, "from", none, v3(-1, 0, 0));
    place(p, "to", f.point->o.id, v3_zero());
    put_value(&p->o, "offset", tw_value_scalar(0.5));
    put_value(&p->o, "radius", tw_value_scalar(0.01));
    *(char **)field(&p->o, "text") = strdup("%.2f m, 100%%");
    add(f.w, p);
    run(&f, false);
    const tw_frame *now = frame_of(&f, 6);
    assert_int_equal(now->caption_count, 1);
    assert_string_equal(now->caption[0].text, "2.00 m, 100%");
    near(now->caption[0].point, v3(0, 0, -0.455), 1e-9);
    int cones = 0;
    for (size_t i = 1; i < now->item_count; i++) {
        if (now->item[i].shape.type != TW_SHAPE_CONE) continue;
        vec3 tip = tw_pose_apply(&now->pose[i], v3(0, 0, 0.75 * now->item[i].shape.p[1]));
        near(tip, v3(cones++ ? 1 : -1, 0, -0.5), 1e-9);
    }
    assert_int_equal(cones, 2);
    close_world(&f);
}

/* ---- arrows --------------------------------------------------------------------------------- */

static double arrow_length(double value, bool log, double most) {
    fixture f = ball_world(0.1, 10, 0.25);
    tw_prop *p = prop(&f, &tw_prop_arrow);
    put_id(p, "at", f.point->o.id);
    put_value(&p->o, "value", tw_value_vector(v3(0, 0, value)));
    put_value(&p->o, "scale", tw_value_scalar(0.5));
    *(bool *)field(&p->o, "log") = log;
    if (most > 0) put_value(&p->o, "max_length", tw_value_scalar(most));
    add(f.w, p);
    run(&f, false);
    const tw_frame *now = frame_of(&f, 1);
    assert_int_equal(now->item_count, 3);
    const tw_frame_item *shaft = &now->item[1], *tip = &now->item[2];
    double length = shaft->shape.p[1] + tip->shape.p[1];
    close_world(&f);
    return length;
}

static void arrows_have_bounds_and_logarithms(void **state) {
    (void)state;
    assert_true(fabs(arrow_length(6, false, 0) - 3) < 1e-12);
    assert_true(fabs(arrow_length(6, false, 2) - 2) < 1e-12);
    assert_true(fabs(arrow_length(999, true, 0) - 1.5) < 1e-12);
    assert_true(fabs(arrow_length(999, true, 1) - 1) < 1e-12);
}

/* an arrow's text stands on its tip, or under it where it points down */
static void an_arrow_has_its_text_at_the_tip(void **state) {
    (void)state;
    const struct {
        vec3 value, at;
        double anchor_y;
        const char *text;
    } want[] = {{{3, 0, 4}, {1.5, 0, 2.44}, 1, "F = 5.0 N"},
                {{2, 0, 0}, {1, 0, 0.44}, 1, "F = 2.0 N"},
                {{0, 0, -2}, {0, 0, -1.44}, 0, "F = 2.0 N"},
                {{sqrt(7), 0, -3}, {0.5 * sqrt(7), 0, -1.5}, 0.5, "F = 4.0 N"}};
    for (int i = 0; i < 4; i++) {
        fixture f = ball_world(0.1, 10, 0.25);
        tw_prop *p = prop(&f, &tw_prop_arrow);
        put_id(p, "at", f.point->o.id);
        put_value(&p->o, "value", tw_value_vector(want[i].value));
        put_value(&p->o, "scale", tw_value_scalar(0.5));
        put_value(&p->o, "radius", tw_value_scalar(0.1));
        *(char **)field(&p->o, "text") = strdup("F = %.1f N");
        add(f.w, p);
        run(&f, false);
        const tw_frame *now = frame_of(&f, 1);
        assert_int_equal(now->caption_count, 1);
        assert_string_equal(now->caption[0].text, want[i].text);
        near(now->caption[0].point, want[i].at, 1e-12);
        assert_true(fabs(now->caption[0].anchor_y - want[i].anchor_y) < 1e-12);
        close_world(&f);
    }
}

/* ---- strobes -------------------------------------------------------------------------------- */

static tw_prop *strobe(fixture *f, double every, double fade) {
    tw_prop *p = prop(f, &tw_prop_strobe);
    tw_id_list *of = field(&p->o, "of");
    of->id = malloc(sizeof *of->id);
    assert_non_null(of->id);
    of->id[0] = f->body->o.id;
    of->count = 1;
    *(double *)field(&p->o, "every") = every;
    if (fade > 0) put_value(&p->o, "fade", tw_value_scalar(fade));
    add(f->w, p);
    assert_int_equal(tw_tracks_add(f->tracks, p), TW_OK);
    return p;
}

static void a_strobe_shows_the_past(void **state) {
    (void)state;
    for (int blur = 0; blur < 2; blur++) {
        fixture f = ball_world(1, 20, 0.25);
        strobe(&f, 0.125, 0);
        run(&f, blur);
        for (int n = 1; n <= 20; n++) {
            const tw_frame *now = frame_of(&f, n);
            double t = (n - 1) / 20.0;
            size_t images = (size_t)ceil(t / 0.125 - 1e-9);
            assert_int_equal(now->item_count, 1 + images);
            for (size_t i = 0; i < images; i++) {
                const tw_frame_item *item = &now->item[1 + i];
                double then = 0.125 * (double)(images - 1 - i);
                assert_int_equal(item->shape.type, TW_SHAPE_SPHERE);
                for (int k = 0; k < now->pose_count; k++)
                    near(now->pose[item->first_pose + (size_t)k].x, v3(2 * then, 0, 0), 1e-9);
                assert_true(item->material.opacity == 1);
            }
        }
        close_world(&f);
    }
}

static void images_fade(void **state) {
    (void)state;
    fixture f = ball_world(1, 20, 0.25);
    strobe(&f, 0.1, 0.4);
    run(&f, false);
    const tw_frame *now = frame_of(&f, 20); /* t = 0.95 s: of 0.9, 0.8, 0.7, 0.6 s */
    assert_int_equal(now->item_count, 5);
    for (size_t i = 1; i < 5; i++) {
        double age = 0.05 + 0.1 * (double)(i - 1);
        assert_true(fabs(now->item[i].material.opacity - (1 - age / 0.4)) < 1e-6);
    }
    close_world(&f);
}

/* of the body's material and colour, unless the strobe has its own */
static void images_look_like_the_body(void **state) {
    (void)state;
    for (int own = 0; own < 2; own++) {
        fixture f = ball_world(1, 20, 0.25);
        f.body->color = tw_value_vector(v3(0.9, 0.6, 0.1));
        f.body->material.roughness = tw_value_scalar(0.125);
        f.body->material.metallic = tw_value_scalar(1);
        tw_prop *p = strobe(&f, 0.1, 0);
        if (own) p->material.roughness = tw_value_scalar(0.25);
        run(&f, false);
        const tw_frame *now = frame_of(&f, 20);
        const tw_material *body = &now->item[0].material, *image = &now->item[1].material;
        assert_int_equal(now->item_count, 11);
        assert_true(fabs(body->roughness - 0.125) < 1e-6);
        assert_true(fabs(image->roughness - (own ? 0.25 : 0.125)) < 1e-6);
        assert_true(fabs(image->metallic - (own ? 0 : 1)) < 1e-6);
        bool same = fabs(image->color.g - body->color.g) < 1e-6;
        assert_int_equal(same, !own);
        close_world(&f);
    }
}

/* ---- graphs --------------------------------------------------------------------------------- */

static void axes_hold_the_film(void **state) {
    (void)state;
    tw_frame f[3];
    tw_graph g[3];
    tw_frame *all[3];
    memset(f, 0, sizeof f);
    memset(g, 0, sizeof g);
    for (int i = 0; i < 3; i++) {
        g[i].tag = 7;
        g[i].low[0] = 0, g[i].high[0] = i;
        g[i].low[1] = -i, g[i].high[1] = 10 * i;
        g[i].from[0] = 0, g[i].to[0] = 5;
        g[i].from[1] = g[i].to[1] = NAN;
        f[i].graph = &g[i], f[i].graph_count = 1;
        all[i] = &f[i];
        assert_false(tw_graphs_complete(&f[i]));
    }
    assert_int_equal(tw_film_graphs(all, 3), TW_OK);
    for (int i = 0; i < 3; i++) {
        assert_true(tw_graphs_complete(&f[i]));
        assert_true(g[i].from[0] == 0 && g[i].to[0] == 5);
        assert_true(fabs(g[i].from[1] + 3.32) < 1e-12 && fabs(g[i].to[1] - 21.32) < 1e-12);
    }
}

/* the graph on grey; true: it has changed a pixel, by more than rounding, and none outside of its
 * plate */
static bool stays_on_its_plate(tw_graph *g, int width, int height) {
    tw_image image;
    tw_frame f = {.graph = g, .graph_count = 1};
    assert_int_equal(tw_image_create(width, height, &image), TW_OK);
    memset(image.srgb, 90, 4 * (size_t)width * (size_t)height);
    tw_overlay_layer l = {.f = &f,
                          .image = &image,
                          .unit = fmax(height / 540.0, 0.8),
                          .text = fmax(height / 46.0, 11),
                          .edge = fmax(height / 60.0, 3)};
    assert_int_equal(tw_overlay_graphs(&l), TW_OK);
    tw_array_free(&l.taken);
    int inside = 0, outside = 0;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            bool on = x + 1 >= g->x * width && x <= (g->x + g->width) * width + 1 &&
                      y + 1 >= g->y * height && y <= (g->y + g->height) * height + 1;
            *(on ? &inside : &outside) +=
                image.srgb[4 * ((size_t)y * (size_t)width + (size_t)x)] != 90;
        }
    tw_image_free(&image);
    return inside > 0 && outside == 0;
}

static void letters_stay_on_the_plate(void **state) {
    (void)state;
    static const double xy[] = {0, 0, 5, 1};
    static const char *const names[] = {"tau = 0.1", "tau = 0.2", "tau = 0.4", "tau = 0.8",
                                        "tau = 1.6"};
    tw_graph g = {.title = "the deviations of all five, in metres",
                  .y_label = "m",
                  .placed = true,
                  .x = 0.33,
                  .y = 0.5,
                  .width = 0.34,
                  .height = 0.32,
                  .opacity = 1,
                  .to = {5, 1}};
    for (g.curves = 0; g.curves < 5; g.curves++)
        g.curve[g.curves] = (tw_graph_curve){.name = names[g.curves], .xy = xy, .count = 2};
    for (int height = 72; height <= 720; height += 72)
        assert_true(stays_on_its_plate(&g, 16 * height / 9, height));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_goes_along),
        cmocka_unit_test(a_line_moves_during_exposures),
        cmocka_unit_test(dashes_begin_at_the_beginning),
        cmocka_unit_test(a_coil_is_a_helix),
        cmocka_unit_test(a_coil_does_not_spin),
        cmocka_unit_test(an_arc_is_its_angle),
        cmocka_unit_test(a_ruler_measures),
        cmocka_unit_test(arrows_have_bounds_and_logarithms),
        cmocka_unit_test(an_arrow_has_its_text_at_the_tip),
        cmocka_unit_test(a_strobe_shows_the_past),
        cmocka_unit_test(images_fade),
        cmocka_unit_test(images_look_like_the_body),
        cmocka_unit_test(axes_hold_the_film),
        cmocka_unit_test(letters_stay_on_the_plate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
