/* Chooses contacts that are solved four at a time, and copies their numbers into blocks of four
 * lanes. */
#include "numeric/cone/sweep/quad.h"

#include <stdint.h>
#include <string.h>

/* LEAST: least number of contacts in a problem for which quads are used. COLOURS: number of
 * colours; the set of a body's colours has one bit for each */
enum { LEAST = 32, COLOURS = 64 };
/* largest ratio of quads to contacts with which quads are used: on average at least 2.5 of four
 * lanes then have a contact */
static const double SPARSE = 0.4;

/* number of ints that fit in a double */
enum { INTS = sizeof(double) / sizeof(int) };

static size_t most_quads(int contacts) {
    return (size_t)(SPARSE * contacts) + 1;
}

size_t tw_cone_quads_room(int contacts, int bodies) {
    if (contacts < LEAST) return 0;
    size_t quads = most_quads(contacts);
    return quads * (TW_QUAD_BLOCK + 24 + 12 / INTS) + (size_t)contacts + (size_t)bodies + 1 + 7 * 8;
}

/* first colour that neither body of contact k has yet; COLOURS: no colour is left. has: set of
 * colours of each body, to which the result is added */
static int colour_of(const tw_cone_island *s, uint64_t *has, int k) {
    int a = s->body[2 * k], b = s->body[2 * k + 1], colour = 0;
    uint64_t taken = has[a] | has[b];
    while (colour < COLOURS && (taken >> colour & 1)) colour++;
    if (colour == COLOURS) return colour;
    if (a < s->bodies) has[a] |= (uint64_t)1 << colour;
    if (b < s->bodies) has[b] |= (uint64_t)1 << colour;
    return colour;
}

/* groups contacts into quads, from number q->count on: with `press` those with a normal force,
 * otherwise those without; false: there are too many quads. colour, has: scratch */
static bool choose(tw_cone_island *s, bool press, int *colour, uint64_t *has) {
    tw_cone_quads *q = &s->quads;
    int size[COLOURS + 1] = {0}, at[COLOURS + 1], most = (int)most_quads(s->contacts);
    memset(has, 0, (size_t)(s->bodies + 1) * sizeof *has);
    for (int k = 0; k < s->contacts; k++)
        if ((s->local[k].lambda[0] > 0) == press) size[colour[k] = colour_of(s, has, k)]++;
    int next = q->count;
    /* computes for each colour the first lane of its contacts */
    for (int c = 0; c < COLOURS; c++) {
        at[c] = 4 * next;
        next += (size[c] + 3) / 4;
    }
    at[COLOURS] = 4 * next; /* each alone */
    next += size[COLOURS];
    if (next > most) return false;
    for (int i = 4 * q->count; i < 4 * next; i++) q->contact[i] = -1;
    for (int k = 0; k < s->contacts; k++) {
        if ((s->local[k].lambda[0] > 0) != press) continue;
        q->contact[at[colour[k]]] = k;
        at[colour[k]] += colour[k] == COLOURS ? 4 : 1;
    }
    q->count = next;
    return true;
}

static void fill(const tw_cone_island *s, int contact, int lane, double *block, int *body) {
    double *to = block + lane;
    /* a lane without a contact: its numbers are those of a contact that is always open */
    if (contact < 0) {
        for (int i = 0; i < TW_QUAD_NUMBERS; i++) to[4 * i] = 0;
        to[4 * TW_QUAD_S1] = to[4 * TW_QUAD_S2] = to[4 * TW_QUAD_INVERSE_S] = 1;
        body[lane] = body[4 + lane] = s->bodies * TW_CONE_BODY;
        return;
    }
    const tw_cone_local *l = &s->local[contact];
    const double *D = s->D + (size_t)contact * TW_CONE_BLOCK;
    for (int i = 0; i < TW_CONE_BLOCK; i++) to[4 * (TW_QUAD_D + i)] = D[i];
    to[4 * TW_QUAD_INVERSE] = l->inverse;
    to[4 * TW_QUAD_C1] = l->c[0];
    to[4 * TW_QUAD_C2] = l->c[1];
    to[4 * TW_QUAD_S1] = l->S[0];
    to[4 * TW_QUAD_S2] = l->S[1];
    to[4 * TW_QUAD_INVERSE_S] = l->inverse_S;
    to[4 * TW_QUAD_MU] = l->mu;
    for (int i = 0; i < 3; i++) to[4 * (TW_QUAD_R + i)] = l->r[i];
    to[4 * TW_QUAD_WEIGHT] = s->weight[contact];
    for (int side = 0; side < 2; side++)
        body[4 * side + lane] = s->body[2 * contact + side] * TW_CONE_BODY;
}

void tw_cone_quads_make(tw_cone *c, tw_cone_island *s) {
    tw_cone_quads *q = &s->quads;
    q->count = 0;
    if (s->contacts < LEAST) return;
    size_t most = most_quads(s->contacts), bodies = (size_t)s->bodies + 1;
    q->block = tw_cone_take(c, most * TW_QUAD_BLOCK);
    q->lambda = tw_cone_take(c, most * 12);
    q->ahead = tw_cone_take(c, most * 12);
    q->contact = (int *)(void *)tw_cone_take(c, most * 4 / INTS);
    q->body = (int *)(void *)tw_cone_take(c, most * 8 / INTS);
    int *colour = (int *)(void *)tw_cone_take(c, (size_t)s->contacts);
    uint64_t *has = (uint64_t *)(void *)tw_cone_take(c, bodies);
    if (!choose(s, true, colour, has) || !choose(s, false, colour, has)) {
        q->count = 0;
        return;
    }
    for (int i = 0; i < 4 * q->count; i++)
        fill(s, q->contact[i], i % 4, q->block + (ptrdiff_t)(i / 4) * TW_QUAD_BLOCK,
             q->body + (ptrdiff_t)(i / 4) * 8);
}

void tw_cone_quads_begin(tw_cone_island *s) {
    tw_cone_quads *q = &s->quads;
    for (int i = 0; i < 4 * q->count; i++) {
        const tw_cone_local *l = q->contact[i] < 0 ? NULL : &s->local[q->contact[i]];
        double *to = q->lambda + (ptrdiff_t)(i / 4) * 12 + i % 4;
        for (int row = 0; row < 3; row++) to[4 * row] = l ? l->lambda[row] : 0;
        q->block[(ptrdiff_t)(i / 4) * TW_QUAD_BLOCK + 4 * TW_QUAD_SLIP + i % 4] = l ? l->slip : 0;
    }
    if (q->count > 0) memcpy(q->ahead, q->lambda, (size_t)q->count * 12 * sizeof *q->ahead);
}

void tw_cone_quads_end(tw_cone_island *s) {
    const tw_cone_quads *q = &s->quads;
    for (int i = 0; i < 4 * q->count; i++) {
        if (q->contact[i] < 0) continue;
        tw_cone_local *l = &s->local[q->contact[i]];
        const double *from = q->lambda + (ptrdiff_t)(i / 4) * 12 + i % 4;
        for (int row = 0; row < 3; row++) l->lambda[row] = from[4 * row];
        l->slip = q->block[(ptrdiff_t)(i / 4) * TW_QUAD_BLOCK + 4 * TW_QUAD_SLIP + i % 4];
    }
}
