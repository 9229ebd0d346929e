/*
 * The pixels of open ground; see open.h.
 *
 * Between the nodes of the lattice, A is interpolated by parabolas along rows and columns through 3
 * x 3 nodes, which span a tile or, where solids are nearer, a quarter of a tile. Two such surfaces
 * side by side share the nodes of their common edge, so there is no step between them.
 */
#include "picture/draft/draft.h"
#include "picture/light/back.h"
#include "picture/tile/open.h"

#include <string.h>

enum { SIDE = 4 };

/* least distance of all solids from this ground, m, with which A, the light from above (open.h), is
 * smooth over it */
static float clearance(const tw_open_rect *r) {
    return 0.25f * fmaxf(r->hi[0] - r->lo[0], r->hi[1] - r->lo[1]);
}

static void store(fv v, float *to, int g) {
    memcpy(to + g * TW_LANES, &v, sizeof v);
}

/* true: A, the light from above (open.h), is smooth over the square of pixels with this side from
 * (x, y) on */
static bool smooth_over(const tw_view *s, int x, int y, int side) {
    tw_open_rect r;
    return tw_open_rect_of(s, x, y, x + side, y + side, &r) && tw_open_far(s, &r, clearance(&r));
}

void tw_open_begin(const tw_view *s, const tw_tile *tile, int x0, int y0, bool alpha,
                   tw_open_tile *o) {
    tw_open_rect all;
    o->view = s;
    o->tile = tile;
    o->x0 = x0;
    o->y0 = y0;
    o->alpha = alpha;
    o->ground = s->open != NULL && !tile->sky;
    o->smooth = false;
    for (int i = 0; i < 4; i++) o->part[i] = -1;
    for (int i = 0; i < TW_OPEN_LAMPS; i++) o->lamp[i].listed = false;
    if (!o->ground || !tw_open_rect_of(s, x0, y0, x0 + TW_TILE, y0 + TW_TILE, &all)) return;
    o->smooth = tw_open_far(s, &all, clearance(&all));
    tw_open_shade(s, &all, NULL, o->lamp);
}

/* side, in pixels, of the square over which A, the light from above (open.h), is smooth: the whole
 * tile, or its quarter that contains the 4 x 4 pixels from (x, y) on; 0: neither */
static int smooth_around(tw_open_tile *o, int x, int y) {
    enum { HALF = TW_TILE / 2 };
    if (o->smooth) return TW_TILE;
    int a = (x - o->x0) / HALF, b = (y - o->y0) / HALF, i = 2 * b + a;
    if (o->part[i] < 0) o->part[i] = smooth_over(o->view, o->x0 + HALF * a, o->y0 + HALF * b, HALF);
    return o->part[i] ? HALF : 0;
}

/* *p: 16 camera rays, one through each of the 4 x 4 pixels from (x, y) on, at the place (u, v), 0
 * .. 1, within its pixel */
static void look(const tw_view *s, int x, int y, float u, float v, tw_packet *p) {
    const tw_eye *e = &s->eye;
    fv3 f = f3_all(e->f[0], e->f[1], e->f[2]), r = f3_all(e->r[0], e->r[1], e->r[2]);
    fv3 up = f3_all(e->u[0], e->u[1], e->u[2]);
    fv kx = fv_all(2 / (float)e->width), ky = fv_all(2 / (float)e->height), one = fv_all(1);
    for (int g = 0; g < TW_GROUPS; g++) {
        fv px, py;
        for (int i = 0; i < TW_LANES; i++) {
            int at = g * TW_LANES + i;
            px[i] = (float)(x + at % SIDE) + u;
            py[i] = (float)(y + at / SIDE) + v;
        }
        fv3 o, d;
        tw_eye_rays(e, px * kx - one, one - py * ky, f, r, up, &o, &d);
        d = f3_normalized(d);
        p->o[g] = o;
        p->d[g] = d;
        p->t[g] = (fv_all(s->ground_z) - o.z) / d.z;
        p->active[g] = iv_all(-1);
        p->item[g] = p->own[g] = iv_all(TW_ITEM_GROUND);
    }
}

/* rho: albedo of the ground in each of 4 x 4 pixels: mean over four places in the pixel, each with
 * a footprint half as wide as the pixel */
static void find_albedo(const tw_view *s, int x, int y, fv3 rho[TW_GROUPS]) {
    const tw_paint *a = &s->ground;
    for (int g = 0; g < TW_GROUPS; g++) rho[g] = f3_all(a->color[0], a->color[1], a->color[2]);
    if (a->texture == TW_TEXTURE_NONE) return;
    for (int g = 0; g < TW_GROUPS; g++) rho[g] = f3_all(0, 0, 0);
    for (int i = 0; i < 4; i++) {
        tw_packet p;
        look(s, x, y, i & 1 ? 0.75f : 0.25f, i & 2 ? 0.75f : 0.25f, &p);
        for (int g = 0; g < TW_GROUPS; g++) {
            tw_surface at;
            tw_surface_of(s, &p, g, fv_all(s->eye.pixel * 0.5f), &at);
            rho[g] = f3_madd(rho[g], fv_all(0.25f), at.kd);
        }
    }
}

/* w [3]: weights of the values at 0, 1 and 2 in the value at u of the parabola through them */
static void weights(fv u, fv w[3]) {
    fv one = fv_all(1), two = fv_all(2), half = fv_all(0.5f);
    w[0] = (u - one) * (u - two) * half;
    w[1] = u * (two - u);
    w[2] = u * (u - one) * half;
}

/* A: light from above (open.h) at 4 x 4 pixels, interpolated from nine nodes of the square of
 * `size` pixels around them */
static void find_around(const tw_open_tile *o, int x, int y, int size, fv3 A[TW_GROUPS]) {
    int step = size / 2;
    int x0 = o->x0 + (x - o->x0) / size * size, y0 = o->y0 + (y - o->y0) / size * size;
    float node[3][3][3];
    for (int j = 0; j < 3; j++)
        for (int i = 0; i < 3; i++)
            tw_open_node(o->view, &o->tile->over, (x0 + i * step) / TW_OPEN_STEP,
                         (y0 + j * step) / TW_OPEN_STEP, node[j][i]);
    for (int g = 0; g < TW_GROUPS; g++) {
        fv px, py, wx[3], wy[3], scale = fv_all(1 / (float)step);
        for (int i = 0; i < TW_LANES; i++) {
            int at = g * TW_LANES + i;
            px[i] = (float)(x - x0 + at % SIDE) + 0.5f;
            py[i] = (float)(y - y0 + at / SIDE) + 0.5f;
        }
        weights(px * scale, wx);
        weights(py * scale, wy);
        A[g] = f3_all(0, 0, 0);
        for (int j = 0; j < 3; j++)
            for (int i = 0; i < 3; i++) {
                const float *n = node[j][i];
                A[g] = f3_madd(A[g], wx[i] * wy[j], f3_all(n[0], n[1], n[2]));
            }
        A[g].x = fv_max(A[g].x, fv_all(0));
        A[g].y = fv_max(A[g].y, fv_all(0));
        A[g].z = fv_max(A[g].z, fv_all(0));
    }
}

/* sets the light of 4 x 4 pixels of sky; each pixel gets the light in the direction of its centre,
 * since the sky changes little within a pixel. false: the pixels may show other things, the eye
 * moves, or the quality is fine or final */
static bool sky_block(tw_open_tile *o, int x, int y) {
    const tw_view *s = o->view;
    tw_packet p;
    if (s->eye.pose_count || s->further > 0) return false;
    if (!o->tile->sky && !tw_over_sky_only(s, x, y, x + SIDE, y + SIDE)) return false;
    look(s, x, y, 0.5f, 0.5f, &p);
    for (int g = 0; g < TW_GROUPS; g++) {
        fv3 c = o->alpha ? f3_all(0, 0, 0) : tw_background(s, p.d[g]);
        store(c.x, o->light[0], g), store(c.y, o->light[1], g), store(c.z, o->light[2], g);
        for (int k = 0; k < 3; k++) store(fv_all(0), o->found[k], g);
    }
    o->clear = true;
    o->cover = 0;
    return true;
}

static bool ground_block(tw_open_tile *o, int x, int y) {
    const tw_view *s = o->view;
    const float *e = s->ground.emission;
    tw_open_rect on;
    tw_packet p;
    fv3 A[TW_GROUPS], rho[TW_GROUPS];
    if (!tw_open_rect_of(s, x, y, x + SIDE, y + SIDE, &on)) return false;
    int size = smooth_around(o, x, y);
    if (size == 0) return false;
    tw_open_shade(s, &on, o->lamp, o->near);
    o->clear = true;
    o->cover = 1;
    for (int i = 0; i < s->lamp_count; i++) o->clear = o->clear && o->near[i].clear;
    look(s, x, y, 0.5f, 0.5f, &p);
    find_albedo(s, x, y, rho);
    find_around(o, x, y, size, A);
    for (int g = 0; g < TW_GROUPS; g++) {
        fv3 at = f3_scale(p.d[g], p.t[g]), found = f3_mul(A[g], rho[g]);
        store(found.x, o->found[0], g), store(found.y, o->found[1], g);
        store(found.z, o->found[2], g);
        for (int i = 0; i < s->lamp_count; i++)
            if (o->near[i].clear) A[g] = f3_add(A[g], tw_open_light(&s->lamp[i], at));
        A[g] = f3_add(f3_mul(A[g], rho[g]), f3_all(e[0], e[1], e[2]));
        if (s->has_fog) {
            A[g] = tw_fogged(s, p.d[g], p.t[g], A[g]);
            rho[g] = f3_scale(rho[g], fv_all(1) - tw_fog_share(s, p.t[g]));
        }
        store(A[g].x, o->light[0], g), store(rho[g].x, o->rho[0], g);
        store(A[g].y, o->light[1], g), store(rho[g].y, o->rho[1], g);
        store(A[g].z, o->light[2], g), store(rho[g].z, o->rho[2], g);
    }
    return true;
}

bool tw_open_block(tw_open_tile *o, int x, int y) {
    if (o->tile->near_count > 0) return false;
    return (o->ground && ground_block(o, x, y)) || sky_block(o, x, y);
}

/* traces a ray from the ground that each of a pixel's samples sees to lamp `index`, and adds the
 * irradiance of those that arrive, divided by pi, to `sum` */
static void lamp_light(const tw_open_tile *o, tw_tile_points *points, const tw_packet *eye,
                       int index, fv3 sum[TW_GROUPS]) {
    const tw_view *s = o->view;
    const tw_open_lamp *of = &o->near[index];
    fv u[TW_GROUPS], v[TW_GROUPS];
    fv3 light[TW_GROUPS];
    tw_packet p;
    p.salt = eye->salt;
    tw_points(points, TW_DIM_VERTEX, (uint32_t)index, u, v);
    for (int g = 0; g < TW_GROUPS; g++) {
        fv t = (fv_all(s->ground_z) - eye->o[g].z) / eye->d[g].z, far;
        fv3 x = f3_madd(eye->o[g], t, eye->d[g]), power;
        fv3 l = tw_toward(&s->lamp[index], x, u[g], v[g], &power, &far);
        light[g] = f3_scale(power, fv_max(l.z, fv_all(0)) * fv_all(0.318309886f));
        p.o[g] = x;
        p.d[g] = l;
        p.t[g] = far;
        p.time[g] = eye->time[g];
        p.own[g] = iv_all(TW_ITEM_GROUND);
        p.active[g] = light[g].x + light[g].y + light[g].z > fv_all(0);
    }
    if (of->listed)
        tw_unoccluded_of(s, &p, of->solid, of->count);
    else
        tw_unoccluded(s, &p);
    for (int g = 0; g < TW_GROUPS; g++)
        sum[g] = f3_add(sum[g], f3_select(p.active[g], light[g], f3_all(0, 0, 0)));
}

/* to [r, g, b]: for each sample, the irradiance divided by pi of all lamps that are not `clear`
 * (open.h) at the place that it sees */
static void find_lamps(const tw_open_tile *o, tw_tile_points *points, const tw_packet *eye,
                       tw_quad to[3][TW_PACKET / 4]) {
    fv3 sum[TW_GROUPS];
    for (int g = 0; g < TW_GROUPS; g++) sum[g] = f3_all(0, 0, 0);
    for (int i = 0; i < o->view->lamp_count; i++)
        if (!o->near[i].clear) lamp_light(o, points, eye, i, sum);
    for (int g = 0; g < TW_GROUPS; g++) {
        memcpy(&to[0][g * (TW_LANES / 4)], &sum[g].x, sizeof sum[g].x);
        memcpy(&to[1][g * (TW_LANES / 4)], &sum[g].y, sizeof sum[g].y);
        memcpy(&to[2][g * (TW_LANES / 4)], &sum[g].z, sizeof sum[g].z);
    }
}

/* to: light of pixel number `at` of the 4 x 4, as sums by column over n samples in each column.
 * lamps: sums, by column, of the irradiance of lamps divided by pi */
static void put_columns(const tw_open_tile *o, int at, float n, const tw_quad lamps[3],
                        tw_quad to[TW_OPEN_SUMS]) {
    for (int k = 0; k < 3; k++)
        to[k] = tw_quad_all(n * o->light[k][at]) + tw_quad_all(o->rho[k][at]) * lamps[k];
    to[3] = tw_quad_all(n * o->cover);
    for (int k = 0; k < 3; k++) to[4 + k] = tw_quad_all(n * o->found[k][at]);
}

static int place_of(int x, int y) {
    return (y & (SIDE - 1)) * SIDE + (x & (SIDE - 1));
}

void tw_open_pixel(const tw_open_tile *o, tw_tile_points *points, int x, int y,
                   tw_quad light[TW_OPEN_SUMS]) {
    tw_packet eye;
    tw_quad lamps[3][TW_PACKET / 4], sum[3];
    tw_aim_pixel(o->view, points, x, y, &eye);
    find_lamps(o, points, &eye, lamps);
    /* added in an order that does not depend on the number of lanes */
    for (int k = 0; k < 3; k++) sum[k] = (lamps[k][0] + lamps[k][2]) + (lamps[k][1] + lamps[k][3]);
    put_columns(o, place_of(x, y), 4, sum, light);
}

void tw_open_four(const tw_open_tile *o, tw_tile_points *points, int x, int y,
                  tw_quad light[4][TW_OPEN_SUMS]) {
    tw_packet eye;
    tw_quad lamps[3][TW_PACKET / 4];
    points->up = 1;
    tw_aim_four(o->view, points, x, y, &eye);
    find_lamps(o, points, &eye, lamps);
    points->up = 0;
    for (int k = 0; k < 3; k++) tw_quad_transpose(lamps[k]);
    for (int j = 0; j < 4; j++) {
        tw_quad own[3] = {lamps[0][j], lamps[1][j], lamps[2][j]};
        put_columns(o, place_of(x + (j & 1), y + j / 2), 1, own, light[j]);
    }
}
