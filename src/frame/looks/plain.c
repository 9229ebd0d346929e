/* No look: a warm sun and a clear sky, the renderer's default lights (picture/view.c), and a brown
 * ground if the scene has one. */
#include "frame/look.h"

const tw_look_kind tw_look_plain = {
    .name = "plain",
    .doc = "sun, sky and horizon, and no floor but the scene's ground; looks were not there before",
    .finish = TW_FLOOR_NONE,
    .tone = TW_TONE_FILM,
    .bounces = 1,
};
