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

#include "base/suggest.h"
#include "frame/framing/site.h"
#include "model/stage.h"

/* what a look is given */
typedef struct tw_look_in {
    vec3 middle;     /* m, of the subject */
    double radius;   /* m, of the subject */
    double away;     /* m, from the middle to the farthest eye */
    double floor;    /* m, z of the ground, or of the floor that is to be */
    double turn;     /* rad: the viewer stands in front (-y) of a stage that is turned so */
    tw_floor finish; /* of the floor: NONE, MATTE, GLOSS, GRID or CHECKER */
    double key, rim, fill, soft; /* factors */
    tw_rgb tint;                 /* factors */
} tw_look_in;

enum { TW_STAGING_LIGHTS = 8 };

/* what a look puts on the stage; all zero before */
typedef struct tw_staging {
    tw_frame_light light[TW_STAGING_LIGHTS];
    size_t lights;
    tw_material floor; /* of the floor, or of a ground without a material of its own */
    /* the background is what the floor is far away (tw_floor_far); its top has factors of that */
    bool seamless;
    bool has_background;
    tw_backdrop background;
    bool has_fog;
    tw_haze fog;
    /* lines: solids become flat, in the paper's colour with the share `paint` of their own; a
     * ground becomes paper */
    tw_lines lines;
    tw_rgb paper;
    double paint;
} tw_staging;

typedef struct tw_look_kind {
    const char *name, *doc;
    tw_floor finish; /* where nobody adjusts it; NONE: no floor but a ground of the scene */
    tw_tone tone;    /* where the scene does not say: tone, bloom, exposure, bounces */
    double bloom;    /* 0 .. 1 */
    double exposure; /* EV */
    int bounces;
    /* NULL: the lights and the ground of a scene without a look */
    void (*stage)(const tw_look_in *in, tw_staging *out);
} tw_look_kind;

extern const tw_look_kind *const tw_look_kinds[]; /* NULL at the end */

/* by name; NULL: there is none, *near: what may have been meant, or NULL. near may be NULL */
const tw_look_kind *tw_look_find(const char *name, const char **near);
/* of a scene that names none */
const tw_look_kind *tw_look_default(bool own_lights);

/* what the stage asks for at time t */
tw_frame_look tw_look_now(const tw_stage *stage, double t);
/* does it need to know the whole film? */
bool tw_look_waits(const tw_frame_look *look);
/* puts what the frame's look has on its stage; nothing where it asks for none */
tw_status tw_look_apply(tw_frame *frame, const tw_site *site);

/* radiance of the frame's ground where it meets the horizon: of a diffuse one, albedo times
 * (sky + sum of the suns' E cos / pi); lamps do not reach there */
tw_rgb tw_floor_far(const tw_frame *frame);

/* ---- for the stage functions of looks ------------------------------------------------------- */

/* directions on the stage: x to the right, y away from the viewer, z up */
vec3 tw_staged(const tw_look_in *in, vec3 v);
/* a sun in that direction, by what it brings to a surface that faces it, W/m^2, and its angular
 * diameter, rad */
void tw_stage_sun(tw_staging *out, const tw_look_in *in, vec3 to, tw_rgb irradiance, double angle);
/* a round lamp in that direction, at a distance and with a radius in radii of the subject; it
 * faces the subject's middle and brings it that irradiance */
void tw_stage_lamp(tw_staging *out, const tw_look_in *in, vec3 to, double distance, double radius,
                   tw_rgb irradiance);
/* W/(m^2 sr) */
void tw_stage_sky(tw_staging *out, tw_rgb top, tw_rgb horizon, tw_rgb bottom);
/* a dark room with soft boxes (shape/lightmap_studio.c), for what mirrors */
void tw_stage_room(tw_staging *out, const tw_look_in *in, double strength);
/* the finish of a floor of this colour; the other one is of its lines or squares */
void tw_stage_floor(tw_staging *out, const tw_look_in *in, tw_rgb color, tw_rgb other);
/* a background that rises from one colour at the horizon to another, W/(m^2 sr) */
void tw_stage_backdrop(tw_staging *out, const tw_look_in *in, tw_rgb bottom, tw_rgb top);
/* a background without a horizon: the floor, as it is far away, that rises; top: factors of that */
void tw_stage_seamless(tw_staging *out, tw_rgb top);
/* a haze in which floor and background become one, from so many radii behind the subject on */
void tw_stage_haze(tw_staging *out, const tw_look_in *in, double from, double to);
/* the side of squares that fit the subject: a power of 10 m */
double tw_squares(const tw_look_in *in);

tw_rgb tw_rgb_scaled(tw_rgb c, double k);
tw_rgb tw_rgb_mixed(tw_rgb a, tw_rgb b); /* channel by channel */

#endif
