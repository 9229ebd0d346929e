/* The stage: ground, lights, camera and settings of the picture, which only the picture reads. */
#ifndef TW_MODEL_FIELD_STAGE_H
#define TW_MODEL_FIELD_STAGE_H

#include "model/field/material.h"

typedef struct tw_stage_light {
    int kind; /* sun, sky, point, area, spot, environment */
    tw_value to, irradiance, angular_diameter;
    tw_value radiance, top, horizon, bottom;
    tw_value position, direction, power, radius, cone;
    tw_texture_ref file; /* environment light: studio, sky, or a light map */
    tw_value turn, strength, sun;
    bool disc; /* "sky": with its sun */
    /* the light was removed: its place stays, because handles of others hold their places */
    bool removed;
} tw_stage_light;

extern const tw_param tw_light_params[];
extern const int tw_light_param_count;

/* a body or group that the camera frames */
typedef struct tw_framed {
    tw_id id;
    bool group;
} tw_framed;

/* A place y that follows a moving place x smoothly: y'' + (2/T)(y' - x') + (y - x)/T^2 = 0, so that
 * it does not lag behind uniform motion. Between two calls x is taken to move uniformly, and the
 * equation is solved exactly */
typedef struct tw_chase {
    double seconds; /* time constant T, s; 0: y = x */
    bool begun;     /* t, x, y are valid; v becomes valid at the second call */
    bool moves;
    double t;       /* s */
    vec3 x, y;      /* the followed place and the smoothed place, m */
    vec3 v;         /* velocity of y, m/s */
    unsigned jumps; /* jump count of the followed body; when it changes, y restarts at x */
} tw_chase;

enum { TW_FRAMED = 64 }; /* things that a camera can frame, at most */

typedef struct tw_stage_camera {
    tw_value eye, target, up; /* eye, target: unset (NAN) = chosen automatically */
    int projection;           /* tw_projection_kind */
    tw_value fov, height;     /* unset: framed automatically */
    tw_value aperture, focus, shutter;
    tw_id eye_follow,
        target_follow; /* body or group that they follow; eye, target are then offsets from it */
    bool eye_turn, target_turn;   /* the offset of eye or target turns with the body */
    bool eye_group, target_group; /* the follow id is a group: its centre of mass */
    tw_id focus_follow;           /* body or group in focus, in place of `focus` */
    bool focus_group;
    tw_chase eye_chase, target_chase, focus_chase;
    tw_value around, above; /* angles of the automatic eye, rad */
    double fill; /* fraction of the picture that the subject of an automatic camera fills */
    int fit;     /* tw_camera_fit */
    tw_framed framed[TW_FRAMED]; /* camera.frame */
    int framed_count;            /* 0: everything is framed */
    uint32_t shot;               /* counts changes of the camera by the script */
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

/* a background by elevation (tw_backdrop) */
typedef struct tw_stage_gradient {
    bool present;
    tw_value top, bottom; /* radiance */
    tw_value from, to;    /* rad */
    tw_value stars;       /* radiance of the brightest */
} tw_stage_gradient;

extern const tw_param tw_gradient_params[];
extern const int tw_gradient_param_count;

typedef struct tw_stage_fog {
    bool present;
    tw_value color;    /* radiance; unset: the background's */
    tw_value from, to; /* m */
} tw_stage_fog;

extern const tw_param tw_fog_params[];
extern const int tw_fog_param_count;

/* choice of floor in a look */
typedef enum tw_floor {
    TW_FLOOR_AUTO, /* the look's own */
    TW_FLOOR_NONE,
    TW_FLOOR_MATTE,
    TW_FLOOR_GLOSS,
    TW_FLOOR_GRID,
    TW_FLOOR_CHECKER,
    TW_FLOORS
} tw_floor;

/* the picture's look (frame/look.h) and its adjustments; unset fields keep the look's own
 * values */
typedef struct tw_stage_look {
    const struct tw_look_kind *kind; /* NULL: none is named */
    int floor;                       /* tw_floor */
    tw_value key, rim, fill, soft;   /* factors */
    tw_value turn;                   /* rad */
    tw_value tint;                   /* factors of red, green, blue */
} tw_stage_look;

extern const tw_param tw_look_params[];
extern const int tw_look_param_count;

/* settings that the script has made itself, as bits: the look does not change these */
enum {
    TW_SAID_LIGHTS = 1,
    TW_SAID_MATERIAL = 2, /* material of the ground */
    TW_SAID_BACKGROUND = 4,
    TW_SAID_TONE = 8,
    TW_SAID_EXPOSURE = 16,
    TW_SAID_BOUNCES = 32,
    TW_SAID_BLOOM = 64,
    TW_SAID_FOG = 128
};

/* the scene's picture settings */
typedef struct tw_stage {
    tw_stage_look look;
    unsigned said; /* bits TW_SAID_..; lights and background are recognised without their bits */
    tw_stage_camera camera;
    tw_stage_light *light;
    size_t light_count;
    tw_stage_ground ground;
    tw_value background; /* unset: `gradient`, or else the sky */
    tw_stage_gradient gradient;
    tw_stage_fog fog;
    tw_value bloom;
    tw_value exposure;
    int tone; /* film, none, filmic */
    int bounces;
} tw_stage;

/* fields common to the stage itself: background, bloom, exposure, tone, bounces */
extern const tw_param tw_stage_params[];
extern const int tw_stage_param_count;

tw_status tw_stage_init(tw_stage *s);
void tw_stage_free(tw_stage *s);
/* a deep copy; `to` is overwritten without being freed */
tw_status tw_stage_copy(const tw_stage *from, tw_stage *to);
/* bit TW_SAID_.. of a field of tw_stage; 0: it has none */
unsigned tw_stage_said(const tw_param *p);
/* records that the script has set field `p` of the struct at `base`, if it has a TW_SAID_.. bit */
void tw_stage_assigned(tw_stage *s, const tw_param *p, const void *base);
/* adds a light and takes over its values; the first light replaces the lights of the look */
tw_status tw_stage_add_light(tw_stage *s, const tw_stage_light *light);

#endif
