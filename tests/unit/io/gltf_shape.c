/*
 * Triangles of shapes against what the shapes say of themselves: volumes by the divergence theorem,
 * extents, closed surfaces, normals that agree with the triangles.
 */
#include "io/gltf/shape.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdlib.h>

#include "../../support/random.h"

static vec3 at(const tw_triangles *t, size_t i) {
    const float *p = t->position.data + 3 * t->index.data[i];
    return v3((double)p[0], (double)p[1], (double)p[2]);
}

static vec3 normal_at(const tw_triangles *t, size_t i) {
    const float *p = t->normal.data + 3 * t->index.data[i];
    return v3((double)p[0], (double)p[1], (double)p[2]);
}

static const struct {
    tw_shape shape;
    double short_of; /* the volume may lack that part */
} cases[] = {{{TW_SHAPE_SPHERE, {0.7}, NULL}, 0.015},
             {{TW_SHAPE_CAPSULE, {0.2, 1.3}, NULL}, 0.015},
             {{TW_SHAPE_CYLINDER, {0.4, 0.3}, NULL}, 0.005},
             {{TW_SHAPE_BOX, {1, 2, 3}, NULL}, 1e-6},
             {{TW_SHAPE_TORUS, {1, 0.2}, NULL}, 0.03},
             {{TW_SHAPE_CONE, {0.5, 1.5}, NULL}, 0.005},
             {{TW_SHAPE_ELLIPSOID, {0.3, 0.8, 1.1}, NULL}, 0.015},
             {{TW_SHAPE_STADIUM, {0.4, 0.3, 0.1}, NULL}, 0.03}};

enum { CASES = sizeof cases / sizeof cases[0] };

static void check_triangles(const tw_triangles *t, double *volume, vec3 *flux) {
    *volume = 0;
    *flux = v3(0, 0, 0);
    for (size_t i = 0; i < t->index.count; i += 3) {
        vec3 a = at(t, i), b = at(t, i + 1), c = at(t, i + 2);
        vec3 n = v3_cross(v3_sub(b, a), v3_sub(c, a));
        *volume += v3_dot(a, v3_cross(b, c)) / 6;
        *flux = v3_add(*flux, n);
        assert_true(v3_length(n) > 1e-9);
        for (size_t k = 0; k < 3; k++) {
            vec3 m = normal_at(t, i + k);
            assert_true(fabs(v3_length(m) - 1) < 1e-5);
            assert_true(v3_dot(m, n) > 0.8 * v3_length(n));
        }
    }
}

static void test_kinds(void **state) {
    (void)state;
    for (int k = 0; k < CASES; k++) {
        tw_pose pose = {random_vec(2), random_turn()};
        tw_triangles t = {0};
        double volume, exact;
        vec3 flux;
        mat3 inertia;
        assert_int_equal(tw_gltf_triangles(&cases[k].shape, &pose, &t), TW_OK);
        check_triangles(&t, &volume, &flux);
        tw_shape_mass(&cases[k].shape, &exact, &inertia);
        assert_true(volume <= exact * (1 + 1e-5));
        assert_true(volume >= exact * (1 - cases[k].short_of));
        /* closed: the areas, as vectors, are nothing together */
        assert_true(v3_length(flux) < 1e-5);
        /* within the exact bounds, and reaching them */
        tw_bounds b = tw_shape_bounds(&cases[k].shape, &pose);
        vec3 hi = at(&t, 0);
        for (size_t i = 0; i < t.index.count; i++) {
            vec3 x = at(&t, i);
            assert_true(x.x <= b.hi.x + 1e-5 && x.y <= b.hi.y + 1e-5 && x.z <= b.hi.z + 1e-5);
            hi = v3(fmax(hi.x, x.x), fmax(hi.y, x.y), fmax(hi.z, x.z));
        }
        double size = v3_length(v3_sub(b.hi, b.lo));
        assert_true(v3_length(v3_sub(b.hi, hi)) < 0.02 * size);
        tw_triangles_free(&t);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_kinds)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
