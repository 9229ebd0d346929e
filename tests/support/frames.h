/*
 * Frames of a film in which something stands in every member, and all of it changes from frame to
 * frame: for tests of what is written and read.
 */
#ifndef TW_TESTS_FRAMES_H
#define TW_TESTS_FRAMES_H

#include "frame/film.h"
#include "frame/look.h"
#include "shape/map/lightmap.h"
#include "shape/map/pixmap.h"
#include "shape/mesh/mesh.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint64_t random_state, random_salt;

/* bytes that choose in place of the random numbers, as far as there are any */
static const uint8_t *choice;
static size_t choices;

static inline uint64_t next(void) {
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    if (choices < 3) return random_state >> 20;
    const uint8_t *c = choice;
    choice += 3, choices -= 3;
    return (uint64_t)c[0] | (uint64_t)c[1] << 8 | (uint64_t)c[2] << 16;
}

static bool any_numbers; /* also such as no scene makes: not finite, huge, tiny */

static inline double number(void) {
    static const double odd[] = {0,     -0.0,  NAN,  INFINITY, -INFINITY, 1e308, -1e308, 5e-324,
                                 1e-30, 1e-12, 0.01, 0.5,      1,         -1,    30,     1e15};
    if (any_numbers && next() % 4) return odd[next() % (sizeof odd / sizeof *odd)];
    return (double)(int64_t)(next() % 200001) / 7 - 14285;
}

static inline uint32_t any_tag(void) {
    return any_numbers && next() % 8 == 0 ? UINT32_MAX : (uint32_t)next();
}

static inline bool maybe(void) {
    return next() % 2;
}

static inline vec3 vector(void) {
    double x = number(), y = number(), z = number();
    return v3(x, y, z);
}

static inline tw_rgb rgb(void) {
    double r = number(), g = number(), b = number();
    return (tw_rgb){r, g, b};
}

/* spots: its corners lie on a picture, but for one triangle's */
static inline tw_mesh *tetrahedron(bool spots) {
    static const double corner[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const int32_t side[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2};
    tw_mesh_data d = {.vertex = malloc(sizeof corner),
                      .vertex_count = 4,
                      .triangle = malloc(sizeof side),
                      .triangle_count = 4};
    tw_mesh *mesh;
    memcpy(d.vertex, corner, sizeof corner);
    memcpy(d.triangle, side, sizeof side);
    if (spots) {
        d.spot = malloc(24 * sizeof *d.spot);
        for (int i = 0; i < 24; i++) d.spot[i] = i < 18 ? (float)(7 * i % 5) / 4 : NAN;
    }
    assert_int_equal(tw_mesh_create(&d, &mesh), TW_OK);
    return mesh;
}

static inline tw_pixmap *chequers(void) {
    uint8_t rgba[3 * 5 * 4];
    tw_pixmap *map;
    for (size_t i = 0; i < sizeof rgba; i++) rgba[i] = (uint8_t)(37 * i);
    assert_int_equal(tw_pixmap_create(rgba, 3, 5, &map), TW_OK);
    return map;
}

static inline void set_material(tw_material *m, const tw_pixmap *map) {
    m->model = (tw_surface_model)(next() % 3);
    m->color = rgb();
    m->roughness = number(), m->metallic = number(), m->opacity = number();
    m->emission = rgb();
    m->texture = map ? TW_TEXTURE_PICTURE : (tw_texture)(next() % 5);
    m->texture_scale = number(), m->texture_width = number(), m->texture_fade = number();
    m->map = tw_pixmap_retain(map);
    m->texture_color = rgb();
}

static inline const char *label(tw_frame *f) {
    static const char *const texts[] = {"",         "x",         "rod",
                                        "eight ch", "nine char", "\xc3\xa4 long one"};
    uint64_t k = next() % 7;
    return k == 6 ? NULL : tw_frame_text(f, texts[k]);
}

static inline void set_items(tw_frame *f, size_t count, int poses, const tw_mesh *mesh,
                             const tw_pixmap *map) {
    f->item_count = count;
    f->pose_count = poses;
    f->item = tw_frame_alloc(f, count * sizeof *f->item);
    f->pose = tw_frame_alloc(f, count * (size_t)poses * sizeof *f->pose);
    if (poses > 1) f->still = tw_frame_alloc(f, count * sizeof *f->still);
    for (size_t i = 0; i < count; i++) {
        tw_frame_item *it = &f->item[i];
        it->shape.type = i == 1 ? TW_SHAPE_MESH : (int)(next() % TW_SHAPE_MESH);
        it->shape.mesh = i == 1 ? tw_mesh_retain(mesh) : NULL;
        for (int k = 0; k < TW_SHAPE_PARAMETERS; k++) it->shape.p[k] = number();
        it->first_pose = i * (size_t)poses;
        set_material(&it->material, i == 2 ? map : NULL);
        it->tag = any_tag();
        it->name = label(f);
        it->beside = maybe();
        for (int k = -1; k < poses; k++) {
            tw_pose p = {.x = vector(), .q = {.w = number()}};
            p.q.x = number(), p.q.y = number(), p.q.z = number();
            if (k >= 0) f->pose[it->first_pose + (size_t)k] = p;
            if (k < 0 && poses > 1) f->still[i] = p;
        }
    }
}

static inline void set_camera(tw_camera *c) {
    c->eye = vector(), c->target = vector(), c->up = vector();
    c->fov = number(), c->aperture = number(), c->focus = number();
    c->has_eye = maybe(), c->has_target = maybe(), c->has_fov = maybe(), c->has_focus = maybe();
    c->around = number(), c->above = number(), c->fill = number();
    c->projection = maybe() ? TW_ORTHOGRAPHIC : TW_PERSPECTIVE;
    c->height = number(), c->has_height = maybe(), c->framed = maybe();
    c->free_around = maybe(), c->free_above = maybe(), c->shot = 7;
    c->fit = maybe() ? TW_FIT_SHOT : TW_FIT_MOMENT;
}

/* now and then, or where there must be one: a file's, the studio, a sky */
static const tw_lightmap *light_file;

static inline const tw_lightmap *environment(size_t i, bool must) {
    const tw_lightmap *map = NULL;
    if (!must && maybe()) return NULL;
    if (i == 0) return tw_lightmap_retain(light_file);
    tw_lightmap_source source = maybe() ? TW_LIGHTMAP_STUDIO : TW_LIGHTMAP_SKY;
    assert_int_equal(tw_lightmap_known(source, 0.25 * (double)(next() % 4), &map), TW_OK);
    return map;
}

static inline void set_stage(tw_frame *f, const tw_pixmap *map) {
    set_camera(&f->camera);
    f->sweep_count = maybe() ? TW_SWEEP : 0;
    if (f->sweep_count) f->sweep = tw_frame_alloc(f, TW_SWEEP * sizeof *f->sweep);
    for (int k = 0; k < f->sweep_count; k++) set_camera(&f->sweep[k]);
    f->light_count = 2;
    f->light = tw_frame_alloc(f, 2 * sizeof *f->light);
    for (size_t i = 0; i < 2; i++) {
        tw_frame_light *l = &f->light[i];
        unsigned kind = (unsigned)(next() % 6);
        memcpy(&l->kind, &kind, sizeof kind);
        l->to = vector(), l->position = vector(), l->direction = vector();
        l->irradiance = rgb(), l->top = rgb(), l->horizon = rgb(), l->bottom = rgb();
        l->power = rgb();
        l->angular_diameter = number(), l->radius = number(), l->cone = number();
        l->turn = number(), l->strength = number();
        l->map = environment(i, kind == TW_LIGHT_ENVIRONMENT);
    }
    f->has_ground = maybe(), f->has_background = maybe(), f->has_fog = maybe();
    f->ground_height = number(), f->exposure = number();
    set_material(&f->ground, map);
    f->background.has_gradient = maybe();
    f->background.bottom = rgb(), f->background.top = rgb();
    f->background.from = number(), f->background.to = number(), f->background.stars = number();
    f->fog.has_color = maybe(), f->fog.color = rgb();
    f->fog.from = number(), f->fog.to = number();
    f->bloom = number(), f->tone = (tw_tone)(next() % 3);
    f->bounces = (int)(next() % 5) - 2;
    if (maybe()) {
        f->look.kind = tw_look_find(maybe() ? "studio" : "plain", NULL);
        f->look.floor = (int)(next() % TW_FLOORS), f->look.said = (unsigned)(next() % 64);
        f->look.key = number(), f->look.rim = number(), f->look.fill = number();
        f->look.soft = number(), f->look.turn = number(), f->look.tint = rgb();
    }
    f->force_scale = number(), f->torque_scale = number(), f->mark_size = number();
    f->legend = maybe();
    f->classes = (uint32_t)next(), f->kinds = (uint32_t)next();
}

static inline void set_overlay(tw_frame *f) {
    f->mark_count = next() % 4;
    f->mark = tw_frame_alloc(f, (f->mark_count + 1) * sizeof *f->mark);
    for (size_t i = 0; i < f->mark_count; i++) {
        tw_mark *m = &f->mark[i];
        m->kind = (tw_mark_kind)(next() % 8);
        m->class_ = (tw_mark_class)(next() % TW_CLASS_COUNT);
        m->side = (tw_name_side)(next() % TW_NAME_SIDES);
        m->a = vector(), m->b = vector(), m->vector = vector();
        m->strength = number(), m->reference = number(), m->scale = number();
        m->rank = (int)(next() % 9) - 4;
        m->tag = any_tag();
        m->met = maybe();
        m->text = label(f);
    }
    f->caption_count = next() % 3;
    f->caption = tw_frame_alloc(f, (f->caption_count + 1) * sizeof *f->caption);
    for (size_t i = 0; i < f->caption_count; i++) {
        unsigned at = (unsigned)(next() % 7);
        f->caption[i].text = label(f);
        if (!f->caption[i].text) f->caption[i].text = "";
        memcpy(&f->caption[i].at, &at, sizeof at);
        f->caption[i].point = vector();
        f->caption[i].size = number(), f->caption[i].opacity = number();
        f->caption[i].plate = maybe(), f->caption[i].title = maybe();
    }
    f->plot_count = next() % 3;
    f->plot = tw_frame_alloc(f, (f->plot_count + 1) * sizeof *f->plot);
    for (size_t i = 0; i < f->plot_count; i++) {
        tw_plot *p = &f->plot[i];
        p->text = label(f);
        p->at = vector();
        p->tag = any_tag();
        p->value = number(), p->rate = number(), p->tau = number();
        p->asked = maybe(), p->met = maybe(), p->angular = maybe(), p->velocity = maybe();
        p->lawful = maybe();
        for (int k = 0; k < 3; k++) p->law[k] = number();
        p->side = (tw_name_side)(next() % TW_NAME_SIDES);
        p->far = (float)number();
        p->begin = number(), p->span = number(), p->top = number();
        p->count = 2;
        tw_plot_sample *s = tw_frame_alloc(f, 2 * sizeof *s);
        for (int k = 0; k < 2; k++) {
            s[k].t = number(), s[k].value = number(), s[k].rate = number();
        }
        p->sample = s;
    }
}

static inline void set_graphs(tw_frame *f) {
    f->graph_count = next() % 3;
    f->graph = tw_frame_alloc(f, (f->graph_count + 1) * sizeof *f->graph);
    for (size_t i = 0; i < f->graph_count; i++) {
        tw_graph *g = &f->graph[i];
        g->title = label(f), g->x_label = label(f), g->y_label = label(f);
        g->tag = any_tag();
        g->placed = maybe();
        g->x = number(), g->y = number(), g->width = number(), g->height = number();
        g->opacity = number();
        for (int k = 0; k < 2; k++) {
            g->low[k] = number(), g->high[k] = number();
            g->from[k] = number(), g->to[k] = number();
        }
        g->curves = (int)(next() % (TW_GRAPH_CURVES + 1));
        for (int k = 0; k < g->curves; k++) {
            tw_graph_curve *c = &g->curve[k];
            c->name = label(f);
            c->has_color = maybe(), c->color = rgb(), c->thin = maybe();
            c->count = next() % 4;
            double *xy = tw_frame_alloc(f, (2 * c->count + 1) * sizeof *xy);
            for (size_t j = 0; j < 2 * c->count; j++) xy[j] = number();
            c->xy = xy;
        }
    }
}

/* frame `n` of a film in which all changes */
static inline void make_frame(tw_frame *f, int n, const tw_mesh *mesh, const tw_pixmap *map) {
    static const int poses[] = {1, 2, 3, 5, 9};
    /* member by member, so that the bytes between them are 0 as in what is read */
    memset(f, 0, sizeof *f);
    f->number = n, f->time = n / 30.0, f->shutter = n % 3 * 0.4, f->sharp = n % 4 == 1;
    random_state = random_salt + (uint64_t)n * 7919;
    set_items(f, n % 7 == 3 ? 0 : 3 + (size_t)(n % 3), poses[n % 5], mesh, map);
    set_stage(f, n % 2 ? map : NULL);
    set_overlay(f);
    set_graphs(f);
    f->part = n % 3, f->shot = n / 3, f->share = n % 5 * 0.25;
}

/* a light map for frames of a film; the caller releases it */
static inline tw_lightmap *begin_light_file(void) {
    float rgb[3 * 8 * 4];
    tw_lightmap *light;
    for (size_t i = 0; i < sizeof rgb / sizeof *rgb; i++) rgb[i] = 0.25f * (float)i - 2;
    assert_int_equal(tw_lightmap_create(rgb, 8, 4, &light), TW_OK);
    light_file = light;
    return light;
}

#endif
