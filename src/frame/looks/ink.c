/* Black lines on white paper, for print and for films that explain. */
#include "frame/look.h"

static void stage(const tw_look_in *in, tw_staging *out) {
    const tw_rgb paper = {0.955, 0.955, 0.955}, dark = {0, 0, 0};
    tw_rgb tinted = tw_rgb_mixed(paper, in->tint);
    /* flat materials emit their colour; this dark sky keeps the renderer from adding a light */
    tw_stage_sky(out, dark, dark, dark);
    out->has_background = true;
    out->background = (tw_backdrop){.bottom = tinted, .top = tinted};
    out->lines = TW_LINES_INK;
    out->paper = tinted;
    out->paint = 0.22;
}

const tw_look_kind tw_look_ink = {
    .name = "ink",
    .doc = "black lines on white, over light flat colours; hidden lines are left out",
    .finish = TW_FLOOR_NONE,
    .tone = TW_TONE_NONE,
    .stage = stage,
};
