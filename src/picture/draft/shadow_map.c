/* Makes shadow maps of suns, and looks places up in them; see shadow_map.h. */
#include "picture/draft/shadow_map.h"

#include "base/math/elementary.h"

#include <stdlib.h>
#include <string.h>

enum { TURNS = 16, EDGE = 4, TEXELS = TW_RASTER_TILE * TW_RASTER_TILE };

typedef struct frame2 {
    vec3 u, v;
    double lo[2], hi[2];
} frame2;

static vec3 center_of(const tw_solid *b) {
    return v3((double)b->center[0], (double)b->center[1], (double)b->center[2]);
}

/* sets f->lo and f->hi to a rectangle along the axes f->u and f->v that contains all meshes, as far
 * as their balls and boxes bound them */
static void measure(const tw_view *s, const tw_instances *m, frame2 *f) {
    for (int i = 0; i < 2; i++) {
        f->lo[i] = INFINITY;
        f->hi[i] = -INFINITY;
    }
    for (int i = 0; i < m->count; i++) {
        const tw_solid *b = &s->solid[m->instance[i].solid];
        double at[2] = {v3_dot(center_of(b), f->u), v3_dot(center_of(b), f->v)};
        for (int k = 0; k < 2; k++) {
            /* of each mesh the tighter of ball and box is used: along an axis of the world the box
             * is often much tighter */
            const vec3 *d = k ? &f->v : &f->u;
            double reach = 0.5 * (fabs(d->x) * (double)(b->hi[0] - b->lo[0]) +
                                  fabs(d->y) * (double)(b->hi[1] - b->lo[1]) +
                                  fabs(d->z) * (double)(b->hi[2] - b->lo[2]));
            double mid =
                0.5 * (d->x * (double)(b->hi[0] + b->lo[0]) + d->y * (double)(b->hi[1] + b->lo[1]) +
                       d->z * (double)(b->hi[2] + b->lo[2]));
            double r = (double)b->radius;
            f->lo[k] = fmin(f->lo[k], fmax(at[k] - r, mid - reach));
            f->hi[k] = fmax(f->hi[k], fmin(at[k] + r, mid + reach));
        }
    }
}

/* axes u, v at right angles to the direction `to` the sun: of TURNS tried rotations, the one whose
 * rectangle around the meshes has the least area */
static frame2 fit(const tw_view *s, const tw_instances *m, vec3 to) {
    vec3 a = v3_orthogonal(to), b = v3_cross(a, to);
    frame2 best = {0};
    double least = INFINITY;
    for (int i = 0; i < TURNS; i++) {
        double angle = 1.5707963267948966 * i / TURNS, c = tw_cos(angle), n = tw_sin(angle);
        frame2 f = {.u = v3_madd(v3_scale(a, c), n, b), .v = v3_madd(v3_scale(b, c), -n, a)};
        measure(s, m, &f);
        double area = (f.hi[0] - f.lo[0]) * (f.hi[1] - f.lo[1]);
        if (area < least) {
            least = area;
            best = f;
        }
    }
    return best;
}

static void aim(const frame2 *f, vec3 to, tw_shadow_map *map) {
    tw_projection *p = &map->projection;
    *p = (tw_projection){.parallel = true,
                         .far = INFINITY,
                         .near = 0.5,
                         .width = TW_SHADOW_MAP,
                         .height = TW_SHADOW_MAP};
    p->samples = 1;
    p->w[3] = 1;
    v3_store(p->q, to);
    const vec3 *axis[2] = {&f->u, &f->v};
    double *row[2] = {p->x, p->y};
    for (int k = 0; k < 2; k++) {
        double size = fmax(f->hi[k] - f->lo[k], 1e-30), scale = (TW_SHADOW_MAP - 2 * EDGE) / size;
        v3_store(row[k], v3_scale(*axis[k], scale));
        row[k][3] = EDGE - f->lo[k] * scale;
        map->world[k] = (float)(1 / scale);
    }
    for (int i = 0; i < 4; i++) {
        map->x[i] = (float)p->x[i];
        map->y[i] = (float)p->y[i];
        map->q[i] = (float)p->q[i];
    }
    for (int i = 0; i < 3; i++) map->to[i] = (float)p->q[i];
    double far = fmax(fmax(fabs(f->lo[0]), fabs(f->hi[0])), fmax(fabs(f->lo[1]), fabs(f->hi[1])));
    map->bias = 0.25f * (map->world[0] + map->world[1]) + 1e-6f * (float)far;
}

/* ---- drawing -------------------------------------------------------------------------------- */

typedef struct drawing {
    const tw_raster *raster;
    tw_shadow_map *map;
    float *most; /* greatest height toward the sun in each block of texels */
} drawing;

static void tile_job(void *context, int tile, int thread) {
    drawing *d = context;
    (void)thread;
    int tx = tile % TW_SHADOW_TILES, ty = tile / TW_SHADOW_TILES;
    const int n = TW_RASTER_TILE / TW_SHADOW_BLOCK;
    float q[TW_RASTER_TILE][TW_RASTER_ROW],
        block[TW_RASTER_TILE / TW_SHADOW_BLOCK][TW_RASTER_TILE / TW_SHADOW_BLOCK];
    for (int i = 0; i < n * n; i++) block[i / n][i % n] = -INFINITY;
    if (d->map->slot[tile]) {
        for (int y = 0; y < TW_RASTER_TILE; y++)
            for (int x = 0; x < TW_RASTER_ROW; x++) q[y][x] = -INFINITY;
        tw_raster_depth(d->raster, tile, q[0]);
        float *to = d->map->texel + (size_t)d->map->slot[tile] * TEXELS;
        for (int y = 0; y < TW_RASTER_TILE; y++) {
            memcpy(to + y * TW_RASTER_TILE, q[y], TW_RASTER_TILE * sizeof **q);
            for (int x = 0; x < TW_RASTER_TILE; x++) {
                float *b = &block[y / TW_SHADOW_BLOCK][x / TW_SHADOW_BLOCK];
                *b = q[y][x] > *b ? q[y][x] : *b;
            }
        }
    }
    for (int y = 0; y < n; y++)
        memcpy(d->most + (ty * n + y) * TW_SHADOW_BLOCKS + tx * n, block[y], sizeof block[y]);
}

static float larger(float a, float b) {
    return a > b ? a : b;
}

/* to: for each block the maximum of `from` over the block and its eight neighbours */
static void spread(const float *from, float *to) {
    const int n = TW_SHADOW_BLOCKS;
    for (int y = 0; y < n; y++)
        for (int x = 0; x < n; x++) {
            int above = y > 0 ? y - 1 : y, below = y + 1 < n ? y + 1 : y;
            float m = larger(from[y * n + x], larger(from[above * n + x], from[below * n + x]));
            int left = x > 0 ? x - 1 : x, right = x + 1 < n ? x + 1 : x;
            for (int k = above; k <= below; k++)
                m = larger(m, larger(from[k * n + left], from[k * n + right]));
            to[y * n + x] = m;
        }
}

static tw_status draw(const tw_raster *r, tw_team *team, tw_shadow_map *map) {
    const int tiles = TW_SHADOW_TILES * TW_SHADOW_TILES;
    drawing d = {r, map, NULL};
    int slots = 1;
    for (int i = 0; i < tiles; i++) map->slot[i] = r->used[i] ? slots++ : 0;
    map->texel = malloc((size_t)slots * TEXELS * sizeof *map->texel);
    d.most = malloc(sizeof map->most);
    if (!map->texel || !d.most) {
        free(d.most);
        return tw_fail_memory();
    }
    for (int i = 0; i < TEXELS; i++) map->texel[i] = -INFINITY;
    if (team)
        tw_team_run(team, tiles, tile_job, &d);
    else
        for (int i = 0; i < tiles; i++) tile_job(&d, i, 0);
    spread(d.most, map->most);
    free(d.most);
    return TW_OK;
}

tw_status tw_shadow_map_make(const tw_view *s, const tw_instances *m, const tw_lamp *sun,
                             tw_team *team, tw_shadow_map *map) {
    vec3 to = v3((double)sun->to[0], (double)sun->to[1], (double)sun->to[2]);
    frame2 f = fit(s, m, to);
    map->texel = NULL;
    aim(&f, to, map);
    tw_raster r;
    tw_status st = tw_raster_make(s, m, &map->projection, team, &r);
    if (st == TW_OK) st = draw(&r, team, map);
    tw_raster_free(&r);
    return st;
}

void tw_shadow_map_free(tw_shadow_map *map) {
    free(map->texel);
    map->texel = NULL;
}

/* ---- reading -------------------------------------------------------------------------------- */

static fv row_of(const float *m, fv3 x) {
    return fv_all(m[0]) * x.x + fv_all(m[1]) * x.y + fv_all(m[2]) * x.z + fv_all(m[3]);
}

/* height toward the sun stored in texel (x, y) */
static float texel_at(const tw_shadow_map *map, int x, int y) {
    int tile = (y / TW_RASTER_TILE) * TW_SHADOW_TILES + x / TW_RASTER_TILE;
    int at = (y % TW_RASTER_TILE) * TW_RASTER_TILE + x % TW_RASTER_TILE;
    return map->texel[(size_t)map->slot[tile] * TEXELS + (size_t)at];
}

static fv compare(const tw_shadow_map *map, fv x, fv y, fv q, fv sx, fv sy, iv on) {
    fv one = fv_all(1), zero = fv_all(0), bx = fv_floor(x), by = fv_floor(y);
    fv fx = x - bx, fy = y - by, wx[4] = {one - fx, one, one, fx}, light = zero;
    fv wy[4] = {one - fy, one, one, fy};
    iv ix = iv_from(bx), iy = iv_from(by);
    for (int j = 0; j < 4; j++)
        for (int i = 0; i < 4; i++) {
            fv high = zero;
            for (int lane = 0; lane < TW_LANES; lane++)
                if (on[lane]) high[lane] = texel_at(map, ix[lane] - 1 + i, iy[lane] - 1 + j);
            fv dx = fv_all((float)(i - 1)) - fx, dy = fv_all((float)(j - 1)) - fy;
            iv lit = high <= q + sx * dx + sy * dy;
            light += fv_select(lit, wx[i] * wy[j], zero);
        }
    return light * fv_all(1.0f / 9);
}

fv tw_shadow_map_light(const tw_shadow_map *map, fv3 x, fv3 n, iv on) {
    fv one = fv_all(1), px = row_of(map->x, x), py = row_of(map->y, x);
    fv lo = fv_all(2), hi = fv_all(TW_SHADOW_MAP - 3);
    iv in = on & (px > lo) & (py > lo) & (px < hi) & (py < hi);
    if (!iv_any(in)) return one;
    fv q = row_of(map->q, x);
    /* sx, sy: rise of the receiver's tangent plane per texel. For faces that the light hardly
     * grazes the rise is limited: the cosine of incidence counts as at least 0.15 */
    fv nl = n.x * fv_all(map->to[0]) + n.y * fv_all(map->to[1]) + n.z * fv_all(map->to[2]);
    fv inv = -one / fv_max(nl, fv_all(0.15f)), wx = fv_all(map->world[0]);
    fv wy = fv_all(map->world[1]);
    fv3 u = f3_all(map->x[0], map->x[1], map->x[2]), v = f3_all(map->y[0], map->y[1], map->y[2]);
    fv sx = f3_dot(n, u) * wx * wx * inv, sy = f3_dot(n, v) * wy * wy * inv;
    fv safe = q + fv_all(map->bias), room = (fv_abs(sx) + fv_abs(sy)) * fv_all(2);
    fv most = safe;
    for (int lane = 0; lane < TW_LANES; lane++) {
        if (!in[lane]) continue;
        int bx = (int)px[lane] / TW_SHADOW_BLOCK, by = (int)py[lane] / TW_SHADOW_BLOCK;
        most[lane] = map->most[by * TW_SHADOW_BLOCKS + bx];
    }
    in &= most > safe - room;
    if (!iv_any(in)) return one;
    fv half = fv_all(0.5f);
    fv light = compare(map, px - half, py - half, safe, sx, sy, in);
    return fv_select(in, light, one);
}

static float dot_row(const float *m, const float *x) {
    return m[0] * x[0] + m[1] * x[1] + m[2] * x[2] + m[3];
}

bool tw_shadow_map_clear(const tw_shadow_map *map, const float corner[4][3], const float n[3]) {
    enum { MANY = 24 };
    const float size = TW_SHADOW_MAP;
    float x0 = size, x1 = 0, y0 = size, y1 = 0, low = INFINITY;
    for (int i = 0; i < 4; i++) {
        float x = dot_row(map->x, corner[i]), y = dot_row(map->y, corner[i]);
        float q = dot_row(map->q, corner[i]);
        x0 = x < x0 ? x : x0;
        x1 = x > x1 ? x : x1;
        y0 = y < y0 ? y : y0;
        y1 = y > y1 ? y : y1;
        low = q < low ? q : low;
    }
    if (!(x1 > x0 - 1) || !(y1 > y0 - 1)) return false;
    float nl = n[0] * map->to[0] + n[1] * map->to[1] + n[2] * map->to[2], steep = 0;
    /* true for a surface turned away from the sun: it gets no light from the sun, so no shadow
     * needs to be found */
    if (nl <= 0) return true;
    for (int k = 0; k < 3; k++) {
        float wx = map->world[0], wy = map->world[1];
        steep += fabsf(n[k] * map->x[k]) * wx * wx + fabsf(n[k] * map->y[k]) * wy * wy;
    }
    low += map->bias - 2 * steep / (nl > 0.15f ? nl : 0.15f);
    /* true outside the map's rectangle, which contains all meshes: nothing there casts a shadow */
    if (x1 < 0 || y1 < 0 || x0 > size || y0 > size) return true;
    x0 = x0 > 0 ? x0 : 0;
    y0 = y0 > 0 ? y0 : 0;
    x1 = x1 < size - 1 ? x1 : size - 1;
    y1 = y1 < size - 1 ? y1 : size - 1;
    int bx0 = (int)x0 / TW_SHADOW_BLOCK, bx1 = (int)x1 / TW_SHADOW_BLOCK;
    int by0 = (int)y0 / TW_SHADOW_BLOCK, by1 = (int)y1 / TW_SHADOW_BLOCK;
    if (bx1 - bx0 > MANY || by1 - by0 > MANY) return false;
    for (int y = by0; y <= by1; y++)
        for (int x = bx0; x <= bx1; x++)
            if (map->most[y * TW_SHADOW_BLOCKS + x] > low) return false;
    return true;
}
