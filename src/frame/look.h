/*
 * Looks: what a whole picture looks like, chosen by one name: lights, floor, background, tone.
 *
 * A look is one const struct at the end of its own file in src/frame/looks/, which the build finds
 * by the file's name. Its function places lights and a floor on a stage as large as the subject
 * (frame/framing/site.h), so the same look serves a watch and a bridge. Each part that the scene
 * sets itself stays as it is. The other parts become ordinary members of the frame, and the
 * renderer knows nothing of looks. Until its film is complete (tw_film_complete), a frame only
 * holds which look it is to have.
 */
#ifndef TW_FRAME_LOOK_H
#define TW_FRAME_LOOK_H

#include "base/text/suggest.h"
#include "frame/framing/site.h"
#include "model/field/stage.h"

/* input of a look's function: the stage */
typedef struct tw_look_in {
    vec3 middle;   /* centre of the subject, m */
    double radius; /* radius of the subject, m */
    double away;   /* distance of the farthest eye from the subject's centre, m */
    double floor;  /* z of the scene's ground, or of the look's own floor, m */
    /* rotation of the stage about z, rad: it brings the stage's -y to the first camera of the film,
     * and adds the rotation of the lights that the scene sets */
    double turn;
    tw_floor finish; /* finish of the floor: TW_FLOOR_NONE, MATTE, GLOSS, GRID or CHECKER */
    /* factors of radiance: key: of the main light; rim: of light from behind; fill: of light from
     * all around. soft: factor of the lamps' sizes, which makes shadows softer. 1: as the look has
     * them */
    double key, rim, fill, soft;
    /* factors of the colours of floor, background and paper; lights keep their colours */
    tw_rgb tint;
} tw_look_in;

enum { TW_STAGING_LIGHTS = 8 };

/* output of a look; all zero when its function is called */
typedef struct tw_staging {
    tw_frame_light light[TW_STAGING_LIGHTS];
    size_t lights;
    /* material of the floor, and of the scene's ground if the scene gives it no material */
    tw_material floor;
    /* true: the background has at the horizon the colour of the floor far away (tw_floor_far),
     * which changes upward; from background.to on it is multiplied by background.top */
    bool seamless;
    bool has_background;
    tw_backdrop background;
    bool has_fog;
    tw_haze fog;
    /* Line drawing: the solids get flat colours, a mixture of their own colour with the paper's in
     * which their own has the share `paint`; the ground gets the paper's colour */
    tw_lines lines;
    tw_rgb paper;
    double paint;
} tw_staging;

typedef struct tw_look_kind {
    const char *name, *doc;
    /* finish of the floor if the scene does not set one; TW_FLOOR_NONE: no floor unless the scene
     * has a ground */
    tw_floor finish;
    /* tone if the scene does not set it; likewise bloom, exposure and bounces */
    tw_tone tone;
    double bloom;    /* share of the light above white that spreads to its surroundings, 0 .. 1 */
    double exposure; /* EV */
    int bounces;
    /* sets *out from the stage; NULL: the look leaves lights and background as in a scene without a
     * look */
    void (*stage)(const tw_look_in *in, tw_staging *out);
} tw_look_kind;

extern const tw_look_kind *const tw_look_kinds[]; /* all looks; the last element is NULL */

/* look with that name; NULL: there is none: then *near, if near is not NULL, is the most similar
 * name, or NULL */
const tw_look_kind *tw_look_find(const char *name, const char **near);
/* the default look, for scenes that name none; own_lights: true: the scene has lights of its own */
const tw_look_kind *tw_look_default(bool own_lights);

/* the look at time t: the kind that the scene asks for, or the default one; floor and factors as
 * the scene sets them */
tw_frame_look tw_look_now(const tw_stage *stage, double t);
/* true: the look can only be applied when the subject of the whole film is known */
bool tw_look_waits(const tw_frame_look *look);
/* sets by the look that the frame asks for, on the stage of `site`, what the scene has not set of
 * lights, floor, background, haze, tone, bloom, exposure, bounces and line drawing; a frame without
 * a look is not changed */
tw_status tw_look_apply(tw_frame *frame, const tw_site *site);

/* radiance of the frame's diffuse ground at the horizon: albedo times (mean radiance of sky and
 * environments, weighted by the cosine, + sum over the suns of E cos / pi); light of lamps does not
 * reach that far */
tw_rgb tw_floor_far(const tw_frame *frame);

/* ---- for the stage functions of looks ------------------------------------------------------- */

/* converts v from stage directions (x: to the viewer's right, y: away from the viewer, z: up) to
 * world axes */
vec3 tw_staged(const tw_look_in *in, vec3 v);
/* adds a sun in the stage direction `to`. irradiance: on a surface at right angles to its light,
 * W/m^2; angle: its angular diameter, rad */
void tw_stage_sun(tw_staging *out, const tw_look_in *in, vec3 to, tw_rgb irradiance, double angle);
/* adds a round lamp in the stage direction `to`, facing the subject's centre; distance and radius
 * in radii of the subject; irradiance: at the subject's centre, W/m^2 */
void tw_stage_lamp(tw_staging *out, const tw_look_in *in, vec3 to, double distance, double radius,
                   tw_rgb irradiance);
/* adds a sky with these radiances at zenith, horizon and nadir, W/(m^2 sr) */
void tw_stage_sky(tw_staging *out, tw_rgb top, tw_rgb horizon, tw_rgb bottom);
/* adds a dark room with soft boxes (shape/map/lightmap_studio.c) as environment, for reflections;
 * strength: factor of its radiance */
void tw_stage_room(tw_staging *out, const tw_look_in *in, double strength);
/* sets the floor's colour and finish; other: colour of its lines or squares */
void tw_stage_floor(tw_staging *out, const tw_look_in *in, tw_rgb color, tw_rgb other);
/* sets a background gradient from the horizon (bottom) to 0.3 rad above it (top, which holds up to
 * the zenith); radiances, W/(m^2 sr) */
void tw_stage_backdrop(tw_staging *out, const tw_look_in *in, tw_rgb bottom, tw_rgb top);
/* sets a background that has the colour of the floor far away, so that no horizon is visible; top:
 * factors of that colour from 0.3 rad above the horizon to the zenith */
void tw_stage_seamless(tw_staging *out, tw_rgb top);
/* sets a haze in which the floor passes into the background; from, to: distances behind the
 * subject, in its radii */
void tw_stage_haze(tw_staging *out, const tw_look_in *in, double from, double to);
/* edge of the floor's squares that suits the subject's size, m: a power of ten */
double tw_squares(const tw_look_in *in);

tw_rgb tw_rgb_scaled(tw_rgb c, double k);
tw_rgb tw_rgb_mixed(tw_rgb a, tw_rgb b); /* product of two colours, channel by channel */

#endif
