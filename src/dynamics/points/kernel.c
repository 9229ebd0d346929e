/*
 * The loops of the fast path, see points.h: motions of points, A, forces, rates, corrections.
 * Compiled twice, for plain and wide vectors (base/math/lanes.h).
 *
 * The four lanes of a vector are four bodies. A point or joint has four numbers, x y z 0, so that a
 * column of a block of A, and a joint's part of lambda, is one vector.
 */
#include "dynamics/points/lanes.h"

#include <stddef.h>

/* ---- motions --------------------------------------------------------------------------------- */

/* adds gravity and, for a pushed group, d->pass.external to the accelerations of its bodies */
static inline void push(const tw_points_group *g, const int body[TW_LANES],
                        const tw_wrench *external, vec3 gravity, group_state *s) {
    s->a = (lanes3){tw_all(gravity.x), tw_all(gravity.y), tw_all(gravity.z)};
    if (!g->pushed) return;
    double w[6][TW_LANES];
    for (int j = 0; j < TW_LANES; j++) {
        const tw_wrench *own = &external[body[j]];
        w[0][j] = own->force.x, w[1][j] = own->force.y, w[2][j] = own->force.z;
        w[3][j] = own->torque.x, w[4][j] = own->torque.y, w[5][j] = own->torque.z;
    }
    lanes3 F = {tw_get(w[0]), tw_get(w[1]), tw_get(w[2])},
           T = {tw_get(w[3]), tw_get(w[4]), tw_get(w[5])};
    s->a = scale(s->m_inv, F);
    s->alpha = add(s->alpha, by_inertia(s->I, turn_back(&s->R, T)));
}

enum { STRIDE = sizeof(tw_points_motion) / sizeof(double) };

static inline lanes3 point_of(const lanes *c) {
    return (lanes3){c[0], c[1], c[2]};
}

/* sets position, velocity and arm of all points of a group */
static inline void move_points(const tw_points *f, const tw_points_group *g, const group_state *s) {
    const lanes *c = s->constant + 8;
    for (int k = 0; k < g->slots; k++, c += 3) {
        tw_points_motion *to = &f->motion[g->point + TW_LANES * k];
        lanes3 arm = turn(&s->R, point_of(c)), v = cross(s->local, point_of(c));
        spread(arm, to->arm, STRIDE);
        spread(add(s->x, arm), to->x, STRIDE);
        spread(add(s->v, turn(&s->R, v)), to->v, STRIDE);
    }
}

/* acceleration of the point b of a body relative to its centre, without constraint forces; b and
 * result in body axes */
static inline lanes3 beside(const group_state *s, lanes3 b) {
    return add(cross(s->alpha, b), cross(s->local, cross(s->local, b)));
}

static inline void accelerate_points(const tw_points *f, const tw_points_group *g,
                                     const group_state *s) {
    const lanes *c = s->constant + 8;
    for (int k = 0; k < g->slots; k++, c += 3) {
        lanes3 a = turn(&s->R, beside(s, point_of(c)));
        spread(add(s->a, a), f->motion[g->point + TW_LANES * k].a, STRIDE);
    }
}

static inline void spread_sum(lanes3 a, lanes sizes, double *to) {
    lanes v[4] = {a.x, a.y, a.z, sizes};
    transpose(v);
    for (int j = 0; j < TW_LANES; j++) tw_put(to + j * STRIDE, v[j]);
}

/* sets a (to a + d v + k x) and arm of a group's points; only used if all joints have the same k
 * and d */
static inline void sum_points(const tw_points *f, const tw_points_group *g, const group_state *s) {
    const lanes *c = s->constant + 8;
    lanes whole, part;
    lanes3 centre = combine(f->k, f->d, s->a, s->v, s->x, &whole);
    for (int k = 0; k < g->slots; k++, c += 3) {
        tw_points_motion *to = &f->motion[g->point + TW_LANES * k];
        lanes3 b = point_of(c),
               own = combine(f->k, f->d, beside(s, b), cross(s->local, b), b, &part);
        own = turn(&s->R, own);
        spread(turn(&s->R, b), to->arm, STRIDE);
        spread_sum(add(centre, own), whole + part, to->a);
        if (!g->rod) continue;
        lanes3 other = {centre.x - own.x, centre.y - own.y, centre.z - own.z};
        spread_sum(other, whole + part, to[TW_LANES].a);
        break;
    }
}

/* ---- A --------------------------------------------------------------------------------------- */

/* v[c][j]: column c of K of body j, for four bodies; with `rows` row c of K, which is a column of
 * its transpose */
static inline void columns(const lanes33 *K, bool rows, lanes v[3][4]) {
    const lanes3 *r = K->r;
    for (int c = 0; c < 3; c++) v[c][3] = tw_all(0);
    v[0][0] = r[0].x, v[1][1] = r[1].y, v[2][2] = r[2].z;
    v[0][1] = rows ? r[0].y : r[1].x;
    v[0][2] = rows ? r[0].z : r[2].x;
    v[1][0] = rows ? r[1].x : r[0].y;
    v[1][2] = rows ? r[1].z : r[2].y;
    v[2][0] = rows ? r[2].x : r[0].z;
    v[2][1] = rows ? r[2].y : r[1].z;
    for (int c = 0; c < 3; c++) transpose(v[c]);
}

static inline void write_block(double *A, const tw_points_target *t, lanes a, lanes b, lanes c) {
    double *to = A + t->to;
    int stride = t->stride;
    if (!t->first) {
        a += tw_get(to);
        b += tw_get(to + stride);
        c += tw_get(to + 2 * stride);
    }
    tw_put(to, a);
    tw_put(to + stride, b);
    tw_put(to + 2 * stride, c);
}

/* adds +-K of `count` bodies to targets of a pair of points in A; rows: to the transposed targets,
 * otherwise to the others */
static inline void place(double *A, const tw_points_form *form, int pair, int count,
                         const lanes33 *K, bool rows) {
    lanes v[3][4];
    columns(K, rows, v);
    for (int j = 0; j < count; j++)
        for (int i = form->targets[pair + j]; i < form->targets[pair + j + 1]; i++) {
            const tw_points_target *t = &form->target[i];
            if (t->transposed != rows) continue;
            if (t->negative)
                write_block(A, t, -v[0][j], -v[1][j], -v[2][j]);
            else
                write_block(A, t, v[0][j], v[1][j], v[2][j]);
        }
}

/* the product R S R^T in each lane */
static inline lanes33 turned(const lanes33 *R, const lanes *S) {
    lanes3 s[3] = {{S[0], S[1], S[2]}, {S[3], S[4], S[5]}, {S[6], S[7], S[8]}};
    lanes33 T, K;
    for (int i = 0; i < 3; i++)
        T.r[i] = add(add(scale(R->r[i].x, s[0]), scale(R->r[i].y, s[1])), scale(R->r[i].z, s[2]));
    for (int i = 0; i < 3; i++)
        K.r[i] = (lanes3){dot(T.r[i], R->r[0]), dot(T.r[i], R->r[1]), dot(T.r[i], R->r[2])};
    return K;
}

/* k = R S R^T for a symmetric S, as xx xy yy xz yz zz */
static inline void turned_symmetric(const lanes33 *R, const lanes *S, lanes k[6]) {
    for (int i = 0; i < 3; i++) {
        lanes3 r = R->r[i];
        lanes3 t = {r.x * S[0] + r.y * S[3] + r.z * S[6], r.x * S[3] + r.y * S[4] + r.z * S[7],
                    r.x * S[6] + r.y * S[7] + r.z * S[8]};
        for (int j = 0; j <= i; j++) *k++ = dot(t, R->r[j]);
    }
}

/* v: columns of the matrix sign K + m 1; k: the six numbers of K from turned_symmetric */
static inline void symmetric_columns(const lanes k[6], lanes sign, lanes m, lanes v[3][4]) {
    v[0][0] = sign * k[0] + m;
    v[1][1] = sign * k[2] + m;
    v[2][2] = sign * k[5] + m;
    v[0][1] = v[1][0] = sign * k[1];
    v[0][2] = v[2][0] = sign * k[3];
    v[1][2] = v[2][1] = sign * k[4];
    for (int c = 0; c < 3; c++) {
        v[c][3] = tw_all(0);
        transpose(v[c]);
    }
}

/* writes K of a pair of points to A, for four bodies of which each has one target
 * (tw_points_group.even) */
static inline void write_even(double *A, const tw_points_form *form, int pair, lanes v[3][4]) {
    const tw_points_target *t = &form->target[form->targets[pair]];
    for (int j = 0; j < TW_LANES; j++) write_block(A, t + j, v[0][j], v[1][j], v[2][j]);
}

/* writes +-K of a pair of points to A for four bodies, at all targets of each; none of the targets
 * is transposed */
static inline void write_blocks(double *A, const tw_points_form *form, int pair, lanes v[3][4]) {
    const int *first = form->targets + pair;
    for (int j = 0; j < TW_LANES; j++)
        for (int i = first[j]; i < first[j + 1]; i++) {
            const tw_points_target *t = &form->target[i];
            lanes sign = tw_all(t->negative ? -1 : 1);
            write_block(A, t, sign * v[0][j], sign * v[1][j], sign * v[2][j]);
        }
}

/* writes the blocks of plain rods (tw_points_group.plain) to A: 1/m + K for each point, +-(1/m - K)
 * for the pair of both points */
static inline void fill_rods(double *A, const tw_points_form *form, const tw_points_group *g,
                             const group_state *s) {
    lanes k[6], v[3][4], w[3][4], sign = tw_all(g->turn[1]);
    turned_symmetric(&s->R, s->constant + 8 + 3 * 2, k);
    symmetric_columns(k, tw_all(1), s->m_inv, v);
    symmetric_columns(k, -sign, sign * s->m_inv, w);
    for (int n = 0; n < 3; n++)
        if (g->even[n])
            write_even(A, form, g->pair + TW_LANES * n, n == 1 ? w : v);
        else
            write_blocks(A, form, g->pair + TW_LANES * n, n == 1 ? w : v);
}

static inline void fill_matrix(double *A, const tw_points_form *form, const tw_points_group *g,
                               const group_state *s) {
    if (g->plain) {
        fill_rods(A, form, g, s);
        return;
    }
    const lanes *S = s->constant + 8 + 3 * g->slots;
    lanes33 own[TW_POINTS_PAIRS];
    int pairs = g->slots * (g->slots + 1) / 2;
    for (int n = 0; n < pairs; n++, S += 9) {
        if (g->like[n] < 0) own[n] = turned(&s->R, S);
        lanes33 K = own[g->like[n] < 0 ? n : g->like[n]];
        double sign = g->sign[n] * g->turn[n];
        if (sign < 0)
            for (int i = 0; i < 3; i++) K.r[i] = (lanes3){-K.r[i].x, -K.r[i].y, -K.r[i].z};
        lanes m_inv = g->turn[n] < 0 ? -s->m_inv : s->m_inv;
        K.r[0].x += m_inv;
        K.r[1].y += m_inv;
        K.r[2].z += m_inv;
        int pair = g->pair + TW_LANES * n;
        if (g->even[n]) {
            lanes v[3][4];
            columns(&K, false, v);
            write_even(A, form, pair, v);
            continue;
        }
        if (g->straight[n]) place(A, form, pair, g->lanes, &K, false);
        if (g->transposed[n]) place(A, form, pair, g->lanes, &K, true);
    }
}

static void look(const tw_points *f, const tw_points_batch *b, const double *y) {
    for (int i = 0; i < b->form->groups; i++) {
        const tw_points_group *g = &b->form->group[i];
        if (g->slots == 0) continue;
        group_state s;
        look_at(f, b->group + i, y, &s);
        move_points(f, g, &s);
    }
}

static void fill(const tw_points *f, const tw_points_batch *b, const double *y) {
    for (int i = 0; i < b->form->groups; i++) {
        const tw_points_group *g = &b->form->group[i];
        if (g->slots == 0) continue;
        group_state s;
        look_at(f, b->group + i, y, &s);
        fill_matrix(f->numbers, b->form, g, &s);
    }
}

/* the work of tw_points_kernel.begin_rates for one group: motion of its points, its part of A,
 * rates of positions and orientations */
__attribute__((always_inline)) static inline void
rates_of_group(const tw_points *f, const tw_points_batch *b, int i, const tw_wrench *external,
               vec3 gravity, tw_points_at at, bool places, double *ydot) {
    const tw_points_group *g = &b->form->group[i];
    const int *own = f->state[b->group + i];
    double *const to[TW_LANES] = {ydot + own[0], ydot + own[1], ydot + own[2], ydot + own[3]};
    group_state s;
    look_along(f->constant + f->constants[b->group + i], own, at, &s);
    push(g, f->body[b->group + i], external, gravity, &s);
    rates_of_pose(s.q, s.v, s.omega, to);
    if (g->slots == 0) return;
    if (!f->alike || places) move_points(f, g, &s);
    if (f->alike)
        sum_points(f, g, &s);
    else
        accelerate_points(f, g, &s);
    fill_matrix(f->numbers, b->form, g, &s);
}

static void begin_rates(const tw_points *f, const tw_points_batch *b, const tw_wrench *external,
                        vec3 gravity, const tw_points_at *at, bool places, double *ydot) {
    int groups = b->form->groups;
    if (at->k) /* two loops, one for each case, so that neither tests for at->k for each group */
        for (int i = 0; i < groups; i++)
            rates_of_group(f, b, i, external, gravity, *at, places, ydot);
    else
        for (int i = 0; i < groups; i++)
            rates_of_group(f, b, i, external, gravity, (tw_points_at){at->y, NULL, 0}, places,
                           ydot);
}

/* ---- forces ---------------------------------------------------------------------------------- */

/* sets lambda of an island to -r; returns the sum of the squares of the terms of r */
static double right_side(const tw_points *f, const tw_points_batch *b, const tw_points_part *part) {
    const tw_points_joint *joint = b->form->joint;
    const tw_points_motion *motion = f->motion;
    double *lambda = f->lambda;
    lanes sum = tw_all(0), zero = sum;
    for (int i = part->begin, end = f->alike ? part->end : 0; i < end; i++) {
        const tw_points_joint *j = &joint[i];
        lanes p = tw_get(motion[j->p].a), q = tw_get(motion[j->q].a), both = p + q;
        tw_put(lambda + j->at, __builtin_shufflevector(q - p, zero, 0, 1, 2, 4));
        sum += both * both;
    }
    if (f->alike) return sum[3];
    for (int i = part->begin; i < part->end; i++) {
        const tw_points_joint *j = &joint[i];
        const tw_points_motion *p = &motion[j->p], *q = &motion[j->q];
        lanes k = tw_all(j->k), c = tw_all(j->d), xp = tw_get(p->x), xq = tw_get(q->x);
        lanes vp = tw_get(p->v), vq = tw_get(q->v), ap = tw_get(p->a), aq = tw_get(q->a);
        tw_put(lambda + j->at, (aq - ap) + c * (vq - vp) + k * (xq - xp));
        lanes size = (tw_absolute(ap) + tw_absolute(aq)) + c * (tw_absolute(vp) + tw_absolute(vq)) +
                     k * (tw_absolute(xp) + tw_absolute(xq));
        sum += size * size;
    }
    return (sum[0] + sum[1]) + sum[2];
}

/* sum of the constraint forces, from lambda, at a point with any number of joints */
static inline lanes force_on(const tw_points *f, const tw_points_form *form, int point) {
    lanes sum = tw_all(0);
    for (int i = form->holds[point]; i < form->holds[point + 1]; i++)
        sum += tw_all(form->hold[i].sign) * tw_get(f->lambda + form->hold[i].at);
    return sum;
}

static inline lanes cross4(lanes a, lanes b) {
    lanes a1 = __builtin_shufflevector(a, a, 1, 2, 0, 3),
          b1 = __builtin_shufflevector(b, b, 1, 2, 0, 3);
    lanes c = a * b1 - a1 * b;
    return __builtin_shufflevector(c, c, 1, 2, 0, 3);
}

/* constraint force, from lambda, at a point that has one joint */
static inline lanes force_of(const tw_points *f, const tw_points_hold *hold) {
    return tw_all(hold->sign) * tw_get(f->lambda + hold->at);
}

static inline void add_up(const tw_points *f, const tw_points_form *form, const tw_points_group *g,
                          int lane, lanes *F, lanes *T) {
    int first = g->point + lane;
    const tw_points_motion *point = f->motion + first;
    const tw_points_hold *hold = form->hold + form->holds[g->point] + lane; /* if `single` */
    if (g->rod) {
        lanes on = g->single ? force_of(f, hold) : force_on(f, form, first);
        lanes other =
            g->single ? force_of(f, hold + TW_LANES) : force_on(f, form, first + TW_LANES);
        *F = on + other;
        *T = cross4(tw_get(point->arm), on - other);
        return;
    }
    *F = *T = tw_all(0);
    for (int k = 0; k < g->slots; k++, hold += TW_LANES, point += TW_LANES) {
        lanes on = g->single ? force_of(f, hold) : force_on(f, form, first + TW_LANES * k);
        *F += on;
        *T += cross4(tw_get(point->arm), on);
    }
}

static void end_rates(const tw_points *f, const tw_points_batch *b, const tw_wrench *external,
                      vec3 gravity, double *ydot) {
    lanes down = {gravity.x, gravity.y, gravity.z, 0};
    for (int i = 0; i < b->form->groups; i++) {
        const tw_points_group *g = &b->form->group[i];
        int group = b->group + i;
        const double *mass = (const double *)(f->constant + f->constants[group] + 1);
        for (int j = 0; j < g->lanes; j++) {
            double *to = ydot + f->state[group][j] + 7;
            lanes F, T;
            add_up(f, b->form, g, j, &F, &T);
            if (g->pushed) {
                const tw_wrench *w = &external[f->body[group][j]];
                F += (lanes){w->force.x, w->force.y, w->force.z, 0};
                T += (lanes){w->torque.x, w->torque.y, w->torque.z, 0};
            } else {
                F += tw_all(mass[j]) * down;
            }
            /* writes the force x y z; the fourth number written is overwritten by the torque in the
             * next line */
            tw_put(to, F);
            to[3] = T[0], to[4] = T[1], to[5] = T[2];
        }
    }
}

/* ---- corrections ----------------------------------------------------------------------------- */

static inline double largest(lanes a) {
    double most = a[0];
    for (int i = 1; i < 3; i++)
        if (a[i] > most) most = a[i];
    return most;
}

static void see(const tw_points *f, const tw_points_batch *b, const tw_points_seen *to) {
    double *D = to->D + b->row, *D1 = to->D1 + b->row;
    const tw_points_motion *motion = f->motion;
    const tw_points_joint *end = b->form->joint + b->form->joints;
    for (const tw_points_joint *j = b->form->joint; j < end; j++) {
        const tw_points_motion *p = &motion[j->p], *q = &motion[j->q];
        tw_put(D + j->at, tw_get(p->x) - tw_get(q->x));
        tw_put(D1 + j->at, tw_get(p->v) - tw_get(q->v));
    }
}

static void foresee(const tw_points *f, const tw_points_batch *b, int begin, int end, double of_D,
                    double of_D1, const tw_points_seen *seen) {
    if (begin == end) return;
    const tw_points_joint *joint = b->form->joint;
    lanes u = tw_all(of_D), v = tw_all(of_D1), k = tw_all(joint[begin].k),
          d = tw_all(joint[begin].d);
    for (int i = begin; i < end; i++) {
        int at = joint[i].at;
        lanes D = tw_get(seen->D + b->row + at), D1 = tw_get(seen->D1 + b->row + at);
        tw_put(f->D + at, u * D + v * D1);
        tw_put(f->D1 + at, u * D1 + v * (-d * D1 - k * D));
    }
}

static tw_points_difference differences(const tw_points *f, const tw_points_batch *b,
                                        const tw_points_part *part, bool rate) {
    lanes pose = tw_all(0), rates = tw_all(0), far = tw_all(0);
    const tw_points_motion *motion = f->motion;
    const double *D = f->D, *D1 = f->D1;
    double *lambda = f->lambda;
    const tw_points_joint *end = b->form->joint + part->end;
    for (const tw_points_joint *j = b->form->joint + part->begin; j < end; j++) {
        const tw_points_motion *p = &motion[j->p], *q = &motion[j->q];
        lanes x = tw_get(D + j->at) - (tw_get(p->x) - tw_get(q->x));
        lanes v = tw_get(D1 + j->at) - (tw_get(p->v) - tw_get(q->v));
        tw_put(lambda + j->at, rate ? v : x);
        pose = tw_larger(pose, tw_absolute(x));
        rates = tw_larger(rates, tw_absolute(v));
        far = tw_larger(far, tw_absolute(tw_get(p->x)));
    }
    return (tw_points_difference){largest(pose), largest(rates), largest(far)};
}

/* out [4]: effect of lambda on the motion of each of the four bodies of a group, at the state y */
static inline void change_group(const tw_points *f, const tw_points_batch *b, int group,
                                const double *y, tw_points_change *out) {
    const tw_points_group *g = &b->form->group[group];
    group_state s;
    look_at(f, b->group + group, y, &s);
    lanes v[4] = {s.v.x, s.v.y, s.v.z, tw_all(0)}, T[4], later[4], F[4];
    transpose(v);
    for (int j = 0; j < TW_LANES; j++) {
        F[j] = T[j] = later[j] = tw_all(0);
        for (int k = 0; k < g->slots; k++) {
            int point = g->point + TW_LANES * k + (j < g->lanes ? j : g->lanes - 1);
            lanes on = force_on(f, b->form, point);
            F[j] += on;
            T[j] += cross4(tw_get(f->motion[point].arm), on);
            later[j] -= cross4(tw_get(f->motion[point].v) - v[j], on);
        }
        tw_put(out[j].force, F[j]);
        tw_put(out[j].torque, T[j]);
        tw_put(out[j].later, later[j]);
    }
    transpose(F);
    transpose(T);
    transpose(later);
    lanes3 force = {F[0], F[1], F[2]};
    lanes3 torque = turn_back(&s.R, (lanes3){T[0], T[1], T[2]});
    lanes3 carried = turn_back(&s.R, (lanes3){later[0], later[1], later[2]});
    lanes3 turned = by_inertia(s.I, torque);
    spread(turn(&s.R, turned), out[0].turn, sizeof *out / sizeof(double));
    lanes step = s.m_inv * s.m_inv * dot(force, force), angle = dot(turned, turned);
    lanes sizes[4] = {tw_larger(step, angle), s.m_inv * dot(force, force) + dot(torque, turned),
                      dot(carried, by_inertia(s.I, carried)), dot(s.local, s.local)};
    transpose(sizes);
    for (int j = 0; j < TW_LANES; j++) tw_put(out[j].size, sizes[j]);
}

static void impulses(const tw_points *f, const tw_points_batch *b, const double *y) {
    for (int i = 0; i < b->form->groups; i++) {
        const tw_points_group *g = &b->form->group[i];
        if (g->slots == 0) continue;
        tw_points_change *out = f->change + (ptrdiff_t)TW_LANES * i;
        lanes F[TW_LANES], T[TW_LANES];
        for (int j = 0; j < TW_LANES; j++) {
            add_up(f, b->form, g, j < g->lanes ? j : g->lanes - 1, &F[j], &T[j]);
            tw_put(out[j].force, F[j]);
            tw_put(out[j].torque, T[j]);
        }
        transpose(F);
        transpose(T);
        lanes3 force = {F[0], F[1], F[2]}, torque = {T[0], T[1], T[2]};
        group_state s;
        look_at(f, b->group + i, y, &s);
        lanes3 turned = by_inertia(s.I, turn_back(&s.R, torque));
        lanes most = tw_larger(s.m_inv * s.m_inv * dot(force, force), dot(turned, turned));
        for (int j = 0; j < TW_LANES; j++) out[j].size[0] = most[j];
    }
}

static void changes(const tw_points *f, const tw_points_batch *b, const double *y) {
    for (int i = 0; i < b->form->groups; i++)
        if (b->form->group[i].slots > 0)
            change_group(f, b, i, y, f->change + (ptrdiff_t)TW_LANES * i);
}

/* ---- vibrations ------------------------------------------------------------------------------ */

/* Returns the matrix G of points.h, the stiffness of the joints' forces: the sum over the points of
 * (b.f) 1 - sym(b f^T). Adds the torque of these forces to *torque; body axes */
static inline lanes33 stiffness(const tw_points *f, const tw_points_form *form,
                                const tw_points_group *g, const group_state *s, lanes3 *torque) {
    lanes zero = tw_all(0);
    lanes33 G = {{{zero, zero, zero}, {zero, zero, zero}, {zero, zero, zero}}};
    for (int k = 0; k < g->slots; k++) {
        lanes v[4];
        for (int j = 0; j < TW_LANES; j++)
            v[j] = force_on(f, form, g->point + TW_LANES * k + (j < g->lanes ? j : g->lanes - 1));
        transpose(v);
        lanes3 F = turn_back(&s->R, (lanes3){v[0], v[1], v[2]});
        lanes3 b = point_of(s->constant + 8 + 3 * k);
        *torque = add(*torque, cross(b, F));
        stiffen(&G, b, F);
    }
    return G;
}

static void swiftness(const tw_points *f, const tw_points_batch *b, const double *y,
                      tw_swift *most) {
    swift_lanes found = {tw_all(0), tw_all(0), tw_all(0)};
    for (int i = 0; i < b->form->groups; i++) {
        const tw_points_group *g = &b->form->group[i];
        group_state s;
        look_at(f, b->group + i, y, &s);
        if (g->pushed) most->vibration = INFINITY;
        if (g->slots == 0) {
            found.turning2 = tw_larger(dot(s.local, s.local), found.turning2);
            continue;
        }
        lanes3 torque = {tw_all(0), tw_all(0), tw_all(0)};
        lanes33 G = stiffness(f, b->form, g, &s, &torque);
        lanes33 N = by_inertia33(s.I, &G);
        swift_of_bodies(s.local, add(s.alpha, by_inertia(s.I, torque)), &N, &found);
    }
    grow_by_bodies(most, &found);
    int laws = f->alike && b->form->joints > 0 ? 1 : b->form->joints;
    for (int i = 0; i < laws; i++) grow_by_law(most, b->form->joint[i].k, b->form->joint[i].d);
}

const tw_points_kernel TW_BUILT(tw_points_kernel) = {look,      fill,     begin_rates, right_side,
                                                     end_rates, see,      foresee,     differences,
                                                     changes,   impulses, swiftness};
