/*
 * Layers of numbers about the first hits of the camera's rays; see collect.h and docs/layers.md.
 *
 * The rays are the first ones of the picture: 16 per pixel, 64 at `fine` and `final`. Normal and
 * colour are means over all rays that hit something. Depth, position and motion are means over the
 * rays that hit the thing which covers most of the pixel: a mean over two things would be a place
 * between them, where nothing is. All sums are taken ray by ray in one order, so they do not depend
 * on the number of lanes.
 */
#include "picture/layers/collect.h"

#include "picture/layers/crypto.h"
#include "picture/rays/scene.h"
#include "picture/rays/surface.h"

#include <stdlib.h>
#include <string.h>

enum { THINGS = 64 }; /* greatest number of rays of a pixel, and so of things that it shows */

typedef struct job {
    const tw_view *view;
    /* view in which poses are those at the two ends of the interval over which motion is measured;
     * often the same as `view` */
    const tw_view *moved;
    const uint32_t *id; /* [solids] id of each solid (crypto.h): the bits of a float */
    uint32_t ground;    /* id of the ground: the bits of a float */
    const tw_picture_options *options;
    tw_image *image;
    /* memory in which each thread lists the solids that rays of its tile may hit; room for solids +
     * 1 per thread */
    int32_t *list;
    /* factor from motion over the exposure to motion from frame to frame; 0: motion is unknown */
    float rate;
    atomic_bool stopped;
} job;

/* sums over the rays of a pixel that hit one thing */
typedef struct thing {
    int item, rays;
    float depth, x[3], motion[2];
} thing;

typedef struct pixel {
    thing thing[THINGS];
    int things, rays, met;
    /* sums over the rays; away: motion of the background, over the rays that hit nothing */
    float normal[3], albedo[3], away[2];
} pixel;

/* 16 rays, and the surfaces that they hit */
typedef struct sight {
    tw_packet ray;
    tw_surface at[TW_GROUPS];
    fv depth[TW_GROUPS], right[TW_GROUPS], above[TW_GROUPS];
} sight;

/* ---- one packet ---------------------------------------------------------------------------- */

/* place o and axes f, r, u of the eye at each lane's time */
static void eye_at(const tw_eye *e, fv time, fv3 *o, fv3 *f, fv3 *r, fv3 *u) {
    *o = f3_all(0, 0, 0);
    *f = f3_all(e->f[0], e->f[1], e->f[2]);
    *r = f3_all(e->r[0], e->r[1], e->r[2]);
    *u = f3_all(e->u[0], e->u[1], e->u[2]);
    if (e->pose_count) tw_eye_at(e, time, o, f, r, u);
}

/* Projects the places x (for lanes `far`, the directions x). *right, *above: place in the picture,
 * pixels from its middle; *before: mask of the lanes whose place is in front of the eye. */
static void project(const tw_eye *e, fv time, fv3 x, iv far, fv *right, fv *above, iv *before) {
    fv3 o, f, r, u;
    eye_at(e, time, &o, &f, &r, &u);
    fv3 v = f3_select(far, x, f3_sub(x, o));
    fv z = f3_dot(v, f), one = fv_all(1);
    /* in the parallel projection a direction has no place in the picture, so the background counts
     * as not moving */
    *before = e->parallel ? ~far : z > fv_all(1e-6f);
    z = e->parallel ? one : fv_select(*before, z, one);
    *right = f3_dot(v, r) / (f3_dot(r, r) * z) * fv_all(0.5f * (float)e->width);
    *above = f3_dot(v, u) / (f3_dot(u, u) * z) * fv_all(0.5f * (float)e->height);
}

/* Motion of points fixed to solid `item` that are at the places x at `time`, for lanes `on`: *from:
 * their places at the beginning of the exposure, *to: at its end */
static void carry(const job *j, int item, iv on, fv time, fv3 x, fv3 *from, fv3 *to) {
    fv3 c, r[3];
    tw_solid_pose(j->view, &j->view->solid[item], time, &c, r);
    fv3 w = f3_sub(x, c);
    fv3 y = f3_add(f3_add(f3_scale(r[0], w.x), f3_scale(r[1], w.y)), f3_scale(r[2], w.z));
    for (int end = 0; end < 2; end++) {
        fv3 *out = end ? to : from;
        tw_solid_pose(j->moved, &j->moved->solid[item], fv_all((float)end), &c, r);
        fv3 at = f3_add(c, f3(f3_dot(r[0], y), f3_dot(r[1], y), f3_dot(r[2], y)));
        *out = f3_select(on, at, *out);
    }
}

static void measure_motion(const job *j, sight *s, int g) {
    const tw_eye *e = &j->moved->eye;
    iv far = s->ray.item[g] == iv_all(TW_ITEM_NONE), left = s->ray.item[g] >= iv_all(0), a, b;
    fv3 x = f3_select(far, s->ray.d[g], s->at[g].x), from = x, to = x;
    while (iv_any(left)) {
        int lane = 0;
        while (!left[lane]) lane++;
        int item = s->ray.item[g][lane];
        iv on = left & (s->ray.item[g] == iv_all(item));
        left &= ~on;
        if (j->moved->solid[item].moving) carry(j, item, on, s->ray.time[g], x, &from, &to);
    }
    fv r0, r1, u0, u1, rate = fv_all(j->rate), zero = fv_all(0);
    project(e, zero, from, far, &r0, &u0, &a);
    project(e, fv_all(1), to, far, &r1, &u1, &b);
    s->right[g] = fv_select(a & b, (r1 - r0) * rate, zero);
    s->above[g] = fv_select(a & b, (u1 - u0) * rate, zero);
}

static void look(const job *j, tw_tile_points *points, const int32_t *list, int count, int x, int y,
                 sight *s) {
    const tw_view *v = j->view;
    tw_aim_pixel(v, points, x, y, &s->ray);
    tw_nearest_of(v, &s->ray, list, count);
    for (int g = 0; g < TW_GROUPS; g++) {
        fv3 o, f, r, u;
        s->ray.active[g] = s->ray.item[g] != iv_all(TW_ITEM_NONE);
        tw_surface_of(v, &s->ray, g, fv_all(v->eye.pixel * 0.5f), &s->at[g]);
        eye_at(&v->eye, s->ray.time[g], &o, &f, &r, &u);
        s->depth[g] = f3_dot(f3_sub(s->at[g].x, o), f);
        s->right[g] = s->above[g] = fv_all(0);
        if (j->rate > 0) measure_motion(j, s, g);
    }
}

/* ---- one pixel ----------------------------------------------------------------------------- */

static thing *thing_of(pixel *p, int item) {
    for (int i = 0; i < p->things; i++)
        if (p->thing[i].item == item) return &p->thing[i];
    thing *t = &p->thing[p->things++];
    *t = (thing){.item = item};
    return t;
}

static void add_three(float *to, const fv3 *from, int lane) {
    to[0] += from->x[lane];
    to[1] += from->y[lane];
    to[2] += from->z[lane];
}

static void add(const sight *s, pixel *p) {
    p->rays += TW_PACKET;
    for (int i = 0; i < TW_PACKET; i++) {
        int g = i / TW_LANES, lane = i % TW_LANES, item = s->ray.item[g][lane];
        if (item == TW_ITEM_NONE) {
            p->away[0] += s->right[g][lane];
            p->away[1] += s->above[g][lane];
            continue;
        }
        thing *t = thing_of(p, item);
        p->met++;
        t->rays++;
        t->depth += s->depth[g][lane];
        t->motion[0] += s->right[g][lane];
        t->motion[1] += s->above[g][lane];
        add_three(t->x, &s->at[g].x, lane);
        add_three(p->normal, &s->at[g].n, lane);
        add_three(p->albedo, &s->at[g].color, lane);
    }
}

/* order for qsort: by falling share of the pixel, of equal ones the nearer and then the lower item
 * first */
static int by_share(const void *a, const void *b) {
    const thing *x = a, *y = b;
    float near = x->depth * (float)y->rays - y->depth * (float)x->rays;
    if (x->rays != y->rays) return x->rays > y->rays ? -1 : 1;
    if (near < 0 || near > 0) return near < 0 ? -1 : 1;
    return (x->item > y->item) - (x->item < y->item);
}

static uint32_t id_of(const job *j, int item) {
    return item == TW_ITEM_GROUND ? j->ground : j->id[item];
}

/* Lists the ids of the things that a pixel shows, and the numbers of their rays, by falling number;
 * things of the same id (pieces of a body, bodies of one name) count together. Returns the number
 * of ids. */
static int ranks(const job *j, const pixel *p, uint32_t *id, int *rays) {
    int n = 0;
    for (int i = 0; i < p->things; i++) {
        uint32_t own = id_of(j, p->thing[i].item);
        int k = 0;
        while (k < n && id[k] != own) k++;
        if (k == n) id[n] = own, rays[n++] = 0;
        rays[k] += p->thing[i].rays;
    }
    /* insertion sort by falling number of rays, which keeps the order of equal ones */
    for (int i = 1; i < n; i++)
        for (int k = i; k > 0 && rays[k] > rays[k - 1]; k--) {
            int r = rays[k];
            uint32_t own = id[k];
            rays[k] = rays[k - 1], id[k] = id[k - 1];
            rays[k - 1] = r, id[k - 1] = own;
        }
    return n;
}

static void put_ranks(const job *j, const pixel *p, float *to) {
    uint32_t id[THINGS];
    int rays[THINGS], n = ranks(j, p, id, rays);
    for (int i = 0; i < n && i < TW_EXTRA_RANKS; i++) {
        memcpy(&to[2 * i], &id[i], sizeof *to);
        to[2 * i + 1] = (float)rays[i] / (float)p->rays;
    }
}

static void put_three(float *to, const float *from, float k) {
    for (int i = 0; i < 3; i++) to[i] = from[i] * k;
}

/* writes the layers of the pixel to its floats `to` */
static void put(const job *j, pixel *p, float *to) {
    unsigned which = j->image->extras.which;
    memset(to, 0, (size_t)tw_extras_floats(which) * sizeof *to);
    qsort(p->thing, (size_t)p->things, sizeof *p->thing, by_share);
    const thing *t = &p->thing[0];
    float k = p->met ? 1 / (float)p->met : 0, one = p->met ? 1 / (float)t->rays : 0;
    vec3 eye = j->view->origin;
    if (which & TW_EXTRA_DEPTH)
        to[tw_extras_at(which, TW_EXTRA_DEPTH)] = p->met ? t->depth * one : TW_EXTRA_FAR;
    if (which & TW_EXTRA_NORMAL) put_three(to + tw_extras_at(which, TW_EXTRA_NORMAL), p->normal, k);
    if (which & TW_EXTRA_ALBEDO) put_three(to + tw_extras_at(which, TW_EXTRA_ALBEDO), p->albedo, k);
    if (which & TW_EXTRA_POSITION && p->met) {
        float *x = to + tw_extras_at(which, TW_EXTRA_POSITION);
        x[0] = (float)(eye.x + (double)(t->x[0] * one));
        x[1] = (float)(eye.y + (double)(t->x[1] * one));
        x[2] = (float)(eye.z + (double)(t->x[2] * one));
    }
    if (which & TW_EXTRA_MOTION) {
        float *m = to + tw_extras_at(which, TW_EXTRA_MOTION), all = 1 / (float)p->rays;
        for (int i = 0; i < 2; i++) m[i] = p->met ? t->motion[i] * one : p->away[i] * all;
    }
    if (which & TW_EXTRA_ID) put_ranks(j, p, to + tw_extras_at(which, TW_EXTRA_ID));
}

/* ---- tiles --------------------------------------------------------------------------------- */

/* packets per round and rounds, as in the first pass of the picture at this quality (tile.c);
 * together at most THINGS rays per pixel */
static const struct {
    uint32_t rounds, packets;
} efforts[] = {
    [TW_QUALITY_NORMAL] = {1, 1}, [TW_QUALITY_FINE] = {4, 1}, [TW_QUALITY_FINAL] = {1, 4}};

static void draw_tile(const job *j, int index, int32_t *list) {
    const tw_view *s = j->view;
    tw_image *image = j->image;
    bool final = j->options->quality == TW_QUALITY_FINAL;
    uint32_t rounds = efforts[j->options->quality].rounds;
    uint32_t packets = efforts[j->options->quality].packets;
    int x0, y0;
    tw_tile_corner(image->width, index, &x0, &y0);
    uint32_t seed = tw_scramble((uint32_t)(y0 / TW_TILE) * 0x10001u + (uint32_t)(x0 / TW_TILE));
    tw_beam beam;
    tw_tile_points points;
    sight seen;
    pixel p;
    size_t floats = (size_t)tw_extras_floats(image->extras.which);
    tw_tile_points_begin(&points, &s->pattern, final ? 5 : 4, seed);
    points.fine = 8;
    points.first = final ? 2 : 0;
    tw_block_beam(s, x0, y0, x0 + TW_TILE, y0 + TW_TILE, &beam);
    int count = tw_tree_beam(s, &beam, list);
    for (uint32_t i = 0; i < TW_TILE * TW_TILE; i++) {
        int x = x0 + tw_tile_x(i), y = y0 + tw_tile_y(i);
        if (x >= image->width || y >= image->height) continue;
        p.things = p.rays = p.met = 0;
        memset(p.normal, 0, sizeof p.normal);
        memset(p.albedo, 0, sizeof p.albedo);
        memset(p.away, 0, sizeof p.away);
        for (uint32_t k = 0; k < rounds * packets; k++) {
            points.round = k / packets;
            points.packet = i * packets + k % packets;
            look(j, &points, list, count, x, y, &seen);
            add(&seen, &p);
        }
        size_t at = (size_t)y * (size_t)image->width + (size_t)x;
        put(j, &p, image->extras.pixel + at * floats);
    }
}

static void tile_job(void *context, int index, int thread) {
    job *j = context;
    if (tw_picture_stops(j->options, &j->stopped)) return;
    draw_tile(j, index, j->list + (size_t)thread * (size_t)j->view->solid_count + 1);
}

static uint32_t *make_ids(const tw_view *s) {
    uint32_t *id = malloc((size_t)(s->solid_count + 1) * sizeof *id);
    char *own;
    for (int i = 0; id && i < s->solid_count; i++) {
        const char *name = tw_crypto_name(&s->frame->item[s->solid[i].item], &own);
        if (!name) {
            free(id);
            return NULL;
        }
        id[i] = tw_crypto_id(name);
        free(own);
    }
    return id;
}

static tw_status draw_tiles(job *j, tw_team *team) {
    int threads = team ? tw_team_threads(team) : 1;
    int tiles = tw_tile_count(j->image->width, j->image->height);
    size_t solids = (size_t)j->view->solid_count + 1;
    uint32_t *id = make_ids(j->view);
    j->list = malloc((size_t)threads * solids * sizeof *j->list);
    j->id = id;
    j->ground = tw_crypto_id(tw_crypto_ground);
    tw_status s = id && j->list ? TW_OK : tw_fail_memory();
    if (s == TW_OK && team) tw_team_run(team, tiles, tile_job, j);
    if (s == TW_OK && !team)
        for (int i = 0; i < tiles; i++) tile_job(j, i, 0);
    free(id);
    free(j->list);
    /* The order to stop may have come to another thread's poll, whose error message is kept for
     * that thread: polling again sets the message of this thread, too. */
    return s == TW_OK && j->stopped ? tw_poll_ask(j->options->poll) : s;
}

tw_status tw_collect(const tw_frame *frame, const tw_picture_options *options, tw_team *team,
                     tw_image *image) {
    /* on the heap: a view is too large for the stack of a thread, because it holds the sample
     * pattern */
    tw_view *view = calloc(2, sizeof *view), *moved = view;
    if (!view) return tw_fail_memory();
    job j = {.view = view, .options = options, .image = image};
    if (image->extras.which & TW_EXTRA_MOTION && frame->shutter > 0)
        j.rate = (float)(1 / frame->shutter);
    tw_status st = tw_view_make(frame, options, view);
    if (st == TW_OK && j.rate > 0 && frame->sharp) {
        tw_frame blurred = *frame;
        blurred.sharp = false;
        st = tw_view_make(&blurred, options, ++moved);
    }
    j.moved = moved;
    if (st == TW_OK) st = draw_tiles(&j, team);
    tw_view_free(&view[0]);
    tw_view_free(&view[1]);
    free(view);
    return st;
}
