/* The look "blueprint": white lines on blue paper; hidden lines are dashed. */
#include "frame/look.h"

static void stage(const tw_look_in *in, tw_staging *out) {
    const tw_rgb paper = {0.0086, 0.0513, 0.153}, dark = {0, 0, 0};
    tw_rgb tinted = tw_rgb_mixed(paper, in->tint);
    /* the flat colours are emitted by the solids; a dark sky is set because the renderer adds
     * lights to a frame without any */
    tw_stage_sky(out, dark, dark, dark);
    out->has_background = true;
    out->background = (tw_backdrop){.bottom = tinted, .top = tinted};
    out->lines = TW_LINES_BLUEPRINT;
    out->paper = tinted;
    out->paint = 0.06;
}

const tw_look_kind tw_look_blueprint = {
    .name = "blueprint",
    .doc = "white lines on blue, hidden ones dashed",
    .finish = TW_FLOOR_NONE,
    .tone = TW_TONE_NONE,
    .stage = stage,
};
