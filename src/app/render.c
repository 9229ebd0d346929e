/* Drawing a film; see render.h. */
#include "app/render.h"

#include "app/manifest.h"
#include "app/stop.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/thread.h"
#include "frame/film.h"
#include "io/image.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* all pictures that are in work at one time may take this much memory */
static const size_t budget = (size_t)320 << 20;

enum { NAME = 256 };

typedef struct lane {
    tw_renderer *r;
    tw_image image;
    tw_team *tiles; /* NULL: one thread */
    pthread_t thread;
    bool running;
} lane;

typedef struct job {
    tw_frame *frame;
    char file[NAME];
    uint64_t digest;
} job;

struct tw_renderer {
    tw_render o;
    tw_manifest manifest;
    lane *lane;
    int lanes;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    /* under the lock */
    job *queue; /* [room], a ring */
    int room, first, waiting;
    int active;   /* lanes that draw */
    bool blocked; /* who gives frames waits for room */
    bool ended, dropped, resting;
    int there, drawn;
    tw_kept failure; /* the first */
};

void tw_frame_destroy(tw_frame *frame) {
    if (!frame) return;
    tw_frame_free(frame);
    free(frame);
}

static uint64_t picture_digest(const tw_render *r, const tw_frame *f) {
    int options[] = {r->picture.width, r->picture.height,  (int)r->picture.quality,
                     r->picture.alpha, r->picture.samples, (int)r->format};
    uint64_t frame = tw_frame_digest(f);
    tw_hash h = tw_hash_bytes(tw_hash_begin(), options, sizeof options);
    h = tw_hash_bytes(h, &r->program, sizeof r->program);
    return tw_hash_bytes(h, &frame, sizeof frame);
}

static tw_status path_of(const tw_render *r, const char *file, char path[4096]) {
    int n = snprintf(path, 4096, "%s/%s", r->folder, file);
    return n > 0 && n < 4096 ? TW_OK : tw_fail(TW_IO, "the path of %s is too long", file);
}

/* ---- one picture --------------------------------------------------------------------------- */

static tw_status write_picture(const tw_render *r, const char *path, const tw_image *image) {
    int w = image->width, h = image->height;
    if (r->format == TW_FORMAT_PFM) return tw_pfm_write(path, w, h, image->linear);
    if (r->format == TW_FORMAT_EXR)
        return tw_exr_write(path, w, h, image->linear, r->picture.alpha);
    return tw_png_write(path, w, h, image->srgb, r->picture.alpha);
}

/* drawn, written, read back for its digest */
static tw_status draw(const lane *l, const job *j, const char *path, tw_picture_record *record) {
    const tw_render *o = &l->r->o;
    tw_image image = l->image;
    TW_TRY(tw_stop_poll(NULL));
    TW_TRY(tw_picture_draw(j->frame, &o->picture, l->tiles, &image));
    TW_TRY(tw_stop_poll(NULL));
    TW_TRY(write_picture(o, path, &image));
    *record = (tw_picture_record){.file = (char *)(uintptr_t)j->file,
                                  .frame = j->frame->number,
                                  .time = j->frame->time,
                                  .digest = j->digest,
                                  .bytes = tw_file_size(path),
                                  .content = tw_digest_file(path)};
    if (record->bytes && record->content) return TW_OK;
    return tw_fail(TW_IO, "cannot read '%s', which has just been written", path);
}

static void draw_job(lane *l, job *j) {
    tw_renderer *r = l->r;
    char path[4096];
    tw_picture_record record;
    tw_status s = path_of(&r->o, j->file, path);
    if (s == TW_OK) s = draw(l, j, path, &record);
    pthread_mutex_lock(&r->lock);
    if (s == TW_OK) s = tw_manifest_note(&r->manifest, &record);
    if (s == TW_OK) {
        r->there++;
        r->drawn++;
        if (r->resting) tw_report_at(r->o.report, (double)r->there);
    } else if (r->failure.status == TW_OK) {
        /* the text belongs to this thread: keep it for the one that reports */
        r->failure = tw_failure_keep(s);
    }
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
    if (s == TW_OK)
        tw_report_frame(r->o.report, r->o.name, j->frame->number, j->frame->time, path, true);
    tw_frame_destroy(j->frame);
}

/* While who gives frames works itself, one lane less draws: the simulation, on which all waits,
 * keeps a processor of its own */
static bool may_draw(const tw_renderer *r) {
    bool giver_works = !r->blocked && !r->resting && !r->ended;
    return r->waiting && (r->active < r->lanes - giver_works || !r->active);
}

static void *work(void *argument) {
    lane *l = argument;
    tw_renderer *r = l->r;
    pthread_mutex_lock(&r->lock);
    for (;;) {
        bool stop = r->failure.status != TW_OK || r->dropped;
        if (stop || (!r->waiting && r->ended)) break;
        if (!may_draw(r)) {
            pthread_cond_wait(&r->changed, &r->lock);
            continue;
        }
        job j = r->queue[r->first];
        r->first = (r->first + 1) % r->room;
        r->waiting--;
        r->active++;
        pthread_cond_broadcast(&r->changed);
        pthread_mutex_unlock(&r->lock);
        draw_job(l, &j);
        pthread_mutex_lock(&r->lock);
        r->active--;
        pthread_cond_broadcast(&r->changed);
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

/* ---- lanes --------------------------------------------------------------------------------- */

static int lanes_for(const tw_render *o) {
    size_t each = tw_picture_memory(&o->picture) + 1, fit = budget / each;
    size_t n = (size_t)o->threads;
    if (n > fit) n = fit;
    if (n > (size_t)o->count) n = (size_t)o->count;
    return n < 1 ? 1 : (int)n;
}

static tw_status open_lane(tw_renderer *r, lane *l, int threads) {
    l->r = r;
    TW_TRY(tw_image_create(r->o.picture.width, r->o.picture.height, &l->image));
    if (threads > 1) TW_TRY(tw_team_create(threads, &l->tiles));
    if (r->o.threads == 1) return TW_OK;
    int e = pthread_create(&l->thread, NULL, work, l);
    if (e) return tw_fail(TW_MEMORY, "cannot start a thread: %s", strerror(e));
    l->running = true;
    return TW_OK;
}

/* said before anything is simulated, not by a machine that swaps or kills */
static tw_status check_memory(const tw_render *o) {
    double need = (double)tw_picture_memory(&o->picture);
    double have = (double)sysconf(_SC_PHYS_PAGES) * (double)sysconf(_SC_PAGESIZE);
    if (have <= 0 || need < 0.9 * have) return TW_OK;
    return tw_fail(TW_MEMORY,
                   "a picture of %d x %d pixels needs %.1f GB of memory, this machine has %.1f GB",
                   o->picture.width, o->picture.height, need * 1e-9, have * 1e-9);
}

static tw_status open_lanes(tw_renderer *r) {
    TW_TRY(check_memory(&r->o));
    int lanes = lanes_for(&r->o), each = r->o.threads / lanes;
    r->room = lanes + 2;
    r->lane = calloc((size_t)lanes, sizeof *r->lane);
    r->queue = calloc((size_t)r->room, sizeof *r->queue);
    if (!r->lane || !r->queue) return tw_fail_memory();
    for (; r->lanes < lanes;) TW_TRY(open_lane(r, &r->lane[r->lanes++], each));
    return TW_OK;
}

/* waits for the threads */
static void join(tw_renderer *r, bool drop) {
    pthread_mutex_lock(&r->lock);
    r->ended = true;
    r->dropped = drop;
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
    for (int i = 0; i < r->lanes; i++)
        if (r->lane[i].running) pthread_join(r->lane[i].thread, NULL);
}

static void renderer_free(tw_renderer *r) {
    for (int i = 0; i < r->lanes; i++) {
        tw_image_free(&r->lane[i].image);
        if (r->lane[i].tiles) tw_team_destroy(r->lane[i].tiles);
    }
    for (; r->waiting > 0; r->waiting--) {
        tw_frame_destroy(r->queue[r->first].frame);
        r->first = (r->first + 1) % r->room;
    }
    pthread_cond_destroy(&r->changed);
    pthread_mutex_destroy(&r->lock);
    tw_manifest_free(&r->manifest);
    free(r->lane);
    free(r->queue);
    free(r);
}

tw_status tw_renderer_open(const tw_render *o, tw_renderer **renderer) {
    TW_TRY(tw_folder_make(o->folder));
    tw_renderer *r = calloc(1, sizeof *r);
    if (!r) return tw_fail_memory();
    r->o = *o;
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->changed, NULL);
    tw_status s = tw_manifest_open(o->folder, &r->manifest);
    if (s == TW_OK) s = open_lanes(r);
    if (s == TW_OK) {
        *renderer = r;
        return TW_OK;
    }
    tw_kept kept = tw_failure_keep(s);
    join(r, true);
    if (r->manifest.fd >= 0) tw_manifest_close(&r->manifest, o->facts);
    renderer_free(r);
    return tw_failure_again(&kept);
}

/* ---- frames -------------------------------------------------------------------------------- */

static tw_status failed(tw_renderer *r) {
    pthread_mutex_lock(&r->lock);
    tw_status s = r->failure.status;
    pthread_mutex_unlock(&r->lock);
    return s == TW_OK ? TW_OK : tw_failure_again(&r->failure);
}

static tw_status enqueue(tw_renderer *r, const job *j) {
    pthread_mutex_lock(&r->lock);
    while (r->waiting == r->room && r->failure.status == TW_OK) {
        r->blocked = true;
        pthread_cond_broadcast(&r->changed);
        pthread_cond_wait(&r->changed, &r->lock);
    }
    r->blocked = false;
    bool taken = r->failure.status == TW_OK;
    if (taken) r->queue[(r->first + r->waiting++) % r->room] = *j;
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
    if (!taken) tw_frame_destroy(j->frame);
    return failed(r);
}

tw_status tw_renderer_give(tw_renderer *r, tw_frame *f) {
    static const char *const endings[] = {"png", "pfm", "exr"};
    job j = {.frame = f, .digest = picture_digest(&r->o, f)};
    snprintf(j.file, NAME, "%s.%04d.%s", r->o.name, f->number, endings[r->o.format]);
    if (tw_manifest_has(&r->manifest, r->o.folder, j.file, j.digest)) {
        char path[4096];
        tw_status s = path_of(&r->o, j.file, path);
        if (s == TW_OK) tw_report_frame(r->o.report, r->o.name, f->number, f->time, path, false);
        tw_frame_destroy(f);
        pthread_mutex_lock(&r->lock);
        r->there++;
        pthread_mutex_unlock(&r->lock);
        return s == TW_OK ? failed(r) : s;
    }
    if (r->o.threads > 1) return enqueue(r, &j);
    draw_job(&r->lane[0], &j);
    return failed(r);
}

void tw_renderer_rest(tw_renderer *r) {
    char what[160];
    snprintf(what, sizeof what, "%s: drawing", r->o.name);
    tw_report_begin(r->o.report, what, (double)r->o.count, "frames");
    pthread_mutex_lock(&r->lock);
    r->resting = true;
    pthread_cond_broadcast(&r->changed);
    tw_report_at(r->o.report, (double)r->there);
    pthread_mutex_unlock(&r->lock);
}

tw_status tw_renderer_close(tw_renderer *r, bool drop, int *pictures, int *drawn) {
    join(r, drop);
    if (r->resting) tw_report_end(r->o.report);
    if (pictures) *pictures = r->there;
    if (drawn) *drawn = r->drawn;
    tw_status s = failed(r);
    tw_kept kept = tw_failure_keep(s);
    tw_status recorded = tw_manifest_close(&r->manifest, r->o.facts);
    renderer_free(r);
    return s == TW_OK ? recorded : tw_failure_again(&kept); /* the first is the one to tell */
}
