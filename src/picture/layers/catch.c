/*
 * The shadow catcher: each packet is traced in the scene, and, where it meets ground, once more in
 * the scene without bodies, with the same sample points; see catch.h.
 *
 * Samples per pixel: normal: 16, 64 where the pixel is noisy, 256 where it still is; fine: 64, 256;
 * final: 256, 1024. The noise is estimated from the differences between quarters of the samples,
 * and averaged over blocks of 4 x 4 pixels.
 */
#include "picture/layers/catch.h"

#include "picture/filter/split.h"
#include "picture/rays/scene.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCK = 4 }; /* width and height of the blocks of pixels that get equal numbers of samples */

/* number of samples of a quality: as of a picture with ground (tile.c), but more, since there is no
 * filter */
typedef struct effort {
    uint32_t packets; /* number of packets of 16 samples that a pixel gets in a round */
    /* rounds after which a block may end: rounds[0] for all blocks, up to rounds[1] for noisy ones,
     * up to rounds[2] for those that are still noisy */
    uint32_t rounds[3];
    /* a block ends after rounds[i] if its error is at most most[i]; in units in which white is 1 */
    float most[2];
} effort;

static const effort efforts[] = {
    [TW_QUALITY_NORMAL] = {1, {1, 4, 16}, {0.0190f, 0.0380f}},
    [TW_QUALITY_FINE] = {1, {4, 16, 16}, {0.0060f}},
    [TW_QUALITY_FINAL] = {4, {4, 16, 16}, {0.0006f}},
};

typedef struct job {
    const tw_view *view, *bare; /* bare: the scene without bodies */
    const tw_picture_options *options;
    tw_image *image;
    /* memory in which each thread lists the solids that rays of its tile may hit; room for solids +
     * 1 per thread */
    int32_t *list;
    atomic_bool stopped;
} job;

/* sums over the samples of a pixel */
typedef struct pixel {
    /* light of bodies; light of the ground in the scene with bodies; light of the same ground
     * without them */
    float body[3], with[3], without[3];
    int bodies, grounds, samples;
    /* sums of the perceived brightness, and of its square, over the `parts` quarters of packets so
     * far */
    float value, square;
    int parts;
} pixel;

/* a tile while it is drawn */
typedef struct tile {
    const job *job;
    tw_tile_points points;
    tw_tile full, bare;
    int x0, y0;
    bool clear; /* true: no camera ray of the tile hits a body, and no body shades its ground */
} tile;

/* ---- one packet ---------------------------------------------------------------------------- */

static void add_three(float *to, const fv3 *from, int lane) {
    to[0] += from->x[lane];
    to[1] += from->y[lane];
    to[2] += from->z[lane];
}

/* adds the perceived brightness of one more quarter of a packet to the pixel's sums; at most about
 * 1.1. c: sum of the light of its n samples; gain: factor of the exposure */
static void add_part(pixel *p, const float *c, float n, float gain) {
    float y = (c[0] + 2 * c[1] + c[2]) * 0.25f * gain / n;
    float v = sqrtf(y < 0 ? 0 : y < 1.2f ? y : 1.2f);
    p->value += v;
    p->square += v * v;
    p->parts++;
}

/* traces those rays of the packet `seen` that hit ground once more in the scene without bodies.
 * light: radiance along them; false: no ray hits ground */
static bool trace_bare(tile *t, const tw_packet *seen, int x, int y, fv3 light[TW_GROUPS]) {
    tw_packet p;
    tw_lit lit;
    iv any = iv_all(0);
    for (int g = 0; g < TW_GROUPS; g++) any |= seen->item[g] == iv_all(TW_ITEM_GROUND);
    if (!iv_any(any)) return false;
    tw_aim_pixel(t->job->bare, &t->points, x, y, &p);
    for (int g = 0; g < TW_GROUPS; g++) p.active[g] = seen->item[g] == iv_all(TW_ITEM_GROUND);
    tw_trace_eye(t->job->bare, &t->bare, &p);
    tw_trace_seen(t->job->bare, &t->points, &t->bare, &p, NULL, NULL, &lit);
    tw_lit_total(&lit, light);
    return true;
}

static void add_packet(tile *t, int x, int y, bool quarters, pixel *to) {
    tw_packet p;
    tw_lit lit;
    fv3 light[TW_GROUPS], bare[TW_GROUPS];
    float part[4][3] = {{0}}, gain = t->job->view->gain;
    tw_aim_pixel(t->job->view, &t->points, x, y, &p);
    tw_trace_eye(t->job->view, &t->full, &p);
    tw_trace_seen(t->job->view, &t->points, &t->full, &p, NULL, NULL, &lit);
    tw_lit_total(&lit, light);
    for (int g = 0; g < TW_GROUPS; g++) p.item[g] = lit.item[g];
    bool ground = trace_bare(t, &p, x, y, bare);
    for (int i = 0; i < TW_PACKET; i++) {
        int g = i / TW_LANES, lane = i % TW_LANES, item = p.item[g][lane];
        to->samples++;
        if (item == TW_ITEM_NONE) continue;
        add_three(part[quarters ? i % 4 : 0], &light[g], lane);
        if (item != TW_ITEM_GROUND || !ground) {
            to->bodies++;
            add_three(to->body, &light[g], lane);
            continue;
        }
        to->grounds++;
        add_three(to->with, &light[g], lane);
        add_three(to->without, &bare[g], lane);
    }
    for (int k = 0; k < (quarters ? 4 : 1); k++)
        add_part(to, part[k], quarters ? 4 : TW_PACKET, gain);
}

/* ---- one pixel ----------------------------------------------------------------------------- */

static float luminance(const float *c) {
    return 0.2126f * c[0] + 0.7152f * c[1] + 0.0722f * c[2];
}

/* T of catch.h, the share of the background that the pixel's ground lets through */
static float let_through(const pixel *p, tw_catch how) {
    float least = 1;
    if (how == TW_CATCH_SHADOW) {
        float y = luminance(p->without);
        return y > 0 ? fminf(luminance(p->with) / y, 1) : 1;
    }
    for (int c = 0; c < 3; c++)
        if (p->without[c] > 0) least = fminf(least, p->with[c] / p->without[c]);
    return least;
}

static void put(const pixel *p, tw_catch how, float *to) {
    float through = let_through(p, how), n = (float)p->samples;
    for (int c = 0; c < 3; c++) {
        /* at least 0: rounding may have made the difference negative */
        float ground = how == TW_CATCH_LIGHT ? fmaxf(p->with[c] - through * p->without[c], 0) : 0;
        to[c] = (p->body[c] + ground) / n;
    }
    to[3] = ((float)p->bodies + (float)p->grounds * (1 - through)) / n;
}

/* mean over the pixels p [count] of the expected squared error in perceived brightness */
static float noise(const pixel *p, int count) {
    float sum = 0;
    for (int i = 0; i < count; i++) {
        float n = (float)p[i].parts, mean = p[i].value / n, s = p[i].square / n - mean * mean;
        sum += s > 0 ? s / (n - 1) : 0;
    }
    return count ? sum / (float)count : 0;
}

/* ---- blocks and tiles ---------------------------------------------------------------------- */

/* draws the rounds from .. to - 1 of a block of pixels p; first: number of its first pixel in the
 * tile's quadtree */
static void draw_rounds(tile *t, uint32_t first, uint32_t from, uint32_t to, uint32_t packets,
                        pixel *p) {
    const tw_image *image = t->job->image;
    for (uint32_t i = 0, k = 0; i < BLOCK * BLOCK; i++) {
        int x = t->x0 + tw_tile_x(first + i), y = t->y0 + tw_tile_y(first + i);
        if (x >= image->width || y >= image->height) continue;
        for (uint32_t round = from; round < to; round++)
            for (uint32_t j = 0; j < packets; j++) {
                t->points.round = round;
                t->points.packet = (first + i) * packets + j;
                add_packet(t, x, y, packets == 1, &p[k]);
            }
        k++;
    }
}

static void draw_block(tile *t, uint32_t first) {
    const tw_picture_options *o = t->job->options;
    tw_image *image = t->job->image;
    const effort *e = &efforts[o->quality];
    pixel p[BLOCK * BLOCK];
    memset(p, 0, sizeof p);
    int count = 0, k = 0;
    for (uint32_t i = 0; i < BLOCK * BLOCK; i++)
        count += t->x0 + tw_tile_x(first + i) < image->width &&
                 t->y0 + tw_tile_y(first + i) < image->height;
    draw_rounds(t, first, 0, e->rounds[0], e->packets, p);
    for (int i = 0; i < 2 && noise(p, count) > e->most[i] * e->most[i]; i++)
        draw_rounds(t, first, e->rounds[i], e->rounds[i + 1], e->packets, p);
    for (uint32_t i = 0; i < BLOCK * BLOCK; i++) {
        int x = t->x0 + tw_tile_x(first + i), y = t->y0 + tw_tile_y(first + i);
        if (x >= image->width || y >= image->height) continue;
        put(&p[k++], o->ground, image->linear + 4 * ((size_t)y * (size_t)image->width + (size_t)x));
    }
}

static void tile_of(const tw_view *s, int x0, int y0, int32_t *list, tw_tile *to) {
    tw_beam beam;
    tw_block_beam(s, x0, y0, x0 + TW_TILE, y0 + TW_TILE, &beam);
    to->list = list;
    to->count = tw_tree_beam(s, &beam, list);
    to->near = list;
    to->near_count = to->count;
    tw_over_make(s, x0, y0, x0 + TW_TILE, y0 + TW_TILE, &to->over);
    tw_shades_make(s, x0, y0, x0 + TW_TILE, y0 + TW_TILE, to, NULL, &to->over.shades);
    to->sky = tw_over_sky_only(s, x0, y0, x0 + TW_TILE, y0 + TW_TILE);
    to->plain = false;
}

/* true: no body is seen by the tile's camera rays, and none affects the light on its ground */
static bool is_clear(const tw_view *s, const tw_tile *to) {
    const tw_over *o = &to->over;
    if (to->count || s->lamp_count > 31) return false;
    if (to->sky) return true;
    uint32_t all = (1u << s->lamp_count) - 1;
    return o->known && o->open && (o->suns & all) == all;
}

static void draw_tile(const job *j, int index, int32_t *list) {
    tw_image *image = j->image;
    bool final = j->options->quality == TW_QUALITY_FINAL;
    int32_t none[1];
    tile t = {.job = j};
    tw_tile_corner(image->width, index, &t.x0, &t.y0);
    uint32_t seed = tw_scramble((uint32_t)(t.y0 / TW_TILE) * 0x10001u + (uint32_t)(t.x0 / TW_TILE));
    tw_tile_points_begin(&t.points, &j->view->pattern, final ? 5 : 4, seed);
    t.points.fine = 8;
    t.points.first = final ? 2 : 0;
    tile_of(j->view, t.x0, t.y0, list, &t.full);
    if (is_clear(j->view, &t.full)) {
        for (int y = t.y0; y < t.y0 + TW_TILE && y < image->height; y++) {
            size_t n = (size_t)(image->width - t.x0 < TW_TILE ? image->width - t.x0 : TW_TILE);
            float *row = image->linear + 4 * ((size_t)y * (size_t)image->width + (size_t)t.x0);
            memset(row, 0, n * 4 * sizeof *row);
        }
        return;
    }
    tile_of(j->bare, t.x0, t.y0, none, &t.bare);
    for (uint32_t i = 0; i < TW_TILE * TW_TILE; i += BLOCK * BLOCK) draw_block(&t, i);
}

static void tile_job(void *context, int index, int thread) {
    job *j = context;
    if (tw_picture_stops(j->options, &j->stopped)) return;
    draw_tile(j, index, j->list + (size_t)thread * (size_t)(j->view->solid_count + 1));
}

static tw_status draw_tiles(job *j, tw_team *team) {
    int threads = team ? tw_team_threads(team) : 1;
    int tiles = tw_tile_count(j->image->width, j->image->height);
    j->list = malloc((size_t)threads * (size_t)(j->view->solid_count + 1) * sizeof *j->list);
    if (!j->list) return tw_fail_memory();
    if (team)
        tw_team_run(team, tiles, tile_job, j);
    else
        for (int i = 0; i < tiles; i++) tile_job(j, i, 0);
    free(j->list);
    /* The order to stop may have come to another thread's poll, whose error message is kept for
     * that thread: polling again sets the message of this thread, too. */
    return j->stopped ? tw_poll_ask(j->options->poll) : TW_OK;
}

tw_status tw_catch_draw(const tw_frame *frame, const tw_picture_options *options, tw_team *team,
                        tw_image *image) {
    /* on the heap: a view is too large for the stack of a thread, because it holds the sample
     * pattern */
    tw_view *view = calloc(2, sizeof *view);
    if (!view) return tw_fail_memory();
    tw_frame bare = *frame;
    bare.item_count = 0;
    job j = {.view = &view[0], .bare = &view[1], .options = options, .image = image};
    tw_status st = tw_view_make(frame, options, &view[0]);
    if (st == TW_OK) st = tw_view_make(&bare, options, &view[1]);
    if (st == TW_OK) st = draw_tiles(&j, team);
    tw_view_free(&view[0]);
    tw_view_free(&view[1]);
    free(view);
    return st;
}
