/*
 * Convex pairs by a second program, libccd, with support points from the shapes' own descriptions:
 * whether they overlap, and that no way out is shorter than the depth that is found.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <ccd/ccd.h>

#include "../../support/near.h"
#include "base/math/random.h"
#include "contact/geometry.h"

static const tw_shape samples[] = {
    {.type = TW_SHAPE_SPHERE, .p = {0.5, 0, 0}},
    {.type = TW_SHAPE_CAPSULE, .p = {0.2, 0.9, 0}},
    {.type = TW_SHAPE_CYLINDER, .p = {0.4, 0.7, 0}},
    {.type = TW_SHAPE_CYLINDER, .p = {0.6, 0.05, 0}},
    {.type = TW_SHAPE_BOX, .p = {0.5, 0.8, 1.1}},
    {.type = TW_SHAPE_CONE, .p = {0.5, 0.9, 0}},
    {.type = TW_SHAPE_ELLIPSOID, .p = {0.3, 0.5, 0.8}},
};
enum { SAMPLES = sizeof samples / sizeof samples[0] };

typedef struct placed {
    const tw_shape *s;
    tw_pose pose;
} placed;

static vec3 furthest(const tw_shape *s, vec3 d) {
    const double *p = s->p;
    double flat = sqrt(d.x * d.x + d.y * d.y), n = v3_length(d);
    vec3 out = flat > 0 ? v3(d.x / flat, d.y / flat, 0) : v3_zero();
    switch (s->type) {
    case TW_SHAPE_SPHERE:
        return v3_scale(d, p[0] / n);
    case TW_SHAPE_CAPSULE:
        return v3_add(v3_scale(d, p[0] / n), v3(0, 0, copysign(0.5 * p[1], d.z)));
    case TW_SHAPE_CYLINDER:
        return v3_add(v3_scale(out, p[0]), v3(0, 0, copysign(0.5 * p[1], d.z)));
    case TW_SHAPE_BOX:
        return v3(copysign(0.5 * p[0], d.x), copysign(0.5 * p[1], d.y), copysign(0.5 * p[2], d.z));
    case TW_SHAPE_CONE:
        return 0.75 * p[1] * d.z > p[0] * flat - 0.25 * p[1] * d.z
                   ? v3(0, 0, 0.75 * p[1])
                   : v3_add(v3_scale(out, p[0]), v3(0, 0, -0.25 * p[1]));
    default: {
        vec3 e = v3(p[0] * d.x, p[1] * d.y, p[2] * d.z);
        double l = v3_length(e);
        return v3(p[0] * e.x / l, p[1] * e.y / l, p[2] * e.z / l);
    }
    }
}

static void support(const void *object, const ccd_vec3_t *dir, ccd_vec3_t *out) {
    const placed *p = object;
    vec3 d = v3(ccdVec3X(dir), ccdVec3Y(dir), ccdVec3Z(dir));
    vec3 x = tw_pose_apply(&p->pose, furthest(p->s, q_rotate(q_conj(p->pose.q), d)));
    ccdVec3Set(out, x.x, x.y, x.z);
}

static void center(const void *object, ccd_vec3_t *out) {
    const placed *p = object;
    ccdVec3Set(out, p->pose.x.x, p->pose.x.y, p->pose.x.z);
}

static void another_program_agrees(void **state) {
    (void)state;
    tw_random r = tw_random_seed(1);
    ccd_t ccd;
    CCD_INIT(&ccd);
    ccd.support1 = ccd.support2 = support;
    ccd.center1 = ccd.center2 = center;
    ccd.max_iterations = 300;
    ccd.mpr_tolerance = 1e-6;
    int over = 0, apart = 0;
    for (int k = 0; k < 20000; k++) {
        int i = (int)(SAMPLES * tw_random_uniform(&r)), j = (int)(SAMPLES * tw_random_uniform(&r));
        placed a = {&samples[i], {v3_zero(), tw_random_rotation(&r)}},
               b = {&samples[j], {v3_zero(), q_identity()}};
        vec3 direction = tw_random_direction(&r);
        a.pose.x = v3_scale(direction, 0.2 + tw_random_uniform(&r));
        b.pose.q = tw_random_rotation(&r);
        vec3 n;
        double gap = tw_shape_separation(a.s, &a.pose, b.s, &b.pose, &n);
        if (fabs(gap) < 1e-4) continue;
        bool meets = ccdMPRIntersect(&a, &b, &ccd) != 0;
        if (meets != (gap < 0))
            fail_msg("%d on %d: gap %g, libccd: %s", i, j, gap, meets ? "over" : "apart");
        if (gap > 0) {
            apart++;
            continue;
        }
        over++;
        ccd_real_t depth;
        ccd_vec3_t dir, pos;
        if (ccdMPRPenetration(&a, &b, &ccd, &depth, &dir, &pos) != 0) continue;
        /* its way out is one of many; ours is the least, to a tenth where they are deep inside */
        double allowed = gap > -0.05 ? 1e-4 : -0.1 * gap;
        if (!(depth >= -gap - allowed))
            fail_msg("%d on %d: depth %g, libccd: %g", i, j, -gap, depth);
    }
    assert_true(over > 2000 && apart > 2000);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(another_program_agrees)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
