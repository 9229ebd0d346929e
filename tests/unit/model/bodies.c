/*
 * Every kind of body: its mass properties against tabulated numbers and against integration over
 * slices, its points, the poses that two ends give, and what it refuses.
 */
#include "model/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../support/near.h"
#include "../../support/objects.h"
#include "../../support/random.h"

static tw_world *world(void) {
    tw_world *w;
    assert_int_equal(tw_world_create(&w), TW_OK);
    return w;
}

/* ---- mass ----------------------------------------------------------------------------------- */

/* n numbers after "key": inside the sample of that shape; brackets and commas do not count */
static void tabulated(const char *shape, const char *key, int n, double *out) {
    static char text[8192];
    FILE *f = fopen("tests/data/15_mass_properties.json", "r");
    assert_non_null(f);
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
    char quoted[96];
    snprintf(quoted, sizeof quoted, "\"%s\"", shape);
    char *s = strstr(text, quoted);
    assert_non_null(s);
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    s = strstr(s, quoted);
    assert_non_null(s);
    s += strlen(quoted);
    for (int i = 0; i < n; i++) {
        s += strspn(s, " \n[],");
        char *end;
        out[i] = strtod(s, &end);
        assert_ptr_not_equal(end, s);
        s = end;
    }
}

static void check_tabulated(const tw_body *b, const char *shape) {
    double volume, I[9];
    tabulated(shape, "volume", 1, &volume);
    tabulated(shape, "inertia", 9, I);
    assert_near(b->volume, volume, 1e-14 * volume);
    assert_near(b->mass, b->density * volume, 1e-14 * b->mass);
    for (int i = 0; i < 9; i++)
        assert_near(b->inertia.m[i / 3][i % 3], b->density * I[i], 1e-13 * b->mass * I[8]);
}

static void mass_as_tabulated(void **state) {
    (void)state;
    tw_world *w = world();
    static const struct {
        vec3 size;
        const char *shape;
    } boxes[] = {{{1, 1, 1}, "unit_cube_at_corner"}, {{2, 3, 5}, "box_2x3x5_centred"}};
    for (int i = 0; i < 4; i++) {
        tw_body *b = draft_body(w, i % 2 ? "card" : "box");
        put_vec3(b, "size", boxes[i / 2].size);
        put_number(b, "density", 1);
        add(w, b);
        check_tabulated(b, boxes[i / 2].shape);
    }
    tw_body *t = draft_body(w, "torus");
    put_number(t, "major_radius", 2);
    put_number(t, "minor_radius", 0.5);
    put_number(t, "density", 2.5);
    add(w, t);
    check_tabulated(t, "smooth_torus_R2_r0.5");
    tw_world_destroy(w);
}

/* inner and outer radius of the slice at height z; h: half height */
typedef void slice_of(const double *p, double z, double *inner, double *outer);

static void slice_sphere(const double *p, double z, double *inner, double *outer) {
    *inner = 0;
    *outer = sqrt(p[0] * p[0] - z * z);
}

static void slice_cylinder(const double *p, double z, double *inner, double *outer) {
    (void)z;
    *inner = 0;
    *outer = p[0];
}

static void slice_capsule(const double *p, double z, double *inner, double *outer) {
    double e = fmax(fabs(z) - p[1] / 2, 0);
    *inner = 0;
    *outer = sqrt(p[0] * p[0] - e * e);
}

static void slice_torus(const double *p, double z, double *inner, double *outer) {
    double s = sqrt(p[1] * p[1] - z * z);
    *inner = p[0] - s;
    *outer = p[0] + s;
}

/* volume, Ixx, Izz of unit density by the midpoint rule in z = h sin(a), which is smooth at the
 * ends */
static void integrate(slice_of *slice, const double *p, double h, double out[3]) {
    enum { STEPS = 20000 };
    const double pi = 3.14159265358979323846;
    out[0] = out[1] = out[2] = 0;
    for (int i = 0; i < STEPS; i++) {
        double a = pi * ((i + 0.5) / STEPS - 0.5), z = h * sin(a), dz = h * cos(a) * pi / STEPS;
        double r0, r1;
        slice(p, z, &r0, &r1);
        double area = pi * (r1 * r1 - r0 * r0);
        double fourth = pi * (r1 * r1 * r1 * r1 - r0 * r0 * r0 * r0);
        out[0] += area * dz;
        out[1] += (fourth / 4 + area * z * z) * dz;
        out[2] += fourth / 2 * dz;
    }
}

static void check_slices(const tw_body *b, slice_of *slice, const double *p, double h) {
    double got[3];
    integrate(slice, p, h, got);
    double rho = b->density;
    assert_near(b->volume, got[0], 1e-7 * got[0]);
    assert_near(b->mass, rho * got[0], 1e-7 * rho * got[0]);
    assert_near(b->inertia.m[0][0], rho * got[1], 1e-7 * rho * got[1]);
    assert_near(b->inertia.m[1][1], rho * got[1], 1e-7 * rho * got[1]);
    assert_near(b->inertia.m[2][2], rho * got[2], 1e-7 * rho * got[2]);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            if (i != j) assert_near(b->inertia.m[i][j], 0, 1e-15 * got[2] * rho);
    mat3 one = m3_mul(&b->inertia, &b->inertia_inv);
    for (int i = 0; i < 9; i++) assert_near(one.m[i / 3][i % 3], i % 4 == 0 ? 1.0 : 0.0, 1e-12);
}

static void mass_by_slices(void **state) {
    (void)state;
    for (int n = 0; n < 5; n++) {
        tw_world *w = world();
        double r = uniform(0.02, 0.5), l = uniform(0.1, 3);
        tw_body *s = add_sphere(w, r);
        check_slices(s, slice_sphere, (double[]){r}, r);
        static const char *const round[] = {"rod", "cylinder", "capsule"};
        for (int k = 0; k < 3; k++) {
            tw_body *b = draft_body(w, round[k]);
            put_number(b, "radius", r);
            put_number(b, k == 1 ? "height" : "length", l);
            put_number(b, "density", 700);
            add(w, b);
            check_slices(b, k == 2 ? slice_capsule : slice_cylinder, (double[]){r, l},
                         k == 2 ? l / 2 + r : l / 2);
        }
        tw_body *t = draft_body(w, "torus");
        put_number(t, "major_radius", r + l);
        put_number(t, "minor_radius", r);
        add(w, t);
        check_slices(t, slice_torus, (double[]){r + l, r}, r);
        tw_world_destroy(w);
    }
}

static void mass_that_is_given(void **state) {
    (void)state;
    tw_world *w = world();
    tw_body *b = draft_body(w, "sphere");
    put_number(b, "radius", 0.3);
    put_number(b, "mass", 7);
    add(w, b);
    assert_near(b->mass, 7, 0);
    assert_near(b->inertia.m[1][1], 0.4 * 7 * 0.09, 1e-15);
    tw_world_destroy(w);
}

/* a body of two shapes */
static struct {
    tw_shape shape[2];
    tw_pose pose[2];
} two;

static tw_status form_of_two(const void *own, tw_form *form) {
    (void)own;
    for (int i = 0; i < 2; i++) TW_TRY(tw_form_add(form, two.shape[i], two.pose[i]));
    return TW_OK;
}

static const tw_body_kind kind_of_two = {.kind = {.name = "two", .doc = "two shapes"},
                                         .form = form_of_two};

static tw_body *add_two(tw_world *w, vec3 size, vec3 at, quat q) {
    for (int i = 0; i < 2; i++) {
        two.shape[i] = (tw_shape){.type = TW_SHAPE_BOX, .p = {size.x, size.y, size.z}};
        two.pose[i] = (tw_pose){v3_scale(at, i ? 1 : -1), q};
    }
    tw_body *b;
    assert_int_equal(tw_body_new(w, &kind_of_two, &b), TW_OK);
    put_number(b, "density", 1);
    add(w, b);
    return b;
}

static void mass_of_several_shapes(void **state) {
    (void)state;
    tw_world *w = world();
    /* two halves make the whole; the second time each is authored along other axes */
    double c = sqrt(0.5);
    check_tabulated(add_two(w, v3(1, 3, 5), v3(0.5, 0, 0), q_identity()), "box_2x3x5_centred");
    check_tabulated(add_two(w, v3(1, 5, 3), v3(0.5, 0, 0), (quat){c, c, 0, 0}),
                    "box_2x3x5_centred");
    /* two unit cubes, turned anyhow, at +-(1, 2, 3): I = 2 (1/6 1 + |r|^2 1 - r r^T) */
    tw_body *b = add_two(w, v3(1, 1, 1), v3(1, 2, 3), q_normalized((quat){0.3, 0.2, -0.7, 0.4}));
    const double r[3] = {1, 2, 3};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            assert_near(b->inertia.m[i][j], 2 * ((i == j ? 1.0 / 6 + 14 : 0) - r[i] * r[j]), 1e-13);
    tw_world_destroy(w);
}

/* ---- the bare body -------------------------------------------------------------------------- */

static const char *refused_inertia(mat3 inertia) {
    tw_world *w = world();
    tw_body *b = draft_body(w, "body");
    put_number(b, "mass", 1);
    *(mat3 *)field(b, "inertia") = inertia;
    tw_status s = tw_world_add(w, &b->o, NULL, nothing, "test.lua", 1);
    if (s != TW_OK) tw_object_discard(&b->o);
    tw_world_destroy(w);
    return s == TW_OK ? NULL : tw_failure();
}

/* Q diag Q^T for some rotation Q */
static mat3 turned(double a, double b, double c) {
    mat3 R = q_matrix((quat){0.7, 0.1, -0.5, 0.3}), D = m3_diag(a, b, c);
    D = m3_rotate(&R, &D);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < i; j++) D.m[i][j] = D.m[j][i];
    return D;
}

static void inertia_of_a_solid(void **state) {
    (void)state;
    assert_null(refused_inertia(turned(1, 2, 2.5)));
    assert_null(refused_inertia(turned(1, 1, 2)));         /* a flat disc */
    assert_null(refused_inertia(turned(1, 1, 1e-9)));      /* a thin needle */
    assert_null(refused_inertia(m3_diag(1, 1, 2 + 1e-9))); /* within rounding */
    assert_non_null(strstr(refused_inertia(turned(1, 1, 2.001)), "'inertia'"));
    assert_non_null(strstr(refused_inertia(turned(1, 1, 2.001)), "sum of the other two"));
    assert_non_null(strstr(refused_inertia(turned(1, 1, -0.1)), "positive definite"));
    assert_non_null(strstr(refused_inertia(m3_diag(1, 1, 0)), "positive definite"));
    mat3 skew = m3_diag(1, 1, 1);
    skew.m[0][1] = 0.1;
    assert_non_null(strstr(refused_inertia(skew), "symmetric"));
    skew.m[0][1] = NAN;
    assert_non_null(strstr(refused_inertia(skew), "finite"));
}

static void bare_body_needs_a_mass(void **state) {
    (void)state;
    tw_world *w = world();
    tw_body *b = draft_body(w, "body");
    assert_int_equal(tw_world_add(w, &b->o, NULL, nothing, "test.lua", 1), TW_ARGUMENT);
    assert_string_equal(tw_failure(), "field 'mass' is missing");
    put_number(b, "mass", 3);
    add(w, b); /* the same draft, mended */
    assert_near(b->mass, 3, 0);
    tw_world_destroy(w);
}

/* ---- ends and points ------------------------------------------------------------------------ */

static void ends_give_length_and_pose(void **state) {
    (void)state;
    static const char *const kinds[][4] = {{"rod", "length", "end1", "end2"},
                                           {"capsule", "length", "end1", "end2"},
                                           {"cylinder", "height", "bottom", "top"}};
    tw_world *w = world();
    for (int n = 0; n < 300; n++) {
        const char *const *k = kinds[n % 3];
        vec3 from = random_vec(2);
        vec3 to = random_vec(2);
        if (n < 3) to = v3(from.x, from.y, from.z - 1.5); /* straight down: opposite to local z */
        tw_body *b = draft_body(w, k[0]);
        put_number(b, "radius", 0.05);
        put_vec3(b, "from", from);
        put_vec3(b, "to", to);
        add(w, b);
        assert_near(*(double *)field(b, k[1]), v3_length(v3_sub(to, from)), 1e-15 * 4);
        for (int e = 0; e < 2; e++) {
            const tw_point_field *f = ((const tw_body_kind *)b->o.kind)->fields;
            while (f->name && strcmp(f->name, k[2 + e]) != 0) f++;
            assert_non_null(f->name);
            tw_point *p;
            assert_int_equal(tw_point_new(w, TW_POINT_FIELD, &p), TW_OK);
            p->body = b->o.id;
            p->field = f;
            add(w, p);
            vec3 x, v;
            tw_point_now(w, p, &x, &v);
            vec3 want = e ? to : from;
            assert_near(v3_length(v3_sub(x, want)), 0, 1e-14 * 8);
        }
    }
    tw_world_destroy(w);
}

static void refuse_round(bool length, bool from, bool to, vec3 end, const char *text) {
    tw_world *w = world();
    tw_body *b = draft_body(w, "rod");
    put_number(b, "radius", 0.1);
    if (length) put_number(b, "length", 1);
    if (from) put_vec3(b, "from", v3(0, 0, 1));
    if (to) put_vec3(b, "to", end);
    assert_int_equal(tw_world_add(w, &b->o, NULL, nothing, "test.lua", 1), TW_ARGUMENT);
    if (!strstr(tw_failure(), text)) fail_msg("'%s', not '%s'", tw_failure(), text);
    tw_object_discard(&b->o);
    tw_world_destroy(w);
}

static void one_way_to_say_the_length(void **state) {
    (void)state;
    refuse_round(false, false, false, v3_zero(), "field 'length': expected it, or 'from' and 'to'");
    refuse_round(true, true, true, v3_zero(), "got both");
    refuse_round(false, true, false, v3_zero(), "field 'from': expected together with 'to'");
    refuse_round(false, false, true, v3_zero(), "field 'to': expected together with 'from'");
    refuse_round(false, true, true, v3(0, 0, 1), "another place than 'from'");
}

static const tw_point_method *method(const tw_body *b, const char *name) {
    const tw_point_method *m = ((const tw_body_kind *)b->o.kind)->methods;
    while (m->name && strcmp(m->name, name) != 0) m++;
    assert_non_null(m->name);
    return m;
}

static vec3 called(const tw_body *b, const char *name, double number, const char *text) {
    vec3 x;
    tw_point_argument a = {number, text};
    if (method(b, name)->point(b->o.own, &a, &x) != TW_OK) fail_msg("%s", tw_failure());
    return x;
}

static void refuse_point(const tw_body *b, const char *name, double number, const char *text) {
    vec3 x;
    tw_point_argument a = {number, text};
    assert_int_equal(method(b, name)->point(b->o.own, &a, &x), TW_ARGUMENT);
    assert_non_null(strstr(tw_failure(), "expected "));
}

static void assert_vec(vec3 got, double x, double y, double z) {
    assert_near(got.x, x, 1e-15);
    assert_near(got.y, y, 1e-15);
    assert_near(got.z, z, 1e-15);
}

static void points_of_a_box(void **state) {
    (void)state;
    tw_world *w = world();
    tw_body *b = draft_body(w, "box");
    put_vec3(b, "size", v3(2, 4, 6));
    add(w, b);
    assert_vec(called(b, "corner", 1, NULL), -1, -2, -3);
    assert_vec(called(b, "corner", 2, NULL), 1, -2, -3);
    assert_vec(called(b, "corner", 3, NULL), -1, 2, -3);
    assert_vec(called(b, "corner", 5, NULL), -1, -2, 3);
    assert_vec(called(b, "corner", 8, NULL), 1, 2, 3);
    assert_vec(called(b, "face", 0, "+x"), 1, 0, 0);
    assert_vec(called(b, "face", 0, "-z"), 0, 0, -3);
    assert_vec(called(b, "edge", 0, "+x-z"), 1, 0, -3);
    assert_vec(called(b, "edge", 0, "-z+y"), 0, 2, -3);
    static const double corners[] = {0, 9, 1.5, -1};
    for (size_t i = 0; i < sizeof corners / sizeof *corners; i++)
        refuse_point(b, "corner", corners[i], NULL);
    static const char *const faces[] = {"", "x", "+", "+w", "+x-z", "+xx", "x+"};
    for (size_t i = 0; i < sizeof faces / sizeof *faces; i++) refuse_point(b, "face", 0, faces[i]);
    static const char *const edges[] = {"+x", "+x-x", "+x+y+z", "+x-", "-z y"};
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++) refuse_point(b, "edge", 0, edges[i]);
    /* a point of a method follows the size */
    tw_point *p;
    assert_int_equal(tw_point_new(w, TW_POINT_METHOD, &p), TW_OK);
    p->body = b->o.id;
    p->method = method(b, "corner");
    p->argument.number = 8;
    add(w, p);
    void *base;
    const tw_param *size = tw_object_param(&b->o, "size", &base);
    vec3 larger = v3(4, 4, 4), local;
    assert_int_equal(tw_world_assign(w, &b->o, size, base, &larger), TW_OK);
    assert_int_equal(tw_point_local(w, p, &local), TW_OK);
    assert_vec(local, 2, 2, 2);
    tw_world_destroy(w);
}

static void rim_of_a_torus(void **state) {
    (void)state;
    tw_world *w = world();
    tw_body *b = draft_body(w, "torus");
    put_number(b, "major_radius", 2);
    put_number(b, "minor_radius", 0.5);
    add(w, b);
    assert_vec(called(b, "rim", 0, NULL), 2.5, 0, 0);
    for (int i = 0; i < 50; i++) {
        double a = uniform(-7, 7);
        vec3 x = called(b, "rim", a, NULL);
        assert_near(x.x, 2.5 * cos(a), 1e-14);
        assert_near(x.y, 2.5 * sin(a), 1e-14);
        assert_near(x.z, 0, 0);
    }
    tw_world_destroy(w);
}

static void torus_with_a_hole(void **state) {
    (void)state;
    tw_world *w = world();
    tw_body *b = draft_body(w, "torus");
    put_number(b, "major_radius", 0.1);
    put_number(b, "minor_radius", 0.1);
    assert_int_equal(tw_world_add(w, &b->o, NULL, nothing, "test.lua", 1), TW_ARGUMENT);
    assert_non_null(strstr(tw_failure(), "field 'minor_radius'"));
    tw_object_discard(&b->o);
    tw_world_destroy(w);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mass_as_tabulated),         cmocka_unit_test(mass_by_slices),
        cmocka_unit_test(mass_of_several_shapes),    cmocka_unit_test(mass_that_is_given),
        cmocka_unit_test(inertia_of_a_solid),        cmocka_unit_test(bare_body_needs_a_mass),
        cmocka_unit_test(ends_give_length_and_pose), cmocka_unit_test(one_way_to_say_the_length),
        cmocka_unit_test(points_of_a_box),           cmocka_unit_test(rim_of_a_torus),
        cmocka_unit_test(torus_with_a_hole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
