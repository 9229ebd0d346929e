/* Makes a frame from the present state of a world; see snapshot.h. */
#include "frame/snapshot.h"

#include "base/math/elementary.h"
#include "frame/look.h"
#include "frame/marks/chase.h"
#include "frame/marks/items.h"
#include "frame/marks/marks.h"
#include "shape/map/lightmap.h"
#include "shape/map/pixmap.h"

#include <math.h>
#include <string.h>

/* ---- the stage ----------------------------------------------------------------------------- */

void tw_camera_now(const tw_world *w, double t, tw_camera *c) {
    const tw_stage_camera *s = &w->stage.camera;
    *c = (tw_camera){.up = tw_value_is_unset(&s->up) ? v3(0, 0, 1) : tw_value3(&s->up, t),
                     .fov = tw_number_at(&s->fov, t, 0),
                     .aperture = tw_number_at(&s->aperture, t, 0),
                     .focus = tw_number_at(&s->focus, t, 0),
                     .projection = (tw_projection_kind)s->projection,
                     .height = tw_number_at(&s->height, t, 0),
                     .has_fov = !tw_value_is_unset(&s->fov),
                     .has_height = !tw_value_is_unset(&s->height),
                     .has_focus = !tw_value_is_unset(&s->focus)};
    c->around = tw_number_at(&s->around, t, 0);
    c->above = tw_number_at(&s->above, t, 0);
    c->free_around = tw_value_is_unset(&s->around);
    c->free_above = tw_value_is_unset(&s->above);
    c->fill = s->fill;
    c->fit = (tw_camera_fit)s->fit;
    c->shot = s->shot;
    c->has_eye = tw_camera_place(w, TW_CAMERA_EYE, t, &c->eye);
    c->has_target = tw_camera_place(w, TW_CAMERA_TARGET, t, &c->target);
    c->has_sharp = tw_camera_place(w, TW_CAMERA_FOCUS, t, &c->sharp);
    if (c->has_eye && c->has_target) tw_camera_sharpen(c);
}

static vec3 vector(const tw_value *v, double t, vec3 otherwise) {
    return tw_value_is_unset(v) ? otherwise : tw_value3(v, t);
}

static tw_frame_light make_light(const tw_stage_light *s, double t) {
    const tw_rgb dark = {0, 0, 0};
    tw_frame_light l = {.to = v3_normalized(vector(&s->to, t, v3(0, 0, 1))),
                        .irradiance = tw_rgb_at(&s->irradiance, t, dark),
                        .angular_diameter = tw_number_at(&s->angular_diameter, t, 0),
                        .position = vector(&s->position, t, v3_zero()),
                        .direction = v3_normalized(vector(&s->direction, t, v3(0, 0, -1))),
                        .power = tw_rgb_at(&s->power, t, dark),
                        .radius = tw_number_at(&s->radius, t, 0),
                        .cone = tw_number_at(&s->cone, t, 0)};
    static const int kinds[] = {TW_LIGHT_SUN,  TW_LIGHT_SKY,  TW_LIGHT_POINT,
                                TW_LIGHT_AREA, TW_LIGHT_SPOT, TW_LIGHT_ENVIRONMENT};
    memcpy(&l.kind, &kinds[s->kind], sizeof l.kind);
    tw_rgb even = tw_rgb_at(&s->radiance, t, dark);
    if (l.kind == TW_LIGHT_AREA) l.power = tw_rgb_at(&s->radiance, t, l.power);
    l.top = l.horizon = l.bottom = even;
    l.horizon = tw_rgb_at(&s->horizon, t, even);
    l.top = tw_rgb_at(&s->top, t, l.horizon);
    l.bottom = tw_rgb_at(&s->bottom, t, l.horizon);
    return l;
}

/* *l: an environment with its map; the sun of a sky map is added to the frame as a light of its own
 */
static tw_status surround(const tw_stage_light *s, double t, tw_frame *f, tw_frame_light *l) {
    double sun = tw_number_at(&s->sun, t, 0), to[3], E[3];
    if (!isfinite(sun)) sun = 0;
    l->turn = tw_number_at(&s->turn, t, 0);
    l->strength = fmax(tw_number_at(&s->strength, t, 0), 0);
    bool sky = !s->file.light && s->file.pattern == 1;
    if (s->file.light)
        l->map = tw_lightmap_retain(s->file.light);
    else
        TW_TRY(tw_lightmap_known(sky ? TW_LIGHTMAP_SKY : TW_LIGHTMAP_STUDIO, sun, &l->map));
    if (!sky || !s->disc) return TW_OK;
    tw_lightmap_sun(sun, to, E);
    if (!(E[0] > 0 || E[1] > 0 || E[2] > 0)) return TW_OK;
    double c = tw_cos(l->turn), n = tw_sin(l->turn), k = l->strength;
    f->light[f->light_count++] =
        (tw_frame_light){.kind = TW_LIGHT_SUN,
                         .to = v3(c * to[0] - n * to[1], n * to[0] + c * to[1], to[2]),
                         .irradiance = {k * E[0], k * E[1], k * E[2]},
                         .angular_diameter = l->angular_diameter};
    return TW_OK;
}

static tw_status make_lights(const tw_stage *s, double t, tw_frame *f) {
    if (!s->light_count) return TW_OK;
    f->light = tw_frame_alloc(f, 2 * s->light_count * sizeof *f->light);
    if (!f->light) return tw_fail_memory();
    for (size_t i = 0; i < s->light_count; i++) {
        if (s->light[i].removed) continue;
        tw_frame_light *l = &f->light[f->light_count++];
        *l = make_light(&s->light[i], t);
        if (l->kind == TW_LIGHT_ENVIRONMENT) TW_TRY(surround(&s->light[i], t, f, l));
    }
    /* A scene whose script has removed all lights is dark. Its frame gets a sun without light,
     * since a frame without lights would get those of its look. */
    if (!f->light_count)
        f->light[f->light_count++] = (tw_frame_light){.kind = TW_LIGHT_SUN, .to = v3(0, 0, 1)};
    return TW_OK;
}

/* sets the frame's background and haze */
static void make_background(const tw_stage *s, double t, tw_frame *f) {
    const tw_rgb dark = {0, 0, 0};
    const tw_stage_gradient *g = &s->gradient;
    f->has_background = g->present || !tw_value_is_unset(&s->background);
    f->background.has_gradient = g->present;
    f->background.bottom = tw_rgb_at(g->present ? &g->bottom : &s->background, t, dark);
    if (g->present) {
        f->background.top = tw_rgb_at(&g->top, t, dark);
        f->background.from = tw_number_at(&g->from, t, 0);
        f->background.to = tw_number_at(&g->to, t, 0);
        f->background.stars = tw_number_at(&g->stars, t, 0);
    }
    f->has_fog = s->fog.present;
    if (!f->has_fog) return;
    f->fog = (tw_haze){.has_color = !tw_value_is_unset(&s->fog.color),
                       .color = tw_rgb_at(&s->fog.color, t, dark),
                       .from = tw_number_at(&s->fog.from, t, 0),
                       .to = tw_number_at(&s->fog.to, t, 0)};
}

static tw_status make_stage(const tw_world *w, double t, tw_frame *f) {
    const tw_stage *s = &w->stage;
    tw_camera_now(w, t, &f->camera);
    TW_TRY(make_lights(s, t, f));
    f->has_ground = s->ground.present;
    if (f->has_ground) {
        f->ground_height = tw_number_at(&s->ground.height, t, 0);
        f->ground = tw_material_of(&s->ground.material, t, (tw_rgb){0.36, 0.36, 0.35});
        tw_pixmap_retain(f->ground.map);
    }
    make_background(s, t, f);
    static const tw_tone tones[] = {TW_TONE_FILM, TW_TONE_NONE, TW_TONE_FILMIC};
    f->tone = tones[s->tone];
    f->bloom = fmin(fmax(tw_number_at(&s->bloom, t, 0), 0), 1);
    f->exposure = tw_number_at(&s->exposure, t, 0);
    f->bounces = s->bounces;
    f->look = tw_look_now(s, t);
    return TW_OK;
}

/* -------------------------------------------------------------------------------------------- */

static tw_status make(tw_sim *sim, const tw_snapshot_options *o, tw_frame *f, tw_root_list *roots) {
    TW_TRY(make_stage(tw_sim_world(sim), f->time, f));
    if (o->look) f->look.kind = o->look;
    if (o->layers & TW_LAYER_BODIES) TW_TRY(tw_items_make(sim, o->tracks, f, roots));
    TW_TRY(tw_items_frame(tw_sim_world(sim), f));
    return tw_marks_make(sim, o->layers, f);
}

tw_status tw_frame_snapshot(tw_sim *sim, const tw_snapshot_options *o, int n, double time,
                            tw_frame *out, tw_root_list *roots) {
    *out = (tw_frame){.number = n, .time = time, .pose_count = 1};
    tw_status s = make(sim, o, out, roots);
    if (s != TW_OK) {
        tw_frame_free(out);
        *out = (tw_frame){0};
    }
    return s;
}
