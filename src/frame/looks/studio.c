/* A photographer's studio: a large soft lamp from the left front, a cool light from behind that
 * draws edges, grey paper that rises into the background. */
#include "frame/look.h"

static void stage(const tw_look_in *in, tw_staging *out) {
    const tw_rgb paper = {0.50, 0.51, 0.53}, other = {0.40, 0.41, 0.43};
    const tw_rgb key = {2.6, 2.45, 2.25}, rim = {0.55, 0.65, 0.85}, sky = {0.20, 0.21, 0.235};
    tw_rgb fill = tw_rgb_scaled(sky, in->fill);
    tw_stage_lamp(out, in, v3(-0.65, -0.75, 1.25), 3.6, 0.9, tw_rgb_scaled(key, in->key));
    tw_stage_sun(out, in, v3(0.8, 1, 0.55), tw_rgb_scaled(rim, in->rim), 0.25);
    tw_stage_sky(out, fill, fill, fill);
    tw_stage_floor(out, in, paper, other);
    out->seamless = true;
}

const tw_look_kind tw_look_studio = {
    .name = "studio",
    .doc = "grey seamless paper, a soft lamp from the left, a cool edge of light from behind",
    .finish = TW_FLOOR_MATTE,
    .tone = TW_TONE_FILM,
    .bounces = 1,
    .stage = stage,
};
