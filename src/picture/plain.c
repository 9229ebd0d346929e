/*
 * Tiles that show nothing but the open sky, or nothing but plain ground in the sun: most of many
 * pictures. There a sample only asks whether its ray to the sky is blocked, the map of the sky
 * answers most of that (over.c), and the rays that are left are traced 16 at a time, whatever
 * pixels they belong to.
 */
#include "picture/scene.h"

#include <string.h>

/* rays that wait to be traced */
typedef struct queue {
    tw_packet p;
    int count;
    uint16_t pixel[TW_PACKET];
    uint16_t *blocked; /* [pixel] how many of its rays are */
} queue;

static void flush(const tw_view *s, queue *q) {
    if (q->count == 0) return;
    for (int i = 0; i < TW_PACKET; i++)
        q->p.active[i / TW_LANES][i % TW_LANES] = i < q->count ? -1 : 0;
    tw_unoccluded(s, &q->p);
    for (int i = 0; i < q->count; i++)
        if (!q->p.active[i / TW_LANES][i % TW_LANES]) q->blocked[q->pixel[i]]++;
    q->count = 0;
}

static void push(const tw_view *s, queue *q, const tw_packet *eye, const fv3 *d, int lane,
                 int pixel) {
    int g = lane / TW_LANES, k = lane % TW_LANES;
    float z = eye->d[g].z[k], t = (s->ground_z - eye->o[g].z[k]) / z;
    int G = q->count / TW_LANES, K = q->count % TW_LANES;
    q->p.o[G].x[K] = eye->o[g].x[k] + t * eye->d[g].x[k];
    q->p.o[G].y[K] = eye->o[g].y[k] + t * eye->d[g].y[k];
    q->p.o[G].z[K] = eye->o[g].z[k] + t * z;
    q->p.d[G].x[K] = d[g].x[k];
    q->p.d[G].y[K] = d[g].y[k];
    q->p.d[G].z[K] = d[g].z[k];
    q->p.t[G][K] = INFINITY;
    q->p.time[G][K] = eye->time[g][k];
    q->p.own[G][K] = TW_ITEM_GROUND;
    q->pixel[q->count++] = (uint16_t)pixel;
    if (q->count == TW_PACKET) flush(s, q);
}

void tw_plain_ground(const tw_view *s, tw_tile_points *points, const tw_tile *tile, int x0, int y0,
                     int width, int height, float *to, size_t stride) {
    uint16_t blocked[TW_TILE * TW_TILE] = {0};
    queue q = {.blocked = blocked};
    q.p.salt = tw_scramble(points->seed);
    for (int g = 0; g < TW_GROUPS; g++) {
        q.p.o[g] = q.p.d[g] = f3_all(0, 0, 1);
        q.p.t[g] = q.p.time[g] = fv_all(0);
        q.p.own[g] = iv_all(TW_ITEM_NONE);
    }
    for (uint32_t i = 0; i < TW_TILE * TW_TILE && !tile->over.open; i++) {
        int x = tw_tile_x(i), y = tw_tile_y(i);
        fv3 d[TW_GROUPS];
        iv maybe[TW_GROUPS];
        points->packet = i;
        if (x >= width || y >= height) continue;
        if (!tw_ground_blocked(tile, points, d, maybe)) continue;
        tw_packet eye;
        tw_aim_pixel(s, points, x0 + x, y0 + y, &eye);
        for (int g = 0; g < TW_GROUPS; g++)
            for (uint32_t bits = (uint32_t)iv_bits(maybe[g]); bits; bits &= bits - 1) {
                int lane = 0;
                while (!(bits >> lane & 1)) lane++;
                push(s, &q, &eye, d, g * TW_LANES + lane, y * TW_TILE + x);
            }
    }
    flush(s, &q);
    float sky[3] = {s->horizon.r, s->horizon.g, s->horizon.b};
    float all[3] = {tile->ground.r, tile->ground.g, tile->ground.b};
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++) {
            float *c = to + (size_t)y * stride + 4 * (size_t)x;
            float share = (float)blocked[y * TW_TILE + x] / TW_PACKET;
            for (int k = 0; k < 3; k++) c[k] = all[k] - share * s->ground.color[k] * sky[k];
            c[3] = 1;
        }
}

bool tw_plain_sky(const tw_view *s, const tw_tile *tile, bool alpha, int width, int height,
                  float *to, size_t stride) {
    if (tile->count > 0 || !tile->sky || (!s->flat_sky && !s->has_background)) return false;
    tw_rgbf a = s->has_background ? s->background : s->horizon;
    float c[4] = {alpha ? 0 : a.r, alpha ? 0 : a.g, alpha ? 0 : a.b, 0};
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            memcpy(to + (size_t)y * stride + 4 * (size_t)x, c, sizeof c);
    return true;
}
