/* The stage, that is, camera, lights, ground and other settings that only the picture reads:
 * parameter tables, defaults, copies. */
#include "model/field/stage.h"

#include <stdlib.h>
#include <string.h>

static const char *const light_kinds[] = {"sun",  "sky",         "point", "area",
                                          "spot", "environment", NULL};
static const char *const environments[] = {"studio", "sky", NULL};

/* kinds of light as bits, for rows of fields that only some kinds have */
enum { SUN = 1, SKY = 2, POINT = 4, AREA = 8, SPOT = 16, ENVIRONMENT = 32 };

#define LIGHT(field) .name = #field, .offset = offsetof(tw_stage_light, field)
#define UNSET3 \
    { TW_UNSET, TW_UNSET, TW_UNSET }

const tw_param tw_light_params[] = {
    {LIGHT(kind), .type = TW_PARAM_CHOICE, .choices = light_kinds, .flags = TW_REQUIRED,
     .doc = "sun, sky, point, area, spot or environment"},
    {LIGHT(to), .kinds = SUN, .type = TW_PARAM_VALUE3, .range = TW_NOT_ZERO,
     .preset = {-0.5, -0.6, 0.9}, .doc = "sun: the direction toward it"},
    {LIGHT(irradiance), .kinds = SUN, .type = TW_PARAM_VALUE3, .flags = TW_COLOR,
     .range = TW_NOT_NEGATIVE, .unit = "W/m^2", .preset = {3, 2.8, 2.5},
     .doc = "sun: on a surface facing it"},
    {LIGHT(angular_diameter), .kinds = SUN | ENVIRONMENT, .type = TW_PARAM_VALUE,
     .range = TW_NOT_NEGATIVE, .unit = "rad", .preset = {0.00925},
     .doc = "sun, environment \"sky\": the sun's apparent size"},
    {LIGHT(radiance), .kinds = SKY | AREA, .type = TW_PARAM_VALUE3, .flags = TW_COLOR,
     .range = TW_NOT_NEGATIVE, .unit = "W/(m^2 sr)", .preset = {0.30, 0.36, 0.45},
     .doc = "sky: the same in all directions; area: of the disc"},
    {LIGHT(top), .kinds = SKY, .type = TW_PARAM_VALUE3, .flags = TW_UNSET_OK | TW_COLOR,
     .range = TW_NOT_NEGATIVE, .unit = "W/(m^2 sr)", .preset = UNSET3, .doc = "sky: at the zenith"},
    {LIGHT(horizon), .kinds = SKY, .type = TW_PARAM_VALUE3, .flags = TW_UNSET_OK | TW_COLOR,
     .range = TW_NOT_NEGATIVE, .unit = "W/(m^2 sr)", .preset = UNSET3,
     .doc = "sky: at the horizon"},
    {LIGHT(bottom), .kinds = SKY, .type = TW_PARAM_VALUE3, .flags = TW_UNSET_OK | TW_COLOR,
     .range = TW_NOT_NEGATIVE, .unit = "W/(m^2 sr)", .preset = UNSET3,
     .doc = "sky: below the horizon"},
    {LIGHT(position), .kinds = POINT | AREA | SPOT, .type = TW_PARAM_VALUE3, .unit = "m",
     .preset = {0, 0, 3}, .doc = "point, area, spot: where it is"},
    {LIGHT(direction), .kinds = AREA | SPOT, .type = TW_PARAM_VALUE3, .range = TW_NOT_ZERO,
     .preset = {0, 0, -1}, .doc = "area, spot: where it shines to"},
    {LIGHT(power), .kinds = POINT | SPOT, .type = TW_PARAM_VALUE3, .flags = TW_COLOR,
     .range = TW_NOT_NEGATIVE, .unit = "W/sr", .preset = {10, 10, 10},
     .doc = "point, spot: radiant intensity"},
    {LIGHT(radius), .kinds = POINT | AREA | SPOT, .type = TW_PARAM_VALUE, .range = TW_NOT_NEGATIVE,
     .unit = "m", .preset = {0.1}, .doc = "point, area, spot: size, for soft shadows"},
    {LIGHT(cone), .kinds = SPOT, .type = TW_PARAM_VALUE, .range = TW_POSITIVE, .unit = "rad",
     .preset = {0.5}, .doc = "spot: half of its opening angle"},
    {LIGHT(file), .kinds = ENVIRONMENT, .type = TW_PARAM_TEXTURE, .choices = environments,
     .flags = TW_RADIANCE,
     .doc =
         "environment: \"studio\", a dark room with soft boxes; \"sky\", a clear day; or the file "
         "of a light map, .hdr or .exr, looked for beside the script first"},
    {LIGHT(turn), .kinds = ENVIRONMENT, .type = TW_PARAM_VALUE, .unit = "rad", .preset = {0},
     .doc = "environment: turned about the vertical, counterclockwise from above"},
    {LIGHT(strength), .kinds = ENVIRONMENT, .type = TW_PARAM_VALUE, .range = TW_NOT_NEGATIVE,
     .preset = {1}, .doc = "environment: its radiance is multiplied by this"},
    {LIGHT(sun), .kinds = ENVIRONMENT, .type = TW_PARAM_VALUE, .unit = "rad",
     .preset = {0.5235987756},
     .doc = "environment \"sky\": height of its sun; below 0 there is dusk"},
    {LIGHT(disc), .kinds = ENVIRONMENT, .type = TW_PARAM_BOOL, .preset = {1},
     .doc = "environment \"sky\": the sun itself shines, too, angular_diameter wide"},
};
const int tw_light_param_count = sizeof tw_light_params / sizeof *tw_light_params;

#define CAMERA(field) .name = #field, .offset = offsetof(tw_stage_camera, field)

static const char *const fits[] = {"film", "shot", "moment", NULL};
static const char *const projections[] = {"perspective", "orthographic", NULL};

const tw_param tw_camera_params[] = {
    {CAMERA(eye), .type = TW_PARAM_VALUE3, .flags = TW_UNSET_OK, .unit = "m", .preset = UNSET3,
     .doc = "where the camera is; unset: framed automatically"},
    {CAMERA(target), .type = TW_PARAM_VALUE3, .flags = TW_UNSET_OK, .unit = "m", .preset = UNSET3,
     .doc = "place that it looks at; unset: framed automatically"},
    {CAMERA(up), .type = TW_PARAM_VALUE3, .range = TW_NOT_ZERO, .preset = {0, 0, 1},
     .doc = "upward direction in the picture"},
    {CAMERA(fov), .type = TW_PARAM_VALUE, .flags = TW_UNSET_OK, .range = TW_VIEW_ANGLE,
     .unit = "rad", .preset = {TW_UNSET}, .doc = "vertical field of view, below pi"},
    {CAMERA(projection), .type = TW_PARAM_CHOICE, .choices = projections,
     .doc = "perspective, or orthographic: parallel rays, so that lengths across do not depend on "
            "the distance"},
    {CAMERA(height), .type = TW_PARAM_VALUE, .flags = TW_UNSET_OK, .range = TW_POSITIVE,
     .unit = "m", .preset = {TW_UNSET},
     .doc = "orthographic: visible height; unset: framed automatically"},
    {CAMERA(aperture), .type = TW_PARAM_VALUE, .range = TW_NOT_NEGATIVE, .unit = "m", .preset = {0},
     .doc = "lens radius; 0: everything is sharp"},
    {CAMERA(focus), .type = TW_PARAM_VALUE, .flags = TW_UNSET_OK, .range = TW_POSITIVE, .unit = "m",
     .preset = {TW_UNSET}, .doc = "distance that is sharp"},
    {CAMERA(around), .type = TW_PARAM_VALUE, .flags = TW_UNSET_OK, .unit = "rad",
     .preset = {TW_UNSET},
     .doc =
         "where the automatic eye stands: the angle about the vertical, 0 in front (-y), a right "
         "angle at +x; a function of t makes a turntable; unset: the flat side of the subject, if "
         "it has one"},
    {CAMERA(above), .type = TW_PARAM_VALUE, .flags = TW_UNSET_OK, .unit = "rad",
     .preset = {TW_UNSET},
     .doc = "how high the automatic eye stands: the angle above the horizontal; unset: likewise"},
    {CAMERA(fit), .type = TW_PARAM_CHOICE, .choices = fits,
     .doc = "for how much of the film an automatic camera is chosen: film; shot, until the script "
            "assigns a field of the camera; moment, it goes along smoothly"},
    {CAMERA(fill), .type = TW_PARAM_NUMBER, .range = TW_SHARE, .preset = {0.7},
     .doc = "how much of the picture's height or width the subject fills, where the camera is "
            "framed automatically"},
    {CAMERA(shutter), .type = TW_PARAM_VALUE, .range = TW_UNIT_RANGE, .preset = {0.5},
     .doc = "open part of the frame time: motion blur; 0: none"},
};
const int tw_camera_param_count = sizeof tw_camera_params / sizeof *tw_camera_params;

#define GROUND(field) .name = #field, .offset = offsetof(tw_stage_ground, field)

const tw_param tw_ground_params[] = {
    {GROUND(height), .type = TW_PARAM_VALUE, .unit = "m", .preset = {0}, .doc = "z of the ground"},
    {GROUND(material), .type = TW_PARAM_MATERIAL, .doc = "what it looks like"},
    {GROUND(friction), .type = TW_PARAM_VALUE, .range = TW_NOT_NEGATIVE, .preset = {0.5},
     .doc = "coefficient of friction"},
    {GROUND(restitution), .type = TW_PARAM_VALUE, .range = TW_UNIT_RANGE, .preset = {0},
     .doc = "coefficient of restitution"},
    {GROUND(rolling_friction), .type = TW_PARAM_VALUE, .range = TW_NOT_NEGATIVE, .unit = "m",
     .doc = "largest torque against rolling, over the normal force: an arm"},
    {GROUND(spinning_friction), .type = TW_PARAM_VALUE, .range = TW_NOT_NEGATIVE, .unit = "m",
     .doc = "largest torque against spinning about the normal, over the normal force: an arm"},
};
const int tw_ground_param_count = sizeof tw_ground_params / sizeof *tw_ground_params;

#define GRADIENT(field) .name = #field, .offset = offsetof(tw_stage_gradient, field)

const tw_param tw_gradient_params[] = {
    {GRADIENT(top), .type = TW_PARAM_VALUE3, .flags = TW_REQUIRED | TW_COLOR,
     .range = TW_NOT_NEGATIVE, .unit = "W/(m^2 sr)", .doc = "above the elevation `to`"},
    {GRADIENT(bottom), .type = TW_PARAM_VALUE3, .flags = TW_REQUIRED | TW_COLOR,
     .range = TW_NOT_NEGATIVE, .unit = "W/(m^2 sr)", .doc = "below the elevation `from`"},
    {GRADIENT(from), .type = TW_PARAM_VALUE, .unit = "rad", .preset = {0},
     .doc = "elevation where it begins: the angle above the horizon, -pi/2 to pi/2"},
    {GRADIENT(to), .type = TW_PARAM_VALUE, .unit = "rad", .preset = {0.6108652382},
     .doc = "elevation where it ends; 35 degrees unless given"},
    {GRADIENT(stars), .type = TW_PARAM_VALUE, .range = TW_NOT_NEGATIVE, .unit = "W/(m^2 sr)",
     .preset = {0},
     .doc = "radiance of the brightest of its stars, which keep their directions; 0: "
            "there are none"},
};
const int tw_gradient_param_count = sizeof tw_gradient_params / sizeof *tw_gradient_params;

#define FOG(field) .name = #field, .offset = offsetof(tw_stage_fog, field)

const tw_param tw_fog_params[] = {
    {FOG(color), .type = TW_PARAM_VALUE3, .flags = TW_UNSET_OK | TW_COLOR, .range = TW_NOT_NEGATIVE,
     .unit = "W/(m^2 sr)", .preset = UNSET3,
     .doc = "colour that things vanish into; unset: the background behind them, or the sky"},
    {FOG(from), .type = TW_PARAM_VALUE, .range = TW_NOT_NEGATIVE, .unit = "m", .preset = {0},
     .doc = "distance from the eye up to which there is none"},
    {FOG(to), .type = TW_PARAM_VALUE, .flags = TW_REQUIRED, .range = TW_POSITIVE, .unit = "m",
     .preset = {100}, .doc = "distance at which nothing else is seen"},
};
const int tw_fog_param_count = sizeof tw_fog_params / sizeof *tw_fog_params;

#define STAGE(field) .name = #field, .offset = offsetof(tw_stage, field)

static const char *const tones[] = {"film", "none", "filmic", NULL};

const tw_param tw_stage_params[] = {
    {STAGE(background), .type = TW_PARAM_VALUE3, .flags = TW_UNSET_OK | TW_COLOR,
     .range = TW_NOT_NEGATIVE, .unit = "W/(m^2 sr)", .preset = UNSET3,
     .doc = "seen where there is nothing: a colour, or a gradient { top = ..., bottom = ... }; "
            "unset: the sky"},
    {STAGE(bloom), .type = TW_PARAM_VALUE, .range = TW_UNIT_RANGE, .preset = {0},
     .doc = "share of the light above white that spreads around it"},
    {STAGE(exposure), .type = TW_PARAM_VALUE, .unit = "EV", .preset = {0},
     .doc = "each 1 doubles the light"},
    {STAGE(tone), .type = TW_PARAM_CHOICE, .choices = tones,
     .doc = "film keeps colours and bends highlights; filmic has more contrast, a toe and a long "
            "shoulder; none is plain sRGB"},
    {STAGE(bounces), .type = TW_PARAM_INTEGER, .range = TW_NOT_NEGATIVE, .preset = {1},
     .doc = "reflections between things over which light is followed"},
};
const int tw_stage_param_count = sizeof tw_stage_params / sizeof *tw_stage_params;
static const char *const floors[] = {"auto", "none", "matte", "gloss", "grid", "checker", NULL};

#define ADJUSTED(field) .name = #field, .offset = offsetof(tw_stage_look, field)
#define FACTOR .type = TW_PARAM_VALUE, .flags = TW_UNSET_OK, .preset = {TW_UNSET}

const tw_param tw_look_params[] = {
    {ADJUSTED(floor), .type = TW_PARAM_CHOICE, .choices = floors,
     .doc = "matte, gloss, grid, checker, or none or false; auto: the look's own"},
    {ADJUSTED(key), FACTOR, .range = TW_NOT_NEGATIVE,
     .doc = "factor of the light from the front; unset: 1"},
    {ADJUSTED(rim), FACTOR, .range = TW_NOT_NEGATIVE,
     .doc = "factor of the light from behind, which draws edges; unset: 1"},
    {ADJUSTED(fill), FACTOR, .range = TW_NOT_NEGATIVE,
     .doc = "factor of the light from all around; unset: 1"},
    {ADJUSTED(soft), FACTOR, .range = TW_NOT_NEGATIVE,
     .doc = "factor of the lamps' sizes, for softer or harder shadows; unset: 1"},
    {ADJUSTED(turn), FACTOR, .unit = "rad",
     .doc = "turns the lights about the vertical; unset: 0, from where the camera stands first"},
    {ADJUSTED(tint), .type = TW_PARAM_VALUE3, .flags = TW_UNSET_OK | TW_COLOR,
     .range = TW_NOT_NEGATIVE, .preset = UNSET3,
     .doc = "factors of the colours of floor and background; unset: {1, 1, 1}"},
};
const int tw_look_param_count = sizeof tw_look_params / sizeof *tw_look_params;

tw_status tw_stage_init(tw_stage *s) {
    memset(s, 0, sizeof *s);
    TW_TRY(tw_params_preset(tw_camera_params, tw_camera_param_count, &s->camera));
    TW_TRY(tw_params_preset(tw_ground_params, tw_ground_param_count, &s->ground));
    TW_TRY(tw_params_preset(tw_look_params, tw_look_param_count, &s->look));
    static const double grey[3] = {0.46, 0.43, 0.39};
    s->ground.material.color = tw_value_constant(grey, 3);
    s->ground.material.roughness = tw_value_scalar(0.9);
    TW_TRY(tw_params_preset(tw_gradient_params, tw_gradient_param_count, &s->gradient));
    TW_TRY(tw_params_preset(tw_fog_params, tw_fog_param_count, &s->fog));
    return tw_params_preset(tw_stage_params, tw_stage_param_count, s);
}

void tw_stage_free(tw_stage *s) {
    tw_params_clear(tw_camera_params, tw_camera_param_count, &s->camera);
    tw_params_clear(tw_ground_params, tw_ground_param_count, &s->ground);
    tw_params_clear(tw_look_params, tw_look_param_count, &s->look);
    for (size_t i = 0; i < s->light_count; i++)
        tw_params_clear(tw_light_params, tw_light_param_count, &s->light[i]);
    free(s->light);
    tw_params_clear(tw_gradient_params, tw_gradient_param_count, &s->gradient);
    tw_params_clear(tw_fog_params, tw_fog_param_count, &s->fog);
    tw_params_clear(tw_stage_params, tw_stage_param_count, s);
    s->light = NULL;
    s->light_count = 0;
}

static tw_status copy_lights(const tw_stage *from, tw_stage *to) {
    if (from->light_count == 0) return TW_OK;
    to->light = malloc(from->light_count * sizeof *to->light);
    if (!to->light) return tw_fail_memory();
    for (size_t i = 0; i < from->light_count; i++) {
        to->light[i] = from->light[i];
        TW_TRY(
            tw_params_copy(tw_light_params, tw_light_param_count, &from->light[i], &to->light[i]));
        to->light_count++;
    }
    return TW_OK;
}

tw_status tw_stage_copy(const tw_stage *from, tw_stage *to) {
    *to = *from;
    to->light = NULL;
    to->light_count = 0;
    TW_TRY(tw_params_copy(tw_camera_params, tw_camera_param_count, &from->camera, &to->camera));
    tw_status s =
        tw_params_copy(tw_ground_params, tw_ground_param_count, &from->ground, &to->ground);
    if (s != TW_OK) {
        tw_params_clear(tw_camera_params, tw_camera_param_count, &to->camera);
        return s;
    }
    /* only numbers and values (tw_value) are copied here, whose copies share tapes, splines and
     * ramps, so this cannot fail */
    (void)tw_params_copy(tw_gradient_params, tw_gradient_param_count, &from->gradient,
                         &to->gradient);
    (void)tw_params_copy(tw_fog_params, tw_fog_param_count, &from->fog, &to->fog);
    (void)tw_params_copy(tw_stage_params, tw_stage_param_count, from, to);
    (void)tw_params_copy(tw_look_params, tw_look_param_count, &from->look, &to->look);
    s = copy_lights(from, to);
    if (s != TW_OK) tw_stage_free(to);
    return s;
}

tw_status tw_stage_add_light(tw_stage *s, const tw_stage_light *light) {
    tw_stage_light *more = realloc(s->light, (s->light_count + 1) * sizeof *more);
    if (!more) return tw_fail_memory();
    s->light = more;
    s->light[s->light_count++] = *light;
    return TW_OK;
}

unsigned tw_stage_said(const tw_param *p) {
    if (p->offset == offsetof(tw_stage, tone)) return TW_SAID_TONE;
    if (p->offset == offsetof(tw_stage, exposure)) return TW_SAID_EXPOSURE;
    if (p->offset == offsetof(tw_stage, bounces)) return TW_SAID_BOUNCES;
    if (p->offset == offsetof(tw_stage, bloom)) return TW_SAID_BLOOM;
    return 0;
}

void tw_stage_assigned(tw_stage *s, const tw_param *p, const void *base) {
    bool material = base == (const void *)&s->ground && p->type == TW_PARAM_MATERIAL;
    if (material || base == (const void *)&s->ground.material) s->said |= TW_SAID_MATERIAL;
    if (base == (const void *)s) s->said |= tw_stage_said(p);
}
