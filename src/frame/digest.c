/*
 * Digest of a frame: a hash of everything that a picture of the frame depends on. Programs compare
 * digests to see which pictures are still valid. Structs are hashed member by member, since the
 * bytes of their padding are undefined.
 */
#include "base/hash.h"
#include "frame/film.h"
#include "frame/look.h"
#include "shape/map/lightmap.h"
#include "shape/map/pixmap.h"
#include "shape/mesh/mesh.h"

#include <string.h>

typedef struct hasher {
    tw_hash h;
} hasher;

static void bytes(hasher *h, const void *data, size_t n) {
    h->h = tw_hash_bytes(h->h, data, n);
}

static void real(hasher *h, double x) {
    bytes(h, &x, sizeof x);
}

static void whole(hasher *h, uint64_t x) {
    bytes(h, &x, sizeof x);
}

static void vector(hasher *h, vec3 v) {
    real(h, v.x), real(h, v.y), real(h, v.z);
}

static void rgb(hasher *h, tw_rgb c) {
    real(h, c.r), real(h, c.g), real(h, c.b);
}

static void text(hasher *h, const char *s) {
    whole(h, s ? strlen(s) : UINT64_MAX);
    if (s) bytes(h, s, strlen(s));
}

static void material(hasher *h, const tw_material *m) {
    whole(h, (uint64_t)m->model);
    rgb(h, m->color);
    real(h, m->roughness), real(h, m->metallic);
    rgb(h, m->emission);
    real(h, m->opacity);
    whole(h, (uint64_t)m->texture);
    real(h, m->texture_scale);
    rgb(h, m->texture_color);
    whole(h, m->map ? m->map->hash : 0);
    real(h, m->texture_width), real(h, m->texture_fade);
}

/* adds the shape, material and other members of an item, but not its poses and its name */
static void thing(hasher *h, const tw_frame_item *item) {
    whole(h, (uint64_t)item->shape.type);
    for (int k = 0; k < TW_SHAPE_PARAMETERS; k++) real(h, item->shape.p[k]);
    if (item->shape.type == TW_SHAPE_MESH) whole(h, item->shape.mesh->hash);
    material(h, &item->material);
    whole(h, item->tag);
}

static void pose(hasher *h, const tw_pose *p) {
    vector(h, p->x);
    real(h, p->q.w), real(h, p->q.x), real(h, p->q.y), real(h, p->q.z);
}

static void items(hasher *h, const tw_frame *f) {
    whole(h, f->item_count), whole(h, (uint64_t)f->pose_count);
    real(h, f->shutter), whole(h, f->sharp);
    for (size_t i = 0; i < f->item_count; i++) {
        const tw_frame_item *item = &f->item[i];
        thing(h, item);
        text(h, item->name);
        if (f->sharp && f->still) pose(h, &f->still[i]);
        for (int k = 0; k < f->pose_count; k++) pose(h, &f->pose[item->first_pose + (size_t)k]);
    }
}

static void lights(hasher *h, const tw_frame *f) {
    whole(h, f->light_count);
    for (size_t i = 0; i < f->light_count; i++) {
        const tw_frame_light *l = &f->light[i];
        whole(h, (uint64_t)l->kind);
        vector(h, l->to), vector(h, l->position), vector(h, l->direction);
        rgb(h, l->irradiance), rgb(h, l->top), rgb(h, l->horizon), rgb(h, l->bottom);
        rgb(h, l->power);
        real(h, l->angular_diameter), real(h, l->radius), real(h, l->cone);
        whole(h, l->map ? l->map->hash : 0);
        real(h, l->turn), real(h, l->strength);
    }
}

static void look(hasher *h, const tw_frame_look *l) {
    text(h, l->kind ? l->kind->name : NULL);
    if (!l->kind) return;
    whole(h, (uint64_t)l->floor), whole(h, l->said);
    real(h, l->key), real(h, l->rim), real(h, l->fill), real(h, l->soft), real(h, l->turn);
    rgb(h, l->tint);
}

static double zoom(const tw_camera *c) {
    return c->projection == TW_ORTHOGRAPHIC ? c->height : c->fov;
}

static void stage(hasher *h, const tw_frame *f) {
    const tw_camera *c = &f->camera;
    vector(h, c->eye), vector(h, c->target), vector(h, c->up);
    whole(h, (uint64_t)c->projection);
    real(h, zoom(c)), real(h, c->aperture), real(h, c->focus);
    for (int k = 0; k < f->sweep_count; k++) {
        const tw_camera *p = &f->sweep[k];
        vector(h, p->eye), vector(h, p->target), vector(h, p->up);
        real(h, zoom(p));
    }
    whole(h, f->has_ground);
    real(h, f->ground_height);
    material(h, &f->ground);
    whole(h, f->has_background);
    whole(h, f->background.has_gradient);
    real(h, f->background.stars);
    rgb(h, f->background.bottom), rgb(h, f->background.top);
    real(h, f->background.from), real(h, f->background.to);
    whole(h, f->has_fog), whole(h, f->fog.has_color);
    rgb(h, f->fog.color);
    real(h, f->fog.from), real(h, f->fog.to);
    real(h, f->bloom);
    whole(h, (uint64_t)f->tone);
    real(h, f->exposure);
    whole(h, (uint64_t)f->bounces);
    whole(h, (uint64_t)f->lines);
    look(h, &f->look);
}

static void plots(hasher *h, const tw_frame *f) {
    whole(h, f->plot_count);
    for (size_t i = 0; i < f->plot_count; i++) {
        const tw_plot *p = &f->plot[i];
        text(h, p->text);
        vector(h, p->at);
        real(h, p->value), real(h, p->rate), real(h, p->tau);
        whole(h, p->angular), whole(h, p->velocity), whole(h, p->lawful);
        for (int k = 0; k < 3; k++) real(h, p->law[k]);
        whole(h, (uint64_t)p->side);
        real(h, (double)p->far);
        real(h, p->begin), real(h, p->span), real(h, p->top);
        whole(h, p->count);
        for (size_t k = 0; k < p->count; k++)
            real(h, p->sample[k].t), real(h, p->sample[k].value), real(h, p->sample[k].rate);
    }
}

static void graphs(hasher *h, const tw_frame *f) {
    whole(h, f->graph_count);
    for (size_t i = 0; i < f->graph_count; i++) {
        const tw_graph *g = &f->graph[i];
        text(h, g->title), text(h, g->x_label), text(h, g->y_label);
        whole(h, g->placed);
        real(h, g->x), real(h, g->y), real(h, g->width), real(h, g->height), real(h, g->opacity);
        for (int k = 0; k < 2; k++) real(h, g->from[k]), real(h, g->to[k]);
        whole(h, (uint64_t)g->curves);
        for (int c = 0; c < g->curves; c++) {
            const tw_graph_curve *curve = &g->curve[c];
            text(h, curve->name);
            whole(h, curve->has_color), rgb(h, curve->color), whole(h, curve->thin);
            whole(h, curve->count);
            for (size_t k = 0; k < 2 * curve->count; k++) real(h, curve->xy[k]);
        }
    }
}

static void overlay(hasher *h, const tw_frame *f) {
    real(h, f->force_scale), real(h, f->torque_scale), real(h, f->mark_size);
    whole(h, f->legend), whole(h, f->classes), whole(h, f->kinds);
    whole(h, f->mark_count);
    for (size_t i = 0; i < f->mark_count; i++) {
        const tw_mark *m = &f->mark[i];
        whole(h, (uint64_t)m->kind), whole(h, (uint64_t)m->class_);
        vector(h, m->a), vector(h, m->b), vector(h, m->vector);
        real(h, m->strength), real(h, m->reference), real(h, m->scale);
        whole(h, (uint64_t)m->rank), whole(h, (uint64_t)m->side);
        whole(h, m->met);
        text(h, m->text);
    }
    whole(h, f->caption_count);
    for (size_t i = 0; i < f->caption_count; i++) {
        const tw_caption *c = &f->caption[i];
        text(h, c->text);
        whole(h, (uint64_t)c->at);
        vector(h, c->point);
        real(h, c->size), real(h, c->opacity);
        whole(h, c->has_color), rgb(h, c->color);
        whole(h, (uint64_t)c->font);
        real(h, c->anchor_x), real(h, c->anchor_y);
        whole(h, c->plate);
    }
    plots(h, f);
    graphs(h, f);
}

static hasher bare(const tw_frame *f) {
    hasher h = {tw_hash_begin()};
    items(&h, f);
    lights(&h, f);
    stage(&h, f);
    return h;
}

/* adds the frame that the fade begins with, with all its parts, and the weight of the fade */
static void fade(hasher *h, const tw_frame *f) {
    if (!f->fades) return;
    whole(h, tw_frame_digest(f->fades));
    real(h, f->share);
}

uint64_t tw_frame_digest(const tw_frame *f) {
    hasher h = bare(f);
    overlay(&h, f);
    fade(&h, f);
    return tw_hash_end(h.h);
}

uint64_t tw_frame_bare_digest(const tw_frame *f) {
    hasher h = bare(f);
    fade(&h, f);
    return tw_hash_end(h.h);
}

uint64_t tw_frame_stage_digest(const tw_frame *f) {
    hasher h = {tw_hash_begin()};
    lights(&h, f);
    stage(&h, f);
    return tw_hash_end(h.h);
}

void tw_frame_item_digest(const tw_frame *f, size_t i, uint64_t *what, uint64_t *where) {
    hasher a = {tw_hash_begin()}, b = {tw_hash_begin()};
    const tw_pose *p = f->pose + f->item[i].first_pose;
    bool still = true;
    thing(&a, &f->item[i]);
    /* all poses of an item at rest are equal, and count as one whatever the frame's pose_count */
    for (int k = 1; k < f->pose_count; k++) still = still && memcmp(&p[0], &p[k], sizeof *p) == 0;
    for (int k = 0; k < (still ? 1 : f->pose_count); k++) pose(&b, &p[k]);
    *what = tw_hash_end(a.h);
    *where = tw_hash_end(b.h);
}
