/*
 * Where does a wire touch something? At local minima of the gap between the body and a ball that
 * runs along the curve. First the gap is sampled along the curve. The gaps at two places differ by
 * at most their distance along the curve, and the gap at one place differs from that in an earlier
 * search by at most the motion since then (wire_bounds.h), so that most samples need not be
 * computed. Each minimum lies between two samples, where the slope (normal . tangent) changes its
 * sign; its place is found by regula falsi [Anderson and Björck 1973].
 *
 * A wire that lies along a surface has no distinct minimum: it rests on its fixed places, and a
 * minimum between two fixed places that are as deep is left out. If only one of these is as deep,
 * and it is close to the minimum, the fixed place is left out instead.
 */
#include "contact/wire/wire.h"

#include <math.h>

enum { SAMPLES = TW_WIRE_SAMPLES, PARTS = 16, MINIMA = 12, ROUNDS = 80 };

typedef struct search {
    const tw_wire *w;
    tw_wire_probe *probe;
    const void *ctx;
    tw_wire_bounds *bounds;
    double step; /* distance of neighbouring samples along the curve, m */
} search;

typedef struct place {
    double s, gap, slope;
    vec3 n;
} place;

static place look(const search *f, double s) {
    place p = {.s = s};
    vec3 t, x = tw_wire_at(f->w, s, &t);
    p.gap = f->probe(f->ctx, x, &p.n);
    p.slope = v3_dot(p.n, t);
    return p;
}

/* the point of the wire's surface that, at the place p of its curve, is nearest to the other body,
 * moved toward that body by `more` (m) */
static vec3 beneath(const tw_wire *w, const place *p, double more) {
    vec3 t, x = tw_wire_at(w, p->s, &t);
    return v3_madd(x, -(w->radius + more), p->n);
}

/* factor by which regula falsi, in the form of Anderson and Björck, multiplies the value at the end
 * of the bracket that is kept; old, now: values at the other end before and after that end moved */
static double lesser(double now, double old) {
    double m = 1 - now / old;
    return m > 0 ? m : 0.5;
}

/* finds the minimum of the gap between lo and hi as the zero of the gap's slope; that is more exact
 * than comparing gaps, which finds the place only to the square root of rounding */
static place least_between(const search *f, place lo, place hi) {
    double flo = lo.slope, fhi = hi.slope, width = hi.s - lo.s;
    place best = fabs(lo.slope) < fabs(hi.slope) ? lo : hi;
    for (int i = 0; i < ROUNDS && hi.s - lo.s > 1e-12 * f->w->length; i++) {
        double s = lo.s + (hi.s - lo.s) * (flo / (flo - fhi));
        bool slow = i % 3 == 2 && hi.s - lo.s > 0.25 * width;
        if (i % 3 == 2) width = hi.s - lo.s;
        if (slow || !(s > lo.s && s < hi.s)) s = 0.5 * (lo.s + hi.s);
        place p = look(f, s);
        if (fabs(p.slope) < fabs(best.slope)) best = p;
        if (fabs(p.slope) < 1e-12) return p;
        if (p.slope < 0) {
            fhi *= lesser(p.slope, lo.slope);
            lo = p;
            flo = p.slope;
        } else {
            flo *= lesser(p.slope, hi.slope);
            hi = p;
            fhi = p.slope;
        }
    }
    return best;
}

/* finds a minimum at which the slope jumps (a kink), by golden-section search */
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

/* finds the minimum of the gap near the place `mid`; lo and hi: the places beside it, where the gap
 * is larger */
static place refine(const search *f, place lo, place mid, place hi) {
    place p = mid;
    if (mid.slope < 0 && hi.slope > 0)
        p = least_between(f, mid, hi);
    else if (mid.slope > 0 && lo.slope < 0)
        p = least_between(f, lo, mid);
    return p.slope == 0 || fabs(p.slope) < 1e-7 ? p : least_by_sections(f, lo.s, p, hi.s);
}

/* samples of the gap along the curve; each is computed when it is first used */
typedef struct samples {
    place at[SAMPLES];
    bool seen[SAMPLES];
} samples;

/* sample i, in -2 .. SAMPLES + 1; numbers outside of 0 .. SAMPLES - 1 continue around the closed
 * curve */
static const place *sample(const search *f, samples *all, int i) {
    int k = i < 0 ? i + SAMPLES : i >= SAMPLES ? i - SAMPLES : i;
    if (!all->seen[k]) {
        all->at[k] = look(f, f->step * k);
        all->seen[k] = true;
        tw_wire_bounds_learn(f->bounds, k, all->at[k].gap, f->step);
    }
    return &all->at[k];
}

/* returns sample i with the position s = i times the step, also if that is outside of 0 ..
 * length */
static place sample_beyond(const search *f, samples *all, int i) {
    place p = *sample(f, all, i);
    p.s = f->step * i;
    return p;
}

/* Is there certainly at most one minimum within two samples of sample i? Yes if the slope of the
 * gap rises from each sample to the next, and near i at least half as fast as further away */
static bool single(const search *f, samples *all, int i) {
    double rise[4];
    for (int k = 0; k < 4; k++)
        rise[k] = sample(f, all, i + k - 1)->slope - sample(f, all, i + k - 2)->slope;
    double near = fmin(rise[1], rise[2]), far = fmax(rise[0], rise[3]);
    return fmin(rise[0], rise[3]) > 0 && near > 0.5 * far;
}

/* Finds the minima within two samples of `mid`, if there are several: two wires that cross in their
 * bends touch at two places, which merge as the wires turn. Returns their number; 0: there is at
 * most one */
static int divide(const search *f, place mid, place found[PARTS]) {
    place at[PARTS + 1];
    int count = 0;
    for (int i = 0; i <= PARTS; i++)
        at[i] = i == PARTS / 2 ? mid : look(f, mid.s + 2 * f->step * (2.0 * i / PARTS - 1));
    for (int i = 0; i < PARTS; i++) count += at[i].slope < 0 && at[i + 1].slope >= 0;
    if (count < 2) return 0;
    count = 0;
    for (int i = 0; i < PARTS; i++)
        if (at[i].slope < 0 && at[i + 1].slope >= 0)
            found[count++] = least_between(f, at[i], at[i + 1]);
    return count;
}

/* does the list contain a place whose position along the curve is s? */
static bool has(const search *f, const place *found, int count, double s) {
    for (int i = 0; i < count; i++) {
        double turns = (found[i].s - s) / f->w->length;
        if (fabs(turns - floor(turns + 0.5)) < 1e-6) return true;
    }
    return false;
}

/* computes the samples whose gap may be at most `far` plus a step (with `one` also at most the
 * least gap found so far plus a step; step: distance of samples). Begins with every 16th sample,
 * since each one gives lower bounds for those around it. Returns the least gap */
static double look_around(const search *f, double far, bool one, samples *all) {
    enum { COARSE = 16 };
    double least = INFINITY;
    for (int k = 0; k < SAMPLES; k++) all->seen[k] = false;
    for (int stride = COARSE; stride > 0; stride /= 2) {
        int first = stride == COARSE ? 0 : stride, by = stride == COARSE ? COARSE : 2 * stride;
        for (int i = first; i < SAMPLES; i += by)
            if (f->bounds->gap[i] <= (one ? fmin(far, least) : far) + f->step)
                least = fmin(least, sample(f, all, i)->gap);
    }
    return least;
}

/* finds the local minima of the gap that are at most `far`; one: only the least of them is wanted;
 * returns their number */
static int minima(const search *f, double far, bool one, place found[MINIMA]) {
    samples all;
    double least = look_around(f, far, one, &all), near = (one ? fmin(far, least) : far) + f->step;
    int count = 0;
    for (int i = 0; i < SAMPLES && least <= near && count < MINIMA; i++) {
        if (!all.seen[i] || all.at[i].gap > near) continue;
        double gap = all.at[i].gap;
        if (sample(f, &all, i - 1)->gap < gap || sample(f, &all, i + 1)->gap <= gap) continue;
        place p[PARTS];
        int n = one || single(f, &all, i) ? 0 : divide(f, all.at[i], p);
        if (n == 0)
            p[n++] =
                refine(f, sample_beyond(f, &all, i - 1), all.at[i], sample_beyond(f, &all, i + 1));
        for (int k = 0; k < n && count < MINIMA; k++)
            if (p[k].gap <= far && !has(f, found, count, p[k].s)) found[count++] = p[k];
    }
    if (count > 0) return count;
    for (int i = 0; i < SAMPLES;
         /* if no sample is less than its neighbours, all gaps are equal, as on a plane, and any
          * sample is a minimum */
         i++)
        if (all.seen[i] && all.at[i].gap == least && least <= far) {
            found[0] = all.at[i];
            return 1;
        }
    return 0;
}

double tw_wire_gap(const tw_wire *w, tw_wire_probe *probe, const void *ctx, vec3 *normal,
                   vec3 *point) {
    tw_wire_bounds none;
    for (int i = 0; i < SAMPLES; i++) none.gap[i] = -INFINITY;
    search f = {w, probe, ctx, &none, w->length / SAMPLES};
    place found[MINIMA];
    int n = minima(&f, INFINITY, true, found), best = 0;
    for (int i = 1; i < n; i++)
        if (found[i].gap < found[best].gap) best = i;
    *normal = found[best].n;
    *point = beneath(w, &found[best], 0.5 * found[best].gap);
    return found[best].gap;
}

static tw_touch touch_of(const tw_wire *w, const place *p, unsigned feature) {
    return (tw_touch){beneath(w, p, 0.5 * p->gap), p->n, p->gap, feature};
}

/* Is the minimum p carried by its neighbours: are the fixed places before and after it both as deep
 * as p? Then p is left out. Otherwise *same becomes the fixed place, if any, that is as deep as p
 * and so close to it that both are the same contact; -1: there is none */
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
            v3_length(v3_sub(beneath(w, f, 0), beneath(w, p, 0))) < 0.25 * w->bend)
            *same = side[k];
    }
    return false;
}

int tw_wire_touch(const tw_wire *w, tw_wire_probe *probe, const void *ctx, double margin,
                  tw_wire_bounds *bounds, tw_touch out[TW_TOUCHES], int *minima_count) {
    /* Order in which the fixed places of a stadium ([0]) and of a torus ([1]) are listed: each is
     * far from those before it, so that the first TW_TOUCHES, the most that are returned, are well
     * spread */
    static const int order[2][TW_WIRE_FIXED] = {{0, 3, 1, 4, 2, 5}, {0, 4, 2, 6, 1, 5, 3, 7}};
    search f = {w, probe, ctx, bounds, w->length / SAMPLES};
    place found[MINIMA], fixed[TW_WIRE_FIXED];
    int n = minima(&f, margin, false, found), count = 0, fixed_count = tw_wire_fixed_count(w);
    *minima_count = 0;
    if (n == 0) return 0;
    for (int i = 0; i < fixed_count; i++) fixed[i] = look(&f, tw_wire_fixed_at(w, i));
    double tolerance = 1e-6 * w->size;
    /* set of fixed places (one bit each) that are left out because a minimum is close to them,
     * which moves along the curve as the wire rolls */
    unsigned taken = 0;
    for (int i = 0; i < n && count < TW_TOUCHES; i++) {
        int same;
        if (carried(w, &found[i], fixed, fixed_count, tolerance, &same)) continue;
        out[count] = touch_of(w, &found[i], 64u + (unsigned)count);
        count++;
        if (same >= 0) taken |= 1u << same;
    }
    *minima_count = count;
    for (int i = 0; i < fixed_count && count < TW_TOUCHES; i++) {
        int k = order[w->half > 0 ? 0 : 1][i];
        if (fixed[k].gap <= margin && !(taken >> k & 1))
            out[count++] = touch_of(w, &fixed[k], 1u + (unsigned)k);
    }
    return count;
}
