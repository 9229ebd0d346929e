/*
 * The loops of long chains of rods, see points_chain.h: four segments of a chain, a body of each at
 * a time. Built twice (base/lanes.h).
 */
#include "dynamics/points_chain.h"
#include "dynamics/points_lanes.h"

/* ---- blocks ---------------------------------------------------------------------------------- */

/* where row r, column c of a symmetric block is kept */
static const int AT[3][3] = {{0, 1, 3}, {1, 2, 4}, {3, 4, 5}};

/* D = L diag L^T. As own_three of sparse_factor.c: no division waits for another. */
typedef struct factor3 {
    lanes f1, f2, g2, inverse[3];
} factor3;

static inline factor3 factored(const lanes D[6]) {
    lanes b11 = D[0] * D[2] - D[1] * D[1], b21 = D[0] * D[4] - D[3] * D[1];
    lanes b22 = D[0] * D[5] - D[3] * D[3], c = b11 * b22 - b21 * b21;
    lanes i0 = tw_all(1) / D[0], i1 = D[0] / b11, i2 = D[0] * b11 / c;
    return (factor3){D[1] * i0, D[3] * i0, b21 * i0 * i1, {i0, i1, i2}};
}

/* L^-1 v, and diag^-1 of that */
static inline void eliminate(const factor3 *t, lanes v[3], lanes scaled[3]) {
    v[1] -= t->f1 * v[0];
    v[2] -= t->f2 * v[0];
    v[2] -= t->g2 * v[1];
    for (int k = 0; k < 3; k++) scaled[k] = t->inverse[k] * v[k];
}

/* a' b of two columns */
static inline lanes along(const lanes a[3], const lanes b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static inline lanes either(bits choice, lanes a, lanes b) {
    return (lanes)(((bits)a & choice) | ((bits)b & ~choice));
}

/* of the diagonal element of a joint: what of S counts; looked at every so many rows */
static const double FADED = 1e-24;
enum { FADES = 4 };

/* ---- forward --------------------------------------------------------------------------------- */

/* bodies at their state; swing = c L, beside moves the left point, omega = swing + spin arm */
typedef struct bodies {
    lanes q[4]; /* as it is, not of unit length */
    lanes3 x, v, arm, swing, beside, omega;
    lanes spin, turn; /* c */
    const lanes *constant;
} bodies;

/* (always inline, as look_along) */
__attribute__((always_inline)) static inline void
look_at_bodies(const lanes *c, const int state[TW_LANES], tw_points_at at, bodies *s) {
    lanes u[4], v[4], w[4]; /* x x x q, q q q p, p p L L, L */
    gather_part(&at, state, 0, u);
    gather_part(&at, state, 1, v);
    gather_part(&at, state, 2, w);
    lanes3 L = {w[2], w[3], gather_last(&at, state)}, b = {c[4], c[5], c[6]};
    s->constant = c;
    s->turn = c[2];
    s->x = (lanes3){u[0], u[1], u[2]};
    s->q[0] = u[3], s->q[1] = v[0], s->q[2] = v[1], s->q[3] = v[2];
    s->v = scale(c[0], (lanes3){v[3], w[0], w[1]});
    lanes3 i = {v[0], v[1], v[2]}, ib = cross(i, b), part = add(scale(u[3], ib), cross(i, ib));
    s->arm = add(b, scale(tw_all(2) / (u[3] * u[3] + dot(i, i)), part));
    s->swing = scale(s->turn, L);
    s->spin = c[3] * dot(s->arm, L);
    s->omega = add(s->swing, scale(s->spin, s->arm));
    s->beside = cross(s->swing, s->arm);
}

/* what a row adds: of its bodies */
typedef struct rod {
    lanes left[3], right[3], sizes; /* a + d v + k x of its points */
    lanes own[6], E[6];             /* 1/m + K, K - 1/m */
} rod;

__attribute__((always_inline)) static inline void look_at_rod(const tw_points *f, const bodies *s,
                                                              lanes3 gravity, rod *r) {
    const lanes *c = s->constant;
    const lanes3 arm = s->arm, a = scale(s->turn, arm);
    lanes whole, part, diagonal = c[0] + c[7], cross_diagonal = c[7] - c[0];
    lanes3 centre = combine(f, gravity, s->v, s->x, &whole);
    lanes3 own = combine(f, cross(s->swing, s->beside), s->beside, arm, &part);
    r->left[0] = centre.x + own.x, r->right[0] = centre.x - own.x;
    r->left[1] = centre.y + own.y, r->right[1] = centre.y - own.y;
    r->left[2] = centre.z + own.z, r->right[2] = centre.z - own.z;
    r->sizes = whole + part;
    lanes xx = a.x * arm.x, yy = a.y * arm.y, zz = a.z * arm.z;
    r->own[0] = diagonal - xx, r->E[0] = cross_diagonal - xx;
    r->own[2] = diagonal - yy, r->E[2] = cross_diagonal - yy;
    r->own[5] = diagonal - zz, r->E[5] = cross_diagonal - zz;
    r->own[1] = r->E[1] = -(a.x * arm.y);
    r->own[3] = r->E[3] = -(a.x * arm.z);
    r->own[4] = r->E[4] = -(a.y * arm.z);
}

/* the first body of a segment */
static inline void start(const rod *r, tw_chain_ends *e) {
    for (int i = 0; i < 6; i++) e->first[i] = e->last[i] = r->own[i];
    for (int i = 0; i < 3; i++) {
        e->of_first[i] = -r->left[i];
        e->of_last[i] = r->right[i];
        e->whole_first[i] = e->whole_last[i] = r->own[AT[i][i]];
        for (int j = 0; j < 3; j++) e->across[3 * i + j] = r->E[AT[i][j]];
    }
    e->sizes_first = e->sizes_last = r->sizes;
}

/* notes the pivots of a joint whose diagonal is `whole` */
static inline void note(const factor3 *t, const lanes whole[3], lanes sizes,
                        tw_chain_known *known) {
    const lanes *i = t->inverse;
    lanes product = (i[0] * whole[0]) * (i[1] * whole[1]) * (i[2] * whole[2]);
    known->good &= (product > tw_all(0)) & (product < tw_all(1 / TW_POINTS_RATIO));
    for (int k = 0; k < 3; k++) {
        known->inverse = larger(i[k], known->inverse);
        known->most = larger(whole[k], known->most);
    }
    known->sizes2 += sizes * sizes;
}

/* column c of diag^-1 L^-1 times a block, which is kept; v becomes L^-1 times it */
static inline void reduce(const factor3 *t, lanes v[3], lanes scaled[3], lanes kept[9], int c) {
    eliminate(t, v, scaled);
    for (int k = 0; k < 3; k++) kept[3 * k + c] = scaled[k];
}

/* the joint that is eliminated: L^-1 times E, S, and diag^-1 times that; columns */
typedef struct reduced {
    lanes E[3][3], S[3][3], scaled_E[3][3], scaled_S[3][3], b[3], y[3];
} reduced;

/* row i of what is tied to it */
static inline void update(const rod *r, const reduced *u, int i, bool tied, tw_chain_ends *e) {
    for (int j = 0; j <= i; j++)
        e->last[AT[i][j]] = r->own[AT[i][j]] - along(u->E[i], u->scaled_E[j]);
    e->of_last[i] = r->right[i] - along(u->E[i], u->y);
    e->whole_last[i] = r->own[AT[i][i]];
    if (!tied) return;
    for (int j = 0; j <= i; j++) e->first[AT[i][j]] -= along(u->S[i], u->scaled_S[j]);
    for (int j = 0; j < 3; j++) e->across[3 * i + j] = -along(u->E[i], u->scaled_S[j]);
    e->of_first[i] -= along(u->S[i], u->y);
}

/* the next body: the joint before it is eliminated. tied: is it to the joint before the segment?
 * (loops are too long to be unrolled, so that columns and rows are written out) */
__attribute__((always_inline)) static inline void
link_up(const rod *r, bool tied, tw_chain_ends *e, tw_chain_row *row, tw_chain_known *known) {
    lanes D[6], whole[3];
    reduced u;
    for (int i = 0; i < 6; i++) D[i] = e->last[i] + r->own[i];
    for (int i = 0; i < 3; i++) {
        whole[i] = e->whole_last[i] + r->own[AT[i][i]];
        u.b[i] = e->of_last[i] - r->left[i];
        for (int k = 0; k < 3; k++) u.E[i][k] = r->E[AT[k][i]];
        for (int k = 0; k < 3 && tied; k++) u.S[i][k] = e->across[3 * k + i];
    }
    factor3 t = factored(D);
    note(&t, whole, e->sizes_last + r->sizes, known);
    row->factor[0] = t.f1, row->factor[1] = t.f2, row->factor[2] = t.g2;
    eliminate(&t, u.b, u.y);
    row->own[0] = u.y[0], row->own[1] = u.y[1], row->own[2] = u.y[2];
    reduce(&t, u.E[0], u.scaled_E[0], row->next, 0);
    reduce(&t, u.E[1], u.scaled_E[1], row->next, 1);
    reduce(&t, u.E[2], u.scaled_E[2], row->next, 2);
    if (tied) {
        reduce(&t, u.S[0], u.scaled_S[0], row->first, 0);
        reduce(&t, u.S[1], u.scaled_S[1], row->first, 1);
        reduce(&t, u.S[2], u.scaled_S[2], row->first, 2);
    }
    update(r, &u, 0, tied, e);
    update(r, &u, 1, tied, e);
    update(r, &u, 2, tied, e);
    e->sizes_last = r->sizes;
}

/* S fades along a segment that is bent. What would be lost in rounding counts for nothing, before
 * its squares are too small for numbers; false: all of it. */
static bool fade(tw_chain_ends *e) {
    lanes least =
        tw_all(FADED) * larger(larger(e->whole_last[0], e->whole_last[1]), e->whole_last[2]);
    bits any = {0};
    for (int i = 0; i < 9; i++) {
        bits counts = absolute(e->across[i]) > least;
        e->across[i] = (lanes)((bits)e->across[i] & counts);
        any |= counts;
    }
    return any[0] || any[1] || any[2] || any[3];
}

/* lanes that are late begin with this row */
static void start_late(const rod *r, bits late, tw_chain_ends *e, tw_chain_known *known) {
    tw_chain_ends begun;
    start(r, &begun);
    lanes *to = e->first;
    const lanes *from = begun.first;
    for (size_t i = 0; i < sizeof begun / sizeof *from; i++) to[i] = either(late, from[i], to[i]);
    known->sizes2 = either(late, tw_all(0), known->sizes2);
}

__attribute__((always_inline)) static inline void
forward_along(const tw_points *f, const tw_points_chain *c, vec3 gravity, tw_points_at at,
              double *ydot, tw_chain_ends *out, tw_chain_known *all) {
    tw_chain_ends e;
    tw_chain_known known = {tw_all(0), tw_all(0), tw_all(0), {-1, -1, -1, -1}};
    lanes3 g = {tw_all(gravity.x), tw_all(gravity.y), tw_all(gravity.z)};
    bool tied = true, any_late = c->late[0] || c->late[1] || c->late[2] || c->late[3];
    for (int i = 0; i < c->rows; i++) {
        const int *state = c->state[i];
        double nowhere[8]; /* for lanes that repeat a body */
        double *to[TW_LANES];
        for (int j = 0; j < TW_LANES; j++) to[j] = i == 0 && c->late[j] ? nowhere : ydot + state[j];
        bodies s;
        rod r;
        look_at_bodies(f->constant + c->constants[i], state, at, &s);
        rates_of_pose(s.q, s.v, s.omega, to);
        look_at_rod(f, &s, g, &r);
        lanes *arm = f->row[i].arm;
        arm[0] = s.arm.x, arm[1] = s.arm.y, arm[2] = s.arm.z;
        if (i == 0) {
            start(&r, &e);
            continue;
        }
        f->row[i].tied = tied;
        if (tied)
            link_up(&r, true, &e, &f->row[i], &known);
        else
            link_up(&r, false, &e, &f->row[i], &known);
        if (i == 1 && any_late) start_late(&r, c->late, &e, &known);
        if (tied && i % FADES == 0) tied = fade(&e);
    }
    *out = e;
    *all = known;
}

static void forward(const tw_points *f, const tw_points_chain *c, vec3 gravity,
                    const tw_points_at *at, double *ydot, tw_chain_ends *ends,
                    tw_chain_known *known) {
    if (at->k) /* two loops, so that neither asks again */
        forward_along(f, c, gravity, *at, ydot, ends, known);
    else
        forward_along(f, c, gravity, (tw_points_at){at->y, NULL, 0}, ydot, ends, known);
}

/* ---- backward -------------------------------------------------------------------------------- */

/* lambda of the joint before a row, from the one behind it and the one before the segment */
static inline void solve_row(const tw_chain_row *row, const lanes next[3], const lanes first[3],
                             lanes own[3]) {
    for (int k = 0; k < 3; k++) {
        own[k] = row->own[k] - along(row->next + 3 * k, next);
        if (row->tied) own[k] -= along(row->first + 3 * k, first);
    }
    own[1] -= row->factor[2] * own[2];
    own[0] -= row->factor[0] * own[1] + row->factor[1] * own[2];
    for (int k = 0; k < 3; k++)
        own[k] = (lanes)((bits)own[k] & (absolute(own[k]) > tw_all(TW_CHAIN_NOTHING)));
}

/* F and T, of six numbers that follow each other; the first two of `last` count */
static inline void scatter_wrench(lanes3 F, lanes3 T, double *const to[TW_LANES]) {
    lanes v[4] = {F.x, F.y, F.z, T.x}, last[4] = {T.y, T.z, T.y, T.z};
    transpose(v);
    transpose(last);
    for (int j = 0; j < TW_LANES; j++) {
        tw_put(to[j] + 7, v[j]);
        to[j][11] = last[j][0];
        to[j][12] = last[j][1];
    }
}

static void backward(const tw_points *f, const tw_points_chain *c, vec3 gravity,
                     const lanes first[3], const lanes last[3], double *ydot) {
    lanes next[3] = {last[0], last[1], last[2]},
          g[3] = {tw_all(gravity.x), tw_all(gravity.y), tw_all(gravity.z)};
    for (int i = c->rows - 1; i >= 0; i--) {
        tw_chain_row *row = &f->row[i];
        const int *state = c->state[i];
        lanes own[3] = {first[0], first[1], first[2]}, m = (f->constant + c->constants[i])[1];
        double nowhere[13];
        double *to[TW_LANES];
        for (int j = 0; j < TW_LANES; j++) to[j] = i == 0 && c->late[j] ? nowhere : ydot + state[j];
        if (i > 0) solve_row(row, next, first, own);
        if (i == 1)
            for (int k = 0; k < 3; k++) own[k] = either(c->late, first[k], own[k]);
        lanes3 both = {own[0] + next[0], own[1] + next[1], own[2] + next[2]};
        lanes3 F = {own[0] - next[0] + m * g[0], own[1] - next[1] + m * g[1],
                    own[2] - next[2] + m * g[2]};
        scatter_wrench(F, cross((lanes3){row->arm[0], row->arm[1], row->arm[2]}, both), to);
        for (int k = 0; k < 3; k++) row->own[k] = next[k] = own[k];
    }
}

/* ---- vibrations ------------------------------------------------------------------------------ */

static void swiftness(const tw_points *f, const tw_points_chain *c, const double *y,
                      const lanes last[3], tw_swift *most) {
    lanes zero = tw_all(0);
    swift_lanes found = {zero, zero, zero};
    for (int i = 0; i < c->rows; i++) {
        const lanes *own = f->row[i].own, *next = i + 1 < c->rows ? f->row[i + 1].own : last;
        lanes3 both = {own[0] + next[0], own[1] + next[1], own[2] + next[2]};
        bodies s;
        look_at_bodies(f->constant + c->constants[i], c->state[i], (tw_points_at){y, NULL, 0}, &s);
        if (i == 0) /* what repeats a body has the force of none */
            both = (lanes3){either(c->late, zero, both.x), either(c->late, zero, both.y),
                            either(c->late, zero, both.z)};
        lanes33 G = {{{zero, zero, zero}, {zero, zero, zero}, {zero, zero, zero}}}, N;
        stiffen(&G, s.arm, both);
        lanes3 tilted = scale(s.constant[3], turn_back(&G, s.arm)); /* I^-1 = c + spin arm arm^T */
        N.r[0] = add(scale(s.turn, G.r[0]), scale(s.arm.x, tilted));
        N.r[1] = add(scale(s.turn, G.r[1]), scale(s.arm.y, tilted));
        N.r[2] = add(scale(s.turn, G.r[2]), scale(s.arm.z, tilted));
        lanes3 alpha = add(scale(s.spin, s.beside), scale(s.turn, cross(s.arm, both)));
        swift_of_bodies(s.omega, alpha, &N, &found);
    }
    grow_by_bodies(most, &found);
    grow_by_law(most, f->k, f->d);
}

#ifdef TW_WIDE
const tw_chain_kernel tw_chain_kernel_wide =
#else
const tw_chain_kernel tw_chain_kernel_plain =
#endif
    {forward, backward, swiftness};
