/* Drawing a film; see render.h. */
#include "app/render/render.h"

#include "app/base/stop.h"
#include "app/render/lane.h"
#include "app/render/picture_file.h"
#include "base/file.h"
#include "library/film.h"
#include "library/frames.h"
#include "library/picture/picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* bound for the memory of all pictures that are drawn or written at the same time, bytes */
static const size_t budget = (size_t)320 << 20;

/* number of lanes beyond one for each thread, so that threads have work while some lanes wait
 * for the disk */
enum { DISK = 8 };

/* ---- ahead of time -------------------------------------------------------------------------- */

static tw_guess *find_guess(const tw_renderer *r, int number, size_t *at) {
    for (size_t i = 0; i < r->guesses.count; i++)
        if (r->guesses.data[i]->number == number) {
            *at = i;
            return r->guesses.data[i];
        }
    return NULL;
}

/* removes guess i from the list. The caller holds the lock */
static void unlist(tw_renderer *r, size_t i) {
    r->guesses.data[i] = r->guesses.data[--r->guesses.count];
}

/* removes guess i from the list and frees it, or leaves it to the job that is still drawing it. The
 * caller holds the lock */
static void forget(tw_renderer *r, size_t i) {
    tw_guess *g = r->guesses.data[i];
    unlist(r, i);
    if (g->ready)
        tw_guess_free(&r->o, g);
    else
        g->forgotten = true;
}

void tw_renderer_forget(tw_renderer *r) {
    pthread_mutex_lock(&r->lock);
    while (r->guesses.count > 0) forget(r, r->guesses.count - 1);
    pthread_mutex_unlock(&r->lock);
}

/* ---- lanes --------------------------------------------------------------------------------- */

bool tw_render_reuses(void) {
    const char *asked = getenv("TAUWERK_AGAIN");
    return !asked || strcmp(asked, "0") != 0;
}

/* memory of one set of tiles that later pictures reuse, bytes; 0: no tiles are reused */
static size_t chains_memory(const tw_render *o) {
    return tw_render_reuses() ? tw_chains_memory(&o->picture, o->count) : 0;
}

static int lanes_for(const tw_render *o) {
    size_t each = tw_frame_draw_memory(&o->picture) + chains_memory(o) + 1, fit = budget / each;
    size_t n = (size_t)o->threads;
    if (n > fit) n = fit;
    if (n > (size_t)o->count) n = (size_t)o->count;
    return n < 1 ? 1 : (int)n;
}

static tw_status open_lane(tw_renderer *r, tw_lane *l, int threads) {
    l->r = r;
    TW_TRY(tw_image_make(&r->o.picture, &l->image));
    if (threads > 1) TW_TRY(tw_team_create(threads, &l->tiles));
    if (r->o.threads == 1) return TW_OK;
    int e = pthread_create(&l->thread, NULL, tw_lane_work, l);
    if (e) return tw_fail(TW_MEMORY, "cannot start a thread: %s", strerror(e));
    l->running = true;
    return TW_OK;
}

/* fails if one picture needs more than nine tenths of the machine's memory; called before anything
 * is simulated */
static tw_status check_memory(const tw_render *o) {
    double need = (double)tw_frame_draw_memory(&o->picture);
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
    if (chains_memory(&r->o)) TW_TRY(tw_chains_create(&r->o.picture, lanes, &r->chains));
    /* more lanes than threads, so that all threads draw while some lanes write to the disk */
    size_t fit = budget / (tw_frame_draw_memory(&r->o.picture) + 1);
    if (lanes > 1)
        for (int i = 0; i < DISK && (size_t)lanes < fit; i++) lanes++;
    r->room = r->most + 3;
    r->lane = calloc((size_t)lanes, sizeof *r->lane);
    r->queue = calloc((size_t)r->room, sizeof *r->queue);
    if (!r->lane || !r->queue) return tw_fail_memory();
    for (; r->lanes < lanes;) TW_TRY(open_lane(r, &r->lane[r->lanes++], each));
    return TW_OK;
}

/* ends the queue and waits until all lanes' threads have ended. drop: jobs that no lane has begun
 * are dropped */
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
        tw_image_drop(&r->lane[i].image);
        if (r->lane[i].tiles) tw_team_destroy(r->lane[i].tiles);
    }
    for (; r->waiting > 0; r->waiting--) {
        tw_render_job_drop(r, &r->queue[r->first]);
        r->first = (r->first + 1) % r->room;
    }
    for (size_t i = 0; i < r->guesses.count; i++) tw_guess_free(&r->o, r->guesses.data[i]);
    tw_array_free(&r->guesses);
    tw_array_free(&r->made);
    tw_alike_free(&r->alike);
    pthread_cond_destroy(&r->changed);
    pthread_mutex_destroy(&r->lock);
    tw_manifest_free(&r->manifest);
    tw_chains_free(r->chains);
    free(r->lane);
    free(r->queue);
    free(r);
}

/* key that this film's pictures have in common; it depends on size and quality, but not on format
 * and layers */
static uint64_t film_key(const tw_render *o) {
    tw_render plain = *o;
    plain.format = TW_FORMAT_PNG;
    plain.picture.extras = 0;
    return tw_picture_digest(&plain, o->film);
}

static tw_status close_manifest(tw_renderer *r, tw_manifest_rest *rest) {
    tw_manifest_film film = {.name = r->o.name,
                             .ending = tw_picture_ending(r->o.format),
                             .key = r->o.film,
                             .frames = r->frames,
                             .whole = r->whole};
    return tw_manifest_close(&r->manifest, r->o.facts, &film, rest);
}

tw_status tw_renderer_open(const tw_render *o, tw_renderer **renderer) {
    TW_TRY(tw_folder_make(o->folder));
    tw_renderer *r = calloc(1, sizeof *r);
    if (!r) return tw_fail_memory();
    r->o = *o;
    r->o.film = film_key(o);
    r->o.picture.poll.ask = tw_stop_poll;
    pthread_mutex_init(&r->lock, NULL);
    pthread_cond_init(&r->changed, NULL);
    tw_status s = tw_manifest_open(o->folder, o->name, r->o.film, &r->manifest);
    if (s == TW_OK) s = open_lanes(r);
    if (s == TW_OK) {
        *renderer = r;
        return TW_OK;
    }
    tw_kept kept = tw_failure_keep(s);
    join(r, true);
    if (r->manifest.fd >= 0) close_manifest(r, NULL);
    renderer_free(r);
    return tw_failure_again(&kept);
}

/* ---- frames -------------------------------------------------------------------------------- */

/* true: a frame earlier than the one that failed is still being drawn, and may fail, too. The
 * caller holds the lock */
static bool earlier_is_drawn(const tw_renderer *r) {
    for (int i = 0; i < r->lanes; i++)
        if (r->lane[i].number && r->lane[i].number < r->failed) return true;
    return false;
}

static tw_status failed(tw_renderer *r) {
    pthread_mutex_lock(&r->lock);
    while (r->failure.status != TW_OK && earlier_is_drawn(r))
        pthread_cond_wait(&r->changed, &r->lock);
    tw_status s = r->failure.status;
    pthread_mutex_unlock(&r->lock);
    return s == TW_OK ? TW_OK : tw_failure_again(&r->failure);
}

static tw_status enqueue(tw_renderer *r, const tw_render_job *j) {
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
    if (!taken && j->frame)
        tw_frame_drop(j->frame); /* only the frame is freed here: a guess that the job has still
                                    belongs to the renderer's list */
    if (!taken && !j->frame) tw_guess_free(&r->o, j->guess);
    return failed(r);
}

/* records an existing picture as the picture of frame `number` of this film */
static tw_status adopt(tw_renderer *r, const tw_picture_record *record, int number, double time) {
    if (record->film == r->o.film && !record->stale) return TW_OK;
    tw_picture_record own = *record;
    own.frame = number;
    own.time = time;
    pthread_mutex_lock(&r->lock);
    tw_status s = tw_renderer_note(r, &own);
    pthread_mutex_unlock(&r->lock);
    return s;
}

/* *there: a picture of the frame exists already; it is then recorded as one of this film, and
 * reported */
static tw_status there_already(tw_renderer *r, const tw_render_job *j, bool *there) {
    *there = tw_manifest_has(&r->manifest, r->o.folder, j->file, j->digest);
    if (!*there) return TW_OK;
    char path[TW_PICTURE_PATH];
    TW_TRY(adopt(r, tw_manifest_find(&r->manifest, j->file), j->frame->number, j->frame->time));
    TW_TRY(tw_picture_path(&r->o, j->file, path));
    tw_report_frame(r->o.report, r->o.name, j->frame->number, j->frame->time, path, false);
    if (r->o.ready) r->o.ready(r->o.context, j->frame->number);
    pthread_mutex_lock(&r->lock);
    r->there++;
    pthread_mutex_unlock(&r->lock);
    return TW_OK;
}

static bool is_right(const tw_render *o, const tw_guess *g, const tw_render_job *j) {
    return g->digest == (g->bare ? tw_picture_digest(o, tw_frame_key(j->frame, true)) : j->digest);
}

/* true: the frame equals a guess that is drawn or being drawn; the frame is then taken over. If
 * j->guess is set afterwards, the overlay is missing and the job must still be done */
static bool guessed(tw_renderer *r, tw_render_job *j) {
    size_t at;
    pthread_mutex_lock(&r->lock);
    tw_guess *g = find_guess(r, j->frame->number, &at);
    bool right = g && is_right(&r->o, g, j);
    if (right) {
        tw_frame *frame = j->frame;
        unlist(r, at);
        g->wanted = true;
        g->digest = j->digest;
        j->frame = NULL;
        if (tw_guess_apart(&r->o, g)) {
            g->frame = frame;
            if (g->ready) j->guess = g;
        } else {
            if (g->ready) tw_renderer_fail(r, frame->number, tw_guess_end(r, g, &g->record));
            tw_frame_drop(frame);
        }
    } else if (g) {
        forget(r, at);
    }
    pthread_mutex_unlock(&r->lock);
    return right;
}

static tw_render_job job_of(const tw_renderer *r, tw_frame *f, bool bare) {
    tw_render_job j = {.frame = f, .digest = tw_picture_digest(&r->o, tw_frame_key(f, bare))};
    tw_picture_name(&r->o, f->number, j.file);
    return j;
}

tw_status tw_renderer_give(tw_renderer *r, tw_frame *f) {
    tw_render_job j = job_of(r, f, false);
    bool there;
    tw_picture_tell_names(&r->o, f, &r->told);
    tw_status s = there_already(r, &j, &there);
    if (there) {
        tw_frame_drop(f);
        return s == TW_OK ? failed(r) : s;
    }
    if (guessed(r, &j) && !j.guess) return failed(r);
    if (r->o.threads > 1) return enqueue(r, &j);
    tw_lane_draw(&r->lane[0], &j);
    return failed(r);
}

/* record of the file that the picture of this frame has or would have; NULL: there is none */
static const tw_picture_record *listed(const tw_renderer *r, int number) {
    char file[TW_PICTURE_NAME];
    tw_picture_name(&r->o, number, file);
    return tw_manifest_find(&r->manifest, file);
}

bool tw_renderer_has(const tw_renderer *r, int number) {
    return listed(r, number) != NULL;
}

bool tw_renderer_doubts(const tw_renderer *r, int number) {
    const tw_picture_record *record = listed(r, number);
    return record && (record->stale || record->film != r->o.film);
}

tw_status tw_renderer_pass(tw_renderer *r, tw_frame *f) {
    const tw_picture_record *record = listed(r, f->number);
    tw_status s = TW_OK;
    if (record && record->digest == tw_picture_digest(&r->o, tw_frame_key(f, false))) {
        s = adopt(r, record, f->number, f->time);
    } else if (record && !record->stale) {
        tw_picture_record other = *record;
        other.stale = true;
        pthread_mutex_lock(&r->lock);
        s = tw_manifest_note(&r->manifest, &other);
        pthread_mutex_unlock(&r->lock);
    }
    tw_frame_drop(f);
    return s;
}

void tw_renderer_ends(tw_renderer *r, int frames, bool whole) {
    r->frames = frames;
    r->whole = whole;
}

bool tw_renderer_spare(tw_renderer *r) {
    if (r->o.threads == 1) return false;
    pthread_mutex_lock(&r->lock);
    bool room = r->waiting < r->room && r->failure.status == TW_OK;
    pthread_mutex_unlock(&r->lock);
    return room;
}

tw_status tw_renderer_guess(tw_renderer *r, tw_frame *f, bool bare) {
    /* the layer of forces is drawn together with the picture, so it cannot be drawn ahead */
    if (bare && r->o.picture.extras & TW_EXTRA_FORCES) {
        tw_frame_drop(f);
        return TW_OK;
    }
    tw_render_job j = job_of(r, f, bare);
    if ((bare ? tw_manifest_has_bare : tw_manifest_has)(&r->manifest, r->o.folder, j.file,
                                                        j.digest)) {
        tw_frame_drop(f);
        return TW_OK;
    }
    j.guess = calloc(1, sizeof *j.guess);
    tw_status s = j.guess ? TW_OK : tw_fail_memory();
    if (s == TW_OK) {
        *j.guess = (tw_guess){
            .number = f->number, .serial = r->serial++, .bare = bare, .digest = j.digest};
        memcpy(j.guess->file, j.file, TW_PICTURE_NAME);
        pthread_mutex_lock(&r->lock);
        s = tw_push(&r->guesses, j.guess);
        pthread_mutex_unlock(&r->lock);
    }
    if (s == TW_OK) return enqueue(r, &j);
    free(j.guess);
    tw_frame_drop(f);
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

tw_status tw_renderer_close(tw_renderer *r, bool drop, tw_drawn *result) {
    join(r, drop);
    if (r->resting) tw_report_end(r->o.report);
    tw_status s = failed(r);
    tw_kept kept = tw_failure_keep(s);
    tw_manifest_rest rest = {0};
    if (drop || s != TW_OK) r->frames = 0;
    tw_status recorded = close_manifest(r, &rest);
    if (result) *result = (tw_drawn){r->there, r->drawn, rest.removed, rest.stale};
    renderer_free(r);
    /* only the first failure is reported */
    return s == TW_OK ? recorded : tw_failure_again(&kept);
}

void tw_drawn_words(const tw_drawn *d, const char *folder, double seconds, char *text,
                    size_t size) {
    int there = d->pictures - d->drawn;
    size_t n = (size_t)snprintf(text, size, "%d picture%s in %s", d->pictures,
                                d->pictures == 1 ? "" : "s", folder);
    if (there && n < size)
        n += (size_t)snprintf(text + n, size - n, ", %d of them there already", there);
    if (n < size) n += (size_t)snprintf(text + n, size - n, " (%.1f s)", seconds);
    if (d->removed && n < size)
        n += (size_t)snprintf(text + n, size - n, "; %d of another film removed", d->removed);
    if (d->stale && n < size)
        snprintf(text + n, size - n, "; %d of another film set aside", d->stale);
}
