/* The look "daylight": out of doors on a clear day. The floor consists of pale slabs, which show
 * the scale and fade into the haze. */
#include "frame/look.h"

static void stage(const tw_look_in *in, tw_staging *out) {
    const tw_rgb slab = {0.40, 0.40, 0.395}, other = {0.33, 0.33, 0.33};
    const tw_rgb sun = {4.2, 3.6, 2.8};
    const tw_rgb top = {0.11, 0.23, 0.52}, horizon = {0.62, 0.72, 0.82};
    tw_stage_sun(out, in, v3(-0.55, -0.6, 0.75), tw_rgb_scaled(sun, in->key), 0.03);
    tw_stage_sky(out, tw_rgb_scaled(top, in->fill), tw_rgb_scaled(horizon, in->fill),
                 tw_rgb_scaled(horizon, in->fill));
    tw_stage_floor(out, in, slab, other);
    tw_stage_backdrop(out, in, horizon, top);
    tw_stage_haze(out, in, 2, 40);
}

const tw_look_kind tw_look_daylight = {
    .name = "daylight",
    .doc = "out of doors on a clear day; slabs of 1 m (or 0.1, 10, ... m) give the scale",
    .finish = TW_FLOOR_CHECKER,
    .tone = TW_TONE_FILM,
    .bounces = 1,
    .stage = stage,
};
