/* The look "space": free space with one hard sun, a faint light from the opposite side, and black
 * all around. */
#include "frame/look.h"

static void stage(const tw_look_in *in, tw_staging *out) {
    const tw_rgb floor = {0.05, 0.05, 0.055}, other = {0.02, 0.02, 0.024};
    const tw_rgb sun = {4.6, 4.4, 4.1}, fill = {0.10, 0.14, 0.22};
    const tw_rgb dark = {0.010, 0.011, 0.014};
    tw_stage_sun(out, in, v3(-0.8, -0.55, 0.55), tw_rgb_scaled(sun, in->key), 0.0093);
    tw_stage_sun(out, in, v3(0.7, 0.75, -0.35), tw_rgb_scaled(fill, in->rim), 0.6);
    tw_stage_sky(out, tw_rgb_scaled(dark, in->fill), tw_rgb_scaled(dark, in->fill),
                 tw_rgb_scaled(dark, in->fill));
    /* an environment that metal can reflect; not with a floor, on which its light would cost more
     * time than all else */
    if (in->finish == TW_FLOOR_NONE) tw_stage_room(out, in, 0.12);
    tw_stage_floor(out, in, floor, other);
    tw_stage_backdrop(out, in, (tw_rgb){0, 0, 0}, (tw_rgb){0, 0, 0});
    out->background.stars = 1.5;
    tw_stage_haze(out, in, 2, 16);
}

const tw_look_kind tw_look_space = {
    .name = "space",
    .doc = "free space: one hard sun, black and stars, no floor",
    .finish = TW_FLOOR_NONE,
    .tone = TW_TONE_FILM,
    .bounces = 1,
    .stage = stage,
};
