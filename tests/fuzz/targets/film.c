/*
 * Baked films by a hostile hand: whole files with right checksums, whose frames have any number in
 * any place, are read, completed as one film, and drawn with all marks. What is not refused ends
 * in time, or where it is asked to.
 */
#include "deadline.h"
#include "file.h"

#include "base/hash.h"
#include "frame/film.h"
#include "io/store/store.h"
#include "picture/picture.h"

#include "../../support/frames.h"

enum { FRAMES = 3, WIDTH = 32, HEIGHT = 18, PATIENCE = 20 /* s: longer is a hang */ };

static void write_film(const char *path, const tw_mesh *mesh, const tw_pixmap *map) {
    const tw_store_head head = {.scene = "film",
                                .script = "film.lua",
                                .made_by = "hand",
                                .fps = 30,
                                .planned = FRAMES,
                                .width = WIDTH,
                                .height = HEIGHT,
                                .audio = "",
                                .part = NULL};
    tw_store_writer *w;
    if (tw_store_create(path, &head, &w) != TW_OK) abort();
    for (int n = 1; n <= FRAMES; n++) {
        tw_frame f;
        make_frame(&f, n, mesh, map);
        f.part = f.shot = 0;
        f.time = number();
        if (tw_store_add(w, &f) != TW_OK) abort();
        tw_frame_free(&f);
    }
    if (tw_store_commit(w, &(tw_store_end){TW_OK, 1, ""}) != TW_OK) abort();
}

static void draw(const tw_frame *f, bool draft) {
    const tw_picture_options o = {.width = WIDTH,
                                  .height = HEIGHT,
                                  .quality = draft ? TW_QUALITY_DRAFT : TW_QUALITY_NORMAL,
                                  .poll.ask = fuzz_poll};
    tw_image image;
    if (tw_image_create_for(&o, &image) != TW_OK) abort();
    (void)tw_picture_draw(f, &o, NULL, &image);
    tw_image_free(&image);
}

static void read_film(const char *path, bool draft) {
    tw_store *store;
    tw_frame *all[FRAMES] = {NULL};
    size_t count = 0;
    if (tw_store_open(path, &store) != TW_OK) return;
    while (count < FRAMES) {
        tw_frame *f = calloc(1, sizeof *f);
        if (!f) abort();
        if (tw_store_frame(store, count, f) != TW_OK) {
            free(f);
            break;
        }
        all[count++] = f;
    }
    tw_store_close(store);
    fuzz_begin(1);
    if (tw_film_complete(all, count, (double)WIDTH / HEIGHT) == TW_OK)
        for (size_t i = 0; i < count; i++) draw(all[i], draft);
    for (size_t i = 0; i < count; i++) tw_frame_destroy(all[i]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char folder[100], path[200];
    if (size < 1) return 0;
    tw_mesh *mesh = tetrahedron(data[0] & 1);
    tw_pixmap *map = chequers();
    any_numbers = true;
    choice = data + 1, choices = size - 1;
    random_salt = tw_hash_bytes(tw_hash_begin(), data, size);
    if (!light_file) begin_light_file();
    fuzz_folder(folder, "film.twb", path);
    alarm(PATIENCE);
    write_film(path, mesh, map);
    read_film(path, data[0] & 2);
    alarm(0);
    tw_pixmap_release(map);
    tw_mesh_release(mesh);
    return 0;
}
