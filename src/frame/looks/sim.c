/* The look "sim", in the usual style of simulators: a dark blue checkered floor under a blue
 * gradient. */
#include "frame/look.h"

static void stage(const tw_look_in *in, tw_staging *out) {
    const tw_rgb dark = {0.035, 0.075, 0.14}, pale = {0.060, 0.125, 0.22};
    const tw_rgb key = {2.6, 2.55, 2.45}, rim = {0.5, 0.62, 0.85};
    const tw_rgb top = {0.34, 0.42, 0.55}, horizon = {0.24, 0.32, 0.44};
    tw_stage_sun(out, in, v3(-0.45, -0.65, 1.1), tw_rgb_scaled(key, in->key), 0.12);
    tw_stage_sun(out, in, v3(0.8, 0.9, 0.5), tw_rgb_scaled(rim, in->rim), 0.3);
    tw_stage_sky(out, tw_rgb_scaled(top, in->fill), tw_rgb_scaled(horizon, in->fill),
                 tw_rgb_scaled(horizon, in->fill));
    tw_stage_floor(out, in, dark, pale);
    tw_stage_backdrop(out, in, (tw_rgb){0.20, 0.30, 0.42}, (tw_rgb){0.015, 0.03, 0.065});
    tw_stage_haze(out, in, 2, 36);
}

const tw_look_kind tw_look_sim = {
    .name = "sim",
    .doc = "a dark blue checker under a blue gradient, as in simulators",
    .finish = TW_FLOOR_CHECKER,
    .tone = TW_TONE_FILM,
    .bounces = 1,
    .stage = stage,
};
