/*
 * Which solids are over the ground that one tile shows, or shade it: most ground is open, and
 * knowing that saves rays.
 *
 * The tile's ground is a rectangle around the points where the rays through the tile's corners meet
 * it. Two questions are asked. For every sun: can the shadow of any solid, with its penumbra, fall
 * on the rectangle? And for rays that leave the ground: a map of directions, with 32 x 32 cells on
 * each face of a cube, tells which cells may lead from the rectangle to a solid's box, or to the
 * box of a group of solids that is smaller than a cell. Errors are on the safe side (too many
 * solids), so the picture stays the same.
 */
#include "picture/again/wake.h"
#include "picture/rays/scene.h"

#include <string.h>

enum { CELLS = TW_OVER_CELLS, DEPTH = 64 };

static inline float least(float a, float b) {
    return a < b ? a : b;
}

static inline float most(float a, float b) {
    return a > b ? a : b;
}

/* Unit direction of the camera ray through the point (x, y) of the picture that starts at a corner
 * of the square around the lens, (lx, ly) = (-1 or 1, -1 or 1); *from: where it starts */
static vec3 corner_ray(const tw_view *s, double x, double y, double lx, double ly, vec3 *from) {
    const tw_eye *e = &s->eye;
    double a = 2 * x / e->width - 1, b = 1 - 2 * y / e->height, lens = (double)e->lens;
    vec3 r = v3_load(e->right), u = v3_load(e->up), d;
    tw_eye_ray(e, a, b, from, &d);
    if (lens > 0) {
        vec3 shift =
            v3_add(v3_scale(v3_normalized(r), lx * lens), v3_scale(v3_normalized(u), ly * lens));
        d = v3_sub(v3_scale(d, (double)e->focus), shift);
        *from = v3_add(*from, shift);
    }
    return v3_normalized(d);
}

static bool corner(const tw_view *s, double x, double y, double lx, double ly, float *lo,
                   float *hi) {
    vec3 from, d = corner_ray(s, x, y, lx, ly, &from);
    if (!(d.z < -1e-3)) return false;
    double t = ((double)s->ground_z - from.z) / d.z;
    if (!(t > 0)) return false;
    double p[2] = {from.x + t * d.x, from.y + t * d.y}, pad = 1e-5 * t;
    for (int i = 0; i < 2; i++) {
        lo[i] = least(lo[i], (float)(p[i] - pad));
        hi[i] = most(hi[i], (float)(p[i] + pad));
    }
    return true;
}

bool tw_over_ground(const tw_view *s, double x0, double y0, double x1, double y1, float *lo,
                    float *hi) {
    int corners = s->eye.lens > 0 ? 16 : 4;
    for (int i = 0; i < corners; i++) {
        double x = i & 1 ? x1 : x0, y = i & 2 ? y1 : y0, lx = i & 4 ? 1 : -1, ly = i & 8 ? 1 : -1;
        if (!corner(s, x, y, lx, ly, lo, hi)) return false;
    }
    return true;
}

bool tw_over_sky_only(const tw_view *s, double x0, double y0, double x1, double y1) {
    if (!s->has_ground) return true;
    /* the four corners' rays bound all rays of the block only if the eye does not move during the
     * exposure */
    if (s->eye.pose_count) return false;
    for (int i = 0; i < (s->eye.lens > 0 ? 16 : 4); i++) {
        vec3 from, d = corner_ray(s, i & 1 ? x1 : x0, i & 2 ? y1 : y0, i & 4 ? 1 : -1,
                                  i & 8 ? 1 : -1, &from);
        if (!(d.z > 1e-6) || !(from.z > (double)s->ground_z)) return false;
    }
    return true;
}

/* ball of a node or a solid, relative to the middle of the ground's rectangle */
typedef struct ball {
    float x[3], r;
} ball;

static ball node_ball(const tw_tree_node *n, const tw_over *o) {
    ball b = {.r = n->reach};
    for (int i = 0; i < 3; i++) b.x[i] = (n->hi[i] + n->lo[i]) / 2 - o->middle[i];
    return b;
}

static ball solid_ball(const tw_solid *a, const tw_over *o) {
    ball b = {.r = a->radius * 1.0001f};
    for (int i = 0; i < 3; i++) b.x[i] = a->center[i] - o->middle[i];
    return b;
}

/* true: in the light of sun m, the ball's shadow may fall on the rectangle */
static bool shades(const tw_lamp *m, const tw_over *o, ball b) {
    float up = m->to[2], height = b.x[2] + b.r;
    if (height < 0) return false;
    /* way: distance along the sun's direction from the ball's centre to the ground; far: the
     * greatest such distance; wide: width of the penumbra per distance */
    float way = b.x[2] / up, far = height / up + b.r, wide = sqrtf(2 * m->k) * 1.1f;
    float r = (b.r + far * wide) / up * 1.01f, gap = 0;
    for (int i = 0; i < 2; i++) {
        float half = (o->hi[i] - o->lo[i]) / 2, d = fabsf(b.x[i] - way * m->to[i]) - half;
        gap += d > 0 ? d * d : 0;
    }
    return gap <= r * r;
}

static bool sun_clear(const tw_view *s, const tw_lamp *m, const tw_over *o) {
    int stack[DEPTH], depth = 0;
    if (m->kind != TW_LIGHT_SUN || m->to[2] < 0.1f || m->k > 0.01f) return false;
    if (s->node_count > 0) stack[depth++] = 0;
    while (depth > 0) {
        const tw_tree_node *n = &s->node[stack[--depth]];
        if (!shades(m, o, node_ball(n, o))) continue;
        if (n->count == 0) {
            stack[depth++] = n->first + 1;
            stack[depth++] = n->first;
            continue;
        }
        for (int i = n->first; i < n->first + n->count; i++)
            if (shades(m, o, solid_ball(&s->solid[s->order[i]], o))) return false;
    }
    return true;
}

/* box that contains the vectors from all places in the rectangle to all places in a solid's box */
typedef struct ways {
    float lo[3], hi[3];
} ways;

static ways ways_to(const tw_over *o, const float *lo, const float *hi) {
    ways w;
    for (int i = 0; i < 3; i++) {
        float from = i < 2 ? o->lo[i] : o->middle[2], to = i < 2 ? o->hi[i] : o->middle[2];
        float pad = 1e-5f * (hi[i] - lo[i]) + 1e-6f * (fabsf(lo[i]) + fabsf(hi[i]));
        w.lo[i] = lo[i] - to - pad;
        w.hi[i] = hi[i] - from + pad;
    }
    return w;
}

/* *from, *to: first and last cell, on a face of the cube, of directions whose one coordinate is in
 * lo .. hi while the depth is in dmin .. dmax; false: they do not meet the face */
static bool range(float lo, float hi, float dmin, float dmax, int *from, int *to) {
    lo /= lo < 0 ? dmin : dmax;
    hi /= hi > 0 ? dmin : dmax;
    if (lo > 1.0001f || hi < -1.0001f) return false;
    lo = (most(lo, -1) + 1) * (CELLS / 2) - 0.01f;
    hi = (least(hi, 1) + 1) * (CELLS / 2) + 0.01f;
    *from = lo > 0 ? (int)lo : 0;
    *to = hi < CELLS - 1 ? (int)hi : CELLS - 1;
    return true;
}

/* sets the bits in o->sky of all cells that contain directions of w; false: the box is too near,
 * and any direction may hit it */
static bool put(tw_over *o, const ways *w) {
    float near = 0;
    for (int i = 0; i < 3; i++) {
        float d = most(w->lo[i], -w->hi[i]);
        near += d > 0 ? d * d : 0;
    }
    near = sqrtf(near);
    if (!(near > 0)) return false;
    o->near = least(o->near, near);
    for (int f = 0; f < 6; f++) {
        int a = f / 2, b = (a + 1) % 3, c = (a + 2) % 3, u0, u1, v0, v1;
        float dmax = f & 1 ? -w->lo[a] : w->hi[a];
        /* in the pyramid of directions of one face, the distance is at most sqrt 3 times the depth
         * along the face's axis, so the depth is at least 0.57 times the distance `near` */
        float dmin = most(f & 1 ? -w->hi[a] : w->lo[a], near * 0.57f);
        if (dmax < dmin) continue;
        if (!range(w->lo[b], w->hi[b], dmin, dmax, &u0, &u1)) continue;
        if (!range(w->lo[c], w->hi[c], dmin, dmax, &v0, &v1)) continue;
        uint32_t bits = (0xffffffffu >> (31 - u1)) & (0xffffffffu << u0);
        for (int v = v0; v <= v1; v++) o->sky[f][v] |= bits;
    }
    return true;
}

/* true: seen from one place, the directions to the box cover at most about one cell of the map; the
 * rectangle's own size is left out */
static bool small(const tw_over *o, const ways *w) {
    float dd = 0, rr = 0;
    for (int i = 0; i < 3; i++) {
        float middle = (w->lo[i] + w->hi[i]) / 2, size = w->hi[i] - w->lo[i];
        if (i < 2) size -= o->hi[i] - o->lo[i];
        dd += middle * middle;
        rr += size * size;
    }
    return rr < dd * 2e-2f;
}

/* sets tw_wake_met if a thing in the wake may shade the rectangle in a sun's light, or may appear
 * in directions that the map marks as free */
static void watch(const tw_view *s, tw_over *o) {
    for (int i = 0; i < s->wake->count && !tw_wake_met; i++) {
        const tw_tree_node *n = &s->wake->box[i];
        ways w = ways_to(o, n->lo, n->hi);
        for (int k = 0; k < s->lamp_count && k < 32; k++)
            if (o->suns >> k & 1 && shades(&s->lamp[k], o, node_ball(n, o))) tw_wake_met = true;
        if (o->known && w.hi[2] >= 0 && !put(o, &w)) tw_wake_met = true;
    }
}

static bool map_sky(const tw_view *s, tw_over *o) {
    int stack[DEPTH], depth = 0;
    memset(o->sky, 0, sizeof o->sky);
    if (s->node_count > 0) stack[depth++] = 0;
    while (depth > 0) {
        const tw_tree_node *n = &s->node[stack[--depth]];
        ways w = ways_to(o, n->lo, n->hi);
        if (w.hi[2] < 0) continue;
        if (n->count == 0 && !small(o, &w)) {
            stack[depth++] = n->first + 1;
            stack[depth++] = n->first;
            continue;
        }
        if (n->count == 0) {
            if (!put(o, &w)) return false;
            continue;
        }
        for (int i = n->first; i < n->first + n->count; i++) {
            const tw_solid *b = &s->solid[s->order[i]];
            w = ways_to(o, b->lo, b->hi);
            if (w.hi[2] >= 0 && !put(o, &w)) return false;
        }
    }
    return true;
}

void tw_over_make(const tw_view *s, double x0, double y0, double x1, double y1, tw_over *o) {
    o->suns = 0;
    o->near = INFINITY;
    o->shades.sun = -1;
    o->open = o->known = false;
    if (!s->has_ground || !(s->ground_z < 0) || s->eye.pose_count) return;
    for (int i = 0; i < 2; i++) {
        o->lo[i] = INFINITY;
        o->hi[i] = -INFINITY;
    }
    if (!tw_over_ground(s, x0, y0, x1, y1, o->lo, o->hi)) return;
    for (int i = 0; i < 2; i++) o->middle[i] = (o->hi[i] + o->lo[i]) / 2;
    o->middle[2] = s->ground_z;
    for (int i = 0; i < s->lamp_count && i < 32; i++)
        if (sun_clear(s, &s->lamp[i], o)) o->suns |= 1u << i;
    o->known = map_sky(s, o);
    if (tw_wake_watched(s)) watch(s, o);
    o->open = o->known;
    for (int f = 0; f < 6 && o->open; f++)
        for (int v = 0; v < CELLS; v++) o->open &= o->sky[f][v] == 0;
}

iv tw_over_blocked(const tw_over *o, fv3 d) {
    iv u, v, face = f3_cube(d, CELLS, &u, &v), at = face * CELLS + v, hit;
    const uint32_t *row = o->sky[0];
#if defined(TW_WIDEST)
    __m512i rows = _mm512_i32gather_epi32((__m512i)at, row, 4);
    hit = (iv)_mm512_sllv_epi32(rows, (__m512i)(iv_all(31) - u));
#elif defined(TW_WIDE)
    __m256i rows = _mm256_i32gather_epi32((const int *)row, (__m256i)at, 4);
    hit = (iv)_mm256_sllv_epi32(rows, (__m256i)(iv_all(31) - u));
#else
    for (int i = 0; i < TW_LANES; i++) hit[i] = (int32_t)(row[at[i]] << (31 - u[i]));
#endif
    return hit < iv_all(0);
}

iv tw_over_free(const tw_over *o, const tw_packet *p, int g) {
    iv ground = p->active[g] & (p->own[g] == iv_all(TW_ITEM_GROUND));
    if (!o || !o->known || !iv_any(ground)) return iv_all(0);
    return o->open ? ground : ground & ~tw_over_blocked(o, p->d[g]);
}
