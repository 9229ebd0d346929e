/* A lane of the renderer: draws one picture after the other; see lane.h. */
#include "app/render/lane.h"

#include "app/base/stop.h"
#include "app/render/picture_file.h"
#include "base/file.h"
#include "base/thread.h"
#include "io/picture/image.h"
#include "io/picture/png/png_read.h"
#include "library/film.h"
#include "library/frames.h"
#include "library/picture/picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

tw_status tw_picture_path(const tw_render *r, const char *file, char path[TW_PICTURE_PATH]) {
    int n = snprintf(path, TW_PICTURE_PATH, "%s/%s", r->folder, file);
    return n > 0 && n < TW_PICTURE_PATH ? TW_OK
                                        : tw_fail(TW_IO, "the path of %s is too long", file);
}

const char *tw_picture_ending(tw_format format) {
    static const char *const endings[] = {".png", ".pfm", ".exr"};
    return endings[format];
}

void tw_picture_name(const tw_render *r, int number, char name[TW_PICTURE_NAME]) {
    snprintf(name, TW_PICTURE_NAME, "%s.%04d%s", r->name, number, tw_picture_ending(r->format));
}

/* path of the temporary file for a guess's picture. If the process is killed, manifest.c removes
 * the file at the next run */
static tw_status path_aside(const tw_render *r, const tw_guess *g, char path[TW_PICTURE_PATH]) {
    int n = snprintf(path, TW_PICTURE_PATH, "%s/%s.ahead.%ld.%u.part", r->folder, g->file,
                     (long)getpid(), g->serial);
    return n > 0 && n < TW_PICTURE_PATH ? TW_OK
                                        : tw_fail(TW_IO, "the path of %s is too long", g->file);
}

void tw_guess_free(const tw_render *r, tw_guess *g) {
    char path[TW_PICTURE_PATH];
    if (g->ready && path_aside(r, g, path) == TW_OK) remove(path);
    tw_frame_drop(g->frame);
    free(g);
}

void tw_render_job_drop(const tw_renderer *r, tw_render_job *j) {
    if (j->guess && (j->guess->wanted || j->guess->forgotten)) tw_guess_free(&r->o, j->guess);
    tw_frame_drop(j->frame);
}

/* ---- one picture --------------------------------------------------------------------------- */

/* to be called by a lane that has drawn its picture and from now on mostly waits for the disk: lets
 * another lane draw */
static void let_draw(tw_renderer *r) {
    pthread_mutex_lock(&r->lock);
    r->active--;
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
}

bool tw_guess_apart(const tw_render *o, const tw_guess *g) {
    return g && g->bare && o->format == TW_FORMAT_PNG;
}

static tw_status draw(const tw_lane *l, const tw_render_job *j) {
    const tw_render *o = &l->r->o;
    tw_picture_options with = o->picture;
    tw_image image = l->image;
    TW_TRY(tw_stop_poll(NULL));
    with.again = tw_chains_take(l->r->chains);
    tw_status s = tw_frame_draw(j->frame, &with, l->tiles, tw_guess_apart(o, j->guess), &image);
    tw_chains_give(l->r->chains, with.again);
    return s;
}

tw_status tw_renderer_note(tw_renderer *r, tw_picture_record *record) {
    record->film = r->o.film;
    record->at = r->o.fps > 0 ? (record->frame - 1) / r->o.fps : record->time;
    record->stale = false;
    return tw_manifest_note(&r->manifest, record);
}

/* records, counts and reports a picture that has its final name. The caller holds the lock */
static tw_status note(tw_renderer *r, char *file, tw_picture_record *record) {
    record->file = file;
    TW_TRY(tw_renderer_note(r, record));
    tw_picture_record made = *record;
    made.file = NULL;
    TW_TRY(tw_push(&r->made, made));
    TW_TRY(tw_alike_put(&r->alike, made.digest, r->made.count - 1));
    r->there++;
    r->drawn++;
    if (r->resting) tw_report_at(r->o.report, (double)r->there);
    char path[TW_PICTURE_PATH];
    TW_TRY(tw_picture_path(&r->o, file, path));
    tw_report_frame(r->o.report, r->o.name, record->frame, record->time, path, true);
    if (r->o.ready) r->o.ready(r->o.context, record->frame);
    return TW_OK;
}

/* moves the picture of a right guess to its final name. The caller holds the lock */
static tw_status adopt(tw_renderer *r, tw_guess *g) {
    char aside[TW_PICTURE_PATH], path[TW_PICTURE_PATH];
    TW_TRY(path_aside(&r->o, g, aside));
    TW_TRY(tw_picture_path(&r->o, g->file, path));
    TW_TRY(tw_file_move(aside, path));
    g->record.digest = g->digest;
    return note(r, g->file, &g->record);
}

/* Keeps the failure of the earliest frame. Which frame that is does not depend on the threads,
 * since lanes take frames in order and finish each frame that they have taken */
void tw_renderer_fail(tw_renderer *r, int number, tw_status s) {
    if (s == TW_OK || (r->failure.status != TW_OK && r->failed <= number)) return;
    r->failed = number;
    /* the failure's text belongs to this thread; the copy is for the thread that will report it */
    r->failure = tw_failure_keep(s);
}

tw_status tw_guess_end(tw_renderer *r, tw_guess *g, const tw_picture_record *record) {
    g->ready = true;
    g->record = *record;
    if (!g->wanted && !g->forgotten) return TW_OK;
    tw_status s = g->wanted ? adopt(r, g) : TW_OK;
    /* the file has been moved, so tw_guess_free must not remove it */
    if (g->wanted && s == TW_OK) g->ready = false;
    tw_guess_free(&r->o, g);
    return s;
}

/* draws the overlay of g->frame over the lane's image, and writes the image as the final picture */
static tw_status mark(const tw_lane *l, const tw_guess *g, tw_picture_record *record) {
    const tw_render *o = &l->r->o;
    tw_image image = l->image;
    char path[TW_PICTURE_PATH];
    TW_TRY(tw_frame_draw_marks(g->frame, &o->picture, &image));
    TW_TRY(tw_picture_path(o, g->file, path));
    record->digest = g->digest;
    return tw_picture_put(o, path, g->frame, &image, record);
}

/* reads the guess's picture from its temporary file back into the lane's image */
static tw_status fetch(tw_lane *l, const tw_guess *g) {
    char path[TW_PICTURE_PATH];
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

/* Writes the drawn image to the guess's temporary file, unless the guess was already wanted or
 * forgotten. *decided: it was, or became so during the writing, and the caller must settle it;
 * false: the guess belongs to the renderer's list again, which may free it any time */
static tw_status keep_aside(const tw_lane *l, tw_guess *g, bool *decided) {
    tw_renderer *r = l->r;
    char path[TW_PICTURE_PATH];
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

static tw_status do_apart(tw_lane *l, const tw_render_job *j, tw_picture_record *record,
                          bool *decided) {
    tw_status s = j->frame ? draw(l, j) : fetch(l, j->guess);
    if (l->running) let_draw(l->r);
    *decided = !j->frame;
    if (s == TW_OK && j->frame) s = keep_aside(l, j->guess, decided);
    TW_TRY(s);
    return *decided && j->guess->wanted ? mark(l, j->guess, record) : TW_OK;
}

/* finds a picture with the same digest: its path, and its record without a file name. The caller
 * holds the lock */
static bool find_like(const tw_renderer *r, uint64_t digest, char path[TW_PICTURE_PATH],
                      tw_picture_record *like) {
    const tw_picture_record *there = tw_manifest_like(&r->manifest, digest);
    char name[TW_PICTURE_NAME];
    size_t i;
    if (tw_alike_find(&r->alike, digest, &i)) {
        *like = r->made.data[i];
        tw_picture_name(&r->o, like->frame, name);
        return tw_picture_path(&r->o, name, path) == TW_OK;
    }
    for (i = 0; i < r->guesses.count; i++) {
        const tw_guess *g = r->guesses.data[i];
        if (!g->ready || tw_guess_apart(&r->o, g) || g->record.digest != digest) continue;
        *like = g->record;
        return path_aside(&r->o, g, path) == TW_OK;
    }
    if (!there) return false;
    *like = *there;
    return tw_picture_path(&r->o, there->file, path) == TW_OK;
}

/* copies the picture of an equal frame to `path`; *copied false: there is none, or the file no
 * longer has its recorded bytes */
static tw_status copy(tw_renderer *r, const tw_render_job *j, const char *path,
                      tw_picture_record *record, bool *copied) {
    char from[TW_PICTURE_PATH];
    *copied = false;
    if (!tw_render_reuses()) return TW_OK;
    pthread_mutex_lock(&r->lock);
    bool found = find_like(r, j->digest, from, record);
    pthread_mutex_unlock(&r->lock);
    if (!found) return TW_OK;
    record->frame = j->frame->number;
    record->time = j->frame->time;
    return tw_picture_copy(from, record, path, copied);
}

static tw_status do_whole(tw_lane *l, const tw_render_job *j, tw_picture_record *record) {
    const tw_render *o = &l->r->o;
    char path[TW_PICTURE_PATH];
    bool copied;
    TW_TRY(j->guess ? path_aside(o, j->guess, path) : tw_picture_path(o, j->file, path));
    tw_status s = copy(l->r, j, path, record, &copied);
    if (s == TW_OK && !copied) s = draw(l, j);
    if (l->running) let_draw(l->r);
    record->digest = j->digest;
    return s == TW_OK && !copied ? tw_picture_put(o, path, j->frame, &l->image, record) : s;
}

/* true: a lane is drawing a frame equal to the job's, so the job should wait and copy that
 * picture */
static bool is_drawn(const tw_renderer *r, const tw_render_job *j) {
    bool drawn = false;
    for (int i = 0; i < r->lanes; i++)
        drawn = drawn || (r->lane[i].number && r->lane[i].digest == j->digest);
    return drawn && tw_render_reuses() && !tw_guess_apart(&r->o, j->guess);
}

void tw_lane_draw(tw_lane *l, tw_render_job *j) {
    tw_renderer *r = l->r;
    tw_guess *g = j->guess;
    tw_picture_record record = {0};
    int number = j->frame ? j->frame->number : g->number;
    bool in_two = tw_guess_apart(&r->o, g), decided = true;
    tw_status s = in_two ? do_apart(l, j, &record, &decided) : do_whole(l, j, &record);
    pthread_mutex_lock(&r->lock);
    if (s != TW_OK) {
        tw_renderer_fail(r, number, s);
        tw_render_job_drop(r, j);
    } else {
        if (!in_two)
            tw_renderer_fail(r, number,
                             g ? tw_guess_end(r, g, &record) : note(r, j->file, &record));
        else if (decided) {
            if (g->wanted) tw_renderer_fail(r, number, note(r, g->file, &record));
            tw_guess_free(&r->o, g);
        }
        tw_frame_drop(j->frame);
    }
    l->number = 0;
    pthread_cond_broadcast(&r->changed);
    pthread_mutex_unlock(&r->lock);
}

/* true: one more lane may draw. While the thread that gives frames is simulating, one lane less
 * draws (but at least one), so that the simulation, for which all lanes wait, has a processor of
 * its own */
static bool may_draw(const tw_renderer *r) {
    bool giver_works = !r->blocked && !r->resting && !r->ended;
    return r->waiting && (r->active < r->most - giver_works || !r->active);
}

void *tw_lane_work(void *argument) {
    tw_lane *l = argument;
    tw_renderer *r = l->r;
    /* drawing gets a lower priority than the simulation, for which all lanes wait */
    tw_thread_step_back();
    pthread_mutex_lock(&r->lock);
    for (;;) {
        bool stop = r->failure.status != TW_OK || r->dropped;
        if (stop || (!r->waiting && r->ended)) break;
        if (!may_draw(r) || is_drawn(r, &r->queue[r->first])) {
            pthread_cond_wait(&r->changed, &r->lock);
            continue;
        }
        tw_render_job j = r->queue[r->first];
        r->first = (r->first + 1) % r->room;
        r->waiting--;
        if (j.guess && j.guess->forgotten) {
            tw_render_job_drop(r, &j);
            /* wakes the thread that waits for room in the queue */
            pthread_cond_broadcast(&r->changed);
            continue;
        }
        r->active++;
        l->number = j.frame ? j.frame->number : j.guess->number;
        l->digest = j.digest;
        pthread_cond_broadcast(&r->changed);
        pthread_mutex_unlock(&r->lock);
        tw_lane_draw(l, &j);
        pthread_mutex_lock(&r->lock);
    }
    pthread_mutex_unlock(&r->lock);
    return NULL;
}
