/* Drawing a film; see render.h. */
#include "app/render.h"

#include "app/manifest.h"
#include "app/stop.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/thread.h"
#include "io/image.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* all pictures that are in work at one time may take this much memory */
static const size_t budget = (size_t)320 << 20;

enum { NAME = 256 };

typedef struct lane {
    tw_image image;
    tw_team *tiles; /* NULL: one thread */
} lane;

typedef struct work {
    const tw_render *r;
    tw_manifest manifest;
    tw_picture_record *record; /* [count] of the pictures to draw; bytes 0: not there */
    char (*file)[NAME];        /* [count] */
    size_t *todo;              /* [todo_count] which of them to draw */
    size_t todo_count;
    lane *lane; /* [lanes] by thread number */
    int lanes;
    /* under the lock */
    pthread_mutex_t lock;
    size_t done;
    tw_status status; /* of the first failure */
    char failure[1024];
} work;

static const char *const endings[] = {"png", "pfm", "exr"};

static uint64_t picture_digest(const tw_render *r, const tw_frame *f) {
    int options[] = {r->picture.width, r->picture.height,  (int)r->picture.quality,
                     r->picture.alpha, r->picture.samples, (int)r->format};
    uint64_t frame = tw_frame_digest(f);
    tw_hash h = tw_hash_bytes(tw_hash_begin(), options, sizeof options);
    h = tw_hash_bytes(h, &r->program, sizeof r->program);
    return tw_hash_bytes(h, &frame, sizeof frame);
}

/* ---- one picture --------------------------------------------------------------------------- */

static tw_status write_picture(const tw_render *r, const char *path, const tw_image *image) {
    int w = image->width, h = image->height;
    if (r->format == TW_FORMAT_PFM) return tw_pfm_write(path, w, h, image->linear);
    if (r->format == TW_FORMAT_EXR)
        return tw_exr_write(path, w, h, image->linear, r->picture.alpha);
    return tw_png_write(path, w, h, image->srgb, r->picture.alpha);
}

static tw_status path_of(const work *k, size_t i, char path[4096]) {
    int n = snprintf(path, 4096, "%s/%s", k->r->folder, k->file[i]);
    return n > 0 && n < 4096 ? TW_OK : tw_fail(TW_IO, "the path of %s is too long", k->file[i]);
}

static tw_status draw_one(work *k, size_t i, lane *l) {
    const tw_render *r = k->r;
    char path[4096];
    TW_TRY(path_of(k, i, path));
    TW_TRY(tw_stop_poll(NULL));
    TW_TRY(tw_picture_draw(r->frame[i], &r->picture, l->tiles, &l->image));
    TW_TRY(tw_stop_poll(NULL));
    TW_TRY(write_picture(r, path, &l->image));
    k->record[i].bytes = tw_file_size(path);
    tw_report_frame(r->report, r->name, r->frame[i]->number, r->frame[i]->time, path, true);
    return TW_OK;
}

static void job(void *context, int number, int thread) {
    work *k = context;
    pthread_mutex_lock(&k->lock);
    bool stop = k->status != TW_OK;
    pthread_mutex_unlock(&k->lock);
    if (stop) return;
    tw_status s = draw_one(k, k->todo[number], &k->lane[thread]);
    pthread_mutex_lock(&k->lock);
    if (s == TW_OK) {
        tw_report_at(k->r->report, (double)++k->done);
    } else if (k->status == TW_OK) {
        /* the text belongs to this thread: keep it for the one that reports */
        k->status = s;
        snprintf(k->failure, sizeof k->failure, "%s", tw_failure());
    }
    pthread_mutex_unlock(&k->lock);
}

/* ---- all of them --------------------------------------------------------------------------- */

static int lanes_for(const tw_render *r, size_t pictures) {
    size_t each = tw_picture_memory(&r->picture) + 1, fit = budget / each;
    size_t n = (size_t)r->threads;
    if (n > fit) n = fit;
    if (n > pictures) n = pictures;
    return n < 1 ? 1 : (int)n;
}

static tw_status open_lanes(work *k) {
    const tw_render *r = k->r;
    int lanes = lanes_for(r, k->todo_count), each = r->threads / lanes;
    k->lane = calloc((size_t)lanes, sizeof *k->lane);
    if (!k->lane) return tw_fail_memory();
    for (; k->lanes < lanes; k->lanes++) {
        lane *l = &k->lane[k->lanes];
        TW_TRY(tw_image_create(r->picture.width, r->picture.height, &l->image));
        if (each < 2) continue;
        tw_status s = tw_team_create(each, &l->tiles);
        if (s == TW_OK) continue;
        tw_image_free(&l->image);
        return s;
    }
    return TW_OK;
}

static void close_lanes(work *k) {
    for (int i = 0; i < k->lanes; i++) {
        tw_image_free(&k->lane[i].image);
        if (k->lane[i].tiles) tw_team_destroy(k->lane[i].tiles);
    }
    free(k->lane);
}

static tw_status draw_all(work *k) {
    if (!k->todo_count) return TW_OK;
    tw_team *team;
    tw_status s = open_lanes(k);
    if (s == TW_OK) s = tw_team_create(k->lanes, &team);
    if (s == TW_OK) {
        char what[160];
        snprintf(what, sizeof what, "%s: drawing", k->r->name);
        tw_report_begin(k->r->report, what, (double)k->todo_count, "frames");
        tw_team_run(team, (int)k->todo_count, job, k);
        tw_report_end(k->r->report);
        tw_team_destroy(team);
        s = k->status == TW_OK ? TW_OK : tw_fail(k->status, "%s", k->failure);
    }
    close_lanes(k);
    return s;
}

/* names, digests, and what is there already */
static void plan(work *k) {
    const tw_render *r = k->r;
    for (size_t i = 0; i < r->count; i++) {
        const tw_frame *f = r->frame[i];
        snprintf(k->file[i], NAME, "%s.%04d.%s", r->name, f->number, endings[r->format]);
        k->record[i] = (tw_picture_record){.file = k->file[i],
                                           .frame = f->number,
                                           .time = f->time,
                                           .digest = picture_digest(r, f)};
        if (!tw_manifest_has(&k->manifest, r->folder, k->file[i], k->record[i].digest)) {
            k->todo[k->todo_count++] = i;
            continue;
        }
        char path[4096];
        if (path_of(k, i, path) == TW_OK)
            tw_report_frame(r->report, r->name, f->number, f->time, path, false);
    }
}

/* records what was drawn, whatever stopped the rest */
static tw_status keep_record(work *k) {
    tw_picture_record *kept = malloc((k->todo_count + 1) * sizeof *kept);
    if (!kept) return tw_fail_memory();
    size_t n = 0;
    for (size_t i = 0; i < k->todo_count; i++)
        if (k->record[k->todo[i]].bytes) kept[n++] = k->record[k->todo[i]];
    tw_status s = tw_manifest_update(&k->manifest, kept, n);
    free(kept);
    if (s == TW_OK) s = tw_manifest_write(&k->manifest, k->r->facts);
    return s;
}

static tw_status draw_and_record(work *k) {
    plan(k);
    tw_status s = draw_all(k);
    char failure[1024];
    snprintf(failure, sizeof failure, "%s", tw_failure());
    tw_status recorded = keep_record(k);
    if (s == TW_OK) return recorded;
    return tw_fail(s, "%s", failure); /* the first failure is the one to tell */
}

tw_status tw_render_film(const tw_render *r, int *drawn) {
    *drawn = 0;
    TW_TRY(tw_folder_make(r->folder));
    work k = {.r = r, .status = TW_OK};
    tw_status s = tw_manifest_read(r->folder, &k.manifest);
    size_t n = r->count + 1;
    k.record = calloc(n, sizeof *k.record);
    k.file = calloc(n, sizeof *k.file);
    k.todo = calloc(n, sizeof *k.todo);
    if (s == TW_OK && (!k.record || !k.file || !k.todo)) s = tw_fail_memory();
    pthread_mutex_init(&k.lock, NULL);
    if (s == TW_OK) s = draw_and_record(&k);
    *drawn = (int)k.done;
    pthread_mutex_destroy(&k.lock);
    free(k.record);
    free(k.file);
    free(k.todo);
    tw_manifest_free(&k.manifest);
    return s;
}
