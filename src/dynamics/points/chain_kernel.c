/* The loops over long chains of rods (chain.h): four segments at a time, one in each lane. This
 * file is compiled twice, for plain and for wide vectors (base/math/lanes.h). */
#include "dynamics/points/chain.h"
#include "dynamics/points/lanes.h"

/* ---- blocks ---------------------------------------------------------------------------------- */

/* factor of a 3 x 3 block, D = L diag L^T. It is computed so that no division waits for the result
 * of another one, as in own_three of sparse_factor.c */
typedef struct factor3 {
    lanes f1, f2, g2, inverse[3];
} factor3;

static inline factor3 factored(const lanes D[6]) {
    lanes b11 = D[0] * D[2] - D[1] * D[1], b21 = D[0] * D[4] - D[3] * D[1];
    lanes b22 = D[0] * D[5] - D[3] * D[3], c = b11 * b22 - b21 * b21;
    lanes i0 = tw_all(1) / D[0], i1 = D[0] / b11, i2 = D[0] * b11 / c;
    return (factor3){D[1] * i0, D[3] * i0, b21 * i0 * i1, {i0, i1, i2}};
}

/* replaces v by L^-1 v; scaled: diag^-1 L^-1 v */
static inline void eliminate(const factor3 *t, lanes v[3], lanes scaled[3]) {
    v[1] -= t->f1 * v[0];
    v[2] -= t->f2 * v[0];
    v[2] -= t->g2 * v[1];
    for (int k = 0; k < 3; k++) scaled[k] = t->inverse[k] * v[k];
}

/* scalar product of two columns, in each lane */
static inline lanes along(const lanes a[3], const lanes b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* entries of S are set to 0 if they are below this part of a joint's diagonal entry; that is
 * checked every FADES rows */
static const double FADED = 1e-24;
enum { FADES = 4 };

/* ---- forward --------------------------------------------------------------------------------- */

/* the bodies of a row at a state, one per lane. omega = swing + spin arm: swing = c L moves the
 * left point, the rest turns the rod about its own axis. beside: velocity of the left point
 * relative to the centre */
typedef struct bodies {
    lanes q[4]; /* not normalised */
    lanes3 x, v, arm, swing, beside, omega;
    lanes spin, turn; /* c */
    const lanes *constant;
} bodies;

/* always inline, since with a call the many vectors of *s would go through memory */
__attribute__((always_inline)) static inline void
look_at_bodies(const lanes *c, const int state[TW_LANES], tw_points_at at, bodies *s) {
    lanes n[13];
    gather(&at, state, n);
    lanes3 L = {n[10], n[11], n[12]}, b = {c[4], c[5], c[6]};
    s->constant = c;
    s->turn = c[2];
    s->x = (lanes3){n[0], n[1], n[2]};
    for (int i = 0; i < 4; i++) s->q[i] = n[3 + i];
    s->v = scale(c[0], (lanes3){n[7], n[8], n[9]});
    lanes3 i = {n[4], n[5], n[6]}, ib = cross(i, b), part = add(scale(n[3], ib), cross(i, ib));
    s->arm = add(b, scale(tw_all(2) / (n[3] * n[3] + dot(i, i)), part));
    s->swing = scale(s->turn, L);
    s->spin = c[3] * dot(s->arm, L);
    s->omega = add(s->swing, scale(s->spin, s->arm));
    s->beside = cross(s->swing, s->arm);
}

/* a row's contributions to A and to its right side */
typedef struct rod {
    /* a + d v + k x of the left and of the right point; sizes: sum of the sizes of these terms */
    lanes left[3], right[3], sizes;
    lanes own[6], E[6]; /* the blocks 1/m + K and K - 1/m of chain.h */
} rod;

static inline void resist(const bodies *s, rod *r) {
    const lanes *c = s->constant;
    const lanes3 arm = s->arm, a = scale(s->turn, arm);
    lanes own = c[0] + c[7], E = c[7] - c[0];
    lanes xx = a.x * arm.x, yy = a.y * arm.y, zz = a.z * arm.z;
    r->own[0] = own - xx, r->E[0] = E - xx;
    r->own[2] = own - yy, r->E[2] = E - yy;
    r->own[5] = own - zz, r->E[5] = E - zz;
    r->own[1] = r->E[1] = -(a.x * arm.y);
    r->own[3] = r->E[3] = -(a.x * arm.z);
    r->own[4] = r->E[4] = -(a.y * arm.z);
}

/* adds `beside` to the centre for the left point, and subtracts it for the right point */
static inline void spread_out(lanes3 centre, lanes3 beside, lanes left[3], lanes right[3]) {
    left[0] = centre.x + beside.x, right[0] = centre.x - beside.x;
    left[1] = centre.y + beside.y, right[1] = centre.y - beside.y;
    left[2] = centre.z + beside.z, right[2] = centre.z - beside.z;
}

/* r: the bodies' contributions to the equations for rates of motion; sized: with the sizes of the
 * summands */
__attribute__((always_inline)) static inline void
accelerate(const tw_points_chain *c, const bodies *s, lanes3 gravity, bool sized, rod *r) {
    lanes whole, part;
    lanes3 centre = combine(c->k, c->d, gravity, s->v, s->x, &whole);
    lanes3 own = combine(c->k, c->d, cross(s->swing, s->beside), s->beside, s->arm, &part);
    spread_out(centre, own, r->left, r->right);
    r->sizes = tw_all(0);
    if (sized) r->sizes = whole + part;
    resist(s, r);
}

static inline void keep3(lanes to[3], lanes3 a) {
    to[0] = a.x, to[1] = a.y, to[2] = a.z;
}

static inline lanes3 kept3(const lanes a[3]) {
    return (lanes3){a[0], a[1], a[2]};
}

/* begins the elimination of each segment with its first body */
static inline void start(const rod *r, tw_chain_ends *e) {
    for (int i = 0; i < 6; i++) e->first[i] = e->last[i] = r->own[i];
    for (int i = 0; i < 3; i++) {
        e->of_first[i] = -r->left[i];
        e->of_last[i] = r->right[i];
        e->whole_first[i] = e->whole_last[i] = r->own[TW_CHAIN_AT[i][i]];
        for (int j = 0; j < 3; j++) e->across[3 * i + j] = r->E[TW_CHAIN_AT[i][j]];
    }
    e->sizes_first = e->sizes_last = r->sizes;
}

/* updates the figures for error estimates, *known, by the pivots of a joint's block; whole:
 * diagonal of the block before elimination */
static inline void note(const factor3 *t, const lanes whole[3], lanes sizes,
                        tw_chain_known *known) {
    const lanes *i = t->inverse;
    lanes product = (i[0] * whole[0]) * (i[1] * whole[1]) * (i[2] * whole[2]);
    known->good &= (product > tw_all(0)) & (product < tw_all(1 / TW_POINTS_RATIO));
    for (int k = 0; k < 3; k++) {
        known->inverse = tw_larger(i[k], known->inverse);
        known->most = tw_larger(whole[k], known->most);
    }
    known->sizes2 += sizes * sizes;
}

/* replaces v by L^-1 v; scaled: diag^-1 L^-1 v, which is also stored as column c of `kept` */
static inline void reduce(const factor3 *t, lanes v[3], lanes scaled[3], lanes kept[9], int c) {
    eliminate(t, v, scaled);
    for (int k = 0; k < 3; k++) kept[3 * k + c] = scaled[k];
}

/* for the joint that is eliminated: E, S: columns of L^-1 E and L^-1 S; scaled_E, scaled_S: these
 * times diag^-1 */
typedef struct reduced {
    lanes E[3][3], S[3][3], scaled_E[3][3], scaled_S[3][3], b[3], y[3];
} reduced;

/* subtracts the effect of the eliminated joint from row i of the blocks in *e that remain; u:
 * columns of that joint */
static inline void update(const rod *r, const reduced *u, int i, bool tied, tw_chain_ends *e) {
    for (int j = 0; j <= i; j++)
        e->last[TW_CHAIN_AT[i][j]] = r->own[TW_CHAIN_AT[i][j]] - along(u->E[i], u->scaled_E[j]);
    e->of_last[i] = r->right[i] - along(u->E[i], u->y);
    e->whole_last[i] = r->own[TW_CHAIN_AT[i][i]];
    if (!tied) return;
    for (int j = 0; j <= i; j++) e->first[TW_CHAIN_AT[i][j]] -= along(u->S[i], u->scaled_S[j]);
    for (int j = 0; j < 3; j++) e->across[3 * i + j] = -along(u->E[i], u->scaled_S[j]);
    e->of_first[i] -= along(u->S[i], u->y);
}

/* Adds the next body, and eliminates the joint before it. tied: that joint is still coupled to the
 * joint before the segment, S != 0. The calls for the three columns are written out, because
 * compilers do not unroll a loop of such length */
__attribute__((always_inline)) static inline void
link_up(const rod *r, bool tied, tw_chain_ends *e, tw_chain_row *row, tw_chain_known *known) {
    lanes D[6], whole[3];
    reduced u;
    for (int i = 0; i < 6; i++) D[i] = e->last[i] + r->own[i];
    for (int i = 0; i < 3; i++) {
        whole[i] = e->whole_last[i] + r->own[TW_CHAIN_AT[i][i]];
        u.b[i] = e->of_last[i] - r->left[i];
        for (int k = 0; k < 3; k++) u.E[i][k] = r->E[TW_CHAIN_AT[k][i]];
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

/* Sets those entries of S to 0 that are too small to matter (FADED), before their squares
 * underflow: in a bent segment S decreases from joint to joint. Returns false if all of S is 0 */
static bool fade(tw_chain_ends *e) {
    lanes least =
        tw_all(FADED) * tw_larger(tw_larger(e->whole_last[0], e->whole_last[1]), e->whole_last[2]);
    bits any = {0};
    for (int i = 0; i < 9; i++) {
        bits counts = tw_absolute(e->across[i]) > least;
        e->across[i] = (lanes)((bits)e->across[i] & counts);
        any |= counts;
    }
    return any[0] || any[1] || any[2] || any[3];
}

/* In the lanes `late` the segments begin anew with this row, since its bodies are the first ones
 * there and row 0 only repeated them; before: figures as they were before row 0 counted */
static void start_late(const rod *r, bits late, const tw_chain_known *before, tw_chain_ends *e,
                       tw_chain_known *known) {
    tw_chain_ends begun;
    start(r, &begun);
    lanes *to = e->first;
    const lanes *from = begun.first;
    for (size_t i = 0; i < sizeof begun / sizeof *from; i++)
        to[i] = tw_choose(late, from[i], to[i]);
    known->sizes2 = tw_choose(late, before->sizes2, known->sizes2);
    known->inverse = tw_choose(late, before->inverse, known->inverse);
    known->most = tw_choose(late, before->most, known->most);
    known->good = (before->good & late) | (known->good & ~late);
}

/* one row of the forward sweep, for any right side: adds its bodies and eliminates the joint before
 * them; *tied becomes false once S is 0 */
__attribute__((always_inline)) static inline void next_row(const tw_points_chain *c, int i,
                                                           const rod *r, bool *tied,
                                                           tw_chain_ends *e, tw_chain_row *row,
                                                           tw_chain_known *known) {
    const tw_chain_known before = *known;
    row->tied = *tied;
    if (*tied)
        link_up(r, true, e, row, known);
    else
        link_up(r, false, e, row, known);
    if (i == 1) start_late(r, c->late, &before, e, known);
    if (*tied && i % FADES == 0) *tied = fade(e);
}

/* to: addresses in y of the states of a row's bodies; in late lanes of row 0 `nowhere`, scratch
 * memory, since row 1 writes the states of these bodies */
static inline void where(const tw_points_chain *c, int i, double *y, double nowhere[13],
                         double *to[TW_LANES]) {
    for (int j = 0; j < TW_LANES; j++) to[j] = i == 0 && c->late[j] ? nowhere : y + c->state[i][j];
}

__attribute__((always_inline)) static inline void
forward_along(const tw_points *f, const tw_points_chain *c, vec3 gravity, tw_points_at at,
              double *ydot, tw_chain_ends *out, tw_chain_known *all) {
    tw_chain_ends e;
    tw_chain_known known = {tw_all(0), tw_all(0), tw_all(0), {-1, -1, -1, -1}};
    lanes3 g = {tw_all(gravity.x), tw_all(gravity.y), tw_all(gravity.z)};
    bool tied = true;
    for (int i = 0; i < c->rows; i++) {
        double nowhere[13], *to[TW_LANES];
        bodies s;
        rod r;
        look_at_bodies(f->constant + c->constants[i], c->state[i], at, &s);
        where(c, i, ydot, nowhere, to);
        rates_of_pose(s.q, s.v, s.omega, to);
        accelerate(c, &s, g, !at.k, &r);
        keep3(f->row[i].arm, s.arm);
        if (i == 0)
            start(&r, &e);
        else
            next_row(c, i, &r, &tied, &e, &f->row[i], &known);
    }
    *out = e;
    *all = known;
}

static void forward(const tw_points *f, const tw_points_chain *c, vec3 gravity,
                    const tw_points_at *at, double *ydot, tw_chain_ends *ends,
                    tw_chain_known *known) {
    if (at->k) /* two loops, one for each case, so that neither tests for at->k in each row */
        forward_along(f, c, gravity, *at, ydot, ends, known);
    else
        forward_along(f, c, gravity, (tw_points_at){at->y, NULL, 0}, ydot, ends, known);
}

/* ---- backward -------------------------------------------------------------------------------- */

/* lambda of the joint to the left of row i, from `next`, that of the joint to its right, and
 * `first`, that of the joint before the segment; the result is also stored in `next` */
static inline void solve_row(const tw_points_chain *c, int i, tw_chain_row *row, lanes next[3],
                             const lanes first[3]) {
    lanes own[3] = {first[0], first[1], first[2]};
    for (int k = 0; k < 3 && i > 0; k++) {
        own[k] = row->own[k] - along(row->next + 3 * k, next);
        if (row->tied) own[k] -= along(row->first + 3 * k, first);
    }
    if (i > 0) {
        own[1] -= row->factor[2] * own[2];
        own[0] -= row->factor[0] * own[1] + row->factor[1] * own[2];
    }
    for (int k = 0; k < 3 && i > 0; k++)
        own[k] = (lanes)((bits)own[k] & ~(tw_absolute(own[k]) <= tw_all(TW_CHAIN_NOTHING)));
    for (int k = 0; k < 3 && i == 1; k++) own[k] = tw_choose(c->late, first[k], own[k]);
    for (int k = 0; k < 3; k++) row->own[k] = next[k] = own[k];
}

/* writes momenta p, L, or their rates, into the states at the addresses `to` */
static inline void scatter_momenta(lanes3 p, lanes3 L, double *const to[TW_LANES]) {
    lanes v[4] = {p.x, p.y, p.z, L.x}, last[4] = {L.y, L.z, L.y, L.z};
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
    lanes next[3] = {last[0], last[1], last[2]};
    lanes3 g = {tw_all(gravity.x), tw_all(gravity.y), tw_all(gravity.z)};
    for (int i = c->rows - 1; i >= 0; i--) {
        tw_chain_row *row = &f->row[i];
        lanes m = (f->constant + c->constants[i])[1];
        lanes3 behind = kept3(next);
        double nowhere[13], *to[TW_LANES];
        where(c, i, ydot, nowhere, to);
        solve_row(c, i, row, next, first);
        lanes3 both = add(kept3(next), behind);
        lanes3 F = {next[0] - behind.x + m * g.x, next[1] - behind.y + m * g.y,
                    next[2] - behind.z + m * g.z};
        scatter_momenta(F, cross(kept3(row->arm), both), to);
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
        /* in row 0 shorter segments have a body that row 1 repeats; no joint lies between the two,
         * so its force is 0 */
        if (i == 0)
            both = (lanes3){tw_choose(c->late, zero, both.x), tw_choose(c->late, zero, both.y),
                            tw_choose(c->late, zero, both.z)};
        lanes33 G = {{{zero, zero, zero}, {zero, zero, zero}, {zero, zero, zero}}}, N;
        stiffen(&G, s.arm, both);
        /* N = I^-1 G with I^-1 = c + s a a^T, a the arm: s.turn is c, and `tilted` the row s a^T
         * G */
        lanes3 tilted = scale(s.constant[3], turn_back(&G, s.arm));
        N.r[0] = add(scale(s.turn, G.r[0]), scale(s.arm.x, tilted));
        N.r[1] = add(scale(s.turn, G.r[1]), scale(s.arm.y, tilted));
        N.r[2] = add(scale(s.turn, G.r[2]), scale(s.arm.z, tilted));
        lanes3 alpha = add(scale(s.spin, s.beside), scale(s.turn, cross(s.arm, both)));
        swift_of_bodies(s.omega, alpha, &N, &found);
    }
    grow_by_bodies(most, &found);
    grow_by_law(most, c->k, c->d);
}

/* ---- corrections ----------------------------------------------------------------------------- */

/* left, right: position and velocity (x y z each) of the left and right points of a row's bodies */
static inline void see(const bodies *s, lanes left[6], lanes right[6]) {
    spread_out(s->x, s->arm, left, right);
    spread_out(s->v, s->beside, left + 3, right + 3);
}

static inline void look_at_row(const tw_points *f, const tw_points_chain *c, int i, const double *y,
                               bodies *s) {
    look_at_bodies(f->constant + c->constants[i], c->state[i], (tw_points_at){y, NULL, 0}, s);
}

/* sets tips->first: left points of the segments' first bodies, which are in row 0, or row 1 in late
 * lanes */
static inline void see_first(const tw_points_chain *c, int i, const lanes left[6],
                             tw_chain_tips *tips) {
    for (int k = 0; k < 6; k++)
        tips->first[k] = i == 0 ? left[k] : tw_choose(c->late, left[k], tips->first[k]);
}

static void aim(const tw_points *f, const tw_points_chain *c, const double *y, const double law[4],
                tw_chain_tips *tips) {
    lanes left[6], *right = tips->last;
    for (int i = 0; i < c->rows; i++) {
        lanes last[6];
        bodies s;
        look_at_row(f, c, i, y, &s);
        for (int k = 0; k < 6; k++) last[k] = right[k];
        see(&s, left, right);
        if (i < 2) see_first(c, i, left, tips);
        for (int k = 0; k < 3 && i > 0; k++) {
            lanes D = left[k] - last[k], D1 = left[k + 3] - last[k + 3], zero = tw_all(0);
            lanes x = tw_all(law[0]) * D + tw_all(law[1]) * D1,
                  v = tw_all(law[2]) * D + tw_all(law[3]) * D1;
            c->aim[i][k] = i == 1 ? tw_choose(c->late, zero, x) : x;
            c->aim[i][k + 3] = i == 1 ? tw_choose(c->late, zero, v) : v;
        }
    }
}

/* raises *off to the difference of D and D' from the goals of the joint to the left of row i; last:
 * right points of the row before */
static inline void compare(const tw_points_chain *c, int i, const lanes last[6],
                           const lanes left[6], tw_chain_off *off) {
    lanes most[2] = {tw_all(0), tw_all(0)};
    for (int k = 0; k < 6; k++)
        most[k / 3] = tw_larger(tw_absolute((last[k] - left[k]) + c->aim[i][k]), most[k / 3]);
    for (int k = 0; k < 2 && i == 1; k++) most[k] = tw_choose(c->late, tw_all(0), most[k]);
    off->pose = tw_larger(most[0], off->pose);
    off->rate = tw_larger(most[1], off->rate);
}

static void towards(const tw_points *f, const tw_points_chain *c, const double *y, bool rate,
                    tw_chain_ends *ends, tw_chain_known *all, tw_chain_tips *tips,
                    tw_chain_off *off) {
    tw_chain_ends e;
    tw_chain_known known = {tw_all(0), tw_all(0), tw_all(0), {-1, -1, -1, -1}};
    bool tied = true;
    lanes *right = tips->last;
    *off = (tw_chain_off){tw_all(0), tw_all(0), tw_all(0), tw_all(0)};
    for (int i = 0; i < c->rows; i++) {
        tw_chain_row *row = &f->row[i];
        lanes last[6], left[6], side = tw_all(0);
        bodies s;
        rod r;
        look_at_row(f, c, i, y, &s);
        keep3(row->arm, s.arm);
        keep3(row->beside, s.beside);
        for (int k = 0; k < 6; k++) last[k] = right[k];
        see(&s, left, right);
        if (i < 2) see_first(c, i, left, tips);
        if (i > 0) compare(c, i, last, left, off);
        for (int k = 0; k < 3; k++) side = tw_larger(tw_absolute(left[k]), side);
        off->extent = tw_larger(side, off->extent);
        off->turning2 = tw_larger(dot(s.omega, s.omega), off->turning2);
        for (int k = 0; k < 3; k++) {
            int of = rate ? k + 3 : k;
            r.left[k] = left[of];
            if (i > 0) r.left[k] -= c->aim[i][of];
            r.right[k] = right[of];
        }
        r.sizes = tw_all(0);
        resist(&s, &r);
        if (i == 0)
            start(&r, &e);
        else
            next_row(c, i, &r, &tied, &e, row, &known);
    }
    *ends = e;
    *all = known;
}

/* *F: lambda at the left points of a row's bodies minus lambda at their right points; *both: the
 * sum of the two */
static inline void forces(const tw_points *f, const tw_points_chain *c, int i, const lanes last[3],
                          lanes3 *F, lanes3 *both) {
    const lanes *own = f->row[i].own, *next = i + 1 < c->rows ? f->row[i + 1].own : last;
    *F = (lanes3){own[0] - next[0], own[1] - next[1], own[2] - next[2]};
    *both = (lanes3){own[0] + next[0], own[1] + next[1], own[2] + next[2]};
}

static void moves(const tw_points *f, const tw_points_chain *c, const lanes first[3],
                  const lanes last[3], tw_chain_moves *sum) {
    lanes next[3] = {last[0], last[1], last[2]};
    *sum = (tw_chain_moves){tw_all(0), tw_all(0), tw_all(0)};
    for (int i = c->rows - 1; i >= 0; i--) {
        const lanes *constant = f->constant + c->constants[i], m_inv = constant[0];
        tw_chain_row *row = &f->row[i];
        lanes3 arm = kept3(row->arm), F, both;
        solve_row(c, i, row, next, first);
        forces(f, c, i, last, &F, &both);
        /* later: change of L that goes along with the displacement, -(omega x arm) x lambda */
        lanes3 T = cross(arm, both), turned = scale(constant[2], T),
               later = cross(both, kept3(row->beside));
        lanes along_arm = dot(arm, later), F2 = dot(F, F);
        lanes most2 = tw_larger(m_inv * m_inv * F2, dot(turned, turned));
        lanes moved = m_inv * F2 + dot(T, turned);
        lanes carried = constant[2] * dot(later, later) + constant[3] * along_arm * along_arm;
        if (i == 0) { /* in row 0 the bodies of late lanes do not count, since row 1 repeats them */
            most2 = tw_choose(c->late, tw_all(0), most2);
            moved = tw_choose(c->late, tw_all(0), moved);
            carried = tw_choose(c->late, tw_all(0), carried);
        }
        sum->most2 = tw_larger(most2, sum->most2);
        sum->moved += moved;
        sum->carried += carried;
    }
}

/* turns the quaternion q by a small rotation vector v, to first order, and normalises it */
static inline void turn_slightly(lanes q[4], lanes3 v) {
    lanes3 i = {q[1], q[2], q[3]}, h = scale(tw_all(0.5), v);
    lanes w = q[0] - dot(h, i);
    lanes3 j = add(i, add(scale(q[0], h), cross(h, i)));
    lanes norm = tw_root_of(w * w + dot(j, j));
    q[0] = w / norm, q[1] = j.x / norm, q[2] = j.y / norm, q[3] = j.z / norm;
}

static void displace(const tw_points *f, const tw_points_chain *c, const lanes last[3],
                     bool carries, double *y) {
    tw_points_at at = {y, NULL, 0};
    for (int i = 0; i < c->rows; i++) {
        const lanes *constant = f->constant + c->constants[i];
        double nowhere[13], *to[TW_LANES];
        lanes n[13];
        lanes3 F, both;
        where(c, i, y, nowhere, to);
        gather(&at, c->state[i], n);
        forces(f, c, i, last, &F, &both);
        turn_slightly(n + 3, scale(constant[2], cross(kept3(f->row[i].arm), both)));
        scatter((lanes[4]){n[0] + constant[0] * F.x, n[1] + constant[0] * F.y,
                           n[2] + constant[0] * F.z, n[3]},
                to, 0);
        scatter((lanes[4]){n[4], n[5], n[6], n[7]}, to, 4);
        if (!carries) continue;
        lanes3 later = cross(both, kept3(f->row[i].beside));
        scatter_momenta((lanes3){n[7], n[8], n[9]}, add((lanes3){n[10], n[11], n[12]}, later), to);
    }
}

static void push(const tw_points *f, const tw_points_chain *c, const lanes last[3], double *y) {
    tw_points_at at = {y, NULL, 0};
    for (int i = 0; i < c->rows; i++) {
        double nowhere[13], *to[TW_LANES];
        lanes n[13];
        lanes3 F, both;
        where(c, i, y, nowhere, to);
        gather(&at, c->state[i], n);
        forces(f, c, i, last, &F, &both);
        lanes3 T = cross(kept3(f->row[i].arm), both);
        scatter_momenta(add((lanes3){n[7], n[8], n[9]}, F), add((lanes3){n[10], n[11], n[12]}, T),
                        to);
    }
}

const tw_chain_kernel TW_BUILT(tw_chain_kernel) = {forward, backward, swiftness, aim,
                                                   towards, moves,    displace,  push};
