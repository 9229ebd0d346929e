/* Drawing a film; see render.h. */
#include "app/render.h"

#include "app/chains.h"
#include "app/manifest.h"
#include "app/picture_file.h"
#include "app/stop.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/thread.h"
#include "frame/film.h"
#include "io/image.h"
#include "io/png_read.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* all pictures that are in work at one time may take this much memory */
static const size_t budget = (size_t)320 << 20;

enum { NAME = 256, PATH = 4096 };
enum { DISK = 8 }; /* lanes that may wait for the disk */

typedef struct lane {
    tw_renderer *r;
    tw_image image;
    tw_team *tiles; /* NULL: one thread */
    pthread_t thread;
    bool running;
} lane;

/* a picture that is drawn ahead of time: the renderer's list has it, until its frame is given or it
 * is forgotten. When it is not ready then, its job has it */
typedef struct guess {
    int number;
    unsigned serial; /* part of the file's name */
    char file[NAME]; /* the picture's */
    bool bare;       /* without what the overlay draws: a PNG with all that is in image.srgb */
    uint64_t digest; /* likewise; once it is wanted, of the frame that was given */
    bool ready;      /* drawn, and kept aside */
    bool wanted, forgotten; /* before it was */
    tw_frame *frame;        /* bare and wanted: what the overlay shows; owned */
    tw_picture_record record;
} guess;

typedef struct job {
    tw_frame *frame; /* NULL: the guess is ready and has it */
    char file[NAME];
    uint64_t digest;
    guess *guess; /* NULL: the frame is final */
} job;

struct tw_renderer {
    tw_render o;
    tw_manifest manifest;
    lane *lane;
    int lanes;
    int most; /* lanes that may draw at one time */
    tw_chains *chains;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    /* under the lock */
    job *queue; /* [room], a ring */
    int room, first, waiting;
    int active;   /* lanes that draw */
    bool blocked; /* who gives frames waits for room */
    bool ended, dropped, resting;
    bool told; /* of names (picture_file.h) */
    int there, drawn;
    TW_ARRAY(guess *) guesses;
    unsigned serial;
    tw_kept failure; /* the first */
};

static uint64_t picture_digest(const tw_render *r, uint64_t frame) {
    int options[] = {r->picture.width,       r->picture.height,     (int)r->picture.quality,
                     r->picture.alpha,       r->picture.samples,    (int)r->format,
                     (int)r->picture.extras, (int)r->picture.ground};
    tw_hash h = tw_hash_bytes(tw_hash_begin(), options, sizeof options);
    h = tw_hash_bytes(h, &r->program, sizeof r->program);
    return tw_hash_bytes(h, &frame, sizeof frame);
}

static tw_status path_of(const tw_render *r, const char *file, char path[PATH]) {
    int n = snprintf(path, PATH, "%s/%s", r->folder, file);
    return n > 0 && n < PATH ? TW_OK : tw_fail(TW_IO, "the path of %s is too long", file);
}

/* ---- ahead of time -------------------------------------------------------------------------- */

/* where the picture is kept aside; manifest.c removes what a killed process left */
static tw_status path_aside(const tw_render *r, const guess *g, char path[PATH]) {
    int n = snprintf(path, PATH, "%s/%s.ahead.%ld.%u.part", r->folder, g->file, (long)getpid(),
                     g->serial);
    return n > 0 && n < PATH ? TW_OK : tw_fail(TW_IO, "the path of %s is too long", g->file);
}

static void throw_away(const tw_render *r, guess *g) {
    char path[PATH];
    if (g->ready && path_aside(r, g, path) == TW_OK) remove(path);
    tw_frame_destroy(g->frame);
    free(g);
}

static guess *find_guess(const tw_renderer *r, int number, size_t *at) {
    for (size_t i = 0; i < r->guesses.count; i++)
        if (r->guesses.data[i]->number == number) {
            *at = i;
            return r->guesses.data[i];
        }
    return NULL;
}

/* takes it from the list. The lock is held */
static void unlist(tw_renderer *r, size_t i) {
    r->guesses.data[i] = r->guesses.data[--r->guesses.count];
}

/* the lock is held */
static void forget(tw_renderer *r, size_t i) {
    guess *g = r->guesses.data[i];
    unlist(r, i);
    if (g->ready)
        throw_away(&r->o, g);
    else
        g->forgotten = true;
}

void tw_renderer_forget(tw_renderer *r) {
    pthread_mutex_lock(&r->lock);
    while (r->guesses.count > 0) forget(r, r->guesses.count - 1);
    pthread_mutex_unlock(&r->lock);
}

/* a job that will not be done, or has failed. The lock is held */
static void drop_job(const tw_renderer *r, job *j) {
    if (j->guess && (j->guess->wanted || j->guess->forgotten)) throw_away(&r->o, j->guess);
    tw_frame_destroy(j->frame);
}

/* ---- one picture --------------------------------------------------------------------------- */

/* a lane has drawn, and now waits for the disk mostly: another one may draw */
static void let_draw(tw_renderer *r) {
    pthread_mutex_lock(&r->lock);
    r->active--;
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
}

/* is the overlay to be drawn over a guess? Not where pictures have none */
static bool apart(const tw_render *o, const guess *g) {
    return g && g->bare && o->format == TW_FORMAT_PNG;
}

static tw_status draw(const lane *l, const job *j) {
    const tw_render *o = &l->r->o;
    tw_picture_options with = o->picture;
    tw_image image = l->image;
    TW_TRY(tw_stop_poll(NULL));
    with.again = tw_chains_take(l->r->chains);
    tw_status s = (apart(o, j->guess) ? tw_picture_draw_bare : tw_picture_draw)(j->frame, &with,
                                                                                l->tiles, &image);
    tw_chains_give(l->r->chains, with.again);
    return s;
}

/* written, and read back for its digest */
static tw_status put(const lane *l, const tw_frame *f, uint64_t digest, const char *path,
                     tw_picture_record *record) {
    TW_TRY(tw_stop_poll(NULL));
    TW_TRY(tw_picture_file(&l->r->o, path, f, &l->image));
    *record = (tw_picture_record){.frame = f->number,
                                  .time = f->time,
                                  .digest = digest,
                                  .bare = picture_digest(&l->r->o, tw_frame_bare_digest(f)),
                                  .bytes = tw_file_size(path),
                                  .content = tw_digest_file(path)};
    if (record->bytes && record->content) return TW_OK;
    return tw_fail(TW_IO, "cannot read '%s', which has just been written", path);
}

/* a picture has its name: it is recorded, counted and told. The lock is held */
static tw_status note(tw_renderer *r, char *file, tw_picture_record *record) {
    record->file = file;
    TW_TRY(tw_manifest_note(&r->manifest, record));
    r->there++;
    r->drawn++;
    if (r->resting) tw_report_at(r->o.report, (double)r->there);
    char path[PATH];
    TW_TRY(path_of(&r->o, file, path));
    tw_report_frame(r->o.report, r->o.name, record->frame, record->time, path, true);
    if (r->o.ready) r->o.ready(r->o.context, record->frame);
    return TW_OK;
}

/* the guess was right. The lock is held */
static tw_status adopt(tw_renderer *r, guess *g) {
    char aside[PATH], path[PATH];
    TW_TRY(path_aside(&r->o, g, aside));
    TW_TRY(path_of(&r->o, g->file, path));
    TW_TRY(tw_file_move(aside, path));
    g->record.digest = g->digest;
    return note(r, g->file, &g->record);
}

/* the lock is held */
static void keep_failure(tw_renderer *r, tw_status s) {
    if (s == TW_OK || r->failure.status != TW_OK) return;
    /* the text belongs to this thread: keep it for the one that reports */
    r->failure = tw_failure_keep(s);
}

/* a picture ahead of time is drawn. The lock is held */
static tw_status end_guess(tw_renderer *r, guess *g, const tw_picture_record *record) {
    g->ready = true;
    g->record = *record;
    if (!g->wanted && !g->forgotten) return TW_OK;
    tw_status s = g->wanted ? adopt(r, g) : TW_OK;
    if (g->wanted && s == TW_OK) g->ready = false; /* nothing is left aside */
    throw_away(&r->o, g);
    return s;
}

/* what the overlay shows, over the image that the lane has; becomes the picture */
static tw_status mark(const lane *l, const guess *g, tw_picture_record *record) {
    const tw_render *o = &l->r->o;
    tw_image image = l->image;
    char path[PATH];
    TW_TRY(tw_picture_mark(g->frame, &o->picture, &image));
    TW_TRY(path_of(o, g->file, path));
    return put(l, g->frame, g->digest, path, record);
}

/* what is kept aside comes back into the lane's image */
static tw_status fetch(lane *l, const guess *g) {
    char path[PATH];
    int width, height;
    uint8_t *rgba;
    TW_TRY(tw_stop_poll(NULL));
    TW_TRY(path_aside(&l->r->o, g, path));
    TW_TRY(tw_png_read(path, &width, &height, &rgba));
    bool fits = width == l->image.width && height == l->image.height;
    if (fits) memcpy(l->image.srgb, rgba, (size_t)width * (size_t)height * 4);
    free(rgba);
    return fits ? TW_OK : tw_fail(TW_IO, "'%s' is not the picture that was written there", path);
}

/* keeps the drawn image aside, unless it is *decided what becomes of it. Where it is not, the list
 * has the guess in the end, and it may be gone */
static tw_status keep_aside(const lane *l, guess *g, bool *decided) {
    tw_renderer *r = l->r;
    char path[PATH];
    pthread_mutex_lock(&r->lock);
    *decided = g->wanted || g->forgotten;
    pthread_mutex_unlock(&r->lock);
    if (*decided) return TW_OK;
    TW_TRY(path_aside(&r->o, g, path));
    TW_TRY(tw_png_write_aside(path, l->image.width, l->image.height, l->image.srgb));
    pthread_mutex_lock(&r->lock);
    g->ready = true;
    *decided = g->wanted || g->forgotten;
    pthread_mutex_unlock(&r->lock);
    return TW_OK;
}

static tw_status do_apart(lane *l, const job *j, tw_picture_record *record, bool *decided) {
    tw_status s = j->frame ? draw(l, j) : fetch(l, j->guess);
    if (l->running) let_draw(l->r);
    *decided = !j->frame;
    if (s == TW_OK && j->frame) s = keep_aside(l, j->guess, decided);
    TW_TRY(s);
    return *decided && j->guess->wanted ? mark(l, j->guess, record) : TW_OK;
}

static tw_status do_whole(lane *l, const job *j, tw_picture_record *record) {
    const tw_render *o = &l->r->o;
    char path[PATH];
    tw_status s = draw(l, j);
    if (l->running) let_draw(l->r);
    TW_TRY(s);
    TW_TRY(j->guess ? path_aside(o, j->guess, path) : path_of(o, j->file, path));
    return put(l, j->frame, j->digest, path, record);
}

static void draw_job(lane *l, job *j) {
    tw_renderer *r = l->r;
    guess *g = j->guess;
    tw_picture_record record;
    bool in_two = apart(&r->o, g), decided = true;
    tw_status s = in_two ? do_apart(l, j, &record, &decided) : do_whole(l, j, &record);
    pthread_mutex_lock(&r->lock);
    if (s != TW_OK) {
        keep_failure(r, s);
        drop_job(r, j);
    } else {
        if (!in_two)
            keep_failure(r, g ? end_guess(r, g, &record) : note(r, j->file, &record));
        else if (decided) {
            if (g->wanted) keep_failure(r, note(r, g->file, &record));
            throw_away(&r->o, g);
        }
        tw_frame_destroy(j->frame);
    }
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
}

/* While who gives frames works itself, one lane less draws: the simulation, on which all waits,
 * keeps a processor of its own */
static bool may_draw(const tw_renderer *r) {
    bool giver_works = !r->blocked && !r->resting && !r->ended;
    return r->waiting && (r->active < r->most - giver_works || !r->active);
}

static void *work(void *argument) {
    lane *l = argument;
    tw_renderer *r = l->r;
    tw_thread_step_back(); /* behind the simulation, on which all waits */
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
        if (j.guess && j.guess->forgotten) {
            drop_job(r, &j);
            pthread_cond_broadcast(&r->changed); /* there is room */
            continue;
        }
        r->active++;
        pthread_cond_broadcast(&r->changed);
        pthread_mutex_unlock(&r->lock);
        draw_job(l, &j);
        pthread_mutex_lock(&r->lock);
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}

/* ---- lanes --------------------------------------------------------------------------------- */

static int lanes_for(const tw_render *o) {
    size_t each = tw_picture_memory(&o->picture) + tw_chains_memory(o) + 1, fit = budget / each;
    size_t n = (size_t)o->threads;
    if (n > fit) n = fit;
    if (n > (size_t)o->count) n = (size_t)o->count;
    return n < 1 ? 1 : (int)n;
}

static tw_status open_lane(tw_renderer *r, lane *l, int threads) {
    l->r = r;
    TW_TRY(tw_image_create_for(&r->o.picture, &l->image));
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
    r->most = lanes;
    TW_TRY(tw_chains_create(&r->o, lanes, &r->chains));
    /* some more, so that all threads draw while pictures are on their way to the disk */
    size_t fit = budget / (tw_picture_memory(&r->o.picture) + 1);
    if (lanes > 1)
        for (int i = 0; i < DISK && (size_t)lanes < fit; i++) lanes++;
    r->room = r->most + 3;
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
        drop_job(r, &r->queue[r->first]);
        r->first = (r->first + 1) % r->room;
    }
    for (size_t i = 0; i < r->guesses.count; i++) throw_away(&r->o, r->guesses.data[i]);
    tw_array_free(&r->guesses);
    pthread_cond_destroy(&r->changed);
    pthread_mutex_destroy(&r->lock);
    tw_manifest_free(&r->manifest);
    tw_chains_free(r->chains);
    free(r->lane);
    free(r->queue);
    free(r);
}

tw_status tw_renderer_open(const tw_render *o, tw_renderer **renderer) {
    TW_TRY(tw_folder_make(o->folder));
    tw_renderer *r = calloc(1, sizeof *r);
    if (!r) return tw_fail_memory();
    r->o = *o;
    r->o.picture.poll = tw_stop_poll;
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
    if (!taken && j->frame) tw_frame_destroy(j->frame); /* a guess is in the list */
    if (!taken && !j->frame) throw_away(&r->o, j->guess);
    return failed(r);
}

/* is there a picture of this frame already? */
static tw_status there_already(tw_renderer *r, const job *j, bool *there) {
    *there = tw_manifest_has(&r->manifest, r->o.folder, j->file, j->digest);
    if (!*there) return TW_OK;
    char path[PATH];
    TW_TRY(path_of(&r->o, j->file, path));
    tw_report_frame(r->o.report, r->o.name, j->frame->number, j->frame->time, path, false);
    if (r->o.ready) r->o.ready(r->o.context, j->frame->number);
    pthread_mutex_lock(&r->lock);
    r->there++;
    pthread_mutex_unlock(&r->lock);
    return TW_OK;
}

static bool is_right(const tw_render *o, const guess *g, const job *j) {
    return g->digest == (g->bare ? picture_digest(o, tw_frame_bare_digest(j->frame)) : j->digest);
}

/* was it drawn ahead of time, or is it being drawn? Then the frame is used up, and a job with a
 * guess is left to do */
static bool guessed(tw_renderer *r, job *j) {
    size_t at;
    pthread_mutex_lock(&r->lock);
    guess *g = find_guess(r, j->frame->number, &at);
    bool right = g && is_right(&r->o, g, j);
    if (right) {
        tw_frame *frame = j->frame;
        unlist(r, at);
        g->wanted = true;
        g->digest = j->digest;
        j->frame = NULL;
        if (apart(&r->o, g)) {
            g->frame = frame;
            if (g->ready) j->guess = g;
        } else {
            if (g->ready) keep_failure(r, end_guess(r, g, &g->record));
            tw_frame_destroy(frame);
        }
    } else if (g) {
        forget(r, at);
    }
    pthread_mutex_unlock(&r->lock);
    return right;
}

static job job_of(const tw_renderer *r, tw_frame *f, bool bare) {
    static const char *const endings[] = {"png", "pfm", "exr"};
    job j = {.frame = f,
             .digest = picture_digest(&r->o, (bare ? tw_frame_bare_digest : tw_frame_digest)(f))};
    snprintf(j.file, NAME, "%s.%04d.%s", r->o.name, f->number, endings[r->o.format]);
    return j;
}

tw_status tw_renderer_give(tw_renderer *r, tw_frame *f) {
    job j = job_of(r, f, false);
    bool there;
    tw_picture_tell_names(&r->o, f, &r->told);
    tw_status s = there_already(r, &j, &there);
    if (there) {
        tw_frame_destroy(f);
        return s == TW_OK ? failed(r) : s;
    }
    if (guessed(r, &j) && !j.guess) return failed(r);
    if (r->o.threads > 1) return enqueue(r, &j);
    draw_job(&r->lane[0], &j);
    return failed(r);
}

bool tw_renderer_spare(tw_renderer *r) {
    if (r->o.threads == 1) return false;
    pthread_mutex_lock(&r->lock);
    bool room = r->waiting < r->room && r->failure.status == TW_OK;
    pthread_mutex_unlock(&r->lock);
    return room;
}

tw_status tw_renderer_guess(tw_renderer *r, tw_frame *f, bool bare) {
    /* a layer of forces is drawn with the rest */
    if (bare && r->o.picture.extras & TW_EXTRA_FORCES) {
        tw_frame_destroy(f);
        return TW_OK;
    }
    job j = job_of(r, f, bare);
    if ((bare ? tw_manifest_has_bare : tw_manifest_has)(&r->manifest, r->o.folder, j.file,
                                                        j.digest)) {
        tw_frame_destroy(f);
        return TW_OK;
    }
    j.guess = calloc(1, sizeof *j.guess);
    tw_status s = j.guess ? TW_OK : tw_fail_memory();
    if (s == TW_OK) {
        *j.guess =
            (guess){.number = f->number, .serial = r->serial++, .bare = bare, .digest = j.digest};
        memcpy(j.guess->file, j.file, NAME);
        pthread_mutex_lock(&r->lock);
        s = tw_push(&r->guesses, j.guess);
        pthread_mutex_unlock(&r->lock);
    }
    if (s == TW_OK) return enqueue(r, &j);
    free(j.guess);
    tw_frame_destroy(f);
    return s;
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
