/* The look "ink": black lines on white paper, for print and for films that explain something. */
#include "frame/look.h"

static void stage(const tw_look_in *in, tw_staging *out) {
    const tw_rgb paper = {0.955, 0.955, 0.955}, dark = {0, 0, 0};
    tw_rgb tinted = tw_rgb_mixed(paper, in->tint);
    /* the flat colours are emitted by the solids; a dark sky is set because the renderer adds
     * lights to a frame without any */
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
