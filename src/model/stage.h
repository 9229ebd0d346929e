/* The stage: ground, lights, camera and settings of the picture, which only the picture reads. */
#ifndef TW_MODEL_STAGE_H
#define TW_MODEL_STAGE_H

#include "model/material.h"

typedef struct tw_stage_light {
    int kind; /* sun, sky, point, area, spot */
    tw_value to, irradiance, angular_diameter;
    tw_value radiance, top, horizon, bottom;
    tw_value position, direction, power, radius, cone;
} tw_stage_light;

extern const tw_param tw_light_params[];
extern const int tw_light_param_count;

typedef struct tw_stage_camera {
    tw_value eye, target, up; /* eye, target: unset (NAN) = framed automatically */
    tw_value fov, aperture, focus, shutter;
    tw_id eye_follow,
        target_follow; /* a body that eye or target follows; the value is then the offset */
    bool eye_turn, target_turn;   /* offset turns with the body */
    bool eye_group, target_group; /* what is followed is a group: its centre of mass */
    tw_value around, above;       /* rad: where the automatic eye stands */
    tw_value fill;                /* part of the picture that an automatic camera fills */
} tw_stage_camera;

extern const tw_param tw_camera_params[];
extern const int tw_camera_param_count;

typedef struct tw_stage_ground {
    bool present;
    tw_value height;
    tw_material_fields material;
    tw_value friction, restitution;
} tw_stage_ground;

extern const tw_param tw_ground_params[];
extern const int tw_ground_param_count;

/* a background by elevation (tw_backdrop) */
typedef struct tw_stage_gradient {
    bool present;
    tw_value top, bottom; /* radiance */
    tw_value from, to;    /* rad */
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

/* the scene's picture settings */
typedef struct tw_stage {
    tw_stage_camera camera;
    tw_stage_light *light;
    size_t light_count;
    tw_stage_ground ground;
    tw_value background; /* unset: `gradient`, or the sky */
    tw_stage_gradient gradient;
    tw_stage_fog fog;
    tw_value bloom;
    tw_value exposure;
    int tone; /* film, none, filmic */
    int bounces;
} tw_stage;

/* its own fields: background, bloom, exposure, tone, bounces */
extern const tw_param tw_stage_params[];
extern const int tw_stage_param_count;

tw_status tw_stage_init(tw_stage *s);
void tw_stage_free(tw_stage *s);
/* a deep copy into memory that holds nothing yet */
tw_status tw_stage_copy(const tw_stage *from, tw_stage *to);
/* adds a light, taking over what `light` owns; the first one replaces the default lights */
tw_status tw_stage_add_light(tw_stage *s, const tw_stage_light *light);

#endif
