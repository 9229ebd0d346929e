/* White all around, for papers and slides. */
#include "frame/look.h"

static void stage(const tw_look_in *in, tw_staging *out) {
    const tw_rgb white = {0.62, 0.62, 0.62}, other = {0.54, 0.54, 0.55};
    const tw_rgb sun = {2.2, 2.18, 2.12}, sky = {0.5, 0.5, 0.505};
    tw_rgb fill = tw_rgb_scaled(sky, in->fill);
    tw_stage_sun(out, in, v3(-0.5, -0.6, 0.9), tw_rgb_scaled(sun, in->key), 0.22);
    tw_stage_sky(out, fill, fill, fill);
    tw_stage_floor(out, in, white, other);
    out->seamless = true;
}

const tw_look_kind tw_look_limbo = {
    .name = "limbo",
    .doc = "white all around with soft shadows, for papers and slides",
    .finish = TW_FLOOR_MATTE,
    .tone = TW_TONE_FILM,
    .bounces = 1,
    .stage = stage,
};
