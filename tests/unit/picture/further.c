/*
 * Light that goes on beyond `bounces`: in a room that is open to one side `final` brings the same
 * mean however many of its reflections are left to the estimate and to chance.
 */
#include "picture/picture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "../../support/drawing.h"
#include "../../support/solids.h"

enum { SIZE = 16 };

static void wall(scene *s, vec3 at, vec3 size, tw_material m) {
    scene_add(s, (tw_shape){.type = TW_SHAPE_BOX, .p = {size.x, size.y, size.z}}, at, q_identity(),
              m);
}

/* red to the left, green to the right, a pale ball; light from a sky that is seen at the front */
static void room(scene *s, int bounces) {
    scene_clear(s);
    s->f.camera = (tw_camera){.eye = {0, -3.5, 1},
                              .target = {0, 0, 1},
                              .up = {0, 0, 1},
                              .fov = 1,
                              .focus = 1,
                              .has_eye = true,
                              .has_target = true,
                              .has_fov = true,
                              .has_focus = true};
    s->light[0] = (tw_frame_light){.kind = TW_LIGHT_SKY};
    s->light[0].top = s->light[0].horizon = s->light[0].bottom = (tw_rgb){1, 1, 1};
    s->f.light_count = 1;
    s->f.bounces = bounces;
    wall(s, v3(0, 0, -0.05), v3(4, 4, 0.1), lambert(0.7, 0.7, 0.7));
    wall(s, v3(0, 0, 2.05), v3(4, 4, 0.1), lambert(0.8, 0.8, 0.8));
    wall(s, v3(-2.05, 0, 1), v3(0.1, 4, 2), lambert(0.8, 0.2, 0.1));
    wall(s, v3(2.05, 0, 1), v3(0.1, 4, 2), lambert(0.1, 0.7, 0.2));
    wall(s, v3(0, 2.05, 1), v3(4, 0.1, 2), lambert(0.75, 0.75, 0.75));
    scene_add(s, (tw_shape){.type = TW_SHAPE_SPHERE, .p = {0.5, 0, 0}}, v3(0.5, 0.3, 0.5),
              q_identity(), lambert(0.9, 0.9, 0.9));
}

static void mean(int bounces, double c[3]) {
    scene s;
    room(&s, bounces);
    tw_picture_options o = {.width = SIZE, .height = SIZE, .quality = TW_QUALITY_FINAL};
    tw_image image = draw_frame(&s.f, o, 1);
    for (int k = 0; k < 3; k++) {
        c[k] = 0;
        for (int i = 0; i < SIZE * SIZE; i++) c[k] += (double)image.linear[4 * i + k];
    }
    tw_image_free(&image);
}

static void chance_has_no_bias(void **state) {
    (void)state;
    double one[3], two[3], many[3];
    mean(1, one);
    mean(2, two);
    mean(12, many);
    for (int k = 0; k < 3; k++) {
        if (fabs(one[k] / many[k] - 1) > 4e-3)
            fail_msg("channel %d: 1 bounce %g, 12 %g", k, one[k], many[k]);
        if (fabs(two[k] / many[k] - 1) > 4e-3)
            fail_msg("channel %d: 2 bounces %g, 12 %g", k, two[k], many[k]);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(chance_has_no_bias)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
