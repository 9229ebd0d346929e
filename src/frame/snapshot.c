/* From the world to a frame; see snapshot.h. */
#include "frame/snapshot.h"

#include "frame/marks.h"
#include "shape/mesh.h"

#include <string.h>

/* ---- values, materials --------------------------------------------------------------------- */

static double number(const tw_value *v, double t, double otherwise) {
    return tw_value_is_unset(v) ? otherwise : tw_value1(v, t);
}

static tw_rgb rgb(const tw_value *v, double t, tw_rgb otherwise) {
    if (tw_value_is_unset(v)) return otherwise;
    vec3 c = tw_value3(v, t);
    return (tw_rgb){fmax(c.x, 0), fmax(c.y, 0), fmax(c.z, 0)};
}

static double unit(double x) {
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

/* colours of bodies that say nothing about their looks: one for each common kind */
static tw_rgb default_color(const tw_kind *kind) {
    static const struct {
        const char *kind;
        tw_rgb color;
    } palette[] = {
        {"sphere", {0.62, 0.11, 0.07}},  {"rod", {0.72, 0.42, 0.10}},
        {"capsule", {0.10, 0.30, 0.50}}, {"cylinder", {0.10, 0.36, 0.34}},
        {"disk", {0.10, 0.36, 0.34}},    {"box", {0.55, 0.30, 0.12}},
        {"card", {0.75, 0.71, 0.62}},    {"torus", {0.07, 0.24, 0.46}},
        {"cone", {0.60, 0.20, 0.30}},    {"ellipsoid", {0.40, 0.16, 0.42}},
        {"link", {0.46, 0.47, 0.50}},
    };
    for (size_t i = 0; i < sizeof palette / sizeof palette[0]; i++)
        if (!strcmp(palette[i].kind, kind->name)) return palette[i].color;
    return (tw_rgb){0.45, 0.45, 0.45};
}

static tw_material material(const tw_look *look, double t, tw_rgb color) {
    tw_material m = {.model = (tw_surface_model)look->model,
                     .color = rgb(&look->color, t, color),
                     .roughness = unit(number(&look->roughness, t, 0.4)),
                     .metallic = unit(number(&look->metallic, t, 0)),
                     .emission = rgb(&look->emission, t, (tw_rgb){0, 0, 0}),
                     .opacity = 1,
                     .texture = (tw_texture)look->texture,
                     .texture_scale = number(&look->texture_scale, t, 0.1)};
    tw_rgb dark = {0.4 * m.color.r, 0.4 * m.color.g, 0.4 * m.color.b};
    m.texture_color = rgb(&look->texture_color, t, dark);
    return m;
}

/* ---- bodies -------------------------------------------------------------------------------- */

static uint32_t tag_of(const tw_body *b, int shape) {
    return b->o.serial * TW_SERIAL_SHAPES + (uint32_t)shape;
}

/* a part's look, where it has one of its own; m: the body's */
static tw_material look_of(const tw_body *b, int shape, double t, const tw_material *m) {
    const tw_form_look *look = &b->form.look[shape];
    tw_material own = look->material ? material(look->material, t, m->color) : *m;
    if (look->color) own.color = rgb(look->color, t, own.color);
    own.opacity = m->opacity;
    return own;
}

static bool drawn(const tw_body *b, double t) {
    return b->visible && number(&b->opacity, t, 1) > 0;
}

static void fill_items(const tw_world *w, double t, tw_frame *f) {
    size_t n = 0;
    for (size_t i = 0; i < w->body.count; i++) {
        const tw_body *b = w->body.data[i];
        if (!drawn(b, t)) continue;
        tw_material m = material(&b->material, t, default_color(b->o.kind));
        m.color = rgb(&b->color, t, m.color);
        m.opacity = unit(number(&b->opacity, t, 1));
        for (int s = 0; s < b->form.count; s++, n++) {
            f->item[n] = (tw_frame_item){.shape = b->form.shape[s],
                                         .first_pose = n * (size_t)f->pose_count,
                                         .material = look_of(b, s, t, &m),
                                         .tag = tag_of(b, s)};
            tw_mesh_retain(b->form.shape[s].mesh); /* the frame may outlive the body */
        }
    }
}

static tw_status make_items(const tw_world *w, double t, tw_frame *f) {
    size_t n = 0;
    for (size_t i = 0; i < w->body.count; i++)
        if (drawn(w->body.data[i], t)) n += (size_t)w->body.data[i]->form.count;
    f->item_count = n;
    if (!n) return TW_OK;
    f->item = tw_frame_alloc(f, n * sizeof *f->item);
    f->pose = tw_frame_alloc(f, n * (size_t)f->pose_count * sizeof *f->pose);
    if (!f->item || !f->pose) return tw_fail_memory();
    fill_items(w, t, f);
    for (int k = 0; k < f->pose_count; k++) tw_snapshot_pose(w, k, f);
    return TW_OK;
}

void tw_snapshot_pose(const tw_world *w, int k, tw_frame *f) {
    /* items stand in the order of the bodies, so one walk meets all that still exist */
    size_t n = 0;
    for (size_t i = 0; i < w->body.count && n < f->item_count; i++) {
        const tw_body *b = w->body.data[i];
        uint32_t first = tag_of(b, 0);
        while (n < f->item_count && f->item[n].tag < first) n++;
        tw_pose pose = tw_body_pose(b);
        for (; n < f->item_count && f->item[n].tag - first < (uint32_t)b->form.count; n++) {
            uint32_t s = f->item[n].tag - first;
            f->pose[f->item[n].first_pose + (size_t)k] = tw_pose_compose(&pose, &b->form.pose[s]);
        }
    }
}

/* ---- the stage ----------------------------------------------------------------------------- */

/* a place of the camera: in the world, or an offset from a body that it follows */
static bool follow(const tw_world *w, const tw_value *v, tw_id id, bool turn, double t, vec3 *x) {
    const tw_body *b = tw_world_body(w, id);
    if (tw_value_is_unset(v) && !b) return false;
    vec3 offset = tw_value_is_unset(v) ? v3_zero() : tw_value3(v, t);
    if (b && turn) offset = q_rotate(b->orientation, offset);
    *x = b ? v3_add(b->position, offset) : offset;
    return true;
}

static void make_camera(const tw_world *w, double t, tw_camera *c) {
    const tw_stage_camera *s = &w->stage.camera;
    *c = (tw_camera){.up = tw_value_is_unset(&s->up) ? v3(0, 0, 1) : tw_value3(&s->up, t),
                     .fov = number(&s->fov, t, 0),
                     .aperture = number(&s->aperture, t, 0),
                     .focus = number(&s->focus, t, 0),
                     .has_fov = !tw_value_is_unset(&s->fov),
                     .has_focus = !tw_value_is_unset(&s->focus)};
    c->has_eye = follow(w, &s->eye, s->eye_follow, s->eye_turn, t, &c->eye);
    c->has_target = follow(w, &s->target, s->target_follow, s->target_turn, t, &c->target);
}

static vec3 vector(const tw_value *v, double t, vec3 otherwise) {
    return tw_value_is_unset(v) ? otherwise : tw_value3(v, t);
}

static tw_frame_light make_light(const tw_stage_light *s, double t) {
    const tw_rgb dark = {0, 0, 0};
    tw_frame_light l = {.to = v3_normalized(vector(&s->to, t, v3(0, 0, 1))),
                        .irradiance = rgb(&s->irradiance, t, dark),
                        .angular_diameter = number(&s->angular_diameter, t, 0),
                        .position = vector(&s->position, t, v3_zero()),
                        .direction = v3_normalized(vector(&s->direction, t, v3(0, 0, -1))),
                        .power = rgb(&s->power, t, dark),
                        .radius = number(&s->radius, t, 0),
                        .cone = number(&s->cone, t, 0)};
    static const int kinds[] = {TW_LIGHT_SUN, TW_LIGHT_SKY, TW_LIGHT_POINT, TW_LIGHT_AREA,
                                TW_LIGHT_SPOT};
    memcpy(&l.kind, &kinds[s->kind], sizeof l.kind);
    tw_rgb even = rgb(&s->radiance, t, dark);
    if (l.kind == TW_LIGHT_AREA) l.power = rgb(&s->radiance, t, l.power);
    l.top = l.horizon = l.bottom = even;
    if (s->has_gradient) {
        l.horizon = rgb(&s->horizon, t, even);
        l.top = rgb(&s->top, t, l.horizon);
        l.bottom = rgb(&s->bottom, t, l.horizon);
    }
    return l;
}

static tw_status make_stage(const tw_world *w, double t, tw_frame *f) {
    const tw_stage *s = &w->stage;
    make_camera(w, t, &f->camera);
    if (s->light_count) {
        f->light = tw_frame_alloc(f, s->light_count * sizeof *f->light);
        if (!f->light) return tw_fail_memory();
        f->light_count = s->light_count;
        for (size_t i = 0; i < s->light_count; i++) f->light[i] = make_light(&s->light[i], t);
    }
    f->has_ground = s->ground.present;
    if (f->has_ground) {
        f->ground_height = number(&s->ground.height, t, 0);
        f->ground = material(&s->ground.material, t, (tw_rgb){0.36, 0.36, 0.35});
    }
    f->has_background = !tw_value_is_unset(&s->background);
    f->background = rgb(&s->background, t, (tw_rgb){0, 0, 0});
    f->tone_film = s->tone == 0;
    f->exposure = number(&s->exposure, t, 0);
    f->bounces = s->bounces;
    return TW_OK;
}

/* -------------------------------------------------------------------------------------------- */

static tw_status make(tw_sim *sim, const tw_snapshot_options *o, tw_frame *f) {
    const tw_world *w = tw_sim_world(sim);
    TW_TRY(make_stage(w, f->time, f));
    if (o->layers & TW_LAYER_BODIES) TW_TRY(make_items(w, f->time, f));
    return tw_marks_make(sim, o->layers, f);
}

tw_status tw_snapshot(tw_sim *sim, const tw_snapshot_options *o, int n, double time,
                      tw_frame *out) {
    *out = (tw_frame){.number = n, .time = time, .pose_count = o->poses};
    tw_status s = make(sim, o, out);
    if (s != TW_OK) {
        tw_frame_free(out);
        *out = (tw_frame){0};
    }
    return s;
}
