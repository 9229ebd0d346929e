/*
 * Mesh files: OBJ, STL and PLY as text and binary, every fault by its line, and readers that end
 * well whatever they are given.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "io/mesh/mesh.h"
#include "shape/mesh/mesh.h"

#include "../../support/near.h"
#include "../../support/random.h"

static const char cube_obj[] = "# a cube of squares, and an L of one face\n"
                               "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
                               "v 0 0 1\nv 1 0 1\nv 1 1 1\nv 0 1 1 1.0\nvt 0 0\nvn 0 0 1\n"
                               "f 4/1 3/1 2/1 1/1\nf 5 6 7 \\\n 8\nf 1//1 2//1 6//1 5//1\r\n"
                               "f -7 -6 -2 -3\nf 3 4 8 7\nf 4 1 5 8 # end\n";

static const char tetra_stl[] =
    "solid t\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 0 1 0\nvertex 1 0 0\nendloop\n"
    "endfacet\nfacet normal 0 0 0\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 0 1\nendloop\n"
    "endfacet\nfacet normal 0 0 0\nouter loop\nvertex 0 0 -0\nvertex 0 0 1\nvertex 0 1 0\nendloop\n"
    "endfacet\nfacet normal 0 0 0\nouter loop\nvertex 1e0 0 0\nvertex 0 1 0\nvertex 0 0 1\n"
    "endloop\nendfacet\nendsolid t\n";

static const char tetra_ply[] =
    "ply\nformat ascii 1.0\ncomment made by hand\nelement vertex 4\nproperty float x\nproperty "
    "float "
    "y\nproperty float z\nproperty uchar red\nelement face 4\nproperty list uchar int "
    "vertex_indices\nelement edge 1\nproperty int v\nend_header\n0 0 0 9\n1 0 0 9\n0 1 0 9\n0 0 1 "
    "9\n3 0 2 1\n3 0 1 3\n3 0 3 2\n3 1 2 3\n0\n";

typedef struct bytes {
    char data[4096];
    size_t size;
} bytes;

static void put32(bytes *b, uint32_t x, bool big) {
    for (int i = 0; i < 4; i++) b->data[b->size++] = (char)(x >> (big ? 24 - 8 * i : 8 * i));
}

static void put_float(bytes *b, float f, bool big) {
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    put32(b, bits, big);
}

static const float corner[4][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
static const uint8_t side[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};

static bytes binary_stl(void) {
    bytes b = {.size = 80};
    memcpy(b.data, "solid but binary", 16);
    put32(&b, 4, false);
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 3; k++) put_float(&b, 0, false);
        for (int k = 0; k < 9; k++) put_float(&b, corner[side[i][k / 3]][k % 3], false);
        b.size += 2;
    }
    return b;
}

static bytes binary_ply(bool big) {
    bytes b = {.size = 0};
    int n = snprintf(b.data, sizeof b.data,
                     "ply\nformat binary_%s_endian 1.0\nelement vertex 4\nproperty float x\n"
                     "property float y\nproperty float z\nproperty list uchar uchar tags\nelement "
                     "face 4\nproperty list uchar int vertex_index\nend_header\n",
                     big ? "big" : "little");
    b.size = (size_t)n;
    for (int i = 0; i < 4; i++) {
        for (int k = 0; k < 3; k++) put_float(&b, corner[i][k], big);
        b.data[b.size++] = 2;
        b.size += 2;
    }
    for (int i = 0; i < 4; i++) {
        b.data[b.size++] = 3;
        for (int k = 0; k < 3; k++) put32(&b, side[i][k], big);
    }
    return b;
}

/* the same with coordinates of one signed byte, turned through the origin */
static bytes signed_ply(void) {
    bytes b = {.size = 0};
    int n = snprintf(b.data, sizeof b.data,
                     "ply\nformat binary_little_endian 1.0\nelement vertex 4\nproperty char x\n"
                     "property char y\nproperty char z\nelement face 4\n"
                     "property list uchar uchar vertex_index\nend_header\n");
    b.size = (size_t)n;
    for (int i = 0; i < 12; i++) b.data[b.size++] = (char)-corner[i / 3][i % 3];
    for (int i = 0; i < 4; i++) {
        b.data[b.size++] = 3;
        for (int k = 2; k >= 0; k--) b.data[b.size++] = (char)side[i][k];
    }
    return b;
}

static void check_file(const char *name, const char *text, size_t size, size_t vertices,
                       double volume) {
    tw_mesh_data d;
    tw_mesh *m = NULL;
    if (tw_mesh_parse(name, text, size, &d) != TW_OK) fail_msg("%s: %s", name, tw_failure());
    assert_int_equal(d.vertex_count, vertices);
    if (tw_mesh_create(&d, &m) != TW_OK) fail_msg("%s: %s", name, tw_failure());
    assert_near(m->volume, volume, 1e-15);
    tw_mesh_release(m);
}

static void files(void **state) {
    (void)state;
    check_file("a.obj", cube_obj, sizeof cube_obj - 1, 8, 1);
    check_file("a.STL", tetra_stl, sizeof tetra_stl - 1, 4, 1.0 / 6);
    check_file("a.ply", tetra_ply, sizeof tetra_ply - 1, 4, 1.0 / 6);
    bytes b = binary_stl();
    check_file("b.stl", b.data, b.size, 4, 1.0 / 6);
    for (int big = 0; big < 2; big++) {
        b = binary_ply(big);
        check_file("b.ply", b.data, b.size, 4, 1.0 / 6);
    }
    b = signed_ply();
    check_file("c.ply", b.data, b.size, 4, 1.0 / 6);
    /* a prism over a star-like outline, its ends as faces of ten corners */
    bytes p = {.size = 0};
    for (int i = 0; i < 20; i++) {
        double a = acos(-1) * (i % 10) / 5, r = i % 2 ? 0.3 : 1;
        p.size += (size_t)snprintf(p.data + p.size, sizeof p.data - p.size, "v %.17g %.17g %d\n",
                                   r * cos(a), r * sin(a), i / 10);
    }
    p.size += (size_t)snprintf(p.data + p.size, sizeof p.data - p.size,
                               "f 10 9 8 7 6 5 4 3 2 1\nf 11 12 13 14 15 16 17 18 19 20\n");
    for (int i = 0; i < 10; i++)
        p.size += (size_t)snprintf(p.data + p.size, sizeof p.data - p.size, "f %d %d %d %d\n",
                                   i + 1, (i + 1) % 10 + 1, (i + 1) % 10 + 11, i + 11);
    check_file("star.obj", p.data, p.size, 20, 10 * 0.5 * 0.3 * sin(acos(-1) / 5));
}

/* corners lie on a picture where the file says so; ears of a face keep theirs */
static void spots(void **state) {
    (void)state;
    tw_mesh_data d, e;
    assert_int_equal(tw_mesh_parse("a.obj", cube_obj, sizeof cube_obj - 1, &d), TW_OK);
    assert_int_equal(d.triangle_count, 12);
    for (size_t i = 0; i < 72; i++)
        if (i < 12)
            assert_true(d.spot[i] == 0);
        else
            assert_true(isnan(d.spot[i]));
    /* "vt" is (x, y) of the vertex: so it must be of every corner */
    static const char head[] = "v 0 0 0\nv 4 0 0\nv 4 3 0\nv 2 1 0\nv 0 3 0\nv 1 1 5\n"
                               "vt 1 1\nvt 0 3 0\nvt 2 1\nvt 4 3\nvt 4\nvt 0 0\n"
                               "f 5/2 4/3 3/4 2/-2 1/-1\n";
    static const char sides[] = "f 1/6 2/5/7 6/1\nf 2/5 3/4 6/1\nf 3 4 6\nf 4/3 5/2 6/1\n"
                                "f 5/2 1/6 6/1\n";
    char text[sizeof head + sizeof sides];
    snprintf(text, sizeof text, "%s%s", head, sides);
    assert_int_equal(tw_mesh_parse("b.obj", text, strlen(text), &e), TW_OK);
    assert_int_equal(e.triangle_count, 8);
    for (size_t i = 0; i < 24; i++) {
        const double *v = e.vertex + 3 * e.triangle[i];
        if (i / 3 == 5)
            assert_true(isnan(e.spot[2 * i]) && isnan(e.spot[2 * i + 1]));
        else
            assert_true((double)e.spot[2 * i] == v[0] && (double)e.spot[2 * i + 1] == v[1]);
    }
    /* they are part of what a mesh is */
    tw_hash with = tw_mesh_data_hash(&d);
    free(d.spot);
    d.spot = NULL;
    assert_true(tw_mesh_data_hash(&d) != with);
    tw_mesh_data_free(&d);
    tw_mesh_data_free(&e);
}

static void bad_file(const char *name, const char *text, const char *reason) {
    tw_mesh_data d;
    assert_int_equal(tw_mesh_parse(name, text, strlen(text), &d), TW_ARGUMENT);
    assert_null(d.vertex);
    if (!strstr(tw_failure(), reason)) fail_msg("'%s' does not say '%s'", tw_failure(), reason);
}

static void bad_files(void **state) {
    (void)state;
    bad_file("a.off", "OFF", "expected a file .obj, .stl or .ply");
    bad_file("a.obj", "", "no faces");
    bad_file("a.obj", "v 1 2\n", "line 1: expected three coordinates, got 2");
    bad_file("a.obj", "\nv 1 2 x\n", "line 2: expected a number, got 'x'");
    bad_file("a.obj", "v 1 2,5 3\n", "line 1: expected a number, got '2,5'");
    bad_file("a.obj", "v 0 0 0\nv 0 1 0\nf 1 2 3\n", "line 3: a face with vertex 3; there are 2");
    bad_file("a.obj", "v 0 0 0\nf 1 -2 1\n", "line 2: no vertex -2; there are 1");
    bad_file("a.obj", "v 0 0 0\nf 0 1 1\n", "line 2: expected the number of a vertex, got '0'");
    bad_file("a.obj", "vt 1 up\n", "line 1: expected a number, got 'up'");
    bad_file("a.obj", "v 0 0 0\nvt 0 0\nf 1/2 1 1\n",
             "line 3: a face with place 2 on the picture; there are 1 before");
    bad_file("a.obj", "v 0 0 0\nvt 0 0\nf 1/-2 1 1\n",
             "line 3: no place on a picture -2; there are 1 before");
    bad_file("a.obj", "v 0 0 0\nf 1/a/1 1 1\n",
             "line 2: expected the number of a place on a picture, got 'a/1'");
    bad_file("a.obj", "v 0 0 0\nv 1 0 0\nf 1 2\n", "line 3: expected a face of 3 or more corners");
    bad_file("a.obj", "v 0 0 0\nv 1 1 0\nv 1 0 0\nv 0 1 0\nf 1 2 3 4\n",
             "line 5: the face crosses itself");
    bad_file("a.stl", "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 zero\n",
             "line 4: expected a number, got 'zero'");
    bad_file("a.stl", "solid a\nfacet normal 0 0 1\nouter loop\n", "the file ends where 'vertex'");
    bad_file("a.stl", "solid a\n", "the file ends before 'endsolid'");
    bad_file("a.stl", "nothing", "neither a text STL nor a binary one: it has 7 bytes");
    bad_file("a.ply", "plain", "line 1: expected 'ply'");
    bad_file("a.ply", "ply\nformat ascii 1.0\nelement vertex 9999999999\n", "more than the file");
    bad_file("a.ply", "ply\nformat text 1.0\n", "line 2: expected ascii");
    bad_file("a.ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n1\n",
             "has no x, y, z");
    bytes b = binary_stl();
    tw_mesh_data d;
    assert_int_equal(tw_mesh_parse("a.stl", b.data, b.size - 1, &d), TW_ARGUMENT);
    assert_non_null(strstr(tw_failure(), "says 4 triangles, which take 284 bytes, but has 283"));
    b = binary_ply(true);
    assert_int_equal(tw_mesh_parse("a.ply", b.data, b.size - 1, &d), TW_ARGUMENT);
    assert_non_null(strstr(tw_failure(), "the file ends before all its values"));
}

/* valid files with random bytes changed, cut out, put in and cut off: reading ends; what it gives
 * is made a mesh or refused */
static void mutations(void **state) {
    (void)state;
    bytes seed[6] = {binary_stl(), binary_ply(false), binary_ply(true)};
    const char *text[3] = {cube_obj, tetra_stl, tetra_ply};
    const char *names[6] = {"a.stl", "a.ply", "a.ply", "a.obj", "a.stl", "a.ply"};
    static const char special[] = "0123456789-+.e/ \n\\\xff";
    for (int i = 0; i < 3; i++) {
        seed[3 + i].size = strlen(text[i]);
        memcpy(seed[3 + i].data, text[i], seed[3 + i].size);
    }
    int read = 0, whole = 0, bad = 0;
    for (int n = 0; n < 30000; n++) {
        bytes b = seed[n % 6];
        for (int k = random_int(4); k >= 0; k--) {
            size_t at = (size_t)random_int((int)b.size);
            switch (random_int(5)) {
            case 0:
                b.data[at] = (char)random_int(256);
                break;
            case 1:
                memmove(b.data + at, b.data + at + 1, b.size - at - 1);
                b.size -= b.size > 1;
                break;
            case 2:
                memmove(b.data + at + 1, b.data + at, b.size - at);
                b.size++;
                b.data[at] = special[random_int((int)sizeof special)];
                break;
            case 3:
                b.data[at] = special[random_int((int)sizeof special)];
                break;
            default:
                if (random_int(4) == 0) b.size = at + 1;
            }
        }
        char *exact = malloc(b.size); /* so that reading beyond the end is seen by tools */
        assert_non_null(exact);
        memcpy(exact, b.data, b.size);
        tw_mesh_data d;
        tw_mesh *m = NULL;
        tw_status s = tw_mesh_parse(names[n % 6], exact, b.size, &d);
        read += s == TW_OK;
        if (s == TW_OK) s = tw_mesh_create(&d, &m);
        assert_true(s == TW_OK || s == TW_ARGUMENT);
        assert_null(d.vertex);
        assert_true((s == TW_OK) == (m != NULL));
        assert_true(s == TW_OK || strlen(tw_failure()) > 5);
        whole += s == TW_OK;
        bad += s != TW_OK;
        tw_mesh_release(m);
        free(exact);
    }
    assert_true(read > 4000 && whole > 2500 && bad > 5000);
}
int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files),
        cmocka_unit_test(spots),
        cmocka_unit_test(bad_files),
        cmocka_unit_test(mutations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
