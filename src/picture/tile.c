/*
 * One tile of the picture: its packets in the order of the sample points' quadtree.
 *
 * normal: a packet is the 16 samples of a pixel; final: four packets a pixel; draft: 2 x 2 pixels
 * of 4 samples each share a packet.
 */
#include "picture/scene.h"

#include <stdlib.h>
#include <string.h>

enum { TILE = 16 };

int tw_tile_count(int width, int height) {
    return ((width + TILE - 1) / TILE) * ((height + TILE - 1) / TILE);
}

/* every other bit of i: the column (shift 0) or row (shift 1) of a place in the quadtree */
static int deinterleave(uint32_t i, int shift) {
    int r = 0;
    for (int k = 0; k < 16; k++) r |= (int)(i >> (2 * k + shift) & 1) << k;
    return r;
}

/* the rays through the points (x, y) of the picture, in pixels */
static void aim(const tw_view *s, tw_tile_points *points, const fv *x, const fv *y, tw_packet *p) {
    const tw_eye *e = &s->eye;
    fv3 f = f3_all(e->f[0], e->f[1], e->f[2]), r = f3_all(e->r[0], e->r[1], e->r[2]);
    fv3 u = f3_all(e->u[0], e->u[1], e->u[2]);
    fv kx = fv_all(2 / (float)e->width), ky = fv_all(2 / (float)e->height), one = fv_all(1);
    fv lu[TW_GROUPS], lv_[TW_GROUPS], time[TW_GROUPS], unused[TW_GROUPS];
    if (e->lens > 0) tw_points(points, TW_DIM_LENS, 0, lu, lv_);
    if (s->moving) tw_points(points, TW_DIM_TIME, 0, time, unused);
    for (int g = 0; g < TW_GROUPS; g++) {
        fv3 d = f3_madd(f3_madd(f, x[g] * kx - one, r), one - y[g] * ky, u), o = f3_all(0, 0, 0);
        if (e->lens > 0) {
            /* all rays of a point meet in the plane of focus */
            fv a, b;
            tw_disc(lu[g], lv_[g], &a, &b);
            fv3 ru = f3_normalized(r), uu = f3_normalized(u);
            fv lens = fv_all(e->lens);
            o = f3_add(f3_scale(ru, a * lens), f3_scale(uu, b * lens));
            d = f3_sub(f3_scale(d, fv_all(e->focus)), o);
        }
        p->o[g] = o;
        p->d[g] = f3_normalized(d);
        p->t[g] = fv_all(INFINITY);
        p->time[g] = s->moving ? time[g] : fv_all(0);
        p->active[g] = iv_all(-1);
        p->own[g] = iv_all(TW_ITEM_NONE);
    }
}

/* the cone around a block of pixels, seen from the eye */
void tw_block_cone(const tw_view *s, double x0, double y0, double x1, double y1, float axis[3],
                       float *cosine, float *sine) {
    const tw_eye *e = &s->eye;
    double x[5] = {(x0 + x1) / 2, x0, x1, x0, x1}, y[5] = {(y0 + y1) / 2, y0, y0, y1, y1};
    vec3 d[5];
    double least = 1;
    for (int i = 0; i < 5; i++) {
        double a = 2 * x[i] / e->width - 1, b = 1 - 2 * y[i] / e->height;
        d[i] = v3_madd(v3_madd(v3_load(e->forward), a, v3_load(e->right)), b, v3_load(e->up));
        d[i] = v3_normalized(d[i]);
        least = fmin(least, v3_dot(d[i], d[0]));
    }
    least -= 1e-6;
    axis[0] = (float)d[0].x;
    axis[1] = (float)d[0].y;
    axis[2] = (float)d[0].z;
    *cosine = (float)least;
    *sine = (float)sqrt(1 - least * least);
}

typedef struct sums {
    float c[4];
} sums;

/* adds lanes [from, to) of the packet, in order */
static sums add_lanes(const fv3 *L, const iv *hit, int from, int to, bool alpha) {
    sums r = {{0, 0, 0, 0}};
    for (int i = from; i < to; i++) {
        int g = i / TW_LANES, k = i % TW_LANES;
        bool on = hit[g][k] != 0;
        if (on || !alpha) {
            r.c[0] += L[g].x[k];
            r.c[1] += L[g].y[k];
            r.c[2] += L[g].z[k];
        }
        r.c[3] += on ? 1.0f : 0.0f;
    }
    return r;
}

static void put(tw_image *image, int x, int y, sums a, float weight) {
    if (x >= image->width || y >= image->height) return;
    float *to = image->linear + 4 * ((size_t)y * (size_t)image->width + (size_t)x);
    for (int i = 0; i < 4; i++) to[i] += a.c[i] * weight;
}

/* normal and final: all 16 samples in pixel (x, y) */
static void draw_pixel(const tw_view *s, tw_tile_points *points, int x, int y, float weight,
                       bool alpha, const int32_t *list, int count, tw_image *image) {
    fv u[TW_GROUPS], v[TW_GROUPS];
    tw_packet p;
    fv3 L[TW_GROUPS];
    iv hit[TW_GROUPS];
    tw_points(points, TW_DIM_PIXEL, 0, u, v);
    for (int g = 0; g < TW_GROUPS; g++) {
        u[g] += fv_all((float)x);
        v[g] += fv_all((float)y);
    }
    aim(s, points, u, v, &p);
    p.salt = tw_scramble(points->seed ^ points->packet * 0x9e3779b9u);
    tw_trace_packet(s, points, &p, list, count, L, hit);
    put(image, x, y, add_lanes(L, hit, 0, TW_PACKET, alpha), weight);
}

/* draft: 4 samples in each of the 2 x 2 pixels at (x, y) */
static void draw_quad(const tw_view *s, tw_tile_points *points, int x, int y, bool alpha,
                      const int32_t *list, int count, tw_image *image) {
    fv u[TW_GROUPS], v[TW_GROUPS];
    tw_packet p;
    fv3 L[TW_GROUPS];
    iv hit[TW_GROUPS];
    tw_points_ordered(points, TW_DIM_PIXEL, u, v);
    for (int i = 0; i < TW_PACKET; i++) {
        int g = i / TW_LANES, k = i % TW_LANES;
        u[g][k] += (float)(x + (i >> 2 & 1));
        v[g][k] += (float)(y + (i >> 3));
    }
    aim(s, points, u, v, &p);
    p.salt = tw_scramble(points->seed ^ points->packet * 0x9e3779b9u);
    tw_trace_packet(s, points, &p, list, count, L, hit);
    for (int i = 0; i < 4; i++)
        put(image, x + (i & 1), y + (i >> 1), add_lanes(L, hit, 4 * i, 4 * i + 4, alpha), 0.25f);
}

/* the tile's rows are zeroed first: packets add */
static void clear(tw_image *image, int x0, int y0) {
    for (int y = y0; y < y0 + TILE && y < image->height; y++)
        for (int x = x0; x < x0 + TILE && x < image->width; x++)
            for (int i = 0; i < 4; i++)
                image->linear[4 * ((size_t)y * (size_t)image->width + (size_t)x) + (size_t)i] = 0;
}

void tw_tile_draw(const tw_view *s, tw_quality quality, int tile, bool alpha, int32_t *list,
                  tw_image *image) {
    int columns = (image->width + TILE - 1) / TILE;
    int x0 = tile % columns * TILE, y0 = tile / columns * TILE;
    int levels = quality == TW_QUALITY_DRAFT ? 3 : quality == TW_QUALITY_NORMAL ? 4 : 5;
    int packets = 1 << 2 * levels, count = 0;
    float axis[3], cosine, sine;
    tw_tile_points points;
    uint32_t seed = tw_scramble((uint32_t)(tile / columns) * 0x10001u + (uint32_t)(tile % columns));
    tw_tile_points_begin(&points, &s->pattern, levels, seed);
    clear(image, x0, y0);
    tw_block_cone(s, x0, y0, x0 + TILE, y0 + TILE, axis, &cosine, &sine);
    count = tw_tree_cone(s, axis, cosine, sine, list);
    for (int i = 0; i < packets; i++) {
        uint32_t at = (uint32_t)(quality == TW_QUALITY_FINAL ? i >> 2 : i);
        int step = quality == TW_QUALITY_DRAFT ? 2 : 1;
        int x = x0 + step * deinterleave(at, 0), y = y0 + step * deinterleave(at, 1);
        if (x >= image->width || y >= image->height) continue;
        points.packet = (uint32_t)i;
        if (quality == TW_QUALITY_DRAFT)
            draw_quad(s, &points, x, y, alpha, list, count, image);
        else
            draw_pixel(s, &points, x, y, quality == TW_QUALITY_FINAL ? 1 / 64.0f : 1 / 16.0f, alpha,
                       list, count, image);
    }
}
