/*
 * Compounds against equimomental systems: equal point masses in a few places that have the mass,
 * centre and second moments of a solid, so that whatever is built of solids can be summed point by
 * point. Many parts, their numbers in the picture, copies.
 */
#include "model/field/parts.h"
#include "model/world.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "frame/snapshot.h"
#include "timeline/sim.h"

#include "../../support/near.h"
#include "../../support/objects.h"
#include "../../support/random.h"

/* ---- point masses --------------------------------------------------------------------------- */

typedef struct cloud {
    double m[4096];
    vec3 x[4096];
    int count;
} cloud;

static void put(cloud *c, double m, vec3 x) {
    assert_true(c->count < 4096);
    c->m[c->count] = m;
    c->x[c->count++] = x;
}

/* a box: the eight Gauss points; exact for polynomials of third degree */
static void box_points(cloud *c, double m, vec3 size) {
    vec3 h = v3_scale(size, 0.5 / sqrt(3));
    for (int i = 0; i < 8; i++)
        put(c, m / 8, v3(i & 1 ? h.x : -h.x, i & 2 ? h.y : -h.y, i & 4 ? h.z : -h.z));
}

/* a ball: six points on the axes, where the mean of x^2 is r^2/5 */
static void sphere_points(cloud *c, double m, double r) {
    double a = r * sqrt(0.6);
    const vec3 e[3] = {{a, 0, 0}, {0, a, 0}, {0, 0, a}};
    for (int i = 0; i < 6; i++) put(c, m / 6, i < 3 ? e[i] : v3_neg(e[i - 3]));
}

/* a cylinder: four points (mean of x^2: r^2/4) in each of two planes (mean of z^2: h^2/12) */
static void cylinder_points(cloud *c, double m, double r, double h) {
    double a = r * sqrt(0.5), z = h / sqrt(12);
    for (int i = 0; i < 8; i++) {
        double s = i & 2 ? a : -a;
        put(c, m / 8, v3(i & 1 ? s : 0, i & 1 ? 0 : s, i & 4 ? z : -z));
    }
}

static void move(cloud *c, int from, const tw_pose *pose) {
    for (int i = from; i < c->count; i++) c->x[i] = tw_pose_apply(pose, c->x[i]);
}

static vec3 centre(const cloud *c, int from, double *mass) {
    vec3 s = v3_zero();
    *mass = 0;
    for (int i = from; i < c->count; i++) {
        *mass += c->m[i];
        s = v3_madd(s, c->m[i], c->x[i]);
    }
    return v3_scale(s, 1 / *mass);
}

static void check(const tw_body *b, const cloud *c) {
    double m, I[3][3] = {{0}}, size = 0;
    vec3 com = centre(c, 0, &m);
    for (int k = 0; k < c->count; k++) {
        vec3 d = v3_sub(c->x[k], com);
        const double r[3] = {d.x, d.y, d.z};
        double rr = r[0] * r[0] + r[1] * r[1] + r[2] * r[2];
        size += c->m[k] * rr;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) I[i][j] += c->m[k] * ((i == j ? rr : 0) - r[i] * r[j]);
    }
    assert_near(b->mass, m, 1e-12 * m);
    assert_near(v3_length(v3_sub(b->form.com, com)), 0, 1e-12 * (1 + v3_length(com)));
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) assert_near(b->inertia.m[i][j], I[i][j], 1e-12 * size);
}

/* ---- random parts --------------------------------------------------------------------------- */

static vec3 random_place(double scale) {
    double x = uniform(-scale, scale), y = uniform(-scale, scale), z = uniform(-scale, scale);
    return v3(x, y, z);
}

static void set(void *base, const tw_body_kind *kind, const char *name, double x) {
    const tw_param *p = tw_params_find(kind->kind.params, kind->kind.param_count, name);
    assert_non_null(p);
    *(double *)(void *)((char *)base + p->offset) = x;
}

static tw_parts *random_parts(int count, double density, int depth, cloud *c);

/* the part's fields, and its points in its own frame; the mass that its density gives */
static void fill(tw_part *p, int which, double density, int depth, cloud *c) {
    const tw_param *row = p->kind->kind.params;
    double a = uniform(0.1, 1), b = uniform(0.1, 1), d = uniform(0.1, 1);
    const double pi = 3.14159265358979323846;
    if (which == 0) {
        *(vec3 *)(void *)((char *)p->own + row[0].offset) = v3(a, b, d);
        box_points(c, density * a * b * d, v3(a, b, d));
    } else if (which == 1) {
        set(p->own, p->kind, "radius", a);
        sphere_points(c, density * 4 / 3 * pi * a * a * a, a);
    } else if (which == 2) {
        set(p->own, p->kind, "radius", a);
        set(p->own, p->kind, "height", b);
        cylinder_points(c, density * pi * a * a * b, a, b);
    } else {
        int from = c->count;
        double m;
        *(tw_parts **)(void *)((char *)p->own + row[0].offset) =
            random_parts(3, density, depth - 1, c);
        tw_pose back = {v3_neg(centre(c, from, &m)), q_identity()};
        move(c, from, &back);
    }
}

static tw_parts *random_parts(int count, double density, int depth, cloud *c) {
    static const char *const kinds[] = {"box", "sphere", "cylinder", "compound"};
    tw_parts *parts;
    assert_int_equal(tw_parts_create(count, &parts), TW_OK);
    for (int i = 0; i < count; i++) {
        int which = i % (depth > 0 ? 4 : 3), from = c->count;
        tw_part *p;
        assert_int_equal(tw_parts_add(parts, body_kind(kinds[which]), &p), TW_OK);
        if (i % 5 == 1) p->density = uniform(100, 8000);
        fill(p, which, isnan(p->density) ? density : p->density, depth, c);
        if (i % 5 == 2) {
            double m;
            centre(c, from, &m);
            p->mass = uniform(1, 1000);
            for (int k = from; k < c->count; k++) c->m[k] *= p->mass / m;
        }
        double w = uniform(-1, 1);
        vec3 v = random_place(1);
        p->position = random_place(2);
        p->orientation = q_normalized((quat){w, v.x, v.y, v.z});
        tw_pose pose = {p->position, p->orientation};
        move(c, from, &pose);
        assert_int_equal(tw_parts_finish(parts), TW_OK);
    }
    return parts;
}

static tw_body *add_compound(tw_world *w, tw_parts *parts, double density) {
    tw_body *b = draft_body(w, "compound");
    *(tw_parts **)field(b, "parts") = parts;
    put_number(b, "density", density);
    add(w, b);
    return b;
}

/* ---- tests ---------------------------------------------------------------------------------- */

static tw_world *world(void) {
    tw_world *w;
    assert_int_equal(tw_world_create(&w), TW_OK);
    return w;
}

static void mass_by_points(void **state) {
    (void)state;
    static cloud c;
    for (int n = 1; n <= 12; n++) {
        tw_world *w = world();
        double density = uniform(200, 3000);
        c.count = 0;
        check(add_compound(w, random_parts(n, density, 2, &c), density), &c);
        tw_world_destroy(w);
    }
}

static void far_from_the_origin(void **state) {
    (void)state;
    /* two unit cubes a kilometre out: moments about the authored origin would lose six digits */
    tw_world *w = world();
    tw_parts *parts;
    assert_int_equal(tw_parts_create(2, &parts), TW_OK);
    for (int i = 0; i < 2; i++) {
        tw_part *p;
        assert_int_equal(tw_parts_add(parts, body_kind("box"), &p), TW_OK);
        *(vec3 *)p->own = v3(1, 1, 1);
        p->position = v3(1000 + i, 1000, -1000);
        assert_int_equal(tw_parts_finish(parts), TW_OK);
    }
    const tw_body *b = add_compound(w, parts, 6);
    assert_near(b->inertia.m[0][0], 2, 1e-14);
    assert_near(b->inertia.m[1][1], 2 + 12 * 0.25, 1e-14);
    assert_near(b->form.com.x, 1000.5, 1e-12);
    tw_world_destroy(w);
}

static void many_parts_are_drawn(void **state) {
    (void)state;
    static cloud c;
    enum { MANY = 101 };
    tw_world *w = world();
    c.count = 0;
    tw_body *b = add_compound(w, random_parts(MANY, 1000, 0, &c), 1000);
    check(b, &c);
    assert_int_equal(b->form.count, MANY);
    tw_body *next = draft_body(w, "sphere");
    put_number(next, "radius", 1);
    add(w, next);
    b->position = v3(1, 2, 3);
    b->orientation = q_normalized((quat){0.3, -0.2, 0.5, 0.7});

    tw_sim *sim;
    tw_frame f;
    assert_int_equal(tw_sim_create(w, &sim), TW_OK);
    assert_int_equal(
        tw_frame_snapshot(sim, &(tw_snapshot_options){.layers = TW_LAYER_BODIES}, 1, 0, &f, NULL),
        TW_OK);
    assert_int_equal(f.item_count, MANY + 1);
    for (size_t i = 1; i < f.item_count; i++) assert_true(f.item[i - 1].tag < f.item[i].tag);
    for (int i = 0; i < MANY; i++) {
        tw_pose at = {b->position, b->orientation};
        const tw_part *p = &(*(tw_parts **)field(b, "parts"))->part[i];
        vec3 want = tw_pose_apply(&at, v3_sub(p->position, b->form.com));
        assert_near(v3_length(v3_sub(f.pose[f.item[i].first_pose].x, want)), 0, 1e-12);
    }
    tw_frame_free(&f);
    tw_sim_destroy(sim);
    tw_world_destroy(w);
}

static void lists_are_shared_and_freed(void **state) {
    (void)state;
    static cloud c;
    c.count = 0;
    tw_parts *parts = random_parts(5, 1000, 1, &c);
    assert_int_equal(atomic_load(&parts->references), 1);
    assert_ptr_equal(tw_parts_retain(parts), parts);
    tw_parts_release(parts);
    assert_int_equal(atomic_load(&parts->references), 1);
    assert_int_equal(parts->frames, 5 + 3); /* one of the five is a compound of three */
    tw_parts_release(parts);
    assert_null(tw_parts_retain(NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mass_by_points),
        cmocka_unit_test(far_from_the_origin),
        cmocka_unit_test(many_parts_are_drawn),
        cmocka_unit_test(lists_are_shared_and_freed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
