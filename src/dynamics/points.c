/*
 * The fast way, see points.h: motions of points and A, forces, and rates.
 *
 * Lanes are four bodies. What is kept per point or joint is four numbers, x y z 0, so that blocks
 * of A and of lambda, which are filled up to four, are single vectors.
 */
#include "dynamics/points_kernel.h"

#include "dynamics/points_impl.h"

#include <float.h>
#include <math.h>

typedef tw_lanes lanes;

typedef struct lanes3 {
    lanes x, y, z;
} lanes3;

typedef struct lanes33 {
    lanes3 r[3]; /* rows */
} lanes33;

static inline lanes get(const double *a) {
    return *(const lanes *)(const void *)a;
}

static inline void put(double *a, lanes x) {
    *(lanes *)(void *)a = x;
}

static inline lanes all(double x) {
    return (lanes){x, x, x, x};
}

static inline lanes dot(lanes3 a, lanes3 b) {
    return a.x * b.x + a.y * b.y + a.z * b.z;
}

static inline lanes3 add(lanes3 a, lanes3 b) {
    return (lanes3){a.x + b.x, a.y + b.y, a.z + b.z};
}

static inline lanes3 scale(lanes s, lanes3 a) {
    return (lanes3){s * a.x, s * a.y, s * a.z};
}

static inline lanes3 cross(lanes3 a, lanes3 b) {
    return (lanes3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

static inline lanes3 turn(const lanes33 *R, lanes3 a) {
    return (lanes3){dot(R->r[0], a), dot(R->r[1], a), dot(R->r[2], a)};
}

static inline lanes3 turn_back(const lanes33 *R, lanes3 a) {
    return add(add(scale(a.x, R->r[0]), scale(a.y, R->r[1])), scale(a.z, R->r[2]));
}

/* four times x y z 0 from lanes, and back */
static inline void spread(lanes3 a, double *to, int stride) {
    lanes zero = all(0);
    lanes p = __builtin_shufflevector(a.x, a.y, 0, 4, 2, 6); /* x0 y0 x2 y2 */
    lanes q = __builtin_shufflevector(a.x, a.y, 1, 5, 3, 7); /* x1 y1 x3 y3 */
    lanes r = __builtin_shufflevector(a.z, zero, 0, 4, 2, 6);
    lanes s = __builtin_shufflevector(a.z, zero, 1, 5, 3, 7);
    put(to, __builtin_shufflevector(p, r, 0, 1, 4, 5));
    put(to + stride, __builtin_shufflevector(q, s, 0, 1, 4, 5));
    put(to + 2 * stride, __builtin_shufflevector(p, r, 2, 3, 6, 7));
    put(to + 3 * stride, __builtin_shufflevector(q, s, 2, 3, 6, 7));
}

static inline lanes3 gather(const double *const y[TW_LANES], int at) {
    return (lanes3){{y[0][at], y[1][at], y[2][at], y[3][at]},
                    {y[0][at + 1], y[1][at + 1], y[2][at + 1], y[3][at + 1]},
                    {y[0][at + 2], y[1][at + 2], y[2][at + 2], y[3][at + 2]}};
}

static inline void scatter(lanes3 a, double *const y[TW_LANES], int at, int count) {
    for (int j = 0; j < count; j++) {
        y[j][at] = a.x[j];
        y[j][at + 1] = a.y[j];
        y[j][at + 2] = a.z[j];
    }
}

/* ---- bodies and their points ----------------------------------------------------------------- */

/* a group at its state */
typedef struct group_state {
    lanes q[4];                /* as it is, not of unit length */
    lanes3 x, v, omega, local; /* local: omega in body axes */
    lanes3 alpha;              /* angular acceleration without constraint forces, body axes */
    lanes3 a;                  /* and of the centre */
    lanes33 R;
    const lanes *I; /* inverse inertia, body axes, 6 numbers */
    lanes m_inv;
} group_state;

static inline lanes33 rotation(const lanes q[4]) {
    lanes s = all(2) / (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    lanes sx = s * q[1], sy = s * q[2], sz = s * q[3];
    lanes xx = sx * q[1], yy = sy * q[2], zz = sz * q[3];
    lanes xy = sx * q[2], xz = sx * q[3], yz = sy * q[3];
    lanes wx = sx * q[0], wy = sy * q[0], wz = sz * q[0], one = all(1);
    return (lanes33){{{one - yy - zz, xy - wz, xz + wy},
                      {xy + wz, one - xx - zz, yz - wx},
                      {xz - wy, yz + wx, one - xx - yy}}};
}

static inline lanes3 by_inertia(const lanes *I, lanes3 a) {
    return (lanes3){I[0] * a.x + I[3] * a.y + I[4] * a.z, I[3] * a.x + I[1] * a.y + I[5] * a.z,
                    I[4] * a.x + I[5] * a.y + I[2] * a.z};
}

static inline group_state look_at(const tw_points *f, const tw_points_group *g,
                                  const double *const y[TW_LANES]) {
    const lanes *c = f->constant + g->constant;
    group_state s = {.m_inv = c[0], .I = c + 1};
    s.x = gather(y, 0);
    for (int i = 0; i < 4; i++)
        s.q[i] = (lanes){y[0][3 + i], y[1][3 + i], y[2][3 + i], y[3][3 + i]};
    s.R = rotation(s.q);
    s.v = scale(s.m_inv, gather(y, 7));
    lanes3 L = turn_back(&s.R, gather(y, 10));
    s.local = by_inertia(s.I, L);
    s.omega = turn(&s.R, s.local);
    s.alpha = by_inertia(s.I, cross(L, s.local));
    return s;
}

/* gravity, and what else pushes a body of the group */
static inline void push(const tw_dynamics *d, const tw_points_group *g, vec3 gravity,
                        group_state *s) {
    s->a = (lanes3){all(gravity.x), all(gravity.y), all(gravity.z)};
    if (!g->pushed) return;
    lanes3 F, T;
    for (int j = 0; j < TW_LANES; j++) {
        const tw_wrench *w = &d->pass.external[g->body[j]];
        F.x[j] = w->force.x, F.y[j] = w->force.y, F.z[j] = w->force.z;
        T.x[j] = w->torque.x, T.y[j] = w->torque.y, T.z[j] = w->torque.z;
    }
    s->a = scale(s->m_inv, F);
    s->alpha = add(s->alpha, by_inertia(s->I, turn_back(&s->R, T)));
}

static inline void move_points(const tw_points *f, const tw_points_group *g, const group_state *s) {
    const lanes *c = f->constant + g->constant + 7;
    enum { STRIDE = sizeof(tw_points_motion) / sizeof(double) };
    for (int k = 0; k < g->slots; k++, c += 3) {
        tw_points_motion *to = &f->motion[g->point + TW_LANES * k];
        lanes3 b = {c[0], c[1], c[2]};
        lanes3 v = cross(s->local, b), a = add(cross(s->alpha, b), cross(s->local, v));
        lanes3 arm = turn(&s->R, b);
        spread(arm, to->arm, STRIDE);
        spread(add(s->x, arm), to->x, STRIDE);
        spread(add(s->v, turn(&s->R, v)), to->v, STRIDE);
        spread(add(s->a, turn(&s->R, a)), to->a, STRIDE);
    }
}

/* ---- A --------------------------------------------------------------------------------------- */

/* +-K of four bodies, by columns and by rows, to where they go */
static inline void place(const tw_points *f, int pair, int count, const lanes33 *K) {
    double column[3][TW_LANES][4], row[3][TW_LANES][4];
    bool rows = false;
    for (int c = 0; c < 3; c++) {
        lanes3 k = c == 0   ? (lanes3){K->r[0].x, K->r[1].x, K->r[2].x}
                   : c == 1 ? (lanes3){K->r[0].y, K->r[1].y, K->r[2].y}
                            : (lanes3){K->r[0].z, K->r[1].z, K->r[2].z};
        spread(k, column[c][0], 4);
    }
    for (int j = 0; j < count; j++)
        for (int i = f->targets[pair + j]; i < f->targets[pair + j + 1]; i++) {
            const tw_points_target *t = &f->target[i];
            if (t->transposed && !rows) {
                for (int c = 0; c < 3; c++) spread(K->r[c], row[c][0], 4);
                rows = true;
            }
            for (int c = 0; c < 3; c++) {
                double *to = t->to + c * t->stride;
                lanes k = get(t->transposed ? row[c][j] : column[c][j]);
                put(to, t->negative ? get(to) - k : get(to) + k);
            }
        }
}

/* R S R^T */
static inline lanes33 turned(const lanes33 *R, const lanes *S) {
    lanes3 s[3] = {{S[0], S[1], S[2]}, {S[3], S[4], S[5]}, {S[6], S[7], S[8]}};
    lanes33 T, K;
    for (int i = 0; i < 3; i++)
        T.r[i] = add(add(scale(R->r[i].x, s[0]), scale(R->r[i].y, s[1])), scale(R->r[i].z, s[2]));
    for (int i = 0; i < 3; i++)
        K.r[i] = (lanes3){dot(T.r[i], R->r[0]), dot(T.r[i], R->r[1]), dot(T.r[i], R->r[2])};
    return K;
}

static inline void fill_matrix(const tw_points *f, const tw_points_group *g, const group_state *s) {
    const lanes *S = f->constant + g->constant + 7 + 3 * g->slots;
    lanes33 own[TW_POINTS_MOST * (TW_POINTS_MOST + 1) / 2];
    int pairs = g->slots * (g->slots + 1) / 2;
    for (int n = 0; n < pairs; n++, S += 9) {
        lanes33 K;
        if (g->like[n] < 0) {
            own[n] = turned(&s->R, S);
            K = own[n];
        } else {
            lanes sign = all(g->sign[n]);
            for (int i = 0; i < 3; i++) K.r[i] = scale(sign, own[g->like[n]].r[i]);
        }
        K.r[0].x += s->m_inv;
        K.r[1].y += s->m_inv;
        K.r[2].z += s->m_inv;
        place(f, g->pair + TW_LANES * n, g->lanes, &K);
    }
}

static void look_at_grounds(const tw_dynamics *d, const tw_points *f, double t) {
    for (int i = 0; i < f->grounds; i++) {
        const tw_points_ground *g = &f->ground[i];
        tw_points_motion *to = &f->motion[g->point];
        if (g->still && to->arm[3] == 1) continue; /* known */
        tw_bind_resolve(g->bind, d->pass.motion, t);
        const tw_point_motion *p = &g->bind->point[g->which];
        /* points of bodies that are not free: their known accelerations too */
        vec3 a = p->bias;
        if (p->slot >= 0) {
            const tw_body_motion *m = g->bind->body_motion[p->slot];
            a = v3_add(v3_add(a, m->a), v3_cross(m->alpha, p->b));
        }
        *to = (tw_points_motion){{p->x.x, p->x.y, p->x.z, 0},
                                 {p->v.x, p->v.y, p->v.z, 0},
                                 {a.x, a.y, a.z, 0},
                                 {0, 0, 0, g->still}};
    }
}

void tw_points_look(tw_dynamics *d, double t, const double *y, bool matrix) {
    const tw_points *f = d->points;
    if (matrix)
        for (int i = 0; i < f->islands; i++) tw_sparse_begin(f->island[i].sparse);
    look_at_grounds(d, f, t);
    vec3 none = v3_zero();
    for (int i = 0; i < f->groups; i++) {
        const tw_points_group *g = &f->group[i];
        const double *const own[TW_LANES] = {y + g->state[0], y + g->state[1], y + g->state[2],
                                             y + g->state[3]};
        group_state s = look_at(f, g, own);
        s.a = (lanes3){all(none.x), all(none.y), all(none.z)};
        move_points(f, g, &s);
        if (matrix) fill_matrix(f, g, &s);
    }
}

/* the same with accelerations, and the rates of positions */
static void begin_rates(tw_dynamics *d, double t, const double *y, double *ydot) {
    const tw_points *f = d->points;
    for (int i = 0; i < f->islands; i++) tw_sparse_begin(f->island[i].sparse);
    look_at_grounds(d, f, t);
    vec3 gravity = tw_value3(&d->world->set.gravity, t);
    for (int i = 0; i < f->groups; i++) {
        const tw_points_group *g = &f->group[i];
        const double *const own[TW_LANES] = {y + g->state[0], y + g->state[1], y + g->state[2],
                                             y + g->state[3]};
        double *const to[TW_LANES] = {ydot + g->state[0], ydot + g->state[1], ydot + g->state[2],
                                      ydot + g->state[3]};
        group_state s = look_at(f, g, own);
        push(d, g, gravity, &s);
        scatter(s.v, to, 0, g->lanes);
        lanes3 w = scale(all(0.5), s.omega), u = {s.q[1], s.q[2], s.q[3]};
        lanes first = -dot(w, u);
        for (int j = 0; j < g->lanes; j++) to[j][3] = first[j];
        scatter(add(scale(s.q[0], w), cross(w, u)), to, 4, g->lanes);
        move_points(f, g, &s);
        if (g->slots > 0) fill_matrix(f, g, &s);
    }
}

/* ---- forces ---------------------------------------------------------------------------------- */

typedef long long bits __attribute__((vector_size(TW_LANES * sizeof(long long))));

static inline lanes absolute(lanes a) {
    const long long m = 0x7fffffffffffffff;
    return (lanes)((bits)a & (bits){m, m, m, m});
}

/* lambda = -A^-1 r of an island; false: it must go the general way */
static bool solve_island(tw_dynamics *d, tw_points_island *isl) {
    const tw_points *f = d->points;
    lanes error = all(0);
    for (int i = isl->begin; i < isl->end; i++) {
        tw_points_joint *j = &f->joint[i];
        if (j->varies) {
            double tau;
            tw_rates(d->world, d->pass.block[j->block].c, d->pass.t, &tau, &j->k, &j->d);
        }
        const tw_points_motion *p = &f->motion[j->p], *q = &f->motion[j->q];
        lanes k = all(j->k), c = all(j->d), xp = get(p->x), xq = get(q->x);
        lanes vp = get(p->v), vq = get(q->v), ap = get(p->a), aq = get(q->a);
        put(f->lambda + j->at, (aq - ap) + c * (vq - vp) + k * (xq - xp));
        lanes size = (absolute(ap) + absolute(aq)) + c * (absolute(vp) + absolute(vq)) +
                     k * (absolute(xp) + absolute(xq));
        error += size * size;
    }
    tw_sparse_pivots pivots;
    if (!tw_sparse_factor_assembled(isl->sparse, &pivots)) return false;
    if (!tw_points_regular(&pivots)) return false;
    tw_sparse_solve_padded(isl->sparse, f->lambda + isl->at);
    double sum = (error[0] + error[1]) + error[2];
    tw_island *own = &d->island[isl->island];
    own->noise = 10 * DBL_EPSILON * sqrt(sum / pivots.least);
    own->spread = sqrt(pivots.most / pivots.least);
    return true;
}

/* force on a point */
static inline lanes force_on(const tw_points *f, int point) {
    lanes sum = all(0);
    for (int i = f->holds[point]; i < f->holds[point + 1]; i++)
        sum += all(f->hold[i].sign) * get(f->lambda + f->hold[i].at);
    return sum;
}

static inline lanes cross4(lanes a, lanes b) {
    lanes a1 = __builtin_shufflevector(a, a, 1, 2, 0, 3),
          b1 = __builtin_shufflevector(b, b, 1, 2, 0, 3);
    lanes c = a * b1 - a1 * b;
    return __builtin_shufflevector(c, c, 1, 2, 0, 3);
}

void tw_points_force(const tw_points *f, int point, double force[4]) {
    put(force, force_on(f, point));
}

void tw_points_wrench(const tw_points *f, const tw_points_group *g, int lane, double force[4],
                      double torque[4]) {
    lanes F = all(0), T = all(0);
    for (int k = 0; k < g->slots; k++) {
        int point = g->point + TW_LANES * k + lane;
        lanes on = force_on(f, point);
        F += on;
        T += cross4(get(f->motion[point].arm), on);
    }
    put(force, F);
    put(torque, T);
}

static void end_rates(tw_dynamics *d, double t, double *ydot) {
    const tw_points *f = d->points;
    vec3 gravity = tw_value3(&d->world->set.gravity, t);
    for (int i = 0; i < f->groups; i++) {
        const tw_points_group *g = &f->group[i];
        lanes m_inv = f->constant[g->constant];
        for (int j = 0; j < g->lanes; j++) {
            double F[4], T[4], *to = ydot + g->state[j] + 7;
            tw_points_wrench(f, g, j, F, T);
            vec3 force = v3_scale(gravity, 1 / m_inv[j]), torque = v3_zero();
            if (g->pushed) {
                force = d->pass.external[g->body[j]].force;
                torque = d->pass.external[g->body[j]].torque;
            }
            to[0] = F[0] + force.x, to[1] = F[1] + force.y, to[2] = F[2] + force.z;
            to[3] = T[0] + torque.x, to[4] = T[1] + torque.y, to[5] = T[2] + torque.z;
        }
    }
}

void tw_points_rhs(tw_dynamics *d, double t, const double *y, double *ydot) {
    tw_points *f = d->points;
    begin_rates(d, t, y, ydot);
    for (int i = 0; i < f->islands; i++) {
        f->island[i].general = !solve_island(d, &f->island[i]);
        if (!f->island[i].general) d->stats.sparse_solves++;
    }
    end_rates(d, t, ydot);
}
