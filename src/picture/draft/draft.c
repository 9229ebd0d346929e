/* Tiles of drafts: visibility of the samples, and one shading for each thing in a pixel; see
 * draft.h. */
#include "picture/draft/draft.h"

#include <stdlib.h>
#include <string.h>

enum { SIDE = TW_RASTER_TILE, PIXELS = SIDE * SIDE, CELL = 16, FRAGMENTS = 2048 };

/* a thing (item) that one pixel shows, shaded once for all samples of the pixel that show it */
typedef struct fragment {
    /* x, y: mean place in the picture of the samples that show the thing, pixels; q: their mean
     * depth (raster.h); weight: their share of the pixel's samples */
    float x, y, q, weight;
    int32_t item, part;
    int32_t pixel; /* index of the pixel in the tile */
} fragment;

typedef struct room {
    union {
        tw_sight sight;
        tw_sights sights;
    };
    float light[PIXELS][4];
    fragment fragment[FRAGMENTS];
    int fragments;
} room;

typedef struct tile {
    const tw_draft *w;
    room *r;
    int32_t *list;
    /* index: number of the tile; x0, y0: its upper left corner, pixels of the picture */
    int index, x0, y0;
    int width, height; /* size of the part of the tile that lies within the picture, pixels */
} tile;

/* ---- rays ----------------------------------------------------------------------------------- */

/* *p: the packet of camera rays through the places (x, y) of the picture, pixels. *length: for a
 * camera in perspective, length of each ray from the eye to depth 1, the factor between the ray's
 * parameter t and 1/q; for parallel rays -w->far */
static void aim(const tw_draft *w, const fv *x, const fv *y, tw_packet *p, fv *length) {
    const tw_view *s = w->view;
    const tw_eye *e = &s->eye;
    fv3 f = f3_all(e->f[0], e->f[1], e->f[2]), r = f3_all(e->r[0], e->r[1], e->r[2]);
    fv3 u = f3_all(e->u[0], e->u[1], e->u[2]);
    fv kx = fv_all(2 / (float)e->width), ky = fv_all(2 / (float)e->height), one = fv_all(1);
    for (int g = 0; g < TW_GROUPS; g++) {
        fv3 d;
        tw_eye_rays(e, x[g] * kx - one, one - y[g] * ky, f, r, u, &p->o[g], &d);
        length[g] = fv_sqrt(f3_dot(d, d));
        p->d[g] = f3_scale(d, one / length[g]);
        if (e->parallel) length[g] = fv_all(-w->far);
        p->time[g] = fv_all(s->moving ? 0.5f : 0);
        p->own[g] = iv_all(TW_ITEM_NONE);
    }
}

static void far_as(const fv *q, const fv *length, tw_packet *p) {
    fv zero = fv_all(0), inf = fv_all(INFINITY);
    for (int g = 0; g < TW_GROUPS; g++) {
        iv some = q[g] > zero;
        fv t = fv_select(length[g] < zero, -length[g] - q[g],
                         length[g] / fv_select(some, q[g], fv_all(1)));
        p->t[g] = fv_select(some, t, inf);
    }
}

/* traces the rays p against the solids in list [count] that are no meshes; where one is nearer than
 * the hit q, item, part, it replaces that hit */
static void see_solids(const tw_view *s, const int32_t *list, int count, const fv *length, fv *q,
                       iv *item, iv *part, tw_packet *p) {
    far_as(q, length, p);
    for (int g = 0; g < TW_GROUPS; g++) p->active[g] = iv_all(-1);
    tw_nearest_of(s, p, list, count);
    for (int g = 0; g < TW_GROUPS; g++) {
        iv hit = p->item[g] >= iv_all(0);
        fv to = fv_select(length[g] < fv_all(0), -length[g] - p->t[g], length[g] / p->t[g]);
        q[g] = fv_select(hit, to, q[g]);
        item[g] = iv_select(hit, p->item[g], item[g]);
        part[g] = iv_select(hit, p->part[g], part[g]);
    }
}

/* fills t->list with the solids that are no meshes and may appear in the square of `side` pixels at
 * (x, y); returns their number */
static int solids_in(const tile *t, int x, int y, int side) {
    const tw_view *s = t->w->view;
    tw_beam beam;
    if (!t->w->solids) return 0;
    tw_block_beam(s, x, y, x + side, y + side, &beam);
    int n = tw_tree_beam(s, &beam, t->list), kept = 0;
    for (int i = 0; i < n; i++)
        if (!s->solid[t->list[i]].mesh) t->list[kept++] = t->list[i];
    return kept;
}

static void add(tile *t, int pixel, float weight, bool seen, fv3 light, int lane) {
    float *to = t->r->light[pixel];
    if (seen || !t->w->alpha) {
        to[0] += weight * light.x[lane];
        to[1] += weight * light.y[lane];
        to[2] += weight * light.z[lane];
    }
    if (seen) to[3] += weight;
}

static uint32_t salt_of(const tile *t, int k) {
    uint32_t at = (uint32_t)(t->y0 + k) * 0x10001u + (uint32_t)t->x0;
    return tw_scramble(at);
}

/* ---- background ----------------------------------------------------------------------------- */

/* depth q (raster.h) of the ground at the place (x, y) of the tile, pixels */
static float ground_at(const tile *t, float x, float y) {
    const float *g = t->w->ground;
    return g[0] + g[1] * ((float)(t->x0 - t->w->x0) + x) + g[2] * ((float)(t->y0 - t->w->y0) + y);
}

/* true: a place of the ground with the depth q is in front of the eye */
static bool before_eye(const tw_draft *w, float q) {
    return q > 0 && q < w->far;
}

/* background in a square of pixels: 1: ground everywhere, -1: sky everywhere, 0: both */
static int background_of(const tile *t, int x, int y, int side) {
    int over = 0, behind = 0;
    for (int i = 0; i < 4; i++) {
        float q = ground_at(t, (float)(x + (i & 1) * side), (float)(y + (i >> 1) * side));
        over += before_eye(t->w, q);
        behind += q > 0 && !before_eye(t->w, q);
    }
    return over == 4 ? 1 : over || behind % 4 ? 0 : -1;
}

/* fills a square of CELL x CELL pixels that shows only ground of one colour or only sky of one
 * colour; false: its colours differ, and nothing is filled */
static bool fill_cell(tile *t, int cx, int cy) {
    float color[4] = {0, 0, 0, 0};
    int kind = background_of(t, cx, cy, CELL);
    if (!kind || !tw_draft_one_color(t->w, t->x0 + cx, t->y0 + cy, CELL, kind > 0, color))
        return false;
    if (kind > 0)
        color[3] = 1;
    else if (t->w->alpha)
        color[0] = color[1] = color[2] = 0;
    for (int y = cy; y < cy + CELL; y++)
        for (int x = cx; x < cx + CELL; x++) memcpy(t->r->light[y * SIDE + x], color, sizeof color);
    return true;
}

/* ---- one sample a pixel --------------------------------------------------------------------- */

/* shades the 4 x 4 pixels from (bx, by) on as one packet; count: number of solids in t->list to
 * trace besides the meshes found */
static void shade_block(tile *t, int bx, int by, int count) {
    const tw_sight *see = &t->r->sight;
    float px[TW_PACKET], py[TW_PACKET], depth[TW_PACKET];
    int32_t what[TW_PACKET], which[TW_PACKET];
    fv x[TW_GROUPS], y[TW_GROUPS], q[TW_GROUPS], length[TW_GROUPS];
    iv item[TW_GROUPS], part[TW_GROUPS];
    fv3 light[TW_GROUPS];
    tw_packet p;
    for (int i = 0; i < TW_PACKET; i++) {
        int cx = bx + (i & 3), cy = by + (i >> 2);
        px[i] = (float)(t->x0 + cx) + 0.5f;
        py[i] = (float)(t->y0 + cy) + 0.5f;
        depth[i] = see->q[cy][cx];
        what[i] = see->item[cy][cx];
        which[i] = see->part[cy][cx];
    }
    memcpy(x, px, sizeof x);
    memcpy(y, py, sizeof y);
    memcpy(q, depth, sizeof q);
    memcpy(item, what, sizeof item);
    memcpy(part, which, sizeof part);
    aim(t->w, x, y, &p, length);
    p.salt = salt_of(t, bx * SIDE + by);
    if (count) see_solids(t->w->view, t->list, count, length, q, item, part, &p);
    far_as(q, length, &p);
    for (int g = 0; g < TW_GROUPS; g++) {
        p.active[g] = iv_all(-1);
        p.item[g] = item[g];
        p.part[g] = part[g];
    }
    tw_draft_shade(t->w, &p, light);
    for (int i = 0; i < TW_PACKET; i++) {
        int g = i / TW_LANES, k = i % TW_LANES, at = (by + (i >> 2)) * SIDE + bx + (i & 3);
        add(t, at, 1, item[g][k] != TW_ITEM_NONE, light[g], k);
    }
}

static void look_at_background(tile *t) {
    tw_sight *see = &t->r->sight;
    const float *ground = t->w->ground;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < TW_RASTER_ROW; x++) {
            float px = (float)(t->x0 - t->w->x0 + x) + 0.5f;
            float py = (float)(t->y0 - t->w->y0 + y) + 0.5f;
            float q = ground[0] + ground[1] * px + ground[2] * py;
            bool on = before_eye(t->w, q);
            see->q[y][x] = on ? q : 0;
            see->item[y][x] = on ? TW_ITEM_GROUND : TW_ITEM_NONE;
            see->part[y][x] = 0;
        }
}

static bool untouched(const tw_sight *see, int cx, int cy) {
    int32_t most = TW_ITEM_GROUND;
    for (int y = cy; y < cy + CELL; y++)
        for (int x = cx; x < cx + CELL; x++) most = see->item[y][x] > most ? see->item[y][x] : most;
    return most < 0;
}

static void draw_one(tile *t) {
    const tw_sight *see = &t->r->sight;
    bool meshes = t->w->meshes.count && t->w->raster.used[t->index], looked = meshes;
    if (meshes) {
        look_at_background(t);
        tw_raster_sight(&t->w->raster, t->index, &t->r->sight);
    }
    for (int cy = 0; cy < t->height; cy += CELL)
        for (int cx = 0; cx < t->width; cx += CELL) {
            int count = solids_in(t, t->x0 + cx, t->y0 + cy, CELL);
            if (!count && (!meshes || untouched(see, cx, cy)) && fill_cell(t, cx, cy)) continue;
            if (!looked) look_at_background(t);
            looked = true;
            for (int y = cy; y < cy + CELL && y < t->height; y += 4)
                for (int x = cx; x < cx + CELL && x < t->width; x += 4)
                    shade_block(t, x, y, count ? solids_in(t, t->x0 + x, t->y0 + y, 4) : 0);
        }
}

/* ---- 16 samples a pixel --------------------------------------------------------------------- */

static void shade_fragments(tile *t) {
    room *r = t->r;
    for (int first = 0; first < r->fragments; first += TW_PACKET) {
        float px[TW_PACKET], py[TW_PACKET], depth[TW_PACKET];
        int32_t what[TW_PACKET], which[TW_PACKET], on[TW_PACKET];
        fv x[TW_GROUPS], y[TW_GROUPS], q[TW_GROUPS], length[TW_GROUPS];
        fv3 light[TW_GROUPS];
        tw_packet p;
        int n = r->fragments - first < TW_PACKET ? r->fragments - first : TW_PACKET;
        for (int i = 0; i < TW_PACKET; i++) {
            const fragment *f = &r->fragment[first + (i < n ? i : 0)];
            px[i] = f->x;
            py[i] = f->y;
            depth[i] = f->q;
            what[i] = f->item;
            which[i] = f->part;
            on[i] = i < n ? -1 : 0;
        }
        memcpy(x, px, sizeof x);
        memcpy(y, py, sizeof y);
        memcpy(q, depth, sizeof q);
        memcpy(p.item, what, sizeof p.item);
        memcpy(p.part, which, sizeof p.part);
        memcpy(p.active, on, sizeof p.active);
        aim(t->w, x, y, &p, length);
        far_as(q, length, &p);
        p.salt = salt_of(t, first);
        tw_draft_shade(t->w, &p, light);
        for (int i = 0; i < n; i++) {
            const fragment *f = &r->fragment[first + i];
            add(t, f->pixel, f->weight, f->item != TW_ITEM_NONE, light[i / TW_LANES], i % TW_LANES);
        }
    }
    r->fragments = 0;
}

/* makes a fragment of each thing that the 16 samples of a pixel show, background included */
static void gather(tile *t, int pixel) {
    const tw_sights *see = &t->r->sights;
    const int32_t *item = see->item[pixel];
    const float *q = see->q[pixel];
    if (t->r->fragments + 16 > FRAGMENTS) shade_fragments(t);
    unsigned left = 0xffff;
    while (left) {
        int first = __builtin_ctz(left);
        float x = 0, y = 0, depth = 0, n = 0;
        for (int i = first; i < 16; i++) {
            if (!(left >> i & 1) || item[i] != item[first]) continue;
            left &= ~(1u << i);
            x += (float)tw_sample_x[i];
            y += (float)tw_sample_y[i];
            depth += q[i];
            n += 1;
        }
        fragment *f = &t->r->fragment[t->r->fragments++];
        if (item[first] >= 0 && !t->w->view->solid[item[first]].mesh) {
            /* place of the first sample instead of the mean: on a curved solid the mean of several
             * places would lie inside the solid */
            x = n * (float)tw_sample_x[first];
            y = n * (float)tw_sample_y[first];
            depth = n * q[first];
        }
        float inv = 1 / n;
        f->x = (float)(t->x0 + pixel % SIDE) + (x * inv + 0.5f) / 16;
        f->y = (float)(t->y0 + pixel / SIDE) + (y * inv + 0.5f) / 16;
        f->q = depth * inv;
        f->weight = n / 16;
        f->item = item[first];
        f->part = see->part[pixel][first];
        f->pixel = pixel;
    }
}

/* makes the fragments of a pixel that shows nothing but ground, sky or both */
static void gather_background(tile *t, int pixel) {
    tw_sights *see = &t->r->sights;
    float x = (float)(pixel % SIDE), y = (float)(pixel / SIDE),
          q = ground_at(t, x + 0.5f, y + 0.5f);
    float reach = 0.5f * (fabsf(see->ground[1]) + fabsf(see->ground[2]));
    bool on = before_eye(t->w, q);
    if (fabsf(q) < reach || fabsf(t->w->far - q) < reach) {
        tw_sights_touch(see, pixel);
        gather(t, pixel);
        return;
    }
    if (t->r->fragments + 1 > FRAGMENTS) shade_fragments(t);
    t->r->fragment[t->r->fragments++] = (fragment){.x = (float)t->x0 + x + 0.5f,
                                                   .y = (float)t->y0 + y + 0.5f,
                                                   .q = on ? q : 0,
                                                   .weight = 1,
                                                   .item = on ? TW_ITEM_GROUND : TW_ITEM_NONE,
                                                   .pixel = pixel};
}

/* traces a ray through each of a pixel's 16 samples against the solids t->list [count] that are no
 * meshes; nearer hits replace those of meshes */
static void see_pixel(tile *t, int pixel, int count) {
    tw_sights *see = &t->r->sights;
    fv x[TW_GROUPS], y[TW_GROUPS], q[TW_GROUPS], length[TW_GROUPS];
    iv item[TW_GROUPS], part[TW_GROUPS];
    float px[TW_PACKET], py[TW_PACKET];
    tw_packet p;
    if (!see->touched[pixel]) tw_sights_touch(see, pixel);
    for (int i = 0; i < TW_PACKET; i++) {
        px[i] = (float)(t->x0 + pixel % SIDE) + ((float)tw_sample_x[i] + 0.5f) / 16;
        py[i] = (float)(t->y0 + pixel / SIDE) + ((float)tw_sample_y[i] + 0.5f) / 16;
    }
    memcpy(x, px, sizeof x);
    memcpy(y, py, sizeof y);
    memcpy(q, see->q[pixel], sizeof q);
    memcpy(item, see->item[pixel], sizeof item);
    memcpy(part, see->part[pixel], sizeof part);
    aim(t->w, x, y, &p, length);
    p.salt = salt_of(t, pixel);
    see_solids(t->w->view, t->list, count, length, q, item, part, &p);
    memcpy(see->q[pixel], q, sizeof q);
    memcpy(see->item[pixel], item, sizeof item);
    memcpy(see->part[pixel], part, sizeof part);
}

static bool untouched_by_all(const tw_sights *see, int cx, int cy) {
    bool any = false;
    for (int y = cy; y < cy + CELL; y++)
        for (int x = cx; x < cx + CELL; x++) any |= see->touched[y * SIDE + x];
    return !any;
}

/* makes the fragments of the 4 x 4 pixels from (bx, by) on; solids: solids that are no meshes may
 * appear there */
static void gather_block(tile *t, int bx, int by, bool solids) {
    int count = solids ? solids_in(t, t->x0 + bx, t->y0 + by, 4) : 0;
    for (int y = by; y < by + 4 && y < t->height; y++)
        for (int x = bx; x < bx + 4 && x < t->width; x++) {
            int pixel = y * SIDE + x;
            if (count) see_pixel(t, pixel, count);
            if (t->r->sights.touched[pixel])
                gather(t, pixel);
            else
                gather_background(t, pixel);
        }
}

static void draw_sixteen(tile *t) {
    tw_sights *see = &t->r->sights;
    const float *ground = t->w->ground;
    memset(see->touched, 0, sizeof see->touched);
    see->ground[1] = ground[1];
    see->ground[3] = t->w->far;
    see->ground[2] = ground[2];
    see->ground[0] =
        ground[0] + ground[1] * (float)(t->x0 - t->w->x0) + ground[2] * (float)(t->y0 - t->w->y0);
    if (t->w->meshes.count && t->w->raster.used[t->index])
        tw_raster_sights(&t->w->raster, t->index, see);
    t->r->fragments = 0;
    for (int cy = 0; cy < t->height; cy += CELL)
        for (int cx = 0; cx < t->width; cx += CELL) {
            int count = solids_in(t, t->x0 + cx, t->y0 + cy, CELL);
            if (!count && untouched_by_all(see, cx, cy) && fill_cell(t, cx, cy)) continue;
            for (int i = 0; i < CELL; i++)
                gather_block(t, cx + i % 4 * 4, cy + i / 4 * 4, count > 0);
        }
    shade_fragments(t);
}

/* ---- the picture ---------------------------------------------------------------------------- */

static void tile_job(void *context, int job, int thread) {
    tw_draft *w = context;
    if (tw_picture_stops(w->options, &w->stopped)) return;
    tile t = {
        .w = w, .r = (room *)w->room + thread, .list = w->list + (size_t)thread * w->list_room};
    t.index = job;
    t.x0 = w->x0 + job % w->columns * SIDE;
    t.y0 = w->y0 + job / w->columns * SIDE;
    t.width = w->image->width - t.x0 < SIDE ? w->image->width - t.x0 : SIDE;
    t.height = w->image->height - t.y0 < SIDE ? w->image->height - t.y0 : SIDE;
    memset(t.r->light, 0, sizeof t.r->light);
    (w->samples == 1 ? draw_one : draw_sixteen)(&t);
    for (int y = 0; y < t.height; y++) {
        size_t at = (size_t)(t.y0 + y) * (size_t)w->image->width + (size_t)t.x0;
        memcpy(w->image->linear + 4 * at, t.r->light[y * SIDE],
               (size_t)t.width * sizeof t.r->light[0]);
    }
}

/* For parallel rays: sets w->far, the depth for which q = 0, so that all solids and the ground at
 * the picture's corners are nearer; and w->ground from it. at: depth of the ground at the window's
 * corner, m; per [2]: change of that depth per pixel to the right and down */
static void deepen(tw_draft *w, const double *at, const double *per) {
    const tw_view *s = w->view;
    double far = 0;
    for (int i = 0; i < 4 && s->has_ground; i++) {
        double x = i & 1 ? w->image->width - w->x0 : 0, y = i & 2 ? w->image->height - w->y0 : 0;
        double depth = *at + per[0] * x + per[1] * y;
        if (isfinite(depth)) far = fmax(far, depth);
    }
    for (int i = 0; i < s->solid_count; i++) {
        const tw_solid *b = &s->solid[i];
        vec3 c = v3((double)b->center[0], (double)b->center[1], (double)b->center[2]);
        far = fmax(far, v3_dot(c, v3_load(s->eye.forward)) + (double)b->radius);
    }
    w->far = (float)(far > 0 ? 1.0001 * far : 1);
    w->ground[0] = isfinite(*at) ? w->far - (float)*at : 0;
    w->ground[1] = -(float)per[0];
    w->ground[2] = -(float)per[1];
}

/* sets w->ground, the depth q of the ground as a linear function of the pixel: q = 1/z for a camera
 * in perspective, q = w->far - z for parallel rays, z: depth along the camera's axis */
static void level(tw_draft *w) {
    const tw_view *s = w->view;
    const tw_eye *e = &s->eye;
    for (int i = 0; i < 3; i++) w->ground[i] = 0;
    w->far = INFINITY;
    double x = 2.0 * w->x0 / e->width - 1, y = 1 - 2.0 * w->y0 / e->height;
    double z = (double)s->ground_z;
    if (e->parallel) {
        double fall = e->forward[2], per[2] = {0, 0}, at = INFINITY;
        if (s->has_ground && fabs(fall) > 1e-9) {
            at = (z - x * e->right[2] - y * e->up[2]) / fall;
            per[0] = -e->right[2] * 2 / e->width / fall;
            per[1] = e->up[2] * 2 / e->height / fall;
        }
        deepen(w, &at, per);
        return;
    }
    if (!s->has_ground || !(s->ground_z < 0 || s->ground_z > 0)) return;
    w->ground[0] = (float)((e->forward[2] + x * e->right[2] + y * e->up[2]) / z);
    w->ground[1] = (float)(e->right[2] * 2 / e->width / z);
    w->ground[2] = (float)(-e->up[2] * 2 / e->height / z);
}

static tw_status draw_window(tw_draft *w, tw_team *team) {
    const tw_view *s = w->view;
    int width = w->image->width - w->x0, height = w->image->height - w->y0;
    if (width > TW_RASTER_WINDOW) width = TW_RASTER_WINDOW;
    if (height > TW_RASTER_WINDOW) height = TW_RASTER_WINDOW;
    w->columns = (width + SIDE - 1) / SIDE;
    w->rows = (height + SIDE - 1) / SIDE;
    const tw_camera *c = &s->frame->camera;
    tw_projection p;
    double near = 1e-4 * v3_length(v3_sub(c->target, c->eye));
    level(w);
    if (s->eye.parallel) near = (double)w->far;
    tw_projection_of_eye(&s->eye, w->x0, w->y0, width, height, w->samples, near, &p);
    tw_status st = w->meshes.count ? tw_raster_make(s, &w->meshes, &p, team, &w->raster) : TW_OK;
    if (st == TW_OK && team)
        tw_team_run(team, w->columns * w->rows, tile_job, w);
    else if (st == TW_OK)
        for (int i = 0; i < w->columns * w->rows; i++) tile_job(w, i, 0);
    if (w->meshes.count) tw_raster_free(&w->raster);
    /* The order to stop may have come to another thread's poll, whose error message is kept for
     * that thread: polling again sets the message of this thread, too. */
    return st == TW_OK && w->stopped ? tw_poll_ask(w->options->poll) : st;
}

static tw_status prepare(tw_draft *w, tw_team *team) {
    const tw_view *s = w->view;
    size_t threads = team ? (size_t)tw_team_threads(team) : 1;
    TW_TRY(tw_instances_make(s, &w->meshes));
    w->solids = w->meshes.count < s->solid_count;
    w->list_room = (size_t)s->solid_count + 1;
    w->list = malloc(threads * w->list_room * sizeof *w->list);
    w->room = malloc(threads * sizeof(room));
    if (!w->list || !w->room) return tw_fail_memory();
    tw_draft_sky(w);
    tw_draft_plain(w);
    w->exact = !s->mapped || w->solids;
    if (!s->mapped || !w->meshes.count) return TW_OK;
    w->map = calloc((size_t)s->lamp_count + 1, sizeof *w->map);
    if (!w->map) return tw_fail_memory();
    for (int i = 0; i < s->lamp_count; i++)
        TW_TRY(tw_shadow_map_make(s, &w->meshes, &s->lamp[i], team, &w->map[i]));
    return TW_OK;
}

static tw_status draw_windows(tw_draft *w, tw_team *team) {
    TW_TRY(prepare(w, team));
    for (w->y0 = 0; w->y0 < w->image->height; w->y0 += TW_RASTER_WINDOW)
        for (w->x0 = 0; w->x0 < w->image->width; w->x0 += TW_RASTER_WINDOW)
            TW_TRY(draw_window(w, team));
    return TW_OK;
}

tw_status tw_draft_draw(const tw_view *s, const tw_picture_options *o, tw_team *team,
                        tw_image *image) {
    tw_draft *w = calloc(1, sizeof *w);
    if (!w) return tw_fail_memory();
    w->view = s;
    w->options = o;
    w->image = image;
    w->alpha = o->alpha;
    w->samples = o->samples > 1 ? 16 : 1;
    tw_status st = draw_windows(w, team);
    for (int i = 0; w->map && i < s->lamp_count; i++) tw_shadow_map_free(&w->map[i]);
    free(w->map);
    free(w->room);
    free(w->list);
    tw_instances_free(&w->meshes);
    free(w);
    return st;
}
