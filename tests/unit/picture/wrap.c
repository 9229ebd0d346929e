/* Which part of a picture lies where on solids, seen from outside; and what is seen from far away.
 */
#include "io/mesh/mesh.h"
#include "picture/rays/surface.h"
#include "shape/map/pixmap.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* red top left, green top right, blue bottom left, white bottom right */
enum { RED = 1, GREEN = 2, BLUE = 4, WHITE = 7, SIDE = 64 };

static tw_pixmap *quarters(void) {
    static uint8_t p[SIDE * SIDE * 4];
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            int c = y < SIDE / 2 ? (x < SIDE / 2 ? RED : GREEN) : (x < SIDE / 2 ? BLUE : WHITE);
            uint8_t *to = p + 4 * (y * SIDE + x);
            for (int k = 0; k < 3; k++) to[k] = c >> k & 1 ? 255 : 0;
            to[3] = 255;
        }
    tw_pixmap *m;
    assert_int_equal(tw_pixmap_create(p, SIDE, SIDE, &m), TW_OK);
    return m;
}

static tw_paint paint(const tw_pixmap *map, const tw_shape *shape, double scale) {
    tw_material m = {.texture = TW_TEXTURE_PICTURE, .texture_scale = scale, .map = map};
    tw_paint p = {.texture = TW_TEXTURE_PICTURE, .period = scale > 0 ? (float)scale : 1};
    tw_wrap_picture(&m, shape, &p);
    return p;
}

static fv3 seen(const tw_paint *p, vec3 x, vec3 n, double wide) {
    fv3 at = f3_all((float)x.x, (float)x.y, (float)x.z), grey = f3_all(0.5f, 0.5f, 0.5f);
    fv3 normal = f3_all((float)n.x, (float)n.y, (float)n.z);
    fv w = fv_all((float)wide);
    return tw_picture_color(p, iv_all(-1), iv_all(0), at, normal, f3(w, w, w), grey);
}

static void is(const tw_paint *p, vec3 x, vec3 n, int color) {
    fv3 c = seen(p, x, n, 1e-4);
    for (int i = 0; i < TW_LANES; i++) {
        int got = (c.x[i] > 0.99f ? 1 : 0) + (c.y[i] > 0.99f ? 2 : 0) + (c.z[i] > 0.99f ? 4 : 0);
        if (got != color) fail_msg("at (%g %g %g): %d, not %d", x.x, x.y, x.z, got, color);
    }
}

/* on each face of a box it reads as it should from outside */
static void on_a_box(void **state) {
    (void)state;
    tw_pixmap *map = quarters();
    tw_shape box = {.type = TW_SHAPE_BOX, .p = {2, 4, 6}};
    tw_paint p = paint(map, &box, 0);
    static const int axes[6][3] = {/* the normal's axis, its sign, the sign of "right" */
                                   {1, -1, 1},  {1, 1, -1}, {0, 1, 1},
                                   {0, -1, -1}, {2, 1, 1},  {2, -1, -1}};
    for (int i = 0; i < 6; i++) {
        int a = axes[i][0], right = a == 0 ? 1 : 0, up = a == 2 ? 1 : 2;
        for (int k = 0; k < 4; k++) {
            double x[3], n[3] = {0, 0, 0};
            n[a] = axes[i][1];
            x[a] = n[a] * box.p[a] / 2;
            x[right] = (k & 1 ? 0.3 : -0.3) * axes[i][2] * box.p[right];
            x[up] = (k & 2 ? -0.3 : 0.3) * box.p[up];
            static const int want[] = {RED, GREEN, BLUE, WHITE};
            is(&p, v3_load(x), v3_load(n), want[k]);
        }
    }
    tw_pixmap_release(map);
}

/* its right goes around as the sun does not: eastward; its middle is at +x */
static void on_a_globe(void **state) {
    (void)state;
    tw_pixmap *map = quarters();
    tw_shape ball = {.type = TW_SHAPE_SPHERE, .p = {3}};
    tw_paint p = paint(map, &ball, 0);
    for (int k = 0; k < 16; k++) {
        double a = 6.283185307 * (k + 0.5) / 16, z = k % 3 ? 0.5 : -0.5, r = sqrt(1 - z * z);
        vec3 n = v3(r * cos(a), r * sin(a), z);
        bool east = a < 3.14159;
        is(&p, v3_scale(n, 3), n, z > 0 ? (east ? GREEN : RED) : (east ? WHITE : BLUE));
    }
    tw_shape egg = {.type = TW_SHAPE_ELLIPSOID, .p = {1, 2, 3}};
    p = paint(map, &egg, 0);
    is(&p, v3(0.1, 1.9, 0.5), v3(0, 1, 0.1), GREEN);
    is(&p, v3(0.1, -1.9, -0.5), v3(0, -1, -0.1), BLUE);
    tw_pixmap_release(map);
}

/* once around a cylinder; a given width repeats it a whole number of times */
static void around_a_cylinder(void **state) {
    (void)state;
    tw_pixmap *map = quarters();
    tw_shape can = {.type = TW_SHAPE_CYLINDER, .p = {1, 4}};
    tw_paint p = paint(map, &can, 0);
    is(&p, v3(0.6, 0.8, 1), v3(0.6, 0.8, 0), GREEN);
    is(&p, v3(0.6, -0.8, 1), v3(0.6, -0.8, 0), RED);
    is(&p, v3(0.6, -0.8, -1), v3(0.6, -0.8, 0), BLUE);
    is(&p, v3(0.3, 0.3, 2), v3(0, 0, 1), GREEN); /* the lid has it once */
    p = paint(map, &can, 1.5);
    assert_true(p.size[0][0] == 4);
    for (int k = 0; k < 4; k++) {
        double a = 1.570796327 * k + 0.4;
        is(&p, v3(cos(a), sin(a), 0.3), v3(cos(a), sin(a), 0), RED);
        is(&p, v3(cos(a + 0.8), sin(a + 0.8), 0.3), v3(cos(a + 0.8), sin(a + 0.8), 0), GREEN);
    }
    tw_pixmap_release(map);
}

/* the ground repeats it; from far away all of it is one colour, without a flicker between */
static void on_the_ground(void **state) {
    (void)state;
    tw_pixmap *map = quarters();
    tw_paint p = paint(map, NULL, 2);
    vec3 up = v3(0, 0, 1);
    for (int i = -3; i <= 3; i++) {
        is(&p, v3(2 * i - 0.5, 4 * i + 0.5, 0), up, RED);
        is(&p, v3(2 * i + 0.5, 2 * i - 0.5, 0), up, WHITE);
    }
    float last = 1;
    for (double wide = 1e-3; wide < 100; wide *= 1.1) {
        fv3 c = seen(&p, v3(-0.5, 0.5, 0), up, wide);
        assert_true(fabsf(c.x[0] - last) < 0.12f);
        last = c.x[0];
    }
    assert_true(fabsf(last - 0.5f) < 0.01f); /* red and white of four */
    tw_pixmap_release(map);
}

/* a cube of squares; each tells where it lies on the picture as a box would have it */
static const char cube[] = "v -1 -2 -3\nv 1 -2 -3\nv 1 2 -3\nv -1 2 -3\n"
                           "v -1 -2 3\nv 1 -2 3\nv 1 2 3\nv -1 2 3\n"
                           "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"
                           "f 4/3 3/4 2/1 1/2\nf 5/1 6/2 7/3 8/4\nf 1/1 2/2 6/3 5/4\n"
                           "f 3/1 4/2 8/3 7/4\nf 2/1 3/2 7/3 6/4\nf 4/1 1/2 5/3 8/4\n";

static void on_a_mesh(void **state) {
    (void)state;
    tw_pixmap *map = quarters();
    tw_mesh_data data;
    tw_mesh *mesh;
    assert_int_equal(tw_mesh_parse("cube.obj", cube, sizeof cube - 1, &data), TW_OK);
    assert_int_equal(tw_mesh_create(&data, &mesh), TW_OK);
    tw_shape box = {.type = TW_SHAPE_BOX, .p = {2 * 1.5, 4 * 1.5, 6 * 1.5}};
    tw_shape solid = {.type = TW_SHAPE_MESH, .p = {1.5}, .mesh = mesh};
    tw_paint b = paint(map, &box, 0), m = paint(map, &solid, 0);
    for (int32_t part = 0; part < 12; part++) {
        const float *c = mesh->corner + 9 * part, *n = mesh->normal + 9 * part;
        for (int k = 0; k < 36; k++) {
            float u = 0.04f + 0.9f * (float)(k % 6) / 6, v = (1 - u) * (0.1f + (float)(k / 6) / 7);
            float x[3];
            for (int a = 0; a < 3; a++)
                x[a] = 1.5f * (c[a] + u * (c[3 + a] - c[a]) + v * (c[6 + a] - c[a]));
            fv3 at = f3_all(x[0], x[1], x[2]), normal = f3_all(n[0], n[1], n[2]);
            fv3 grey = f3_all(0.5f, 0.5f, 0.5f), wide = f3_all(0.03f, 0.05f, 0.02f);
            iv on = iv_all(-1);
            fv3 want = tw_picture_color(&b, on, iv_all(0), at, normal, wide, grey);
            fv3 got = tw_picture_color(&m, on, iv_all(part), at, normal, wide, grey);
            for (int i = 0; i < TW_LANES; i++)
                if (fabsf(got.x[i] - want.x[i]) + fabsf(got.y[i] - want.y[i]) +
                        fabsf(got.z[i] - want.z[i]) >
                    2e-3f)
                    fail_msg("triangle %d, %g %g: %g %g %g, not %g %g %g", part, (double)u,
                             (double)v, (double)got.x[i], (double)got.y[i], (double)got.z[i],
                             (double)want.x[i], (double)want.y[i], (double)want.z[i]);
        }
    }
    /* a width in metres is laid along the axes, as on a solid that tells nothing */
    tw_paint wide = paint(map, &solid, 2);
    assert_true(m.wrap == TW_WRAP_SPOTS && wide.wrap == TW_WRAP_FACES);
    tw_mesh_release(mesh);
    tw_pixmap_release(map);
}

static void through_holes_the_colour_is_seen(void **state) {
    (void)state;
    static const uint8_t hole[4] = {255, 0, 0, 0}, half[4] = {255, 0, 0, 128};
    tw_pixmap *map;
    assert_int_equal(tw_pixmap_create(hole, 1, 1, &map), TW_OK);
    tw_paint p = paint(map, NULL, 1);
    fv3 c = seen(&p, v3_zero(), v3(0, 0, 1), 0.1);
    assert_true(fabsf(c.x[0] - 0.5f) < 1e-6f && fabsf(c.y[0] - 0.5f) < 1e-6f);
    tw_pixmap_release(map);
    assert_int_equal(tw_pixmap_create(half, 1, 1, &map), TW_OK);
    p = paint(map, NULL, 1);
    c = seen(&p, v3_zero(), v3(0, 0, 1), 0.1);
    assert_true(fabsf(c.x[0] - 0.75f) < 0.01f && fabsf(c.y[0] - 0.25f) < 0.01f);
    tw_pixmap_release(map);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(on_a_box),          cmocka_unit_test(on_a_globe),
        cmocka_unit_test(around_a_cylinder), cmocka_unit_test(on_the_ground),
        cmocka_unit_test(on_a_mesh),         cmocka_unit_test(through_holes_the_colour_is_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
