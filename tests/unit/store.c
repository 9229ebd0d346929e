/* Baked films: every member of a frame comes back bit by bit; cut off at every byte; each byte
 * damaged; read while it grows; one writer at a time. */
#include "io/store.h"
#include "base/file.h"
#include "frame/film.h"
#include "frame/look.h"
#include "io/pack.h"
#include "io/store_record.h"

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

static const char *const path = "store_test.twb", *const part = "store_test.twb.part";
enum { FRAMES = 70 }; /* keys at 1, 33, 65 */

/* ---- frames with something in every member -------------------------------------------------- */

static uint64_t state;

static uint64_t next(void) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return state >> 20;
}

static double number(void) {
    return (double)(int64_t)(next() % 200001) / 7 - 14285;
}

static bool maybe(void) {
    return next() % 2;
}

static vec3 vector(void) {
    double x = number(), y = number(), z = number();
    return v3(x, y, z);
}

static tw_rgb rgb(void) {
    double r = number(), g = number(), b = number();
    return (tw_rgb){r, g, b};
}

/* spots: its corners lie on a picture, but for one triangle's */
static tw_mesh *tetrahedron(bool spots) {
    static const double corner[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    static const int32_t side[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2};
    tw_mesh_data d = {.vertex = malloc(sizeof corner),
                      .vertex_count = 4,
                      .triangle = malloc(sizeof side),
                      .triangle_count = 4};
    tw_mesh *mesh;
    memcpy(d.vertex, corner, sizeof corner);
    memcpy(d.triangle, side, sizeof side);
    if (spots) {
        d.spot = malloc(24 * sizeof *d.spot);
        for (int i = 0; i < 24; i++) d.spot[i] = i < 18 ? (float)(7 * i % 5) / 4 : NAN;
    }
    assert_int_equal(tw_mesh_create(&d, &mesh), TW_OK);
    return mesh;
}

static tw_pixmap *chequers(void) {
    uint8_t rgba[3 * 5 * 4];
    tw_pixmap *map;
    for (size_t i = 0; i < sizeof rgba; i++) rgba[i] = (uint8_t)(37 * i);
    assert_int_equal(tw_pixmap_create(rgba, 3, 5, &map), TW_OK);
    return map;
}

static void set_material(tw_material *m, const tw_pixmap *map) {
    m->model = (tw_surface_model)(next() % 3);
    m->color = rgb();
    m->roughness = number(), m->metallic = number(), m->opacity = number();
    m->emission = rgb();
    m->texture = map ? TW_TEXTURE_PICTURE : (tw_texture)(next() % 5);
    m->texture_scale = number(), m->texture_width = number(), m->texture_fade = number();
    m->map = tw_pixmap_retain(map);
    m->texture_color = rgb();
}

static const char *label(tw_frame *f) {
    static const char *const texts[] = {"",         "x",         "rod",
                                        "eight ch", "nine char", "\xc3\xa4 long one"};
    uint64_t k = next() % 7;
    return k == 6 ? NULL : tw_frame_text(f, texts[k]);
}

static void set_items(tw_frame *f, size_t count, int poses, const tw_mesh *mesh,
                      const tw_pixmap *map) {
    f->item_count = count;
    f->pose_count = poses;
    f->item = tw_frame_alloc(f, count * sizeof *f->item);
    f->pose = tw_frame_alloc(f, count * (size_t)poses * sizeof *f->pose);
    if (poses > 1) f->still = tw_frame_alloc(f, count * sizeof *f->still);
    for (size_t i = 0; i < count; i++) {
        tw_frame_item *it = &f->item[i];
        it->shape.type = i == 1 ? TW_SHAPE_MESH : (tw_shape_type)(next() % TW_SHAPE_MESH);
        it->shape.mesh = i == 1 ? tw_mesh_retain(mesh) : NULL;
        for (int k = 0; k < TW_SHAPE_PARAMETERS; k++) it->shape.p[k] = number();
        it->first_pose = i * (size_t)poses;
        set_material(&it->material, i == 2 ? map : NULL);
        it->tag = (uint32_t)next();
        it->name = label(f);
        it->beside = maybe();
        for (int k = -1; k < poses; k++) {
            tw_pose p = {.x = vector(), .q = {.w = number()}};
            p.q.x = number(), p.q.y = number(), p.q.z = number();
            if (k >= 0) f->pose[it->first_pose + (size_t)k] = p;
            if (k < 0 && poses > 1) f->still[i] = p;
        }
    }
}

static void set_camera(tw_camera *c) {
    c->eye = vector(), c->target = vector(), c->up = vector();
    c->fov = number(), c->aperture = number(), c->focus = number();
    c->has_eye = maybe(), c->has_target = maybe(), c->has_fov = maybe(), c->has_focus = maybe();
    c->around = number(), c->above = number(), c->fill = number();
    c->projection = maybe() ? TW_ORTHOGRAPHIC : TW_PERSPECTIVE;
    c->height = number(), c->has_height = maybe(), c->framed = maybe();
    c->free_around = maybe(), c->free_above = maybe(), c->shot = 7;
    c->fit = maybe() ? TW_FIT_SHOT : TW_FIT_MOMENT;
}

/* now and then, or where there must be one: a file's, the studio, a sky */
static const tw_lightmap *light_file;

static const tw_lightmap *environment(size_t i, bool must) {
    const tw_lightmap *map = NULL;
    if (!must && maybe()) return NULL;
    if (i == 0) return tw_lightmap_retain(light_file);
    tw_lightmap_source source = maybe() ? TW_LIGHTMAP_STUDIO : TW_LIGHTMAP_SKY;
    assert_int_equal(tw_lightmap_known(source, 0.25 * (double)(next() % 4), &map), TW_OK);
    return map;
}

static void set_stage(tw_frame *f, const tw_pixmap *map) {
    set_camera(&f->camera);
    f->sweep_count = maybe() ? TW_SWEEP : 0;
    if (f->sweep_count) f->sweep = tw_frame_alloc(f, TW_SWEEP * sizeof *f->sweep);
    for (int k = 0; k < f->sweep_count; k++) set_camera(&f->sweep[k]);
    f->light_count = 2;
    f->light = tw_frame_alloc(f, 2 * sizeof *f->light);
    for (size_t i = 0; i < 2; i++) {
        tw_frame_light *l = &f->light[i];
        unsigned kind = (unsigned)(next() % 6);
        memcpy(&l->kind, &kind, sizeof kind);
        l->to = vector(), l->position = vector(), l->direction = vector();
        l->irradiance = rgb(), l->top = rgb(), l->horizon = rgb(), l->bottom = rgb();
        l->power = rgb();
        l->angular_diameter = number(), l->radius = number(), l->cone = number();
        l->turn = number(), l->strength = number();
        l->map = environment(i, kind == TW_LIGHT_ENVIRONMENT);
    }
    f->has_ground = maybe(), f->has_background = maybe(), f->has_fog = maybe();
    f->ground_height = number(), f->exposure = number();
    set_material(&f->ground, map);
    f->background = (tw_backdrop){maybe(), rgb(), rgb(), number(), number(), number()};
    f->fog = (tw_haze){maybe(), rgb(), number(), number()};
    f->bloom = number(), f->tone = (tw_tone)(next() % 3);
    f->bounces = (int)(next() % 5) - 2;
    f->look = (tw_frame_look){0};
    if (maybe()) {
        f->look.kind = tw_look_find(maybe() ? "studio" : "plain", NULL);
        f->look.floor = (int)(next() % TW_FLOORS), f->look.said = (unsigned)(next() % 64);
        f->look.key = number(), f->look.rim = number(), f->look.fill = number();
        f->look.soft = number(), f->look.turn = number(), f->look.tint = rgb();
    }
    f->force_scale = number(), f->torque_scale = number(), f->mark_size = number();
    f->legend = maybe();
    f->classes = (uint32_t)next(), f->kinds = (uint32_t)next();
}

static void set_overlay(tw_frame *f) {
    f->mark_count = next() % 4;
    f->mark = tw_frame_alloc(f, (f->mark_count + 1) * sizeof *f->mark);
    for (size_t i = 0; i < f->mark_count; i++) {
        tw_mark *m = &f->mark[i];
        m->kind = (tw_mark_kind)(next() % 8);
        m->class_ = (tw_mark_class)(next() % TW_CLASS_COUNT);
        m->side = (tw_name_side)(next() % TW_NAME_SIDES);
        m->a = vector(), m->b = vector(), m->vector = vector();
        m->strength = number(), m->reference = number(), m->scale = number();
        m->rank = (int)(next() % 9) - 4;
        m->tag = (uint32_t)next();
        m->met = maybe();
        m->text = label(f);
    }
    f->caption_count = next() % 3;
    f->caption = tw_frame_alloc(f, (f->caption_count + 1) * sizeof *f->caption);
    for (size_t i = 0; i < f->caption_count; i++) {
        unsigned at = (unsigned)(next() % 7);
        f->caption[i].text = label(f);
        memcpy(&f->caption[i].at, &at, sizeof at);
        f->caption[i].point = vector();
        f->caption[i].size = number(), f->caption[i].opacity = number();
    }
    f->plot_count = next() % 3;
    f->plot = tw_frame_alloc(f, (f->plot_count + 1) * sizeof *f->plot);
    for (size_t i = 0; i < f->plot_count; i++) {
        tw_plot *p = &f->plot[i];
        p->text = label(f);
        p->at = vector();
        p->tag = (uint32_t)next();
        p->value = number(), p->rate = number(), p->tau = number();
        p->asked = maybe(), p->met = maybe(), p->angular = maybe(), p->velocity = maybe();
        p->lawful = maybe();
        for (int k = 0; k < 3; k++) p->law[k] = number();
        p->side = (tw_name_side)(next() % TW_NAME_SIDES);
        p->begin = number(), p->span = number(), p->top = number();
        p->count = 2;
        tw_plot_sample *s = tw_frame_alloc(f, 2 * sizeof *s);
        for (int k = 0; k < 2; k++) {
            s[k].t = number(), s[k].value = number(), s[k].rate = number();
        }
        p->sample = s;
    }
}

/* frame `n` of a film in which all changes */
static void make_frame(tw_frame *f, int n, const tw_mesh *mesh, const tw_pixmap *map) {
    static const int poses[] = {1, 2, 3, 5, 9};
    *f = (tw_frame){.number = n, .time = n / 30.0, .shutter = n % 3 * 0.4, .sharp = n % 4 == 1};
    state = (uint64_t)n * 7919;
    set_items(f, n % 7 == 3 ? 0 : 3 + (size_t)(n % 3), poses[n % 5], mesh, map);
    set_stage(f, n % 2 ? map : NULL);
    set_overlay(f);
}

/* ---- equality, by the bytes of the structs: what they point to is compared and then left out --
 */

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
    tw_frame a = *f, b = *g;
    a.item = b.item = NULL, a.pose = b.pose = NULL, a.still = b.still = NULL;
    a.light = b.light = NULL, a.mark = b.mark = NULL, a.caption = b.caption = NULL;
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
        state = (uint64_t)n;
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

/* ---- the file ------------------------------------------------------------------------------- */

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
                                   .source = 17};

typedef struct film {
    tw_mesh *mesh;
    tw_pixmap *map;
    uint64_t digest[FRAMES];
} film;

/* n events before frame n, the last of them a contact */
static tw_store_event event_of(int n, int k) {
    static const char *const files[] = {"a.lua", "", "somewhere/b.lua"};
    tw_store_event e = {.sort = (tw_store_sort)(k % TW_STORE_CONTACT),
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

static void add_frames(film *m, tw_store_writer *w, int count) {
    for (int n = 1; n <= count; n++) {
        tw_frame f;
        for (int k = 0; k < n && n < 8; k++) {
            tw_store_event e = event_of(n, k);
            assert_int_equal(tw_store_note(w, &e), TW_OK);
        }
        make_frame(&f, n, m->mesh, m->map);
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
    assert_int_equal(tw_store_dropped(s), 0);
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

/* without waiting for the device, as tw_file_write does */
static void put(const char *data, size_t size) {
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(data, 1, size, f), size);
    assert_int_equal(fclose(f), 0);
}

static void cut_off_anywhere(void **unused) {
    (void)unused;
    film m = bake(4);
    char *all;
    size_t size, most = 0;
    assert_int_equal(tw_file_read(path, &all, &size), TW_OK);
    for (size_t n = 0; n < size; n++) {
        tw_store *s;
        tw_status status;
        put(all, n);
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
        all[n] = (char)(all[n] ^ (1 << n % 8));
        put(all, size);
        all[n] = (char)(all[n] ^ (1 << n % 8));
        tw_status status = tw_store_open(path, &s);
        bool open = status == TW_OK;
        for (size_t i = 0; status == TW_OK && i < tw_store_count(s); i++) {
            uint64_t digest = digest_of(s, i, &status);
            if (status == TW_OK) assert_true(digest == m.digest[i]);
        }
        assert_int_equal(status, TW_IO);
        found += strstr(tw_failure(), "damaged") != NULL;
        if (open) tw_store_close(s);
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
    assert_non_null(strstr(tw_failure(), "of format 4"));
    magic[TW_STORE_MAGIC - 1] = TW_STORE_VERSION - 1;
    assert_int_equal(tw_file_write(path, magic, sizeof magic), TW_OK);
    assert_int_equal(tw_store_open(path, &s), TW_IO);
    assert_non_null(strstr(tw_failure(), "of format 2"));
    assert_non_null(strstr(tw_failure(), "bake it again"));
    assert_int_equal(tw_store_open(".", &s), TW_IO);
    assert_non_null(strstr(tw_failure(), "a folder"));
    unlink(path);
}

int main(void) {
    float rgb[3 * 8 * 4];
    tw_lightmap *light;
    for (size_t i = 0; i < sizeof rgb / sizeof *rgb; i++) rgb[i] = 0.25f * (float)i - 2;
    if (tw_lightmap_create(rgb, 8, 4, &light) != TW_OK) return 1;
    light_file = light;
    char folder[] = "/tmp/tauwerk_store_XXXXXX";
    if (!mkdtemp(folder) || chdir(folder) != 0) return 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_member_comes_back),
        cmocka_unit_test(standing_still_is_free),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(film_comes_back_in_any_order),
        cmocka_unit_test(growing_film_can_be_read),
        cmocka_unit_test(events_come_back),
        cmocka_unit_test(cut_off_anywhere),
        cmocka_unit_test(damaged_anywhere),
        cmocka_unit_test(other_files_are_told_apart),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    return rmdir(folder) != 0 || failed;
}
