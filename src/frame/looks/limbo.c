/* The look "limbo": everything stands in a white space without horizon, for slides. */
#include "frame/look.h"

static void stage(const tw_look_in *in, tw_staging *out) {
    const tw_rgb white = {0.70, 0.70, 0.70}, other = {0.60, 0.60, 0.61};
    const tw_rgb sun = {2.3, 2.27, 2.2}, top = {0.72, 0.72, 0.73}, horizon = {0.42, 0.42, 0.43};
    tw_stage_sun(out, in, v3(-0.5, -0.6, 0.9), tw_rgb_scaled(sun, in->key), 0.3);
    tw_stage_sky(out, tw_rgb_scaled(top, in->fill), tw_rgb_scaled(horizon, in->fill),
                 tw_rgb_scaled(horizon, in->fill));
    tw_stage_floor(out, in, white, other);
    tw_stage_seamless(out, (tw_rgb){1, 1, 1});
    if (in->finish != TW_FLOOR_MATTE) tw_stage_haze(out, in, 3, 30);
}

const tw_look_kind tw_look_limbo = {
    .name = "limbo",
    .doc = "white all around with soft shadows, for papers and slides",
    .finish = TW_FLOOR_MATTE,
    .tone = TW_TONE_FILM,
    .bounces = 1,
    .stage = stage,
};
