/* The codec of baked films: every member of a frame comes back bit by bit; nonsense is refused. */
#include "io/store/pack.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "../../support/frames.h"

/* equality by the bytes of the structs: what they point to is compared and then left out */
static void same_text(const char **a, const char **b) {
    assert_int_equal(!*a, !*b);
    if (*a) assert_string_equal(*a, *b);
    *a = *b = NULL;
}

static void same_frames(const tw_frame *f, const tw_frame *g) {
    assert_true(tw_frame_digest(f) == tw_frame_digest(g));
    assert_true(f->item_count == g->item_count && f->pose_count == g->pose_count);
    assert_int_equal(f->light_count, g->light_count);
    size_t n = f->item_count;
    if (n) {
        for (size_t i = 0; i < n; i++) { /* meshes are the same objects */
            tw_frame_item a = f->item[i], b = g->item[i];
            same_text(&a.name, &b.name);
            assert_memory_equal(&a, &b, sizeof a);
        }
        assert_memory_equal(f->pose, g->pose, n * (size_t)f->pose_count * sizeof *f->pose);
        assert_true((f->still != NULL) == (f->pose_count > 1));
        assert_true((g->still != NULL) == (g->pose_count > 1));
        if (f->still) assert_memory_equal(f->still, g->still, n * sizeof *f->still);
    }
    assert_memory_equal(&f->camera, &g->camera, sizeof f->camera);
    assert_int_equal(f->sweep_count, g->sweep_count);
    assert_memory_equal(&f->look, &g->look, sizeof f->look);
    if (f->sweep) assert_memory_equal(f->sweep, g->sweep, TW_SWEEP * sizeof *f->sweep);
    assert_memory_equal(f->light, g->light, f->light_count * sizeof *f->light);
    for (size_t i = 0; i < f->mark_count; i++) {
        tw_mark a = f->mark[i], b = g->mark[i];
        same_text(&a.text, &b.text);
        assert_memory_equal(&a, &b, sizeof a);
    }
    for (size_t i = 0; i < f->caption_count; i++) {
        tw_caption a = f->caption[i], b = g->caption[i];
        same_text(&a.text, &b.text);
        assert_memory_equal(&a, &b, sizeof a);
    }
    for (size_t i = 0; i < f->plot_count; i++) {
        tw_plot a = f->plot[i], b = g->plot[i];
        same_text(&a.text, &b.text);
        assert_memory_equal(a.sample, b.sample, a.count * sizeof *a.sample);
        a.sample = b.sample = NULL;
        assert_memory_equal(&a, &b, sizeof a);
    }
    for (size_t i = 0; i < f->graph_count; i++) {
        tw_graph a = f->graph[i], b = g->graph[i];
        same_text(&a.title, &b.title);
        same_text(&a.x_label, &b.x_label);
        same_text(&a.y_label, &b.y_label);
        for (int k = 0; k < a.curves; k++) {
            same_text(&a.curve[k].name, &b.curve[k].name);
            size_t bytes = 2 * a.curve[k].count * sizeof(double);
            if (bytes) assert_memory_equal(a.curve[k].xy, b.curve[k].xy, bytes);
            a.curve[k].xy = b.curve[k].xy = NULL;
        }
        assert_memory_equal(&a, &b, sizeof a);
    }
    tw_frame a = *f, b = *g;
    a.item = b.item = NULL, a.pose = b.pose = NULL, a.still = b.still = NULL;
    a.light = b.light = NULL, a.mark = b.mark = NULL, a.caption = b.caption = NULL;
    a.graph = b.graph = NULL;
    a.plot = b.plot = NULL, a.sweep = b.sweep = NULL, a.block = b.block = NULL;
    assert_memory_equal(&a, &b, sizeof a);
}

/* ---- the codec ------------------------------------------------------------------------------ */

static void every_member_comes_back(void **unused) {
    (void)unused;
    tw_mesh *mesh = tetrahedron(true);
    tw_pixmap *map = chequers();
    tw_shared shared = {0};
    tw_pack *writing, *reading;
    assert_int_equal(tw_shared_add_mesh(&shared, mesh), TW_OK);
    assert_int_equal(tw_shared_add_map(&shared, map), TW_OK);
    assert_int_equal(tw_shared_add_light(&shared, light_file), TW_OK);
    assert_int_equal(tw_pack_create(&shared, &writing), TW_OK);
    assert_int_equal(tw_pack_create(&shared, &reading), TW_OK);
    for (int n = 1; n <= 200; n++) {
        tw_frame f, g;
        unsigned char *bytes;
        size_t size;
        make_frame(&f, n, mesh, map);
        if (n % 50 == 0) tw_pack_key(writing), tw_pack_key(reading);
        assert_int_equal(tw_pack_frame(writing, &f, &bytes, &size), TW_OK);
        assert_int_equal(tw_unpack_frame(reading, bytes, size, &g), TW_OK);
        same_frames(&f, &g);
        free(bytes);
        tw_frame_free(&f);
        tw_frame_free(&g);
    }
    tw_pack_free(writing);
    tw_pack_free(reading);
    tw_shared_free(&shared);
    assert_int_equal((int)mesh->references, 1); /* nothing is kept back */
    assert_int_equal((int)map->references, 1);
    tw_mesh_release(mesh);
    tw_pixmap_release(map);
}

/* what does not change takes next to nothing */
static void standing_still_is_free(void **unused) {
    (void)unused;
    tw_shared shared = {0};
    tw_pack *pack;
    tw_frame f = {.number = 1};
    size_t first = 0;
    set_items(&f, 200, 9, NULL, NULL);
    f.item[1].shape.type = TW_SHAPE_BOX;
    for (size_t i = 0; i < 200 * 9; i++) f.pose[i] = f.still[i / 9];
    assert_int_equal(tw_pack_create(&shared, &pack), TW_OK);
    for (int n = 1; n <= 3; n++) {
        unsigned char *bytes;
        size_t size;
        f.number = n;
        assert_int_equal(tw_pack_frame(pack, &f, &bytes, &size), TW_OK);
        free(bytes);
        if (n == 1) first = size;
        if (n > 1) assert_true(size < 600 && first > 20000);
    }
    tw_pack_free(pack);
    tw_frame_free(&f);
}

/* bytes that were made otherwise are refused, and nothing is read beyond them */
static void nonsense_is_refused(void **unused) {
    (void)unused;
    tw_shared shared = {0};
    tw_pack *pack;
    assert_int_equal(tw_pack_create(&shared, &pack), TW_OK);
    for (int n = 0; n < 3000; n++) {
        uint64_t words[40];
        unsigned char *bytes;
        size_t size, count = 8 + (size_t)(n % 32);
        tw_frame f;
        random_state = (uint64_t)n;
        for (size_t i = 0; i < count; i++) words[i] = maybe() ? next() % 9 : next() << 20;
        if (n % 3) /* lengths that agree with what is there */
            for (size_t i = 0; i < 8; i++) words[i] = i == (size_t)n % 8 ? count - 8 : 0;
        assert_int_equal(tw_deflate(words, count * 8, &bytes, &size), TW_OK);
        assert_int_equal(tw_unpack_frame(pack, bytes, size, &f), TW_IO);
        assert_null(f.block);
        free(bytes);
    }
    tw_frame f;
    assert_int_equal(tw_unpack_frame(pack, (const unsigned char *)"", 0, &f), TW_IO);
    tw_pack_free(pack);
}

static int begin(void **state) {
    *state = begin_light_file();
    return 0;
}

static int end(void **state) {
    tw_lightmap_release(*state);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_member_comes_back),
        cmocka_unit_test(standing_still_is_free),
        cmocka_unit_test(nonsense_is_refused),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
