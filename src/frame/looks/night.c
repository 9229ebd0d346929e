/* The look "night": a clear night, with the moon behind the subject and two warm lamps beside it.
 */
#include "frame/look.h"

static void stage(const tw_look_in *in, tw_staging *out) {
    const tw_rgb ground = {0.21, 0.205, 0.20}, other = {0.15, 0.15, 0.15};
    const tw_rgb moon = {0.32, 0.46, 0.78}, warm = {2.4, 1.42, 0.62}, small = {0.9, 0.50, 0.20};
    const tw_rgb top = {0.012, 0.018, 0.036}, horizon = {0.045, 0.062, 0.11};
    tw_stage_lamp(out, in, v3(-0.85, -0.6, 0.95), 2.4, 0.22, tw_rgb_scaled(warm, in->key));
    tw_stage_lamp(out, in, v3(1.2, -0.35, 0.55), 2.6, 0.22, tw_rgb_scaled(small, in->key));
    tw_stage_sun(out, in, v3(0.5, 1, 0.75), tw_rgb_scaled(moon, in->rim), 0.05);
    tw_stage_sky(out, tw_rgb_scaled(top, in->fill), tw_rgb_scaled(horizon, in->fill),
                 tw_rgb_scaled(top, in->fill));
    tw_stage_floor(out, in, ground, other);
    tw_stage_backdrop(out, in, (tw_rgb){0.022, 0.031, 0.058}, (tw_rgb){0.006, 0.009, 0.020});
    tw_stage_haze(out, in, 2, 20);
}

const tw_look_kind tw_look_night = {
    .name = "night",
    .doc = "a clear night: the moon from behind, warm lamps beside the subject",
    .finish = TW_FLOOR_MATTE,
    .tone = TW_TONE_FILM,
    .bounces = 1,
    .stage = stage,
};
