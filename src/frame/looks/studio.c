/* The look "studio", as at a photographer's: a large soft lamp from the left front, a cool light
 * from behind that makes edges stand out, and grey paper that curves up into the background. */
#include "frame/look.h"

static void stage(const tw_look_in *in, tw_staging *out) {
    const tw_rgb paper = {0.42, 0.43, 0.45}, other = {0.28, 0.29, 0.31};
    const tw_rgb key = {3.3, 3.12, 2.85}, rim = {0.75, 0.88, 1.1};
    const tw_rgb top = {0.46, 0.48, 0.52}, horizon = {0.15, 0.16, 0.18};
    tw_stage_lamp(out, in, v3(-0.65, -0.75, 1.25), 3.6, 0.9, tw_rgb_scaled(key, in->key));
    tw_stage_sun(out, in, v3(0.8, 1, 0.55), tw_rgb_scaled(rim, in->rim), 0.25);
    tw_stage_sky(out, tw_rgb_scaled(top, in->fill), tw_rgb_scaled(horizon, in->fill),
                 tw_rgb_scaled(horizon, in->fill));
    tw_stage_floor(out, in, paper, other);
    tw_stage_seamless(out, (tw_rgb){0.36, 0.38, 0.42});
    if (in->finish != TW_FLOOR_MATTE) tw_stage_haze(out, in, 3, 30);
}

const tw_look_kind tw_look_studio = {
    .name = "studio",
    .doc = "grey seamless paper, a soft lamp from the left, a cool edge of light from behind",
    .finish = TW_FLOOR_MATTE,
    .tone = TW_TONE_FILM,
    .bounces = 1,
    .stage = stage,
};
