/*
 * Baked films by a hostile hand, in today's format and with right checksums: hostile KIND FILE.
 *   name      its name leads out of the output folder
 *   part      a scene's name does
 *   long      its name is longer than a path may be
 *   sound     its sound is a file of the system
 *   size      pictures of 16384 x 16384, 2e9 frames, of which there are three
 *   legend    a legend, names and captions that never end, of any size
 *   tags      marks with the greatest tags
 *   SEED      any number in any place, by a whole number
 */
#include "base/hash.h"
#include "frame/film.h"
#include "io/store/store.h"

#include "frames.h"

#include <stdio.h>

enum { FRAMES = 3, LETTERS = 100000 };

static char *long_text(tw_frame *f) {
    char *text = tw_frame_alloc(f, LETTERS + 1);
    if (!text) exit(2);
    memset(text, 'W', LETTERS);
    return text;
}

static void overlay(tw_frame *f) {
    f->legend = true;
    f->classes = f->kinds = UINT32_MAX;
    f->mark_size = 1e300;
    f->mark_count = 50;
    f->mark = tw_frame_alloc(f, f->mark_count * sizeof *f->mark);
    f->caption_count = 3;
    f->caption = tw_frame_alloc(f, f->caption_count * sizeof *f->caption);
    if (!f->mark || !f->caption) exit(2);
    for (size_t i = 0; i < f->mark_count; i++) {
        f->mark[i] = (tw_mark){.kind = (tw_mark_kind)(i % 8),
                               .class_ = (tw_mark_class)(i % TW_CLASS_COUNT),
                               .a = {1e-3 * (double)i, 0, 1},
                               .vector = {1e308, -1e308, 1},
                               .tag = UINT32_MAX - (uint32_t)i,
                               .text = long_text(f)};
    }
    for (size_t i = 0; i < f->caption_count; i++) {
        f->caption[i] =
            (tw_caption){.text = long_text(f), .size = i ? 1e-9 : 1e9, .opacity = 1, .plate = true};
    }
}

int main(int argc, char **argv) {
    if (argc != 3) return 2;
    const char *kind = argv[1];
    static char length[5000];
    static const char *const parts[] = {"../../escaped"};
    memset(length, 'a', sizeof length - 1);
    tw_store_head head = {.scene = "film",
                          .script = "film.lua",
                          .made_by = "hand",
                          .fps = 30,
                          .planned = FRAMES,
                          .width = 64,
                          .height = 36,
                          .layers = UINT32_MAX,
                          .audio = ""};
    bool legend = !strcmp(kind, "legend"), tags = !strcmp(kind, "tags");
    if (!strcmp(kind, "name")) head.scene = "../../escaped";
    if (!strcmp(kind, "long")) head.scene = length;
    if (!strcmp(kind, "sound")) head.audio = "/etc/passwd";
    if (!strcmp(kind, "part")) head.part = parts, head.parts = 1;
    if (!strcmp(kind, "size")) head.width = head.height = 16384, head.planned = 2000000000;
    any_numbers = atoi(kind) > 0 || tags;
    random_salt = (uint64_t)atoi(kind);
    tw_lightmap *light = begin_light_file();
    tw_mesh *mesh = tetrahedron(true);
    tw_pixmap *map = chequers();
    tw_store_writer *w;
    if (tw_store_create(argv[2], &head, &w) != TW_OK) return 2;
    for (int n = 1; n <= FRAMES; n++) {
        tw_frame f;
        make_frame(&f, n, mesh, map);
        f.part = f.shot = 0;
        if (legend) overlay(&f);
        for (size_t i = 0; tags && i < f.mark_count; i++) f.mark[i].tag = UINT32_MAX;
        if (tw_store_add(w, &f) != TW_OK) return 2;
        tw_frame_free(&f);
    }
    if (tw_store_commit(w, &(tw_store_end){TW_OK, 1, ""}) != TW_OK) return 2;
    tw_pixmap_release(map);
    tw_mesh_release(mesh);
    tw_lightmap_release(light);
    return 0;
}
