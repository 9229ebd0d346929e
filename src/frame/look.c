/* Applies looks to frames; see look.h. */
#include "frame/look.h"

#include "base/math/elementary.h"
#include "frame/marks/items.h"
#include "shape/map/lightmap.h"
#include "shape/map/pixmap.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846
/* distance between the floor and the lowest point of a subject that hangs or flies, in radii of the
 * subject */
#define HANGS 0.3
/* least distance of the floor below an eye that looks from below, in radii of the subject; the
 * floor's height is then a multiple of it */
#define UNDER 0.2

/* ---- which ---------------------------------------------------------------------------------- */

const tw_look_kind *tw_look_find(const char *name, const char **near) {
    tw_suggestion s = tw_suggestion_for(name);
    for (int i = 0; tw_look_kinds[i]; i++) {
        if (!strcmp(tw_look_kinds[i]->name, name)) return tw_look_kinds[i];
        tw_suggestion_offer(&s, tw_look_kinds[i]->name);
    }
    if (near) *near = s.best;
    return NULL;
}

const tw_look_kind *tw_look_default(bool own_lights) {
    return tw_look_find(own_lights ? "plain" : "studio", NULL);
}

tw_frame_look tw_look_now(const tw_stage *s, double t) {
    const tw_stage_look *l = &s->look;
    tw_frame_look now = {.kind = l->kind ? l->kind : tw_look_default(s->light_count > 0),
                         .floor = l->floor,
                         .key = tw_number_at(&l->key, t, 1),
                         .rim = tw_number_at(&l->rim, t, 1),
                         .fill = tw_number_at(&l->fill, t, 1),
                         .soft = tw_number_at(&l->soft, t, 1),
                         .turn = tw_number_at(&l->turn, t, 0),
                         .tint = tw_rgb_at(&l->tint, t, (tw_rgb){1, 1, 1}),
                         .said = s->said};
    if (s->light_count) now.said |= TW_SAID_LIGHTS;
    if (s->gradient.present || !tw_value_is_unset(&s->background)) now.said |= TW_SAID_BACKGROUND;
    return now;
}

bool tw_look_waits(const tw_frame_look *look) {
    return look->kind && look->kind->stage;
}

/* ---- for looks ------------------------------------------------------------------------------ */

tw_rgb tw_rgb_scaled(tw_rgb c, double k) {
    return (tw_rgb){c.r * k, c.g * k, c.b * k};
}

tw_rgb tw_rgb_mixed(tw_rgb a, tw_rgb b) {
    return (tw_rgb){a.r * b.r, a.g * b.g, a.b * b.b};
}

vec3 tw_staged(const tw_look_in *in, vec3 v) {
    double c = tw_cos(in->turn), s = tw_sin(in->turn);
    return v3(c * v.x - s * v.y, s * v.x + c * v.y, v.z);
}

static tw_frame_light *add(tw_staging *out) {
    /* A look that sets more lights than fit is a mistake of this program; the last light is
     * overwritten. */
    size_t i = out->lights < TW_STAGING_LIGHTS ? out->lights++ : TW_STAGING_LIGHTS - 1;
    return &out->light[i];
}

void tw_stage_sun(tw_staging *out, const tw_look_in *in, vec3 to, tw_rgb irradiance, double angle) {
    *add(out) = (tw_frame_light){.kind = TW_LIGHT_SUN,
                                 .to = v3_normalized(tw_staged(in, to)),
                                 .irradiance = irradiance,
                                 .angular_diameter = angle * in->soft};
}

void tw_stage_lamp(tw_staging *out, const tw_look_in *in, vec3 to, double distance, double radius,
                   tw_rgb irradiance) {
    vec3 way = v3_normalized(tw_staged(in, to));
    double d = distance * in->radius, r = fmax(radius * in->soft, 1e-3) * in->radius;
    /* irradiance E on the axis of a disc with radiance L and radius r at distance d: E = pi L r^2 /
     * (d^2 + r^2); `per`: L per E */
    double per = (d * d + r * r) / (PI * r * r);
    *add(out) = (tw_frame_light){.kind = TW_LIGHT_AREA,
                                 .position = v3_madd(in->middle, d, way),
                                 .direction = v3_scale(way, -1),
                                 .power = tw_rgb_scaled(irradiance, per),
                                 .radius = r};
}

void tw_stage_sky(tw_staging *out, tw_rgb top, tw_rgb horizon, tw_rgb bottom) {
    *add(out) =
        (tw_frame_light){.kind = TW_LIGHT_SKY, .top = top, .horizon = horizon, .bottom = bottom};
}

void tw_stage_room(tw_staging *out, const tw_look_in *in, double strength) {
    *add(out) = (tw_frame_light){
        .kind = TW_LIGHT_ENVIRONMENT, .turn = in->turn, .strength = strength * in->fill};
}

double tw_squares(const tw_look_in *in) {
    double decade = floor(tw_log10(in->radius) + 0.3);
    return tw_pow(10, decade);
}

void tw_stage_floor(tw_staging *out, const tw_look_in *in, tw_rgb color, tw_rgb other) {
    double squares = tw_squares(in);
    out->floor = (tw_material){.model = TW_SURFACE_LAMBERT,
                               .color = tw_rgb_mixed(color, in->tint),
                               .roughness = 0.9,
                               .opacity = 1,
                               .texture_color = tw_rgb_mixed(other, in->tint)};
    switch (in->finish) {
    case TW_FLOOR_GLOSS:
        out->floor.model = TW_SURFACE_STANDARD;
        out->floor.roughness = 0.16;
        break;
    case TW_FLOOR_GRID:
        out->floor.texture = TW_TEXTURE_GRID;
        out->floor.texture_scale = squares;
        out->floor.texture_width = 0.02 * squares;
        break;
    case TW_FLOOR_CHECKER:
        out->floor.texture = TW_TEXTURE_CHECKER;
        out->floor.texture_scale = 2 * squares;
        break;
    default:
        break;
    }
    if (out->floor.texture) out->floor.texture_fade = in->away + 24 * in->radius;
}

void tw_stage_backdrop(tw_staging *out, const tw_look_in *in, tw_rgb bottom, tw_rgb top) {
    out->has_background = true;
    out->background = (tw_backdrop){.has_gradient = true,
                                    .bottom = tw_rgb_mixed(bottom, in->tint),
                                    .top = tw_rgb_mixed(top, in->tint),
                                    .to = 0.3};
}

void tw_stage_seamless(tw_staging *out, tw_rgb top) {
    out->seamless = true;
    out->background = (tw_backdrop){.has_gradient = true, .top = top, .to = 0.3};
}

void tw_stage_haze(tw_staging *out, const tw_look_in *in, double from, double to) {
    out->has_fog = true;
    out->fog = (tw_haze){.from = in->away + from * in->radius, .to = in->away + to * in->radius};
}

/* ---- far away ------------------------------------------------------------------------------- */

static void gather(tw_rgb *sum, tw_rgb c, double k) {
    sum->r += k * c.r;
    sum->g += k * c.g;
    sum->b += k * c.b;
}

/* adds to *sum the irradiance, divided by pi, of a level surface in the light of the map from above
 * the horizon */
static void gather_map(tw_rgb *sum, const tw_lightmap *m, double strength) {
    for (int y = 0; y < m->height / 2; y++) {
        double hi = (double)m->edge[y], lo = (double)m->edge[y + 1], row[3] = {0, 0, 0};
        const float *texel = m->texel + 4 * (size_t)y * (size_t)m->width;
        for (int x = 0; x < m->width; x++)
            for (int c = 0; c < 3; c++) row[c] += (double)texel[4 * x + c];
        /* integral of z over one texel of the row, z from lo to hi, as a share of a turn, divided
         * by pi */
        double k = strength * (hi * hi - lo * lo) / m->width;
        gather(sum, (tw_rgb){row[0], row[1], row[2]}, k);
    }
}

tw_rgb tw_floor_far(const tw_frame *f) {
    tw_rgb in = {0, 0, 0}, c = f->ground.color;
    for (size_t i = 0; i < f->light_count; i++) {
        const tw_frame_light *l = &f->light[i];
        if (l->kind == TW_LIGHT_SUN) gather(&in, l->irradiance, fmax(l->to.z, 0) / PI);
        if (l->kind == TW_LIGHT_ENVIRONMENT && l->map) gather_map(&in, l->map, l->strength);
        if (l->kind != TW_LIGHT_SKY) continue;
        /* the sky's radiance is horizon + (top - horizon) z (2 - z); its mean weighted by the
         * cosine z is horizon/6 + top 5/6 */
        gather(&in, l->horizon, 1.0 / 6);
        gather(&in, l->top, 5.0 / 6);
    }
    const tw_material *m = &f->ground;
    if (m->texture != TW_TEXTURE_NONE) {
        double bare = 1 - m->texture_width / m->texture_scale;
        double other = m->texture == TW_TEXTURE_GRID ? 1 - bare * bare : 0.5;
        c = tw_rgb_scaled(c, 1 - other);
        gather(&c, m->texture_color, other);
    }
    return tw_rgb_mixed(c, in);
}

/* ---- one frame ------------------------------------------------------------------------------ */

static double floor_height(const tw_frame *f, const tw_site *s) {
    if (f->has_ground) return f->ground_height;
    double low = s->low - (s->rests ? 0 : HANGS * s->radius);
    if (s->eye - UNDER * s->radius >= low) return low;
    double step = UNDER * s->radius;
    return floor(s->eye / step - 1) * step;
}

static tw_status take_lights(tw_frame *f, const tw_staging *st) {
    if (!st->lights) return TW_OK;
    tw_frame_light *light = tw_frame_alloc(f, st->lights * sizeof *light);
    if (!light) return tw_fail_memory();
    /* lights that the frame has already are dropped; a frame made from a scene has none, frames
     * that another program has written may have some */
    for (size_t i = 0; i < f->light_count; i++) tw_lightmap_release(f->light[i].map);
    f->light = light;
    f->light_count = 0;
    for (size_t i = 0; i < st->lights; i++) {
        f->light[i] = st->light[i];
        bool maps = st->light[i].kind == TW_LIGHT_ENVIRONMENT;
        if (maps) TW_TRY(tw_lightmap_known(TW_LIGHTMAP_STUDIO, 0, &f->light[i].map));
        f->light_count++;
    }
    return TW_OK;
}

static void take_floor(tw_frame *f, const tw_look_in *in, const tw_staging *st, bool own) {
    bool laid = !f->has_ground && in->finish != TW_FLOOR_NONE;
    if (laid) {
        f->has_ground = true;
        f->ground_height = in->floor;
    }
    if (!laid && (own || !f->has_ground)) return;
    tw_pixmap_release(f->ground.map);
    f->ground = st->floor;
}

static void take_background(tw_frame *f, const tw_staging *st) {
    if (!st->has_background && !st->seamless) return;
    f->has_background = true;
    f->background = st->background;
    if (!st->seamless) return;
    tw_frame far = *f;
    if (!f->has_ground) far.ground = st->floor;
    tw_rgb bottom = tw_floor_far(&far);
    f->background.bottom = bottom;
    f->background.top = tw_rgb_mixed(bottom, st->background.top);
}

static tw_floor finish_of(const tw_frame *f) {
    int own = f->look.floor == TW_FLOOR_AUTO ? (int)f->look.kind->finish : f->look.floor;
    return own == TW_FLOOR_NONE && f->has_ground ? TW_FLOOR_MATTE : (tw_floor)own;
}

static tw_look_in input_of(const tw_frame *f, const tw_site *s) {
    const tw_frame_look *l = &f->look;
    return (tw_look_in){.middle = s->middle,
                        .radius = s->radius,
                        .away = s->away,
                        .floor = floor_height(f, s),
                        .turn = s->turn + l->turn,
                        .finish = finish_of(f),
                        .key = l->key,
                        .rim = l->rim,
                        .fill = l->fill,
                        .soft = l->soft,
                        .tint = l->tint};
}

/* makes the material emit this colour evenly in all directions, without any shading */
static void flatten(tw_material *m, tw_rgb color) {
    m->model = TW_SURFACE_LAMBERT;
    m->texture = TW_TEXTURE_NONE;
    m->color = (tw_rgb){0, 0, 0};
    m->metallic = 0;
    m->emission = color;
}

/* gives the solids flat colours for a line drawing, and makes the frame an instant */
static void take_lines(tw_frame *f, const tw_staging *st) {
    f->lines = st->lines;
    if (st->lines == TW_LINES_NONE) return;
    tw_frame_stop(f);
    f->bounces = 0;
    for (size_t i = 0; i < f->item_count; i++) {
        tw_material *m = &f->item[i].material;
        tw_rgb own = tw_rgb_scaled(m->color, st->paint);
        tw_rgb paper = tw_rgb_scaled(st->paper, 1 - st->paint);
        flatten(m, (tw_rgb){own.r + paper.r, own.g + paper.g, own.b + paper.b});
    }
    flatten(&f->ground, st->paper);
}

tw_status tw_look_apply(tw_frame *f, const tw_site *site) {
    const tw_look_kind *kind = f->look.kind;
    unsigned said = f->look.said;
    if (!kind) return TW_OK;
    tw_staging st = {0};
    tw_look_in in = input_of(f, site);
    if (!(said & TW_SAID_TONE)) f->tone = kind->tone;
    if (!(said & TW_SAID_BLOOM)) f->bloom = kind->bloom;
    if (!(said & TW_SAID_EXPOSURE)) f->exposure = kind->exposure;
    if (!(said & TW_SAID_BOUNCES)) f->bounces = kind->bounces;
    f->look = (tw_frame_look){0};
    if (!kind->stage) return TW_OK;
    kind->stage(&in, &st);
    if (!(said & TW_SAID_LIGHTS)) TW_TRY(take_lights(f, &st));
    take_floor(f, &in, &st, said & TW_SAID_MATERIAL);
    take_lines(f, &st);
    if (!(said & TW_SAID_BACKGROUND)) take_background(f, &st);
    if (!(said & TW_SAID_FOG) && st.has_fog) {
        f->has_fog = true;
        f->fog = st.fog;
    }
    return TW_OK;
}
