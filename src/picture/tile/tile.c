/*
 * One tile of the picture: its packets in the order of the sample points' quadtree. A packet is 16
 * samples of a pixel. More packets follow where the filter would leave noise (efforts).
 */
#include "picture/again/wake.h"
#include "picture/filter/filter.h"
#include "picture/rays/scene.h"
#include "picture/tile/open.h"
#include "picture/tile/quarter.h"

#include <stdlib.h>
#include <string.h>

enum { TILE = TW_TILE, NEAR = 64 };

/* the number made of every other binary digit of i, from digit `shift` on. If i is the position of
 * a pixel along the tile's quadtree order, it is the pixel's column (shift 0) or row (shift 1) */
static int deinterleave(uint32_t i, int shift) {
    int r = 0;
    for (int k = 0; 1 << k < TILE; k++) r |= (int)(i >> (2 * k + shift) & 1) << k;
    return r;
}

int tw_tile_x(uint32_t i) {
    return deinterleave(i, 0);
}

int tw_tile_y(uint32_t i) {
    return deinterleave(i, 1);
}

/* *p: camera rays through the points (x, y) of the picture, in pixels, over lens and exposure */
static void aim(const tw_view *s, tw_tile_points *points, const fv *x, const fv *y, tw_packet *p) {
    const tw_eye *e = &s->eye;
    fv3 f = f3_all(e->f[0], e->f[1], e->f[2]), r = f3_all(e->r[0], e->r[1], e->r[2]);
    fv3 u = f3_all(e->u[0], e->u[1], e->u[2]);
    fv kx = fv_all(2 / (float)e->width), ky = fv_all(2 / (float)e->height), one = fv_all(1);
    fv lu[TW_GROUPS], lv_[TW_GROUPS], time[TW_GROUPS], unused[TW_GROUPS];
    if (e->lens > 0) tw_points(points, TW_DIM_LENS, 0, lu, lv_);
    if (s->moving) tw_points(points, TW_DIM_TIME, 0, time, unused);
    for (int g = 0; g < TW_GROUPS; g++) {
        fv3 from = f3_all(0, 0, 0), o, d;
        if (e->pose_count) tw_eye_at(e, time[g], &from, &f, &r, &u);
        tw_eye_rays(e, x[g] * kx - one, one - y[g] * ky, f, r, u, &o, &d);
        if (e->lens > 0) {
            /* all rays through one point of the picture meet in the plane of focus */
            fv a, b;
            tw_disc(lu[g], lv_[g], &a, &b);
            fv3 ru = f3_normalized(r), uu = f3_normalized(u);
            fv lens = fv_all(e->lens);
            fv3 shift = f3_add(f3_scale(ru, a * lens), f3_scale(uu, b * lens));
            d = f3_sub(f3_scale(d, fv_all(e->focus)), shift);
            o = e->parallel ? f3_add(o, shift) : shift;
        }
        p->o[g] = e->pose_count ? f3_add(from, o) : o;
        p->d[g] = f3_normalized(d);
        p->t[g] = fv_all(INFINITY);
        p->time[g] = s->moving ? time[g] : fv_all(0);
        p->active[g] = iv_all(-1);
        p->own[g] = iv_all(TW_ITEM_NONE);
    }
}

/* planes of *beam for parallel rays: the prism over the block's sides, extended over all positions
 * of the eye; beam->wide if the eye turns, since no prism bounds its rays */
static void make_prism(const tw_eye *e, const double *x, const double *y, tw_beam *beam) {
    vec3 f = v3_load(e->forward), side[2] = {v3_load(e->right), v3_load(e->up)};
    beam->prism = true;
    beam->wide = false;
    for (int i = 0; i < 4; i++) {
        vec3 n = v3_scale(v3_normalized(side[i / 2]), i % 2 ? -1 : 1);
        double in = -INFINITY;
        for (int c = 1; c < 5; c++) {
            double a = 2 * x[c] / e->width - 1, b = 1 - 2 * y[c] / e->height;
            vec3 o, d;
            tw_eye_ray(e, a, b, &o, &d);
            if (!e->pose_count) in = fmax(in, -v3_dot(n, o));
            for (int k = 0; k < e->pose_count; k++) {
                const float *v = e->pose[k].v;
                vec3 p[4];
                for (int j = 0; j < 4; j++)
                    p[j] = v3((double)v[3 * j], (double)v[3 * j + 1], (double)v[3 * j + 2]);
                beam->wide |= v3_dot(p[1], f) < 1 - 1e-12;
                o = v3_madd(v3_madd(p[0], a, p[2]), b, p[3]);
                in = fmax(in, -v3_dot(n, o));
            }
        }
        beam->plane[i][0] = (float)n.x;
        beam->plane[i][1] = (float)n.y;
        beam->plane[i][2] = (float)n.z;
        beam->inside[i] = (float)in;
    }
}

/* for a moving eye: cone of *beam about `axis` that contains the corners' directions at all poses
 * and between them; the test against it allows for the eye's path (tree.c) */
static void widen(const tw_eye *e, const double *x, const double *y, vec3 axis, tw_beam *beam) {
    double least = 1;
    for (int k = 0; k < e->pose_count; k++) {
        const float *v = e->pose[k].v;
        vec3 f = v3((double)v[3], (double)v[4], (double)v[5]);
        vec3 r = v3((double)v[6], (double)v[7], (double)v[8]);
        vec3 u = v3((double)v[9], (double)v[10], (double)v[11]);
        for (int i = 0; i < 5; i++) {
            double a = 2 * x[i] / e->width - 1, b = 1 - 2 * y[i] / e->height;
            vec3 d = v3_normalized(v3_madd(v3_madd(f, a, r), b, u));
            least = fmin(least, v3_dot(d, axis));
        }
    }
    least -= 1e-6;
    beam->wide = !(least > 0.05);
    beam->cosine = (float)least;
    beam->sine = (float)sqrt(1 - least * least);
    for (int i = 0; i < 12; i++) beam->plane[i / 3][i % 3] = 0;
}

/* *beam: bounds of the camera rays through a block of pixels: a cone about its centre's direction,
 * and the planes of its sides */
void tw_block_beam(const tw_view *s, double x0, double y0, double x1, double y1, tw_beam *beam) {
    const tw_eye *e = &s->eye;
    double x[5] = {(x0 + x1) / 2, x0, x1, x0, x1}, y[5] = {(y0 + y1) / 2, y0, y0, y1, y1};
    vec3 d[5];
    double least = 1;
    beam->prism = false;
    for (int i = 0; i < 4; i++) beam->inside[i] = 0;
    if (e->parallel) {
        make_prism(e, x, y, beam);
        return;
    }
    for (int i = 0; i < 5; i++) {
        double a = 2 * x[i] / e->width - 1, b = 1 - 2 * y[i] / e->height;
        d[i] = v3_madd(v3_madd(v3_load(e->forward), a, v3_load(e->right)), b, v3_load(e->up));
        d[i] = v3_normalized(d[i]);
        least = fmin(least, v3_dot(d[i], d[0]));
    }
    least -= 1e-6;
    beam->axis[0] = (float)d[0].x;
    beam->axis[1] = (float)d[0].y;
    beam->axis[2] = (float)d[0].z;
    beam->cosine = (float)least;
    beam->sine = (float)sqrt(1 - least * least);
    beam->wide = false;
    if (e->pose_count) {
        widen(e, x, y, d[0], beam);
        return;
    }
    static const int side[4][2] = {{1, 2}, {3, 4}, {1, 3}, {2, 4}};
    for (int i = 0; i < 4; i++) {
        vec3 n = v3_normalized(v3_cross(d[side[i][0]], d[side[i][1]]));
        if (v3_dot(n, d[0]) < 0) n = v3_scale(n, -1);
        beam->plane[i][0] = (float)n.x;
        beam->plane[i][1] = (float)n.y;
        beam->plane[i][2] = (float)n.z;
    }
}

/* *p: camera rays through the pixels (x, y) of the picture, a pixel per lane */
static void aim_at(const tw_view *s, tw_tile_points *points, const fv *x, const fv *y,
                   tw_packet *p) {
    fv u[TW_GROUPS], v[TW_GROUPS];
    tw_points(points, TW_DIM_PIXEL, 0, u, v);
    for (int g = 0; g < TW_GROUPS; g++) {
        u[g] += x[g];
        v[g] += y[g];
    }
    aim(s, points, u, v, p);
    uint32_t packet = points->packet + points->round * 0x3c6ef372u;
    p->salt = tw_scramble(points->seed ^ packet * 0x9e3779b9u);
}

void tw_aim_pixel(const tw_view *s, tw_tile_points *points, int x, int y, tw_packet *p) {
    fv u[TW_GROUPS], v[TW_GROUPS];
    for (int g = 0; g < TW_GROUPS; g++) {
        u[g] = fv_all((float)x);
        v[g] = fv_all((float)y);
    }
    aim_at(s, points, u, v, p);
}

void tw_aim_four(const tw_view *s, tw_tile_points *points, int x, int y, tw_packet *p) {
    fv u[TW_GROUPS], v[TW_GROUPS];
    for (int g = 0; g < TW_GROUPS; g++)
        for (int i = 0; i < TW_LANES; i++) {
            u[g][i] = (float)(x + (i & 1));
            v[g][i] = (float)(y + (i >> 1 & 1));
        }
    aim_at(s, points, u, v, p);
}

/* adds the 16 samples of pixel (x, y), which shows plain ground, to *to */
static void draw_plain_pixel(const tw_view *s, tw_tile_points *points, int x, int y,
                             const tw_tile *tile, tw_pixel *to) {
    tw_packet p;
    fv3 L[TW_GROUPS], d[TW_GROUPS];
    iv blocked[TW_GROUPS];
    const tw_rgbf *c = &tile->ground;
    static const tw_quad none[3];
    tw_quad four = {4, 4, 4, 4}, light[3] = {four * c->r, four * c->g, four * c->b};
    if (tw_ground_blocked(tile, points, d, blocked)) {
        tw_aim_pixel(s, points, x, y, &p);
        tw_trace_ground(s, points, &p, d, blocked, L);
        tw_columns(L, light);
    }
    tw_pixel_ground(to, s->ground.color, TW_PACKET, light, none);
}

/* ---- how many samples ------------------------------------------------------------------------ */

enum { STAGES = 4 };

/* numbers of samples of a quality: stage 0 draws all pixels, later ones those still too noisy */
typedef struct effort {
    uint32_t quarters; /* the first rounds, this many, trace a quarter of the paths (quarter.h) */
    uint32_t packets;  /* packets of rays per round and pixel */
    uint32_t rounds[STAGES]; /* [stage] number of the pixel's rounds when the stage is over */
    /* [stage] error, in units of white, up to which a pixel needs no further stage */
    float most[STAGES - 1];
    float strength;         /* strength of the filter (filter.h) */
    float equals[TW_KINDS]; /* number of pixels over which each kind of light is averaged */
} effort;

static const effort efforts[] = {
    [TW_QUALITY_NORMAL] = {0, 1, {1, 2, 5, 16}, {0.009f, 0.012f, 0.018f}, 1, {10, 5, 10, 5}},
    [TW_QUALITY_FINE] = {0, 1, {4, 16, 16, 16}, {0.004f}, 1, {10, 5, 10, 5}},
    [TW_QUALITY_FINAL] = {0, 4, {4, 16, 16, 16}, {0.0003f}, 0.25f, {2, 1, 2, 1}},
};

/* numbers of samples for quality `normal` when light bounces between surfaces: then a path costs
 * much more than a camera ray */
static const effort bouncing = {
    1, 1, {1, 2, 5, 16}, {0.018f, 0.018f, 0.036f}, 1, {11, 5.5f, 11, 5.5f}};

static const effort *effort_of(const tw_view *s, tw_quality quality) {
    return quality == TW_QUALITY_NORMAL && s->bounces > 0 ? &bouncing : &efforts[quality];
}

/* state of a tile while it is drawn; a round traces `packets` packets for each unfinished pixel */
typedef struct rounds {
    const tw_view *view;
    tw_tile_points *points;
    tw_tile *tile;
    tw_wait *wait; /* without bouncing light: rays to the sky that wait to be traced together */
    tw_wave *wave; /* with bouncing light: paths that wait to be traced together */
    int32_t near[NEAR];
    tw_shades shades; /* shades (scene.h) of the whole tile */
    tw_open_tile open;
    bool on_open; /* true: the 4 x 4 pixels being drawn show open ground or sky alone (open.h) */
    bool noisy;   /* true: some pixels of the tile need rays */
    int x0, y0, width, height;
    const effort *effort;
    bool alpha;
    tw_pixel *p;          /* [TILE * TILE] the tile's pixels, row by row */
    bool on[TILE * TILE]; /* true: the pixel needs more samples */
    /* error of each pixel when it was last drawn; 0 in the columns beside the tile */
    float noise[TILE][TILE + 2];
} rounds;

static void four_pixels(rounds *r, int first, unsigned which, tw_pixel *to[4]) {
    for (int j = 0; j < 4; j++)
        to[j] = which >> j & 1 ? &r->p[first + (j & 1) + j / 2 * TILE] : NULL;
}

/* adds light of a packet that was traced later to the pixels `home`: diffuse and lobe for samples
 * that show a part, `all` for the others */
static void add_later(rounds *r, const tw_home *home, const fv3 *all, const fv3 *diffuse,
                      const fv3 *lobe) {
    tw_pixel *four[4];
    four_pixels(r, home->pixel, home->quarters, four);
    if (home->quarters)
        tw_pixel_later_quarters(four, home->part, diffuse, lobe);
    else
        tw_pixel_later(&r->p[home->pixel], home->slot, all, diffuse, lobe);
}

/* traces the waiting rays, and adds their light to the pixels */
static void add_places(rounds *r) {
    tw_wait *w = r->wait;
    int n = w->places;
    tw_wait_trace(r->view, w);
    w->places = 0;
    for (int i = 0; i < n; i++) {
        tw_wait_place *a = &w->place[i];
        tw_wait_light(a);
        add_later(r, &a->home, a->sky, a->diffuse, a->lobe);
    }
}

/* traces the waiting paths, and adds their light to the pixels */
static void add_wave(rounds *r) {
    tw_wave *w = r->wave;
    int n = w->places;
    tw_wave_run(r->view, r->points, w);
    w->places = 0;
    for (int i = 0; i < n; i++) {
        const tw_wave_place *a = &w->place[i];
        fv3 all[TW_GROUPS], diffuse[TW_GROUPS], lobe[TW_GROUPS];
        for (int g = 0; g < TW_GROUPS; g++) {
            all[g] = tw_wave_light(a, g);
            diffuse[g] = f3_mul(all[g], a->to_diffuse[g]);
            lobe[g] = f3_mul(all[g], a->to_lobe[g]);
        }
        add_later(r, &a->home, all, diffuse, lobe);
    }
}

/* place for a packet's rays to the sky; if all are taken, traces the waiting rays first */
static tw_wait_place *next_place(rounds *r) {
    if (r->wait->places == TW_WAIT_PLACES) add_places(r);
    tw_wait_place *to = &r->wait->place[r->wait->places];
    to->blocked = 0;
    for (int g = 0; g < TW_GROUPS; g++) to->later[g] = to->open[g] = iv_all(0);
    return to;
}

/* place for a packet's paths; if all are taken, traces the waiting paths first */
static tw_wave_place *next_in_wave(rounds *r) {
    if (r->wave->places == TW_WAVE_PLACES) add_wave(r);
    return &r->wave->place[r->wave->places];
}

/* keeps the places just filled, if they hold rays; home: the pixels that will get their light */
static void keep_place(rounds *r, const tw_home *home, tw_wait_place *a, tw_wave_place *b) {
    iv any = iv_all(0);
    for (int g = 0; a && g < TW_GROUPS; g++) any |= a->later[g] | a->open[g];
    if (a) a->home = *home;
    if (b) b->home = *home;
    if (iv_any(any)) r->wait->places++;
    if (b && b->on) r->wave->places++;
}

/* draws the packet r->points->packet, of pixel (x, y) of the tile */
static void draw_packet(rounds *r, int x, int y) {
    const tw_tile *tile = r->tile;
    tw_pixel *pixel = &r->p[y * TILE + x];
    if (tile->plain) {
        draw_plain_pixel(r->view, r->points, r->x0 + x, r->y0 + y, tile, pixel);
        return;
    }
    bool bounces = r->view->bounces > 0;
    tw_wait_place *sky = bounces ? NULL : next_place(r);
    tw_wave_place *more = bounces ? next_in_wave(r) : NULL;
    tw_home home = {.pixel = y * TILE + x};
    tw_packet p;
    tw_lit lit;
    tw_aim_pixel(r->view, r->points, r->x0 + x, r->y0 + y, &p);
    tw_trace_eye(r->view, tile, &p);
    tw_trace_seen(r->view, r->points, tile, &p, sky, more, &lit);
    tw_pixel_slots(pixel, &lit, home.slot);
    tw_pixel_add(pixel, &lit, home.slot, r->alpha);
    keep_place(r, &home, sky, more);
}

/* Draws one packet for the four pixels from (x, y) of the tile on, as far as their bits are set in
 * `which`, with a quarter of the paths. Returns the bits of those that show too many things for it
 */
static unsigned draw_quarters(rounds *r, int x, int y, unsigned which, uint32_t packet) {
    tw_quarter q;
    four_pixels(r, y * TILE + x, which, q.pixel);
    unsigned left =
        tw_quarter_see(r->view, r->points, r->tile, r->x0 + x, r->y0 + y, packet, r->alpha, &q);
    bool bounces = r->view->bounces > 0;
    for (int k = 0; k < TW_PARTS; k++) {
        tw_home home = {.pixel = y * TILE + x, .part = k};
        for (int j = 0; j < 4; j++)
            if (q.mask[j][k]) home.quarters |= 1u << j;
        if (!home.quarters) continue;
        tw_wait_place *sky = bounces ? NULL : next_place(r);
        tw_wave_place *more = bounces ? next_in_wave(r) : NULL;
        tw_quarter_trace(r->view, r->points, r->tile, k, &q, packet, sky, more);
        keep_place(r, &home, sky, more);
    }
    return left;
}

/* sets, for the 4 x 4 pixels from (x, y) of the tile on, the solids that they may show (near), and
 * those that may stand between these and the sun (shades) */
static void look_near(rounds *r, int x, int y) {
    tw_tile *tile = r->tile;
    tw_beam beam;
    tile->near = tile->list;
    tile->near_count = tile->count;
    x += r->x0;
    y += r->y0;
    if (tile->count > 0 && tile->count <= NEAR) {
        tw_block_beam(r->view, x, y, x + 4, y + 4, &beam);
        tile->near_count = tw_beam_list(r->view, &beam, tile->list, tile->count, r->near);
        tile->near = r->near;
    }
    r->on_open = tw_open_block(&r->open, x, y);
    tw_shades *to = &tile->over.shades;
    if (r->shades.sun >= 0 && !r->on_open)
        tw_shades_make(r->view, x, y, x + 4, y + 4, tile, &r->shades, to);
}

/* adds `samples` samples of open ground to a pixel; light: sums by column */
static void add_open(const rounds *r, tw_pixel *to, int samples,
                     const tw_quad light[TW_OPEN_SUMS]) {
    const tw_paint *ground = &r->view->ground;
    bool even = ground->model == TW_SURFACE_LAMBERT && ground->texture == TW_TEXTURE_NONE &&
                !ground->glows && !r->view->has_fog;
    if (even && r->open.cover > 0)
        tw_pixel_ground(to, ground->color, samples, light, light + 4);
    else
        tw_pixel_known(to, samples, light);
}

/* adds a packet of open ground to pixel (x, y) of the tile; further packets only improve the light
 * of lamps that are not clear */
static void draw_open(rounds *r, int x, int y) {
    tw_quad light[TW_OPEN_SUMS];
    tw_open_pixel(&r->open, r->points, r->x0 + x, r->y0 + y, light);
    add_open(r, &r->p[y * TILE + x], TW_PACKET, light);
}

/* adds four samples of open ground to each of the four pixels in the bits `which` */
static void draw_open_four(rounds *r, int x, int y, unsigned which, uint32_t packet) {
    tw_quad light[4][TW_OPEN_SUMS];
    tw_pixel *pixel[4];
    four_pixels(r, y * TILE + x, which, pixel);
    r->points->packet = packet;
    tw_open_four(&r->open, r->points, r->x0 + x, r->y0 + y, light);
    for (int j = 0; j < 4; j++)
        if (pixel[j]) add_open(r, pixel[j], TW_PACKET / 4, light[j]);
}

/* sets the light of 4 x 4 pixels of open ground whose lamps are all clear: no ray is needed */
static void put_open(rounds *r, int x, int y) {
    const tw_open_tile *o = &r->open;
    for (int i = 0; i < 16; i++) {
        tw_pixel *to = &r->p[(y + i / 4) * TILE + x + i % 4];
        tw_pixel_begin(to);
        to->samples = TW_PACKET;
        r->on[(y + i / 4) * TILE + x + i % 4] = false;
        for (int k = 0; k < 3; k++) to->other[k] = TW_PACKET * o->light[k][i];
        to->other[3] = TW_PACKET * o->cover;
        float y4 = (to->other[0] + 2 * to->other[1] + to->other[2]) * 0.0625f;
        to->rest = (tw_quad){y4, y4, y4, y4};
    }
}

/* pixels that need samples among the `side` x `side` ones from (x, y) on: a bit each, row by row */
static unsigned on_among(const rounds *r, int x, int y, int side) {
    unsigned on = 0;
    for (int b = 0; b < side && y + b < r->height; b++)
        for (int a = 0; a < side && x + a < r->width; a++)
            if (r->on[(y + b) * TILE + x + a]) on |= 1u << (b * side + a);
    return on;
}

/* draws the rounds from .. to - 1 of pixel number i of the quadtree */
static void draw_pixel(rounds *r, uint32_t i, uint32_t from, uint32_t to) {
    int x = deinterleave(i, 0), y = deinterleave(i, 1);
    for (uint32_t round = from; round < to; round++)
        for (uint32_t k = 0; k < r->effort->packets; k++) {
            r->points->round = round;
            r->points->packet = i * r->effort->packets + k;
            if (r->on_open)
                draw_open(r, x, y);
            else
                draw_packet(r, x, y);
        }
}

/* Draws a round of the four pixels from number `packet` on whose bits are set in `which`, with a
 * quarter of the paths. Returns the bits of those that show too many things for it */
static unsigned draw_four(rounds *r, uint32_t packet, unsigned which) {
    int x = deinterleave(packet, 0), y = deinterleave(packet, 1);
    if (!r->on_open) return draw_quarters(r, x, y, which, packet);
    draw_open_four(r, x, y, which, packet);
    return 0;
}

/* draws the rounds from .. to - 1 of all pixels that need samples */
static void draw_rounds(rounds *r, uint32_t from, uint32_t to) {
    bool four = from < r->effort->quarters && !r->tile->plain;
    for (uint32_t i = 0; i < TILE * TILE; i += 4) {
        int x = deinterleave(i, 0), y = deinterleave(i, 1);
        if (i % 16 == 0) {
            if (!on_among(r, x, y, 4)) {
                i += 12;
                continue;
            }
            look_near(r, x, y);
            if (r->on_open && r->open.clear) put_open(r, x, y);
        }
        unsigned which = on_among(r, x, y, 2);
        if (!which) continue;
        r->noisy = true;
        r->points->round = from;
        if (four) which = draw_four(r, i, which);
        for (uint32_t j = 0; j < 4; j++)
            if (which >> j & 1) draw_pixel(r, i + j, from, to);
    }
    add_places(r);
    add_wave(r);
}

/* clears `on` of the pixels whose error, averaged with that of their neighbours because single
 * estimates are rough, is at most `most` */
static void choose_noisy(rounds *r, float most) {
    float across[TILE + 2][TILE];
    memset(across, 0, sizeof across);
    for (int y = 0; y < r->height; y++) {
        float *n = r->noise[y] + 1;
        for (int x = 0; x < r->width; x++)
            if (r->on[y * TILE + x])
                n[x] = tw_pixel_noise(&r->p[y * TILE + x], r->view->gain, r->effort->equals);
        for (int x = 0; x < TILE; x++) across[y + 1][x] = n[x - 1] + n[x] + n[x + 1];
    }
    for (int y = 0; y < r->height; y++)
        for (int x = 0; x < r->width; x++) {
            int columns = 1 + (x > 0) + (x < r->width - 1);
            int rows = 1 + (y > 0) + (y < r->height - 1);
            float sum = across[y][x] + across[y + 1][x] + across[y + 2][x];
            if (sum <= most * most * (float)(columns * rows)) r->on[y * TILE + x] = false;
        }
}

/* writes the tile's pixels to the image, and light that is to be filtered to `parts` */
static void finish(const rounds *r, tw_image *image, tw_parts *parts) {
    size_t stride = 4 * (size_t)image->width;
    float *to = image->linear + (size_t)r->y0 * stride + 4 * (size_t)r->x0;
    tw_parts_begin(parts, r->width, r->height);
    parts->strength = r->view->unfiltered ? 0 : r->effort->strength;
    tw_parts_store(r->p, parts, to, stride);
}

static void draw_tile(const tw_view *s, tw_tile_points *points, int x0, int y0, tw_quality quality,
                      bool alpha, tw_tile *tile, tw_image *image, tw_parts *parts) {
    tw_wait wait;
    tile->near = tile->list;
    tile->near_count = tile->count;
    tw_wait_begin(&wait, points->seed);
    tw_wave_place place[TW_WAVE_PLACES];
    tw_wave wave = {place, 0, points->seed};
    /* not cleared: parts are set when they are needed, and clearing all would take a tenth of the
     * time */
    tw_pixel pixel[TILE * TILE];
    for (int i = 0; i < TILE * TILE; i++) tw_pixel_begin(&pixel[i]);
    rounds r = {.view = s,
                .points = points,
                .tile = tile,
                .wait = &wait,
                .wave = &wave,
                .x0 = x0,
                .y0 = y0,
                .alpha = alpha};
    r.p = pixel;
    r.effort = effort_of(s, quality);
    r.width = image->width - x0 < TILE ? image->width - x0 : TILE;
    r.height = image->height - y0 < TILE ? image->height - y0 : TILE;
    tw_shades_make(s, x0, y0, x0 + TILE, y0 + TILE, tile, NULL, &r.shades);
    tw_open_begin(s, tile, x0, y0, alpha, &r.open);
    points->fine = 8;
    points->first = quality == TW_QUALITY_FINAL ? 2 : 0;
    memset(r.on, true, sizeof r.on);
    draw_rounds(&r, 0, r.effort->rounds[0]);
    for (int i = 0; i + 1 < STAGES && r.noisy && r.effort->rounds[i + 1] > r.effort->rounds[i];
         i++) {
        choose_noisy(&r, r.effort->most[i]);
        draw_rounds(&r, r.effort->rounds[i], r.effort->rounds[i + 1]);
    }
    finish(&r, image, parts);
}

static bool draw_plain(const tw_view *s, tw_tile_points *points, int x0, int y0, tw_quality quality,
                       bool alpha, const tw_tile *tile, tw_image *image) {
    int width = image->width - x0 < TILE ? image->width - x0 : TILE;
    int height = image->height - y0 < TILE ? image->height - y0 : TILE;
    size_t stride = 4 * (size_t)image->width;
    float *to = image->linear + (size_t)y0 * stride + 4 * (size_t)x0;
    if (tw_plain_sky(s, tile, alpha, width, height, to, stride)) return true;
    if (!tile->plain || quality != TW_QUALITY_NORMAL || s->bounces > 0) return false;
    tw_plain_ground(s, points, tile, x0, y0, width, height, to, stride);
    return true;
}

void tw_tile_draw(const tw_view *s, tw_quality quality, int index, bool alpha, int32_t *list,
                  tw_image *image, tw_parts *parts) {
    parts->some = false;
    int x0, y0;
    tw_tile_corner(image->width, index, &x0, &y0);
    int levels = quality == TW_QUALITY_FINAL ? 5 : 4;
    tw_beam beam;
    tw_tile_points points;
    tw_tile tile;
    uint32_t seed = tw_scramble((uint32_t)(y0 / TILE) * 0x10001u + (uint32_t)(x0 / TILE) + s->salt);
    tw_tile_points_begin(&points, &s->pattern, levels, seed);
    tw_block_beam(s, x0, y0, x0 + TILE, y0 + TILE, &beam);
    tile.list = list;
    tile.count = tw_tree_beam(s, &beam, list);
    tw_over_make(s, x0, y0, x0 + TILE, y0 + TILE, &tile.over);
    tile.sky = tw_over_sky_only(s, x0, y0, x0 + TILE, y0 + TILE);
    tile.plain = tw_ground_is_plain(s, &tile);
    /* the last bits of plain ground depend on the map of the sky, and so on the wake as a whole */
    if (tile.plain && s->wake) tw_wake_met = true;
    tile.ground = tw_ground_plain(s);
    if (draw_plain(s, &points, x0, y0, quality, alpha, &tile, image)) return;
    draw_tile(s, &points, x0, y0, quality, alpha, &tile, image, parts);
}
