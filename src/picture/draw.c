/*
 * Drawing of one picture: the threads of a team share its tiles. src/wide.cmake compiles this file
 * and the files that it calls several times: for any processor and for AVX2, and, except for
 * drafts, also for AVX-512.
 */
#include "picture/again/again.h"
#include "picture/draft/draft.h"
#include "picture/rays/scene.h"
#include "picture/tile/flight.h"
#include "picture/tile/open.h"

#include <stdatomic.h>
#include <stdlib.h>

typedef struct work {
    const tw_view *view;
    const tw_picture_options *options;
    tw_image *image;
    int32_t *list; /* [threads][solids] */
    tw_flight flight;
    atomic_bool stopped;
} work;

static void tile_job(void *context, int job, int thread) {
    work *w = context;
    if (w->flight.failed || tw_picture_stops(w->options, &w->stopped)) return;
    int32_t *list = w->list + (size_t)thread * (size_t)(w->view->solid_count + 1);
    tw_again *again = w->options->again;
    tw_parts *parts = NULL;
    if (!again || !tw_again_take(again, job, w->image)) {
        parts = tw_flight_take(&w->flight);
        if (!parts) return;
        if (again) tw_again_watch(again);
        tw_tile_draw(w->view, w->options->quality, job, w->options->alpha, list, w->image, parts);
        if (again) tw_again_note(again, job, parts->some);
    }
    tw_flight_add(&w->flight, job, parts);
}

static tw_status draw_tiles(const tw_view *s, const tw_picture_options *o, tw_team *team,
                            tw_image *image) {
    int threads = team ? tw_team_threads(team) : 1;
    int tiles = tw_tile_count(image->width, image->height);
    work w = {.view = s, .options = o, .image = image};
    w.list = malloc((size_t)threads * (size_t)(s->solid_count + 1) * sizeof *w.list);
    if (!w.list) return tw_fail_memory();
    tw_status st = tw_flight_begin(&w.flight, o->again, image);
    if (st != TW_OK) {
        free(w.list);
        return st;
    }
    if (team)
        tw_team_run(team, tiles, tile_job, &w);
    else
        for (int i = 0; i < tiles; i++) tile_job(&w, i, 0);
    st = tw_flight_end(&w.flight);
    free(w.list);
    if (st != TW_OK) return st;
    /* The order to stop may have come to another thread's poll, whose error message is kept for
     * that thread: polling again sets the message of this thread, too. */
    return w.stopped ? tw_poll_ask(o->poll) : TW_OK;
}

typedef tw_status draw_view(const tw_view *s, const tw_picture_options *o, tw_team *team,
                            tw_image *image);

static draw_view *drawing(tw_quality quality) {
#if defined(TW_WIDEST)
    (void)quality;
    return draw_tiles;
#else
    return quality == TW_QUALITY_DRAFT ? tw_draft_draw : draw_tiles;
#endif
}

tw_status tw_draw_frame(const tw_frame *frame, const tw_picture_options *options, tw_team *team,
                        tw_image *image) {
    /* on the heap: a view is too large for the stack of a thread, because it holds the sample
     * pattern */
    tw_view *view = malloc(sizeof *view);
    if (!view) return tw_fail_memory();
    tw_status st = tw_view_make(frame, options, view);
    if (st == TW_OK) st = tw_open_make(view, options, &view->open);
    if (st == TW_OK && options->again) st = tw_again_begin(options->again, frame, options, view);
    if (st == TW_OK) st = drawing(options->quality)(view, options, team, image);
    if (options->again) tw_again_end(options->again, st == TW_OK);
    tw_open_free(view->open);
    tw_view_free(view);
    free(view);
    return st;
}
