/*
 * Strokes on a picture: pixels whose centre lies within the stroke have its colour, pixels farther
 * away than a pixel from its edge keep theirs, in any direction and length, also where it leaves
 * the picture.
 */
#include "picture/drawing/canvas.h"

#include "base/math/random.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

enum { WIDTH = 97, HEIGHT = 61 };

static double distance(double x0, double y0, double x1, double y1, double x, double y) {
    double dx = x1 - x0, dy = y1 - y0, l2 = dx * dx + dy * dy;
    double u = l2 > 0 ? fmin(fmax(((x - x0) * dx + (y - y0) * dy) / l2, 0), 1) : 0;
    return hypot(x - x0 - u * dx, y - y0 - u * dy);
}

static void check_line(tw_image *image, double x0, double y0, double x1, double y1, double width) {
    memset(image->srgb, 255, (size_t)WIDTH * HEIGHT * 4);
    assert_int_equal(tw_canvas_line(image, x0, y0, x1, y1, width, (tw_ink){0, 0, 0, 1}), TW_OK);
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            double d = distance(x0, y0, x1, y1, x + 0.5, y + 0.5);
            int light = image->srgb[4 * (y * WIDTH + x)];
            if (d < width / 2 - 1) assert_int_equal(light, 0);
            if (d > width / 2 + 1) assert_int_equal(light, 255);
        }
}

static void lines(void **state) {
    (void)state;
    tw_image image;
    tw_random r = tw_random_seed(3);
    assert_int_equal(tw_image_create(WIDTH, HEIGHT, &image), TW_OK);
    for (int k = 0; k < 300; k++) {
        double at[4];
        for (int i = 0; i < 4; i++)
            at[i] = (tw_random_uniform(&r) * 1.4 - 0.2) * (i % 2 ? HEIGHT : WIDTH);
        if (k % 10 == 0) at[2] = at[0]; /* upright */
        if (k % 10 == 1) at[3] = at[1]; /* level */
        check_line(&image, at[0], at[1], at[2], at[3], 2.5 + 4 * tw_random_uniform(&r));
    }
    tw_image_free(&image);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(lines)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
