/* Long chains of round rods (chain.h): recognises islands that are one, divides them into segments,
 * and solves for the joints between the segments. All memory is in the arena of the dynamics. */
#include "dynamics/points/chain.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* LEAST: least number of bodies for which an island counts as a chain: in shorter ones solving for
 * the joints between segments costs more than the segments save */
enum { LEAST = 12 };

enum { SEGMENTS = TW_LANES };

/* ---- which islands --------------------------------------------------------------------------- */

/* joint: the body's joints at its two points, -1: none; near: index of the point that is nearer to
 * the chain's begin */
typedef struct held {
    int joint[2];
    int near;
} held;

/* is I v = c v, with I the inverse inertia, to rounding of c? Rounding of the largest element of I
 * would be too coarse a measure: for a wire that is the element of its axis, much larger than c */
static bool turns_by(const mat3 *I, vec3 v, double c) {
    return v3_length(v3_sub(m3_mul_v(I, v), v3_scale(v, c))) <= 64 * DBL_EPSILON * c;
}

/* is the inverse inertia I^-1 = c 1 + s b b^T, to rounding? Then *c, *s are its numbers */
static bool round_about(const mat3 *I, vec3 b, double *c, double *s) {
    double b2 = v3_dot(b, b), x = fabs(b.x), y = fabs(b.y), z = fabs(b.z);
    vec3 off = x <= y && x <= z ? v3(1, 0, 0) : y <= z ? v3(0, 1, 0) : v3(0, 0, 1);
    vec3 u = v3_normalized(v3_cross(b, off)), v = v3_normalized(v3_cross(b, u));
    *c = v3_dot(u, m3_mul_v(I, u));
    *s = (v3_dot(b, m3_mul_v(I, b)) / b2 - *c) / b2;
    return b2 > 0 && turns_by(I, u, *c) && turns_by(I, v, *c);
}

/* the point of a rod on the side of the chain's begin, relative to its centre; near: index of that
 * point. It is half of the difference of both points, since these are opposite only to rounding */
static vec3 left_of(const tw_plan_body *b, int near) {
    if (b->points == 1) return near == 0 ? b->local[0] : v3_scale(b->local[0], -1);
    return v3_scale(v3_sub(b->local[near], b->local[!near]), 0.5);
}

/* is the body a round rod with one or two opposite points, on which only gravity acts? */
static bool is_rod(const tw_plan *p, int index) {
    const tw_plan_body *b = &p->body[index];
    double c, s;
    if (b->points < 1 || b->points > 2 || b->pushed) return false;
    vec3 left = left_of(b, 0), off = v3_sub(left, b->local[0]);
    if (!(v3_length(off) <= 4 * DBL_EPSILON * v3_length(left))) return false;
    return round_about(&p->d->world->body.data[index]->inertia_inv, left, &c, &s);
}

/* Sets of [bodies of the island]: the joint at each point of a body, among the joints [begin, end).
 * Returns false if the island is no chain: a body is no rod, several joints share a point, or
 * joints have different k or d */
static bool hold_by(const tw_plan *p, const tw_island *isl, int begin, int end, held *of) {
    for (int i = 0; i < isl->bodies; i++) {
        if (!is_rod(p, isl->body[i])) return false;
        of[i] = (held){{-1, -1}, 0};
    }
    for (int k = begin; k < end; k++) {
        if (p->joint[k].k != p->joint[begin].k || p->joint[k].d != p->joint[begin].d) return false;
        for (int i = 0; i < 2; i++) {
            const tw_plan_end *e = &p->joint[k].end[i];
            if (e->body < 0) continue;
            int *at = &of[tw_island_place(isl, e->body)].joint[e->point];
            if (*at >= 0) return false;
            *at = k;
        }
    }
    return true;
}

/* the end of a joint that does not belong to `body` */
static const tw_plan_end *beyond(const tw_plan *p, int joint, int body) {
    const tw_plan_end *e = p->joint[joint].end;
    return e[0].body == body ? &e[1] : &e[0];
}

/* Index in the island of a body at an end of the chain, where it begins: a body with no joint, or a
 * joint to a ground, at one point; sets `near` of that body. -1: there is none */
static int find_end(const tw_plan *p, const tw_island *isl, held *of) {
    for (int i = 0; i < isl->bodies; i++)
        for (int side = 0; side < 2; side++) {
            int joint = of[i].joint[side];
            if (joint >= 0 && beyond(p, joint, isl->body[i])->body >= 0) continue;
            of[i].near = side;
            return i;
        }
    return -1;
}

/* place: indices in the island of the bodies in the order of the chain, from place[0] on; returns
 * the number of bodies reached */
static int follow(const tw_plan *p, const tw_island *isl, held *of, int *place) {
    int count = 0;
    for (int i = find_end(p, isl, of); i >= 0 && count < isl->bodies;) {
        place[count++] = i;
        int joint = of[i].joint[!of[i].near];
        const tw_plan_end *e = joint < 0 ? NULL : beyond(p, joint, isl->body[i]);
        if (!e || e->body < 0) break;
        i = tw_island_place(isl, e->body);
        of[i].near = e->point;
    }
    return count;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static void fill_lane(const tw_plan *p, int index, int near, int lane, tw_lanes *to) {
    const tw_body *body = p->d->world->body.data[index];
    vec3 b = left_of(&p->body[index], near);
    double c, s;
    round_about(&body->inertia_inv, b, &c, &s);
    const double constants[TW_CHAIN_CONSTANTS] = {1 / body->mass,  body->mass, c, s, b.x, b.y, b.z,
                                                  c * v3_dot(b, b)};
    for (int i = 0; i < TW_CHAIN_CONSTANTS; i++) to[i][lane] = constants[i];
}

/* Stores the constants of a row in p->constant, unless they equal those of the row before. *at:
 * index of the constants there */
static void keep_constants(tw_plan *p, const tw_lanes own[TW_CHAIN_CONSTANTS], int *at) {
    size_t size = TW_CHAIN_CONSTANTS * sizeof *own;
    if (p->last_row < 0 || memcmp(p->constant + p->last_row, own, size) != 0) {
        memcpy(p->constant + p->constants, own, size);
        p->last_row = p->constants;
        p->constants += TW_CHAIN_CONSTANTS;
    }
    *at = p->last_row;
}

/* Divides a chain of `count` bodies into segments of equal length, one per lane, so that row i has
 * the i-th body of each segment. Segments that are shorter by one begin with their first body
 * twice */
static tw_status cut(tw_plan *p, const tw_island *isl, const held *of, const int *place, int count,
                     tw_points_chain *c) {
    tw_arena *arena = &p->d->arena;
    c->rows = (count + SEGMENTS - 1) / SEGMENTS;
    c->state = tw_arena_alloc(arena, (size_t)c->rows * sizeof *c->state);
    c->constants = tw_arena_new(arena, int, c->rows);
    c->aim = tw_arena_alloc(arena, (size_t)c->rows * sizeof *c->aim);
    if (!c->state || !c->constants || !c->aim) return tw_fail_memory();
    tw_lanes own[TW_CHAIN_CONSTANTS];
    for (int row = 0; row < c->rows; row++) {
        for (int lane = 0, begin = 0; lane < SEGMENTS; lane++) {
            int length = count / SEGMENTS + (lane < count % SEGMENTS), late = c->rows - length;
            const held *body = &of[place[begin + (row > late ? row - late : 0)]];
            int index = isl->body[body - of];
            if (late) c->late[lane] = -1;
            c->state[row][lane] = p->d->state_of[index];
            fill_lane(p, index, body->near, lane, own);
            begin += length;
        }
        keep_constants(p, own, &c->constants[row]);
    }
    return TW_OK;
}

/* index in the batch of the ground to which `joint` connects the body; -1: joint is -1, there is
 * none */
static int ground_of(const tw_plan *p, const tw_points_batch *b, int body, int joint) {
    return joint < 0 ? -1 : beyond(p, joint, body)->ground - b->form->points;
}

/* *of, *place: joints of the bodies and their order along the chain (see hold_by, follow), if the
 * island is a long chain of rods; *of = NULL: it is not */
static tw_status trace(tw_plan *p, int island, held **of, int **place) {
    const tw_points_island *own = &p->f->island[island];
    const tw_island *isl = &p->d->island[own->island];
    *of = NULL;
    if (own->varies || isl->bodies < LEAST) return TW_OK;
    held *all = tw_arena_new(&p->trial, held, isl->bodies);
    *place = tw_arena_new(&p->trial, int, isl->bodies);
    if (!all || !*place) return tw_fail_memory();
    if (hold_by(p, isl, p->first[island], p->first[island + 1], all) &&
        follow(p, isl, all, *place) == isl->bodies)
        *of = all;
    return TW_OK;
}

tw_status tw_chain_is(tw_plan *p, int island, bool *chain) {
    held *of;
    int *place;
    TW_TRY(trace(p, island, &of, &place));
    *chain = of;
    return TW_OK;
}

tw_status tw_chain_find(tw_plan *p, tw_points_batch *b) {
    held *of;
    int *place;
    b->chain = NULL;
    if (b->form->islands != 1) return TW_OK;
    TW_TRY(trace(p, b->island, &of, &place));
    if (!of) return TW_OK;
    const tw_island *isl = &p->d->island[p->f->island[b->island].island];
    int first = place[0], last = place[isl->bodies - 1];
    b->chain = tw_arena_new(&p->d->arena, tw_points_chain, 1);
    if (!b->chain) return tw_fail_memory();
    b->chain->k = p->joint[p->first[b->island]].k;
    b->chain->d = p->joint[p->first[b->island]].d;
    b->chain->ground[0] = ground_of(p, b, isl->body[first], of[first].joint[of[first].near]);
    b->chain->ground[1] = ground_of(p, b, isl->body[last], of[last].joint[!of[last].near]);
    return cut(p, isl, of, place, isl->bodies, b->chain);
}

/* ---- joints between segments
 * ------------------------------------------------------------------- */

/* equations A lambda = b of the joints before, between and behind the segments; A is block
 * tridiagonal with blocks of 3 x 3 */
typedef struct joins {
    /* does this joint exist? Only at the ends of the chain may there be none */
    bool is[SEGMENTS + 1];
    double A[SEGMENTS + 1][3][3];
    /* block of A beside the diagonal: rows of the next joint, columns of this one */
    double U[SEGMENTS][3][3];
    double b[SEGMENTS + 1][3];     /* right side; after solve() the unknown lambda */
    double whole[SEGMENTS + 1][3]; /* diagonal of A before elimination */
    double sizes[SEGMENTS + 1];
} joins;

static void add_end(joins *j, int at, const tw_lanes block[6], const tw_lanes whole[3],
                    const tw_lanes b[3], tw_lanes sizes, int lane) {
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) j->A[at][r][c] += block[TW_CHAIN_AT[r][c]][lane];
        j->b[at][r] += b[r][lane];
        j->whole[at][r] += whole[r][lane];
    }
    j->sizes[at] += sizes[lane];
}

/* adds the known motion of the ground at the right (sign = 1) or left (-1) end of the chain to the
 * equations of joint `at`; ground -1: that end is free, and there is no joint */
static void add_ground(joins *j, int at, const tw_points *f, const tw_points_chain *c, int ground,
                       tw_chain_side side, double sign) {
    j->is[at] = ground >= 0;
    if (ground < 0) return;
    tw_points_motion m = f->ground[ground].motion;
    if (!f->alike) tw_points_sum_up(&m, c->k, c->d);
    const double *of = side == TW_CHAIN_RATES ? m.a : side == TW_CHAIN_POSES ? m.x : m.v;
    for (int r = 0; r < 3; r++) j->b[at][r] -= sign * of[r];
    if (side == TW_CHAIN_RATES) j->sizes[at] += m.a[3];
}

static void join(const tw_points *f, const tw_points_batch *b, tw_chain_side side,
                 const tw_chain_ends *e, joins *j) {
    *j = (joins){{false}, {{{0}}}, {{{0}}}, {{0}}, {{0}}, {0}};
    for (int lane = 0; lane < SEGMENTS; lane++) {
        j->is[lane] = true;
        add_end(j, lane, e->first, e->whole_first, e->of_first, e->sizes_first, lane);
        add_end(j, lane + 1, e->last, e->whole_last, e->of_last, e->sizes_last, lane);
        for (int r = 0; r < 3; r++)
            for (int c = 0; c < 3; c++) j->U[lane][r][c] = e->across[3 * r + c][lane];
    }
    const int *ground = b->chain->ground;
    add_ground(j, 0, f, b->chain, ground[0] < 0 ? -1 : b->ground + ground[0], side, -1);
    add_ground(j, SEGMENTS, f, b->chain, ground[1] < 0 ? -1 : b->ground + ground[1], side, 1);
    if (side == TW_CHAIN_RATES) return;
    for (int i = 0; i <= SEGMENTS; i++)
        for (int r = 0; r < 3; r++)
            j->b[i][r] += b->chain->aim_join[i][side == TW_CHAIN_POSES ? r : r + 3];
}

/* factors a 3 x 3 block A = L diag L^T in place; whole: its diagonal before elimination; inverse: 1
 * / diag; updates *known, the pivots met so far; false: A is too nearly singular */
static bool factor(double A[3][3], const double whole[3], double inverse[3],
                   tw_chain_pivots *known) {
    double product = 1;
    for (int k = 0; k < 3; k++) {
        const double column[3] = {A[0][k], A[1][k], A[2][k]};
        inverse[k] = 1 / A[k][k];
        product *= whole[k] * inverse[k];
        known->least = fmin(known->least, A[k][k]);
        known->most = fmax(known->most, whole[k]);
        for (int r = k + 1; r < 3; r++) {
            A[r][k] = column[r] * inverse[k];
            for (int c = k + 1; c <= r; c++) A[r][c] -= A[r][k] * column[c];
        }
    }
    return product > 0 && product < 1 / TW_POINTS_RATIO;
}

/* v = L^-1 v */
static void forwards(const double L[3][3], double v[3]) {
    v[1] -= L[1][0] * v[0];
    v[2] -= L[2][0] * v[0] + L[2][1] * v[1];
}

/* v = L^-T v */
static void backwards(const double L[3][3], double v[3]) {
    v[1] -= L[2][1] * v[2];
    v[0] -= L[1][0] * v[1] + L[2][0] * v[2];
}

static double dot(const double a[3], const double b[3]) {
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* eliminates joint i: its U becomes diag^-1 L^-1 U^T, and the diagonal block of the next joint is
 * updated; false: too nearly singular */
static bool eliminate(joins *j, int i, tw_chain_pivots *known) {
    double inverse[3], w[3][3];
    if (!factor(j->A[i], j->whole[i], inverse, known)) return false;
    known->sizes2 += j->sizes[i] * j->sizes[i];
    forwards(j->A[i], j->b[i]);
    bool next = i < SEGMENTS && j->is[i + 1];
    for (int r = 0; r < 3 && next; r++) {
        memcpy(w[r], j->U[i][r], sizeof w[r]);
        forwards(j->A[i], w[r]);
        for (int k = 0; k < 3; k++) j->U[i][r][k] = inverse[k] * w[r][k];
    }
    for (int r = 0; r < 3 && next; r++) {
        for (int c = 0; c < 3; c++) j->A[i + 1][r][c] -= dot(w[r], j->U[i][c]);
        j->b[i + 1][r] -= dot(j->U[i][r], j->b[i]);
    }
    for (int k = 0; k < 3; k++) j->b[i][k] *= inverse[k];
    return true;
}

/* solves for lambda of all joints, which replaces j->b; 0 where there is no joint; false: A is too
 * nearly singular */
static bool solve(joins *j, tw_chain_pivots *known) {
    for (int i = 0; i <= SEGMENTS; i++)
        if (j->is[i] && !eliminate(j, i, known)) return false;
    for (int i = SEGMENTS; i >= 0; i--) {
        double *x = j->b[i];
        if (!j->is[i]) {
            memset(x, 0, sizeof j->b[i]);
            continue;
        }
        for (int r = 0; r < 3 && i < SEGMENTS && j->is[i + 1]; r++)
            for (int k = 0; k < 3; k++) x[k] -= j->U[i][r][k] * j->b[i + 1][r];
        backwards(j->A[i], x);
        for (int k = 0; k < 3; k++)
            if (fabs(x[k]) <= TW_CHAIN_NOTHING) x[k] = 0;
    }
    return true;
}

/* figures of the joints within all segments: least pivot, largest diagonal entry, sum of squares of
 * the right side's terms; *good: none of the joints was too nearly singular */
static tw_chain_pivots pivots_of(const tw_chain_known *known, bool *good) {
    tw_chain_pivots all = {INFINITY, 0, 0};
    *good = true;
    for (int lane = 0; lane < SEGMENTS; lane++) {
        *good = *good && known->good[lane];
        all.least = fmin(all.least, 1 / known->inverse[lane]);
        all.most = fmax(all.most, known->most[lane]);
        all.sizes2 += known->sizes2[lane];
    }
    return all;
}

bool tw_chain_join(const tw_points *f, const tw_points_batch *b, tw_chain_side side,
                   const tw_chain_ends *ends, const tw_chain_known *known, tw_lanes first[3],
                   tw_lanes last[3], tw_chain_pivots *pivots) {
    joins j;
    bool good;
    join(f, b, side, ends, &j);
    *pivots = pivots_of(known, &good);
    if (!good || !solve(&j, pivots) || pivots->least < TW_POINTS_LEAST * pivots->most) return false;
    for (int lane = 0; lane < SEGMENTS; lane++)
        for (int k = 0; k < 3; k++) {
            first[k][lane] = j.b[lane][k];
            last[k][lane] = j.b[lane + 1][k];
        }
    return true;
}

bool tw_chain_rates(tw_dynamics *d, const tw_points_batch *b, vec3 gravity, const tw_points_at *at,
                    double *ydot, tw_swift *swift) {
    const tw_points *f = d->points;
    const tw_chain_kernel *kernel = tw_chain_kernel_of(f);
    tw_chain_ends ends;
    tw_chain_known known;
    tw_chain_pivots pivots;
    tw_lanes first[3], last[3];
    kernel->forward(f, b->chain, gravity, at, ydot, &ends, &known);
    if (!tw_chain_join(f, b, TW_CHAIN_RATES, &ends, &known, first, last, &pivots)) return false;
    kernel->backward(f, b->chain, gravity, first, last, ydot);
    if (swift) kernel->swiftness(f, b->chain, at->y, last, swift);
    /* evaluations at times within a step (at->k is set) keep the error estimates from the step's
     * begin */
    if (at->k)
        d->stats.sparse_solves++;
    else
        tw_points_note(d, b, 0, pivots.sizes2, pivots.least, pivots.most);
    return true;
}
