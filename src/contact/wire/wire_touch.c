/*
 * Where does a wire touch something? The gap of a ball that runs along the curve has its local
 * minima there. Samples find them: a gap changes by no more than the way along the curve, so that
 * most of the curve is passed over; between its neighbours each is then found from the sign of the
 * slope, normal . tangent, by regula falsi [Dowell and Jarratt 1971].
 *
 * A wire that lies along a surface has no single minimum: places fixed to the wire carry it then,
 * and a minimum between two of them that lies no deeper is left out. A single such place gives way
 * to the minimum that it coincides with.
 */
#include "contact/wire/wire.h"

#include <math.h>

enum { SAMPLES = 48, PARTS = 16, MINIMA = 12, ROUNDS = 80 };

typedef struct search {
    const tw_wire *w;
    tw_wire_probe *probe;
    const void *ctx;
} search;

typedef struct place {
    double s, gap, slope;
    vec3 n, on_wire, on_other;
} place;

static place look(const search *f, double s) {
    place p = {.s = s};
    vec3 t, x = tw_wire_at(f->w, s, &t);
    p.gap = f->probe(f->ctx, x, &p.n, &p.on_wire, &p.on_other);
    p.slope = v3_dot(p.n, t);
    return p;
}

/* the least gap between lo and hi, where the slope turns from falling to rising. By the slope: gaps
 * tell places apart by no less than the root of rounding */
static place least_between(const search *f, place lo, place hi) {
    double flo = lo.slope, fhi = hi.slope;
    place best = fabs(lo.slope) < fabs(hi.slope) ? lo : hi;
    for (int i = 0; i < ROUNDS && hi.s - lo.s > 1e-12 * f->w->length; i++) {
        double s = lo.s + (hi.s - lo.s) * (flo / (flo - fhi));
        if (i % 4 == 3 || !(s > lo.s && s < hi.s)) s = 0.5 * (lo.s + hi.s);
        place p = look(f, s);
        if (fabs(p.slope) < fabs(best.slope)) best = p;
        if (fabs(p.slope) < 1e-12) return p;
        if (p.slope < 0) {
            lo = p;
            flo = p.slope;
            fhi *= 0.5;
        } else {
            hi = p;
            fhi = p.slope;
            flo *= 0.5;
        }
    }
    return best;
}

/* the same without a change of sign: golden sections */
static place least_by_sections(const search *f, double lo, place best, double hi) {
    for (int i = 0; i < ROUNDS / 2; i++) {
        bool left = best.s - lo > hi - best.s;
        double s = left ? best.s - 0.381966 * (best.s - lo) : best.s + 0.381966 * (hi - best.s);
        place p = look(f, s);
        if (p.gap < best.gap) {
            if (left)
                hi = best.s;
            else
                lo = best.s;
            best = p;
        } else if (left) {
            lo = s;
        } else {
            hi = s;
        }
    }
    return best;
}

static place refine(const search *f, place mid, double step) {
    place lo = look(f, mid.s - step), hi = look(f, mid.s + step), p;
    if (mid.slope < 0 && hi.slope > 0)
        p = least_between(f, mid, hi);
    else if (mid.slope > 0 && lo.slope < 0)
        p = least_between(f, lo, mid);
    else
        p = mid;
    return p.slope == 0 || fabs(p.slope) < 1e-7 ? p : least_by_sections(f, lo.s, p, hi.s);
}

/* Minima within two samples of `mid`, where more than one is there: two wires that lie across each
 * other in their bends touch twice, and these places run together as they are turned. Returns how
 * many; 0: no more than one */
static int divide(const search *f, place mid, double step, place found[PARTS]) {
    place at[PARTS + 1];
    int count = 0;
    for (int i = 0; i <= PARTS; i++)
        at[i] = i == PARTS / 2 ? mid : look(f, mid.s + 2 * step * (2.0 * i / PARTS - 1));
    for (int i = 0; i < PARTS; i++) count += at[i].slope < 0 && at[i + 1].slope >= 0;
    if (count < 2) return 0;
    count = 0;
    for (int i = 0; i < PARTS; i++)
        if (at[i].slope < 0 && at[i + 1].slope >= 0)
            found[count++] = least_between(f, at[i], at[i + 1]);
    return count;
}

/* is there one at s? */
static bool has(const search *f, const place *found, int count, double s) {
    for (int i = 0; i < count; i++) {
        double turns = (found[i].s - s) / f->w->length;
        if (fabs(turns - floor(turns + 0.5)) < 1e-6) return true;
    }
    return false;
}

/* the local minima <= far, refined; with `one` only the least of all */
static int minima(const search *f, double far, bool one, place found[MINIMA]) {
    place at[SAMPLES];
    bool seen[SAMPLES] = {false};
    double step = f->w->length / SAMPLES, least = INFINITY;
    int count = 0;
    for (int i = 0; i < SAMPLES;) {
        at[i] = look(f, step * i);
        seen[i] = true;
        least = fmin(least, at[i].gap);
        double over = at[i].gap - (one ? fmin(far, least) : far) - step;
        i += over > step ? (int)fmin(over / step, SAMPLES) : 1;
    }
    /* neighbours of near samples are examined in any case */
    for (int i = 0; i < SAMPLES; i++) {
        if (!seen[i] || at[i].gap > far + step || (one && at[i].gap > least + step)) continue;
        int before = (i + SAMPLES - 1) % SAMPLES, after = (i + 1) % SAMPLES;
        for (int k = 0; k < 2; k++) {
            int j = k ? after : before;
            if (seen[j]) continue;
            at[j] = look(f, step * j);
            seen[j] = true;
        }
        if (at[before].gap < at[i].gap || at[after].gap <= at[i].gap || count == MINIMA) continue;
        place p[PARTS];
        int n = one ? 0 : divide(f, at[i], step, p);
        if (n == 0) p[n++] = refine(f, at[i], step);
        for (int k = 0; k < n && count < MINIMA; k++)
            if (p[k].gap <= far && !has(f, found, count, p[k].s)) found[count++] = p[k];
    }
    if (count > 0) return count;
    for (int i = 0; i < SAMPLES; i++) /* all alike */
        if (seen[i] && at[i].gap == least && least <= far) {
            found[0] = at[i];
            return 1;
        }
    return 0;
}

double tw_wire_gap(const tw_wire *w, tw_wire_probe *probe, const void *ctx, vec3 *normal,
                   vec3 *point) {
    search f = {w, probe, ctx};
    place found[MINIMA];
    int n = minima(&f, INFINITY, true, found), best = 0;
    for (int i = 1; i < n; i++)
        if (found[i].gap < found[best].gap) best = i;
    *normal = found[best].n;
    *point = v3_lerp(found[best].on_wire, found[best].on_other, 0.5);
    return found[best].gap;
}

static tw_touch touch_of(const place *p, unsigned feature) {
    return (tw_touch){v3_lerp(p->on_wire, p->on_other, 0.5), p->n, p->gap, feature};
}

/* is p no deeper than the fixed places on both of its sides? Where it is no deeper than one that is
 * near, they are one contact: *same is that one, or -1 */
static bool carried(const tw_wire *w, const place *p, const place *fixed, int count,
                    double tolerance, int *same) {
    double s = p->s - w->length * floor(p->s / w->length);
    int after = 0;
    *same = -1;
    while (after < count && fixed[after].s < s) after++;
    const int side[2] = {(after + count - 1) % count, after % count};
    if (fmax(fixed[side[0]].gap, fixed[side[1]].gap) <= p->gap + tolerance) return true;
    for (int k = 0; k < 2; k++) {
        const place *f = &fixed[side[k]];
        if (f->gap <= p->gap + tolerance &&
            v3_length(v3_sub(f->on_wire, p->on_wire)) < 0.25 * w->bend)
            *same = side[k];
    }
    return false;
}

int tw_wire_touch(const tw_wire *w, tw_wire_probe *probe, const void *ctx, double margin,
                  tw_touch out[TW_TOUCHES], int *minima_count) {
    /* order of the fixed places, far ones first: crosswise */
    static const int order[2][TW_WIRE_FIXED] = {{0, 3, 1, 4, 2, 5}, {0, 4, 2, 6, 1, 5, 3, 7}};
    search f = {w, probe, ctx};
    place found[MINIMA], fixed[TW_WIRE_FIXED];
    int n = minima(&f, margin, false, found), count = 0, fixed_count = tw_wire_fixed_count(w);
    *minima_count = 0;
    if (n == 0) return 0;
    for (int i = 0; i < fixed_count; i++) fixed[i] = look(&f, tw_wire_fixed_at(w, i));
    double tolerance = 1e-6 * w->size;
    unsigned taken = 0; /* fixed places, by bits, for which a minimum stands: that rolls along */
    for (int i = 0; i < n && count < TW_TOUCHES; i++) {
        int same;
        if (carried(w, &found[i], fixed, fixed_count, tolerance, &same)) continue;
        out[count] = touch_of(&found[i], 64u + (unsigned)count);
        count++;
        if (same >= 0) taken |= 1u << same;
    }
    *minima_count = count;
    for (int i = 0; i < fixed_count && count < TW_TOUCHES; i++) {
        int k = order[w->half > 0 ? 0 : 1][i];
        if (fixed[k].gap <= margin && !(taken >> k & 1))
            out[count++] = touch_of(&fixed[k], 1u + (unsigned)k);
    }
    return count;
}
