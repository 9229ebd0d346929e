/* Encodes a film's video while its pictures are still being drawn; see feed.h. */
#include "app/movie/feed.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct place {
    int number;
    char *path; /* owned */
    bool ready;
} place;

struct tw_movie_feed {
    tw_movie movie;
    char *output, *title; /* owned */
    tw_encoder *encoder;  /* the encoder; while the feed's thread runs, only that thread uses it */
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    /* the pictures that were announced; guarded by the lock */
    TW_ARRAY(place) film;
    size_t done; /* encoded */
    bool ended, dropped;
    tw_kept failure; /* first failure */
};

/* waits until the next picture is ready and returns its path, which stays valid when the list
 * grows; NULL: no more pictures. The caller holds the lock */
static const char *next_path(tw_movie_feed *f) {
    for (;;) {
        bool there = f->done < f->film.count;
        if (f->dropped || f->failure.status != TW_OK || (!there && f->ended)) return NULL;
        if (there && f->film.data[f->done].ready) return f->film.data[f->done].path;
        pthread_cond_wait(&f->changed, &f->lock);
    }
}

static void *work(void *context) {
    tw_movie_feed *f = context;
    pthread_mutex_lock(&f->lock);
    for (const char *path; (path = next_path(f));) {
        pthread_mutex_unlock(&f->lock);
        tw_status s = tw_encoder_put(f->encoder, path);
        pthread_mutex_lock(&f->lock);
        f->done++;
        if (f->ended) tw_report_at(f->movie.report, (double)f->done);
        f->failure = tw_failure_keep(s);
    }
    tw_status s = f->failure.status;
    if (s == TW_OK && (f->dropped || !f->film.count)) s = tw_fail(TW_INTERRUPTED, "no film");
    pthread_mutex_unlock(&f->lock);
    /* the thread that wrote to the pipe also closes it, so that the text of a failure, which is
     * stored per thread, can be kept */
    tw_status closed = tw_encoder_close(f->encoder, s);
    f->encoder = NULL;
    if (closed != TW_OK && f->film.count) f->failure = tw_failure_keep(closed);
    return NULL;
}

static void feed_free(tw_movie_feed *f) {
    for (size_t i = 0; i < f->film.count; i++) free(f->film.data[i].path);
    tw_array_free(&f->film);
    pthread_cond_destroy(&f->changed);
    pthread_mutex_destroy(&f->lock);
    free(f->output);
    free(f->title);
    free(f);
}

static tw_status start(tw_movie_feed *f, int width, int height) {
    if (!f->output || !f->title) return tw_fail_memory();
    f->movie.output = f->output;
    f->movie.title = f->title;
    TW_TRY(tw_encoder_open(&f->movie, width, height, &f->encoder));
    int e = pthread_create(&f->thread, NULL, work, f);
    if (!e) return TW_OK;
    return tw_encoder_close(f->encoder,
                            tw_fail(TW_MEMORY, "cannot start a thread: %s", strerror(e)));
}

tw_status tw_movie_feed_open(const tw_movie *movie, int width, int height, tw_movie_feed **feed) {
    tw_movie_feed *f = calloc(1, sizeof *f);
    if (!f) return tw_fail_memory();
    pthread_mutex_init(&f->lock, NULL);
    pthread_cond_init(&f->changed, NULL);
    f->movie = *movie;
    f->output = strdup(movie->output);
    f->title = strdup(movie->title);
    tw_status s = start(f, width, height);
    if (s == TW_OK)
        *feed = f;
    else
        feed_free(f);
    return s;
}

tw_status tw_movie_feed_next(tw_movie_feed *f, int number, const char *path) {
    place p = {.number = number, .path = strdup(path)};
    if (!p.path) return tw_fail_memory();
    pthread_mutex_lock(&f->lock);
    tw_status s = tw_push(&f->film, p);
    pthread_mutex_unlock(&f->lock);
    if (s != TW_OK) free(p.path);
    return s;
}

void tw_movie_feed_ready(tw_movie_feed *f, int number) {
    pthread_mutex_lock(&f->lock);
    for (size_t i = f->done; i < f->film.count; i++)
        if (f->film.data[i].number == number) {
            f->film.data[i].ready = true;
            break;
        }
    pthread_cond_signal(&f->changed);
    pthread_mutex_unlock(&f->lock);
}

static void join(tw_movie_feed *f, bool drop) {
    pthread_mutex_lock(&f->lock);
    f->ended = true;
    f->dropped = drop;
    pthread_cond_signal(&f->changed);
    pthread_mutex_unlock(&f->lock);
    pthread_join(f->thread, NULL);
}

tw_status tw_movie_feed_close(tw_movie_feed *f) {
    char what[160];
    snprintf(what, sizeof what, "%s: encoding", f->title);
    tw_report_begin(f->movie.report, what, (double)f->film.count, "pictures");
    join(f, false);
    tw_report_end(f->movie.report);
    tw_status s = tw_failure_again(&f->failure);
    feed_free(f);
    return s;
}

void tw_movie_feed_drop(tw_movie_feed *f) {
    if (!f) return;
    join(f, true);
    feed_free(f);
}
