/*
 * Looks: what a whole picture looks like, by one name: lights, floor, background, tone.
 *
 * A look is one const struct at the end of its own file in src/frame/looks/, found by the build
 * from the file's name. Its function puts lights and a floor on a stage whose size is the
 * subject's (frame/framing/site.h), so the same look serves a watch and a bridge. What the scene
 * says itself stays, part by part; the rest becomes plain members of the frame, and the renderer
 * knows of no looks.
 *
 * A frame carries the look that it is to have until its film is complete (tw_film_complete).
 */
#ifndef TW_FRAME_LOOK_H
#define TW_FRAME_LOOK_H

#include "base/text/suggest.h"
#include "frame/framing/site.h"
#include "model/field/stage.h"

/* input of a look: the stage on which it acts */
typedef struct tw_look_in {
    vec3 middle;     /* m, of the subject */
    double radius;   /* m, of the subject */
    double away;     /* distance of the farthest eye from the subject's middle, m */
    double floor;    /* z of the scene's ground, or of the look's own floor, m */
    double turn;     /* rotation of the stage about z, rad; the first camera is at the stage's -y */
    tw_floor finish; /* finish of the floor: TW_FLOOR_NONE, MATTE, GLOSS, GRID or CHECKER */
    double key, rim, fill, soft; /* factors */
    tw_rgb tint;                 /* factors */
} tw_look_in;

enum { TW_STAGING_LIGHTS = 8 };

/* output of a look; all zero when its function is called */
typedef struct tw_staging {
    tw_frame_light light[TW_STAGING_LIGHTS];
    size_t lights;
    /* material of the floor; also of the scene's ground if that has none of its own */
    tw_material floor;
    /* the background has the colour of the distant floor (tw_floor_far), at the zenith multiplied
     * by background.top */
    bool seamless;
    bool has_background;
    tw_backdrop background;
    bool has_fog;
    tw_haze fog;
    /* line drawing: solids get flat colours, their own mixed with the paper's at the share `paint`;
     * the ground gets the paper's colour */
    tw_lines lines;
    tw_rgb paper;
    double paint;
} tw_staging;

typedef struct tw_look_kind {
    const char *name, *doc;
    /* finish of the floor if the scene asks for none; TW_FLOOR_NONE: no floor but the scene's
     * ground */
    tw_floor finish;
    /* how light is shown if the scene does not say (also bloom, exposure, bounces) */
    tw_tone tone;
    double bloom;    /* 0 .. 1 */
    double exposure; /* EV */
    int bounces;
    /* sets *out; NULL: lights and background are those of a scene without a look */
    void (*stage)(const tw_look_in *in, tw_staging *out);
} tw_look_kind;

extern const tw_look_kind *const tw_look_kinds[]; /* NULL at the end */

/* look of that name; NULL: there is none, and *near is the most similar name, or NULL; near may be
 * NULL */
const tw_look_kind *tw_look_find(const char *name, const char **near);
/* look of a scene that asks for none; own_lights: the scene has lights of its own */
const tw_look_kind *tw_look_default(bool own_lights);

/* the look that the scene asks for at time t: its kind, or the default one, floor and factors */
tw_frame_look tw_look_now(const tw_stage *stage, double t);
/* must the look wait until the subject of the whole film is known? */
bool tw_look_waits(const tw_frame_look *look);
/* sets the frame's lights, floor and background by the look that it asks for, on the stage `site`;
 * without one nothing changes */
tw_status tw_look_apply(tw_frame *frame, const tw_site *site);

/* radiance of the frame's ground at the horizon if it is diffuse: albedo times (mean light of sky
 * and environments + sum of the suns' E cos / pi); lamps do not reach there */
tw_rgb tw_floor_far(const tw_frame *frame);

/* ---- for the stage functions of looks ------------------------------------------------------- */

/* world direction of the vector v in stage directions: x right, y away from the viewer, z up */
vec3 tw_staged(const tw_look_in *in, vec3 v);
/* adds a sun in the stage direction `to`: its irradiance on a surface that faces it, W/m^2; angle:
 * its angular diameter, rad */
void tw_stage_sun(tw_staging *out, const tw_look_in *in, vec3 to, tw_rgb irradiance, double angle);
/* adds a round lamp in the stage direction `to`, which faces the subject's middle; distance and
 * radius in radii of the subject; irradiance: at the middle, W/m^2 */
void tw_stage_lamp(tw_staging *out, const tw_look_in *in, vec3 to, double distance, double radius,
                   tw_rgb irradiance);
/* adds a sky with these radiances, W/(m^2 sr) */
void tw_stage_sky(tw_staging *out, tw_rgb top, tw_rgb horizon, tw_rgb bottom);
/* adds a dark room with soft boxes (shape/map/lightmap_studio.c) as environment, for reflections;
 * strength: factor of its radiance */
void tw_stage_room(tw_staging *out, const tw_look_in *in, double strength);
/* sets the floor's colour and finish; other: colour of its lines or squares */
void tw_stage_floor(tw_staging *out, const tw_look_in *in, tw_rgb color, tw_rgb other);
/* sets a background gradient from the horizon (bottom) to the zenith (top); radiances, W/(m^2 sr)
 */
void tw_stage_backdrop(tw_staging *out, const tw_look_in *in, tw_rgb bottom, tw_rgb top);
/* sets a background in the colour of the distant floor, so that there is no visible horizon; top:
 * factors of that colour at the zenith */
void tw_stage_seamless(tw_staging *out, tw_rgb top);
/* sets a haze that joins floor and background; from, to: distances behind the subject, in its radii
 */
void tw_stage_haze(tw_staging *out, const tw_look_in *in, double from, double to);
/* side of floor squares that suits the subject's size, m: a power of ten */
double tw_squares(const tw_look_in *in);

tw_rgb tw_rgb_scaled(tw_rgb c, double k);
tw_rgb tw_rgb_mixed(tw_rgb a, tw_rgb b); /* channel by channel */

#endif
