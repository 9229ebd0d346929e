/* Triangles from meshes to tiles: projection, culling, lists; see raster.h. */
#include "picture/draft/raster.h"

#include <stdlib.h>
#include <string.h>

enum { CHUNK_BLOCKS = 512, GUARD = 2048, SMALL = 64 * TW_RASTER_SUB };

void tw_projection_of_eye(const tw_eye *e, int x0, int y0, int width, int height, int samples,
                          double near, tw_projection *p) {
    *p = (tw_projection){.near = near, .width = width, .height = height, .samples = samples};
    vec3 r = v3_load(e->right), u = v3_load(e->up), f = v3_load(e->forward);
    /* `right` and `up` of the eye span half the picture's width and height (in perspective at
     * distance 1); r and u become pixels per metre along them */
    r = v3_scale(r, 0.5 * e->width / v3_dot(r, r));
    u = v3_scale(u, -0.5 * e->height / v3_dot(u, u));
    if (e->parallel) {
        p->parallel = true;
        p->near = 0.5;
        v3_store(p->x, r);
        v3_store(p->y, u);
        v3_store(p->q, v3_neg(f));
        p->x[3] = 0.5 * e->width - x0;
        p->y[3] = 0.5 * e->height - y0;
        p->q[3] = p->far = near;
        p->w[3] = 1;
        return;
    }
    v3_store(p->w, f);
    v3_store(p->x, v3_madd(r, 0.5 * e->width - x0, f));
    v3_store(p->y, v3_madd(u, 0.5 * e->height - y0, f));
}

/* ---- one instance --------------------------------------------------------------------------- */

typedef struct placed {
    float m[4][4]; /* matrix from a place in the mesh's own axes to X, Y, w, q of the projection */
    bool both_sides;
    int solid;
    uint16_t door;
} placed;

static double dot4(const double *row, const float *p) {
    return row[0] * (double)p[0] + row[1] * (double)p[1] + row[2] * (double)p[2] + row[3];
}

static double length3(const double *row) {
    return sqrt(row[0] * row[0] + row[1] * row[1] + row[2] * row[2]);
}

/* true: the solid's ball lies wholly on the negative side of the plane `row` . (x, y, z, 1) = 0 */
static bool beyond(const double *row, const tw_solid *b) {
    return dot4(row, b->center) + (double)b->radius * length3(row) < 0;
}

static bool outside(const tw_projection *p, const tw_solid *b) {
    double right[4], bottom[4], front[4];
    for (int i = 0; i < 4 && p->parallel && isfinite(p->far); i++)
        front[i] = (i == 3 ? p->far : 0) - p->q[i];
    if (p->parallel && isfinite(p->far) && beyond(front, b)) return true;
    for (int i = 0; i < 4; i++) {
        right[i] = p->width * p->w[i] - p->x[i];
        bottom[i] = p->height * p->w[i] - p->y[i];
        front[i] = p->w[i] - (i == 3 ? p->near : 0);
    }
    return beyond(front, b) || beyond(p->x, b) || beyond(p->y, b) || beyond(right, b) ||
           beyond(bottom, b);
}

static void place(const tw_raster *r, const tw_instance *i, placed *to) {
    const tw_projection *p = &r->projection;
    const tw_solid *b = &r->view->solid[i->solid];
    const double *rows[4] = {p->x, p->y, p->w, p->q};
    fv3 x, axis[3];
    tw_solid_pose(r->view, b, fv_all(0.5f), &x, axis);
    double at[3] = {(double)x.x[0], (double)x.y[0], (double)x.z[0]};
    for (int k = 0; k < 4; k++) {
        double m[4] = {0, 0, 0, rows[k][3]};
        for (int j = 0; j < 3; j++) {
            m[0] += rows[k][j] * (double)axis[j].x[0];
            m[1] += rows[k][j] * (double)axis[j].y[0];
            m[2] += rows[k][j] * (double)axis[j].z[0];
            m[3] += rows[k][j] * at[j];
        }
        for (int j = 0; j < 3; j++) to->m[k][j] = (float)(m[j] * (double)b->p[0]);
        to->m[k][3] = (float)m[3];
    }
    double far = 0;
    for (int k = 0; k < 3; k++) far += (double)b->center[k] * (double)b->center[k];
    double reach = (double)b->radius + 4 * p->near;
    to->both_sides = !p->parallel && far <= reach * reach;
    if (p->parallel) to->both_sides = dot4(p->q, b->center) + (double)b->radius > p->far;
    to->solid = i->solid;
    to->door = i->door;
}

/* ---- triangles ------------------------------------------------------------------------------ */

tw_triangle *tw_chunk_next(tw_chunk *c) {
    if (c->count == c->room) {
        size_t room = c->room ? 2 * c->room : 4096;
        tw_triangle *more = realloc(c->triangle, room * sizeof *more);
        if (!more) {
            c->failed = true;
            return NULL;
        }
        c->triangle = more;
        c->room = room;
    }
    return &c->triangle[c->count];
}

static int least(const int32_t *a) {
    int m = a[0] < a[1] ? a[0] : a[1];
    return m < a[2] ? m : a[2];
}

static int most(const int32_t *a) {
    int m = a[0] > a[1] ? a[0] : a[1];
    return m > a[2] ? m : a[2];
}

void tw_raster_put(const tw_raster *r, tw_chunk *chunk, tw_triangle *t, bool both_sides) {
    const tw_projection *p = &r->projection;
    int64_t area = (int64_t)(t->x[1] - t->x[0]) * (t->y[2] - t->y[0]) -
                   (int64_t)(t->x[2] - t->x[0]) * (t->y[1] - t->y[0]);
    if (area == 0 || (area > 0 && !both_sides)) return;
    if (area < 0) { /* two corners are exchanged so that the area is positive */
        int32_t x = t->x[1], y = t->y[1];
        float q = t->q[1];
        t->x[1] = t->x[2], t->y[1] = t->y[2], t->q[1] = t->q[2];
        t->x[2] = x, t->y[2] = y, t->q[2] = q;
    }
    int lo = p->samples == 1 ? 127 : 7, hi = p->samples == 1 ? 128 : 8;
    int x0 = least(t->x), x1 = most(t->x), y0 = least(t->y), y1 = most(t->y);
    t->large = x1 - x0 >= SMALL || y1 - y0 >= SMALL;
    x0 = (x0 + lo) >> 8, y0 = (y0 + lo) >> 8, x1 = (x1 - hi) >> 8, y1 = (y1 - hi) >> 8;
    if (x0 > x1 || y0 > y1 || x1 < 0 || y1 < 0 || x0 >= p->width || y0 >= p->height) return;
    t->x0 = (int16_t)(x0 < 0 ? 0 : x0);
    t->y0 = (int16_t)(y0 < 0 ? 0 : y0);
    t->x1 = (int16_t)(x1 < p->width ? x1 : p->width - 1);
    t->y1 = (int16_t)(y1 < p->height ? y1 : p->height - 1);
    chunk->count++;
}

static iv iv_min(iv a, iv b) {
    return iv_select(a < b, a, b);
}

static iv iv_max(iv a, iv b) {
    return iv_select(a > b, a, b);
}

typedef struct corners {
    fv x[3], y[3], w[3], q[3];
    iv ix[3], iy[3];
} corners;

static fv load(const float *from) {
    fv v;
    memcpy(&v, from, sizeof v);
    return v;
}

/* v rounded to steps of the grid. Numbers beyond 4e6 steps become 4e6, far outside the guard band
 * (GUARD pixels around the picture), so that they still count as outside */
static iv snap(fv v) {
    fv far = fv_all(4.0e6f), g = v * fv_all(TW_RASTER_SUB) + fv_all(0.5f);
    return iv_from(fv_floor(fv_min(fv_max(g, -far), far)));
}

static void project(const tw_projection *p, const placed *at, const tw_block *b, int lane,
                    corners *c) {
    for (int k = 0; k < 3; k++) {
        fv px = load(b->c[3 * k] + lane), py = load(b->c[3 * k + 1] + lane);
        fv pz = load(b->c[3 * k + 2] + lane), row[4];
        for (int i = 0; i < 4; i++) {
            const float *m = at->m[i];
            if (i == (p->parallel ? 2 : 3)) continue;
            row[i] = fv_all(m[0]) * px + fv_all(m[1]) * py + fv_all(m[2]) * pz + fv_all(m[3]);
        }
        c->x[k] = row[0];
        c->y[k] = row[1];
        if (p->parallel) {
            c->w[k] = fv_all(1);
            c->q[k] = row[3];
        } else {
            c->w[k] = row[2];
            c->q[k] = fv_all(1) / row[2];
            row[0] *= c->q[k];
            row[1] *= c->q[k];
        }
        c->ix[k] = snap(row[0]);
        c->iy[k] = snap(row[1]);
    }
}

static void put_lane(const tw_raster *r, const placed *at, const corners *c, int lane, int part,
                     tw_chunk *chunk) {
    tw_triangle *t = tw_chunk_next(chunk);
    if (!t) return;
    t->item = at->solid;
    t->part = part;
    t->door = at->door;
    for (int k = 0; k < 3; k++) {
        t->x[k] = c->ix[k][lane];
        t->y[k] = c->iy[k][lane];
        t->q[k] = c->q[k][lane];
    }
    tw_raster_put(r, chunk, t, at->both_sides);
}

static void put_slowly(const tw_raster *r, const placed *at, const corners *c, int lane, int part,
                       tw_chunk *chunk) {
    float corner[3][4];
    tw_triangle t = {.item = at->solid, .part = part, .door = at->door};
    for (int k = 0; k < 3; k++) {
        corner[k][0] = c->x[k][lane];
        corner[k][1] = c->y[k][lane];
        corner[k][2] = c->w[k][lane];
        corner[k][3] = c->q[k][lane];
    }
    tw_raster_slowly(r, chunk, &t, corner, at->both_sides);
}

/* mask of the lanes whose triangles may be visible; *odd: the lanes among these whose triangles
 * must be clipped */
static iv worth(const tw_projection *p, const placed *at, const corners *c, iv *odd) {
    fv near = fv_all((float)p->near), w = fv_min(fv_min(c->w[0], c->w[1]), c->w[2]);
    fv w1 = fv_max(fv_max(c->w[0], c->w[1]), c->w[2]);
    iv x0 = iv_min(iv_min(c->ix[0], c->ix[1]), c->ix[2]);
    iv x1 = iv_max(iv_max(c->ix[0], c->ix[1]), c->ix[2]);
    iv y0 = iv_min(iv_min(c->iy[0], c->iy[1]), c->iy[2]);
    iv y1 = iv_max(iv_max(c->iy[0], c->iy[1]), c->iy[2]);
    iv on = w1 >= near, behind = w < near;
    if (p->parallel) {
        fv deep = fv_all((float)p->far);
        on = fv_min(fv_min(c->q[0], c->q[1]), c->q[2]) <= deep;
        behind = fv_max(fv_max(c->q[0], c->q[1]), c->q[2]) > deep;
    }
    const int g = GUARD * TW_RASTER_SUB, s = TW_RASTER_SUB;
    iv far = (x0 < iv_all(-g)) | (y0 < iv_all(-g)) | (x1 > iv_all(p->width * s + g)) |
             (y1 > iv_all(p->height * s + g));
    /* lanes whose triangles lie wholly beyond one edge of the picture */
    iv off = ~behind & ((x1 < iv_all(0)) | (y1 < iv_all(0)) | (x0 > iv_all(p->width * s)) |
                        (y0 > iv_all(p->height * s)));
    on &= ~off;
    *odd = on & (behind | far);
    iv big = (x1 - x0 >= iv_all(SMALL)) | (y1 - y0 >= iv_all(SMALL));
    iv plain = on & ~*odd & ~big;
    /* twice the area in 32 bits, which suffice for small triangles; of large ones it is set to 0
     * and not used */
    iv ax = (c->ix[1] - c->ix[0]) & plain, ay = (c->iy[1] - c->iy[0]) & plain;
    iv bx = (c->ix[2] - c->ix[0]) & plain, by = (c->iy[2] - c->iy[0]) & plain;
    iv area = ax * by - bx * ay;
    iv away = at->both_sides ? area == iv_all(0) : area >= iv_all(0);
    iv lo = iv_all(p->samples == 1 ? 127 : 7), hi = iv_all(p->samples == 1 ? 128 : 8);
    /* lanes whose triangles lie between two neighbouring columns, or two neighbouring rows, of
     * samples, and so contain no sample */
    int fine = p->samples == 1 ? 8 : 4;
    iv empty =
        (((x0 + lo) >> fine) > ((x1 - hi) >> fine)) | (((y0 + lo) >> fine) > ((y1 - hi) >> fine));
    return on & ~(plain & (away | empty));
}

static void put_block(const tw_raster *r, const placed *at, const tw_block *b, int block, int count,
                      tw_chunk *chunk) {
    for (int lane = 0; lane < TW_RASTER_BLOCK && lane < count; lane += TW_LANES) {
        corners c;
        iv odd;
        project(&r->projection, at, b, lane, &c);
        unsigned on = (unsigned)iv_bits(worth(&r->projection, at, &c, &odd));
        unsigned slow = (unsigned)iv_bits(odd);
        for (; on; on &= on - 1) {
            int i = __builtin_ctz(on);
            if (lane + i >= count) break;
            int part = block * TW_RASTER_BLOCK + lane + i;
            if (slow >> i & 1)
                put_slowly(r, at, &c, i, part, chunk);
            else
                put_lane(r, at, &c, i, part, chunk);
        }
    }
}

/* ---- chunks --------------------------------------------------------------------------------- */

static void set_up(const tw_raster *r, tw_chunk *chunk) {
    for (int i = chunk->instance; i <= chunk->last; i++) {
        const tw_instance *in = &r->meshes->instance[i];
        const tw_mesh *mesh = r->view->solid[in->solid].mesh;
        int from = i == chunk->instance ? chunk->block : 0;
        int to = i == chunk->last ? chunk->last_block : in->blocks;
        if (from >= to || outside(&r->projection, &r->view->solid[in->solid])) continue;
        placed at;
        place(r, in, &at);
        for (int k = from; k < to; k++) {
            tw_block own;
            const tw_block *b;
            size_t left = mesh->triangle_count - (size_t)k * TW_RASTER_BLOCK;
            tw_block_of(in, mesh, k, &own, &b);
            put_block(r, &at, b, k, left < TW_RASTER_BLOCK ? (int)left : TW_RASTER_BLOCK, chunk);
        }
    }
}

/* goes through all pairs of a triangle of the chunk and a tile that it may touch: counts them per
 * tile (write: false), or writes the triangle's index into the tile's list (write: true) */
static void refer(const tw_raster *r, tw_chunk *chunk, bool write) {
    for (size_t i = 0; i < chunk->count; i++) {
        const tw_triangle *t = &chunk->triangle[i];
        int x0 = t->x0 / TW_RASTER_TILE, x1 = t->x1 / TW_RASTER_TILE;
        int y0 = t->y0 / TW_RASTER_TILE, y1 = t->y1 / TW_RASTER_TILE;
        for (int y = y0; y <= y1; y++)
            for (int x = x0; x <= x1; x++) {
                int32_t *at = &chunk->first[y * r->columns + x];
                if (write) chunk->reference[*at] = (uint32_t)i;
                ++*at;
            }
    }
}

static void list(const tw_raster *r, tw_chunk *chunk) {
    int tiles = r->columns * r->rows;
    chunk->first = calloc((size_t)tiles + 1, sizeof *chunk->first);
    if (!chunk->first) {
        chunk->failed = true;
        return;
    }
    refer(r, chunk, false);
    int32_t sum = 0;
    for (int i = 0; i <= tiles; i++) {
        int32_t n = i < tiles ? chunk->first[i] : 0;
        chunk->first[i] = sum;
        sum += n;
    }
    chunk->reference = malloc(((size_t)sum + 1) * sizeof *chunk->reference);
    if (!chunk->reference) {
        chunk->failed = true;
        return;
    }
    /* writing moves each entry of `first` from the start of its list to the end, which is the start
     * of the next list: moved on by one entry, they are starts again */
    refer(r, chunk, true);
    memmove(chunk->first + 1, chunk->first, (size_t)tiles * sizeof *chunk->first);
    chunk->first[0] = 0;
}

static void chunk_job(void *context, int job, int thread) {
    tw_raster *r = context;
    tw_chunk *chunk = &r->chunk[job];
    (void)thread;
    set_up(r, chunk);
    if (!chunk->failed && chunk->count) list(r, chunk);
}

static tw_status split(tw_raster *r) {
    int64_t total = 0;
    for (int i = 0; i < r->meshes->count; i++) total += r->meshes->instance[i].blocks;
    /* at most 1024 chunks, whatever the number of triangles: each chunk has a list for every tile,
     * which costs memory */
    int64_t size = total / 1024 + 1;
    if (size < CHUNK_BLOCKS) size = CHUNK_BLOCKS;
    int count = (int)((total + size - 1) / size);
    r->chunk = calloc((size_t)count + 1, sizeof *r->chunk);
    if (!r->chunk) return tw_fail_memory();
    r->chunk_count = count;
    int instance = 0, block = 0;
    for (int i = 0; i < r->chunk_count; i++) {
        tw_chunk *c = &r->chunk[i];
        c->instance = instance;
        c->block = block;
        int64_t left = size;
        while (instance < r->meshes->count) {
            int64_t here = r->meshes->instance[instance].blocks - block;
            if (here > left) break;
            left -= here;
            instance++;
            block = 0;
        }
        if (instance < r->meshes->count) {
            block += (int)left;
            c->last = instance;
            c->last_block = block;
        } else {
            c->last = instance - 1;
            c->last_block = r->meshes->instance[instance - 1].blocks;
        }
    }
    return TW_OK;
}

static tw_status mark_used(tw_raster *r) {
    int tiles = r->columns * r->rows;
    r->used = calloc((size_t)tiles, sizeof *r->used);
    if (!r->used) return tw_fail_memory();
    for (int i = 0; i < r->chunk_count; i++) {
        const int32_t *first = r->chunk[i].first;
        for (int k = 0; first && k < tiles; k++) r->used[k] |= first[k] < first[k + 1];
    }
    return TW_OK;
}

tw_status tw_raster_make(const tw_view *s, const tw_instances *m, const tw_projection *p,
                         tw_team *team, tw_raster *r) {
    *r = (tw_raster){.projection = *p, .view = s, .meshes = m};
    r->columns = (p->width + TW_RASTER_TILE - 1) / TW_RASTER_TILE;
    r->rows = (p->height + TW_RASTER_TILE - 1) / TW_RASTER_TILE;
    TW_TRY(split(r));
    if (team)
        tw_team_run(team, r->chunk_count, chunk_job, r);
    else
        for (int i = 0; i < r->chunk_count; i++) chunk_job(r, i, 0);
    for (int i = 0; i < r->chunk_count; i++)
        if (r->chunk[i].failed) return tw_fail_memory();
    return mark_used(r);
}

void tw_raster_free(tw_raster *r) {
    for (int i = 0; i < r->chunk_count; i++) {
        free(r->chunk[i].triangle);
        free(r->chunk[i].first);
        free(r->chunk[i].reference);
    }
    free(r->chunk);
    free(r->used);
    *r = (tw_raster){0};
}
