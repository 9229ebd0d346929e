/*
 * Paths from their first vertices to their ends; see wave.h.
 *
 * The last ray of a path looks for the sky. If something hides it, more reflections would follow.
 * Their light is estimated without rays, as if all surfaces around were like the last two vertices,
 * between which the light is reflected to and fro. With the albedos r1, r2 of the two, the light
 * d1, d2 that leaves each because of lamps, the share b of the rays of the place (a packet of
 * paths) that met things, and the sky's light S along the others, averaged over all rays, the light
 * L along the last ray is L = d1 + r1 (S + b (d2 + r2 (S + b L))), which is exact in closed rooms
 * of one colour, and gives no sky where none is seen. Paths reflected by lobes go on instead; at
 * the qualities `fine` and `final` so does a random share of the others, which corrects the mean of
 * the estimate.
 *
 * A path takes the sample points that it would have taken in its own packet, and the order of all
 * sums follows from the tile's rays alone: neither threads nor the number of lanes matter.
 */
#include "picture/tile/wave.h"
#include "picture/rays/gather.h"
#include "picture/rays/glow.h"
#include "picture/rays/turn.h"

#include <string.h>

enum {
    FURTHER = 32, /* greatest number of reflections beyond `bounces` */
    RAYS = TW_WAVE_PLACES * TW_PACKET,
    STRIDE = sizeof(tw_wave_place) / sizeof(float),
    LINE = TW_PACKET,
    PATH = TW_WAVE_LINES * LINE,
    KEYS = 512
};

enum { RAY, MET, ENDS }; /* lines */
/* bits of TW_KEPT_FLAGS: the members lobes, mirrored, seen, alone of tw_path; TRIAL: the path goes
 * on as one of the random share */
enum { LOBE = 1, MIRRORED = 2, SEEN = 4, ALONE = 8, TRIAL = 16 };

/* numbers of paths (16 times the place, plus the lane) and their sort keys, which are less than
 * KEYS; with room for a whole vector after the last */
typedef struct list {
    int32_t path[RAYS + TW_PACKET], key[RAYS + TW_PACKET];
    int count;
} list;

typedef struct wave {
    const tw_view *view;
    tw_tile_points *points;
    tw_wave *of;
    int depth;
    list going, ending, hidden, met;
} wave;

/* up to sixteen paths from a list; the lanes after the last path repeat it, and `on` is 0 in them
 */
typedef struct some {
    /* path: number of each path; home: where its place begins, counted in floats from the first
     * place */
    iv path[TW_GROUPS], home[TW_GROUPS];
    iv on[TW_GROUPS];
    /* place: number of each path's place; at: where the path's own lines (tw_wave_kept) begin,
     * counted in floats from those of the first path */
    int32_t place[TW_PACKET], at[TW_PACKET];
} some;

/* ---- what is kept ---------------------------------------------------------------------------- */

static void take(list *from, int first, some *to) {
    int n = from->count - first;
    iv lane;
    for (int i = 0; i < TW_LANES; i++) lane[i] = i;
    for (int i = n; i < TW_PACKET; i++) from->path[first + i] = from->path[from->count - 1];
    for (int g = 0; g < TW_GROUPS; g++) {
        iv k, place, at;
        memcpy(&k, from->path + first + g * TW_LANES, sizeof k);
        place = k >> 4;
        to->path[g] = k;
        to->home[g] = place * STRIDE;
        to->on[g] = lane + g * TW_LANES < iv_all(n);
        at = to->home[g] + (k & (TW_PACKET - 1)) * PATH;
        memcpy(to->place + g * TW_LANES, &place, sizeof place);
        memcpy(to->at + g * TW_LANES, &at, sizeof at);
    }
}

static uint32_t bits_of(const iv on[TW_GROUPS]) {
    uint32_t bits = 0;
    for (int g = 0; g < TW_GROUPS; g++) bits |= (uint32_t)iv_bits(on[g]) << (g * TW_LANES);
    return bits;
}

static void get(const wave *w, const some *a, int line, tw_records *to) {
    tw_pick_lines(w->of->place->kept[0][line], a->at, to);
}

static void put(wave *w, const some *a, int line, const iv on[TW_GROUPS], const tw_records *l) {
    tw_put_lines(w->of->place->kept[0][line], a->at, bits_of(on), l);
}

static fv3 line3(const tw_records *l, int number, int g) {
    return f3(l->of[number][g], l->of[number + 1][g], l->of[number + 2][g]);
}

static void set3(tw_records *l, int number, int g, fv3 a) {
    l->of[number][g] = a.x;
    l->of[number + 1][g] = a.y;
    l->of[number + 2][g] = a.z;
}

/* adds light to the sums TW_KEPT_SUM, in the second lines `met`, of the paths `on` of group g */
static void bring(tw_records *met, int g, iv on, fv3 light) {
    fv3 sum = line3(met, TW_KEPT_SUM, g);
    set3(met, TW_KEPT_SUM, g, f3_select(on, f3_add(sum, light), sum));
}

static iv flagged(iv flags, int bit) {
    return (flags & iv_all(bit)) != iv_all(0);
}

/* appends the paths of group g in the lanes `on`, with the sort keys `key`, to the list */
static void append(list *to, const some *a, int g, iv on, iv key) {
    tw_squeeze(to->key + to->count, on, key);
    to->count += tw_squeeze(to->path + to->count, on, a->path[g]);
}

/* sorts the list by keys, and keeps the order of equal ones; a short list is sorted by the high
 * digits of the keys only, and one that fits into a packet not at all, since more would cost more
 * than it saves */
static void sort(list *a) {
    int32_t sorted[RAYS];
    uint16_t first[KEYS + 1];
    int shift = a->count < 128 ? 4 : a->count < 512 ? 2 : 0, keys = KEYS >> shift;
    if (a->count <= TW_PACKET) return;
    memset(first, 0, ((size_t)keys + 1) * sizeof *first);
    for (int i = 0; i < a->count; i++) first[(a->key[i] >> shift) + 1]++;
    for (int k = 0; k < keys; k++) first[k + 1] = (uint16_t)(first[k + 1] + first[k]);
    for (int i = 0; i < a->count; i++) sorted[first[a->key[i] >> shift]++] = a->path[i];
    memcpy(a->path, sorted, (size_t)a->count * sizeof *sorted);
}

/* spreads the three binary digits of a, so that two zeros follow each */
static iv spread(iv a) {
    return (a & 1) | (a & 2) << 2 | (a & 4) << 4;
}

/* sort key of a direction: its cell, of 8 x 8 x 8 in the cube -1 .. 1, in the order of an octree */
static iv way_of(fv3 d) {
    fv four = fv_all(3.9999f);
    iv x = iv_from(d.x * four + four), y = iv_from(d.y * four + four);
    iv z = iv_from(d.z * four + four);
    return (spread(x) | spread(y) << 1 | spread(z) << 2) & (KEYS - 1);
}

/* sort key of an item that was hit; nearby item numbers have different keys, also after low digits
 * are dropped */
static iv thing_of(iv item) {
    iv k = item - iv_all(TW_ITEM_GROUND);
    return (k << 4 | (k >> 5 & 15)) & (KEYS - 1);
}

static iv flags_of(const tw_path *q, int g) {
    return (q->lobes[g] & iv_all(LOBE)) | (q->mirrored[g] & iv_all(MIRRORED)) |
           (q->seen[g] & iv_all(SEEN)) | (q->alone[g] & iv_all(ALONE));
}

/* *l: the first lines (tw_wave_kept) of the paths q, whose rays now leave their vertices */
static void describe(const tw_path *q, tw_records *l) {
    for (int g = 0; g < TW_GROUPS; g++) {
        set3(l, TW_KEPT_O, g, q->ray.o[g]);
        set3(l, TW_KEPT_D, g, q->ray.d[g]);
        l->of[TW_KEPT_TIME][g] = q->ray.time[g];
        l->of[TW_KEPT_OWN][g] = (fv)q->ray.own[g];
        set3(l, TW_KEPT_WEIGHT, g, q->weight[g]);
        l->of[TW_KEPT_DENSITY][g] = q->density[g];
        l->of[TW_KEPT_BLUR][g] = q->blur[g];
        l->of[TW_KEPT_WAY][g] = q->way[g];
        l->of[TW_KEPT_FLAGS][g] = (fv)flags_of(q, g);
        l->of[TW_KEPT_FLAGS + 1][g] = fv_all(0);
    }
}

/* *l: the third lines (tw_wave_kept): albedo and light of the last vertex and, if `before`, of the
 * vertex before it */
static void describe_ends(const tw_path *q, bool before, tw_records *l) {
    for (int g = 0; g < TW_GROUPS; g++) {
        set3(l, TW_KEPT_LAST, g, q->last[g].albedo);
        set3(l, TW_KEPT_LAST + 3, g, q->last[g].light);
        set3(l, TW_KEPT_BEFORE, g, before ? q->before[g].albedo : f3_all(0, 0, 0));
        set3(l, TW_KEPT_BEFORE + 3, g, before ? q->before[g].light : f3_all(0, 0, 0));
        for (int k = TW_KEPT_BEFORE + 6; k < LINE; k++) l->of[k][g] = fv_all(0);
    }
}

void tw_wave_put(const tw_view *s, const tw_tile_points *points, const tw_path *q,
                 tw_wave_place *to) {
    tw_records l;
    int32_t at[TW_PACKET];
    to->rays = to->open = 0;
    for (int k = 0; k < 3; k++) to->sky[k] = 0;
    to->packet = points->packet;
    to->up = points->up;
    to->round = points->round;
    to->on = bits_of(q->ray.active);
    for (int i = 0; i < TW_PACKET; i++) {
        at[i] = i * PATH;
        memset(to->kept[i][MET], 0, sizeof to->kept[i][MET]);
        for (int k = 0; k < 3 && s->bounces <= 1; k++)
            to->kept[i][MET][TW_KEPT_GLOW + k] = (&q->own[i / TW_LANES].x)[k][i % TW_LANES];
    }
    describe(q, &l);
    tw_put_lines(to->kept[0][RAY], at, to->on, &l);
    if (s->bounces > 1) return;
    describe_ends(q, false, &l);
    tw_put_lines(to->kept[0][ENDS], at, to->on, &l);
}

fv3 tw_wave_light(const tw_wave_place *a, int g) {
    const float *sum = a->kept[g * TW_LANES][MET] + TW_KEPT_SUM;
    iv at;
    for (int i = 0; i < TW_LANES; i++) at[i] = i * PATH;
    return f3(tw_pick(sum, at), tw_pick(sum + 1, at), tw_pick(sum + 2, at));
}

/* ---- rays ------------------------------------------------------------------------------------ */

/* *p: the next rays of the paths a; *l: set to their first lines */
static void take_rays(wave *w, const some *a, tw_records *l, tw_packet *p) {
    get(w, a, RAY, l);
    p->salt = w->of->salt = tw_scramble(w->of->salt + 1);
    for (int g = 0; g < TW_GROUPS; g++) {
        p->o[g] = line3(l, TW_KEPT_O, g);
        p->d[g] = line3(l, TW_KEPT_D, g);
        p->t[g] = fv_all(INFINITY);
        p->time[g] = l->of[TW_KEPT_TIME][g];
        p->own[g] = (iv)l->of[TW_KEPT_OWN][g];
        p->active[g] = a->on[g];
    }
}

/* For the paths `seen` of group g, whose rays hit nothing: adds the light of the sky to their
 * second lines *met, and counts the rays in their places. q: the rays; ray: their first lines */
static void add_sky(wave *w, const some *a, const tw_records *ray, tw_path *q, int g, iv seen,
                    tw_records *met) {
    const tw_view *s = w->view;
    if (!iv_any(seen)) return;
    q->weight[g] = line3(ray, TW_KEPT_WEIGHT, g);
    q->density[g] = ray->of[TW_KEPT_DENSITY][g];
    q->lobes[g] = flagged((iv)ray->of[TW_KEPT_FLAGS][g], LOBE);
    fv3 far = tw_path_far(s, q, g);
    bring(met, g, seen, tw_path_sky(s, q, g, far));
    if (s->bounces == 0) return;
    for (uint32_t bits = (uint32_t)iv_bits(seen); bits; bits &= bits - 1) {
        int lane = __builtin_ctz(bits);
        tw_wave_place *home = &w->of->place[a->place[g * TW_LANES + lane]];
        home->open++;
        home->sky[0] += far.x[lane];
        home->sky[1] += far.y[lane];
        home->sky[2] += far.z[lane];
    }
}

/* traces the continuing rays: those that hit nothing get the sky's light; hits are stored, and the
 * paths that hit something are listed in w->met */
static void meet_next(wave *w) {
    some a;
    tw_path q;
    tw_records ray, met;
    w->met.count = 0;
    for (int i = 0; i < w->going.count; i += TW_PACKET) {
        take(&w->going, i, &a);
        take_rays(w, &a, &ray, &q.ray);
        tw_nearest(w->view, &q.ray);
        get(w, &a, MET, &met);
        for (int g = 0; g < TW_GROUPS; g++) {
            iv out = a.on[g] & (q.ray.item[g] == iv_all(TW_ITEM_NONE));
            met.of[TW_KEPT_T][g] = q.ray.t[g];
            met.of[TW_KEPT_ITEM][g] = (fv)q.ray.item[g];
            met.of[TW_KEPT_PART][g] = (fv)q.ray.part[g];
            add_sky(w, &a, &ray, &q, g, out, &met);
            append(&w->met, &a, g, a.on[g] & ~out, thing_of(q.ray.item[g]));
        }
        put(w, &a, MET, a.on, &met);
    }
}

/* traces last rays from vertices at which no rays could be aimed at glowing solids: a ray that hits
 * such a solid brings its light. Rays that hit nothing stay active, for the sky */
static void seek_glow(wave *w, const tw_records *ray, tw_packet *p, tw_records *met) {
    const tw_view *s = w->view;
    tw_nearest(s, p);
    for (int g = 0; g < TW_GROUPS; g++) {
        iv out = p->item[g] == iv_all(TW_ITEM_NONE), on = p->active[g] & ~out;
        p->active[g] &= out;
        on &= ~(tw_glow_density(s, p, g) > fv_all(0));
        if (!iv_any(on)) continue;
        fv3 L = tw_glow_of(s, p->item[g], on);
        bring(met, g, on, f3_mul(L, line3(ray, TW_KEPT_WEIGHT, g)));
    }
}

/* traces the last rays of paths: those that hit nothing get the sky's light, those with the flag
 * ALONE also that of a glowing solid that they hit and at which no ray could be aimed; paths whose
 * ray hits something are listed in w->hidden */
static void look_for_sky(wave *w) {
    some a;
    tw_path q;
    tw_records ray, met;
    for (int i = 0; i < w->ending.count; i += TW_PACKET) {
        iv seek[TW_GROUPS], open[TW_GROUPS], any = iv_all(0);
        take(&w->ending, i, &a);
        take_rays(w, &a, &ray, &q.ray);
        for (int g = 0; g < TW_GROUPS; g++) {
            seek[g] = a.on[g] & flagged((iv)ray.of[TW_KEPT_FLAGS][g], ALONE);
            q.ray.active[g] &= ~seek[g];
            any |= seek[g];
        }
        if (tw_any_active(&q.ray)) tw_unoccluded(w->view, &q.ray);
        for (int g = 0; g < TW_GROUPS; g++) {
            open[g] = q.ray.active[g];
            q.ray.active[g] = seek[g];
        }
        get(w, &a, MET, &met);
        if (iv_any(any)) seek_glow(w, &ray, &q.ray, &met);
        for (int g = 0; g < TW_GROUPS; g++) {
            open[g] |= q.ray.active[g];
            add_sky(w, &a, &ray, &q, g, open[g], &met);
            append(&w->hidden, &a, g, a.on[g] & ~open[g], iv_all(0));
        }
        put(w, &a, MET, a.on, &met);
    }
}

/* ---- ends ------------------------------------------------------------------------------------ */

/* *to: packet, round and lane whose sample points each of the paths takes */
static void take_points(const wave *w, const some *a, tw_lane_points *to) {
    const tw_wave_place *place = w->of->place;
    for (int g = 0; g < TW_GROUPS; g++) {
        to->packet[g] = (uv)tw_pick(&place->packet, a->home[g]);
        to->up[g] = (uv)tw_pick(&place->up, a->home[g]);
        to->round[g] = (uv)tw_pick(&place->round, a->home[g]);
        to->lane[g] = (uv)(a->path[g] & (TW_PACKET - 1));
    }
}

/* Splits w->going into paths that go on and w->ending. Paths whose ray was drawn from a lobe go on
 * for at most FURTHER vertices beyond `bounces`; of the others a random share s->further goes on,
 * marked by the flag TRIAL. */
static void end_paths(wave *w) {
    const tw_view *s = w->view;
    /* w->met is empty at this time, and serves as memory for a copy of w->going */
    list *all = &w->met;
    turn at = turn_of(w->depth);
    bool may = s->bounces > 0 && w->depth - s->bounces < FURTHER, chance = may && s->further > 0;
    all->count = w->going.count;
    memcpy(all->path, w->going.path, (size_t)all->count * sizeof *all->path);
    w->going.count = 0;
    for (int i = 0; i < all->count; i += TW_PACKET) {
        some a;
        tw_records ray;
        tw_lane_points points;
        fv u[TW_GROUPS], unused[TW_GROUPS];
        take(all, i, &a);
        get(w, &a, RAY, &ray);
        if (chance) {
            take_points(w, &a, &points);
            w->points->of = &points;
            tw_points(w->points, at.dim + 2, at.salt + 1, u, unused);
            w->points->of = NULL;
        }
        for (int g = 0; g < TW_GROUPS; g++) {
            iv flags = (iv)ray.of[TW_KEPT_FLAGS][g], on = iv_all(0), trial = on;
            if (may) on = a.on[g] & flagged(flags, MIRRORED);
            if (chance) trial = a.on[g] & ~on & (u[g] < fv_all(s->further));
            ray.of[TW_KEPT_FLAGS][g] = (fv)((flags & ~iv_all(TRIAL)) | (trial & iv_all(TRIAL)));
            on |= trial;
            append(&w->going, &a, g, on, iv_all(0));
            append(&w->ending, &a, g, a.on[g] & ~on, iv_all(0));
        }
        if (chance) put(w, &a, RAY, a.on, &ray);
    }
}

static fv of_place(const some *a, int g, const float *number) {
    return tw_pick(number, a->home[g]);
}

/* Estimated light L along the last ray of a path that ends at something, by the equation at the top
 * of this file, in which r1, d1 belong to the vertex before the last. Its denominator 1 - r1 r2 b^2
 * is taken as at least 0.05, since in a closed white room it would be 0 */
static fv3 the_rest(const wave *w, const some *a, const tw_records *ends, int g) {
    const tw_wave_place *p = w->of->place;
    fv3 last = line3(ends, TW_KEPT_LAST, g), before = line3(ends, TW_KEPT_BEFORE, g);
    fv one = fv_all(1), least = fv_all(0.05f), k = one / of_place(a, g, &p->rays);
    fv things = one - of_place(a, g, &p->open) * k;
    fv3 up = f3(of_place(a, g, &p->sky[0]), of_place(a, g, &p->sky[1]), of_place(a, g, &p->sky[2]));
    up = f3_scale(up, k);
    fv3 L = f3_add(f3_mul(last, up), line3(ends, TW_KEPT_LAST + 3, g));
    L = f3_add(up, f3_scale(L, things));
    L = f3_add(line3(ends, TW_KEPT_BEFORE + 3, g), f3_mul(before, L));
    fv3 around = f3_scale(f3_mul(last, before), things * things);
    return f3(L.x / fv_max(one - around.x, least), L.y / fv_max(one - around.y, least),
              L.z / fv_max(one - around.z, least));
}

/* Adds the estimate of the_rest to paths whose last ray met something. Let p = s->further be the
 * share of paths on trial. A path that ended takes the estimate E; a path on trial stands for 1/p
 * paths and takes E (1 - 1/p) plus 1/p times the light that it still finds. So the mean is that of
 * the light found, and a better E gives less noise. E must be the same for both kinds of paths, so
 * it is made from all rays of the place. */
static void add_the_rest(wave *w, list *of, bool goes_on) {
    const tw_view *s = w->view;
    fv more = fv_all(s->further > 0 ? 1 / s->further : 1), one = fv_all(1);
    some a;
    tw_records ray, met, ends;
    for (int i = 0; i < of->count; i += TW_PACKET) {
        take(of, i, &a);
        get(w, &a, RAY, &ray);
        get(w, &a, MET, &met);
        get(w, &a, ENDS, &ends);
        for (int g = 0; g < TW_GROUPS; g++) {
            iv on = a.on[g];
            if (goes_on) on &= flagged((iv)ray.of[TW_KEPT_FLAGS][g], TRIAL);
            if (!iv_any(on)) continue;
            fv3 L = the_rest(w, &a, &ends, g), weight = line3(&ray, TW_KEPT_WEIGHT, g);
            /* at `normal` the light of glowing solids at the last vertex was counted at the vertex
             * before already */
            if (!(s->further > 0)) L = f3_sub(L, line3(&met, TW_KEPT_GLOW_BEFORE, g));
            L = f3_mul(L, weight);
            bring(&met, g, on, goes_on ? f3_scale(L, one - more) : L);
            weight = f3_select(on, f3_scale(weight, more), weight);
            set3(&ray, TW_KEPT_WEIGHT, g, weight);
        }
        put(w, &a, MET, a.on, &met);
        if (goes_on) put(w, &a, RAY, a.on, &ray);
    }
}

/* ---- vertices -------------------------------------------------------------------------------- */

/* *q: the paths, with the hits of their rays; the light of the new vertices is not computed yet.
 * *met: set to their second lines */
static void take_paths(wave *w, const some *a, tw_path *q, tw_records *met) {
    tw_records ray, ends;
    bool tail = w->depth + 1 >= w->view->bounces;
    fv3 none = f3_all(0, 0, 0);
    take_rays(w, a, &ray, &q->ray);
    get(w, a, MET, met);
    if (tail) get(w, a, ENDS, &ends);
    q->lit = NULL;
    /* unlike the first vertices, these may lie anywhere, not only on the ground that the tile shows
     */
    q->over = NULL;
    for (int g = 0; g < TW_GROUPS; g++) {
        q->ray.t[g] = met->of[TW_KEPT_T][g];
        q->ray.item[g] = (iv)met->of[TW_KEPT_ITEM][g];
        q->ray.part[g] = (iv)met->of[TW_KEPT_PART][g];
        q->sum[g] = line3(met, TW_KEPT_SUM, g);
        q->own[g] = line3(met, TW_KEPT_GLOW, g);
        q->weight[g] = line3(&ray, TW_KEPT_WEIGHT, g);
        q->density[g] = ray.of[TW_KEPT_DENSITY][g];
        q->blur[g] = ray.of[TW_KEPT_BLUR][g];
        q->way[g] = ray.of[TW_KEPT_WAY][g];
        q->seen[g] = flagged((iv)ray.of[TW_KEPT_FLAGS][g], SEEN);
        q->lobes[g] = q->mirrored[g] = iv_all(0);
        q->last[g].albedo = tail ? line3(&ends, TW_KEPT_LAST, g) : none;
        q->last[g].light = tail ? line3(&ends, TW_KEPT_LAST + 3, g) : none;
    }
}

/* stores the state of the paths q, whose newest vertices have the number `depth` */
static void put_paths(wave *w, const some *a, const tw_path *q, int depth, tw_records *met) {
    tw_records l;
    int bounces = w->view->bounces;
    for (int g = 0; g < TW_GROUPS; g++) {
        set3(met, TW_KEPT_SUM, g, q->sum[g]);
        if (bounces == 0) continue;
        set3(met, TW_KEPT_GLOW, g, q->own[g]);
        set3(met, TW_KEPT_GLOW_BEFORE, g, q->own_before[g]);
    }
    put(w, a, MET, a->on, met);
    describe(q, &l);
    put(w, a, RAY, q->ray.active, &l);
    if (depth < bounces - 1 || bounces == 0) return;
    describe_ends(q, true, &l);
    put(w, a, ENDS, q->ray.active, &l);
}

/* adds the light at the vertices of the paths listed in w->met, and lists in w->going those of them
 * that get a continuing ray */
static void light_vertices(wave *w) {
    int depth = w->depth + 1;
    w->going.count = 0;
    for (int i = 0; i < w->met.count; i += TW_PACKET) {
        some a;
        tw_path q;
        tw_records met;
        tw_lane_points points;
        fv3 sum[TW_GROUPS];
        q.sum = sum;
        take(&w->met, i, &a);
        take_paths(w, &a, &q, &met);
        take_points(w, &a, &points);
        w->points->of = &points;
        tw_path_meet(w->view, w->points, &q, depth, fv_all(0.05f));
        w->points->of = NULL;
        put_paths(w, &a, &q, depth, &met);
        for (int g = 0; g < TW_GROUPS; g++)
            append(&w->going, &a, g, q.ray.active[g], way_of(q.ray.d[g]));
    }
}

/* fills the list w->going with the paths of all places */
static void begin(wave *w) {
    list *to = &w->going;
    to->count = 0;
    for (int i = 0; i < w->of->places; i++) {
        tw_wave_place *place = &w->of->place[i];
        place->rays += (float)__builtin_popcount(place->on);
        for (uint32_t bits = place->on; bits; bits &= bits - 1)
            to->path[to->count++] = i * TW_PACKET + __builtin_ctz(bits);
    }
    for (int i = 0; i < to->count; i += TW_PACKET) {
        some a;
        tw_records ray;
        take(to, i, &a);
        get(w, &a, RAY, &ray);
        for (int g = 0; g < TW_GROUPS; g++) {
            iv key = way_of(line3(&ray, TW_KEPT_D, g));
            memcpy(to->key + i + g * TW_LANES, &key, sizeof key);
        }
    }
}

void tw_wave_run(const tw_view *s, tw_tile_points *points, tw_wave *of) {
    wave w; /* not initialised: it is large, and its lists are filled from the front */
    w.view = s;
    w.points = points;
    w.of = of;
    begin(&w);
    for (w.depth = 0; w.going.count > 0; w.depth++) {
        bool tail = w.depth >= s->bounces;
        for (int i = 0; w.depth > 0 && i < w.going.count; i++)
            of->place[w.going.path[i] / TW_PACKET].rays++;
        w.ending.count = w.hidden.count = 0;
        sort(&w.going);
        if (tail) {
            end_paths(&w);
            look_for_sky(&w);
        }
        meet_next(&w);
        if (tail && s->bounces > 0) {
            add_the_rest(&w, &w.hidden, false);
            if (s->further > 0) add_the_rest(&w, &w.met, true);
        }
        sort(&w.met);
        light_vertices(&w);
    }
}
