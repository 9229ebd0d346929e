/*
 * First hits of rays: sixteen of them walk the tree over the solids together.
 *
 * Nodes have four children (tree.c). Which children a packet meets, and in which order, has no
 * effect on the result: of two solids at the same place the lower number counts.
 */
#include "picture/again/wake.h"
#include "picture/rays/scene.h"

enum { DEPTH = 64 };

/* for each lane, number at[lane] of `row`, which holds one coordinate of a solid's poses over the
 * exposure */
static inline fv pose_of(const tw_view *s, const float *row, iv at) {
#if defined(TW_WIDEST)
    /* a row of TW_PACKET poses, the usual case, fits in one register */
    if (s->poses_row == TW_PACKET)
        return (fv)_mm512_permutexvar_ps((__m512i)at, _mm512_loadu_ps(row));
    return (fv)_mm512_i32gather_ps((__m512i)at, row, 4);
#elif defined(TW_WIDE)
    (void)s;
    return (fv)_mm256_i32gather_ps(row, (__m256i)at, 4);
#else
    fv v;
    (void)s;
    for (int i = 0; i < TW_LANES; i++) v[i] = row[at[i]];
    return v;
#endif
}

void tw_solid_pose(const tw_view *s, const tw_solid *b, fv time, fv3 *x, fv3 r[3]) {
    if (!b->moving) {
        *x = f3_all(b->x[0], b->x[1], b->x[2]);
        for (int i = 0; i < 3; i++) r[i] = f3_all(b->r[3 * i], b->r[3 * i + 1], b->r[3 * i + 2]);
        return;
    }
    fv a[TW_PLACED], last = fv_all((float)(s->pose_count - 1));
    fv at = time * last, k = fv_min(fv_floor(at), last - fv_all(1)), u = at - k;
    iv from = iv_from(k), to = from + iv_all(1);
    for (int i = 0; i < TW_PLACED; i++) {
        const float *row = b->pose + i * s->poses_row;
        fv v = s->pose_count == 2 ? fv_all(row[0]) : pose_of(s, row, from);
        fv w = s->pose_count == 2 ? fv_all(row[1]) : pose_of(s, row, to);
        a[i] = v + u * (w - v);
    }
    *x = f3(a[0], a[1], a[2]);
    fv qw = a[3], qx = a[4], qy = a[5], qz = a[6], one = fv_all(1);
    fv n = fv_all(2) / (qw * qw + qx * qx + qy * qy + qz * qz);
    fv xx = n * qx * qx, yy = n * qy * qy, zz = n * qz * qz;
    fv xy = n * qx * qy, xz = n * qx * qz, yz = n * qy * qz;
    fv wx = n * qw * qx, wy = n * qw * qy, wz = n * qw * qz;
    r[0] = f3(one - yy - zz, xy - wz, xz + wy);
    r[1] = f3(xy + wz, one - xx - zz, yz - wx);
    r[2] = f3(xz - wy, yz + wx, one - xx - yy);
}

/* Mask of the rays of group g that a translucent solid stops: about the share `opacity` of each
 * packet, chosen by packet and solid, so that two such solids do not stop the same rays */
static iv present(const tw_view *s, const tw_packet *p, const tw_solid *b, int g) {
    uint32_t k = tw_scramble(p->salt ^ b->tag * 0x9e3779b9u), lift = k >> 8 & 0xffff;
    iv u;
    for (int i = 0; i < TW_LANES; i++)
        u[i] = s->pattern.shuffle[k & 63][g * TW_LANES + i] * 65536 + (int32_t)lift;
    return fv_from_iv(u) < fv_all(b->paint.opacity * 1048576.0f);
}

/* Main direction of the packet's rays in the axes of mesh b: bit a is set if it runs toward
 * negative coordinates a. The sum is taken ray by ray, so that it does not depend on the number of
 * lanes */
static unsigned order_of(const tw_packet *p, const tw_solid *b) {
    float sum[3] = {0, 0, 0};
    for (int i = 0; i < TW_PACKET; i++) {
        int g = i / TW_LANES, lane = i % TW_LANES;
        if (!p->active[g][lane]) continue;
        sum[0] += p->d[g].x[lane];
        sum[1] += p->d[g].y[lane];
        sum[2] += p->d[g].z[lane];
    }
    unsigned bits = 0;
    for (unsigned a = 0; a < 3; a++)
        if (sum[0] * b->r[a] + sum[1] * b->r[3 + a] + sum[2] * b->r[6 + a] < 0) bits |= 1u << a;
    return bits;
}

/* A solid slightly farther than the nearest hit is still tested: where surfaces coincide the solid
 * with the lower number counts, in whichever order they are tested. This is the factor of the
 * distance. */
static const float slack = 1.000001f;

/* distance of the first hits of the lanes `on` with mesh b, INFINITY: none; *part: numbers of the
 * triangles hit. o, d: origins and directions of the rays in the mesh's axes; order: order_of; any:
 * any hit may be returned, not only the first */
static fv meet_mesh(const tw_packet *p, const tw_solid *b, fv3 o, fv3 d, iv on, int g,
                    unsigned order, bool any, iv *part) {
    fv shift, scale = fv_all(b->p[0]), inv = fv_all(1 / b->p[0]);
    tw_ray ray = tw_ray_near(f3_scale(o, inv), d, fv_all(0), &shift);
    fv far = (p->t[g] * inv - shift) * fv_all(slack);
    return (tw_mesh_hit(b->mesh, &ray, far, on, order, any, part) + shift) * scale;
}

/* a solid against which the rays of a packet are tested, and how */
typedef struct meeting {
    int solid;
    unsigned order; /* for meshes: result of order_of */
    bool any;       /* true: any hit may be found (shadow rays); false: the nearest is needed */
} meeting;

static meeting meeting_of(const tw_view *s, const tw_packet *p, int i, bool any) {
    const tw_solid *b = &s->solid[i];
    return (meeting){i, b->mesh ? order_of(p, b) : 0, any};
}

/* w rotated by the inverse of the rotation matrix with the rows a, b, c */
static inline fv3 turned(fv3 a, fv3 b, fv3 c, fv3 w) {
    return f3_add(f3_add(f3_scale(a, w.x), f3_scale(b, w.y)), f3_scale(c, w.z));
}

/* *o, *d: origins and directions of the rays of group g in the axes of solid b */
static inline void to_local(const tw_view *s, const tw_packet *p, const tw_solid *b, int g, fv3 *o,
                            fv3 *d) {
    if (!b->moving) {
        /* solids at rest have a branch of their own, so that the compiler keeps the values in
         * registers */
        const float *m = b->r;
        fv3 r0 = f3_all(m[0], m[1], m[2]), r1 = f3_all(m[3], m[4], m[5]);
        fv3 r2 = f3_all(m[6], m[7], m[8]);
        *o = turned(r0, r1, r2, f3_sub(p->o[g], f3_all(b->x[0], b->x[1], b->x[2])));
        *d = turned(r0, r1, r2, p->d[g]);
        return;
    }
    fv3 x, r[3];
    tw_solid_pose(s, b, p->time[g], &x, r);
    *o = turned(r[0], r[1], r[2], f3_sub(p->o[g], x));
    *d = turned(r[0], r[1], r[2], p->d[g]);
}

/* distance from the origins of the rays of group g to their first hits with a solid, INFINITY:
 * none; *part: number of the triangle that is hit, if the solid is a mesh */
static fv meet(const tw_view *s, const tw_packet *p, const meeting *with, int g, iv *part) {
    const tw_solid *b = &s->solid[with->solid];
    fv inf = fv_all(INFINITY), shift;
    iv on = p->active[g], own = p->own[g] == iv_all(with->solid);
    if (!b->mesh && b->kind->convex) on &= ~own;
    if (!iv_any(on)) return inf;
    fv3 d = p->d[g], o;
    /* the ball is tested first: most rays miss it */
    const float *middle = b->moving ? b->center : b->x;
    fv3 from_ball = f3_sub(p->o[g], f3_all(middle[0], middle[1], middle[2]));
    fv along = f3_dot(from_ball, d), off = f3_dot(from_ball, from_ball) - along * along;
    fv r = fv_all(b->radius);
    on &= (off <= r * r * fv_all(1.001f)) & (along <= r) & (-along - r <= p->t[g]);
    if (!iv_any(on)) return inf;
    to_local(s, p, b, g, &o, &d);
    if (b->paint.opacity < 1) on &= present(s, p, b, g);
    fv t;
    if (b->mesh) {
        t = meet_mesh(p, b, o, d, on, g, with->order, with->any, part);
    } else {
        if (b->kind->outermost) on &= ~(own & b->kind->outermost(b->p, o));
        if (!iv_any(on)) return inf;
        fv from = fv_select(own, fv_all(b->skin), fv_all(0));
        tw_ray ray = tw_ray_near(o, d, from, &shift);
        fv far = (p->t[g] - shift) * fv_all(slack);
        t = b->kind->within ? b->kind->within(b->p, &ray, far, with->any)
                            : b->kind->hit(b->p, &ray);
        t += shift;
    }
    return fv_select(on & (t <= p->t[g]), t, inf);
}

static fv meet_ground(const tw_view *s, const tw_packet *p, int g) {
    fv z = p->d[g].z, inf = fv_all(INFINITY);
    iv level = z == fv_all(0);
    fv t = (fv_all(s->ground_z) - p->o[g].z) / fv_select(level, fv_all(1), z);
    iv on = p->active[g] & ~level & (t > fv_all(0)) & (t < p->t[g]);
    return fv_select(on & (p->own[g] != iv_all(TW_ITEM_GROUND)), t, inf);
}

iv tw_ends_on_ground(const tw_view *s, const tw_packet *p, int g) {
    return meet_ground(s, p, g) < p->t[g];
}

static void begin(const tw_view *s, tw_packet *p) {
    for (int g = 0; g < TW_GROUPS; g++) {
        p->item[g] = iv_all(TW_ITEM_NONE);
        p->part[g] = iv_all(0);
        if (!s->has_ground) continue;
        fv t = meet_ground(s, p, g);
        iv hit = t < p->t[g];
        p->t[g] = fv_select(hit, t, p->t[g]);
        p->item[g] = iv_select(hit, iv_all(TW_ITEM_GROUND), p->item[g]);
    }
}

static void meet_nearest(const tw_view *s, tw_packet *p, int i) {
    meeting with = meeting_of(s, p, i, false);
    for (int g = 0; g < TW_GROUPS; g++) {
        iv part = iv_all(0);
        fv t = meet(s, p, &with, g, &part);
        iv hit = (t < p->t[g]) | ((t == p->t[g]) & (iv_all(i) < p->item[g]));
        p->t[g] = fv_select(hit, t, p->t[g]);
        p->item[g] = iv_select(hit, iv_all(i), p->item[g]);
        if (s->solid[i].mesh) p->part[g] = iv_select(hit, part, p->part[g]);
    }
}

void tw_nearest_of(const tw_view *s, tw_packet *p, const int32_t *list, int count) {
    begin(s, p);
    for (int i = 0; i < count; i++) meet_nearest(s, p, list[i]);
}

/* true: some active ray enters the node's box before its t, the distance of its nearest hit so far
 */
static bool box_meets(const tw_tree_node *n, const tw_packet *p, const fv3 *inv) {
    fv3 lo = f3_all(n->lo[0], n->lo[1], n->lo[2]), hi = f3_all(n->hi[0], n->hi[1], n->hi[2]);
    for (int g = 0; g < TW_GROUPS; g++) {
        if (!iv_any(p->active[g])) continue;
        fv3 a = f3_mul(f3_sub(lo, p->o[g]), inv[g]), b = f3_mul(f3_sub(hi, p->o[g]), inv[g]);
        fv enter = fv_max(fv_max(fv_min(a.x, b.x), fv_min(a.y, b.y)), fv_min(a.z, b.z));
        fv leave = fv_min(fv_min(fv_max(a.x, b.x), fv_max(a.y, b.y)), fv_max(a.z, b.z));
        iv in = p->active[g] & (enter <= leave) & (leave >= fv_all(0)) & (enter <= p->t[g]);
        if (iv_any(in)) return true;
    }
    return false;
}

static void inverses(const tw_packet *p, fv3 *inv) {
    for (int g = 0; g < TW_GROUPS; g++)
        inv[g] =
            f3(tw_ray_inverse(p->d[g].x), tw_ray_inverse(p->d[g].y), tw_ray_inverse(p->d[g].z));
}

/* what is computed once for a packet that walks through the tree */
typedef struct going {
    fv3 inv[TW_GROUPS]; /* -1 / d, of each coordinate of the directions */
    unsigned down;      /* bit a: the first active ray runs toward negative coordinates a */
    bool alike;         /* true: the directions of all active rays have the same signs */
} going;

static void prepare(const tw_packet *p, going *to) {
    unsigned any = 0, all = 7;
    bool first = true;
    to->down = 0;
    for (int g = 0; g < TW_GROUPS; g++) {
        fv3 i = f3(tw_ray_inverse(p->d[g].x), tw_ray_inverse(p->d[g].y), tw_ray_inverse(p->d[g].z));
        to->inv[g] = f3(-i.x, -i.y, -i.z);
        unsigned on = (unsigned)iv_bits(p->active[g]);
        /* bits of the lanes whose direction is negative along the axis */
        unsigned x = (unsigned)iv_bits((iv)i.x >> 31), y = (unsigned)iv_bits((iv)i.y >> 31);
        unsigned z = (unsigned)iv_bits((iv)i.z >> 31);
        if (!on) continue;
        any |= ((x & on) != 0 ? 1u : 0) | ((y & on) != 0 ? 2u : 0) | ((z & on) != 0 ? 4u : 0);
        all &= ~(((~x & on) != 0 ? 1u : 0) | ((~y & on) != 0 ? 2u : 0) | ((~z & on) != 0 ? 4u : 0));
        if (first) {
            unsigned k = (unsigned)__builtin_ctz(on);
            to->down = (x >> k & 1) | (y >> k & 1) << 1 | (z >> k & 1) << 2;
        }
        first = false;
    }
    to->alike = any == all;
}

/* true: from <= to in some lane whose bit is set in `on` */
static inline bool some_between(fv from, fv to, unsigned on) {
#if defined(TW_WIDEST)
    return ((unsigned)_mm512_cmp_ps_mask((__m512)from, (__m512)to, _CMP_LE_OQ) & on) != 0;
#else
    return ((unsigned)iv_bits(from <= to) & on) != 0;
#endif
}

/* Bit k is set if some active ray enters child k of the node before its t. All four children are
 * tested without a branch, so that no test waits for another. alike: all directions have the signs
 * r->down, which tell through which sides rays enter a box */
static inline unsigned children_met(const tw_tree_four *n, const tw_packet *p, const going *r,
                                    bool alike) {
    unsigned bits = 0, x = alike ? r->down & 1 : 0, y = alike ? r->down >> 1 & 1 : 0;
    unsigned z = alike ? r->down >> 2 & 1 : 0;
    for (int g = 0; g < TW_GROUPS; g++) {
        unsigned on = (unsigned)iv_bits(p->active[g]);
        fv3 o = p->o[g], inv = r->inv[g];
        fv t = p->t[g], zero = fv_all(0);
        if (!on) continue;
        for (int k = 0; k < 4; k++) {
            fv ax = (o.x - fv_all(n->side[x][0][k])) * inv.x;
            fv ay = (o.y - fv_all(n->side[y][1][k])) * inv.y;
            fv az = (o.z - fv_all(n->side[z][2][k])) * inv.z;
            fv bx = (o.x - fv_all(n->side[1 - x][0][k])) * inv.x;
            fv by = (o.y - fv_all(n->side[1 - y][1][k])) * inv.y;
            fv bz = (o.z - fv_all(n->side[1 - z][2][k])) * inv.z;
            if (!alike) {
                fv lo = fv_min(ax, bx);
                bx = fv_max(ax, bx);
                ax = lo;
                lo = fv_min(ay, by);
                by = fv_max(ay, by);
                ay = lo;
                lo = fv_min(az, bz);
                bz = fv_max(az, bz);
                az = lo;
            }
            fv enter = fv_max(fv_max(ax, ay), fv_max(az, zero));
            fv leave = fv_min(fv_min(bx, by), fv_min(bz, t));
            bits |= some_between(enter, leave, on) ? 1u << k : 0;
        }
    }
    return bits & n->children;
}

/* calls `visit` with the number of every solid whose box the packet enters, roughly from near to
 * far, until `visit` returns false */
static inline __attribute__((always_inline)) void
walk(const tw_view *s, tw_packet *p, bool (*visit)(const tw_view *s, tw_packet *p, int i)) {
    if (s->node_count == 0) return;
    going r;
    prepare(p, &r);
    /* entries: 4 times the number of the parent node plus the number of the child in it; a node
     * writes one more than it keeps */
    int32_t stack[3 * DEPTH + 1], depth = 0;
    int node = 0, count;
    for (;;) {
        const tw_tree_four *n = &s->four[node];
        unsigned met = r.alike ? children_met(n, p, &r, true) : children_met(n, p, &r, false);
        /* far children are pushed first, since the last one on the stack is visited first; every
         * child is written, and one that is not met is overwritten by the next */
        unsigned order = n->order[r.down];
        for (int k = 0; k < 4; k++, order >>= 2) {
            stack[depth] = 4 * node + (int32_t)(order & 3);
            depth += (int32_t)(met >> (order & 3) & 1);
        }
        do {
            if (depth == 0) return;
            const tw_tree_four *of = &s->four[stack[--depth] >> 2];
            int k = stack[depth] & 3;
            node = of->first[k];
            count = of->count[k];
            for (int i = node; i < node + count; i++)
                if (!visit(s, p, s->order[i])) return;
        } while (count > 0);
    }
}

static bool visit_nearest(const tw_view *s, tw_packet *p, int i) {
    meet_nearest(s, p, i);
    return true;
}

static bool visit_any(const tw_view *s, tw_packet *p, int i) {
    iv left = iv_all(0), all = left, part;
    meeting with = meeting_of(s, p, i, true);
    for (int g = 0; g < TW_GROUPS; g++) {
        if (iv_any(p->active[g])) {
            iv hit = meet(s, p, &with, g, &part) < p->t[g];
            p->active[g] &= ~hit;
            all |= hit;
        }
        left |= p->active[g];
    }
    /* A ray blocked by a solid that moves depends on the wake; for the rays that nothing blocks,
     * `watch` tests this at the end. */
    if (s->solid[i].wakes && iv_any(all)) tw_wake_met = true;
    return iv_any(left);
}

/* sets tw_wake_met if a ray of the packet enters a box of the wake before its t, the distance at
 * which it ends */
static void watch(const tw_view *s, const tw_packet *p) {
    if (!tw_wake_watched(s)) return;
    fv3 inv[TW_GROUPS];
    inverses(p, inv);
    for (int i = 0; i < s->wake->count && !tw_wake_met; i++)
        tw_wake_met = box_meets(&s->wake->box[i], p, inv);
}

void tw_nearest(const tw_view *s, tw_packet *p) {
    begin(s, p);
    walk(s, p, visit_nearest);
    watch(s, p);
}

/* deactivates the rays that the ground blocks; false: no ray is active any more */
static bool above_ground(const tw_view *s, tw_packet *p) {
    iv left = iv_all(0);
    for (int g = 0; g < TW_GROUPS; g++) {
        if (s->has_ground) p->active[g] &= ~(meet_ground(s, p, g) < p->t[g]);
        left |= p->active[g];
    }
    return iv_any(left);
}

void tw_unoccluded(const tw_view *s, tw_packet *p) {
    if (!above_ground(s, p)) return;
    walk(s, p, visit_any);
    watch(s, p);
}

void tw_unoccluded_of(const tw_view *s, tw_packet *p, const int32_t *list, int count) {
    if (!above_ground(s, p)) return;
    for (int i = 0; i < count; i++)
        if (!visit_any(s, p, list[i])) return;
    watch(s, p);
}
