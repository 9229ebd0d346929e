/* No look at all: a warm sun and a clear sky (picture/view.c), a brown ground where there is one.
 */
#include "frame/look.h"

const tw_look_kind tw_look_plain = {
    .name = "plain",
    .doc = "sun, sky and horizon, and no floor but the scene's ground; looks were not there before",
    .finish = TW_FLOOR_NONE,
    .tone = TW_TONE_FILM,
    .bounces = 1,
};
