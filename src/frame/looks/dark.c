/* The look "dark": a dark room with a polished black floor, a warm lamp from the front, and blue
 * light from behind, which the floor reflects toward the viewer. */
#include "frame/look.h"

static void stage(const tw_look_in *in, tw_staging *out) {
    const tw_rgb floor = {0.035, 0.037, 0.042}, other = {0.012, 0.013, 0.016};
    const tw_rgb key = {3.6, 3.3, 2.95}, back = {1.5, 2.1, 3.4};
    const tw_rgb top = {0.02, 0.024, 0.03}, horizon = {0.15, 0.18, 0.235};
    tw_stage_lamp(out, in, v3(-0.75, -0.7, 1.15), 3.2, 0.7, tw_rgb_scaled(key, in->key));
    tw_stage_sun(out, in, v3(0.8, 0.85, 1.0), tw_rgb_scaled(back, in->rim), 0.2);
    tw_stage_sky(out, tw_rgb_scaled(top, in->fill), tw_rgb_scaled(horizon, in->fill),
                 tw_rgb_scaled(top, in->fill));
    tw_stage_floor(out, in, floor, other);
    tw_stage_backdrop(out, in, (tw_rgb){0.036, 0.043, 0.056}, (tw_rgb){0.004, 0.005, 0.008});
    tw_stage_haze(out, in, 2, 22);
}

const tw_look_kind tw_look_dark = {
    .name = "dark",
    .doc = "a dark room with a polished floor, a warm lamp and blue light from behind",
    .finish = TW_FLOOR_GLOSS,
    .tone = TW_TONE_FILM,
    .bounces = 1,
    .stage = stage,
};
