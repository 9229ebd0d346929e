/* The look "paper", for print: the background is the paper's white, solids have their own colours,
 * and cast soft shadows where they stand. */
#include "frame/look.h"

static void stage(const tw_look_in *in, tw_staging *out) {
    const tw_rgb white = {0.99, 0.99, 0.99}, other = {0.86, 0.86, 0.86};
    const tw_rgb sun = {1.0, 1.0, 1.0}, top = {0.80, 0.80, 0.80}, horizon = {0.46, 0.46, 0.46};
    tw_stage_sun(out, in, v3(-0.45, -0.55, 1), tw_rgb_scaled(sun, in->key), 0.5);
    tw_stage_sky(out, tw_rgb_scaled(top, in->fill), tw_rgb_scaled(horizon, in->fill),
                 tw_rgb_scaled(horizon, in->fill));
    tw_stage_floor(out, in, white, other);
    tw_stage_seamless(out, (tw_rgb){1, 1, 1});
    if (in->finish != TW_FLOOR_MATTE) tw_stage_haze(out, in, 3, 30);
}

const tw_look_kind tw_look_paper = {
    .name = "paper",
    .doc = "for print: white, plain colours, soft shadows where things stand",
    .finish = TW_FLOOR_MATTE,
    .tone = TW_TONE_NONE,
    .bounces = 1,
    .stage = stage,
};
