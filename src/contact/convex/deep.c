/*
 * The signed gap of two convex bodies: the maximum over unit vectors n of gap(n) = min over a of n
 * . x - max over b of n . x. This maximum is the distance of the bodies if positive, and minus the
 * least depth of their overlap if negative.
 *
 * If the bodies are apart, gap and normal are those of the distance of their cores. If the cores
 * overlap or nearly touch, a is moved along the best direction found so far until they are a little
 * apart; the normal of their distance there is the next direction. gap(n) never becomes less in
 * these steps, so they end at a local maximum. For shallow overlaps, the usual ones in simulations,
 * the right maximum is near the start. Start directions are the axes of both bodies, their cross
 * products and the line of centres.
 */
#include "contact/convex/convex.h"

#include <math.h>

enum { ROUNDS = 40, STARTS = 8, OFFERS = 48 };

/* Relative tolerances of tw_convex_distance. For curved bodies `roughly` is used first, and
 * Newton's method (polish.c) finds the other digits. If that does not prove a maximum, the search
 * is repeated with `closely`, then with `last_digits` and `exactly` */
static const double roughly = 1e-3, closely = 1e-7, last_digits = 1e-12, exactly = 1e-15;

/* greatest overlap, as a part of the smaller body's size, for which by_guess() tries its
 * directions; for deeper overlaps the maximum is rarely near these */
static const double NOT_FAR = 0.1;

/* returns the gap of the cores seen along n, which is n . (*on_a - *on_b); on_a, on_b: their
 * extreme points that face each other */
static double along(const tw_convex *a, const tw_convex *b, vec3 n, vec3 *on_a, vec3 *on_b) {
    *on_a = tw_convex_support(a, v3_neg(n));
    *on_b = tw_convex_support(b, n);
    return v3_dot(n, v3_sub(*on_a, *on_b));
}

static double gap_along(const tw_convex *a, const tw_convex *b, vec3 n) {
    vec3 p, q;
    return along(a, b, n, &p, &q);
}

static vec3 axis(const tw_convex *c, int i) {
    return c->shape ? m3_column(&c->R, i)
                    : v3_normalized(v3_sub(c->corner[(i + 1) % 3], c->corner[i]));
}

typedef struct starts {
    vec3 n[OFFERS];
    double gap[OFFERS];
    int count;
} starts;

static void enter(starts *s, vec3 n, double gap) {
    if (s->count == OFFERS) return;
    s->n[s->count] = n;
    s->gap[s->count++] = gap;
}

static int best_start(const starts *s) {
    int best = -1;
    for (int i = 0; i < s->count; i++)
        if (s->gap[i] > -INFINITY && (best < 0 || s->gap[i] > s->gap[best])) best = i;
    return best;
}

/* sets *n to the start direction with the greatest gap, and removes it from the list, with all
 * directions close to it; false: the list is empty */
static bool next_start(starts *s, vec3 *n) {
    int best = best_start(s);
    if (best < 0) return false;
    *n = s->n[best];
    for (int i = 0; i < s->count; i++)
        if (v3_dot(s->n[i], *n) > 0.9) s->gap[i] = -INFINITY;
    return true;
}

static void offer(const tw_convex *a, const tw_convex *b, vec3 d, starts *s) {
    double length = v3_length(d);
    if (!(length > 1e-6)) return;
    vec3 n = v3_scale(d, 1 / length);
    enter(s, n, gap_along(a, b, n));
    n = v3_neg(n);
    enter(s, n, gap_along(a, b, n));
}

/* makes the list of start directions, from the axes and centres of the bodies, with the gap along
 * each */
static void start(const tw_convex *a, const tw_convex *b, starts *s) {
    double scale = a->size + b->size;
    vec3 between = v3_scale(v3_sub(a->x, b->x), 1 / scale);
    s->count = 0;
    offer(a, b, between, s);
    for (int i = 0; i < 3; i++) {
        offer(a, b, axis(a, i), s);
        offer(a, b, axis(b, i), s);
        for (int j = 0; j < 3; j++) offer(a, b, v3_cross(axis(a, i), axis(b, j)), s);
    }
    /* directions across an axis, along which a solid of revolution is left through its side */
    vec3 za = axis(a, 2), zb = axis(b, 2);
    offer(a, b, v3_madd(between, -v3_dot(between, za), za), s);
    offer(a, b, v3_madd(between, -v3_dot(between, zb), zb), s);
    if (!a->shape) offer(a, b, v3_cross(axis(a, 0), axis(a, 1)), s);
    if (!b->shape) offer(a, b, v3_cross(axis(b, 0), axis(b, 1)), s);
}

/* Accelerates climb(), whose last step turned `from` to *n: turns *n further in the same way as
 * long as the gap grows, since on curved surfaces many small steps in the same direction would
 * follow. Returns the gap */
static double stride(const tw_convex *a, const tw_convex *b, vec3 from, vec3 *n, double gap) {
    vec3 turn = v3_sub(*n, from);
    for (double far = 1; far < 1e4; far *= 2) {
        vec3 m = v3_normalized(v3_madd(*n, far, turn));
        double g = gap_along(a, b, m);
        if (!(g > gap)) break;
        gap = g;
        *n = m;
    }
    return gap;
}

/* turns *n to a local maximum of the gap: moves a out along n, takes the normal of the distance
 * there as the new n, and so on; within: relative tolerance of the distances; returns the gap */
static double climb(const tw_convex *a, const tw_convex *b, double within, vec3 *n, vec3 *on_a,
                    vec3 *on_b) {
    double size = a->size + b->size, apart = 1e-2 * size;
    double gap = along(a, b, *n, on_a, on_b);
    for (int round = 0; round < ROUNDS; round++) {
        vec3 shift = v3_scale(*n, apart - gap), m = *n, p, q;
        if (!(tw_convex_distance(a, shift, b, within, INFINITY, &m, &p, &q) > 0)) break;
        double g = gap_along(a, b, m);
        *on_a = v3_sub(p, shift);
        *on_b = q;
        if (!(g > gap)) break;
        double gain = g - gap;
        gap = stride(a, b, *n, &m, g);
        *n = m;
        if (gain < within * size) break;
    }
    return gap;
}

/* greatest depth, as a part of the smaller body's size, at which the first local maximum that is
 * found is accepted */
static const double SHALLOW = 0.02;

static double shallow_of(const tw_convex *a, const tw_convex *b) {
    return SHALLOW * fmin(a->size > 0 ? a->size : b->size, b->size > 0 ? b->size : a->size);
}

/* Tries, for curved bodies that overlap little, Newton's method from the best start direction,
 * which mostly finds a maximum at once; false: it found none that is proved */
static bool at_once(const tw_convex *a, const tw_convex *b, const starts *s, double *gap, vec3 *n,
                    vec3 *on_a, vec3 *on_b) {
    int best = best_start(s);
    if (best < 0) return false;
    /* p: the point of a at which the proof begins */
    vec3 m = s->n[best], p = tw_convex_support(a, v3_neg(m)), q;
    double g = s->gap[best];
    bool proven;
    tw_convex_polish(a, b, &m, &g, &p, &q, &proven);
    if (!proven || !(g > -shallow_of(a, b))) return false;
    *gap = g;
    *n = m;
    *on_a = p;
    *on_b = q;
    return true;
}

static double deepest(const tw_convex *a, const tw_convex *b, starts *s, double within, vec3 *n,
                      vec3 *on_a, vec3 *on_b) {
    double gap = -INFINITY, shallow = shallow_of(a, b);
    vec3 m, p, q;
    for (int i = 0; i < STARTS && gap < -shallow && next_start(s, &m); i++) {
        double g = climb(a, b, within, &m, &p, &q);
        if (!(g > gap)) continue;
        gap = g;
        *n = m;
        *on_a = p;
        *on_b = q;
    }
    return gap;
}

/* sets normal, depth (*gap) and points of cores that overlap or nearly touch; *gap on entry: their
 * distance */
static void overlapping(const tw_convex *a, const tw_convex *b, double *gap, vec3 *n, vec3 *on_a,
                        vec3 *on_b) {
    bool curved = tw_convex_curved(a) || tw_convex_curved(b), proven;
    double within = curved ? roughly : exactly, size = a->size + b->size;
    if (!(size > 0)) { /* both cores are points, at the same place */
        *n = v3(0, 0, 1);
        *on_a = *on_b = a->x;
        *gap = 0;
        return;
    }
    if (*gap > 0) {
        *gap = climb(a, b, within, n, on_a, on_b);
    } else {
        starts s;
        start(a, b, &s);
        if (curved && at_once(a, b, &s, gap, n, on_a, on_b)) return;
        *gap = deepest(a, b, &s, within, n, on_a, on_b);
    }
    if (!curved) return;
    tw_convex_polish(a, b, n, gap, on_a, on_b, &proven);
    if (proven) return;
    *gap = climb(a, b, closely, n, on_a, on_b);
    if (tw_convex_polish(a, b, n, gap, on_a, on_b, &proven)) return;
    double before = *gap;
    *gap = climb(a, b, last_digits, n, on_a, on_b);
    if (*gap > before + 1e-11 * size) tw_convex_polish(a, b, n, gap, on_a, on_b, &proven);
}

/* is the distance known exactly? The distance of the two points found is an upper bound, the gap
 * seen along any direction a lower bound, and both are equal to rounding */
static bool closed(double distance, double gap, double size) {
    return distance - gap < 1e-10 * size;
}

static void separate(const tw_convex *a, const tw_convex *b, double *gap, vec3 *n, vec3 *on_a,
                     vec3 *on_b) {
    double distance = *gap, size = a->size + b->size;
    bool proven;
    *gap = fmin(distance, gap_along(a, b, *n));
    if (!tw_convex_curved(a) && !tw_convex_curved(b)) return;
    for (int pass = 0; pass < 2; pass++) {
        tw_convex_polish(a, b, n, gap, on_a, on_b, &proven);
        if (proven || closed(distance, *gap, size)) return;
        double within = pass ? exactly : closely;
        distance = tw_convex_distance(a, v3_zero(), b, within, INFINITY, n, on_a, on_b);
        *gap = fmin(distance, gap_along(a, b, *n));
    }
    tw_convex_polish(a, b, n, gap, on_a, on_b, &proven);
}

/* flats() lists in `out` the axes of a core that are normals of flat faces, and lines() after it
 * those that are directions of straight lines on the surface; both return the number */
static int flats(const tw_convex *c, int out[3]) {
    int type = c->shape->type, n = type == TW_SHAPE_BOX ? 3 : type == TW_SHAPE_CYLINDER;
    for (int i = 0; i < n; i++) out[i] = n == 1 ? 2 : i;
    return n;
}

static int lines(const tw_convex *c, int out[3]) {
    out[0] = 2;
    return c->shape->type == TW_SHAPE_CAPSULE ? 1 : flats(c, out);
}

static bool has_axes(const tw_convex *c) {
    if (!c->shape) return false;
    int t = c->shape->type;
    return t == TW_SHAPE_BOX || t == TW_SHAPE_CYLINDER || t == TW_SHAPE_CAPSULE;
}

/* how far a box, or the core of a cylinder or capsule, reaches from its centre in direction n, m */
static double reach(const tw_convex *c, vec3 n) {
    const double *p = c->shape->p;
    if (c->shape->type == TW_SHAPE_BOX) {
        vec3 d = m3_tmul_v(&c->R, n);
        return 0.5 * (p[0] * fabs(d.x) + p[1] * fabs(d.y) + p[2] * fabs(d.z));
    }
    vec3 z = m3_column(&c->R, 2);
    double along_z = v3_dot(n, z), r = c->shape->type == TW_SHAPE_CYLINDER ? p[0] : 0;
    return 0.5 * p[1] * fabs(along_z) + r * v3_length(v3_madd(n, -along_z, z));
}

/* the gap of the two cores seen along n (unit), as gap_along computes it, but faster; only for
 * boxes, cylinders and capsules */
static double seen_along(const tw_convex *a, const tw_convex *b, vec3 n) {
    return v3_dot(n, v3_sub(a->x, b->x)) - reach(a, n) - reach(b, n);
}

static void try_axis(const tw_convex *a, const tw_convex *b, vec3 u, vec3 *n, double *gap) {
    if (v3_dot(u, v3_sub(a->x, b->x)) < 0) u = v3_neg(u);
    double g = seen_along(a, b, u);
    if (!(g > *gap)) return;
    *gap = g;
    *n = u;
}

/* Tries as *n the normals of faces, and the directions orthogonal to one straight line of each
 * body. Returns true if *n is proved to be the normal, or if the gap exceeds `far`, with *gap as
 * its lower bound. False also for overlaps deeper than SHALLOW, where another direction may be
 * better */
static bool by_axes(const tw_convex *a, const tw_convex *b, double far, double *gap, vec3 *n,
                    vec3 *on_a, vec3 *on_b) {
    int ia[3], ib[3], count_a = flats(a, ia), count_b = flats(b, ib);
    *gap = -INFINITY;
    for (int i = 0; i < count_a; i++) try_axis(a, b, m3_column(&a->R, ia[i]), n, gap);
    for (int i = 0; i < count_b; i++) try_axis(a, b, m3_column(&b->R, ib[i]), n, gap);
    count_a = lines(a, ia);
    count_b = lines(b, ib);
    for (int i = 0; i < count_a && !(*gap > far); i++)
        for (int j = 0; j < count_b; j++) {
            vec3 u = v3_cross(m3_column(&a->R, ia[i]), m3_column(&b->R, ib[j]));
            double length = v3_length(u);
            if (length > 0.01) try_axis(a, b, v3_scale(u, 1 / length), n, gap);
        }
    if (*gap > far) return true;
    /* *gap and the points along n are also set if n is not proved, since by_guess needs them */
    *gap = along(a, b, *n, on_a, on_b);
    if (!(*gap > -SHALLOW * fmin(a->size, b->size))) return false;
    return tw_convex_prove(a, b, *n, *gap, on_a, on_b);
}

/*
 * With s the length of b's axis projected across a's axis, c1 and c2 the line of
 * centres along that projection and across both axes, a direction n = (cos f, sin f) there has
 *
 *     gap = (c1 - h s) cos f + c2 sin f - r sqrt(1 - s^2 cos^2 f) - r_a,
 *
 * with the signs of c1 and c2, 0 <= f <= 90 degrees. Here h is half the length of b, r the radius
 * of its flat ends (0 for a capsule), r_a the radius of a. The maximum, where the slope in f
 * changes from positive to negative, is found by Newton's method within a bracket. tw_convex_polish
 * finds the last digits
 */
bool tw_convex_across(const tw_convex *a, const tw_convex *b, vec3 *n) {
    enum { STEPS = 12 };
    vec3 z = axis(a, 2), c = v3_sub(a->x, b->x),
         e1 = v3_madd(axis(b, 2), -v3_dot(axis(b, 2), z), z);
    double s = v3_length(e1), h = 0.5 * b->shape->p[1];
    double r = b->shape->type == TW_SHAPE_CYLINDER ? b->shape->p[0] : 0;
    c = v3_madd(c, -v3_dot(c, z), z);
    double most = v3_length(c);
    if (!(most > 1e-6 * (a->size + b->size))) return false;
    if (!(s > 1e-6)) {
        *n = v3_scale(c, 1 / most);
        return true;
    }
    e1 = v3_scale(e1, 1 / s);
    vec3 e2 = v3_cross(z, e1);
    double c1 = v3_dot(c, e1), c2 = v3_dot(c, e2), k = fabs(c1) - h * s, across2 = fabs(c2);
    double x = fmax(k, 0), y = across2, low[2] = {1, 0}, high[2] = {0, 1};
    for (int step = 0; step < STEPS; step++) {
        double length = sqrt(x * x + y * y);
        if (!(length > 0)) return false;
        x /= length, y /= length;
        double q = sqrt(fmax(1 - s * s * x * x, 1e-12)), rss = r * s * s / q;
        double slope = across2 * x - k * y - rss * x * y;
        double bend =
            rss * ((y * y - x * x) + s * s * x * x * y * y / (q * q)) - k * x - across2 * y;
        if (fabs(slope) < 1e-12 * most) break;
        double *end = slope > 0 ? low : high;
        end[0] = x, end[1] = y;
        double by = bend < 0 ? -slope / bend : INFINITY, next[2] = {x - by * y, y + by * x};
        bool within =
            low[0] * next[1] - low[1] * next[0] > 0 && next[0] * high[1] - next[1] * high[0] > 0;
        x = within ? next[0] : low[0] + high[0];
        y = within ? next[1] : low[1] + high[1];
    }
    double length = sqrt(x * x + y * y);
    *n = v3_add(v3_scale(e1, (c1 < 0 ? -x : x) / length), v3_scale(e2, (c2 < 0 ? -y : y) / length));
    return true;
}

enum { GUESSES = 6, TRIED = 3 };

typedef struct guess {
    vec3 n;
    double gap;
} guess;

/* inserts a direction and the gap along it into the list, which is sorted by falling gap and keeps
 * only the greatest ones; returns the new number of entries */
static int put_guess(guess *list, int count, vec3 n, double gap) {
    int k = count;
    for (; k > 0 && list[k - 1].gap < gap; k--) list[k] = list[k - 1];
    list[k] = (guess){n, gap};
    return count + 1;
}

/* inserts the direction of u, with the gap along it, into the list, unless u is zero to rounding;
 * returns the new number of entries */
static int add_guess(const tw_convex *a, const tw_convex *b, guess *list, int count, vec3 u) {
    double length = v3_length(u);
    if (!(length > 1e-6)) return count;
    u = v3_scale(u, 1 / length);
    return put_guess(list, count, u, seen_along(a, b, u));
}

static bool has_line(const tw_convex *c) {
    return c->shape->type != TW_SHAPE_BOX;
}

/* component of u orthogonal to the axis of c */
static vec3 across_line(const tw_convex *c, vec3 u) {
    return v3_madd(u, -v3_dot(u, axis(c, 2)), axis(c, 2));
}

/* Tries directions from which Newton's method mostly finds the normal: if a straight line touches a
 * rim, directions orthogonal to the line; if two rims touch, directions near the line of centres.
 * best: the direction that by_axes found, gap: the gap along it. Returns true if *n is proved to be
 * the normal; *known: the gap along it */
static bool by_guess(const tw_convex *a, const tw_convex *b, vec3 best, double gap, vec3 *n,
                     double *known, vec3 *on_a, vec3 *on_b) {
    guess list[GUESSES];
    vec3 between = v3_scale(v3_sub(a->x, b->x), 1 / (a->size + b->size)), u;
    int count = put_guess(list, 0, best, gap);
    /* the best directions that are orthogonal to the axis of either body */
    if (has_line(a) && has_line(b)) {
        if (tw_convex_across(b, a, &u)) count = add_guess(a, b, list, count, v3_neg(u));
        if (tw_convex_across(a, b, &u)) count = add_guess(a, b, list, count, u);
    } else {
        if (has_line(b)) count = add_guess(a, b, list, count, across_line(b, between));
        if (has_line(a)) count = add_guess(a, b, list, count, across_line(a, between));
    }
    count = add_guess(a, b, list, count, between);
    if (has_line(b)) count = add_guess(a, b, list, count, across_line(b, best));
    if (has_line(a)) count = add_guess(a, b, list, count, across_line(a, best));
    bool near = list[0].gap > -NOT_FAR * fmin(a->size, b->size);
    for (int i = 0; i < count && i < TRIED && near; i++) {
        bool proven;
        *n = list[i].n;
        *known = gap_along(a, b, *n);
        tw_convex_polish(a, b, n, known, on_a, on_b, &proven);
        if (proven && *known > -shallow_of(a, b)) return true;
    }
    return false;
}

double tw_convex_gap(const tw_convex *a, const tw_convex *b, double far, vec3 *normal, vec3 *on_a,
                     vec3 *on_b) {
    vec3 between = v3_sub(a->x, b->x), n = v3_zero();
    double round = a->radius + b->radius, size = a->size + b->size;
    double least = v3_length(between) - size - round;
    if (least > far) {
        *normal = v3_normalized(between);
        *on_a = *on_b = v3_madd(b->x, 0.5, between);
        return least;
    }
    bool curved = tw_convex_curved(a) || tw_convex_curved(b);
    if (curved && has_axes(a) && has_axes(b)) {
        double known, guessed;
        bool is = by_axes(a, b, far + round, &known, &n, on_a, on_b);
        if (!is) {
            is = by_guess(a, b, n, known, &n, &guessed, on_a, on_b);
            known = guessed;
        }
        if (is) {
            *normal = n;
            *on_a = v3_madd(*on_a, -a->radius, n);
            *on_b = v3_madd(*on_b, b->radius, n);
            return known - round;
        }
        n = v3_zero();
    }
    double beyond = (1 + 1e-9) * fmax(far + round, 0) + 1e-9 * size; /* above rounding */
    double gap =
        tw_convex_distance(a, v3_zero(), b, curved ? roughly : exactly, beyond, &n, on_a, on_b);
    double lower = gap > 0 ? fmin(gap, gap_along(a, b, n)) : 0;
    if (lower - round > far) {
        *normal = n;
        return lower - round;
    }
    if (gap > 1e-7 * size)
        separate(a, b, &gap, &n, on_a, on_b);
    else
        overlapping(a, b, &gap, &n, on_a, on_b);
    *normal = n;
    *on_a = v3_madd(*on_a, -a->radius, n);
    *on_b = v3_madd(*on_b, b->radius, n);
    return gap - round;
}
