/* Tracks: recorded places of points and poses of bodies; see track.h. */
#include "frame/marks/track.h"

#include <stdlib.h>
#include <string.h>

/* least time between two samples, s: short enough to show every bounce, and not shorter than a
 * trail can resolve */
#define SHORTEST (1.0 / 120)
enum { MOST = 512 };

/* pose of a body at an earlier time, of which a prop may draw a ghost image */
typedef struct kept {
    double t; /* s */
    tw_id body;
    tw_pose pose;
} kept;

typedef struct track {
    tw_tracks *all;
    tw_id prop, look;
    /* samples of the place of the prop's point; room for one more is always reserved */
    TW_ARRAY(tw_track_sample) list;
    /* earlier poses of bodies, for props that show ghost images of them (parameter `every`) */
    TW_ARRAY(kept) kept;
    /* scratch: result of tw_tracks_images; room for all of `kept` is reserved */
    TW_ARRAY(tw_past) images;
} track;

struct tw_tracks {
    tw_sim *sim;
    TW_ARRAY(track *) list;
};

tw_status tw_tracks_create(tw_sim *sim, tw_tracks **out) {
    tw_tracks *t = calloc(1, sizeof *t);
    if (!t) return tw_fail_memory();
    t->sim = sim;
    *out = t;
    return TW_OK;
}

static void free_track(track *t) {
    tw_array_free(&t->list);
    tw_array_free(&t->kept);
    tw_array_free(&t->images);
    free(t);
}

void tw_tracks_free(tw_tracks *all) {
    if (!all) return;
    for (size_t i = 0; i < all->list.count; i++) free_track(all->list.data[i]);
    tw_array_free(&all->list);
    free(all);
}

static bool sample_now(const tw_world *w, const tw_prop *p, tw_track_sample *s) {
    const tw_point *point = tw_world_point(w, tw_prop_reference(p, TW_PARAM_POINT));
    if (!point) return false;
    const tw_body *b = tw_world_body(w, point->body);
    *s = (tw_track_sample){.t = w->time, .jumps = p->o.jumps + (b ? b->o.jumps : 0)};
    tw_point_now(w, point, &s->x, &s->v);
    return true;
}

static double span(const tw_prop *p, double t) {
    return tw_prop_kind_of(p)->span(p->o.own, t);
}

/* drops the samples older than `before` when they are at least 64 and at least half of all */
static void forget(track *t, double before) {
    size_t old = 0, n = t->list.count;
    while (old < n && t->list.data[old].t < before) old++;
    if (old < 64 || 2 * old < n) return;
    for (size_t i = old; i < n; i++) t->list.data[i - old] = t->list.data[i];
    t->list.count = n - old;
}

static tw_status keep(track *t, const tw_world *w, const tw_prop *p) {
    tw_track_sample s;
    if (!sample_now(w, p, &s)) return TW_OK;
    /* samples after the present time are dropped: the scene has gone back in time */
    while (t->list.count && t->list.data[t->list.count - 1].t >= s.t) t->list.count--;
    TW_TRY(tw_reserve(&t->list, t->list.count + 2));
    t->list.data[t->list.count++] = s;
    double seconds = span(p, s.t);
    if (isfinite(seconds)) forget(t, s.t - 2 * seconds - 1);
    return TW_OK;
}

/* appends the present poses of the bodies that the prop lists; kept poses of this or a later time
 * are dropped first (the scene has gone back in time), and of too many poses the oldest */
static tw_status keep_bodies(track *t, const tw_world *w, const tw_prop *p) {
    while (t->kept.count && t->kept.data[t->kept.count - 1].t >= w->time) t->kept.count--;
    for (int i = 0; i < p->o.kind->param_count; i++) {
        const tw_param *row = &p->o.kind->params[i];
        if (row->type != TW_PARAM_BODIES) continue;
        const tw_id_list *of = (const void *)((const char *)p->o.own + row->offset);
        for (size_t k = 0; k < of->count; k++) {
            const tw_body *b = tw_world_body(w, of->id[k]);
            if (b) TW_TRY(tw_push(&t->kept, ((kept){w->time, of->id[k], tw_body_pose(b)})));
        }
    }
    TW_TRY(tw_reserve(&t->images, t->kept.count + 1));
    size_t most = 2 * TW_PROP_PIECES, n = t->kept.count;
    if (n <= 2 * most) return TW_OK;
    memmove(t->kept.data, t->kept.data + (n - most), most * sizeof *t->kept.data);
    t->kept.count = most;
    return TW_OK;
}

static tw_status keep_now(track *t, const tw_world *w, const tw_prop *p) {
    return tw_prop_kind_of(p)->every ? keep_bodies(t, w, p) : keep(t, w, p);
}

static tw_status look(void *context, int k, double time) {
    (void)k, (void)time;
    track *t = context;
    const tw_world *w = tw_sim_world(t->all->sim);
    const tw_prop *p = tw_world_prop(w, t->prop);
    return p ? keep_now(t, w, p) : TW_OK;
}

/* track of the prop; NULL: it has none. Tracks of removed props are kept, because restoring an
 * earlier state may bring the prop back */
static track *find(const tw_tracks *all, tw_id prop) {
    for (size_t i = 0; i < all->list.count; i++)
        if (tw_id_equal(all->list.data[i]->prop, prop)) return all->list.data[i];
    return NULL;
}

tw_status tw_tracks_add(tw_tracks *all, const tw_prop *p) {
    const tw_prop_kind *kind = tw_prop_kind_of(p);
    if (!kind->span && !kind->every) return TW_OK;
    const tw_world *w = tw_sim_world(all->sim);
    track *t = calloc(1, sizeof *t);
    if (!t) return tw_fail_memory();
    t->all = all;
    t->prop = p->o.id;
    double every = kind->every ? kind->every(p->o.own) : fmax(SHORTEST, span(p, w->time) / MOST);
    tw_status s = tw_reserve(&all->list, all->list.count + 1);
    if (s == TW_OK) s = keep_now(t, w, p);
    if (s == TW_OK)
        s = tw_sim_watch_every(all->sim, w->time, isfinite(every) ? every : SHORTEST, look, t,
                               &t->look);
    if (s != TW_OK) {
        free_track(t);
        return s;
    }
    all->list.data[all->list.count++] = t;
    return TW_OK;
}

void tw_tracks_get(tw_tracks *all, const tw_prop *p, const tw_track_sample **list, size_t *count) {
    track *t = all ? find(all, p->o.id) : NULL;
    *count = 0;
    *list = NULL;
    if (!t) return;
    const tw_world *w = tw_sim_world(all->sim);
    size_t n = t->list.count;
    while (n && t->list.data[n - 1].t >= w->time) n--;
    *list = t->list.data;
    *count = n + (t->list.data && sample_now(w, p, &t->list.data[n]));
}

void tw_tracks_images(tw_tracks *all, const tw_prop *p, const tw_past **list, size_t *count) {
    track *t = all ? find(all, p->o.id) : NULL;
    *count = 0;
    *list = NULL;
    if (!t) return;
    const tw_world *w = tw_sim_world(all->sim);
    t->images.count = 0;
    for (size_t i = 0; i < t->kept.count && t->kept.data[i].t < w->time; i++) {
        const kept *o = &t->kept.data[i];
        const tw_body *b = tw_world_body(w, o->body);
        /* cannot overflow: keep_bodies has reserved the memory */
        if (b) t->images.data[t->images.count++] = (tw_past){b, o->pose, w->time - o->t};
    }
    *list = t->images.data;
    *count = t->images.count;
}
