/* The digest of a frame: equal for copies, different when any one field is. */
#include "frame/film.h"
#include "frame/look.h"
#include "shape/map/lightmap.h"
#include "shape/map/pixmap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

typedef struct sample {
    tw_frame f;
    tw_frame_item item[2];
    tw_pose pose[4];
    tw_camera sweep[2];
    tw_frame_light light[1];
    tw_mark mark[1];
    tw_caption caption[1];
    tw_plot plot[1];
    tw_plot_sample sample[2];
    tw_graph graph[1];
    double place[4];
    char text[2][8];
} sample;

/* everything set to something; the bytes between the fields are `filler` */
static void fill(sample *s, int filler) {
    memset(s, filler, sizeof *s);
    tw_frame *f = &s->f;
    f->number = 3;
    f->time = 0.5;
    f->item = s->item, f->item_count = 2;
    f->pose = s->pose, f->pose_count = 2;
    f->shutter = 0.5, f->sharp = false;
    f->light = s->light, f->light_count = 1;
    f->mark = s->mark, f->mark_count = 1;
    f->caption = s->caption, f->caption_count = 1;
    f->graph = s->graph, f->graph_count = 1;
    tw_material m;
    memset(&m, filler, sizeof m);
    m.model = TW_SURFACE_STANDARD;
    m.color = (tw_rgb){.1, .2, .3};
    m.roughness = .4, m.metallic = .5;
    m.emission = (tw_rgb){0, 0, 0};
    m.opacity = 1;
    m.texture = TW_TEXTURE_CHECKER;
    m.texture_scale = .7, m.texture_width = m.texture_fade = 1;
    m.texture_color = (tw_rgb){.8, .9, .1};
    m.map = NULL;
    for (size_t i = 0; i < 2; i++) {
        s->item[i].shape.type = TW_SHAPE_BOX;
        for (int k = 0; k < 3; k++) s->item[i].shape.p[k] = 1 + k;
        s->item[i].first_pose = 2 * i;
        s->item[i].material = m;
        s->item[i].tag = (uint32_t)i;
        s->item[i].name = s->text[0];
    }
    for (int i = 0; i < 4; i++) s->pose[i] = (tw_pose){{i, 1, 2}, {1, 0, 0, 0}};
    s->light[0].kind = TW_LIGHT_SUN;
    s->light[0].to = s->light[0].position = s->light[0].direction = v3(0, 0, 1);
    s->light[0].irradiance = s->light[0].top = s->light[0].horizon = (tw_rgb){1, 2, 3};
    s->light[0].bottom = s->light[0].power = (tw_rgb){4, 5, 6};
    s->light[0].angular_diameter = s->light[0].radius = s->light[0].cone = 0.1;
    s->light[0].map = NULL, s->light[0].turn = 0, s->light[0].strength = 1;
    f->camera.eye = f->camera.target = f->camera.up = v3(1, 2, 3);
    f->camera.fov = f->camera.aperture = f->camera.focus = f->camera.height = 1;
    f->camera.projection = TW_PERSPECTIVE;
    f->sweep = s->sweep, f->sweep_count = 2;
    for (int i = 0; i < 2; i++) {
        s->sweep[i].eye = s->sweep[i].target = s->sweep[i].up = v3(1, 2, 3);
        s->sweep[i].fov = 1, s->sweep[i].projection = TW_PERSPECTIVE;
    }
    f->has_ground = true, f->ground_height = 0, f->ground = m;
    f->has_background = false, f->background = (tw_backdrop){.bottom = {0, 0, 0}};
    f->tone = TW_TONE_FILM, f->exposure = 0, f->bounces = 1, f->lines = TW_LINES_NONE,
    f->force_scale = 0.01;
    f->look.kind = tw_look_find("studio", NULL);
    f->look.floor = TW_FLOOR_AUTO, f->look.said = TW_SAID_LIGHTS;
    f->look.key = f->look.rim = f->look.fill = f->look.soft = 1, f->look.turn = 0;
    f->look.tint = (tw_rgb){1, 1, 1};
    f->torque_scale = 0.02, f->mark_size = 1, f->legend = false, f->classes = 1, f->kinds = 2;
    f->background.top = (tw_rgb){0, 0, 0}, f->background.from = f->background.to = 0;
    f->has_fog = false, f->bloom = 0;
    f->fog = (tw_haze){.color = {0, 0, 0}};
    f->plot = s->plot, f->plot_count = 1;
    f->fades = NULL, f->share = 1;
    s->plot[0] = (tw_plot){.text = s->text[0], .tau = .2, .begin = 1, .span = 2, .top = 3};
    s->plot[0].sample = s->sample, s->plot[0].count = 2;
    s->sample[0] = s->sample[1] = (tw_plot_sample){1, 2, 3};
    strcpy(s->text[0], "F_g");
    strcpy(s->text[1], "title");
    s->mark[0].kind = TW_MARK_ARROW, s->mark[0].class_ = TW_CLASS_SPRING;
    s->mark[0].a = s->mark[0].b = s->mark[0].vector = v3(0, 1, 0);
    s->mark[0].reference = s->mark[0].scale = 0, s->mark[0].rank = 0,
    s->mark[0].side = TW_NAME_LEFT;
    s->mark[0].strength = 0, s->mark[0].met = true, s->mark[0].text = s->text[0];
    s->caption[0].text = s->text[1], s->caption[0].at = TW_AT_TOP;
    s->caption[0].point = v3_zero(), s->caption[0].size = .1, s->caption[0].opacity = 1;
    s->caption[0].has_color = true, s->caption[0].color = (tw_rgb){1, 2, 3};
    s->caption[0].font = TW_FONT_SERIF;
    s->caption[0].anchor_x = 0, s->caption[0].anchor_y = 1;
    s->caption[0].plate = false;
    tw_graph *g = &s->graph[0];
    g->title = s->text[0], g->x_label = s->text[1], g->y_label = NULL;
    g->tag = 1, g->placed = true;
    g->x = .1, g->y = .2, g->width = .3, g->height = .4, g->opacity = .5;
    for (int k = 0; k < 2; k++) g->low[k] = 0, g->high[k] = 1, g->from[k] = -1, g->to[k] = 2;
    g->curves = 1;
    tw_graph_curve *c = &g->curve[0];
    c->name = s->text[0], c->has_color = true, c->color = (tw_rgb){1, 2, 3}, c->thin = false;
    for (int k = 0; k < 4; k++) s->place[k] = k;
    c->xy = s->place, c->count = 2;
}

static void copies_are_equal(void **state) {
    (void)state;
    static sample a, b;
    fill(&a, 0);
    fill(&b, 0x5a);
    assert_true(tw_frame_digest(&a.f) == tw_frame_digest(&b.f));
}

#define DIFFERS(change)                                 \
    do {                                                \
        fill(&s, 0);                                    \
        change;                                         \
        assert_true(tw_frame_digest(&s.f) != original); \
    } while (0)

static void every_field_counts(void **state) {
    (void)state;
    static sample s;
    fill(&s, 0);
    uint64_t original = tw_frame_digest(&s.f);
    DIFFERS(s.f.item_count = 1);
    DIFFERS(s.f.pose_count = 1);
    DIFFERS(s.item[1].shape.type = TW_SHAPE_ELLIPSOID);
    DIFFERS(s.item[1].shape.p[2] = 3.0000000000000004);
    DIFFERS(s.item[0].tag = 9);
    DIFFERS(s.item[1].name = s.text[1]);
    DIFFERS(s.item[1].name = NULL);
    DIFFERS(s.f.shutter = 0.25);
    DIFFERS(s.f.sharp = true);
    DIFFERS(s.item[0].material.model = TW_SURFACE_GGX);
    DIFFERS(s.item[0].material.color.b = 0);
    DIFFERS(s.item[0].material.roughness = 0);
    DIFFERS(s.item[0].material.metallic = 0);
    DIFFERS(s.item[0].material.emission.g = 1);
    DIFFERS(s.item[0].material.opacity = .5);
    DIFFERS(s.item[0].material.texture = TW_TEXTURE_WOOD);
    DIFFERS(s.item[0].material.texture_scale = 1);
    DIFFERS(s.item[0].material.texture_width = 7);
    DIFFERS(s.item[0].material.texture_fade = 7);
    static tw_pixmap map;
    map.hash = 5;
    DIFFERS(s.item[0].material.map = &map);
    DIFFERS(s.item[0].material.texture_color.r = 1);
    DIFFERS(s.pose[3].x.z = 3);
    DIFFERS(s.f.sweep_count = 0);
    DIFFERS(s.sweep[1].eye.x = 3);
    DIFFERS(s.sweep[0].target.z = 1);
    DIFFERS(s.sweep[1].up.y = 1);
    DIFFERS(s.sweep[1].fov = 2);
    DIFFERS(s.pose[2].q.z = 1);
    DIFFERS(s.light[0].kind = TW_LIGHT_SKY);
    DIFFERS(s.light[0].to.x = 1);
    DIFFERS(s.light[0].position.x = 1);
    DIFFERS(s.light[0].direction.x = 1);
    DIFFERS(s.light[0].irradiance.r = 0);
    DIFFERS(s.light[0].top.r = 0);
    DIFFERS(s.light[0].horizon.r = 0);
    DIFFERS(s.light[0].bottom.r = 0);
    DIFFERS(s.light[0].power.r = 0);
    DIFFERS(s.light[0].angular_diameter = 0);
    DIFFERS(s.light[0].radius = 0);
    DIFFERS(s.light[0].cone = 0);
    static tw_lightmap light;
    light.hash = 5;
    DIFFERS(s.light[0].map = &light);
    DIFFERS(s.light[0].turn = 1);
    DIFFERS(s.light[0].strength = 2);
    DIFFERS(s.f.light_count = 0);
    DIFFERS(s.f.camera.eye.x = 0);
    DIFFERS(s.f.camera.target.y = 0);
    DIFFERS(s.f.camera.up.z = 0);
    DIFFERS(s.f.camera.fov = 2);
    DIFFERS(s.f.camera.projection = TW_ORTHOGRAPHIC; s.f.camera.height = 2);
    DIFFERS(s.f.camera.aperture = 2);
    DIFFERS(s.f.camera.focus = 2);
    DIFFERS(s.f.has_ground = false);
    DIFFERS(s.f.ground_height = 1);
    DIFFERS(s.f.ground.color.g = 1);
    DIFFERS(s.f.has_background = true);
    DIFFERS(s.f.background.has_gradient = true);
    DIFFERS(s.f.background.stars = 1);
    DIFFERS(s.f.background.bottom.g = 1);
    DIFFERS(s.f.background.top.b = 1);
    DIFFERS(s.f.background.from = 1);
    DIFFERS(s.f.background.to = 1);
    DIFFERS(s.f.has_fog = true);
    DIFFERS(s.f.fog.has_color = true);
    DIFFERS(s.f.fog.color.r = 1);
    DIFFERS(s.f.fog.from = 1);
    DIFFERS(s.f.fog.to = 1);
    DIFFERS(s.f.bloom = 1);
    DIFFERS(s.f.tone = TW_TONE_NONE);
    DIFFERS(s.f.tone = TW_TONE_FILMIC);
    DIFFERS(s.f.exposure = 1);
    DIFFERS(s.f.bounces = 0);
    DIFFERS(s.f.lines = TW_LINES_INK);
    DIFFERS(s.f.look.kind = tw_look_find("limbo", NULL));
    DIFFERS(s.f.look.kind = NULL);
    DIFFERS(s.f.look.floor = TW_FLOOR_GRID);
    DIFFERS(s.f.look.key = 2);
    DIFFERS(s.f.look.rim = 2);
    DIFFERS(s.f.look.fill = 2);
    DIFFERS(s.f.look.soft = 2);
    DIFFERS(s.f.look.turn = 2);
    DIFFERS(s.f.look.tint.b = 2);
    DIFFERS(s.f.look.said = TW_SAID_TONE);
    DIFFERS(s.f.force_scale = 1);
    DIFFERS(s.f.torque_scale = 1);
    DIFFERS(s.f.mark_size = .5);
    DIFFERS(s.f.legend = true);
    DIFFERS(s.f.classes = 3);
    DIFFERS(s.f.kinds = 3);
    DIFFERS(s.f.plot_count = 0);
    DIFFERS(s.plot[0].text = s.text[1]);
    DIFFERS(s.plot[0].at.y = 1);
    DIFFERS(s.plot[0].tau = 1);
    DIFFERS(s.plot[0].lawful = true);
    DIFFERS(s.plot[0].law[2] = 1);
    DIFFERS(s.plot[0].side = TW_NAME_LEFT);
    DIFFERS(s.plot[0].begin = 2);
    DIFFERS(s.plot[0].span = 1);
    DIFFERS(s.plot[0].top = 1);
    DIFFERS(s.plot[0].count = 1);
    DIFFERS(s.sample[1].t = 2);
    DIFFERS(s.sample[1].value = 3);
    DIFFERS(s.sample[1].rate = 4);
    DIFFERS(s.f.mark_count = 0);
    DIFFERS(s.mark[0].kind = TW_MARK_TORQUE);
    DIFFERS(s.mark[0].class_ = TW_CLASS_DRAG);
    DIFFERS(s.mark[0].a.x = 1);
    DIFFERS(s.mark[0].b.x = 1);
    DIFFERS(s.mark[0].vector.x = 1);
    DIFFERS(s.mark[0].strength = 1);
    DIFFERS(s.mark[0].reference = 1);
    DIFFERS(s.mark[0].scale = 1);
    DIFFERS(s.mark[0].rank = 1);
    DIFFERS(s.mark[0].side = TW_NAME_BELOW);
    DIFFERS(s.mark[0].met = false);
    DIFFERS(s.mark[0].text = NULL);
    DIFFERS(s.text[0][2] = 'v');
    DIFFERS(s.f.caption_count = 0);
    DIFFERS(s.text[1][0] = 'T');
    DIFFERS(s.caption[0].at = TW_AT_BOTTOM);
    DIFFERS(s.caption[0].point.x = 1);
    DIFFERS(s.caption[0].size = .2);
    DIFFERS(s.caption[0].opacity = .5);
    DIFFERS(s.caption[0].plate = true);
    DIFFERS(s.f.graph_count = 0);
    DIFFERS(s.graph[0].title = NULL);
    DIFFERS(s.graph[0].x_label = NULL);
    DIFFERS(s.graph[0].y_label = s.text[0]);
    DIFFERS(s.graph[0].placed = false);
    DIFFERS(s.graph[0].x = 0);
    DIFFERS(s.graph[0].y = 0);
    DIFFERS(s.graph[0].width = 1);
    DIFFERS(s.graph[0].height = 1);
    DIFFERS(s.graph[0].opacity = 1);
    DIFFERS(s.graph[0].from[1] = 0);
    DIFFERS(s.graph[0].to[0] = 1);
    DIFFERS(s.graph[0].curves = 0);
    DIFFERS(s.graph[0].curve[0].name = NULL);
    DIFFERS(s.graph[0].curve[0].has_color = false);
    DIFFERS(s.graph[0].curve[0].color.g = 0);
    DIFFERS(s.graph[0].curve[0].thin = true);
    DIFFERS(s.graph[0].curve[0].count = 1);
    DIFFERS(s.place[3] = 4);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copies_are_equal),
        cmocka_unit_test(every_field_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
