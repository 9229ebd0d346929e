/*
 * The tree over the solids: which of them rays may meet, and which they meet first.
 *
 * A binary tree of boxes, split where the halves' areas, weighted with their numbers, are least
 * [Goldsmith and Salmon 1987], by sixteen bins of centres on each axis [Wald 2007]; or at the
 * median of the longest side, ties by number. The tree and the order of tests are the same
 * everywhere. Sixteen rays walk it together.
 */
#include "base/math/whole.h"
#include "picture/again/wake.h"
#include "picture/rays/scene.h"

#include <stdlib.h>

enum { LEAF = 2, DEPTH = 64, BINS = 16 };

static void grow_box(float *lo, float *hi, const tw_solid *b) {
    for (int i = 0; i < 3; i++) {
        lo[i] = b->lo[i] < lo[i] ? b->lo[i] : lo[i];
        hi[i] = b->hi[i] > hi[i] ? b->hi[i] : hi[i];
    }
}

static float middle(const tw_solid *b, int axis) {
    return b->lo[axis] + b->hi[axis];
}

/* moves the n/2 smallest along `axis` to the front (quickselect; ties by number) */
static void split_median(const tw_view *s, int32_t *a, int n, int axis) {
    int lo = 0, hi = n - 1, k = n / 2;
    while (lo < hi) {
        int32_t pivot = a[lo + (hi - lo) / 2];
        float v = middle(&s->solid[pivot], axis);
        int i = lo, j = hi;
        while (i <= j) {
            for (;; i++) {
                float w = middle(&s->solid[a[i]], axis);
                if (!(w < v || (w <= v && a[i] < pivot))) break;
            }
            for (;; j--) {
                float w = middle(&s->solid[a[j]], axis);
                if (!(w > v || (w >= v && a[j] > pivot))) break;
            }
            if (i <= j) {
                int32_t t = a[i];
                a[i++] = a[j];
                a[j--] = t;
            }
        }
        if (k <= j)
            hi = j;
        else if (k >= i)
            lo = i;
        else
            return;
    }
}

typedef struct bin {
    float lo[3], hi[3];
    int count;
} bin;

static const bin empty_bin = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}, 0};

static void merge(bin *to, const bin *b) {
    for (int i = 0; i < 3; i++) {
        to->lo[i] = b->lo[i] < to->lo[i] ? b->lo[i] : to->lo[i];
        to->hi[i] = b->hi[i] > to->hi[i] ? b->hi[i] : to->hi[i];
    }
    to->count += b->count;
}

static float weight(const bin *b) {
    float w[3];
    if (b->count == 0) return 0;
    for (int i = 0; i < 3; i++) w[i] = b->hi[i] - b->lo[i];
    return (w[0] * w[1] + w[1] * w[2] + w[2] * w[0]) * (float)b->count;
}

static int bin_of(const tw_solid *b, int axis, float lo, float scale) {
    return tw_whole((middle(b, axis) - lo) * scale, 0, BINS - 1);
}

/* the least weight of both halves when they part at a bin's end, and which bin is the second's
 * first */
static float best_split(const tw_view *s, const int32_t *a, int n, int axis, float lo, float scale,
                        int *at) {
    bin bins[BINS], from_right[BINS], left = empty_bin;
    float best = INFINITY;
    for (int k = 0; k < BINS; k++) bins[k] = empty_bin;
    for (int i = 0; i < n; i++) {
        const tw_solid *b = &s->solid[a[i]];
        bin *to = &bins[bin_of(b, axis, lo, scale)];
        grow_box(to->lo, to->hi, b);
        to->count++;
    }
    from_right[BINS - 1] = bins[BINS - 1];
    for (int k = BINS - 2; k >= 0; k--) {
        from_right[k] = from_right[k + 1];
        merge(&from_right[k], &bins[k]);
    }
    for (int k = 1; k < BINS; k++) {
        merge(&left, &bins[k - 1]);
        float cost = weight(&left) + weight(&from_right[k]);
        if (left.count == 0 || left.count == n || !(cost < best)) continue;
        best = cost;
        *at = k;
    }
    return best;
}

/* parts a[0 .. n - 1] in two along *along; returns how many come first. lo, hi: of the centres,
 * doubled */
static int part(const tw_view *s, int32_t *a, int n, const float *lo, const float *hi, int depth,
                int32_t *along) {
    float best = INFINITY;
    int axis = 0, at = 0;
    for (int k = 0; k < 3 && depth < DEPTH / 2; k++) {
        int first = 0;
        if (!(hi[k] - lo[k] > 1e-30f)) continue;
        float cost = best_split(s, a, n, k, lo[k], BINS / (hi[k] - lo[k]), &first);
        if (!(cost < best)) continue;
        best = cost;
        axis = k;
        at = first;
    }
    if (!(best < INFINITY)) {
        float w[3] = {hi[0] - lo[0], hi[1] - lo[1], hi[2] - lo[2]};
        axis = w[0] >= w[1] && w[0] >= w[2] ? 0 : w[1] >= w[2] ? 1 : 2;
        split_median(s, a, n, axis);
        *along = axis;
        return n / 2;
    }
    float scale = BINS / (hi[axis] - lo[axis]);
    int first = 0;
    for (int i = 0; i < n; i++) {
        if (bin_of(&s->solid[a[i]], axis, lo[axis], scale) >= at) continue;
        int32_t t = a[i];
        a[i] = a[first];
        a[first++] = t;
    }
    *along = axis;
    return first;
}

/* What boxes are asked by cones and shadows must not depend on how they are nested: where a solid's
 * ball would be met, all nodes around it are */
static float reach_of(const tw_view *s, const tw_tree_node *n) {
    float most = 0;
    for (int i = n->first; i < n->first + n->count; i++) {
        const tw_solid *b = &s->solid[s->order[i]];
        float dd = 0;
        for (int k = 0; k < 3; k++) {
            float d = b->center[k] - (n->lo[k] + n->hi[k]) / 2;
            dd += d * d;
        }
        float reach = sqrtf(dd) + b->radius;
        most = reach > most ? reach : most;
    }
    return most * 1.0001f;
}

static void build(tw_view *s, int at, int first, int count, int depth) {
    tw_tree_node *n = &s->node[at];
    *n = (tw_tree_node){
        {INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}, first, count, 0, 0};
    float lo[3] = {INFINITY, INFINITY, INFINITY}, hi[3] = {-INFINITY, -INFINITY, -INFINITY};
    for (int i = first; i < first + count; i++) {
        const tw_solid *b = &s->solid[s->order[i]];
        grow_box(n->lo, n->hi, b);
        for (int k = 0; k < 3; k++) {
            float m = middle(b, k);
            lo[k] = m < lo[k] ? m : lo[k];
            hi[k] = m > hi[k] ? m : hi[k];
        }
    }
    n->reach = reach_of(s, n);
    if (count <= LEAF) return;
    int half = part(s, s->order + first, count, lo, hi, depth, &n->axis), child = s->node_count;
    s->node_count += 2;
    n->first = child;
    n->count = 0;
    build(s, child, first, half, depth + 1);
    build(s, child + 1, first + half, count - half, depth + 1);
}

tw_status tw_tree_make(tw_view *s) {
    int n = s->solid_count;
    s->order = calloc((size_t)n + 1, sizeof *s->order);
    s->node = calloc(2 * (size_t)n + 1, sizeof *s->node);
    if (!s->order || !s->node) return tw_fail_memory();
    n = 0;
    for (int i = 0; i < s->solid_count; i++)
        if (!s->mapped || !s->solid[i].mesh) s->order[n++] = i;
    s->node_count = n > 0;
    if (n > 0) build(s, 0, 0, n, 0);
    return TW_OK;
}

/* does the ball meet the cone with apex 0? (conservative) */
static bool cone_meets(const float c[3], float r, const float axis[3], float cosine, float sine) {
    float t = c[0] * axis[0] + c[1] * axis[1] + c[2] * axis[2];
    float cc = c[0] * c[0] + c[1] * c[1] + c[2] * c[2];
    if (cc <= r * r) return true;
    float across = sqrtf(cc - t * t > 0 ? cc - t * t : 0);
    /* distance to the cone's side, along its outward normal; behind the apex: to the apex */
    if (t * cosine + across * sine < 0) return false;
    return across * cosine - t * sine <= r;
}

/* does the box, grown by r, reach into the pyramid? (conservative) */
static bool pyramid_meets(const tw_beam *beam, const float *lo, const float *hi, float r) {
    for (int k = 0; k < 4; k++) {
        const float *n = beam->plane[k];
        float most = beam->inside[k], size = fabsf(most);
        for (int i = 0; i < 3; i++) {
            most += n[i] * (n[i] > 0 ? hi[i] : lo[i]);
            size += fabsf(lo[i]) + fabsf(hi[i]);
        }
        if (most < -r - 1e-5f * size) return false;
    }
    return true;
}

static bool beam_meets(const tw_view *s, const tw_beam *beam, const float *center, float radius,
                       const float *lo, const float *hi) {
    /* a lens sees around things: as if they were larger by its radius, in focus or far */
    float lens = s->eye.lens, spread = lens > 0 ? lens / s->eye.focus : 0;
    float far = sqrtf(center[0] * center[0] + center[1] * center[1] + center[2] * center[2]);
    float reach = s->eye.reach, grow = lens + spread * (far + radius);
    /* and so does an eye that moves */
    if (beam->wide) return true;
    grow += reach + spread * reach;
    return (beam->prism ||
            cone_meets(center, radius + grow, beam->axis, beam->cosine, beam->sine)) &&
           pyramid_meets(beam, lo, hi, grow);
}

static bool beam_meets_node(const tw_view *s, const tw_beam *beam, const tw_tree_node *a) {
    float c[3];
    for (int i = 0; i < 3; i++) c[i] = (a->hi[i] + a->lo[i]) / 2;
    return beam_meets(s, beam, c, a->reach, a->lo, a->hi);
}

/* the child of a node that stands nearer to the eye, 0 or 1 */
static int nearer_child(const tw_view *s, const tw_tree_node *a) {
    float far[2] = {0, 0};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < 3; i++) {
            const tw_tree_node *b = &s->node[a->first + k];
            far[k] += (b->lo[i] + b->hi[i]) * (b->lo[i] + b->hi[i]);
        }
    return far[1] < far[0];
}

int tw_tree_beam(const tw_view *s, const tw_beam *beam, int32_t *list) {
    int stack[DEPTH], depth = 0, n = 0;
    for (int i = 0; s->wake && i < s->wake->count; i++)
        tw_wake_met = tw_wake_met || beam_meets_node(s, beam, &s->wake->box[i]);
    if (s->node_count > 0) stack[depth++] = 0;
    while (depth > 0) {
        const tw_tree_node *a = &s->node[stack[--depth]];
        if (!beam_meets_node(s, beam, a)) continue;
        if (a->count == 0) { /* near ones first: what they hide need not be met */
            int near = nearer_child(s, a);
            stack[depth++] = a->first + 1 - near;
            stack[depth++] = a->first + near;
            continue;
        }
        for (int i = a->first; i < a->first + a->count; i++) {
            const tw_solid *b = &s->solid[s->order[i]];
            if (beam_meets(s, beam, b->center, b->radius, b->lo, b->hi)) list[n++] = s->order[i];
        }
    }
    return n;
}

int tw_beam_list(const tw_view *s, const tw_beam *beam, const int32_t *from, int count,
                 int32_t *list) {
    int n = 0;
    for (int i = 0; i < count; i++) {
        const tw_solid *b = &s->solid[from[i]];
        if (beam_meets(s, beam, b->center, b->radius, b->lo, b->hi)) list[n++] = from[i];
    }
    return n;
}

/* one number of the poses `at`, of a row of them */
static inline fv pose_of(const tw_view *s, const float *row, iv at) {
#if defined(TW_WIDEST)
    /* nearly always they fit in one register */
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

/* the rays for which a fading solid is there: a share `opacity` of the packet, chosen anew for
 * every solid */
static iv present(const tw_view *s, const tw_packet *p, const tw_solid *b, int g) {
    uint32_t k = tw_scramble(p->salt ^ b->tag * 0x9e3779b9u), lift = k >> 8 & 0xffff;
    iv u;
    for (int i = 0; i < TW_LANES; i++)
        u[i] = s->pattern.shuffle[k & 63][g * TW_LANES + i] * 65536 + (int32_t)lift;
    return fv_from_iv(u) < fv_all(b->paint.opacity * 1048576.0f);
}

/* which way most of the packet's rays run along the axes of a mesh, bit a: down axis a. One by one,
 * so that it does not depend on the number of lanes */
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

/* solids are also looked for at the place of the nearest one so far, which decides between what
 * lies in one plane: not the order of the tests, but the lower number */
static const float slack = 1.000001f;

/* of a mesh: in its own units */
static fv meet_mesh(const tw_packet *p, const tw_solid *b, fv3 o, fv3 d, iv on, int g,
                    unsigned order, bool any, iv *part) {
    fv shift, scale = fv_all(b->p[0]), inv = fv_all(1 / b->p[0]);
    tw_ray ray = tw_ray_near(f3_scale(o, inv), d, fv_all(0), &shift);
    fv far = (p->t[g] * inv - shift) * fv_all(slack);
    return (tw_mesh_hit(b->mesh, &ray, far, on, order, any, part) + shift) * scale;
}

/* how a packet meets a solid */
typedef struct meeting {
    int solid;
    unsigned order; /* meshes: see order_of */
    bool any;       /* any hit will do */
} meeting;

static meeting meeting_of(const tw_view *s, const tw_packet *p, int i, bool any) {
    const tw_solid *b = &s->solid[i];
    return (meeting){i, b->mesh ? order_of(p, b) : 0, any};
}

/* the transposed of the matrix with the rows a, b, c, times w */
static inline fv3 turned(fv3 a, fv3 b, fv3 c, fv3 w) {
    return f3_add(f3_add(f3_scale(a, w.x), f3_scale(b, w.y)), f3_scale(c, w.z));
}

/* rays of group g in the solid's axes */
static inline void to_local(const tw_view *s, const tw_packet *p, const tw_solid *b, int g, fv3 *o,
                            fv3 *d) {
    if (!b->moving) { /* by itself, so that it stays in registers */
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

/* first hit of the rays of group g with the solid, infinity where there is none */
static fv meet(const tw_view *s, const tw_packet *p, const meeting *with, int g, iv *part) {
    const tw_solid *b = &s->solid[with->solid];
    fv inf = fv_all(INFINITY), shift;
    iv on = p->active[g], own = p->own[g] == iv_all(with->solid);
    if (!b->mesh && b->kind->convex) on &= ~own;
    if (!iv_any(on)) return inf;
    fv3 d = p->d[g], o;
    /* the ball first: most rays end here */
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

/* does any active ray of the packet meet the node's box before its t? */
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

/* down which axes the packet's first ray runs, a bit each */
static unsigned down_of(const tw_packet *p) {
    for (int g = 0; g < TW_GROUPS; g++) {
        uint32_t on = (uint32_t)iv_bits(p->active[g]);
        if (!on) continue;
        int lane = __builtin_ctz(on);
        float d[3] = {p->d[g].x[lane], p->d[g].y[lane], p->d[g].z[lane]};
        return (d[0] < 0 ? 1u : 0) | (d[1] < 0 ? 2u : 0) | (d[2] < 0 ? 4u : 0);
    }
    return 0;
}

/* calls for every solid that the packet may meet, near ones first on the whole; stops when `visit`
 * says so */
static void walk(const tw_view *s, tw_packet *p,
                 bool (*visit)(const tw_view *s, tw_packet *p, int i)) {
    if (s->node_count == 0) return;
    fv3 inv[TW_GROUPS];
    inverses(p, inv);
    unsigned down = down_of(p);
    int stack[DEPTH], depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        const tw_tree_node *n = &s->node[stack[--depth]];
        if (!box_meets(n, p, inv)) continue;
        if (n->count == 0) {
            int near = down >> n->axis & 1;
            stack[depth++] = n->first + 1 - near;
            stack[depth++] = n->first + near;
            continue;
        }
        for (int i = n->first; i < n->first + n->count; i++)
            if (!visit(s, p, s->order[i])) return;
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
    /* rays that nothing hides are asked in the end (watch) */
    if (s->solid[i].wakes && iv_any(all)) tw_wake_met = true;
    return iv_any(left);
}

/* does a ray of the packet enter the wake before its t? */
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

/* takes the rays that end on the ground away; false: none is left */
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
