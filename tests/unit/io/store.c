/* Baked films as files: frames come back in any order; cut off at every byte; each byte damaged;
 * read while they grow; one writer at a time. */
#include "io/store/store.h"
#include "base/file.h"
#include "frame/film.h"
#include "io/store/store_record.h"

#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "../../support/frames.h"

static const char *const path = "store_test.twb", *const part = "store_test.twb.part";
enum { FRAMES = 70 }; /* keys at 1, 33, 65 */

static const char *const parts[] = {"first", "", "third"}; /* a card between two scenes */

static const tw_store_head head = {.scene = "film",
                                   .script = "film.lua",
                                   .made_by = "test",
                                   .begin = 0.25,
                                   .fps = 30,
                                   .planned = FRAMES,
                                   .width = 64,
                                   .height = 36,
                                   .layers = 5,
                                   .program = 0xfedcba9876543210u,
                                   .source = 17,
                                   .audio = "march.ogg",
                                   .part = parts,
                                   .parts = 3};

typedef struct film {
    tw_mesh *mesh;
    tw_pixmap *map;
    uint64_t digest[FRAMES];
} film;

/* n events before frame n, the last of them a contact */
static tw_store_event event_of(int n, int k) {
    static const char *const files[] = {"a.lua", "", "somewhere/b.lua"};
    tw_store_event e = {.sort = (tw_store_sort)(k % TW_STORE_CONTACT),
                        .part = (n + k) % 3,
                        .time = n + 0.1 * k,
                        .file = files[(n + k) % 3],
                        .line = 10 * n + k,
                        .a = "",
                        .b = ""};
    if (k + 1 < n) return e;
    e.sort = TW_STORE_CONTACT;
    e.a = "ball, red";
    e.b = n % 2 ? "" : "box";
    e.point = v3(n, -0.5, 1e-300);
    e.normal = v3(0, 0, 1);
    e.rate = -1.0 / n;
    return e;
}

/* the frame that goes in the fade at frame n */
static tw_frame *other_frame(int n, const film *m) {
    tw_frame *f = calloc(1, sizeof *f);
    assert_non_null(f);
    make_frame(f, 100 + n, m->mesh, m->map);
    return f;
}

static void add_frames(film *m, tw_store_writer *w, int count) {
    for (int n = 1; n <= count; n++) {
        tw_frame f;
        for (int k = 0; k < n && n < 8; k++) {
            tw_store_event e = event_of(n, k);
            assert_int_equal(tw_store_note(w, &e), TW_OK);
        }
        make_frame(&f, n, m->mesh, m->map);
        if (n % 3 == 2) f.fades = other_frame(n, m);
        m->digest[n - 1] = tw_frame_digest(&f);
        assert_int_equal(tw_store_add(w, &f), TW_OK);
        tw_frame_free(&f);
    }
}

static film bake(int count) {
    film m = {.mesh = tetrahedron(count > 3), .map = chequers()};
    tw_store_writer *w;
    assert_int_equal(tw_store_create(path, &head, &w), TW_OK);
    add_frames(&m, w, count);
    assert_int_equal(tw_store_commit(w, &(tw_store_end){TW_DIVERGED, 1.5, "too fast"}), TW_OK);
    return m;
}

static void end(film *m) {
    tw_mesh_release(m->mesh);
    tw_pixmap_release(m->map);
    unlink(path);
    unlink(part);
}

static uint64_t digest_of(tw_store *s, size_t index, tw_status *status) {
    tw_frame f;
    *status = tw_store_frame(s, index, &f);
    if (*status != TW_OK) return 0;
    uint64_t digest = tw_frame_digest(&f);
    tw_frame_free(&f);
    return digest;
}

static void film_comes_back_in_any_order(void **unused) {
    (void)unused;
    film m = bake(FRAMES);
    tw_store *s;
    tw_status status;
    assert_int_equal(tw_store_open(path, &s), TW_OK);
    const tw_store_head *h = tw_store_head_of(s);
    assert_string_equal(h->scene, "film");
    assert_string_equal(h->script, "film.lua");
    assert_string_equal(h->made_by, "test");
    assert_true(h->begin == 0.25 && h->fps == 30 && h->planned == FRAMES && h->layers == 5);
    assert_true(h->width == 64 && h->height == 36 && h->source == 17);
    assert_true(h->program == head.program);
    assert_string_equal(h->audio, "march.ogg");
    assert_int_equal(h->parts, 3);
    for (int i = 0; i < 3; i++) assert_string_equal(h->part[i], parts[i]);
    assert_int_equal(tw_store_count(s), FRAMES);
    assert_int_equal(tw_store_end_of(s)->status, TW_DIVERGED);
    assert_true(tw_store_end_of(s)->time == 1.5);
    assert_string_equal(tw_store_end_of(s)->failure, "too fast");
    for (size_t i = 0; i < FRAMES; i++) {
        assert_true(digest_of(s, i, &status) == m.digest[i] && status == TW_OK);
        size_t other = 37 * i % FRAMES; /* from key to key, forward and back */
        assert_true(digest_of(s, other, &status) == m.digest[other]);
    }
    tw_store_close(s);
    assert_int_equal(access(part, F_OK), -1);
    end(&m);
}

static void growing_film_can_be_read(void **unused) {
    (void)unused;
    film m = {.mesh = tetrahedron(false), .map = chequers()};
    tw_store_writer *w, *second;
    tw_store *s;
    tw_status status;
    assert_int_equal(tw_store_create(path, &head, &w), TW_OK);
    add_frames(&m, w, 40);
    assert_int_equal(tw_store_create(path, &head, &second), TW_IO);
    assert_non_null(strstr(tw_failure(), "another process"));
    assert_int_equal(tw_store_open(path, &s), TW_OK);
    assert_int_equal(tw_store_count(s), 40);
    assert_null(tw_store_end_of(s));
    assert_true(digest_of(s, 39, &status) == m.digest[39]);
    tw_store_close(s);
    tw_store_discard(w);
    assert_int_equal(access(path, F_OK), -1);
    assert_int_equal(access(part, F_OK), -1);
    assert_int_equal(tw_store_open(path, &s), TW_IO);
    assert_non_null(strstr(tw_failure(), "No such file"));
    end(&m);
}

static void events_come_back(void **unused) {
    (void)unused;
    film m = bake(5);
    tw_store *s;
    assert_int_equal(tw_store_open(path, &s), TW_OK);
    assert_int_equal(tw_store_event_count(s), 1 + 2 + 3 + 4 + 5);
    size_t i = 0;
    for (int n = 1; n <= 5; n++)
        for (int k = 0; k < n; k++) {
            tw_store_event want = event_of(n, k);
            const tw_store_event *e = tw_store_event_of(s, i++);
            assert_int_equal(e->sort, want.sort);
            assert_int_equal(e->line, want.line);
            assert_int_equal(e->part, want.part);
            assert_true(e->time == want.time && e->rate == want.rate);
            assert_memory_equal(&e->point, &want.point, sizeof(vec3));
            assert_memory_equal(&e->normal, &want.normal, sizeof(vec3));
            assert_string_equal(e->file, want.file);
            assert_string_equal(e->a, want.a);
            assert_string_equal(e->b, want.b);
        }
    tw_store_close(s);
    end(&m);
}

/* The file's byte n becomes c. Files that are emptied and written again make file systems wait for the
 * device at each close. */
static void put(size_t n, char c) {
    int file = open(path, O_WRONLY);
    assert_true(file >= 0);
    assert_int_equal(pwrite(file, &c, 1, (off_t)n), 1);
    assert_int_equal(close(file), 0);
}

static void cut_off_anywhere(void **unused) {
    (void)unused;
    film m = bake(4);
    char *all;
    size_t size, most = 0;
    assert_int_equal(tw_file_read(path, &all, &size), TW_OK);
    assert_int_equal(truncate(path, 0), 0);
    for (size_t n = 0; n < size; n++) {
        tw_store *s;
        tw_status status;
        if (n > 0) put(n - 1, all[n - 1]);
        status = tw_store_open(path, &s);
        if (status != TW_OK) {
            assert_int_equal(status, TW_IO);
            assert_non_null(strstr(tw_failure(), "cut off"));
            assert_int_equal(most, 0);
            continue;
        }
        assert_null(tw_store_end_of(s));
        size_t count = tw_store_count(s);
        assert_true(count == most || count == most + 1);
        most = count;
        if (count) assert_true(digest_of(s, count - 1, &status) == m.digest[count - 1]);
        tw_store_close(s);
    }
    assert_int_equal(most, 4);
    free(all);
    end(&m);
}

/* a damaged byte: an error that says so, never another frame */
static void damaged_anywhere(void **unused) {
    (void)unused;
    film m = bake(3);
    char *all;
    size_t size, found = 0;
    assert_int_equal(tw_file_read(path, &all, &size), TW_OK);
    for (size_t n = 0; n < size; n++) {
        tw_store *s;
        put(n, (char)(all[n] ^ (1 << n % 8)));
        tw_status status = tw_store_open(path, &s);
        bool open = status == TW_OK;
        for (size_t i = 0; status == TW_OK && i < tw_store_count(s); i++) {
            uint64_t digest = digest_of(s, i, &status);
            if (status == TW_OK) assert_true(digest == m.digest[i]);
        }
        assert_int_equal(status, TW_IO);
        found += strstr(tw_failure(), "damaged") != NULL;
        if (open) tw_store_close(s);
        put(n, all[n]);
    }
    assert_true(found + TW_STORE_MAGIC == size); /* of the first bytes it is said otherwise */
    free(all);
    end(&m);
}

static void other_files_are_told_apart(void **unused) {
    (void)unused;
    tw_store *s;
    assert_int_equal(tw_file_write(path, "local tw = require 'tauwerk'\n", 29), TW_OK);
    assert_int_equal(tw_store_open(path, &s), TW_IO);
    assert_non_null(strstr(tw_failure(), "is no baked film"));
    char magic[TW_STORE_MAGIC];
    tw_store_magic(magic);
    magic[TW_STORE_MAGIC - 1]++;
    assert_int_equal(tw_file_write(path, magic, sizeof magic), TW_OK);
    assert_int_equal(tw_store_open(path, &s), TW_IO);
    assert_non_null(strstr(tw_failure(), "of format 8"));
    magic[TW_STORE_MAGIC - 1] = TW_STORE_VERSION - 1;
    assert_int_equal(tw_file_write(path, magic, sizeof magic), TW_OK);
    assert_int_equal(tw_store_open(path, &s), TW_IO);
    assert_non_null(strstr(tw_failure(), "of format 6"));
    assert_non_null(strstr(tw_failure(), "bake it again"));
    assert_int_equal(tw_store_open(".", &s), TW_IO);
    assert_non_null(strstr(tw_failure(), "a folder"));
    unlink(path);
}

/* what a head says takes part in paths and sizes: it is not believed */
static void heads_of_others(void **unused) {
    (void)unused;
    tw_store_head bad[6];
    for (int i = 0; i < 6; i++) bad[i] = head;
    bad[0].scene = "../../film";
    bad[1].scene = "";
    bad[2].width = -64;
    bad[3].height = 16385;
    bad[4].fps = 0;
    bad[5].begin = NAN;
    for (int i = 0; i < 6; i++) {
        tw_store_writer *w;
        tw_store *s;
        assert_int_equal(tw_store_create(path, &bad[i], &w), TW_OK);
        assert_int_equal(tw_store_commit(w, &(tw_store_end){TW_OK, 0, ""}), TW_OK);
        assert_int_equal(tw_store_open(path, &s), TW_IO);
        assert_non_null(strstr(tw_failure(), i < 2 ? "the film's name" : "the film's size"));
    }
    unlink(path);
}

/* a frame or an event of a scene that the film does not have */
static void parts_of_others(void **unused) {
    (void)unused;
    film m = {.mesh = tetrahedron(false), .map = chequers()};
    for (int i = 0; i < 3; i++) {
        tw_store_head one = head;
        tw_store_writer *w;
        tw_store *s;
        tw_frame f;
        tw_store_event e = event_of(1, 0);
        one.parts = 1;
        e.part = i == 0;
        make_frame(&f, 3, m.mesh, m.map);
        f.part = i == 1 ? 1 : i == 2 ? -1 : 0;
        assert_int_equal(tw_store_create(path, &one, &w), TW_OK);
        assert_int_equal(tw_store_note(w, &e), TW_OK);
        f.number = 1;
        assert_int_equal(tw_store_add(w, &f), TW_OK);
        assert_int_equal(tw_store_commit(w, &(tw_store_end){TW_OK, 0, ""}), TW_OK);
        tw_frame_free(&f);
        tw_status status = tw_store_open(path, &s);
        assert_int_equal(status, i == 0 ? TW_IO : TW_OK);
        if (i > 0) digest_of(s, 0, &status);
        assert_int_equal(status, TW_IO);
        assert_non_null(strstr(tw_failure(), "of no scene of the film"));
        if (i > 0) tw_store_close(s);
    }
    end(&m);
}

static int begin(void **state) {
    *state = begin_light_file();
    return 0;
}

static int finish(void **state) {
    tw_lightmap_release(*state);
    return 0;
}

int main(void) {
    char folder[] = "/tmp/tauwerk_store_XXXXXX";
    if (!mkdtemp(folder) || chdir(folder) != 0) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(film_comes_back_in_any_order),
        cmocka_unit_test(growing_film_can_be_read),
        cmocka_unit_test(events_come_back),
        cmocka_unit_test(cut_off_anywhere),
        cmocka_unit_test(damaged_anywhere),
        cmocka_unit_test(other_files_are_told_apart),
        cmocka_unit_test(heads_of_others),
        cmocka_unit_test(parts_of_others),
    };
    int failed = cmocka_run_group_tests(tests, begin, finish);
    return rmdir(folder) != 0 || failed;
}
