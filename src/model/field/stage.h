/* The stage: lights, camera, ground and settings of the picture. Of all this, motion depends only
 * on the ground: whether there is one, its height and contact coefficients. */
#ifndef TW_MODEL_FIELD_STAGE_H
#define TW_MODEL_FIELD_STAGE_H

#include "model/field/material.h"

typedef struct tw_stage_light {
    int kind; /* index of the kind of light: sun, sky, point, area, spot, environment */
    tw_value to, irradiance, angular_diameter;
    tw_value radiance, top, horizon, bottom;
    tw_value position, direction, power, radius, cone;
    tw_texture_ref file; /* for an environment light: the pattern studio or sky, or a light map */
    tw_value turn, strength, sun;
    bool disc; /* of a sky: true: the sun's disc is drawn */
    /* the light was removed. Its entry stays, since scripts' handles refer to lights by their index
     */
    bool removed;
} tw_stage_light;

extern const tw_param tw_light_params[];
extern const int tw_light_param_count;

/* a body, or with `group` true a group, that the camera frames */
typedef struct tw_framed {
    tw_id id;
    bool group;
} tw_framed;

/* A place y that follows a moving place x smoothly, with time constant T: y'' + (2/T)(y' - x') + (y
 * - x)/T^2 = 0, so that it does not lag behind uniform motion. Between two calls x is taken to move
 * uniformly, and the equation is solved exactly */
typedef struct tw_chase {
    double seconds; /* time constant T, s; 0: y = x without smoothing */
    /* false: nothing was followed so far; true: t, x and y are valid, and from the second call on v
     * is, too */
    bool begun;
    bool moves;
    double t;  /* s */
    vec3 x, y; /* at time t: the place that is followed, and the smoothed place; world, m */
    vec3 v;    /* velocity of y, m/s, world */
    /* number of moves by hand (tw_object) of the followed body at time t; when it changes, y begins
     * again at x */
    unsigned jumps;
} tw_chase;

enum { TW_FRAMED = 64 }; /* greatest number of bodies and groups that a camera frames */

typedef struct tw_stage_camera {
    /* position of the eye and of the target, m: in the world, or an offset from what they follow
     * (eye_follow, target_follow); up: direction that is up in the picture; unset (NAN): chosen
     * automatically */
    tw_value eye, target, up;
    int projection; /* tw_projection_kind */
    /* field of view, rad; height of an orthographic view, m; unset: chosen so that the framed
     * objects fill the picture */
    tw_value fov, height;
    tw_value aperture, focus, shutter;
    tw_id eye_follow,
        /* the body or group that eye or target follows: eye, target are then offsets from it; empty
         * id: world coordinates */
        target_follow;
    /* true: the offset of eye or target is in the body's axes, not the world's */
    bool eye_turn, target_turn;
    /* true: the id is that of a group, whose centre of mass is followed */
    bool eye_group, target_group;
    /* body or group on which the camera focuses, in place of the distance `focus`; empty id:
     * `focus` holds */
    tw_id focus_follow;
    bool focus_group;
    tw_chase eye_chase, target_chase, focus_chase;
    /* angles of the direction to the automatic eye, rad: about the vertical, and above the
     * horizon */
    tw_value around, above;
    /* fraction of the picture's size that the framed objects take, if the camera is chosen
     * automatically */
    double fill;
    int fit;                     /* tw_camera_fit */
    tw_framed framed[TW_FRAMED]; /* camera.frame */
    /* number of bodies and groups that the camera frames; 0: it frames everything */
    int framed_count;
    /* number of changes of the camera that the script has made so far, which divide the film
     * into shots */
    uint32_t shot;
} tw_stage_camera;

extern const tw_param tw_camera_params[];
extern const int tw_camera_param_count;

typedef struct tw_stage_ground {
    bool present;
    tw_value height;
    tw_material_fields material;
    tw_value friction, restitution;
    tw_value rolling_friction, spinning_friction; /* m */
} tw_stage_ground;

extern const tw_param tw_ground_params[];
extern const int tw_ground_param_count;

/* a background whose radiance depends on the elevation (tw_backdrop) */
typedef struct tw_stage_gradient {
    bool present;
    tw_value top, bottom; /* radiance */
    tw_value from, to;    /* rad */
    tw_value stars;       /* radiance of the brightest star */
} tw_stage_gradient;

extern const tw_param tw_gradient_params[];
extern const int tw_gradient_param_count;

typedef struct tw_stage_fog {
    bool present;
    tw_value color;    /* radiance of the fog; unset: that of the background */
    tw_value from, to; /* m */
} tw_stage_fog;

extern const tw_param tw_fog_params[];
extern const int tw_fog_param_count;

/* the floor of the picture, in place of the look's own */
typedef enum tw_floor {
    TW_FLOOR_AUTO, /* the floor that the look has */
    TW_FLOOR_NONE,
    TW_FLOOR_MATTE,
    TW_FLOOR_GLOSS,
    TW_FLOOR_GRID,
    TW_FLOOR_CHECKER,
    TW_FLOORS
} tw_floor;

/* the picture's look (frame/look.h), and changes to it; unset fields leave the look's values */
typedef struct tw_stage_look {
    const struct tw_look_kind *kind; /* the look that the script names; NULL: none */
    int floor;                       /* tw_floor */
    tw_value key, rim, fill, soft;   /* factors */
    tw_value turn;                   /* rad */
    tw_value tint; /* factors for the red, green and blue of floor, background and paper */
} tw_stage_look;

extern const tw_param tw_look_params[];
extern const int tw_look_param_count;

/* settings that the script has made itself, as bits; a look does not replace them */
enum {
    TW_SAID_LIGHTS = 1,
    TW_SAID_MATERIAL = 2, /* the material of the ground */
    TW_SAID_BACKGROUND = 4,
    TW_SAID_TONE = 8,
    TW_SAID_EXPOSURE = 16,
    TW_SAID_BOUNCES = 32,
    TW_SAID_BLOOM = 64,
    TW_SAID_FOG = 128
};

/* the stage: all settings of the scene that only the picture reads, and the ground */
typedef struct tw_stage {
    tw_stage_look look;
    /* bits TW_SAID_...; those of lights, background and fog are not set here, since the lists and
     * fields themselves show whether the script has given them */
    unsigned said;
    tw_stage_camera camera;
    tw_stage_light *light;
    size_t light_count;
    tw_stage_ground ground;
    /* radiance; unset: the background is `gradient` if that is present, otherwise the sky */
    tw_value background;
    tw_stage_gradient gradient;
    tw_stage_fog fog;
    tw_value bloom;
    tw_value exposure;
    int tone; /* tone curve: index of film, none, filmic */
    int bounces;
} tw_stage;

/* rows of the stage's own fields: background, bloom, exposure, tone, bounces */
extern const tw_param tw_stage_params[];
extern const int tw_stage_param_count;

tw_status tw_stage_init(tw_stage *s);
void tw_stage_free(tw_stage *s);
/* makes a deep copy in `to`; what `to` contained before is not freed */
tw_status tw_stage_copy(const tw_stage *from, tw_stage *to);
/* the bit TW_SAID_... that belongs to field p; 0: none does */
unsigned tw_stage_said(const tw_param *p);
/* records that the script has set field `p` of the struct at `base`, if a TW_SAID_.. bit belongs to
 * it */
void tw_stage_assigned(tw_stage *s, const tw_param *p, const void *base);
/* appends a light, whose values then belong to the stage; once there is a light, the look adds none
 * of its own */
tw_status tw_stage_add_light(tw_stage *s, const tw_stage_light *light);

#endif
